(** * Every game ends, so every start has a value

    Each play adds a fact that was not there, and there are finitely many. Under Spight's rule passes make room
    for new facts, but each pass that goes on adds a fact that stays. *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Bits Flood Play Area Checker Sound Common Superko Spight Twin Values.

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
  | PSK | Spight => fact_about 0 0 (start g) :: map (fun e => fact_about 0 0 (after e)) (record g)
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
Qed.

Definition universe (k : ko_rule) (b : board) : list fact :=
  match k with Fixed | BasicFixed => change_facts b | _ => board_facts b 0 end.

Section Superko.
  Variable b : board.
  Variable R : rules.
  Hypothesis looks_back : ko R <> Spight.

  Definition rank (g : game) : nat := 3 * missing (universe (ko R) b) (ledger (ko R) g) + (2 - passes_in_a_row (record g)).

  Lemma superko_rank : forall g m g', proper b g -> makes R g m g' -> rank g' < rank g.
  Proof.
    intros g m g' Hp Hm. pose proof (shows_node_of b g Hp) as Hs. unfold rank.
    destruct Hm as [Ho|p T Ho HT Hsui Hko]; rewrite (over_is R looks_back) in Ho; cbn [record with_move passes_in_a_row what].
    - assert (missing (universe (ko R) b) (ledger (ko R) (with_move g Pass (now g))) <= missing (universe (ko R) b) (ledger (ko R) g)); [|lia].
      apply missing_le. intros f. rewrite !ledger_says. intros H. apply (says_after_pass b R looks_back g _ f Hs). now right.
    - rewrite (proj1 Hp) in HT. pose proof (plays_length_after _ _ _ _ _ HT) as Hl. pose proof (now_length b g Hp) as Hn.
      set (f0 := play_fact (ko R) (node_of g) (node_after (node_of g) (play (table_of b) (mine (node_of g)) (theirs (node_of g)) (single p)) 0)).
      assert (Hlt : missing (universe (ko R) b) (ledger (ko R) (with_move g (Play p) T)) < missing (universe (ko R) b) (ledger (ko R) g)); [|lia].
      apply missing_lt with f0.
      + intros f. rewrite !ledger_says. intros H. apply (says_after_play b R looks_back g _ p T 0 f Hs HT). now right.
      + unfold f0. rewrite (play_fact_is b R looks_back g _ p T 0 Hs HT). unfold universe.
        destruct (ko R); try (apply in_board_facts; eauto); now apply in_change_facts.
      + rewrite ledger_says. unfold f0. rewrite (prohibited_is b R looks_back g _ p T 0 Hs HT).
        destruct (ko R); cbn [ko_forbids] in Hko; tauto.
      + rewrite ledger_says. apply (says_after_play b R looks_back g _ p T 0 f0 Hs HT). now left.
  Qed.

  Lemma superko_ends : forall g, proper b g -> must_end R g.
  Proof.
    apply ends_by_rank with rank. intros g m g' Hp Hm. split; [eapply proper_makes; eauto|]. right.
    eapply superko_rank; eauto.
  Qed.
End Superko.

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

  Lemma missing_bound : forall U l, missing U l <= length U.
  Proof. intros U l. unfold missing. induction U as [|f U IH]; cbn [filter length]; [lia|]. destruct (negb _); cbn; lia. Qed.

  Lemma spight_rank_falls : forall g m g', proper b g -> makes R g m g' -> over R g' \/ spight_rank g' < spight_rank g.
  Proof.
    intros g m g' Hp Hm. pose proof (now_length b g Hp) as Hn. destruct Hm as [Ho|p T Ho HT Hsui Hko].
    - destruct (over_decidable R (with_move g Pass (now g))) as [Ho'|Ho']; [now left|right].
      rewrite (over_after_pass R is_spight) in Ho'. unfold spight_rank.
      set (g' := with_move g Pass (now g)).
      assert (missing (board_facts b 1) (spight_ledger g') < missing (board_facts b 1) (spight_ledger g)).
      { assert (Hsame : missing (board_facts b 1) (spight_ledger g') <=
                        missing (board_facts b 1) (fact_about 1 (number_of (turn g)) (now g) ::
                          filter (fun f => negb (scope f =? 0)%N) (spight_ledger g))).
        { apply missing_le. intros f [<-|H]; rewrite spight_ledger_says; apply spight_after_pass; [auto|].
          apply filter_In in H as [H Hn']. rewrite spight_ledger_says in H. apply negb_true_iff, N.eqb_neq in Hn'. auto. }
        assert (Hscope : missing (board_facts b 1) (filter (fun f => negb (scope f =? 0)%N) (spight_ledger g)) =
                         missing (board_facts b 1) (spight_ledger g)).
        { unfold missing. f_equal. apply filter_ext_in. intros f Hf. f_equal.
          apply eq_true_iff_eq. rewrite !listed_spec, filter_In. split; [tauto|]. intros H. split; [auto|].
          apply in_flat_map in Hf as (P & _ & Hf). cbn in Hf. now destruct Hf as [<-|[<-|[<-|[]]]]. }
        rewrite <- Hscope. eapply Nat.le_lt_trans; [exact Hsame|].
        apply missing_lt with (fact_about 1 (number_of (turn g)) (now g)).
        - intros x Hx. now right.
        - apply in_board_facts; eauto.
        - intros H. apply filter_In in H as [H _]. rewrite spight_ledger_says in H.
          now apply (says_passed b g _ _ Hp Hn) in H.
        - now left. }
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

(** ** All of them *)

Theorem every_game_ends : forall R b g, proper b g -> must_end R g.
Proof.
  intros R b g Hp. destruct (ko R) eqn:Ek; try (apply superko_ends with b; [congruence|auto]). now apply spight_ends with b.
Qed.

Theorem every_start_has_a_value : forall R b P c, length P = size b -> exists v, has_value R (begin b P c) v.
Proof.
  intros R b P c Hl. assert (proper b (begin b P c)) by (split; [auto|split; [auto|intros e []]]).
  apply value_exists with b; [auto|]. now apply every_game_ends with b.
Qed.
