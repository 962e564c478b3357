(** * A node stands for a game: what it says of the game is so. After a play the node that the step
    leads to stands for the game after the play *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia Lqa.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Known Bits Play Kos Checker Sound Common Beside Ban Tally
  Prisoners Text Twin.

(** ** The rule *)

Section Stands.
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
End Stands.
