(** * Every game ends, so every start has a value

    Each play adds a fact that was not there, and there are finitely many. Under Spight's rule passes make room
    for new facts, but each pass that goes on adds a fact that stays. *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Bits Flood Play Area Checker Sound Common Superko Spight Spight2 Primitive KeeMarch Twin Values.

(** ** Facts that are not there yet *)

Definition missing (U l : list fact) : nat := length (filter (fun f => negb (listed f l)) U).

Lemma missing_le : forall U l l', (forall f, In f l -> In f l') -> missing U l' <= missing U l.
Proof.
  intros U l l' H. unfold missing. induction U as [|f U IH]; cbn [filter]; [lia|].
  destruct (listed f l) eqn:E, (listed f l') eqn:E'; cbn [negb length]; try lia.
  apply listed_spec, H, listed_spec in E. congruence.
Qed.

Lemma missing_lt : forall U l l' f, (forall x, In x l -> In x l') -> In f U -> ~ In f l -> In f l' ->
  missing U l' < missing U l.
Proof.
  intros U l l' f H HU Hl Hl'. unfold missing. induction U as [|x U IH]; [contradiction|]. cbn [filter].
  assert (Hle : missing U l' <= missing U l) by now apply missing_le. unfold missing in Hle.
  destruct HU as [->|HU].
  - rewrite <- listed_spec in Hl, Hl'. destruct (listed f l); [contradiction|]. rewrite Hl'. cbn [negb length]. lia.
  - specialize (IH HU). destruct (listed x l) eqn:E, (listed x l') eqn:E'; cbn [negb length]; try lia.
    apply listed_spec, H, listed_spec in E. congruence.
Qed.

(** ** All positions, and all facts about them *)

Fixpoint all_positions (n : nat) : list position :=
  match n with
  | O => [[]]
  | S k => flat_map (fun P => [Empty :: P; Stone Black :: P; Stone White :: P]) (all_positions k)
  end.

Lemma in_all_positions : forall n P, length P = n -> In P (all_positions n).
Proof.
  induction n as [|n IH]; intros [|x P] H; try discriminate; cbn; [auto|].
  apply in_flat_map. exists P. split; [apply IH; now injection H|]. destruct x as [|[]]; cbn; auto.
Qed.

Definition board_facts (b : board) (scope : N) : list fact :=
  flat_map (fun P => [fact_about scope 0 P; fact_about scope 1 P; fact_about scope 2 P]) (all_positions (size b)).

Definition change_facts (b : board) : list fact :=
  flat_map (fun P => map (change_from_to P) (all_positions (size b))) (all_positions (size b)).

Lemma in_board_facts : forall b scope owner P, length P = size b -> owner = 0%N \/ (exists c, owner = number_of c) ->
  In (fact_about scope owner P) (board_facts b scope).
Proof.
  intros b scope owner P Hl Ho. apply in_flat_map. exists P. split; [now apply in_all_positions|].
  destruct Ho as [->|[[] ->]]; cbn; auto.
Qed.

Lemma in_change_facts : forall b P T, length P = size b -> length T = size b -> In (change_from_to P T) (change_facts b).
Proof.
  intros b P T HP HT. apply in_flat_map. exists P. split; [now apply in_all_positions|].
  apply in_map. now apply in_all_positions.
Qed.

(** ** The node of a game *)

Definition node_of (g : game) : node :=
  {| black := mask Black (now g); white := mask White (now g); to_move := turn g; passes := passes_in_a_row (record g); ban := 0 |}.

Lemma shows_node_of : forall b g, proper b g -> shows b g (node_of g).
Proof. intros b g H. split; auto. Qed.

(** ** Rules that look back at the whole game *)

Definition ledger (k : ko_rule) (g : game) : list fact :=
  match k with
  | SSK => fact_about 0 (number_of (first g)) (start g) ::
           map (fun e => fact_about 0 (number_of (opponent (who e))) (after e)) (record g)
  | NSSK => map (fun e => fact_about 0 (number_of (who e)) (after e)) (filter (fun e => negb (is_pass e)) (record g))
  | Fixed | BasicFixed => map (fun e => change_from_to (before e) (after e)) (filter (fun e => negb (is_pass e)) (record g))
  | _ => fact_about 0 0 (start g) :: map (fun e => fact_about 0 0 (after e)) (record g)
  end.

Lemma in_plays : forall e l, In e (filter (fun e => negb (is_pass e)) l) <-> In e l /\ a_play e.
Proof. intros. rewrite filter_In, negb_true_iff, is_play_spec. reflexivity. Qed.

Lemma ledger_says : forall k g f, In f (ledger k g) <-> says k g f.
Proof.
  intros k g f. unfold ledger, says, occurred, occurred_with, created, changed.
  destruct k; cbn [In]; rewrite ?in_map_iff; split.
  - intros [<-|[e [<- H]]]; eauto 7.
  - intros (T & [->|[e [H <-]]] & ->); eauto.
  - intros [<-|[e [<- H]]]; [exists (start g), (first g); auto|]. exists (after e), (opponent (who e)). eauto 7.
  - intros (T & c & [[-> ->]|[e (H & <- & <-)]] & ->); eauto.
  - intros [e [<- H]]. apply in_plays in H as [H Hp]. exists (after e), (who e). eauto 7.
  - intros (T & c & [e (H & Hp & <- & <-)] & ->). exists e. rewrite in_plays. auto.
  - intros [e [<- H]]. apply in_plays in H as [H Hp]. exists (before e), (after e). eauto 7.
  - intros (P & T & [e (H & Hp & <- & <-)] & ->). exists e. rewrite in_plays. auto.
  - intros [e [<- H]]. apply in_plays in H as [H Hp]. exists (before e), (after e). eauto 7.
  - intros (P & T & [e (H & Hp & <- & <-)] & ->). exists e. rewrite in_plays. auto.
  - intros [<-|[e [<- H]]]; eauto 7.
  - intros (T & [->|[e [H <-]]] & ->); eauto.
  - intros [<-|[e [<- H]]]; eauto 7.
  - intros (T & [->|[e [H <-]]] & ->); eauto.
  - intros [<-|[e [<- H]]]; eauto 7.
  - intros (T & [->|[e [H <-]]] & ->); eauto.
  - intros [<-|[e [<- H]]]; eauto 7.
  - intros (T & [->|[e [H <-]]] & ->); eauto.
Qed.

Definition universe (k : ko_rule) (b : board) : list fact :=
  match k with Fixed | BasicFixed => change_facts b | _ => board_facts b 0 end.

Section Superko.
  Variable b : board.
  Variable R : rules.
  Hypothesis back : looks_back (ko R).

  Definition rank (g : game) : nat := 3 * missing (universe (ko R) b) (ledger (ko R) g) + (2 - passes_in_a_row (record g)).

  Lemma superko_rank : forall g m g', proper b g -> makes R g m g' -> rank g' < rank g.
  Proof.
    intros g m g' Hp Hm. pose proof (shows_node_of b g Hp) as Hs. unfold rank.
    destruct Hm as [Ho _|p T Ho (HT & Hsui & Hko)]; rewrite (over_is R back) in Ho; cbn [record with_move passes_in_a_row what].
    - assert (missing (universe (ko R) b) (ledger (ko R) (with_move g Pass (now g))) <= missing (universe (ko R) b) (ledger (ko R) g)); [|lia].
      apply missing_le. intros f. rewrite !ledger_says. intros H. apply (says_after_pass b R back g _ f Hs). now right.
    - rewrite (proj1 Hp) in HT. pose proof (plays_length_after _ _ _ _ _ HT) as Hl. pose proof (now_length b g Hp) as Hn.
      set (f0 := play_fact (ko R) (node_of g) (node_after (node_of g) (play (table_of b) (mine (node_of g)) (theirs (node_of g)) (single p)) 0)).
      assert (Hlt : missing (universe (ko R) b) (ledger (ko R) (with_move g (Play p) T)) < missing (universe (ko R) b) (ledger (ko R) g)); [|lia].
      apply missing_lt with f0.
      + intros f. rewrite !ledger_says. intros H. apply (says_after_play b (ko R) back g _ p T 0 f Hs HT). now right.
      + unfold f0. rewrite (play_fact_is b (ko R) back g _ p T 0 Hs HT). unfold universe.
        destruct (ko R); try (apply in_board_facts; eauto); now apply in_change_facts.
      + rewrite ledger_says. unfold f0. rewrite (prohibited_is b (ko R) back g _ p T 0 Hs HT).
        destruct (ko R); cbn [ko_forbids] in Hko; tauto.
      + rewrite ledger_says. apply (says_after_play b (ko R) back g _ p T 0 f0 Hs HT). now left.
  Qed.

  Lemma superko_ends : forall g, proper b g -> must_end R g.
  Proof.
    apply ends_by_rank with rank. intros g m g' Hp Hm. split; [eapply proper_makes; eauto|]. right.
    eapply superko_rank; eauto.
  Qed.
End Superko.

(** ** Rules whose passes clear facts of scope 0, and leave facts of scope 1 *)

Lemma missing_bound : forall U l, missing U l <= length U.
Proof. intros U l. unfold missing. induction U as [|f U IH]; cbn [filter length]; [lia|]. destruct (negb _); cbn; lia. Qed.

(** Some facts of [l] are kept, among them all of the universe. *)

Lemma missing_kept : forall U l (keep : fact -> bool), (forall x, In x U -> keep x = true) ->
  missing U (filter keep l) = missing U l.
Proof.
  intros U l keep H. unfold missing. f_equal. apply filter_ext_in. intros x Hx. f_equal. apply eq_true_iff_eq.
  rewrite !listed_spec, filter_In. specialize (H x Hx). tauto.
Qed.

Lemma missing_le_kept : forall U l l' keep, (forall x, In x U -> keep x = true) ->
  (forall x, keep x = true -> In x l -> In x l') -> missing U l' <= missing U l.
Proof.
  intros U l l' keep HU H. rewrite <- (missing_kept U l keep HU). apply missing_le.
  intros x Hx. apply filter_In in Hx as [Hx Hk]. auto.
Qed.

Lemma missing_lt_kept : forall U l l' keep f, (forall x, In x U -> keep x = true) ->
  (forall x, keep x = true -> In x l -> In x l') -> In f U -> ~ In f l -> In f l' -> missing U l' < missing U l.
Proof.
  intros U l l' keep f HU H Hf Hl Hl'. rewrite <- (missing_kept U l keep HU). apply missing_lt with f; auto.
  - intros x Hx. apply filter_In in Hx as [Hx Hk]. auto.
  - intros Hx. now apply filter_In in Hx as [Hx _].
Qed.

(** A number that falls if the first of three falls, or the second and the first does not rise, or ... *)

Definition three (u2 u0 m1 m2 m0 : nat) : nat := S (S u0 * u2 + u0) * m1 + S u0 * m2 + m0.

Lemma three_falls : forall u2 u0 m1 m2 m0 m1' m2' m0', m2' <= u2 -> m0' <= u0 ->
  m1' < m1 \/ m1' <= m1 /\ (m2' < m2 \/ m2' <= m2 /\ m0' < m0) ->
  three u2 u0 m1' m2' m0' < three u2 u0 m1 m2 m0.
Proof.
  intros u2 u0 m1 m2 m0 m1' m2' m0' H2 H0 H. unfold three. set (a := S (S u0 * u2 + u0)). set (k := S u0) in *.
  assert (Hk2 : k * m2' <= k * u2) by now apply Nat.mul_le_mono_l.
  assert (Ha : forall x y, x <= y -> a * x <= a * y) by (intros; now apply Nat.mul_le_mono_l).
  assert (Hk : forall x y, x <= y -> k * x <= k * y) by (intros; now apply Nat.mul_le_mono_l).
  destruct H as [H|[H [H'|[H' H'']]]].
  - apply Ha in H. rewrite Nat.mul_succ_r in H. unfold a in *. lia.
  - apply Ha in H. apply Hk in H'. rewrite Nat.mul_succ_r in H'. unfold k in *. lia.
  - apply Ha in H. apply Hk in H'. lia.
Qed.

Definition not_scope (s : N) (f : fact) : bool := negb (scope f =? s)%N.

Lemma not_scope_spec : forall s f, not_scope s f = true <-> scope f <> s.
Proof. intros. unfold not_scope. now rewrite negb_true_iff, N.eqb_neq. Qed.

Lemma board_facts_scope : forall b s f, In f (board_facts b s) -> scope f = s.
Proof. intros b s f H. apply in_flat_map in H as (P & _ & H). cbn in H. now destruct H as [<-|[<-|[<-|[]]]]. Qed.

Lemma missing_lt_in_scope_1 : forall b l l' f, (forall x, scope x <> 0%N -> In x l -> In x l') ->
  In f (board_facts b 1) -> ~ In f l -> In f l' -> missing (board_facts b 1) l' < missing (board_facts b 1) l.
Proof.
  intros b l l' f H HU Hl Hl'. apply missing_lt_kept with (not_scope 0) f; auto.
  - intros x Hx. apply board_facts_scope in Hx. apply not_scope_spec. now rewrite Hx.
  - intros x Hx. apply not_scope_spec in Hx. auto.
Qed.

(** ** Spight's rule *)

Definition spight_ledger (g : game) : list fact :=
  map (fact_about 0 0) (since_last_pass (start g) (record g)) ++
  map (fun e => fact_about 1 (number_of (who e)) (after e)) (filter is_pass (record g)).

Lemma spight_ledger_says : forall g f, In f (spight_ledger g) <-> spight_says g f.
Proof.
  intros g f. unfold spight_ledger, spight_says, still_banned, passed. rewrite in_app_iff, !in_map_iff. split.
  - intros [[T [<- H]]|[e [<- H]]]; [left; eauto|right]. rewrite filter_In, is_pass_spec in H.
    exists (after e), (who e). split; [|auto]. exists e. tauto.
  - intros [[T [H ->]]|(T & c & [e (H & Hp & <- & <-)] & ->)]; [left; eauto|right].
    exists e. rewrite filter_In, is_pass_spec. auto.
Qed.

Section Spight.
  Variable b : board.
  Variable R : rules.
  Hypothesis is_spight : ko R = Spight.

  Definition spight_rank (g : game) : nat :=
    S (length (board_facts b 0)) * missing (board_facts b 1) (spight_ledger g) + missing (board_facts b 0) (spight_ledger g).

  Lemma spight_rank_falls : forall g m g', proper b g -> makes R g m g' -> over R g' \/ spight_rank g' < spight_rank g.
  Proof.
    intros g m g' Hp Hm. pose proof (now_length b g Hp) as Hn. destruct Hm as [Ho _|p T Ho (HT & Hsui & Hko)].
    - destruct (passed_decidable (record g) (turn g) (now g)) as [Ho'|Ho']; [left; now apply over_after_pass|right].
      unfold spight_rank.
      set (g' := with_move g Pass (now g)).
      assert (missing (board_facts b 1) (spight_ledger g') < missing (board_facts b 1) (spight_ledger g)).
      { apply missing_lt_in_scope_1 with (fact_about 1 (number_of (turn g)) (now g)).
        - intros f. rewrite !spight_ledger_says. intros Hf H. apply spight_after_pass. auto.
        - apply in_board_facts; eauto.
        - rewrite spight_ledger_says. now rewrite (says_passed b g _ _ Hp Hn).
        - rewrite spight_ledger_says. apply spight_after_pass. auto. }
      pose proof (missing_bound (board_facts b 0) (spight_ledger g')). nia.
    - right. rewrite (proj1 Hp) in HT. pose proof (plays_length_after _ _ _ _ _ HT) as Hl. unfold spight_rank.
      assert (Hincl : forall f, In f (spight_ledger g) -> In f (spight_ledger (with_move g (Play p) T))).
      { intros f. rewrite !spight_ledger_says, spight_after_play. auto. }
      assert (missing (board_facts b 0) (spight_ledger (with_move g (Play p) T)) < missing (board_facts b 0) (spight_ledger g)).
      { apply missing_lt with (fact_about 0 0 T); auto.
        - apply in_board_facts; auto.
        - rewrite spight_ledger_says, (says_recent b g T Hp Hl). now rewrite is_spight in Hko.
        - rewrite spight_ledger_says, spight_after_play. auto. }
      pose proof (missing_le (board_facts b 1) _ _ Hincl). nia.
  Qed.

  Lemma spight_ends : forall g, proper b g -> must_end R g.
  Proof.
    apply ends_by_rank with spight_rank. intros g m g' Hp Hm. split; [eapply proper_makes; eauto|].
    eapply spight_rank_falls; eauto.
  Qed.
End Spight.

(** ** Spight's second rule

    Who is to move after a play has neither played from this position since the last pass, nor passed on it. *)

Fixpoint plays_since (r : list event) : list fact :=
  match r with
  | [] => []
  | e :: r' => if is_pass e then [] else fact_about 0 (number_of (who e)) (before e) :: plays_since r'
  end.

Definition spight2_ledger (g : game) : list fact :=
  plays_since (record g) ++ map (fun e => fact_about 1 (number_of (who e)) (after e)) (filter is_pass (record g)).

Lemma plays_since_says : forall r f, In f (plays_since r) <-> exists P c, played_from r c P /\ f = fact_about 0 (number_of c) P.
Proof.
  induction r as [|e r IH]; intros f; cbn [plays_since played_from].
  - split; [intros []|intros (P & c & [] & _)].
  - destruct (is_pass e) eqn:E.
    + split; [intros []|]. intros (P & c & [H _] & _). apply is_play_spec in H. congruence.
    + apply is_play_spec in E. cbn [In]. rewrite IH. split.
      * intros [<-|(P & c & H & ->)]; [exists (before e), (who e); auto|exists P, c; auto].
      * intros (P & c & [_ [[<- <-]|H]] & ->); [now left|right; eauto].
Qed.

Lemma spight2_ledger_says : forall g f, In f (spight2_ledger g) <-> spight2_says g f.
Proof.
  intros g f. unfold spight2_ledger, spight2_says, passed. rewrite in_app_iff, in_map_iff, plays_since_says. split.
  - intros [H|[e [<- H]]]; [auto|right]. rewrite filter_In, is_pass_spec in H.
    exists (after e), (who e). split; [|auto]. exists e. tauto.
  - intros [H|(T & c & [e (H & Hp & <- & <-)] & ->)]; [auto|right].
    exists e. rewrite filter_In, is_pass_spec. auto.
Qed.

Section Spight2.
  Variable b : board.
  Variable R : rules.
  Hypothesis is_spight2 : ko R = Spight2.

  Definition fresh (g : game) : Prop :=
    proper b g /\
    (passes_in_a_row (record g) = 0 ->
     ~ passed (record g) (turn g) (now g) /\ ~ played_from (record g) (turn g) (now g)).

  Definition spight2_rank (g : game) : nat :=
    S (length (board_facts b 0)) * missing (board_facts b 1) (spight2_ledger g) + missing (board_facts b 0) (spight2_ledger g).

  Lemma spight2_rank_falls : forall g m g', fresh g -> makes R g m g' ->
    fresh g' /\ (over R g' \/ spight2_rank g' < spight2_rank g).
  Proof.
    intros g m g' [Hp Hfresh] Hm. pose proof (now_length b g Hp) as Hn.
    pose proof (proper_makes b R g m g' Hp Hm) as Hp'.
    destruct Hm as [Ho _|p T Ho (HT & Hsui & Hko)].
    - split; [split; [auto|discriminate]|]. destruct (passes_in_a_row (record g)) as [|k] eqn:Ek.
      + right. destruct (Hfresh eq_refl) as [Hnew _]. unfold spight2_rank. set (g' := with_move g Pass (now g)).
        assert (missing (board_facts b 1) (spight2_ledger g') < missing (board_facts b 1) (spight2_ledger g)).
        { apply missing_lt_in_scope_1 with (fact_about 1 (number_of (turn g)) (now g)).
          - intros f. rewrite !spight2_ledger_says. intros Hf H. apply spight2_after_pass. auto.
          - apply in_board_facts; eauto.
          - rewrite spight2_ledger_says. now rewrite (says_passed2 b g _ _ Hp Hn).
          - rewrite spight2_ledger_says. apply spight2_after_pass. auto. }
        pose proof (missing_bound (board_facts b 0) (spight2_ledger g')). nia.
      + left. apply (over_spight2 R is_spight2). cbn. rewrite Ek. lia.
    - rewrite is_spight2 in Hko. cbn [ko_forbids] in Hko. split.
      + split; [auto|]. intros _. rewrite turn_after, passed_after_play. change (now (with_move g (Play p) T)) with T.
        split; [tauto|]. cbn. intros [_ [[H _]|H]]; [|tauto]. destruct (turn g); discriminate.
      + right. unfold spight2_rank.
        assert (Hincl : forall f, In f (spight2_ledger g) -> In f (spight2_ledger (with_move g (Play p) T))).
        { intros f. rewrite !spight2_ledger_says, spight2_after_play. auto. }
        assert (missing (board_facts b 0) (spight2_ledger (with_move g (Play p) T)) < missing (board_facts b 0) (spight2_ledger g)).
        { apply missing_lt with (fact_about 0 (number_of (turn g)) (now g)); auto.
          - apply in_board_facts; eauto.
          - rewrite spight2_ledger_says, (says_from b g _ _ Hp Hn). destruct (passes_in_a_row (record g)) as [|k] eqn:Ek.
            + now apply Hfresh.
            + destruct (record g) as [|e r]; [discriminate|]. cbn in *. intros [[q H] _]. now rewrite H in Ek.
          - rewrite spight2_ledger_says, spight2_after_play. auto. }
        pose proof (missing_le (board_facts b 1) _ _ Hincl). nia.
  Qed.

  (** At any game, whatever has happened before: after its next play the invariant holds. *)

  Lemma spight2_ends : forall g, proper b g -> must_end R g.
  Proof.
    assert (H : forall g, fresh g -> must_end R g) by (apply ends_by_rank with spight2_rank; apply spight2_rank_falls).
    intros g Hp. constructor. intros g1 [m Hm]. pose proof (proper_makes b R g m g1 Hp Hm) as Hp1. destruct Hm as [Ho _|p T Ho (HT & Hsui & Hko)].
    - apply H. split; [auto|discriminate].
    - apply H. split; [auto|]. rewrite is_spight2 in Hko. cbn [ko_forbids] in Hko. intros _.
      rewrite turn_after, passed_after_play. change (now (with_move g (Play p) T)) with T.
      split; [tauto|]. cbn. intros [_ [[H' _]|H']]; [|tauto]. destruct (turn g); discriminate.
  Qed.
End Spight2.

(** ** The primitive rules *)

Section Primitive.
  Variable b : board.
  Variable R : rules.
  Hypothesis is_primitive : ko R = Primitive.

  Lemma primitive_ends : forall g, proper b g -> must_end R g.
  Proof.
    apply ends_by_rank with (fun g => missing (board_facts b 0) (ledger PSK g)). intros g m g' Hp Hm.
    split; [eapply proper_makes; eauto|right]. destruct Hm as [_ Hk|p T _ (HT & Hsui & Hko)]; [contradiction|].
    rewrite is_primitive in Hko. cbn [ko_forbids] in Hko. rewrite (proj1 Hp) in HT.
    apply missing_lt with (fact_about 0 0 T).
    - intros f. rewrite !ledger_says. intros (T' & H & ->). exists T'. split; [apply occurred_after; auto|auto].
    - apply in_board_facts; [now apply plays_length_after in HT|auto].
    - rewrite ledger_says. intros (T' & H & E).
      destruct (fact_about_injective b _ _ _ _ _ _ (plays_length_after _ _ _ _ _ HT) (occurred_length b g Hp _ H) E) as (-> & _).
      contradiction.
    - rewrite ledger_says. exists T. split; [apply occurred_after; auto|auto].
  Qed.
End Primitive.

(** ** Kee's rule of March 2020

    Three things run out: answers to single passes; from one answer to the next, passes; and from one pass to the
    next, plays. *)

Section March.
  Variables free same : bool.
  Variable b : board.
  Variable R : rules.
  Hypothesis is_march : ko R = KeeMarch free same.

  Fixpoint disturbances (r : list event) : list fact :=
    match r with
    | [] => []
    | e :: r' => (if answers_b e r' then [disturbed_about same (who e) (before e) (after e)] else []) ++ disturbances r'
    end.

  Fixpoint passes_since (r : list event) : list fact :=
    match r with
    | [] => []
    | e :: r' => (if is_pass e then [fact_about 2 (number_of (who e)) (after e)] else []) ++
                 (if answers_b e r' then [] else passes_since r')
    end.

  Definition march_ledger (g : game) : list fact :=
    map (fact_about 0 0) (encountered free (start g) (record g)) ++ disturbances (record g) ++ passes_since (record g).

  Lemma disturbances_say : forall r f, In f (disturbances r) <->
    exists c P T, disturbed same r c P T /\ f = disturbed_about same c P T.
  Proof.
    induction r as [|e r IH]; intros f; cbn [disturbances disturbed].
    - split; [intros []|intros (c & P & T & [] & _)].
    - rewrite in_app_iff, IH. destruct (answers_b e r) eqn:E.
      + apply answers_b_spec in E. split.
        * intros [[<-|[]]|(c & P & T & H & ->)]; [|eauto 7]. exists (who e), (before e), (after e). split; [left; auto|auto].
        * intros (c & P & T & [(_ & <- & <- & H)|H] & ->); [left; left|right; eauto 6].
          unfold disturbed_about. destruct same; [now rewrite H|auto].
      + rewrite <- not_true_iff_false, answers_b_spec in E. split.
        * intros [[]|(c & P & T & H & ->)]. eauto 7.
        * intros (c & P & T & [(H & _)|H] & ->); [contradiction|eauto 7].
  Qed.

  Lemma passes_since_say : forall r f, In f (passes_since r) <->
    exists c P, passed_since_answer r c P /\ f = fact_about 2 (number_of c) P.
  Proof.
    induction r as [|e r IH]; intros f; cbn [passes_since passed_since_answer].
    - split; [intros []|intros (c & P & [] & _)].
    - rewrite in_app_iff. split.
      + intros [H|H].
        * destruct (is_pass e) eqn:E; [|contradiction]. apply is_pass_spec in E. destruct H as [<-|[]].
          exists (who e), (after e). split; [left; auto|auto].
        * destruct (answers_b e r) eqn:E; [contradiction|]. rewrite <- not_true_iff_false, answers_b_spec in E.
          apply IH in H as (c & P & H & ->). exists c, P. auto.
      + intros (c & P & [(Hp & <- & <-)|[Hn H]] & ->).
        * left. apply is_pass_spec in Hp. rewrite Hp. now left.
        * right. rewrite <- answers_b_spec, not_true_iff_false in Hn. rewrite Hn. apply IH. eauto.
  Qed.

  Lemma march_ledger_says : forall g f, In f (march_ledger g) <-> march_says free same g f.
  Proof.
    intros g f. unfold march_ledger, march_says. rewrite !in_app_iff, in_map_iff, disturbances_say, passes_since_say.
    split; (intros [(T & H & H')|H]; [left; exists T; auto|right; exact H]).
  Qed.

  Definition disturbance_facts : list fact :=
    flat_map (fun P => flat_map (fun T => [disturbed_about same Black P T; disturbed_about same White P T])
      (all_positions (size b))) (all_positions (size b)).

  Lemma in_disturbance_facts : forall c P T, length P = size b -> length T = size b ->
    In (disturbed_about same c P T) disturbance_facts.
  Proof.
    intros c P T HP HT. apply in_flat_map. exists P. split; [now apply in_all_positions|].
    apply in_flat_map. exists T. split; [now apply in_all_positions|]. destruct c; cbn; auto.
  Qed.

  Lemma disturbance_scope : forall f, In f disturbance_facts -> scope f = 1%N.
  Proof.
    intros f H. apply in_flat_map in H as (P & _ & H). apply in_flat_map in H as (T & _ & H).
    cbn in H. now destruct H as [<-|[<-|[]]].
  Qed.

  Let U0 := board_facts b 0.
  Let U1 := disturbance_facts.
  Let U2 := board_facts b 2.

  Definition march_rank (g : game) : nat :=
    let l := march_ledger g in three (length U2) (length U0) (missing U1 l) (missing U2 l) (missing U0 l).

  Lemma march_rank_falls : forall g m g', proper b g -> makes R g m g' -> over R g' \/ march_rank g' < march_rank g.
  Proof.
    intros g m g' Hp Hm. pose proof (now_length b g Hp) as Hn. destruct Hm as [Ho _|p T Ho (HT & Hsui & Hko)].
    - set (g' := with_move g Pass (now g)).
      assert (Hdec : over R g' \/ ~ passed_since_answer (record g) (turn g) (now g)).
      { destruct (passed_since_decidable (record g) (turn g) (now g)) as [H|H]; [left|now right].
        apply (march_over_pass free same R is_march). now left. }
      destruct Hdec as [H|Hnew]; [now left|right]. unfold march_rank.
      assert (Hkeep : forall x, not_scope 0 x = true -> In x (march_ledger g) -> In x (march_ledger g')).
      { intros x Hx. rewrite !march_ledger_says. intros H. apply not_scope_spec in Hx. unfold g'. apply (proj2 (march_after_pass free same R is_march g _)). auto. }
      assert (missing U1 (march_ledger g') <= missing U1 (march_ledger g)).
      { apply missing_le_kept with (not_scope 0); auto. intros x Hx. apply not_scope_spec. now rewrite (disturbance_scope x Hx). }
      assert (missing U2 (march_ledger g') < missing U2 (march_ledger g)).
      { apply missing_lt_kept with (not_scope 0) (fact_about 2 (number_of (turn g)) (now g)); auto.
        - intros x Hx. apply not_scope_spec. now rewrite (board_facts_scope _ _ x Hx).
        - apply in_board_facts; eauto.
        - rewrite march_ledger_says. now rewrite (says_march_passed free same b g _ _ Hp Hn).
        - rewrite march_ledger_says. unfold g'. apply (proj2 (march_after_pass free same R is_march g _)). auto. }
      apply three_falls; auto using missing_bound.
    - right. rewrite (proj1 Hp) in HT. pose proof (plays_length_after _ _ _ _ _ HT) as Hl.
      rewrite is_march in Hko. cbn [ko_forbids] in Hko. set (g' := with_move g (Play p) T).
      assert (Hafter : forall f, In f (march_ledger g') <-> f = fact_about 0 0 T \/
        (passes_in_a_row (record g) = 1 /\ f = disturbed_about same (turn g) (now g) T) \/
        In f (march_ledger g) /\ ~ (passes_in_a_row (record g) = 1 /\ scope f = 2%N)).
      { intros f. rewrite !march_ledger_says. unfold g'. apply (march_after_play free same R is_march). }
      unfold march_rank. destruct (Nat.eq_dec (passes_in_a_row (record g)) 1) as [E|E].
      + assert (missing U1 (march_ledger g') < missing U1 (march_ledger g)).
        { apply missing_lt_kept with (not_scope 2) (disturbed_about same (turn g) (now g) T).
          - intros x Hx. apply not_scope_spec. now rewrite (disturbance_scope x Hx).
          - intros x Hx H. apply not_scope_spec in Hx. apply Hafter. tauto.
          - now apply in_disturbance_facts.
          - rewrite march_ledger_says, (says_disturbed free same b R is_march g _ _ T Hp Hn Hl). tauto.
          - apply Hafter. auto. }
        apply three_falls; auto using missing_bound.
      + assert (Hincl : forall f, In f (march_ledger g) -> In f (march_ledger g')) by (intros f Hf; apply Hafter; tauto).
        assert (missing U0 (march_ledger g') < missing U0 (march_ledger g)).
        { apply missing_lt with (fact_about 0 0 T); auto.
          - apply in_board_facts; auto.
          - rewrite march_ledger_says, (says_encountered free same b g T Hp Hl). tauto.
          - apply Hafter. auto. }
        apply three_falls; auto 6 using missing_bound, missing_le.
  Qed.

  Lemma march_ends : forall g, proper b g -> must_end R g.
  Proof.
    apply ends_by_rank with march_rank. intros g m g' Hp Hm. split; [eapply proper_makes; eauto|].
    eapply march_rank_falls; eauto.
  Qed.
End March.

(** ** All of them *)

Theorem every_game_ends : forall R b g, proper b g -> must_end R g.
Proof.
  intros R b g Hp. destruct (ko R) eqn:Ek.
  1-5: apply superko_ends with b; [now rewrite Ek|auto].
  - now apply spight_ends with b.
  - now apply spight2_ends with b.
  - now apply primitive_ends with b.
  - now apply march_ends with free same b.
Qed.

Theorem every_start_has_a_value : forall R b P c, length P = size b -> exists v, has_value R (begin b P c) v.
Proof.
  intros R b P c Hl. assert (proper b (begin b P c)) by (split; [auto|split; [auto|intros e []]]).
  apply value_exists with b; [auto|]. now apply every_game_ends with b.
Qed.
