(** * Boards, positions, moves, rulesets and claims are apart

    As in [Apart.v]. *)

From Coq Require Import List String Ascii NArith ZArith QArith PeanoNat Bool Lia.
Import ListNotations.
From Verified Require Import Spec Header Shown Apart.
Open Scope nat_scope.
Local Open Scope string_scope.

(** ** Boards, positions and moves *)

Definition after_shape (r : string) : Prop := begins_without (fun c => is_digit c || in_graph6 c) r.

Lemma begins_without_either : forall P Q r, begins_without (fun c => P c || Q c) r ->
  begins_without P r /\ begins_without Q r.
Proof. intros P Q [|c r] H; cbn in *; [auto|]. now apply orb_false_elim in H. Qed.

Lemma sizes_apart : forall a b a' b' r s, after_shape r -> after_shape s ->
  show_sizes a b ++ r = show_sizes a' b' ++ s -> (a, b) = (a', b') /\ r = s.
Proof.
  intros a b a' b' r s Hr Hs H. apply begins_without_either in Hr as [Hr _], Hs as [Hs _].
  unfold show_sizes in H. rewrite !app_assoc in H.
  apply number_apart in H as [-> H]; [|reflexivity..].
  apply app_same, number_apart in H as [-> ->]; auto.
Qed.

Lemma sizes_first : forall a b r c s, show_sizes a b ++ r = String c s -> is_digit c = true.
Proof.
  intros a b r c s H. unfold show_sizes, number_text in H. rewrite !app_assoc in H.
  destruct (digits_first (N.of_nat a) ("x" ++ digits (N.of_nat b) ++ r)) as (c' & k & E & Hc).
  rewrite E in H. now injection H as <- _.
Qed.

Lemma shape_apart : forall b b' r s, good_shape b = true -> good_shape b' = true -> after_shape r ->
  after_shape s ->
  show_shape b ++ r = show_shape b' ++ s -> b = b' /\ r = s.
Proof.
  intros b b' r s Hb Hb' Hr Hs H. pose proof (begins_without_either _ _ _ Hr) as [Hr1 Hr2].
  pose proof (begins_without_either _ _ _ Hs) as [Hs1 Hs2].
  destruct b, b'; cbn [show_shape good_shape] in *; rewrite ?app_assoc in H;
    try (exfalso; cbn [append] in H; discriminate H); try (apply sizes_first in H; discriminate H);
    try (symmetry in H; apply sizes_first in H; discriminate H); try (apply app_same in H);
    try (apply sizes_apart in H as [E ->]; auto; injection E as -> ->; auto; fail);
    try (apply number_apart in H as [-> ->]; auto; fail).
  apply (word_apart in_graph6) in H as [-> ->]; auto.
Qed.

Definition in_row (c : ascii) : bool := Ascii.eqb c "X" || Ascii.eqb c "O" || Ascii.eqb c ".".

Lemma row_more : forall x l, show_row (x :: l) = show_content x ++ show_row l.
Proof. intros x [|y l]; unfold show_row; cbn [map joined]; rewrite ?app_empty; auto. Qed.

Lemma content_first : forall x, exists c, show_content x = String c "" /\ in_row c = true.
Proof. intros [|[]]; eexists; split; reflexivity. Qed.

Lemma row_apart : forall l l' r s, begins_without in_row r -> begins_without in_row s ->
  show_row l ++ r = show_row l' ++ s -> l = l' /\ r = s.
Proof.
  induction l as [|x l IH]; intros [|y l'] r s Hr Hs H; rewrite ?row_more, ?app_assoc in H.
  - auto.
  - destruct (content_first y) as (c & E & Hc). rewrite E in H. cbn in H. subst r. cbn in Hr.
    congruence.
  - destruct (content_first x) as (c & E & Hc). rewrite E in H. cbn in H. subst s. cbn in Hs.
    congruence.
  - assert (E : x = y /\ show_row l ++ r = show_row l' ++ s)
      by (destruct x as [|[]], y as [|[]]; try discriminate H; injection H as H; auto).
    destruct E as [-> E]. apply IH in E as [-> ->]; auto.
Qed.

Lemma position_apart : forall l l' r s, l <> [] -> l' <> [] ->
  begins_without (fun c => in_row c || Ascii.eqb c "/") r -> begins_without (fun c => in_row c ||
    Ascii.eqb c "/") s ->
  show_position l ++ r = show_position l' ++ s -> l = l' /\ r = s.
Proof.
  intros l l' r s Hl Hl' Hr Hs H.
  assert (Hall : forall k : list (list content), Forall (fun _ => True) k)
    by (intros k; now apply Forall_forall).
  assert (Hends : forall k, begins_without (fun c => in_row c || Ascii.eqb c "/") k ->
    ends_list (begins_without in_row) "/" k).
  { intros k Hk. split; [now apply begins_without_either in Hk|]. intros k' <-. discriminate Hk. }
  apply (joined_apart _ show_row (fun _ => True) (begins_without in_row)) in H; auto.
  - intros x y r0 s0 _ _. apply row_apart.
  - reflexivity.
Qed.

Definition is_capital : ascii -> bool := is_between "A" "Z".

Definition columns_differ : bool :=
  forallb (fun c => all_of_it is_capital (column_text c) &&
                    forallb (fun d => implb (String.eqb (column_text c) (column_text d)) (c =?
                      d)%nat) (seq 0 64)) (seq 0 64).

Lemma column_text_is : forall c, c < 64 -> all_of_it is_capital (column_text c) = true /\
  forall d, d < 64 -> column_text c = column_text d -> c = d.
Proof.
  assert (H : columns_differ = true) by (vm_compute; reflexivity). unfold columns_differ in H.
  rewrite forallb_forall in H.
  intros c Hc. specialize (H c (proj2 (in_seq 64 0 c) (conj (Nat.le_0_l c) Hc))).
  apply andb_prop in H as [H1 H2]. split; [exact H1|]. intros d Hd E. rewrite forallb_forall in H2.
  specialize (H2 d (proj2 (in_seq 64 0 d) (conj (Nat.le_0_l d) Hd))).
  rewrite E, String.eqb_refl in H2. now apply Nat.eqb_eq in H2.
Qed.

Lemma grid_columns : forall b rows columns p, good_shape b = true ->
  grid b = Some (rows, columns) -> p < rows * columns ->
  p mod columns < 64 /\ columns <> 0 /\ p / columns < rows.
Proof.
  intros b rows columns p Hb Hg Hp.
  assert (Hc : columns <= 64)
    by (destruct b; try discriminate Hg; injection Hg as <- <-; now apply Nat.leb_le).
  assert (Hz : columns <> 0) by lia. split; [pose proof (Nat.mod_upper_bound p columns Hz); lia|].
  split; [exact Hz|].
  apply Nat.div_lt_upper_bound; lia.
Qed.

Lemma point_apart : forall b p q r s, good_shape b = true -> good_move b (Play p) = true ->
  good_move b (Play q) = true ->
  begins_without is_digit r -> begins_without is_digit s -> show_point b p ++ r = show_point b q ++
    s -> p = q /\ r = s.
Proof.
  intros b p q r s Hb Hp Hq Hr Hs H. unfold show_point, good_move in *.
  destruct (grid b) as [[rows columns]|] eqn:Eg.
  - apply Nat.ltb_lt in Hp, Hq.
    destruct (grid_columns _ _ _ _ Hb Eg Hp) as (Cp & Hz & Rp), (grid_columns _ _ _ _ Hb Eg Hq)
      as (Cq & _ & Rq).
    destruct (column_text_is _ Cp) as [Ap Inj], (column_text_is _ Cq) as [Aq _].
    rewrite !app_assoc in H.
    assert (Hno : forall n k, begins_without is_capital (number_text n ++ k)).
    { intros n k. unfold number_text. destruct (digits_first (N.of_nat n) k) as (c & k' & -> & Hc).
      cbn. unfold is_digit, is_capital, is_between in *.
      apply andb_prop in Hc as [_ Hc]. apply N.leb_le in Hc. apply andb_false_iff. left.
      apply N.leb_gt. cbn in *. lia. }
    apply (word_apart is_capital) in H as [Ec H]; auto. apply number_apart in H as [Er ->]; auto.
      split; [|auto].
    apply Inj in Ec; auto. assert (Ed : p / columns = q / columns) by lia.
    now rewrite (Nat.div_mod p columns Hz), (Nat.div_mod q columns Hz), Ec, Ed.
  - apply number_apart in H as [H ->]; [|assumption..]. now injection H as ->.
Qed.

Lemma point_not_pass : forall b p r s, good_shape b = true -> good_move b (Play p) = true ->
  show_point b p ++ r <> "pass" ++ s.
Proof.
  intros b p r s Hb Hp H. unfold show_point, good_move in *.
  destruct (grid b) as [[rows columns]|] eqn:Eg.
  - apply Nat.ltb_lt in Hp. destruct (grid_columns _ _ _ _ Hb Eg Hp) as (Cp & _).
    destruct (column_text_is _ Cp) as [Ap _]. rewrite app_assoc in H.
    destruct (column_text (p mod columns)) as [|c k].
    + cbn [append] in H. unfold number_text in H.
      destruct (digits_first (N.of_nat (rows - p / columns)) r) as (c & k & E & Hc). rewrite E in H.
      injection H as -> _. discriminate.
    + injection H as -> _. discriminate.
  - unfold number_text in H. destruct (digits_first (N.of_nat (S p)) r) as (c & k & E & Hc).
    rewrite E in H. injection H as -> _. discriminate.
Qed.

Lemma move_apart : forall b m m' r s, good_shape b = true -> good_move b m = true ->
  good_move b m' = true -> begins_without is_digit r -> begins_without is_digit s ->
  show_move b m ++ r = show_move b m' ++ s -> m = m' /\ r = s.
Proof.
  intros b [p|] [p'|] r s Hb Hm Hm' Hr Hs H; cbn [show_move] in H.
  - apply point_apart in H as [-> ->]; auto.
  - now apply point_not_pass in H.
  - symmetry in H. now apply point_not_pass in H.
  - apply app_same in H. auto.
Qed.

Definition after_moves (r : string) : Prop := begins_without (fun c => is_digit c || Ascii.eqb c
  " ") r.

Lemma moves_apart : forall b l l' r s, good_shape b = true -> l <> [] -> l' <> [] ->
  forallb (good_move b) l = true -> forallb (good_move b) l' = true -> after_moves r ->
  after_moves s -> show_moves b l ++ r = show_moves b l' ++ s -> l = l' /\ r = s.
Proof.
  intros b l l' r s Hb Hl Hl' Ho Ho' Hr Hs H. rewrite forallb_forall, <- Forall_forall in Ho, Ho'.
  assert (Hends : forall k, after_moves k -> ends_list (begins_without is_digit) " " k).
  { intros k Hk. split; [now apply begins_without_either in Hk|]. intros k' <-. discriminate Hk. }
  apply (joined_apart _ (show_move b) (fun m => good_move b m = true) (begins_without is_digit))
    in H; auto.
  - intros x y r0 s0 Hx Hy Hr0 Hs0. now apply move_apart.
  - reflexivity.
Qed.

(** ** Rulesets and claims *)

Definition after_fields (r : string) : Prop :=
  begins_without (fun c => (is_digit c || Ascii.eqb c "/") || (Ascii.eqb c " " || Ascii.eqb c "-"))
    r.

Definition same_fields (h h' : heading) : Prop :=
  its_suicide h = its_suicide h' /\ its_scoring h = its_scoring h' /\ its_komi h = its_komi h' /\
    its_no_result h = its_no_result h' /\
  its_ending h = its_ending h' /\ its_ikeda h = its_ikeda h' /\ its_handicap h = its_handicap h' /\
  its_compensation h = its_compensation h'.

Lemma fields_apart : forall h h' r s, after_fields r -> after_fields s -> show_fields h ++ r =
  show_fields h' ++ s -> same_fields h h' /\ r = s.
Proof.
  intros h h' r s Hr Hs H. apply begins_without_either in Hr as [Hr Hr'], Hs as [Hs Hs'].
  unfold show_fields, same_fields in *. rewrite !app_assoc in H. apply app_same in H.
  set (c := its_compensation h) in *. set (c' := its_compensation h') in *.
  set (e := its_ending h) in *. set (e' := its_ending h') in *.
  set (i := its_ikeda h) in *. set (i' := its_ikeda h') in *.
  set (k := its_handicap h) in *. set (k' := its_handicap h') in *.
  assert (E1 : its_suicide h = its_suicide h') by (destruct (its_suicide h), (its_suicide h');
    cbn [append] in H; (reflexivity || discriminate H)).
  rewrite E1 in H. apply app_same, app_same in H.
  assert (E2 : its_scoring h = its_scoring h') by (destruct (its_scoring h), (its_scoring h');
    cbn [append] in H; (reflexivity || discriminate H)).
  rewrite E2 in H. apply app_same, app_same in H.
  apply score_apart in H as [E3 H]; [|reflexivity..]. apply app_same in H.
  apply score_apart in H as [E4 H]; [| destruct e, i, k, c; (exact Hr || reflexivity)|
    destruct e', i', k', c'; (exact Hs || reflexivity)].
  assert (E : e = e' /\ i = i' /\ k = k' /\ c = c' /\ r = s).
  { destruct k as [|k0], k' as [|k0'].
    - destruct e, e', i, i', c, c'; cbn in H; try discriminate H; try (subst r; discriminate Hr');
        try (subst s; discriminate Hs'); try (injection H as H); subst; auto 6;
        (discriminate Hr' || discriminate Hs').
    - remember (number_text (S k0')) as d eqn:Ed. exfalso.
      destruct e, e', i, i', c, c'; cbn in H; try discriminate H; try (injection H as H); subst r;
        discriminate Hr'.
    - remember (number_text (S k0)) as d eqn:Ed. exfalso.
      destruct e, e', i, i', c, c'; cbn in H; try discriminate H; try (injection H as H); subst s;
        discriminate Hs'.
    - remember (number_text (S k0)) as d eqn:Ed. remember (number_text (S k0')) as d' eqn:Ed'.
      assert (Erest : e = e' /\ i = i' /\
        d ++ match c with
             | Nothing_given => ""
             | All_but_one => " compensation=K-1"
             | All_stones => " compensation=K"
             end ++ r = d' ++ match c' with
                              | Nothing_given => ""
                              | All_but_one => " compensation=K-1"
                              | All_stones => " compensation=K"
                              end ++ s).
      { rewrite !app_assoc in *.
        destruct e, e', i, i'; cbn in H; try discriminate H; injection H as H; auto. }
      destruct Erest as (-> & -> & Hrest). subst d d'.
      apply number_apart in Hrest as [En Hrest];
        [| destruct c; first [now apply begins_without_either in Hr|reflexivity]|
          destruct c'; first [now apply begins_without_either in Hs|reflexivity]].
      destruct c, c'; cbn in Hrest; try discriminate Hrest; try (subst r; discriminate Hr');
        try (subst s; discriminate Hs'); try (injection Hrest as Hrest); subst; auto 6;
        (discriminate Hr' || discriminate Hs'). }
  tauto.
Qed.

Lemma claim_apart : forall c c' r s, after_fields r -> after_fields s -> show_claim c ++ r =
  show_claim c' ++ s -> c = c' /\ r = s.
Proof.
  intros c c' r s Hr Hs H. apply begins_without_either in Hr as [Hr Hr'], Hs as [Hs Hs'].
  apply begins_without_either in Hr' as [Hr' _], Hs' as [Hs' _].
  destruct c as [v|l u|w m v], c' as [v'|l' u'|w' m' v']; cbn [show_claim] in H;
    rewrite !app_assoc in H; try discriminate H; apply app_same in H.
  - apply score_apart in H as [-> ->]; auto.
  - apply score_apart in H as [_ ->]; [discriminate Hr'|exact Hr|reflexivity].
  - apply score_apart in H as [_ <-]; [discriminate Hs'|reflexivity|exact Hs].
  - apply score_apart in H as [-> H]; [|reflexivity..]. apply app_same in H.
    apply score_apart in H as [-> ->]; auto.
  - assert (E : w = w') by (destruct w, w'; cbn in H; (reflexivity || discriminate H)). subst w'.
    apply app_same in H.
    assert (E : m = m') by (destruct m, m'; cbn in H; (reflexivity || discriminate H)). subst m'.
    apply app_same in H.
    apply score_apart in H as [-> ->]; auto.
Qed.

Lemma shown_claim_determines : forall c c', shown_claim c = shown_claim c' -> c = c'.
Proof.
  intros c c' H.
  destruct c as [v|l u|[] m v], c' as [v'|l' u'|[] m' v']; cbn [shown_claim] in H;
    try (exfalso; cbn [append] in H; discriminate H); apply app_same in H.
  - apply score_apart in H as [-> _]; auto; reflexivity.
  - apply score_apart in H as [-> H]; [|reflexivity..]. apply app_same in H.
    apply score_apart in H as [-> _]; auto; reflexivity.
  - assert (E : m = m') by (destruct m, m'; cbn in H; (reflexivity || discriminate H)). subst m'.
    apply app_same in H.
    apply score_apart in H as [-> _]; auto; reflexivity.
  - assert (E : m = m') by (destruct m, m'; cbn in H; (reflexivity || discriminate H)). subst m'.
    apply app_same in H.
    apply score_apart in H as [-> _]; auto; reflexivity.
Qed.
