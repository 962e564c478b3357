(** * The specification as a program

    [moves R g] lists the legal moves of a game and the games they lead to; [over_b] and [score] say whether it
    has ended, and with what score. They are proved equal to the specification. So the specification can be run:
    its moves are counted and compared with those of other programs, and games are refereed with it. *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Bits Flood Play Area Checker Sound Common.

(** ** Comparing *)

Definition same_content (x y : content) : bool :=
  match x, y with Empty, Empty => true | Stone c, Stone d => same_colour c d | _, _ => false end.

Fixpoint same_position (P Q : position) : bool :=
  match P, Q with
  | [], [] => true
  | x :: P', y :: Q' => same_content x y && same_position P' Q'
  | _, _ => false
  end.

Lemma same_content_spec : forall x y, same_content x y = true <-> x = y.
Proof. intros [|[]] [|[]]; cbn; split; congruence. Qed.

Lemma same_position_spec : forall P Q, same_position P Q = true <-> P = Q.
Proof.
  induction P as [|x P IH]; intros [|y Q]; cbn; try (split; congruence).
  rewrite andb_true_iff, same_content_spec, IH. split; [intros [-> ->]; auto|intros H; injection H; auto].
Qed.

Definition is_pass (e : event) : bool := match what e with Pass => true | Play _ => false end.

Lemma is_pass_spec : forall e, is_pass e = true <-> what e = Pass.
Proof. intros e. unfold is_pass. destruct (what e); split; congruence. Qed.

Lemma is_play_spec : forall e, is_pass e = false <-> a_play e.
Proof.
  intros e. unfold is_pass, a_play. destruct (what e) as [p|]; split; try congruence; eauto.
  intros [p H]. discriminate.
Qed.

(** ** Passes *)

Definition passed_b (r : list event) (c : colour) (P : position) : bool :=
  existsb (fun e => is_pass e && same_colour (who e) c && same_position (after e) P) r.

Lemma passed_b_spec : forall r c P, passed_b r c P = true <-> passed r c P.
Proof.
  intros. unfold passed_b, passed. rewrite existsb_exists. split; intros [e H]; exists e;
    rewrite !andb_true_iff, is_pass_spec, same_colour_spec, same_position_spec in *; tauto.
Qed.

(** ** The ban *)

Fixpoint played_from_b (r : list event) (c : colour) (P : position) : bool :=
  match r with
  | [] => false
  | e :: r' => negb (is_pass e) && (same_colour (who e) c && same_position (before e) P || played_from_b r' c P)
  end.

Lemma played_from_b_spec : forall r c P, played_from_b r c P = true <-> played_from r c P.
Proof.
  induction r as [|e r IH]; intros c P; cbn; [split; [discriminate|contradiction]|].
  rewrite andb_true_iff, orb_true_iff, andb_true_iff, negb_true_iff, is_play_spec, same_colour_spec, same_position_spec, IH.
  reflexivity.
Qed.

Definition answers_b (e : event) (earlier : list event) : bool := negb (is_pass e) && (passes_in_a_row earlier =? 1).

Lemma answers_b_spec : forall e r, answers_b e r = true <-> answers_a_pass e r.
Proof. intros. unfold answers_b, answers_a_pass. now rewrite andb_true_iff, negb_true_iff, is_play_spec, Nat.eqb_eq. Qed.

Fixpoint disturbed_b (same : bool) (r : list event) (c : colour) (P T : position) : bool :=
  match r with
  | [] => false
  | e :: r' => answers_b e r' && same_colour (who e) c && same_position (before e) P &&
               (negb same || same_position (after e) T) || disturbed_b same r' c P T
  end.

Lemma disturbed_b_spec : forall same r c P T, disturbed_b same r c P T = true <-> disturbed same r c P T.
Proof.
  induction r as [|e r IH]; intros c P T; cbn; [split; [discriminate|contradiction]|].
  rewrite !orb_true_iff, !andb_true_iff, orb_true_iff, negb_true_iff, answers_b_spec, same_colour_spec, !same_position_spec, IH.
  destruct same; intuition congruence.
Qed.

Fixpoint passed_since_b (r : list event) (c : colour) (P : position) : bool :=
  match r with
  | [] => false
  | e :: r' => is_pass e && same_colour (who e) c && same_position (after e) P
               || negb (answers_b e r') && passed_since_b r' c P
  end.

Lemma passed_since_b_spec : forall r c P, passed_since_b r c P = true <-> passed_since_answer r c P.
Proof.
  induction r as [|e r IH]; intros c P; cbn; [split; [discriminate|contradiction]|].
  rewrite orb_true_iff, !andb_true_iff, negb_true_iff, <- not_true_iff_false, answers_b_spec, is_pass_spec, same_colour_spec, same_position_spec, IH.
  tauto.
Qed.

Definition forbids_b (k : ko_rule) (g : game) (T : position) : bool :=
  let occurs := fun e => same_position (after e) T in
  let changes := existsb (fun e => negb (is_pass e) && same_position (before e) (now g) && occurs e) (record g) in
  match k with
  | PSK | Primitive => same_position T (start g) || existsb occurs (record g)
  | SSK => same_position T (start g) && same_colour (first g) (opponent (turn g)) ||
           existsb (fun e => occurs e && same_colour (who e) (turn g)) (record g)
  | NSSK => existsb (fun e => negb (is_pass e) && same_colour (who e) (turn g) && occurs e) (record g)
  | Fixed => changes
  | BasicFixed => match record g with [] => false | e :: _ => negb (is_pass e) && same_position (before e) T end || changes
  | Spight => existsb (fun P => same_position P T) (since_last_pass (start g) (record g))
  | Spight2 => played_from_b (record g) (opponent (turn g)) T || passed_b (record g) (opponent (turn g)) T
  | KeeMarch free same => existsb (fun P => same_position P T) (encountered free (start g) (record g)) ||
                          (passes_in_a_row (record g) =? 1) && disturbed_b same (record g) (turn g) (now g) T
  end.

Lemma opponent_moves : forall c d, opponent c = opponent d <-> c = d.
Proof. intros [] []; cbn; split; congruence. Qed.

Lemma forbids_b_spec : forall k g T, forbids_b k g T = true <-> ko_forbids k g T.
Proof.
  intros k g T.
  assert (Hch : existsb (fun e => negb (is_pass e) && same_position (before e) (now g) && same_position (after e) T) (record g) = true
                <-> changed g (now g) T).
  { rewrite existsb_exists. unfold changed. split; intros [e H]; exists e;
      rewrite !andb_true_iff, negb_true_iff, is_play_spec, !same_position_spec in *; tauto. }
  assert (Hocc : same_position T (start g) || existsb (fun e => same_position (after e) T) (record g) = true <-> occurred g T).
  { unfold occurred. rewrite orb_true_iff, same_position_spec, existsb_exists.
    split; (intros [H|[e [H1 H2]]]; [auto|right; exists e; rewrite same_position_spec in *; auto]). }
  assert (Hin : forall l, existsb (fun P => same_position P T) l = true <-> In T l).
  { intros l. rewrite existsb_exists. split.
    - intros [P [H E]]. apply same_position_spec in E as ->. auto.
    - intros H. exists T. split; [auto|now apply same_position_spec]. }
  destruct k; cbn [forbids_b ko_forbids].
  - exact Hocc.
  - unfold occurred_with. rewrite orb_true_iff, andb_true_iff, same_position_spec, same_colour_spec, existsb_exists. split.
    + intros [[H1 H2]|[e [H1 H2]]]; [auto|]. right. exists e.
      rewrite andb_true_iff, same_position_spec, same_colour_spec in H2. destruct H2 as [H2 ->]. auto.
    + intros [[H1 H2]|[e (H1 & H2 & H3)]]; [auto|]. right. exists e.
      rewrite andb_true_iff, same_position_spec, same_colour_spec. rewrite opponent_moves in H3. auto.
  - unfold created. rewrite existsb_exists. split; intros [e H]; exists e;
      rewrite !andb_true_iff, negb_true_iff, is_play_spec, same_colour_spec, same_position_spec in *; tauto.
  - exact Hch.
  - rewrite orb_true_iff, Hch. unfold basic. destruct (record g) as [|e r].
    + split; (intros [H|H]; [exfalso; (discriminate || contradiction)|right; exact H]).
    + rewrite andb_true_iff, negb_true_iff, is_play_spec, same_position_spec. tauto.
  - apply Hin.
  - now rewrite orb_true_iff, played_from_b_spec, passed_b_spec.
  - exact Hocc.
  - now rewrite orb_true_iff, andb_true_iff, Hin, Nat.eqb_eq, disturbed_b_spec.
Qed.

(** ** Legal moves *)

Definition after_play (b : board) (c : colour) (p : point) (P : position) : position :=
  let r := play (table_of b) (mask c P) (mask (opponent c) P) (single p) in
  shown (size b) (pick c (own r) (opposing r)) (pick c (opposing r) (own r)).

Lemma after_play_spec : forall b c p P, length P = size b -> p < size b -> at_point P p = Empty ->
  forall T, plays b c p P T <-> T = after_play b c p P.
Proof.
  intros b c p P Hl Hp He.
  assert (H : plays b c p P (after_play b c p P)).
  { destruct (play_exists b c P p Hl Hp He) as [T HT]. pose proof HT as HT'.
    apply plays_by_masks in HT' as (Hl' & Hm & Ho); auto. replace (after_play b c p P) with T; [exact HT|].
    unfold after_play. rewrite <- Hm, <- Ho.
    apply masks_injective; [now rewrite shown_length|]. intros d.
    assert (Hb : forall e q, has (mask e T) q = true -> q < size b).
    { intros e q H. apply has_mask_bound in H. lia. }
    assert (Hd : forall e q, has (mask e T) q = true -> has (mask (opponent e) T) q = false).
    { intros e q H. apply has_mask_iff in H. rewrite has_mask, H. now destruct e. }
    rewrite mask_shown.
    - destruct c, d; reflexivity.
    - destruct c; apply Hb.
    - destruct c; apply Hb.
    - destruct c; [apply (Hd Black)|]. apply (Hd Black). }
  intros T. split; [|now intros ->]. intros HT. now apply (plays_unique b c p P).
Qed.

Definition suicide_b (R : rules) (P : position) (p : point) (T : position) : bool :=
  match suicide R with
  | forbidden => negb (same_content (at_point T p) Empty)
  | multi_stone => negb (same_position T P)
  | allowed => true
  end.

Lemma suicide_b_spec : forall R P p T, suicide_b R P p T = true <-> suicide_allows R P p T.
Proof.
  intros. unfold suicide_b, suicide_allows. destruct (suicide R); [| |tauto];
    rewrite negb_true_iff, <- not_true_iff_false, ?same_content_spec, ?same_position_spec; tauto.
Qed.

Definition plays_of (R : rules) (g : game) : list (move * game) :=
  map (fun p => (Play p, with_move g (Play p) (after_play (on g) (turn g) p (now g))))
    (filter (fun p => let T := after_play (on g) (turn g) p (now g) in
       same_content (at_point (now g) p) Empty && suicide_b R (now g) p T && negb (forbids_b (ko R) g T))
       (seq 0 (size (on g)))).

Lemma plays_of_exact : forall R g m g', length (now g) = size (on g) ->
  (In (m, g') (plays_of R g) <-> exists p T, may_play R g p T /\ m = Play p /\ g' = with_move g (Play p) T).
Proof.
  intros R g m g' Hl. unfold plays_of, may_play. rewrite in_map_iff. split.
  - intros (p & H & Hin). injection H as <- <-. apply filter_In in Hin as [Hp H]. apply in_seq in Hp.
    rewrite !andb_true_iff, same_content_spec, suicide_b_spec, negb_true_iff, <- not_true_iff_false, forbids_b_spec in H.
    destruct H as [[He Hs] Hk]. exists p, (after_play (on g) (turn g) p (now g)). repeat split; auto.
    apply after_play_spec; auto. lia.
  - intros (p & T & (HT & Hs & Hk) & -> & ->). exists p.
    destruct (plays_length _ _ _ _ _ HT) as (_ & Hp & He). apply after_play_spec in HT as ->; auto.
    split; [auto|]. apply filter_In. split; [apply in_seq; lia|].
    rewrite !andb_true_iff, same_content_spec, suicide_b_spec, negb_true_iff, <- not_true_iff_false, forbids_b_spec. auto.
Qed.

(** The end. *)

Definition over_b (R : rules) (g : game) : bool :=
  match ko R, record g with
  | Spight, e :: r => is_pass e && passed_b r (who e) (after e)
  | Spight, [] => false
  | Primitive, _ => match plays_of R g with [] => true | _ => false end
  | KeeMarch _ _, e :: r => is_pass e && (passed_since_b r (who e) (after e) || (2 <=? passes_in_a_row r))
  | KeeMarch _ _, [] => false
  | _, r => 2 <=? passes_in_a_row r
  end.

Lemma no_plays_of : forall R g, length (now g) = size (on g) -> (plays_of R g = [] <-> forall p T, ~ may_play R g p T).
Proof.
  intros R g Hl. split.
  - intros E p T H. assert (Hin : In (Play p, with_move g (Play p) T) (plays_of R g)) by (apply plays_of_exact; eauto).
    now rewrite E in Hin.
  - intros H. destruct (plays_of R g) as [|[m g'] l] eqn:E; [auto|].
    assert (Hin : In (m, g') (plays_of R g)) by (rewrite E; now left).
    apply plays_of_exact in Hin as (p & T & Hm & _); [|auto]. now apply H in Hm.
Qed.

Lemma over_b_spec : forall R g, length (now g) = size (on g) -> (over_b R g = true <-> over R g).
Proof.
  intros R g Hl. unfold over_b, over. destruct (ko R).
  8: rewrite <- no_plays_of by exact Hl; destruct (plays_of R g); split; congruence.
  1-5, 7: apply Nat.leb_le.
  - destruct (record g) as [|e r]; [split; [discriminate|contradiction]|].
    now rewrite andb_true_iff, is_pass_spec, passed_b_spec.
  - destruct (record g) as [|e r]; [split; [discriminate|contradiction]|].
    now rewrite andb_true_iff, is_pass_spec, orb_true_iff, passed_since_b_spec, Nat.leb_le.
Qed.

Lemma over_decidable : forall R g, length (now g) = size (on g) -> over R g \/ ~ over R g.
Proof.
  intros R g Hl. destruct (over_b R g) eqn:E; [left|right]; rewrite <- over_b_spec by exact Hl; congruence.
Qed.

Definition moves (R : rules) (g : game) : list (move * game) :=
  if over_b R g then []
  else match ko R with Primitive => [] | _ => [(Pass, with_move g Pass (now g))] end ++ plays_of R g.

Theorem moves_exact : forall R g m g', length (now g) = size (on g) -> (In (m, g') (moves R g) <-> makes R g m g').
Proof.
  intros R g m g' Hl. unfold moves. destruct (over_b R g) eqn:Eo.
  - apply over_b_spec in Eo; [|auto]. split; [intros []|]. intros H. destruct H; contradiction.
  - assert (Ho : ~ over R g) by (rewrite <- over_b_spec by exact Hl; congruence).
    rewrite in_app_iff, plays_of_exact by exact Hl. split.
    + intros [H|(p & T & Hm & -> & ->)]; [|now apply by_a_play].
      assert (ko R <> Primitive /\ (Pass, with_move g Pass (now g)) = (m, g')) as [Hk E].
      { destruct (ko R); cbn in H; try contradiction; split; try discriminate; tauto. }
      injection E as <- <-. now apply by_a_pass.
    + intros H. destruct H as [_ Hk|p T _ Hm]; [left; destruct (ko R); cbn; auto; now destruct Hk|right; eauto 6].
Qed.

Lemma some_move : forall R g, length (now g) = size (on g) -> ~ over R g -> exists m g', makes R g m g'.
Proof.
  intros R g Hl Ho. assert (Hk : ko R = Primitive \/ ko R <> Primitive) by (destruct (ko R); auto; right; discriminate).
  destruct Hk as [Hk|Hk]; [|exists Pass, (with_move g Pass (now g)); now apply by_a_pass].
  destruct (plays_of R g) as [|[m g'] l] eqn:E.
  - exfalso. apply Ho. unfold over. rewrite Hk. now apply no_plays_of.
  - exists m, g'. apply moves_exact; [auto|]. unfold moves.
    destruct (over_b R g) eqn:Eo; [now apply over_b_spec in Eo|]. apply in_or_app. right. rewrite E. now left.
Qed.

(** ** Scores *)

Definition score (R : rules) (g : game) : Q :=
  match ko R with
  | Primitive => match turn g with Black => -1 | White => 1 end
  | _ => inject_Z (area (table_of (on g)) (mask Black (now g)) (mask White (now g))) - komi R
  end.

Theorem score_exact : forall R g s, length (now g) = size (on g) -> (scores R g s <-> s == score R g)%Q.
Proof.
  intros R g s Hl. unfold scores, score. destruct (ko R); try (now apply (scores_by_area (on g))). now destruct (turn g).
Qed.
