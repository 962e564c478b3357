(** * Acceptance implies the value

    [accepts] is the whole checker: a header, the table of groups, the lemmas and the claims go in,
    and a verdict comes out. The theorem [accepted_value] says what the verdict means. *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia Lqa FMapPositive.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Play Checker Sound Beside Text Twin Ends Groups Settled Pieces
  Bounds.
From Verified Require Export Session Truth.

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
