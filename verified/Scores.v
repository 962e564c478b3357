(** * Scores are within what the board can count *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia Lqa FMapPositive.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Bits Checker Sound Common Beside Tally Text Promises Starts Ends
  Pieces.
From Verified Require Import Session.

Lemma score_range : forall b R g s, has_range R = true -> good b R g -> scores R g s ->
  (least_score b R <= s <= greatest_score b R)%Q.
Proof.
  intros b R g s Hr (Hp & Hord & _) Hs. unfold least_score, greatest_score, has_range in *.
  unfold scores in Hs. destruct (passing (ko R)).
  2: { rewrite Hs. destruct (turn g); split; lra. }
  destruct (tally (ko R)) as [c|].
  - destruct Hs as (z & n & Hz & Hs). rewrite (proj1 Hp) in Hz. apply counted_bounded in Hz.
    2: { intros e He. destruct Hp as (_ & _ & H). destruct (H e He) as (H1 & H2 & _). auto. }
    set (lo := (- inject_Z (Z.of_nat (size b)) - komi R)%Q).
    set (hi := (inject_Z (Z.of_nat (size b)) - komi R)%Q).
    assert (Hin : (s == 0 \/ lo <= s <= hi)%Q).
    { unfold counted_score in Hs. destruct n as [|n]; [now left|right].
      change (S n =? 0) with false in Hs. cbv iota in Hs. destruct (adds_up c); [discriminate|].
      set (y := inject_Z (Z.of_nat (S n))) in *.
      assert (Hy : (0 < y)%Q) by (unfold y, Qlt; cbn; lia). destruct Hz as [H1 H2].
      rewrite Zle_Qle, inject_Z_mult in H1, H2. rewrite inject_Z_opp in H1. fold y in H1, H2.
      assert (E : (inject_Z z == (inject_Z z / y) * y)%Q) by (field; lra).
      set (d := (inject_Z z / y)%Q) in *. unfold lo, hi. rewrite Hs. rewrite E in H1, H2.
      split; nra. }
    pose proof (Qle_bool_iff lo 0) as Hlo. pose proof (Qle_bool_iff hi 0) as Hhi.
    destruct (Qle_bool lo 0), (Qle_bool hi 0);
      repeat
        match goal with
        | H : true = true <-> _ |- _ => apply proj1 in H; specialize (H eq_refl)
        | H : false = true <-> ?x <= 0 |- _ =>
            assert (0 < x)%Q
              by (apply Qnot_le_lt; intros ?; destruct H as [_ H]; discriminate H; auto); clear H
        end; destruct Hin as [Hin|Hin]; split; lra.
  - destruct Hs as (z & Hz & Hs). rewrite (proj1 Hp) in Hz.
    apply area_is_bounded in Hz; [|now apply now_length]. destruct Hz as [H1 H2].
    rewrite Hs, inject_Z_plus. rewrite Zle_Qle in H1, H2. rewrite inject_Z_opp in H1.
    apply negb_true_iff in Hr. pose proof (dues_bounded R g Hr Hord) as [H3 H4].
    rewrite Zle_Qle in H3, H4.
    destruct (ikeda R); cbn [inject_Z] in H3, H4; change (inject_Z (-1)) with (-1)%Q in *;
      change (inject_Z 0) with 0%Q in *; split; lra.
Qed.

Lemma pays_scores : forall b R g s, on g = b -> pays b R nothing_off g s -> scores R g s.
Proof.
  intros b R g s Hb. unfold pays, scores. destruct (passing (ko R)) eqn:Ep; [|auto].
  destruct (tally (ko R)) as [c|] eqn:Ec.
  2: { intros (s' & (z & Hz & E') & E). exists z. split; [exact Hz|]. rewrite E, E'.
       destruct (counts_beside R); change (inject_Z (fst nothing_off)) with 0%Q; ring. }
  intros ([x y] & Ht & E). destruct (Ht c Ec (no_returns R Ep)) as (z & n & Hz & H1 & H2).
  cbn in H1, H2. exists z, n. rewrite Hb. split; [exact Hz|]. rewrite E, tally_score_is. subst x.
  replace y with (N.of_nat n) by lia. reflexivity.
Qed.

Lemma leads_to_good : forall b R g ms g', good b R g -> leads_to R g ms g' -> good b R g'.
Proof. intros b R g ms g' Hp H. induction H; eauto using good_after. Qed.
