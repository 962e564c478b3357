(** * Chains and regions by flooding

    [flood] spreads a set of points within another until nothing is added. It finds what hangs
    together. *)

From Coq Require Import List NArith PeanoNat Lia Bool.
Import ListNotations.
From Verified Require Import Go Bits.

(** The union of sets: one for each point of [m]. *)

Fixpoint beside_from (near : list N) (m found : N) : N :=
  if (m =? 0)%N then found
  else match near with
       | [] => found
       | here :: near' => beside_from near' (N.div2 m) (if N.odd m then N.lor found here else found)
       end.

Definition beside (near : list N) (m : N) : N := beside_from near m 0.

Lemma has_beside_from : forall near m found q,
  has (beside_from near m found) q = true <->
  has found q = true \/ exists p, has m p = true /\ has (nth p near 0%N) q = true.
Proof.
  induction near as [|here near IH]; intros m found q; cbn [beside_from];
    (destruct (N.eqb_spec m 0) as [->|_];
      [split; [auto|intros [H|(p & H & _)]; [auto|now rewrite has_none in H]]|]).
  - split; [auto|]. intros [H|[p [_ H]]]; [auto|].
    replace (nth p [] 0%N) with 0%N in H by now destruct p. now rewrite has_none in H.
  - rewrite IH. split.
    + intros [H|[p [Hm H]]].
      * destruct (N.odd m) eqn:E; [|auto]. rewrite has_lor in H.
        apply orb_prop in H as [H|H]; [auto|]. right. exists 0. now rewrite has_0.
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

(** The neighbours of a set. Points have a neighbour at few distances: [near] has each distance, and
    the points that have one so much further on. *)

Fixpoint around (near : list (N * N)) (m : N) : N :=
  match near with
  | [] => 0
  | (d, from) :: near' =>
      N.lor (N.lor (N.shiftl (N.land m from) d) (N.land (N.shiftr m d) from)) (around near' m)
  end.

Definition adjacent (near : list (N * N)) (p q : point) : Prop :=
  exists d from, In (N.of_nat d, from) near /\
    (q = p + d /\ has from p = true \/ p = q + d /\ has from q = true).

Lemma has_shiftl : forall m d q,
  has (N.shiftl m (N.of_nat d)) q = true <-> exists p, q = p + d /\ has m p = true.
Proof.
  intros m d q. unfold has. destruct (Nat.le_gt_cases d q) as [H|H].
  - rewrite N.shiftl_spec_high' by lia.
    replace (N.of_nat q - N.of_nat d)%N with (N.of_nat (q - d)) by lia. split.
    + intros E. exists (q - d). split; [lia|exact E].
    + intros (p & -> & E). now replace (p + d - d) with p by lia.
  - rewrite N.shiftl_spec_low by lia. split; [discriminate|]. intros (p & -> & _). lia.
Qed.

Lemma has_shiftr : forall m d q, has (N.shiftr m (N.of_nat d)) q = has m (q + d).
Proof. intros. unfold has. rewrite N.shiftr_spec by lia. f_equal. lia. Qed.

Lemma has_around : forall near m q,
  has (around near m) q = true <-> exists p, has m p = true /\ adjacent near p q.
Proof.
  induction near as [|[d from] near IH]; intros m q; cbn [around].
  - rewrite has_none. split; [discriminate|]. intros (p & _ & d & from & [] & _).
  - rewrite <- (N2Nat.id d). set (d0 := N.to_nat d). clearbody d0. clear d. rename d0 into d.
    rewrite !has_lor, !orb_true_iff, has_shiftl, has_land, has_shiftr, andb_true_iff, IH. split.
    + intros [[(p & -> & H)|[Hm Hf]]|(p & Hm & d' & from' & Hi & H)].
      * rewrite has_land, andb_true_iff in H. exists p. split; [tauto|]. exists d, from.
        split; [now left|tauto].
      * exists (q + d). split; [auto|]. exists d, from. split; [now left|auto].
      * exists p. split; [auto|]. exists d', from'. split; [now right|auto].
    + intros (p & Hm & d' & from' & [E|Hi] & H).
      * injection E as E <-. apply Nat2N.inj in E as <-. left.
        destruct H as [[-> H]|[-> H]]; [left; exists p; rewrite has_land, Hm, H; auto|right; auto].
      * right. exists p. split; [auto|]. exists d', from'. auto.
Qed.

(** The fuel is there for Coq, which wants to see that the flood ends. *)

Fixpoint flood (fuel : nat) (near : list (N * N)) (within found : N) : N :=
  match fuel with
  | O => found
  | S fuel' =>
      let more := N.lor found (N.land (around near found) within) in
      if (more =? found)%N then found else flood fuel' near within more
  end.

Section Flood.
  Variable near : list (N * N).
  Variable n : nat.
  Variable within : N.
  Hypothesis within_bound : forall p, has within p = true -> p < n.

  (** What a path inside [within] reaches. *)

  Inductive reached (seed : N) : point -> Prop :=
  | at_seed : forall p, has seed p = true -> reached seed p
  | further : forall p q, reached seed p -> adjacent near p q -> has within q = true ->
      reached seed q.

  Definition closed (m : N) : Prop :=
    forall p q, has m p = true -> adjacent near p q -> has within q = true -> has m q = true.

  Lemma has_more : forall found q,
    has (N.lor found (N.land (around near found) within)) q = true <->
    has found q = true \/ has within q = true /\ exists p, has found p = true /\ adjacent near p q.
  Proof.
    intros. rewrite has_lor, orb_true_iff, has_land, andb_true_iff, has_around. intuition.
  Qed.

  Lemma flood_sound : forall fuel seed found,
    (forall p, has found p = true -> reached seed p) ->
    forall p, has (flood fuel near within found) p = true -> reached seed p.
  Proof.
    induction fuel as [|fuel IH]; intros seed found H p; cbn [flood]; [auto|].
    destruct (N.eqb_spec (N.lor found (N.land (around near found) within)) found); [auto|].
    apply IH. intros q Hq. apply has_more in Hq as [Hq|[Hw [r [Hr Ha]]]]; [auto|].
    eapply further; eauto.
  Qed.

  Lemma flood_grows : forall fuel found p, has found p = true ->
    has (flood fuel near within found) p = true.
  Proof.
    induction fuel as [|fuel IH]; intros found p H; cbn [flood]; [auto|].
    destruct N.eqb; [auto|]. apply IH, has_more. auto.
  Qed.

  Lemma flood_closed : forall fuel found, (forall p, has found p = true -> p < n) ->
    n < fuel + count n found -> closed (flood fuel near within found).
  Proof.
    induction fuel as [|fuel IH]; intros found Hb Hc; cbn [flood].
    - pose proof (count_bound n found). lia.
    - set (more := N.lor found (N.land (around near found) within)).
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
