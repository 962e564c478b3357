(** * What all rules share: how a node shows a game, and what a play does to both *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Bits Play Area Checker Sound.

(** ** Programs *)

Definition mine (n : node) : N := match to_move n with Black => black n | White => white n end.
Definition theirs (n : node) : N := match to_move n with Black => white n | White => black n end.

(** The node after a play, or after a pass. *)

Definition node_after (n : node) (r : played) (ban : N) (words : list (option (N * N)))
    (tl : Z * N) : node :=
  match to_move n with
  | Black =>
      {| black := own r; white := opposing r; to_move := White; passes := 0; ban := ban;
         words := words; tallied := tl |}
  | White =>
      {| black := opposing r; white := own r; to_move := Black; passes := 0; ban := ban;
         words := words; tallied := tl |}
  end.

Definition node_passed (n : node) (passes : nat) (words : list (option (N * N)))
    (tl : Z * N) : node :=
  {| black := black n; white := white n; to_move := opponent (to_move n); passes := passes;
     ban := 0; words := words; tallied := tl |}.

(** The play has left the position as it was: the suicide of a lone stone. *)

Definition unchanged (n : node) (r : played) : bool :=
  (own r =? mine n)%N && (opposing r =? theirs n)%N.

Definition suicide_never (k : suicide_rule) (n : node) (r : played) (here : N) : bool :=
  match k with
  | forbidden => (N.land (own r) here =? 0)%N
  | multi_stone => unchanged n r
  | allowed => false
  end.

Definition cells_of (b : board) : list choice :=
  map (fun p => Stone_on p (single p)) (seq 0 (size b)).

Definition play_choices (cells : list choice) (n : node) : list choice :=
  let taken := N.lor (black n) (white n) in
  filter (fun c => match c with Stone_on _ here => (N.land here taken =? 0)%N | _ => false end)
    cells.

(** The score of the position, with area scoring. *)

Definition area_score (t : table) (komi : Q) (n : node) : Q :=
  inject_Z (area t (black n) (white n)) - komi.

(** ** How a node shows a game *)

(** All positions of the record are positions of the board. *)

Definition proper (b : board) (g : game) : Prop :=
  on g = b /\ length (start g) = size b /\
  forall e,
    In e (record g) ->
    length (before e) = size b /\ length (after e) = size b /\
      (what e = Pass -> after e = before e) /\ at_board e = b.

Definition shows (b : board) (g : game) (n : node) : Prop :=
  proper b g /\ mask Black (now g) = black n /\ mask White (now g) = white n /\ turn g = to_move n.

(** Players move in turn, and each event begins where the one before has ended. *)

Fixpoint in_order (P0 : position) (c0 : colour) (r : list event) : Prop :=
  match r with
  | [] => True
  | e :: r' =>
      who e = match r' with [] => c0 | e' :: _ => opponent (who e') end /\
      before e = match r' with [] => P0 | e' :: _ => after e' end /\
      (what e = Pass -> after e = before e) /\ in_order P0 c0 r'
  end.

Lemma in_order_after : forall g m T, in_order (start g) (first g) (record g) ->
  (m = Pass -> T = now g) -> in_order (start g) (first g) (record (with_move g m T)).
Proof. intros g m T H Hm. cbn. unfold turn, now in *. destruct (record g); auto. Qed.

Lemma now_length : forall b g, proper b g -> length (now g) = size b.
Proof.
  intros b g (_ & Hs & He). unfold now. destruct (record g) as [|e r]; [auto|]. apply He. now left.
Qed.

Lemma proper_after : forall b g m T, proper b g -> length T = size b -> (m = Pass -> T = now g) ->
  proper b (with_move g m T).
Proof.
  intros b g m T H HT Hm. pose proof (now_length b g H) as Hn. destruct H as (H1 & H2 & H3).
  split; [auto|split; [auto|]]. cbn. intros e [<-|He]; [cbn; auto|now apply H3].
Qed.

Lemma same_board : forall b P Q, length P = size b -> length Q = size b ->
  mask Black P = mask Black Q -> mask White P = mask White Q -> P = Q.
Proof. intros. apply masks_injective; [congruence|]. now intros []. Qed.

Lemma turn_after : forall g m T, turn (with_move g m T) = opponent (turn g).
Proof. reflexivity. Qed.

Lemma plays_length : forall b c p P T, plays b c p P T ->
  length P = size b /\ p < size b /\ at_point P p = Empty.
Proof. intros b c p P T []; auto. Qed.

Lemma plays_length_after : forall b c p P T, plays b c p P T -> length T = size b.
Proof.
  intros b c p P T [S Hl _ _ [HS _] _ [HT _]|Hl _ _ [HT _] _ _|S Hl _ _ [HS _] _ _ [HT _]];
    congruence.
Qed.

Lemma plays_unique : forall b c p P T T', plays b c p P T -> plays b c p P T' -> T = T'.
Proof.
  intros b c p P T T' H H'. destruct (plays_length _ _ _ _ _ H) as (Hl & Hp & He).
  apply plays_by_masks in H as (L1 & M1 & O1); auto.
  apply plays_by_masks in H' as (L2 & M2 & O2); auto. apply masks_injective; [congruence|].
  intros d. destruct (other_colour c d) as [->| ->]; congruence.
Qed.

Section Shows.
  Variable b : board.
  Variable g : game.
  Variable n : node.
  Hypothesis shown : shows b g n.

  Lemma mine_is : mask (turn g) (now g) = mine n.
  Proof.
    destruct shown as (_ & Hb & Hw & Ht). unfold mine. rewrite <- Ht. now destruct (turn g).
  Qed.

  Lemma theirs_is : mask (opponent (turn g)) (now g) = theirs n.
  Proof.
    destruct shown as (_ & Hb & Hw & Ht). unfold theirs. rewrite <- Ht. now destruct (turn g).
  Qed.

  Lemma play_choices_are : forall ch, In ch (play_choices (cells_of b) n) <->
    exists p, ch = Stone_on p (single p) /\ p < size b /\ at_point (now g) p = Empty.
  Proof.
    destruct shown as (Hp & Hb & Hw & _). pose proof (now_length b g Hp) as Hl.
    intros ch. unfold play_choices, cells_of. rewrite filter_In, in_map_iff. split.
    - intros [(p & <- & Hin) H]. exists p. apply in_seq in Hin. split; [auto|split; [lia|]].
      rewrite is_empty_set in H. specialize (H p).
      rewrite has_land, has_lor, has_single, Nat.eqb_refl, <- Hb, <- Hw, !has_mask in H.
      now destruct (at_point (now g) p) as [|[]].
    - intros (p & -> & Hp' & He). split; [exists p; split; [auto|apply in_seq; lia]|].
      apply is_empty_set. intros q. rewrite has_land, has_lor, has_single, <- Hb, <- Hw, !has_mask.
      destruct (Nat.eqb_spec p q) as [<-|]; [|auto]. now rewrite He.
  Qed.

  Section OnePlay.
    Variable p : point.
    Hypothesis p_small : p < size b.
    Hypothesis p_free : at_point (now g) p = Empty.
    Let r := play (table_of b) (mine n) (theirs n) (single p).

    Lemma a_play_exists : exists T, plays b (turn g) p (now g) T.
    Proof. apply play_exists; auto. apply now_length. apply shown. Qed.

    Variable T : position.
    Hypothesis played_T : plays b (turn g) p (now g) T.

    Lemma play_masks : length T = size b /\ mask (turn g) T = own r /\
      mask (opponent (turn g)) T = opposing r.
    Proof.
      pose proof (now_length b g (proj1 shown)) as Hl.
      apply plays_by_masks in played_T; auto. unfold leaves_masks in played_T.
      now rewrite mine_is, theirs_is in played_T.
    Qed.

    Lemma shows_after_play : forall ban words tl,
      shows b (with_move g (Play p) T) (node_after n r ban words tl).
    Proof.
      intros ban words tl. destruct play_masks as (Hl & Hm & Ho).
      destruct shown as (Hp & _ & _ & Ht). split; [apply proper_after; auto; discriminate|].
      rewrite turn_after. unfold node_after. rewrite <- Ht.
      change (now (with_move g (Play p) T)) with T. destruct (turn g); auto.
    Qed.

    Lemma unchanged_is : unchanged n r = true <-> T = now g.
    Proof.
      unfold unchanged. destruct play_masks as (Hl & Hm & Ho).
      rewrite andb_true_iff, !N.eqb_eq, <- Hm, <- Ho, <- mine_is, <- theirs_is. split.
      - intros [H1 H2]. apply masks_injective; [rewrite Hl; symmetry; now apply now_length, shown|].
        intros d. destruct (other_colour (turn g) d) as [->| ->]; auto.
      - intros ->. auto.
    Qed.

    Lemma suicide_never_is : forall R,
      suicide_never (suicide R) n r (single p) = false <-> suicide_allows R (now g) p T.
    Proof.
      intros R. unfold suicide_never, suicide_allows.
      destruct (suicide R); [|rewrite <- unchanged_is, not_true_iff_false; tauto|tauto].
      destruct play_masks as (Hl & Hm & Ho). rewrite <- not_true_iff_false, is_empty_set.
      assert (Hopp : at_point T p <> Stone (opponent (turn g))).
      { rewrite <- has_mask_iff, Ho. intros H. unfold r in H. rewrite <- mine_is, <- theirs_is in H.
        apply opposing_in_theirs in H; auto; [|now apply now_length, shown].
        apply has_mask_iff in H. congruence. }
      split; intros H.
      - intros He. apply H. intros q. rewrite has_land, has_single, <- Hm, has_mask.
        destruct (Nat.eqb_spec p q) as [<-|]; [|apply andb_false_r]. now rewrite He.
      - intros H'. specialize (H' p).
        rewrite has_land, has_single, Nat.eqb_refl, andb_true_r, <- Hm, has_mask in H'.
        destruct (at_point T p) as [|d]; [auto|].
        destruct (other_colour (turn g) d) as [->| ->]; [|auto]. destruct (turn g); discriminate.
    Qed.
  End OnePlay.

  Lemma shows_after_pass : forall k words tl,
    shows b (with_move g Pass (now g)) (node_passed n k words tl).
  Proof.
    intros k words tl. destruct shown as (Hp & Hb & Hw & Ht).
    split; [|split; [auto|split; [auto|]]].
    - apply proper_after; auto. now apply now_length.
    - rewrite turn_after, Ht. reflexivity.
  Qed.

  Lemma area_score_is : forall R,
    area_scores R g (area_score (table_of b) (komi R) n + inject_Z (beside_the_board R g)).
  Proof.
    intros R. destruct shown as (Hp & Hb & Hw & _).
    apply (scores_by_area b); [apply Hp|now apply now_length|]. rewrite Hb, Hw. unfold area_score.
    rewrite inject_Z_plus. ring.
  Qed.

End Shows.

(** A node is as good as itself, and as nothing else. *)

Lemma same_words_spec : forall l l', same_words l l' = true -> l = l'.
Proof.
  induction l as [|w l IH]; intros [|w' l'] H; cbn in H; try discriminate; [auto|].
  apply andb_prop in H as [H1 H2]. f_equal; [|auto]. unfold same_word in H1.
  destruct w as [[]|], w' as [[]|]; try discriminate; [|auto]. apply andb_prop in H1 as [Ha Hb].
  apply N.eqb_eq in Ha as ->. now apply N.eqb_eq in Hb as ->.
Qed.

Definition with_tally (n : node) (tl : Z * N) : node :=
  {| black := black n; white := white n; to_move := to_move n; passes := passes n; ban := ban n;
     words := words n; tallied := tl |}.

Lemma same_but_for_tally_spec : forall n n', same_but_for_tally n n' = true ->
  n' = with_tally n (tallied n').
Proof.
  intros [] []. unfold same_but_for_tally, with_tally. cbn.
  rewrite !andb_true_iff, !N.eqb_eq, Nat.eqb_eq, same_colour_spec.
  intros (((((-> & ->) & ->) & ->) & ->) & H). apply same_words_spec in H as ->. reflexivity.
Qed.

Lemma same_node_spec : forall n n', same_node n n' = true -> n = n'.
Proof.
  intros n n' H. unfold same_node in H. apply andb_prop in H as [H Ht].
  apply same_but_for_tally_spec in H as ->. unfold same_tally in Ht.
  apply andb_prop in Ht as [H1 H2]. apply Z.eqb_eq in H1. apply N.eqb_eq in H2. cbn in H1, H2.
  destruct n as [bl wh tm ps bn ws [x y]], (tallied n') as [x' y']. unfold with_tally. cbn in *.
  congruence.
Qed.

Lemma as_good_refl : forall c q q', (q == q')%Q -> as_good c q q'.
Proof. intros [] q q' H; unfold as_good; rewrite H; apply Qle_refl. Qed.
