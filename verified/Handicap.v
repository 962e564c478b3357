(** * Handicap stones

    All ways to place them are gone through. Where the stones are placed, a lemma of the session
    makes the claim. *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Checker Sound Common Twin Accept.

Definition placements (b : board) (P : position) : list position :=
  flat_map
    (fun p =>
       if same_content (at_point P p) Empty
       then let T := after_play b Black p P in if same_content (at_point T p) Empty then [] else [T]
       else []) (seq 0 (size b)).

(** [places] are lemmas, not trusted. *)
Fixpoint placed_holds (s : session) (k : kind) (places : list (option (positive * nat)))
    (stones_left : nat) (P : position) : bool :=
  match stones_left with
  | O => existsb (claim_at s k P) places
  | S others =>
      let next := placements (of_board (its_header s)) P in
      match winner k with
      | Black => existsb (placed_holds s k places others) next
      | White => forallb (placed_holds s k places others) next
      end
  end.

Lemma placements_are : forall b P T, length P = size b ->
  (In T (placements b P) <-> exists p, plays b Black p P T /\ at_point T p <> Empty).
Proof.
  intros b P T Hl. unfold placements. rewrite in_flat_map. split.
  - intros (p & Hp & H). apply in_seq in Hp.
    destruct (same_content (at_point P p) Empty) eqn:He; [|contradiction].
    apply same_content_spec in He. cbv zeta in H.
    destruct (same_content _ _) eqn:Ht; [contradiction|]. destruct H as [<-|[]]. exists p.
    split; [apply after_play_spec; auto; lia|]. rewrite <- same_content_spec. congruence.
  - intros (p & HT & Ht). destruct (plays_length _ _ _ _ _ HT) as (_ & Hp & He).
    apply after_play_spec in HT as ->; auto. exists p. split; [apply in_seq; lia|].
    rewrite (proj2 (same_content_spec _ _) He). cbv zeta.
    destruct (same_content _ _) eqn:E; [|now left]. apply same_content_spec in E. contradiction.
Qed.

Theorem placed_is_forced : forall h s k places stones_left P, comes_from h s ->
  length P = size (of_board h) -> placed_holds s k places stones_left P = true ->
  can_force_after_placing (of_rules h) (of_board h) (winner k) (goal k) stones_left P.
Proof.
  intros h s k places stones_left P Hs. rewrite <- (header_stays h s Hs). revert P.
  induction stones_left as [|others IH]; intros P Hl H;
    cbn [placed_holds can_force_after_placing] in *.
  - apply existsb_exists in H as (x & _ & H). rewrite (header_stays h s Hs) in *.
    now apply (placed_claim h s k P x).
  - destruct (winner k).
    + apply existsb_exists in H as (T & HT & H). apply placements_are in HT; [|auto]. exists T.
      split; [exact HT|]. apply IH; [|exact H]. destruct HT as (p & HT & _).
      now apply plays_length_after in HT.
    + intros T HT. rewrite forallb_forall in H.
      apply IH; [destruct HT as (p & HT & _); now apply plays_length_after in HT|].
      apply H, placements_are; auto.
Qed.
