(** * Kee's rule of 16 March 2020

    A play may not make a position that has been encountered since the last pass, and a single pass may not be
    answered twice in the same way. The third pass in a row ends the game, and so does a player's second pass on a
    position, if no single pass has been answered by a play since his first. *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Bits Flood Play Area Checker Sound Common Superko Spight.

(** ** The program *)

Section Program.
  Variables free same : bool.
  Variable t : table.
  Variable cells : list choice.
  Variable R : rules.

  Definition disturbed_fact (n n' : node) : fact :=
    {| scope := 1; owner := number_of (to_move n); index := 0; black_of := black n; white_of := white n;
       black_to := if same then black n' else 0; white_to := if same then white n' else 0 |}.

  Definition march_passed (n : node) : fact := board_fact 2 (number_of (to_move n)) (black n) (white n).

  Definition march_play (n : node) (p : point) (here : N) : step :=
    let r := play t (mine n) (theirs n) here in
    let n' := node_after n r 0 in
    let answers := (passes n =? 1)%nat in
    let fs := recent n' :: if answers then [disturbed_fact n n'] else [] in
    {| made := Play p; legal := if suicide_never (suicide R) n r here then Never else Unless fs;
       present := []; absent := []; clears := if answers then [2%N] else []; inserts := fs; leads := GoesOn n' |}.

  Definition march_end (n : node) : step :=
    {| made := Pass; legal := Always; present := if (passes n <? 2)%nat then [march_passed n] else []; absent := [];
       clears := []; inserts := []; leads := Ends (area_score t (komi R) n) |}.

  Definition march_pass (n : node) : step :=
    {| made := Pass; legal := Always; present := []; absent := [march_passed n]; clears := [0%N];
       inserts := march_passed n :: (if free then [] else [recent n]); leads := GoesOn (node_passed n (S (passes n))) |}.

  Definition march_with : rule := {|
    choices := fun n => play_choices cells n ++ (if (passes n <? 2)%nat then [Passing 0; Passing 1] else [Passing 0]);
    step_of := fun n c => match c with
      | Stone_on p here => march_play n p here
      | Passing 0 => march_end n
      | Passing _ => march_pass n
      end;
    implied := fun n => if free && negb (passes n =? 0)%nat then [] else [recent n];
    stuck := fun _ => None;
    stands_for := fun _ => same_node |}.
End Program.

Definition march_rule (free same : bool) (b : board) (R : rules) : rule := march_with free same (table_of b) (cells_of b) R.

(** ** What its facts say of the record *)

Definition disturbed_about (same : bool) (c : colour) (P T : position) : fact :=
  {| scope := 1; owner := number_of c; index := 0; black_of := mask Black P; white_of := mask White P;
     black_to := if same then mask Black T else 0; white_to := if same then mask White T else 0 |}.

Definition march_says (free same : bool) (g : game) (f : fact) : Prop :=
  (exists T, In T (encountered free (start g) (record g)) /\ f = fact_about 0 0 T) \/
  (exists c P T, disturbed same (record g) c P T /\ f = disturbed_about same c P T) \/
  (exists c P, passed_since_answer (record g) c P /\ f = fact_about 2 (number_of c) P).

Definition march_stands (b : board) (R : rules) (_ : colour) (g : game) (n : node) : Prop :=
  shows b g n /\ passes_in_a_row (record g) = passes n /\ ~ over R g.

Section Record.
  Variable b : board.
  Variable g : game.
  Hypothesis is_proper : proper b g.
  Variables free same : bool.

  Lemma encountered_occurred : forall P0 r T, In T (encountered free P0 r) -> T = P0 \/ exists e, In e r /\ after e = T.
  Proof.
    induction r as [|e r IH]; intros T; cbn.
    - intros [<-|[]]. auto.
    - destruct (what e).
      + intros [<-|H]; [right; exists e; auto|].
        destruct (IH T H) as [->|(e' & H' & <-)]; [auto|]. right. exists e'. auto.
      + destruct free; [intros []|]. intros [<-|[]]. right. exists e. auto.
  Qed.

  Lemma encountered_length : forall T, In T (encountered free (start g) (record g)) -> length T = size b.
  Proof. intros T H. apply encountered_occurred in H. now apply (occurred_length b g is_proper). Qed.

  Lemma disturbed_event : forall r c P T, disturbed same r c P T ->
    exists e, In e r /\ before e = P /\ (same = true -> after e = T).
  Proof.
    induction r as [|e r IH]; intros c P T; cbn; [contradiction|].
    intros [(_ & _ & H1 & H2)|H]; [exists e; auto|]. destruct (IH _ _ _ H) as (e' & H1 & H2). exists e'. auto.
  Qed.

  Lemma disturbed_length : forall c P T, disturbed same (record g) c P T ->
    length P = size b /\ (same = true -> length T = size b).
  Proof.
    intros c P T H. destruct is_proper as (_ & _ & He). apply disturbed_event in H as (e & H & H1 & H2).
    destruct (He e H) as [L1 L2]. split; [congruence|]. intros E. now rewrite <- (H2 E).
  Qed.

  Lemma passed_since_passed : forall r c P, passed_since_answer r c P -> passed r c P.
  Proof.
    induction r as [|e r IH]; intros c P; cbn; [contradiction|]. intros [(H1 & H2 & H3)|[_ H]].
    - exists e. cbn. auto.
    - destruct (IH _ _ H) as (e' & H1 & H2). exists e'. cbn. auto.
  Qed.

  Lemma passed_since_length : forall c P, passed_since_answer (record g) c P -> length P = size b.
  Proof. intros c P H. apply passed_since_passed in H. now apply (passed_length b g is_proper) in H. Qed.

  Lemma disturbed_any : forall r c P T T', same = false -> disturbed same r c P T -> disturbed same r c P T'.
  Proof.
    intros r c P T T' E. rewrite E. induction r as [|e r IH]; cbn; [auto|].
    intros [(H1 & H2 & H3 & H4)|H]; [left|right; auto].
    split; [exact H1|split; [exact H2|split; [exact H3|discriminate]]].
  Qed.
End Record.

Lemma disturbed_about_injective : forall b same c P T c' P' T', length P = size b -> length P' = size b ->
  (same = true -> length T = size b) -> (same = true -> length T' = size b) ->
  disturbed_about same c P T = disturbed_about same c' P' T' -> c = c' /\ P = P' /\ (same = true -> T = T').
Proof.
  intros b same c P T c' P' T' H1 H2 H3 H4 H. 
  pose proof (f_equal owner H) as E0. pose proof (f_equal black_of H) as E1. pose proof (f_equal white_of H) as E2.
  pose proof (f_equal black_to H) as E3. pose proof (f_equal white_to H) as E4. cbn in E0, E1, E2, E3, E4.
  split; [now apply number_of_injective|]. split; [now apply (same_board b)|]. intros ->.
  apply (same_board b); auto.
Qed.

Lemma passed_since_decidable : forall r c P, passed_since_answer r c P \/ ~ passed_since_answer r c P.
Proof.
  induction r as [|e r IH]; intros c P; cbn; [auto|].
  assert (H1 : (what e = Pass /\ who e = c /\ after e = P) \/ ~ (what e = Pass /\ who e = c /\ after e = P)).
  { destruct (what e); [right; intros [H _]; discriminate|].
    destruct (same_colour (who e) c) eqn:Ec; [apply same_colour_spec in Ec|].
    - destruct (same_position_decidable (after e) P); [left; auto|right; tauto].
    - right. intros (_ & H & _). apply same_colour_spec in H. congruence. }
  assert (H2 : answers_a_pass e r \/ ~ answers_a_pass e r).
  { unfold answers_a_pass, a_play. destruct (Nat.eq_dec (passes_in_a_row r) 1); [|right; tauto].
    destruct (what e) as [p|]; [left; eauto|right; intros [[p H] _]; discriminate]. }
  destruct (IH c P); tauto.
Qed.

(** ** The rule keeps its promises *)

Section Promises.
  Variables free same : bool.
  Variable b : board.
  Variable R : rules.
  Hypothesis is_march : ko R = KeeMarch free same.
  Let says := march_says free same.

  Lemma march_over_play : forall g p T, ~ over R (with_move g (Play p) T).
  Proof. intros g p T. unfold over. rewrite is_march. cbn. intros [H _]. discriminate. Qed.

  Lemma march_over_pass : forall g, over R (with_move g Pass (now g)) <->
    passed_since_answer (record g) (turn g) (now g) \/ 2 <= passes_in_a_row (record g).
  Proof. intros g. unfold over. rewrite is_march. cbn. tauto. Qed.

  Lemma few_passes : forall g, ~ over R g -> passes_in_a_row (record g) <= 2.
  Proof.
    intros g Ho. unfold over in Ho. rewrite is_march in Ho. destruct (record g) as [|e r]; cbn; [lia|].
    destruct (what e); [lia|]. destruct (Nat.le_gt_cases 2 (passes_in_a_row r)); [tauto|lia].
  Qed.

  Lemma march_passed_is : forall g n, shows b g n -> march_passed n = fact_about 2 (number_of (turn g)) (now g).
  Proof. intros g n (_ & Hb & Hw & Ht). unfold march_passed, fact_about. now rewrite Hb, Hw, Ht. Qed.

  Lemma disturbed_fact_is : forall g n p T, shows b g n -> plays b (turn g) p (now g) T ->
    disturbed_fact same n (node_after n (play (table_of b) (mine n) (theirs n) (single p)) 0) =
    disturbed_about same (turn g) (now g) T.
  Proof.
    intros g n p T Hs HT. destruct (plays_length _ _ _ _ _ HT) as (_ & Hp & He).
    destruct (shows_after_play b g n Hs p Hp He T HT 0) as (_ & Hb & Hw & _).
    change (now (with_move g (Play p) T)) with T in *. destruct Hs as (_ & Hb0 & Hw0 & Ht0).
    unfold disturbed_fact, disturbed_about. now rewrite Ht0, Hb0, Hw0, Hb, Hw.
  Qed.

  Lemma says_encountered : forall g T, proper b g -> length T = size b ->
    (says g (fact_about 0 0 T) <-> In T (encountered free (start g) (record g))).
  Proof.
    intros g T Hp Hl. split; [|left; eauto]. intros [(T' & H & E)|[(c & P & T' & H & E)|(c & P & H & E)]].
    - destruct (fact_about_injective b _ _ _ _ _ _ Hl (encountered_length b g Hp free _ H) E) as (-> & _). auto.
    - discriminate.
    - apply (f_equal scope) in E. discriminate.
  Qed.

  Lemma says_disturbed : forall g c P T, proper b g -> length P = size b -> length T = size b ->
    (says g (disturbed_about same c P T) <-> disturbed same (record g) c P T).
  Proof.
    intros g c P T Hp HP HT. split; [|right; left; eauto 6].
    intros [(T' & H & E)|[(c' & P' & T' & H & E)|(c' & P' & H & E)]]; [discriminate| |discriminate].
    destruct (disturbed_length b g Hp same _ _ _ H) as [L1 L2].
    destruct (disturbed_about_injective b _ _ _ _ _ _ _ HP L1 (fun _ => HT) L2 E) as (-> & -> & HT').
    destruct same eqn:Es; [now rewrite HT'|]. now apply disturbed_any with T'.
  Qed.

  Lemma says_march_passed : forall g c P, proper b g -> length P = size b ->
    (says g (fact_about 2 (number_of c) P) <-> passed_since_answer (record g) c P).
  Proof.
    intros g c P Hp HP. split; [|right; right; eauto].
    intros [(T' & H & E)|[(c' & P' & T' & H & E)|(c' & P' & H & E)]].
    - apply (f_equal scope) in E. discriminate.
    - discriminate.
    - destruct (fact_about_injective b _ _ _ _ _ _ HP (passed_since_length b g Hp _ _ H) E) as (-> & E' & _).
      now apply number_of_injective in E' as ->.
  Qed.

  Lemma march_after_play : forall g p T f, says (with_move g (Play p) T) f <->
    f = fact_about 0 0 T \/ (passes_in_a_row (record g) = 1 /\ f = disturbed_about same (turn g) (now g) T) \/
    says g f /\ ~ (passes_in_a_row (record g) = 1 /\ scope f = 2%N).
  Proof.
    intros g p T f. unfold says, march_says. cbn [with_move record start encountered what after disturbed who before passed_since_answer].
    assert (Hplay : forall r, answers_a_pass {| who := turn g; what := Play p; before := now g; after := T |} r <-> passes_in_a_row r = 1).
    { intros r. unfold answers_a_pass. split; [tauto|]. intros H. split; [eexists; reflexivity|auto]. }
    split.
    - intros [(T' & [<-|H] & ->)|[(c & P & T' & [(H & <- & <- & H')|H] & ->)|(c & P & [(H & _)|[H H']] & ->)]].
      + auto.
      + right. right. split; [left; eauto|]. cbn. intros [_ E]. discriminate.
      + right. left. apply Hplay in H. split; [auto|]. unfold disturbed_about. destruct same; [now rewrite H'|auto].
      + right. right. split; [right; left; eauto 6|]. cbn. intros [_ E]. discriminate.
      + discriminate.
      + right. right. split; [right; right; eauto|]. intros [E _]. now apply H, Hplay.
    - intros [->|[[H ->]|[[(T' & H & ->)|[(c & P & T' & H & ->)|(c & P & H & ->)]] Hn]]].
      + left. exists T. split; [now left|auto].
      + right. left. exists (turn g), (now g), T. split; [|auto]. left. rewrite Hplay. repeat split; auto.
      + left. exists T'. split; [now right|auto].
      + right. left. exists c, P, T'. auto.
      + right. right. exists c, P. split; [|auto]. right. split; [|auto]. rewrite Hplay. intros E. now apply Hn.
  Qed.

  Lemma march_after_pass : forall g f, says (with_move g Pass (now g)) f <->
    f = fact_about 2 (number_of (turn g)) (now g) \/ (free = false /\ f = fact_about 0 0 (now g)) \/
    says g f /\ scope f <> 0%N.
  Proof.
    intros g f. unfold says, march_says. cbn [with_move record start encountered what after disturbed who before passed_since_answer].
    assert (Hpass : forall r, ~ answers_a_pass {| who := turn g; what := Pass; before := now g; after := now g |} r).
    { intros r [[p H] _]. discriminate. }
    split.
    - intros [(T' & H & ->)|[(c & P & T' & [(H & _)|H] & ->)|(c & P & [(_ & <- & <-)|[_ H]] & ->)]].
      + destruct free; [contradiction|]. destruct H as [<-|[]]. auto.
      + now apply Hpass in H.
      + right. right. split; [right; left; eauto 6|discriminate].
      + auto.
      + right. right. split; [right; right; eauto|discriminate].
    - intros [->|[[-> ->]|[[(T' & H & ->)|[(c & P & T' & H & ->)|(c & P & H & ->)]] Hn]]].
      + right. right. exists (turn g), (now g). split; [|auto]. left. auto.
      + left. exists (now g). split; [now left|auto].
      + now destruct Hn.
      + right. left. exists c, P, T'. auto.
      + right. right. exists c, P. split; [|auto]. right. split; [apply Hpass|auto].
  Qed.

  Lemma march_play_follows : forall c g n p T, march_stands b R c g n -> plays b (turn g) p (now g) T ->
    follows R says (march_stands b R) c (march_play same (table_of b) R n p (single p)) g (with_move g (Play p) T).
  Proof.
    intros c g n p T (Hs & Hpass & _) HT. destruct (plays_length _ _ _ _ _ HT) as (_ & Hp & He).
    pose proof (shows_after_play b g n Hs p Hp He T HT 0) as Hs'. split.
    - split; [exact Hs'|]. split; [unfold node_after; now destruct (to_move n)|apply march_over_play].
    - intros f. cbn [inserts clears march_play].
      rewrite march_after_play, (recent_is b _ _ Hs'), (disturbed_fact_is g n p T Hs HT), Hpass.
      change (now (with_move g (Play p) T)) with T.
      destruct (Nat.eqb_spec (passes n) 1) as [E|E]; cbn; intuition congruence.
  Qed.

  Lemma march_play_legal : forall c g n p T, march_stands b R c g n -> plays b (turn g) p (now g) T ->
    (is_legal says g (march_play same (table_of b) R n p (single p)) <->
     suicide_allows R (now g) p T /\ ~ ko_forbids (ko R) g T).
  Proof.
    intros c g n p T (Hs & Hpass & _) HT. destruct (plays_length _ _ _ _ _ HT) as (HPl & Hp & He).
    pose proof (shows_after_play b g n Hs p Hp He T HT 0) as Hs'. pose proof (plays_length_after _ _ _ _ _ HT) as Hl.
    rewrite <- (suicide_never_is b g n Hs p Hp He T HT), is_march. unfold is_legal, march_play. cbn [legal ko_forbids].
    destruct (suicide_never _ _ _ _); [intuition discriminate|].
    rewrite (recent_is b _ _ Hs'), (disturbed_fact_is g n p T Hs HT), Hpass.
    change (now (with_move g (Play p) T)) with T.
    rewrite <- (says_encountered g T (proj1 Hs) Hl), <- (says_disturbed g _ _ T (proj1 Hs) HPl Hl). split.
    - intros H. split; [auto|]. intros [H'|[E H']]; revert H'; apply H; [now left|].
      right. rewrite E. now left.
    - intros [_ H] f [<-|Hf]; [tauto|]. revert Hf. destruct (Nat.eqb_spec (passes n) 1); [|intros []].
      intros [<-|[]]. tauto.
  Qed.

  Lemma march_end_follows : forall c g n, shows b g n ->
    passed_since_answer (record g) (turn g) (now g) \/ 2 <= passes_in_a_row (record g) ->
    follows R says (march_stands b R) c (march_end (table_of b) R n) g (with_move g Pass (now g)).
  Proof.
    intros c g n Hs H. split; [now apply march_over_pass|].
    eexists. split; [apply scores_unmoved; [congruence|]|apply as_good_refl; reflexivity].
    now apply (area_score_is b g n Hs).
  Qed.

  Lemma march_pass_follows : forall c g n, march_stands b R c g n -> passes n < 2 ->
    ~ passed_since_answer (record g) (turn g) (now g) ->
    follows R says (march_stands b R) c (march_pass free n) g (with_move g Pass (now g)).
  Proof.
    intros c g n (Hs & Hpass & _) Hless H. split.
    - split; [now apply shows_after_pass|]. split; [cbn; now rewrite Hpass|]. rewrite march_over_pass.
      intros [H'|H']; [auto|lia].
    - intros f. cbn [inserts clears march_pass]. rewrite march_after_pass, (recent_is b _ _ Hs), (march_passed_is _ _ Hs).
      destruct free; cbn; intuition congruence.
  Qed.

  Theorem march_keeps_promises : keeps_promises R (march_rule free same b R) says (march_stands b R).
  Proof.
    constructor.
    - intros c g n (Hs & _). apply Hs.
    - intros c g n ch Hst Hch Happ Hleg. pose proof Hst as (Hs & Hpass & Ho). pose proof (now_length b g (proj1 Hs)) as Hl.
      pose proof (few_passes g Ho) as Hfew.
      pose proof (says_march_passed g (turn g) _ (proj1 Hs) Hl) as Hsays. rewrite <- (march_passed_is g n Hs) in Hsays.
      cbn [choices march_rule march_with] in Hch. apply in_app_or in Hch as [Hch|Hch].
      + apply (play_choices_are b g n Hs) in Hch as (p & -> & Hp & He). cbn [step_of march_rule march_with] in *.
        destruct (a_play_exists b g n Hs p Hp He) as [T HT]. exists (with_move g (Play p) T).
        apply (march_play_legal c g n p T Hst HT) in Hleg as [Hsui Hko]. split; [|now apply march_play_follows].
        apply by_a_play; auto. split; [destruct Hs as [[-> _] _]; exact HT|auto].
      + exists (with_move g Pass (now g)).
        assert (Hmk : makes R g Pass (with_move g Pass (now g))) by (apply by_a_pass; [exact Ho|congruence]).
        revert Hch. destruct (Nat.ltb_spec (passes n) 2) as [Hlt|Hge]; intros Hch.
        * destruct Hch as [<-|[<-|[]]]; cbn [step_of march_rule march_with] in *; (split; [exact Hmk|]).
          -- apply march_end_follows; [auto|]. left. apply Hsays, Happ. cbn [march_end Checker.present].
             destruct (Nat.ltb_spec (passes n) 2); [now left|lia].
          -- apply march_pass_follows; auto. intros H. apply Hsays in H. apply (proj2 Happ _ (or_introl eq_refl) H).
        * destruct Hch as [<-|[]]. cbn [step_of march_rule march_with] in *. split; [exact Hmk|].
          apply march_end_follows; [auto|]. right. lia.
    - intros c g n m g' Hst Hm. pose proof Hst as (Hs & Hpass & Ho). pose proof (now_length b g (proj1 Hs)) as Hl.
      pose proof (says_march_passed g (turn g) _ (proj1 Hs) Hl) as Hsays. rewrite <- (march_passed_is g n Hs) in Hsays.
      destruct Hm as [_ _|p T _ (HT & Hsui & Hko)].
      + destruct (Nat.ltb_spec (passes n) 2) as [Hlt|Hge].
        * destruct (passed_since_decidable (record g) (turn g) (now g)) as [H|H].
          -- exists (Passing 0). cbn [choices march_rule march_with step_of].
             split; [apply in_or_app; right; destruct (Nat.ltb_spec (passes n) 2); now left|].
             split; [|split; [exact I|apply march_end_follows; auto]]. split; [|intros f []].
             intros f Hf. cbn [march_end Checker.present] in Hf. revert Hf.
             destruct (Nat.ltb_spec (passes n) 2); [|lia]. intros [<-|[]]. now apply Hsays.
          -- exists (Passing 1). cbn [choices march_rule march_with step_of].
             split; [apply in_or_app; right; destruct (Nat.ltb_spec (passes n) 2); [right; now left|lia]|].
             split; [|split; [exact I|now apply march_pass_follows]]. split; [intros f []|intros f [<-|[]]]. now rewrite Hsays.
        * exists (Passing 0). cbn [choices march_rule march_with step_of].
          split; [apply in_or_app; right; destruct (Nat.ltb_spec (passes n) 2); now left|].
          split; [|split; [exact I|apply march_end_follows; [auto|right; lia]]]. split; [|intros f []].
          intros f Hf. cbn [march_end Checker.present] in Hf. revert Hf.
          destruct (Nat.ltb_spec (passes n) 2); [lia|intros []].
      + rewrite (proj1 (proj1 Hs)) in HT. destruct (plays_length _ _ _ _ _ HT) as (_ & Hp & He).
        exists (Stone_on p (single p)). cbn [choices march_rule march_with step_of].
        split; [apply in_or_app; left; apply (play_choices_are b g n Hs); eauto|].
        split; [split; intros f []|]. split; [|now apply march_play_follows].
        apply (march_play_legal c g n p T Hst HT). auto.
    - intros c g n (_ & _ & Ho). now left.
    - intros c g n f (Hs & Hpass & _) Hf. cbn [implied march_rule march_with] in Hf.
      destruct (free && negb (passes n =? 0)) eqn:E; [contradiction|]. destruct Hf as [<-|[]].
      left. exists (now g). split; [|now apply (recent_is b)]. rewrite <- Hpass in E.
      unfold now. destruct (record g) as [|e r]; cbn in *; [auto|]. destruct (what e); cbn in *; [auto|].
      destruct free; [discriminate|now left].
    - intros c g n n' H Hst. cbn in H. now apply same_node_spec in H as <-.
  Qed.
End Promises.
