(** * Values: nobody can force two contrary things, and every game that must end has a value *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia Lqa.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Bits Play Checker Sound Common Tally Twin.

(** ** A value is unique *)

Lemma scores_unique : forall R g s s', scores R g s -> scores R g s' -> (s == s')%Q.
Proof.
  intros R g s s'. unfold scores. destruct (passing (ko R)); [|now intros -> ->].
  destruct (tally (ko R)) as [c|].
  - intros (z & n & H & ->) (z' & n' & H' & ->).
    now destruct (counted_unique _ _ _ _ _ _ H _ _ H') as [-> ->].
  - intros (z & H & ->) (z' & H' & ->). now rewrite (area_is_unique _ _ _ _ H H').
Qed.

Lemma makes_not_over : forall R g m g', makes R g m g' -> ~ over R g.
Proof. now intros R g m g' []. Qed.

(** If each player can force a goal of his own, one score meets both. *)

Theorem nothing_contrary : forall R c G H g, can_force R c G g -> can_force R (opponent c) H g ->
  exists s s', G s /\ H s' /\ (s == s')%Q.
Proof.
  intros R c G H g HG. induction HG as [g s Ho Hs Hg|g m g' Ht Hm HG IH|g Ho Ht HG IH]; intros HH.
  - destruct HH as [g s' Ho' Hs' Hg'|g m g' Ht Hm _|g Ho' _ _].
    + exists s, s'. eauto using scores_unique.
    + now apply makes_not_over in Hm.
    + contradiction.
  - destruct HH as [g s' Ho' Hs' Hg'|g m' g'' Ht' Hm' _|g Ho' Ht' HH].
    + now apply makes_not_over in Hm.
    + exfalso. rewrite Ht' in Ht. now apply opponent_other in Ht.
    + apply IH. now apply HH with m.
  - destruct HH as [g s' Ho' Hs' Hg'|g m' g'' Ht' Hm' HH|g Ho' Ht' HH].
    + contradiction.
    + now apply (IH m' g'').
    + exfalso. destruct (other_colour c (turn g)); auto.
Qed.

Theorem value_unique : forall R g v v', has_value R g v -> has_value R g v' -> (v == v')%Q.
Proof.
  assert (Hle : forall R g v v', has_value R g v -> has_value R g v' -> (v <= v')%Q).
  { intros R g v v' [HB _] [_ HW].
    destruct (nothing_contrary R Black _ _ g HB HW) as (s & s' & H1 & H2 & E). lra. }
  intros R g v v' H H'. apply Qle_antisym; eauto.
Qed.

(** ** A game that must end has a value *)

Definition next (R : rules) (g' g : game) : Prop := exists m, makes R g m g'.

Definition must_end (R : rules) (g : game) : Prop := Acc (next R) g.

Lemma proper_makes : forall b R g m g', proper b g -> makes R g m g' -> proper b g'.
Proof.
  intros b R g m g' Hp Hm.
  destruct Hm as [_ _|p T _ (HT & _)]; apply proper_after; auto;
    [now apply now_length| |discriminate].
  rewrite (proj1 Hp) in HT. now apply plays_length_after in HT.
Qed.

(** The best of several values for a player. *)

Lemma best_of : forall (A : Type) (c : colour) (value : A -> Q -> Prop) (l : list A), l <> [] ->
  (forall x, In x l -> exists v, value x v) ->
  exists x v, In x l /\ value x v /\ forall y, In y l -> exists w, value y w /\ as_good c v w.
Proof.
  intros A c value l. induction l as [|x l IH]; intros Hl H; [contradiction|].
  destruct (H x (or_introl eq_refl)) as [v Hv]. destruct l as [|y l].
  - exists x, v. split; [now left|]. split; [auto|]. intros z [<-|[]]. exists v. split; [auto|].
    now apply as_good_refl.
  - destruct IH as (z & w & Hz & Hw & Hbest); [discriminate|intros u Hu; apply H; now right|].
    assert (as_good c v w \/ as_good c w v) as [Hvw|Hwv].
    { unfold as_good. destruct c; destruct (Qlt_le_dec v w); (left + right; lra). }
    + exists x, v. split; [now left|]. split; [auto|]. intros u [<-|Hu].
      * exists v. split; [auto|]. now apply as_good_refl.
      * destruct (Hbest u Hu) as (w' & Hw' & Hg). exists w'. split; [auto|]. unfold as_good in *.
        destruct c; lra.
    + exists z, w. split; [now right|]. split; [auto|]. intros u [<-|Hu]; [eauto|now apply Hbest].
Qed.

Theorem value_exists : forall R b g, proper b g -> must_end R g -> exists v, has_value R g v.
Proof.
  intros R b g Hp He. induction He as [g _ IH].
  assert (Hp' : proper (on g) g) by now rewrite (proj1 Hp).
  pose proof (now_length (on g) g Hp') as Hl.
  destruct (over_decidable R g Hl) as [Ho|Ho].
  - exists (score R g). assert (scores R g (score R g)) by (now apply score_exact).
    split; apply at_the_end with (score R g); auto; apply Qle_refl.
  - destruct (best_of _ (turn g) (fun mg v => has_value R (snd mg) v) (moves R g))
      as ((m & g1) & v & Hin & Hv & Hbest).
    + destruct (some_move R g Hl Ho) as (m & g' & Hm). apply moves_exact in Hm; auto. intros E.
      now rewrite E in Hm.
    + intros (m & g1) Hin. apply moves_exact in Hin; auto. cbn. apply IH; [now exists m|].
      eapply proper_makes; eauto.
    + apply moves_exact in Hin; auto. cbn in Hv. exists v.
      assert (Hall : forall m' g', makes R g m' g' ->
        exists w, has_value R g' w /\ as_good (turn g) v w).
      { intros m' g' Hm'. apply moves_exact in Hm'; auto. apply (Hbest _ Hm'). }
      destruct Hv as [HB HW]. destruct (turn g) eqn:Et.
      * split; [now apply by_own_move with m g1|].
        apply whatever_is_played; [auto|rewrite Et; discriminate|]. intros m' g' Hm'.
        destruct (Hall m' g' Hm') as (w & [_ H] & Hg). cbn in Hg.
        apply can_force_more with (2 := H). intros s Hs. lra.
      * split; [|now apply by_own_move with m g1].
        apply whatever_is_played; [auto|rewrite Et; discriminate|]. intros m' g' Hm'.
        destruct (Hall m' g' Hm') as (w & [H _] & Hg). cbn in Hg.
        apply can_force_more with (2 := H). intros s Hs. lra.
Qed.

(** In a game that must end, whatever all scores are can be forced. *)

Theorem forced_anyway : forall R b c (G : Q -> Prop) g, proper b g -> must_end R g ->
  (forall g' s, later R g g' -> scores R g' s -> G s) -> can_force R c G g.
Proof.
  intros R b c G g Hp He HG. induction He as [g _ IH].
  assert
    (Hnext : forall m g', makes R g m g' -> forall g'' s, later R g' g'' -> scores R g'' s -> G s).
  { intros m g' Hm g'' s [ms Hms] Hs.
    apply (HG g'' s); [exists (m :: ms); now apply more_moves with g'|exact Hs]. }
  assert (Hp' : proper (on g) g) by now rewrite (proj1 Hp).
  pose proof (now_length (on g) g Hp') as Hl.
  destruct (over_decidable R g Hl) as [Ho|Ho].
  - apply at_the_end with (score R g); auto; [|apply (HG g); [exists []; constructor|]];
      now apply score_exact.
  - destruct (same_colour (turn g) c) eqn:Ec.
    + apply same_colour_spec in Ec. destruct (some_move R g Hl Ho) as (m & g' & Hm).
      apply by_own_move with m g'; auto. apply IH; [now exists m|eapply proper_makes; eauto|eauto].
    + apply whatever_is_played; auto; [rewrite <- same_colour_spec; congruence|].
      intros m g' Hm. apply IH; [now exists m|eapply proper_makes; eauto|eauto].
Qed.

(** ** A game must end if something runs out *)

Theorem ends_by_rank : forall R (good : game -> Prop) (rank : game -> nat),
  (forall g m g', good g -> makes R g m g' -> good g' /\ (over R g' \/ rank g' < rank g)) ->
  forall g, good g -> must_end R g.
Proof.
  intros R good rank Hdec.
  assert (H : forall k g, rank g < k -> good g -> must_end R g).
  { induction k as [|k IH]; intros g Hk Hg; [lia|]. constructor. intros g' [m Hm].
    destruct (Hdec g m g' Hg Hm) as [Hg' [Ho|Hr]].
    - constructor. intros g'' [m' Hm']. now apply makes_not_over in Hm'.
    - apply IH; [lia|auto]. }
  intros g Hg. apply (H (S (rank g))); [lia|auto].
Qed.
