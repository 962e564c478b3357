(** * Acceptance implies the value

    [accepts] is the whole checker: a header, the table of groups, the lemmas and the claims go in, and a verdict
    comes out. The theorem [accepted_value] says what the verdict means. *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia Lqa FMapPositive.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Bits Flood Play Area Checker Sound Common Superko Spight Spight2 Primitive KeeMarch Twin Values Ends Groups.

(** ** The header, and what is claimed *)

Record header := {
  of_board : board; of_rules : rules; from : position; to_play : colour; moves_made : list move; value : Q }.

Definition black_claim (v : Q) : kind := {| threshold := v; strict := false; winner := Black |}.
Definition white_claim (v : Q) : kind := {| threshold := v; strict := true; winner := White |}.

(** A claim needs no lemma if no score can contradict it. *)

Definition least_score (b : board) (R : rules) : Q :=
  match ko R with Primitive => -1 | _ => - inject_Z (Z.of_nat (size b)) - komi R end.

Definition greatest_score (b : board) (R : rules) : Q :=
  match ko R with Primitive => 1 | _ => inject_Z (Z.of_nat (size b)) - komi R end.

Definition needs_no_lemma (h : header) (k : kind) : bool :=
  wins k (match winner k with
          | Black => least_score (of_board h) (of_rules h)
          | White => greatest_score (of_board h) (of_rules h)
          end).

Definition start_node (P : position) (c : colour) : node :=
  {| black := mask Black P; white := mask White P; to_move := c; passes := 0; ban := 0 |}.

Definition rule_for (b : board) (R : rules) : rule :=
  match ko R with
  | Spight => spight_rule b R
  | Spight2 => spight2_rule b R
  | Primitive => primitive_rule b R
  | KeeMarch free same => march_rule free same b R
  | _ => superko b R
  end.

(** ** Bounds

    The theorem speaks of numbers without bounds. The program runs with the integers of a machine, so it refuses
    what could be too large for 63 bits: boards of more than 62 points, and long fractions. *)

Definition short (q : Q) : bool := (Z.abs (Qnum q) <? 16777216)%Z && (Pos.ltb (Qden q) 16777216).

Definition short_lemma (l : lemma) : bool := short (threshold (says_who l)).

(** Every chain of the start has a liberty. The theorem does not need it; the format asks for it. *)

Definition all_live (b : board) (P : position) : bool :=
  let t := table_of b in
  let free := N.ldiff (all t) (N.lor (mask Black P) (mask White P)) in
  forallb (fun c => (spread t (mask c P) (neighbours t free) =? mask c P)%N) [Black; White].

(** ** The checker at work *)

Record session := { its_header : header; its_rule : rule; its_groups : groups; its_lemmas : lemmas;
                    its_node : node; its_history : list fact }.

Definition open_session (h : header) (grouped : list (fact * N)) : option session :=
  let r := rule_for (of_board h) (of_rules h) in
  let n := start_node (from h) (to_play h) in
  if (length (from h) =? size (of_board h)) && (size (of_board h) <=? 62) && short (komi (of_rules h)) &&
     short (value h) && all_live (of_board h) (from h)
  then match play_moves r n (implied r n) (moves_made h) with
       | None => None
       | Some (n', history) =>
           Some {| its_header := h; its_rule := r; its_groups := groups_from (grouping_of grouped);
                   its_lemmas := no_lemmas; its_node := n'; its_history := history |}
       end
  else None.

Definition feed (s : session) (i : item) : option session :=
  if match i with Lemma l _ => short_lemma l | Forget _ => true end
  then match take (its_rule s) (its_groups s) (its_lemmas s) i with
       | None => None
       | Some ls => Some {| its_header := its_header s; its_rule := its_rule s; its_groups := its_groups s;
                            its_lemmas := ls; its_node := its_node s; its_history := its_history s |}
       end
  else None.

Definition claim_holds (s : session) (claim : kind) (number : option positive) : bool :=
  match number with
  | None => needs_no_lemma (its_header s) claim
  | Some x => match quick_find x (kept (its_lemmas s)) with
              | None => false
              | Some l => makes_claim (its_rule s) (its_groups s) claim (its_node s) (its_history s) l
              end
  end.

Definition close_session (s : session) (claims : list (option positive)) : bool :=
  match claims with
  | [first; second] => claim_holds s (black_claim (value (its_header s))) first &&
                       claim_holds s (white_claim (value (its_header s))) second
  | _ => false
  end.

Fixpoint feed_all (s : session) (is : list item) : option session :=
  match is with
  | [] => Some s
  | i :: is' => match feed s i with None => None | Some s' => feed_all s' is' end
  end.

Definition accepts (h : header) (grouped : list (fact * N)) (is : list item) (claims : list (option positive)) : bool :=
  match open_session h grouped with
  | None => false
  | Some s => match feed_all s is with None => false | Some s' => close_session s' claims end
  end.

(** ** The rules at the start of a game *)

Record starts_well (b : board) (r : rule) (says : game -> fact -> Prop) (stands : colour -> game -> node -> Prop) : Prop := {
  start_stands : forall P c d, length P = size b -> stands d (begin b P c) (start_node P c);
  start_history : forall P c f, length P = size b -> (says (begin b P c) f <-> In f (implied r (start_node P c)))
}.

Lemma begin_proper : forall b P c, length P = size b -> proper b (begin b P c).
Proof. intros b P c Hl. split; [auto|split; [auto|intros e []]]. Qed.

Lemma begin_shows : forall b P c, length P = size b -> shows b (begin b P c) (start_node P c).
Proof. intros b P c Hl. split; [now apply begin_proper|auto]. Qed.

Lemma superko_starts_well : forall b R, looks_back (ko R) -> starts_well b (superko b R) (says (ko R)) (stands b R).
Proof.
  intros b R Hk. constructor.
  - intros P c d Hl. split; [now apply begin_shows|]. split; [reflexivity|]. split; [cbn; lia|].
    destruct (ko R); try reflexivity. intros p T _. change (ban (start_node P c)) with 0%N. cbn [basic begin record].
    split; [intros []|]. intros [H|[H _]]; exfalso; lia.
  - intros P c f Hl. rewrite <- ledger_says. unfold ledger, superko, superko_with, start_node. cbn [implied begin record first start black white to_move].
    unfold fact_about. destruct (ko R); try contradiction; cbn; tauto.
Qed.

Lemma spight_starts_well : forall b R, ko R = Spight -> starts_well b (spight_rule b R) spight_says (spight_stands b R).
Proof.
  intros b R Hk. constructor.
  - intros P c d Hl. split; [now apply begin_shows|]. unfold over. rewrite Hk. cbn. tauto.
  - intros P c f Hl. rewrite <- spight_ledger_says. unfold spight_ledger, spight_rule, spight_with, recent, start_node, fact_about.
    cbn. tauto.
Qed.

Lemma spight2_starts_well : forall b R, ko R = Spight2 -> starts_well b (spight2_rule b R) spight2_says (spight2_stands b).
Proof.
  intros b R Hk. constructor.
  - intros P c d Hl. split; [now apply begin_shows|]. cbn. lia.
  - intros P c f Hl. rewrite <- spight2_ledger_says. cbn. tauto.
Qed.

Lemma primitive_starts_well : forall b R, starts_well b (primitive_rule b R) (says PSK) (primitive_stands b).
Proof.
  intros b R. constructor.
  - intros P c d Hl. now apply begin_shows.
  - intros P c f Hl. rewrite <- ledger_says. cbn. unfold fact_about, recent. cbn. tauto.
Qed.

Lemma march_starts_well : forall free same b R, ko R = KeeMarch free same ->
  starts_well b (march_rule free same b R) (march_says free same) (march_stands b R).
Proof.
  intros free same b R Hk. constructor.
  - intros P c d Hl. split; [now apply begin_shows|]. split; [reflexivity|]. unfold over. rewrite Hk. cbn. tauto.
  - intros P c f Hl. rewrite <- (march_ledger_says free same R Hk). unfold march_rule, march_with. cbn [implied start_node passes].
    rewrite andb_false_r. unfold march_ledger, recent, fact_about. cbn. tauto.
Qed.

Theorem rules_keep_promises : forall b R, exists says stands,
  keeps_promises R (rule_for b R) says stands /\ starts_well b (rule_for b R) says stands.
Proof.
  intros b R. unfold rule_for. destruct (ko R) eqn:Ek.
  1-5: exists (says (ko R)), (stands b R); split; [apply superko_keeps_promises|apply superko_starts_well]; now rewrite Ek.
  - exists spight_says, (spight_stands b R). split; [now apply spight_keeps_promises|now apply spight_starts_well].
  - exists spight2_says, (spight2_stands b). split; [now apply spight2_keeps_promises|now apply spight2_starts_well].
  - exists (says PSK), (primitive_stands b). split; [|apply primitive_starts_well].
    apply primitive_keeps_promises; [auto|]. intros g Hp. apply over_decidable. rewrite (proj1 Hp). now apply now_length.
  - exists (march_says free same), (march_stands b R).
    split; [now apply march_keeps_promises|now apply march_starts_well].
Qed.

(** ** Scores are within the board *)

Lemma score_range : forall b R g s, proper b g -> scores R g s ->
  (least_score b R <= s <= greatest_score b R)%Q.
Proof.
  intros b R g s Hp Hs. unfold least_score, greatest_score.
  assert (Harea : area_scores R g s -> (- inject_Z (Z.of_nat (size b)) - komi R <= s <= inject_Z (Z.of_nat (size b)) - komi R)%Q).
  2: { unfold scores in Hs. destruct (ko R); auto. rewrite Hs. destruct (turn g); split; lra. }
  clear Hs. intros Hs. apply (scores_by_area b) in Hs; [|apply Hp|now apply now_length]. rewrite Hs.
  pose proof (area_bound (table_of b) (mask Black (now g)) (mask White (now g))) as [H1 H2].
  change (points (table_of b)) with (size b) in *.
  rewrite Zle_Qle in H1, H2. rewrite inject_Z_opp in H1. split; lra.
Qed.

Lemma leads_to_proper : forall b R g ms g', proper b g -> leads_to R g ms g' -> proper b g'.
Proof. intros b R g ms g' Hp H. induction H; eauto using proper_makes. Qed.

(** ** The theorem *)

Lemma feed_all_keeps : forall is s s', feed_all s is = Some s' ->
  its_header s' = its_header s /\ its_rule s' = its_rule s /\ its_groups s' = its_groups s /\
  its_node s' = its_node s /\ its_history s' = its_history s /\
  exists is', take_all (its_rule s) (its_groups s) (its_lemmas s) is' = Some (its_lemmas s').
Proof.
  induction is as [|i is IH]; intros s s' H; cbn [feed_all] in H.
  - injection H as <-. repeat split. now exists [].
  - unfold feed in H at 1. destruct (match i with Lemma l _ => _ | _ => _ end); [|discriminate].
    destruct (take _ _ _ i) as [ls|] eqn:E; [|discriminate].
    apply IH in H as (H1 & H2 & H3 & H4 & H5 & is' & H6). cbn in *. repeat split; auto.
    exists (i :: is'). cbn [take_all]. now rewrite E.
Qed.

Theorem accepted_value : forall h grouped is claims, accepts h grouped is claims = true ->
  exists g, leads_to (of_rules h) (begin (of_board h) (from h) (to_play h)) (moves_made h) g /\
            has_value (of_rules h) g (value h).
Proof.
  intros h grouped is claims H. unfold accepts in H.
  destruct (open_session h grouped) as [s|] eqn:Eo; [|discriminate].
  destruct (feed_all s is) as [s'|] eqn:Ef; [|discriminate].
  unfold open_session in Eo. destruct (_ && _) eqn:Eb in Eo; [|discriminate].
  rewrite !andb_true_iff, Nat.eqb_eq in Eb. destruct Eb as ((((Hl & _) & _) & _) & _).
  destruct (play_moves _ _ _ _) as [[n history]|] eqn:Em; [|discriminate]. injection Eo as <-.
  apply feed_all_keeps in Ef as (E1 & E2 & E3 & E4 & E5 & is' & Et). cbn in *.
  destruct (rules_keep_promises (of_board h) (of_rules h)) as (says & stands & Hpr & Hst).
  set (g0 := begin (of_board h) (from h) (to_play h)).
  destruct (play_moves_is _ _ _ _ Hpr (makes_deterministic (of_rules h)) _ g0 _ _ _ _
              (fun c => start_stands _ _ _ _ Hst (from h) (to_play h) c Hl)
              (fun f => start_history _ _ _ _ Hst (from h) (to_play h) f Hl) Em) as (g & Hg & Hsg & Hhg).
  exists g. split; [exact Hg|].
  assert (Hp : proper (of_board h) g).
  { eapply leads_to_proper; [|exact Hg]. now apply begin_proper. }
  pose proof (every_game_ends (of_rules h) _ _ Hp) as Hend.
  pose proof (take_all_is_true _ _ _ _ Hpr _ (grouping_of_well grouped) _ _ _ (no_lemmas_true _ _ _ _) Et) as Htrue.
  assert (Hclaim : forall k number, claim_holds s' k number = true -> can_force (of_rules h) (winner k) (goal k) g).
  { intros k [x|] Hk; cbn [claim_holds] in Hk.
    - destruct (quick_find x _) as [l|] eqn:El; [|discriminate].
      rewrite E2, E3, E4, E5 in Hk. eapply makes_claim_is; eauto.
    - rewrite E1 in Hk. apply wins_spec in Hk. apply forced_anyway with (of_board h); auto.
      intros g' q Hp' Hq. apply (goal_as_good k) with (2 := Hk).
      pose proof (score_range _ _ _ _ Hp' Hq) as [H1 H2]. destruct (winner k); cbn; auto. }
  unfold close_session in H. destruct claims as [|c1 [|c2 [|]]]; try discriminate.
  apply andb_prop in H as [H1 H2]. rewrite E1 in H1, H2. split.
  - exact (Hclaim _ _ H1).
  - exact (Hclaim _ _ H2).
Qed.

(** Without moves in the header the value is that of the start. *)

Corollary accepted_value_of_start : forall h grouped is claims, moves_made h = [] -> accepts h grouped is claims = true ->
  has_value (of_rules h) (begin (of_board h) (from h) (to_play h)) (value h).
Proof.
  intros h grouped is claims Hm H. apply accepted_value in H as (g & Hl & Hv). rewrite Hm in Hl. now inversion Hl; subst.
Qed.
