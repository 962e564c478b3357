(** * What the record of an image of a game says: the images of facts are remembered, and what is
    forbidden, counted or the end is so in the image *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia Lqa.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Bits Play Kos Checker Common Frames.
From Verified Require Export Symmetry.

Section Recorded.
  Variable b : board.

  Definition all_fit (r : list event) : Prop :=
    forall e, In e r -> (length (before e) = size b /\ length (after e) = size b) /\ at_board e = b.

  Lemma all_fit_rest : forall e r, all_fit (e :: r) -> all_fit r.
  Proof. intros e r H x Hx. apply H. now right. Qed.

  Section Record.
    Variable s : symmetry.
    Hypothesis Hs : is_symmetry b s.
    Variable T : text.

    Lemma counts_image : forall o e, counts o (image_event b s e) = counts o e.
    Proof. intros o e. unfold counts. cbn. now destruct (what e). Qed.

    Lemma player_image : forall e w,
      player_of (image_event b s e) w = image_colour s (player_of e w).
    Proof. intros e []; cbn; [auto|]. symmetry. apply image_opponent. Qed.

    Lemma a_play_image : forall e, a_play (image_event b s e) <-> a_play e.
    Proof.
      intros e. unfold a_play. cbn.
      destruct (what e) as [p|]; cbn; split; intros [q Hq]; try discriminate; eauto.
    Qed.

    Lemma with_all_image : forall f f',
      (forall q, q < size b -> f' (goes s q) = image_content s (f q)) ->
      with_all b f' = image_position b s (with_all b f).
    Proof.
      intros f f' H. unfold with_all, image_position. apply map_ext_in. intros q Hq.
      apply in_seq in Hq. unfold at_point. rewrite nth_seq_map.
      assert (Hb : back s q < size b) by (apply (back_small b); [auto|lia]).
      destruct (Nat.ltb_spec (back s q) (size b)); [|lia]. rewrite <- H by auto.
      now rewrite (goes_back b).
    Qed.

    Lemma kos_image : forall lone P q, length P = size b ->
      has (kos lone b (image_position b s P)) (goes s q) = has (kos lone b P) q.
    Proof.
      assert (H : forall lone s, is_symmetry b s -> forall P q, length P = size b ->
        in_a_ko lone b P q -> in_a_ko lone b (image_position b s P) (goes s q)).
      { intros lone u Hu P q Hl (c & y & N & Hne & H).
        exists (image_colour u c), (goes u y), (image_position b u N). split.
        - destruct Hne as [Hne|Hne]; [now left|right]. intros E. apply Hne.
          apply (image_position_injective b u Hu) in E; auto.
          destruct H as [[H _]|[H _]]; now apply plays_length_after in H.
        - rewrite <- image_opponent.
          destruct H as [[H1 H2]|[H1 H2]]; [left|right]; split; now apply (plays_image b). }
      intros lone P q Hl. apply eq_true_iff_eq.
      rewrite !kos_exact by (auto; apply (image_length b)).
      split; intros Hko; [|now apply (H lone s)].
      apply (H lone (inverse s) (inverse_is_symmetry b s Hs)) in Hko; [|apply (image_length b)].
      rewrite (image_position_back b) in Hko by auto. cbn [goes inverse] in Hko.
      now rewrite (back_goes b) in Hko.
    Qed.

    Lemma goes_eqb : forall q p, (goes s q =? goes s p) = (q =? p).
    Proof.
      intros q p. destruct (Nat.eqb_spec q p) as [->|Hne]; [apply Nat.eqb_refl|]. apply Nat.eqb_neq.
      intros E. apply Hne. apply (f_equal (back s)) in E. now rewrite !(back_goes b) in E.
    Qed.

    Lemma marked_image : forall on f P p c, length P = size b ->
      marked on f b (image_position b s P) (goes s p) (image_colour s c) =
        image_position b s (marked on f b P p c).
    Proof.
      intros on f P p c Hl. unfold marked. apply with_all_image. intros q Hq.
      rewrite kos_image, goes_eqb by auto. rewrite (at_image_goes b s Hs) by auto.
      rewrite <- image_opponent.
      destruct (has (kos (lone_suicides f) b P) q), on, (pointed f && (q =? p)); reflexivity.
    Qed.

    Definition fits_event (e : event) : Prop :=
      (length (before e) = size b /\ length (after e) = size b) /\ at_board e = b.

    Lemma meant_image : forall kept kept' e t, fits_event e ->
      (forall k c, kept' k (image_colour s c) = option_map (image_position b s) (kept k c)) ->
      meant kept' (image_event b s e) t = option_map (image_position b s) (meant kept e t).
    Proof.
      intros kept kept' e [| | |k w|w|w x|w x] [[Hl _] Hb] H; cbn [meant]; auto;
        try (rewrite player_image; now auto); cbn [what at_board before image_event];
        (destruct (what e) as [p|]; [|auto]); cbn [image_move option_map]; rewrite Hb, player_image;
        f_equal; [|now apply marked_image..].
      apply with_all_image. intros q _. rewrite goes_eqb. now destruct (q =? p).
    Qed.

    Lemma kept_image : forall r k c, all_fit r ->
      kept_for T (map (image_event b s) r) k (image_colour s c) =
        option_map (image_position b s) (kept_for T r k c).
    Proof.
      induction r as [|e r IH]; intros k c Hf; cbn [map kept_for]; [auto|].
      pose proof (all_fit_rest _ _ Hf) as Hf'.
      assert (E : forall l,
        find (fun x =>
          counts (keep_when x) (image_event b s e) && (place_kept x =? k) &&
          if colour_eq (player_of (image_event b s e) (for_whom x)) (image_colour s c) then true
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
      instance (kept_for T (map (image_event b s) r)) (image_event b s e) p =
        image_of_fact b s (instance (kept_for T r) e p).
    Proof.
      intros r e p Hr He. unfold instance, image_of_fact. cbn [name player position_1 position_2].
      rewrite !(meant_image (kept_for T r)) by (auto; intros; now apply kept_image). f_equal.
      destruct (p_player p) as [w|]; cbn; [|auto]. now rewrite player_image.
    Qed.

    Lemma passes_image : forall r, passes_in_a_row (map (image_event b s) r) = passes_in_a_row r.
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
      (holds T (map (image_event b s) r) (image_event b s e) a <-> holds T r e a).
    Proof.
      intros r e a Hf.
      induction a as [| |n|t t'|a IHa a' IHa'|a IHa a' IHa'|a IHa]; cbn [holds]; try tauto.
      - unfold takes_back. rewrite a_play_image. destruct r as [|last r]; cbn [map]; [tauto|].
        rewrite a_play_image.
        assert
          (E : before (image_event b s last) = after (image_event b s e) <-> before last = after e);
          [|tauto].
        cbn. split; [|now intros ->]. intros E.
        apply (image_position_injective b s Hs) in E; [auto| |]; apply Hf; [right|]; now left.
      - now rewrite passes_image.
      - assert (He : fits_event e) by (apply Hf; now left). pose proof (all_fit_rest _ _ Hf) as Hf'.
        rewrite !(meant_image (kept_for T r)) by (auto; intros; now apply kept_image).
        split; [|now intros ->]. intros E.
        destruct (meant (kept_for T r) e t) as [P|] eqn:EP, (meant (kept_for T r) e t') as [Q|]
          eqn:EQ; cbn in E; try discriminate; [|auto].
        f_equal. injection E as E.
        apply (image_position_injective b s Hs) in E; auto; eapply meant_fits_record; eauto.
    Qed.

    Lemma of_position_image : forall P f,
      image_of_fact b s (of_position P f) =
        of_position (image_position b s P) (image_of_fact b s f).
    Proof. reflexivity. Qed.

    Lemma makes_true_image : forall (was was' : Spec.fact -> Prop) r e f,
      (forall x, was x -> was' (image_of_fact b s x)) -> all_fit (e :: r) ->
      makes_true T was r e f ->
      makes_true T was' (map (image_event b s) r) (image_event b s e) (image_of_fact b s f).
    Proof.
      intros was was' r e f Hwas Hf (x & Hx & Hc & Hh & H). exists x. rewrite counts_image.
      split; [auto|split; [auto|split]].
      - now apply holds_image.
      - assert (E : forall p,
          instance (kept_for T (map (image_event b s) (e :: r))) (image_event b s e) p =
            image_of_fact b s (instance (kept_for T (e :: r)) e p)).
        { intros p. apply (instance_image (e :: r) e p); [exact Hf|apply Hf; now left]. }
        cbn [map] in E. cbv zeta in H |- *.
        destruct (for_each x) as [p|]; rewrite !E; [|now rewrite H]. destruct H as (P & H & ->).
        exists (image_position b s P). rewrite <- !of_position_image. auto.
    Qed.

    Lemma makes_forgotten_image : forall r e f, all_fit (e :: r) ->
      (makes_forgotten T (map (image_event b s) r) (image_event b s e) (image_of_fact b s f) <->
       makes_forgotten T r e f).
    Proof.
      intros r e f Hf. unfold makes_forgotten. split; intros (x & Hx & Hc & Hh & Hn); exists x.
      - rewrite counts_image in Hc. apply (proj1 (holds_image r e _ Hf)) in Hh. auto.
      - rewrite counts_image. split; [auto|split; [auto|split; [|auto]]]. now apply holds_image.
    Qed.

    Lemma remembered_image : forall P0 c0 r f, all_fit r -> is_remembered T P0 c0 r f ->
      is_remembered T (image_position b s P0) (image_colour s c0) (map (image_event b s) r)
        (image_of_fact b s f).
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
      is_given T (image_position b s P0) (image_colour s c0) (map (image_event b s) r)
        (image_event b s e) x.
    Proof.
      intros P0 c0 r e x Hf [H1 H2]. split; [now apply holds_image|].
      destruct (remembered x) as [p|]; [|auto]. pose proof (all_fit_rest _ _ Hf) as Hf'.
      rewrite instance_image by (auto; apply Hf; now left). now apply remembered_image.
    Qed.
  End Record.

  (** ** Games *)

  Lemma proper_fits : forall g, proper b g -> all_fit (record g).
  Proof. intros g (_ & _ & H) e He. apply H in He. tauto. Qed.

  Lemma now_image : forall s g, now (image_game b s g) = image_position b s (now g).
  Proof. intros s g. unfold now. cbn. now destruct (record g). Qed.

  Lemma turn_image : forall s g, turn (image_game b s g) = image_colour s (turn g).
  Proof.
    intros s g. unfold turn. cbn. destruct (record g); cbn; [auto|]. symmetry. apply image_opponent.
  Qed.

  Lemma with_move_image : forall s g m T,
    with_move (image_game b s g) (image_move s m) (image_position b s T) =
      image_game b s (with_move g m T).
  Proof.
    intros. unfold with_move, image_game. cbn. fold (image_game b s g).
    now rewrite now_image, turn_image.
  Qed.

  Lemma next_event_image : forall s g m T,
    next_event (image_game b s g) (image_move s m) (image_position b s T) =
      image_event b s (next_event g m T).
  Proof. intros. unfold next_event, image_event. cbn. now rewrite now_image, turn_image. Qed.

  Lemma image_proper : forall s g, proper b g -> proper b (image_game b s g).
  Proof.
    intros s g (H1 & H2 & H3). split; [auto|]. split; [apply (image_length b)|]. cbn. intros e He.
    apply in_map_iff in He as (x & <- & Hx). cbn. rewrite !(image_length b).
    split; [auto|split; [auto|split; [|now apply H3]]]. intros E.
    destruct (what x) eqn:Ex; [discriminate|]. f_equal. now apply H3.
  Qed.

  Lemma image_game_back : forall s, is_symmetry b s -> forall g, proper b g ->
    image_game b (inverse s) (image_game b s g) = g.
  Proof.
    intros s Hs [B P c r] (H1 & H2 & H3). unfold image_game. cbn in *. f_equal.
    - now apply (image_position_back b).
    - exact (image_colour_twice s c).
    - rewrite map_map. rewrite <- (map_id r) at 2. apply map_ext_in. intros [B' w m P1 P2] He.
      destruct (H3 _ He) as (L1 & L2 & _). cbn in L1, L2. unfold image_event. cbn.
      rewrite !(image_position_back b) by auto. f_equal; [exact (image_colour_twice s w)|].
      destruct m as [p|]; cbn; [|auto]. now rewrite (back_goes b).
  Qed.
End Recorded.
