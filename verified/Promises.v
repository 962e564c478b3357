(** * A rule that is a text keeps its promises *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia Lqa.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Known Bits Play Checker Sound Common Beside Ban Tally Prisoners
  Text.
From Verified Require Export Stands.

Section Promises.
  Variable b : board.
  Variable R : rules.
  Local Notation T := (ko R).
  Variable scopes : nat -> bool -> bool -> N.
  Hypothesis scopes_differ : forall n f s n' f' s', scopes n f s = scopes n' f' s' ->
    n = n' /\ f = f' /\ s = s'.
  Let t := table_of b.
  Variable arriving : list pattern.
  Let rule := text_rule T scopes t (cells_of b) R (counts_passes T) (has_bans T) arriving.

  (** Passes. *)

  Lemma pass_seen : forall o g n, stands b R scopes o g n ->
    seen b T (pass_moment n) (record g) (next_event g Pass (now g)).
  Proof.
    intros o g n Hst. pose proof (it_shows b R scopes _ _ _ Hst) as Hs.
    constructor; unfold pass_moment; cbn [at_board who what before after next_event mover is_a_play
      was becomes words_before passes_before takes spot kos_there].
    - apply Hs.
    - discriminate.
    - discriminate.
    - apply Hs.
    - reflexivity.
    - now apply (shows_masks b).
    - now apply (shows_masks b).
    - apply Hst.
    - apply Hst.
    - intros _. cbn. split; [discriminate|]. intros [[p H] _]. discriminate.
    - apply now_length, Hs.
    - apply now_length, Hs.
    - apply Hst.
  Qed.

  Lemma pass_ends : forall o g n, stands b R scopes o g n ->
    (ended_by_a_pass R (with_move g Pass (now g)) <->
     sure T (pass_moment n) (ends T) = true \/
       exists f, In f (end_facts T scopes n) /\ text_says R scopes g f).
  Proof.
    intros o g n Hst. unfold ended_by_a_pass. fold T.
    pose proof (given_is b T scopes _ _ _ (pass_seen o g n Hst) scopes_differ (start g) (first g)
      (ends T) (in_ends R) (its_facts b R scopes _ _ _ Hst)) as H.
    unfold text_says, end_facts. cbn [record with_move what start first].
    setoid_rewrite in_each_once. rewrite <- H. unfold next_event. intuition.
  Qed.

  Hypothesis decided : forall g, proper b g -> over R g \/ ~ over R g.

  Lemma text_end_follows : forall o g n present absent, stands b R scopes o g n ->
    passing T = true -> ended_by_a_pass R (with_move g Pass (now g)) ->
    follows R (text_says R scopes) offset (stands b R scopes) (pays b R) o
      (text_end T t R n present absent) g (with_move g Pass (now g)).
  Proof.
    intros o g n pr ab Hst Hpass H. split; [unfold over; fold T; now rewrite Hpass|].
    pose proof (tallied_after_stands b R scopes o g n _ _ (with_move g Pass (now g)) Hst
      (pass_seen o g n Hst) eq_refl eq_refl) as [Htl Hdu].
    eexists. split; [|reflexivity]. unfold pays. rewrite Hpass. destruct (tally T) as [c|] eqn:Ec.
    - exists (tallied_after T t (pass_moment n) (tallied n)). split; [|reflexivity].
      unfold memory_after in Htl. now rewrite (no_returns R Hpass), Ec in Htl.
    - set (g' := with_move g Pass (now g)) in *.
      assert (Ho : in_order (start g') (first g') (record g'))
        by (apply (in_order_after g Pass (now g)); [apply Hst|auto]).
      pose proof (area_score_is b g' _
        (shows_after_pass b g n (it_shows b R scopes _ _ _ Hst) 0 (words n) (tallied n)) R) as Hs.
      eexists. split; [exact Hs|]. rewrite (beside_is R g' Ho). unfold area_score.
      cbn [black white node_passed]. fold t. unfold memory_after in Hdu. unfold dues_are in Hdu.
      rewrite (no_returns R Hpass), Ec in Hdu. destruct (counts_beside R) eqn:Ei.
      + destruct (Hdu eq_refl eq_refl eq_refl) as [-> _]. rewrite inject_Z_plus. ring.
      + unfold counts_beside in Ei. apply orb_false_iff in Ei as [E1 E2]. unfold besides.
        rewrite E1, E2. change (inject_Z (0 + 0)) with 0%Q. ring.
  Qed.

  Lemma text_pass_follows : forall o g n absent, stands b R scopes o g n -> may_pass R g ->
    (passing T = true -> ~ ended_by_a_pass R (with_move g Pass (now g))) ->
    follows R (text_says R scopes) offset (stands b R scopes) (pays b R) o
      (text_pass T scopes t R (counts_passes T) n absent) g (with_move g Pass (now g)).
  Proof.
    intros o g n ab Hst Hmay H. pose proof (it_shows b R scopes _ _ _ Hst) as Hs.
    pose proof (pass_seen o g n Hst) as Hseen.
    assert (Hpassing : passing T || returning R = true)
      by (unfold may_pass in Hmay; fold T in Hmay; destruct (passing T); [auto|apply Hmay]).
    unfold follows, text_pass. cbn [leads]. set (ws := words_after T (pass_moment n)).
    set (tl := memory_after T R t (pass_moment n) (tallied n)).
    pose proof (tallied_after_stands b R scopes o g n _ _ (with_move g Pass (now g)) Hst Hseen
      eq_refl eq_refl) as [Htl Hdu].
    set (k := if counts_passes T then S (passes n) else 0).
    assert (Hs' : shows b (with_move g Pass (now g)) (node_passed n k ws tl))
      by now apply shows_after_pass.
    split.
    - constructor; auto.
      + apply (in_order_after g Pass (now g)); [apply Hst|auto].
      + exact (words_after_is b T _ _ _ Hseen).
      + exact (kept_fits_after b T _ _ _ Hseen).
      + exact
          (facts_fit_after b T _ _ _ Hseen (start g) (first g) (its_facts b R scopes _ _ _ Hst)).
      + intros Hc. cbn. unfold k. rewrite Hc. f_equal. now apply Hst.
      + intros _ p S HS. split; [intros Hb; now apply takes_back_after_pass in Hb|].
        change (ban (node_passed n k ws tl)) with 0%N. intros [E|[E _]]; exfalso; lia.
      + intros Hr. cbn [tallied node_passed]. unfold tl, memory_after. rewrite Hr.
        cbn [mover is_a_play pass_moment]. replace (to_move n) with (turn g) by apply Hs.
        apply prisoners_after_pass; [|now apply Hst]. unfold may_pass in Hmay. fold T in Hmay.
        unfold returns in Hr. destruct (passing T); [discriminate|apply Hmay].
      + apply (implied_after b R scopes scopes_differ o g n (pass_moment n)
          (next_event g Pass (now g))); auto.
        * exact (words_after_is b T _ _ _ Hseen).
        * intros _. cbn. split; [auto|]. split; [auto|split; [auto|split; [auto|]]]. intros Hc.
          unfold k. rewrite Hc. discriminate.
    - now apply (says_after b R scopes scopes_differ o g n _ _ _ _ Hst Hseen).
  Qed.

  Lemma first_said : forall g fs,
    (forall f, In f fs -> text_says R scopes g f \/ ~ text_says R scopes g f) ->
    (forall f, In f fs -> ~ text_says R scopes g f) \/
      exists i f,
        nth_error fs i = Some f /\ text_says R scopes g f /\
        forall f', In f' (firstn i fs) -> ~ text_says R scopes g f'.
  Proof.
    intros g fs. induction fs as [|f fs IH]; intros H; [left; intros f []|].
    destruct (H f (or_introl eq_refl)) as [Hf|Hf].
    - right. exists 0, f. cbn. split; [auto|split; [auto|intros f' []]].
    - destruct IH as [Hno|(i & f' & H1 & H2 & H3)]; [intros x Hx; apply H; now right| |].
      + left. intros x [<-|Hx]; auto.
      + right. exists (S i), f'. cbn. split; [auto|split; [auto|]]. intros x [<-|Hx]; auto.
  Qed.

  Lemma reasons_decidable : forall o g n f, stands b R scopes o g n ->
    In f (end_facts T scopes n) -> text_says R scopes g f \/ ~ text_says R scopes g f.
  Proof.
    intros o g n f Hst H. apply in_each_once, in_flat_map in H as (x & Hx & H).
    destruct (remembered x) as [p|]; [|contradiction].
    destruct (is_so T (pass_moment n) (so x)); [|contradiction]. destruct H as [<-|[]].
    pose proof (pass_seen o g n Hst) as Hseen. cbn [words_before pass_moment].
    rewrite
      (fact_is b T scopes _ _ _ Hseen (record g) (words n) p (its_words b R scopes _ _ _ Hst)).
    destruct (instance_fits b T _ _ _ Hseen (record g) p (its_kept b R scopes _ _ _ Hst)).
    apply (says_decidable b R scopes scopes_differ); auto. apply Hst.
  Qed.

  Lemma may_return_is : forall o g n, stands b R scopes o g n -> passing T = false ->
    (may_return t R n = true <-> may_pass R g).
  Proof.
    intros o g n Hst Hp. unfold may_return, may_pass. fold T. rewrite Hp, andb_true_iff.
    split; intros [Hr H]; (split; [exact Hr|]);
      apply (holds_one_is b g n (it_shows b R scopes _ _ _ Hst)); auto; apply Hst; unfold returns;
      now rewrite Hp, Hr.
  Qed.

  (** A tally that serves. *)

  Lemma serving_tally : forall c k o g n n', returns T R = false -> tally T = Some c ->
    same_but_for_tally n n' = true -> tally_serves (komi R) c k (tallied n) (tallied n') = true ->
    stands b R scopes o g n ->
    exists o', stands b R scopes o' g n' /\
      forall g',
        later R g g' -> paid offset (pays b R) o' (goal k) g' ->
        paid offset (pays b R) o (goal k) g'.
  Proof.
    intros c k o g n n' Hr Hc Hn Hserves Hst. apply same_but_for_tally_spec in Hn.
    destruct (its_tally b R scopes _ _ _ Hst c Hc Hr) as (z & m & Hz & H1 & H2).
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
    dues_serve k (tallied n) (tallied n') = true -> stands b R scopes o g n ->
    exists o', stands b R scopes o' g n' /\
      forall g',
        later R g g' -> paid offset (pays b R) o' (goal k) g' ->
        paid offset (pays b R) o (goal k) g'.
  Proof.
    intros k o g n n' Hr Hc Hi Hn Hserves Hst. apply same_but_for_tally_spec in Hn.
    unfold dues_serve in Hserves. apply andb_prop in Hserves as [He Hle]. apply N.eqb_eq in He.
    destruct (its_dues b R scopes _ _ _ Hst Hc Hi Hr) as [H1 H2].
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

  (** A step is a move: a play, or a pass. *)

  Definition is_a_move (o : offset) (g : game) (s : step) : Prop :=
    exists g', makes R g (made s) g' /\
      follows R (text_says R scopes) offset (stands b R scopes) (pays b R) o s g g'.

  Lemma play_step_is_a_move : forall o g n ch, stands b R scopes o g n ->
    In ch (play_choices (cells_of b) n) -> is_legal (text_says R scopes) g (step_of rule n ch) ->
    is_a_move o g (step_of rule n ch).
  Proof.
    intros o g n ch Hst Hch Hleg. pose proof (it_shows b R scopes _ _ _ Hst) as Hs.
    apply (play_choices_are b g n Hs) in Hch as (p & -> & Hp & He).
    cbn [step_of rule text_rule] in *. destruct (a_play_exists b g n Hs p Hp He) as [S HS].
    exists (with_move g (Play p) S).
    apply (text_play_legal b R scopes scopes_differ o g n p S Hst HS) in Hleg as [Hsui Hko].
    split; [|now apply (text_play_follows b R scopes scopes_differ)].
    assert (Hmay : may_play R g p S) by (split; [destruct Hs as [[-> _] _]; exact HS|auto]).
    apply by_a_play; [|auto]. unfold over.
    destruct (passing T) eqn:Ep; [now apply Hst|]. intros [_ Ho]. now apply (Ho p S).
  Qed.

  Lemma returning_step_is_a_move : forall o g n, stands b R scopes o g n -> passing T = false ->
    may_return t R n = true -> is_a_move o g (step_of rule n (Passing 0)).
  Proof.
    intros o g n Hst Ep Er. cbn [step_of rule text_rule]. rewrite Ep.
    exists (with_move g Pass (now g)). apply (may_return_is o g n Hst Ep) in Er.
    split; [apply by_a_pass; [|exact Er]|apply text_pass_follows; [exact Hst|exact Er|congruence]].
    unfold over. rewrite Ep. now intros [Hno _].
  Qed.

  Lemma passing_step_is_a_move : forall o g n i, stands b R scopes o g n -> passing T = true ->
    applies (text_says R scopes) g (step_of rule n (Passing i)) ->
    is_a_move o g (step_of rule n (Passing i)).
  Proof.
    intros o g n i Hst Ep Happ. cbn [step_of rule text_rule] in *. rewrite Ep in *.
    cbn [negb] in *. exists (with_move g Pass (now g)).
    assert (Ho : ~ over R g) by (unfold over; rewrite Ep; now apply Hst).
    assert (Hmay : may_pass R g) by (unfold may_pass; now rewrite Ep).
    pose proof (pass_ends o g n Hst) as Hends.
    destruct (sure T (pass_moment n) (ends T)) eqn:Es.
    - split; [now apply by_a_pass|]. apply text_end_follows; auto. apply Hends. now left.
    - destruct (nth_error _ i) as [f|] eqn:En; (split; [now apply by_a_pass|]).
      + apply text_end_follows; auto. apply Hends. right. exists f.
        split; [now apply nth_error_In with i|]. apply Happ. now left.
      + apply text_pass_follows; auto. intros _. rewrite Hends.
        intros [H|(f & Hf & H)]; [discriminate|]. now apply (proj2 Happ f Hf).
  Qed.

  (** A move is a step. *)

  Definition is_a_step (o : offset) (g : game) (n : node) (g' : game) : Prop :=
    exists ch, In ch (choices rule n) /\ applies (text_says R scopes) g (step_of rule n ch) /\
      is_legal (text_says R scopes) g (step_of rule n ch) /\
      follows R (text_says R scopes) offset (stands b R scopes) (pays b R) o (step_of rule n ch) g
        g'.

  Lemma play_is_a_step : forall o g n p S, stands b R scopes o g n -> may_play R g p S ->
    is_a_step o g n (with_move g (Play p) S).
  Proof.
    intros o g n p S Hst (HS & Hsui & Hko). pose proof (it_shows b R scopes _ _ _ Hst) as Hs.
    rewrite (proj1 (proj1 Hs)) in HS. destruct (plays_length _ _ _ _ _ HS) as (_ & Hp & He).
    exists (Stone_on p (single p)). cbn [choices step_of rule text_rule].
    split; [apply in_or_app; left; apply (play_choices_are b g n Hs); eauto|].
    split; [split; intros f []|]. split; [|now apply (text_play_follows b R scopes scopes_differ)].
    now apply (text_play_legal b R scopes scopes_differ o g n p S Hst HS).
  Qed.

  Lemma returning_is_a_step : forall o g n, stands b R scopes o g n -> passing T = false ->
    may_pass R g -> is_a_step o g n (with_move g Pass (now g)).
  Proof.
    intros o g n Hst Ep Hmay. exists (Passing 0). cbn [choices step_of rule text_rule].
    rewrite Ep, (proj2 (may_return_is o g n Hst Ep) Hmay).
    split; [apply in_or_app; right; now left|]. split; [split; intros f []|].
    split; [exact I|]. apply text_pass_follows; [exact Hst|exact Hmay|congruence].
  Qed.

  Lemma passing_is_a_step : forall o g n, stands b R scopes o g n -> passing T = true ->
    may_pass R g -> is_a_step o g n (with_move g Pass (now g)).
  Proof.
    intros o g n Hst Ep Hmay. pose proof (pass_ends o g n Hst) as Hends.
    destruct (sure T (pass_moment n) (ends T)) eqn:Es.
    { exists (Passing 0). cbn [choices step_of rule text_rule]. rewrite Ep, Es.
      split; [apply in_or_app; right; now left|]. split; [split; intros f []|].
      split; [exact I|]. apply text_end_follows; auto. apply Hends. now left. }
    set (fs := end_facts T scopes n) in *.
    destruct (first_said g fs (fun f => reasons_decidable o g n f Hst))
      as [Hno|(i & f & H1 & H2 & H3)].
    - exists (Passing (length fs)). cbn [choices step_of rule text_rule]. rewrite Ep, Es.
      fold fs. assert (En : nth_error fs (length fs) = None) by (apply nth_error_None; lia).
      rewrite En. split; [apply in_or_app; right; apply in_map; apply in_seq; lia|].
      split; [split; [intros f []|exact Hno]|]. split; [exact I|].
      apply text_pass_follows; auto. intros _. rewrite Hends.
      intros [H|(f & Hf & H)]; [discriminate|]. now apply (Hno f).
    - exists (Passing i). cbn [choices step_of rule text_rule]. rewrite Ep, Es. fold fs.
      rewrite H1. assert (Hi : i < length fs) by (apply nth_error_Some; congruence).
      split; [apply in_or_app; right; apply in_map; apply in_seq; lia|].
      split; [split; [intros f' [<-|[]]; exact H2|exact H3]|]. split; [exact I|].
      apply text_end_follows; auto. apply Hends. right. exists f.
      split; [now apply nth_error_In with i|auto].
  Qed.

  Lemma stuck_is : forall o g n, stands b R scopes o g n -> passing T = false -> over R g ->
    exists q v, stuck rule n = Some q /\ pays b R o g v /\ (v == q)%Q.
  Proof.
    intros o g n Hst Ep Ho. pose proof (it_shows b R scopes _ _ _ Hst) as Hs.
    exists (match to_move n with Black => -1 | White => 1 end)%Q,
      (match to_move n with Black => -1 | White => 1 end)%Q.
    assert (Er : may_return t R n = false).
    { apply not_true_iff_false. rewrite (may_return_is o g n Hst Ep). unfold over in Ho.
      rewrite Ep in Ho. apply Ho. }
    cbn [stuck rule text_rule]. rewrite Ep, Er. split; [reflexivity|]. split; [|reflexivity].
    unfold pays. rewrite Ep. now replace (turn g) with (to_move n) by (symmetry; apply Hs).
  Qed.

  Theorem text_keeps_promises : keeps_promises R rule (text_says R scopes) offset
    (stands b R scopes) (pays b R).
  Proof.
    constructor.
    - intros o g n Hst. apply (it_shows b R scopes _ _ _ Hst).
    - intros o g n ch Hst Hch Happ Hleg. cbn [choices rule text_rule] in Hch.
      apply in_app_or in Hch as [Hch|Hch]; [now apply play_step_is_a_move|].
      destruct (passing T) eqn:Ep.
      + apply in_map_iff in Hch as (i & <- & _). now apply passing_step_is_a_move.
      + destruct (may_return t R n) eqn:Er; [|contradiction]. destruct Hch as [<-|[]].
        now apply returning_step_is_a_move.
    - intros o g n m g' Hst [Ho Hmay|p S _ Hmay]; [|now apply play_is_a_step].
      destruct (passing T) eqn:Ep; [now apply passing_is_a_step|now apply returning_is_a_step].
    - intros o g n Hst. pose proof (it_shows b R scopes _ _ _ Hst) as Hs.
      destruct (passing T) eqn:Ep.
      + left. unfold over. rewrite Ep. now apply Hst.
      + destruct (decided g (proj1 Hs)) as [Ho|Ho]; [right|now left]. split; [exact Ho|].
        now apply stuck_is.
    - intros o g n f Hst Hf. apply in_map_iff in Hf as (p & <- & Hf).
      apply filter_In in Hf as [_ Hf]. now apply (its_implied b R scopes _ _ _ Hst).
    - intros k o g n n' H Hst. cbn [stands_for rule text_rule] in H. apply orb_prop in H as [H|H].
      + apply same_node_spec in H as <-. exists o. auto.
      + apply andb_prop in H as [Hr H]. apply negb_true_iff in Hr.
        destruct (tally T) as [c|] eqn:Ec.
        * apply andb_prop in H as [H1 H2]. now apply (serving_tally c k o g n n').
        * rewrite !andb_true_iff in H. destruct H as ((H0 & H1) & H2).
          now apply (serving_dues k o g n n').
  Qed.
End Promises.
