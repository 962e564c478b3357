(** * Lemmas in a circle: why a lemma may cite one that comes later

    Where endless play is a win, a lemma is promised before it is cited. When all promises have been
    kept, the games that are [safe] by what was promised are those that the winner need never
    leave. *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia FMapPositive.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Play Checker Sound Common Text Values Promises Symmetry Forced.

Section Endless.
  Variable b : board.
  Variable R : rules.
  Variable scopes : nat -> bool -> bool -> N.
  Variable final : list (positive * lemma).

  Let paying := paid offset (pays b R).

  Inductive safe : colour -> (game -> Prop) -> game -> Prop :=
  | it_is_promised : forall number l o g, In (number, l) final -> stands b R scopes o g (place l) ->
      safe (winner (says_who l)) (paying o (goal (says_who l))) g
  | it_is_forced : forall c G g, forces R c G g -> safe c G g
  | a_step_is : forall c G g, one_step R c G (safe c G) g -> safe c G g
  | for_less : forall c (G G' : game -> Prop) g, (forall g', later R g g' -> G g' -> G' g') ->
      safe c G g -> safe c G' g
  | in_the_image : forall s c (G G' : game -> Prop) g, is_symmetry b s ->
      (forall g', proper b g' -> G g' -> G' (image_game b s g')) ->
      proper b g -> safe c G g -> safe (image_colour s c) G' (image_game b s g).

  Lemma safe_image : forall s, is_symmetry b s -> forall c (G G' : game -> Prop),
    (forall g, proper b g -> G g -> G' (image_game b s g)) ->
    forall g, proper b g -> safe c G g -> safe (image_colour s c) G' (image_game b s g).
  Proof. intros s Hs c G G' HG g Hp H. now apply in_the_image with G. Qed.

  (** ** What is safe makes a step to what is safe *)

  Lemma step_more : forall c (G G' Z Z' : game -> Prop) g,
    (forall g', later R g g' -> G g' -> G' g') -> (forall m g', makes R g m g' -> Z g' -> Z' g') ->
    one_step R c G Z g -> one_step R c G' Z' g.
  Proof.
    intros c G G' Z Z' g HG HZ [Ho Hg|m g' Ht Hm Hz|Ho Ht Hall].
    - apply has_ended; [exact Ho|]. apply HG; [exists []; constructor|exact Hg].
    - apply a_move_leads with m g'; eauto.
    - apply all_moves_lead; eauto.
  Qed.

  Lemma later_after : forall g m g' g'', makes R g m g' -> later R g' g'' -> later R g g''.
  Proof. intros g m g' g'' Hm [ms H]. exists (m :: ms). now apply more_moves with g'. Qed.

  Lemma step_image : forall s, is_symmetry b s -> forall c (G G' Z Z' : game -> Prop),
    (forall g, proper b g -> G g -> G' (image_game b s g)) ->
    (forall g, proper b g -> Z g -> Z' (image_game b s g)) -> forall g, proper b g ->
    one_step R c G Z g -> one_step R (image_colour s c) G' Z' (image_game b s g).
  Proof.
    intros s Hs c G G' Z Z' HG HZ g Hp H. pose proof (inverse_is_symmetry b s Hs) as Hs'.
    pose proof (image_proper b s g Hp) as Hpi. destruct H as [Ho Hg|m g' Ht Hm Hz|Ho Ht Hall].
    - apply has_ended; [now apply over_image|]. apply HG; [exact Hp|exact Hg].
    - apply a_move_leads with (image_move s m) (image_game b s g');
        [rewrite turn_image; congruence|now apply makes_image|].
      apply HZ; [|exact Hz]. exact (proper_makes b R g m g' Hp Hm).
    - apply all_moves_lead.
      + intros H. apply Ho. apply (over_image b R (inverse s) Hs' _ Hpi) in H.
        now rewrite image_game_back in H by auto.
      + rewrite turn_image. intros E. now apply image_colour_injective in E.
      + intros m g' Hm. pose proof (proper_makes b R _ m g' Hpi Hm) as Hp'.
        apply (makes_image b R (inverse s) Hs' _ _ _ Hpi) in Hm.
        rewrite image_game_back in Hm by auto.
        pose proof (HZ _ (image_proper b (inverse s) g' Hp') (Hall _ _ Hm)) as H.
        pose proof (image_game_back b (inverse s) Hs' g' Hp') as E.
        replace (inverse (inverse s)) with s in E by now destruct s. now rewrite E in H.
  Qed.

  Lemma wins_is_safe : forall k c G g, wins_by R safe k c G g -> safe c G g.
  Proof. intros k c G g. unfold wins_by. destruct (endless k); [auto|apply it_is_forced]. Qed.

  Section Kept.
    Variable gs : groups.
    Let follows :=
      follows_by_a_step R (text_says R scopes) offset (stands b R scopes) (pays b R) gs safe.
    Hypothesis all_are_kept : forall number l, In (number, l) final ->
      exists l', keeps_word l l' = true /\ follows l'.

    Lemma asks_nothing_met : forall l g, asks_nothing l = true ->
      is_met (text_says R scopes) gs l g.
    Proof.
      intros l g H. unfold asks_nothing in H. unfold is_met, must_be_absent.
      destruct (without l) as [|]; [|discriminate].
      destruct (without_groups l) as [|]; [|discriminate].
      destruct (without_patterns l) as [|]; [|discriminate].
      destruct (given l) as [|]; [|discriminate]. split.
      - intros f [[]|[(x & Hx & _)|(p & [] & _)]]. discriminate.
      - intros f [].
    Qed.

    Lemma promise_steps : forall number l o g, In (number, l) final ->
      stands b R scopes o g (place l) ->
      let c := winner (says_who l) in
      let G := paying o (goal (says_who l)) in one_step R c G (safe c G) g.
    Proof.
      intros number l o g Hin Hst c G. destruct (all_are_kept number l Hin) as (l' & Hk & Hl').
      unfold keeps_word in Hk. rewrite !andb_true_iff in Hk. destruct Hk as ((Hhard & Hn) & Hnone).
      apply same_node_spec in Hn. rewrite Hn in Hst.
      specialize (Hl' o g Hst (asks_nothing_met l' g Hnone)). unfold c, G.
      rewrite <- (harder_winner _ _ Hhard).
      assert (HG : forall g', paying o (goal (says_who l')) g' -> paying o (goal (says_who l)) g').
      { intros g' (q & Hq & Hgoal). exists q. split; [exact Hq|].
        now apply harder_goal with (1 := Hhard). }
      apply step_more with (3 := Hl'); [auto|]. intros m g' _ Hw. apply wins_is_safe in Hw.
      apply for_less with (2 := Hw). auto.
    Qed.

    Theorem safe_steps : forall c G g, safe c G g -> proper b g -> one_step R c G (safe c G) g.
    Proof.
      intros c G g H.
      induction H
        as [number l o g Hin Hst|c G g H|c G g H|c G G' g HG H IH|s c G G' g Hs HG Hp H IH];
        intros Hg.
      - now apply promise_steps with number.
      - apply forces_step in H. apply step_more with (3 := H); [auto|]. intros m g' _.
        apply it_is_forced.
      - exact H.
      - apply step_more with (3 := IH Hg); [exact HG|]. intros m g' Hm H'.
        apply for_less with (2 := H'). intros g'' Hl. apply HG. now apply later_after with m g'.
      - apply step_image with (5 := IH Hp); auto. intros g' Hp' H'. now apply in_the_image with G.
    Qed.

    (** So the winner can hold out: he never leaves the safe games. *)

    Theorem safe_is_held : forall c (G : game -> Prop) (H : Q -> Prop) g,
      (forall g', proper b g' -> G g' -> exists s, scores R g' s /\ H s) -> proper b g ->
      safe c G g -> can_hold_out R c H g.
    Proof.
      intros c G H g HG Hp Hg. exists (fun g' => proper b g' /\ safe c G g'). split; [auto|].
      intros g' [Hp' Hg'].
      destruct (safe_steps c G g' Hg' Hp') as [Ho He|m g'' Ht Hm Hs|Ho Ht Hall].
      - left. auto.
      - right. left. split; [exact Ht|]. exists m, g''. split; [exact Hm|]. split; [|exact Hs].
        eapply proper_makes; eauto.
      - right. right. split; [exact Ho|]. split; [exact Ht|]. intros m g'' Hm.
        split; [eapply proper_makes; eauto|eauto].
    Qed.
  End Kept.
End Endless.
