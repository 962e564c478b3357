(** * Rules that look back at the whole game: psk, ssk, nssk, fixed and basic-fixed

    Each play is prohibited by one fact, and adds the same fact. Nothing is ever forgotten. Two passes in a
    row end the game. *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Bits Flood Play Area Checker Sound Common.

(** ** The program *)

Section Program.
  Variable t : table.
  Variable cells : list choice.
  Variable R : rules.

  Definition play_fact (k : ko_rule) (n n' : node) : fact :=
    match k with
    | SSK => board_fact 0 (number_of (to_move n')) (black n') (white n')
    | NSSK => board_fact 0 (number_of (to_move n)) (black n') (white n')
    | Fixed | BasicFixed => change_fact n n'
    | _ => board_fact 0 0 (black n') (white n')
    end.

  (** The play that basic ko prohibits: 0 none, 1 the suicide of a lone stone, 2 + p a play on p. *)

  Definition next_ban (k : ko_rule) (n : node) (r : played) : N :=
    match k with
    | BasicFixed =>
        if unchanged n r then 1
        else if (captured r =? 0)%N then 0
        else match find (fun c => match c with Stone_on _ here => (here =? captured r)%N | _ => false end) cells with
             | Some (Stone_on p here) =>
                 let back := play t (opposing r) (own r) here in
                 if (own back =? theirs n)%N && (opposing back =? mine n)%N then 2 + N.of_nat p else 0
             | _ => 0
             end
    | _ => 0
    end.

  Definition ban_hits (n : node) (p : point) (r : played) : bool :=
    if (ban n =? 0)%N then false
    else (ban n =? 2 + N.of_nat p)%N || (ban n =? 1)%N && unchanged n r.

  Definition play_step (n : node) (p : point) (here : N) : step :=
    let r := play t (mine n) (theirs n) here in
    let n' := node_after n r (next_ban (ko R) n r) in
    let f := play_fact (ko R) n n' in
    {| made := Play p;
       legal := if suicide_never (suicide R) n r here || ban_hits n p r then Never else Unless [f];
       present := []; absent := []; clears := []; inserts := [f]; leads := GoesOn n' |}.

  Definition pass_step (n : node) : step :=
    let n' := node_passed n 1 in
    {| made := Pass; legal := Always; present := []; absent := []; clears := [];
       inserts := match ko R with SSK => [board_fact 0 (number_of (to_move n')) (black n') (white n')] | _ => [] end;
       leads := match passes n with O => GoesOn n' | _ => Ends (area_score t (komi R) n) end |}.

  Definition superko_with : rule := {|
    choices := fun n => play_choices cells n ++ [Passing 0];
    step_of := fun n c => match c with Stone_on p here => play_step n p here | Passing _ => pass_step n end;
    implied := fun n =>
      match ko R with
      | PSK => [board_fact 0 0 (black n) (white n)]
      | SSK => [board_fact 0 (number_of (to_move n)) (black n) (white n)]
      | _ => []
      end;
    stuck := fun _ => None;
    stands_for := fun _ => same_node |}.
End Program.

Definition superko (b : board) (R : rules) : rule := superko_with (table_of b) (cells_of b) R.

(** ** What its facts say of the record *)

Definition fact_about (scope owner : N) (P : position) : fact := board_fact scope owner (mask Black P) (mask White P).

Definition change_from_to (P T : position) : fact :=
  {| scope := 0; owner := 0; index := 0; black_of := mask Black P; white_of := mask White P;
     black_to := mask Black T; white_to := mask White T |}.

Definition says (k : ko_rule) (g : game) (f : fact) : Prop :=
  match k with
  | SSK => exists T c, occurred_with g T c /\ f = fact_about 0 (number_of c) T
  | NSSK => exists T c, created g c T /\ f = fact_about 0 (number_of c) T
  | Fixed | BasicFixed => exists P T, changed g P T /\ f = change_from_to P T
  | _ => exists T, occurred g T /\ f = fact_about 0 0 T
  end.

(** The ban of a node is what basic ko prohibits. *)

Definition ban_is_right (b : board) (g : game) (n : node) : Prop :=
  forall p T, plays b (turn g) p (now g) T -> (basic g T <-> ban n = (2 + N.of_nat p)%N \/ ban n = 1%N /\ T = now g).

Definition stands (b : board) (R : rules) (_ : colour) (g : game) (n : node) : Prop :=
  shows b g n /\ passes_in_a_row (record g) = passes n /\ passes n < 2 /\
  match ko R with BasicFixed => ban_is_right b g n | _ => ban n = 0%N end.

(** ** Facts tell positions apart *)

Lemma number_of_injective : forall c d, number_of c = number_of d -> c = d.
Proof. now intros [] []. Qed.

Lemma fact_about_injective : forall b s o s' o' P Q, length P = size b -> length Q = size b ->
  fact_about s o P = fact_about s' o' Q -> P = Q /\ o = o' /\ s = s'.
Proof.
  intros b s o s' o' P Q HP HQ H. unfold fact_about, board_fact in H. injection H as -> -> H1 H2.
  split; [now apply (same_board b)|auto].
Qed.

Lemma change_injective : forall b P T P' T', length P = size b -> length T = size b -> length P' = size b -> length T' = size b ->
  change_from_to P T = change_from_to P' T' -> P = P' /\ T = T'.
Proof.
  intros b P T P' T' H1 H2 H3 H4 H. unfold change_from_to in H. injection H as E1 E2 E3 E4.
  split; now apply (same_board b).
Qed.

Section Record.
  Variable b : board.
  Variable g : game.
  Hypothesis is_proper : proper b g.

  Lemma occurred_length : forall T, occurred g T -> length T = size b.
  Proof.
    destruct is_proper as (_ & Hs & He). intros T [->|[e [Hin <-]]]; [auto|]. now apply He.
  Qed.

  Lemma occurred_with_occurred : forall T c, occurred_with g T c -> occurred g T.
  Proof. intros T c [[-> _]|[e (Hin & <- & _)]]; [now left|]. right. eauto. Qed.

  Lemma created_occurred : forall c T, created g c T -> occurred g T.
  Proof. intros c T [e (Hin & _ & _ & <-)]. right. eauto. Qed.

  Lemma changed_length : forall P T, changed g P T -> length P = size b /\ length T = size b.
  Proof. destruct is_proper as (_ & _ & He). intros P T [e (Hin & _ & <- & <-)]. now apply He. Qed.

  Lemma now_occurred : occurred g (now g).
  Proof. unfold occurred, now. destruct (record g) as [|e r]; [now left|]. right. exists e. split; [now left|auto]. Qed.

  Lemma now_occurred_with : occurred_with g (now g) (turn g).
  Proof.
    unfold occurred_with, now, turn. destruct (record g) as [|e r]; [now left|].
    right. exists e. split; [now left|auto].
  Qed.

  (** What a move adds. *)

  Lemma occurred_after : forall m T T', occurred (with_move g m T) T' <-> T' = T \/ occurred g T'.
  Proof.
    intros. unfold occurred. cbn. split.
    - intros [->|[e [[<-|Hin] <-]]]; eauto.
    - intros [->|[->|[e [Hin <-]]]]; eauto.
  Qed.

  Lemma occurred_with_after : forall m T T' c,
    occurred_with (with_move g m T) T' c <-> T' = T /\ c = opponent (turn g) \/ occurred_with g T' c.
  Proof.
    intros. unfold occurred_with. cbn. split.
    - intros [H|[e ([<-|Hin] & <- & <-)]]; eauto 6.
    - intros [[-> ->]|[H|[e (Hin & <- & <-)]]]; eauto 6.
  Qed.

  Lemma created_after_play : forall p T T' c,
    created (with_move g (Play p) T) c T' <-> T' = T /\ c = turn g \/ created g c T'.
  Proof.
    intros. unfold created. cbn. split.
    - intros [e ([<-|Hin] & Hp & <- & <-)]; eauto 7.
    - intros [[-> ->]|[e (Hin & Hp & <- & <-)]]; [|eauto 7].
      eexists. split; [now left|]. split; [eexists; reflexivity|auto].
  Qed.

  Lemma created_after_pass : forall T T' c, created (with_move g Pass T) c T' <-> created g c T'.
  Proof.
    intros. unfold created. cbn. split.
    - intros [e ([<-|Hin] & Hp & <- & <-)]; [destruct Hp; discriminate|eauto 7].
    - intros [e (Hin & Hp & <- & <-)]; eauto 7.
  Qed.

  Lemma changed_after_play : forall p T P' T',
    changed (with_move g (Play p) T) P' T' <-> P' = now g /\ T' = T \/ changed g P' T'.
  Proof.
    intros. unfold changed. cbn. split.
    - intros [e ([<-|Hin] & Hp & <- & <-)]; eauto 7.
    - intros [[-> ->]|[e (Hin & Hp & <- & <-)]]; [|eauto 7].
      eexists. split; [now left|]. split; [eexists; reflexivity|auto].
  Qed.

  Lemma changed_after_pass : forall T P' T', changed (with_move g Pass T) P' T' <-> changed g P' T'.
  Proof.
    intros. unfold changed. cbn. split.
    - intros [e ([<-|Hin] & Hp & <- & <-)]; [destruct Hp; discriminate|eauto 7].
    - intros [e (Hin & Hp & <- & <-)]; eauto 7.
  Qed.
End Record.

(** ** The ban of basic ko *)

Section Ban.
  Variable b : board.
  Let t := table_of b.

  Lemma basic_after_play : forall g p T T', basic (with_move g (Play p) T) T' <-> T' = now g.
  Proof.
    intros. unfold basic. cbn. split; [intros [_ <-]; auto|]. intros ->. split; [eexists; reflexivity|auto].
  Qed.

  Lemma basic_after_pass : forall g T T', ~ basic (with_move g Pass T) T'.
  Proof. intros g T T' [[p H] _]. discriminate. Qed.

  Lemma lor_single_other : forall m m' q, m' = N.lor m (single q) -> has m q = false -> N.ldiff m' m = single q.
  Proof.
    intros m m' q -> H. apply same_bits. intros x. autorewrite with bits.
    destruct (Nat.eqb_spec q x) as [<-|]; [now rewrite H|]. now destruct (has m x).
  Qed.

  Lemma find_cell : forall m, match find (fun c => match c with Stone_on _ here => (here =? m)%N | _ => false end) (cells_of b) with
    | Some (Stone_on p here) => m = single p /\ here = single p /\ p < size b
    | Some (Passing _) => False
    | None => forall p, p < size b -> m <> single p
    end.
  Proof.
    intros m. destruct (find _ _) as [c|] eqn:E.
    - apply find_some in E as [Hin H]. unfold cells_of in Hin. apply in_map_iff in Hin as (p & <- & Hp).
      apply N.eqb_eq in H. apply in_seq in Hp. repeat split; [congruence|lia].
    - intros p Hp ->. assert (Hin : In (Stone_on p (single p)) (cells_of b)).
      { unfold cells_of. apply in_map_iff. exists p. split; [auto|]. apply in_seq. lia. }
      apply (find_none _ _ E) in Hin. now rewrite N.eqb_refl in Hin.
  Qed.

  Lemma single_injective : forall p q, single p = single q -> p = q.
  Proof.
    intros p q H. assert (E : has (single p) q = true) by (rewrite H, has_single; apply Nat.eqb_refl).
    rewrite has_single in E. now apply Nat.eqb_eq.
  Qed.

  (** A play leads back to where the last play came from only if one of them took the stone of the other,
      which was the only one, or if both were suicides of lone stones. *)

  Lemma next_ban_is_right : forall g n p T, shows b g n -> plays b (turn g) p (now g) T ->
    let r := play t (mine n) (theirs n) (single p) in
    ban_is_right b (with_move g (Play p) T) (node_after n r (next_ban (table_of b) (cells_of b) BasicFixed n r)).
  Proof.
    intros g n p T Hs HT r q T2 HT2.
    destruct (plays_length _ _ _ _ _ HT) as (_ & Hp & Hpe).
    destruct (plays_length _ _ _ _ _ HT2) as (_ & Hq & Hqe).
    change (now (with_move g (Play p) T)) with T in *.
    pose proof (play_masks b g n Hs p Hp Hpe T HT) as (Hl & Hm & Ho). fold t r in Hm, Ho.
    pose proof (unchanged_is b g n Hs p Hp Hpe T HT) as Hun. fold t r in Hun.
    pose proof (shows_after_play b g n Hs p Hp Hpe T HT 0) as Hs2.
    pose proof (play_masks b _ _ Hs2 q Hq Hqe T2 HT2) as (Hl2 & Hm2 & Ho2).
    pose proof (unchanged_is b _ _ Hs2 q Hq Hqe T2 HT2) as Hun2.
    rewrite turn_after in Hm2, Ho2. rewrite opponent_twice in Ho2.
    pose proof (mine_is b _ _ Hs2) as Hmine2. pose proof (theirs_is b _ _ Hs2) as Htheirs2.
    rewrite turn_after in Hmine2, Htheirs2. rewrite opponent_twice in Htheirs2.
    change (now (with_move g (Play p) T)) with T in *.
    fold t r in Hm2, Ho2, Hmine2, Htheirs2. rewrite <- Hmine2, <- Htheirs2 in Hm2, Ho2.
    rewrite Hm, Ho in Hm2, Ho2. set (r2 := play t (opposing r) (own r) (single q)) in *.
    assert (Hback : T2 = now g <-> own r2 = theirs n /\ opposing r2 = mine n).
    { rewrite <- Hm2, <- Ho2, <- (mine_is b g n Hs), <- (theirs_is b g n Hs). split; [now intros ->|].
      intros [H1 H2]. apply masks_injective; [rewrite Hl2; symmetry; apply now_length, Hs|].
      intros d. destruct (other_colour (turn g) d) as [->| ->]; auto. }
    rewrite basic_after_play.
    replace (ban (node_after n r (next_ban (table_of b) (cells_of b) BasicFixed n r))) with (next_ban (table_of b) (cells_of b) BasicFixed n r)
      by (unfold node_after; now destruct (to_move n)).
    assert (Hbound1 : forall x, has (mine n) x = true -> x < size b).
    { intros x. rewrite <- (mine_is b g n Hs). intros H. apply has_mask_bound in H.
      now rewrite (now_length b g (proj1 Hs)) in H. }
    assert (Hbound2 : forall x, has (theirs n) x = true -> x < size b).
    { intros x. rewrite <- (theirs_is b g n Hs). intros H. apply has_mask_bound in H.
      now rewrite (now_length b g (proj1 Hs)) in H. }
    assert (Hpf : has (mine n) p = false).
    { rewrite <- (mine_is b g n Hs), has_mask, Hpe. reflexivity. }
    assert (Hqf : has (opposing r) q = false).
    { rewrite <- Ho, has_mask, Hqe. reflexivity. }
    assert (Hb1 : forall x, has (own r) x = true -> x < size b).
    { intros x. rewrite <- Hm. intros H. apply has_mask_bound in H. lia. }
    assert (Hb2 : forall x, has (opposing r) x = true -> x < size b).
    { intros x. rewrite <- Ho. intros H. apply has_mask_bound in H. lia. }
    pose proof (kinds_of_play b (mine n) (theirs n) p Hbound1 Hbound2 Hp) as K1. fold t r in K1.
    pose proof (kinds_of_play b (opposing r) (own r) q Hb2 Hb1 Hq) as K2. fold t r2 in K2.
    unfold next_ban. fold t.
    destruct (unchanged n r) eqn:Eun.
    - assert (T = now g) by now apply Hun. split; [intros ->; right; auto|].
      intros [E|[_ E]]; [exfalso; lia|congruence].
    - assert (HTn : T <> now g) by (intros E; apply Hun in E; congruence).
      (* The second play cannot be suicide and lead back. *)
      assert (Hkey : T2 = now g -> captured r = single q /\ (captured r =? 0)%N = false).
      { intros E. apply Hback in E as [E1 E2]. destruct K2 as [K2 _ _|K2 _ _|K2 K2' _].
        1,2: assert (Hcap : N.ldiff (theirs n) (opposing r) = single q) by (apply lor_single_other; [congruence|auto]);
             (destruct K1 as [_ K1 K1'|_ K1 _|_ K1 _];
              [split; [congruence|now apply N.eqb_neq]|exfalso; apply (f_equal (fun m => has m q)) in Hcap;
               rewrite K1, has_ldiff, has_single, Nat.eqb_refl in Hcap; destruct (has (theirs n) q); discriminate..]).
        exfalso. rewrite E2 in K2'. destruct K1 as [K1 _ _|K1 _ _|K1 K1' _].
        1,2: rewrite K1 in K2'; apply (f_equal (fun m => has m p)) in K2';
             rewrite has_lor, has_single, Nat.eqb_refl, orb_true_r, Hpf in K2'; discriminate.
        apply HTn, Hun. exfalso. revert Eun. unfold unchanged. rewrite <- K2', K1', !N.eqb_refl. discriminate. }
      destruct (captured r =? 0)%N eqn:Ec.
      + split; [intros E; apply Hkey in E as [_ E]; discriminate|]. intros [E|[E _]]; exfalso; lia.
      + pose proof (find_cell (captured r)) as Hf.
        destruct (find _ _) as [[p0 here|]|]; [| contradiction |].
        * destruct Hf as (Hc & -> & Hp0).
          destruct (N.eqb_spec (own (play t (opposing r) (own r) (single p0))) (theirs n)) as [E1|E1];
          destruct (N.eqb_spec (opposing (play t (opposing r) (own r) (single p0))) (mine n)) as [E2|E2]; cbn [andb].
          -- split.
             ++ intros E. apply Hkey in E as [E _]. rewrite Hc in E. apply single_injective in E as ->. now left.
             ++ intros [E|[E _]]; [|exfalso; lia]. assert (p0 = q) as -> by lia. apply Hback. split; [exact E1|exact E2].
          -- split; [|intros [E|[E _]]; exfalso; lia]. intros E. exfalso. pose proof (Hkey E) as [E' _].
             rewrite Hc in E'. apply single_injective in E' as ->. apply Hback in E as [_ E]. auto.
          -- split; [|intros [E|[E _]]; exfalso; lia]. intros E. exfalso. pose proof (Hkey E) as [E' _].
             rewrite Hc in E'. apply single_injective in E' as ->. apply Hback in E as [E _]. auto.
          -- split; [|intros [E|[E _]]; exfalso; lia]. intros E. exfalso. pose proof (Hkey E) as [E' _].
             rewrite Hc in E'. apply single_injective in E' as ->. apply Hback in E as [E _]. auto.
        * split; [intros E; apply Hkey in E as [E _]; exfalso; now apply (Hf q)|].
          intros [E|[E _]]; exfalso; lia.
  Qed.
End Ban.

(** ** The rule keeps its promises *)

Definition looks_back (k : ko_rule) : Prop := match k with PSK | SSK | NSSK | Fixed | BasicFixed => True | _ => False end.

Section Facts.
  Variable b : board.
  Variable k : ko_rule.
  Hypothesis back : looks_back k.
  Let t := table_of b.

  (** The play fact is what prohibits, and what is said afterwards. *)

  Lemma play_fact_is : forall g n p T ban, shows b g n -> plays b (turn g) p (now g) T ->
    play_fact k n (node_after n (play t (mine n) (theirs n) (single p)) ban) =
    match k with
    | SSK => fact_about 0 (number_of (opponent (turn g))) T
    | NSSK => fact_about 0 (number_of (turn g)) T
    | Fixed | BasicFixed => change_from_to (now g) T
    | _ => fact_about 0 0 T
    end.
  Proof.
    intros g n p T ban Hs HT. destruct (plays_length _ _ _ _ _ HT) as (_ & Hp & He).
    destruct (shows_after_play b g n Hs p Hp He T HT ban) as (_ & Hb & Hw & Ht). rewrite turn_after in Ht.
    destruct Hs as (_ & Hb0 & Hw0 & Ht0). fold t in Hb, Hw, Ht.
    unfold play_fact, fact_about, change_from_to, change_fact. rewrite <- Hb, <- Hw, <- Ht, <- Ht0, <- Hb0, <- Hw0.
    now destruct k.
  Qed.

  Lemma prohibited_is : forall g n p T ban, shows b g n -> plays b (turn g) p (now g) T ->
    (says k g (play_fact k n (node_after n (play t (mine n) (theirs n) (single p)) ban)) <->
     match k with BasicFixed => changed g (now g) T | _ => ko_forbids k g T end).
  Proof.
    intros g n p T ban Hs HT. rewrite (play_fact_is g n p T ban Hs HT).
    pose proof (plays_length_after _ _ _ _ _ HT) as HTl.
    destruct (plays_length _ _ _ _ _ HT) as (HPl & _ & _). pose proof (proj1 Hs) as Hp.
    unfold says. destruct k; cbn [ko_forbids]; try contradiction; split; intros H.
    - destruct H as (T' & H & E). pose proof (occurred_length b g Hp _ H).
      now destruct (fact_about_injective b _ _ _ _ _ _ HTl H0 E) as (-> & _).
    - eauto.
    - destruct H as (T' & c & H & E). pose proof (occurred_length b g Hp _ (occurred_with_occurred g _ _ H)) as Hl.
      destruct (fact_about_injective b _ _ _ _ _ _ HTl Hl E) as (-> & Ec & _). now apply number_of_injective in Ec as ->.
    - eauto.
    - destruct H as (T' & c & H & E). pose proof (occurred_length b g Hp _ (created_occurred g _ _ H)) as Hl.
      destruct (fact_about_injective b _ _ _ _ _ _ HTl Hl E) as (-> & Ec & _). now apply number_of_injective in Ec as ->.
    - eauto.
    - destruct H as (P' & T' & H & E). destruct (changed_length b g Hp _ _ H).
      now destruct (change_injective b (now g) T P' T') as (-> & ->).
    - eauto.
    - destruct H as (P' & T' & H & E). destruct (changed_length b g Hp _ _ H).
      now destruct (change_injective b (now g) T P' T') as (-> & ->).
    - eauto.
  Qed.

  Lemma says_after_play : forall g n p T ban f, shows b g n -> plays b (turn g) p (now g) T ->
    (says k (with_move g (Play p) T) f <->
     f = play_fact k n (node_after n (play t (mine n) (theirs n) (single p)) ban) \/ says k g f).
  Proof.
    intros g n p T ban f Hs HT. rewrite (play_fact_is g n p T ban Hs HT). unfold says. split.
    - destruct k; try contradiction.
      + intros (T' & H & ->). apply occurred_after in H as [->|H]; eauto.
      + intros (T' & c & H & ->). apply occurred_with_after in H as [[-> ->]|H]; eauto.
      + intros (T' & c & H & ->). apply created_after_play in H as [[-> ->]|H]; eauto.
      + intros (P' & T' & H & ->). apply changed_after_play in H as [[-> ->]|H]; eauto.
      + intros (P' & T' & H & ->). apply changed_after_play in H as [[-> ->]|H]; eauto.
    - destruct k; try contradiction.
      + intros [->|(T' & H & ->)]; [exists T|exists T']; (split; [apply occurred_after; auto|auto]).
      + intros [->|(T' & c & H & ->)]; [exists T, (opponent (turn g))|exists T', c];
          (split; [apply occurred_with_after; auto|auto]).
      + intros [->|(T' & c & H & ->)]; [exists T, (turn g)|exists T', c];
          (split; [apply created_after_play; auto|auto]).
      + intros [->|(P' & T' & H & ->)]; [exists (now g), T|exists P', T'];
          (split; [apply changed_after_play; auto|auto]).
      + intros [->|(P' & T' & H & ->)]; [exists (now g), T|exists P', T'];
          (split; [apply changed_after_play; auto|auto]).
  Qed.

End Facts.

Section Promises.
  Variable b : board.
  Variable R : rules.
  Hypothesis back : looks_back (ko R).

  Lemma over_is : forall g, over R g <-> 2 <= passes_in_a_row (record g).
  Proof.
    intros g. unfold over. destruct (ko R); try reflexivity; contradiction.
  Qed.

  Lemma not_primitive : ko R <> Primitive.
  Proof. intros E. rewrite E in back. contradiction. Qed.

  Lemma says_after_pass : forall g n f, shows b g n ->
    (says (ko R) (with_move g Pass (now g)) f <-> In f (inserts (pass_step (table_of b) R n)) \/ says (ko R) g f).
  Proof.
    intros g n f (Hp & Hb & Hw & Ht). unfold pass_step. cbn [inserts].
    assert (Hf : board_fact 0 (number_of (to_move (node_passed n 1))) (black (node_passed n 1)) (white (node_passed n 1)) =
                 fact_about 0 (number_of (opponent (turn g))) (now g)).
    { unfold fact_about. cbn. now rewrite Hb, Hw, Ht. }
    rewrite Hf. unfold says. destruct (ko R) eqn:Ek; (split; [intros H|intros [H|H]]); try contradiction.
    - destruct H as (T & H & ->). right. apply occurred_after in H as [->|H]; [exists (now g); split; [apply now_occurred|auto]|eauto].
    - destruct H as (T & H & ->). exists T. split; [apply occurred_after; auto|auto].
    - destruct H as (T & c & H & ->). apply occurred_with_after in H as [[-> ->]|H]; [left; now left|right; eauto].
    - destruct H as [<-|[]]. exists (now g), (opponent (turn g)). split; [apply occurred_with_after; auto|auto].
    - destruct H as (T & c & H & ->). exists T, c. split; [apply occurred_with_after; auto|auto].
    - destruct H as (T & c & H & ->). rewrite created_after_pass in H. right. eauto.
    - destruct H as (T & c & H & ->). exists T, c. split; [now apply created_after_pass|auto].
    - destruct H as (P & T & H & ->). rewrite changed_after_pass in H. right. eauto.
    - destruct H as (P & T & H & ->). exists P, T. split; [now apply changed_after_pass|auto].
    - destruct H as (P & T & H & ->). rewrite changed_after_pass in H. right. eauto.
    - destruct H as (P & T & H & ->). exists P, T. split; [now apply changed_after_pass|auto].
  Qed.

  (** Legality. *)

  Lemma never_is : forall c g n p T, stands b R c g n -> plays b (turn g) p (now g) T ->
    let r := play (table_of b) (mine n) (theirs n) (single p) in
    suicide_never (suicide R) n r (single p) || ban_hits n p r = false <->
    suicide_allows R (now g) p T /\ match ko R with BasicFixed => ~ basic g T | _ => True end.
  Proof.
    intros c g n p T (Hs & _ & _ & Hban) HT r. destruct (plays_length _ _ _ _ _ HT) as (_ & Hp & He).
    rewrite orb_false_iff. unfold r. rewrite (suicide_never_is b g n Hs p Hp He T HT).
    assert (Hno : ban n = 0%N -> ban_hits n p (play (table_of b) (mine n) (theirs n) (single p)) = false).
    { intros E. unfold ban_hits. now rewrite E. }
    destruct (ko R); try tauto.
    rewrite (Hban p T HT), <- (unchanged_is b g n Hs p Hp He T HT). unfold ban_hits.
    destruct (N.eqb_spec (ban n) 0) as [E|E].
    - rewrite E. intuition (try discriminate; lia).
    - rewrite <- not_true_iff_false, orb_true_iff, andb_true_iff, !N.eqb_eq. tauto.
  Qed.

  Theorem superko_keeps_promises : keeps_promises R (superko b R) (says (ko R)) (stands b R).
  Proof.
    constructor.
    - intros c g n (Hs & _). apply Hs.
    - intros c g n ch Hst Hch Happ Hleg. pose proof Hst as (Hs & Hpass & Hless & Hban).
      cbn [choices superko superko_with] in Hch. apply in_app_or in Hch as [Hch|[<-|[]]].
      + apply (play_choices_are b g n Hs) in Hch as (p & -> & Hp & He). cbn [step_of superko superko_with] in *.
        destruct (a_play_exists b g n Hs p Hp He) as [T HT]. exists (with_move g (Play p) T).
        unfold is_legal, play_step in Hleg. cbn [legal] in Hleg.
        destruct (suicide_never (suicide R) n _ (single p) || ban_hits n p _) eqn:En; [contradiction|].
        apply (never_is c g n p T Hst HT) in En as [Hsui Hbas].
        specialize (Hleg _ (or_introl eq_refl)). rewrite (prohibited_is b (ko R) back g n p T _ Hs HT) in Hleg.
        split; [|split].
        * apply by_a_play; [rewrite over_is; lia|]. split; [destruct Hs as [[-> _] _]; exact HT|split; [exact Hsui|]].
          destruct (ko R); cbn [ko_forbids] in *; tauto.
        * split; [now apply shows_after_play|]. cbn [record with_move passes_in_a_row what].
          split; [unfold node_after; now destruct (to_move n)|].
          split; [unfold node_after; destruct (to_move n); cbn; lia|].
          destruct (ko R) eqn:Ek; try (unfold node_after; now destruct (to_move n)). now apply next_ban_is_right.
        * intros f. unfold play_step. cbn [inserts clears]. rewrite (says_after_play b (ko R) back g n p T (next_ban (table_of b) (cells_of b) (ko R) n (play (table_of b) (mine n) (theirs n) (single p))) f Hs HT). cbn. intuition.
      + exists (with_move g Pass (now g)). cbn [step_of superko superko_with]. split; [apply by_a_pass; [rewrite over_is; lia|apply not_primitive]|].
        unfold follows, pass_step. cbn [leads]. destruct (passes n) as [|k] eqn:Ep.
        * split.
          -- split; [now apply shows_after_pass|]. cbn [record with_move passes_in_a_row what]. rewrite Hpass.
             split; [reflexivity|split; [cbn; lia|]]. destruct (ko R); try reflexivity.
             intros q T' _. split; [intros H; now apply basic_after_pass in H|].
             change (ban (node_passed n 1)) with 0%N. intros [H|[H _]]; exfalso; lia.
          -- intros f. rewrite (says_after_pass g n f Hs). cbn. intuition.
        * split; [apply over_is; cbn; lia|]. eexists. split; [apply scores_unmoved; [apply not_primitive|]|apply as_good_refl; reflexivity].
          now apply (area_score_is b g n Hs).
    - intros c g n m g' Hst Hm. pose proof Hst as (Hs & Hpass & Hless & Hban). destruct Hm as [Ho _|p T Ho (HT & Hsui & Hko)].
      + exists (Passing 0). cbn [choices superko superko_with step_of]. split; [apply in_or_app; right; now left|].
        split; [split; cbn; contradiction|]. split; [exact I|].
        unfold follows, pass_step. cbn [leads]. destruct (passes n) as [|k] eqn:Ep.
        * split.
          -- split; [now apply shows_after_pass|]. cbn [record with_move passes_in_a_row what]. rewrite Hpass.
             split; [reflexivity|split; [cbn; lia|]]. destruct (ko R); try reflexivity.
             intros q T' _. split; [intros H; now apply basic_after_pass in H|].
             change (ban (node_passed n 1)) with 0%N. intros [H|[H _]]; exfalso; lia.
          -- intros f. rewrite (says_after_pass g n f Hs). cbn. intuition.
        * split; [apply over_is; cbn; lia|]. eexists. split; [apply scores_unmoved; [apply not_primitive|]|apply as_good_refl; reflexivity].
          now apply (area_score_is b g n Hs).
      + rewrite (proj1 (proj1 Hs)) in HT. destruct (plays_length _ _ _ _ _ HT) as (_ & Hp & He).
        exists (Stone_on p (single p)). cbn [choices superko superko_with step_of].
        split; [apply in_or_app; left; apply (play_choices_are b g n Hs); eauto|].
        split; [split; cbn; contradiction|]. split.
        * unfold is_legal, play_step. cbn [legal].
          destruct (suicide_never (suicide R) n _ (single p) || ban_hits n p _) eqn:En.
          -- apply not_false_iff_true in En. apply En. apply (never_is c g n p T Hst HT). split; [exact Hsui|].
             destruct (ko R); cbn [ko_forbids] in Hko; tauto.
          -- intros f [<-|[]]. rewrite (prohibited_is b (ko R) back g n p T _ Hs HT). destruct (ko R); cbn [ko_forbids] in *; tauto.
        * unfold follows, play_step. cbn [leads]. split.
          -- split; [now apply shows_after_play|]. cbn [record with_move passes_in_a_row what].
             split; [unfold node_after; now destruct (to_move n)|].
             split; [unfold node_after; destruct (to_move n); cbn; lia|].
             destruct (ko R) eqn:Ek; try (unfold node_after; now destruct (to_move n)). now apply next_ban_is_right.
          -- intros f. cbn [inserts clears]. rewrite (says_after_play b (ko R) back g n p T (next_ban (table_of b) (cells_of b) (ko R) n (play (table_of b) (mine n) (theirs n) (single p))) f Hs HT). cbn. intuition.
    - intros c g n (Hs & Hpass & Hless & _). left. rewrite over_is. lia.
    - intros c g n f ((Hp & Hb & Hw & Ht) & _) Hf. cbn [implied superko superko_with] in Hf. unfold says.
      destruct (ko R); try contradiction; destruct Hf as [<-|[]].
      + exists (now g). split; [apply now_occurred|]. unfold fact_about. now rewrite Hb, Hw.
      + exists (now g), (turn g). split; [apply now_occurred_with|]. unfold fact_about. now rewrite Hb, Hw, Ht.
    - intros c g n n' H Hst. cbn in H. now apply same_node_spec in H as <-.
  Qed.
End Promises.
