(** * Kos: the points that the program finds are those of the specification *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Bits Play Kinds Kos Checker Common Ban.

Lemma mask_with_all : forall b f d m, (forall q, (q <? size b) && is_stone d (f q) = has m q) ->
  mask d (with_all b f) = m.
Proof.
  intros b f d m H. apply same_bits. intros q. rewrite has_mask, <- H. unfold with_all, at_point.
  rewrite nth_seq_map. destruct (q <? size b); [auto|]. now destruct d.
Qed.

Lemma with_all_length : forall b f, length (with_all b f) = size b.
Proof. intros b f. unfold with_all. now rewrite map_length, seq_length. Qed.

Lemma has_kos_at : forall t black white x,
  has (kos_by_capture t black white) x = true <->
    exists p,
      p < points t /\ has (N.lor black white) p = false /\
      (has (ko_with t black white p) x = true \/ has (ko_with t white black p) x = true).
Proof.
  intros t black white x. unfold kos_by_capture. set (at_p := kos_at t black white).
  assert (H : forall l,
    has (fold_right (fun p k => N.lor (at_p p) k) 0%N l) x = true <->
      exists p, In p l /\ has (at_p p) x = true).
  { induction l as [|p l IH]; cbn [fold_right].
    - rewrite has_none. split; [discriminate|intros (p & [] & _)].
    - rewrite has_lor, orb_true_iff, IH. split.
      + intros [Hp|(q & Hq & Hx)]; [exists p; cbn; auto|exists q; cbn; auto].
      + intros (q & [<-|Hq] & Hx); [auto|right; eauto]. }
  rewrite H. unfold at_p, kos_at. split.
  - intros (p & Hp & Hx). apply in_seq in Hp. exists p. split; [lia|].
    destruct (has (N.lor black white) p); [now rewrite has_none in Hx|]. split; [auto|].
    rewrite has_lor in Hx. now apply orb_prop in Hx.
  - intros (p & Hp & Hf & Hx). exists p. split; [apply in_seq; lia|]. rewrite Hf, has_lor.
    now apply orb_true_iff.
Qed.

Lemma ko_with_is : forall t mine theirs p x, has (ko_with t mine theirs p) x = true ->
  let r := play t mine theirs (single p) in
  exists q, q < points t /\ captured r = single q /\ (x = p \/ x = q) /\
    let back := play t (opposing r) (own r) (single q) in own back = theirs /\ opposing back = mine.
Proof.
  intros t mine theirs p x H r. unfold ko_with in H. fold r in H. cbv zeta in H.
  destruct (captured r =? 0)%N; [now rewrite has_none in H|].
  destruct (find _ _) as [q|] eqn:E; [|now rewrite has_none in H]. apply find_some in E as [Hin E].
  apply in_seq in Hin. apply N.eqb_eq in E. destruct (_ && _) eqn:Eb; [|now rewrite has_none in H].
  apply andb_prop in Eb as [E1 E2]. apply N.eqb_eq in E1, E2.
  rewrite has_lor, !has_single, orb_true_iff, !Nat.eqb_eq in H. exists q.
  repeat split; auto; [lia|]. destruct H; auto.
Qed.

Lemma ko_with_has : forall t mine theirs p q,
  let r := play t mine theirs (single p) in
  q < points t -> captured r = single q ->
  (let back := play t (opposing r) (own r) (single q) in
   own back = theirs /\ opposing back = mine) ->
  has (ko_with t mine theirs p) p = true /\ has (ko_with t mine theirs p) q = true.
Proof.
  intros t mine theirs p q r Hq Hc [E1 E2]. unfold ko_with. fold r. cbv zeta. rewrite Hc.
  assert (Hne : (single q =? 0)%N = false).
  { apply N.eqb_neq. intros E. apply (f_equal (fun m => has m q)) in E.
    now rewrite has_single, has_none, Nat.eqb_refl in E. }
  rewrite Hne. destruct (find _ _) as [q'|] eqn:E.
  - apply find_some in E as [_ E]. apply N.eqb_eq, single_injective in E as ->.
    rewrite E1, E2, !N.eqb_refl. cbn [andb]. rewrite !has_lor, !has_single, !Nat.eqb_refl.
    now rewrite orb_true_r.
  - apply (find_none _ _) with (x := q) in E; [now rewrite N.eqb_refl in E|apply in_seq; lia].
Qed.

Lemma has_suicides : forall t mine theirs x, has (suicides_of t mine theirs) x = true <->
  x < points t /\ has (N.lor mine theirs) x = false /\ leaves_it t mine theirs x = true.
Proof.
  intros t mine theirs x. unfold suicides_of.
  rewrite has_points_that, !andb_true_iff, negb_true_iff, Nat.ltb_lt. tauto.
Qed.

Lemma has_suicide_kos : forall t black white x,
  has (suicide_kos t black white) x = true <->
    (exists y, has (suicides_of t black white) y = true) /\
      (exists y, has (suicides_of t white black) y = true) /\
      (has (suicides_of t black white) x = true \/ has (suicides_of t white black) x = true).
Proof.
  intros t black white x. unfold suicide_kos. cbv zeta. rewrite <- !is_not_empty_set.
  destruct (suicides_of t black white =? 0)%N, (suicides_of t white black =? 0)%N; cbn [orb];
    rewrite ?has_none, ?has_lor, ?orb_true_iff; intuition discriminate.
Qed.

Lemma kos_small : forall lone b P x, has (kos lone b P) x = true -> x < size b.
Proof.
  intros lone b P x H.
  assert (H' : has (kos_by_capture (table_of b) (mask Black P) (mask White P)) x = true \/
    has (suicide_kos (table_of b) (mask Black P) (mask White P)) x = true).
  { unfold kos, kos_of in H.
    destruct lone; [rewrite has_lor in H; now apply orb_prop in H|now left]. }
  destruct H' as [H'|H'].
  - apply has_kos_at in H' as (p & Hp & _ & [H'|H']);
      apply ko_with_is in H' as (q & Hq & _ & [->| ->] & _); auto.
  - apply has_suicide_kos in H' as (_ & _ & [H'|H']); now apply has_suicides in H'.
Qed.

Section Exact.
  Variable b : board.
  Variable P : position.
  Hypothesis P_fits : length P = size b.

  Let node_of (c : colour) : node :=
    {| black := mask Black P; white := mask White P; to_move := c; passes := 0; ban := 0;
       words := []; tallied := (0%Z, 0%N) |}.

  Lemma node_of_shows : forall c, shows b (begin b P c) (node_of c).
  Proof. intros c. split; [split; [auto|split; [auto|intros e []]]|auto]. Qed.

  Let ko_by (c : colour) (p : point) : N :=
    ko_with (table_of b) (mine (node_of c)) (theirs (node_of c)) p.

  (** A play that is taken back, by the ban of basic ko. *)

  Lemma taken_back : forall c p q T, plays b c p P T -> T <> P -> plays b (opponent c) q T P ->
    has (ko_by c p) p = true /\ has (ko_by c p) q = true.
  Proof.
    intros c p q T HT Hne HP. pose proof (node_of_shows c) as Hs.
    destruct (plays_length _ _ _ _ _ HP) as (_ & Hq & _).
    pose proof (next_ban_is_right b (begin b P c) (node_of c) p T [] (0%Z, 0%N) Hs HT q P HP) as H.
    cbv zeta in H. change (now (with_move (begin b P c) (Play p) T)) with T in H.
    rewrite takes_back_after_play in H. change (now (begin b P c)) with P in H. destruct H as [H _].
    specialize (H eq_refl).
    replace (ban (node_after _ _ _ _ _)) with (next_ban (table_of b) (cells_of b) (node_of c)
      (play (table_of b) (mine (node_of c)) (theirs (node_of c)) (single p))) in H
      by (unfold node_after; now destruct (to_move _)).
    destruct H as [H|[_ H]]; [|congruence]. unfold next_ban in H. set (r := play _ _ _ _) in *.
    destruct (unchanged _ r); [exfalso; lia|]. destruct (captured r =? 0)%N; [exfalso; lia|].
    pose proof (find_cell b (captured r)) as Hf.
    destruct (find _ (cells_of b)) as [[p0 here|]|]; [|exfalso; lia|exfalso; lia].
    destruct Hf as (Hc & -> & Hp0). destruct (_ && _) eqn:E in H; [|exfalso; lia].
    assert (p0 = q) as -> by lia. apply andb_prop in E as [E1 E2]. apply N.eqb_eq in E1, E2.
    apply ko_with_has; auto.
  Qed.

  Lemma found_back : forall c p x, p < size b -> at_point P p = Empty -> has (ko_by c p) x = true ->
    exists q T, (x = p \/ x = q) /\ T <> P /\ plays b c p P T /\ plays b (opponent c) q T P.
  Proof.
    intros c p x Hp He H.
    replace (ko_by c p) with (ko_with (table_of b) (mask c P) (mask (opponent c) P) p) in H
      by (now destruct c).
    apply ko_with_is in H as (q & Hq & Hc & Hx & E1 & E2). set (r := play _ _ _ (single p)) in *.
    destruct (play_exists b c P p P_fits Hp He) as [T HT]. pose proof HT as HT'.
    apply plays_by_masks in HT'; auto. unfold leaves_masks in HT'. fold r in HT'.
    destruct HT' as (Hl & Mo & Mt).
    assert (Hbound : forall d y, has (mask d P) y = true -> y < size b)
      by (intros d y Hy; apply has_mask_bound in Hy; lia).
    assert (Hq1 : has (single q) q = true) by now rewrite has_single, Nat.eqb_refl.
    destruct
      (kinds_of_play b (mask c P) (mask (opponent c) P) p (Hbound c) (Hbound (opponent c)) Hp)
      as [Ko Kc _|_ _ Kc|_ _ Kc]; fold r in Kc; rewrite Hc in Kc; rewrite Kc in Hq1;
      [|now rewrite has_none in Hq1..].
    rewrite has_ldiff, andb_true_iff, negb_true_iff in Hq1. destruct Hq1 as [Hthere Hgone].
    fold r in Hgone, Ko. pose proof Hthere as HPq. apply has_mask_iff in HPq.
    assert (Hfree : at_point T q = Empty).
    { destruct (at_point T q) as [|d] eqn:Ed; [auto|exfalso]. apply has_mask_iff in Ed.
      destruct (other_colour c d) as [->| ->]; [|congruence].
      rewrite Mo, Ko, has_lor, has_single, orb_true_iff, Nat.eqb_eq, has_mask_iff in Ed.
      destruct Ed as [Ed|<-]; [|congruence]. rewrite HPq in Ed. injection Ed as Ed.
      now apply opponent_other in Ed. }
    destruct (play_exists b (opponent c) T q Hl Hq Hfree) as [T2 H2]. pose proof H2 as H2'.
    apply plays_by_masks in H2'; auto. unfold leaves_masks in H2'.
    rewrite opponent_twice, Mo, Mt in H2'. destruct H2' as (L2 & M2 & O2).
    change (points (table_of b)) with (size b) in *. fold r in E1, E2. rewrite E1 in M2.
    rewrite E2 in O2. assert (T2 = P) as ->.
    { apply masks_injective; [congruence|]. intros d.
      destruct (other_colour c d) as [->| ->]; auto. }
    exists q, T. split; [exact Hx|split; [|auto]]. intros ->.
    assert (Hpp : has (mask c P) p = true)
      by (rewrite Mo, Ko, has_lor, has_single, Nat.eqb_refl; apply orb_true_r).
    apply has_mask_iff in Hpp. congruence.
  Qed.

  Lemma captures_exact : forall x,
    has (kos_by_capture (table_of b) (mask Black P) (mask White P)) x = true <->
      exists c y T,
        T <> P /\
        (plays b c x P T /\ plays b (opponent c) y T P \/
         plays b c y P T /\ plays b (opponent c) x T P).
  Proof.
    intros x. rewrite has_kos_at. change (points (table_of b)) with (size b).
    assert (Hko : forall c p, ko_by c p = ko_with (table_of b) (mask c P) (mask (opponent c) P) p)
      by (now intros [] p).
    split.
    - intros (p & Hp & Hf & H). rewrite has_lor, orb_false_iff, !has_mask in Hf.
      assert (He : at_point P p = Empty)
        by (destruct (at_point P p) as [|[]]; [auto|destruct Hf; discriminate..]).
      assert (Hc : exists c, has (ko_by c p) x = true)
        by (destruct H as [H|H]; [exists Black|exists White]; now rewrite Hko).
      destruct Hc as [c Hx]. destruct (found_back c p x Hp He Hx) as (q & T & Hxq & Hne & H1 & H2).
      destruct Hxq as [->| ->]; [exists c, q, T|exists c, p, T]; auto.
    - intros (c & y & T & Hne & H).
      assert (Hpq : exists p q, (x = p \/ x = q) /\ plays b c p P T /\ plays b (opponent c) q T P)
        by (destruct H as [[H1 H2]|[H1 H2]]; eauto 6).
      destruct Hpq as (p & q & Hx & H1 & H2). destruct (plays_length _ _ _ _ _ H1) as (_ & Hp & He).
      exists p. split; [exact Hp|]. split; [now rewrite has_lor, !has_mask, He|].
      destruct (taken_back c p q T H1 Hne H2) as [Hp' Hq']. rewrite Hko in Hp', Hq'.
      assert (Hx' : has (ko_with (table_of b) (mask c P) (mask (opponent c) P) p) x = true)
        by (destruct Hx as [->| ->]; assumption).
      destruct c; auto.
  Qed.

  Lemma suicides_exact : forall c x,
    has (suicides_of (table_of b) (mask c P) (mask (opponent c) P)) x = true <-> plays b c x P P.
  Proof.
    intros c x. rewrite has_suicides. change (points (table_of b)) with (size b).
    rewrite has_lor, orb_false_iff, !has_mask. split.
    - intros (Hx & [Hc Ho] & H). assert (He : at_point P x = Empty).
      { destruct (at_point P x) as [|d] eqn:E; [auto|exfalso].
        destruct (other_colour c d) as [->| ->]; destruct c; discriminate. }
      apply plays_by_masks; auto. unfold leaves_it in H. rewrite andb_true_iff, !N.eqb_eq in H.
      unfold leaves_masks. cbv zeta in *. intuition congruence.
    - intros H. destruct (plays_length _ _ _ _ _ H) as (_ & Hx & He).
      apply plays_by_masks in H; auto. unfold leaves_masks in H. cbv zeta in H. split; [exact Hx|].
      rewrite He. split; [now destruct c|]. unfold leaves_it. cbv zeta.
      rewrite andb_true_iff, !N.eqb_eq. intuition congruence.
  Qed.

  Definition content_same : forall x y : content, {x = y} + {x <> y}.
  Proof. decide equality. apply colour_eq. Defined.

  Theorem kos_exact : forall lone x, has (kos lone b P) x = true <-> in_a_ko lone b P x.
  Proof.
    intros lone x. unfold kos, kos_of, in_a_ko.
    assert (HB : forall y,
      has (suicides_of (table_of b) (mask Black P) (mask White P)) y = true <-> plays b Black y P P)
      by apply (suicides_exact Black).
    assert (HW : forall y,
      has (suicides_of (table_of b) (mask White P) (mask Black P)) y = true <-> plays b White y P P)
      by apply (suicides_exact White).
    destruct lone.
    - rewrite has_lor, orb_true_iff, captures_exact, has_suicide_kos. split.
      + intros [(c & y & T & Hne & H)|((y & Hy) & (z & Hz) & [H|H])]; [exists c, y, T; auto| |].
        * exists Black, z, P. apply HB in H. apply HW in Hz. auto.
        * exists White, y, P. apply HW in H. apply HB in Hy. auto.
      + intros (c & y & T & _ & H).
        destruct (list_eq_dec content_same T P) as [->|Hne]; [right|left; eauto].
        destruct H as [[H1 H2]|[H1 H2]], c; cbn [opponent] in *;
          first [apply HB in H1; apply HW in H2|apply HW in H1; apply HB in H2]; eauto 7.
    - rewrite captures_exact.
      split; intros (c & y & T & Hne & H); exists c, y, T; (split; [|exact H]);
        [auto|destruct Hne; [discriminate|auto]].
  Qed.
End Exact.
