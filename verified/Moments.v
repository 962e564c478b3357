(** * Ko rules that are texts: a move as the checker sees it is the move of the specification *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Bits Play Kos Area Checker Sound Frames.
From Verified Require Export Steps Codes.

(** ** A move as the checker sees it is the move *)

Section Moments.
  Variable b : board.
  Variable T : text.
  Variable scopes : nat -> bool -> bool -> N.

  Definition shows_words (r : list event) (ws : list masks) : Prop :=
    ws = map (fun kc => masks_of (kept_for T r (fst kc) (snd kc))) (keys T).

  Record seen (m : moment) (r : list event) (e : event) : Prop := {
    seen_board : at_board e = b;
    seen_spot : forall p, what e = Play p -> spot m = single p /\ p < size b;
    seen_kos : is_a_play m = true -> forall lone, kos_there m lone = kos lone b (before e);
    seen_mover : who e = mover m;
    seen_kind : if is_a_play m then a_play e else what e = Pass;
    seen_before : masks_of (Some (before e)) = Some (was m);
    seen_after_it : masks_of (Some (after e)) = Some (becomes m);
    seen_words : shows_words r (words_before m);
    seen_passes : counts_passes T = true -> passes_before m = passes_in_a_row r;
    seen_takes : has_bans T = true -> (is_a_play m && takes m = true <-> takes_back r e);
    before_fits : length (before e) = size b;
    after_fits : length (after e) = size b;
    kept_fits : forall k c, fits_board b (kept_for T r k c)
  }.

  Lemma not_a_key : forall r k c, ~ In (k, c) (keys T) -> kept_for T r k c = None.
  Proof.
    intros r k c H. induction r as [|e r IH]; cbn; [auto|].
    destruct (find _ (keeps T)) as [s|] eqn:E; [|exact IH]. exfalso.
    apply find_some in E as [Hin E]. apply andb_prop in E as [E _]. apply andb_prop in E as [_ E].
    apply Nat.eqb_eq in E. apply H. apply in_flat_map. exists s. split; [auto|]. rewrite E.
    destruct c; cbn; auto.
  Qed.

  Lemma word_of_map : forall f ks k c, (~ In (k, c) ks -> f k c = None) ->
    word_of ks (map (fun kc => masks_of (f (fst kc) (snd kc))) ks) k c = masks_of (f k c).
  Proof.
    intros f ks k c. induction ks as [|[k' c'] ks IH]; intros H; cbn; [now rewrite H|].
    destruct ((k' =? k) && same_colour c' c) eqn:E.
    - apply andb_prop in E as [E1 E2]. apply Nat.eqb_eq in E1 as ->.
      now apply same_colour_spec in E2 as ->.
    - apply IH. intros Hn. apply H. intros [Heq|Hin]; [|auto]. injection Heq as -> ->.
      rewrite Nat.eqb_refl in E. assert (same_colour c c = true) by now apply same_colour_spec.
      cbn in E. congruence.
  Qed.

  Lemma word_is : forall r ws k c, shows_words r ws ->
    word_of (keys T) ws k c = masks_of (kept_for T r k c).
  Proof. intros r ws k c ->. apply word_of_map. apply not_a_key. Qed.

  Variables (m : moment) (r : list event) (e : event).
  Hypothesis it_is : seen m r e.

  Lemma player_is : forall w, player_of e w = mover_or_next m w.
  Proof. intros []; cbn; now rewrite (seen_mover _ _ _ it_is). Qed.

  Lemma at_play : forall (A : point -> option position) v,
    (forall p, what e = Play p -> masks_of (A p) = Some v) ->
    (if is_a_play m then Some v else None) =
      masks_of (match what e with Play p => A p | Pass => None end).
  Proof.
    intros A v H. pose proof (seen_kind _ _ _ it_is) as Hk. destruct (is_a_play m).
    - destruct Hk as [p Hp]. rewrite Hp. symmetry. now apply H.
    - now rewrite Hk.
  Qed.

  Lemma mask_of_marked : forall on f p c d, p < size b ->
    mask d (marked on f b (before e) p c) =
      if on
      then if same_colour d c
           then if pointed f then N.ldiff (single p) (kos (lone_suicides f) b (before e)) else 0%N
           else kos (lone_suicides f) b (before e)
      else N.lor (N.ldiff (mask d (before e)) (kos (lone_suicides f) b (before e)))
             (if same_colour d c
              then if pointed f then N.land (single p) (kos (lone_suicides f) b (before e)) else 0%N
              else 0%N).
  Proof.
    intros on f p c d Hps. unfold marked. apply mask_with_all. intros q.
    destruct (Nat.ltb_spec q (size b)) as [Hq|Hq].
    - cbn [andb].
      destruct (has (kos (lone_suicides f) b (before e)) q)
        eqn:Ek, on, (pointed f), (Nat.eqb_spec q p) as [->|Hne]; cbn [andb]; destruct c, d;
        cbn [same_colour is_stone opponent]; autorewrite with bits;
        rewrite ?Ek, ?has_mask, ?Nat.eqb_refl; try (destruct (Nat.eqb_spec p q); [congruence|]);
        cbn; rewrite ?andb_true_r, ?andb_false_r, ?orb_false_r; auto.
    - cbn [andb]. symmetry. apply not_true_iff_false. intros H.
      assert (Hall : forall k, has (kos (lone_suicides f) b (before e)) k = true -> k < size b)
        by apply kos_small.
      assert (q < size b); [|lia].
      destruct on, (pointed f), (same_colour d c); autorewrite with bits in H;
        rewrite ?orb_true_iff, ?andb_true_iff, ?negb_true_iff, ?Nat.eqb_eq in H;
        try discriminate; repeat
        match goal with H : _ \/ _ |- _ => destruct H | H : _ /\ _ |- _ => destruct H end;
        subst; auto;
        try (match goal with
             | H : has (mask _ _) _ = true |- _ =>
                 apply has_mask_bound in H; rewrite (before_fits _ _ _ it_is) in H; exact H
             end); discriminate.
  Qed.

  Lemma marked_is : forall on f p c, what e = Play p ->
    masks_of (Some (marked on f b (before e) p c)) =
      Some (if on then on_kos m c f else off_kos m c f).
  Proof.
    intros on f p c Hp. assert (Hplay : is_a_play m = true).
    { pose proof (seen_kind _ _ _ it_is) as H. destruct (is_a_play m); [auto|congruence]. }
    pose proof (seen_kos _ _ _ it_is Hplay (lone_suicides f)) as Hk.
    destruct (seen_spot _ _ _ it_is p Hp) as [Hs Hps]. pose proof (seen_before _ _ _ it_is) as Hb.
    injection Hb as Hb. cbn [masks_of option_map]. f_equal. unfold on_kos, off_kos.
    rewrite Hk, Hs, <- Hb. cbn [fst snd].
    rewrite !mask_of_marked by exact Hps.
    destruct on, c; cbn [same_colour more_stones opponent fst snd];
      rewrite ?N.lor_0_r, ?N.lor_0_l; reflexivity.
  Qed.

  Lemma point_is : forall p c, what e = Play p ->
    masks_of (Some (with_all b (fun q => if q =? p then Stone c else Empty))) =
      Some (more_stones c (spot m) (0, 0)%N).
  Proof.
    intros p c Hp. destruct (seen_spot _ _ _ it_is p Hp) as [Hs Hps]. cbn [masks_of option_map].
    f_equal. rewrite Hs.
    assert (Hone : forall d,
      mask d (with_all b (fun q => if q =? p then Stone c else Empty)) =
        if same_colour d c then single p else 0%N).
    { intros d. apply mask_with_all. intros q. destruct (Nat.eqb_spec q p) as [->|Hne].
      - destruct (Nat.ltb_spec p (size b)); [|lia].
        destruct c, d; cbn [andb is_stone same_colour];
          rewrite ?has_single, ?has_none, ?Nat.eqb_refl; auto.
      - cbn [is_stone]. rewrite andb_false_r.
        destruct (same_colour d c); rewrite ?has_single, ?has_none; auto.
        destruct (Nat.eqb_spec p q); congruence. }
    rewrite !Hone. destruct c; cbn [same_colour more_stones fst snd]; now rewrite ?N.lor_0_l.
  Qed.

  Lemma term_is : forall r' ws t, shows_words r' ws ->
    term_at T ws m t = masks_of (meant (kept_for T r') e t).
  Proof.
    intros r' ws t Hw. destruct t; cbn [term_at meant]; [auto| | | | | |].
    - symmetry. apply (seen_before _ _ _ it_is).
    - symmetry. apply (seen_after_it _ _ _ it_is).
    - rewrite player_is. now apply word_is.
    - apply at_play; intros p Hp. rewrite (seen_board _ _ _ it_is), player_is. now apply point_is.
    - apply at_play; intros p Hp. rewrite (seen_board _ _ _ it_is), player_is.
      now apply (marked_is false).
    - apply at_play; intros p Hp. rewrite (seen_board _ _ _ it_is), player_is.
      now apply (marked_is true).
  Qed.

  Lemma fact_is : forall r' ws p, shows_words r' ws ->
    fact_at T scopes ws m p = code scopes (instance (kept_for T r') e p).
  Proof.
    intros r' ws p Hw. unfold fact_at, code, instance. cbn [name player position_1 position_2].
    rewrite !(term_is r' ws _ Hw). f_equal. destruct (p_player p) as [w|]; cbn; [|auto].
    now rewrite player_is.
  Qed.

  Lemma counts_is : forall o, counts o e = counts_at o m.
  Proof.
    intros o. unfold counts, counts_at. pose proof (seen_kind _ _ _ it_is) as H.
    destruct (is_a_play m); [destruct H as [p ->]|rewrite H]; auto.
  Qed.

  Lemma meant_fits : forall r' t, (forall k c, fits_board b (kept_for T r' k c)) ->
    fits_board b (meant (kept_for T r') e t).
  Proof.
    intros r' t H P E.
    destruct t; cbn [meant] in E; [discriminate| | |now apply H in E| | |];
      [injection E as <-; apply (before_fits _ _ _ it_is)|
        injection E as <-; apply (after_fits _ _ _ it_is)| ..];
      (destruct (what e); [|discriminate]); injection E as <-; unfold marked;
      rewrite with_all_length; now rewrite (seen_board _ _ _ it_is).
  Qed.

  Lemma same_word_spec : forall w w', same_word w w' = true <-> w = w'.
  Proof.
    intros [[]|] [[]|]; cbn; rewrite ?andb_true_iff, ?N.eqb_eq; split; try congruence; try tauto.
    - intros [-> ->]. auto.
    - intros E. injection E. auto.
  Qed.

  Lemma is_so_is : forall a, (asks_passes a = true -> counts_passes T = true) ->
    (asks_retakes a = true -> has_bans T = true) -> (is_so T m a = true <-> holds T r e a).
  Proof.
    induction a as [| |n|t t'|a IHa a' IHa'|a IHa a' IHa'|a IHa]; intros Hp Hr; cbn [is_so holds].
    - tauto.
    - apply (seen_takes _ _ _ it_is). now apply Hr.
    - rewrite Nat.leb_le, (seen_passes _ _ _ it_is); [tauto|now apply Hp].
    - rewrite same_word_spec, !(term_is r _ _ (seen_words _ _ _ it_is)). split; [|now intros ->].
      apply (masks_of_injective b); apply meant_fits; apply (kept_fits _ _ _ it_is).
    - cbn in Hp, Hr.
      rewrite andb_true_iff, IHa, IHa'; try tauto; intros H; (apply Hp || apply Hr); rewrite H;
        auto using orb_true_r.
    - cbn in Hp, Hr.
      rewrite orb_true_iff, IHa, IHa'; try tauto; intros H; (apply Hp || apply Hr); rewrite H;
        auto using orb_true_r.
    - cbn in Hp, Hr. rewrite negb_true_iff, <- not_true_iff_false, IHa; tauto.
  Qed.

  Lemma so_in_text : forall a, In a (conditions T) -> (is_so T m a = true <-> holds T r e a).
  Proof.
    intros a H. apply is_so_is; intros Ha; apply existsb_exists; exists a; auto.
  Qed.

  (** What is counted. *)

  Lemma tallied_after_is : forall c, tally T = Some c -> forall r' z k tl x y, r' = r ->
    counted b T c r' z k -> fst tl = (x + z)%Z -> Z.of_N (snd tl) = (y + Z.of_nat k)%Z ->
    exists z' k', counted b T c (e :: r) z' k' /\
      fst (tallied_after T (table_of b) m tl) = (x + z')%Z /\
      Z.of_N (snd (tallied_after T (table_of b) m tl)) = (y + Z.of_nat k')%Z.
  Proof.
    intros c Hc r' z k tl x y -> H H1 H2. unfold tallied_after. rewrite Hc.
    assert (Hh : happens T (count_when c) m = true <-> is_counted T c r e).
    { unfold happens, is_counted. rewrite andb_true_iff, counts_is, so_in_text; [tauto|].
      unfold conditions. rewrite Hc. rewrite !in_app_iff. cbn. tauto. }
    destruct (happens T (count_when c) m).
    - set (P := if the_new_position c then after e else before e).
      assert (HP : masks_of (Some P) = Some (if the_new_position c then becomes m else was m)).
      { unfold P.
        destruct (the_new_position c);
          [apply (seen_after_it _ _ _ it_is)|apply (seen_before _ _ _ it_is)]. }
      assert (Hl : length P = size b) by (unfold P; destruct (the_new_position c);
        [apply (after_fits _ _ _ it_is)|apply (before_fits _ _ _ it_is)]).
      injection HP as HP. rewrite <- HP. cbn [fst snd]. eexists. exists (S k).
      split; [apply one_more; [now apply Hh|apply area_is_area; auto|exact H]|].
      split; [fold P; lia|lia].
    - exists z, k. split; [apply no_more; [intros Hn; now apply Hh in Hn|exact H]|auto].
  Qed.

  Lemma words_after_is : shows_words (e :: r) (words_after T m).
  Proof.
    unfold shows_words, words_after. apply map_ext. intros [k c]. cbn [fst snd kept_for].
    assert (E : forall l,
      find (fun s =>
        counts_at (keep_when s) m && (place_kept s =? k) &&
        same_colour (mover_or_next m (for_whom s)) c) l = find (fun s =>
        counts (keep_when s) e && (place_kept s =? k) &&
        (if colour_eq (player_of e (for_whom s)) c then true else false)) l).
    { intros l. induction l as [|s l IH]; cbn; [auto|]. rewrite counts_is, player_is, IH.
      replace (if colour_eq (mover_or_next m (for_whom s)) c then true else false)
        with (same_colour (mover_or_next m (for_whom s)) c); [auto|].
      destruct (colour_eq (mover_or_next m (for_whom s)) c) as [->|Hne];
        [now apply same_colour_spec|].
      apply not_true_iff_false. now rewrite same_colour_spec. }
    rewrite E. destruct (find _ (keeps T)) as [s|].
    - apply term_is. apply (seen_words _ _ _ it_is).
    - apply word_is. apply (seen_words _ _ _ it_is).
  Qed.

  Lemma kept_fits_after : forall k c, fits_board b (kept_for T (e :: r) k c).
  Proof.
    intros k c. cbn [kept_for]. destruct (find _ (keeps T)) as [s|].
    - apply meant_fits. apply (kept_fits _ _ _ it_is).
    - apply (kept_fits _ _ _ it_is).
  Qed.

  Lemma line_happens : forall s, In s (remembers T) ->
    (happens T (remember_when s) m = true <->
     counts (remember_when s) e = true /\ holds T r e (provided (remember_when s))).
  Proof.
    intros s Hs. unfold happens. rewrite andb_true_iff, counts_is, so_in_text; [tauto|].
    unfold conditions. apply in_or_app. left.
    now apply in_map with (f := fun s => provided (remember_when s)).
  Qed.
End Moments.
