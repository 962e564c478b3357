(** * Symmetries of a board: what can be forced in a game can be forced in its image

    A symmetry takes points to points and keeps what is next to what. It may exchange the colours
    too. A text names neither points nor colours. So the image of a game is a game under the same
    rules. *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia Lqa.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Bits Play Checker Common Beside Values.

Record symmetry := { goes : point -> point; back : point -> point; swaps : bool }.

Definition inverse (s : symmetry) : symmetry :=
  {| goes := back s; back := goes s; swaps := swaps s |}.

Definition image_colour (s : symmetry) (c : colour) : colour := if swaps s then opponent c else c.
Definition image_content (s : symmetry) (x : content) : content :=
  match x with Empty => Empty | Stone c => Stone (image_colour s c) end.
Definition image_move (s : symmetry) (m : move) : move :=
  match m with Play p => Play (goes s p) | Pass => Pass end.
Definition image_score (s : symmetry) (q : Q) : Q := if swaps s then - q else q.

Lemma image_colour_twice : forall s c, image_colour s (image_colour s c) = c.
Proof. intros s c. unfold image_colour. destruct (swaps s); [apply opponent_twice|auto]. Qed.

Lemma image_colour_injective : forall s c d, image_colour s c = image_colour s d -> c = d.
Proof. intros s c d E. rewrite <- (image_colour_twice s c), E. apply image_colour_twice. Qed.

Lemma image_opponent : forall s c, image_colour s (opponent c) = opponent (image_colour s c).
Proof. intros s c. unfold image_colour. now destruct (swaps s). Qed.

Lemma image_content_injective : forall s x y, image_content s x = image_content s y -> x = y.
Proof.
  intros s [|c] [|d] E; try discriminate; [auto|]. injection E as E.
  now apply image_colour_injective in E as ->.
Qed.

(** Rules that do not tell Black from White. *)

Definition even_handed (R : rules) : Prop :=
  (komi R == 0)%Q /\ equivalence R = false /\ ikeda R = false.

Section Symmetry.
  Variable b : board.

  Record is_symmetry (s : symmetry) : Prop := {
    goes_small : forall p, p < size b -> goes s p < size b;
    back_small : forall p, p < size b -> back s p < size b;
    back_goes : forall p, back s (goes s p) = p;
    goes_back : forall p, goes s (back s p) = p;
    goes_next : forall p q, next_to b p q -> next_to b (goes s p) (goes s q);
    back_next : forall p q, next_to b p q -> next_to b (back s p) (back s q) }.

  Lemma inverse_is_symmetry : forall s, is_symmetry s -> is_symmetry (inverse s).
  Proof. intros s []. constructor; auto. Qed.

  Definition image_position (s : symmetry) (P : position) : position :=
    map (fun q => image_content s (at_point P (back s q))) (seq 0 (size b)).

  Definition image_event (s : symmetry) (e : event) : event :=
    {| at_board := at_board e; who := image_colour s (who e); what := image_move s (what e);
       before := image_position s (before e); after := image_position s (after e) |}.

  Definition image_game (s : symmetry) (g : game) : game :=
    {| on := on g; start := image_position s (start g); first := image_colour s (first g);
       record := map (image_event s) (record g) |}.

  Definition image_of_fact (s : symmetry) (f : Spec.fact) : Spec.fact :=
    {| name := name f; player := option_map (image_colour s) (player f);
       position_1 := option_map (image_position s) (position_1 f);
       position_2 := option_map (image_position s) (position_2 f) |}.

  (** ** Positions *)

  Lemma image_length : forall s P, length (image_position s P) = size b.
  Proof. intros. unfold image_position. now rewrite map_length, seq_length. Qed.

  Lemma at_image : forall s P q, q < size b ->
    at_point (image_position s P) q = image_content s (at_point P (back s q)).
  Proof.
    intros s P q H. unfold image_position, at_point at 1. rewrite nth_seq_map.
    now destruct (Nat.ltb_spec q (size b)); [|lia].
  Qed.

  Lemma at_image_goes : forall s, is_symmetry s -> forall P p, p < size b ->
    at_point (image_position s P) (goes s p) = image_content s (at_point P p).
  Proof. intros s Hs P p H. rewrite at_image by now apply goes_small. now rewrite back_goes. Qed.

  Lemma image_position_injective : forall s, is_symmetry s -> forall P Q, length P = size b ->
    length Q = size b -> image_position s P = image_position s Q -> P = Q.
  Proof.
    intros s Hs P Q HP HQ E. apply same_position; [congruence|]. intros p Hp.
    apply (image_content_injective s). rewrite HP in Hp. rewrite <- !(at_image_goes s Hs) by auto.
    now rewrite E.
  Qed.

  Lemma image_position_back : forall s, is_symmetry s -> forall P, length P = size b ->
    image_position (inverse s) (image_position s P) = P.
  Proof.
    intros s Hs P HP. apply same_position; rewrite image_length; [auto|]. intros p Hp.
    rewrite at_image by auto. cbn [inverse back]. rewrite at_image_goes by auto.
    destruct (at_point P p) as [|c]; cbn; [auto|]. f_equal. exact (image_colour_twice s c).
  Qed.

  Lemma stone_small : forall P p c, length P = size b -> at_point P p = Stone c -> p < size b.
  Proof.
    intros P p c Hl H. destruct (Nat.lt_ge_cases p (size b)); [auto|].
    rewrite at_point_overflow in H by lia. discriminate.
  Qed.

  (** ** Chains and plays *)

  Lemma linked_image : forall s, is_symmetry s -> forall P p q, p < size b -> linked b P p q ->
    linked b (image_position s P) (goes s p) (goes s q).
  Proof.
    intros s Hs P p q Hp H. induction H as [|q r H IH Hn Hc]; [constructor|].
    eapply a_step_on; [exact IH|now apply goes_next|].
    rewrite !at_image_goes by (auto; now destruct Hn as (_ & ? & _)). congruence.
  Qed.

  Lemma linked_image_back : forall s, is_symmetry s -> forall P p q, length P = size b ->
    p < size b -> q < size b -> linked b (image_position s P) (goes s p) q ->
    linked b P p (back s q).
  Proof.
    intros s Hs P p q Hl Hp Hq H.
    apply (linked_image (inverse s)) in H; [|now apply inverse_is_symmetry|now apply goes_small].
    rewrite image_position_back in H by auto. cbn [inverse goes back] in H.
    now rewrite back_goes in H.
  Qed.

  Lemma touches_image : forall s, is_symmetry s -> forall P p x, p < size b -> touches b P p x ->
    touches b (image_position s P) (goes s p) (image_content s x).
  Proof.
    intros s Hs P p x Hp (q & r & Hl & Hn & Hx). exists (goes s q), (goes s r).
    split; [now apply linked_image|split; [now apply goes_next|]].
    rewrite at_image_goes by (auto; now destruct Hn as (_ & ? & _)). congruence.
  Qed.

  Lemma touches_image_back : forall s, is_symmetry s -> forall P p x, length P = size b ->
    p < size b -> touches b (image_position s P) p (image_content s x) -> touches b P (back s p) x.
  Proof.
    intros s Hs P p x Hl Hp H.
    apply (touches_image (inverse s)) in H; [|now apply inverse_is_symmetry|auto].
    rewrite image_position_back in H by auto.
    replace (image_content (inverse s) (image_content s x)) with x in H; [exact H|].
    destruct x as [|c]; cbn; [auto|]. f_equal. symmetry. exact (image_colour_twice s c).
  Qed.

  Lemma dead_image : forall s, is_symmetry s -> forall P c q, length P = size b -> dead b P c q ->
    dead b (image_position s P) (image_colour s c) (goes s q).
  Proof.
    intros s Hs P c q Hl [Hc Hd]. pose proof (stone_small _ _ _ Hl Hc) as Hq. split.
    - rewrite at_image_goes by auto. now rewrite Hc.
    - intros H. apply Hd.
      apply (touches_image_back s Hs P _ Empty) in H; [|auto|now apply goes_small].
      now rewrite back_goes in H.
  Qed.

  Lemma dead_image_iff : forall s, is_symmetry s -> forall P c q, length P = size b -> q < size b ->
    (dead b (image_position s P) (image_colour s c) q <-> dead b P c (back s q)).
  Proof.
    intros s Hs P c q Hl Hq. split; intros H.
    - apply (dead_image (inverse s)) in H; [|now apply inverse_is_symmetry|apply image_length].
      rewrite image_position_back in H by auto.
      replace (image_colour (inverse s) (image_colour s c)) with c in H; [exact H|]. symmetry.
      exact (image_colour_twice s c).
    - apply (dead_image s Hs) in H; [|auto]. now rewrite goes_back in H.
  Qed.

  Lemma differs_image : forall s Q P gone gone' x, is_symmetry s -> length P = size b ->
    (forall q, q < size b -> (gone' q <-> gone (back s q))) -> differs_by Q P gone x ->
    differs_by (image_position s Q) (image_position s P) gone' (image_content s x).
  Proof.
    intros s Q P gone gone' x Hs Hl Hg [_ H]. split; [now rewrite !image_length|]. intros q Hq.
    rewrite image_length in Hq. rewrite !at_image by auto.
    destruct (H (back s q)) as [H1 H2]; [rewrite Hl; now apply back_small|].
    split; intros G; f_equal; [apply H1|apply H2; intros G'; apply G]; now apply Hg.
  Qed.

  Lemma plays_image : forall s, is_symmetry s -> forall c p P T, plays b c p P T ->
    plays b (image_colour s c) (goes s p) (image_position s P) (image_position s T).
  Proof.
    intros s Hs c p P T H. pose proof (plays_length _ _ _ _ _ H) as (Hl & Hp & He).
    assert (He' : at_point (image_position s P) (goes s p) = Empty)
      by (rewrite at_image_goes by auto; now rewrite He).
    assert (Hp' : goes s p < size b) by now apply goes_small.
    assert (Hput : forall q, q < size b -> (goes s p = q <-> p = back s q)).
    { intros q Hq. split; [intros <-; now rewrite back_goes|intros ->; now apply goes_back]. }
    assert (Hdead : forall S, length S = size b -> (forall q, ~ dead b S (opponent c) q) ->
      forall q, ~ dead b (image_position s S) (opponent (image_colour s c)) q).
    { intros S HS Hno q Hq. rewrite <- image_opponent in Hq.
      assert (q < size b)
        by (destruct Hq as [Hq _]; eapply stone_small; [apply image_length|exact Hq]).
      apply (dead_image_iff s Hs) in Hq; auto. now apply Hno in Hq. }
    destruct H as [S _ _ _ HS [q Hq] HT|_ _ _ HT Hno Hlib|S _ _ _ HS Hno Hlib HT].
    - assert (HSl : length S = size b) by (destruct HS; congruence).
      apply it_captures with (image_position s S); auto; [apply image_length| | |].
      + apply (differs_image s S P (eq p) _ (Stone c)); auto.
      + exists (goes s q). rewrite <- image_opponent. now apply dead_image.
      + apply (differs_image s T S (dead b S (opponent c)) _ Empty); auto. intros r Hr.
        rewrite <- image_opponent. now apply dead_image_iff.
    - assert (HTl : length T = size b) by (destruct HT; congruence).
      apply it_lives; auto; [apply image_length| |].
      + apply (differs_image s T P (eq p) _ (Stone c)); auto.
      + now apply (touches_image s Hs T p Empty).
    - assert (HSl : length S = size b) by (destruct HS; congruence).
      apply it_is_suicide with (image_position s S); auto; [apply image_length| | |].
      + apply (differs_image s S P (eq p) _ (Stone c)); auto.
      + intros H. apply Hlib. apply (touches_image_back s Hs S _ Empty) in H; auto.
        now rewrite back_goes in H.
      + apply (differs_image s T S (linked b S p) _ Empty); auto. intros r Hr. split; intros H.
        * now apply linked_image_back in H.
        * apply (linked_image s Hs) in H; [|auto]. now rewrite goes_back in H.
  Qed.
End Symmetry.
