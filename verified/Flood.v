(** * Chains and regions by flooding

    [flood] spreads a set of points within another until nothing is added. It finds what hangs together. *)

From Coq Require Import List NArith PeanoNat Lia Bool.
Import ListNotations.
From Verified Require Import Spec Bits.

(** The neighbours of a set: [near] has for each point the set of those next to it. *)

Fixpoint beside_from (near : list N) (m found : N) : N :=
  match near with
  | [] => found
  | here :: near' => beside_from near' (N.div2 m) (if N.odd m then N.lor found here else found)
  end.

Definition beside (near : list N) (m : N) : N := beside_from near m 0.

Lemma has_beside_from : forall near m found q,
  has (beside_from near m found) q = true <->
  has found q = true \/ exists p, has m p = true /\ has (nth p near 0%N) q = true.
Proof.
  induction near as [|here near IH]; intros m found q; cbn [beside_from].
  - split; [auto|]. intros [H|[p [_ H]]]; [auto|]. 
    replace (nth p [] 0%N) with 0%N in H by now destruct p. now rewrite has_none in H.
  - rewrite IH. split.
    + intros [H|[p [Hm H]]].
      * destruct (N.odd m) eqn:E; [|auto]. rewrite has_lor in H. apply orb_prop in H as [H|H]; [auto|].
        right. exists 0. now rewrite has_0.
      * right. exists (S p). now rewrite has_S.
    + intros [H|[p [Hm H]]].
      * left. destruct (N.odd m); rewrite ?has_lor, H; auto.
      * destruct p as [|p].
        -- rewrite has_0 in Hm. left. rewrite Hm, has_lor. cbn in H. rewrite H. apply orb_true_r.
        -- right. exists p. now rewrite <- has_S.
Qed.

Lemma has_beside : forall near m q,
  has (beside near m) q = true <-> exists p, has m p = true /\ has (nth p near 0%N) q = true.
Proof.
  intros. unfold beside. rewrite has_beside_from, has_none. intuition discriminate.
Qed.

(** The fuel is there for Coq, which wants to see that the flood ends. *)

Fixpoint flood (fuel : nat) (near : list N) (within found : N) : N :=
  match fuel with
  | O => found
  | S fuel' =>
      let more := N.lor found (N.land (beside near found) within) in
      if (more =? found)%N then found else flood fuel' near within more
  end.

Section Flood.
  Variable near : list N.
  Variable n : nat.
  Variable within : N.
  Hypothesis within_bound : forall p, has within p = true -> p < n.

  Definition adjacent (p q : point) : Prop := has (nth p near 0%N) q = true.

  (** What a path inside [within] reaches. *)

  Inductive reached (seed : N) : point -> Prop :=
  | at_seed : forall p, has seed p = true -> reached seed p
  | further : forall p q, reached seed p -> adjacent p q -> has within q = true -> reached seed q.

  Definition closed (m : N) : Prop := forall p q, has m p = true -> adjacent p q -> has within q = true -> has m q = true.

  Lemma has_more : forall found q,
    has (N.lor found (N.land (beside near found) within)) q = true <->
    has found q = true \/ has within q = true /\ exists p, has found p = true /\ adjacent p q.
  Proof.
    intros. rewrite has_lor, orb_true_iff, has_land, andb_true_iff, has_beside. unfold adjacent. intuition.
  Qed.

  Lemma flood_sound : forall fuel seed found,
    (forall p, has found p = true -> reached seed p) ->
    forall p, has (flood fuel near within found) p = true -> reached seed p.
  Proof.
    induction fuel as [|fuel IH]; intros seed found H p; cbn [flood]; [auto|].
    destruct (N.eqb_spec (N.lor found (N.land (beside near found) within)) found); [auto|].
    apply IH. intros q Hq. apply has_more in Hq as [Hq|[Hw [r [Hr Ha]]]]; [auto|].
    eapply further; eauto.
  Qed.

  Lemma flood_grows : forall fuel found p, has found p = true -> has (flood fuel near within found) p = true.
  Proof.
    induction fuel as [|fuel IH]; intros found p H; cbn [flood]; [auto|].
    destruct N.eqb; [auto|]. apply IH, has_more. auto.
  Qed.

  Lemma flood_closed : forall fuel found,
    (forall p, has found p = true -> p < n) -> n < fuel + count n found -> closed (flood fuel near within found).
  Proof.
    induction fuel as [|fuel IH]; intros found Hb Hc; cbn [flood].
    - pose proof (count_bound n found). lia.
    - set (more := N.lor found (N.land (beside near found) within)).
      destruct (N.eqb_spec more found) as [E|E].
      + intros p q Hp Ha Hw. rewrite <- E. apply has_more. right. eauto.
      + assert (Hbm : forall p, has more p = true -> p < n).
        { intros p Hp. apply has_more in Hp as [Hp|[Hp _]]; auto. }
        apply IH; [exact Hbm|].
        destruct (N.eqb_spec (N.ldiff more found) 0) as [E0|E0].
        { exfalso. apply E, same_bits. intro p. apply eq_true_iff_eq. split; intro H.
          - assert (has (N.ldiff more found) p = false) as H0 by (rewrite E0; apply has_none).
            rewrite has_ldiff, H in H0. now destruct (has found p).
          - apply has_more. auto. }
        apply N.eqb_neq, is_not_empty_set in E0 as [p Hp].
        rewrite has_ldiff, andb_true_iff, negb_true_iff in Hp. destruct Hp as [Hp Hn].
        assert (count n found < count n more); [|lia].
        apply count_lt with p; auto. intros q Hq. apply has_more. auto.
  Qed.

  Theorem flood_finds : forall seed, (forall p, has seed p = true -> p < n) ->
    forall p, has (flood (S n) near within seed) p = true <-> reached seed p.
  Proof.
    intros seed Hb p. split.
    - apply flood_sound. apply at_seed.
    - induction 1 as [p H|p q Hr IH Ha Hw].
      + now apply flood_grows.
      + apply (flood_closed (S n) seed) with p; auto. lia.
  Qed.
End Flood.
