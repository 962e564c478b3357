(** * What a player can force in a game he, or the other player, can force in its image *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia Lqa.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Bits Play Checker Sound Common Beside Values.
From Verified Require Export Recorded.

Section Forced.
  Variable b : board.
  Variable R : rules.

  Lemma ko_forbids_image : forall s, is_symmetry b s -> forall g p T, proper b g ->
    length T = size b -> ko_forbids R g p T ->
    ko_forbids R (image_game b s g) (goes s p) (image_position b s T).
  Proof.
    intros s Hs g p T Hg HT (x & Hx & H). exists x. split; [auto|].
    change (Play (goes s p)) with (image_move s (Play p)). rewrite (next_event_image b).
    cbn [start first record image_game]. apply (given_image b); auto.
    intros e [<-|He]; [|now apply (proper_fits b g)]. cbn.
    split; [split; [now apply now_length|auto]|apply Hg].
  Qed.

  Lemma suicide_image : forall s, is_symmetry b s -> forall P p T, p < size b ->
    length P = size b -> length T = size b -> suicide_allows R P p T ->
    suicide_allows R (image_position b s P) (goes s p) (image_position b s T).
  Proof.
    intros s Hs P p T Hp HP HT. unfold suicide_allows.
    destruct (suicide R); [| |auto]; intros H E; apply H.
    - rewrite (at_image_goes b) in E by auto. now destruct (at_point T p).
    - now apply (image_position_injective b s Hs).
  Qed.

  Lemma may_play_image : forall s, is_symmetry b s -> forall g p T, proper b g ->
    may_play R g p T -> may_play R (image_game b s g) (goes s p) (image_position b s T).
  Proof.
    intros s Hs g p T Hg (HT & Hsui & Hko). rewrite (proj1 Hg) in HT.
    pose proof (plays_length _ _ _ _ _ HT) as (Hl & Hp & _).
    pose proof (plays_length_after _ _ _ _ _ HT) as HlT. split; [|split].
    - change (on (image_game b s g)) with (on g). rewrite (proj1 Hg), (turn_image b), (now_image b).
      now apply (plays_image b).
    - rewrite (now_image b). now apply suicide_image.
    - intros H. apply Hko.
      apply (ko_forbids_image (inverse s)) in H;
        [|now apply (inverse_is_symmetry b)|now apply (image_proper b)|apply (image_length b)].
      rewrite (image_game_back b), (image_position_back b) in H by auto. cbn [goes inverse] in H.
      now rewrite (back_goes b) in H.
  Qed.

  Lemma ended_image : forall s, is_symmetry b s -> forall g, proper b g -> ended_by_a_pass R g ->
    ended_by_a_pass R (image_game b s g).
  Proof.
    intros s Hs g Hg. pose proof (proper_fits b g Hg) as Hf. unfold ended_by_a_pass.
    cbn [record image_game]. destruct (record g) as [|e r]; cbn [map]; [auto|].
    intros (He & x & Hx & H). split; [cbn; now rewrite He|]. exists x. split; [auto|].
    cbn [start first image_game]. now apply (given_image b).
  Qed.

  Lemma so_many_image : forall s, is_symmetry b s -> forall N what what',
    (forall p, what' p <-> what (back s p)) -> so_many N what -> so_many N what'.
  Proof.
    intros s Hs N what what' H (l & Hd & Hi & Hl). exists (map (goes s) l). split; [|split].
    - apply (NoDup_map_inv (back s)). rewrite map_map.
      erewrite map_ext; [|intros; now apply (back_goes b)]. now rewrite map_id.
    - intros p. rewrite H, <- Hi, in_map_iff. split.
      + intros (q & <- & Hq). now rewrite (back_goes b).
      + intros Hp. exists (back s p). split; [now apply (goes_back b)|auto].
    - now rewrite map_length.
  Qed.

  (** What goes from hand to hand. *)

  Lemma stones_image : forall s, is_symmetry b s -> forall P c, length P = size b ->
    stones (image_colour s c) (image_position b s P) = stones c P.
  Proof.
    intros s Hs P c Hl. unfold stones. f_equal. set (c' := image_colour s c).
    set (is :=
      fun d x =>
        match x with Stone e => if colour_eq e d then true else false | Empty => false end).
    change (length (filter (is c') (image_position b s P)) = length (filter (is c) P)).
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
        conj (fun H => conj (back_small b s Hs q (proj1 H)) (proj2 H))
          (fun H =>
            conj (eq_ind _ (fun x => x < size b) (goes_small b s Hs _ (proj1 H)) _
              (goes_back b s Hs q)) (proj2 H)))
      (Hmany (fun q => is c' (image_content s (at_point P q))))) as Him.
    rewrite <- (so_many_unique _ _ _ _ Him (Hmany _)) by tauto.
    f_equal. apply filter_ext. intros q. unfold image_content, is, c'.
    destruct (at_point P q) as [|d]; [auto|].
    destruct (colour_eq (image_colour s d) (image_colour s c)) as [E|E], (colour_eq d c)
      as [->|Hne]; auto; exfalso; solve [now apply E | now apply Hne, (image_colour_injective s)].
  Qed.

  Lemma removed_image : forall s, is_symmetry b s -> forall e c, fits_event b e ->
    removed (image_colour s c) (image_event b s e) = removed c e.
  Proof.
    intros s Hs e c [[H1 H2] _]. unfold removed. cbn [before after who image_event].
    rewrite !stones_image by auto.
    destruct (colour_eq (image_colour s (who e)) (image_colour s c))
      as [E|E], (colour_eq (who e) c) as [E'|Hne]; auto; exfalso;
      solve [apply E; congruence | now apply Hne, (image_colour_injective s)].
  Qed.

  Lemma held_image : forall s, is_symmetry b s -> forall r c, all_fit b r ->
    held (image_colour s c) (map (image_event b s) r) = held c r.
  Proof.
    intros s Hs r c Hf. induction r as [|e r IH]; [auto|]. cbn [map held fold_right].
    fold (held (image_colour s c) (map (image_event b s) r)) (held c r).
    rewrite IH by (eapply (all_fit_rest b), Hf). cbn [what who image_event].
    destruct (what e); cbn [image_move].
    - rewrite <- image_opponent, removed_image; [reflexivity|exact Hs|apply Hf; now left].
    - destruct (colour_eq (image_colour s (who e)) (image_colour s c))
        as [E|E], (colour_eq (who e) c) as [E'|Hne]; auto; exfalso;
        solve [apply E; congruence | now apply Hne, (image_colour_injective s)].
  Qed.

  Lemma may_pass_image : forall s, is_symmetry b s -> forall g, proper b g -> may_pass R g ->
    may_pass R (image_game b s g).
  Proof.
    intros s Hs g Hg. unfold may_pass. destruct (passing (ko R)); [auto|]. rewrite (turn_image b).
    cbn [record image_game]. rewrite held_image by (auto; now apply (proper_fits b)). auto.
  Qed.

  Lemma over_image : forall s, is_symmetry b s -> forall g, proper b g -> over R g ->
    over R (image_game b s g).
  Proof.
    intros s Hs g Hg. unfold over. destruct (passing (ko R)); [now apply ended_image|].
    intros [Hp H]. split.
    { intros Hmay. apply Hp.
      apply (may_pass_image (inverse s)) in Hmay;
        [|now apply (inverse_is_symmetry b)|now apply (image_proper b)].
      now rewrite (image_game_back b) in Hmay by auto. }
    intros p T Hmay.
    apply (may_play_image (inverse s)) in Hmay;
      [|now apply (inverse_is_symmetry b)|now apply (image_proper b)].
    rewrite (image_game_back b) in Hmay by auto. now apply H in Hmay.
  Qed.

  Lemma makes_image : forall s, is_symmetry b s -> forall g m g', proper b g -> makes R g m g' ->
    makes R (image_game b s g) (image_move s m) (image_game b s g').
  Proof.
    intros s Hs g m g' Hg H.
    assert (Ho : ~ over R g -> ~ over R (image_game b s g)).
    { intros Hno H'. apply Hno.
      apply (over_image (inverse s)) in H';
        [|now apply (inverse_is_symmetry b)|now apply (image_proper b)].
      now rewrite (image_game_back b) in H' by auto. }
    destruct H as [Hno Hp|p T Hno Hmay].
    - rewrite <- (with_move_image b s g Pass (now g)), <- (now_image b).
      apply by_a_pass; [auto|now apply may_pass_image].
    - rewrite <- (with_move_image b s g (Play p) T). apply by_a_play; [auto|].
      now apply may_play_image.
  Qed.

  Lemma belongs_image : forall s, is_symmetry b s -> forall P c q, length P = size b ->
    (belongs_to b (image_position b s P) (image_colour s c) q <-> belongs_to b P c (back s q)).
  Proof.
    assert (H : forall s, is_symmetry b s -> forall P c q, length P = size b ->
      belongs_to b P c q -> belongs_to b (image_position b s P) (image_colour s c) (goes s q)).
    { intros s Hs P c q Hl (Hq & H). split; [now apply (goes_small b)|].
      rewrite (at_image_goes b) by auto. destruct H as [->|(He & Hc & Ho)]; [now left|right].
      rewrite He. split; [auto|split].
      - now apply (touches_image b s Hs P q (Stone c)).
      - intros H. apply Ho. rewrite <- image_opponent in H.
        apply (touches_image_back b s Hs P _ (Stone (opponent c))) in H;
          [|auto|now apply (goes_small b)]. now rewrite (back_goes b) in H. }
    intros s Hs P c q Hl. split; intros Hb.
    - apply (H (inverse s)) in Hb; [|now apply (inverse_is_symmetry b)|apply (image_length b)].
      rewrite (image_position_back b) in Hb by auto.
      replace (image_colour (inverse s) (image_colour s c)) with c in Hb; [exact Hb|]. symmetry.
      exact (image_colour_twice s c).
    - apply (H s Hs) in Hb; [|auto]. now rewrite (goes_back b) in Hb.
  Qed.

  Definition image_number (s : symmetry) (z : Z) : Z := if swaps s then (- z)%Z else z.

  Lemma area_image : forall s, is_symmetry b s -> forall P z, length P = size b -> area_is b P z ->
    area_is b (image_position b s P) (image_number s z).
  Proof.
    intros s Hs P z Hl (x & y & Hx & Hy & ->).
    assert (Hall : forall c N, so_many N (belongs_to b P c) ->
      so_many N (belongs_to b (image_position b s P) (image_colour s c))).
    { intros c N. apply (so_many_image s Hs). intros p. now apply belongs_image. }
    apply Hall in Hx, Hy. unfold image_colour, image_number in *.
    destruct (swaps s); cbn [opponent] in *.
    - exists y, x. split; [auto|split; [auto|lia]].
    - exists x, y. auto.
  Qed.

  Lemma counted_image : forall s, is_symmetry b s -> forall T c r z n, all_fit b r ->
    counted b T c r z n -> counted b T c (map (image_event b s) r) (image_number s z) n.
  Proof.
    intros s Hs T c r z n Hf H. induction H as [|e r x z n Hc Ha H IH|e r z n Hc H IH]; cbn [map].
    - unfold image_number. destruct (swaps s); constructor.
    - replace (image_number s (z + x)) with (image_number s z + image_number s x)%Z
        by (unfold image_number; destruct (swaps s); lia).
      apply one_more.
      + unfold is_counted in *. rewrite (counts_image b). split; [tauto|].
        apply (holds_image b s Hs); tauto.
      + destruct (Hf e (or_introl eq_refl)) as [[F1 F2] _].
        destruct (the_new_position c); now apply area_image.
      + apply IH. eapply (all_fit_rest b), Hf.
    - apply no_more.
      + intros Hn. apply Hc. unfold is_counted in *. rewrite (counts_image b) in Hn.
        destruct Hn as [Hn1 Hn2]. split; [auto|]. exact (proj1 (holds_image b s Hs T r e _ Hf) Hn2).
      + apply IH. eapply (all_fit_rest b), Hf.
  Qed.

  Lemma first_to_pass_image : forall s, swaps s = false -> forall r,
    first_to_pass (map (image_event b s) r) = first_to_pass r.
  Proof.
    intros s Hno. induction r as [|e r IH]; [auto|]. cbn [map first_to_pass]. rewrite IH.
    cbn [what who image_event]. unfold image_colour. rewrite Hno. now destruct (what e).
  Qed.

  Lemma lead_image : forall s, is_symmetry b s -> forall P, length P = size b ->
    lead (image_position b s P) = image_number s (lead P).
  Proof.
    intros s Hs P Hl.
    assert (H : forall c, stones c (image_position b s P) = stones (image_colour s c) P).
    { intros c. rewrite <- (image_colour_twice s c) at 1. now apply stones_image. }
    unfold lead. rewrite !H. unfold image_number, image_colour.
    destruct (swaps s); cbn [opponent]; lia.
  Qed.

  Lemma taken_image : forall s, is_symmetry b s -> forall e, fits_event b e ->
    taken (image_event b s e) = image_number s (taken e).
  Proof.
    intros s Hs e He.
    assert (H : forall c, removed c (image_event b s e) = removed (image_colour s c) e).
    { intros c. rewrite <- (image_colour_twice s c) at 1. now apply removed_image. }
    unfold taken. rewrite !H. unfold image_number, image_colour. cbn [what image_event].
    destruct (what e), (swaps s); cbn [image_move opponent]; lia.
  Qed.

  Lemma all_taken_image : forall s, is_symmetry b s -> forall r, all_fit b r ->
    all_taken (map (image_event b s) r) = image_number s (all_taken r).
  Proof.
    intros s Hs r Hf. induction r as [|e r IH]; [unfold image_number; now destruct (swaps s)|].
    cbn [map all_taken fold_right]. fold (all_taken r) (all_taken (map (image_event b s) r)).
    rewrite IH, taken_image by (auto; first [apply Hf; now left|eapply (all_fit_rest b), Hf]).
    unfold image_number. destruct (swaps s); lia.
  Qed.

  Lemma all_handed_over_image : forall s, is_symmetry b s -> swaps s = false -> forall r,
    all_fit b r -> all_handed_over (map (image_event b s) r) = all_handed_over r.
  Proof.
    intros s Hs Es r Hf. induction r as [|e r IH]; [auto|].
    cbn [map all_handed_over fold_right].
    fold (all_handed_over r) (all_handed_over (map (image_event b s) r)).
    rewrite IH by (eapply (all_fit_rest b), Hf). unfold handed_over.
    rewrite taken_image by (auto; apply Hf; now left).
    unfold image_number, image_event, image_colour. cbn [what who]. rewrite Es.
    now destruct (what e).
  Qed.

  Lemma beside_image : forall s, is_symmetry b s -> (swaps s = true -> even_handed R) -> forall g,
    proper b g -> beside_the_board R (image_game b s g) = image_number s (beside_the_board R g).
  Proof.
    intros s Hs Hk g Hg. pose proof (proper_fits b g Hg) as Hf. unfold beside_the_board.
    rewrite (now_image b), (turn_image b). cbn [start first record image_game].
    rewrite (all_taken_image s Hs) by exact Hf.
    rewrite !(lead_image s Hs) by (apply now_length, Hg || apply Hg). destruct (swaps s) eqn:Es.
    - destruct (Hk eq_refl) as (_ & E1 & ->). unfold equivalence in E1. unfold image_number.
      rewrite Es. destruct (counts_by R); [lia|discriminate|lia].
    - rewrite first_to_pass_image, all_handed_over_image by auto.
      unfold image_number, image_colour. now rewrite Es.
  Qed.

  Lemma scores_image : forall s, is_symmetry b s -> (swaps s = true -> even_handed R) -> forall g q,
    proper b g -> scores R g q -> scores R (image_game b s g) (image_score s q).
  Proof.
    intros s Hs Hk g q Hg. unfold scores. destruct (passing (ko R)).
    - destruct (tally (ko R)) as [c|].
      + cbn [on record image_game]. rewrite (proj1 Hg). intros (z & n & Hz & Hq).
        exists (image_number s z), n.
        split; [apply counted_image; auto; now apply (proper_fits b)|].
        unfold counted_score, image_score, image_number in *. destruct (swaps s); [|exact Hq].
        rewrite Hq. destruct (n =? 0); [reflexivity|].
        destruct (adds_up c); rewrite (proj1 (Hk eq_refl)), inject_Z_opp; [ring|]. unfold Qdiv.
        ring.
      + intros (z & Hz & Hq). rewrite (proj1 Hg) in Hz. exists (image_number s z).
        cbn [on image_game]. rewrite (proj1 Hg), (now_image b).
        split; [apply area_image; auto; now apply now_length|].
        rewrite (beside_image s Hs Hk g Hg). unfold image_score, image_number in *.
        destruct (swaps s); [|exact Hq].
        rewrite Hq, (proj1 (Hk eq_refl)), !inject_Z_plus, !inject_Z_opp. ring.
    - intros Hq. rewrite (turn_image b). unfold image_score, image_colour.
      destruct (swaps s); [|auto]. rewrite Hq. destruct (turn g); cbn; reflexivity.
  Qed.

  (** What a player can force he, or the other player, can force in the image. *)

  Lemma forces_image : forall s, is_symmetry b s -> forall c (G G' : game -> Prop),
    (forall g, proper b g -> G g -> G' (image_game b s g)) -> forall g, proper b g ->
    forces R c G g -> forces R (image_colour s c) G' (image_game b s g).
  Proof.
    intros s Hs c G G' HG g Hp H. revert Hp.
    induction H as [g Ho Hg|g m g' Ht Hm H IH|g Ho Ht H IH]; intros Hp.
    - apply ends_so; [now apply over_image|auto].
    - apply he_moves with (image_move s m) (image_game b s g');
        [rewrite (turn_image b); congruence|now apply makes_image|].
      apply IH. eapply proper_makes; eauto.
    - apply all_moves_do.
      + intros H'. apply Ho.
        apply (over_image (inverse s)) in H';
          [|now apply (inverse_is_symmetry b)|now apply (image_proper b)].
        now rewrite (image_game_back b) in H' by auto.
      + rewrite (turn_image b). intros E. now apply image_colour_injective in E.
      + intros m g' Hm. pose proof (proper_makes b R _ m g' (image_proper b s g Hp) Hm) as Hp'.
        apply (makes_image (inverse s)) in Hm;
          [|now apply (inverse_is_symmetry b)|now apply (image_proper b)].
        rewrite (image_game_back b) in Hm by auto.
        pose proof (IH _ _ Hm (image_proper b (inverse s) _ Hp')) as H'.
        pose proof (image_game_back b (inverse s) (inverse_is_symmetry b s Hs) g' Hp') as E.
        replace (inverse (inverse s)) with s in E by now destruct s. now rewrite E in H'.
  Qed.

  Theorem can_force_image : forall s, is_symmetry b s -> (swaps s = true -> even_handed R) ->
    forall c (G G' : Q -> Prop), (forall q, G q -> G' (image_score s q)) -> forall g,
    proper b g -> can_force R c G g -> can_force R (image_colour s c) G' (image_game b s g).
  Proof.
    intros s Hs Hk c G G' HG g Hp H. apply can_force_forces in H.
    apply forces_can_force with (G := fun g => exists q, scores R g q /\ G' q); [auto|].
    apply (forces_image s Hs c _ _) with (3 := H); [|exact Hp].
    intros g' Hp' (q & Hq & Hg). exists (image_score s q). split; [now apply scores_image|auto].
  Qed.
End Forced.
