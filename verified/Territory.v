(** * Settled points, in one position

    What DESIGN.md says of the points that are settled for [X]: what stands there, and which plays
    are good. *)

From Coq Require Import List NArith ZArith PeanoNat Bool Lia.
Import ListNotations.
From Verified Require Import Spec Bits Flood Play Life.

Section Settled.
  Variable b : board.
  Variable X : colour.
  Let Y := opponent X.
  Variables A E : N.

  (** A point of [E] that is next to no stone of [A]. *)
  Definition inside (i : point) : Prop :=
    has E i = true /\ forall a, next_to b i a -> has A a = false.

  Record is_settled : Prop := {
    A_small : forall q, has A q = true -> q < size b;
    E_small : forall q, has E q = true -> q < size b;
    E_closed : forall q r, has E q = true -> next_to b q r -> has E r = true \/ has A r = true;
    E_not_A : forall q, has E q = true -> has A q = false;
    two_neighbours : forall i, inside i -> exists n m, n <> m /\ next_to b i n /\ next_to b i m;
    inside_near : forall i j, inside i -> inside j -> path b E i j -> i = j \/ next_to b i j;
    no_common : forall i j k, inside i -> inside j -> next_to b i j -> next_to b i k ->
    next_to b j k -> False }.
  Hypothesis settled : is_settled.

  (** The stones of [X] that hang together with those of [A]. *)
  Definition alive (P : position) : N := spread (table_of b) (mask X P) A.
  Definition open (P : position) : N := N.ldiff E (alive P).

  (** Two regions of what is not [alive], all of whose points are next to the chain of [a]. *)
  Definition eye (P : position) (a : point) (V : point -> Prop) : Prop :=
    (exists q, V q) /\
    (forall q, V q ->
       q < size b /\ has (alive P) q = false /\ exists r, linked b P a r /\ next_to b r q) /\
    (forall q r, V q -> next_to b q r -> V r \/ has (alive P) r = true).

  Record keeps (P : position) : Prop := {
    fits : length P = size b;
    all_live : live b P;
    A_stands : forall a, has A a = true -> at_point P a = Stone X;
    two_eyes : forall a, has A a = true ->
    exists V W, eye P a V /\ eye P a W /\ forall q, V q -> W q -> False;
    alive_in : forall q, has (alive P) q = true -> has A q = true \/ has E q = true }.

  Lemma Y_not_X : Stone Y <> Stone X.
  Proof. intros H. injection H as H. now apply (opponent_other X). Qed.

  Lemma alive_of : forall P, length P = size b ->
    (forall a, has A a = true -> at_point P a = Stone X) -> forall q,
    has (alive P) q = true <-> exists a, has A a = true /\ linked b P a q.
  Proof.
    intros P Hl HA q. unfold alive. rewrite (spread_finds b P (Stone X)) by (now apply stones_of).
    split.
    - intros (a & Ha & _ & _ & H). eauto.
    - intros (a & Ha & H). exists a. split; [auto|]. split; [now apply (A_small settled)|]. auto.
  Qed.

  Section OnePosition.
    Variable P : position.
    Hypothesis P_keeps : keeps P.
    Let Hl : length P = size b := fits P P_keeps.

    Lemma alive_is : forall q,
      has (alive P) q = true <-> exists a, has A a = true /\ linked b P a q.
    Proof. apply alive_of; [auto|]. apply (A_stands P P_keeps). Qed.

    Lemma A_alive : forall a, has A a = true -> has (alive P) a = true.
    Proof. intros a Ha. apply alive_is. exists a. split; [auto|constructor]. Qed.

    Lemma alive_stone : forall q, has (alive P) q = true -> at_point P q = Stone X.
    Proof.
      intros q H. apply alive_is in H as (a & Ha & H). apply linked_content in H. rewrite H.
      now apply (A_stands P P_keeps).
    Qed.

    Lemma alive_next : forall q r, has (alive P) q = true -> next_to b q r ->
      at_point P r = Stone X -> has (alive P) r = true.
    Proof.
      intros q r Hq Hn Hr. pose proof (alive_stone q Hq) as Hx.
      apply alive_is in Hq as (a & Ha & H). apply alive_is. exists a. split; [auto|].
      apply a_step_on with q; auto. rewrite Hr. symmetry. now apply (A_stands P P_keeps).
    Qed.

    Lemma open_is : forall q, has (open P) q = true <-> has E q = true /\ has (alive P) q = false.
    Proof. intros q. unfold open. rewrite has_ldiff, andb_true_iff, negb_true_iff. tauto. Qed.

    Lemma open_small : forall q, has (open P) q = true -> q < size b.
    Proof. intros q H. apply open_is in H as [H _]. now apply (E_small settled). Qed.

    (** What is next to an open point is open or alive. *)
    Lemma open_closed : forall q r, has (open P) q = true -> next_to b q r ->
      has (open P) r = true \/ has (alive P) r = true.
    Proof.
      intros q r Hq Hn. destruct (has (alive P) r) eqn:Er; [auto|left].
      apply open_is in Hq as [Hq _]. apply open_is. split; [|auto].
      destruct (E_closed settled q r Hq Hn) as [H|H]; [auto|]. apply A_alive in H. congruence.
    Qed.

    Lemma open_not_alive : forall q, has (open P) q = true ->
      at_point P q = Stone Y \/ at_point P q = Empty \/ at_point P q = Stone X.
    Proof.
      intros q _. destruct (at_point P q) as [|d]; [auto|]. unfold Y.
      destruct (other_colour X d) as [->| ->]; auto.
    Qed.

    Lemma Y_in_E_is_open : forall q, has E q = true -> at_point P q <> Stone X ->
      has (open P) q = true.
    Proof.
      intros q Hq Hx. apply open_is. split; [auto|]. apply not_true_iff_false. intros H.
      now apply alive_stone in H.
    Qed.

    Lemma eye_has_no_X : forall a V q, has A a = true -> eye P a V -> V q ->
      at_point P q <> Stone X.
    Proof.
      intros a V q Ha (_ & H & _) Hq Hx. destruct (H q Hq) as (_ & Hno & r & Hr & Hn).
      assert (has (alive P) q = true); [|congruence]. apply alive_next with r; auto. apply alive_is.
      eauto.
    Qed.

    Lemma eye_has_liberty : forall a V, has A a = true -> eye P a V ->
      exists q, V q /\ at_point P q = Empty.
    Proof.
      intros a V Ha HV. pose proof HV as ((q & Hq) & Hall & Hcl).
      destruct (at_point P q) as [|d] eqn:Eq; [eauto|].
      destruct (other_colour X d) as [->| ->]; [exfalso; eapply eye_has_no_X; eauto|].
      destruct (all_live P P_keeps q _ Eq) as (r & u & Hlk & Hn & Hu). fold Y in Eq.
      assert (Hr : forall r, linked b P q r -> V r).
      { intros v Hv. induction Hv as [|v w Hv IH Hnv Hc]; [auto|].
        destruct (Hcl v w (IH) Hnv) as [H|H]; [auto|]. apply alive_stone in H. exfalso.
        apply Y_not_X. congruence. }
      destruct (Hcl r u (Hr r Hlk) Hn) as [H|H]; [eauto|]. apply alive_stone in H. congruence.
    Qed.

    (** So a chain of [A] has two liberties, at least, and one beside any point. *)
    Lemma liberty_beside : forall a p, has A a = true ->
      exists r u, linked b P a r /\ next_to b r u /\ at_point P u = Empty /\ u <> p.
    Proof.
      intros a p Ha. destruct (two_eyes P P_keeps a Ha) as (V & W & HV & HW & Hd).
      destruct (eye_has_liberty a V Ha HV) as (u & Hu & Eu).
      destruct (eye_has_liberty a W Ha HW) as (w & Hw & Ew). destruct (Nat.eq_dec u p) as [->|Hne].
      - destruct (proj1 (proj2 HW) w Hw) as (_ & _ & r & Hr & Hn). exists r, w.
        split; [auto|split; [auto|split; [auto|]]]. intros ->. eauto.
      - destruct (proj1 (proj2 HV) u Hu) as (_ & _ & r & Hr & Hn). exists r, u. auto.
    Qed.

    (** ** The inside of what is open *)

    Definition edge (q : point) : Prop := exists a, next_to b q a /\ has (alive P) a = true.
    Definition inner (q : point) : Prop := has (open P) q = true /\ ~ edge q.

    Lemma inner_is_inside : forall q, inner q -> inside q.
    Proof.
      intros q [Hq Hno]. apply open_is in Hq as [Hq _]. split; [auto|]. intros a Hn.
      apply not_true_iff_false. intros Ha. apply Hno. exists a. split; [auto|]. now apply A_alive.
    Qed.

    Lemma edge_dec : forall q, edge q \/ ~ edge q.
    Proof.
      intros q.
      destruct (search (fun a => next_to_b b q a && has (alive P) a) (size b)) as [(a & _ & H)|H].
      - left. apply andb_prop in H as [H1 H2]. exists a. split; [now apply next_to_b_spec|auto].
      - right. intros (a & Hn & Ha). destruct (next_small b q a Hn) as [_ Hs]. specialize (H a Hs).
        rewrite (proj2 (next_to_b_spec b q a) Hn), Ha in H. discriminate.
    Qed.

    Lemma open_path_E : forall p q, path b (open P) p q -> path b E p q.
    Proof. intros p q. apply path_wider. intros x Hx. now apply open_is in Hx. Qed.

    Lemma inner_near : forall i j, inner i -> inner j -> path b (open P) i j ->
      i = j \/ next_to b i j.
    Proof.
      intros i j Hi Hj H. apply (inside_near settled); auto using inner_is_inside.
      now apply open_path_E.
    Qed.

    (** Of three inner points of a part two are the same. *)
    Lemma inner_two : forall i j k, inner i -> inner j -> inner k -> next_to b i j ->
      path b (open P) i k -> k = i \/ k = j.
    Proof.
      intros i j k Hi Hj Hk Hn Hp. destruct (inner_near i k Hi Hk Hp) as [->|Hik]; [auto|]. right.
      assert (Hjk : path b (open P) j k).
      { apply path_trans with i; [|auto]. apply path_symmetric.
        apply path_on with i; [constructor; apply Hi|auto|apply Hj]. }
      destruct (inner_near j k Hj Hk Hjk) as [->|Hjk']; [auto|]. exfalso.
      apply (no_common settled i j k); auto using inner_is_inside.
    Qed.

    Lemma inner_next_open : forall i q, inner i -> next_to b i q -> path b (open P) i q.
    Proof.
      intros i q [Hi Hno] Hn. apply path_on with i; [now constructor|auto|].
      destruct (open_closed i q Hi Hn) as [H|H]; [auto|]. exfalso. apply Hno. exists q. auto.
    Qed.

    (** The part of an inner point has two points of the edge. *)
    Lemma two_edges : forall i, inner i ->
      exists e e', e <> e' /\ path b (open P) i e /\ path b (open P) i e' /\ edge e /\ edge e'.
    Proof.
      intros i Hi.
      destruct (two_neighbours settled i (inner_is_inside i Hi)) as (n & m & Hne & Hn & Hm).
      pose proof (inner_next_open i n Hi Hn) as Pn. pose proof (inner_next_open i m Hi Hm) as Pm.
      assert (Hin : forall q, path b (open P) i q -> ~ edge q -> inner q)
        by (intros q Hq He; split; [now apply path_in in Hq|auto]).
      assert (Hone : forall q r, next_to b i q -> next_to b i r -> q <> r -> ~ edge q ->
        exists e e', e <> e' /\ path b (open P) i e /\ path b (open P) i e' /\ edge e /\ edge e').
      { intros q r Hq Hr Hqr He. pose proof (inner_next_open i q Hi Hq) as Pq.
        pose proof (inner_next_open i r Hi Hr) as Pr. pose proof (Hin q Pq He) as Hqi.
        assert (Her : edge r).
        { destruct (edge_dec r) as [|Hno]; [auto|]. exfalso.
          destruct (inner_two i q r Hi Hqi (Hin r Pr Hno) Hq Pr) as [->| ->];
            [now destruct Hr as (_ & _ & ? & _)|congruence]. }
        assert (Hother : exists v, next_to b q v /\ v <> i).
        { destruct (two_neighbours settled q (inner_is_inside q Hqi)) as (v & w & Hvw & Hv & Hw).
          destruct (Nat.eq_dec v i) as [->|]; [exists w; split; [auto|congruence]|eauto]. }
        destruct Hother as (v & Hv & Hvi).
        pose proof (path_trans b (open P) _ _ _ Pq (inner_next_open q v Hqi Hv)) as Pv.
        assert (Hev : edge v).
        { destruct (edge_dec v) as [|Hno]; [auto|]. exfalso.
          destruct (inner_two i q v Hi Hqi (Hin v Pv Hno) Hq Pv) as [->| ->];
            [auto|now destruct Hv as (_ & _ & ? & _)]. }
        exists r, v. split; [|auto]. intros ->.
        apply (no_common settled i q v); auto using inner_is_inside. }
      destruct (edge_dec n) as [En|En]; [|now apply (Hone n m)].
      destruct (edge_dec m) as [Em|Em]; [|apply (Hone m n); auto].
      exists n, m. auto.
    Qed.

    (** A stone of [Y] in [E] has a liberty in its part. *)
    Lemma Y_liberty : forall y, has E y = true -> at_point P y = Stone Y ->
      exists q r, linked b P y q /\ next_to b q r /\ at_point P r = Empty /\ path b (open P) y q /\
        path b (open P) y r.
    Proof.
      intros y Hy Ey. destruct (all_live P P_keeps y _ Ey) as (q & r & Hlk & Hn & Hr). exists q, r.
      assert (Hpath : forall q, linked b P y q -> path b (open P) y q).
      { intros v Hv. induction Hv as [|v w Hv IH Hnv Hc].
        - constructor. apply Y_in_E_is_open; [auto|]. rewrite Ey. apply Y_not_X.
        - apply path_on with v; [auto|auto|].
          destruct (open_closed v w) as [H|H]; [now apply path_in in IH|auto|auto|].
          apply alive_stone in H. exfalso. apply Y_not_X. congruence. }
      split; [auto|split; [auto|split; [auto|split; [now apply Hpath|]]]].
      apply path_on with q; [now apply Hpath|auto|].
      destruct (open_closed q r) as [H|H]; [|auto|auto|apply alive_stone in H; congruence].
      specialize (Hpath q Hlk). now apply path_in in Hpath.
    Qed.

    (** ** Where [X] plays *)

    (** Kind 1: an empty point next to what is alive, in a part where [Y] has a stone. *)
    Definition good_edge (p : point) : Prop :=
      has (open P) p = true /\ at_point P p = Empty /\ edge p /\
      exists y, path b (open P) p y /\ at_point P y = Stone Y.

    Definition Y_there : Prop := exists y, has E y = true /\ at_point P y = Stone Y.

    Lemma stone_in_part_dec : forall p,
      (exists y, path b (open P) p y /\ at_point P y = Stone Y) \/
        (forall y, path b (open P) p y -> at_point P y <> Stone Y).
    Proof.
      intros p.
      destruct (search (fun y => has (part b (open P) p) y && is_stone Y (at_point P y)) (size b))
        as [(y & _ & H)|H].
      - left. apply andb_prop in H as [H1 H2]. apply part_is in H1; [|apply open_small].
        apply is_stone_spec in H2. eauto.
      - right. intros y Hy Ey. specialize (H y).
        rewrite (proj2 (part_is b (open P) open_small p y) Hy) in H.
        rewrite (proj2 (is_stone_spec Y _) Ey) in H. apply path_in in Hy as [_ Hy].
        apply open_small in Hy. specialize (H Hy). discriminate.
    Qed.

    Lemma good_edge_dec : (exists p, good_edge p) \/ (forall p, ~ good_edge p).
    Proof.
      assert (Hd : forall p, good_edge p \/ ~ good_edge p).
      { intros p. unfold good_edge.
        destruct (has (open P) p) eqn:E1; [|right; intros (H & _); discriminate].
        destruct (at_point P p) as [|d] eqn:E2; [|right; intros (_ & H & _); discriminate].
        destruct (edge_dec p) as [E3|E3]; [|tauto].
        destruct (stone_in_part_dec p) as [E4|E4]; [tauto|]. right.
        intros (_ & _ & _ & y & H1 & H2). now apply (E4 y). }
      assert (H : forall n, (exists p, p < n /\ good_edge p) \/ (forall p, p < n -> ~ good_edge p)).
      { induction n as [|n IH]; [right; intros; lia|].
        destruct IH as [(p & Hp & H)|H]; [left; exists p; split; [lia|auto]|].
        destruct (Hd n) as [Hn|Hn]; [left; exists n; split; [lia|auto]|right]. intros p Hp.
        destruct (Nat.eq_dec p n) as [->|]; [auto|]. apply H. lia. }
      destruct (H (size b)) as [(p & _ & Hp)|Hno]; [eauto|right]. intros p Hp.
      apply (Hno p); [|auto]. destruct Hp as (Hp & _). now apply open_small.
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
      inner i /\ at_point P i = Empty /\ (forall p, ~ good_edge p) /\
      exists y, path b (open P) i y /\ at_point P y = Stone Y /\ next_to b y i.

    Lemma empty_is_inner : (forall p, ~ good_edge p) -> forall y r, at_point P y = Stone Y ->
      path b (open P) y r -> at_point P r = Empty -> inner r.
    Proof.
      intros Hno y r Hy Hp Hr. pose proof (path_in b _ _ _ Hp) as [_ Ho]. split; [auto|]. intros He.
      apply (Hno r). split; [auto|split; [auto|split; [auto|]]]. exists y.
      split; [now apply path_symmetric|auto].
    Qed.

    Lemma good_move : Y_there -> (exists p, good_edge p) \/ exists i, good_inner i.
    Proof.
      intros (y & Hy & Ey). destruct good_edge_dec as [H|Hno]; [auto|right].
      destruct (Y_liberty y Hy Ey) as (q & r & Hlk & Hn & Hr & Pq & Pr). exists r.
      split; [now apply empty_is_inner with y|]. split; [auto|split; [auto|]]. exists q.
      split; [apply path_trans with y; [now apply path_symmetric|auto]|].
      split; [apply linked_content in Hlk; congruence|auto].
    Qed.

    Lemma edges_full : (forall p, ~ good_edge p) -> forall i y, path b (open P) i y ->
      at_point P y = Stone Y -> forall e, path b (open P) i e -> edge e -> at_point P e = Stone Y.
    Proof.
      intros Hno i y Hy Ey e He Hedge. pose proof (path_in b _ _ _ He) as [_ Ho].
      destruct (open_not_alive e Ho) as [H|[H|H]]; [auto| |]; exfalso.
      - apply (Hno e). split; [auto|split; [auto|split; [auto|]]]. exists y. split; [|auto].
        apply path_trans with i; [now apply path_symmetric|auto].
      - destruct Hedge as (a & Hn & Ha). apply open_is in Ho as [_ Ho].
        assert (has (alive P) e = true); [|congruence]. apply alive_next with a; auto.
        now apply next_to_symmetric.
    Qed.

    (** At the end all is his. *)
    Lemma all_is_his : ~ Y_there -> forall q, has A q = true \/ has E q = true ->
      belongs_to b P X q.
    Proof.
      intros HnoY q Hq. assert (Hnot : forall v, has (open P) v = true -> at_point P v <> Stone Y).
      { intros v Hv Ev. apply HnoY. exists v. split; [now apply open_is in Hv|auto]. }
      split; [destruct Hq; [now apply (A_small settled)|now apply (E_small settled)]|].
      destruct Hq as [Ha|Hq]; [left; now apply (A_stands P P_keeps)|].
      destruct (at_point P q) as [|d] eqn:Eq; [right|].
      2: { left. destruct (other_colour X d) as [->| ->]; [auto|]. exfalso. apply HnoY. exists q.
           auto. }
      assert (Ho : has (open P) q = true) by (apply Y_in_E_is_open; [auto|congruence]).
      split; [auto|]. split.
      - assert (He : exists e, path b (open P) q e /\ edge e).
        { destruct (edge_dec q) as [He|He]; [exists q; split; [now constructor|auto]|].
          destruct (two_edges q (conj Ho He)) as (e & _ & _ & H & _ & H' & _). eauto. }
        destruct He as (e & Hp & a & Hn & Ha).
        assert (Hwalk : touches b P q (Stone X) \/ linked b P q e).
        { clear Hn. induction Hp as [_|v w Hp IH Hn Hw]; [right; constructor|].
          destruct IH as [H|H]; [auto|].
          destruct (open_not_alive w Hw) as [Hy|[Hy|Hy]]; [now apply Hnot in Hy| |].
          - right. apply a_step_on with v; auto. congruence.
          - left. exists v, w. auto. }
        destruct Hwalk as [H|H]; [auto|]. exists e, a. split; [auto|split; [auto|]].
        now apply alive_stone.
      - intros (v & w & Hlk & Hn & Hw). fold Y in Hw.
        assert (Hv : has (open P) v = true).
        { clear Hn. induction Hlk as [|v u Hlk IH Hn Hc]; [auto|].
          destruct (open_closed v u IH Hn) as [H|H]; [auto|]. apply alive_stone in H. congruence. }
        destruct (open_closed v w Hv Hn) as [H|H]; [now apply Hnot in H|]. apply alive_stone in H.
        apply Y_not_X. congruence.
    Qed.
  End OnePosition.
End Settled.
