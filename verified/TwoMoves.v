(** * A move of the strategy, and the answer

    No play of the strategy makes a position that has occurred: [free] says what is kept for it,
    from one turn of [X] to the next. *)

From Coq Require Import List NArith ZArith PeanoNat Bool Lia.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Bits Flood Play Values Life Settled.

Section TwoMoves.
  Variable b : board.
  Variable X : colour.
  Let Y := opponent X.
  Variables A E : N.
  Hypothesis settled : is_settled b A E.

  Notation alive := (alive b X A).
  Notation open := (open b X A E).
  Notation keeps := (keeps b X A E).
  Notation edge := (edge b X A).
  Notation inner := (inner b X A E).
  Notation good_edge := (good_edge b X A E).
  Notation good_inner := (good_inner b X A E).
  Notation Y_there := (Y_there X E).

  Definition full (N : position) (i : point) : Prop :=
    forall e, path b (open N) i e -> edge N e -> at_point N e = Stone Y.

  (** What is known of an earlier position [P] in which as much is alive as in [N]. *)
  Definition passed_by (P N : position) : Prop :=
    forall i, inner N i -> full N i ->
      (exists y, path b (open N) i y /\ at_point P y = Stone Y) /\
        (forall j, inner N j -> next_to b i j -> at_point N i = Empty -> at_point N j = Empty ->
           ~ (at_point P i = Stone X /\ at_point P j = Empty)).

  (** Only such positions can come again. *)
  Definition made_by_X (P : position) : Prop :=
    (forall a, has A a = true -> at_point P a = Stone X) /\
    exists q, has E q = true /\ at_point P q = Stone X.

  Definition grows (P N : position) : Prop :=
    forall q, has (alive P) q = true -> has (alive N) q = true.

  Definition free (N : position) (H : list position) : Prop := forall P, In P H -> made_by_X P ->
    grows P N /\ (alive P <> alive N \/ (exists p, good_edge N p) \/ passed_by P N).

  Definition answer (N N' : position) : Prop :=
    N' = N \/ exists q, plays b Y q N N' /\ at_point N' q <> Empty.

  Lemma same_alive_open : forall N N', alive N' = alive N -> open N' = open N.
  Proof. intros N N' H. unfold Territory.open. now rewrite H. Qed.

  Lemma same_alive_edge : forall N N' q, alive N' = alive N -> (edge N' q <-> edge N q).
  Proof. intros N N' q H. unfold Territory.edge. now rewrite H. Qed.

  Lemma same_alive_inner : forall N N' q, alive N' = alive N -> (inner N' q <-> inner N q).
  Proof.
    intros N N' q H. unfold Territory.inner.
    now rewrite (same_alive_open N N' H), (same_alive_edge N N' q H).
  Qed.

  (** ** The answer of [Y] *)

  Section Answer.
    Variables N N' : position.
    Hypothesis N_keeps : keeps N.
    Hypothesis answered : answer N N'.

    Lemma answer_alive : alive N' = alive N.
    Proof.
      destruct answered as [->|(q & Hq & Hs)]; [auto|]. now apply (Y_alive b X A E settled N N' q).
    Qed.

    Lemma answer_keeps : keeps N'.
    Proof.
      destruct answered as [->|(q & Hq & Hs)]; [auto|]. now apply (Y_keeps b X A E settled N N' q).
    Qed.

    (** [Y] puts one stone, and loses none. *)
    Lemma answer_one : forall e e', e <> e' -> at_point N' e = Stone Y ->
      at_point N' e' = Stone Y -> at_point N e = Stone Y \/ at_point N e' = Stone Y.
    Proof.
      intros e e' Hne He He'. destruct answered as [->|(q & Hq & Hs)]; [auto|].
      destruct (put_exists b Y q N N' Hq Hs) as [S HS].
      destruct (new_own b Y q N N' S HS e He) as [->|]; [|auto].
      destruct (new_own b Y q N N' S HS e' He') as [->|]; [congruence|auto].
    Qed.

    Lemma answer_loses_none : forall q, at_point N q = Stone Y -> at_point N' q = Stone Y.
    Proof.
      intros q Hq. destruct answered as [->|(p & Hp & Hs)]; [auto|].
      destruct (put_exists b Y p N N' Hp Hs) as [S HS]. now apply (own_stay b Y p N N' Hp S HS).
    Qed.

    Lemma answer_adds_no_X : forall q, at_point N' q = Stone X -> at_point N q = Stone X.
    Proof.
      intros q Hq. destruct answered as [->|(p & Hp & Hs)]; [auto|].
      destruct (put_exists b Y p N N' Hp Hs) as [S HS]. rewrite <- (opponent_twice X).
      apply (no_new_opposing b Y p N N' S HS). unfold Y. now rewrite opponent_twice.
    Qed.

    (** A stone with a liberty beside it, neither of which is there after the move: that cannot
        be. *)
    Lemma answer_beside : forall i j, next_to b i j -> at_point N i = Stone X ->
      at_point N j = Empty -> at_point N' i = Empty -> at_point N' j <> Empty.
    Proof.
      intros i j Hn Hi Hj Hi' Hj'. destruct answered as [->|(p & Hp & Hs)]; [congruence|].
      destruct (put_exists b Y p N N' Hp Hs) as [S HS]. assert (j = p) as ->; [|congruence].
      apply (captured_liberty b Y p N N' Hp S HS i) with (r := i); auto.
      - unfold Y. now rewrite opponent_twice.
      - congruence.
      - constructor.
    Qed.

    Lemma full_has_two : forall i, inner N' i -> full N' i ->
      exists e e', e <> e' /\ path b (open N') i e /\ path b (open N') i e' /\
        at_point N' e = Stone Y /\ at_point N' e' = Stone Y.
    Proof.
      intros i Hi Hf.
      destruct (two_edges b X A E settled N' answer_keeps i Hi)
        as (e & e' & Hne & He & He' & Hed & Hed').
      exists e, e'. auto 6.
    Qed.

    Lemma full_had_one : forall i, inner N' i -> full N' i ->
      exists y, path b (open N) i y /\ at_point N y = Stone Y.
    Proof.
      intros i Hi Hf. destruct (full_has_two i Hi Hf) as (e & e' & Hne & He & He' & Ye & Ye').
      rewrite (same_alive_open N N' answer_alive) in *.
      destruct (answer_one e e' Hne Ye Ye'); eauto.
    Qed.

    (** The position that the answer makes, and that before, are passed by. *)
    Lemma passed_by_itself : passed_by N' N'.
    Proof.
      intros i Hi Hf. destruct (full_has_two i Hi Hf) as (e & _ & _ & He & _ & Ye & _).
      split; [eauto|]. intros j _ _ Ei _ [Hx _]. congruence.
    Qed.

    Lemma passed_by_last : passed_by N N'.
    Proof.
      intros i Hi Hf. rewrite (same_alive_open N N' answer_alive). split; [now apply full_had_one|].
      intros j _ Hn Ei Ej [Hx He]. now apply (answer_beside i j Hn Hx He Ei).
    Qed.
  End Answer.

  (** ** A move of [X], and the answer *)

  Section Two.
    Variables N N1 N2 : position.
    Variable H : list position.
    Hypothesis N_keeps : keeps N.
    Hypothesis N_free : free N H.
    Hypothesis N1_keeps : keeps N1.
    Hypothesis answered : answer N1 N2.

    Lemma free_after :
      (forall P, In P H -> made_by_X P -> grows P N1 /\ (alive P <> alive N1 \/ passed_by P N2)) ->
      free N2 (N2 :: N1 :: H).
    Proof.
      intros Hold P [<-|[<-|HP]] Hmade.
      - split; [intros q Hq; exact Hq|]. right. right. now apply passed_by_itself with N1.
      - split; [intros q Hq; now rewrite (answer_alive N1 N2 N1_keeps answered)|]. right. right.
        now apply passed_by_last.
      - destruct (Hold P HP Hmade) as [Hg Ho]. split.
        + intros q Hq. rewrite (answer_alive N1 N2 N1_keeps answered). auto.
        + rewrite (answer_alive N1 N2 N1_keeps answered). tauto.
    Qed.

    (** Kind 1: more is alive than ever. *)
    Lemma free_after_edge : forall p, good_edge N p -> grows N N1 -> has (alive N1) p = true ->
      free N2 (N2 :: N1 :: H).
    Proof.
      intros p (Ho & _) Hg Hp. apply free_after. intros P HP Hmade.
      destruct (N_free P HP Hmade) as [HgP _]. split; [intros q Hq; auto|]. left. intros Ea.
      apply (open_is b X A E) in Ho as [_ Ho]. rewrite <- Ea in Hp. apply HgP in Hp. congruence.
    Qed.

    (** He passes. *)
    Lemma free_after_pass : ~ Y_there N -> N1 = N -> free N2 (N2 :: N1 :: H).
    Proof.
      intros Hno E1. apply free_after. intros P HP Hmade. destruct (N_free P HP Hmade) as [HgP _].
      rewrite E1. split; [auto|]. right. intros i Hi Hf. exfalso.
      destruct (full_had_one N1 N2 N1_keeps answered i Hi Hf) as (y & Hy & Ey). rewrite E1 in *.
      apply Hno. exists y. split; [|auto]. apply path_in in Hy as [_ Hy].
      now apply (open_is b X A E) in Hy.
    Qed.

    (** Kind 2. *)
    Lemma free_after_inner : forall k, good_inner N k -> plays b X k N N1 ->
      at_point N1 k <> Empty -> free N2 (N2 :: N1 :: H).
    Proof.
      intros k Hk Hplay Hstand. pose proof Hk as (Hki & Hke & Hno & y0 & Hy0 & Ey0 & _).
      assert (Hopen : has (open N) k = true) by apply Hki.
      pose proof (inner_alive b X A E settled N N1 k N_keeps Hplay Hstand (proj2 Hki)) as Ea1.
      pose proof (answer_alive N1 N2 N1_keeps answered) as Ea2.
      destruct (put_exists b X k N N1 Hplay Hstand) as [S HS].
      apply free_after. intros P HP Hmade. destruct (N_free P HP Hmade) as [HgP Hold]. rewrite Ea1.
      split; [intros q Hq; rewrite Ea1; auto|].
      destruct (N.eq_dec (alive P) (alive N)) as [Ea|Ea]; [right|now left].
      destruct Hold as [Hold|[[p Hp]|Hold]]; [contradiction|now apply Hno in Hp|]. intros i Hi Hf.
      assert (Hi1 : inner N1 i) by (apply (same_alive_inner N2 N1); auto).
      assert (HiN : inner N i) by (apply (same_alive_inner N1 N); auto).
      destruct (full_had_one N1 N2 N1_keeps answered i Hi Hf) as (y & Hy & Ey).
      rewrite (same_alive_open N N1 Ea1) in Hy.
      assert (EyN : at_point N y = Stone Y) by now apply (no_new_opposing b X k N N1 S HS).
      assert (HfN : full N i)
        by (intros e He Hed; apply (edges_full b X A E settled N N_keeps Hno i y); auto).
      destruct (Hold i HiN HfN) as [K1 K2].
      rewrite (same_alive_open N1 N2 Ea2), (same_alive_open N N1 Ea1). split; [exact K1|].
      intros j Hj Hn Ei Ej HPx.
      assert (HjN : inner N j)
        by (apply (same_alive_inner N1 N); auto; apply (same_alive_inner N2 N1); auto).
      specialize (K2 j HjN Hn).
      assert (Hnotboth : ~ (at_point N i = Empty /\ at_point N j = Empty)) by tauto.
      assert (Hempties : forall r, path b (open N) i r -> at_point N r = Empty -> r = i \/ r = j).
      { intros r Hr Er. apply (inner_two b X A E settled N N_keeps i j r); auto.
        apply (empty_is_inner b X A E N Hno y); auto.
        apply path_trans with i; [now apply path_symmetric|auto]. }
      destruct (has (part b (open N) i) k) eqn:Epart.
      - (* in this part: all is captured *)
        apply (part_is b (open N) (open_small b X A E settled N)) in Epart.
        apply (inner_captures b X A E settled N N1 k N_keeps Hke Hplay Hstand) in Ey; [auto| |].
        + intros r Hr Er. assert (Hir : path b (open N) i r) by now apply path_trans with k.
          destruct (Hempties k Epart Hke) as [->| ->], (Hempties r Hir Er) as [->| ->]; auto;
            exfalso; apply Hnotboth; auto.
        + apply path_trans with i; [now apply path_symmetric|auto].
      - (* elsewhere *)
        assert (Hnp : forall v, path b (open N) i v -> ~ path b (open N) v k).
        { intros v Hv Hvk. assert (has (part b (open N) i) k = true); [|congruence].
          apply (part_is b (open N) (open_small b X A E settled N)). now apply path_trans with v. }
        assert (Hsame : forall v, path b (open N) i v -> at_point N1 v = at_point N v).
        { intros v Hv.
          apply (other_parts b X A E settled N N1 k N_keeps Hplay Hstand);
            [now apply path_in in Hv|auto]. }
        assert (Pi : path b (open N) i i) by (constructor; apply HiN).
        assert (Pj : path b (open N) i j)
          by (apply (inner_next_open b X A E settled N N_keeps); auto).
        assert (HnotY : forall v, at_point N2 v = Empty -> at_point N1 v <> Stone Y).
        { intros v Hv HvY. apply (answer_loses_none N1 N2 answered) in HvY. congruence. }
        pose proof (HnotY i Ei) as Yi. pose proof (HnotY j Ej) as Yj. rewrite (Hsame i Pi) in Yi.
        rewrite (Hsame j Pj) in Yj.
        assert (Hx : forall v, at_point N v <> Stone Y ->
          at_point N v = Empty \/ at_point N v = Stone X).
        { intros v Hv. destruct (at_point N v) as [|d]; [auto|right].
          destruct (other_colour X d) as [->| ->]; [auto|now contradiction Hv]. }
        destruct (Hx i Yi) as [Hi0|Hi0], (Hx j Yj) as [Hj0|Hj0].
        + tauto.
        + apply (answer_beside N1 N2 answered j i); auto using next_to_symmetric;
            rewrite ?(Hsame i Pi), ?(Hsame j Pj); auto.
        + apply (answer_beside N1 N2 answered i j); auto; rewrite ?(Hsame i Pi), ?(Hsame j Pj);
            auto.
        + destruct (Y_liberty b X A E settled N N_keeps y) as (u & r & _ & _ & Er & _ & Hyr); auto.
          { apply path_in in Hy as [_ Hy]. now apply (open_is b X A E) in Hy. }
          destruct (Hempties r (path_trans b _ _ _ _ Hy Hyr) Er) as [->| ->]; congruence.
    Qed.
  End Two.

  (** ** No play of [X] makes a position that has occurred *)

  Lemma new_position_edge : forall N T H p, keeps N -> free N H -> good_edge N p ->
    plays b X p N T -> at_point T p <> Empty -> ~ In T H.
  Proof.
    intros N T H p HN Hfree Hp Hplay Hstand HT. pose proof Hp as (Ho & Hpe & He & _).
    assert (Hmade : made_by_X T).
    { split; [now apply (X_A_stands b X A E N T p HN Hplay Hstand)|]. exists p.
      split; [now apply (open_is b X A E) in Ho|].
      destruct (put_exists b X p N T Hplay Hstand) as [S HS]. apply (new_stone b X p N T S HS). }
    destruct (Hfree T HT Hmade) as [Hg _]. apply (open_is b X A E) in Ho as [_ Ho].
    pose proof (edge_alive b X A E settled N T p HN) as Hal.
    assert (has (alive N) p = true); [|congruence]. apply Hg. auto.
  Qed.

  Lemma new_position_inner : forall N T H k, keeps N -> free N H -> good_inner N k ->
    plays b X k N T -> at_point T k <> Empty -> ~ In T H.
  Proof.
    intros N T H k HN Hfree Hk Hplay Hstand HT.
    pose proof Hk as (Hki & Hke & Hno & y & Hy & Ey & _).
    assert (Hopen : has (open N) k = true) by apply Hki.
    destruct (put_exists b X k N T Hplay Hstand) as [S HS].
    pose proof (new_stone b X k N T S HS) as HkX. assert (Hmade : made_by_X T).
    { split; [now apply (X_A_stands b X A E N T k HN Hplay Hstand)|]. exists k.
      split; [now apply (open_is b X A E) in Hopen|auto]. }
    pose proof (inner_alive b X A E settled N T k HN Hplay Hstand (proj2 Hki)) as Ea.
    destruct (Hfree T HT Hmade) as [_ [Hold|[[p Hp]|Hold]]]; [contradiction|now apply Hno in Hp|].
    destruct (Hold k Hki) as [(v & Hv & Ev) K2].
    { intros e He Hed. apply (edges_full b X A E settled N HN Hno k y); auto. }
    destruct (search
      (fun r => has (part b (open N) k) r && is_empty (at_point N r) && negb (r =? k)) (size b))
      as [(r & _ & Hr)|Hr].
    - rewrite !andb_true_iff, is_empty_spec, negb_true_iff, Nat.eqb_neq in Hr.
      destruct Hr as ((Hr & Er) & Hrk).
      apply (part_is b (open N) (open_small b X A E settled N)) in Hr. assert (Hri : inner N r).
      { apply (empty_is_inner b X A E N Hno y); auto.
        apply path_trans with k; [now apply path_symmetric|auto]. }
      destruct (inner_near b X A E settled N HN k r Hki Hri Hr) as [->|Hn]; [auto|].
      apply (K2 r Hri Hn Hke Er). split; [auto|]. now apply (empty_stay b X k N T S HS).
    - apply (inner_captures b X A E settled N T k HN Hke Hplay Hstand) with v; auto.
      intros r Hpr Er. destruct (Nat.eq_dec r k) as [|Hne]; [auto|]. exfalso.
      assert (Hrs : r < size b)
        by (apply path_in in Hpr as [_ Hpr]; now apply (open_small b X A E settled N)).
      specialize (Hr r Hrs). apply (part_is b (open N) (open_small b X A E settled N)) in Hpr.
      rewrite Hpr, (proj2 (is_empty_spec _) Er), (proj2 (Nat.eqb_neq r k) Hne) in Hr. discriminate.
  Qed.
End TwoMoves.
