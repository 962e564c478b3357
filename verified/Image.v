(** * Lemmas as they look under a symmetry

    What a lemma says is true of its image too. So a lemma may be cited under a symmetry of the
    board. *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia Lqa.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Bits Play Checker Sound Common Text Promises Symmetry Forced.
From Verified Require Export Turned.

(** ** What a lemma says is true of its image *)

Section Truth.
  Variable b : board.
  Variable R : rules.
  Variable scopes : nat -> bool -> bool -> N.
  Variable gs : groups.

  Let says := text_says R scopes.

  (** What a winner can do for whom endless play is a win, he can do in the image. *)
  Variable endures : colour -> (game -> Prop) -> game -> Prop.
  Hypothesis endures_image : forall s, is_symmetry b s -> forall c (G G' : game -> Prop),
    (forall g, proper b g -> G g -> G' (image_game b s g)) ->
    forall g, proper b g -> endures c G g -> endures (image_colour s c) G' (image_game b s g).

  Let valid_ := is_valid R says offset (stands b R scopes) (pays b R) gs endures.

  Lemma wins_by_image : forall s k, is_symmetry b s -> forall c (G G' : game -> Prop),
    (forall g, proper b g -> G g -> G' (image_game b s g)) ->
    forall g, proper b g -> wins_by R endures k c G g ->
    wins_by R endures (image_kind (turn_of b s) k) (image_colour s c) G' (image_game b s g).
  Proof.
    intros s k Hs. unfold wins_by, image_kind.
    replace (endless (if exchanges (turn_of b s) then _ else k)) with (endless k)
      by now destruct (exchanges _).
    destruct (endless k); [now apply endures_image|now apply forces_image].
  Qed.

  Lemma sorted_has : forall f l, In f l <-> In f (Facts.sort l).
  Proof.
    intros f l. pose proof (Facts.Permuted_sort l) as H.
    split; apply Permutation.Permutation_in; [auto|]. now apply Permutation.Permutation_sym.
  Qed.

  Lemma image_pattern_matches : forall s g p f, is_symmetry b s -> proper b g -> says g f ->
    matches p f = true ->
    matches (image_pattern (turn_of b s) p) (image_fact (turn_of b s) f) = true.
  Proof.
    intros s g p f Hs Hg (x & Hx & ->) Hf. set (t := turn_of b s).
    destruct (facts_fit_record b R (start g) (first g) (record g)) with x as [F1 F2];
      [apply Hg|now apply proper_fits|exact Hx|].
    apply matches_spec in Hf as (Hsc & Hall & q & Hq & Hone). apply matches_spec.
    cbn [of_scope of_player all_of one_of image_pattern].
    pose proof (code_on_board b scopes x F1 F2) as Hon. split; [exact Hsc|split].
    - intros r Hr. apply has_image_set in Hr as (r' & _ & Hr' & <-). now apply image_last; auto.
    - assert (Hqs : q < size b).
      { apply Hon. unfold last_stones in Hone. rewrite !has_lor.
        destruct (_ =? _)%N, (of_player p); rewrite Hone; auto using orb_true_r. }
      exists (goes s q). split; [apply has_image_set; eauto|now apply image_last].
  Qed.

  Theorem image_lemma_is_valid : forall s l l', is_symmetry b s ->
    (swaps s = true -> even_handed R) ->
    (forall f g, group_of gs f = Some g -> group_of gs (image_fact (turn_of b s) f) = Some g) ->
    valid_ l ->
    image_lemma b (keys (ko R))
      {| forth := s; table_forth := turn_of b s; table_back := turn_of b (inverse s) |} l =
      Some l' -> valid_ l'.
  Proof.
    intros s l l' Hs Hk Hgs Hl H. unfold image_lemma in H. cbn [forth table_forth table_back] in H.
    destruct (_ && _) eqn:E; [|discriminate]. injection H as <-. apply andb_prop in E as [En Eg].
    apply same_node_spec in En. rewrite forallb_forall in Eg.
    set (t := turn_of b s) in *. set (n' := image_node b (keys (ko R)) s t (place l)) in *.
    intros o' g' Hst Hmet. cbn [says_who place] in *.
    pose proof (inverse_is_symmetry b s Hs) as Hs'.
    pose proof (proj1 (it_shows _ _ _ _ _ _ Hst)) as Hg'. set (g := image_game b (inverse s) g').
    assert (Eg' : image_game b s g = g').
    { pose proof (image_game_back b (inverse s) Hs' g' Hg') as E. now destruct s. }
    assert (Hg : proper b g) by now apply image_proper.
    assert (Ew : winner (image_kind t (says_who l)) = image_colour s (winner (says_who l))).
    { unfold image_kind, image_colour. change (exchanges t) with (swaps s).
      now destruct (swaps s). }
    apply (stands_image b (inverse s) Hs' scopes R (fun Hx => proj2 (proj2 (Hk Hx)))) in Hst.
    fold g in Hst. rewrite En in Hst. set (o := image_offset (inverse s) o') in *.
    assert (Eo : image_offset s o = o').
    { unfold o, image_offset, image_number. cbn [fst snd swaps inverse]. destruct o' as [x y].
      cbn [fst snd]. f_equal. destruct (swaps s); lia. }
    rewrite Ew, <- Eg'.
    apply (wins_by_image s _ Hs _ (paid offset (pays b R) o (goal (says_who l)))); [|exact Hg|].
    { intros g1 Hg1 (q & Hq & Hgoal). exists (image_score s q).
      split; [rewrite <- Eo; now apply pays_image|now apply same_score_goal]. }
    apply Hl; [exact Hst|]. destruct Hmet as [Habs Hgiv]. cbn [given] in Hgiv. split.
    - intros f Hf Hsay.
      assert (Hsay' : says g' (image_fact t f)) by (rewrite <- Eg'; now apply says_image).
      revert Hsay'. apply Habs. unfold must_be_absent in *.
      cbn [without without_groups without_patterns].
      destruct Hf as [Hf|[(x & Hx & Hf)|(p & Hp & Hf)]].
      + left. apply (proj1 (sorted_has _ _)). now apply in_map.
      + right. left. eauto.
      + right. right. exists (image_pattern t p). split; [now apply in_map|].
        now apply image_pattern_matches with g.
    - intros f Hf. specialize (Eg f Hf). apply same_fact_spec in Eg. rewrite <- Eg.
      apply says_image; auto. apply Hgiv. apply (proj1 (sorted_has _ _)). now apply in_map.
  Qed.
End Truth.

(** ** One symmetry after another *)

Lemma image_set_after : forall b u v w, is_symmetry b v -> is_after b u v w = true ->
  forall m, image_set (turn_of b u) (image_set (turn_of b v) m) = image_set (turn_of b w) m.
Proof.
  intros b u v w Hv H m. apply andb_prop in H as [H _]. rewrite forallb_forall in H.
  assert (Hgoes : forall p, p < size b -> goes w p = goes u (goes v p))
    by (intros p Hp; apply Nat.eqb_eq, H, in_seq; lia).
  apply same_bits. intros q. apply eq_true_iff_eq. rewrite !has_image_set. split.
  - intros (p & _ & Hm & Hq). apply has_image_set in Hm as (p' & Hp' & Hm & <-). exists p'.
    now rewrite Hgoes.
  - intros (p & Hp & Hm & Hq). rewrite Hgoes in Hq by auto. exists (goes v p).
    split; [now apply (goes_small b v Hv)|]. split; [|exact Hq]. apply has_image_set. eauto.
Qed.

Lemma image_fact_is : forall b s f,
  image_fact (turn_of b s) f =
    let x := image_pair (turn_of b s) (black_of f, white_of f) in
    let y := image_pair (turn_of b s) (black_to f, white_to f) in
    {| scope := scope f; owner := image_owner (turn_of b s) (owner f); index := index f;
       black_of := fst x; white_of := snd x; black_to := fst y; white_to := snd y |}.
Proof.
  intros b s f. unfold image_fact.
  destruct (N.eqb_spec (N.lor (black_to f) (white_to f)) 0) as [E|]; [|reflexivity].
  apply N.lor_eq_0_iff in E as [-> ->]. now rewrite image_pair_none.
Qed.

Lemma image_fact_after : forall b u v w, is_symmetry b v -> is_after b u v w = true ->
  forall f, image_fact (turn_of b u) (image_fact (turn_of b v) f) = image_fact (turn_of b w) f.
Proof.
  intros b u v w Hv H f. pose proof (image_set_after b u v w Hv H) as Hset.
  apply andb_prop in H as [_ H]. apply eqb_prop in H.
  assert (Howner : image_owner (turn_of b u) (image_owner (turn_of b v) (owner f)) =
    image_owner (turn_of b w) (owner f)).
  { unfold image_owner. change (exchanges (turn_of b u)) with (swaps u).
    change (exchanges (turn_of b v)) with (swaps v).
    change (exchanges (turn_of b w)) with (swaps w). rewrite H.
    destruct (swaps u), (swaps v); cbn [xorb]; auto.
    destruct (N.eqb_spec (owner f) 1) as [->|H1]; [reflexivity|].
    destruct (N.eqb_spec (owner f) 2) as [->|H2]; [reflexivity|]. apply N.eqb_neq in H1, H2.
    now rewrite H1, H2. }
  rewrite !image_fact_is. unfold image_pair. change (exchanges (turn_of b u)) with (swaps u).
  change (exchanges (turn_of b v)) with (swaps v). change (exchanges (turn_of b w)) with (swaps w).
  rewrite H.
  destruct (swaps u), (swaps v);
    cbn [fst snd xorb scope owner index black_of white_of black_to white_to]; rewrite !Hset, Howner;
    reflexivity.
Qed.

Lemma turns_follow_on : forall b R symmetries u v,
  let us := all_turns b symmetries in
  forallb (good_turn b R) us = true -> closed_turns b us = true -> In u us -> In v us ->
  exists w, In w us /\
    forall f,
      image_fact (table_forth u) (image_fact (table_forth v) f) = image_fact (table_forth w) f.
Proof.
  intros b R symmetries u v us Hgood Hclosed Hu Hv. rewrite forallb_forall in Hgood.
  unfold closed_turns in Hclosed. rewrite forallb_forall in Hclosed. specialize (Hclosed u Hu).
  rewrite forallb_forall in Hclosed. specialize (Hclosed v Hv).
  apply existsb_exists in Hclosed as (w & Hw & H). exists w. split; [auto|]. intros f.
  specialize (Hgood v Hv).
  apply in_map_iff in Hu as (x & <- & _), Hw as (z & <- & _), Hv as (y & <- & _).
  apply andb_prop in Hgood as [Hgood _].
  apply (image_fact_after b _ _ _ (test_symmetry_is b (fst y) (snd y) Hgood) H).
Qed.
