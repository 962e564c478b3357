(** * A fact of the text and its code: two facts never have the same *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Checker Common.
From Verified Require Import Steps.

Section Codes.
  Variable b : board.
  Variable scopes : nat -> bool -> bool -> N.
  Hypothesis scopes_differ : forall n f s n' f' s', scopes n f s = scopes n' f' s' ->
    n = n' /\ f = f' /\ s = s'.

  Definition fits_board (v : option position) : Prop := forall P, v = Some P -> length P = size b.

  Definition code (f : Spec.fact) : Past.fact :=
    fact_with scopes (name f) (player f) (masks_of (position_1 f)) (masks_of (position_2 f)).

  Lemma masks_of_injective : forall v v', fits_board v -> fits_board v' ->
    masks_of v = masks_of v' -> v = v'.
  Proof.
    intros [P|] [Q|] H H' E; cbn in E; try discriminate; [|auto]. injection E as E1 E2. f_equal.
    apply (same_board b); auto.
  Qed.

  Lemma code_scope : forall f,
    scope (code f) = scopes (name f) (some (position_1 f)) (some (position_2 f)).
  Proof. intros [n c [P|] [Q|]]; reflexivity. Qed.

  Lemma code_injective : forall f f', fits_board (position_1 f) -> fits_board (position_2 f) ->
    fits_board (position_1 f') -> fits_board (position_2 f') -> code f = code f' -> f = f'.
  Proof.
    intros f f' H1 H2 H1' H2' E. pose proof (f_equal scope E) as Es. rewrite !code_scope in Es.
    apply scopes_differ in Es as (En & E1 & E2). pose proof (f_equal owner E) as Eo.
    pose proof (f_equal black_of E) as Eb. pose proof (f_equal white_of E) as Ew.
    pose proof (f_equal black_to E) as Eb'. pose proof (f_equal white_to E) as Ew'.
    destruct f as [n c v1 v2], f' as [n' c' v1' v2']. cbn [name player position_1 position_2] in *.
    subst n'. assert (c = c') as ->.
    { destruct v1, v2; cbn in Eo; destruct v1', v2'; cbn in Eo; destruct c as [[]|], c' as [[]|];
        cbn in Eo; congruence. }
    assert (v1 = v1') as ->.
    { destruct v1 as [P|], v1' as [P'|]; try discriminate; [|auto]. f_equal.
      apply (same_board b); auto; destruct v2, v2'; auto. }
    assert (v2 = v2') as ->.
    { destruct v2 as [P|], v2' as [P'|]; try discriminate; [|auto]. f_equal.
      apply (same_board b); auto; destruct v1'; auto. }
    reflexivity.
  Qed.
End Codes.
