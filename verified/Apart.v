(** * The parts of a text are apart

    The lemmas that end in [_apart] say of each part of a header: where two parts are written at the
    beginnings of equal texts, and what follows cannot be taken for more of them, the parts are the
    same, and so is what follows. Here it is said of words, numbers, terms and facts;
    [Conditions.v] and [Fields.v] say it of the rest. *)

From Coq Require Import List String Ascii NArith ZArith QArith PeanoNat Bool Lia.
From Coq Require Import DecimalString DecimalN DecimalPos.
Import ListNotations.
From Verified Require Import Spec Header.
Open Scope nat_scope.
Local Open Scope string_scope.

(** ** Texts *)

Lemma app_assoc : forall a b c : string, (a ++ b) ++ c = a ++ b ++ c.
Proof. induction a as [|x a IH]; intros b c; cbn; [auto|now rewrite IH]. Qed.

Lemma app_empty : forall a : string, a ++ "" = a.
Proof. induction a as [|x a IH]; cbn; [auto|now rewrite IH]. Qed.

Lemma app_same : forall a r s : string, a ++ r = a ++ s -> r = s.
Proof. induction a as [|x a IH]; intros r s H; cbn in H; [auto|]. injection H as H. now apply IH.
  Qed.

(** [r] does not begin with such a character. *)
Definition begins_without (P : ascii -> bool) (r : string) : Prop :=
  match r with "" => True | String c _ => P c = false end.

Lemma word_apart : forall P a b r s, all_of_it P a = true -> all_of_it P b = true ->
  begins_without P r -> begins_without P s -> a ++ r = b ++ s -> a = b /\ r = s.
Proof.
  intros P. induction a as [|x a IH]; intros [|y b] r s Ha Hb Hr Hs H; cbn in *.
  - auto.
  - subst r. cbn in Hr. apply andb_prop in Hb as [Hb _]. congruence.
  - subst s. cbn in Hs. apply andb_prop in Ha as [Ha _]. congruence.
  - injection H as -> H. apply andb_prop in Ha as [_ Ha]. apply andb_prop in Hb as [_ Hb].
    destruct (IH b r s Ha Hb Hr Hs H) as [-> ->]. auto.
Qed.

(** Lists with something between the items. *)
Section Joined.
  Variables (A : Type) (show : A -> string) (ok : A -> Prop) (after_item : string -> Prop) (between
    : string).
  Hypothesis item_apart : forall x y r s, ok x -> ok y -> after_item r -> after_item s ->
    show x ++ r = show y ++ s -> x = y /\ r = s.
  Hypothesis between_after : forall r, after_item (between ++ r).

  Definition ends_list (r : string) : Prop := after_item r /\ forall r', between ++ r' <> r.

  Lemma joined_apart : forall l l' r s, l <> [] -> l' <> [] -> Forall ok l -> Forall ok l' ->
    ends_list r -> ends_list s ->
    joined between (map show l) ++ r = joined between (map show l') ++ s -> l = l' /\ r = s.
  Proof.
    induction l as [|x l IH]; intros [|y l'] r s Hl Hl' Ho Ho' [Hr Hr'] [Hs Hs'] H;
      try contradiction.
    inversion_clear Ho as [|? ? Ox Ol]. inversion_clear Ho' as [|? ? Oy Ol'].
    destruct l as [|x2 l], l' as [|y2 l'].
    - change (show x ++ r = show y ++ s) in H. apply item_apart in H as [-> ->]; auto.
    - change (show x ++ r = (show y ++ between ++ joined between (map show (y2 :: l'))) ++ s) in H.
      rewrite !app_assoc in H. apply item_apart in H as [_ H]; auto.
      now destruct (Hr' _ (eq_sym H)).
    - change ((show x ++ between ++ joined between (map show (x2 :: l))) ++ r = show y ++ s) in H.
      rewrite !app_assoc in H. apply item_apart in H as [_ H]; auto. now destruct (Hs' _ H).
    - change ((show x ++ between ++ joined between (map show (x2 :: l))) ++
        r = (show y ++ between ++ joined between (map show (y2 :: l'))) ++ s) in H.
      rewrite !app_assoc in H. apply item_apart in H as [-> H]; auto. apply app_same in H.
      apply IH in H as [E ->]; try (split; assumption); try discriminate; auto. now rewrite E.
  Qed.
End Joined.

(** ** Numbers *)

Lemma uint_digits : forall d, all_of_it is_digit (NilEmpty.string_of_uint d) = true.
Proof. induction d; cbn [NilEmpty.string_of_uint all_of_it]; auto. Qed.

Lemma digits_are : forall n, all_of_it is_digit (digits n) = true.
Proof.
  intros n. unfold digits, NilZero.string_of_uint.
  destruct (N.to_uint n) eqn:E; try exact (uint_digits _); reflexivity.
Qed.

Lemma digits_determine : forall m n, digits m = digits n -> m = n.
Proof.
  assert (Hnil : forall n, N.to_uint n <> Decimal.Nil).
  { intros [|p]; [discriminate|]. apply DecimalPos.Unsigned.to_uint_nonnil. }
  intros m n H. apply DecimalN.Unsigned.to_uint_inj. unfold digits in H.
  pose proof (NilZero.usu _ (Hnil m)) as Hm. rewrite H, (NilZero.usu _ (Hnil n)) in Hm.
  now injection Hm.
Qed.

Lemma digits_apart : forall m n r s, begins_without is_digit r -> begins_without is_digit s ->
  digits m ++ r = digits n ++ s -> m = n /\ r = s.
Proof.
  intros m n r s Hr Hs H.
  apply (word_apart is_digit) in H as [H ->]; auto using digits_are, digits_determine.
Qed.

Lemma number_apart : forall m n r s, begins_without is_digit r -> begins_without is_digit s ->
  number_text m ++ r = number_text n ++ s -> m = n /\ r = s.
Proof. intros m n r s Hr Hs H. apply digits_apart in H as [H ->]; auto. split; [lia|auto]. Qed.

Definition after_score (r : string) : Prop := begins_without (fun c => is_digit c || Ascii.eqb c
  "/") r.

Lemma after_score_digits : forall r, after_score r -> begins_without is_digit r.
Proof. intros [|c r] H; cbn in *; [auto|]. now apply orb_false_elim in H. Qed.

Lemma digits_first : forall n r, exists c s, digits n ++ r = String c s /\ is_digit c = true.
Proof.
  intros n r. pose proof (digits_are n) as H. destruct (digits n) as [|c s] eqn:E.
  - exfalso. unfold digits, NilZero.string_of_uint in E. destruct (N.to_uint n); discriminate.
  - apply andb_prop in H as [H _]. cbn. eauto.
Qed.

Lemma score_apart : forall q p r s, after_score r -> after_score s ->
  show_score q ++ r = show_score p ++ s -> q = p /\ r = s.
Proof.
  intros [a b] [c d] r s Hr Hs H. unfold show_score in H. cbn [Qnum Qden] in H.
  rewrite !app_assoc in H. pose proof (after_score_digits _ Hr) as Hr'.
  pose proof (after_score_digits _ Hs) as Hs'.
  set (tail :=
    fun (x : positive) (k : string) => (if Pos.eqb x 1 then "" else "/" ++ digits (N.pos x)) ++ k)
    in *.
  assert (Htail : forall x k, begins_without is_digit k -> begins_without is_digit (tail x k)).
  { intros x k Hk. unfold tail. destruct (Pos.eqb x 1); [exact Hk|reflexivity]. }
  change ((if (a <? 0)%Z then "-" else "") ++ digits (Z.abs_N a) ++
    tail b r = (if (c <? 0)%Z then "-" else "") ++ digits (Z.abs_N c) ++ tail d s) in H.
  assert (Hmain : (a <? 0 = (c <? 0))%Z /\ digits (Z.abs_N a) ++ tail b r = digits (Z.abs_N c) ++
    tail d s).
  { destruct (digits_first (Z.abs_N a) (tail b r)) as (x & y & E & Hx).
    destruct (digits_first (Z.abs_N c) (tail d s)) as (x' & y' & E' & Hx'). rewrite E, E' in *.
    destruct (a <? 0)%Z, (c <? 0)%Z; cbn in H; injection H as H1 H2; subst; auto; discriminate. }
  destruct Hmain as [Hsign Hmain]. apply digits_apart in Hmain as [Habs Hrest]; auto.
  assert (a = c) as -> by (destruct (Z.ltb_spec a 0), (Z.ltb_spec c 0); try discriminate; lia).
  unfold tail in Hrest.
  destruct (Pos.eqb_spec b 1) as [->|Hb], (Pos.eqb_spec d 1) as [->|Hd]; cbn [append] in Hrest.
  - auto.
  - subst r. discriminate Hr.
  - subst s. discriminate Hs.
  - injection Hrest as Hrest. apply digits_apart in Hrest as [Hbd ->]; auto.
    now injection Hbd as ->.
Qed.

(** ** Terms and facts *)

Lemma good_name_word : forall n, good_name n = true ->
  all_of_it in_word n = true /\ existsb (String.eqb n) language = false.
Proof. intros n H. unfold good_name in H. rewrite !andb_true_iff, !negb_true_iff in H. tauto. Qed.

Lemma name_apart : forall n n' r s, good_name n = true -> good_name n' = true ->
  begins_without in_word r -> begins_without in_word s -> n ++ r = n' ++ s -> n = n' /\ r = s.
Proof. intros n n' r s Hn Hn' Hr Hs H. apply good_name_word in Hn as [Hn _], Hn' as [Hn' _]. now
  apply (word_apart in_word) in H. Qed.

Lemma whom_apart : forall w v r s, show_whom w ++ r = show_whom v ++ s -> w = v /\ r = s.
Proof. intros [] [] r s H; cbn in H; try discriminate H; injection H as ->; auto. Qed.

(** The first word of a term, and what follows it. *)
Definition term_word (t : term_text) : string :=
  match t with
  | Who w => show_whom w
  | The_before => "before"
  | The_after => "after"
  | No_position => "nothing"
  | The_point => "point"
  | The_frame => "frame"
  | Kept_as n _ => n
  | The_variable _ => ""
  end.
Definition term_tail (t : term_text) : string := match t with Kept_as _ w => "(" ++ show_whom w ++
  ")" | The_frame => "(before)" | The_variable n => n | _ => "" end.

Lemma term_parts : forall t, show_term t = term_word t ++ term_tail t.
Proof. intros []; cbn; rewrite ?app_empty; auto. Qed.

Lemma term_word_is : forall t, good_term t = true -> all_of_it in_word (term_word t) = true.
Proof. intros [[]| | | | | |n w|n] H; try reflexivity. now apply good_name_word. Qed.

Lemma capital_is : forall c, is_between "A" "Z" c = true -> in_word c = false.
Proof.
  intros c H. unfold in_word, is_digit, is_between in *. apply andb_prop in H as [H1 H2].
  apply N.leb_le in H1, H2. change (N_of_ascii "A") with 65%N in H1.
  change (N_of_ascii "Z") with 90%N in H2. change (N_of_ascii "a") with 97%N.
  change (N_of_ascii "z") with 122%N. change (N_of_ascii "0") with 48%N.
  change (N_of_ascii "9") with 57%N. rewrite !orb_false_iff, !andb_false_iff, !N.leb_gt.
  split; [split; lia|]. apply Ascii.eqb_neq. intros ->. cbn in H1. lia.
Qed.

Lemma term_tail_after : forall t r, good_term t = true -> begins_without in_word r ->
  begins_without in_word (term_tail t ++ r).
Proof.
  intros [[]| | | | | |n w|[|c n]] r H Hr; auto; try reflexivity. apply andb_prop in H as [H _].
  now apply capital_is.
Qed.

(** Terms with one first word. *)
Lemma term_by_word : forall t t', good_term t = true -> good_term t' = true -> term_word t =
  term_word t' ->
  t = t' \/ (exists n w w', t = Kept_as n w /\ t' = Kept_as n w') \/
  exists n n', t = The_variable n /\ t' = The_variable n'.
Proof.
  intros [[]| | | | | |n w|n] [[]| | | | | |n' w'|n'] Ht Ht' E; cbn in E; try discriminate E; auto.
  all: try (subst; cbn in Ht, Ht'; discriminate).
  - subst n'. right. left. eauto.
  - right. right. eauto.
Qed.

Lemma term_apart : forall t t' r s, good_term t = true -> good_term t' = true ->
  begins_without in_word r -> begins_without in_word s -> show_term t ++ r = show_term t' ++ s ->
  t = t' /\ r = s.
Proof.
  intros t t' r s Ht Ht' Hr Hs H. rewrite !term_parts, !app_assoc in H.
  apply (word_apart in_word) in H as [E H]; auto using term_word_is, term_tail_after.
  destruct (term_by_word t t' Ht Ht' E) as [->|[(n & w & w' & -> & ->)|(n & n' & -> & ->)]].
  - apply app_same in H. auto.
  - cbn [term_tail] in H. rewrite !app_assoc in H. apply app_same, whom_apart in H as [-> H].
    apply app_same in H. auto.
  - destruct n as [|c n], n' as [|c' n']; try discriminate. cbn in H. injection H as -> H.
    apply andb_prop in Ht as [_ Ht], Ht' as [_ Ht'].
    apply (word_apart in_word) in H as [-> ->]; auto.
Qed.

Lemma terms_apart : forall l l' r s, l <> [] -> l' <> [] -> forallb good_term l = true -> forallb
  good_term l' = true ->
  joined ", " (map show_term l) ++ ")" ++ r = joined ", " (map show_term l') ++ ")" ++ s -> l = l'
    /\ r = s.
Proof.
  intros l l' r s Hl Hl' Ho Ho' H. rewrite forallb_forall, <- Forall_forall in Ho, Ho'.
  apply (joined_apart _ show_term (fun t => good_term t = true) (begins_without in_word)) in H
    as [-> H]; auto.
  - apply app_same in H. auto.
  - intros x y r0 s0 Hx Hy Hr Hs E. now apply term_apart.
  - reflexivity.
  - split; [reflexivity|discriminate].
  - split; [reflexivity|discriminate].
Qed.

Lemma fact_parts : forall f, good_fact f = true ->
  good_name (fact_named f) = true /\ forallb good_term (terms f) = true /\ terms f <> [].
Proof.
  intros [n l] H. unfold good_fact in H. rewrite !andb_true_iff in H. destruct H as [[H1 H2] H3].
  cbn in *. repeat split; auto.
  intros ->. discriminate.
Qed.

Lemma fact_apart : forall f f' r s, good_fact f = true -> good_fact f' = true ->
  show_fact f ++ r = show_fact f' ++ s -> f = f' /\ r = s.
Proof.
  intros f f' r s Hf Hf' H. apply fact_parts in Hf as (Hn & Ht & Hl), Hf' as (Hn' & Ht' & Hl').
  unfold show_fact in H. rewrite !app_assoc in H.
  apply name_apart in H as [En H]; auto; try reflexivity.
  apply app_same, terms_apart in H as [El ->]; auto. destruct f, f'; cbn in *. now subst.
Qed.
