(** * The strategy on settled points

    What DESIGN.md proves of decided positions, as far as it is about a move of [X] and the answer of [Y]. *)

From Coq Require Import List NArith ZArith PeanoNat Bool Lia.
Import ListNotations.
From Verified Require Import Spec Bits Flood Play Common Life.

Section Settled.
  Variable b : board.
  Variable X : colour.
  Let Y := opponent X.
  Variables A E : N.

  (** A point of [E] that is next to no stone of [A]. *)
  Definition inside (i : point) : Prop := has E i = true /\ forall a, next_to b i a -> has A a = false.

  Record is_settled : Prop := {
    A_small : forall q, has A q = true -> q < size b;
    E_small : forall q, has E q = true -> q < size b;
    E_closed : forall q r, has E q = true -> next_to b q r -> has E r = true \/ has A r = true;
    E_not_A : forall q, has E q = true -> has A q = false;
    two_neighbours : forall i, inside i -> exists n m, n <> m /\ next_to b i n /\ next_to b i m;
    inside_near : forall i j, inside i -> inside j -> path b E i j -> i = j \/ next_to b i j;
    no_common : forall i j k, inside i -> inside j -> next_to b i j -> next_to b i k -> next_to b j k -> False }.
  Hypothesis settled : is_settled.

  (** The stones of [X] that hang together with those of [A]. *)
  Definition alive (P : position) : N := spread (table_of b) (mask X P) A.
  Definition open (P : position) : N := N.ldiff E (alive P).

  (** Two regions of what is not [alive], all of whose points are next to the chain of [a]. *)
  Definition eye (P : position) (a : point) (V : point -> Prop) : Prop :=
    (exists q, V q) /\
    (forall q, V q -> q < size b /\ has (alive P) q = false /\ exists r, linked b P a r /\ next_to b r q) /\
    (forall q r, V q -> next_to b q r -> V r \/ has (alive P) r = true).

  Record keeps (P : position) : Prop := {
    fits : length P = size b;
    all_live : live b P;
    A_stands : forall a, has A a = true -> at_point P a = Stone X;
    two_eyes : forall a, has A a = true -> exists V W, eye P a V /\ eye P a W /\ forall q, V q -> W q -> False;
    alive_in : forall q, has (alive P) q = true -> has A q = true \/ has E q = true }.

  Lemma Y_not_X : Stone Y <> Stone X.
  Proof. intros H. injection H as H. now apply (opponent_other X). Qed.

  Lemma alive_of : forall P, length P = size b -> (forall a, has A a = true -> at_point P a = Stone X) ->
    forall q, has (alive P) q = true <-> exists a, has A a = true /\ linked b P a q.
  Proof.
    intros P Hl HA q. unfold alive. rewrite (spread_finds b P (Stone X)) by (now apply stones_of). split.
    - intros (a & Ha & _ & _ & H). eauto.
    - intros (a & Ha & H). exists a. split; [auto|]. split; [now apply (A_small settled)|]. auto.
  Qed.

  Section OnePosition.
    Variable P : position.
    Hypothesis P_keeps : keeps P.
    Let Hl : length P = size b := fits P P_keeps.

    Lemma alive_is : forall q, has (alive P) q = true <-> exists a, has A a = true /\ linked b P a q.
    Proof. apply alive_of; [auto|]. apply (A_stands P P_keeps). Qed.

    Lemma A_alive : forall a, has A a = true -> has (alive P) a = true.
    Proof. intros a Ha. apply alive_is. exists a. split; [auto|constructor]. Qed.

    Lemma alive_stone : forall q, has (alive P) q = true -> at_point P q = Stone X.
    Proof. intros q H. apply alive_is in H as (a & Ha & H). apply linked_content in H. rewrite H. now apply (A_stands P P_keeps). Qed.

    Lemma alive_next : forall q r, has (alive P) q = true -> next_to b q r -> at_point P r = Stone X -> has (alive P) r = true.
    Proof.
      intros q r Hq Hn Hr. pose proof (alive_stone q Hq) as Hx. apply alive_is in Hq as (a & Ha & H). apply alive_is. exists a.
      split; [auto|]. apply a_step_on with q; auto. rewrite Hr. symmetry. now apply (A_stands P P_keeps).
    Qed.

    Lemma open_is : forall q, has (open P) q = true <-> has E q = true /\ has (alive P) q = false.
    Proof. intros q. unfold open. rewrite has_ldiff, andb_true_iff, negb_true_iff. tauto. Qed.

    Lemma open_small : forall q, has (open P) q = true -> q < size b.
    Proof. intros q H. apply open_is in H as [H _]. now apply (E_small settled). Qed.

    (** What is next to an open point is open or alive. *)
    Lemma open_closed : forall q r, has (open P) q = true -> next_to b q r -> has (open P) r = true \/ has (alive P) r = true.
    Proof.
      intros q r Hq Hn. destruct (has (alive P) r) eqn:Er; [auto|left]. apply open_is in Hq as [Hq _].
      apply open_is. split; [|auto]. destruct (E_closed settled q r Hq Hn) as [H|H]; [auto|].
      apply A_alive in H. congruence.
    Qed.

    Lemma open_not_alive : forall q, has (open P) q = true -> at_point P q = Stone Y \/ at_point P q = Empty \/ at_point P q = Stone X.
    Proof. intros q _. destruct (at_point P q) as [|d]; [auto|]. unfold Y. destruct (other_colour X d) as [->| ->]; auto. Qed.

    Lemma Y_in_E_is_open : forall q, has E q = true -> at_point P q <> Stone X -> has (open P) q = true.
    Proof.
      intros q Hq Hx. apply open_is. split; [auto|]. apply not_true_iff_false. intros H. now apply alive_stone in H.
    Qed.

    Lemma eye_has_no_X : forall a V q, has A a = true -> eye P a V -> V q -> at_point P q <> Stone X.
    Proof.
      intros a V q Ha (_ & H & _) Hq Hx. destruct (H q Hq) as (_ & Hno & r & Hr & Hn).
      assert (has (alive P) q = true); [|congruence]. apply alive_next with r; auto. apply alive_is. eauto.
    Qed.

    Lemma eye_has_liberty : forall a V, has A a = true -> eye P a V -> exists q, V q /\ at_point P q = Empty.
    Proof.
      intros a V Ha HV. pose proof HV as ((q & Hq) & Hall & Hcl). destruct (at_point P q) as [|d] eqn:Eq; [eauto|].
      destruct (other_colour X d) as [->| ->]; [exfalso; eapply eye_has_no_X; eauto|].
      destruct (all_live P P_keeps q _ Eq) as (r & u & Hlk & Hn & Hu). fold Y in Eq.
      assert (Hr : forall r, linked b P q r -> V r).
      { intros v Hv. induction Hv as [|v w Hv IH Hnv Hc]; [auto|]. destruct (Hcl v w (IH) Hnv) as [H|H]; [auto|].
        apply alive_stone in H. exfalso. apply Y_not_X. congruence. }
      destruct (Hcl r u (Hr r Hlk) Hn) as [H|H]; [eauto|]. apply alive_stone in H. congruence.
    Qed.

    (** So a chain of [A] has two liberties, at least, and one beside any point. *)
    Lemma liberty_beside : forall a p, has A a = true ->
      exists r u, linked b P a r /\ next_to b r u /\ at_point P u = Empty /\ u <> p.
    Proof.
      intros a p Ha. destruct (two_eyes P P_keeps a Ha) as (V & W & HV & HW & Hd).
      destruct (eye_has_liberty a V Ha HV) as (u & Hu & Eu). destruct (eye_has_liberty a W Ha HW) as (w & Hw & Ew).
      destruct (Nat.eq_dec u p) as [->|Hne].
      - destruct (proj1 (proj2 HW) w Hw) as (_ & _ & r & Hr & Hn). exists r, w. split; [auto|split; [auto|split; [auto|]]].
        intros ->. eauto.
      - destruct (proj1 (proj2 HV) u Hu) as (_ & _ & r & Hr & Hn). exists r, u. auto.
    Qed.

    (** ** The inside of what is open *)

    Definition edge (q : point) : Prop := exists a, next_to b q a /\ has (alive P) a = true.
    Definition inner (q : point) : Prop := has (open P) q = true /\ ~ edge q.

    Lemma inner_is_inside : forall q, inner q -> inside q.
    Proof.
      intros q [Hq Hno]. apply open_is in Hq as [Hq _]. split; [auto|]. intros a Hn. apply not_true_iff_false. intros Ha.
      apply Hno. exists a. split; [auto|]. now apply A_alive.
    Qed.

    Lemma edge_dec : forall q, edge q \/ ~ edge q.
    Proof.
      intros q. destruct (search (fun a => next_to_b b q a && has (alive P) a) (size b)) as [(a & _ & H)|H].
      - left. apply andb_prop in H as [H1 H2]. exists a. split; [now apply next_to_b_spec|auto].
      - right. intros (a & Hn & Ha). destruct (next_small b q a Hn) as [_ Hs]. specialize (H a Hs).
        rewrite (proj2 (next_to_b_spec b q a) Hn), Ha in H. discriminate.
    Qed.

    Lemma open_path_E : forall p q, path b (open P) p q -> path b E p q.
    Proof. intros p q. apply path_wider. intros x Hx. now apply open_is in Hx. Qed.

    Lemma inner_near : forall i j, inner i -> inner j -> path b (open P) i j -> i = j \/ next_to b i j.
    Proof. intros i j Hi Hj H. apply (inside_near settled); auto using inner_is_inside. now apply open_path_E. Qed.

    (** Of three inner points of a part two are the same. *)
    Lemma inner_two : forall i j k, inner i -> inner j -> inner k -> next_to b i j -> path b (open P) i k -> k = i \/ k = j.
    Proof.
      intros i j k Hi Hj Hk Hn Hp. destruct (inner_near i k Hi Hk Hp) as [->|Hik]; [auto|]. right.
      assert (Hjk : path b (open P) j k).
      { apply path_trans with i; [|auto]. apply path_symmetric. apply path_on with i; [constructor; apply Hi|auto|apply Hj]. }
      destruct (inner_near j k Hj Hk Hjk) as [->|Hjk']; [auto|]. exfalso.
      apply (no_common settled i j k); auto using inner_is_inside.
    Qed.

    Lemma inner_next_open : forall i q, inner i -> next_to b i q -> path b (open P) i q.
    Proof.
      intros i q [Hi Hno] Hn. apply path_on with i; [now constructor|auto|].
      destruct (open_closed i q Hi Hn) as [H|H]; [auto|]. exfalso. apply Hno. exists q. auto.
    Qed.

    (** The part of an inner point has two points of the edge. *)
    Lemma two_edges : forall i, inner i -> exists e e', e <> e' /\ path b (open P) i e /\ path b (open P) i e' /\ edge e /\ edge e'.
    Proof.
      intros i Hi. destruct (two_neighbours settled i (inner_is_inside i Hi)) as (n & m & Hne & Hn & Hm).
      pose proof (inner_next_open i n Hi Hn) as Pn. pose proof (inner_next_open i m Hi Hm) as Pm.
      assert (Hin : forall q, path b (open P) i q -> ~ edge q -> inner q) by (intros q Hq He; split; [now apply path_in in Hq|auto]).
      assert (Hone : forall q r, next_to b i q -> next_to b i r -> q <> r -> ~ edge q ->
        exists e e', e <> e' /\ path b (open P) i e /\ path b (open P) i e' /\ edge e /\ edge e').
      { intros q r Hq Hr Hqr He. pose proof (inner_next_open i q Hi Hq) as Pq. pose proof (inner_next_open i r Hi Hr) as Pr.
        pose proof (Hin q Pq He) as Hqi.
        assert (Her : edge r).
        { destruct (edge_dec r) as [|Hno]; [auto|]. exfalso.
          destruct (inner_two i q r Hi Hqi (Hin r Pr Hno) Hq Pr) as [->| ->]; [now destruct Hr as (_ & _ & ? & _)|congruence]. }
        assert (Hother : exists v, next_to b q v /\ v <> i).
        { destruct (two_neighbours settled q (inner_is_inside q Hqi)) as (v & w & Hvw & Hv & Hw).
          destruct (Nat.eq_dec v i) as [->|]; [exists w; split; [auto|congruence]|eauto]. }
        destruct Hother as (v & Hv & Hvi). pose proof (path_trans b (open P) _ _ _ Pq (inner_next_open q v Hqi Hv)) as Pv.
        assert (Hev : edge v).
        { destruct (edge_dec v) as [|Hno]; [auto|]. exfalso.
          destruct (inner_two i q v Hi Hqi (Hin v Pv Hno) Hq Pv) as [->| ->]; [auto|now destruct Hv as (_ & _ & ? & _)]. }
        exists r, v. split; [|auto]. intros ->. apply (no_common settled i q v); auto using inner_is_inside. }
      destruct (edge_dec n) as [En|En]; [|now apply (Hone n m)].
      destruct (edge_dec m) as [Em|Em]; [|apply (Hone m n); auto].
      exists n, m. auto.
    Qed.

    (** A stone of [Y] in [E] has a liberty in its part. *)
    Lemma Y_liberty : forall y, has E y = true -> at_point P y = Stone Y ->
      exists q r, linked b P y q /\ next_to b q r /\ at_point P r = Empty /\ path b (open P) y q /\ path b (open P) y r.
    Proof.
      intros y Hy Ey. destruct (all_live P P_keeps y _ Ey) as (q & r & Hlk & Hn & Hr). exists q, r.
      assert (Hpath : forall q, linked b P y q -> path b (open P) y q).
      { intros v Hv. induction Hv as [|v w Hv IH Hnv Hc].
        - constructor. apply Y_in_E_is_open; [auto|]. rewrite Ey. apply Y_not_X.
        - apply path_on with v; [auto|auto|]. destruct (open_closed v w) as [H|H]; [now apply path_in in IH|auto|auto|].
          apply alive_stone in H. exfalso. apply Y_not_X. congruence. }
      split; [auto|split; [auto|split; [auto|split; [now apply Hpath|]]]]. apply path_on with q; [now apply Hpath|auto|].
      destruct (open_closed q r) as [H|H]; [|auto|auto|apply alive_stone in H; congruence]. specialize (Hpath q Hlk). now apply path_in in Hpath.
    Qed.

    (** ** Where [X] plays *)

    (** Kind 1: an empty point next to what is alive, in a part where [Y] has a stone. *)
    Definition good_edge (p : point) : Prop :=
      has (open P) p = true /\ at_point P p = Empty /\ edge p /\ exists y, path b (open P) p y /\ at_point P y = Stone Y.

    Definition Y_there : Prop := exists y, has E y = true /\ at_point P y = Stone Y.

    Lemma stone_in_part_dec : forall p, (exists y, path b (open P) p y /\ at_point P y = Stone Y) \/ (forall y, path b (open P) p y -> at_point P y <> Stone Y).
    Proof.
      intros p. destruct (search (fun y => has (part b (open P) p) y && is_stone Y (at_point P y)) (size b)) as [(y & _ & H)|H].
      - left. apply andb_prop in H as [H1 H2]. apply part_is in H1; [|apply open_small]. apply is_stone_spec in H2. eauto.
      - right. intros y Hy Ey. specialize (H y). rewrite (proj2 (part_is b (open P) open_small p y) Hy) in H.
        rewrite (proj2 (is_stone_spec Y _) Ey) in H. apply path_in in Hy as [_ Hy]. apply open_small in Hy. specialize (H Hy). discriminate.
    Qed.

    Lemma good_edge_dec : (exists p, good_edge p) \/ (forall p, ~ good_edge p).
    Proof.
      assert (Hd : forall p, good_edge p \/ ~ good_edge p).
      { intros p. unfold good_edge. destruct (has (open P) p) eqn:E1; [|right; intros (H & _); discriminate].
        destruct (at_point P p) as [|d] eqn:E2; [|right; intros (_ & H & _); discriminate].
        destruct (edge_dec p) as [E3|E3]; [|tauto].
        destruct (stone_in_part_dec p) as [E4|E4]; [tauto|]. right. intros (_ & _ & _ & y & H1 & H2). now apply (E4 y). }
      assert (H : forall n, (exists p, p < n /\ good_edge p) \/ (forall p, p < n -> ~ good_edge p)).
      { induction n as [|n IH]; [right; intros; lia|]. destruct IH as [(p & Hp & H)|H]; [left; exists p; split; [lia|auto]|].
        destruct (Hd n) as [Hn|Hn]; [left; exists n; split; [lia|auto]|right]. intros p Hp.
        destruct (Nat.eq_dec p n) as [->|]; [auto|]. apply H. lia. }
      destruct (H (size b)) as [(p & _ & Hp)|Hno]; [eauto|right]. intros p Hp. apply (Hno p); [|auto].
      destruct Hp as (Hp & _). now apply open_small.
    Qed.

    Lemma Y_there_dec : Y_there \/ ~ Y_there.
    Proof.
      destruct (search (fun y => has E y && is_stone Y (at_point P y)) (size b)) as [(y & _ & H)|H].
      - left. apply andb_prop in H as [H1 H2]. apply is_stone_spec in H2. exists y. auto.
      - right. intros (y & H1 & H2). specialize (H y (E_small settled y H1)). rewrite H1 in H.
        rewrite (proj2 (is_stone_spec Y _) H2) in H. discriminate.
    Qed.

    (** Kind 2: otherwise, an empty inner point that is next to a stone of [Y]. *)
    Definition good_inner (i : point) : Prop :=
      inner i /\ at_point P i = Empty /\ (forall p, ~ good_edge p) /\ exists y, path b (open P) i y /\ at_point P y = Stone Y /\ next_to b y i.

    Lemma empty_is_inner : (forall p, ~ good_edge p) -> forall y r, at_point P y = Stone Y -> path b (open P) y r -> at_point P r = Empty -> inner r.
    Proof.
      intros Hno y r Hy Hp Hr. pose proof (path_in b _ _ _ Hp) as [_ Ho]. split; [auto|]. intros He. apply (Hno r).
      split; [auto|split; [auto|split; [auto|]]]. exists y. split; [now apply path_symmetric|auto].
    Qed.

    Lemma good_move : Y_there -> (exists p, good_edge p) \/ exists i, good_inner i.
    Proof.
      intros (y & Hy & Ey). destruct good_edge_dec as [H|Hno]; [auto|right].
      destruct (Y_liberty y Hy Ey) as (q & r & Hlk & Hn & Hr & Pq & Pr). exists r.
      split; [now apply empty_is_inner with y|]. split; [auto|split; [auto|]]. exists q.
      split; [apply path_trans with y; [now apply path_symmetric|auto]|]. split; [apply linked_content in Hlk; congruence|auto].
    Qed.

    Lemma edges_full : (forall p, ~ good_edge p) -> forall i y, path b (open P) i y -> at_point P y = Stone Y ->
      forall e, path b (open P) i e -> edge e -> at_point P e = Stone Y.
    Proof.
      intros Hno i y Hy Ey e He Hedge. pose proof (path_in b _ _ _ He) as [_ Ho].
      destruct (open_not_alive e Ho) as [H|[H|H]]; [auto| |]; exfalso.
      - apply (Hno e). split; [auto|split; [auto|split; [auto|]]]. exists y. split; [|auto].
        apply path_trans with i; [now apply path_symmetric|auto].
      - destruct Hedge as (a & Hn & Ha). apply open_is in Ho as [_ Ho].
        assert (has (alive P) e = true); [|congruence]. apply alive_next with a; auto. now apply next_to_symmetric.
    Qed.

    (** At the end all is his. *)
    Lemma all_is_his : ~ Y_there -> forall q, has A q = true \/ has E q = true -> belongs_to b P X q.
    Proof.
      intros HnoY q Hq. assert (Hnot : forall v, has (open P) v = true -> at_point P v <> Stone Y).
      { intros v Hv Ev. apply HnoY. exists v. split; [now apply open_is in Hv|auto]. }
      split; [destruct Hq; [now apply (A_small settled)|now apply (E_small settled)]|].
      destruct Hq as [Ha|Hq]; [left; now apply (A_stands P P_keeps)|].
      destruct (at_point P q) as [|d] eqn:Eq; [right|].
      2: { left. destruct (other_colour X d) as [->| ->]; [auto|]. exfalso. apply HnoY. exists q. auto. }
      assert (Ho : has (open P) q = true) by (apply Y_in_E_is_open; [auto|congruence]).
      split; [auto|]. split.
      - assert (He : exists e, path b (open P) q e /\ edge e).
        { destruct (edge_dec q) as [He|He]; [exists q; split; [now constructor|auto]|].
          destruct (two_edges q (conj Ho He)) as (e & _ & _ & H & _ & H' & _). eauto. }
        destruct He as (e & Hp & a & Hn & Ha).
        assert (Hwalk : touches b P q (Stone X) \/ linked b P q e).
        { clear Hn. induction Hp as [_|v w Hp IH Hn Hw]; [right; constructor|]. destruct IH as [H|H]; [auto|].
          destruct (open_not_alive w Hw) as [Hy|[Hy|Hy]]; [now apply Hnot in Hy| |].
          - right. apply a_step_on with v; auto. congruence.
          - left. exists v, w. auto. }
        destruct Hwalk as [H|H]; [auto|]. exists e, a. split; [auto|split; [auto|]]. now apply alive_stone.
      - intros (v & w & Hlk & Hn & Hw). fold Y in Hw.
        assert (Hv : has (open P) v = true).
        { clear Hn. induction Hlk as [|v u Hlk IH Hn Hc]; [auto|]. destruct (open_closed v u IH Hn) as [H|H]; [auto|].
          apply alive_stone in H. congruence. }
        destruct (open_closed v w Hv Hn) as [H|H]; [now apply Hnot in H|]. apply alive_stone in H. apply Y_not_X. congruence.
    Qed.
  End OnePosition.

  (** ** A play of [Y] *)

  Section PlayOfY.
    Variables (P T : position) (p : point).
    Hypothesis P_keeps : keeps P.
    Hypothesis played : plays b Y p P T.
    Hypothesis stands_there : at_point T p <> Empty.

    Let OX : opponent Y = X := opponent_twice X.

    Lemma Y_alive_stays : forall a, has A a = true -> forall q, linked b P a q -> at_point T q = Stone X.
    Proof.
      intros a Ha q Hq. destruct (put_exists b Y p P T played stands_there) as [S HS].
      destruct (liberty_beside P P_keeps a p Ha) as (r & u & Hr & Hn & Hu & Hne). rewrite <- OX.
      apply (opposing_stay b Y p P T played S HS q r u); auto.
      - rewrite OX. apply linked_content in Hq. rewrite Hq. now apply (A_stands P P_keeps).
      - apply linked_trans with a; [now apply linked_symmetric|auto].
    Qed.

    Lemma Y_linked : forall a, has A a = true -> forall q, linked b P a q -> linked b T a q.
    Proof.
      intros a Ha q H. induction H as [|q r H IH Hn Hc]; [constructor|]. apply a_step_on with q; auto.
      rewrite !(Y_alive_stays a Ha); auto; [constructor|]. now apply a_step_on with q.
    Qed.

    Lemma Y_alive : alive T = alive P.
    Proof.
      destruct (put_exists b Y p P T played stands_there) as [S HS].
      assert (HlT : length T = size b) by now apply plays_length_after in played.
      assert (HAT : forall a, has A a = true -> at_point T a = Stone X) by (intros a Ha; apply (Y_alive_stays a Ha); constructor).
      apply same_bits. intros q. apply eq_true_iff_eq. rewrite (alive_of T HlT HAT). split.
      - intros (a & Ha & H). induction H as [|v w H IH Hn Hc]; [now apply (A_alive P P_keeps)|].
        apply (alive_next P P_keeps v w); auto. rewrite <- OX. apply (no_new_opposing b Y p P T S HS).
        rewrite OX, Hc. auto.
      - intros H. apply (alive_is P P_keeps) in H as (a & Ha & H). exists a. split; [auto|]. now apply Y_linked.
    Qed.

    Lemma Y_keeps : keeps T.
    Proof.
      destruct (put_exists b Y p P T played stands_there) as [S HS]. constructor.
      - now apply plays_length_after in played.
      - apply (live_after b Y p P T played S HS). apply P_keeps.
      - intros a Ha. apply (Y_alive_stays a Ha). constructor.
      - intros a Ha. destruct (two_eyes P P_keeps a Ha) as (V & W & HV & HW & Hd). exists V, W.
        assert (H : forall V, eye P a V -> eye T a V).
        { intros U (H1 & H2 & H3). split; [auto|]. rewrite <- Y_alive in *. split; [|auto]. intros q Hq.
          destruct (H2 q Hq) as (Hs & Hno & r & Hr & Hn). split; [auto|split; [auto|]]. exists r. split; [now apply Y_linked|auto]. }
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
    Lemma no_suicide : (forall S, length S = size b -> at_point S p = Stone X -> (forall q, q <> p -> at_point S q = at_point P q) ->
      (forall q, ~ dead b S Y q) -> has_liberty b S p) -> at_point T p <> Empty.
    Proof.
      intros H E0. pose proof (plays_length _ _ _ _ _ played) as (Hl & Hp & _).
      assert (Hput : forall S, differs_by S P (eq p) (Stone X) -> length S = size b /\ at_point S p = Stone X /\ forall q, q <> p -> at_point S q = at_point P q).
      { intros S [HSl HS]. split; [congruence|]. split; [apply HS; [lia|auto]|]. intros q Hq.
        destruct (Nat.lt_ge_cases q (length P)) as [Hlt|Hge]; [apply HS; auto|]. now rewrite !at_point_overflow by lia. }
      destruct played as [S _ _ _ HS _ [_ HT]|_ _ _ HT _ _|S _ _ _ HS Hno Hlib _].
      - destruct (Hput S HS) as (H1 & H2 & _). destruct (HT p) as [_ HT']; [lia|]. rewrite HT' in E0; [congruence|].
        intros [Hd _]. rewrite H2 in Hd. injection Hd as Hd. symmetry in Hd. now apply (opponent_other X).
      - destruct (Hput T HT) as (_ & H2 & _). congruence.
      - destruct (Hput S HS) as (H1 & H2 & H3). apply Hlib, H; auto.
    Qed.

    Lemma linked_before_put : forall S, (forall q, q <> p -> at_point S q = at_point P q) -> forall q r d, at_point P q = Stone d -> linked b P q r -> linked b S q r.
    Proof.
      intros S HS q r d Hq H. assert (Hne : forall v, at_point P v = Stone d -> v <> p) by (intros v Hv ->; congruence).
      induction H as [|r r' H IH Hn Hc]; [constructor|]. apply a_step_on with r; auto.
      rewrite !HS; [auto| |]; apply Hne; congruence.
    Qed.

    (** What is linked in the position with the stone put, from a stone of [Y] in [E]. *)
    Lemma put_path : forall S, at_point S p = Stone X -> (forall q, q <> p -> at_point S q = at_point P q) ->
      forall y q r, has (open P) y = true -> at_point P y = Stone Y -> linked b S y q -> next_to b q r -> at_point S r = Empty ->
      path b (open P) y q /\ path b (open P) y r /\ at_point P r = Empty /\ r <> p.
    Proof.
      intros S HSp HS y q r Ho Hy Hlk Hn Hr.
      assert (Hyp : y <> p) by (intros ->; congruence).
      assert (HSy : at_point S y = Stone Y) by (rewrite HS; auto).
      assert (Hpath : path b (open P) y q /\ at_point P q = Stone Y).
      { clear Hn Hr. induction Hlk as [|v w Hlk IH Hn Hc]; [split; [now constructor|auto]|]. destruct IH as [IH Hv].
        assert (Hw : at_point P w = Stone Y).
        { rewrite <- HS; [congruence|]. intros ->. rewrite HSp, HSy in Hc. injection Hc as Hc. symmetry in Hc. now apply (opponent_other X). }
        split; [|auto]. apply path_on with v; [auto|auto|].
        destruct (open_closed P P_keeps v w) as [H|H]; [now apply path_in in IH|auto|auto|].
        apply (alive_stone P P_keeps) in H. exfalso. apply Y_not_X. congruence. }
      destruct Hpath as [Hpath Hq]. assert (Hrp : r <> p) by (intros ->; congruence). rewrite HS in Hr by auto.
      split; [auto|split; [|auto]]. apply path_on with q; [auto|auto|].
      destruct (open_closed P P_keeps q r) as [H|H]; [now apply path_in in Hpath|auto|auto|].
      apply (alive_stone P P_keeps) in H. congruence.
    Qed.

    Lemma edge_is_legal : edge P p -> at_point T p <> Empty.
    Proof.
      intros (a1 & Hn1 & Ha1). apply no_suicide. intros S _ HSp HS _.
      apply (alive_is P P_keeps) in Ha1 as (a & Ha & Hlk1). pose proof (A_stands P P_keeps a Ha) as HaX.
      destruct (liberty_beside P P_keeps a p Ha) as (r & u & Hr & Hn & Hu & Hne).
      exists r, u. split; [|split; [auto|now rewrite HS]].
      assert (H1 : linked b S a a1) by (now apply linked_before_put with X).
      assert (H2 : linked b S a r) by (now apply linked_before_put with X).
      apply linked_trans with a1.
      - apply a_step_on with p; [constructor|auto|]. pose proof (linked_content _ _ _ _ H1) as E1. rewrite E1, HSp, HS; [auto|].
        intros ->. congruence.
      - apply linked_trans with a; [now apply linked_symmetric|auto].
    Qed.

    Lemma inner_is_legal : good_inner P p -> at_point T p <> Empty.
    Proof.
      intros (Hi & _ & Hno & y & Hpy & Hy & Hn). apply no_suicide. intros S HSl HSp HS Hdead.
      pose proof (path_in b _ _ _ Hpy) as [_ Hoy].
      assert (HSy : at_point S y = Stone Y) by (rewrite HS; [auto|intros ->; congruence]).
      destruct (liberty_dec b S y _ HSl HSy) as [(q & r & Hlk & Hnr & Hr)|Hlib]; [|exfalso; apply (Hdead y); split; auto].
      destruct (put_path S HSp HS y q r Hoy Hy Hlk Hnr Hr) as (_ & Hpr & HrP & Hrp).
      pose proof (empty_is_inner P Hno y r Hy Hpr HrP) as Hri.
      destruct (inner_near P P_keeps p r Hi Hri) as [E0|Hnext]; [now apply path_trans with y|congruence|].
      exists p, r. split; [constructor|auto].
    Qed.

    Hypothesis stands_there : at_point T p <> Empty.

    Lemma X_A_stands : forall a, has A a = true -> at_point T a = Stone X.
    Proof.
      intros a Ha. destruct (put_exists b X p P T played stands_there) as [S HS].
      apply (own_stay b X p P T played S HS). now apply (A_stands P P_keeps).
    Qed.

    Lemma X_alive_is : forall q, has (alive T) q = true <-> exists a, has A a = true /\ linked b T a q.
    Proof. apply alive_of; [now apply plays_length_after in played|apply X_A_stands]. Qed.

    Lemma X_linked : forall a q, has A a = true -> linked b P a q -> linked b T a q.
    Proof.
      intros a q Ha H. destruct (put_exists b X p P T played stands_there) as [S HS].
      apply (linked_own b X p P T played S HS); [now apply (A_stands P P_keeps)|auto].
    Qed.

    Lemma X_alive_grows : forall q, has (alive P) q = true -> has (alive T) q = true.
    Proof. intros q H. apply (alive_is P P_keeps) in H as (a & Ha & H). apply X_alive_is. exists a. split; [auto|]. now apply X_linked. Qed.

    Lemma X_alive_in : forall q, has (alive T) q = true -> has A q = true \/ has E q = true.
    Proof.
      intros q H. destruct (put_exists b X p P T played stands_there) as [S HS].
      apply X_alive_is in H as (a & Ha & H). induction H as [|v w H IH Hn Hc]; [auto|].
      destruct IH as [Hv|Hv]; [|destruct (E_closed settled v w Hv Hn); auto].
      rewrite (X_A_stands a Ha) in Hc. destruct (new_own b X p P T S HS w Hc) as [->|Hw].
      - right. now apply open_is in p_open.
      - apply (alive_in P P_keeps). apply (alive_next P P_keeps v w); auto. now apply (A_alive P P_keeps).
    Qed.

    Lemma inner_alive : ~ edge P p -> alive T = alive P.
    Proof.
      intros Hno. destruct (put_exists b X p P T played stands_there) as [S HS].
      apply same_bits. intros q. apply eq_true_iff_eq. split; [|apply X_alive_grows]. intros H.
      apply X_alive_is in H as (a & Ha & H). induction H as [|v w H IH Hn Hc]; [now apply (A_alive P P_keeps)|].
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
        { intros U (H1 & H2 & H3). split; [auto|]. rewrite <- (inner_alive Hno) in *. split; [|auto]. intros q Hq.
          destruct (H2 q Hq) as (Hs & H0 & r & Hr & Hn). split; [auto|split; [auto|]]. exists r. split; [now apply X_linked|auto]. }
        auto.
      - apply X_alive_in.
    Qed.

    Lemma edge_alive : edge P p -> has (alive T) p = true.
    Proof.
      intros (a1 & Hn1 & Ha1). destruct (put_exists b X p P T played stands_there) as [S HS].
      apply X_alive_grows in Ha1. apply X_alive_is in Ha1 as (a & Ha & H). apply X_alive_is. exists a. split; [auto|].
      apply a_step_on with a1; [auto|now apply next_to_symmetric|]. rewrite (X_A_stands a Ha). apply (new_stone b X p P T S HS).
    Qed.

    Lemma linked_p_dec : forall a, linked b T p a \/ ~ linked b T p a.
    Proof.
      intros a. destruct (put_exists b X p P T played stands_there) as [S HS].
      pose proof (plays_length _ _ _ _ _ played) as (_ & Hp & _). pose proof (plays_length_after _ _ _ _ _ played) as HlT.
      pose proof (new_stone b X p P T S HS) as HpX.
      pose proof (spread_finds b T (Stone X) (mask X T) (single p) (stones_of b X T HlT) a) as H.
      destruct (has (spread _ _ _) a) eqn:E0; [left|right].
      - destruct (proj1 H eq_refl) as (q & Hq & _ & _ & Hlk). rewrite has_single, Nat.eqb_eq in Hq. now subst q.
      - intros Hlk. assert (false = true); [|discriminate]. apply H. exists p. rewrite has_single, Nat.eqb_refl. auto.
    Qed.

    Lemma edge_keeps : good_edge P p -> keeps T.
    Proof.
      intros (_ & _ & He & y & Hpy & Hy). destruct (put_exists b X p P T played stands_there) as [S HS].
      pose proof (new_stone b X p P T S HS) as HpX. pose proof (edge_alive He) as Hpal.
      assert (Hnew : forall a V q, has A a = true -> eye P a V -> V q -> q <> p -> has (alive T) q = false).
      { intros a V q Ha HV Hq Hqp. apply not_true_iff_false. intros H. pose proof H as H'. apply X_alive_is in H' as (a' & Ha' & H').
        apply linked_content in H'. rewrite (X_A_stands a' Ha') in H'. destruct (new_own b X p P T S HS q H') as [|Hx]; [auto|].
        now apply (eye_has_no_X P P_keeps a V q). }
      constructor.
      - now apply plays_length_after in played.
      - apply (live_after b X p P T played S HS). apply P_keeps.
      - apply X_A_stands.
      - intros a Ha. destruct (linked_p_dec a) as [Hpa|Hpa].
        + destruct He as (a1 & Hn1 & Ha1). apply (alive_is P P_keeps) in Ha1 as (a0 & Ha0 & Hlk0).
          destruct (two_eyes P P_keeps a0 Ha0) as (V & W & HV & HW & Hd).
          assert (Hlink : linked b T a a0).
          { apply linked_trans with p; [now apply linked_symmetric|]. apply linked_trans with a1.
            - apply a_step_on with p; [constructor|auto|]. pose proof (X_linked a0 a1 Ha0 Hlk0) as Hl1. apply linked_content in Hl1.
              rewrite HpX, Hl1. now apply X_A_stands.
            - apply linked_symmetric. now apply X_linked. }
          assert (H : forall U, eye P a0 U -> eye T a (fun q => U q /\ q <> p)).
          { intros U HU. pose proof HU as ((q0 & Hq0) & H2 & H3). split; [|split].
            - destruct (Nat.eq_dec q0 p) as [->|Hne]; [|eauto]. exists y. split; [|intros ->; congruence].
              clear Hy. induction Hpy as [|v w Hp IH Hn Hw]; [auto|]. destruct (H3 v w IH Hn) as [H|H]; [auto|].
              apply open_is in Hw as [_ Hw]. congruence.
            - intros q [Hq Hqp]. destruct (H2 q Hq) as (Hs & _ & r & Hr & Hn). split; [auto|]. split; [now apply (Hnew a0 U q)|].
              exists r. split; [|auto]. apply linked_trans with a0; [auto|]. now apply X_linked.
            - intros q r [Hq Hqp] Hn. destruct (Nat.eq_dec r p) as [->|Hrp]; [auto|].
              destruct (H3 q r Hq Hn) as [H|H]; [auto|right; now apply X_alive_grows]. }
          exists (fun q => V q /\ q <> p), (fun q => W q /\ q <> p). split; [auto|split; [auto|]]. intros q [H1 _] [H2 _]. eauto.
        + destruct (two_eyes P P_keeps a Ha) as (V & W & HV & HW & Hd). exists V, W.
          assert (H : forall V, eye P a V -> eye T a V).
          { intros U HU. pose proof HU as (H1 & H2 & H3). split; [auto|]. split.
            - intros q Hq. destruct (H2 q Hq) as (Hs & H0 & r & Hr & Hn). pose proof (X_linked a r Ha Hr) as HrT.
              split; [auto|]. split; [|eauto]. apply (Hnew a U q); auto. intros ->. apply Hpa.
              apply linked_symmetric. apply a_step_on with r; auto. rewrite HpX. symmetry. now apply X_A_stands.
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
      destruct (put_path S (put_here _ _ _ _ _ _ HS) (put_other _ _ _ _ _ _ HS) y q r) as (_ & Hpr & HrP & Hrp); auto.
      { now apply path_in in Hy. }
      apply Hrp, Honly; [|auto]. now apply path_trans with y.
    Qed.

    (** Elsewhere it changes nothing. *)
    Lemma other_parts : forall v, has (open P) v = true -> ~ path b (open P) v p -> at_point T v = at_point P v.
    Proof.
      intros v Hv Hno. destruct (put_exists b X p P T played stands_there) as [S HS].
      assert (Hvp : v <> p) by (intros ->; apply Hno; now constructor).
      destruct (open_not_alive P v Hv) as [H|[H|H]]; rewrite H.
      - destruct (Y_liberty P P_keeps v) as (q & r & Hlk & Hn & Hr & _ & Hpr); [now apply open_is in Hv|auto|].
        apply (opposing_stay b X p P T played S HS v q r); auto. intros ->. auto.
      - now apply (empty_stay b X p P T S HS).
      - now apply (own_stay b X p P T played S HS).
    Qed.
  End PlayOfX.
End Settled.
