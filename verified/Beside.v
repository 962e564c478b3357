(** * What goes from hand to hand: equivalence scoring comes to the same as area scoring, and who has paid for passing *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Bits Play Area Checker Sound Common.

Local Open Scope Z_scope.

Definition sign (c : colour) : Z := match c with Black => 1 | White => -1 end.

Lemma handed_over_is : forall e, (what e = Pass -> after e = before e) ->
  handed_over e = lead (after e) - lead (before e) - sign (who e).
Proof.
  intros e H. unfold handed_over, removed, lead, sign.
  destruct (what e); [|rewrite (H eq_refl)]; destruct (who e); cbn [colour_eq]; try lia;
    destruct (colour_eq Black White), (colour_eq White Black), (colour_eq Black Black), (colour_eq White White); try discriminate;
    try congruence; lia.
Qed.

Lemma nothing_in_the_end : forall P0 c0 r, in_order P0 c0 r ->
  lead P0 - lead (match r with [] => P0 | e :: _ => after e end) + all_handed_over r + match c0 with Black => 0 | White => -1 end +
  match (match r with [] => c0 | e :: _ => opponent (who e) end) with Black => 0 | White => 1 end = 0.
Proof.
  intros P0 c0. induction r as [|e r IH]; intros H.
  - cbn. destruct c0; lia.
  - destruct H as (H1 & H2 & H3 & H4). specialize (IH H4). cbn [all_handed_over fold_right]. fold (all_handed_over r).
    rewrite (handed_over_is e H3), H2.
    assert (E : who e = match r with [] => c0 | e' :: _ => opponent (who e') end) by exact H1. rewrite <- E in IH.
    unfold sign. destruct (who e); cbn [opponent]; lia.
Qed.

(** What White has paid by Ikeda's rule. *)

Definition dues (r : list event) : Z := match first_to_pass r with Some White => -1 | _ => 0 end.

Lemma beside_is : forall R g, in_order (start g) (first g) (record g) ->
  beside_the_board R g = if ikeda R then dues (record g) else 0.
Proof.
  intros R g H. pose proof (nothing_in_the_end _ _ _ H) as E. unfold beside_the_board, now, turn, dues in *. destruct (equivalence R); [|lia].
  rewrite E. lia.
Qed.

Lemma dues_bounded : forall R g, in_order (start g) (first g) (record g) -> (if ikeda R then -1 else 0) <= beside_the_board R g <= 0.
Proof.
  intros R g H. rewrite (beside_is R g H). unfold dues. destruct (ikeda R); [|lia]. destruct (first_to_pass _) as [[]|]; lia.
Qed.

Lemma nothing_beside : forall R g, equivalence R = false -> ikeda R = false -> beside_the_board R g = 0.
Proof. intros R g E F. unfold beside_the_board. now rewrite E, F. Qed.

Definition by_area (R : rules) : rules := {| ko := ko R; suicide := suicide R; komi := komi R; equivalence := false; ikeda := ikeda R; returning := returning R |}.

(** The stones that change hands make up for those on the board, so scores are those of area scoring. *)

Theorem equivalence_is_area : forall R g s, in_order (start g) (first g) (record g) -> (area_scores R g s <-> area_scores (by_area R) g s).
Proof. intros R g s H. unfold area_scores. rewrite (beside_is R g H), (beside_is (by_area R) g H). reflexivity. Qed.
