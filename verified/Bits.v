(** * Sets of points as numbers

    The checker keeps a set of points as a number: bit p is set if point p is in the set. *)

From Coq Require Import List NArith PeanoNat Lia Bool.
Import ListNotations.
From Verified Require Import Go.

Definition has (m : N) (p : point) : bool := N.testbit m (N.of_nat p).

Lemma same_bits : forall m m', (forall p, has m p = has m' p) -> m = m'.
Proof.
  intros m m' H. apply N.bits_inj. intro i. specialize (H (N.to_nat i)). unfold has in H.
  now rewrite N2Nat.id in H.
Qed.

Lemma has_lor : forall m m' p, has (N.lor m m') p = has m p || has m' p.
Proof. intros. apply N.lor_spec. Qed.

Lemma has_land : forall m m' p, has (N.land m m') p = has m p && has m' p.
Proof. intros. apply N.land_spec. Qed.

Lemma has_ldiff : forall m m' p, has (N.ldiff m m') p = has m p && negb (has m' p).
Proof. intros. apply N.ldiff_spec. Qed.

Lemma has_none : forall p, has 0 p = false.
Proof. intros. apply N.bits_0. Qed.

#[global] Hint Rewrite has_lor has_land has_ldiff has_none : bits.

Lemma has_double : forall m p, has (N.double m) p = match p with O => false | S q => has m q end.
Proof.
  intros m [|p]; unfold has; rewrite N.double_spec.
  - apply N.testbit_even_0.
  - rewrite Nat2N.inj_succ. apply N.testbit_even_succ. lia.
Qed.

Lemma has_succ_double : forall m p,
  has (N.succ_double m) p = match p with O => true | S q => has m q end.
Proof.
  intros m [|p]; unfold has; rewrite N.succ_double_spec.
  - apply N.testbit_odd_0.
  - rewrite Nat2N.inj_succ. apply N.testbit_odd_succ. lia.
Qed.

Lemma has_0 : forall m, has m 0 = N.odd m.
Proof. intros. apply N.bit0_odd. Qed.

Lemma has_S : forall m p, has m (S p) = has (N.div2 m) p.
Proof.
  intros. unfold has. rewrite Nat2N.inj_succ, N.div2_spec, N.shiftr_spec by lia. f_equal. lia.
Qed.

(** From a list of truth values. *)

Fixpoint of_bools (l : list bool) : N :=
  match l with
  | [] => 0
  | x :: l' => if x then N.succ_double (of_bools l') else N.double (of_bools l')
  end.

Lemma has_of_bools : forall l p, has (of_bools l) p = nth p l false.
Proof.
  induction l as [|x l IH]; intros p; cbn [of_bools].
  - rewrite has_none. now destruct p.
  - destruct x; rewrite ?has_succ_double, ?has_double; destruct p; cbn; auto.
Qed.

(** The points below [n] of which [f] is true. *)

Definition points_that (n : nat) (f : point -> bool) : N := of_bools (map f (seq 0 n)).

Lemma nth_seq_map : forall (A : Type) (f : nat -> A) n p d,
  nth p (map f (seq 0 n)) d = if p <? n then f p else d.
Proof.
  intros. destruct (Nat.ltb_spec p n).
  - rewrite nth_indep with (d' := f 0) by (rewrite map_length, seq_length; lia).
    rewrite map_nth, seq_nth by lia. reflexivity.
  - apply nth_overflow. rewrite map_length, seq_length. lia.
Qed.

Lemma has_points_that : forall n f p, has (points_that n f) p = (p <? n) && f p.
Proof.
  intros. unfold points_that. rewrite has_of_bools, nth_seq_map. now destruct (p <? n).
Qed.

Definition single (p : point) : N := N.shiftl 1 (N.of_nat p).

Lemma has_single : forall p q, has (single p) q = (p =? q).
Proof.
  intros. unfold has, single. rewrite N.shiftl_1_l, N.pow2_bits_eqb.
  destruct (Nat.eqb_spec p q); [subst; apply N.eqb_refl | apply N.eqb_neq; lia].
Qed.
#[global] Hint Rewrite has_single : bits.

Lemma is_empty_set : forall m, (m =? 0)%N = true <-> forall p, has m p = false.
Proof.
  intros. rewrite N.eqb_eq. split; intros H.
  - subst. apply has_none.
  - apply same_bits. intro. now rewrite H, has_none.
Qed.

Lemma is_not_empty_set : forall m, (m =? 0)%N = false <-> exists p, has m p = true.
Proof.
  intros m. split; intros H.
  - apply N.eqb_neq in H. exists (N.to_nat (N.log2 m)). unfold has. rewrite N2Nat.id.
    now apply N.bit_log2.
  - destruct H as [p H]. apply N.eqb_neq. intros ->. now rewrite has_none in H.
Qed.

(** How many points of a set are below [n]. *)

Fixpoint count (n : nat) (m : N) : nat :=
  match n with O => O | S k => (if N.odd m then 1 else 0) + count k (N.div2 m) end.

Lemma count_le : forall n m m', (forall p, has m p = true -> has m' p = true) ->
  count n m <= count n m'.
Proof.
  induction n as [|n IH]; intros m m' H; cbn [count]; [lia|].
  assert (count n (N.div2 m) <= count n (N.div2 m')).
  { apply IH. intros p. rewrite <- !has_S. apply H. }
  pose proof (H 0) as H1. rewrite !has_0 in H1.
  destruct (N.odd m), (N.odd m'); lia.
Qed.

Lemma count_lt : forall n m m' p, (forall q, has m q = true -> has m' q = true) ->
  p < n -> has m p = false -> has m' p = true -> count n m < count n m'.
Proof.
  induction n as [|n IH]; intros m m' p H Hp Hm Hm'; cbn [count]; [lia|].
  pose proof (H 0) as H1. rewrite !has_0 in H1.
  assert (Hs : forall q, has (N.div2 m) q = true -> has (N.div2 m') q = true).
  { intros q. rewrite <- !has_S. apply H. }
  destruct p as [|p].
  - rewrite has_0 in *. rewrite Hm, Hm'. pose proof (count_le n _ _ Hs). lia.
  - rewrite has_S in Hm, Hm'. pose proof (IH _ _ p Hs ltac:(lia) Hm Hm').
    destruct (N.odd m), (N.odd m'); lia.
Qed.

Lemma count_bound : forall n m, count n m <= n.
Proof.
  induction n; intros; cbn [count]; [lia|]. specialize (IHn (N.div2 m)). destruct (N.odd m); lia.
Qed.

(** The points of a set, as a list. *)

Definition members (n : nat) (m : N) : list point := filter (has m) (seq 0 n).

Lemma count_members_from : forall n k m,
  (length (filter (has m) (seq k n)) = count n (N.shiftr m (N.of_nat k)))%nat.
Proof.
  induction n as [|n IH]; intros k m; cbn [seq filter count]; [reflexivity|].
  replace (N.odd (N.shiftr m (N.of_nat k))) with (has m k)
    by (rewrite <- has_0; unfold has; rewrite N.shiftr_spec by lia; f_equal; lia).
  replace (N.div2 (N.shiftr m (N.of_nat k))) with (N.shiftr m (N.of_nat (S k)))
    by (rewrite N.div2_spec, N.shiftr_shiftr; f_equal; lia).
  rewrite <- IH. destruct (has m k); cbn; lia.
Qed.

Lemma count_so_many : forall n m, (forall p, has m p = true -> p < n) ->
  so_many (count n m) (fun p => has m p = true).
Proof.
  intros n m H. exists (members n m). unfold members. split; [|split].
  - apply NoDup_filter, seq_NoDup.
  - intros p. rewrite filter_In, in_seq. specialize (H p). intuition lia.
  - rewrite count_members_from. now rewrite N.shiftr_0_r.
Qed.

Lemma so_many_unique : forall n n' what what',
  so_many n what -> so_many n' what' -> (forall p, what p <-> what' p) -> n = n'.
Proof.
  intros n n' w w' (l & Hd & Hi & <-) (l' & Hd' & Hi' & <-) H.
  apply Nat.le_antisymm; apply NoDup_incl_length; auto; intros p Hp.
  - now apply Hi', H, Hi.
  - now apply Hi, H, Hi'.
Qed.

Lemma so_many_same : forall n what what', (forall p, what p <-> what' p) -> so_many n what ->
  so_many n what'.
Proof.
  intros n w w' H (l & Hd & Hi & Hn). exists l. split; [|split]; auto. intros. now rewrite Hi.
Qed.
