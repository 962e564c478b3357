(** * Games end under a text that passes the test of EndTest.v *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Known Bits Play Checker Common Frames Prisoners Text Twin Values.

From Verified Require Export EndTest Rank.

Section Ends.
  Variable b : board.
  Variable R : rules.
  Local Notation T := (ko R).
  Variable names : list nat.
  Hypothesis they_end : games_end T (returning R) names = true.

  (** ** A move makes the number fall *)

  Definition came (g : game) : Prop := exists g0 m0, good b R g0 /\ makes R g0 m0 g.

  Lemma stage_cases : forall g, In (stage g) (seq 0 (S longest_row)).
  Proof. intros g. apply in_seq. unfold stage. lia. Qed.

  Lemma fits_instance : forall g m S0 p, good b R g -> length S0 = size b ->
    fits_board b (position_1 (instance (kept_for T (record g)) (next_event g m S0) p)) /\
    fits_board b (position_2 (instance (kept_for T (record g)) (next_event g m S0) p)).
  Proof.
    intros g m S0 p (Hp & _ & Hk) Hl. pose proof (now_length b g Hp) as Hn.
    assert (H : forall t, fits_board b (meant (kept_for T (record g)) (next_event g m S0) t)).
    { intros u P E.
      destruct u; cbn [meant] in E;
        [discriminate|cbn in E; congruence|cbn in E; congruence|now apply Hk in E|..];
        cbn [what at_board next_event] in E; (destruct m; [|discriminate]); injection E as <-;
        unfold marked; now rewrite with_all_length, (proj1 Hp). }
    split; apply H.
  Qed.

  Section Falls.
    Variable g : game.
    Variable m : move.
    Variable S0 : position.
    Let e := next_event g m S0.
    Let g' := with_move g m S0.
    Let play := match m with Play _ => true | Pass => false end.
    Hypothesis g_came : came g.
    Hypothesis g_good : good b R g.
    Hypothesis pass_stays : m = Pass -> S0 = now g.
    Hypothesis S0_fits : length S0 = size b.
    Hypothesis no_reason : ~ exists x, In x (if play then forbids T else ends T) /\
      is_given T (start g) (first g) (record g) e x.

    Lemma remembered_later : forall n, none_forgotten T play (stage g) n = true ->
      forall x, name x = n -> remembers_now R g x -> remembers_now R g' x.
    Proof.
      intros n H x Hx Hr. right. split; [exact Hr|].
      now apply (none_forgotten_is b R g m S0 g_good n H).
    Qed.

    Lemma made_is_remembered : forall x, makes_true T (remembers_now R g) (record g) e x ->
      remembers_now R g' x.
    Proof. intros x H. now left. Qed.

    Lemma new_fact_is : forall n, new_fact T play (stage g) n = true ->
      exists x, name x = n /\ In x (all_facts b n) /\ ~ remembers_now R g x /\ remembers_now R g' x.
    Proof.
      intros n H. apply existsb_exists in H as (x & Hx & H).
      destruct (remembered x) as [p|] eqn:Er; [|discriminate]. rewrite !andb_true_iff in H.
      destruct H as (((Hn & Hso) & Hmade) & Hkept). apply Nat.eqb_eq in Hn.
      exists (instance (kept_for T (record g)) e p). split; [exact Hn|]. split; [|split].
      - rewrite <- Hn. destruct (fits_instance g m S0 p g_good S0_fits).
        apply (in_all_facts b (instance (kept_for T (record g)) e p)); auto.
      - intros Hr. apply no_reason. exists x. split; [exact Hx|].
        split; [now apply (surely_is b R g m S0 g_good _ true)|]. now rewrite Er.
      - apply made_is_remembered. unfold e at 2. rewrite (instance_kept R g m S0 p Hkept).
        now apply (made_here_is b R g m S0 g_good).
    Qed.

    Lemma new_fact_of_mover_is : forall n, new_fact_of_mover T play (stage g) n = true ->
      exists x, name x = n /\ In x (all_facts b n) /\ ~ remembers_now R g x /\ remembers_now R g' x.
    Proof.
      intros n H. unfold new_fact_of_mover in H. apply andb_prop in H as [Hmade H].
      set (x := instance (kept_for T (e :: record g)) e (about n (Some Mover) Before)).
      assert (Ex : x =
        {| name := n; player := Some (turn g); position_1 := Some (now g); position_2 := None |})
        by reflexivity.
      exists x. split; [reflexivity|]. split; [|split].
      - rewrite Ex.
        apply (in_all_facts b
          {| name := n; player := Some (turn g); position_1 := Some (now g); position_2 := None |});
          intros P E; [|discriminate]. injection E as <-. apply now_length, g_good.
      - destruct g_came as (g0 & m0 & Hg0 & Hmk). unfold remembers_now.
        assert (Hstage : exists e0, record g = e0 :: record g0 /\ start g = start g0 /\
          first g = first g0 /\ what e0 = m0).
        { destruct Hmk; eexists; cbn; repeat split; reflexivity. }
        destruct Hstage as (e0 & Er & Es & Ef & Ew). unfold stage in H. rewrite Er in H |- *.
        cbn [passes_in_a_row is_remembered] in H |- *. rewrite Ew in H. destruct m0 as [p0|].
        + cbn [Nat.min] in H. apply andb_prop in H as [Hforb Hline].
          rewrite forallb_forall in Hforb, Hline.
          assert (He0 : who e0 = turn g0 /\ after e0 = now g /\
            e0 = next_event g0 (Play p0) (now g) /\ ~ ko_forbids R g0 p0 (now g)).
          { inversion Hmk as [|p S Ho (HS & Hsui & Hko)]; subst. cbn in Er. injection Er as <-.
            repeat split; auto. }
          destruct He0 as (Hwho & Hafter & Hev & Hko).
          intros [Hm|[Hr _]].
          * destruct (of_a_line R _ _ _ _ Hm) as (s & Hs & Hc & En & Ep). rewrite Ex in En, Ep.
            cbn in En, Ep. specialize (Hline s Hs). unfold counts in Hc. rewrite Ew in Hc.
            rewrite Hc, <- En, Nat.eqb_refl in Hline. cbn in Hline.
            destruct (p_player (what_fact s)) as [[]|]; try discriminate. cbn in Ep.
            injection Ep as Ep. unfold turn in Ep at 1. rewrite Er in Ep.
            destruct (who e0); discriminate.
          * apply Hko. specialize (Hforb (stage g0) (stage_cases g0)).
            apply existsb_exists in Hforb as (y & Hy & Hb).
            destruct (remembered y) as [q|] eqn:Eq; [|discriminate].
            apply andb_prop in Hb as [Hq Hso]. apply same_pattern_spec in Hq as ->. exists y.
            split; [exact Hy|]. rewrite <- Hev.
            split; [rewrite Hev; now apply (surely_is b R g0 (Play p0) (now g) Hg0 _ true)|].
            fold T. rewrite Eq, <- Es, <- Ef.
            replace (instance (kept_for T (record g0)) e0 (about n (Some Next) After)) with x;
              [exact Hr|]. rewrite Ex. unfold instance, about. cbn.
            rewrite Hafter. unfold turn at 1. now rewrite Er.
        + assert (H' : existsb (fun f =>
            on_pass (forget_when f) && (which f =? n) &&
            match provided (forget_when f) with always => true | _ => false end) (forgets T) &&
            forallb (fun s => negb (on_pass (remember_when s) && (p_name (what_fact s) =? n)))
              (remembers T) = true).
          { destruct (passes_in_a_row (record g0)); exact H. }
          apply andb_prop in H' as [Hforget Hline]. rewrite forallb_forall in Hline.
          intros [Hm|[_ Hr]].
          * destruct (of_a_line R _ _ _ _ Hm) as (s & Hs & Hc & En & _). rewrite Ex in En.
            cbn in En. specialize (Hline s Hs). unfold counts in Hc. rewrite Ew in Hc.
            now rewrite Hc, <- En, Nat.eqb_refl in Hline.
          * apply Hr. apply existsb_exists in Hforget as (f & Hf & Hb).
            rewrite !andb_true_iff in Hb. destruct Hb as ((H1 & H2) & H3). exists f. split; [auto|].
            unfold counts. rewrite Ew. split; [auto|]. apply Nat.eqb_eq in H2. split; [|auto].
            destruct (provided (forget_when f)); try discriminate. exact I.
      - apply made_is_remembered. now apply (made_here_is b R g m S0 g_good).
    Qed.

    Lemma progress_falls : forall x' x, (m = Pass -> stage g < longest_row -> x' < x) -> forall l,
      progress T play (stage g) l = true ->
      falls (map (missing b R g') l ++ [x']) (map (missing b R g) l ++ [x]).
    Proof.
      intros x' x Hx. induction l as [|n l IH]; intros H; cbn [progress map app falls] in *.
      - apply andb_prop in H as [H1 H2]. apply Nat.ltb_lt in H2. left. unfold play in H1.
        destruct m; [discriminate|]. now apply Hx.
      - apply andb_prop in H as [Hkeep H]. pose proof (remembered_later n Hkeep) as Hlater.
        apply orb_prop in H as [H|H];
          [left|right; split; [now apply (missing_le b R)|now apply IH]].
        assert (Hy : exists y, name y = n /\ In y (all_facts b n) /\ ~ remembers_now R g y /\
          remembers_now R g' y)
          by (apply orb_prop in H as [H|H]; [now apply new_fact_is|now apply new_fact_of_mover_is]).
        destruct Hy as (y & <- & H1 & H2 & H3). now apply (missing_lt b R).
    Qed.

    Lemma rank_falls : progress T play (stage g) names = true ->
      rank b R names g' < rank b R names g.
    Proof.
      intros H. apply number_falls; [|intros d Hd|apply progress_falls; [|exact H]].
      3: { intros Em Hst. unfold stage in *. unfold g'. rewrite Em.
           cbn [record with_move passes_in_a_row what]. lia. }
      - now rewrite !app_length, !map_length.
      - apply in_app_or in Hd as [Hd|[<-|[]]]; [|lia]. apply in_map_iff in Hd as (n & <- & _).
        pose proof (missing_bound b R g' n). lia.
    Qed.
  End Falls.

  Lemma test_at : forall g, progress T true (stage g) names = true /\
    (if passing T then progress T false (stage g) names = true \/ surely_ends T (stage g) = true
     else returning R = true -> forall n, In n names -> none_forgotten T false (stage g) n = true).
  Proof.
    intros g. unfold games_end in they_end. rewrite forallb_forall in they_end.
    specialize (they_end _ (stage_cases g)). apply andb_prop in they_end as [H1 H2]. split; [auto|].
    destruct (passing T); apply orb_prop in H2; [exact H2|]. intros Hr.
    destruct H2 as [H2|H2]; [now rewrite Hr in H2|]. now apply forallb_forall.
  Qed.

  (** Prisoners run out, too: a play takes so many at most. *)

  Definition in_hands (g : game) : nat :=
    Z.to_nat (held Black (record g)) + Z.to_nat (held White (record g)).
  Definition most_taken : nat := S (2 * S (size b)).
  Definition rank_with_prisoners (g : game) : nat :=
    number_with (S longest_row + length (all_facts b 0)) (map (missing b R g) names ++ [0]) *
      most_taken + in_hands g.

  Lemma number_le : forall base (f f' : nat -> nat) l, (forall n, In n l -> f' n <= f n) ->
    number_with base (map f' l ++ [0]) <= number_with base (map f l ++ [0]).
  Proof.
    intros base f f' l H. induction l as [|n l IH]; [auto|]. cbn [map app number_with].
    rewrite !app_length, !map_length. specialize (IH (fun x Hx => H x (or_intror Hx))).
    specialize (H n (or_introl eq_refl)). nia.
  Qed.

  Lemma taken_at_most : forall g p S c, proper b g -> plays (on g) (turn g) p (now g) S ->
    Z.to_nat (held c (record (with_move g (Play p) S))) <=
      Z.to_nat (held c (record g)) + Datatypes.S (size b).
  Proof.
    intros g p S c Hp HS. pose proof (now_length b g Hp) as Hl. rewrite held_after.
    pose proof (removed_by_a_play g p S HS (opponent c)) as Hr.
    assert (Hle : (removed (opponent c) (next_event g (Play p) S) <= 1 + Z.of_nat (size b))%Z);
      [|lia].
    unfold removed. cbn [who before after next_event].
    pose proof (stones_not_negative (opponent c) S) as H0.
    rewrite (stones_are_counted _ (now g)), Hl.
    pose proof (count_bound (size b) (mask (opponent c) (now g))). destruct (colour_eq _ _); lia.
  Qed.

  Lemma move_falls_with_prisoners : forall g m g', passing T = false -> came g -> good b R g ->
    makes R g m g' -> rank_with_prisoners g' < rank_with_prisoners g.
  Proof.
    intros g m g' Ep Hc Hg Hm. destruct (test_at g) as [Hplay Hpass]. rewrite Ep in Hpass.
    pose proof (proj1 Hg) as Hp. unfold rank_with_prisoners, in_hands.
    set (base := S longest_row + length (all_facts b 0)).
    destruct Hm as [Ho Hmay|p S Ho (HS & Hsui & Hko)].
    - unfold may_pass in Hmay. fold T in Hmay. rewrite Ep in Hmay. destruct Hmay as [Hr Hheld].
      specialize (Hpass Hr).
      assert (Hle : number_with base (map (missing b R (with_move g Pass (now g))) names ++ [0]) <=
        number_with base (map (missing b R g) names ++ [0])).
      { apply number_le. intros n Hn. apply (missing_le b R). intros x Hx.
        now apply (remembered_later g Pass (now g) Hg n (Hpass n Hn)). }
      rewrite !held_after.
      destruct (turn g); destruct (colour_eq Black White), (colour_eq White Black),
        (colour_eq Black Black), (colour_eq White White); try congruence; nia.
    - pose proof (taken_at_most g p S Black Hp HS) as HB.
      pose proof (taken_at_most g p S White Hp HS) as HW. rewrite (proj1 Hp) in HS.
      pose proof (plays_length_after _ _ _ _ _ HS) as HSl.
      assert (Hlt : number_with base (map (missing b R (with_move g (Play p) S)) names ++ [0]) <
        number_with base (map (missing b R g) names ++ [0])).
      { apply number_falls; [now rewrite !app_length, !map_length|intros d Hd|].
        - apply in_app_or in Hd as [Hd|[<-|[]]]; [|unfold base; lia].
          apply in_map_iff in Hd as (n & <- & _).
          pose proof (missing_bound b R (with_move g (Play p) S) n). unfold base. lia.
        - apply (progress_falls g (Play p) S); auto; discriminate. }
      unfold most_taken. nia.
  Qed.

  Lemma move_falls : forall g m g', passing T = true -> came g -> good b R g -> makes R g m g' ->
    over R g' \/ rank b R names g' < rank b R names g.
  Proof.
    intros g m g' Ep Hc Hg Hm. destruct (test_at g) as [Hplay Hpass]. rewrite Ep in Hpass.
    pose proof (proj1 Hg) as Hp. destruct Hm as [Ho _|p S Ho (HS & Hsui & Hko)].
    - destruct (ended_by_a_pass_dec R (with_move g Pass (now g))) as [He|He].
      { left. unfold over. fold T. now rewrite Ep. }
      assert (Hno : ~ exists x, In x (ends T) /\
        is_given T (start g) (first g) (record g) (next_event g Pass (now g)) x).
      { intros H. apply He. split; [reflexivity|exact H]. }
      destruct Hpass as [H|H].
      + right. apply (rank_falls g Pass (now g)); auto. now apply now_length.
      + exfalso. apply existsb_exists in H as (x & Hx & H). apply Hno. exists x. split; [auto|].
        destruct (remembered x) eqn:E; [discriminate|].
        split; [now apply (surely_is b R g Pass (now g) Hg _ true)|now rewrite E].
    - right. rewrite (proj1 Hp) in HS.
      apply (rank_falls g (Play p) S); auto; [discriminate|now apply plays_length_after in HS].
  Qed.

  Theorem they_must_end : forall g, good b R g -> must_end R g.
  Proof.
    assert (H : forall g, came g /\ good b R g -> must_end R g).
    { assert
        (Hafter : forall g m g', came g /\ good b R g -> makes R g m g' -> came g' /\ good b R g').
      { intros g m g' [Hc Hg] Hm. split; [exists g, m; auto|now apply (good_after b R) with g m]. }
      destruct (passing T) eqn:Ep.
      - apply ends_by_rank with (rank b R names). intros g m g' Hg Hm.
        split; [now apply (Hafter g m)|now apply (move_falls g m g')].
      - apply ends_by_rank with rank_with_prisoners. intros g m g' Hg Hm.
        split; [now apply (Hafter g m)|right]. now apply (move_falls_with_prisoners g m g'). }
    intros g Hg. constructor. intros g1 [m Hm]. apply H.
    split; [exists g, m; auto|now apply (good_after b R) with g m].
  Qed.
End Ends.

Lemma begin_good : forall b R P c, length P = size b -> good b R (begin b P c).
Proof.
  intros b R P c Hl. split; [split; [auto|split; [auto|intros e []]]|]. split; [exact I|].
  intros k d Q E. discriminate.
Qed.

Theorem every_game_ends : forall b R names P c, games_end (ko R) (returning R) names = true ->
  length P = size b -> must_end R (begin b P c).
Proof. intros b R names P c H Hl. eapply they_must_end; eauto. now apply begin_good. Qed.

Theorem every_start_has_a_value : forall b R names P c,
  games_end (ko R) (returning R) names = true -> length P = size b ->
  exists v, has_value R (begin b P c) v.
Proof.
  intros b R names P c H Hl. apply value_exists with b; [now apply (begin_good b R)|].
  eapply every_game_ends; eauto.
Qed.

(** The rules of the specification pass the test. *)

Theorem known_rules_end : forall free same sum,
  forallb (fun Tn => games_end (fst Tn) false (snd Tn)) [(PSK, [0]); (SSK, [0]); (NSSK, [0]);
    (Fixed, [0]); (BasicFixed, [0]); (Primitive, [0]); (Spight, [1; 0]); (Spight2, [1; 0]);
    (ConfigurationRules, [1]); (Kee2007, [0]); (KeeOctober, [1; 0]);
    (KeeMarch free same, [1; 2; 0]); (Kee sum, [1; 0])] = true.
Proof. intros [] [] []; vm_compute; reflexivity. Qed.
