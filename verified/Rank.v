(** * The number that falls with each move, and what the test of EndTest.v says of one move *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Known Play Checker Sound Common Frames Text Twin Promises Values.

From Verified Require Export EndTest.

Section Rank.
  Variable b : board.
  Variable R : rules.
  Let T := ko R.
  Variable names : list nat.
  Hypothesis they_end : games_end T (returning R) names = true.

  Definition remembers_now (g : game) (x : Spec.fact) : Prop :=
    is_remembered T (start g) (first g) (record g) x.

  Definition missing (g : game) (n : nat) : nat :=
    length (filter (fun x =>
                      if is_remembered_dec T (start g) (first g) (record g) x then false else true)
              (all_facts b n)).

  Lemma filter_le : forall A (f f' : A -> bool) l,
    (forall x, In x l -> f' x = true -> f x = true) -> length (filter f' l) <= length (filter f l).
  Proof.
    intros A f f' l. induction l as [|x l IH]; intros H; cbn; [lia|].
    assert (IH' : length (filter f' l) <= length (filter f l))
      by (apply IH; intros y Hy; apply H; now right).
    destruct (f' x) eqn:E'; [rewrite (H x (or_introl eq_refl) E')|destruct (f x)]; cbn; lia.
  Qed.

  Lemma filter_lt : forall A (f f' : A -> bool) l x,
    (forall x, In x l -> f' x = true -> f x = true) -> In x l -> f x = true -> f' x = false ->
    length (filter f' l) < length (filter f l).
  Proof.
    intros A f f' l x. induction l as [|y l IH]; intros H Hx Hf Hf'; [contradiction|]. cbn.
    assert (Hl : forall z, In z l -> f' z = true -> f z = true)
      by (intros z Hz; apply H; now right).
    destruct Hx as [->|Hx].
    - rewrite Hf, Hf'. cbn. pose proof (filter_le A f f' l Hl). lia.
    - specialize (IH Hl Hx Hf Hf').
      destruct (f' y) eqn:E'; [rewrite (H y (or_introl eq_refl) E')|destruct (f y)]; cbn; lia.
  Qed.

  Lemma missing_bound : forall g n, missing g n <= length (all_facts b 0).
  Proof.
    intros g n. rewrite <- (all_facts_length b n). unfold missing. generalize (all_facts b n).
    intros l. induction l as [|x l IH]; cbn; [lia|].
    destruct (is_remembered_dec _ _ _ _ _); cbn; lia.
  Qed.

  Lemma missing_le : forall g g' n,
    (forall x, name x = n -> remembers_now g x -> remembers_now g' x) ->
    missing g' n <= missing g n.
  Proof.
    intros g g' n H. apply filter_le. intros x Hx. apply all_facts_name in Hx. specialize (H x Hx).
    unfold remembers_now in H.
    destruct (is_remembered_dec T (start g') _ _ x), (is_remembered_dec T (start g) _ _ x); tauto.
  Qed.

  Lemma missing_lt : forall g g' x,
    (forall y, name y = name x -> remembers_now g y -> remembers_now g' y) ->
    In x (all_facts b (name x)) -> ~ remembers_now g x -> remembers_now g' x ->
    missing g' (name x) < missing g (name x).
  Proof.
    intros g g' x H Hx Hn Hy. unfold remembers_now in *. apply filter_lt with x; auto.
    - intros y Hyin. apply all_facts_name in Hyin. specialize (H y Hyin).
      destruct (is_remembered_dec T (start g') _ _ y), (is_remembered_dec T (start g) _ _ y); tauto.
    - destruct (is_remembered_dec T (start g) _ _ x); tauto.
    - destruct (is_remembered_dec T (start g') _ _ x); tauto.
  Qed.

  Definition stage (g : game) : nat := Nat.min longest_row (passes_in_a_row (record g)).

  Definition rank (g : game) : nat :=
    number_with (S longest_row + length (all_facts b 0))
      (map (missing g) names ++ [longest_row - stage g]).

  (** ** Games in order *)

  Definition good (g : game) : Prop :=
    proper b g /\ in_order (start g) (first g) (record g) /\
    (forall k c, fits_board b (kept_for T (record g) k c)).

  Lemma good_after : forall g m g', good g -> makes R g m g' -> good g'.
  Proof.
    intros g m g' (Hp & Ho & Hk) Hm. pose proof (proper_makes b R g m g' Hp Hm) as Hp'.
    split; [auto|]. split.
    - destruct Hm as [_ _|p S _ _]; cbn; (split; [auto|split; [auto|split; [|auto]]]);
        [reflexivity|discriminate].
    - assert (H : exists e, record g' = e :: record g) by (destruct Hm; eexists; reflexivity).
      destruct H as [e E]. intros k c. rewrite E. cbn [kept_for].
      destruct (find _ _) as [s|]; [|apply Hk]. destruct Hp' as (_ & _ & He). rewrite E in He.
      destruct (He e (or_introl eq_refl)) as (H1 & H2 & _ & H4). intros P HP.
      destruct (what_kept s); cbn [meant] in HP;
        [discriminate|congruence|congruence|now apply Hk in HP|..];
        (destruct (what e); [|discriminate]); injection HP as <-; unfold marked;
        now rewrite with_all_length, H4.
  Qed.

  Lemma of_a_line : forall was r e f, makes_true T was r e f ->
    exists s, In s (remembers T) /\ counts (remember_when s) e = true /\
      name f = p_name (what_fact s) /\ player f = option_map (player_of e) (p_player (what_fact s)).
  Proof.
    intros was r e f (s & Hs & Hc & _ & H). exists s. split; [auto|split; [auto|]]. cbv zeta in H.
    destruct (for_each s) as [p|]; [destruct H as (P & _ & H)|]; now rewrite H.
  Qed.

  (** What surely stands. [last_of] is the last event, or the start as if it were one. *)

  Definition last_of (P0 : position) (c0 : colour) (r : list event) : event :=
    match r with
    | [] =>
        {| at_board := {| size := length P0; pairs := [] |}; who := opponent c0; what := Pass;
           before := P0; after := P0 |}
    | e :: _ => e
    end.

  Lemma it_stands : forall p, surely_stands T p = true -> forall P0 c0 r, in_order P0 c0 r ->
    is_remembered T P0 c0 r (instance (fun _ _ => None) (last_of P0 c0 r)
                               (about (p_name p) (option_map other (p_player p)) After)).
  Proof.
    intros p H P0 c0. unfold surely_stands in H. cbv zeta in H. set (q := about _ _ After) in *.
    rewrite !andb_true_iff in H. destruct H as (((_ & Hstart) & Hplay) & Hpass).
    induction r as [|e r IH]; intros Ho.
    - apply existsb_exists in Hstart as (s & Hs & H). rewrite !andb_true_iff in H.
      destruct H as ((H1 & H2) & H3). apply same_pattern_spec in H3. exists s.
      split; [exact Hs|split; [exact H1|]]. destruct (provided _), (for_each s); try discriminate.
      split; [auto|]. rewrite <- H3. now apply seen_instance.
    - assert (Hmade : forall on as_seen, always_made T on as_seen q = true ->
        (forall s, on (remember_when s) = true -> counts (remember_when s) e = true) ->
        (forall q,
          instance (kept_for T (e :: r)) e (as_seen q) = instance (kept_for T (e :: r)) e q) ->
        is_remembered T P0 c0 (e :: r) (instance (fun _ _ => None) e q)).
      { intros on as_seen H Hon Hsame. left.
        exact (always_made_is R _ r e on as_seen q H Hon Hsame). }
      destruct Ho as (_ & Hb & Hp & Ho). destruct (what e) as [pt|] eqn:Ew.
      + apply (Hmade _ _ Hplay); [|auto]. intros s. unfold counts. now rewrite Ew.
      + specialize (Hp eq_refl). apply orb_prop in Hpass as [H|H].
        * apply (Hmade _ _ H); [intros s; unfold counts; now rewrite Ew|]. intros q'.
          now apply seen_instance.
        * apply andb_prop in H as [Hpl Hno]. apply same_pattern_spec in Hpl. right. split.
          -- replace (instance _ (last_of P0 c0 (e :: r)) q)
               with (instance (fun _ _ => None) (last_of P0 c0 r) q); [now apply IH|].
             rewrite Hpl. unfold instance, about. cbn. rewrite Hp, Hb. now destruct r.
          -- intros (f & Hf & Hc & _ & Hn). apply negb_true_iff, not_true_iff_false in Hno.
             apply Hno, existsb_exists. exists f. split; [auto|]. unfold counts in Hc.
             rewrite Ew in Hc. rewrite Hc, Hn. cbn. apply Nat.eqb_refl.
  Qed.

  Section OneMove.
    Variable g : game.
    Variable m : move.
    Variable S0 : position.
    Let e := next_event g m S0.
    Hypothesis g_good : good g.
    Let play := match m with Play _ => true | Pass => false end.

    Lemma kept_of_last_pass : forall k, keeps_passes T k = true -> m = Pass -> 2 <= stage g ->
      kept_for T (record g) k (turn g) = Some (now g).
    Proof.
      intros k Hk Hm Hst. unfold stage in Hst. destruct g_good as (_ & Ho & _).
      unfold turn, now in *.
      destruct (record g) as [|e1 [|e0 r]]; cbn in Hst; [lia|destruct (what e1); cbn in Hst; lia|].
      destruct (what e1) eqn:E1; [lia|]. destruct (what e0) eqn:E0; [cbn in Hst; lia|]. cbn in Ho.
      destruct Ho as (Hw1 & Hb1 & Hp1 & Hw0 & Hb0 & Hp0 & _). unfold keeps_passes in Hk.
      destruct (filter _ (keeps T)) as [|s [|s' l]] eqn:Ef; try discriminate.
      destruct (for_whom s) eqn:Efw; try discriminate.
      destruct (what_kept s) eqn:Ewk; try discriminate.
      assert (Hin : forall x, In x (keeps T) -> place_kept x = k -> x = s).
      { intros x Hx Hpk.
        assert (H : In x (filter (fun s => place_kept s =? k) (keeps T)))
          by (apply filter_In; split; [auto|now apply Nat.eqb_eq]).
        rewrite Ef in H. destruct H as [<-|[]]. auto. }
      assert (Hs : In s (keeps T) /\ place_kept s = k).
      { assert (H : In s (filter (fun s => place_kept s =? k) (keeps T))) by (rewrite Ef; now left).
        apply filter_In in H as [H1 H2]. split; [auto|now apply Nat.eqb_eq]. }
      cbn [kept_for].
      destruct (find _ (keeps T)) as [x|] eqn:E.
      { exfalso. apply find_some in E as [Hx E]. rewrite !andb_true_iff, Nat.eqb_eq in E.
        destruct E as ((_ & E2) & E3). rewrite (Hin x Hx E2), Efw in E3. cbn in E3.
        destruct (colour_eq (who e1) (opponent (who e1))) as [E'|]; [|discriminate].
        destruct (who e1); discriminate. }
      match goal with
      | |- context [find ?f (keeps T)] => destruct (find f (keeps T)) as [x|] eqn:E'
      end.
      - apply find_some in E' as [Hx E']. rewrite !andb_true_iff, Nat.eqb_eq in E'.
        destruct E' as ((_ & E2) & _). rewrite (Hin x Hx E2), Ewk. cbn.
        rewrite (Hp1 E1), Hb1, (Hp0 E0). reflexivity.
      - exfalso. destruct Hs as [Hs1 Hs2]. apply (find_none _ _ E') in Hs1. cbn in Hs1.
        unfold counts in Hs1. rewrite E0, Hk, Hs2, Nat.eqb_refl, Efw in Hs1. cbn in Hs1.
        destruct (colour_eq (who e0) (opponent (who e1))) as [|Hne]; [discriminate|]. apply Hne.
        rewrite Hw1. now rewrite opponent_twice.
    Qed.

    Lemma surely_is : forall a yes, surely T play (stage g) yes a = true ->
      if yes then holds T (record g) e a else ~ holds T (record g) e a.
    Proof.
      induction a as [| |n|t t'|a IHa a' IHa'|a IHa a' IHa'|a IHa]; intros yes H;
        cbn [surely holds] in *.
      - destruct yes; [exact I|discriminate].
      - destruct yes; [discriminate|]. cbn in H. unfold play in H.
        destruct m eqn:Em; [discriminate|]. intros [[p Hp] _]. unfold e in Hp. cbn in Hp.
        congruence.
      - unfold stage in H. destruct yes; [apply Nat.leb_le in H; lia|].
        apply andb_prop in H as [H1 H2]. apply Nat.ltb_lt in H1, H2. lia.
      - destruct yes; [|discriminate]. cbn [andb] in H.
        apply orb_prop in H as [H|H]; [now apply same_term_spec in H as ->|].
        unfold passed_before in H. destruct t as [| | |k []|w|w x|w x]; try discriminate.
        destruct t'; try discriminate. rewrite !andb_true_iff in H. destruct H as ((H1 & H2) & H3).
        apply Nat.leb_le in H2. unfold play in H1. destruct m eqn:Em; [discriminate|]. cbn.
        now apply kept_of_last_pass.
      - destruct yes;
          [apply andb_prop in H as [H1 H2]; split; [apply (IHa true H1)|apply (IHa' true H2)]|].
        apply orb_prop in H as [H|H]; intros [H1 H2];
          [now apply (IHa false H)|now apply (IHa' false H)].
      - destruct yes;
          [apply orb_prop in H as [H|H]; [left; apply (IHa true H)|right; apply (IHa' true H)]|].
        apply andb_prop in H as [H1 H2].
        intros [H|H]; [now apply (IHa false H1)|now apply (IHa' false H2)].
      - destruct yes; cbn [negb] in H; [apply (IHa false H)|]. intros Hn. apply Hn.
        apply (IHa true H).
    Qed.

    Lemma at_kind_is : forall o, at_kind play o = counts o e.
    Proof. intros o. unfold at_kind, counts, play, e. cbn. destruct m; reflexivity. Qed.

    Lemma stands_here : forall q kept, surely_stands T q = true ->
      remembers_now g (of_position (now g) (instance kept e q)).
    Proof.
      intros q kept H. destruct g_good as (_ & Ho & _). pose proof (it_stands q H _ _ _ Ho) as Hr.
      unfold surely_stands in H. rewrite !andb_true_iff in H. destruct H as (((Hq & _) & _) & _).
      apply same_pattern_spec in Hq. unfold remembers_now.
      replace (of_position _ _)
        with (instance (fun _ _ => None) (last_of (start g) (first g) (record g))
          (about (p_name q) (option_map other (p_player q)) After)); [exact Hr|].
      rewrite Hq. unfold of_position, instance, about, e, next_event, now, turn. cbn. f_equal.
      - destruct (p_player q) as [[]|]; cbn; destruct (record g); cbn; now rewrite ?opponent_twice.
      - now destruct (record g).
    Qed.

    Lemma made_here_is : forall p, made_here T play (stage g) p = true ->
      makes_true T (remembers_now g) (record g) e (instance (kept_for T (e :: record g)) e p).
    Proof.
      intros p H. apply existsb_exists in H as (s & Hs & H). apply andb_prop in H as [H He].
      apply andb_prop in H as [H Hp]. apply same_pattern_spec in Hp as <-.
      apply andb_prop in H as [H1 H2]. exists s. rewrite at_kind_is in H1.
      split; [auto|split; [auto|split; [now apply (surely_is _ true)|]]]. cbv zeta.
      destruct (for_each s) as [q|]; [|auto]. apply andb_prop in He as [E He].
      apply same_term_spec in E. exists (now g). split; [now apply stands_here|].
      unfold of_position, instance. cbn. now rewrite E.
    Qed.

    Lemma none_forgotten_is : forall n, none_forgotten T play (stage g) n = true -> forall x,
      name x = n -> ~ makes_forgotten T (record g) e x.
    Proof.
      intros n H x Hn (f & Hf & Hc & Hh & Hw). unfold none_forgotten in H.
      rewrite forallb_forall in H. specialize (H f Hf).
      rewrite at_kind_is, Hc, Hw, Hn, Nat.eqb_refl in H. cbn in H.
      now apply (surely_is _ false) in H.
    Qed.

    Lemma instance_kept : forall p,
      negb (is_kept (p_1 p) || is_kept (p_2 p)) ||
        negb (existsb (fun s => at_kind play (keep_when s)) (keeps T)) = true ->
      instance (kept_for T (record g)) e p = instance (kept_for T (e :: record g)) e p.
    Proof.
      intros p H.
      assert (Hm : forall t,
        is_kept t = false \/ existsb (fun s => at_kind play (keep_when s)) (keeps T) = false ->
        meant (kept_for T (record g)) e t = meant (kept_for T (e :: record g)) e t).
      { intros t Ht. destruct t as [| | |k w|w|w x|w x]; auto.
        destruct Ht as [Ht|Ht]; [discriminate|]. cbn [meant kept_for].
        destruct (find _ (keeps T)) as [s|] eqn:E; [|auto]. exfalso. apply find_some in E as [Hs E].
        rewrite !andb_true_iff in E. apply not_true_iff_false in Ht. apply Ht, existsb_exists.
        exists s. split; [auto|]. rewrite at_kind_is. tauto. }
      unfold instance.
      apply orb_prop in H as [H|H]; apply negb_true_iff in H;
        [apply orb_false_iff in H as [H1 H2]|]; f_equal; auto.
    Qed.
  End OneMove.
End Rank.
