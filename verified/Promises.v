(** * A rule that is a text keeps its promises *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia Lqa.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Known Bits Flood Play Kos Area Checker Sound Common Beside Ban
  Frames Tally Prisoners Text Twin.

(** ** The rule *)

Section Promises.
  Variable b : board.
  Variable R : rules.
  Let T := ko R.
  Variable scopes : nat -> bool -> bool -> N.
  Hypothesis scopes_differ : forall n f s n' f' s', scopes n f s = scopes n' f' s' ->
    n = n' /\ f = f' /\ s = s'.

  Let t := table_of b.
  Variable arriving : list pattern.
  Let rule := text_rule T scopes t (cells_of b) R (counts_passes T) (has_bans T) arriving.

  Definition text_says (g : game) (f : Past.fact) : Prop :=
    exists x, is_remembered T (start g) (first g) (record g) x /\ f = code scopes x.

  (** A game may have counted less, or more, than a node says. [o] is the difference. *)

  Definition offset := (Z * Z)%type.

  Definition tallies_are (o : offset) (g : game) (tl : Z * N) : Prop :=
    forall c, tally T = Some c -> returns T R = false ->
      exists z k, counted b T c (record g) z k /\ fst tl = (fst o + z)%Z /\
        Z.of_N (snd tl) = (snd o + Z.of_nat k)%Z.

  (** By Ikeda's rule White may have paid less, or more; so may both, for plays, under territory
      scoring. *)

  Definition dues_are (o : offset) (g : game) (tl : Z * N) : Prop :=
    tally T = None -> counts_beside R = true -> returns T R = false ->
    fst tl = (fst o + besides R (start g) (record g))%Z /\
      (ikeda R = true -> snd tl = 0%N <-> first_to_pass (record g) = None).

  Definition pays (o : offset) (g : game) (s : Q) : Prop :=
    if passing T
    then match tally T with
         | None =>
             exists s', area_scores R g s' /\
               (s == s' + if counts_beside R then inject_Z (fst o) else 0)%Q
         | Some c => exists tl, tallies_are o g tl /\ (s == tally_score (komi R) c tl)%Q
         end
    else (s == match turn g with Black => -1 | White => 1 end)%Q.

  Record stands (o : offset) (g : game) (n : node) : Prop := {
    it_shows : shows b g n;
    its_order : in_order (start g) (first g) (record g);
    its_words : shows_words T (record g) (words n);
    its_kept : forall k c, fits_board b (kept_for T (record g) k c);
    its_facts : facts_fit b T (start g) (first g) (record g);
    its_passes : counts_passes T = true -> passes n = passes_in_a_row (record g);
    its_ban : has_bans T = true -> ban_is_right b g n;
    its_tally : tallies_are o g (tallied n);
    its_dues : dues_are o g (tallied n);
    its_prisoners : returns T R = true -> prisoners_are g (tallied n);
    its_open : passing T = true -> ~ ended_by_a_pass R g;
    its_implied : forall p, is_implied T R (counts_passes T) n p = true ->
    text_says g (fact_at T scopes (words n) (last_moment n) p)
  }.

  Lemma no_returns : passing T = true -> returns T R = false.
  Proof. unfold returns. now intros ->. Qed.

  Lemma says_decidable : forall g x, facts_fit b T (start g) (first g) (record g) ->
    fits_board b (position_1 x) -> fits_board b (position_2 x) ->
    text_says g (code scopes x) \/ ~ text_says g (code scopes x).
  Proof.
    intros g x Hf H1 H2.
    destruct (is_remembered_dec T (start g) (first g) (record g) x) as [H|H];
      [left; exists x; auto|right].
    intros (y & Hy & E). destruct (Hf y Hy).
    apply (code_injective b scopes scopes_differ) in E; auto. congruence.
  Qed.

  Lemma shows_masks : forall g n, shows b g n -> masks_of (Some (now g)) = Some (black n, white n).
  Proof. intros g n (_ & Hb & Hw & _). cbn. now rewrite Hb, Hw. Qed.

  (** What the node implies. *)

  Lemma implied_fact_is : forall g n e r p, record g = e :: r -> shows b g n ->
    shows_words T (record g) (words n) -> seen_after (p_1 p) = true -> seen_after (p_2 p) = true ->
    fact_at T scopes (words n) (last_moment n) p = code scopes (instance (kept_for T (e :: r)) e p).
  Proof.
    intros g n e r p Er Hs Hw H1 H2. pose proof (shows_masks g n Hs) as Hm.
    destruct Hs as (_ & _ & _ & Ht). unfold now in Hm. unfold turn in Ht. rewrite Er in *.
    assert (Hwho : forall w, mover_or_next (last_moment n) w = player_of e w).
    { intros []; cbn; rewrite <- Ht, opponent_twice; auto. }
    assert (Hterm : forall x, seen_after x = true ->
      term_at T (words n) (last_moment n) x = masks_of (meant (kept_for T (e :: r)) e x)).
    { intros [| | |k w|w|w x'|w x'] Hx; [auto|discriminate|now symmetry| |discriminate..].
      cbn [term_at meant]. rewrite Hwho. now apply word_is. }
    unfold fact_at, code, instance. cbn [name player position_1 position_2]. rewrite !Hterm by auto.
    f_equal. destruct (p_player p) as [w|]; cbn; [|auto]. now rewrite Hwho.
  Qed.

  Lemma plain_fact : forall n n' p, plain p = true -> black n = black n' -> white n = white n' ->
    fact_at T scopes (words n) (last_moment n) p = fact_at T scopes (words n') (last_moment n') p.
  Proof.
    intros n n' p H Hb Hw. unfold plain in H. apply same_pattern_spec in H. rewrite H.
    unfold fact_at, about. cbn. now rewrite Hb, Hw.
  Qed.

  (** A pattern that is seen in the same way from after the event. *)

  Lemma seen_instance : forall kept e p, before e = after e ->
    instance kept e (from_after p) = instance kept e p.
  Proof.
    intros kept e p H. unfold instance, from_after. cbn [p_name p_player p_1 p_2].
    assert (Ht : forall t, meant kept e (as_after t) = meant kept e t)
      by (intros []; cbn; congruence). now rewrite !Ht.
  Qed.

  Lemma always_made_is : forall was r e on as_seen p, always_made T on as_seen p = true ->
    (forall s, on (remember_when s) = true -> counts (remember_when s) e = true) ->
    (forall q, instance (kept_for T (e :: r)) e (as_seen q) = instance (kept_for T (e :: r)) e q) ->
    makes_true T was r e (instance (kept_for T (e :: r)) e p).
  Proof.
    intros was r e on as_seen p H Hon Hsame. apply existsb_exists in H as (s & Hs & H).
    rewrite !andb_true_iff in H. destruct H as ((H1 & H2) & H3).
    apply same_pattern_spec in H3 as <-. exists s. split; [auto|split; [now apply Hon|]].
    destruct (provided (remember_when s)), (for_each s); try discriminate. split; [exact I|].
    now rewrite Hsame.
  Qed.

  Lemma implied_after : forall o g n m e g' n', stands o g n -> seen b T m (record g) e ->
    record g' = e :: record g -> start g' = start g -> first g' = first g -> shows b g' n' ->
    shows_words T (record g') (words n') ->
    (what e = Pass ->
     passing T || returning R = true /\ before e = after e /\ black n = black n' /\
       white n = white n' /\ (counts_passes T = true -> passes n' <> 0)) -> forall p,
    is_implied T R (counts_passes T) n' p = true ->
    text_says g' (fact_at T scopes (words n') (last_moment n') p).
  Proof.
    intros o g n m e g' n' Hst Hseen Er Es Ef Hs' Hw' Hpass p Hi. pose proof Hi as Hi'.
    unfold is_implied in Hi. rewrite !andb_true_iff in Hi.
    destruct Hi as ((((H1 & H2) & Hstart) & Hplay) & H). unfold text_says. rewrite Er, Es, Ef.
    assert (Hmade : makes_true T (is_remembered T (start g) (first g) (record g)) (record g) e
      (instance (kept_for T (e :: record g)) e p) ->
      exists x, is_remembered T (start g) (first g) (e :: record g) x /\
        fact_at T scopes (words n') (last_moment n') p = code scopes x).
    { intros Hm. exists (instance (kept_for T (e :: record g)) e p).
      split; [now left|now apply (implied_fact_is g' n' e (record g))]. }
    destruct (a_play_dec e) as [[q Hp]|Hnp].
    - apply Hmade.
      apply (always_made_is _ _ _ _ _ _ Hplay); [intros s; unfold counts; now rewrite Hp|auto].
    - assert (Hp : what e = Pass)
        by (destruct (what e) eqn:E; [exfalso; apply Hnp; eexists; eauto|auto]).
      destruct (Hpass Hp) as (Hpassing & Hba & Hb & Hw & Hc). rewrite Hpassing in H.
      cbn [negb orb] in H. apply orb_prop in H as [H|H]; [apply orb_prop in H as [H|H]|].
      + apply Hmade.
        apply (always_made_is _ _ _ _ _ _ H);
          [intros s; unfold counts; now rewrite Hp|intros q; now apply seen_instance].
      + apply andb_prop in H as [Hpl Hno]. rewrite <- (plain_fact n n' p Hpl Hb Hw).
        destruct (its_implied _ _ _ Hst p) as (x & Hx & E).
        { unfold is_implied. rewrite H1, H2, Hstart, Hplay, Hpl, Hno. cbn.
          now rewrite !orb_true_r. }
        exists x. split; [|auto]. right. split; [auto|]. intros (s' & Hin' & Hc' & _ & Hn).
        apply negb_true_iff, not_true_iff_false in Hno. apply Hno, existsb_exists. exists s'.
        split; [auto|]. unfold counts in Hc'. rewrite Hp in Hc'. rewrite Hc'. cbn. apply Nat.eqb_eq.
        rewrite Hn. apply (f_equal scope) in E. rewrite code_scope in E.
        unfold fact_at, fact_with in E.
        destruct (term_at T (words n) (last_moment n) (p_1 p))
          as [[]|], (term_at T (words n) (last_moment n) (p_2 p)) as [[]|]; cbn in E;
          now apply scopes_differ in E as (-> & _).
      + apply andb_prop in H as [Hk H0]. apply Nat.eqb_eq in H0. now destruct (Hc Hk).
  Qed.

  (** Plays. *)

  Lemma ban_hits_is : forall g n p S, shows b g n -> ban_is_right b g n ->
    plays b (turn g) p (now g) S ->
    (ban_hits n p (play t (mine n) (theirs n) (single p)) = true <->
     takes_back (record g) (next_event g (Play p) S)).
  Proof.
    intros g n p S Hs Hban HS. destruct (plays_length _ _ _ _ _ HS) as (_ & Hp & He).
    rewrite (Hban p S HS), <- (unchanged_is b g n Hs p Hp He S HS). unfold ban_hits.
    destruct (N.eqb_spec (ban n) 0) as [E|E].
    - rewrite E. split; [discriminate|]. intros [H|[H _]]; exfalso; lia.
    - rewrite orb_true_iff, andb_true_iff, !N.eqb_eq. tauto.
  Qed.

  Definition played_at (n : node) (p : point) : played := play t (mine n) (theirs n) (single p).
  Definition new_ban (n : node) (p : point) : N :=
    if has_bans T then next_ban t (cells_of b) n (played_at n p) else 0%N.
  Definition moment_of (n : node) (p : point) : moment :=
    play_moment t n (node_after n (played_at n p) (new_ban n p) [] (0%Z, 0%N))
      (ban_hits n p (played_at n p)) (single p).

  Lemma play_seen : forall o g n p S, stands o g n -> plays b (turn g) p (now g) S ->
    seen b T (moment_of n p) (record g) (next_event g (Play p) S).
  Proof.
    intros o g n p S Hst HS. pose proof (it_shows _ _ _ Hst) as Hs.
    destruct (plays_length _ _ _ _ _ HS) as (Hl & Hp & He).
    constructor; unfold moment_of, play_moment;
      cbn [at_board who what before after next_event mover is_a_play was becomes words_before
        passes_before takes spot kos_there].
    - apply Hs.
    - intros q E. injection E as <-. auto.
    - intros _. unfold kos. destruct Hs as (_ & -> & -> & _). reflexivity.
    - apply Hs.
    - exists p. reflexivity.
    - now apply shows_masks.
    - destruct (shows_after_play b g n Hs p Hp He S HS (new_ban n p) [] (0%Z, 0%N))
        as (_ & Hb & Hw & _).
      change (now (with_move g (Play p) S)) with S in *. cbn. unfold played_at, t.
      now rewrite Hb, Hw.
    - apply Hst.
    - apply Hst.
    - intros Hb. cbn [andb]. apply ban_hits_is; auto. now apply Hst.
    - exact Hl.
    - now apply plays_length_after in HS.
    - apply Hst.
  Qed.

  (** What is remembered after a move is what its step says. *)

  Lemma says_after : forall o g n m e s g', stands o g n -> seen b T m (record g) e ->
    record g' = e :: record g -> start g' = start g -> first g' = first g ->
    inserts s = inserted T scopes m (words_after T m) -> clears s = cleared_scopes T scopes m ->
    pulls s = pulled T scopes m (words_after T m) -> forall f,
    text_says g' f <-> after_step s (text_says g) f.
  Proof.
    intros o g n m e s g' Hst Hseen Er Es Ef Ei Ec Ep f. unfold text_says. rewrite Er, Es, Ef.
    rewrite (remembered_after b T scopes _ _ _ Hseen scopes_differ (start g) (first g)
      (its_facts _ _ _ Hst) f).
    unfold after_step, pulled_here. rewrite Ei, Ec, <- Ep. setoid_rewrite sources_spec.
    split; (intros [H|[H|H]]; [auto|auto|right; right]).
    - destruct H as (f' & to & from & H1 & H2 & H3 & H4). eauto 8.
    - destruct H as (f' & (to & from & H1 & H2 & H3) & H4). eauto 8.
  Qed.

  Lemma tallied_after_stands : forall o g n m e g', stands o g n -> seen b T m (record g) e ->
    record g' = e :: record g -> start g' = start g ->
    tallies_are o g' (memory_after T R t m (tallied n)) /\
      dues_are o g' (memory_after T R t m (tallied n)).
  Proof.
    intros o g n m e g' Hst Hseen Er Es. unfold memory_after. split.
    2: { intros Hc Hi Hr. rewrite Hr, Hc, Er, Es. destruct (its_dues _ _ _ Hst Hc Hi Hr) as [H1 H2].
         pose proof (seen_kind _ _ _ _ _ Hseen) as Hk.
         pose proof (seen_mover _ _ _ _ _ Hseen) as Hm.
         assert (Hdues : ikeda R = true ->
           fst (dues_after m (tallied n)) =
             (fst (tallied n) - dues (record g) + dues (e :: record g))%Z /\
             (snd (dues_after m (tallied n)) = 0%N <-> first_to_pass (e :: record g) = None)).
         { intros Hik. specialize (H2 Hik). unfold dues_after, dues. cbn [first_to_pass].
           destruct (is_a_play m); cbn [orb].
           - destruct Hk as [p ->]. destruct (first_to_pass (record g)); (split; [lia|exact H2]).
           - rewrite Hk. destruct (N.eqb_spec (snd (tallied n)) 0) as [E|E]; cbn [negb].
             + apply H2 in E. rewrite E in *. cbn [fst snd]. rewrite Hm.
               split; [destruct (mover m); lia|split; discriminate].
             + destruct (first_to_pass (record g)); [split; [lia|exact H2]|].
               now destruct E, H2; auto. }
         assert (Hput : stones_put (e :: record g) =
           (stones_put (record g) + if is_a_play m then sign (mover m) else 0)%Z).
         { cbn [stones_put fold_right]. fold (stones_put (record g)). rewrite Hm.
           destruct (is_a_play m); [destruct Hk as [p ->]|rewrite Hk]; auto. }
         unfold beside_after, besides in *. rewrite Hput.
         set (paid := if ikeda R then dues_after m (tallied n) else tallied n).
         assert (Hpaid : fst paid = (fst o + (if ikeda R then dues (e :: record g) else 0) +
           (if territory R then - lead (start g) - stones_put (record g) else 0))%Z /\
           (ikeda R = true -> snd paid = 0%N <-> first_to_pass (e :: record g) = None)).
         { unfold paid.
           destruct (ikeda R);
             [destruct (Hdues eq_refl) as [-> ?]; split; [lia|auto]|split; [lia|discriminate]]. }
         destruct Hpaid as [Hp1 Hp2].
         destruct (territory R), (is_a_play m); cbn [andb fst snd]; (split; [lia|exact Hp2]). }
    intros c Hc Hr. rewrite Hr, Hc. destruct (its_tally _ _ _ Hst c Hc Hr) as (z & k & H & H1 & H2).
    rewrite Er.
    exact
      (tallied_after_is b T scopes m (record g) e Hseen c Hc _ z k (tallied n) _ _ eq_refl H H1 H2).
  Qed.

  Lemma in_forbids : forall x, In x (forbids T) -> In (so x) (conditions T).
  Proof.
    intros x H. unfold conditions. do 2 (apply in_or_app; right). apply in_or_app. left.
    now apply in_map.
  Qed.

  Lemma in_ends : forall x, In x (ends T) -> In (so x) (conditions T).
  Proof.
    intros x H. unfold conditions. do 3 (apply in_or_app; right). apply in_or_app. left.
    now apply in_map.
  Qed.

  Lemma text_play_legal : forall o g n p S, stands o g n -> plays b (turn g) p (now g) S ->
    (is_legal text_says g (text_play T scopes t (cells_of b) R (has_bans T) n p (single p)) <->
     suicide_allows R (now g) p S /\ ~ ko_forbids R g p S).
  Proof.
    intros o g n p S Hst HS. pose proof (it_shows _ _ _ Hst) as Hs.
    destruct (plays_length _ _ _ _ _ HS) as (Hl & Hp & He).
    rewrite <- (suicide_never_is b g n Hs p Hp He S HS). unfold ko_forbids. fold T.
    rewrite (given_is b T scopes _ _ _ (play_seen o g n p S Hst HS) scopes_differ _ _ (forbids T)
      in_forbids (its_facts _ _ _ Hst)).
    unfold is_legal, text_play. cbn [legal]. fold (played_at n p) (new_ban n p).
    fold (moment_of n p). unfold played_at, t.
    destruct (suicide_never _ _ _ _); [cbn [orb]; intuition discriminate|]. cbn [orb].
    destruct (sure T (moment_of n p) (forbids T)); [intuition|]. split.
    - intros H. split; [auto|]. intros [H'|(f & Hf & x & Hx & E)]; [discriminate|]. apply (H f Hf).
      exists x. auto.
    - intros [_ H] f Hf (x & Hx & E). apply H. right. eauto.
  Qed.

  Lemma text_play_follows : forall o g n p S, stands o g n -> plays b (turn g) p (now g) S ->
    follows R text_says offset stands pays o
      (text_play T scopes t (cells_of b) R (has_bans T) n p (single p)) g (with_move g (Play p) S).
  Proof.
    intros o g n p S Hst HS. pose proof (it_shows _ _ _ Hst) as Hs.
    destruct (plays_length _ _ _ _ _ HS) as (Hl & Hp & He).
    pose proof (play_seen o g n p S Hst HS) as Hseen. unfold follows, text_play. cbn [leads].
    fold (played_at n p) (new_ban n p). fold (moment_of n p).
    set (ws := words_after T (moment_of n p)).
    set (tl := memory_after T R t (moment_of n p) (tallied n)).
    pose proof (tallied_after_stands o g n (moment_of n p) (next_event g (Play p) S)
      (with_move g (Play p) S) Hst Hseen eq_refl eq_refl) as [Htl Hdu].
    assert
      (Hs' : shows b (with_move g (Play p) S) (node_after n (played_at n p) (new_ban n p) ws tl))
      by (apply (shows_after_play b g n Hs p Hp He S HS)).
    assert (Hw' : shows_words T (record (with_move g (Play p) S))
      (words (node_after n (played_at n p) (new_ban n p) ws tl))).
    { unfold node_after. destruct (to_move n); exact (words_after_is b T _ _ _ Hseen). }
    split.
    - constructor; auto.
      + apply (in_order_after g (Play p) S); [apply Hst|discriminate].
      + exact (kept_fits_after b T _ _ _ Hseen).
      + exact (facts_fit_after b T _ _ _ Hseen (start g) (first g) (its_facts _ _ _ Hst)).
      + intros _. unfold node_after. now destruct (to_move n).
      + intros Hb. unfold new_ban. rewrite Hb. now apply next_ban_is_right.
      + replace (tallied (node_after n (played_at n p) (new_ban n p) ws tl)) with tl
          by (unfold node_after; now destruct (to_move n)).
        exact Htl.
      + replace (tallied (node_after n (played_at n p) (new_ban n p) ws tl)) with tl
          by (unfold node_after; now destruct (to_move n)).
        exact Hdu.
      + intros Hr.
        replace (tallied (node_after n (played_at n p) (new_ban n p) ws tl)) with tl
          by (unfold node_after; now destruct (to_move n)).
        unfold tl, memory_after. rewrite Hr. cbn [mover is_a_play moment_of play_moment].
        replace (to_move n) with (turn g) by apply Hs.
        apply prisoners_after_play; [rewrite (proj1 (proj1 Hs)); exact HS|now apply Hst].
      + intros _. unfold ended_by_a_pass. cbn. intros [H _]. discriminate.
      + apply (implied_after o g n (moment_of n p) (next_event g (Play p) S)); auto. discriminate.
    - now apply (says_after o g n _ _ _ _ Hst Hseen).
  Qed.

  (** Passes. *)

  Lemma pass_seen : forall o g n, stands o g n ->
    seen b T (pass_moment n) (record g) (next_event g Pass (now g)).
  Proof.
    intros o g n Hst. pose proof (it_shows _ _ _ Hst) as Hs.
    constructor; unfold pass_moment; cbn [at_board who what before after next_event mover is_a_play
      was becomes words_before passes_before takes spot kos_there].
    - apply Hs.
    - discriminate.
    - discriminate.
    - apply Hs.
    - reflexivity.
    - now apply shows_masks.
    - now apply shows_masks.
    - apply Hst.
    - apply Hst.
    - intros _. cbn. split; [discriminate|]. intros [[p H] _]. discriminate.
    - apply now_length, Hs.
    - apply now_length, Hs.
    - apply Hst.
  Qed.

  Lemma pass_ends : forall o g n, stands o g n ->
    (ended_by_a_pass R (with_move g Pass (now g)) <->
     sure T (pass_moment n) (ends T) = true \/
       exists f, In f (end_facts T scopes n) /\ text_says g f).
  Proof.
    intros o g n Hst. unfold ended_by_a_pass. fold T.
    pose proof (given_is b T scopes _ _ _ (pass_seen o g n Hst) scopes_differ (start g) (first g)
      (ends T) in_ends (its_facts _ _ _ Hst)) as H.
    unfold text_says, end_facts. cbn [record with_move what start first].
    setoid_rewrite in_each_once. rewrite <- H. unfold next_event. intuition.
  Qed.

  Hypothesis decided : forall g, proper b g -> over R g \/ ~ over R g.

  Lemma text_end_follows : forall o g n present absent, stands o g n -> passing T = true ->
    ended_by_a_pass R (with_move g Pass (now g)) ->
    follows R text_says offset stands pays o (text_end T t R n present absent) g
      (with_move g Pass (now g)).
  Proof.
    intros o g n pr ab Hst Hpass H. split; [unfold over; fold T; now rewrite Hpass|].
    pose proof (tallied_after_stands o g n _ _ (with_move g Pass (now g)) Hst (pass_seen o g n Hst)
      eq_refl eq_refl) as [Htl Hdu].
    eexists. split; [|reflexivity]. unfold pays. rewrite Hpass. destruct (tally T) as [c|] eqn:Ec.
    - exists (tallied_after T t (pass_moment n) (tallied n)). split; [|reflexivity].
      unfold memory_after in Htl. now rewrite (no_returns Hpass), Ec in Htl.
    - set (g' := with_move g Pass (now g)) in *.
      assert (Ho : in_order (start g') (first g') (record g'))
        by (apply (in_order_after g Pass (now g)); [apply Hst|auto]).
      pose proof (area_score_is b g' _
        (shows_after_pass b g n (it_shows _ _ _ Hst) 0 (words n) (tallied n)) R) as Hs.
      eexists. split; [exact Hs|]. rewrite (beside_is R g' Ho). unfold area_score.
      cbn [black white node_passed]. fold t. unfold memory_after in Hdu. unfold dues_are in Hdu.
      rewrite (no_returns Hpass), Ec in Hdu. destruct (counts_beside R) eqn:Ei.
      + destruct (Hdu eq_refl eq_refl eq_refl) as [-> _]. rewrite inject_Z_plus. ring.
      + unfold counts_beside in Ei. apply orb_false_iff in Ei as [E1 E2]. unfold besides.
        rewrite E1, E2. change (inject_Z (0 + 0)) with 0%Q. ring.
  Qed.

  Lemma text_pass_follows : forall o g n absent, stands o g n -> may_pass R g ->
    (passing T = true -> ~ ended_by_a_pass R (with_move g Pass (now g))) ->
    follows R text_says offset stands pays o (text_pass T scopes t R (counts_passes T) n absent) g
      (with_move g Pass (now g)).
  Proof.
    intros o g n ab Hst Hmay H. pose proof (it_shows _ _ _ Hst) as Hs.
    pose proof (pass_seen o g n Hst) as Hseen.
    assert (Hpassing : passing T || returning R = true)
      by (unfold may_pass in Hmay; fold T in Hmay; destruct (passing T); [auto|apply Hmay]).
    unfold follows, text_pass. cbn [leads]. set (ws := words_after T (pass_moment n)).
    set (tl := memory_after T R t (pass_moment n) (tallied n)).
    pose proof (tallied_after_stands o g n _ _ (with_move g Pass (now g)) Hst Hseen eq_refl eq_refl)
      as [Htl Hdu].
    set (k := if counts_passes T then S (passes n) else 0).
    assert (Hs' : shows b (with_move g Pass (now g)) (node_passed n k ws tl))
      by now apply shows_after_pass.
    split.
    - constructor; auto.
      + apply (in_order_after g Pass (now g)); [apply Hst|auto].
      + exact (words_after_is b T _ _ _ Hseen).
      + exact (kept_fits_after b T _ _ _ Hseen).
      + exact (facts_fit_after b T _ _ _ Hseen (start g) (first g) (its_facts _ _ _ Hst)).
      + intros Hc. cbn. unfold k. rewrite Hc. f_equal. now apply Hst.
      + intros _ p S HS. split; [intros Hb; now apply takes_back_after_pass in Hb|].
        change (ban (node_passed n k ws tl)) with 0%N. intros [E|[E _]]; exfalso; lia.
      + intros Hr. cbn [tallied node_passed]. unfold tl, memory_after. rewrite Hr.
        cbn [mover is_a_play pass_moment]. replace (to_move n) with (turn g) by apply Hs.
        apply prisoners_after_pass; [|now apply Hst]. unfold may_pass in Hmay. fold T in Hmay.
        unfold returns in Hr. destruct (passing T); [discriminate|apply Hmay].
      + apply (implied_after o g n (pass_moment n) (next_event g Pass (now g))); auto.
        * exact (words_after_is b T _ _ _ Hseen).
        * intros _. cbn. split; [auto|]. split; [auto|split; [auto|split; [auto|]]]. intros Hc.
          unfold k. rewrite Hc. discriminate.
    - now apply (says_after o g n _ _ _ _ Hst Hseen).
  Qed.

  Lemma first_said : forall g fs, (forall f, In f fs -> text_says g f \/ ~ text_says g f) ->
    (forall f, In f fs -> ~ text_says g f) \/
      exists i f,
        nth_error fs i = Some f /\ text_says g f /\
        forall f', In f' (firstn i fs) -> ~ text_says g f'.
  Proof.
    intros g fs. induction fs as [|f fs IH]; intros H; [left; intros f []|].
    destruct (H f (or_introl eq_refl)) as [Hf|Hf].
    - right. exists 0, f. cbn. split; [auto|split; [auto|intros f' []]].
    - destruct IH as [Hno|(i & f' & H1 & H2 & H3)]; [intros x Hx; apply H; now right| |].
      + left. intros x [<-|Hx]; auto.
      + right. exists (S i), f'. cbn. split; [auto|split; [auto|]]. intros x [<-|Hx]; auto.
  Qed.

  Lemma reasons_decidable : forall o g n f, stands o g n -> In f (end_facts T scopes n) ->
    text_says g f \/ ~ text_says g f.
  Proof.
    intros o g n f Hst H. apply in_each_once, in_flat_map in H as (x & Hx & H).
    destruct (remembered x) as [p|]; [|contradiction].
    destruct (is_so T (pass_moment n) (so x)); [|contradiction]. destruct H as [<-|[]].
    pose proof (pass_seen o g n Hst) as Hseen. cbn [words_before pass_moment].
    rewrite (fact_is b T scopes _ _ _ Hseen (record g) (words n) p (its_words _ _ _ Hst)).
    destruct (instance_fits b T _ _ _ Hseen (record g) p (its_kept _ _ _ Hst)).
    apply says_decidable; auto. apply Hst.
  Qed.

  Lemma may_return_is : forall o g n, stands o g n -> passing T = false ->
    (may_return t R n = true <-> may_pass R g).
  Proof.
    intros o g n Hst Hp. unfold may_return, may_pass. fold T. rewrite Hp, andb_true_iff.
    split; intros [Hr H]; (split; [exact Hr|]); apply (holds_one_is b g n (it_shows _ _ _ Hst));
      auto; apply Hst; unfold returns; now rewrite Hp, Hr.
  Qed.

  (** A tally that serves. *)

  Lemma serving_tally : forall c k o g n n', returns T R = false -> tally T = Some c ->
    same_but_for_tally n n' = true -> tally_serves (komi R) c k (tallied n) (tallied n') = true ->
    stands o g n ->
    exists o', stands o' g n' /\
      forall g', later R g g' -> paid offset pays o' (goal k) g' -> paid offset pays o (goal k) g'.
  Proof.
    intros c k o g n n' Hr Hc Hn Hserves Hst. apply same_but_for_tally_spec in Hn.
    destruct (its_tally _ _ _ Hst c Hc Hr) as (z & m & Hz & H1 & H2).
    exists ((fst (tallied n') - z)%Z, (Z.of_N (snd (tallied n')) - Z.of_nat m)%Z). split.
    - rewrite Hn. destruct Hst.
      constructor; auto; [|intros Hno; now rewrite Hc in Hno|now rewrite Hr]. intros c' Hc' _.
      rewrite Hc in Hc'. injection Hc' as <-. exists z, m. cbn [fst snd tallied with_tally].
      split; [exact Hz|lia].
    - intros g' Hl (s & Hs & Hg). apply later_record in Hl as (_ & es & Er). unfold paid, pays in *.
      destruct (passing T); [|now exists s]. rewrite Hc in *. destruct Hs as (tl' & Ht' & E).
      destruct (Ht' c Hc Hr) as (z' & m' & Hz' & E1 & E2). cbn [fst snd] in E1, E2.
      pose proof Hz' as Hall. rewrite Er in Hz'.
      apply counted_grows in Hz' as (z0 & more & m0 & k0 & H0 & -> & -> & Hk).
      destruct (counted_unique _ _ _ _ _ _ H0 _ _ Hz) as [-> ->].
      set (tl := ((fst (tallied n) + more)%Z, (snd (tallied n) + N.of_nat k0)%N)).
      exists (tally_score (komi R) c tl). split.
      + exists tl. split; [|reflexivity]. intros c' Hc' _. rewrite Hc in Hc'. injection Hc' as <-.
        exists (z + more)%Z, (m + k0). split; [exact Hall|]. unfold tl. cbn [fst snd]. lia.
      + unfold tl.
        apply (tally_serves_is (komi R) c k (tallied n) (tallied n') more (N.of_nat k0) Hserves);
          [intros E0; apply Hk; lia|].
        apply (goal_same _ _ s); [|exact Hg]. rewrite E. destruct tl' as [x y]. cbn [fst snd] in *.
        replace x with (fst (tallied n') + more)%Z by lia.
        replace y with (snd (tallied n') + N.of_nat k0)%N by lia. reflexivity.
  Qed.

  Lemma serving_dues : forall k o g n n', returns T R = false -> tally T = None ->
    counts_beside R = true -> same_but_for_tally n n' = true ->
    dues_serve k (tallied n) (tallied n') = true -> stands o g n ->
    exists o', stands o' g n' /\
      forall g', later R g g' -> paid offset pays o' (goal k) g' -> paid offset pays o (goal k) g'.
  Proof.
    intros k o g n n' Hr Hc Hi Hn Hserves Hst. apply same_but_for_tally_spec in Hn.
    unfold dues_serve in Hserves. apply andb_prop in Hserves as [He Hle]. apply N.eqb_eq in He.
    destruct (its_dues _ _ _ Hst Hc Hi Hr) as [H1 H2].
    exists ((fst o + (fst (tallied n') - fst (tallied n)))%Z, snd o). split.
    - rewrite Hn. destruct Hst. constructor; auto.
      + intros c Hc'. now rewrite Hc in Hc'.
      + intros _ _ _. cbn [fst snd tallied with_tally]. rewrite <- He. split; [lia|exact H2].
      + now rewrite Hr.
    - intros g' _ (s & Hs & Hg). unfold paid, pays in *. destruct (passing T); [|now exists s].
      rewrite Hc, Hi in *. destruct Hs as (s' & Hs' & E). exists (s' + inject_Z (fst o))%Q.
      split; [now exists s'|]. apply goal_as_good with (2 := Hg). cbn [fst] in E.
      rewrite inject_Z_plus in E. unfold as_good.
      set (x := (fst (tallied n') - fst (tallied n))%Z) in *.
      assert
        (Hx : match winner k with Black => (inject_Z x <= 0)%Q | White => (0 <= inject_Z x)%Q end).
      { destruct (winner k); apply Z.leb_le in Hle; (change 0%Q with (inject_Z 0));
          rewrite <- Zle_Qle; unfold x; lia. }
      destruct (winner k); lra.
  Qed.

  Theorem text_keeps_promises : keeps_promises R rule text_says offset stands pays.
  Proof.
    constructor.
    - intros o g n Hst. apply (it_shows _ _ _ Hst).
    - intros o g n ch Hst Hch Happ Hleg. pose proof (it_shows _ _ _ Hst) as Hs.
      cbn [choices rule text_rule] in Hch. apply in_app_or in Hch as [Hch|Hch].
      + apply (play_choices_are b g n Hs) in Hch as (p & -> & Hp & He).
        cbn [step_of rule text_rule] in *. destruct (a_play_exists b g n Hs p Hp He) as [S HS].
        exists (with_move g (Play p) S).
        apply (text_play_legal o g n p S Hst HS) in Hleg as [Hsui Hko].
        split; [|now apply text_play_follows].
        assert (Hmay : may_play R g p S) by (split; [destruct Hs as [[-> _] _]; exact HS|auto]).
        apply by_a_play; [|auto]. unfold over. fold T.
        destruct (passing T) eqn:Ep; [now apply Hst|]. intros [_ Ho]. now apply (Ho p S).
      + destruct (passing T) eqn:Ep.
        2: { destruct (may_return t R n) eqn:Er; [|contradiction]. destruct Hch as [<-|[]].
             cbn [step_of rule text_rule] in *. rewrite Ep in *. exists (with_move g Pass (now g)).
             apply (may_return_is o g n Hst Ep) in Er.
             split; [apply by_a_pass; [|exact Er]|
               apply text_pass_follows; [exact Hst|exact Er|congruence]].
             unfold over. fold T. rewrite Ep. now intros [Hno _]. }
        apply in_map_iff in Hch as (i & <- & Hi). apply in_seq in Hi.
        cbn [step_of rule text_rule] in *. rewrite Ep in *. cbn [negb] in *.
        exists (with_move g Pass (now g)).
        assert (Ho : ~ over R g) by (unfold over; fold T; rewrite Ep; now apply Hst).
        assert (Hmay : may_pass R g) by (unfold may_pass; fold T; now rewrite Ep).
        pose proof (pass_ends o g n Hst) as Hends.
        destruct (sure T (pass_moment n) (ends T)) eqn:Es.
        * split; [now apply by_a_pass|]. apply text_end_follows; auto. apply Hends. now left.
        * destruct (nth_error _ i) as [f|] eqn:En; (split; [now apply by_a_pass|]).
          -- apply text_end_follows; auto. apply Hends. right. exists f.
             split; [now apply nth_error_In with i|]. apply Happ. now left.
          -- apply text_pass_follows; auto. intros _. rewrite Hends.
             intros [H|(f & Hf & H)]; [discriminate|]. now apply (proj2 Happ f Hf).
    - intros o g n m g' Hst Hm. pose proof (it_shows _ _ _ Hst) as Hs.
      destruct Hm as [Ho Ep|p S _ (HS & Hsui & Hko)].
      + rename Ep into Hmay. destruct (passing T) eqn:Ep.
        2: { exists (Passing 0). cbn [choices step_of rule text_rule].
             rewrite Ep, (proj2 (may_return_is o g n Hst Ep) Hmay).
             split; [apply in_or_app; right; now left|]. split; [split; intros f []|].
             split; [exact I|]. apply text_pass_follows; [exact Hst|exact Hmay|congruence]. }
        pose proof (pass_ends o g n Hst) as Hends.
        destruct (sure T (pass_moment n) (ends T)) eqn:Es.
        * exists (Passing 0). cbn [choices step_of rule text_rule]. rewrite Ep, Es.
          split; [apply in_or_app; right; now left|]. split; [split; intros f []|].
          split; [exact I|]. apply text_end_follows; auto. apply Hends. now left.
        * set (fs := end_facts T scopes n) in *.
          destruct (first_said g fs (fun f => reasons_decidable o g n f Hst))
            as [Hno|(i & f & H1 & H2 & H3)].
          -- exists (Passing (length fs)). cbn [choices step_of rule text_rule]. rewrite Ep, Es.
             fold fs. assert (En : nth_error fs (length fs) = None) by (apply nth_error_None; lia).
             rewrite En. split; [apply in_or_app; right; apply in_map; apply in_seq; lia|].
             split; [split; [intros f []|exact Hno]|]. split; [exact I|].
             apply text_pass_follows; auto. intros _. rewrite Hends.
             intros [H|(f & Hf & H)]; [discriminate|]. now apply (Hno f).
          -- exists (Passing i). cbn [choices step_of rule text_rule]. rewrite Ep, Es. fold fs.
             rewrite H1. assert (Hi : i < length fs) by (apply nth_error_Some; congruence).
             split; [apply in_or_app; right; apply in_map; apply in_seq; lia|].
             split; [split; [intros f' [<-|[]]; exact H2|exact H3]|]. split; [exact I|].
             apply text_end_follows; auto. apply Hends. right. exists f.
             split; [now apply nth_error_In with i|auto].
      + rewrite (proj1 (proj1 Hs)) in HS. destruct (plays_length _ _ _ _ _ HS) as (_ & Hp & He).
        exists (Stone_on p (single p)). cbn [choices step_of rule text_rule].
        split; [apply in_or_app; left; apply (play_choices_are b g n Hs); eauto|].
        split; [split; intros f []|]. split; [|now apply text_play_follows].
        now apply (text_play_legal o g n p S Hst HS).
    - intros o g n Hst. pose proof (it_shows _ _ _ Hst) as Hs. destruct (passing T) eqn:Ep.
      + left. unfold over. fold T. rewrite Ep. now apply Hst.
      + destruct (decided g (proj1 Hs)) as [Ho|Ho]; [right|now left]. split; [exact Ho|].
        exists (match to_move n with Black => -1 | White => 1 end)%Q,
          (match to_move n with Black => -1 | White => 1 end)%Q.
        assert (Er : may_return t R n = false).
        { apply not_true_iff_false. rewrite (may_return_is o g n Hst Ep). unfold over in Ho.
          fold T in Ho. rewrite Ep in Ho. apply Ho. }
        cbn [stuck rule text_rule]. rewrite Ep, Er. split; [reflexivity|]. split; [|reflexivity].
        unfold pays. rewrite Ep. now replace (turn g) with (to_move n) by (symmetry; apply Hs).
    - intros o g n f Hst Hf. apply in_map_iff in Hf as (p & <- & Hf).
      apply filter_In in Hf as [_ Hf]. now apply (its_implied _ _ _ Hst).
    - intros k o g n n' H Hst. cbn [stands_for rule text_rule] in H. apply orb_prop in H as [H|H].
      + apply same_node_spec in H as <-. exists o. auto.
      + apply andb_prop in H as [Hr H]. apply negb_true_iff in Hr.
        destruct (tally T) as [c|] eqn:Ec.
        * apply andb_prop in H as [H1 H2]. now apply (serving_tally c k o g n n').
        * rewrite !andb_true_iff in H. destruct H as ((H0 & H1) & H2).
          now apply (serving_dues k o g n n').
  Qed.

  (** ** The start *)

  Definition start_moment (n : node) : moment :=
    {| mover := opponent (to_move n); is_a_play := false; was := (black n, white n);
       becomes := (black n, white n);
       words_before := []; passes_before := 0; takes := false; spot := 0;
       kos_there := fun _ => 0%N |}.

  Definition start_facts (n : node) : list Past.fact :=
    flat_map (fun s =>
                if on_start (remember_when s) && negb (some (for_each s))
                then [fact_at T scopes (words n) (start_moment n) (what_fact s)]
                else []) (remembers T).

  Definition first_memory (P : position) : Z * N :=
    if returns T R then prisoners_at_start P
    else match tally T with
         | None => if territory R then ((- lead P)%Z, 0%N) else (0%Z, 0%N)
         | Some _ => (0%Z, 0%N)
         end.

  Definition start_node (P : position) (c : colour) : node :=
    {| black := mask Black P; white := mask White P; to_move := c; passes := 0; ban := 0;
       words := map (fun _ => None) (keys T);
       tallied := first_memory P |}.

  Lemma start_fact_is : forall P c p,
    fact_at T scopes (words (start_node P c)) (start_moment (start_node P c)) p =
      code scopes (instance (fun _ _ => None) {| at_board := {| size := length P; pairs := [] |};
                                                 who := opponent c; what := Pass; before := P;
                                                 after := P |} p).
  Proof.
    intros P c p. assert (Hw : shows_words T [] (words (start_node P c))).
    { unfold shows_words, start_node. cbn. apply map_ext. auto. }
    assert (Ht : forall x,
      term_at T (words (start_node P c)) (start_moment (start_node P c)) x =
        masks_of (meant (fun _ _ => None) {| at_board := {| size := length P; pairs := [] |};
          who := opponent c; what := Pass; before := P; after := P |} x)).
    { intros [| | |k w|w|w x|w x]; auto. cbn [term_at meant]. now rewrite (word_is T [] _ k _ Hw). }
    unfold fact_at, code, instance. cbn [name player position_1 position_2]. rewrite !Ht. f_equal.
  Qed.

  Lemma text_start_history : forall P c f,
    text_says (begin b P c) f <-> In f (start_facts (start_node P c)).
  Proof.
    intros P c f. unfold text_says, start_facts. cbn [record begin start first is_remembered].
    unfold true_at_start. rewrite in_flat_map. split.
    - intros (x & (s & Hs & Ho & Ee & ->) & ->). exists s. split; [auto|]. rewrite Ho, Ee. left.
      apply start_fact_is.
    - intros (s & Hs & Hf). destruct (on_start (remember_when s)) eqn:Eo; [|contradiction].
      destruct (for_each s) eqn:Ee; [contradiction|]. destruct Hf as [<-|[]]. eexists.
      split; [exists s; split; [exact Hs|split; [exact Eo|split; [exact Ee|reflexivity]]]|
        apply start_fact_is].
  Qed.

  Definition nothing_off : offset := (0%Z, 0%Z).

  Lemma text_start_stands : forall P c, length P = size b ->
    stands nothing_off (begin b P c) (start_node P c).
  Proof.
    intros P c Hl. assert (Hs : shows b (begin b P c) (start_node P c)).
    { split; [|auto]. split; [auto|split; [auto|intros e []]]. }
    constructor; [exact Hs|exact I| | | |reflexivity| | | | |intros _ []|].
    - unfold shows_words, start_node. cbn. apply map_ext. auto.
    - intros k c' Q E. discriminate.
    - intros x (s & _ & _ & _ & ->).
      split; intros Q E; cbn [position_1 position_2 instance meant] in E;
        [destruct (p_1 (what_fact s))|destruct (p_2 (what_fact s))]; cbn in E; congruence.
    - intros _ p S _. split; [intros [_ []]|]. change (ban (start_node P c)) with 0%N.
      intros [H|[H _]]; exfalso; lia.
    - intros c' Hc Hr. exists 0%Z, 0. cbn [tallied start_node]. unfold first_memory. rewrite Hr, Hc.
      split; [constructor|auto].
    - intros Hc _ Hr. cbn [tallied start_node]. unfold first_memory, besides, dues. rewrite Hr, Hc.
      cbn. split; [destruct (ikeda R), (territory R); cbn; lia|]. destruct (territory R); tauto.
    - intros Hr. cbn [tallied start_node]. unfold first_memory. rewrite Hr. apply prisoners_begin.
    - intros p Hi. unfold is_implied in Hi. rewrite !andb_true_iff in Hi.
      destruct Hi as ((((H1 & H2) & Hi) & _) & _). apply existsb_exists in Hi as (s & Hsin & Hi).
      rewrite !andb_true_iff in Hi. destruct Hi as ((Ho & He) & Hp).
      apply same_pattern_spec in Hp as <-. cbn [p_1 p_2 from_after] in H1, H2.
      apply text_start_history. unfold start_facts. apply in_flat_map. exists s. split; [auto|].
      rewrite Ho. destruct (provided _), (for_each s); try discriminate. left.
      unfold fact_at, from_after.
      destruct (p_1 (what_fact s)), (p_2 (what_fact s)); try discriminate; reflexivity.
  Qed.
End Promises.
