(** * Positions that are counted: their score, and when one tally is as good as another

    A tally is what the positions that have been counted count together, and how many they are. A
    lemma about one may serve at another (docs/kee.md, "Memories that outweigh others"): what is
    legal does not depend on it. *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia Lqa.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Bits Play Area Checker Sound.

(** ** The program *)

Definition tally_score (komi : Q) (c : counting) (tl : Z * N) : Q :=
  match snd tl with
  | N0 => 0
  | Npos p => if adds_up c then inject_Z (fst tl) - (Z.pos p # 1) * komi else (fst tl # p) - komi
  end.

(** Black wins at the threshold. *)
Definition meets (k : kind) (s : Q) : bool :=
  if strict k then Qlt_bool (threshold k) s else Qle_bool (threshold k) s.

(** The first tally is as good for Black as the second. *)
Definition outweighs (komi : Q) (c : counting) (k : kind) (tl tl' : Z * N) : bool :=
  let each := if adds_up c then komi else (threshold k + komi)%Q in
  (Qnum each * (Z.of_N (snd tl) - Z.of_N (snd tl')) <=? (fst tl - fst tl') * Z.pos (Qden each))%Z &&
  (meets k (tally_score komi c tl) || negb (meets k (tally_score komi c tl'))).

Definition tally_serves (komi : Q) (c : counting) (k : kind) (tl tl' : Z * N) : bool :=
  match winner k with Black => outweighs komi c k tl tl' | White => outweighs komi c k tl' tl end.

(** ** The proof *)

Lemma tally_score_is : forall R c total n,
  (counted_score R c total n == tally_score (komi R) c (total, N.of_nat n))%Q.
Proof.
  intros R c total n. unfold counted_score, tally_score. cbn [fst snd].
  destruct n as [|n]; [reflexivity|]. change (S n =? 0) with false. cbv iota. cbn [N.of_nat].
  set (p := Pos.of_succ_nat n). change (Z.of_nat (S n)) with (Z.pos p).
  destruct (adds_up c); [reflexivity|]. now rewrite (Qmake_Qdiv total p).
Qed.

Lemma meets_goal : forall k s,
  goal k s <-> match winner k with Black => meets k s = true | White => meets k s = false end.
Proof.
  intros k s. unfold goal, meets.
  destruct (winner k), (strict k); rewrite <- ?not_true_iff_false, ?Qle_bool_iff, ?Qlt_bool_spec;
    [tauto|tauto| |]; split; intros H; lra.
Qed.

(** The score is a matter of the excess, once something is counted. *)

Definition excess (komi : Q) (c : counting) (k : kind) (tl : Z * N) : Q :=
  inject_Z (fst tl) - (if adds_up c then komi else threshold k + komi) * inject_Z (Z.of_N (snd tl)).

Lemma meets_is : forall komi c k tl, snd tl <> 0%N ->
  (meets k (tally_score komi c tl) = true <->
   let least := if adds_up c then threshold k else 0 in
   if strict k then least < excess komi c k tl else least <= excess komi c k tl)%Q.
Proof.
  intros komi c k [z [|p]] H; [now destruct H|]. unfold meets, tally_score, excess.
  cbn [fst snd Z.of_N]. assert (Hp : (0 < inject_Z (Z.pos p))%Q) by (unfold Qlt; cbn; lia).
  destruct (adds_up c).
  - change (Z.pos p # 1) with (inject_Z (Z.pos p)).
    destruct (strict k); rewrite ?Qlt_bool_spec, ?Qle_bool_iff; split; intros H'; lra.
  - assert (E : (inject_Z z == (z # p) * inject_Z (Z.pos p))%Q) by (unfold Qeq; cbn; lia).
    set (y := inject_Z (Z.pos p)) in *. set (x := inject_Z z) in *. set (d := z # p) in *.
    clearbody x y d.
    destruct (strict k); rewrite ?Qlt_bool_spec, ?Qle_bool_iff; split; intros H'; rewrite ?E in *;
      nra.
Qed.

Lemma outweighs_is : forall komi c k tl tl' more m, outweighs komi c k tl tl' = true ->
  (m = 0%N -> more = 0%Z) ->
  meets k (tally_score komi c ((fst tl' + more)%Z, (snd tl' + m)%N)) = true ->
  meets k (tally_score komi c ((fst tl + more)%Z, (snd tl + m)%N)) = true.
Proof.
  intros komi c k [z n] [z' n'] more m H Hm Hmeets. unfold outweighs in H. cbn [fst snd] in *.
  apply andb_prop in H as [H1 H2]. destruct (N.eq_dec m 0) as [E|Hpos].
  - rewrite (Hm E), E, !Z.add_0_r, !N.add_0_r in *. rewrite Hmeets in H2.
    now rewrite orb_false_r in H2.
  - rewrite meets_is in * by (cbn [snd]; lia). cbv zeta in *. unfold excess in *.
    cbn [fst snd] in *. set (each := if adds_up c then komi else (threshold k + komi)%Q) in *.
    clearbody each. assert (Hle : (each * inject_Z (Z.of_N n - Z.of_N n') <= inject_Z (z - z'))%Q).
    { destruct each as [en ed]. cbn [Qnum Qden] in H1. apply Z.leb_le in H1.
      unfold Qle, Qmult, inject_Z. cbn [Qnum Qden]. rewrite Pos.mul_1_r. lia. }
    rewrite !N2Z.inj_add, !inject_Z_plus in *. unfold Zminus in Hle.
    rewrite !inject_Z_plus, !inject_Z_opp in Hle. destruct (strict k); lra.
Qed.

Lemma tally_serves_is : forall komi c k tl tl' more m, tally_serves komi c k tl tl' = true ->
  (m = 0%N -> more = 0%Z) -> goal k (tally_score komi c ((fst tl' + more)%Z, (snd tl' + m)%N)) ->
  goal k (tally_score komi c ((fst tl + more)%Z, (snd tl + m)%N)).
Proof.
  intros komi c k tl tl' more m H Hm. rewrite !meets_goal. unfold tally_serves in H.
  destruct (winner k).
  - now apply outweighs_is.
  - rewrite <- !not_true_iff_false. intros Hn Hy. apply Hn.
    now apply (outweighs_is komi c k tl' tl).
Qed.

(** ** What a record counts *)

Section Counted.
  Variable b : board.
  Variable T : text.
  Variable c : counting.

  Lemma area_is_unique : forall P z z', area_is b P z -> area_is b P z' -> z = z'.
  Proof.
    intros P z z' (b1 & w1 & B1 & W1 & ->) (b2 & w2 & B2 & W2 & ->).
    now rewrite (so_many_unique _ _ _ _ B1 B2), (so_many_unique _ _ _ _ W1 W2) by tauto.
  Qed.

  Lemma counted_unique : forall r z n, counted b T c r z n -> forall z' n', counted b T c r z' n' ->
    z = z' /\ n = n'.
  Proof.
    intros r z n H. induction H as [|e r x z n Hc Ha H IH|e r z n Hc H IH]; intros z' n' H'.
    - inversion H'; auto.
    - inversion H' as [|e' r' x' z1 n1 Hc' Ha' H1|e' r' z1 n1 Hc' H1]; subst; [|contradiction].
      destruct (IH _ _ H1) as [-> ->]. now rewrite (area_is_unique _ _ _ Ha Ha').
    - inversion H' as [|e' r' x' z1 n1 Hc' Ha' H1|e' r' z1 n1 Hc' H1]; subst; [contradiction|].
      auto.
  Qed.

  Lemma counted_grows : forall es r z n, counted b T c (es ++ r) z n ->
    exists z0 more n0 m, counted b T c r z0 n0 /\ z = (z0 + more)%Z /\ n = n0 + m /\
      (m = 0 -> more = 0%Z).
  Proof.
    induction es as [|e es IH]; intros r z n H; cbn in H.
    - exists z, 0%Z, n, 0. repeat split; [auto|lia|lia].
    - inversion H as [|e' r' x z1 n1 Hc Ha H1|e' r' z1 n1 Hc H1]; subst;
        apply IH in H1 as (z0 & more & n0 & m & H0 & -> & -> & Hm).
      + exists z0, (more + x)%Z, n0, (S m). repeat split; [auto|lia|lia|discriminate].
      + exists z0, more, n0, m. auto.
  Qed.

  Lemma area_is_bounded : forall P z, length P = size b -> area_is b P z ->
    (- Z.of_nat (size b) <= z <= Z.of_nat (size b))%Z.
  Proof.
    intros P z Hl H. apply (area_is_area b P z Hl) in H as ->. apply (area_bound (table_of b)).
  Qed.

  Lemma counted_bounded : forall r,
    (forall e, In e r -> length (before e) = size b /\ length (after e) = size b) -> forall z n,
    counted b T c r z n ->
    (- Z.of_nat (size b) * Z.of_nat n <= z <= Z.of_nat (size b) * Z.of_nat n)%Z.
  Proof.
    intros r Hr z n H. induction H as [|e r x z n Hc Ha H IH|e r z n Hc H IH]; [lia| |].
    - assert (Hx : (- Z.of_nat (size b) <= x <= Z.of_nat (size b))%Z).
      { destruct (Hr e (or_introl eq_refl)). apply area_is_bounded with (2 := Ha).
        now destruct (the_new_position c). }
      specialize (IH (fun y Hy => Hr y (or_intror Hy))). nia.
    - apply IH. intros y Hy. apply Hr. now right.
  Qed.
End Counted.

Lemma later_record : forall R g g', later R g g' ->
  on g' = on g /\ exists es, record g' = es ++ record g.
Proof.
  intros R g g' [ms H].
  induction H as [g|g m ms g' g'' Hm _ (IH1 & es & IH2)]; [split; [auto|now exists []]|].
  assert (E : on g' = on g /\ exists e, record g' = e :: record g)
    by (destruct Hm; split; [reflexivity|eexists; reflexivity|reflexivity|eexists; reflexivity]).
  destruct E as (E1 & e & E2). split; [congruence|]. exists (es ++ [e]).
  rewrite IH2, E2, <- app_assoc. reflexivity.
Qed.
