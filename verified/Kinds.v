(** * What kind of play it was, as sets: a capture, a suicide or neither *)

From Coq Require Import NArith PeanoNat Bool.
From Verified Require Import Go Bits Flood Play.

Section Kinds.
  Variable b : board.
  Let t := table_of b.
  Variables (m w : N) (p : point).
  Hypothesis m_bound : forall q, has m q = true -> q < size b.
  Hypothesis w_bound : forall q, has w q = true -> q < size b.
  Hypothesis p_small : p < size b.
  Hypothesis p_free : has m p = false.

  Lemma spread_within : forall within seed, (forall q, has within q = true -> q < size b) ->
    forall q, has (spread t within seed) q = true -> has within q = true.
  Proof.
    intros within seed Hb q H. unfold spread in H. change (fuel t) with (S (size b)) in H.
    apply flood_finds in H;
      [|auto|intros x Hx; rewrite has_land, andb_true_iff in Hx; apply Hb; tauto].
    destruct H as [q H|]; [|auto]. rewrite has_land, andb_true_iff in H. tauto.
  Qed.

  Lemma spread_has_seed : forall within seed q, (forall q, has within q = true -> q < size b) ->
    has within q = true -> has seed q = true -> has (spread t within seed) q = true.
  Proof.
    intros. unfold spread. change (fuel t) with (S (size b)).
    apply flood_finds; [auto|intros x Hx; rewrite has_land, andb_true_iff in Hx; intuition|].
    apply at_seed. rewrite has_land. intuition.
  Qed.

  Inductive kind_of_play (r : played) : Prop :=
  | a_capture : own r = N.lor m (single p) -> captured r = N.ldiff w (opposing r) ->
      captured r <> 0%N ->
      kind_of_play r
  | a_quiet_play : own r = N.lor m (single p) -> opposing r = w -> captured r = 0%N ->
      kind_of_play r
  | a_suicide : has (own r) p = false -> opposing r = w -> captured r = 0%N -> kind_of_play r.

  Lemma kinds_of_play : kind_of_play (play t m w (single p)).
  Proof.
    unfold play. cbv zeta. set (mine := N.lor m (single p)).
    assert (Hm : forall q, has mine q = true -> q < size b).
    { intros q. unfold mine. rewrite has_lor, orb_true_iff, has_single, Nat.eqb_eq.
      intros [H|<-]; auto. }
    match goal with |- context [N.eqb ?x w] => destruct (N.eqb_spec x w) as [E|E] end.
    - destruct (N.eqb (N.land _ _) 0).
      + apply a_suicide; cbn [own opposing captured]; auto.
        rewrite has_ldiff, andb_false_iff, negb_false_iff. right.
        apply spread_has_seed; auto; unfold mine; rewrite ?has_lor, has_single, Nat.eqb_refl;
          auto using orb_true_r.
      + now apply a_quiet_play.
    - apply a_capture; cbn [own opposing captured]; auto. intros E0. apply E, same_bits. intro q.
      apply eq_true_iff_eq. split; intro H.
      + now apply spread_within in H.
      + match type of E0 with
        | ?x = _ => assert (has x q = false) as H0 by (rewrite E0; apply has_none)
        end.
        rewrite has_ldiff, H in H0. now destruct (has (spread _ _ _) q).
  Qed.
End Kinds.
