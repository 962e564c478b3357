(** * Conditions and statements are apart

    As in [Apart.v], of the lines of a ko rule. *)

From Coq Require Import List String Ascii PeanoNat Bool.
Import ListNotations.
From Verified Require Import Spec Header Apart.
Open Scope nat_scope.
Local Open Scope string_scope.

(** ** Conditions *)

(** What can follow a condition; parts that [and] joins; one part. *)
Definition after_any (r : string) : Prop := match r with "" => True | String c _ => c = "010"%char
  \/ c = ")"%char end.
Definition after_all (r : string) : Prop := after_any r \/ exists r', r = " or " ++ r'.
Definition after_one (r : string) : Prop := after_all r \/ exists r', r = " and " ++ r'.

Lemma after_one_word : forall r, after_one r -> begins_without in_word r.
Proof. intros [|c r] [[H|[r' E]]|[r' E]]; cbn in *; auto; [destruct H as [->| ->]; auto|injection E
  as -> _; auto..]. Qed.

Lemma after_one_no_is : forall r r', after_one r -> " = " ++ r' <> r.
Proof. intros [|c r] r' [[H|[r2 E]]|[r2 E]] E'; cbn in *; try discriminate; [|congruence..].
  injection E' as <- _. destruct H; discriminate. Qed.

Lemma after_any_or : forall r r', after_any r -> " or " ++ r' <> r.
Proof. intros [|c r] r' H E; [discriminate|]. cbn in H, E. injection E as <- _. destruct H;
  discriminate. Qed.

Lemma after_all_and : forall r r', after_all r -> " and " ++ r' <> r.
Proof.
  intros [|c r] r' [H|[r2 E]] E'; cbn in *; try discriminate; [|congruence]. injection E' as <- _.
  destruct H; discriminate.
Qed.

(** The first word of a question. *)
Definition question_word (q : question) : string :=
  match q with
  | Is_fact f => fact_named f | Is_retaking => "retakes" | Passes_least _ | Passes_are _ => "passes"
    | Are_same t _ => term_word t
  end.

Lemma question_parts : forall q, good_question q = true -> all_of_it in_word (question_word q) =
  true /\
  question_word q <> "" /\ question_word q <> "not" /\
  exists tail, show_question q = question_word q ++ tail /\ forall r, begins_without in_word r ->
    begins_without in_word (tail ++ r).
Proof.
  assert
    (Hname : forall n, good_name n = true -> all_of_it in_word n = true /\ n <> "" /\ n <> "not").
  { intros n H. split; [now apply good_name_word|]. split; intros ->; discriminate. }
  intros [f| |n|n|t t'] H; cbn [good_question question_word] in *.
  - apply fact_parts in H as (Hn & _). destruct (Hname _ Hn) as (H1 & H2 & H3).
    repeat (split; [assumption|]). eexists. now split; [reflexivity|].
  - repeat (split; [reflexivity || discriminate|]). exists "". now split.
  - repeat (split; [reflexivity || discriminate|]). eexists. now split; [reflexivity|].
  - repeat (split; [reflexivity || discriminate|]). eexists. now split; [reflexivity|].
  - apply andb_prop in H as [H Hv]. apply andb_prop in H as [Ht _].
    split; [now apply term_word_is|]. assert (Hw : term_word t <> "" /\ term_word t <> "not").
    { destruct t as [[]| | | | | |n w|n]; try (split; discriminate). now apply Hname. }
    destruct Hw as [H1 H2]. repeat (split; [assumption|]). eexists.
    split; [cbn [show_question]; rewrite term_parts, app_assoc; reflexivity|]. intros r Hr.
    rewrite !app_assoc. now apply term_tail_after.
Qed.

(** A fact with one term is not taken for what is kept. *)
Lemma fact_not_same : forall f t t' r s, good_fact f = true -> good_term t = true ->
  is_variable t = false -> after_one r ->
  show_fact f ++ r <> (show_term t ++ " = " ++ show_term t') ++ s.
Proof.
  intros [n l] t t' r s Hf Ht Hv Hr H. apply fact_parts in Hf as (Hn & Hl & Hne).
  unfold show_fact in H. cbn [fact_named terms] in *.
  rewrite !app_assoc, term_parts, !app_assoc in H.
  apply (word_apart in_word) in H as [E H];
    [|now apply good_name_word|now apply term_word_is|reflexivity|now apply term_tail_after].
  destruct t as [[]| | | | | |n' w|n']; cbn [term_word term_tail show_whom] in *;
    try (subst n; discriminate Hn).
  rewrite !app_assoc in H. apply app_same in H. destruct l as [|x l]; [contradiction|].
  apply andb_prop in Hl as [Hx _]. change (show_whom w) with (show_term (Who w)) in H.
  assert (H' : exists k, (k = ")" ++ r \/ exists k', k = ", " ++ k') /\
    show_term x ++ k = show_term (Who w) ++ ")" ++ " = " ++ show_term t' ++ s).
  { destruct l as [|y l].
    - exists (")" ++ r). split; [auto|exact H].
    - eexists. split; [right; eexists; reflexivity|]. rewrite <- H. cbn [map joined].
      rewrite !app_assoc. reflexivity. }
  destruct H' as (k & Hk & H').
  apply term_apart in H' as [_ H']; auto; [|now destruct Hk as [->|[k' ->]]].
  destruct Hk as [->|[k' ->]]; [|discriminate]. apply app_same in H'.
  now apply (after_one_no_is _ _ Hr (eq_sym H')).
Qed.

Lemma question_apart : forall q q' r s, good_question q = true -> good_question q' = true ->
  after_one r -> after_one s ->
  show_question q ++ r = show_question q' ++ s -> q = q' /\ r = s.
Proof.
  intros q q' r s Hq Hq' Hr Hs H. pose proof (after_one_word _ Hr) as Wr.
  pose proof (after_one_word _ Hs) as Ws. assert (Ew : question_word q = question_word q').
  { destruct (question_parts q Hq) as (H1 & _ & _ & k & E & Hk), (question_parts q' Hq')
      as (H1' & _ & _ & k' & E' & Hk').
    rewrite E, E', !app_assoc in H. now apply (word_apart in_word) in H as [H _]; auto. }
  assert (Dr : begins_without is_digit r) by (destruct r as [|c r]; cbn in *; auto;
    apply orb_false_elim in Wr as [Wr _]; now apply orb_false_elim in Wr).
  assert (Ds : begins_without is_digit s) by (destruct s as [|c s]; cbn in *; auto;
    apply orb_false_elim in Ws as [Ws _]; now apply orb_false_elim in Ws).
  destruct q as [f| |n|n|t u], q' as [f'| |n'|n'|t' u'];
    cbn [question_word good_question show_question] in *; try discriminate Ew;
    try (apply fact_parts in Hq as [Hn _]; rewrite Ew in Hn; discriminate Hn);
    try (apply fact_parts in Hq' as [Hn _]; rewrite <- Ew in Hn; discriminate Hn);
    try (exfalso; cbn [append] in H; discriminate H);
    try (exfalso; destruct t as [[]| | | | | |m w|m]; try discriminate Ew; cbn in Ew; subst m;
      cbn in Hq; discriminate Hq); try (exfalso; destruct t' as [[]| | | | | |m w|m];
    try discriminate Ew; cbn in Ew; subst m; cbn in Hq'; discriminate Hq').
  - apply fact_apart in H as [-> ->]; auto.
  - rewrite !andb_true_iff, negb_true_iff in Hq'. now apply fact_not_same in H.
  - apply app_same in H. auto.
  - rewrite !app_assoc in H. apply app_same, number_apart in H as [-> ->]; auto.
  - rewrite !app_assoc in H. apply app_same, number_apart in H as [-> ->]; auto.
  - rewrite !andb_true_iff, negb_true_iff in Hq. symmetry in H. now apply fact_not_same in H.
  - rewrite !andb_true_iff in Hq, Hq'. destruct Hq as [[Ht Hu] _], Hq' as [[Ht' Hu'] _].
    rewrite !app_assoc in H. apply term_apart in H as [-> H]; auto; try reflexivity.
    apply app_same, term_apart in H as [-> ->]; auto.
Qed.

Lemma one_first : forall q r c s, good_question q = true -> show_question q ++ r = String c s ->
  in_word c = true.
Proof.
  intros q r c s Hq H. destruct (question_parts q Hq) as (Hw & Hne & _ & k & E & _).
  rewrite E, app_assoc in H. destruct (question_word q) as [|c' w]; [contradiction|].
  injection H as <- _. now apply andb_prop in Hw.
Qed.

Scheme any_ind2 := Induction for any_part Sort Prop with all_ind2 := Induction for all_part Sort
  Prop
  with one_ind2 := Induction for one_part Sort Prop.
Combined Scheme conditions_ind from any_ind2, all_ind2, one_ind2.

Lemma not_asked : forall p q r s, good_question q = true -> after_one s -> "not " ++ show_one p ++ r
  <> show_question q ++ s.
Proof.
  intros p q r s Hq Hs H. destruct (question_parts q Hq) as (Hw & _ & Hne & k & E & Hk).
  rewrite E, app_assoc in H.
  change ("not " ++ show_one p ++ r) with ("not" ++ (" " ++ show_one p ++ r)) in H.
  apply (word_apart in_word) in H as [H _]; auto using after_one_word. reflexivity.
Qed.

Lemma conditions_apart : (forall c c' r s, good_any c = true -> good_any c' = true -> after_any r ->
                            after_any s -> show_any c ++ r = show_any c' ++ s -> c = c' /\ r = s) /\
  (forall a a' r s, good_all a = true -> good_all a' = true -> after_all r -> after_all s ->
     show_all a ++ r = show_all a' ++ s -> a = a' /\ r = s) /\
  (forall p p' r s, good_one p = true -> good_one p' = true -> after_one r -> after_one s ->
     show_one p ++ r = show_one p' ++ s -> p = p' /\ r = s).
Proof.
  assert (Hor : forall k, after_all (" or " ++ k)) by (intros k; right; eauto).
  assert (Hand : forall k, after_one (" and " ++ k)) by (intros k; right; eauto).
  apply conditions_ind.
  - intros a IH [a'|a' c'] r s Hc Hc' Hr Hs H; cbn [show_any good_any] in *.
    + apply IH in H as [-> ->]; auto; now left.
    + apply andb_prop in Hc' as [Ha' _]. rewrite !app_assoc in H.
      apply IH in H as [_ H]; auto; [|now left]. now destruct (after_any_or _ _ Hr (eq_sym H)).
  - intros a IH c IHc [a'|a' c'] r s Hc Hc' Hr Hs H; cbn [show_any good_any] in *.
    + apply andb_prop in Hc as [Ha _]. rewrite !app_assoc in H.
      apply IH in H as [_ H]; auto; [|now left]. now destruct (after_any_or _ _ Hs H).
    + apply andb_prop in Hc as [Ha Hc], Hc' as [Ha' Hc']. rewrite !app_assoc in H.
      apply IH in H as [-> H]; auto. apply app_same, IHc in H as [-> ->]; auto.
  - intros p IH [p'|p' a'] r s Hc Hc' Hr Hs H; cbn [show_all good_all] in *.
    + apply IH in H as [-> ->]; auto; now left.
    + apply andb_prop in Hc' as [Hp' _]. rewrite !app_assoc in H.
      apply IH in H as [_ H]; auto; [|now left]. now destruct (after_all_and _ _ Hr (eq_sym H)).
  - intros p IH a IHa [p'|p' a'] r s Hc Hc' Hr Hs H; cbn [show_all good_all] in *.
    + apply andb_prop in Hc as [Hp _]. rewrite !app_assoc in H.
      apply IH in H as [_ H]; auto; [|now left]. now destruct (after_all_and _ _ Hs H).
    + apply andb_prop in Hc as [Hp Ha], Hc' as [Hp' Ha']. rewrite !app_assoc in H.
      apply IH in H as [-> H]; auto. apply app_same, IHa in H as [-> ->]; auto.
  - intros q [q'|p'|c'] r s Hq Hq' Hr Hs H; cbn [show_one good_one] in *.
    + apply question_apart in H as [-> ->]; auto.
    + rewrite !app_assoc in H. now destruct (not_asked _ _ _ _ Hq Hr (eq_sym H)).
    + apply one_first in H; [discriminate H|exact Hq].
  - intros p IH [q'|p'|c'] r s Hp Hp' Hr Hs H; cbn [show_one good_one] in *;
      rewrite ?app_assoc in H.
    + now destruct (not_asked _ _ _ _ Hp' Hs H).
    + apply app_same, IH in H as [-> ->]; auto.
    + discriminate H.
  - intros c IH [q'|p'|c'] r s Hp Hp' Hr Hs H; cbn [show_one good_one] in *;
      rewrite ?app_assoc in H.
    + symmetry in H. apply one_first in H; [discriminate H|exact Hp'].
    + discriminate H.
    + apply app_same, IH in H as [-> H]; auto; [|now right|now right]. apply app_same in H. auto.
Qed.

Definition any_apart := proj1 conditions_apart.

(** ** Statements *)

(** The end of a line of text, or of a text. *)
Definition ends_line (r : string) : Prop := match r with "" => True | String c _ => c = "010"%char
  end.

Lemma ends_line_any : forall r, ends_line r -> after_any r.
Proof. intros [|c r]; cbn; auto. Qed.

Lemma when_apart : forall o o' r s, good_when o = true -> good_when o' = true -> ends_line r ->
  ends_line s ->
  show_when o ++ r = show_when o' ++ s -> o = o' /\ r = s.
Proof.
  intros [a b c i] [a' b' c' i'] r s Ho Ho' Hr Hs H. unfold show_when, good_when in *.
  cbn [at_start at_play at_pass only_if] in *. rewrite !app_assoc in H. apply app_same in H.
  set (rest := match i with None => "" | Some x => " if " ++ show_any x end ++ r) in *.
  set (rest' := match i' with None => "" | Some x => " if " ++ show_any x end ++ s) in *.
  assert (Hrest : begins_without (fun x => in_word x || Ascii.eqb x ",") rest)
    by (unfold rest; destruct i; [reflexivity|destruct r as [|x r]; cbn in *; [auto|now subst x]]).
  assert (Hrest' : begins_without (fun x => in_word x || Ascii.eqb x ",") rest')
    by
      (unfold rest'; destruct i'; [reflexivity|destruct s as [|x s]; cbn in *; [auto|now subst x]]).
  assert (E : (a, b, c) = (a', b', c') /\ rest = rest').
  { clearbody rest rest'.
    destruct a, b, c, a', b', c'; cbn in H; repeat (discriminate H || injection H as H); auto;
      exfalso; subst; (discriminate Hrest || discriminate Hrest'). }
  destruct E as [E Er]. injection E as -> -> ->. unfold rest, rest' in Er.
  destruct i as [x|], i' as [x'|]; rewrite ?app_assoc in Er.
  - apply app_same, any_apart in Er as [-> ->]; auto using ends_line_any.
  - cbn in Er. subst s. discriminate Hs.
  - cbn in Er. subst r. discriminate Hr.
  - cbn in Er. auto.
Qed.

Lemma when_after : forall o r, begins_without in_word (show_when o ++ r).
Proof. intros o r. reflexivity. Qed.

Lemma statement_apart : forall x y r s, good_statement x = true -> good_statement y = true ->
  ends_line r -> ends_line s ->
  show_statement x ++ r = show_statement y ++ s -> x = y /\ r = s.
Proof.
  intros x y r s Hx Hy Hr Hs H.
  destruct x as [n w t o|f each o|n o|c|c| | |new o|z], y
    as [n' w' t' o'|f' each' o'|n' o'|c'|c'| | |new' o'|z'];
    cbn [show_statement good_statement] in *; rewrite ?app_assoc in H; try discriminate H;
    try (apply app_same in H); rewrite ?andb_true_iff in Hx; rewrite ?andb_true_iff in Hy.
  - destruct Hx as [[Hn Ht] Ho], Hy as [[Hn' Ht'] Ho'].
    apply name_apart in H as [-> H]; auto; try reflexivity.
    apply app_same, whom_apart in H as [-> H].
    apply app_same, term_apart in H as [-> H]; auto using when_after.
    apply when_apart in H as [-> ->]; auto.
  - destruct Hx as [[Hf He] Ho], Hy as [[Hf' He'] Ho']. apply fact_apart in H as [-> H]; auto.
    assert (E : each = each' /\ show_when o ++ r = show_when o' ++ s).
    { destruct each as [g|], each' as [g'|]; rewrite ?app_assoc in H; try discriminate H; [|auto].
      apply app_same, fact_apart in H as [-> H]; auto. }
    destruct E as [-> E]. apply when_apart in E as [-> ->]; auto.
  - destruct Hx as [Hn Ho], Hy as [Hn' Ho']. apply name_apart in H as [-> H]; auto using when_after.
    apply when_apart in H as [-> ->]; auto.
  - apply any_apart in H as [-> ->]; auto using ends_line_any.
  - apply any_apart in H as [-> ->]; auto using ends_line_any.
  - auto.
  - auto.
  - assert (E : new = new' /\ show_when o ++ r = show_when o' ++ s)
      by (destruct new, new'; try discriminate H; split; auto; now apply app_same in H).
    destruct E as [-> E]. apply when_apart in E as [-> ->]; auto.
  - destruct z, z'; cbn in H; try discriminate H; injection H as ->; auto.
Qed.
