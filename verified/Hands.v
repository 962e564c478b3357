(** * Symmetries of a board: stones that go from hand to hand *)

From Coq Require Import List NArith ZArith PeanoNat Bool Lia.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Common Beside Prisoners Symmetry Forced.

Section Hands.
  Variable b : board.
  Variable s : symmetry.
  Hypothesis Hs : is_symmetry b s.

  Lemma stones_put_image : forall r,
    stones_put (map (image_event b s) r) = image_number s (stones_put r).
  Proof.
    intros r. induction r as [|e r IH]; [unfold image_number; now destruct (swaps s)|].
    cbn [map stones_put fold_right]. fold (stones_put r) (stones_put (map (image_event b s) r)).
    rewrite IH. unfold image_number, image_colour, sign. cbn [what who image_event].
    unfold image_colour. destruct (what e), (swaps s), (who e); cbn [image_move opponent]; lia.
  Qed.

  Lemma prisoners_image : forall g tl, proper b g -> prisoners_are g tl ->
    prisoners_are (image_game b s g) (image_number s (fst tl), snd tl).
  Proof.
    intros g tl Hg (H1 & H2 & H3). pose proof (proper_fits b g Hg) as Hf.
    pose proof (now_length b g Hg) as Hl.
    assert (Hh : forall c, held c (record (image_game b s g)) = held (image_colour s c) (record g)).
    { intros c. rewrite <- (image_colour_twice s c) at 1. now apply held_image. }
    assert (Hs' : forall c, stones c (now (image_game b s g)) = stones (image_colour s c) (now g)).
    { intros c. rewrite now_image, <- (image_colour_twice s c) at 1. now apply stones_image. }
    unfold prisoners_are, lead in *. rewrite !Hh, !Hs'. cbn [fst snd].
    unfold image_number, image_colour.
    split; [|split; [|intros c; rewrite Hh; apply H3]]; destruct (swaps s); cbn [opponent]; lia.
  Qed.
End Hands.
