(** * What goes from hand to hand: equivalence scoring comes to the same as area scoring, what plays
    cost under territory scoring, and who has paid for passing *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Bits Play Area Checker Sound Common.

Local Open Scope Z_scope.

Definition sign (c : colour) : Z := match c with Black => 1 | White => -1 end.

Definition equivalence (R : rules) : bool :=
  match counts_by R with by_equivalence => true | _ => false end.
Definition territory (R : rules) : bool :=
  match counts_by R with by_territory => true | _ => false end.

Lemma handed_over_is : forall e, (what e = Pass -> after e = before e) ->
  handed_over e = lead (after e) - lead (before e) - sign (who e).
Proof.
  intros e H. unfold handed_over, taken, removed, lead, sign.
  destruct (what e); [|rewrite (H eq_refl)]; destruct (who e); cbn [colour_eq]; try lia;
    destruct (colour_eq Black White), (colour_eq White Black), (colour_eq Black Black),
      (colour_eq White White); try discriminate; try congruence; lia.
Qed.

Lemma nothing_in_the_end : forall P0 c0 r, in_order P0 c0 r ->
  lead P0 - lead (match r with [] => P0 | e :: _ => after e end) + all_handed_over r +
    match c0 with Black => 0 | White => -1 end +
  match (match r with [] => c0 | e :: _ => opponent (who e) end) with Black => 0 | White => 1 end =
    0.
Proof.
  intros P0 c0. induction r as [|e r IH]; intros H.
  - cbn. destruct c0; lia.
  - destruct H as (H1 & H2 & H3 & H4). specialize (IH H4). cbn [all_handed_over fold_right].
    fold (all_handed_over r). rewrite (handed_over_is e H3), H2.
    assert (E : who e = match r with [] => c0 | e' :: _ => opponent (who e') end) by exact H1.
    rewrite <- E in IH. unfold sign. destruct (who e); cbn [opponent]; lia.
Qed.

(** What White has paid by Ikeda's rule. *)

Definition dues (r : list event) : Z := match first_to_pass r with Some White => -1 | _ => 0 end.

(** Under territory scoring each play costs its player the stone. *)

Definition stones_put (r : list event) : Z :=
  fold_right (fun e n => n + match what e with Play _ => sign (who e) | Pass => 0 end) 0 r.

Lemma taken_in_the_end : forall P0 c0 r, in_order P0 c0 r ->
  all_taken r - lead (match r with [] => P0 | e :: _ => after e end) = - lead P0 - stones_put r.
Proof.
  intros P0 c0. induction r as [|e r IH]; intros H; [cbn; lia|]. destruct H as (_ & H2 & H3 & H4).
  specialize (IH H4). cbn [all_taken stones_put fold_right]. fold (all_taken r) (stones_put r).
  assert (E : before e = match r with [] => P0 | e' :: _ => after e' end) by exact H2.
  rewrite <- E in IH. pose proof (handed_over_is e H3) as Eh. unfold handed_over in Eh.
  destruct (what e) eqn:Ew; [lia|]. unfold taken. rewrite Ew, (H3 eq_refl). lia.
Qed.

Definition besides (R : rules) (P0 : position) (r : list event) : Z :=
  (if ikeda R then dues r else 0) + (if territory R then - lead P0 - stones_put r else 0).

Lemma beside_is : forall R g, in_order (start g) (first g) (record g) ->
  beside_the_board R g = besides R (start g) (record g).
Proof.
  intros R g H. pose proof (nothing_in_the_end _ _ _ H) as E.
  pose proof (taken_in_the_end _ _ _ H) as E'.
  unfold beside_the_board, besides, territory, now, turn, dues in *.
  destruct (counts_by R); [lia|rewrite E; lia|rewrite E'; lia].
Qed.

Lemma dues_bounded : forall R g, territory R = false -> in_order (start g) (first g) (record g) ->
  (if ikeda R then -1 else 0) <= beside_the_board R g <= 0.
Proof.
  intros R g Ht H. rewrite (beside_is R g H). unfold besides, dues. rewrite Ht.
  destruct (ikeda R); [|lia]. destruct (first_to_pass _) as [[]|]; lia.
Qed.

Lemma nothing_beside : forall R g, counts_by R = by_area -> ikeda R = false ->
  beside_the_board R g = 0.
Proof. intros R g E F. unfold beside_the_board. now rewrite E, F. Qed.

Definition with_area (R : rules) : rules :=
  {| ko := ko R; suicide := suicide R; komi := komi R; counts_by := by_area; ikeda := ikeda R;
     returning := returning R |}.

(** The stones that change hands make up for those on the board, so scores are those of area
    scoring. *)

Theorem equivalence_is_area : forall R g s, counts_by R = by_equivalence ->
  in_order (start g) (first g) (record g) -> (area_scores R g s <-> area_scores (with_area R) g s).
Proof.
  intros R g s E H. unfold area_scores. rewrite (beside_is R g H), (beside_is (with_area R) g H).
  unfold besides, territory. now rewrite E.
Qed.
