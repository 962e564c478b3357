(** * What the test of Judge.v accepts is settled, and has two eyes where it needs them *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia Lqa.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Bits Play Checker Sound Life Settled.
From Verified Require Export Judge.

Lemma union_has : forall l q, has (union l) q = true -> exists m, In m l /\ has m q = true.
Proof.
  unfold union.
  induction l as [|m l IH]; intros q H; cbn [fold_right] in H; [now rewrite has_none in H|].
  rewrite has_lor in H. apply orb_prop in H as [H|H]; [exists m; split; [now left|auto]|].
  destruct (IH q H) as (m' & Hm & H'). exists m'. split; [now right|auto].
Qed.

Lemma disjoint_spec : forall m m', (N.land m m' =? 0)%N = true -> forall q, has m q = true ->
  has m' q = true -> False.
Proof.
  intros m m' H q H1 H2. rewrite is_empty_set in H. specialize (H q).
  now rewrite has_land, H1, H2 in H.
Qed.

Lemma count_two : forall n m, (forall p, has m p = true -> p < n) -> 2 <= count n m ->
  exists p q, p <> q /\ has m p = true /\ has m q = true.
Proof.
  intros n m Hb H. destruct (count_so_many n m Hb) as (l & Hd & Hi & Hl).
  destruct l as [|p [|q l]]; cbn in Hl; try lia. exists p, q. inversion Hd as [|x y Hx _].
  split; [intros ->; apply Hx; now left|]. split; apply Hi; [now left|right; now left].
Qed.

Section Settling.
  Variable b : board.
  Let t := table_of b.
  Let cells := map single (seq 0 (size b)).

  Lemma pieces_are : forall cs within rest m, In m (pieces t cs within rest) ->
    exists here, In here cs /\ m = spread t within here.
  Proof.
    induction cs as [|here cs IH]; intros within rest m H; cbn [pieces] in H; [contradiction|].
    destruct (N.land here rest =? 0)%N;
      [destruct (IH _ _ _ H) as (x & Hx & E); exists x; split; [now right|auto]|].
    destruct H as [<-|H]; [exists here; split; [now left|auto]|].
    destruct (IH _ _ _ H) as (x & Hx & E). exists x. split; [now right|auto].
  Qed.

  Variable P : position.
  Hypothesis P_length : length P = size b.
  Variable X : colour.
  Variables A E : N.
  Variable rs : list N.
  Hypothesis tested : settled_test t cells (mask X P) (mask (opponent X) P) A E rs = true.

  Lemma all_have_liberties_are : all_have_liberties t (mask X P) (mask (opponent X) P) = true ->
    live b P.
  Proof.
    intros H q c Hq. unfold all_have_liberties in H. apply andb_prop in H as [H1 H2].
    apply N.eqb_eq in H1, H2.
    pose proof (touching b P (Stone c) Empty (mask c P) _ (stones_of b c P P_length)
      (free_points b X P P_length) q) as Ht.
    fold t in Ht. apply Ht.
    destruct (other_colour X c) as [->| ->]; [rewrite H1|rewrite H2]; now apply has_mask_iff.
  Qed.

  Local Ltac take_tests :=
    pose proof tested as tests; unfold settled_test in tests; rewrite !andb_true_iff in tests;
    destruct tests as (((((((((H0 & HA) & HEa) & HAa) & HEd) & HEc) & HAs) & Hrs) & Hch) & Hsm);
    unfold subset in HA, HEa, HAa, HEc; rewrite !subset_spec in HA, HEa, HAa, HEc.

  Lemma A_small : forall q, has A q = true -> q < size b.
  Proof. take_tests. intros q Hq. now apply has_all, HAa. Qed.

  Lemma E_small : forall q, has E q = true -> q < size b.
  Proof. take_tests. intros q Hq. now apply has_all, HEa. Qed.

  Lemma E_X : forall q, has E q = true -> at_point P q <> Stone X.
  Proof.
    take_tests. intros q Hq Hx. apply (disjoint_spec _ _ HEd q Hq). rewrite has_lor.
    rewrite (proj2 (has_mask_iff X P q) Hx). apply orb_true_r.
  Qed.

  Lemma E_A : forall q, has E q = true -> has A q = false.
  Proof.
    take_tests. intros q Hq. apply not_true_iff_false. intros Ha.
    apply (disjoint_spec _ _ HEd q Hq). now rewrite has_lor, Ha.
  Qed.

  Lemma A_X : forall a, has A a = true -> at_point P a = Stone X.
  Proof. take_tests. intros a Ha. now apply has_mask_iff, HA. Qed.

  Lemma A_alive : Territory.alive b X A P = A.
  Proof. take_tests. apply N.eqb_eq in HAs. exact HAs. Qed.

  Lemma inside_is : forall i, inside b A E i -> has (inside_of t A E) i = true.
  Proof.
    intros i [Hi Hno]. unfold inside_of. rewrite has_ldiff, Hi.
    apply negb_true_iff, not_true_iff_false. intros Hn.
    apply has_neighbours in Hn as (a & Ha & Hn). rewrite (Hno a) in Ha; [discriminate|].
    now apply next_to_symmetric.
  Qed.

  (** The inside of the settled points is small, see [is_small]. *)

  Lemma inside_is_small : forall i, inside b A E i ->
    2 <= count (size b) (neighbours t (single i)) /\
      forall j,
        inside b A E j -> j <> i -> path b E i j -> next_to b i j /\
        forall k, next_to b i k -> next_to b j k -> False.
  Proof.
    take_tests. intros i Hi. unfold all_small in Hsm. rewrite forallb_forall in Hsm.
    specialize (Hsm (single i)).
    assert (Hin : In (single i) cells)
      by (apply in_map, in_seq; split; [lia|]; cbn; apply E_small, Hi). specialize (Hsm Hin).
    unfold is_small in Hsm. destruct (N.land (single i) (inside_of t A E) =? 0)%N eqn:E0.
    { exfalso. apply (disjoint_spec _ _ E0 i); [rewrite has_single; apply Nat.eqb_refl|].
      now apply inside_is. }
    rewrite !andb_true_iff, Nat.leb_le in Hsm. destruct Hsm as ((H2 & Hn) & Hc).
    unfold subset in Hn. rewrite subset_spec in Hn. split; [exact H2|]. intros j Hj Hji Hp.
    assert (Hj' : has (N.ldiff (N.land (spread t E (single i)) (inside_of t A E)) (single i)) j =
      true).
    { rewrite has_ldiff, has_land, has_single, (inside_is j Hj), andb_true_r.
      rewrite (proj2 (part_is b E E_small i j) Hp : has (spread t E (single i)) j = true). cbn.
      apply negb_true_iff, Nat.eqb_neq. auto. }
    assert (Hnext : forall q r, has (neighbours t (single q)) r = true <-> next_to b q r).
    { intros q r. unfold t. rewrite has_neighbours.
      split; [intros (x & Hx & Hxr); rewrite has_single, Nat.eqb_eq in Hx; now subst|].
      intros Hqr. exists q. rewrite has_single, Nat.eqb_refl. auto. }
    split; [now apply Hnext, Hn|]. intros k Hik Hjk.
    apply (disjoint_spec _ _ Hc k); [now apply Hnext|]. apply has_neighbours. eauto.
  Qed.

  Lemma tested_is_settled : is_settled b A E.
  Proof.
    take_tests. constructor; auto using A_small, E_small, E_A.
    - intros q r Hq Hn.
      assert (Hr : has (N.lor E A) r = true) by (apply HEc, has_neighbours; eauto).
      rewrite has_lor in Hr. now apply orb_prop.
    - intros i Hi. destruct (inside_is_small i Hi) as [H2 _].
      apply count_two in H2 as (n & m & Hne & Hn & Hm).
      + apply has_neighbours in Hn as (x & Hx & Hn), Hm as (y & Hy & Hm).
        rewrite has_single, Nat.eqb_eq in Hx, Hy. subst x y. eauto.
      + intros p Hp. apply has_neighbours in Hp as (x & _ & _ & Hp & _). exact Hp.
    - intros i j Hi Hj Hp. destruct (Nat.eq_dec j i) as [|Hne]; [auto|right].
      now apply (proj2 (inside_is_small i Hi) j).
    - intros i j k Hi Hj Hn Hik Hjk. assert (Hp : path b E i j).
      { apply path_on with i; [constructor; apply Hi|auto|apply Hj]. }
      apply (proj2 (inside_is_small i Hi) j Hj) in Hp as [_ Hno]; [now apply (Hno k)|]. intros ->.
      now destruct Hn as (_ & _ & ? & _).
  Qed.

  (** A chain, and the regions that are vital to it: these are its eyes. *)

  Lemma chain_hangs_together : forall c a q, In c (pieces t cells (mask X P) A) ->
    has c a = true -> has c q = true -> linked b P a q.
  Proof.
    intros c a q Hc Hac.
    apply pieces_are in Hc as (here & Hhere & ->). apply in_map_iff in Hhere as (p & <- & _).
    assert (Hsp : forall q, has (spread t (mask X P) (single p)) q = true -> linked b P p q).
    { intros q' Hq.
      apply (spread_finds b P (Stone X) _ _ (stones_of b X P P_length)) in Hq
        as (p' & Hp' & _ & _ & Hlk).
      rewrite has_single, Nat.eqb_eq in Hp'. now subst. }
    intros Hq. apply linked_trans with p; [apply linked_symmetric|]; auto.
  Qed.

  Lemma vital_is_an_eye : forall c a U, In c (pieces t cells (mask X P) A) -> has c a = true ->
    In U (vital t rs c) -> eye b X A P a (fun q => has U q = true).
  Proof.
    take_tests. intros c a U Hc Hac HU. rewrite forallb_forall in Hrs. unfold vital in HU.
    apply filter_In in HU as [HU Hsub]. unfold subset in Hsub.
    rewrite subset_spec in Hsub. specialize (Hrs U HU). unfold good_region, subset in Hrs.
    rewrite !andb_true_iff, !subset_spec, negb_true_iff in Hrs.
    destruct Hrs as (((R1 & R2) & R3) & R4). unfold eye. rewrite A_alive.
    split; [now apply is_not_empty_set|split].
    - intros q Hq. split; [now apply has_all, R4|].
      split; [apply not_true_iff_false; intros Hqa; now apply (disjoint_spec _ _ R2 q)|].
      specialize (Hsub q Hq). apply has_neighbours in Hsub as (x & Hx & Hn). exists x.
      eauto using chain_hangs_together.
    - intros q y Hq Hn.
      assert (Hy : has (N.lor U A) y = true) by (apply R3, has_neighbours; eauto).
      rewrite has_lor in Hy. now apply orb_prop.
  Qed.

  Lemma tested_parts : live b P /\ is_settled b A E /\
    (forall q, has E q = true -> at_point P q <> Stone X) /\ keeps b X A E P.
  Proof.
    take_tests. pose proof (all_have_liberties_are H0) as Hlive. split; [exact Hlive|].
    split; [exact tested_is_settled|split; [exact E_X|]].
    unfold subset in Hch. rewrite subset_spec, forallb_forall in Hch. destruct Hch as [Hcov Heyes].
    constructor; auto using A_X.
    - intros a Ha. apply Hcov, union_has in Ha as (c & Hc & Hac). specialize (Heyes c Hc).
      unfold has_eyes in Heyes. pose proof (fun U => vital_is_an_eye c a U Hc Hac) as Heye.
      destruct (vital t rs c) as [|V [|W l]]; try discriminate.
      exists (fun q => has V q = true), (fun q => has W q = true).
      split; [apply Heye; now left|split; [apply Heye; right; now left|]]. intros q.
      now apply disjoint_spec.
    - intros q Hq. rewrite A_alive in Hq. auto.
  Qed.
End Settling.
