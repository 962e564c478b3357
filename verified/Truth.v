(** * What a session has kept is true, and so is what is claimed of it *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia Lqa FMapPositive.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Bits Play Checker Sound Common Text Twin Promises Starts Values
  Ends Groups Symmetry Image Settled Judged Pieces Bounds Endless Scores.
From Verified Require Export Session.

Lemma feed_all_keeps : forall is s s', feed_all s is = Some s' ->
  its_header s' = its_header s /\ its_layout s' = its_layout s /\ its_rule s' = its_rule s /\
    its_groups s' = its_groups s /\ its_image s' = its_image s /\ its_judge s' = its_judge s /\
    its_node s' = its_node s /\ its_history s' = its_history s /\ its_assumed s' = its_assumed s /\
    its_turns s' = its_turns s /\ grouped_facts s' = grouped_facts s /\
    exists is',
      take_all (its_rule s) (its_groups s) (its_image s) (its_judge s) (its_pieces s) (its_lemmas s)
        is' = Some (its_lemmas s').
Proof.
  induction is as [|i is IH]; intros s s' H; cbn [feed_all] in H.
  - injection H as <-. repeat split. now exists [].
  - unfold feed in H at 1.
    destruct (match i with Lemma _ l _ | Promise _ l => _ end); [|discriminate].
    destruct (take _ _ _ _ _ _ i) as [ls|] eqn:E; [|discriminate].
    apply IH in H as (H1 & H0 & H2 & H3 & H7 & H8 & H4 & H5 & H9 & H11 & H10 & is' & H6). cbn in *.
    repeat split; auto. exists (i :: is'). cbn [take_all]. now rewrite E.
Qed.

(** What a player can do for a goal: force it, or hold out for it where endless play is a win. *)

Definition reaches (R : rules) (k : kind) (g : game) : Prop :=
  if endless k then can_hold_out R (winner k) (goal k) g else can_force R (winner k) (goal k) g.

(** What is proved of a header: its ko rule is a text, its moves are legal, and the game that they
    lead to has its value, or its bounds. *)

Definition is_right (h : header) : Prop :=
  is_a_text (ko (of_rules h)) /\
  exists g, leads_to (of_rules h) (begin (of_board h) (from h) (to_play h)) (moves_made h) g /\
            match upper h with
            | None => has_value (of_rules h) g (value h)
            | Some u => has_bounds (of_rules h) g (value h) u
            end.

(** The same of a claim. *)

Definition is_forced (h : header) (k : kind) : Prop :=
  is_a_text (ko (of_rules h)) /\
  exists g,
    leads_to (of_rules h) (begin (of_board h) (from h) (to_play h)) (moves_made h) g /\
    reaches (of_rules h) k g.

Definition truth_of (p : proven) : Prop :=
  let scopes := scopes_by (its_scopes p) in
  is_true (its_rules p) (text_says (its_rules p) scopes) offset
    (stands (its_board p) (its_rules p) scopes) (pays (its_board p) (its_rules p))
    (groups_by (all_turns (its_board p) (its_symmetries p)) (its_grouped p)) (its_lemma p).

Lemma assumed_truth : forall h L symmetries grouped ps number l,
  (forall p, In p ps -> truth_of p) ->
  forallb (may_assume (of_board h) (of_rules h) (scope_list L)
             (groups_by (all_turns (of_board h) symmetries) grouped)) ps = true ->
  quick_find number (table_of_proven ps) = Some l ->
  truth_of {| its_board := of_board h; its_rules := of_rules h; its_scopes := scope_list L;
              its_symmetries := symmetries; its_grouped := grouped; its_lemma := l |}.
Proof.
  intros h L symmetries grouped ps number l Hps Hall H.
  apply found_in_table in H as [H|(p & Hp & ->)]; [discriminate|]. specialize (Hps p Hp).
  rewrite forallb_forall in Hall. specialize (Hall p Hp). unfold may_assume in Hall.
  rewrite !andb_true_iff in Hall. destruct Hall as (((H1 & H2) & H3) & H4).
  destruct (board_same _ _) as [E1|]; [|discriminate].
  destruct (rules_same _ _) as [E2|]; [|discriminate].
  destruct (scopes_same _ _) as [E3|]; [|discriminate]. unfold truth_of in *.
  cbn [its_board its_rules its_scopes its_symmetries its_grouped its_lemma] in *.
  rewrite <- E1, <- E2, <- E3. eapply still_true; [|exact Hps]. rewrite <- E1 in H4.
  intros f g Hg Hf. unfold groups_agree in H4.
  destruct (grouped_with _ _ _ _ Hf) as (f0 & Ho & Hfs).
  destruct (without_groups (its_lemma p)) as [|x mine]; [discriminate|].
  rewrite forallb_forall in H4. specialize (H4 _ Ho). cbn [fst snd] in H4. rewrite Hg in H4.
  cbn [negb orb] in H4. rewrite forallb_forall in H4. specialize (H4 _ Hfs).
  destruct (group_of _ f) as [y|]; [|discriminate]. now apply N.eqb_eq in H4 as ->.
Qed.

Lemma nothing_or : forall A (l : list A) x, match l with [] => true | _ => x end = true ->
  l = [] \/ x = true.
Proof. intros A [|a l] x H; auto. Qed.

(** A session that was opened, and the items that it was fed. *)

Section Session.
  Variable h : header.
  Variable L : layout.
  Variable grouped : list (fact * N).
  Variable symmetries : list (list point * bool).
  Variable ps : list proven.
  Variable s : session.
  Variable is : list item.
  Variable s' : session.
  Hypothesis assumed_are_true : forall p, In p ps -> truth_of p.
  Hypothesis opened : open_session h L grouped symmetries ps = Some s.
  Hypothesis fed : feed_all s is = Some s'.

  Let b := of_board h.
  Let R := of_rules h.
  Let r := rule_for b R L.
  Let scopes := scopes_by (scope_list L).
  Let us := all_turns b symmetries.
  Let gs := groups_by us grouped.
  Let says := text_says R scopes.
  Let at_node := stands b R scopes.
  Let paying := pays b R.
  Let final := promise_list (its_lemmas s').
  Let safely := safe b R scopes final.
  Let valid := is_valid R says offset at_node paying gs safely.

  Record session_is : Prop := {
    s_header : its_header s' = h;
    s_layout : its_layout s' = L;
    s_rule : its_rule s' = r;
    s_groups : its_groups s' = gs;
    s_image : its_image s' = image_at h us;
    s_turns : its_turns s' = symmetries;
    s_grouped : grouped_facts s' = grouped;
    s_from : length (from h) = size b;
    s_scopes : scopes_good (scope_list L) = true;
    s_good_turns : forallb (good_turn b R) us = true;
    s_closed : match grouped with [] => true | _ => closed_turns b us end = true;
    s_apart : all_apart (Spec.keeps (ko R)) = true;
    s_assume : forallb (may_assume b R (scope_list L) gs) ps = true;
    s_moves : play_moves r (first_node h) (start_facts R scopes (first_node h)) (moves_made h) =
      Some (its_node s', its_history s');
    s_items : exists is',
      take_all r gs (image_at h us) (judge_at h L r gs)
        (fun number => quick_find number (table_of_proven ps)) no_lemmas is' =
      Some (its_lemmas s') }.

  Lemma session_parts : session_is.
  Proof.
    pose proof opened as Eo. unfold open_session in Eo. fold b R in Eo. fold us r in Eo.
    destruct (grouping_of us grouped) as [m|] eqn:Egr; [|discriminate].
    assert (Egs : groups_from us m = gs) by (unfold gs, groups_by; now rewrite Egr).
    rewrite Egs in Eo. destruct (_ && _) eqn:Eb in Eo; [|discriminate].
    rewrite !andb_true_iff, Nat.eqb_eq in Eb.
    destruct Eb
      as ((((((((((Hl & _) & _) & _) & _) & _) & Hgood) & Hturns) & Hclosed) & Hapart) & Hassume).
    destruct (play_moves _ _ _ _) as [[n history]|] eqn:Em; [|discriminate].
    pose proof (feed_all_keeps _ _ _ fed)
      as (E1 & E0 & E2 & E3 & Ei & Ej & E4 & E5 & Ea & E7 & E6 & is' & Et).
    injection Eo as Es. unfold its_pieces in Et. rewrite <- Es in *.
    cbn [its_header its_layout its_rule its_groups its_image its_judge its_lemmas its_node
      its_history its_assumed its_turns grouped_facts] in *.
    constructor; auto; [now rewrite E4, E5|now exists is'].
  Qed.

  Let parts := session_parts.

  Lemma scopes_differ_here : forall n f x n' f' x', scopes n f x = scopes n' f' x' ->
    n = n' /\ f = f' /\ x = x'.
  Proof. exact (scopes_by_differ _ (s_scopes parts)). Qed.

  Lemma rule_keeps_promises : keeps_promises R r says offset at_node paying.
  Proof.
    apply text_keeps_promises; [exact scopes_differ_here|]. intros g Hp. apply over_decidable.
    rewrite (proj1 Hp). now apply now_length.
  Qed.

  (** The moves of the header lead to the node of the session. *)

  Lemma moves_lead_on : exists g,
    leads_to R (begin b (from h) (to_play h)) (moves_made h) g /\ good b R g /\
    at_node nothing_off g (its_node s') /\ forall f, says g f <-> In f (its_history s').
  Proof.
    destruct (play_moves_is _ _ _ _ _ _ rule_keeps_promises _ nothing_off
      (begin b (from h) (to_play h)) _ _ _ _
      (text_start_stands b R scopes (from h) (to_play h) (s_from parts))
      (fun f => text_start_history b R scopes (from h) (to_play h) f) (s_moves parts))
      as (g & Hg & Hsg & Hhg).
    exists g. split; [exact Hg|split; [|auto]]. eapply leads_to_good; [|exact Hg].
    apply begin_good, (s_from parts).
  Qed.

  (** What the checker asks of symmetries, of decided positions and of other files. *)

  Lemma image_stays_valid : forall k l l', valid l -> image_at h us k l = Some l' -> valid l'.
  Proof.
    intros [|k] l l' Hl0 Ek; cbn [image_at] in Ek; [now injection Ek as <-|].
    destruct (nth_error us (S k)) as [u|] eqn:Eu; [|discriminate]. apply nth_error_In in Eu.
    pose proof (proj1 (forallb_forall _ _) (s_good_turns parts) u Eu) as Ht. pose proof Eu as Hu.
    apply in_map_iff in Hu as ([points x] & <- & _).
    unfold good_turn in Ht. apply andb_prop in Ht as [Ht Ht2].
    eapply image_lemma_is_valid;
      [apply safe_image|apply test_symmetry_is; exact Ht| | |exact Hl0|exact Ek].
    - intros Hx. change (swaps (forth (turns_of b (points, x)))) with x in Ht2.
      change (x = true) in Hx. rewrite Hx in Ht2. cbn [negb orb] in Ht2.
      rewrite !andb_true_iff, Qeq_bool_iff, !negb_true_iff in Ht2. unfold even_handed. tauto.
    - intros f y Hf. apply (groups_are_closed us grouped (turns_of b (points, x))); [|exact Hf].
      destruct (nothing_or _ _ _ (s_closed parts)) as [E|Hclosed].
      { exfalso. unfold gs in Hf. now rewrite E, nothing_grouped in Hf. }
      pose proof (s_good_turns parts) as Hturns. intros v Hv.
      now apply (turns_follow_on b R symmetries).
  Qed.

  Lemma judged_is_true : forall l, judge_at h L r gs l = true ->
    is_true R says offset at_node paying gs l.
  Proof.
    intros l Hj. unfold judge_at in Hj. destruct (rules_decide _ _) eqn:Er; [|discriminate].
    eapply judge_is; eauto using scopes_differ_here, rule_keeps_promises.
  Qed.

  Lemma more_is_safe : forall c (G G' : game -> Prop) g',
    (forall g'', later R g' g'' -> G g'' -> G' g'') -> safely c G g' -> safely c G' g'.
  Proof. intros c G G' g' Hm Hs. now apply for_less with G. Qed.

  Lemma forced_is_safe : forall c G g', forces R c G g' -> safely c G g'.
  Proof. intros c G g' Hf. now apply it_is_forced. Qed.

  (** The lemmas of the session. *)

  Lemma kept_follow : forall number l, quick_find number (kept (its_lemmas s')) = Some l ->
    follows_by_a_step R says offset at_node paying gs safely l.
  Proof.
    destruct (s_items parts) as [is' Et].
    pose proof (take_all_promises _ _ _ _ _ _ _ _ no_promises_listed Et) as [Hlisted _].
    assert (Hpromise : forall number l, In (number, l) final -> valid l).
    { intros number l Hin o g' Hst _. unfold wins_by. rewrite (proj2 Hlisted number l Hin).
      now apply it_is_promised with number. }
    assert (Hstep : forall c G g', one_step R c G (safely c G) g' -> safely c G g')
      by (intros c G g' Hf; now apply a_step_is).
    exact (take_all_follows _ _ _ _ _ _ rule_keeps_promises _ (groups_by_well us grouped) _
      more_is_safe forced_is_safe Hstep _ image_stays_valid _ judged_is_true _
      (fun number l Hn =>
         assumed_truth h L symmetries grouped ps number l assumed_are_true (s_assume parts) Hn)
      _ _ _ (no_lemmas_follow _ _ _ _ _ _ _) no_promises_listed Et Hpromise).
  Qed.

  Lemma kept_are_valid : forall number l, quick_find number (kept (its_lemmas s')) = Some l ->
    valid l.
  Proof.
    intros number l Hn. apply following_is_valid; [|now apply kept_follow with number].
    intros c G g' Hf. now apply a_step_is.
  Qed.

  Lemma kept_are_true : forall number l, quick_find number (kept (its_lemmas s')) = Some l ->
    endless (says_who l) = false -> truth_of (proven_by s' l).
  Proof.
    intros number l Hn He. unfold truth_of, proven_by.
    cbn [its_board its_rules its_scopes its_symmetries its_grouped its_lemma].
    rewrite (s_header parts), (s_layout parts), (s_grouped parts), (s_turns parts).
    assert (Htrue : is_true R says offset at_node paying gs l)
      by (apply ordinary_is_true with safely; [exact He|now apply (kept_are_valid number)]).
    destruct (without_groups l) eqn:Eg; [|exact Htrue].
    eapply still_true; [|exact Htrue]. intros f x Hx. rewrite Eg in Hx. discriminate.
  Qed.

  (** Claims: what is paid is scored, and some need no lemma. *)

  Lemma paid_is_scored : forall k g', proper b g' -> paid offset paying nothing_off (goal k) g' ->
    exists q, scores R g' q /\ goal k q.
  Proof.
    intros k g' Hp' (q & Hq & Hgoal). exists q.
    split; [apply (pays_scores b); [apply Hp'|exact Hq]|exact Hgoal].
  Qed.

  Lemma forced_in_any_case : forall k g, good b R g -> needs_no_lemma h L k = true ->
    can_force R (winner k) (goal k) g.
  Proof.
    intros k g1 Hp1 Hk. apply andb_prop in Hk as [Hend Hk].
    apply andb_prop in Hend as [Hend Hrange]. apply wins_spec in Hk.
    apply forced_anyway with b; [apply Hp1|apply (they_must_end b R (end_names L) Hend g1 Hp1)|].
    intros g' q [ms Hms] Hq. apply (goal_as_good k) with (2 := Hk).
    pose proof (score_range _ _ _ _ Hrange (leads_to_good _ _ _ _ _ Hp1 Hms) Hq) as [H1 H2].
    unfold extreme_score. destruct (winner k); cbn; auto.
  Qed.

  Lemma forced_and_paid : forall k g, good b R g ->
    forces R (winner k) (paid offset paying nothing_off (goal k)) g ->
    can_force R (winner k) (goal k) g.
  Proof.
    intros k g Hp Hw. apply forces_can_force
      with (G := fun g' => proper b g' /\ paid offset paying nothing_off (goal k) g').
    - intros g' [Hp' Hpaid]. now apply paid_is_scored.
    - apply forces_more with (G := paid offset paying nothing_off (goal k)); [|exact Hw].
      intros g' Hl' Hpaid. split; [|exact Hpaid]. destruct Hl' as [ms Hms].
      apply (leads_to_good _ _ _ _ _ Hp Hms).
  Qed.

  Lemma claim_of_a_start : forall k P x, length P = size b -> claim_at s' k P x = true ->
    can_force R (winner k) (goal k) (begin b P White).
  Proof.
    intros k P x HlP Hk. unfold claim_at in Hk. apply andb_prop in Hk as [He Hk].
    apply negb_true_iff in He. pose proof (begin_good b R P White HlP) as HpP.
    rewrite (s_layout parts), (s_header parts) in Hk.
    destruct x as [[number turn]|]; [|now apply forced_in_any_case].
    destruct (quick_find number _) as [l|] eqn:El; [|discriminate].
    rewrite (s_image parts), (s_rule parts), (s_groups parts) in Hk.
    destruct (image_at _ _ _ _) as [l'|] eqn:El'; [|discriminate].
    apply forced_and_paid; [exact HpP|].
    assert (Hw : wins_by R safely k (winner k) (paid offset paying nothing_off (goal k))
      (begin b P White)).
    { refine (makes_claim_is _ _ _ _ _ _ rule_keeps_promises gs safely more_is_safe forced_is_safe k
        nothing_off _ _ _ l' (text_start_stands b R scopes P White HlP) _
        (image_stays_valid _ _ _ (kept_are_valid _ l El) El') Hk).
      intros f. apply text_start_history. }
    unfold wins_by in Hw. now rewrite He in Hw.
  Qed.

  Lemma claim_is_reached : forall g k number, good b R g -> at_node nothing_off g (its_node s') ->
    (forall f, says g f <-> In f (its_history s')) -> claim_holds s' k number = true ->
    reaches R k g.
  Proof.
    intros g k [x|] Hp Hsg Hhg Hk; cbn [claim_holds] in Hk.
    - destruct (quick_find x _) as [l|] eqn:El; [|discriminate].
      apply andb_prop in Hk as [Hk Hkept]. rewrite (s_rule parts), (s_groups parts) in Hk.
      assert (Hw : wins_by R safely k (winner k) (paid offset paying nothing_off (goal k)) g)
        by exact (makes_claim_is _ _ _ _ _ _ rule_keeps_promises gs safely more_is_safe
          forced_is_safe k nothing_off g _ _ l Hsg Hhg (kept_are_valid x l El) Hk).
      unfold reaches. unfold wins_by in Hw.
      destruct (endless k); [|now apply forced_and_paid].
      apply safe_is_held with (4 := Hw) (gs := gs); [|exact (paid_is_scored k)|apply Hp].
      intros number l' Hin. unfold all_kept in Hkept. cbn [negb orb] in Hkept.
      rewrite forallb_forall in Hkept. specialize (Hkept _ Hin). cbn [fst snd] in Hkept.
      destruct (quick_find number _) as [l1|] eqn:E; [|discriminate]. exists l1.
      split; [exact Hkept|now apply kept_follow with number].
    - rewrite (s_layout parts), (s_header parts) in Hk.
      pose proof (forced_in_any_case k g Hp Hk) as Hforce.
      unfold reaches. destruct (endless k); [now apply forced_is_held|exact Hforce].
  Qed.

  Lemma session_truth : its_header s' = h /\
    (forall number l, quick_find number (kept (its_lemmas s')) = Some l ->
       endless (says_who l) = false -> truth_of (proven_by s' l)) /\
    is_a_text (ko (of_rules h)) /\
    (forall k P x, length P = size (of_board h) -> claim_at s' k P x = true ->
       can_force (of_rules h) (winner k) (goal k) (begin (of_board h) P White)) /\
    exists g,
      leads_to (of_rules h) (begin (of_board h) (from h) (to_play h)) (moves_made h) g /\
      good (of_board h) (of_rules h) g /\
      forall k number, claim_holds s' k number = true -> reaches (of_rules h) k g.
  Proof.
    split; [exact (s_header parts)|]. split; [exact kept_are_true|].
    split; [exact (all_apart_spec _ (s_apart parts))|]. split; [exact claim_of_a_start|].
    destruct moves_lead_on as (g & Hg & Hp & Hsg & Hhg). exists g.
    split; [exact Hg|split; [exact Hp|]]. intros k number. now apply claim_is_reached.
  Qed.
End Session.
