(** * Positions and chains on bit masks are those of the specification *)

From Coq Require Import List NArith ZArith PeanoNat Lia Bool.
Import ListNotations.
From Verified Require Import Go Bits Flood.

(** ** Positions as two masks *)

Definition is_stone (c : colour) (x : content) : bool :=
  match x, c with Stone Black, Black | Stone White, White => true | _, _ => false end.

Definition mask (c : colour) (P : position) : N := of_bools (map (is_stone c) P).

Lemma is_stone_spec : forall c x, is_stone c x = true <-> x = Stone c.
Proof. intros [] [|[]]; cbn; split; congruence. Qed.

Lemma has_mask : forall c P p, has (mask c P) p = is_stone c (at_point P p).
Proof.
  intros. unfold mask, at_point. rewrite has_of_bools.
  change false with (is_stone c Empty). apply map_nth.
Qed.

Lemma has_mask_iff : forall c P p, has (mask c P) p = true <-> at_point P p = Stone c.
Proof. intros. rewrite has_mask. apply is_stone_spec. Qed.

Lemma at_point_overflow : forall P p, length P <= p -> at_point P p = Empty.
Proof. intros. now apply nth_overflow. Qed.

Lemma has_mask_bound : forall c P p, has (mask c P) p = true -> p < length P.
Proof.
  intros c P p H. apply has_mask_iff in H. destruct (Nat.lt_ge_cases p (length P)); [auto|].
  rewrite at_point_overflow in H by auto. discriminate.
Qed.

Lemma same_position : forall P Q, length P = length Q ->
  (forall p, p < length P -> at_point P p = at_point Q p) -> P = Q.
Proof. intros. now apply nth_ext with (d := Empty) (d' := Empty). Qed.

Lemma masks_injective : forall P Q, length P = length Q -> (forall c, mask c P = mask c Q) -> P = Q.
Proof.
  intros P Q Hl H. apply same_position; [auto|]. intros p _.
  destruct (at_point P p) as [|c] eqn:EP.
  - destruct (at_point Q p) as [|c] eqn:EQ; [auto|].
    apply has_mask_iff in EQ. rewrite <- H in EQ. apply has_mask_iff in EQ. congruence.
  - apply has_mask_iff in EP. rewrite H in EP. apply has_mask_iff in EP. congruence.
Qed.

(** The position that two masks show. *)

Definition shown (n : nat) (black white : N) : position :=
  map (fun p => if has black p then Stone Black else if has white p then Stone White else Empty)
    (seq 0 n).

Lemma shown_length : forall n b w, length (shown n b w) = n.
Proof. intros. unfold shown. now rewrite map_length, seq_length. Qed.

Lemma at_shown : forall n b w p, p < n ->
  at_point (shown n b w) p =
    if has b p then Stone Black else if has w p then Stone White else Empty.
Proof.
  intros. unfold at_point, shown. rewrite nth_seq_map. now destruct (Nat.ltb_spec p n); [|lia].
Qed.

Definition pick {A} (c : colour) (black white : A) : A :=
  match c with Black => black | White => white end.

Lemma mask_shown : forall n b w c,
  (forall p, has b p = true -> p < n) -> (forall p, has w p = true -> p < n) ->
  (forall p, has b p = true -> has w p = false) -> mask c (shown n b w) = pick c b w.
Proof.
  intros n b w c Hb Hw Hd. apply same_bits. intro p. rewrite has_mask.
  specialize (Hb p). specialize (Hw p). specialize (Hd p).
  destruct (Nat.lt_ge_cases p n).
  - rewrite at_shown by auto.
    destruct c; cbn [pick]; destruct (has b p), (has w p); cbn; intuition congruence.
  - rewrite at_point_overflow by now rewrite shown_length.
    destruct c; cbn [pick]; destruct (has b p), (has w p); cbn; intuition (try congruence; lia).
Qed.

(** ** The board as the checker has it *)

Definition next_to_b (b : board) (p q : point) : bool :=
  (p <? size b) && (q <? size b) && negb (p =? q) &&
  existsb (fun pair => (fst pair =? p) && (snd pair =? q) || (fst pair =? q) && (snd pair =? p))
    (pairs b).

Lemma next_to_b_spec : forall b p q, next_to_b b p q = true <-> next_to b p q.
Proof.
  intros. unfold next_to_b, next_to.
  rewrite !andb_true_iff, !Nat.ltb_lt, negb_true_iff, Nat.eqb_neq, existsb_exists. split.
  - intros [[[Hp Hq] Hn] [[x y] [Hi H]]]. repeat split; auto. cbn in H.
    rewrite orb_true_iff, !andb_true_iff, !Nat.eqb_eq in H. destruct H as [[-> ->]|[-> ->]]; auto.
  - intros (Hp & Hq & Hn & H). repeat split; auto.
    destruct H as [H|H]; eexists; (split; [exact H|]); cbn; rewrite !Nat.eqb_refl; cbn;
      auto using orb_true_r.
Qed.

Lemma next_to_symmetric : forall b p q, next_to b p q -> next_to b q p.
Proof. unfold next_to. intuition. Qed.

Record table := { points : nat; fuel : nat; near : list (N * N); all : N }.

Definition table_of (b : board) : table :=
  {| points := size b; fuel := S (size b);
     near :=
       filter (fun x => negb (snd x =? 0)%N)
         (map (fun d => (N.of_nat d, points_that (size b) (fun p => next_to_b b p (p + d))))
            (seq 0 (size b)));
     all := points_that (size b) (fun _ => true) |}.

Lemma near_is_next_to : forall b p q, adjacent (near (table_of b)) p q <-> next_to b p q.
Proof.
  intros b p q. unfold adjacent. cbn [near table_of]. split.
  - intros (d & from & Hi & H). apply filter_In in Hi as [Hi _].
    apply in_map_iff in Hi as (d' & E & _). injection E as E <-. apply Nat2N.inj in E as ->.
    destruct H as [[-> H]|[-> H]]; rewrite has_points_that, andb_true_iff, next_to_b_spec in H;
      destruct H as [_ H]; auto using next_to_symmetric.
  - intros H.
    assert (Hless : forall x y, next_to b x y -> x <= y ->
      exists d from, In (N.of_nat d, from) (filter (fun z => negb (snd z =? 0)%N)
        (map (fun d => (N.of_nat d, points_that (size b) (fun p => next_to_b b p (p + d))))
          (seq 0 (size b)))) /\ y = x + d /\ has from x = true).
    { intros x y Hn Hxy. set (from := points_that (size b) (fun p => next_to_b b p (p + (y - x)))).
      assert (Hf : has from x = true).
      { unfold from. rewrite has_points_that. replace (x + (y - x)) with y by lia.
        apply andb_true_iff. rewrite next_to_b_spec, Nat.ltb_lt.
        split; [now destruct Hn as (? & _)|exact Hn]. }
      exists (y - x), from. split; [|split; [lia|exact Hf]]. apply filter_In. split.
      - apply in_map_iff. exists (y - x). split; [reflexivity|]. apply in_seq.
        destruct Hn as (_ & Hy & _). lia.
      - cbn. apply negb_true_iff, is_not_empty_set. eauto. }
    destruct (Nat.le_ge_cases p q) as [Hpq|Hpq].
    + destruct (Hless p q H Hpq) as (d & from & Hi & E & Hf). exists d, from. auto.
    + destruct (Hless q p (next_to_symmetric _ _ _ H) Hpq) as (d & from & Hi & E & Hf).
      exists d, from. auto.
Qed.

Lemma has_all : forall b p, has (all (table_of b)) p = true <-> p < size b.
Proof. intros. cbn. rewrite has_points_that, andb_true_r. apply Nat.ltb_lt. Qed.

Definition neighbours (t : table) (m : N) : N := around (near t) m.
Definition spread (t : table) (within seed : N) : N :=
  flood (fuel t) (near t) within (N.land seed within).

(** ** Chains, regions and liberties *)

Section Chains.
  Variable b : board.
  Let t := table_of b.

  Lemma linked_trans : forall P p q r, linked b P p q -> linked b P q r -> linked b P p r.
  Proof.
    intros P p q r H1 H2. induction H2 as [|r s H IH Hn Hc]; [auto|].
    eapply a_step_on; eauto. rewrite Hc.
    clear - H1. induction H1 as [|q r _ IH _ E]; congruence.
  Qed.

  Lemma linked_content : forall P p q, linked b P p q -> at_point P q = at_point P p.
  Proof. induction 1; congruence. Qed.

  Lemma linked_symmetric : forall P p q, linked b P p q -> linked b P q p.
  Proof.
    intros P p q H. induction H as [|q r H IH Hn Hc]; [constructor|].
    apply linked_trans with q; [|exact IH].
    eapply a_step_on; [constructor|now apply next_to_symmetric|].
    rewrite Hc. symmetry. now apply linked_content in H as ->.
  Qed.

  (** What a flood within all points of one content finds. *)

  Lemma spread_finds : forall P x within seed,
    (forall p, has within p = true <-> p < size b /\ at_point P p = x) ->
    forall q, has (spread t within seed) q = true <->
      exists p, has seed p = true /\ p < size b /\ at_point P p = x /\ linked b P p q.
  Proof.
    intros P x within seed Hw q. unfold spread.
    change (fuel t) with (S (size b)).
    rewrite flood_finds with (n := size b).
    - split.
      + induction 1 as [q H|q r H [p (Hs & Hp & Hx & Hl)] Ha Hr].
        * rewrite has_land, andb_true_iff, Hw in H. exists q. intuition. constructor.
        * exists p. repeat (split; [auto|]). apply near_is_next_to in Ha. apply Hw in Hr as [_ Hr].
          eapply a_step_on; eauto. congruence.
      + intros (p & Hs & Hp & Hx & Hl). induction Hl as [|q r Hl IH Hn Hc].
        * apply at_seed. rewrite has_land, andb_true_iff, Hw. auto.
        * apply further with q; [exact IH|now apply near_is_next_to|].
          apply Hw. split; [now destruct Hn as (_ & ? & _)|congruence].
    - intros p H. now apply Hw in H.
    - intros p H. rewrite has_land, andb_true_iff, Hw in H. intuition.
  Qed.

  Lemma has_neighbours : forall m q,
    has (neighbours t m) q = true <-> exists p, has m p = true /\ next_to b p q.
  Proof.
    intros. unfold neighbours. rewrite has_around.
    split; intros [p [H H']]; exists p; (split; [auto|]); now apply near_is_next_to.
  Qed.

  (** The chains and regions of content [x] that touch content [y]. *)

  Lemma touching : forall P x y of_x of_y,
    (forall p, has of_x p = true <-> p < size b /\ at_point P p = x) ->
    (forall p, has of_y p = true <-> p < size b /\ at_point P p = y) -> forall q,
    has (spread t of_x (neighbours t of_y)) q = true <->
      q < size b /\ at_point P q = x /\ touches b P q y.
  Proof.
    intros P x y of_x of_y Hx Hy q. rewrite (spread_finds P x) by exact Hx. split.
    - intros (p & Hn & Hp & Hxp & Hl). apply has_neighbours in Hn as [r [Hr Hn]].
      apply Hy in Hr as [_ Hr]. split; [|split].
      + inversion Hl as [|s u _ Hn' _]; subst; [auto|]. now destruct Hn' as (_ & ? & _).
      + apply linked_content in Hl. congruence.
      + exists p, r. split; [now apply linked_symmetric|].
        split; [now apply next_to_symmetric|auto].
    - intros (Hq & Hxq & p & r & Hl & Hn & Hr). exists p.
      assert (p < size b /\ r < size b) as [Hp Hr'] by (unfold next_to in Hn; tauto).
      split; [|split; [auto|split]].
      + apply has_neighbours. exists r. split; [now apply Hy|now apply next_to_symmetric].
      + apply linked_content in Hl. congruence.
      + now apply linked_symmetric.
  Qed.
End Chains.
