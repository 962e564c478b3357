(** * Endless play: what two bounds say

    Nobody can hold out for what the other can prevent by force; the bounds are unique; and they
    give the value, whatever endless play is worth. *)

From Coq Require Import List NArith ZArith QArith Qminmax PeanoNat Bool Lia Lqa.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Bits Play Checker Sound Common Beside Tally Twin Values Ends.

(** ** Holding out *)

Lemma hold_out_more : forall R c (G G' : Q -> Prop) g, (forall s, G s -> G' s) ->
  can_hold_out R c G g -> can_hold_out R c G' g.
Proof.
  intros R c G G' g H (safe & Hg & Hsafe). exists safe. split; [exact Hg|]. intros g' Hg'.
  destruct (Hsafe g' Hg') as [(Ho & s & Hs & Hgoal)|[Hm|Hm]];
    [left|right; now left|right; now right].
  split; [exact Ho|]. exists s. auto.
Qed.

(** Who can force a goal can hold out for it. *)

Lemma forced_is_held : forall R c (G : Q -> Prop) g, can_force R c G g -> can_hold_out R c G g.
Proof.
  intros R c G g H. exists (can_force R c G). split; [exact H|].
  intros g' [g1 s Ho Hs Hg|g1 m g'' Ht Hm Hf|g1 Ho Ht Hf].
  - left. eauto.
  - right. left. eauto.
  - right. right. auto.
Qed.

(** If one player can force a goal, and the other can hold out for another, one score meets both: a
    game ends with it. *)

Theorem held_is_not_prevented : forall (ends : game -> Prop) R c G H g,
  (forall g m g', ends g -> makes R g m g' -> ends g') -> ends g -> can_force R c G g ->
  can_hold_out R (opponent c) H g ->
  exists g' s s', ends g' /\ scores R g' s /\ G s /\ H s' /\ (s == s')%Q.
Proof.
  intros ends R c G H g Hmore Hg HG (safe & Hin & Hsafe). revert Hg Hin.
  induction HG as [g s Ho Hs Hgoal|g m g' Ht Hm HG IH|g Ho Ht HG IH]; intros Hg Hin;
    (destruct (Hsafe g Hin)
      as [(Ho' & s' & Hs' & Hgoal')|[(Ht' & m' & g'' & Hm' & Hin')|(Ho' & Ht' & Hall)]]).
  - exists g, s, s'. eauto 6 using scores_unique.
  - now apply makes_not_over in Hm'.
  - contradiction.
  - now apply makes_not_over in Hm.
  - exfalso. rewrite Ht' in Ht. now apply opponent_other in Ht.
  - apply IH; [now apply Hmore with g m|now apply Hall with m].
  - contradiction.
  - apply (IH m' g''); [auto|now apply Hmore with g m'|auto].
  - exfalso. destruct (other_colour c (turn g)); auto.
Qed.

(** ** Scores of a board *)

Definition counts_area (R : rules) : Prop :=
  passing (ko R) = true /\ tally (ko R) = None /\ territory R = false.

Lemma scores_are_counts : forall b R g s, counts_area R -> good b R g -> scores R g s ->
  (least_count R g <= s <= greatest_count R g)%Q.
Proof.
  intros b R g s (Hp & Ht & Hterr) (Hg & Hord & _) Hs. unfold scores in Hs. rewrite Hp, Ht in Hs.
  destruct Hs as (z & Hz & Hs). pose proof (proj1 Hg) as Hb.
  apply area_is_bounded in Hz; [|rewrite Hb; now apply now_length]. destruct Hz as [H1 H2].
  unfold least_count, greatest_count. rewrite Hs, inject_Z_plus.
  pose proof (dues_bounded R g Hterr Hord) as [H3 H4]. rewrite Zle_Qle in H1, H2, H3, H4.
  rewrite inject_Z_opp in H1.
  destruct (ikeda R); change (inject_Z (-1)) with (-1)%Q in *; change (inject_Z 0) with 0%Q in *;
    split; lra.
Qed.

(** Whatever all scores of the board are can be held out for: some move can always be made, or the
    game is over. *)

Theorem held_anyway : forall R b c (G : Q -> Prop) g, good b R g ->
  (forall g' s, good b R g' -> scores R g' s -> G s) -> can_hold_out R c G g.
Proof.
  intros R b c G g Hp HG. exists (good b R). split; [exact Hp|]. intros g' Hp'.
  assert (Hp1 : proper (on g') g') by now (rewrite (proj1 (proj1 Hp')); apply Hp').
  pose proof (now_length (on g') g' Hp1) as Hl. destruct (over_decidable R g' Hl) as [Ho|Ho].
  - left. split; [exact Ho|]. exists (score R g').
    assert (Hs : scores R g' (score R g')) by now apply score_exact. eauto.
  - right. destruct (same_colour (turn g') c) eqn:Ec.
    + apply same_colour_spec in Ec. left. split; [exact Ec|].
      destruct (some_move R g' Hl Ho) as (m & g'' & Hm). exists m, g''. split; [exact Hm|].
      now apply good_after with g' m.
    + right. split; [exact Ho|]. split; [rewrite <- same_colour_spec; congruence|]. intros m g'' Hm.
      now apply good_after with g' m.
Qed.

(** Of three scores, the first two in order, the one in the middle. *)

Definition middle (L U e : Q) : Q := if Qle_bool e L then L else if Qle_bool U e then U else e.

(** ** The bounds are unique *)

Section Bounds.
  Variable b : board.
  Variable R : rules.
  Hypothesis area_counts : counts_area R.
  Variable g : game.
  Hypothesis good_g : good b R g.

  Lemma same_board_counts : forall g', good b R g' ->
    least_count R g' = least_count R g /\ greatest_count R g' = greatest_count R g.
  Proof.
    intros g' H. unfold least_count, greatest_count.
    now rewrite (proj1 (proj1 H)), (proj1 (proj1 good_g)).
  Qed.

  Lemma forced_meets_held : forall c G H, can_force R c G g -> can_hold_out R (opponent c) H g ->
    exists s s', G s /\ H s' /\ (s == s')%Q /\ (least_count R g <= s <= greatest_count R g)%Q.
  Proof.
    intros c G H HG HH.
    destruct (held_is_not_prevented (good b R) R c G H g (good_after b R) good_g HG HH)
      as (g' & s & s' & Hp & Hs & H1 & H2 & E).
    exists s, s'. destruct (same_board_counts g' Hp) as [E1 E2]. rewrite <- E1, <- E2.
    pose proof (scores_are_counts b R g' s area_counts Hp Hs) as H3. auto.
  Qed.

  Lemma lower_bounds_agree : forall L L' U U', has_bounds R g L U -> has_bounds R g L' U' ->
    (L <= L')%Q.
  Proof.
    intros L L' U U' (H & _) (H' & Hw & _). destruct H as [H|H].
    - destruct (forced_meets_held Black _ _ H Hw) as (s & s' & H1 & H2 & E & _). lra.
    - destruct H' as [H'|H']; [|lra].
      destruct (forced_meets_held Black _ _ H' Hw) as (s & s' & H1 & H2 & E & H3). lra.
  Qed.

  Lemma upper_bounds_agree : forall L L' U U', has_bounds R g L U -> has_bounds R g L' U' ->
    (U <= U')%Q.
  Proof.
    intros L L' U U' (_ & _ & Hb & H) (_ & _ & _ & H'). destruct H' as [H'|H'].
    - destruct (forced_meets_held White _ _ H' Hb) as (s & s' & H1 & H2 & E & _). lra.
    - destruct H as [H|H]; [|lra].
      destruct (forced_meets_held White _ _ H Hb) as (s & s' & H1 & H2 & E & H3). lra.
  Qed.

  Theorem bounds_unique : forall L U L' U', has_bounds R g L U -> has_bounds R g L' U' ->
    (L == L')%Q /\ (U == U')%Q.
  Proof. intros. split; apply Qle_antisym; eauto using lower_bounds_agree, upper_bounds_agree. Qed.

  Theorem bounds_ordered : forall L U, has_bounds R g L U -> (L <= U)%Q.
  Proof.
    intros L U (H1 & H2 & H3 & H4). assert (Hends : (least_count R g <= greatest_count R g)%Q).
    { unfold least_count, greatest_count.
      assert (0 <= inject_Z (Z.of_nat (size (on g))))%Q
        by (change 0%Q with (inject_Z 0); rewrite <- Zle_Qle; lia).
      destruct (ikeda R); lra. }
    destruct H1 as [H1|H1].
    - destruct (forced_meets_held Black _ _ H1 H2) as (s & s' & A & B & E & F).
      destruct H4 as [H4|H4]; [|lra].
      destruct (nothing_contrary R Black _ _ g H1 H4) as (t & t' & C & D & E'). lra.
    - destruct H4 as [H4|H4]; [|lra].
      destruct (forced_meets_held White _ _ H4 H3) as (s & s' & A & B & E & F). lra.
  Qed.

  (** ** What the bounds are good for

      If endless play is worth [e] to Black, the value is [L], [e] or [U], whichever is in the
      middle: see docs/tablebase.md. *)

  Theorem value_by_bounds : forall L U e, has_bounds R g L U ->
    (least_count R g <= e <= greatest_count R g)%Q -> has_value_if_endless_is e R g (middle L U e).
  Proof.
    intros L U e H He. pose proof (bounds_ordered L U H) as HLU. destruct H as (H1 & H2 & H3 & H4).
    unfold middle.
    assert (HB : forall v, (v <= U)%Q -> can_hold_out R Black (fun s => (v <= s)%Q) g).
    { intros v Hv. apply hold_out_more with (2 := H3). intros s Hs. lra. }
    assert (HW : forall v, (L <= v)%Q -> can_hold_out R White (fun s => (s <= v)%Q) g).
    { intros v Hv. apply hold_out_more with (2 := H2). intros s Hs. lra. }
    pose proof (Qle_bool_iff e L) as EL. pose proof (Qle_bool_iff U e) as EU. split.
    - destruct (Qle_bool e L); [|destruct (Qle_bool U e)].
      + destruct H1 as [H1|H1]; [now left|]. right. split; [lra|]. now apply HB.
      + right. split; [|now apply HB; lra]. now apply EU.
      + right. split; [lra|]. apply HB. apply Qnot_lt_le. intros E. apply Qlt_le_weak, EU in E.
        discriminate.
    - destruct (Qle_bool e L); [|destruct (Qle_bool U e)].
      + right. split; [now apply EL|]. apply HW. lra.
      + destruct H4 as [H4|H4]; [now left|]. right. split; [lra|]. now apply HW.
      + right. split; [lra|]. apply HW. apply Qnot_lt_le. intros E. apply Qlt_le_weak, EL in E.
        discriminate.
  Qed.

  (** If it is worth something between them, the game has no result: each player can see to it that
      it goes on or ends better for him than that, and neither can force an end that is as good for
      him. *)

  Theorem no_result : forall L U e, has_bounds R g L U -> (L < e < U)%Q ->
    can_hold_out R Black (fun s => (e < s)%Q) g /\ can_hold_out R White (fun s => (s < e)%Q) g /\
    ~ can_force R Black (fun s => (e <= s)%Q) g /\ ~ can_force R White (fun s => (s <= e)%Q) g.
  Proof.
    intros L U e (H1 & H2 & H3 & H4) [He He']. split; [|split; [|split]].
    - apply hold_out_more with (2 := H3). intros s Hs. lra.
    - apply hold_out_more with (2 := H2). intros s Hs. lra.
    - intros H. destruct (forced_meets_held Black _ _ H H2) as (s & s' & A & B & E & _). lra.
    - intros H. destruct (forced_meets_held White _ _ H H3) as (s & s' & A & B & E & _). lra.
  Qed.
End Bounds.
