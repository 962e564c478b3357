(** * The strategy on settled points

    What DESIGN.md proves of decided positions, as far as it is about a move of [X] and the answer
    of [Y]. *)

From Coq Require Import List NArith ZArith PeanoNat Bool Lia.
Import ListNotations.
From Verified Require Import Spec Bits Play Common Life.
From Verified Require Export Territory.

Section Settled.
  Variable b : board.
  Variable X : colour.
  Let Y := opponent X.
  Variables A E : N.
  Hypothesis settled : is_settled b A E.

  Local Notation alive := (Territory.alive b X A).
  Local Notation open := (Territory.open b X A E).
  Local Notation eye := (Territory.eye b X A).
  Local Notation keeps := (Territory.keeps b X A E).
  Local Notation edge := (Territory.edge b X A).
  Local Notation good_edge := (Territory.good_edge b X A E).
  Local Notation good_inner := (Territory.good_inner b X A E).
  Let Y_not_X : Stone Y <> Stone X := Territory.Y_not_X X.
  Local Notation open_is := (Territory.open_is b X A E).
  Let open_not_alive : forall P q, has (Territory.open b X A E P) q = true ->
      at_point P q = Stone Y \/ at_point P q = Empty \/ at_point P q = Stone X :=
    Territory.open_not_alive b X A E.
  Local Notation empty_is_inner := (Territory.empty_is_inner b X A E).
  Local Notation A_stands := (Territory.A_stands b X A E).
  Local Notation two_eyes := (Territory.two_eyes b X A E).
  Local Notation alive_in := (Territory.alive_in b X A E).
  Local Notation E_closed := (Territory.E_closed b A E).
  Local Notation alive_of := (Territory.alive_of b X A E settled).
  Local Notation alive_is := (Territory.alive_is b X A E settled).
  Local Notation A_alive := (Territory.A_alive b X A E settled).
  Local Notation alive_stone := (Territory.alive_stone b X A E settled).
  Local Notation alive_next := (Territory.alive_next b X A E settled).
  Local Notation open_closed := (Territory.open_closed b X A E settled).
  Local Notation eye_has_no_X := (Territory.eye_has_no_X b X A E settled).
  Local Notation liberty_beside := (Territory.liberty_beside b X A E settled).
  Local Notation inner_near := (Territory.inner_near b X A E settled).
  Local Notation Y_liberty := (Territory.Y_liberty b X A E settled).

  (** ** A play of [Y] *)

  Section PlayOfY.
    Variables (P T : position) (p : point).
    Hypothesis P_keeps : keeps P.
    Hypothesis played : plays b Y p P T.
    Hypothesis stands_there : at_point T p <> Empty.

    Let OX : opponent Y = X := opponent_twice X.

    Lemma Y_alive_stays : forall a, has A a = true -> forall q, linked b P a q ->
      at_point T q = Stone X.
    Proof.
      intros a Ha q Hq. destruct (put_exists b Y p P T played stands_there) as [S HS].
      destruct (liberty_beside P P_keeps a p Ha) as (r & u & Hr & Hn & Hu & Hne). rewrite <- OX.
      apply (opposing_stay b Y p P T played S HS q r u); auto.
      - rewrite OX. apply linked_content in Hq. rewrite Hq. now apply (A_stands P P_keeps).
      - apply linked_trans with a; [now apply linked_symmetric|auto].
    Qed.

    Lemma Y_linked : forall a, has A a = true -> forall q, linked b P a q -> linked b T a q.
    Proof.
      intros a Ha q H. induction H as [|q r H IH Hn Hc]; [constructor|].
      apply a_step_on with q; auto. rewrite !(Y_alive_stays a Ha); auto; [constructor|].
      now apply a_step_on with q.
    Qed.

    Lemma Y_alive : alive T = alive P.
    Proof.
      destruct (put_exists b Y p P T played stands_there) as [S HS].
      assert (HlT : length T = size b) by now apply plays_length_after in played.
      assert (HAT : forall a, has A a = true -> at_point T a = Stone X)
        by (intros a Ha; apply (Y_alive_stays a Ha); constructor).
      apply same_bits. intros q. apply eq_true_iff_eq. rewrite (alive_of T HlT HAT). split.
      - intros (a & Ha & H). induction H as [|v w H IH Hn Hc]; [now apply (A_alive P P_keeps)|].
        apply (alive_next P P_keeps v w); auto. rewrite <- OX.
        apply (no_new_opposing b Y p P T S HS). rewrite OX, Hc. auto.
      - intros H. apply (alive_is P P_keeps) in H as (a & Ha & H). exists a. split; [auto|].
        now apply Y_linked.
    Qed.

    Lemma Y_keeps : keeps T.
    Proof.
      destruct (put_exists b Y p P T played stands_there) as [S HS]. constructor.
      - now apply plays_length_after in played.
      - apply (live_after b Y p P T played S HS). apply P_keeps.
      - intros a Ha. apply (Y_alive_stays a Ha). constructor.
      - intros a Ha. destruct (two_eyes P P_keeps a Ha) as (V & W & HV & HW & Hd). exists V, W.
        assert (H : forall V, eye P a V -> eye T a V).
        { intros U (H1 & H2 & H3). split; [auto|]. rewrite <- Y_alive in *. split; [|auto].
          intros q Hq. destruct (H2 q Hq) as (Hs & Hno & r & Hr & Hn). split; [auto|split; [auto|]].
          exists r. split; [now apply Y_linked|auto]. }
        auto.
      - rewrite Y_alive. apply P_keeps.
    Qed.
  End PlayOfY.

  (** ** A play of [X] on an open point *)

  Section PlayOfX.
    Variables (P T : position) (p : point).
    Hypothesis P_keeps : keeps P.
    Hypothesis p_open : has (open P) p = true.
    Hypothesis p_empty : at_point P p = Empty.
    Hypothesis played : plays b X p P T.

    (** It is no suicide. *)
    Lemma no_suicide : (forall S, length S = size b -> at_point S p = Stone X ->
                          (forall q, q <> p -> at_point S q = at_point P q) ->
                          (forall q, ~ dead b S Y q) -> has_liberty b S p) -> at_point T p <> Empty.
    Proof.
      intros H E0. pose proof (plays_length _ _ _ _ _ played) as (Hl & Hp & _).
      assert (Hput : forall S, differs_by S P (eq p) (Stone X) ->
        length S = size b /\ at_point S p = Stone X /\
          forall q, q <> p -> at_point S q = at_point P q).
      { intros S [HSl HS]. split; [congruence|]. split; [apply HS; [lia|auto]|]. intros q Hq.
        destruct (Nat.lt_ge_cases q (length P)) as [Hlt|Hge]; [apply HS; auto|].
        now rewrite !at_point_overflow by lia. }
      destruct played as [S _ _ _ HS _ [_ HT]|_ _ _ HT _ _|S _ _ _ HS Hno Hlib _].
      - destruct (Hput S HS) as (H1 & H2 & _). destruct (HT p) as [_ HT']; [lia|].
        rewrite HT' in E0; [congruence|]. intros [Hd _]. rewrite H2 in Hd. injection Hd as Hd.
        symmetry in Hd. now apply (opponent_other X).
      - destruct (Hput T HT) as (_ & H2 & _). congruence.
      - destruct (Hput S HS) as (H1 & H2 & H3). apply Hlib, H; auto.
    Qed.

    Lemma linked_before_put : forall S, (forall q, q <> p -> at_point S q = at_point P q) ->
      forall q r d, at_point P q = Stone d -> linked b P q r -> linked b S q r.
    Proof.
      intros S HS q r d Hq H.
      assert (Hne : forall v, at_point P v = Stone d -> v <> p) by (intros v Hv ->; congruence).
      induction H as [|r r' H IH Hn Hc]; [constructor|]. apply a_step_on with r; auto.
      rewrite !HS; [auto| |]; apply Hne; congruence.
    Qed.

    (** What is linked in the position with the stone put, from a stone of [Y] in [E]. *)
    Lemma put_path : forall S, at_point S p = Stone X ->
      (forall q, q <> p -> at_point S q = at_point P q) -> forall y q r, has (open P) y = true ->
      at_point P y = Stone Y -> linked b S y q -> next_to b q r -> at_point S r = Empty ->
      path b (open P) y q /\ path b (open P) y r /\ at_point P r = Empty /\ r <> p.
    Proof.
      intros S HSp HS y q r Ho Hy Hlk Hn Hr.
      assert (Hyp : y <> p) by (intros ->; congruence).
      assert (HSy : at_point S y = Stone Y) by (rewrite HS; auto).
      assert (Hpath : path b (open P) y q /\ at_point P q = Stone Y).
      { clear Hn Hr. induction Hlk as [|v w Hlk IH Hn Hc]; [split; [now constructor|auto]|].
        destruct IH as [IH Hv]. assert (Hw : at_point P w = Stone Y).
        { rewrite <- HS; [congruence|]. intros ->. rewrite HSp, HSy in Hc. injection Hc as Hc.
          symmetry in Hc. now apply (opponent_other X). }
        split; [|auto]. apply path_on with v; [auto|auto|].
        destruct (open_closed P P_keeps v w) as [H|H]; [now apply path_in in IH|auto|auto|].
        apply (alive_stone P P_keeps) in H. exfalso. apply Y_not_X. congruence. }
      destruct Hpath as [Hpath Hq]. assert (Hrp : r <> p) by (intros ->; congruence).
      rewrite HS in Hr by auto. split; [auto|split; [|auto]]. apply path_on with q; [auto|auto|].
      destruct (open_closed P P_keeps q r) as [H|H]; [now apply path_in in Hpath|auto|auto|].
      apply (alive_stone P P_keeps) in H. congruence.
    Qed.

    Lemma edge_is_legal : edge P p -> at_point T p <> Empty.
    Proof.
      intros (a1 & Hn1 & Ha1). apply no_suicide. intros S _ HSp HS _.
      apply (alive_is P P_keeps) in Ha1 as (a & Ha & Hlk1).
      pose proof (A_stands P P_keeps a Ha) as HaX.
      destruct (liberty_beside P P_keeps a p Ha) as (r & u & Hr & Hn & Hu & Hne). exists r, u.
      split; [|split; [auto|now rewrite HS]].
      assert (H1 : linked b S a a1) by (now apply linked_before_put with X).
      assert (H2 : linked b S a r) by (now apply linked_before_put with X).
      apply linked_trans with a1.
      - apply a_step_on with p; [constructor|auto|]. pose proof (linked_content _ _ _ _ H1) as E1.
        rewrite E1, HSp, HS; [auto|]. intros ->. congruence.
      - apply linked_trans with a; [now apply linked_symmetric|auto].
    Qed.

    Lemma inner_is_legal : good_inner P p -> at_point T p <> Empty.
    Proof.
      intros (Hi & _ & Hno & y & Hpy & Hy & Hn). apply no_suicide. intros S HSl HSp HS Hdead.
      pose proof (path_in b _ _ _ Hpy) as [_ Hoy].
      assert (HSy : at_point S y = Stone Y) by (rewrite HS; [auto|intros ->; congruence]).
      destruct (liberty_dec b S y _ HSl HSy) as [(q & r & Hlk & Hnr & Hr)|Hlib];
        [|exfalso; apply (Hdead y); split; auto].
      destruct (put_path S HSp HS y q r Hoy Hy Hlk Hnr Hr) as (_ & Hpr & HrP & Hrp).
      pose proof (empty_is_inner P Hno y r Hy Hpr HrP) as Hri.
      destruct (inner_near P P_keeps p r Hi Hri) as [E0|Hnext];
        [now apply path_trans with y|congruence|].
      exists p, r. split; [constructor|auto].
    Qed.

    Hypothesis stands_there : at_point T p <> Empty.

    Lemma X_A_stands : forall a, has A a = true -> at_point T a = Stone X.
    Proof.
      intros a Ha. destruct (put_exists b X p P T played stands_there) as [S HS].
      apply (own_stay b X p P T played S HS). now apply (A_stands P P_keeps).
    Qed.

    Lemma X_alive_is : forall q,
      has (alive T) q = true <-> exists a, has A a = true /\ linked b T a q.
    Proof. apply alive_of; [now apply plays_length_after in played|apply X_A_stands]. Qed.

    Lemma X_linked : forall a q, has A a = true -> linked b P a q -> linked b T a q.
    Proof.
      intros a q Ha H. destruct (put_exists b X p P T played stands_there) as [S HS].
      apply (linked_own b X p P T played S HS); [now apply (A_stands P P_keeps)|auto].
    Qed.

    Lemma X_alive_grows : forall q, has (alive P) q = true -> has (alive T) q = true.
    Proof.
      intros q H. apply (alive_is P P_keeps) in H as (a & Ha & H). apply X_alive_is. exists a.
      split; [auto|]. now apply X_linked.
    Qed.

    Lemma X_alive_in : forall q, has (alive T) q = true -> has A q = true \/ has E q = true.
    Proof.
      intros q H. destruct (put_exists b X p P T played stands_there) as [S HS].
      apply X_alive_is in H as (a & Ha & H). induction H as [|v w H IH Hn Hc]; [auto|].
      destruct IH as [Hv|Hv]; [|destruct (E_closed settled v w Hv Hn); auto].
      rewrite (X_A_stands a Ha) in Hc. destruct (new_own b X p P T S HS w Hc) as [->|Hw].
      - right. now apply open_is in p_open.
      - apply (alive_in P P_keeps). apply (alive_next P P_keeps v w); auto.
        now apply (A_alive P P_keeps).
    Qed.

    Lemma inner_alive : ~ edge P p -> alive T = alive P.
    Proof.
      intros Hno. destruct (put_exists b X p P T played stands_there) as [S HS].
      apply same_bits. intros q. apply eq_true_iff_eq. split; [|apply X_alive_grows]. intros H.
      apply X_alive_is in H as (a & Ha & H).
      induction H as [|v w H IH Hn Hc]; [now apply (A_alive P P_keeps)|].
      rewrite (X_A_stands a Ha) in Hc. destruct (new_own b X p P T S HS w Hc) as [->|Hw].
      - exfalso. apply Hno. exists v. split; [now apply next_to_symmetric|auto].
      - now apply (alive_next P P_keeps v w).
    Qed.

    Lemma inner_keeps : ~ edge P p -> keeps T.
    Proof.
      intros Hno. destruct (put_exists b X p P T played stands_there) as [S HS]. constructor.
      - now apply plays_length_after in played.
      - apply (live_after b X p P T played S HS). apply P_keeps.
      - apply X_A_stands.
      - intros a Ha. destruct (two_eyes P P_keeps a Ha) as (V & W & HV & HW & Hd). exists V, W.
        assert (H : forall V, eye P a V -> eye T a V).
        { intros U (H1 & H2 & H3). split; [auto|]. rewrite <- (inner_alive Hno) in *.
          split; [|auto]. intros q Hq. destruct (H2 q Hq) as (Hs & H0 & r & Hr & Hn).
          split; [auto|split; [auto|]]. exists r. split; [now apply X_linked|auto]. }
        auto.
      - apply X_alive_in.
    Qed.

    Lemma edge_alive : edge P p -> has (alive T) p = true.
    Proof.
      intros (a1 & Hn1 & Ha1). destruct (put_exists b X p P T played stands_there) as [S HS].
      apply X_alive_grows in Ha1. apply X_alive_is in Ha1 as (a & Ha & H). apply X_alive_is.
      exists a. split; [auto|]. apply a_step_on with a1; [auto|now apply next_to_symmetric|].
      rewrite (X_A_stands a Ha). apply (new_stone b X p P T S HS).
    Qed.

    Lemma linked_p_dec : forall a, linked b T p a \/ ~ linked b T p a.
    Proof.
      intros a. destruct (put_exists b X p P T played stands_there) as [S HS].
      pose proof (plays_length _ _ _ _ _ played) as (_ & Hp & _).
      pose proof (plays_length_after _ _ _ _ _ played) as HlT.
      pose proof (new_stone b X p P T S HS) as HpX.
      pose proof (spread_finds b T (Stone X) (mask X T) (single p) (stones_of b X T HlT) a) as H.
      destruct (has (spread _ _ _) a) eqn:E0; [left|right].
      - destruct (proj1 H eq_refl) as (q & Hq & _ & _ & Hlk). rewrite has_single, Nat.eqb_eq in Hq.
        now subst q.
      - intros Hlk. assert (false = true); [|discriminate]. apply H. exists p.
        rewrite has_single, Nat.eqb_refl. auto.
    Qed.

    (** What X plays takes no point of an eye but its own. *)

    Lemma eye_stays_free : forall a V q, has A a = true -> eye P a V -> V q -> q <> p ->
      has (alive T) q = false.
    Proof.
      destruct (put_exists b X p P T played stands_there) as [S HS]. intros a V q Ha HV Hq Hqp.
      apply not_true_iff_false. intros H. pose proof H as H'.
      apply X_alive_is in H' as (a' & Ha' & H'). apply linked_content in H'.
      rewrite (X_A_stands a' Ha') in H'. destruct (new_own b X p P T S HS q H') as [|Hx]; [auto|].
      now apply (eye_has_no_X P P_keeps a V q).
    Qed.

    Lemma played_is_linked : forall a0 a1, next_to b p a1 -> has A a0 = true ->
      linked b P a0 a1 -> linked b T p a0.
    Proof.
      intros a0 a1 Hn1 Ha0 Hlk0. apply linked_trans with a1.
      - apply a_step_on with p; [constructor|auto|].
        destruct (put_exists b X p P T played stands_there) as [S HS].
        pose proof (X_linked a0 a1 Ha0 Hlk0) as Hl1. apply linked_content in Hl1.
        rewrite (new_stone b X p P T S HS), Hl1. now apply X_A_stands.
      - apply linked_symmetric. now apply X_linked.
    Qed.

    Lemma edge_keeps : good_edge P p -> keeps T.
    Proof.
      intros (_ & _ & He & y & Hpy & Hy).
      destruct (put_exists b X p P T played stands_there) as [S HS].
      pose proof (new_stone b X p P T S HS) as HpX. pose proof (edge_alive He) as Hpal.
      constructor.
      - now apply plays_length_after in played.
      - apply (live_after b X p P T played S HS). apply P_keeps.
      - apply X_A_stands.
      - intros a Ha. destruct (linked_p_dec a) as [Hpa|Hpa].
        + destruct He as (a1 & Hn1 & Ha1). apply (alive_is P P_keeps) in Ha1 as (a0 & Ha0 & Hlk0).
          destruct (two_eyes P P_keeps a0 Ha0) as (V & W & HV & HW & Hd).
          assert (Hlink : linked b T a a0) by (apply linked_trans with p;
            [now apply linked_symmetric|now apply played_is_linked with a1]).
          assert (H : forall U, eye P a0 U -> eye T a (fun q => U q /\ q <> p)).
          { intros U HU. pose proof HU as ((q0 & Hq0) & H2 & H3). split; [|split].
            - destruct (Nat.eq_dec q0 p) as [->|Hne]; [|eauto]. exists y.
              split; [|intros ->; congruence]. clear Hy.
              induction Hpy as [|v w Hp IH Hn Hw]; [auto|].
              destruct (H3 v w IH Hn) as [H|H]; [auto|]. apply open_is in Hw as [_ Hw]. congruence.
            - intros q [Hq Hqp]. destruct (H2 q Hq) as (Hs & _ & r & Hr & Hn). split; [auto|].
              split; [now apply (eye_stays_free a0 U q)|]. exists r. split; [|auto].
              apply linked_trans with a0; [auto|]. now apply X_linked.
            - intros q r [Hq Hqp] Hn. destruct (Nat.eq_dec r p) as [->|Hrp]; [auto|].
              destruct (H3 q r Hq Hn) as [H|H]; [auto|right; now apply X_alive_grows]. }
          exists (fun q => V q /\ q <> p), (fun q => W q /\ q <> p). split; [auto|split; [auto|]].
          intros q [H1 _] [H2 _]. eauto.
        + destruct (two_eyes P P_keeps a Ha) as (V & W & HV & HW & Hd). exists V, W.
          assert (H : forall V, eye P a V -> eye T a V).
          { intros U HU. pose proof HU as (H1 & H2 & H3). split; [auto|]. split.
            - intros q Hq. destruct (H2 q Hq) as (Hs & H0 & r & Hr & Hn).
              pose proof (X_linked a r Ha Hr) as HrT. split; [auto|]. split; [|eauto].
              apply (eye_stays_free a U q); auto. intros ->. apply Hpa. apply linked_symmetric.
              apply a_step_on with r; auto. rewrite HpX. symmetry. now apply X_A_stands.
            - intros q r Hq Hn. destruct (H3 q r Hq Hn); [auto|right; now apply X_alive_grows]. }
          auto.
      - apply X_alive_in.
    Qed.

    (** A play of kind 2 on the only empty point of its part captures all of [Y]'s stones there. *)
    Lemma inner_captures : (forall r, path b (open P) p r -> at_point P r = Empty -> r = p) ->
      forall y, path b (open P) p y -> at_point T y <> Stone Y.
    Proof.
      intros Honly y Hy Ey. destruct (put_exists b X p P T played stands_there) as [S HS].
      pose proof (no_new_opposing b X p P T S HS y Ey) as EyP.
      destruct (stays_with_liberty b X p P T played S HS y Ey) as (q & r & Hlk & Hn & Hr).
      destruct (put_path S (put_here _ _ _ _ _ _ HS) (put_other _ _ _ _ _ _ HS) y q r)
        as (_ & Hpr & HrP & Hrp); auto.
      { now apply path_in in Hy. }
      apply Hrp, Honly; [|auto]. now apply path_trans with y.
    Qed.

    (** Elsewhere it changes nothing. *)
    Lemma other_parts : forall v, has (open P) v = true -> ~ path b (open P) v p ->
      at_point T v = at_point P v.
    Proof.
      intros v Hv Hno. destruct (put_exists b X p P T played stands_there) as [S HS].
      assert (Hvp : v <> p) by (intros ->; apply Hno; now constructor).
      destruct (open_not_alive P v Hv) as [H|[H|H]]; rewrite H.
      - destruct (Y_liberty P P_keeps v) as (q & r & Hlk & Hn & Hr & _ & Hpr);
          [now apply open_is in Hv|auto|].
        apply (opposing_stay b X p P T played S HS v q r); auto. intros ->. auto.
      - now apply (empty_stay b X p P T S HS).
      - now apply (own_stay b X p P T played S HS).
    Qed.
  End PlayOfX.
End Settled.
