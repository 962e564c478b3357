(** * A decided position is won

    The theorem of DESIGN.md about decided positions. No play of the strategy makes a position that has occurred:
    [free] says what is kept for it, from one turn of [X] to the next. *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia Lqa.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Bits Flood Play Area Checker Sound Common Ban Text Twin Promises Values Ends Life Settled.

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

  Definition full (N : position) (i : point) : Prop := forall e, path b (open N) i e -> edge N e -> at_point N e = Stone Y.

  (** What is known of an earlier position [P] in which as much is alive as in [N]. *)
  Definition passed_by (P N : position) : Prop := forall i, inner N i -> full N i ->
    (exists y, path b (open N) i y /\ at_point P y = Stone Y) /\
    (forall j, inner N j -> next_to b i j -> at_point N i = Empty -> at_point N j = Empty -> ~ (at_point P i = Stone X /\ at_point P j = Empty)).

  (** Only such positions can come again. *)
  Definition made_by_X (P : position) : Prop := (forall a, has A a = true -> at_point P a = Stone X) /\ exists q, has E q = true /\ at_point P q = Stone X.

  Definition grows (P N : position) : Prop := forall q, has (alive P) q = true -> has (alive N) q = true.

  Definition free (N : position) (H : list position) : Prop := forall P, In P H -> made_by_X P ->
    grows P N /\ (alive P <> alive N \/ (exists p, good_edge N p) \/ passed_by P N).

  Definition answer (N N' : position) : Prop := N' = N \/ exists q, plays b Y q N N' /\ at_point N' q <> Empty.

  Lemma grows_back : forall P N, grows P N -> grows N P -> alive P = alive N.
  Proof. intros P N H H'. apply same_bits. intros q. apply eq_true_iff_eq. split; auto. Qed.

  Lemma same_alive_open : forall N N', alive N' = alive N -> open N' = open N.
  Proof. intros N N' H. unfold Settled.open. now rewrite H. Qed.

  Lemma same_alive_edge : forall N N' q, alive N' = alive N -> (edge N' q <-> edge N q).
  Proof. intros N N' q H. unfold Settled.edge. now rewrite H. Qed.

  Lemma same_alive_inner : forall N N' q, alive N' = alive N -> (inner N' q <-> inner N q).
  Proof. intros N N' q H. unfold Settled.inner. now rewrite (same_alive_open N N' H), (same_alive_edge N N' q H). Qed.

  (** ** The answer of [Y] *)

  Section Answer.
    Variables N N' : position.
    Hypothesis N_keeps : keeps N.
    Hypothesis answered : answer N N'.

    Lemma answer_alive : alive N' = alive N.
    Proof. destruct answered as [->|(q & Hq & Hs)]; [auto|]. now apply (Y_alive b X A E settled N N' q). Qed.

    Lemma answer_keeps : keeps N'.
    Proof. destruct answered as [->|(q & Hq & Hs)]; [auto|]. now apply (Y_keeps b X A E settled N N' q). Qed.

    (** [Y] puts one stone, and loses none. *)
    Lemma answer_one : forall e e', e <> e' -> at_point N' e = Stone Y -> at_point N' e' = Stone Y -> at_point N e = Stone Y \/ at_point N e' = Stone Y.
    Proof.
      intros e e' Hne He He'. destruct answered as [->|(q & Hq & Hs)]; [auto|]. destruct (put_exists b Y q N N' Hq Hs) as [S HS].
      destruct (new_own b Y q N N' S HS e He) as [->|]; [|auto]. destruct (new_own b Y q N N' S HS e' He') as [->|]; [congruence|auto].
    Qed.

    Lemma answer_loses_none : forall q, at_point N q = Stone Y -> at_point N' q = Stone Y.
    Proof.
      intros q Hq. destruct answered as [->|(p & Hp & Hs)]; [auto|]. destruct (put_exists b Y p N N' Hp Hs) as [S HS].
      now apply (own_stay b Y p N N' Hp S HS).
    Qed.

    Lemma answer_adds_no_X : forall q, at_point N' q = Stone X -> at_point N q = Stone X.
    Proof.
      intros q Hq. destruct answered as [->|(p & Hp & Hs)]; [auto|]. destruct (put_exists b Y p N N' Hp Hs) as [S HS].
      rewrite <- (opponent_twice X). apply (no_new_opposing b Y p N N' S HS). unfold Y. now rewrite opponent_twice.
    Qed.

    (** A stone with a liberty beside it, neither of which is there after the move: that cannot be. *)
    Lemma answer_beside : forall i j, next_to b i j -> at_point N i = Stone X -> at_point N j = Empty -> at_point N' i = Empty -> at_point N' j <> Empty.
    Proof.
      intros i j Hn Hi Hj Hi' Hj'. destruct answered as [->|(p & Hp & Hs)]; [congruence|]. destruct (put_exists b Y p N N' Hp Hs) as [S HS].
      assert (j = p) as ->; [|congruence]. apply (captured_liberty b Y p N N' Hp S HS i) with (r := i); auto.
      - unfold Y. now rewrite opponent_twice.
      - congruence.
      - constructor.
    Qed.

    Lemma full_has_two : forall i, inner N' i -> full N' i -> exists e e', e <> e' /\ path b (open N') i e /\ path b (open N') i e' /\
      at_point N' e = Stone Y /\ at_point N' e' = Stone Y.
    Proof.
      intros i Hi Hf. destruct (two_edges b X A E settled N' answer_keeps i Hi) as (e & e' & Hne & He & He' & Hed & Hed').
      exists e, e'. auto 6.
    Qed.

    Lemma full_had_one : forall i, inner N' i -> full N' i -> exists y, path b (open N) i y /\ at_point N y = Stone Y.
    Proof.
      intros i Hi Hf. destruct (full_has_two i Hi Hf) as (e & e' & Hne & He & He' & Ye & Ye').
      rewrite (same_alive_open N N' answer_alive) in *. destruct (answer_one e e' Hne Ye Ye'); eauto.
    Qed.

    (** The position that the answer makes, and that before, are passed by. *)
    Lemma passed_by_itself : passed_by N' N'.
    Proof.
      intros i Hi Hf. destruct (full_has_two i Hi Hf) as (e & _ & _ & He & _ & Ye & _). split; [eauto|].
      intros j _ _ Ei _ [Hx _]. congruence.
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

    Lemma free_after : (forall P, In P H -> made_by_X P -> grows P N1 /\ (alive P <> alive N1 \/ passed_by P N2)) -> free N2 (N2 :: N1 :: H).
    Proof.
      intros Hold P [<-|[<-|HP]] Hmade.
      - split; [intros q Hq; exact Hq|]. right. right. now apply passed_by_itself with N1.
      - split; [intros q Hq; now rewrite (answer_alive N1 N2 N1_keeps answered)|]. right. right. now apply passed_by_last.
      - destruct (Hold P HP Hmade) as [Hg Ho]. split.
        + intros q Hq. rewrite (answer_alive N1 N2 N1_keeps answered). auto.
        + rewrite (answer_alive N1 N2 N1_keeps answered). tauto.
    Qed.

    (** Kind 1: more is alive than ever. *)
    Lemma free_after_edge : forall p, good_edge N p -> grows N N1 -> has (alive N1) p = true -> free N2 (N2 :: N1 :: H).
    Proof.
      intros p (Ho & _) Hg Hp. apply free_after. intros P HP Hmade. destruct (N_free P HP Hmade) as [HgP _]. split; [intros q Hq; auto|].
      left. intros Ea. apply (open_is b X A E) in Ho as [_ Ho]. rewrite <- Ea in Hp. apply HgP in Hp. congruence.
    Qed.

    (** He passes. *)
    Lemma free_after_pass : ~ Y_there N -> N1 = N -> free N2 (N2 :: N1 :: H).
    Proof.
      intros Hno E1. apply free_after. intros P HP Hmade. destruct (N_free P HP Hmade) as [HgP _]. rewrite E1. split; [auto|].
      right. intros i Hi Hf. exfalso. destruct (full_had_one N1 N2 N1_keeps answered i Hi Hf) as (y & Hy & Ey).
      rewrite E1 in *. apply Hno. exists y. split; [|auto]. apply path_in in Hy as [_ Hy]. now apply (open_is b X A E) in Hy.
    Qed.

    (** Kind 2. *)
    Lemma free_after_inner : forall k, good_inner N k -> plays b X k N N1 -> at_point N1 k <> Empty -> free N2 (N2 :: N1 :: H).
    Proof.
      intros k Hk Hplay Hstand. pose proof Hk as (Hki & Hke & Hno & y0 & Hy0 & Ey0 & _).
      assert (Hopen : has (open N) k = true) by apply Hki.
      pose proof (inner_alive b X A E settled N N1 k N_keeps Hplay Hstand (proj2 Hki)) as Ea1.
      pose proof (answer_alive N1 N2 N1_keeps answered) as Ea2.
      destruct (put_exists b X k N N1 Hplay Hstand) as [S HS].
      apply free_after. intros P HP Hmade. destruct (N_free P HP Hmade) as [HgP Hold]. rewrite Ea1. split; [intros q Hq; rewrite Ea1; auto|].
      destruct (N.eq_dec (alive P) (alive N)) as [Ea|Ea]; [right|now left].
      destruct Hold as [Hold|[[p Hp]|Hold]]; [contradiction|now apply Hno in Hp|].
      intros i Hi Hf. assert (Hi1 : inner N1 i) by (apply (same_alive_inner N2 N1); auto).
      assert (HiN : inner N i) by (apply (same_alive_inner N1 N); auto).
      destruct (full_had_one N1 N2 N1_keeps answered i Hi Hf) as (y & Hy & Ey). rewrite (same_alive_open N N1 Ea1) in Hy.
      assert (EyN : at_point N y = Stone Y) by now apply (no_new_opposing b X k N N1 S HS).
      assert (HfN : full N i) by (intros e He Hed; apply (edges_full b X A E settled N N_keeps Hno i y); auto).
      destruct (Hold i HiN HfN) as [K1 K2]. rewrite (same_alive_open N1 N2 Ea2), (same_alive_open N N1 Ea1). split; [exact K1|].
      intros j Hj Hn Ei Ej HPx. assert (HjN : inner N j) by (apply (same_alive_inner N1 N); auto; apply (same_alive_inner N2 N1); auto).
      specialize (K2 j HjN Hn). assert (Hnotboth : ~ (at_point N i = Empty /\ at_point N j = Empty)) by tauto.
      assert (Hempties : forall r, path b (open N) i r -> at_point N r = Empty -> r = i \/ r = j).
      { intros r Hr Er. apply (inner_two b X A E settled N N_keeps i j r); auto.
        apply (empty_is_inner b X A E N Hno y); auto. apply path_trans with i; [now apply path_symmetric|auto]. }
      destruct (has (part b (open N) i) k) eqn:Epart.
      - (* in this part: all is captured *)
        apply (part_is b (open N) (open_small b X A E settled N)) in Epart.
        apply (inner_captures b X A E settled N N1 k N_keeps Hke Hplay Hstand) in Ey; [auto| |].
        + intros r Hr Er. assert (Hir : path b (open N) i r) by now apply path_trans with k.
          destruct (Hempties k Epart Hke) as [->| ->], (Hempties r Hir Er) as [->| ->]; auto; exfalso; apply Hnotboth; auto.
        + apply path_trans with i; [now apply path_symmetric|auto].
      - (* elsewhere *)
        assert (Hnp : forall v, path b (open N) i v -> ~ path b (open N) v k).
        { intros v Hv Hvk. assert (has (part b (open N) i) k = true); [|congruence].
          apply (part_is b (open N) (open_small b X A E settled N)). now apply path_trans with v. }
        assert (Hsame : forall v, path b (open N) i v -> at_point N1 v = at_point N v).
        { intros v Hv. apply (other_parts b X A E settled N N1 k N_keeps Hplay Hstand); [now apply path_in in Hv|auto]. }
        assert (Pi : path b (open N) i i) by (constructor; apply HiN).
        assert (Pj : path b (open N) i j) by (apply (inner_next_open b X A E settled N N_keeps); auto).
        assert (HnotY : forall v, at_point N2 v = Empty -> at_point N1 v <> Stone Y).
        { intros v Hv HvY. apply (answer_loses_none N1 N2 answered) in HvY. congruence. }
        pose proof (HnotY i Ei) as Yi. pose proof (HnotY j Ej) as Yj. rewrite (Hsame i Pi) in Yi. rewrite (Hsame j Pj) in Yj.
        assert (Hx : forall v, at_point N v <> Stone Y -> at_point N v = Empty \/ at_point N v = Stone X).
        { intros v Hv. destruct (at_point N v) as [|d]; [auto|right]. destruct (other_colour X d) as [->| ->]; [auto|now contradiction Hv]. }
        destruct (Hx i Yi) as [Hi0|Hi0], (Hx j Yj) as [Hj0|Hj0].
        + tauto.
        + apply (answer_beside N1 N2 answered j i); auto using next_to_symmetric; rewrite ?(Hsame i Pi), ?(Hsame j Pj); auto.
        + apply (answer_beside N1 N2 answered i j); auto; rewrite ?(Hsame i Pi), ?(Hsame j Pj); auto.
        + destruct (Y_liberty b X A E settled N N_keeps y) as (u & r & _ & _ & Er & _ & Hyr); auto.
          { apply path_in in Hy as [_ Hy]. now apply (open_is b X A E) in Hy. }
          destruct (Hempties r (path_trans b _ _ _ _ Hy Hyr) Er) as [->| ->]; congruence.
    Qed.
  End Two.

  (** ** No play of [X] makes a position that has occurred *)

  Lemma new_position_edge : forall N T H p, keeps N -> free N H -> good_edge N p -> plays b X p N T -> at_point T p <> Empty -> ~ In T H.
  Proof.
    intros N T H p HN Hfree Hp Hplay Hstand HT. pose proof Hp as (Ho & Hpe & He & _).
    assert (Hmade : made_by_X T).
    { split; [now apply (X_A_stands b X A E N T p HN Hplay Hstand)|]. exists p. split; [now apply (open_is b X A E) in Ho|].
      destruct (put_exists b X p N T Hplay Hstand) as [S HS]. apply (new_stone b X p N T S HS). }
    destruct (Hfree T HT Hmade) as [Hg _]. apply (open_is b X A E) in Ho as [_ Ho].
    pose proof (edge_alive b X A E settled N T p HN) as Hal.
    assert (has (alive N) p = true); [|congruence]. apply Hg. auto.
  Qed.

  Lemma new_position_inner : forall N T H k, keeps N -> free N H -> good_inner N k -> plays b X k N T -> at_point T k <> Empty -> ~ In T H.
  Proof.
    intros N T H k HN Hfree Hk Hplay Hstand HT. pose proof Hk as (Hki & Hke & Hno & y & Hy & Ey & _).
    assert (Hopen : has (open N) k = true) by apply Hki.
    destruct (put_exists b X k N T Hplay Hstand) as [S HS]. pose proof (new_stone b X k N T S HS) as HkX.
    assert (Hmade : made_by_X T).
    { split; [now apply (X_A_stands b X A E N T k HN Hplay Hstand)|]. exists k. split; [now apply (open_is b X A E) in Hopen|auto]. }
    pose proof (inner_alive b X A E settled N T k HN Hplay Hstand (proj2 Hki)) as Ea.
    destruct (Hfree T HT Hmade) as [_ [Hold|[[p Hp]|Hold]]]; [contradiction|now apply Hno in Hp|].
    destruct (Hold k Hki) as [(v & Hv & Ev) K2].
    { intros e He Hed. apply (edges_full b X A E settled N HN Hno k y); auto. }
    destruct (search (fun r => has (part b (open N) k) r && is_empty (at_point N r) && negb (r =? k)) (size b)) as [(r & _ & Hr)|Hr].
    - rewrite !andb_true_iff, is_empty_spec, negb_true_iff, Nat.eqb_neq in Hr. destruct Hr as ((Hr & Er) & Hrk).
      apply (part_is b (open N) (open_small b X A E settled N)) in Hr.
      assert (Hri : inner N r).
      { apply (empty_is_inner b X A E N Hno y); auto. apply path_trans with k; [now apply path_symmetric|auto]. }
      destruct (inner_near b X A E settled N HN k r Hki Hri Hr) as [->|Hn]; [auto|].
      apply (K2 r Hri Hn Hke Er). split; [auto|]. now apply (empty_stay b X k N T S HS).
    - apply (inner_captures b X A E settled N T k HN Hke Hplay Hstand) with v; auto.
      intros r Hpr Er. destruct (Nat.eq_dec r k) as [|Hne]; [auto|]. exfalso.
      assert (Hrs : r < size b) by (apply path_in in Hpr as [_ Hpr]; now apply (open_small b X A E settled N)).
      specialize (Hr r Hrs). apply (part_is b (open N) (open_small b X A E settled N)) in Hpr.
      rewrite Hpr, (proj2 (is_empty_spec _) Er), (proj2 (Nat.eqb_neq r k) Hne) in Hr. discriminate.
  Qed.
End TwoMoves.

(** ** Rules under which only what a play makes can forbid it *)

Definition last_term (p : pattern) : term := match p_2 p with Nothing => p_1 p | t => t end.
Definition of_the_move (t : term) : bool := match t with Before | After => true | _ => false end.
Definition plain_line (p : pattern) : bool := match p_1 p with Kept _ _ => false | _ => true end && of_the_move (last_term p).
Definition lines_of (T : text) (n : nat) : list remember := filter (fun s => p_name (what_fact s) =? n) (remembers T).
Definition names_in (l : list reason) : list nat := flat_map (fun x => match remembered x with Some p => [p_name p] | None => [] end) l.
Definition watched (T : text) : list nat := names_in (forbids T) ++ names_in (ends T).

(** A play is forbidden only because of the position that it makes. A pass ends the game only after a pass, or because of
    facts about the position that passes make true. *)
Definition bans_what_it_makes (T : text) : bool :=
  forallb (fun x => match remembered x with
                    | None => match so x with retakes => true | _ => false end
                    | Some p => match last_term p with After => true | _ => false end
                    end) (forbids T) &&
  forallb (fun x => match remembered x with
                    | None => match so x with passes_at_least (S _) => true | _ => false end
                    | Some p => of_the_move (last_term p) && forallb (fun s => negb (on_play (remember_when s))) (lines_of T (p_name p))
                    end) (ends T) &&
  forallb (fun n => forallb (fun s => plain_line (what_fact s)) (lines_of T n)) (watched T).

Definition last_of (f : Spec.fact) : option position := match position_2 f with Some Q => Some Q | None => position_1 f end.

Lemma last_after : forall kept e p, last_term p = After -> last_of (instance kept e p) = Some (after e).
Proof. intros kept e [n w t t'] H. unfold last_term in H. cbn in H. unfold last_of, instance. cbn. destruct t'; try discriminate; [now rewrite H|auto]. Qed.

Lemma last_of_move : forall kept e p, of_the_move (last_term p) = true ->
  last_of (instance kept e p) = Some (before e) \/ last_of (instance kept e p) = Some (after e).
Proof.
  intros kept e [n w t t'] H. unfold last_term in H. cbn in H. unfold last_of, instance. cbn.
  destruct t'; try discriminate; auto. destruct t; try discriminate; auto.
Qed.

Lemma named_in : forall l x p, In x l -> remembered x = Some p -> In (p_name p) (names_in l).
Proof. intros l x p H E. apply in_flat_map. exists x. rewrite E. split; [auto|now left]. Qed.

(** ** The game *)

Section Game.
  Variable b : board.
  Variable X : colour.
  Let Y := opponent X.
  Variables A E : N.
  Hypothesis settled : is_settled b A E.
  Variable R : rules.
  Let T := ko R.
  Hypothesis no_suicides : suicide R = forbidden.
  Hypothesis with_passes : passing T = true.
  Hypothesis banning : bans_what_it_makes T = true.

  Variable G : Q -> Prop.
  Hypothesis good_end : forall g s, proper b g -> keeps b X A E (now g) -> ~ Y_there X E (now g) -> scores R g s -> G s.

  Let made_by_X := made_by_X X A E.

  (** [H] are the positions since the claim's start. *)
  Definition facts_in (g : game) (H : list position) : Prop := forall f, In (name f) (watched T) ->
    is_remembered T (start g) (first g) (record g) f -> forall Q, last_of f = Some Q -> made_by_X Q -> In Q H.

  Definition takes_in (g : game) (H : list position) : Prop := has_bans T = true -> forall p S, plays b (turn g) p (now g) S ->
    takes_back (record g) (next_event g (Play p) S) -> In S H.

  Record at_move (g : game) (H : list position) : Prop := {
    am_proper : proper b g;
    am_on : ~ over R g;
    am_keeps : keeps b X A E (now g);
    am_now : In (now g) H;
    am_facts : facts_in g H;
    am_takes : takes_in g H }.

  Definition no_end (g : game) : Prop := Y_there X E (now g) -> ~ ended_by_a_pass R (with_move g Pass (now g)).

  Definition turn_of_X (g : game) (H : list position) : Prop := at_move g H /\ turn g = X /\ free b X A E (now g) H.
  Definition turn_of_Y (g : game) (H : list position) : Prop := at_move g H /\ turn g = Y /\ no_end g /\
    forall N', answer b X (now g) N' -> free b X A E N' (N' :: H).

  Lemma banning_parts :
    (forall x, In x (forbids T) -> match remembered x with None => so x = retakes | Some p => last_term p = After end) /\
    (forall x, In x (ends T) -> match remembered x with
                                | None => exists k, so x = passes_at_least (S k)
                                | Some p => of_the_move (last_term p) = true /\ forall s, In s (lines_of T (p_name p)) -> on_play (remember_when s) = false
                                end) /\
    (forall n s, In n (watched T) -> In s (lines_of T n) -> plain_line (what_fact s) = true).
  Proof.
    unfold bans_what_it_makes in banning. rewrite !andb_true_iff, !forallb_forall in banning. destruct banning as ((H1 & H2) & H3).
    split; [|split].
    - intros x Hx. specialize (H1 x Hx). destruct (remembered x) as [p|]; [now destruct (last_term p)|now destruct (so x)].
    - intros x Hx. specialize (H2 x Hx). destruct (remembered x) as [p|].
      + apply andb_prop in H2 as [H2 H2']. split; [auto|]. intros s Hs. rewrite forallb_forall in H2'. now apply negb_true_iff, H2'.
      + destruct (so x) as [| |[|k]| | | |]; try discriminate. eauto.
    - intros n s Hn Hs. specialize (H3 n Hn). rewrite forallb_forall in H3. now apply H3.
  Qed.

  Lemma in_lines : forall s, In s (remembers T) -> In s (lines_of T (p_name (what_fact s))).
  Proof. intros s Hs. apply filter_In. split; [auto|apply Nat.eqb_refl]. Qed.

  Lemma facts_after : forall g H m T', facts_in g H -> In (now g) H -> facts_in (with_move g m T') (T' :: H).
  Proof.
    intros g H m T' Hf Hn f Hw Hr Q HQ HX. cbn [record with_move start first is_remembered] in Hr. destruct Hr as [Hr|[Hr _]].
    - destruct Hr as (s & Hs & _ & _ & ->). cbn [name instance] in Hw. destruct banning_parts as (_ & _ & H3).
      specialize (H3 _ s Hw (in_lines s Hs)). apply andb_prop in H3 as [_ H3].
      destruct (last_of_move (kept_for T ({| who := turn g; what := m; before := now g; after := T' |} :: record g))
                  {| who := turn g; what := m; before := now g; after := T' |} _ H3) as [E0|E0]; rewrite E0 in HQ; injection HQ as <-; cbn; auto.
    - right. now apply (Hf f Hw Hr).
  Qed.

  Lemma takes_after : forall g H m T', In (now g) H -> takes_in (with_move g m T') (T' :: H).
  Proof. intros g H m T' Hn _ p S _ (_ & _ & E0). cbn in E0. right. now rewrite <- E0. Qed.

  Lemma not_forbidden : forall g H p T', facts_in g H -> takes_in g H -> plays b (turn g) p (now g) T' -> made_by_X T' -> ~ In T' H -> ~ ko_forbids R g p T'.
  Proof.
    intros g H p T' Hf Ht Hplay HX Hnew (x & Hx & Hso & Hr). destruct banning_parts as (H1 & _ & _). fold T in Hx, Hso, Hr. specialize (H1 x Hx).
    destruct (remembered x) as [q|] eqn:Eq; apply Hnew.
    - apply (Hf _) with (2 := Hr); [cbn; apply in_or_app; left; now apply named_in with x|now apply last_after|exact HX].
    - assert (Hb : has_bans T = true).
      { apply existsb_exists. exists (so x). split; [now apply in_forbids|]. now rewrite H1. }
      rewrite H1 in Hso. exact (Ht Hb p T' Hplay Hso).
  Qed.

  Lemma no_end_after : forall g H p T', facts_in g H -> made_by_X T' -> ~ In T' H -> no_end (with_move g (Play p) T').
  Proof.
    intros g H p T' Hf HX Hnew _ (_ & x & Hx & Hso & Hr). cbn [record with_move] in Hso, Hr. destruct banning_parts as (_ & H2 & _).
    fold T in Hx, Hso, Hr. specialize (H2 x Hx). destruct (remembered x) as [q|] eqn:Eq.
    - destruct H2 as [Hq Hlines]. set (f := instance _ _ q) in Hr.
      assert (Hlast : last_of f = Some T') by (unfold f; edestruct last_of_move as [E0|E0]; [exact Hq|rewrite E0; reflexivity|rewrite E0; reflexivity]).
      cbn [is_remembered start first with_move] in Hr. destruct Hr as [(s & Hs & Hc & _ & Ef)|[Hr _]].
      + cbn in Hc. rewrite (Hlines s) in Hc; [discriminate|].
        replace (p_name q) with (p_name (what_fact s)); [now apply in_lines|]. exact (eq_sym (f_equal name Ef)).
      + apply Hnew. apply (Hf f) with (2 := Hr); auto. cbn. apply in_or_app. right. now apply named_in with x.
    - destruct H2 as [k Ek]. rewrite Ek in Hso. cbn in Hso. lia.
  Qed.

  Lemma not_over_after_play : forall g p T', ~ over R (with_move g (Play p) T').
  Proof. intros g p T' H. unfold over in H. fold T in H. rewrite with_passes in H. destruct H as [H _]. discriminate. Qed.

  Lemma ends_well : forall g, proper b g -> keeps b X A E (now g) -> ~ Y_there X E (now g) -> over R g -> can_force R X G g.
  Proof.
    intros g Hp Hk Hno Ho. assert (Hp' : proper (on g) g) by now rewrite (proj1 Hp).
    assert (Hs : scores R g (score R g)) by now apply score_exact.
    apply at_the_end with (score R g); auto. now apply good_end with g.
  Qed.

  Theorem decided_is_won : forall g, must_end R g ->
    (forall H, turn_of_X g H -> can_force R X G g) /\ (forall H, turn_of_Y g H -> can_force R X G g).
  Proof.
    intros g He. induction He as [g _ IH]. split.
    - intros H (Hat & Ht & Hfree). pose proof Hat as [Hp Hon Hk Hnow Hf Htk]. pose proof (now_length b g Hp) as Hl.
      destruct (Y_there_dec b X A E settled (now g)) as [HY|HY].
      + (* a play *)
        assert (Hplay : exists p, at_point (now g) p = Empty /\ p < size b /\
          (forall S, plays b X p (now g) S -> at_point S p <> Empty /\ made_by_X S /\ ~ In S H /\ keeps b X A E S /\
                     forall N', answer b X S N' -> free b X A E N' (N' :: S :: H))).
        { destruct (good_move b X A E settled (now g) Hk HY) as [(p & Hgood)|(p & Hgood)]; exists p.
          - pose proof Hgood as (Ho & Hpe & Hed & _). split; [auto|]. split; [now apply (open_small b X A E settled (now g))|].
            intros S HS. assert (Hst : at_point S p <> Empty) by now apply (edge_is_legal b X A E settled (now g) S p).
            assert (HkS : keeps b X A E S) by now apply (edge_keeps b X A E settled (now g) S p).
            split; [auto|]. split; [|split; [|split; [auto|]]].
            + split; [now apply (X_A_stands b X A E (now g) S p)|]. exists p. split; [now apply (open_is b X A E) in Ho|].
              destruct (put_exists b X p (now g) S HS Hst) as [S0 HS0]. apply (new_stone b X p (now g) S S0 HS0).
            + now apply (new_position_edge b X A E settled (now g) S H p).
            + intros N' HN'. apply (free_after_edge b X A E settled (now g) S N' H Hfree HkS HN' p Hgood).
              * intros q Hq. now apply (X_alive_grows b X A E settled (now g) S p).
              * now apply (edge_alive b X A E settled (now g) S p).
          - pose proof Hgood as (Hi & Hpe & _). pose proof Hi as [Ho Hne]. split; [auto|]. split; [now apply (open_small b X A E settled (now g))|].
            intros S HS. assert (Hst : at_point S p <> Empty) by now apply (inner_is_legal b X A E settled (now g) S p).
            assert (HkS : keeps b X A E S) by now apply (inner_keeps b X A E settled (now g) S p).
            split; [auto|]. split; [|split; [|split; [auto|]]].
            + split; [now apply (X_A_stands b X A E (now g) S p)|]. exists p. split; [now apply (open_is b X A E) in Ho|].
              destruct (put_exists b X p (now g) S HS Hst) as [S0 HS0]. apply (new_stone b X p (now g) S S0 HS0).
            + now apply (new_position_inner b X A E settled (now g) S H p).
            + intros N' HN'. now apply (free_after_inner b X A E settled (now g) S N' H Hk Hfree HkS HN' p). }
        destruct Hplay as (p & Hpe & Hps & Hall). destruct (Play.play_exists b X (now g) p Hl Hps Hpe) as [S HS].
        destruct (Hall S HS) as (Hst & HX & Hnew & HkS & Hans).
        assert (Hmay : may_play R g p S).
        { split; [now rewrite (proj1 Hp), Ht|]. split; [unfold suicide_allows; now rewrite no_suicides|].
          apply (not_forbidden g H); auto. now rewrite Ht. }
        assert (Hm : makes R g (Play p) (with_move g (Play p) S)) by now apply by_a_play.
        apply by_own_move with (Play p) (with_move g (Play p) S); auto.
        apply (proj2 (IH _ (ex_intro _ _ Hm)) (S :: H)). split; [|split; [|split]].
        * constructor; [eapply proper_makes; eauto|apply not_over_after_play|exact HkS|now left|now apply facts_after|now apply takes_after].
        * rewrite turn_after, Ht. reflexivity.
        * now apply no_end_after with H.
        * exact Hans.
      + (* a pass *)
        assert (Hm : makes R g Pass (with_move g Pass (now g))) by now apply by_a_pass.
        pose proof (proper_makes b R _ _ _ Hp Hm) as Hp'.
        apply by_own_move with Pass (with_move g Pass (now g)); auto.
        destruct (over_decidable R (with_move g Pass (now g))) as [Ho|Ho].
        { rewrite (proj1 Hp'). now apply now_length. }
        * now apply ends_well.
        * apply (proj2 (IH _ (ex_intro _ _ Hm)) (now g :: H)). split; [|split; [|split]].
          -- constructor; [auto|auto|exact Hk|now left|now apply facts_after|now apply takes_after].
          -- rewrite turn_after, Ht. reflexivity.
          -- intros HY'. now destruct HY.
          -- intros N' HN'. apply (free_after_pass b X A E settled (now g) (now g) N' H); auto.
    - intros H (Hat & Ht & Hend & Hans). pose proof Hat as [Hp Hon Hk Hnow Hf Htk]. pose proof (now_length b g Hp) as Hl.
      apply whatever_is_played; [auto|rewrite Ht; apply opponent_other|].
      intros m g' Hm. pose proof (proper_makes b R _ _ _ Hp Hm) as Hp'.
      assert (Hturn : forall m S, turn (with_move g m S) = X) by (intros; rewrite turn_after, Ht; apply opponent_twice).
      destruct Hm as [Hno Hpass|p S Hno Hmay].
      + assert (Hm : makes R g Pass (with_move g Pass (now g))) by now apply by_a_pass.
        destruct (over_decidable R (with_move g Pass (now g))) as [Ho|Ho].
        { rewrite (proj1 Hp'). now apply now_length. }
        * apply ends_well; auto. intros HY. apply (Hend HY). unfold over in Ho. fold T in Ho. now rewrite with_passes in Ho.
        * apply (proj1 (IH _ (ex_intro _ _ Hm)) (now g :: H)). split; [|split; [apply Hturn|]].
          -- constructor; [auto|auto|exact Hk|now left|now apply facts_after|now apply takes_after].
          -- apply Hans. now left.
      + assert (Hm : makes R g (Play p) (with_move g (Play p) S)) by now apply by_a_play.
        destruct Hmay as (HS & Hsui & _). rewrite (proj1 Hp), Ht in HS. unfold suicide_allows in Hsui. rewrite no_suicides in Hsui.
        apply (proj1 (IH _ (ex_intro _ _ Hm)) (S :: H)). split; [|split; [apply Hturn|]].
        * constructor; [auto|apply not_over_after_play|now apply (Y_keeps b X A E settled (now g) S p)|now left|now apply facts_after|now apply takes_after].
        * apply Hans. right. eauto.
  Qed.
End Game.
