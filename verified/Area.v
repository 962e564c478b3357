(** * What a position counts *)

From Coq Require Import List NArith ZArith QArith PeanoNat Lia Bool.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Bits Play.

(** The points of a player: his stones, and the empty regions that touch his stones alone. *)

Definition points_of (t : table) (mine theirs : N) : N :=
  let free := N.ldiff (all t) (N.lor mine theirs) in
  N.lor mine (N.ldiff (spread t free (neighbours t mine)) (spread t free (neighbours t theirs))).

Definition area (t : table) (black white : N) : Z :=
  Z.of_nat (count (points t) (points_of t black white)) -
    Z.of_nat (count (points t) (points_of t white black)).

Section Area.
  Variable b : board.
  Let t := table_of b.

  Lemma has_points_of : forall P c, length P = size b ->
    forall p, has (points_of t (mask c P) (mask (opponent c) P)) p = true <-> belongs_to b P c p.
  Proof.
    intros P c Hl p. unfold points_of, belongs_to. cbv zeta.
    set (free := N.ldiff (all t) _).
    assert (Hf : forall q, has free q = true <-> q < size b /\ at_point P q = Empty)
      by now apply free_points.
    pose proof (touching b P _ _ _ _ Hf (stones_of b c P Hl) p) as Hc.
    pose proof (touching b P _ _ _ _ Hf (stones_of b (opponent c) P Hl) p) as Ho.
    rewrite has_lor, orb_true_iff, (stones_of b c P Hl), has_ldiff, andb_true_iff, negb_true_iff.
    rewrite <- not_true_iff_false. fold t in Hc, Ho. rewrite Hc, Ho. tauto.
  Qed.

  Lemma points_so_many : forall P c, length P = size b ->
    so_many (count (size b) (points_of t (mask c P) (mask (opponent c) P))) (belongs_to b P c).
  Proof.
    intros P c Hl.
    apply so_many_same
      with (what := fun p => has (points_of t (mask c P) (mask (opponent c) P)) p = true).
    - intro p. now apply has_points_of.
    - apply count_so_many. intros p H. apply has_points_of in H; [|auto]. now destruct H.
  Qed.

  Lemma area_is_area : forall P z, length P = size b ->
    (area_is b P z <-> z = area t (mask Black P) (mask White P)).
  Proof.
    intros P z Hl. unfold area_is, area. change (points t) with (size b).
    pose proof (points_so_many P Black Hl) as HB. pose proof (points_so_many P White Hl) as HW.
    cbn [opponent] in *. split.
    - intros (black & white & H1 & H2 & ->).
      now rewrite (so_many_unique _ _ _ _ H1 HB), (so_many_unique _ _ _ _ H2 HW) by tauto.
    - intros H. eauto.
  Qed.

  Theorem scores_by_area : forall R g s, on g = b -> length (now g) = size b ->
    (area_scores R g s <->
     (s == inject_Z (area t (mask Black (now g)) (mask White (now g)) + beside_the_board R g) -
        komi R)%Q).
  Proof.
    intros R g s Hb Hl. unfold area_scores. rewrite Hb. split.
    - intros (z & Hz & ->). apply (area_is_area _ _ Hl) in Hz as ->. reflexivity.
    - intros H. eexists. split; [now apply (area_is_area _ _ Hl)|exact H].
  Qed.
End Area.

Lemma count_disjoint : forall n m m', (forall p, has m p = true -> has m' p = false) ->
  count n m + count n m' <= n.
Proof.
  induction n as [|n IH]; intros m m' H; cbn [count]; [lia|].
  assert (count n (N.div2 m) + count n (N.div2 m') <= n).
  { apply IH. intros p. rewrite <- !has_S. apply H. }
  pose proof (H 0) as H1. rewrite !has_0 in H1. destruct (N.odd m), (N.odd m'); lia.
Qed.

Lemma area_bound : forall t b w, (- Z.of_nat (points t) <= area t b w <= Z.of_nat (points t))%Z.
Proof.
  intros. unfold area.
  pose proof (count_bound (points t) (points_of t b w)).
  pose proof (count_bound (points t) (points_of t w b)). lia.
Qed.
