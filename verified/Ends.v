(** * Games end under a text that passes the test of EndTest.v *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Known Bits Flood Play Area Checker Sound Common Ban Frames
  Prisoners Text Twin Promises Values.

From Verified Require Export EndTest.

Section Ends.
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

  (** ** A move makes the number fall *)

  Definition came (g : game) : Prop := exists g0 m0, good g0 /\ makes R g0 m0 g.

  Lemma stage_cases : forall g, In (stage g) (seq 0 (S longest_row)).
  Proof. intros g. apply in_seq. unfold stage. lia. Qed.

  Lemma fits_instance : forall g m S0 p, good g -> length S0 = size b ->
    fits_board b (position_1 (instance (kept_for T (record g)) (next_event g m S0) p)) /\
    fits_board b (position_2 (instance (kept_for T (record g)) (next_event g m S0) p)).
  Proof.
    intros g m S0 p (Hp & _ & Hk) Hl. pose proof (now_length b g Hp) as Hn.
    assert (H : forall t, fits_board b (meant (kept_for T (record g)) (next_event g m S0) t)).
    { intros u P E.
      destruct u; cbn [meant] in E;
        [discriminate|cbn in E; congruence|cbn in E; congruence|now apply Hk in E|..];
        cbn [what at_board next_event] in E; (destruct m; [|discriminate]); injection E as <-;
        unfold marked; now rewrite with_all_length, (proj1 Hp). }
    split; apply H.
  Qed.

  Section Falls.
    Variable g : game.
    Variable m : move.
    Variable S0 : position.
    Let e := next_event g m S0.
    Let g' := with_move g m S0.
    Let play := match m with Play _ => true | Pass => false end.
    Hypothesis g_came : came g.
    Hypothesis g_good : good g.
    Hypothesis pass_stays : m = Pass -> S0 = now g.
    Hypothesis S0_fits : length S0 = size b.
    Hypothesis no_reason : ~ exists x, In x (if play then forbids T else ends T) /\
      is_given T (start g) (first g) (record g) e x.

    Lemma remembered_later : forall n, none_forgotten T play (stage g) n = true ->
      forall x, name x = n -> remembers_now g x -> remembers_now g' x.
    Proof.
      intros n H x Hx Hr. right. split; [exact Hr|].
      now apply (none_forgotten_is g m S0 g_good n H).
    Qed.

    Lemma made_is_remembered : forall x, makes_true T (remembers_now g) (record g) e x ->
      remembers_now g' x.
    Proof. intros x H. now left. Qed.

    Lemma new_fact_is : forall n, new_fact T play (stage g) n = true ->
      exists x, name x = n /\ In x (all_facts b n) /\ ~ remembers_now g x /\ remembers_now g' x.
    Proof.
      intros n H. apply existsb_exists in H as (x & Hx & H).
      destruct (remembered x) as [p|] eqn:Er; [|discriminate]. rewrite !andb_true_iff in H.
      destruct H as (((Hn & Hso) & Hmade) & Hkept). apply Nat.eqb_eq in Hn.
      exists (instance (kept_for T (record g)) e p). split; [exact Hn|]. split; [|split].
      - rewrite <- Hn. destruct (fits_instance g m S0 p g_good S0_fits).
        apply (in_all_facts b (instance (kept_for T (record g)) e p)); auto.
      - intros Hr. apply no_reason. exists x. split; [exact Hx|].
        split; [now apply (surely_is g m S0 g_good _ true)|]. now rewrite Er.
      - apply made_is_remembered. unfold e at 2. rewrite (instance_kept g m S0 p Hkept).
        now apply (made_here_is g m S0 g_good).
    Qed.

    Lemma new_fact_of_mover_is : forall n, new_fact_of_mover T play (stage g) n = true ->
      exists x, name x = n /\ In x (all_facts b n) /\ ~ remembers_now g x /\ remembers_now g' x.
    Proof.
      intros n H. unfold new_fact_of_mover in H. apply andb_prop in H as [Hmade H].
      set (x := instance (kept_for T (e :: record g)) e (about n (Some Mover) Before)).
      assert (Ex : x =
        {| name := n; player := Some (turn g); position_1 := Some (now g); position_2 := None |})
        by reflexivity.
      exists x. split; [reflexivity|]. split; [|split].
      - rewrite Ex.
        apply (in_all_facts b
          {| name := n; player := Some (turn g); position_1 := Some (now g); position_2 := None |});
          intros P E; [|discriminate]. injection E as <-. apply now_length, g_good.
      - destruct g_came as (g0 & m0 & Hg0 & Hmk). unfold remembers_now.
        assert (Hstage : exists e0, record g = e0 :: record g0 /\ start g = start g0 /\
          first g = first g0 /\ what e0 = m0).
        { destruct Hmk; eexists; cbn; repeat split; reflexivity. }
        destruct Hstage as (e0 & Er & Es & Ef & Ew). unfold stage in H. rewrite Er in H |- *.
        cbn [passes_in_a_row is_remembered] in H |- *. rewrite Ew in H. destruct m0 as [p0|].
        + cbn [Nat.min] in H. apply andb_prop in H as [Hforb Hline].
          rewrite forallb_forall in Hforb, Hline.
          assert (He0 : who e0 = turn g0 /\ after e0 = now g /\
            e0 = next_event g0 (Play p0) (now g) /\ ~ ko_forbids R g0 p0 (now g)).
          { inversion Hmk as [|p S Ho (HS & Hsui & Hko)]; subst. cbn in Er. injection Er as <-.
            repeat split; auto. }
          destruct He0 as (Hwho & Hafter & Hev & Hko).
          intros [Hm|[Hr _]].
          * destruct (of_a_line _ _ _ _ Hm) as (s & Hs & Hc & En & Ep). rewrite Ex in En, Ep.
            cbn in En, Ep. specialize (Hline s Hs). unfold counts in Hc. rewrite Ew in Hc.
            rewrite Hc, <- En, Nat.eqb_refl in Hline. cbn in Hline.
            destruct (p_player (what_fact s)) as [[]|]; try discriminate. cbn in Ep.
            injection Ep as Ep. unfold turn in Ep at 1. rewrite Er in Ep.
            destruct (who e0); discriminate.
          * apply Hko. specialize (Hforb (stage g0) (stage_cases g0)).
            apply existsb_exists in Hforb as (y & Hy & Hb).
            destruct (remembered y) as [q|] eqn:Eq; [|discriminate].
            apply andb_prop in Hb as [Hq Hso]. apply same_pattern_spec in Hq as ->. exists y.
            split; [exact Hy|]. rewrite <- Hev.
            split; [rewrite Hev; now apply (surely_is g0 (Play p0) (now g) Hg0 _ true)|]. fold T.
            rewrite Eq, <- Es, <- Ef.
            replace (instance (kept_for T (record g0)) e0 (about n (Some Next) After)) with x;
              [exact Hr|]. rewrite Ex. unfold instance, about. cbn.
            rewrite Hafter. unfold turn at 1. now rewrite Er.
        + assert (H' : existsb (fun f =>
            on_pass (forget_when f) && (which f =? n) &&
            match provided (forget_when f) with always => true | _ => false end) (forgets T) &&
            forallb (fun s => negb (on_pass (remember_when s) && (p_name (what_fact s) =? n)))
              (remembers T) = true).
          { destruct (passes_in_a_row (record g0)); exact H. }
          apply andb_prop in H' as [Hforget Hline]. rewrite forallb_forall in Hline.
          intros [Hm|[_ Hr]].
          * destruct (of_a_line _ _ _ _ Hm) as (s & Hs & Hc & En & _). rewrite Ex in En. cbn in En.
            specialize (Hline s Hs). unfold counts in Hc. rewrite Ew in Hc.
            now rewrite Hc, <- En, Nat.eqb_refl in Hline.
          * apply Hr. apply existsb_exists in Hforget as (f & Hf & Hb).
            rewrite !andb_true_iff in Hb. destruct Hb as ((H1 & H2) & H3). exists f. split; [auto|].
            unfold counts. rewrite Ew. split; [auto|]. apply Nat.eqb_eq in H2. split; [|auto].
            destruct (provided (forget_when f)); try discriminate. exact I.
      - apply made_is_remembered. now apply (made_here_is g m S0 g_good).
    Qed.

    Lemma progress_falls : forall x' x, (m = Pass -> stage g < longest_row -> x' < x) -> forall l,
      progress T play (stage g) l = true ->
      falls (map (missing g') l ++ [x']) (map (missing g) l ++ [x]).
    Proof.
      intros x' x Hx. induction l as [|n l IH]; intros H; cbn [progress map app falls] in *.
      - apply andb_prop in H as [H1 H2]. apply Nat.ltb_lt in H2. left. unfold play in H1.
        destruct m; [discriminate|]. now apply Hx.
      - apply andb_prop in H as [Hkeep H]. pose proof (remembered_later n Hkeep) as Hlater.
        apply orb_prop in H as [H|H]; [left|right; split; [now apply missing_le|now apply IH]].
        assert (Hy : exists y, name y = n /\ In y (all_facts b n) /\ ~ remembers_now g y /\
          remembers_now g' y)
          by (apply orb_prop in H as [H|H]; [now apply new_fact_is|now apply new_fact_of_mover_is]).
        destruct Hy as (y & <- & H1 & H2 & H3). now apply missing_lt.
    Qed.

    Lemma rank_falls : progress T play (stage g) names = true -> rank g' < rank g.
    Proof.
      intros H. apply number_falls; [|intros d Hd|apply progress_falls; [|exact H]].
      3: { intros Em Hst. unfold stage in *. unfold g'. rewrite Em.
           cbn [record with_move passes_in_a_row what]. lia. }
      - now rewrite !app_length, !map_length.
      - apply in_app_or in Hd as [Hd|[<-|[]]]; [|lia]. apply in_map_iff in Hd as (n & <- & _).
        pose proof (missing_bound g' n). lia.
    Qed.
  End Falls.

  Lemma test_at : forall g, progress T true (stage g) names = true /\
    (if passing T then progress T false (stage g) names = true \/ surely_ends T (stage g) = true
     else returning R = true -> forall n, In n names -> none_forgotten T false (stage g) n = true).
  Proof.
    intros g. unfold games_end in they_end. rewrite forallb_forall in they_end.
    specialize (they_end _ (stage_cases g)). apply andb_prop in they_end as [H1 H2]. split; [auto|].
    destruct (passing T); apply orb_prop in H2; [exact H2|]. intros Hr.
    destruct H2 as [H2|H2]; [now rewrite Hr in H2|]. now apply forallb_forall.
  Qed.

  (** Prisoners run out, too: a play takes so many at most. *)

  Definition in_hands (g : game) : nat :=
    Z.to_nat (held Black (record g)) + Z.to_nat (held White (record g)).
  Definition most_taken : nat := S (2 * S (size b)).
  Definition rank_with_prisoners (g : game) : nat :=
    number_with (S longest_row + length (all_facts b 0)) (map (missing g) names ++ [0]) *
      most_taken + in_hands g.

  Lemma number_le : forall base (f f' : nat -> nat) l, (forall n, In n l -> f' n <= f n) ->
    number_with base (map f' l ++ [0]) <= number_with base (map f l ++ [0]).
  Proof.
    intros base f f' l H. induction l as [|n l IH]; [auto|]. cbn [map app number_with].
    rewrite !app_length, !map_length. specialize (IH (fun x Hx => H x (or_intror Hx))).
    specialize (H n (or_introl eq_refl)). nia.
  Qed.

  Lemma taken_at_most : forall g p S c, proper b g -> plays (on g) (turn g) p (now g) S ->
    Z.to_nat (held c (record (with_move g (Play p) S))) <=
      Z.to_nat (held c (record g)) + Datatypes.S (size b).
  Proof.
    intros g p S c Hp HS. pose proof (now_length b g Hp) as Hl. rewrite held_after.
    pose proof (removed_by_a_play g p S HS (opponent c)) as Hr.
    assert (Hle : (removed (opponent c) (next_event g (Play p) S) <= 1 + Z.of_nat (size b))%Z);
      [|lia].
    unfold removed. cbn [who before after next_event].
    pose proof (stones_not_negative (opponent c) S) as H0.
    rewrite (stones_are_counted _ (now g)), Hl.
    pose proof (count_bound (size b) (mask (opponent c) (now g))). destruct (colour_eq _ _); lia.
  Qed.

  Lemma move_falls_with_prisoners : forall g m g', passing T = false -> came g -> good g ->
    makes R g m g' -> rank_with_prisoners g' < rank_with_prisoners g.
  Proof.
    intros g m g' Ep Hc Hg Hm. destruct (test_at g) as [Hplay Hpass]. rewrite Ep in Hpass.
    pose proof (proj1 Hg) as Hp. unfold rank_with_prisoners, in_hands.
    set (base := S longest_row + length (all_facts b 0)).
    destruct Hm as [Ho Hmay|p S Ho (HS & Hsui & Hko)].
    - unfold may_pass in Hmay. fold T in Hmay. rewrite Ep in Hmay. destruct Hmay as [Hr Hheld].
      specialize (Hpass Hr).
      assert (Hle : number_with base (map (missing (with_move g Pass (now g))) names ++ [0]) <=
        number_with base (map (missing g) names ++ [0])).
      { apply number_le. intros n Hn. apply missing_le. intros x Hx.
        now apply (remembered_later g Pass (now g) Hg n (Hpass n Hn)). }
      rewrite !held_after.
      destruct (turn g); destruct (colour_eq Black White), (colour_eq White Black),
        (colour_eq Black Black), (colour_eq White White); try congruence; nia.
    - pose proof (taken_at_most g p S Black Hp HS) as HB.
      pose proof (taken_at_most g p S White Hp HS) as HW. rewrite (proj1 Hp) in HS.
      pose proof (plays_length_after _ _ _ _ _ HS) as HSl.
      assert (Hlt : number_with base (map (missing (with_move g (Play p) S)) names ++ [0]) <
        number_with base (map (missing g) names ++ [0])).
      { apply number_falls; [now rewrite !app_length, !map_length|intros d Hd|].
        - apply in_app_or in Hd as [Hd|[<-|[]]]; [|unfold base; lia].
          apply in_map_iff in Hd as (n & <- & _).
          pose proof (missing_bound (with_move g (Play p) S) n). unfold base. lia.
        - apply (progress_falls g (Play p) S); auto; discriminate. }
      unfold most_taken. nia.
  Qed.

  Lemma move_falls : forall g m g', passing T = true -> came g -> good g -> makes R g m g' ->
    over R g' \/ rank g' < rank g.
  Proof.
    intros g m g' Ep Hc Hg Hm. destruct (test_at g) as [Hplay Hpass]. rewrite Ep in Hpass.
    pose proof (proj1 Hg) as Hp. destruct Hm as [Ho _|p S Ho (HS & Hsui & Hko)].
    - destruct (ended_by_a_pass_dec R (with_move g Pass (now g))) as [He|He].
      { left. unfold over. fold T. now rewrite Ep. }
      assert (Hno : ~ exists x, In x (ends T) /\
        is_given T (start g) (first g) (record g) (next_event g Pass (now g)) x).
      { intros H. apply He. split; [reflexivity|exact H]. }
      destruct Hpass as [H|H].
      + right. apply (rank_falls g Pass (now g)); auto. now apply now_length.
      + exfalso. apply existsb_exists in H as (x & Hx & H). apply Hno. exists x. split; [auto|].
        destruct (remembered x) eqn:E; [discriminate|].
        split; [now apply (surely_is g Pass (now g) Hg _ true)|now rewrite E].
    - right. rewrite (proj1 Hp) in HS.
      apply (rank_falls g (Play p) S); auto; [discriminate|now apply plays_length_after in HS].
  Qed.

  Theorem they_must_end : forall g, good g -> must_end R g.
  Proof.
    assert (H : forall g, came g /\ good g -> must_end R g).
    { assert (Hafter : forall g m g', came g /\ good g -> makes R g m g' -> came g' /\ good g').
      { intros g m g' [Hc Hg] Hm. split; [exists g, m; auto|now apply good_after with g m]. }
      destruct (passing T) eqn:Ep.
      - apply ends_by_rank with rank. intros g m g' Hg Hm.
        split; [now apply (Hafter g m)|now apply (move_falls g m g')].
      - apply ends_by_rank with rank_with_prisoners. intros g m g' Hg Hm.
        split; [now apply (Hafter g m)|right]. now apply (move_falls_with_prisoners g m g'). }
    intros g Hg. constructor. intros g1 [m Hm]. apply H.
    split; [exists g, m; auto|now apply good_after with g m].
  Qed.
End Ends.

Lemma begin_good : forall b R P c, length P = size b -> good b R (begin b P c).
Proof.
  intros b R P c Hl. split; [split; [auto|split; [auto|intros e []]]|]. split; [exact I|].
  intros k d Q E. discriminate.
Qed.

Theorem every_game_ends : forall b R names P c, games_end (ko R) (returning R) names = true ->
  length P = size b -> must_end R (begin b P c).
Proof. intros b R names P c H Hl. eapply they_must_end; eauto. now apply begin_good. Qed.

Theorem every_start_has_a_value : forall b R names P c,
  games_end (ko R) (returning R) names = true -> length P = size b ->
  exists v, has_value R (begin b P c) v.
Proof.
  intros b R names P c H Hl. apply value_exists with b; [now apply (begin_good b R)|].
  eapply every_game_ends; eauto.
Qed.

(** The rules of the specification pass the test. *)

Theorem known_rules_end : forall free same sum,
  forallb (fun Tn => games_end (fst Tn) false (snd Tn)) [(PSK, [0]); (SSK, [0]); (NSSK, [0]);
    (Fixed, [0]); (BasicFixed, [0]); (Primitive, [0]); (Spight, [1; 0]); (Spight2, [1; 0]);
    (ConfigurationRules, [1]); (Kee2007, [0]); (KeeOctober, [1; 0]);
    (KeeMarch free same, [1; 2; 0]); (Kee sum, [1; 0])] = true.
Proof. intros [] [] []; vm_compute; reflexivity. Qed.
