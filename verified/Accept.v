(** * Acceptance implies the value

    [accepts] is the whole checker: a header, the table of groups, the lemmas and the claims go in, and a verdict
    comes out. The theorem [accepted_value] says what the verdict means. *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia Lqa FMapPositive.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Bits Flood Play Area Checker Sound Common Beside Ban Tally Text Twin Promises Values Ends Groups Symmetry Image Life Settled Decided Judge Pieces Bounds Endless.

(** ** The header, and what is claimed *)

Record header := {
  of_board : board; of_rules : rules; from : position; to_play : colour; moves_made : list move; value : Q;
  upper : option Q (* where play can be endless: the second of two scores *) }.

(** How the file writes facts of a name, with and without its first and second position: their scope. And the names
    that show that games end, and the facts that a node may imply. Nothing need be trusted here. *)

Record layout := { scope_list : list (nat * bool * bool * N); end_names : list nat; arriving : list pattern }.

Definition same_shape (n : nat) (f s : bool) (x : nat * bool * bool * N) : bool :=
  let '(n', f', s', _) := x in (n =? n') && eqb f f' && eqb s s'.

Fixpoint scope_in (l : list (nat * bool * bool * N)) (n : nat) (f s : bool) : option N :=
  match l with [] => None | x :: l' => if same_shape n f s x then Some (snd x) else scope_in l' n f s end.

(** What is not in the list has a scope of its own. *)

Definition scopes_by (l : list (nat * bool * bool * N)) (n : nat) (f s : bool) : N :=
  match scope_in l n f s with
  | Some x => x
  | None => 256 + 4 * N.of_nat n + 2 * (if f then 1 else 0) + (if s then 1 else 0)
  end.

Fixpoint scopes_good (l : list (nat * bool * bool * N)) : bool :=
  match l with
  | [] => true
  | (_, x) :: l' => (x <? 256)%N && forallb (fun y => negb (snd y =? x)%N) l' && scopes_good l'
  end.

Lemma scope_in_spec : forall l n f s x, scope_in l n f s = Some x -> In (n, f, s, x) l.
Proof.
  induction l as [|[[[n' f'] s'] x'] l IH]; intros n f s x H; cbn in H; [discriminate|].
  destruct (_ && _) eqn:E; [|right; auto]. left. rewrite !andb_true_iff in E. destruct E as ((E1 & E2) & E3).
  apply Nat.eqb_eq in E1 as ->. apply eqb_prop in E2 as ->. apply eqb_prop in E3 as ->. congruence.
Qed.

Lemma scopes_good_spec : forall l, scopes_good l = true -> (forall y, In y l -> (snd y < 256)%N) /\
  forall y z, In y l -> In z l -> snd y = snd z -> y = z.
Proof.
  induction l as [|[y x] l IH]; intros H; [split; [intros z []|intros y z []]|]. cbn in H.
  rewrite !andb_true_iff, forallb_forall in H. destruct H as ((H1 & H2) & H3). destruct (IH H3) as [IH1 IH2].
  apply N.ltb_lt in H1. split.
  - intros z [<-|Hz]; auto.
  - intros u v [<-|Hu] [<-|Hv] E; auto; exfalso; cbn in E.
    + specialize (H2 v Hv). rewrite E, N.eqb_refl in H2. discriminate.
    + specialize (H2 u Hu). rewrite E, N.eqb_refl in H2. discriminate.
Qed.

Lemma scopes_by_differ : forall l, scopes_good l = true -> forall n f s n' f' s',
  scopes_by l n f s = scopes_by l n' f' s' -> n = n' /\ f = f' /\ s = s'.
Proof.
  intros l H n f s n' f' s' E. apply scopes_good_spec in H as [H1 H2]. unfold scopes_by in E.
  destruct (scope_in l n f s) as [x|] eqn:Ex; [apply scope_in_spec in Ex; pose proof (H1 _ Ex) as B1; cbn in B1|];
    (destruct (scope_in l n' f' s') as [x'|] eqn:Ex'; [apply scope_in_spec in Ex'; pose proof (H1 _ Ex') as B2; cbn in B2|]).
  - specialize (H2 _ _ Ex Ex' E). injection H2 as -> -> -> _. auto.
  - exfalso. lia.
  - exfalso. lia.
  - destruct f, s, f', s'; (split; [lia|split; (reflexivity || (exfalso; lia))]).
Qed.

Definition black_claim (v : Q) : kind := {| threshold := v; strict := false; winner := Black; endless := false |}.
Definition white_claim (v : Q) : kind := {| threshold := v; strict := true; winner := White; endless := false |}.

(** The same where endless play is a win for him who claims. *)

Definition black_holds (v : Q) : kind := {| threshold := v; strict := false; winner := Black; endless := true |}.
Definition white_holds (v : Q) : kind := {| threshold := v; strict := true; winner := White; endless := true |}.

(** A claim needs no lemma if no score can contradict it. A mean without positions is a draw; sums have no bounds. *)

Definition has_range (R : rules) : bool := match tally (ko R) with Some c => negb (adds_up c) | None => true end.

Definition least_score (b : board) (R : rules) : Q :=
  if passing (ko R)
  then let s := (- inject_Z (Z.of_nat (size b)) - komi R)%Q in
       match tally (ko R) with None => if ikeda R then s - 1 else s | Some _ => if Qle_bool s 0 then s else 0 end
  else -1.

Definition greatest_score (b : board) (R : rules) : Q :=
  if passing (ko R)
  then let s := (inject_Z (Z.of_nat (size b)) - komi R)%Q in
       match tally (ko R) with None => s | Some _ => if Qle_bool s 0 then 0 else s end
  else 1.

Definition extreme_score (h : header) (k : kind) : Q :=
  match winner k with
  | Black => least_score (of_board h) (of_rules h)
  | White => greatest_score (of_board h) (of_rules h)
  end.

Definition needs_no_lemma (h : header) (L : layout) (k : kind) : bool :=
  games_end (ko (of_rules h)) (end_names L) && has_range (of_rules h) &&
  wins k (extreme_score h k).

(** The same of a bound: all scores meet it, and the game may be endless; or it is the end of what can be counted. *)

Definition needs_no_bound (h : header) (k : kind) : bool :=
  passing (ko (of_rules h)) && match tally (ko (of_rules h)) with None => true | Some _ => false end &&
  if endless k then wins k (extreme_score h k) else Qeq_bool (threshold k) (extreme_score h k).

Definition rule_for (b : board) (R : rules) (L : layout) : rule :=
  text_rule (ko R) (scopes_by (scope_list L)) (table_of b) (cells_of b) R (counts_passes (ko R)) (has_bans (ko R)) (arriving L).

Definition first_node (h : header) : node := start_node (of_rules h) (from h) (to_play h).

(** ** Bounds

    The theorem speaks of numbers without bounds. The program runs with the integers of a machine, so it refuses
    what could be too large for 63 bits: boards of more than 62 points, and long fractions. *)

Definition short (q : Q) : bool := (Z.abs (Qnum q) <? 16777216)%Z && (Pos.ltb (Qden q) 16777216).

(** Lemmas may be cited under symmetries. They have the numbers from 1 on; 0 is the board as it is. *)

Definition image_at (h : header) (us : list turns) (k : nat) (l : lemma) : option lemma :=
  match k with
  | O => Some l
  | _ => match nth_error us k with None => None | Some u => image_lemma (of_board h) (keys (ko (of_rules h))) u l end
  end.

(** Positions are decided only under rules that the theorem about them is for. *)

Definition judge_at (h : header) (L : layout) (r : rule) (gs : groups) : lemma -> bool :=
  let b := of_board h in
  if rules_decide (of_rules h) (end_names L)
  then judge (table_of b) (map single (seq 0 (size b))) (of_rules h) (scopes_by (scope_list L)) r gs
  else fun _ => false.

Definition short_lemma (l : lemma) : bool :=
  short (threshold (says_who l)) && (Z.abs (fst (tallied (place l))) <? 2048)%Z && (snd (tallied (place l)) <? 2048)%N.

(** No two lines keep one thing at one event. *)

Definition keep_apart (s s' : keep) : bool :=
  negb ((place_kept s =? place_kept s') && same_whom (Some (for_whom s)) (Some (for_whom s')) &&
        (on_play (keep_when s) && on_play (keep_when s') || on_pass (keep_when s) && on_pass (keep_when s'))).

Fixpoint all_apart (l : list keep) : bool :=
  match l with [] => true | s :: l' => forallb (keep_apart s) l' && all_apart l' end.

Lemma all_apart_spec : forall T, all_apart (Spec.keeps T) = true -> is_a_text T.
Proof.
  intros T. unfold is_a_text. induction (Spec.keeps T) as [|s l IH]; intros H; [constructor|].
  cbn in H. apply andb_prop in H as [H1 H2]. constructor; [|auto].
  rewrite forallb_forall in H1. apply Forall_forall. intros s' Hs' (E1 & E2 & E3). specialize (H1 s' Hs').
  apply negb_true_iff, not_true_iff_false in H1. apply H1.
  assert (Hw : forall w, same_whom (Some w) (Some w) = true) by now intros []. rewrite E1, Nat.eqb_refl, E2, Hw.
  destruct E3 as [[E3 E4]|[E3 E4]]; rewrite E3, E4; cbn; now rewrite ?orb_true_r.
Qed.

(** Every chain of the start has a liberty. The theorem does not need it; the format asks for it. *)

Definition all_live (b : board) (P : position) : bool :=
  let t := table_of b in
  let free := N.ldiff (all t) (N.lor (mask Black P) (mask White P)) in
  forallb (fun c => (spread t (mask c P) (neighbours t free) =? mask c P)%N) [Black; White].

(** ** The checker at work *)

Record session := { its_header : header; its_layout : layout; its_rule : rule; its_groups : groups; its_turns : list (list point * bool); grouped_facts : list (fact * N);
                    its_image : nat -> lemma -> option lemma; its_judge : lemma -> bool; its_assumed : PositiveMap.t lemma;
                    its_lemmas : lemmas; its_node : node; its_history : list fact }.

(** [ps] are lemmas that other files prove. *)

Definition open_session (h : header) (L : layout) (grouped : list (fact * N)) (symmetries : list (list point * bool)) (ps : list proven) : option session :=
  let us := all_turns (of_board h) symmetries in
  match grouping_of us grouped with None => None | Some m =>
  let gs := groups_from us m in
  let r := rule_for (of_board h) (of_rules h) L in
  let n := first_node h in
  if (length (from h) =? size (of_board h)) && (size (of_board h) <=? 62) && short (komi (of_rules h)) &&
     short (value h) && match upper h with None => true | Some v => short v end && all_live (of_board h) (from h) && scopes_good (scope_list L) &&
     forallb (good_turn (of_board h) (of_rules h)) us && match grouped with [] => true | _ => closed_turns (of_board h) us end && all_apart (Spec.keeps (ko (of_rules h))) &&
     forallb (may_assume (of_board h) (of_rules h) (scope_list L) gs) ps
  then match play_moves r n (start_facts (of_rules h) (scopes_by (scope_list L)) n) (moves_made h) with
       | None => None
       | Some (n', history) =>
           Some {| its_header := h; its_layout := L; its_rule := r; its_groups := gs; its_turns := symmetries; grouped_facts := grouped; its_image := image_at h us;
                   its_judge := judge_at h L r gs; its_assumed := table_of_proven ps;
                   its_lemmas := no_lemmas; its_node := n'; its_history := history |}
       end
  else None
  end.

Definition its_pieces (s : session) (number : positive) : option lemma := quick_find number (its_assumed s).

Definition feed (s : session) (i : item) : option session :=
  if match i with Lemma _ l _ | Promise _ l => short_lemma l end
  then match take (its_rule s) (its_groups s) (its_image s) (its_judge s) (its_pieces s) (its_lemmas s) i with
       | None => None
       | Some ls => Some {| its_header := its_header s; its_layout := its_layout s; its_rule := its_rule s; its_groups := its_groups s;
                            its_turns := its_turns s; grouped_facts := grouped_facts s; its_image := its_image s; its_judge := its_judge s; its_assumed := its_assumed s;
                            its_lemmas := ls; its_node := its_node s; its_history := its_history s |}
       end
  else None.

(** What the lemmas with these numbers are worth to other files, which may not rest on endless play. Without groups of
    its own a lemma needs none there. *)

Definition proven_by (s : session) (l : lemma) : proven :=
  {| its_board := of_board (its_header s); its_rules := of_rules (its_header s); its_scopes := scope_list (its_layout s);
     its_symmetries := its_turns s; its_grouped := match without_groups l with [] => [] | _ => grouped_facts s end; its_lemma := l |}.

Fixpoint proves (s : session) (numbers : list positive) : option (list proven) :=
  match numbers with
  | [] => Some []
  | x :: numbers' => match quick_find x (kept (its_lemmas s)), proves s numbers' with
                     | Some l, Some ps => if endless (says_who l) then None else Some (proven_by s l :: ps)
                     | _, _ => None
                     end
  end.

Definition claim_holds (s : session) (claim : kind) (number : option positive) : bool :=
  match number with
  | None => needs_no_lemma (its_header s) (its_layout s) claim
  | Some x => match quick_find x (kept (its_lemmas s)) with
              | None => false
              | Some l => makes_claim (its_rule s) (its_groups s) claim (its_node s) (its_history s) l &&
                          (negb (endless claim) || all_kept (its_lemmas s))
              end
  end.

Definition bound_holds (s : session) (claim : kind) (number : option positive) : bool :=
  match number with None => needs_no_bound (its_header s) claim | Some _ => claim_holds s claim number end.

Definition close_session (s : session) (claims : list (option positive)) : bool :=
  let v := value (its_header s) in
  match claims, upper (its_header s) with
  | [first; second], None => claim_holds s (black_claim v) first && claim_holds s (white_claim v) second
  | [first; second; third; fourth], Some u =>
      bound_holds s (black_claim v) first && bound_holds s (white_holds v) second &&
      bound_holds s (black_holds u) third && bound_holds s (white_claim u) fourth
  | _, _ => false
  end.

Fixpoint feed_all (s : session) (is : list item) : option session :=
  match is with
  | [] => Some s
  | i :: is' => match feed s i with None => None | Some s' => feed_all s' is' end
  end.

Definition accepts (h : header) (L : layout) (grouped : list (fact * N)) (symmetries : list (list point * bool)) (is : list item) (claims : list (option positive)) : bool :=
  match open_session h L grouped symmetries [] with
  | None => false
  | Some s => match feed_all s is with None => false | Some s' => close_session s' claims end
  end.

(** ** Scores are within the board *)

Lemma score_range : forall b R g s, has_range R = true -> good b R g -> scores R g s ->
  (least_score b R <= s <= greatest_score b R)%Q.
Proof.
  intros b R g s Hr (Hp & Hord & _) Hs. unfold least_score, greatest_score, has_range in *. unfold scores in Hs. destruct (passing (ko R)).
  2: { rewrite Hs. destruct (turn g); split; lra. }
  destruct (tally (ko R)) as [c|].
  - destruct Hs as (z & n & Hz & Hs). rewrite (proj1 Hp) in Hz. apply counted_bounded in Hz.
    2: { intros e He. destruct Hp as (_ & _ & H). destruct (H e He) as (H1 & H2 & _). auto. }
    set (lo := (- inject_Z (Z.of_nat (size b)) - komi R)%Q). set (hi := (inject_Z (Z.of_nat (size b)) - komi R)%Q).
    assert (Hin : (s == 0 \/ lo <= s <= hi)%Q).
    { unfold counted_score in Hs. destruct n as [|n]; [now left|right]. change (S n =? 0) with false in Hs. cbv iota in Hs.
      destruct (adds_up c); [discriminate|]. set (y := inject_Z (Z.of_nat (S n))) in *.
      assert (Hy : (0 < y)%Q) by (unfold y, Qlt; cbn; lia).
      destruct Hz as [H1 H2]. rewrite Zle_Qle, inject_Z_mult in H1, H2. rewrite inject_Z_opp in H1. fold y in H1, H2.
      assert (E : (inject_Z z == (inject_Z z / y) * y)%Q) by (field; lra). set (d := (inject_Z z / y)%Q) in *.
      unfold lo, hi. rewrite Hs. rewrite E in H1, H2. split; nra. }
    pose proof (Qle_bool_iff lo 0) as Hlo. pose proof (Qle_bool_iff hi 0) as Hhi.
    destruct (Qle_bool lo 0), (Qle_bool hi 0);
      repeat match goal with
        | H : true = true <-> _ |- _ => apply proj1 in H; specialize (H eq_refl)
        | H : false = true <-> ?x <= 0 |- _ => assert (0 < x)%Q by (apply Qnot_le_lt; intros ?; destruct H as [_ H]; discriminate H; auto); clear H
        end; destruct Hin as [Hin|Hin]; split; lra.
  - destruct Hs as (z & Hz & Hs). rewrite (proj1 Hp) in Hz. apply area_is_bounded in Hz; [|now apply now_length].
    destruct Hz as [H1 H2]. rewrite Hs, inject_Z_plus. rewrite Zle_Qle in H1, H2. rewrite inject_Z_opp in H1.
    pose proof (dues_bounded R g Hord) as [H3 H4]. rewrite Zle_Qle in H3, H4.
    destruct (ikeda R); cbn [inject_Z] in H3, H4; change (inject_Z (-1)) with (-1)%Q in *; change (inject_Z 0) with 0%Q in *; split; lra.
Qed.

Lemma pays_scores : forall b R g s, on g = b -> pays b R nothing_off g s -> scores R g s.
Proof.
  intros b R g s Hb. unfold pays, scores. destruct (passing (ko R)); [|auto]. destruct (tally (ko R)) as [c|] eqn:Ec.
  2: { intros (s' & (z & Hz & E') & E). exists z. split; [exact Hz|]. rewrite E, E'. destruct (ikeda R); change (inject_Z (fst nothing_off)) with 0%Q; ring. }
  intros ([x y] & Ht & E). destruct (Ht c Ec) as (z & n & Hz & H1 & H2). cbn in H1, H2. exists z, n. rewrite Hb. split; [exact Hz|].
  rewrite E, tally_score_is. subst x. replace y with (N.of_nat n) by lia. reflexivity.
Qed.

Lemma leads_to_good : forall b R g ms g', good b R g -> leads_to R g ms g' -> good b R g'.
Proof. intros b R g ms g' Hp H. induction H; eauto using good_after. Qed.

(** ** The theorem *)

Lemma feed_all_keeps : forall is s s', feed_all s is = Some s' ->
  its_header s' = its_header s /\ its_layout s' = its_layout s /\ its_rule s' = its_rule s /\ its_groups s' = its_groups s /\
  its_image s' = its_image s /\ its_judge s' = its_judge s /\ its_node s' = its_node s /\ its_history s' = its_history s /\
  its_assumed s' = its_assumed s /\ its_turns s' = its_turns s /\ grouped_facts s' = grouped_facts s /\
  exists is', take_all (its_rule s) (its_groups s) (its_image s) (its_judge s) (its_pieces s) (its_lemmas s) is' = Some (its_lemmas s').
Proof.
  induction is as [|i is IH]; intros s s' H; cbn [feed_all] in H.
  - injection H as <-. repeat split. now exists [].
  - unfold feed in H at 1. destruct (match i with Lemma _ l _ | Promise _ l => _ end); [|discriminate].
    destruct (take _ _ _ _ _ _ i) as [ls|] eqn:E; [|discriminate].
    apply IH in H as (H1 & H0 & H2 & H3 & H7 & H8 & H4 & H5 & H9 & H11 & H10 & is' & H6). cbn in *. repeat split; auto.
    exists (i :: is'). cbn [take_all]. now rewrite E.
Qed.

(** What a player can do for a goal: force it, or hold out for it where endless play is a win. *)

Definition reaches (R : rules) (k : kind) (g : game) : Prop :=
  if endless k then can_hold_out R (winner k) (goal k) g else can_force R (winner k) (goal k) g.

(** What is proved of a header: its ko rule is a text, its moves are legal, and the game that they lead to has its value,
    or its bounds. *)

Definition is_right (h : header) : Prop :=
  is_a_text (ko (of_rules h)) /\
  exists g, leads_to (of_rules h) (begin (of_board h) (from h) (to_play h)) (moves_made h) g /\
            match upper h with
            | None => has_value (of_rules h) g (value h)
            | Some u => has_bounds (of_rules h) g (value h) u
            end.

(** The same of a claim. *)

Definition is_forced (h : header) (k : kind) : Prop :=
  is_a_text (ko (of_rules h)) /\
  exists g, leads_to (of_rules h) (begin (of_board h) (from h) (to_play h)) (moves_made h) g /\ reaches (of_rules h) k g.

Definition truth_of (p : proven) : Prop :=
  let scopes := scopes_by (its_scopes p) in
  is_true (its_rules p) (text_says (its_rules p) scopes) offset (stands (its_board p) (its_rules p) scopes) (pays (its_board p) (its_rules p))
    (groups_by (all_turns (its_board p) (its_symmetries p)) (its_grouped p)) (its_lemma p).

Lemma assumed_truth : forall h L symmetries grouped ps number l, (forall p, In p ps -> truth_of p) ->
  forallb (may_assume (of_board h) (of_rules h) (scope_list L) (groups_by (all_turns (of_board h) symmetries) grouped)) ps = true ->
  quick_find number (table_of_proven ps) = Some l -> truth_of {| its_board := of_board h; its_rules := of_rules h;
    its_scopes := scope_list L; its_symmetries := symmetries; its_grouped := grouped; its_lemma := l |}.
Proof.
  intros h L symmetries grouped ps number l Hps Hall H. apply found_in_table in H as [H|(p & Hp & ->)]; [discriminate|]. specialize (Hps p Hp).
  rewrite forallb_forall in Hall. specialize (Hall p Hp). unfold may_assume in Hall. rewrite !andb_true_iff in Hall.
  destruct Hall as (((H1 & H2) & H3) & H4). destruct (board_same _ _) as [E1|]; [|discriminate].
  destruct (rules_same _ _) as [E2|]; [|discriminate]. destruct (scopes_same _ _) as [E3|]; [|discriminate].
  unfold truth_of in *. cbn [its_board its_rules its_scopes its_symmetries its_grouped its_lemma] in *. rewrite <- E1, <- E2, <- E3.
  eapply still_true; [|exact Hps]. rewrite <- E1 in H4. intros f g Hg Hf. unfold groups_agree in H4. destruct (grouped_with _ _ _ _ Hf) as (f0 & Ho & Hfs).
  destruct (without_groups (its_lemma p)) as [|x mine]; [discriminate|]. rewrite forallb_forall in H4. specialize (H4 _ Ho). cbn [fst snd] in H4.
  rewrite Hg in H4. cbn [negb orb] in H4. rewrite forallb_forall in H4. specialize (H4 _ Hfs).
  destruct (group_of _ f) as [y|]; [|discriminate]. now apply N.eqb_eq in H4 as ->.
Qed.

Lemma session_truth : forall h L grouped symmetries ps s is s', (forall p, In p ps -> truth_of p) ->
  open_session h L grouped symmetries ps = Some s -> feed_all s is = Some s' ->
  its_header s' = h /\ (forall number l, quick_find number (kept (its_lemmas s')) = Some l -> endless (says_who l) = false -> truth_of (proven_by s' l)) /\
  is_a_text (ko (of_rules h)) /\
  exists g, leads_to (of_rules h) (begin (of_board h) (from h) (to_play h)) (moves_made h) g /\ good (of_board h) (of_rules h) g /\
            forall k number, claim_holds s' k number = true -> reaches (of_rules h) k g.
Proof.
  intros h L grouped symmetries ps s is s' Hps Eo Ef.
  unfold open_session in Eo. set (us := all_turns (of_board h) symmetries) in *. destruct (grouping_of us grouped) as [m|] eqn:Egr; [|discriminate].
  assert (Egs : groups_from us m = groups_by us grouped) by (unfold groups_by; now rewrite Egr). rewrite Egs in Eo.
  destruct (_ && _) eqn:Eb in Eo; [|discriminate].
  rewrite !andb_true_iff, Nat.eqb_eq in Eb. destruct Eb as ((((((((((Hl & _) & _) & _) & _) & _) & Hgood) & Hturns) & Hclosed) & Hapart) & Hassume).
  destruct (play_moves _ _ _ _) as [[n history]|] eqn:Em; [|discriminate]. injection Eo as <-.
  apply feed_all_keeps in Ef as (E1 & E0 & E2 & E3 & _ & _ & E4 & E5 & _ & E7 & E6 & is' & Et). unfold its_pieces in Et.
  cbn [its_header its_layout its_rule its_groups its_image its_judge its_lemmas its_node its_history its_assumed its_turns grouped_facts] in *.
  pose proof (scopes_by_differ _ Hgood) as Hdiffer.
  set (says := text_says (of_rules h) (scopes_by (scope_list L))) in *.
  set (at_node := stands (of_board h) (of_rules h) (scopes_by (scope_list L))) in *. set (paying := pays (of_board h) (of_rules h)) in *.
  assert (Hpr : keeps_promises (of_rules h) (rule_for (of_board h) (of_rules h) L) says offset at_node paying).
  { apply text_keeps_promises; [exact Hdiffer|]. intros g Hp. apply over_decidable. rewrite (proj1 Hp). now apply now_length. }
  set (g0 := begin (of_board h) (from h) (to_play h)).
  destruct (play_moves_is _ _ _ _ _ _ Hpr _ nothing_off g0 _ _ _ _
              (text_start_stands (of_board h) (of_rules h) (scopes_by (scope_list L)) (from h) (to_play h) Hl)
              (fun f => text_start_history (of_board h) (of_rules h) (scopes_by (scope_list L)) (from h) (to_play h) f) Em) as (g & Hg & Hsg & Hhg).
  assert (Hp : good (of_board h) (of_rules h) g).
  { eapply leads_to_good; [|exact Hg]. now apply begin_good. }
  pose proof (groups_by_well us grouped) as Hwell. set (gs := groups_by us grouped) in *.
  set (final := promise_list (its_lemmas s')).
  set (safely := safe (of_board h) (of_rules h) (scopes_by (scope_list L)) final).
  set (valid := is_valid (of_rules h) says offset at_node paying gs safely).
  assert (Himage : forall k l l', valid l -> image_at h us k l = Some l' -> valid l').
  { intros [|k] l l' Hl0 Ek; cbn [image_at] in Ek; [now injection Ek as <-|].
    destruct (nth_error us (S k)) as [u|] eqn:Eu; [|discriminate]. apply nth_error_In in Eu.
    pose proof (proj1 (forallb_forall _ _) Hturns u Eu) as Ht. pose proof Eu as Hu.
    apply in_map_iff in Hu as ([points x] & <- & _).
    unfold good_turn in Ht. apply andb_prop in Ht as [Ht Ht2].
    eapply image_lemma_is_valid; [apply safe_image|apply test_symmetry_is; exact Ht| | |exact Hl0|exact Ek].
    - intros Hx. change (swaps (forth (turns_of (of_board h) (points, x)))) with x in Ht2. change (x = true) in Hx. rewrite Hx in Ht2.
      cbn [negb orb] in Ht2. rewrite !andb_true_iff, Qeq_bool_iff, !negb_true_iff in Ht2. unfold even_handed. tauto.
    - intros f y Hf. apply (groups_are_closed us grouped (turns_of (of_board h) (points, x))); [|exact Hf].
      destruct grouped as [|o rest]; [exfalso; unfold gs in Hf; now rewrite nothing_grouped in Hf|].
      intros v Hv. now apply (turns_follow_on (of_board h) (of_rules h) symmetries). }
  assert (Hjudge : forall l, judge_at h L (rule_for (of_board h) (of_rules h) L) gs l = true ->
      is_true (of_rules h) says offset at_node paying gs l).
  { intros l Hj. unfold judge_at in Hj. destruct (rules_decide _ _) eqn:Er; [|discriminate]. eapply judge_is; eauto. }
  assert (Hassumed : forall number l, quick_find number (table_of_proven ps) = Some l -> is_true (of_rules h) says offset at_node paying gs l)
    by (intros number l Hn; exact (assumed_truth h L symmetries grouped ps number l Hps Hassume Hn)).
  assert (Hmore : forall c (G G' : game -> Prop) g', (forall g'', later (of_rules h) g' g'' -> G g'' -> G' g'') -> safely c G g' -> safely c G' g')
    by (intros c G G' g' Hm Hs; now apply for_less with G).
  assert (Hforces : forall c G g', forces (of_rules h) c G g' -> safely c G g') by (intros c G g' Hf; now apply it_is_forced).
  assert (Hstep : forall c G g', one_step (of_rules h) c G (safely c G) g' -> safely c G g') by (intros c G g' Hf; now apply a_step_is).
  pose proof (take_all_promises _ _ _ _ _ _ _ _ no_promises_listed Et) as [Hlisted _].
  assert (Hpromise : forall number l, In (number, l) final -> valid l).
  { intros number l Hin o g' Hst _. unfold wins_by. rewrite (proj2 Hlisted number l Hin). now apply it_is_promised with number. }
  assert (Hfollow : forall number l, quick_find number (kept (its_lemmas s')) = Some l ->
      follows_by_a_step (of_rules h) says offset at_node paying gs safely l).
  { exact (take_all_follows _ _ _ _ _ _ Hpr _ Hwell _ Hmore Hforces Hstep _ Himage _ Hjudge _ Hassumed _ _ _
             (no_lemmas_follow _ _ _ _ _ _ _) no_promises_listed Et Hpromise). }
  assert (Hvalid : forall number l, quick_find number (kept (its_lemmas s')) = Some l -> valid l).
  { intros number l Hn. apply following_is_valid; eauto. }
  split; [exact E1|]. split.
  { intros number l Hn He. unfold truth_of, proven_by. cbn [its_board its_rules its_scopes its_symmetries its_grouped its_lemma].
    rewrite E1, E0, E6, E7.
    assert (Htrue : is_true (of_rules h) says offset at_node paying gs l) by (apply ordinary_is_true with safely; [exact He|now apply (Hvalid number)]).
    destruct (without_groups l) eqn:Eg; [|exact Htrue].
    eapply still_true; [|exact Htrue]. intros f x Hx. rewrite Eg in Hx. discriminate. }
  split; [now apply all_apart_spec|]. exists g. split; [exact Hg|]. split; [exact Hp|].
  assert (Hpays : forall k g', proper (of_board h) g' -> paid offset paying nothing_off (goal k) g' -> exists q, scores (of_rules h) g' q /\ goal k q).
  { intros k g' Hp' (q & Hq & Hgoal). exists q. split; [apply (pays_scores (of_board h)); [apply Hp'|exact Hq]|exact Hgoal]. }
  intros k [x|] Hk; cbn [claim_holds] in Hk.
    - destruct (quick_find x _) as [l|] eqn:El; [|discriminate]. apply andb_prop in Hk as [Hk Hkept].
      rewrite E2, E3, E4, E5 in Hk.
      assert (Hw : wins_by (of_rules h) safely k (winner k) (paid offset paying nothing_off (goal k)) g)
        by exact (makes_claim_is _ _ _ _ _ _ Hpr gs safely Hmore Hforces k nothing_off g n history l Hsg Hhg (Hvalid x l El) Hk).
      unfold reaches. unfold wins_by in Hw. destruct (endless k).
      + apply safe_is_held with (4 := Hw) (gs := gs); [|exact (Hpays k)|apply Hp].
        intros number l' Hin. unfold all_kept in Hkept. cbn [negb orb] in Hkept. rewrite forallb_forall in Hkept. specialize (Hkept _ Hin).
        cbn [fst snd] in Hkept. destruct (quick_find number _) as [l1|] eqn:E; [|discriminate]. exists l1. split; [exact Hkept|eauto].
      + apply forces_can_force with (G := fun g' => proper (of_board h) g' /\ paid offset paying nothing_off (goal k) g').
        * intros g' [Hp' Hpaid]. now apply Hpays.
        * apply forces_more with (G := paid offset paying nothing_off (goal k)); [|exact Hw].
          intros g' Hl' Hpaid. split; [|exact Hpaid]. destruct Hl' as [ms Hms]. apply (leads_to_good _ _ _ _ _ Hp Hms).
    - rewrite E1, E0 in Hk. apply andb_prop in Hk as [Hend Hk]. apply andb_prop in Hend as [Hend Hrange]. apply wins_spec in Hk.
      assert (Hforce : can_force (of_rules h) (winner k) (goal k) g).
      { apply forced_anyway with (of_board h); [apply Hp|apply (they_must_end (of_board h) (of_rules h) (end_names L) Hend g Hp)|].
        intros g' q [ms Hms] Hq. apply (goal_as_good k) with (2 := Hk).
        pose proof (score_range _ _ _ _ Hrange (leads_to_good _ _ _ _ _ Hp Hms) Hq) as [H1 H2].
        unfold extreme_score. destruct (winner k); cbn; auto. }
      unfold reaches. destruct (endless k); [now apply forced_is_held|exact Hforce].
Qed.

(** A bound that needs no lemma: all scores meet it, or it is the end of what can be counted. *)

Lemma no_bound_needed : forall h k g, good (of_board h) (of_rules h) g -> needs_no_bound h k = true ->
  if endless k then can_hold_out (of_rules h) (winner k) (goal k) g
  else (threshold k == match winner k with Black => least_count (of_rules h) g | White => greatest_count (of_rules h) g end)%Q.
Proof.
  intros h k g Hp H. unfold needs_no_bound in H. rewrite !andb_true_iff in H. destruct H as ((H1 & H2) & H3).
  destruct (tally (ko (of_rules h))) eqn:Et; [discriminate|].
  assert (Hc : counts_area (of_rules h)) by (split; auto).
  assert (Ee : (extreme_score h k == match winner k with Black => least_count (of_rules h) g | White => greatest_count (of_rules h) g end)%Q).
  { unfold extreme_score, least_score, greatest_score, least_count, greatest_count. rewrite H1, Et, (proj1 (proj1 Hp)).
    destruct (winner k), (ikeda (of_rules h)); ring. }
  destruct (endless k).
  - apply wins_spec in H3. apply held_anyway with (of_board h); [exact Hp|]. intros g' s Hp' Hs. apply (goal_as_good k) with (2 := H3).
    pose proof (scores_are_counts (of_board h) _ _ _ Hc Hp' Hs) as Hr. unfold as_good.
    unfold least_count, greatest_count in *. rewrite (proj1 (proj1 Hp)), (proj1 (proj1 Hp')) in *. destruct (winner k); rewrite Ee; tauto.
  - apply Qeq_bool_iff in H3. now rewrite H3.
Qed.

Lemma closing_is : forall h s g claims, its_header s = h -> good (of_board h) (of_rules h) g ->
  (forall k number, claim_holds s k number = true -> reaches (of_rules h) k g) ->
  close_session s claims = true ->
  match upper h with None => has_value (of_rules h) g (value h) | Some u => has_bounds (of_rules h) g (value h) u end.
Proof.
  intros h s g claims E Hp Hclaim H. unfold close_session in H. rewrite E in H.
  assert (Hbound : forall k number, bound_holds s k number = true -> if endless k then can_hold_out (of_rules h) (winner k) (goal k) g
      else can_force (of_rules h) (winner k) (goal k) g \/
           (threshold k == match winner k with Black => least_count (of_rules h) g | White => greatest_count (of_rules h) g end)%Q).
  { intros k [x|] Hk.
    - apply (Hclaim k (Some x)) in Hk. unfold reaches in Hk. destruct (endless k); auto.
    - cbn [bound_holds] in Hk. rewrite E in Hk. apply (no_bound_needed h k g Hp) in Hk. destruct (endless k); auto. }
  destruct claims as [|c1 [|c2 claims]]; try discriminate. destruct (upper h) as [u|].
  - destruct claims as [|c3 [|c4 [|]]]; try discriminate. rewrite !andb_true_iff in H. destruct H as (((H1 & H2) & H3) & H4).
    apply Hbound in H1, H2, H3, H4. exact (conj H1 (conj H2 (conj H3 H4))).
  - destruct claims as [|c3 [|c4 [|]]]; try discriminate. apply andb_prop in H as [H1 H2]. split; [exact (Hclaim _ _ H1)|exact (Hclaim _ _ H2)].
Qed.

Theorem accepted_value : forall h L grouped symmetries is claims, accepts h L grouped symmetries is claims = true -> is_right h.
Proof.
  intros h L grouped symmetries is claims H. unfold accepts in H.
  destruct (open_session h L grouped symmetries []) as [s|] eqn:Eo; [|discriminate].
  destruct (feed_all s is) as [s'|] eqn:Ef; [|discriminate].
  destruct (session_truth h L grouped symmetries [] s is s' (fun p x => match x with end) Eo Ef) as (E & _ & Ht & g & Hg & Hp & Hclaim).
  split; [exact Ht|]. exists g. split; [exact Hg|]. now apply (closing_is h s' g claims).
Qed.

(** Without moves in the header the value is that of the start. *)

Corollary accepted_value_of_start : forall h L grouped symmetries is claims, moves_made h = [] -> accepts h L grouped symmetries is claims = true ->
  let g := begin (of_board h) (from h) (to_play h) in
  match upper h with None => has_value (of_rules h) g (value h) | Some u => has_bounds (of_rules h) g (value h) u end.
Proof.
  intros h L grouped symmetries is claims Hm H. apply accepted_value in H as (_ & g & Hl & Hv). rewrite Hm in Hl. inversion Hl; subst. exact Hv.
Qed.

(** ** The calls of the program

    It opens a session with a header, feeds it one item after the other, and closes it with the claims. Whatever it does
    besides, and wherever it takes the items from: if closing says yes, the header is right. *)

Inductive comes_from : header -> session -> Prop :=
| opened : forall h L grouped symmetries ps s, (forall p, In p ps -> shown p) -> open_session h L grouped symmetries ps = Some s -> comes_from h s
| fed    : forall h s i s', comes_from h s -> feed s i = Some s' -> comes_from h s'
(** Other files show what may be assumed. *)
with shown : proven -> Prop :=
| by_a_file : forall h s numbers ps p, comes_from h s -> proves s numbers = Some ps -> In p ps -> shown p.

Scheme comes_from_with := Induction for comes_from Sort Prop with shown_with := Induction for shown Sort Prop.

Lemma feed_one_more : forall is s i s1 s', feed_all s is = Some s1 -> feed s1 i = Some s' -> feed_all s (is ++ [i]) = Some s'.
Proof.
  induction is as [|j is IH]; intros s i s1 s' H H'; cbn in *; [injection H as ->; now rewrite H'|].
  destruct (feed s j); [eauto|discriminate].
Qed.

Lemma proves_what_is_true : forall s numbers ps p, proves s numbers = Some ps -> In p ps ->
  exists number l, quick_find number (kept (its_lemmas s)) = Some l /\ endless (says_who l) = false /\ p = proven_by s l.
Proof.
  intros s. induction numbers as [|x numbers IH]; intros ps p H Hp; cbn in H; [injection H as <-; contradiction|].
  destruct (quick_find x _) as [l|] eqn:E; [|discriminate]. destruct (proves s numbers) as [ps'|]; [|discriminate].
  destruct (endless (says_who l)) eqn:Ee; [discriminate|]. injection H as <-. destruct Hp as [<-|Hp]; [eauto 6|]. now apply IH with ps'.
Qed.

Lemma all_shown : forall h s, comes_from h s -> exists L grouped symmetries ps s0 is, (forall p, In p ps -> truth_of p) /\
  open_session h L grouped symmetries ps = Some s0 /\ feed_all s0 is = Some s.
Proof.
  apply (comes_from_with (fun h s _ => exists L grouped symmetries ps s0 is, (forall p, In p ps -> truth_of p) /\
    open_session h L grouped symmetries ps = Some s0 /\ feed_all s0 is = Some s) (fun p _ => truth_of p)).
  - intros h L grouped symmetries ps s _ IH Ho. exists L, grouped, symmetries, ps, s, []. auto.
  - intros h s i s' _ (L & grouped & symmetries & ps & s0 & is & Hps & Ho & Hf) Hi. exists L, grouped, symmetries, ps, s0, (is ++ [i]).
    split; [auto|split; [auto|]]. now apply feed_one_more with s.
  - intros h s numbers ps p _ (L & grouped & symmetries & ps0 & s0 & is & Hps & Ho & Hf) Hn Hp.
    destruct (proves_what_is_true _ _ _ _ Hn Hp) as (number & l & El & Ee & ->).
    now apply (proj1 (proj2 (session_truth _ _ _ _ _ _ _ _ Hps Ho Hf)) number).
Qed.

Theorem closed_claim : forall h s k number, comes_from h s -> claim_holds s k number = true -> is_forced h k.
Proof.
  intros h s k number H Hk. apply all_shown in H as (L & grouped & symmetries & ps & s0 & is & Hps & Ho & Hf).
  destruct (session_truth _ _ _ _ _ _ _ _ Hps Ho Hf) as (_ & _ & Ht & g & Hg & _ & Hclaim). split; [exact Ht|]. exists g. eauto.
Qed.

Theorem closed_value : forall h s claims, comes_from h s -> close_session s claims = true -> is_right h.
Proof.
  intros h s claims H Hc. apply all_shown in H as (L & grouped & symmetries & ps & s0 & is & Hps & Ho & Hf).
  destruct (session_truth _ _ _ _ _ _ _ _ Hps Ho Hf) as (E & _ & Ht & g & Hg & Hp & Hclaim). split; [exact Ht|]. exists g. split; [exact Hg|].
  now apply (closing_is h s g claims).
Qed.

(** The header that a session speaks of is that with which it was opened. *)

Theorem header_stays : forall h s, comes_from h s -> its_header s = h.
Proof.
  intros h s H. induction H as [h L grouped symmetries ps s _ H|h s i s' _ IH H].
  - unfold open_session in H. destruct (grouping_of _ _); [|discriminate]. destruct (_ && _); [|discriminate]. destruct (play_moves _ _ _ _) as [[]|]; [|discriminate]. now injection H as <-.
  - unfold feed in H. destruct (match i with Lemma _ l _ | Promise _ l => _ end); [|discriminate].
    destruct (take _ _ _ _ _ _ _); [|discriminate]. now injection H as <-.
Qed.

(** In a text it does not matter which line is asked first: what one keeps is what is kept. *)

Theorem kept_by_each_line : forall T r e s, is_a_text T -> In s (Spec.keeps T) -> counts (keep_when s) e = true ->
  kept_for T (e :: r) (place_kept s) (player_of e (for_whom s)) = meant (kept_for T r) e (what_kept s).
Proof.
  intros T r e s HT Hs Hc. cbn [kept_for]. destruct (find _ (Spec.keeps T)) as [x|] eqn:E.
  - apply find_some in E as [Hx E]. rewrite !andb_true_iff in E. destruct E as ((E1 & E2) & E3). apply Nat.eqb_eq in E2.
    assert (Ew : for_whom x = for_whom s).
    { destruct (colour_eq _ _) as [Ep|]; [|discriminate]. destruct (for_whom x), (for_whom s); auto; cbn in Ep; destruct (who e); discriminate. }
    assert (Hboth : at_one_event x s /\ at_one_event s x).
    { unfold counts in *. destruct (what e); split; (split; [congruence|split; [congruence|]]); rewrite ?E1, ?Hc; auto. }
    destruct (ForallOrdPairs_In HT x s Hx Hs) as [->|[H|H]]; [auto|exfalso; tauto|exfalso; tauto].
  - apply (find_none _ _ E) in Hs. rewrite Hc, Nat.eqb_refl in Hs. destruct (colour_eq _ _) as [|Hn]; [discriminate|now destruct Hn].
Qed.
