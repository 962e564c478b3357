(** * Symmetries of a board: what can be forced in a game can be forced in its image

    A symmetry takes points to points and keeps what is next to what. It may exchange the colours
    too. A text names neither points nor colours. So the image of a game is a game under the same
    rules. *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia Lqa.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Bits Play Kos Checker Sound Common Beside Ban Frames Tally Values.

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

  (** ** What the record says *)

  Definition all_fit (r : list event) : Prop :=
    forall e, In e r -> (length (before e) = size b /\ length (after e) = size b) /\ at_board e = b.

  Lemma all_fit_rest : forall e r, all_fit (e :: r) -> all_fit r.
  Proof. intros e r H x Hx. apply H. now right. Qed.

  Section Record.
    Variable s : symmetry.
    Hypothesis Hs : is_symmetry s.
    Variable T : text.

    Lemma counts_image : forall o e, counts o (image_event s e) = counts o e.
    Proof. intros o e. unfold counts. cbn. now destruct (what e). Qed.

    Lemma player_image : forall e w, player_of (image_event s e) w = image_colour s (player_of e w).
    Proof. intros e []; cbn; [auto|]. symmetry. apply image_opponent. Qed.

    Lemma a_play_image : forall e, a_play (image_event s e) <-> a_play e.
    Proof.
      intros e. unfold a_play. cbn.
      destruct (what e) as [p|]; cbn; split; intros [q Hq]; try discriminate; eauto.
    Qed.

    Lemma with_all_image : forall f f',
      (forall q, q < size b -> f' (goes s q) = image_content s (f q)) ->
      with_all b f' = image_position s (with_all b f).
    Proof.
      intros f f' H. unfold with_all, image_position. apply map_ext_in. intros q Hq.
      apply in_seq in Hq. unfold at_point. rewrite nth_seq_map.
      assert (Hb : back s q < size b) by (apply back_small; [auto|lia]).
      destruct (Nat.ltb_spec (back s q) (size b)); [|lia]. rewrite <- H by auto.
      now rewrite goes_back.
    Qed.

    Lemma kos_image : forall lone P q, length P = size b ->
      has (kos lone b (image_position s P)) (goes s q) = has (kos lone b P) q.
    Proof.
      assert (H : forall lone s, is_symmetry s -> forall P q, length P = size b ->
        in_a_ko lone b P q -> in_a_ko lone b (image_position s P) (goes s q)).
      { intros lone u Hu P q Hl (c & y & N & Hne & H).
        exists (image_colour u c), (goes u y), (image_position u N). split.
        - destruct Hne as [Hne|Hne]; [now left|right]. intros E. apply Hne.
          apply (image_position_injective u Hu) in E; auto.
          destruct H as [[H _]|[H _]]; now apply plays_length_after in H.
        - rewrite <- image_opponent.
          destruct H as [[H1 H2]|[H1 H2]]; [left|right]; split; now apply plays_image. }
      intros lone P q Hl. apply eq_true_iff_eq. rewrite !kos_exact by (auto; apply image_length).
      split; intros Hko; [|now apply (H lone s)].
      apply (H lone (inverse s) (inverse_is_symmetry s Hs)) in Hko; [|apply image_length].
      rewrite image_position_back in Hko by auto. cbn [goes inverse] in Hko.
      now rewrite back_goes in Hko.
    Qed.

    Lemma goes_eqb : forall q p, (goes s q =? goes s p) = (q =? p).
    Proof.
      intros q p. destruct (Nat.eqb_spec q p) as [->|Hne]; [apply Nat.eqb_refl|]. apply Nat.eqb_neq.
      intros E. apply Hne. apply (f_equal (back s)) in E. now rewrite !back_goes in E.
    Qed.

    Lemma marked_image : forall on f P p c, length P = size b ->
      marked on f b (image_position s P) (goes s p) (image_colour s c) =
        image_position s (marked on f b P p c).
    Proof.
      intros on f P p c Hl. unfold marked. apply with_all_image. intros q Hq.
      rewrite kos_image, goes_eqb by auto. rewrite (at_image_goes s Hs) by auto.
      rewrite <- image_opponent.
      destruct (has (kos (lone_suicides f) b P) q), on, (pointed f && (q =? p)); reflexivity.
    Qed.

    Definition fits_event (e : event) : Prop :=
      (length (before e) = size b /\ length (after e) = size b) /\ at_board e = b.

    Lemma meant_image : forall kept kept' e t, fits_event e ->
      (forall k c, kept' k (image_colour s c) = option_map (image_position s) (kept k c)) ->
      meant kept' (image_event s e) t = option_map (image_position s) (meant kept e t).
    Proof.
      intros kept kept' e [| | |k w|w|w x|w x] [[Hl _] Hb] H; cbn [meant]; auto;
        try (rewrite player_image; now auto); cbn [what at_board before image_event];
        (destruct (what e) as [p|]; [|auto]); cbn [image_move option_map]; rewrite Hb, player_image;
        f_equal; [|now apply marked_image..].
      apply with_all_image. intros q _. rewrite goes_eqb. now destruct (q =? p).
    Qed.

    Lemma kept_image : forall r k c, all_fit r ->
      kept_for T (map (image_event s) r) k (image_colour s c) =
        option_map (image_position s) (kept_for T r k c).
    Proof.
      induction r as [|e r IH]; intros k c Hf; cbn [map kept_for]; [auto|].
      pose proof (all_fit_rest _ _ Hf) as Hf'.
      assert (E : forall l,
        find (fun x =>
          counts (keep_when x) (image_event s e) && (place_kept x =? k) &&
          if colour_eq (player_of (image_event s e) (for_whom x)) (image_colour s c) then true
          else false) l = find (fun x =>
          counts (keep_when x) e && (place_kept x =? k) &&
          if colour_eq (player_of e (for_whom x)) c then true else false) l).
      { induction l as [|x l IHl]; cbn [find]; [auto|]. rewrite counts_image, player_image, IHl.
        destruct (colour_eq (image_colour s (player_of e (for_whom x))) (image_colour s c))
          as [E|E], (colour_eq (player_of e (for_whom x)) c) as [E'|E']; auto; exfalso.
        - now apply image_colour_injective in E.
        - apply E. congruence. }
      rewrite E. destruct (find _ (keeps T)) as [x|]; [|now apply IH].
      apply meant_image; [apply Hf; now left|]. intros k' c'. now apply IH.
    Qed.

    Lemma instance_image : forall r e p, all_fit r -> fits_event e ->
      instance (kept_for T (map (image_event s) r)) (image_event s e) p =
        image_of_fact s (instance (kept_for T r) e p).
    Proof.
      intros r e p Hr He. unfold instance, image_of_fact. cbn [name player position_1 position_2].
      rewrite !(meant_image (kept_for T r)) by (auto; intros; now apply kept_image). f_equal.
      destruct (p_player p) as [w|]; cbn; [|auto]. now rewrite player_image.
    Qed.

    Lemma passes_image : forall r, passes_in_a_row (map (image_event s) r) = passes_in_a_row r.
    Proof. induction r as [|e r IH]; cbn; [auto|]. destruct (what e); cbn; auto. Qed.

    Lemma kept_fits_record : forall r k c P, all_fit r -> kept_for T r k c = Some P ->
      length P = size b.
    Proof.
      induction r as [|e r IH]; intros k c P Hf E; cbn in E; [discriminate|].
      pose proof (all_fit_rest _ _ Hf) as Hf'. destruct (find _ (keeps T)) as [x|]; [|eauto].
      destruct (Hf e (or_introl eq_refl)) as [[H1 H2] H3].
      destruct (what_kept x) as [| | |k' w|w|w y|w y]; cbn [meant] in E;
        [discriminate|congruence|congruence|eauto|..]; (destruct (what e); [|discriminate]);
        injection E as <-; unfold marked; now rewrite with_all_length, H3.
    Qed.

    Lemma meant_fits_record : forall r e t P, all_fit r -> fits_event e ->
      meant (kept_for T r) e t = Some P -> length P = size b.
    Proof.
      intros r e [| | |k w|w|w y|w y] P Hf [[H1 H2] H3] E; cbn [meant] in E;
        [discriminate|congruence|congruence|eapply kept_fits_record; [exact Hf|exact E]|..];
        (destruct (what e); [|discriminate]); injection E as <-; unfold marked;
        now rewrite with_all_length, H3.
    Qed.

    Lemma holds_image : forall r e a, all_fit (e :: r) ->
      (holds T (map (image_event s) r) (image_event s e) a <-> holds T r e a).
    Proof.
      intros r e a Hf.
      induction a as [| |n|t t'|a IHa a' IHa'|a IHa a' IHa'|a IHa]; cbn [holds]; try tauto.
      - unfold takes_back. rewrite a_play_image. destruct r as [|last r]; cbn [map]; [tauto|].
        rewrite a_play_image.
        assert
          (E : before (image_event s last) = after (image_event s e) <-> before last = after e);
          [|tauto].
        cbn. split; [|now intros ->]. intros E.
        apply (image_position_injective s Hs) in E; [auto| |]; apply Hf; [right|]; now left.
      - now rewrite passes_image.
      - assert (He : fits_event e) by (apply Hf; now left). pose proof (all_fit_rest _ _ Hf) as Hf'.
        rewrite !(meant_image (kept_for T r)) by (auto; intros; now apply kept_image).
        split; [|now intros ->]. intros E.
        destruct (meant (kept_for T r) e t) as [P|] eqn:EP, (meant (kept_for T r) e t') as [Q|]
          eqn:EQ; cbn in E; try discriminate; [|auto].
        f_equal. injection E as E.
        apply (image_position_injective s Hs) in E; auto; eapply meant_fits_record; eauto.
    Qed.

    Lemma of_position_image : forall P f,
      image_of_fact s (of_position P f) = of_position (image_position s P) (image_of_fact s f).
    Proof. reflexivity. Qed.

    Lemma makes_true_image : forall (was was' : Spec.fact -> Prop) r e f,
      (forall x, was x -> was' (image_of_fact s x)) -> all_fit (e :: r) -> makes_true T was r e f ->
      makes_true T was' (map (image_event s) r) (image_event s e) (image_of_fact s f).
    Proof.
      intros was was' r e f Hwas Hf (x & Hx & Hc & Hh & H). exists x. rewrite counts_image.
      split; [auto|split; [auto|split]].
      - now apply holds_image.
      - assert (E : forall p,
          instance (kept_for T (map (image_event s) (e :: r))) (image_event s e) p =
            image_of_fact s (instance (kept_for T (e :: r)) e p)).
        { intros p. apply (instance_image (e :: r) e p); [exact Hf|apply Hf; now left]. }
        cbn [map] in E. cbv zeta in H |- *.
        destruct (for_each x) as [p|]; rewrite !E; [|now rewrite H]. destruct H as (P & H & ->).
        exists (image_position s P). rewrite <- !of_position_image. auto.
    Qed.

    Lemma makes_forgotten_image : forall r e f, all_fit (e :: r) ->
      (makes_forgotten T (map (image_event s) r) (image_event s e) (image_of_fact s f) <->
       makes_forgotten T r e f).
    Proof.
      intros r e f Hf. unfold makes_forgotten. split; intros (x & Hx & Hc & Hh & Hn); exists x.
      - rewrite counts_image in Hc. apply (proj1 (holds_image r e _ Hf)) in Hh. auto.
      - rewrite counts_image. split; [auto|split; [auto|split; [|auto]]]. now apply holds_image.
    Qed.

    Lemma remembered_image : forall P0 c0 r f, all_fit r -> is_remembered T P0 c0 r f ->
      is_remembered T (image_position s P0) (image_colour s c0) (map (image_event s) r)
        (image_of_fact s f).
    Proof.
      intros P0 c0. induction r as [|e r IH]; intros f Hf H; cbn [map is_remembered] in *.
      - destruct H as (x & Hx & Ho & He & ->). exists x. split; [auto|split; [auto|split; [auto|]]].
        unfold instance, image_of_fact. cbn. f_equal.
        + destruct (p_player (what_fact x)) as [[]|]; cbn; rewrite ?image_opponent, ?opponent_twice;
            auto.
        + now destruct (p_1 (what_fact x)).
        + now destruct (p_2 (what_fact x)).
      - pose proof (all_fit_rest _ _ Hf) as Hf'.
        destruct H as [H|[H Hn]]; [left; eapply makes_true_image; eauto|right]. split.
        + now apply IH.
        + now rewrite makes_forgotten_image.
    Qed.

    Lemma given_image : forall P0 c0 r e x, all_fit (e :: r) -> is_given T P0 c0 r e x ->
      is_given T (image_position s P0) (image_colour s c0) (map (image_event s) r) (image_event s e)
        x.
    Proof.
      intros P0 c0 r e x Hf [H1 H2]. split; [now apply holds_image|].
      destruct (remembered x) as [p|]; [|auto]. pose proof (all_fit_rest _ _ Hf) as Hf'.
      rewrite instance_image by (auto; apply Hf; now left). now apply remembered_image.
    Qed.
  End Record.

  (** ** Games *)

  Lemma proper_fits : forall g, proper b g -> all_fit (record g).
  Proof. intros g (_ & _ & H) e He. apply H in He. tauto. Qed.

  Lemma now_image : forall s g, now (image_game s g) = image_position s (now g).
  Proof. intros s g. unfold now. cbn. now destruct (record g). Qed.

  Lemma turn_image : forall s g, turn (image_game s g) = image_colour s (turn g).
  Proof.
    intros s g. unfold turn. cbn. destruct (record g); cbn; [auto|]. symmetry. apply image_opponent.
  Qed.

  Lemma with_move_image : forall s g m T,
    with_move (image_game s g) (image_move s m) (image_position s T) =
      image_game s (with_move g m T).
  Proof.
    intros. unfold with_move, image_game. cbn. fold (image_game s g).
    now rewrite now_image, turn_image.
  Qed.

  Lemma next_event_image : forall s g m T,
    next_event (image_game s g) (image_move s m) (image_position s T) =
      image_event s (next_event g m T).
  Proof. intros. unfold next_event, image_event. cbn. now rewrite now_image, turn_image. Qed.

  Lemma image_proper : forall s g, proper b g -> proper b (image_game s g).
  Proof.
    intros s g (H1 & H2 & H3). split; [auto|]. split; [apply image_length|]. cbn. intros e He.
    apply in_map_iff in He as (x & <- & Hx). cbn. rewrite !image_length.
    split; [auto|split; [auto|split; [|now apply H3]]]. intros E.
    destruct (what x) eqn:Ex; [discriminate|]. f_equal. now apply H3.
  Qed.

  Lemma image_game_back : forall s, is_symmetry s -> forall g, proper b g ->
    image_game (inverse s) (image_game s g) = g.
  Proof.
    intros s Hs [B P c r] (H1 & H2 & H3). unfold image_game. cbn in *. f_equal.
    - now apply image_position_back.
    - exact (image_colour_twice s c).
    - rewrite map_map. rewrite <- (map_id r) at 2. apply map_ext_in. intros [B' w m P1 P2] He.
      destruct (H3 _ He) as (L1 & L2 & _). cbn in L1, L2. unfold image_event. cbn.
      rewrite !image_position_back by auto. f_equal; [exact (image_colour_twice s w)|].
      destruct m as [p|]; cbn; [|auto]. now rewrite back_goes.
  Qed.

  Section Rules.
    Variable R : rules.

    Lemma ko_forbids_image : forall s, is_symmetry s -> forall g p T, proper b g ->
      length T = size b -> ko_forbids R g p T ->
      ko_forbids R (image_game s g) (goes s p) (image_position s T).
    Proof.
      intros s Hs g p T Hg HT (x & Hx & H). exists x. split; [auto|].
      change (Play (goes s p)) with (image_move s (Play p)). rewrite next_event_image.
      cbn [start first record image_game]. apply given_image; auto.
      intros e [<-|He]; [|now apply (proper_fits g)]. cbn.
      split; [split; [now apply now_length|auto]|apply Hg].
    Qed.

    Lemma suicide_image : forall s, is_symmetry s -> forall P p T, p < size b ->
      length P = size b -> length T = size b -> suicide_allows R P p T ->
      suicide_allows R (image_position s P) (goes s p) (image_position s T).
    Proof.
      intros s Hs P p T Hp HP HT. unfold suicide_allows.
      destruct (suicide R); [| |auto]; intros H E; apply H.
      - rewrite at_image_goes in E by auto. now destruct (at_point T p).
      - now apply (image_position_injective s Hs).
    Qed.

    Lemma may_play_image : forall s, is_symmetry s -> forall g p T, proper b g ->
      may_play R g p T -> may_play R (image_game s g) (goes s p) (image_position s T).
    Proof.
      intros s Hs g p T Hg (HT & Hsui & Hko). rewrite (proj1 Hg) in HT.
      pose proof (plays_length _ _ _ _ _ HT) as (Hl & Hp & _).
      pose proof (plays_length_after _ _ _ _ _ HT) as HlT. split; [|split].
      - change (on (image_game s g)) with (on g). rewrite (proj1 Hg), turn_image, now_image.
        now apply plays_image.
      - rewrite now_image. now apply suicide_image.
      - intros H. apply Hko.
        apply (ko_forbids_image (inverse s)) in H;
          [|now apply inverse_is_symmetry|now apply image_proper|apply image_length].
        rewrite image_game_back, image_position_back in H by auto. cbn [goes inverse] in H.
        now rewrite back_goes in H.
    Qed.

    Lemma ended_image : forall s, is_symmetry s -> forall g, proper b g -> ended_by_a_pass R g ->
      ended_by_a_pass R (image_game s g).
    Proof.
      intros s Hs g Hg. pose proof (proper_fits g Hg) as Hf. unfold ended_by_a_pass.
      cbn [record image_game]. destruct (record g) as [|e r]; cbn [map]; [auto|].
      intros (He & x & Hx & H). split; [cbn; now rewrite He|]. exists x. split; [auto|].
      cbn [start first image_game]. now apply given_image.
    Qed.

    Lemma so_many_image : forall s, is_symmetry s -> forall N what what',
      (forall p, what' p <-> what (back s p)) -> so_many N what -> so_many N what'.
    Proof.
      intros s Hs N what what' H (l & Hd & Hi & Hl). exists (map (goes s) l). split; [|split].
      - apply (NoDup_map_inv (back s)). rewrite map_map.
        erewrite map_ext; [|intros; now apply back_goes]. now rewrite map_id.
      - intros p. rewrite H, <- Hi, in_map_iff. split.
        + intros (q & <- & Hq). now rewrite back_goes.
        + intros Hp. exists (back s p). split; [now apply goes_back|auto].
      - now rewrite map_length.
    Qed.

    (** What goes from hand to hand. *)

    Lemma stones_image : forall s, is_symmetry s -> forall P c, length P = size b ->
      stones (image_colour s c) (image_position s P) = stones c P.
    Proof.
      intros s Hs P c Hl. unfold stones. f_equal. set (c' := image_colour s c).
      set (is :=
        fun d x =>
          match x with Stone e => if colour_eq e d then true else false | Empty => false end).
      change (length (filter (is c') (image_position s P)) = length (filter (is c) P)).
      assert (Hmap : forall d f l,
        length (filter (is d) (map f l)) = length (filter (fun q : point => is d (f q)) l)).
      { intros d f. induction l as [|q l IH]; [auto|]. cbn. destruct (is d (f q)); cbn; auto. }
      assert (Hmany : forall f,
        so_many (length (filter f (seq 0 (size b)))) (fun q => q < size b /\ f q = true)).
      { intros f. exists (filter f (seq 0 (size b))).
        split; [apply NoDup_filter, seq_NoDup|split; [|auto]]. intros q. rewrite filter_In, in_seq.
        split; intros [H1 H2]; (split; [lia|exact H2]). }
      assert (HP : P = map (at_point P) (seq 0 (size b))).
      { apply nth_ext with Empty (at_point P 0); [now rewrite map_length, seq_length|]. intros q Hq.
        rewrite map_nth, seq_nth by lia. reflexivity. }
      rewrite HP at 2. unfold image_position. rewrite !Hmap.
      pose proof (so_many_image s Hs _ _
        (fun q => q < size b /\ is c' (image_content s (at_point P (back s q))) = true)
        (fun q =>
          conj (fun H => conj (back_small s Hs q (proj1 H)) (proj2 H))
            (fun H =>
              conj
                (eq_ind _ (fun x => x < size b) (goes_small s Hs _ (proj1 H)) _ (goes_back s Hs q))
                (proj2 H))) (Hmany (fun q => is c' (image_content s (at_point P q))))) as Him.
      rewrite <- (so_many_unique _ _ _ _ Him (Hmany _)) by tauto.
      f_equal. apply filter_ext. intros q. unfold image_content, is, c'.
      destruct (at_point P q) as [|d]; [auto|].
      destruct (colour_eq (image_colour s d) (image_colour s c)) as [E|E], (colour_eq d c)
        as [->|Hne]; auto; exfalso; solve [now apply E | now apply Hne, (image_colour_injective s)].
    Qed.

    Lemma removed_image : forall s, is_symmetry s -> forall e c, fits_event e ->
      removed (image_colour s c) (image_event s e) = removed c e.
    Proof.
      intros s Hs e c [[H1 H2] _]. unfold removed. cbn [before after who image_event].
      rewrite !stones_image by auto.
      destruct (colour_eq (image_colour s (who e)) (image_colour s c))
        as [E|E], (colour_eq (who e) c) as [E'|Hne]; auto; exfalso;
        solve [apply E; congruence | now apply Hne, (image_colour_injective s)].
    Qed.

    Lemma held_image : forall s, is_symmetry s -> forall r c, all_fit r ->
      held (image_colour s c) (map (image_event s) r) = held c r.
    Proof.
      intros s Hs r c Hf. induction r as [|e r IH]; [auto|]. cbn [map held fold_right].
      fold (held (image_colour s c) (map (image_event s) r)) (held c r).
      rewrite IH by (eapply all_fit_rest, Hf). cbn [what who image_event].
      destruct (what e); cbn [image_move].
      - rewrite <- image_opponent, removed_image; [reflexivity|exact Hs|apply Hf; now left].
      - destruct (colour_eq (image_colour s (who e)) (image_colour s c))
          as [E|E], (colour_eq (who e) c) as [E'|Hne]; auto; exfalso;
          solve [apply E; congruence | now apply Hne, (image_colour_injective s)].
    Qed.

    Lemma may_pass_image : forall s, is_symmetry s -> forall g, proper b g -> may_pass R g ->
      may_pass R (image_game s g).
    Proof.
      intros s Hs g Hg. unfold may_pass. destruct (passing (ko R)); [auto|]. rewrite turn_image.
      cbn [record image_game]. rewrite held_image by (auto; now apply proper_fits). auto.
    Qed.

    Lemma over_image : forall s, is_symmetry s -> forall g, proper b g -> over R g ->
      over R (image_game s g).
    Proof.
      intros s Hs g Hg. unfold over. destruct (passing (ko R)); [now apply ended_image|].
      intros [Hp H]. split.
      { intros Hmay. apply Hp.
        apply (may_pass_image (inverse s)) in Hmay;
          [|now apply inverse_is_symmetry|now apply image_proper].
        now rewrite image_game_back in Hmay by auto. }
      intros p T Hmay.
      apply (may_play_image (inverse s)) in Hmay;
        [|now apply inverse_is_symmetry|now apply image_proper].
      rewrite image_game_back in Hmay by auto. now apply H in Hmay.
    Qed.

    Lemma makes_image : forall s, is_symmetry s -> forall g m g', proper b g -> makes R g m g' ->
      makes R (image_game s g) (image_move s m) (image_game s g').
    Proof.
      intros s Hs g m g' Hg H.
      assert (Ho : ~ over R g -> ~ over R (image_game s g)).
      { intros Hno H'. apply Hno.
        apply (over_image (inverse s)) in H';
          [|now apply inverse_is_symmetry|now apply image_proper].
        now rewrite image_game_back in H' by auto. }
      destruct H as [Hno Hp|p T Hno Hmay].
      - rewrite <- (with_move_image s g Pass (now g)), <- now_image.
        apply by_a_pass; [auto|now apply may_pass_image].
      - rewrite <- (with_move_image s g (Play p) T). apply by_a_play; [auto|].
        now apply may_play_image.
    Qed.

    Lemma belongs_image : forall s, is_symmetry s -> forall P c q, length P = size b ->
      (belongs_to b (image_position s P) (image_colour s c) q <-> belongs_to b P c (back s q)).
    Proof.
      assert (H : forall s, is_symmetry s -> forall P c q, length P = size b ->
        belongs_to b P c q -> belongs_to b (image_position s P) (image_colour s c) (goes s q)).
      { intros s Hs P c q Hl (Hq & H). split; [now apply goes_small|].
        rewrite at_image_goes by auto. destruct H as [->|(He & Hc & Ho)]; [now left|right].
        rewrite He. split; [auto|split].
        - now apply (touches_image s Hs P q (Stone c)).
        - intros H. apply Ho. rewrite <- image_opponent in H.
          apply (touches_image_back s Hs P _ (Stone (opponent c))) in H;
            [|auto|now apply goes_small]. now rewrite back_goes in H. }
      intros s Hs P c q Hl. split; intros Hb.
      - apply (H (inverse s)) in Hb; [|now apply inverse_is_symmetry|apply image_length].
        rewrite image_position_back in Hb by auto.
        replace (image_colour (inverse s) (image_colour s c)) with c in Hb; [exact Hb|]. symmetry.
        exact (image_colour_twice s c).
      - apply (H s Hs) in Hb; [|auto]. now rewrite goes_back in Hb.
    Qed.

    Definition image_number (s : symmetry) (z : Z) : Z := if swaps s then (- z)%Z else z.

    Lemma area_image : forall s, is_symmetry s -> forall P z, length P = size b -> area_is b P z ->
      area_is b (image_position s P) (image_number s z).
    Proof.
      intros s Hs P z Hl (x & y & Hx & Hy & ->).
      assert (Hall : forall c N, so_many N (belongs_to b P c) ->
        so_many N (belongs_to b (image_position s P) (image_colour s c))).
      { intros c N. apply (so_many_image s Hs). intros p. now apply belongs_image. }
      apply Hall in Hx, Hy. unfold image_colour, image_number in *.
      destruct (swaps s); cbn [opponent] in *.
      - exists y, x. split; [auto|split; [auto|lia]].
      - exists x, y. auto.
    Qed.

    Lemma counted_image : forall s, is_symmetry s -> forall T c r z n, all_fit r ->
      counted b T c r z n -> counted b T c (map (image_event s) r) (image_number s z) n.
    Proof.
      intros s Hs T c r z n Hf H. induction H as [|e r x z n Hc Ha H IH|e r z n Hc H IH]; cbn [map].
      - unfold image_number. destruct (swaps s); constructor.
      - replace (image_number s (z + x)) with (image_number s z + image_number s x)%Z
          by (unfold image_number; destruct (swaps s); lia).
        apply one_more.
        + unfold is_counted in *. rewrite counts_image. split; [tauto|].
          apply (holds_image s Hs); tauto.
        + destruct (Hf e (or_introl eq_refl)) as [[F1 F2] _].
          destruct (the_new_position c); now apply area_image.
        + apply IH. eapply all_fit_rest, Hf.
      - apply no_more.
        + intros Hn. apply Hc. unfold is_counted in *. rewrite counts_image in Hn.
          destruct Hn as [Hn1 Hn2]. split; [auto|]. exact (proj1 (holds_image s Hs T r e _ Hf) Hn2).
        + apply IH. eapply all_fit_rest, Hf.
    Qed.

    Lemma first_to_pass_image : forall s, swaps s = false -> forall r,
      first_to_pass (map (image_event s) r) = first_to_pass r.
    Proof.
      intros s Hno. induction r as [|e r IH]; [auto|]. cbn [map first_to_pass]. rewrite IH.
      cbn [what who image_event]. unfold image_colour. rewrite Hno. now destruct (what e).
    Qed.

    Lemma lead_image : forall s, is_symmetry s -> forall P, length P = size b ->
      lead (image_position s P) = image_number s (lead P).
    Proof.
      intros s Hs P Hl.
      assert (H : forall c, stones c (image_position s P) = stones (image_colour s c) P).
      { intros c. rewrite <- (image_colour_twice s c) at 1. now apply stones_image. }
      unfold lead. rewrite !H. unfold image_number, image_colour.
      destruct (swaps s); cbn [opponent]; lia.
    Qed.

    Lemma taken_image : forall s, is_symmetry s -> forall e, fits_event e ->
      taken (image_event s e) = image_number s (taken e).
    Proof.
      intros s Hs e He.
      assert (H : forall c, removed c (image_event s e) = removed (image_colour s c) e).
      { intros c. rewrite <- (image_colour_twice s c) at 1. now apply removed_image. }
      unfold taken. rewrite !H. unfold image_number, image_colour. cbn [what image_event].
      destruct (what e), (swaps s); cbn [image_move opponent]; lia.
    Qed.

    Lemma all_taken_image : forall s, is_symmetry s -> forall r, all_fit r ->
      all_taken (map (image_event s) r) = image_number s (all_taken r).
    Proof.
      intros s Hs r Hf. induction r as [|e r IH]; [unfold image_number; now destruct (swaps s)|].
      cbn [map all_taken fold_right]. fold (all_taken r) (all_taken (map (image_event s) r)).
      rewrite IH, taken_image by (auto; first [apply Hf; now left|eapply all_fit_rest, Hf]).
      unfold image_number. destruct (swaps s); lia.
    Qed.

    Lemma all_handed_over_image : forall s, is_symmetry s -> swaps s = false -> forall r,
      all_fit r -> all_handed_over (map (image_event s) r) = all_handed_over r.
    Proof.
      intros s Hs Es r Hf. induction r as [|e r IH]; [auto|].
      cbn [map all_handed_over fold_right].
      fold (all_handed_over r) (all_handed_over (map (image_event s) r)).
      rewrite IH by (eapply all_fit_rest, Hf). unfold handed_over.
      rewrite taken_image by (auto; apply Hf; now left).
      unfold image_number, image_event, image_colour. cbn [what who]. rewrite Es.
      now destruct (what e).
    Qed.

    Lemma beside_image : forall s, is_symmetry s -> (swaps s = true -> even_handed R) -> forall g,
      proper b g -> beside_the_board R (image_game s g) = image_number s (beside_the_board R g).
    Proof.
      intros s Hs Hk g Hg. pose proof (proper_fits g Hg) as Hf. unfold beside_the_board.
      rewrite now_image, turn_image. cbn [start first record image_game].
      rewrite (all_taken_image s Hs) by exact Hf.
      rewrite !(lead_image s Hs) by (apply now_length, Hg || apply Hg). destruct (swaps s) eqn:Es.
      - destruct (Hk eq_refl) as (_ & E1 & ->). unfold equivalence in E1. unfold image_number.
        rewrite Es. destruct (counts_by R); [lia|discriminate|lia].
      - rewrite first_to_pass_image, all_handed_over_image by auto.
        unfold image_number, image_colour. now rewrite Es.
    Qed.

    Lemma scores_image : forall s, is_symmetry s -> (swaps s = true -> even_handed R) -> forall g q,
      proper b g -> scores R g q -> scores R (image_game s g) (image_score s q).
    Proof.
      intros s Hs Hk g q Hg. unfold scores. destruct (passing (ko R)).
      - destruct (tally (ko R)) as [c|].
        + cbn [on record image_game]. rewrite (proj1 Hg). intros (z & n & Hz & Hq).
          exists (image_number s z), n. split; [apply counted_image; auto; now apply proper_fits|].
          unfold counted_score, image_score, image_number in *. destruct (swaps s); [|exact Hq].
          rewrite Hq. destruct (n =? 0); [reflexivity|].
          destruct (adds_up c); rewrite (proj1 (Hk eq_refl)), inject_Z_opp; [ring|]. unfold Qdiv.
          ring.
        + intros (z & Hz & Hq). rewrite (proj1 Hg) in Hz. exists (image_number s z).
          cbn [on image_game]. rewrite (proj1 Hg), now_image.
          split; [apply area_image; auto; now apply now_length|].
          rewrite (beside_image s Hs Hk g Hg). unfold image_score, image_number in *.
          destruct (swaps s); [|exact Hq].
          rewrite Hq, (proj1 (Hk eq_refl)), !inject_Z_plus, !inject_Z_opp. ring.
      - intros Hq. rewrite turn_image. unfold image_score, image_colour.
        destruct (swaps s); [|auto]. rewrite Hq. destruct (turn g); cbn; reflexivity.
    Qed.

    (** What a player can force he, or the other player, can force in the image. *)

    Lemma forces_image : forall s, is_symmetry s -> forall c (G G' : game -> Prop),
      (forall g, proper b g -> G g -> G' (image_game s g)) -> forall g, proper b g ->
      forces R c G g -> forces R (image_colour s c) G' (image_game s g).
    Proof.
      intros s Hs c G G' HG g Hp H. revert Hp.
      induction H as [g Ho Hg|g m g' Ht Hm H IH|g Ho Ht H IH]; intros Hp.
      - apply ends_so; [now apply over_image|auto].
      - apply he_moves with (image_move s m) (image_game s g');
          [rewrite turn_image; congruence|now apply makes_image|].
        apply IH. eapply proper_makes; eauto.
      - apply all_moves_do.
        + intros H'. apply Ho.
          apply (over_image (inverse s)) in H';
            [|now apply inverse_is_symmetry|now apply image_proper].
          now rewrite image_game_back in H' by auto.
        + rewrite turn_image. intros E. now apply image_colour_injective in E.
        + intros m g' Hm. pose proof (proper_makes b R _ m g' (image_proper s g Hp) Hm) as Hp'.
          apply (makes_image (inverse s)) in Hm;
            [|now apply inverse_is_symmetry|now apply image_proper].
          rewrite image_game_back in Hm by auto.
          pose proof (IH _ _ Hm (image_proper (inverse s) _ Hp')) as H'.
          pose proof (image_game_back (inverse s) (inverse_is_symmetry s Hs) g' Hp') as E.
          replace (inverse (inverse s)) with s in E by now destruct s. now rewrite E in H'.
    Qed.

    Theorem can_force_image : forall s, is_symmetry s -> (swaps s = true -> even_handed R) ->
      forall c (G G' : Q -> Prop), (forall q, G q -> G' (image_score s q)) -> forall g,
      proper b g -> can_force R c G g -> can_force R (image_colour s c) G' (image_game s g).
    Proof.
      intros s Hs Hk c G G' HG g Hp H. apply can_force_forces in H.
      apply forces_can_force with (G := fun g => exists q, scores R g q /\ G' q); [auto|].
      apply (forces_image s Hs c _ _) with (3 := H); [|exact Hp].
      intros g' Hp' (q & Hq & Hg). exists (image_score s q). split; [now apply scores_image|auto].
    Qed.
  End Rules.
End Symmetry.
