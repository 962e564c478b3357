(** * Acceptance implies the value

    [accepts] is the whole checker: a header, the table of groups, the lemmas and the claims go in,
    and a verdict comes out. The theorem [accepted_value] says what the verdict means. *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia Lqa FMapPositive.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Bits Flood Play Area Checker Sound Common Beside Ban Tally Text
  Twin Promises Starts Values Ends Groups Symmetry Image Life Settled Decided Judged Pieces Bounds
    Endless Scores.
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

Lemma session_truth : forall h L grouped symmetries ps s is s', (forall p, In p ps -> truth_of p) ->
  open_session h L grouped symmetries ps = Some s -> feed_all s is = Some s' ->
  its_header s' = h /\
    (forall number l, quick_find number (kept (its_lemmas s')) = Some l ->
       endless (says_who l) = false -> truth_of (proven_by s' l)) /\ is_a_text (ko (of_rules h)) /\
    (forall k P x, length P = size (of_board h) -> claim_at s' k P x = true ->
       can_force (of_rules h) (winner k) (goal k) (begin (of_board h) P White)) /\
    exists g,
      leads_to (of_rules h) (begin (of_board h) (from h) (to_play h)) (moves_made h) g /\
      good (of_board h) (of_rules h) g /\
      forall k number, claim_holds s' k number = true -> reaches (of_rules h) k g.
Proof.
  intros h L grouped symmetries ps s is s' Hps Eo Ef.
  unfold open_session in Eo. set (us := all_turns (of_board h) symmetries) in *.
  destruct (grouping_of us grouped) as [m|] eqn:Egr; [|discriminate].
  assert (Egs : groups_from us m = groups_by us grouped) by (unfold groups_by; now rewrite Egr).
  rewrite Egs in Eo. destruct (_ && _) eqn:Eb in Eo; [|discriminate].
  rewrite !andb_true_iff, Nat.eqb_eq in Eb.
  destruct Eb
    as ((((((((((Hl & _) & _) & _) & _) & _) & Hgood) & Hturns) & Hclosed) & Hapart) & Hassume).
  destruct (play_moves _ _ _ _) as [[n history]|] eqn:Em; [|discriminate]. injection Eo as <-.
  apply feed_all_keeps in Ef as (E1 & E0 & E2 & E3 & Ei & _ & E4 & E5 & _ & E7 & E6 & is' & Et).
  unfold its_pieces in Et.
  cbn [its_header its_layout its_rule its_groups its_image its_judge its_lemmas its_node its_history
    its_assumed its_turns grouped_facts] in *.
  pose proof (scopes_by_differ _ Hgood) as Hdiffer.
  set (says := text_says (of_rules h) (scopes_by (scope_list L))) in *.
  set (at_node := stands (of_board h) (of_rules h) (scopes_by (scope_list L))) in *.
  set (paying := pays (of_board h) (of_rules h)) in *.
  assert (Hpr : keeps_promises (of_rules h) (rule_for (of_board h) (of_rules h) L) says offset
    at_node paying).
  { apply text_keeps_promises; [exact Hdiffer|]. intros g Hp. apply over_decidable.
    rewrite (proj1 Hp). now apply now_length. }
  set (g0 := begin (of_board h) (from h) (to_play h)).
  destruct (play_moves_is _ _ _ _ _ _ Hpr _ nothing_off g0 _ _ _ _
    (text_start_stands (of_board h) (of_rules h) (scopes_by (scope_list L)) (from h) (to_play h) Hl)
    (fun f =>
      text_start_history (of_board h) (of_rules h) (scopes_by (scope_list L)) (from h) (to_play h)
        f) Em) as (g & Hg & Hsg & Hhg).
  assert (Hp : good (of_board h) (of_rules h) g).
  { eapply leads_to_good; [|exact Hg]. now apply begin_good. }
  pose proof (groups_by_well us grouped) as Hwell. set (gs := groups_by us grouped) in *.
  set (final := promise_list (its_lemmas s')).
  set (safely := safe (of_board h) (of_rules h) (scopes_by (scope_list L)) final).
  set (valid := is_valid (of_rules h) says offset at_node paying gs safely).
  assert (Himage : forall k l l', valid l -> image_at h us k l = Some l' -> valid l').
  { intros [|k] l l' Hl0 Ek; cbn [image_at] in Ek; [now injection Ek as <-|].
    destruct (nth_error us (S k)) as [u|] eqn:Eu; [|discriminate]. apply nth_error_In in Eu.
    pose proof (proj1 (forallb_forall _ _) Hturns u Eu) as Ht. pose proof Eu as Hu.
    apply in_map_iff in Hu as ([points x] & <- & _).
    unfold good_turn in Ht. apply andb_prop in Ht as [Ht Ht2].
    eapply image_lemma_is_valid;
      [apply safe_image|apply test_symmetry_is; exact Ht| | |exact Hl0|exact Ek].
    - intros Hx. change (swaps (forth (turns_of (of_board h) (points, x)))) with x in Ht2.
      change (x = true) in Hx. rewrite Hx in Ht2. cbn [negb orb] in Ht2.
      rewrite !andb_true_iff, Qeq_bool_iff, !negb_true_iff in Ht2. unfold even_handed. tauto.
    - intros f y Hf.
      apply (groups_are_closed us grouped (turns_of (of_board h) (points, x))); [|exact Hf].
      destruct grouped as [|o rest]; [exfalso; unfold gs in Hf; now rewrite nothing_grouped in Hf|].
      intros v Hv. now apply (turns_follow_on (of_board h) (of_rules h) symmetries). }
  assert (Hjudge : forall l, judge_at h L (rule_for (of_board h) (of_rules h) L) gs l = true ->
      is_true (of_rules h) says offset at_node paying gs l).
  { intros l Hj. unfold judge_at in Hj. destruct (rules_decide _ _) eqn:Er; [|discriminate].
    eapply judge_is; eauto. }
  assert (Hassumed : forall number l, quick_find number (table_of_proven ps) = Some l ->
    is_true (of_rules h) says offset at_node paying gs l) by
    (intros number l Hn; exact (assumed_truth h L symmetries grouped ps number l Hps Hassume Hn)).
  assert (Hmore : forall c (G G' : game -> Prop) g',
    (forall g'', later (of_rules h) g' g'' -> G g'' -> G' g'') -> safely c G g' -> safely c G' g')
    by (intros c G G' g' Hm Hs; now apply for_less with G).
  assert (Hforces : forall c G g', forces (of_rules h) c G g' -> safely c G g')
    by (intros c G g' Hf; now apply it_is_forced).
  assert (Hstep : forall c G g', one_step (of_rules h) c G (safely c G) g' -> safely c G g')
    by (intros c G g' Hf; now apply a_step_is).
  pose proof (take_all_promises _ _ _ _ _ _ _ _ no_promises_listed Et) as [Hlisted _].
  assert (Hpromise : forall number l, In (number, l) final -> valid l).
  { intros number l Hin o g' Hst _. unfold wins_by. rewrite (proj2 Hlisted number l Hin).
    now apply it_is_promised with number. }
  assert (Hfollow : forall number l, quick_find number (kept (its_lemmas s')) = Some l ->
      follows_by_a_step (of_rules h) says offset at_node paying gs safely l).
  { exact (take_all_follows _ _ _ _ _ _ Hpr _ Hwell _ Hmore Hforces Hstep _ Himage _ Hjudge _
      Hassumed _ _ _ (no_lemmas_follow _ _ _ _ _ _ _) no_promises_listed Et Hpromise). }
  assert (Hvalid : forall number l, quick_find number (kept (its_lemmas s')) = Some l -> valid l).
  { intros number l Hn. apply following_is_valid; eauto. }
  split; [exact E1|]. split.
  { intros number l Hn He. unfold truth_of, proven_by.
    cbn [its_board its_rules its_scopes its_symmetries its_grouped its_lemma].
    rewrite E1, E0, E6, E7.
    assert (Htrue : is_true (of_rules h) says offset at_node paying gs l)
      by (apply ordinary_is_true with safely; [exact He|now apply (Hvalid number)]).
    destruct (without_groups l) eqn:Eg; [|exact Htrue].
    eapply still_true; [|exact Htrue]. intros f x Hx. rewrite Eg in Hx. discriminate. }
  split; [now apply all_apart_spec|].
  assert (Hpays : forall k g', proper (of_board h) g' ->
    paid offset paying nothing_off (goal k) g' -> exists q, scores (of_rules h) g' q /\ goal k q).
  { intros k g' Hp' (q & Hq & Hgoal). exists q.
    split; [apply (pays_scores (of_board h)); [apply Hp'|exact Hq]|exact Hgoal]. }
  assert (Hneeds : forall k g', good (of_board h) (of_rules h) g' -> needs_no_lemma h L k = true ->
    can_force (of_rules h) (winner k) (goal k) g').
  { intros k g1 Hp1 Hk. apply andb_prop in Hk as [Hend Hk].
    apply andb_prop in Hend as [Hend Hrange]. apply wins_spec in Hk.
    apply forced_anyway with (of_board h);
      [apply Hp1|apply (they_must_end (of_board h) (of_rules h) (end_names L) Hend g1 Hp1)|].
    intros g' q [ms Hms] Hq. apply (goal_as_good k) with (2 := Hk).
    pose proof (score_range _ _ _ _ Hrange (leads_to_good _ _ _ _ _ Hp1 Hms) Hq) as [H1 H2].
    unfold extreme_score. destruct (winner k); cbn; auto. }
  split.
  { intros k P x HlP Hk. unfold claim_at in Hk. apply andb_prop in Hk as [He Hk].
    apply negb_true_iff in He. pose proof (begin_good (of_board h) (of_rules h) P White HlP) as HpP.
    rewrite E0, E1 in Hk. destruct x as [[number turn]|]; [|now apply Hneeds].
    destruct (quick_find number _) as [l|] eqn:El; [|discriminate].
    rewrite Ei, E2, E3 in Hk. destruct (image_at _ _ _ _) as [l'|] eqn:El'; [|discriminate].
    pose proof (text_start_stands (of_board h) (of_rules h) (scopes_by (scope_list L)) P White HlP)
      as Hst.
    assert (Hw : wins_by (of_rules h) safely k (winner k) (paid offset paying nothing_off (goal k))
      (begin (of_board h) P White)).
    { refine (makes_claim_is _ _ _ _ _ _ Hpr gs safely Hmore Hforces k nothing_off _ _ _ l' Hst _
        (Himage _ _ _ (Hvalid _ l El) El') Hk).
      intros f. apply text_start_history. }
    unfold wins_by in Hw. rewrite He in Hw.
    apply forces_can_force
      with (G := fun g' => proper (of_board h) g' /\ paid offset paying nothing_off (goal k) g').
    + intros g' [Hp' Hpaid]. now apply Hpays.
    + apply forces_more with (G := paid offset paying nothing_off (goal k)); [|exact Hw].
      intros g' Hl' Hpaid. split; [|exact Hpaid]. destruct Hl' as [ms Hms].
      apply (leads_to_good _ _ _ _ _ HpP Hms). }
  exists g. split; [exact Hg|]. split; [exact Hp|].
  intros k [x|] Hk; cbn [claim_holds] in Hk.
    - destruct (quick_find x _) as [l|] eqn:El; [|discriminate].
      apply andb_prop in Hk as [Hk Hkept]. rewrite E2, E3, E4, E5 in Hk.
      assert
        (Hw : wins_by (of_rules h) safely k (winner k) (paid offset paying nothing_off (goal k)) g)
        by exact (makes_claim_is _ _ _ _ _ _ Hpr gs safely Hmore Hforces k nothing_off g n history l
          Hsg Hhg (Hvalid x l El) Hk).
      unfold reaches. unfold wins_by in Hw. destruct (endless k).
      + apply safe_is_held with (4 := Hw) (gs := gs); [|exact (Hpays k)|apply Hp].
        intros number l' Hin. unfold all_kept in Hkept. cbn [negb orb] in Hkept.
        rewrite forallb_forall in Hkept. specialize (Hkept _ Hin). cbn [fst snd] in Hkept.
        destruct (quick_find number _) as [l1|] eqn:E; [|discriminate]. exists l1.
        split; [exact Hkept|eauto].
      + apply forces_can_force with
          (G := fun g' => proper (of_board h) g' /\ paid offset paying nothing_off (goal k) g').
        * intros g' [Hp' Hpaid]. now apply Hpays.
        * apply forces_more with (G := paid offset paying nothing_off (goal k)); [|exact Hw].
          intros g' Hl' Hpaid. split; [|exact Hpaid]. destruct Hl' as [ms Hms].
          apply (leads_to_good _ _ _ _ _ Hp Hms).
    - rewrite E1, E0 in Hk. pose proof (Hneeds k g Hp Hk) as Hforce.
      unfold reaches. destruct (endless k); [now apply forced_is_held|exact Hforce].
Qed.

(** A bound that needs no lemma: all scores meet it, or it is the end of what can be counted. *)

Lemma no_bound_needed : forall h k g, good (of_board h) (of_rules h) g ->
  needs_no_bound h k = true ->
  if endless k then can_hold_out (of_rules h) (winner k) (goal k) g
  else (threshold k ==
          match winner k with
          | Black => least_count (of_rules h) g
          | White => greatest_count (of_rules h) g
          end)%Q.
Proof.
  intros h k g Hp H. unfold needs_no_bound in H. rewrite !andb_true_iff in H.
  destruct H as ((H1 & H2) & H3). destruct (tally (ko (of_rules h))) eqn:Et; [discriminate|].
  apply negb_true_iff in H2. assert (Hc : counts_area (of_rules h)) by (split; auto).
  assert (Ee : (extreme_score h k ==
    match winner k with
    | Black => least_count (of_rules h) g
    | White => greatest_count (of_rules h) g
    end)%Q).
  { unfold extreme_score, least_score, greatest_score, least_count, greatest_count.
    rewrite H1, Et, (proj1 (proj1 Hp)). destruct (winner k), (ikeda (of_rules h)); ring. }
  destruct (endless k).
  - apply wins_spec in H3. apply held_anyway with (of_board h); [exact Hp|]. intros g' s Hp' Hs.
    apply (goal_as_good k) with (2 := H3).
    pose proof (scores_are_counts (of_board h) _ _ _ Hc Hp' Hs) as Hr. unfold as_good.
    unfold least_count, greatest_count in *. rewrite (proj1 (proj1 Hp)), (proj1 (proj1 Hp')) in *.
    destruct (winner k); rewrite Ee; tauto.
  - apply Qeq_bool_iff in H3. now rewrite H3.
Qed.

Lemma closing_is : forall h s g claims, its_header s = h -> good (of_board h) (of_rules h) g ->
  (forall k number, claim_holds s k number = true -> reaches (of_rules h) k g) ->
  close_session s claims = true ->
  match upper h with
  | None => has_value (of_rules h) g (value h)
  | Some u => has_bounds (of_rules h) g (value h) u
  end.
Proof.
  intros h s g claims E Hp Hclaim H. unfold close_session in H. rewrite E in H.
  assert (Hbound : forall k number, bound_holds s k number = true ->
    if endless k then can_hold_out (of_rules h) (winner k) (goal k) g
    else can_force (of_rules h) (winner k) (goal k) g \/
         (threshold k ==
           match winner k with
           | Black => least_count (of_rules h) g
           | White => greatest_count (of_rules h) g
           end)%Q).
  { intros k [x|] Hk.
    - apply (Hclaim k (Some x)) in Hk. unfold reaches in Hk. destruct (endless k); auto.
    - cbn [bound_holds] in Hk. rewrite E in Hk. apply (no_bound_needed h k g Hp) in Hk.
      destruct (endless k); auto. }
  destruct claims as [|c1 [|c2 claims]]; try discriminate. destruct (upper h) as [u|].
  - destruct claims as [|c3 [|c4 [|]]]; try discriminate. rewrite !andb_true_iff in H.
    destruct H as (((H1 & H2) & H3) & H4). apply Hbound in H1, H2, H3, H4.
    exact (conj H1 (conj H2 (conj H3 H4))).
  - destruct claims as [|c3 [|c4 [|]]]; try discriminate. apply andb_prop in H as [H1 H2].
    split; [exact (Hclaim _ _ H1)|exact (Hclaim _ _ H2)].
Qed.

Theorem accepted_value : forall h L grouped symmetries is claims,
  accepts h L grouped symmetries is claims = true -> is_right h.
Proof.
  intros h L grouped symmetries is claims H. unfold accepts in H.
  destruct (open_session h L grouped symmetries []) as [s|] eqn:Eo; [|discriminate].
  destruct (feed_all s is) as [s'|] eqn:Ef; [|discriminate].
  destruct (session_truth h L grouped symmetries [] s is s' (fun p x => match x with end) Eo Ef)
    as (E & _ & Ht & _ & g & Hg & Hp & Hclaim).
  split; [exact Ht|]. exists g. split; [exact Hg|]. now apply (closing_is h s' g claims).
Qed.

(** Without moves in the header the value is that of the start. *)

Corollary accepted_value_of_start : forall h L grouped symmetries is claims, moves_made h = [] ->
  accepts h L grouped symmetries is claims = true ->
  let g := begin (of_board h) (from h) (to_play h) in
  match upper h with
  | None => has_value (of_rules h) g (value h)
  | Some u => has_bounds (of_rules h) g (value h) u
  end.
Proof.
  intros h L grouped symmetries is claims Hm H. apply accepted_value in H as (_ & g & Hl & Hv).
  rewrite Hm in Hl. inversion Hl; subst. exact Hv.
Qed.

(** ** The calls of the program

    It opens a session with a header, feeds it one item after the other, and closes it with the
    claims. Whatever it does besides, and wherever it takes the items from: if closing says yes, the
    header is right. *)

Inductive comes_from : header -> session -> Prop :=
| opened : forall h L grouped symmetries ps s, (forall p, In p ps -> shown p) ->
    open_session h L grouped symmetries ps = Some s -> comes_from h s
| fed    : forall h s i s', comes_from h s -> feed s i = Some s' -> comes_from h s'
(** Other files show what may be assumed. *)
with shown : proven -> Prop :=
| by_a_file : forall h s numbers ps p, comes_from h s -> proves s numbers = Some ps -> In p ps ->
    shown p.

Scheme comes_from_with :=
  Induction for comes_from Sort Prop with shown_with := Induction for shown Sort Prop.

Lemma feed_one_more : forall is s i s1 s', feed_all s is = Some s1 -> feed s1 i = Some s' ->
  feed_all s (is ++ [i]) = Some s'.
Proof.
  induction is as [|j is IH]; intros s i s1 s' H H'; cbn in *; [injection H as ->; now rewrite H'|].
  destruct (feed s j); [eauto|discriminate].
Qed.

Lemma proves_what_is_true : forall s numbers ps p, proves s numbers = Some ps -> In p ps ->
  exists number l, quick_find number (kept (its_lemmas s)) = Some l /\
    endless (says_who l) = false /\ p = proven_by s l.
Proof.
  intros s.
  induction numbers as [|x numbers IH]; intros ps p H Hp; cbn in H;
    [injection H as <-; contradiction|].
  destruct (quick_find x _) as [l|] eqn:E; [|discriminate].
  destruct (proves s numbers) as [ps'|]; [|discriminate].
  destruct (endless (says_who l)) eqn:Ee; [discriminate|]. injection H as <-.
  destruct Hp as [<-|Hp]; [eauto 6|]. now apply IH with ps'.
Qed.

Lemma all_shown : forall h s, comes_from h s ->
  exists L grouped symmetries ps s0 is, (forall p, In p ps -> truth_of p) /\
    open_session h L grouped symmetries ps = Some s0 /\ feed_all s0 is = Some s.
Proof.
  apply (comes_from_with (fun h s _ => exists L grouped symmetries ps s0 is,
    (forall p, In p ps -> truth_of p) /\ open_session h L grouped symmetries ps = Some s0 /\
      feed_all s0 is = Some s) (fun p _ => truth_of p)).
  - intros h L grouped symmetries ps s _ IH Ho. exists L, grouped, symmetries, ps, s, []. auto.
  - intros h s i s' _ (L & grouped & symmetries & ps & s0 & is & Hps & Ho & Hf) Hi.
    exists L, grouped, symmetries, ps, s0, (is ++ [i]). split; [auto|split; [auto|]].
    now apply feed_one_more with s.
  - intros h s numbers ps p _ (L & grouped & symmetries & ps0 & s0 & is & Hps & Ho & Hf) Hn Hp.
    destruct (proves_what_is_true _ _ _ _ Hn Hp) as (number & l & El & Ee & ->).
    now apply (proj1 (proj2 (session_truth _ _ _ _ _ _ _ _ Hps Ho Hf)) number).
Qed.

Theorem closed_claim : forall h s k number, comes_from h s -> claim_holds s k number = true ->
  is_forced h k.
Proof.
  intros h s k number H Hk.
  apply all_shown in H as (L & grouped & symmetries & ps & s0 & is & Hps & Ho & Hf).
  destruct (session_truth _ _ _ _ _ _ _ _ Hps Ho Hf) as (_ & _ & Ht & _ & g & Hg & _ & Hclaim).
  split; [exact Ht|]. exists g. eauto.
Qed.

Theorem closed_value : forall h s claims, comes_from h s -> close_session s claims = true ->
  is_right h.
Proof.
  intros h s claims H Hc.
  apply all_shown in H as (L & grouped & symmetries & ps & s0 & is & Hps & Ho & Hf).
  destruct (session_truth _ _ _ _ _ _ _ _ Hps Ho Hf) as (E & _ & Ht & _ & g & Hg & Hp & Hclaim).
  split; [exact Ht|]. exists g. split; [exact Hg|]. now apply (closing_is h s g claims).
Qed.

Lemma opened_well : forall h s, comes_from h s ->
  length (from h) = size (of_board h) /\ is_a_text (ko (of_rules h)).
Proof.
  intros h s H. apply all_shown in H as (L & grouped & symmetries & ps & s0 & is & Hps & Ho & Hf).
  split.
  - unfold open_session in Ho. destruct (grouping_of _ _); [|discriminate].
    destruct (_ && _) eqn:E; [|discriminate]. rewrite !andb_true_iff, Nat.eqb_eq in E. tauto.
  - now destruct (session_truth _ _ _ _ _ _ _ _ Hps Ho Hf) as (_ & _ & Ht & _).
Qed.

Theorem placed_claim : forall h s k P x, comes_from h s -> length P = size (of_board h) ->
  claim_at s k P x = true ->
  is_a_text (ko (of_rules h)) /\
    can_force (of_rules h) (winner k) (goal k) (begin (of_board h) P White).
Proof.
  intros h s k P x H Hl Hk.
  apply all_shown in H as (L & grouped & symmetries & ps & s0 & is & Hps & Ho & Hf).
  destruct (session_truth _ _ _ _ _ _ _ _ Hps Ho Hf) as (_ & _ & Ht & Hplaced & _). eauto.
Qed.

(** The header that a session speaks of is that with which it was opened. *)

Theorem header_stays : forall h s, comes_from h s -> its_header s = h.
Proof.
  intros h s H. induction H as [h L grouped symmetries ps s _ H|h s i s' _ IH H].
  - unfold open_session in H. destruct (grouping_of _ _); [|discriminate].
    destruct (_ && _); [|discriminate]. destruct (play_moves _ _ _ _) as [[]|]; [|discriminate].
    now injection H as <-.
  - unfold feed in H. destruct (match i with Lemma _ l _ | Promise _ l => _ end); [|discriminate].
    destruct (take _ _ _ _ _ _ _); [|discriminate]. now injection H as <-.
Qed.

(** In a text it does not matter which line is asked first: what one keeps is what is kept. *)

Theorem kept_by_each_line : forall T r e s, is_a_text T -> In s (Spec.keeps T) ->
  counts (keep_when s) e = true ->
  kept_for T (e :: r) (place_kept s) (player_of e (for_whom s)) =
    meant (kept_for T r) e (what_kept s).
Proof.
  intros T r e s HT Hs Hc. cbn [kept_for]. destruct (find _ (Spec.keeps T)) as [x|] eqn:E.
  - apply find_some in E as [Hx E]. rewrite !andb_true_iff in E. destruct E as ((E1 & E2) & E3).
    apply Nat.eqb_eq in E2. assert (Ew : for_whom x = for_whom s).
    { destruct (colour_eq _ _) as [Ep|]; [|discriminate].
      destruct (for_whom x), (for_whom s); auto; cbn in Ep; destruct (who e); discriminate. }
    assert (Hboth : at_one_event x s /\ at_one_event s x).
    { unfold counts in *.
      destruct (what e); split; (split; [congruence|split; [congruence|]]); rewrite ?E1, ?Hc;
        auto. }
    destruct (ForallOrdPairs_In HT x s Hx Hs) as [->|[H|H]]; [auto|exfalso; tauto|exfalso; tauto].
  - apply (find_none _ _ E) in Hs. rewrite Hc, Nat.eqb_refl in Hs.
    destruct (colour_eq _ _) as [|Hn]; [discriminate|now destruct Hn].
Qed.
