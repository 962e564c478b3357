(** * Games under the symmetries of a board: a node, a fact and a lemma say of the image of a game
    what those from which they were made say of the game *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia Lqa.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Bits Flood Play Checker Sound Common Beside Ban Tally Text
  Promises Symmetry Forced Hands.
From Verified Require Export Turn.

Lemma test_symmetry_is : forall b points x,
  test_symmetry b (symmetry_of (size b) points x) = true ->
  is_symmetry b (symmetry_of (size b) points x).
Proof.
  intros b points x H. unfold test_symmetry in H. set (s := symmetry_of _ _ _) in *.
  rewrite forallb_forall in H.
  assert (Hall : forall p, p < size b ->
    goes s p < size b /\ back s p < size b /\ back s (goes s p) = p /\ goes s (back s p) = p /\
      forall q,
        next_to b p q -> next_to b (goes s p) (goes s q) /\ next_to b (back s p) (back s q)).
  { intros p Hp. specialize (H p).
    rewrite !andb_true_iff, !Nat.ltb_lt, !Nat.eqb_eq, forallb_forall in H.
    destruct H as ((((H1 & H2) & H3) & H4) & H5); [apply in_seq; lia|].
    repeat (split; [assumption|]). intros q Hq. specialize (H5 q).
    rewrite (proj2 (next_to_b_spec b p q) Hq) in H5. cbn [implb] in H5.
    rewrite andb_true_iff, !next_to_b_spec in H5. apply H5. apply in_seq.
    destruct Hq as (_ & ? & _). lia. }
  assert (Hout : forall p, size b <= p -> goes s p = p /\ back s p = p).
  { intros p Hp. unfold s, symmetry_of. cbn [goes back].
    destruct (Nat.ltb_spec p (size b)); [lia|auto]. }
  constructor.
  - intros p Hp. now apply Hall.
  - intros p Hp. now apply Hall.
  - intros p. destruct (Nat.lt_ge_cases p (size b)) as [Hp|Hp]; [now apply Hall|].
    destruct (Hout p Hp) as [-> ->]; auto.
  - intros p. destruct (Nat.lt_ge_cases p (size b)) as [Hp|Hp]; [now apply Hall|].
    destruct (Hout p Hp) as [E1 E2]. now rewrite E2.
  - intros p q Hn. apply Hall; [now destruct Hn|auto].
  - intros p q Hn. apply Hall; [now destruct Hn|auto].
Qed.

Section Image.
  Variable b : board.
  Variable s : symmetry.
  Hypothesis Hs : is_symmetry b s.
  Let t := turn_of b s.

  Lemma has_image_set : forall m q,
    has (image_set t m) q = true <-> exists p, p < size b /\ has m p = true /\ goes s p = q.
  Proof.
    intros m q. unfold image_set. rewrite has_beside. cbn [t turn_of sets]. split.
    - intros (p & Hm & H). rewrite nth_seq_map in H.
      destruct (Nat.ltb_spec p (size b)) as [Hp|]; [|now rewrite has_none in H].
      rewrite has_single, Nat.eqb_eq in H. eauto.
    - intros (p & Hp & Hm & H). exists p. split; [auto|]. rewrite nth_seq_map.
      destruct (Nat.ltb_spec p (size b)); [|lia]. now rewrite has_single, Nat.eqb_eq.
  Qed.

  Lemma image_mask : forall P c, length P = size b ->
    mask (image_colour s c) (image_position b s P) = image_set t (mask c P).
  Proof.
    intros P c Hl. apply same_bits. intros q. apply eq_true_iff_eq.
    rewrite has_mask_iff, has_image_set. split.
    - intros H. pose proof (stone_small b _ _ _ (image_length b s P) H) as Hq.
      rewrite at_image in H by auto. exists (back s q). split; [now apply back_small|].
      split; [|now apply (goes_back b s Hs)]. apply has_mask_iff.
      destruct (at_point P (back s q)) as [|d]; [discriminate|]. injection H as H.
      now apply image_colour_injective in H as ->.
    - intros (p & Hp & Hm & <-). rewrite (at_image_goes b s Hs) by auto. apply has_mask_iff in Hm.
      now rewrite Hm.
  Qed.

  Lemma image_pair_is : forall P, length P = size b ->
    (mask Black (image_position b s P), mask White (image_position b s P)) =
      image_pair t (mask Black P, mask White P).
  Proof.
    intros P Hl. pose proof (image_mask P Black Hl) as HB. pose proof (image_mask P White Hl) as HW.
    unfold image_pair, image_colour in *. change (exchanges t) with (swaps s). cbn [fst snd].
    destruct (swaps s); cbn [opponent] in *; congruence.
  Qed.

  Lemma image_masks_of : forall v, fits_board b v ->
    masks_of (option_map (image_position b s) v) = option_map (image_pair t) (masks_of v).
  Proof. intros [P|] H; cbn; [|auto]. f_equal. apply image_pair_is. now apply H. Qed.

  Lemma image_set_none : image_set t 0 = 0%N.
  Proof.
    apply same_bits. intros q. rewrite has_none. apply not_true_iff_false. intros H.
    apply has_image_set in H as (p & _ & H & _). now rewrite has_none in H.
  Qed.

  Lemma image_pair_none : image_pair t (0, 0)%N = (0, 0)%N.
  Proof. unfold image_pair. cbn [fst snd]. rewrite image_set_none. now destruct (exchanges t). Qed.

  Variable scopes : nat -> bool -> bool -> N.

  Lemma image_fact_with : forall n c v1 v2,
    fact_with scopes n (option_map (image_colour s) c) (option_map (image_pair t) v1)
      (option_map (image_pair t) v2) = image_fact t (fact_with scopes n c v1 v2).
  Proof.
    intros n c v1 v2.
    assert (Ho : match option_map (image_colour s) c with None => 0%N | Some d => number_of d end =
                 image_owner t (match c with None => 0%N | Some d => number_of d end)).
    { unfold image_owner, image_colour. change (exchanges t) with (swaps s).
      destruct (swaps s), c as [[]|]; reflexivity. }
    assert (Hnone : forall x y, (N.lor x y =? 0)%N = true -> (x, y) = (0, 0)%N).
    { intros x y E. apply N.eqb_eq, N.lor_eq_0_iff in E as [-> ->]. auto. }
    unfold fact_with, image_fact.
    destruct v1 as [[b1 w1]|], v2 as [[b2 w2]|];
      cbn [option_map some black_of white_of black_to white_to owner scope index];
      rewrite ?image_pair_none; cbn [N.lor N.eqb];
      try (destruct (N.lor b2 w2 =? 0)%N eqn:E2; [apply Hnone in E2; rewrite E2, image_pair_none|]);
      try (destruct (image_pair t (b1, w1)) as [x1 y1]);
      try (destruct (image_pair t (b2, w2)) as [x2 y2]); cbn [fst snd]; now rewrite Ho.
  Qed.

  Lemma image_code : forall x, fits_board b (position_1 x) -> fits_board b (position_2 x) ->
    code scopes (image_of_fact b s x) = image_fact t (code scopes x).
  Proof.
    intros [n c v1 v2] H1 H2. cbn [position_1 position_2] in *. unfold code, image_of_fact.
    cbn [name player position_1 position_2]. rewrite !image_masks_of by auto. apply image_fact_with.
  Qed.

  Lemma same_score_goal : forall k q, goal k q -> goal (image_kind t k) (image_score s q).
  Proof.
    intros [th st w en] q. unfold goal, image_kind, image_score.
    change (exchanges t) with (swaps s). destruct (swaps s); [|auto]. cbn [winner strict threshold].
    destruct w, st; cbn; lra.
  Qed.

  Lemma image_ban_is : forall x q, q < size b ->
    (image_ban b s x = (2 + N.of_nat (goes s q))%N <-> x = (2 + N.of_nat q)%N).
  Proof.
    intros x q Hq. unfold image_ban.
    destruct (N.eqb_spec x 0) as [->|H0]; [split; intros; exfalso; lia|].
    destruct (N.eqb_spec x 1) as [->|H1]; [split; intros; exfalso; lia|].
    destruct (find _ _) as [p|] eqn:E.
    - apply find_some in E as [_ E]. apply N.eqb_eq in E. subst x. split; intros E.
      + assert (E' : goes s p = goes s q) by lia. apply (f_equal (back s)) in E'.
        rewrite !(back_goes b s Hs) in E'. congruence.
      + f_equal. f_equal. f_equal. lia.
    - split; intros H; [exfalso; lia|]. apply find_none with (x := q) in E; [|apply in_seq; lia].
      rewrite <- H, N.eqb_refl in E. discriminate.
  Qed.

  Lemma image_ban_one : forall x, image_ban b s x = 1%N <-> x = 1%N.
  Proof.
    intros x. unfold image_ban.
    destruct (N.eqb_spec x 0) as [->|H0]; [split; intros; discriminate|].
    destruct (N.eqb_spec x 1) as [->|H1]; [tauto|].
    destruct (find _ _); split; intros; exfalso; lia.
  Qed.

  Definition on_board (f : Past.fact) : Prop :=
    forall q,
      has (N.lor (black_of f) (white_of f)) q = true \/
        has (N.lor (black_to f) (white_to f)) q = true -> q < size b.

  Lemma code_on_board : forall x, fits_board b (position_1 x) -> fits_board b (position_2 x) ->
    on_board (code scopes x).
  Proof.
    intros [n c v1 v2] H1 H2 q. cbn [position_1 position_2] in *. unfold code.
    cbn [name player position_1 position_2].
    assert (Hm : forall P c q, length P = size b -> has (mask c P) q = true -> q < size b).
    { intros P d r Hl H. apply has_mask_bound in H. lia. }
    destruct v1 as [P|], v2 as [P'|];
      cbn [fact_with masks_of option_map black_of white_of black_to white_to]; intros H;
      repeat match goal with
             | H : _ \/ _ |- _ => destruct H as [H|H]
             | H : has (N.lor _ _) _ = true |- _ => rewrite has_lor in H; apply orb_prop in H
             | H : has 0 _ = true |- _ => rewrite has_none in H; discriminate
             end; (eapply Hm; [|exact H]; auto).
  Qed.

  Lemma image_last : forall f c r, on_board f -> has (last_stones c f) r = true ->
    has (last_stones (image_player t c) (image_fact t f)) (goes s r) = true.
  Proof.
    intros f c r Hf H. unfold last_stones in *. unfold image_fact.
    cbn [black_of white_of black_to white_to].
    assert
      (Hset : forall m q, q < size b -> has m q = true -> has (image_set t m) (goes s q) = true).
    { intros m q Hq Hm. apply has_image_set. eauto. }
    unfold image_player, image_pair. destruct (N.lor (black_to f) (white_to f) =? 0)%N eqn:E.
    - cbn [fst snd N.lor N.eqb].
      assert (Hr : r < size b)
        by (apply Hf; left; rewrite has_lor; destruct c; rewrite H; auto using orb_true_r).
      destruct (exchanges t), c; cbn [opponent fst snd]; now apply Hset.
    - assert (Hr : r < size b)
        by (apply Hf; right; rewrite has_lor; destruct c; rewrite H; auto using orb_true_r).
      apply is_not_empty_set in E as [q Hq]. assert (Hqs : q < size b) by (apply Hf; auto).
      assert
        (En : forall x y, N.lor x y = N.lor (image_set t (black_to f)) (image_set t (white_to f)) ->
          (N.lor x y =? 0)%N = false).
      { intros x y ->. apply is_not_empty_set. exists (goes s q). rewrite has_lor in *.
        apply orb_true_iff. apply orb_prop in Hq as [Hq|Hq]; [left|right]; now apply Hset. }
      destruct (exchanges t); cbn [fst snd]; (rewrite En by (auto using N.lor_comm)); destruct c;
        cbn [opponent fst snd]; now apply Hset.
  Qed.

  (** The image of a game stands at the image of the node. *)

  Variable R : rules.
  Let T := ko R.
  Let says := text_says R scopes.

  Lemma facts_fit_record : forall P0 c0 r, length P0 = size b -> all_fit b r ->
    facts_fit b T P0 c0 r.
  Proof.
    intros P0 c0 r H0. induction r as [|e r IH]; intros Hf x H.
    - destruct H as (y & _ & _ & _ & ->).
      split; intros Q E; cbn [position_1 position_2 instance] in E;
        [destruct (p_1 (what_fact y))|destruct (p_2 (what_fact y))]; cbn in E; congruence.
    - pose proof (all_fit_rest b _ _ Hf) as Hf'.
      destruct H as [(y & _ & _ & _ & H)|[H _]]; [|now apply IH].
      assert (Hm : forall u, fits_board b (meant (kept_for T (e :: r)) e u)).
      { intros u Q E.
        apply (meant_fits_record b T (e :: r) e u Q Hf); [apply Hf; now left|exact E]. }
      cbv zeta in H. destruct (for_each y) as [p|].
      + destruct H as (P & H & ->). split; [exact (proj1 (IH Hf' _ H))|apply Hm].
      + rewrite H. split; cbn [position_1 position_2 instance]; apply Hm.
  Qed.

  Lemma says_image : forall g f, proper b g -> says g f -> says (image_game b s g) (image_fact t f).
  Proof.
    intros g f Hg (x & Hx & ->).
    destruct (facts_fit_record (start g) (first g) (record g)) with x as [F1 F2];
      [apply Hg|now apply proper_fits|exact Hx|].
    exists (image_of_fact b s x). split; [|now rewrite image_code]. apply remembered_image; auto.
    now apply proper_fits.
  Qed.

  Lemma image_words_are : forall g ws, proper b g -> shows_words T (record g) ws ->
    shows_words T (record (image_game b s g)) (image_words (keys T) t ws).
  Proof.
    intros g ws Hg Hw. unfold shows_words, image_words. apply map_ext. intros [k c].
    cbn [fst snd record image_game]. change (image_player t c) with (image_colour s c).
    rewrite (word_is T _ _ k _ Hw). rewrite <- image_masks_of.
    - rewrite <- kept_image by (auto; now apply proper_fits). now rewrite image_colour_twice.
    - intros P E. eapply kept_fits_record; eauto. now apply proper_fits.
  Qed.

  Lemma image_implied : forall g n p, proper b g -> shows_words T (record g) (words n) ->
    fact_at T scopes (words (image_node b (keys T) s t n))
      (last_moment (image_node b (keys T) s t n)) p =
      image_fact t (fact_at T scopes (words n) (last_moment n) p).
  Proof.
    intros g n p Hg Hw. set (n' := image_node b (keys T) s t n).
    assert (Hwho : forall w,
      mover_or_next (last_moment n') w = image_colour s (mover_or_next (last_moment n) w)).
    { intros []; unfold n'; cbn; change (image_player t) with (image_colour s);
        now rewrite ?image_opponent. }
    assert (Hterm : forall u,
      term_at T (words n') (last_moment n') u =
        option_map (image_pair t) (term_at T (words n) (last_moment n) u)).
    { assert (Hnone : forall c, more_stones c 0 (0, 0)%N = (0, 0)%N) by now intros [].
      assert (Hoff : forall c x, off_kos (last_moment n) c x = (0, 0)%N) by now intros [] [[] ?].
      assert (Hoff' : forall c x, off_kos (last_moment n') c x = (0, 0)%N) by now intros [] [[] ?].
      assert (Hon : forall c x, on_kos (last_moment n) c x = (0, 0)%N) by now intros [] [[] ?].
      assert (Hon' : forall c x, on_kos (last_moment n') c x = (0, 0)%N) by now intros [] [[] ?].
      intros [| | |k w|w|w x|w x]; cbn [term_at]; [auto| | | | | |].
      - cbn. now rewrite image_pair_none.
      - unfold n'. cbn. now destruct (image_pair t (black n, white n)).
      - rewrite (word_is T _ _ k _ (image_words_are g (words n) Hg Hw)), (word_is T _ _ k _ Hw),
          Hwho.
        cbn [record image_game]. rewrite kept_image by (auto; now apply proper_fits).
        apply image_masks_of. intros P E. eapply kept_fits_record; eauto. now apply proper_fits.
      - cbn [is_a_play last_moment spot]. now rewrite !Hnone, <- image_pair_none at 1.
      - cbn [is_a_play last_moment]. rewrite Hoff, Hoff'. cbn [option_map].
        now rewrite image_pair_none.
      - cbn [is_a_play last_moment]. rewrite Hon, Hon'. cbn [option_map].
        now rewrite image_pair_none. }
    unfold fact_at. rewrite !Hterm, <- image_fact_with. f_equal.
    destruct (p_player p) as [w|]; cbn; [|auto]. now rewrite Hwho.
  Qed.

  Lemma in_order_image : forall P0 c0 r, in_order P0 c0 r ->
    in_order (image_position b s P0) (image_colour s c0) (map (image_event b s) r).
  Proof.
    intros P0 c0. induction r as [|e r IH]; cbn [map in_order]; [auto|]. intros (H1 & H2 & H3 & H4).
    split; [|split; [|split; [|now apply IH]]].
    - destruct r; cbn; rewrite H1; [auto|]. apply image_opponent.
    - destruct r; cbn; now rewrite H2.
    - cbn. intros E. rewrite H3; [auto|]. destruct (what e); [discriminate|auto].
  Qed.

  Lemma takes_back_image : forall r e, all_fit b (e :: r) ->
    (takes_back (map (image_event b s) r) (image_event b s e) <-> takes_back r e).
  Proof. intros r e H. exact (holds_image b s Hs T r e retakes H). Qed.

  Definition image_offset (o : offset) : offset := (image_number s (fst o), snd o).

  Lemma tallies_image : forall o g tl, proper b g -> tallies_are b R o g tl ->
    tallies_are b R (image_offset o) (image_game b s g) (image_number s (fst tl), snd tl).
  Proof.
    intros o g tl Hg H c Hc Hr. destruct (H c Hc Hr) as (z & k & Hz & H1 & H2).
    exists (image_number s z), k. split; [apply counted_image; auto; now apply proper_fits|].
    cbn [fst snd image_offset]. rewrite H1. split; [|auto]. unfold image_number.
    destruct (swaps s); lia.
  Qed.

  Lemma pays_image : (swaps s = true -> even_handed R) -> forall o g q, proper b g ->
    pays b R o g q -> pays b R (image_offset o) (image_game b s g) (image_score s q).
  Proof.
    intros Hk o g q Hg. unfold pays.
    pose proof (fun x => scores_image b R s Hs Hk g x Hg) as Hscores. unfold scores in Hscores.
    destruct (passing (ko R)); [|exact (Hscores q)]. destruct (tally (ko R)) as [c|] eqn:Ec.
    2: { intros (s' & Hs' & E). exists (image_score s s').
         unfold image_score, image_number, image_offset in *. cbn [fst]. unfold image_number.
         destruct (swaps s) eqn:Es; [|split; [now apply Hscores|exact E]].
         split; [now apply Hscores|]. rewrite E.
         destruct (counts_beside R); rewrite ?inject_Z_opp; ring. }
    intros (tl & Ht & Hq). eexists. split; [apply (tallies_image o g tl Hg Ht)|].
    unfold tally_score, image_score, image_number in *. cbn [fst snd].
    destruct (swaps s); [|exact Hq]. rewrite Hq. destruct (snd tl) as [|p]; [reflexivity|].
    destruct (adds_up c).
    - rewrite (proj1 (Hk eq_refl)), inject_Z_opp. ring.
    - rewrite (proj1 (Hk eq_refl)). unfold Qeq. cbn. lia.
  Qed.

  Lemma ban_of_image : forall o g n, stands b R scopes o g n -> has_bans T = true ->
    ban_is_right b (image_game b s g) (image_node b (keys T) s t n).
  Proof.
    intros o g n Hst Hb p S HS. pose proof (proj1 (it_shows _ _ _ _ _ _ Hst)) as Hg.
    pose proof (now_length b g Hg) as Hl. pose proof (proper_fits b g Hg) as Hf.
    pose proof (plays_length _ _ _ _ _ HS) as (_ & Hp & _).
    pose proof (plays_length_after _ _ _ _ _ HS) as HSl.
    apply (plays_image b (inverse s) (inverse_is_symmetry b s Hs)) in HS.
    rewrite turn_image, now_image in HS. rewrite image_position_back in HS by auto.
    change (image_colour (inverse s) (image_colour s (turn g)))
      with (image_colour s (image_colour s (turn g))) in HS.
    rewrite image_colour_twice in HS. pose proof (its_ban _ _ _ _ _ _ Hst Hb _ _ HS) as Hban.
    set (S' := image_position b (inverse s) S) in *.
    assert (ES : image_position b s S' = S).
    { pose proof (image_position_back b (inverse s) (inverse_is_symmetry b s Hs) S HSl) as E.
      now destruct s. }
    assert (Hp' : back s p < size b) by now apply back_small.
    change (goes (inverse s) p) with (back s p) in *.
    rewrite <- ES. rewrite <- (goes_back b s Hs p) at 1.
    change (Play (goes s (back s p))) with (image_move s (Play (back s p))).
    rewrite next_event_image. cbn [record image_game]. rewrite takes_back_image.
    - rewrite Hban. cbn [ban image_node]. rewrite now_image, image_ban_one.
      rewrite <- (image_ban_is (ban n) (back s p) Hp'). rewrite (goes_back b s Hs p).
      assert (E : S' = now g <-> image_position b s S' = image_position b s (now g)).
      { split; [now intros ->|]. apply image_position_injective; auto. apply image_length. }
      tauto.
    - intros e [<-|He]; [|now apply Hf]. cbn. split; [split; [auto|apply image_length]|apply Hg].
  Qed.

  Lemma dues_of_image : (swaps s = true -> ikeda R = false) -> forall o g n,
    stands b R scopes o g n ->
    dues_are R (image_offset o) (image_game b s g) (tallied (image_node b (keys T) s t n)).
  Proof.
    intros Hik o g n Hst Hc Hi Hr. pose proof (proj1 (it_shows _ _ _ _ _ _ Hst)) as Hg.
    pose proof (proper_fits b g Hg) as Hf.
    destruct (its_dues _ _ _ _ _ _ Hst Hc Hi Hr) as [H1 H2].
    cbn [tallied image_node record start image_game]. change (exchanges t) with (swaps s).
    unfold image_offset, image_number.
    assert (Hb : besides R (image_position b s (start g)) (map (image_event b s) (record g)) =
      image_number s (besides R (start g) (record g))).
    { unfold besides. rewrite (lead_image b s Hs) by apply Hg. rewrite stones_put_image.
      unfold image_number, dues. destruct (swaps s) eqn:Es.
      - rewrite (Hik eq_refl). destruct (territory R); lia.
      - now rewrite first_to_pass_image. }
    rewrite Hb. unfold image_number. destruct (swaps s) eqn:Es; cbn [fst snd].
    { split; [lia|]. now rewrite (Hik eq_refl). }
    now rewrite first_to_pass_image.
  Qed.

  Lemma stands_image : (swaps s = true -> ikeda R = false) -> forall o g n,
    stands b R scopes o g n ->
    stands b R scopes (image_offset o) (image_game b s g) (image_node b (keys T) s t n).
  Proof.
    intros Hik o g n Hst. pose proof (it_shows _ _ _ _ _ _ Hst) as Hsh.
    pose proof (proj1 Hsh) as Hg. pose proof (now_length b g Hg) as Hl.
    assert (Hsh' : shows b (image_game b s g) (image_node b (keys T) s t n)).
    { destruct Hsh as (_ & Hb & Hw & Ht). split; [now apply image_proper|].
      rewrite now_image, turn_image, Ht. pose proof (image_pair_is (now g) Hl) as E.
      rewrite Hb, Hw in E. cbn. rewrite <- E. auto. }
    pose proof (proper_fits b g Hg) as Hf.
    assert (Htl : tallied (image_node b (keys T) s t n) =
      (image_number s (fst (tallied n)), snd (tallied n))).
    { unfold image_number. cbn. destruct (swaps s); [auto|]. now destruct (tallied n). }
    constructor.
    - exact Hsh'.
    - apply in_order_image, Hst.
    - apply image_words_are; [auto|apply Hst].
    - intros k c' P E. cbn [record image_game] in E. rewrite <- (image_colour_twice s c') in E.
      rewrite kept_image in E by (auto; now apply proper_fits).
      destruct (kept_for _ _ _ _) as [Q|]; [|discriminate]. injection E as <-. apply image_length.
    - apply facts_fit_record; [apply image_length|]. apply proper_fits. now apply image_proper.
    - intros Hc. cbn. rewrite passes_image. now apply Hst.
    - now apply ban_of_image with o.
    - rewrite Htl. apply tallies_image; [auto|apply Hst].
    - now apply dues_of_image.
    - intros Hr. rewrite Htl. apply prisoners_image; auto. now apply Hst.
    - intros Hp H.
      apply (ended_image b R (inverse s)) in H;
        [|now apply inverse_is_symmetry|now apply image_proper].
      rewrite image_game_back in H by auto. now apply (its_open _ _ _ _ _ _ Hst Hp) in H.
    - intros p Hi. rewrite (image_implied g) by (auto; apply Hst).
      apply says_image; [auto|]. now apply (its_implied _ _ _ _ _ _ Hst).
  Qed.
End Image.
