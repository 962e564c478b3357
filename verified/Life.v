(** * Stones that live, and points that are settled

    The proof about decided positions, as far as it is about positions: see DESIGN.md. [X] owns the
    points of [A] and [E], his opponent is [Y]. [A] are chains of [X], [E] the other points that are
    settled for him. *)

From Coq Require Import List NArith ZArith PeanoNat Bool Lia.
Import ListNotations.
From Verified Require Import Spec Bits Flood Play Common.

(** ** Bounded search *)

Lemma search : forall (f : nat -> bool) n,
  (exists p, p < n /\ f p = true) \/ (forall p, p < n -> f p = false).
Proof.
  intros f n. destruct (existsb f (seq 0 n)) eqn:E.
  - left. apply existsb_exists in E as (p & Hp & Hf). apply in_seq in Hp. exists p.
    split; [lia|auto].
  - right. intros p Hp. apply not_true_iff_false. intros Hf. apply not_true_iff_false in E.
    apply E, existsb_exists. exists p. split; [apply in_seq; lia|auto].
Qed.

Definition is_empty (x : content) : bool := match x with Empty => true | _ => false end.

Lemma is_empty_spec : forall x, is_empty x = true <-> x = Empty.
Proof. intros []; cbn; split; congruence. Qed.

(** ** What a play does, for a player who is not captured by it *)

Section Board.
  Variable b : board.
  Let t := table_of b.

  Definition live (P : position) : Prop := forall q c, at_point P q = Stone c -> has_liberty b P q.

  Lemma next_small : forall p q, next_to b p q -> p < size b /\ q < size b.
  Proof. intros p q (H1 & H2 & _). auto. Qed.

  Lemma small_stone : forall P q c, length P = size b -> at_point P q = Stone c -> q < size b.
  Proof.
    intros P q c Hl H. destruct (Nat.lt_ge_cases q (size b)); [auto|].
    rewrite at_point_overflow in H by lia. discriminate.
  Qed.

  Lemma liberty_dec : forall P q c, length P = size b -> at_point P q = Stone c ->
    has_liberty b P q \/ ~ has_liberty b P q.
  Proof.
    intros P q c Hl Hq. pose proof (small_stone _ _ _ Hl Hq) as Hs.
    pose proof (touching b P (Stone c) Empty (mask c P)
      (N.ldiff (all t) (N.lor (mask c P) (mask (opponent c) P))) (stones_of b c P Hl)
      (free_points b c P Hl) q) as H. fold t in H.
    destruct (has (spread _ _ _) q) eqn:E; [left|right].
    - now apply H.
    - intros Hlib. assert (false = true) by (apply H; auto). discriminate.
  Qed.

  Lemma liberty_shared : forall P q r, linked b P q r -> has_liberty b P r -> has_liberty b P q.
  Proof.
    intros P q r Hl (u & v & H1 & H2 & H3). exists u, v. split; [|auto].
    now apply linked_trans with r.
  Qed.

  Section OnePlay.
    Variables (c : colour) (p : point) (P T : position).
    Hypothesis played : plays b c p P T.
    Hypothesis stands_there : at_point T p <> Empty.

    (** [S] is the position with the stone put, before stones are removed. *)

    Record put (S : position) : Prop := {
      put_length : length S = size b;
      put_here : at_point S p = Stone c;
      put_other : forall q, q <> p -> at_point S q = at_point P q;
      put_own : forall q, at_point S q = Stone c -> at_point T q = Stone c;
      put_empty : forall q, at_point S q = Empty -> at_point T q = Empty;
      put_alive : forall q, at_point S q = Stone (opponent c) -> has_liberty b S q ->
      at_point T q = Stone (opponent c);
      put_dead : forall q, dead b S (opponent c) q -> at_point T q = Empty;
      put_why : (exists q, dead b S (opponent c) q) \/ has_liberty b T p }.

    Lemma put_exists : exists S, put S.
    Proof.
      pose proof (plays_length _ _ _ _ _ played) as (Hl & Hp & He).
      pose proof (opponent_other c) as Hne.
      assert (Hput : forall S, differs_by S P (eq p) (Stone c) ->
        length S = size b /\ at_point S p = Stone c /\
          forall q, q <> p -> at_point S q = at_point P q).
      { intros S [HSl HS]. split; [congruence|]. split; [apply HS; [lia|auto]|]. intros q Hq.
        destruct (Nat.lt_ge_cases q (length P)) as [Hlt|Hge]; [apply HS; auto|].
        now rewrite !at_point_overflow by lia. }
      destruct played as [S _ _ _ HS Hd HT|_ _ _ HT Hno Hlib|S _ _ _ HS Hno Hlib HT].
      - destruct (Hput S HS) as (H1 & H2 & H3). destruct HT as [HTl HT]. exists S.
        assert (Hsame : forall q, ~ dead b S (opponent c) q -> at_point T q = at_point S q).
        { intros q Hq. destruct (Nat.lt_ge_cases q (length S)) as [Hlt|Hge]; [now apply HT|].
          now rewrite !at_point_overflow by lia. }
        constructor; auto.
        + intros q Hq. rewrite Hsame; [auto|]. intros [E _]. congruence.
        + intros q Hq. rewrite Hsame; [auto|]. intros [E _]. congruence.
        + intros q Hq Hlib. rewrite Hsame; [auto|]. now intros [_ E].
        + intros q Hq. apply HT; [|auto]. rewrite H1. destruct Hq as [Hq _].
          eapply small_stone; eauto.
      - destruct (Hput T HT) as (H1 & H2 & H3). exists T. constructor; auto. intros q Hq.
        now apply Hno in Hq.
      - destruct (Hput S HS) as (H1 & H2 & H3). destruct HT as [HTl HT]. exfalso.
        apply stands_there. apply HT; [lia|constructor].
    Qed.

    Variable S : position.
    Hypothesis S_put : put S.

    Let Hl : length P = size b := proj1 (plays_length _ _ _ _ _ played).
    Let Hp : p < size b := proj1 (proj2 (plays_length _ _ _ _ _ played)).
    Let He : at_point P p = Empty := proj2 (proj2 (plays_length _ _ _ _ _ played)).

    Lemma new_stone : at_point T p = Stone c.
    Proof. apply (put_own S S_put). apply S_put. Qed.

    Lemma put_back : forall q d, at_point P q = Stone d -> at_point S q = Stone d.
    Proof. intros q d H. rewrite (put_other S S_put); [auto|]. intros ->. congruence. Qed.

    Lemma own_stay : forall q, at_point P q = Stone c -> at_point T q = Stone c.
    Proof. intros q H. apply (put_own S S_put). now apply put_back. Qed.

    Lemma empty_stay : forall q, q <> p -> at_point P q = Empty -> at_point T q = Empty.
    Proof. intros q Hq H. apply (put_empty S S_put). now rewrite (put_other S S_put). Qed.

    Lemma no_new : forall q x, q <> p -> at_point T q = x -> x <> Empty -> at_point P q = x.
    Proof.
      intros q x Hq H Hx. rewrite <- (put_other S S_put) by auto.
      destruct (at_point S q) as [|d] eqn:E.
      - apply (put_empty S S_put) in E. congruence.
      - destruct (other_colour c d) as [->| ->].
        + apply (put_own S S_put) in E. congruence.
        + destruct (liberty_dec S q _ (put_length S S_put) E) as [L|L].
          * apply (put_alive S S_put) in E; [congruence|auto].
          * exfalso. apply Hx. rewrite <- H. apply (put_dead S S_put). split; auto.
    Qed.

    Lemma no_new_opposing : forall q, at_point T q = Stone (opponent c) ->
      at_point P q = Stone (opponent c).
    Proof.
      intros q H. apply no_new; [|auto|discriminate]. intros ->. rewrite new_stone in H.
      injection H as H. now apply (opponent_other c).
    Qed.

    Lemma new_own : forall q, at_point T q = Stone c -> q = p \/ at_point P q = Stone c.
    Proof. intros q H. destruct (Nat.eq_dec q p) as [|Hq]; [auto|right]. now apply no_new. Qed.

    Lemma linked_put : forall q r d, at_point P q = Stone d -> linked b P q r -> linked b S q r.
    Proof.
      intros q r d Hq H. induction H as [|r r' H IH Hn Hc]; [constructor|].
      apply a_step_on with r; auto. rewrite (put_back q d), (put_back r' d); congruence.
    Qed.

    Lemma linked_own : forall q r, at_point P q = Stone c -> linked b P q r -> linked b T q r.
    Proof.
      intros q r Hq H. induction H as [|r r' H IH Hn Hc]; [constructor|].
      apply a_step_on with r; auto. rewrite (own_stay q), (own_stay r'); congruence.
    Qed.

    (** A stone that is captured had no liberty but the point of the play. *)

    Lemma captured_liberty : forall q, at_point P q = Stone (opponent c) ->
      at_point T q <> Stone (opponent c) -> forall r u, linked b P q r -> next_to b r u ->
      at_point P u = Empty -> u = p.
    Proof.
      intros q Hq HT r u Hlk Hn Hu. destruct (Nat.eq_dec u p) as [|Hup]; [auto|]. exfalso. apply HT.
      apply (put_alive S S_put); [now apply put_back|]. exists r, u.
      split; [now apply linked_put with (opponent c)|split; [auto|]].
      now rewrite (put_other S S_put).
    Qed.

    (** An opposing stone stays if its chain has another liberty. *)

    Lemma opposing_stay : forall q r u, at_point P q = Stone (opponent c) -> linked b P q r ->
      next_to b r u -> at_point P u = Empty -> u <> p -> at_point T q = Stone (opponent c).
    Proof.
      intros q r u Hq Hlk Hn Hu Hup. apply (put_alive S S_put); [now apply put_back|]. exists r, u.
      split; [now apply linked_put with (opponent c)|split; [auto|]].
      now rewrite (put_other S S_put).
    Qed.

    (** An opposing stone that stays has a liberty in [S]. *)

    Lemma stays_with_liberty : forall q, at_point T q = Stone (opponent c) -> has_liberty b S q.
    Proof.
      intros q H. pose proof (no_new_opposing q H) as HP. pose proof (put_back q _ HP) as HS.
      destruct (liberty_dec S q _ (put_length S S_put) HS) as [L|L]; [auto|].
      rewrite (put_dead S S_put) in H by (split; auto). discriminate.
    Qed.

    Lemma live_after : live P -> live T.
    Proof.
      intros Hlive q d Hq. destruct (other_colour c d) as [->| ->].
      - (* the player's own chains *)
        assert (Hlibp : has_liberty b T p).
        { destruct (put_why S S_put) as [(q0 & Hd0 & Hno)|H]; [|auto].
          assert (HP0 : at_point P q0 = Stone (opponent c)).
          { rewrite <- (put_other S S_put); [auto|]. intros ->. rewrite (put_here S S_put) in Hd0.
            injection Hd0 as Hd0. now apply (opponent_other c). }
          destruct (Hlive q0 _ HP0) as (q1 & r & Hlk & Hn & Hr).
          pose proof (linked_put q0 q1 _ HP0 Hlk) as HlkS.
          assert (r = p) as ->.
          { destruct (Nat.eq_dec r p) as [|Hne]; [auto|]. exfalso. apply Hno. exists q1, r.
            split; [auto|split; [auto|]]. now rewrite (put_other S S_put). }
          exists p, q1. split; [constructor|]. split; [now apply next_to_symmetric|].
          apply (put_dead S S_put). split; [apply linked_content in HlkS; congruence|]. intros H.
          apply Hno. now apply liberty_shared with q1. }
        destruct (new_own q Hq) as [->|HP]; [auto|].
        destruct (Hlive q _ HP) as (q1 & r & Hlk & Hn & Hr).
        pose proof (linked_own q q1 HP Hlk) as HlkT. destruct (Nat.eq_dec r p) as [->|Hne].
        + apply liberty_shared with p; [|auto]. apply a_step_on with q1; auto. rewrite new_stone.
          congruence.
        + exists q1, r. split; [auto|split; [auto|]]. now apply empty_stay.
      - destruct (stays_with_liberty q Hq) as (q1 & r & Hlk & Hn & Hr). exists q1, r.
        split; [|split; [auto|now apply (put_empty S S_put)]].
        pose proof (put_back q _ (no_new_opposing q Hq)) as HS.
        assert (Hall : forall u, linked b S q u -> at_point T u = Stone (opponent c)).
        { intros u Hu. apply (put_alive S S_put); [apply linked_content in Hu; congruence|].
          apply liberty_shared with q; [now apply linked_symmetric|].
          now apply stays_with_liberty. }
        clear Hn Hr. induction Hlk as [|u v Hu IH Hn Hc]; [constructor|].
        apply a_step_on with u; auto. rewrite Hq. apply Hall. now apply a_step_on with u.
    Qed.
  End OnePlay.

  (** ** Paths within a set of points *)

  Section Path.
    Variable W : N.
    Hypothesis W_small : forall q, has W q = true -> q < size b.

    Inductive path (p : point) : point -> Prop :=
    | path_here : has W p = true -> path p p
    | path_on : forall q r, path p q -> next_to b q r -> has W r = true -> path p r.

    Lemma path_in : forall p q, path p q -> has W p = true /\ has W q = true.
    Proof. intros p q H. induction H as [|q r H IH Hn Hr]; tauto. Qed.

    Lemma path_trans : forall p q r, path p q -> path q r -> path p r.
    Proof.
      intros p q r H1 H2. induction H2 as [|r s H IH Hn Hs]; [auto|]. eapply path_on; eauto.
    Qed.

    Lemma path_symmetric : forall p q, path p q -> path q p.
    Proof.
      intros p q H. induction H as [H|q r H IH Hn Hr]; [now constructor|].
      apply path_trans with q; [|auto].
      apply path_on with r; [now constructor|now apply next_to_symmetric|]. now apply path_in in H.
    Qed.

    Definition part (p : point) : N := spread t W (single p).

    Lemma part_is : forall p q, has (part p) q = true <-> path p q.
    Proof.
      intros p q. unfold part, spread. change (fuel t) with (S (size b)).
      assert (Hs : forall x, has (N.land (single p) W) x = true <-> x = p /\ has W p = true).
      { intros x. rewrite has_land, has_single, andb_true_iff, Nat.eqb_eq.
        split; [intros [<- H]; auto|intros [-> H]; auto]. }
      rewrite flood_finds with (n := size b);
        [|exact W_small|intros x Hx; apply Hs in Hx as [-> Hx]; now apply W_small].
      split.
      - induction 1 as [x Hx|x y Hx IH Ha Hy]; [apply Hs in Hx as [-> Hx]; now constructor|].
        apply path_on with x; [auto| |auto]. now apply near_is_next_to in Ha.
      - induction 1 as [H|x y Hx IH Hn Hy]; [apply at_seed; now apply Hs|].
        apply further with x; [auto| |auto]. now apply near_is_next_to.
    Qed.
  End Path.

  Lemma path_wider : forall W W' p q, (forall x, has W x = true -> has W' x = true) -> path W p q ->
    path W' p q.
  Proof.
    intros W W' p q H Hp. induction Hp as [Hp|q r Hp IH Hn Hr]; [constructor; auto|].
    eapply path_on; eauto.
  Qed.
End Board.
