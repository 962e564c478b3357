(** * Prisoners that passes give back: how a node counts them

    Every play puts one stone more on the board or into a hand, and every pass takes one from a
    hand. So a node has two numbers: all stones, on the board and in hands; and what Black has in
    his hand more than White, together with White's stones on the board, less Black's. *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Bits Play Checker Common Beside.

(** ** The program *)

Definition prisoners_after (c : colour) (play : bool) (tl : Z * N) : Z * N :=
  ((fst tl - sign c)%Z, if play then N.succ (snd tl) else N.pred (snd tl)).

(** The player to move holds a prisoner. Half of the difference is what he holds. *)
Definition holds_one (t : table) (n : node) : bool :=
  let all := Z.of_N (snd (tallied n)) in let more := fst (tallied n) in
  match to_move n with
  | Black => (2 * Z.of_nat (count (points t) (white n)) <? all + more)%Z
  | White => (2 * Z.of_nat (count (points t) (black n)) <? all - more)%Z
  end.

Definition prisoners_at_start (P : position) : Z * N :=
  ((- lead P)%Z, Z.to_N (stones Black P + stones White P)).

(** ** Stones *)

Lemma stones_are_counted : forall c P, stones c P = Z.of_nat (count (length P) (mask c P)).
Proof.
  intros c P. unfold stones. f_equal. induction P as [|x P IH]; [auto|].
  cbn [length count].
  replace (N.odd (mask c (x :: P))) with (is_stone c x)
    by (rewrite <- has_0, has_mask; reflexivity).
  replace (N.div2 (mask c (x :: P))) with (mask c P)
    by (apply same_bits; intros p; now rewrite <- has_S, !has_mask). rewrite <- IH.
  destruct x as [|d]; cbn; [auto|]. destruct (colour_eq d c) as [->|Hne]; [now destruct c|].
  destruct d, c; cbn; congruence.
Qed.

Lemma count_one_more : forall n m m' p, (forall q, has m' q = true -> q = p \/ has m q = true) ->
  count n m' <= S (count n m).
Proof.
  induction n as [|n IH]; intros m m' p H; cbn [count]; [lia|]. pose proof (H 0) as H0.
  rewrite !has_0 in H0.
  assert (Hrest : forall q, has (N.div2 m') q = true -> S q = p \/ has (N.div2 m) q = true)
    by (intros q; rewrite <- !has_S; apply H).
  destruct p as [|p].
  - assert (Hle : count n (N.div2 m') <= count n (N.div2 m))
      by (apply count_le; intros q Hq; now destruct (Hrest q Hq)).
    destruct (N.odd m'), (N.odd m); lia.
  - specialize (IH (N.div2 m) (N.div2 m') p).
    assert (Hle : count n (N.div2 m') <= S (count n (N.div2 m))).
    { apply IH. intros q Hq. destruct (Hrest q Hq) as [E|E]; [left; lia|auto]. }
    destruct (N.odd m');
      [destruct H0 as [H0|H0]; [auto|discriminate|rewrite H0; lia]|destruct (N.odd m); lia].
Qed.

(** A play removes stones; it adds none but its own. *)

Lemma play_adds_one : forall b c p P T, plays b c p P T -> forall d q, at_point T q = Stone d ->
  at_point P q = Stone d \/ q = p /\ d = c.
Proof.
  intros b c p P T H d q Hq. pose proof (plays_length _ _ _ _ _ H) as (Hl & Hp & _).
  pose proof (plays_length_after _ _ _ _ _ H) as HlT.
  assert (Hqs : q < size b).
  { destruct (Nat.lt_ge_cases q (size b)); [auto|]. rewrite at_point_overflow in Hq by lia.
    discriminate. }
  assert (Hkept : forall S gone, differs_by T S gone Empty -> length S = size b ->
    at_point S q = Stone d).
  { intros S gone [_ HT] HS. destruct (HT q) as [H1 H2]; [lia|]. rewrite <- Hq. symmetry. apply H2.
    intros Hg. rewrite (H1 Hg) in Hq. discriminate. }
  assert (Hput : forall S, differs_by S P (eq p) (Stone c) -> at_point S q = Stone d ->
    at_point P q = Stone d \/ q = p /\ d = c).
  { intros S [_ HS] HSq. destruct (HS q) as [H1 H2]; [lia|]. destruct (Nat.eq_dec p q) as [E|E].
    - right. rewrite (H1 E) in HSq. injection HSq. auto.
    - left. now rewrite <- (H2 E). }
  destruct H as [S _ _ _ HS _ HT|_ _ _ HT _ _|S _ _ _ HS _ _ HT].
  - apply (Hput S HS). apply (Hkept S _ HT). now destruct HS; congruence.
  - now apply (Hput T HT).
  - apply (Hput S HS). apply (Hkept S _ HT). now destruct HS; congruence.
Qed.

Lemma stones_after_play : forall b c p P T, plays b c p P T -> forall d,
  (stones d T <= stones d P + if colour_eq c d then 1 else 0)%Z.
Proof.
  intros b c p P T H d. pose proof (plays_length _ _ _ _ _ H) as (Hl & _).
  pose proof (plays_length_after _ _ _ _ _ H) as HlT. rewrite !stones_are_counted, Hl, HlT.
  pose proof (play_adds_one _ _ _ _ _ H) as Hone. destruct (colour_eq c d) as [<-|Hne].
  - assert (Hle : count (size b) (mask c T) <= S (count (size b) (mask c P))); [|lia].
    apply count_one_more with p. intros q. rewrite !has_mask_iff. intros Hq.
    destruct (Hone c q Hq) as [E|[E _]]; auto.
  - assert (Hle : count (size b) (mask d T) <= count (size b) (mask d P)); [|lia].
    apply count_le. intros q. rewrite !has_mask_iff. intros Hq.
    destruct (Hone d q Hq) as [E|[_ E]]; [auto|congruence].
Qed.

Lemma removed_by_a_play : forall g p T, plays (on g) (turn g) p (now g) T -> forall c,
  (0 <= removed c (next_event g (Play p) T))%Z.
Proof.
  intros g p T H c. pose proof (stones_after_play _ _ _ _ _ H c). unfold removed.
  cbn [who before after next_event]. lia.
Qed.

(** ** What the numbers of a node say of a game *)

Definition prisoners_are (g : game) (tl : Z * N) : Prop :=
  fst tl = (held Black (record g) - held White (record g) - lead (now g))%Z /\
  Z.of_N (snd tl) = (held Black (record g) + held White (record g) + stones Black (now g) +
                       stones White (now g))%Z /\ forall c, (0 <= held c (record g))%Z.

Lemma stones_not_negative : forall c P, (0 <= stones c P)%Z.
Proof. intros. unfold stones. lia. Qed.

Lemma held_after : forall c g m T, held c (record (with_move g m T)) =
  match m with
  | Play p => (held c (record g) + removed (opponent c) (next_event g m T))%Z
  | Pass => if colour_eq (turn g) c then (held c (record g) - 1)%Z else held c (record g)
  end.
Proof. intros c g [p|] T; reflexivity. Qed.

Lemma prisoners_after_play : forall g p T tl, plays (on g) (turn g) p (now g) T ->
  prisoners_are g tl -> prisoners_are (with_move g (Play p) T) (prisoners_after (turn g) true tl).
Proof.
  intros g p T tl H (H1 & H2 & H3). pose proof (removed_by_a_play g p T H) as Hr.
  unfold prisoners_are, prisoners_after. rewrite !held_after. cbn [fst snd].
  change (now (with_move g (Play p) T)) with T.
  split; [|
    split; [rewrite N2Z.inj_succ|
      intros c; rewrite held_after; specialize (Hr (opponent c)); specialize (H3 c); lia]];
    unfold removed, lead, sign in *; cbn [opponent who before after next_event]; destruct (turn g);
    cbn [colour_eq]; destruct (colour_eq Black White), (colour_eq White Black),
    (colour_eq Black Black), (colour_eq White White); (congruence || lia).
Qed.

Lemma prisoners_after_pass : forall g tl, (0 < held (turn g) (record g))%Z -> prisoners_are g tl ->
  prisoners_are (with_move g Pass (now g)) (prisoners_after (turn g) false tl).
Proof.
  intros g tl H (H1 & H2 & H3). unfold prisoners_are, prisoners_after. rewrite !held_after.
  cbn [fst snd]. change (now (with_move g Pass (now g))) with (now g). pose proof (H3 Black) as HB.
  pose proof (H3 White) as HW. pose proof (stones_not_negative Black (now g)).
  pose proof (stones_not_negative White (now g)).
  assert (Hs : (1 <= Z.of_N (snd tl))%Z) by (destruct (turn g); lia).
  split; [|
    split; [rewrite N2Z.inj_pred by lia|
      intros c; rewrite held_after; specialize (H3 c); destruct (colour_eq (turn g) c) as [<-|];
        lia]]; unfold sign; destruct (turn g);
    destruct (colour_eq Black White), (colour_eq White Black), (colour_eq Black Black),
      (colour_eq White White); (congruence || lia).
Qed.

Lemma holds_one_is : forall b g n, shows b g n -> prisoners_are g (tallied n) ->
  (holds_one (table_of b) n = true <-> (0 < held (turn g) (record g))%Z).
Proof.
  intros b g n (Hp & Hb & Hw & Ht) (H1 & H2 & _). unfold holds_one.
  change (points (table_of b)) with (size b).
  rewrite <- (now_length b g Hp), <- Hb, <- Hw, <- Ht, <- !stones_are_counted. unfold lead in H1.
  destruct (turn g); rewrite Z.ltb_lt; lia.
Qed.

Lemma prisoners_begin : forall b P c, prisoners_are (begin b P c) (prisoners_at_start P).
Proof.
  intros b P c. pose proof (stones_not_negative Black P). pose proof (stones_not_negative White P).
  unfold prisoners_are, prisoners_at_start. cbn. rewrite Z2N.id by lia. repeat split; lia.
Qed.
