(** * The position of a lemma is decided if the test of Judge.v says so *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia Lqa.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Bits Play Area Checker Sound Common Beside Text Promises Ends
  Settled Decided.
From Verified Require Export Tested.

Section Proof.
  Variable b : board.
  Variable R : rules.
  Variable names : list nat.
  Variable scopes : nat -> bool -> bool -> N.
  Hypothesis scopes_differ : forall n f s n' f' s', scopes n f s = scopes n' f' s' ->
    n = n' /\ f = f' /\ s = s'.
  Variable gs : groups.
  Hypothesis deciding : rules_decide R names = true.
  Let T := ko R.
  Let t := table_of b.
  Let cells := map single (seq 0 (size b)).
  Variable arriving : list pattern.
  Let rule := text_rule T scopes t (cells_of b) R (counts_passes T) (has_bans T) arriving.
  Hypothesis promises : keeps_promises R rule (text_says R scopes) offset (stands b R scopes)
    (pays b R).

  Lemma area_alone : tally T = None /\ counts_by R = by_area /\ ikeda R = false.
  Proof.
    pose proof deciding as H. unfold rules_decide in H. unfold T.
    destruct (tally (ko R)); rewrite !andb_true_iff in H.
    - destruct H as ((((_ & _) & H) & _) & _). discriminate.
    - rewrite !negb_true_iff in H. destruct (counts_by R); intuition discriminate.
  Qed.

  (** The end is as it should be. *)
  Lemma sure_score_is : forall X A E g s, is_settled b A E -> proper b g -> keeps b X A E (now g) ->
    ~ Y_there X E (now g) -> passing T = true -> tally T = None -> scores R g s ->
    as_good X s (sure_score t R X A E).
  Proof.
    intros X A E g s Hset Hp Hk Hno Hpass Hlast Hs. pose proof (now_length b g Hp) as Hl.
    destruct area_alone as (_ & H5 & H6). unfold scores in Hs. fold T in Hs.
    rewrite Hpass, Hlast in Hs. apply (scores_by_area b) in Hs; [|apply Hp|auto].
    rewrite (nothing_beside R g H5 H6), Z.add_0_r in Hs. fold t in Hs. set (Z := N.lor A E).
    assert (HX : forall q, has Z q = true -> belongs_to b (now g) X q).
    { intros q Hq. apply (all_is_his b X A E Hset (now g) Hk Hno). unfold Z in Hq.
      rewrite has_lor in Hq. now apply orb_prop. }
    set (own := points_of t (mask X (now g)) (mask (opponent X) (now g))).
    set (other := points_of t (mask (opponent X) (now g)) (mask X (now g))).
    assert (H1 : count (size b) Z <= count (size b) own).
    { apply count_le. intros q Hq. apply (has_points_of b (now g) X Hl). auto. }
    assert (H2 : count (size b) other + count (size b) Z <= size b).
    { apply count_disjoint. intros q Hq. apply not_true_iff_false. intros HZ. apply HX in HZ.
      assert (Hq' : belongs_to b (now g) (opponent X) q).
      { apply (has_points_of b (now g) (opponent X) Hl). now rewrite opponent_twice. }
      destruct HZ as [_ [HZ|(HZe & HZ & _)]], Hq' as [_ [Hq'|(Hqe & _ & Hno')]]; try congruence.
      - rewrite HZ in Hq'. injection Hq' as Hq'. symmetry in Hq'. now apply (opponent_other X).
      - apply Hno'. now rewrite opponent_twice. }
    unfold sure_score. change (points t) with (size b). fold Z. unfold area in Hs.
    change (points t) with (size b) in Hs.
    destruct X; cbn [opponent] in *; fold own other in Hs; unfold as_good; rewrite Hs;
      unfold Qminus; apply Qplus_le_compat; try apply Qle_refl; rewrite <- Zle_Qle; lia.
  Qed.

  (** A fact that is remembered was made true by a line. *)
  Lemma from_a_line : bans_what_it_makes T = true -> forall P0 c0 r f, is_remembered T P0 c0 r f ->
    exists s kept e, In s (remembers T) /\ f = instance kept e (what_fact s).
  Proof.
    intros Hbans P0 c0. induction r as [|e r IH]; intros f H.
    - destruct H as (s & Hs & _ & _ & ->). eauto.
    - destruct H as [H|[H _]]; [|auto].
      apply line_says in H as (s & Hs & _ & ->); [eauto|exact Hbans].
  Qed.

  Lemma deciding_parts : suicide R = forbidden /\ passing T = true /\
    bans_what_it_makes T = true /\ games_end T (returning R) names = true.
  Proof.
    pose proof deciding as D. unfold rules_decide in D. rewrite !andb_true_iff in D.
    destruct D as ((((D1 & D2) & D0) & D3) & D4). split; [now destruct (suicide R)|auto].
  Qed.

  (** The code of a fact about a position with a stone of X. *)
  Lemma last_stones_of_code : forall X f Q q, last_of f = Some Q -> at_point Q q = Stone X ->
    last_stones X (code scopes f) = mask X Q.
  Proof.
    intros X f Q q HQ HqX. unfold last_of in HQ. unfold last_stones, code, fact_with.
    destruct f as [nm c v1 v2]. cbn [name player position_1 position_2] in *.
    destruct v2 as [Q2|]; [injection HQ as ->|subst v1].
    - assert (Hne : (N.lor (mask Black Q) (mask White Q) =? 0)%N = false).
      { apply is_not_empty_set. exists q. rewrite has_lor. apply has_mask_iff in HqX.
        destruct X; rewrite HqX; auto using orb_true_r. }
      destruct v1 as [Q1|]; cbn [masks_of option_map black_to white_to black_of white_of];
        rewrite Hne; now destruct X.
    - cbn. now destruct X.
  Qed.

  (** If the needed patterns are absent, nothing that bans is remembered of a position that X could
      make. *)
  Lemma no_watched_fact : forall l X A E g, is_met (text_says R scopes) gs l g ->
    (forall p, In p (needed_patterns R scopes X A E) ->
       existsb (fun mine => includes mine p) (without_patterns l) = true) ->
    forall f Q, In (name f) (watched T) -> is_remembered T (start g) (first g) (record g) f ->
    last_of f = Some Q -> made_by_X X A E Q -> False.
  Proof.
    intros l X A E g Hmet Hpat f Q Hf Hr HQ HX. destruct deciding_parts as (_ & _ & D3 & _).
    destruct (from_a_line D3 _ _ _ _ Hr) as (s & kept & e & Hs & Ef).
    assert (Hline : In s (lines_of T (name f))) by (rewrite Ef; cbn; now apply in_lines).
    destruct (banning_parts R D3) as (_ & _ & H3). specialize (H3 _ s Hf Hline).
    apply andb_prop in H3 as [H31 H32]. specialize (Hpat (needed_pattern scopes X A E s)).
    assert (Hin : In (needed_pattern scopes X A E s) (needed_patterns R scopes X A E)).
    { apply in_map, in_flat_map. exists (name f). auto. }
    apply Hpat, existsb_exists in Hin as (p & Hpin & Hinc).
    apply (proj1 Hmet (code scopes f)); [|now exists f]. right. right. exists p.
    split; [exact Hpin|]. apply includes_spec with (1 := Hinc). apply matches_spec.
    cbn [of_scope of_player all_of one_of needed_pattern].
    assert (Hsc : scope (code scopes f) =
      scopes (p_name (what_fact s)) (there (p_1 (what_fact s))) (there (p_2 (what_fact s)))).
    { rewrite code_scope, Ef. cbn [name position_1 position_2 instance]. unfold last_term in H32.
      f_equal; [destruct (p_1 (what_fact s))|destruct (p_2 (what_fact s))]; try discriminate;
        reflexivity. }
    split; [exact Hsc|]. destruct HX as [HA (q & Hq & HqX)].
    rewrite (last_stones_of_code X f Q q HQ HqX). split.
    - intros a Ha. now apply has_mask_iff, HA.
    - exists q. split; [auto|]. now apply has_mask_iff.
  Qed.

  Lemma forced_is_paid : forall k X o g, can_force R X (goal k) g ->
    forces R X (paid offset (pays b R) o (goal k)) g.
  Proof.
    intros k X o g Hf. destruct area_alone as (Hnone_counted & Hby & Hik).
    apply can_force_forces in Hf. apply forces_more with (2 := Hf).
    intros g' _ (s & Hs & Hgoal). exists s. split; [|auto]. unfold pays, counts_beside, territory.
    fold T. rewrite Hnone_counted, Hik, Hby. cbn [orb]. unfold scores in Hs. fold T in Hs.
    rewrite Hnone_counted in Hs. destruct (passing T); [|exact Hs]. exists s.
    split; [exact Hs|ring].
  Qed.

  (** The position of a lemma that is judged, and the move that is to be made. *)

  Section OneLemma.
    Variable l : lemma.
    Variable o : offset.
    Variable g : game.
    Let n := place l.
    Let X := winner (says_who l).
    Variables A E : N.
    Hypothesis here : stands b R scopes o g n.
    Hypothesis met : is_met (text_says R scopes) gs l g.
    Hypothesis no_ban : ban n = 0%N.
    Hypothesis patterns : forall p, In p (needed_patterns R scopes X A E) ->
      existsb (fun mine => includes mine p) (without_patterns l) = true.
    Hypothesis settled : is_settled b A E.
    Hypothesis E_no_X : forall q, has E q = true -> at_point (now g) q <> Stone X.
    Hypothesis kept : keeps b X A E (now g).

    Lemma it_is_proper : proper b g.
    Proof. apply (it_shows _ _ _ _ _ _ here). Qed.

    Lemma not_made_by_X : forall P, P = now g -> ~ made_by_X X A E P.
    Proof. intros P -> [_ (q & Hq & Hx)]. now apply (E_no_X q). Qed.

    Lemma at_the_move : at_move b X A E R g [now g].
    Proof.
      constructor; [exact it_is_proper| |exact kept|now left| |].
      - destruct deciding_parts as (_ & D2 & _). unfold over. fold T. rewrite D2.
        now apply (its_open _ _ _ _ _ _ here).
      - intros f Hf Hr Q HQ HX. exfalso. now apply (no_watched_fact l X A E g met patterns f Q).
      - intros Hbans p S HS Htb. exfalso. apply (its_ban _ _ _ _ _ _ here Hbans p S HS) in Htb.
        rewrite no_ban in Htb. destruct Htb as [Htb|[Htb _]]; lia.
    Qed.

    Lemma judged_is_won : wins (says_who l) (sure_score t R X A E) = true ->
      (turn_of_X b X A E R g [now g] \/ turn_of_Y b X A E R g [now g]) ->
      can_force R X (goal (says_who l)) g.
    Proof.
      intros Hwin Hturn. destruct deciding_parts as (D1 & D2 & D3 & D4).
      assert (Hgood : good b R g) by (split; [exact it_is_proper|split; apply here]).
      assert (HG : forall g s, proper b g -> keeps b X A E (now g) -> ~ Y_there X E (now g) ->
        scores R g s -> goal (says_who l) s).
      { intros g' s Hp' Hk' Hno Hs. destruct area_alone as (Hnone_counted & _).
        apply goal_as_good with (sure_score t R X A E); [|now apply wins_spec].
        now apply sure_score_is with g'. }
      destruct (decided_is_won b X A E settled R D1 D2 D3 (goal (says_who l)) HG g
        (they_must_end b R names D4 g Hgood)) as [WX WY].
      destruct Hturn as [H|H]; eauto.
    Qed.

    (** White, or who else is not to win, cannot end the game while he has a stone there. *)
    Lemma no_end_here : turn g = opponent X ->
      ((N.land E (mask (opponent X) (now g)) =? 0)%N ||
       forallb (fun c => let s := step_of rule n c in
                         match leads s with
                         | Ends _ => passed_over rule gs l s
                         | GoesOn _ => true
                         end)
         (choices rule n)) = true ->
      no_end X E R g.
    Proof.
      intros Eturn Hend (y & Hy & HyY) Hended. destruct deciding_parts as (_ & D2 & _).
      apply orb_prop in Hend as [Hend|Hend].
      { apply (disjoint_spec _ _ Hend y Hy). now apply has_mask_iff. }
      assert (Hm : makes R g Pass (with_move g Pass (now g))).
      { apply by_a_pass; [apply at_the_move|now apply may_always_pass]. }
      destruct (moves_are_steps _ _ _ _ _ _ promises _ _ _ _ _ here Hm)
        as (ch & Hch & Happ & Hleg & Hf).
      rewrite forallb_forall in Hend. specialize (Hend ch Hch). unfold follows in Hf.
      cbv zeta in Hend. destruct (leads (step_of rule n ch)) as [q|n'].
      - eapply passed_over_is; eauto.
      - destruct Hf as [Hst' _]. now apply (its_open _ _ _ _ _ _ Hst' D2) in Hended.
    Qed.
  End OneLemma.

  Theorem judge_is : forall l, judge t cells R scopes rule gs l = true ->
    is_true R (text_says R scopes) offset (stands b R scopes) (pays b R) gs l.
  Proof.
    intros l H o g Hst Hmet. unfold judge in H. set (n := place l) in *.
    set (X := winner (says_who l)) in *. destruct (settled_of t cells n X) as [[A E] rs].
    cbv zeta in H. rewrite !andb_true_iff in H.
    destruct H as ((((Htest & Hwin) & Hban) & Hpat) & Hend).
    pose proof (it_shows _ _ _ _ _ _ Hst) as (Hp & Hb & Hw & Ht).
    assert (Hown : match X with Black => black n | White => white n end = mask X (now g))
      by (now destruct X).
    assert (Hother : match X with Black => white n | White => black n end =
      mask (opponent X) (now g)) by (now destruct X).
    rewrite Hown, Hother in Htest. rewrite Hother in Hend. apply N.eqb_eq in Hban.
    rewrite forallb_forall in Hpat.
    destruct (tested_parts b (now g) (now_length b g Hp) X A E rs Htest) as (_ & Hset & HE & Hk).
    pose proof (at_the_move l o g A E Hst Hmet Hban Hpat Hk) as Hat.
    apply forced_is_paid.
    apply (judged_is_won l o g A E Hst Hset Hwin).
    destruct (same_colour (to_move n) X) eqn:Ec; [left|right].
    - apply same_colour_spec in Ec. split; [exact Hat|]. split; [now rewrite Ht|].
      intros P [<-|[]] HX. now apply (not_made_by_X l g A E HE) in HX.
    - assert (Eturn : turn g = opponent X).
      { rewrite Ht. fold n. destruct (other_colour X (to_move n)) as [E0|E0]; [|auto].
        rewrite E0 in Ec. now destruct X. }
      split; [exact Hat|]. split; [exact Eturn|]. split.
      + now apply (no_end_here l o g A E Hst Hmet Hban Hpat Hk).
      + intros N' HN' P [<-|[<-|[]]] HX; exfalso; [|now apply (not_made_by_X l g A E HE (now g))].
        destruct HX as [_ (q & Hq & HqX)]. apply (HE q Hq).
        now apply (answer_adds_no_X b X (now g) N' HN').
  Qed.
End Proof.
