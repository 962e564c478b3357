(** * The parts of a text are apart

    The lemmas […_apart] say of each part of a header: where two parts are written at the beginnings of equal texts, and
    what follows cannot be taken for more of them, the parts are the same, and so is what follows. Here it is said of
    words, numbers, facts, conditions and statements; [Printed.v] says it of the rest. *)

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
Proof. induction a as [|x a IH]; intros r s H; cbn in H; [auto|]. injection H as H. now apply IH. Qed.

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
  Variables (A : Type) (show : A -> string) (ok : A -> Prop) (after_item : string -> Prop) (between : string).
  Hypothesis item_apart : forall x y r s, ok x -> ok y -> after_item r -> after_item s ->
    show x ++ r = show y ++ s -> x = y /\ r = s.
  Hypothesis between_after : forall r, after_item (between ++ r).

  Definition ends_list (r : string) : Prop := after_item r /\ forall r', between ++ r' <> r.

  Lemma joined_apart : forall l l' r s, l <> [] -> l' <> [] -> Forall ok l -> Forall ok l' ->
    ends_list r -> ends_list s ->
    joined between (map show l) ++ r = joined between (map show l') ++ s -> l = l' /\ r = s.
  Proof.
    induction l as [|x l IH]; intros [|y l'] r s Hl Hl' Ho Ho' [Hr Hr'] [Hs Hs'] H; try contradiction.
    inversion_clear Ho as [|? ? Ox Ol]. inversion_clear Ho' as [|? ? Oy Ol'].
    destruct l as [|x2 l], l' as [|y2 l'].
    - change (show x ++ r = show y ++ s) in H. apply item_apart in H as [-> ->]; auto.
    - change (show x ++ r = (show y ++ between ++ joined between (map show (y2 :: l'))) ++ s) in H.
      rewrite !app_assoc in H. apply item_apart in H as [_ H]; auto. now destruct (Hr' _ (eq_sym H)).
    - change ((show x ++ between ++ joined between (map show (x2 :: l))) ++ r = show y ++ s) in H.
      rewrite !app_assoc in H. apply item_apart in H as [_ H]; auto. now destruct (Hs' _ H).
    - change ((show x ++ between ++ joined between (map show (x2 :: l))) ++ r =
              (show y ++ between ++ joined between (map show (y2 :: l'))) ++ s) in H.
      rewrite !app_assoc in H. apply item_apart in H as [-> H]; auto. apply app_same in H.
      apply IH in H as [E ->]; try (split; assumption); try discriminate; auto. now rewrite E.
  Qed.
End Joined.

(** ** Numbers *)

Lemma uint_digits : forall d, all_of_it is_digit (NilEmpty.string_of_uint d) = true.
Proof. induction d; cbn [NilEmpty.string_of_uint all_of_it]; auto. Qed.

Lemma digits_are : forall n, all_of_it is_digit (digits n) = true.
Proof.
  intros n. unfold digits, NilZero.string_of_uint. destruct (N.to_uint n) eqn:E; try exact (uint_digits _); reflexivity.
Qed.

Lemma digits_determine : forall m n, digits m = digits n -> m = n.
Proof.
  assert (Hnil : forall n, N.to_uint n <> Decimal.Nil).
  { intros [|p]; [discriminate|]. apply DecimalPos.Unsigned.to_uint_nonnil. }
  intros m n H. apply DecimalN.Unsigned.to_uint_inj. unfold digits in H.
  pose proof (NilZero.usu _ (Hnil m)) as Hm. rewrite H, (NilZero.usu _ (Hnil n)) in Hm. now injection Hm.
Qed.

Lemma digits_apart : forall m n r s, begins_without is_digit r -> begins_without is_digit s ->
  digits m ++ r = digits n ++ s -> m = n /\ r = s.
Proof.
  intros m n r s Hr Hs H. apply (word_apart is_digit) in H as [H ->]; auto using digits_are, digits_determine.
Qed.

Lemma number_apart : forall m n r s, begins_without is_digit r -> begins_without is_digit s ->
  number_text m ++ r = number_text n ++ s -> m = n /\ r = s.
Proof. intros m n r s Hr Hs H. apply digits_apart in H as [H ->]; auto. split; [lia|auto]. Qed.

Definition after_score (r : string) : Prop := begins_without (fun c => is_digit c || Ascii.eqb c "/") r.

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
  intros [a b] [c d] r s Hr Hs H. unfold show_score in H. cbn [Qnum Qden] in H. rewrite !app_assoc in H.
  pose proof (after_score_digits _ Hr) as Hr'. pose proof (after_score_digits _ Hs) as Hs'.
  set (tail := fun (x : positive) (k : string) => (if Pos.eqb x 1 then "" else "/" ++ digits (N.pos x)) ++ k) in *.
  assert (Htail : forall x k, begins_without is_digit k -> begins_without is_digit (tail x k)).
  { intros x k Hk. unfold tail. destruct (Pos.eqb x 1); [exact Hk|reflexivity]. }
  change ((if (a <? 0)%Z then "-" else "") ++ digits (Z.abs_N a) ++ tail b r =
          (if (c <? 0)%Z then "-" else "") ++ digits (Z.abs_N c) ++ tail d s) in H.
  assert (Hmain : (a <? 0 = (c <? 0))%Z /\ digits (Z.abs_N a) ++ tail b r = digits (Z.abs_N c) ++ tail d s).
  { destruct (digits_first (Z.abs_N a) (tail b r)) as (x & y & E & Hx).
    destruct (digits_first (Z.abs_N c) (tail d s)) as (x' & y' & E' & Hx'). rewrite E, E' in *.
    destruct (a <? 0)%Z, (c <? 0)%Z; cbn in H; injection H as H1 H2; subst; auto; discriminate. }
  destruct Hmain as [Hsign Hmain]. apply digits_apart in Hmain as [Habs Hrest]; auto.
  assert (a = c) as -> by (destruct (Z.ltb_spec a 0), (Z.ltb_spec c 0); try discriminate; lia).
  unfold tail in Hrest. destruct (Pos.eqb_spec b 1) as [->|Hb], (Pos.eqb_spec d 1) as [->|Hd]; cbn [append] in Hrest.
  - auto.
  - subst r. discriminate Hr.
  - subst s. discriminate Hs.
  - injection Hrest as Hrest. apply digits_apart in Hrest as [Hbd ->]; auto. now injection Hbd as ->.
Qed.

(** ** Terms and facts *)

Lemma good_name_word : forall n, good_name n = true -> all_of_it in_word n = true /\ existsb (String.eqb n) language = false.
Proof. intros n H. unfold good_name in H. rewrite !andb_true_iff, !negb_true_iff in H. tauto. Qed.

Lemma name_apart : forall n n' r s, good_name n = true -> good_name n' = true ->
  begins_without in_word r -> begins_without in_word s -> n ++ r = n' ++ s -> n = n' /\ r = s.
Proof. intros n n' r s Hn Hn' Hr Hs H. apply good_name_word in Hn as [Hn _], Hn' as [Hn' _]. now apply (word_apart in_word) in H. Qed.

(** A name is no word of the language. *)
Lemma no_word : forall w n r s, good_name n = true -> existsb (String.eqb w) language = true -> all_of_it in_word w = true ->
  begins_without in_word r -> begins_without in_word s -> w ++ r = n ++ s -> False.
Proof.
  intros w n r s Hn Hw Hw' Hr Hs H. apply good_name_word in Hn as [Hn Hno]. apply (word_apart in_word) in H as [-> _]; auto. congruence.
Qed.

Lemma whom_apart : forall w v r s, show_whom w ++ r = show_whom v ++ s -> w = v /\ r = s.
Proof. intros [] [] r s H; cbn in H; try discriminate H; injection H as ->; auto. Qed.

(** The first word of a term, and what follows it. *)
Definition term_word (t : term_text) : string :=
  match t with Who w => show_whom w | The_before => "before" | The_after => "after" | No_position => "nothing" | Kept_as n _ => n end.
Definition term_tail (t : term_text) : string := match t with Kept_as _ w => "(" ++ show_whom w ++ ")" | _ => "" end.

Lemma term_parts : forall t, show_term t = term_word t ++ term_tail t.
Proof. intros []; cbn; rewrite ?app_empty; auto. Qed.

Lemma term_word_is : forall t, good_term t = true -> all_of_it in_word (term_word t) = true.
Proof. intros [[]| | | |n w] H; try reflexivity. now apply good_name_word. Qed.

Lemma term_tail_after : forall t r, begins_without in_word r -> begins_without in_word (term_tail t ++ r).
Proof. intros [[]| | | |n w] r H; auto. reflexivity. Qed.

(** Terms with one first word. *)
Lemma term_by_word : forall t t', good_term t = true -> good_term t' = true -> term_word t = term_word t' ->
  t = t' \/ exists n w w', t = Kept_as n w /\ t' = Kept_as n w'.
Proof.
  intros [[]| | | |n w] [[]| | | |n' w'] Ht Ht' E; cbn in E; try discriminate E; auto.
  all: try (subst; cbn in Ht, Ht'; discriminate).
  subst n'. right. eauto.
Qed.

Lemma term_apart : forall t t' r s, good_term t = true -> good_term t' = true ->
  begins_without in_word r -> begins_without in_word s -> show_term t ++ r = show_term t' ++ s -> t = t' /\ r = s.
Proof.
  intros t t' r s Ht Ht' Hr Hs H. rewrite !term_parts, !app_assoc in H.
  apply (word_apart in_word) in H as [E H]; auto using term_word_is, term_tail_after.
  destruct (term_by_word t t' Ht Ht' E) as [->|(n & w & w' & -> & ->)].
  - apply app_same in H. auto.
  - cbn [term_tail] in H. rewrite !app_assoc in H. apply app_same, whom_apart in H as [-> H]. apply app_same in H. auto.
Qed.

Lemma terms_apart : forall l l' r s, l <> [] -> l' <> [] -> forallb good_term l = true -> forallb good_term l' = true ->
  joined ", " (map show_term l) ++ ")" ++ r = joined ", " (map show_term l') ++ ")" ++ s -> l = l' /\ r = s.
Proof.
  intros l l' r s Hl Hl' Ho Ho' H. rewrite forallb_forall, <- Forall_forall in Ho, Ho'.
  apply (joined_apart _ show_term (fun t => good_term t = true) (begins_without in_word)) in H as [-> H]; auto.
  - apply app_same in H. auto.
  - intros x y r0 s0 Hx Hy Hr Hs E. now apply term_apart.
  - reflexivity.
  - split; [reflexivity|discriminate].
  - split; [reflexivity|discriminate].
Qed.

Lemma fact_parts : forall f, good_fact f = true ->
  good_name (fact_named f) = true /\ forallb good_term (terms f) = true /\ terms f <> [].
Proof.
  intros [n l] H. unfold good_fact in H. rewrite !andb_true_iff in H. destruct H as [[H1 H2] H3]. cbn in *. repeat split; auto.
  intros ->. discriminate.
Qed.

Lemma fact_apart : forall f f' r s, good_fact f = true -> good_fact f' = true ->
  show_fact f ++ r = show_fact f' ++ s -> f = f' /\ r = s.
Proof.
  intros f f' r s Hf Hf' H. apply fact_parts in Hf as (Hn & Ht & Hl), Hf' as (Hn' & Ht' & Hl').
  unfold show_fact in H. rewrite !app_assoc in H. apply name_apart in H as [En H]; auto; try reflexivity.
  apply app_same, terms_apart in H as [El ->]; auto. destruct f, f'; cbn in *. now subst.
Qed.

(** ** Conditions *)

(** What can follow a condition; parts that [and] joins; one part. *)
Definition after_any (r : string) : Prop := match r with "" => True | String c _ => c = "010"%char \/ c = ")"%char end.
Definition after_all (r : string) : Prop := after_any r \/ exists r', r = " or " ++ r'.
Definition after_one (r : string) : Prop := after_all r \/ exists r', r = " and " ++ r'.

Lemma after_one_word : forall r, after_one r -> begins_without in_word r.
Proof. intros [|c r] [[H|[r' E]]|[r' E]]; cbn in *; auto; [destruct H as [->| ->]; auto|injection E as -> _; auto..]. Qed.

Lemma after_one_no_is : forall r r', after_one r -> " = " ++ r' <> r.
Proof. intros [|c r] r' [[H|[r2 E]]|[r2 E]] E'; cbn in *; try discriminate; [|congruence..]. injection E' as <- _. destruct H; discriminate. Qed.

Lemma after_any_or : forall r r', after_any r -> " or " ++ r' <> r.
Proof. intros [|c r] r' H E; [discriminate|]. cbn in H, E. injection E as <- _. destruct H; discriminate. Qed.

Lemma after_all_and : forall r r', after_all r -> " and " ++ r' <> r.
Proof.
  intros [|c r] r' [H|[r2 E]] E'; cbn in *; try discriminate; [|congruence]. injection E' as <- _. destruct H; discriminate.
Qed.

(** The first word of a question. *)
Definition question_word (q : question) : string :=
  match q with
  | Is_fact f => fact_named f | Is_retaking => "retakes" | Passes_least _ | Passes_are _ => "passes" | Are_same t _ => term_word t
  end.

Lemma question_parts : forall q, good_question q = true -> all_of_it in_word (question_word q) = true /\
  question_word q <> "" /\ question_word q <> "not" /\
  exists tail, show_question q = question_word q ++ tail /\ forall r, begins_without in_word r -> begins_without in_word (tail ++ r).
Proof.
  assert (Hname : forall n, good_name n = true -> all_of_it in_word n = true /\ n <> "" /\ n <> "not").
  { intros n H. split; [now apply good_name_word|]. split; intros ->; discriminate. }
  intros [f| |n|n|t t'] H; cbn [good_question question_word] in *.
  - apply fact_parts in H as (Hn & _). destruct (Hname _ Hn) as (H1 & H2 & H3). repeat (split; [assumption|]). eexists. now split; [reflexivity|].
  - repeat (split; [reflexivity || discriminate|]). exists "". now split.
  - repeat (split; [reflexivity || discriminate|]). eexists. now split; [reflexivity|].
  - repeat (split; [reflexivity || discriminate|]). eexists. now split; [reflexivity|].
  - apply andb_prop in H as [Ht _]. split; [now apply term_word_is|].
    assert (Hw : term_word t <> "" /\ term_word t <> "not").
    { destruct t as [[]| | | |n w]; try (split; discriminate). now apply Hname. }
    destruct Hw as [H1 H2]. repeat (split; [assumption|]). eexists. split; [cbn [show_question]; rewrite term_parts, app_assoc; reflexivity|].
    intros r Hr. rewrite !app_assoc. now apply term_tail_after.
Qed.

(** A fact with one term is not taken for what is kept. *)
Lemma fact_not_same : forall f t t' r s, good_fact f = true -> good_term t = true -> after_one r ->
  show_fact f ++ r <> (show_term t ++ " = " ++ show_term t') ++ s.
Proof.
  intros [n l] t t' r s Hf Ht Hr H. apply fact_parts in Hf as (Hn & Hl & Hne). unfold show_fact in H. cbn [fact_named terms] in *.
  rewrite !app_assoc, term_parts, !app_assoc in H. apply (word_apart in_word) in H as [E H];
    [|now apply good_name_word|now apply term_word_is|reflexivity|now apply term_tail_after].
  destruct t as [[]| | | |n' w]; cbn [term_word term_tail show_whom] in *; try (subst n; discriminate Hn).
  rewrite !app_assoc in H. apply app_same in H. destruct l as [|x l]; [contradiction|].
  apply andb_prop in Hl as [Hx _]. change (show_whom w) with (show_term (Who w)) in H.
  assert (H' : exists k, (k = ")" ++ r \/ exists k', k = ", " ++ k') /\ show_term x ++ k = show_term (Who w) ++ ")" ++ " = " ++ show_term t' ++ s).
  { destruct l as [|y l].
    - exists (")" ++ r). split; [auto|exact H].
    - eexists. split; [right; eexists; reflexivity|]. rewrite <- H. cbn [map joined]. rewrite !app_assoc. reflexivity. }
  destruct H' as (k & Hk & H'). apply term_apart in H' as [_ H']; auto; [|now destruct Hk as [->|[k' ->]]|reflexivity].
  destruct Hk as [->|[k' ->]]; [|discriminate]. apply app_same in H'. now apply (after_one_no_is _ _ Hr (eq_sym H')).
Qed.

Lemma question_apart : forall q q' r s, good_question q = true -> good_question q' = true -> after_one r -> after_one s ->
  show_question q ++ r = show_question q' ++ s -> q = q' /\ r = s.
Proof.
  intros q q' r s Hq Hq' Hr Hs H. pose proof (after_one_word _ Hr) as Wr. pose proof (after_one_word _ Hs) as Ws.
  assert (Ew : question_word q = question_word q').
  { destruct (question_parts q Hq) as (H1 & _ & _ & k & E & Hk), (question_parts q' Hq') as (H1' & _ & _ & k' & E' & Hk').
    rewrite E, E', !app_assoc in H. now apply (word_apart in_word) in H as [H _]; auto. }
  assert (Dr : begins_without is_digit r) by (destruct r as [|c r]; cbn in *; auto; apply orb_false_elim in Wr as [Wr _];
    now apply orb_false_elim in Wr).
  assert (Ds : begins_without is_digit s) by (destruct s as [|c s]; cbn in *; auto; apply orb_false_elim in Ws as [Ws _];
    now apply orb_false_elim in Ws).
  destruct q as [f| |n|n|t u], q' as [f'| |n'|n'|t' u']; cbn [question_word good_question show_question] in *; try discriminate Ew;
    try (apply fact_parts in Hq as [Hn _]; rewrite Ew in Hn; discriminate Hn);
    try (apply fact_parts in Hq' as [Hn _]; rewrite <- Ew in Hn; discriminate Hn);
    try (exfalso; cbn [append] in H; discriminate H);
    try (exfalso; destruct t as [[]| | | |m w]; try discriminate Ew; cbn in Ew; subst m; cbn in Hq; discriminate Hq);
    try (exfalso; destruct t' as [[]| | | |m w]; try discriminate Ew; cbn in Ew; subst m; cbn in Hq'; discriminate Hq').
  - apply fact_apart in H as [-> ->]; auto.
  - apply andb_prop in Hq' as [Ht _]. now apply fact_not_same in H.
  - apply app_same in H. auto.
  - rewrite !app_assoc in H. apply app_same, number_apart in H as [-> ->]; auto.
  - rewrite !app_assoc in H. apply app_same, number_apart in H as [-> ->]; auto.
  - apply andb_prop in Hq as [Ht _]. symmetry in H. now apply fact_not_same in H.
  - apply andb_prop in Hq as [Ht Hu], Hq' as [Ht' Hu']. rewrite !app_assoc in H.
    apply term_apart in H as [-> H]; auto; try reflexivity. apply app_same, term_apart in H as [-> ->]; auto.
Qed.

Lemma one_first : forall q r c s, good_question q = true -> show_question q ++ r = String c s -> in_word c = true.
Proof.
  intros q r c s Hq H. destruct (question_parts q Hq) as (Hw & Hne & _ & k & E & _). rewrite E, app_assoc in H.
  destruct (question_word q) as [|c' w]; [contradiction|]. injection H as <- _. now apply andb_prop in Hw.
Qed.

Scheme any_ind2 := Induction for any_part Sort Prop with all_ind2 := Induction for all_part Sort Prop
  with one_ind2 := Induction for one_part Sort Prop.
Combined Scheme conditions_ind from any_ind2, all_ind2, one_ind2.

Lemma not_asked : forall p q r s, good_question q = true -> after_one s -> "not " ++ show_one p ++ r <> show_question q ++ s.
Proof.
  intros p q r s Hq Hs H. destruct (question_parts q Hq) as (Hw & _ & Hne & k & E & Hk). rewrite E, app_assoc in H.
  change ("not " ++ show_one p ++ r) with ("not" ++ (" " ++ show_one p ++ r)) in H.
  apply (word_apart in_word) in H as [H _]; auto using after_one_word. reflexivity.
Qed.

Lemma conditions_apart :
  (forall c c' r s, good_any c = true -> good_any c' = true -> after_any r -> after_any s ->
    show_any c ++ r = show_any c' ++ s -> c = c' /\ r = s) /\
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
    + apply andb_prop in Hc' as [Ha' _]. rewrite !app_assoc in H. apply IH in H as [_ H]; auto; [|now left].
      now destruct (after_any_or _ _ Hr (eq_sym H)).
  - intros a IH c IHc [a'|a' c'] r s Hc Hc' Hr Hs H; cbn [show_any good_any] in *.
    + apply andb_prop in Hc as [Ha _]. rewrite !app_assoc in H. apply IH in H as [_ H]; auto; [|now left].
      now destruct (after_any_or _ _ Hs H).
    + apply andb_prop in Hc as [Ha Hc], Hc' as [Ha' Hc']. rewrite !app_assoc in H. apply IH in H as [-> H]; auto.
      apply app_same, IHc in H as [-> ->]; auto.
  - intros p IH [p'|p' a'] r s Hc Hc' Hr Hs H; cbn [show_all good_all] in *.
    + apply IH in H as [-> ->]; auto; now left.
    + apply andb_prop in Hc' as [Hp' _]. rewrite !app_assoc in H. apply IH in H as [_ H]; auto; [|now left].
      now destruct (after_all_and _ _ Hr (eq_sym H)).
  - intros p IH a IHa [p'|p' a'] r s Hc Hc' Hr Hs H; cbn [show_all good_all] in *.
    + apply andb_prop in Hc as [Hp _]. rewrite !app_assoc in H. apply IH in H as [_ H]; auto; [|now left].
      now destruct (after_all_and _ _ Hs H).
    + apply andb_prop in Hc as [Hp Ha], Hc' as [Hp' Ha']. rewrite !app_assoc in H. apply IH in H as [-> H]; auto.
      apply app_same, IHa in H as [-> ->]; auto.
  - intros q [q'|p'|c'] r s Hq Hq' Hr Hs H; cbn [show_one good_one] in *.
    + apply question_apart in H as [-> ->]; auto.
    + rewrite !app_assoc in H. now destruct (not_asked _ _ _ _ Hq Hr (eq_sym H)).
    + apply one_first in H; [discriminate H|exact Hq].
  - intros p IH [q'|p'|c'] r s Hp Hp' Hr Hs H; cbn [show_one good_one] in *; rewrite ?app_assoc in H.
    + now destruct (not_asked _ _ _ _ Hp' Hs H).
    + apply app_same, IH in H as [-> ->]; auto.
    + discriminate H.
  - intros c IH [q'|p'|c'] r s Hp Hp' Hr Hs H; cbn [show_one good_one] in *; rewrite ?app_assoc in H.
    + symmetry in H. apply one_first in H; [discriminate H|exact Hp'].
    + discriminate H.
    + apply app_same, IH in H as [-> H]; auto; [|now right|now right]. apply app_same in H. auto.
Qed.

Definition any_apart := proj1 conditions_apart.

(** ** Statements *)

(** The end of a line of text, or of a text. *)
Definition ends_line (r : string) : Prop := match r with "" => True | String c _ => c = "010"%char end.

Lemma ends_line_any : forall r, ends_line r -> after_any r.
Proof. intros [|c r]; cbn; auto. Qed.

Lemma ends_line_word : forall r, ends_line r -> begins_without in_word r.
Proof. intros [|c r]; cbn; [auto|intros ->; reflexivity]. Qed.

Lemma when_apart : forall o o' r s, good_when o = true -> good_when o' = true -> ends_line r -> ends_line s ->
  show_when o ++ r = show_when o' ++ s -> o = o' /\ r = s.
Proof.
  intros [a b c i] [a' b' c' i'] r s Ho Ho' Hr Hs H. unfold show_when, good_when in *. cbn [at_start at_play at_pass only_if] in *.
  rewrite !app_assoc in H. apply app_same in H.
  set (rest := match i with None => "" | Some x => " if " ++ show_any x end ++ r) in *.
  set (rest' := match i' with None => "" | Some x => " if " ++ show_any x end ++ s) in *.
  assert (Hrest : begins_without (fun x => in_word x || Ascii.eqb x ",") rest)
    by (unfold rest; destruct i; [reflexivity|destruct r as [|x r]; cbn in *; [auto|now subst x]]).
  assert (Hrest' : begins_without (fun x => in_word x || Ascii.eqb x ",") rest')
    by (unfold rest'; destruct i'; [reflexivity|destruct s as [|x s]; cbn in *; [auto|now subst x]]).
  assert (E : (a, b, c) = (a', b', c') /\ rest = rest').
  { clearbody rest rest'. destruct a, b, c, a', b', c'; cbn in H; repeat (discriminate H || injection H as H); auto; exfalso;
      subst; (discriminate Hrest || discriminate Hrest'). }
  destruct E as [E Er]. injection E as -> -> ->. unfold rest, rest' in Er.
  destruct i as [x|], i' as [x'|]; rewrite ?app_assoc in Er.
  - apply app_same, any_apart in Er as [-> ->]; auto using ends_line_any.
  - cbn in Er. subst s. discriminate Hs.
  - cbn in Er. subst r. discriminate Hr.
  - cbn in Er. auto.
Qed.

Lemma when_after : forall o r, begins_without in_word (show_when o ++ r).
Proof. intros o r. reflexivity. Qed.

Lemma statement_apart : forall x y r s, good_statement x = true -> good_statement y = true -> ends_line r -> ends_line s ->
  show_statement x ++ r = show_statement y ++ s -> x = y /\ r = s.
Proof.
  intros x y r s Hx Hy Hr Hs H.
  destruct x as [n w t o|f o|n o|c|c| | |new o|z], y as [n' w' t' o'|f' o'|n' o'|c'|c'| | |new' o'|z'];
    cbn [show_statement good_statement] in *; rewrite ?app_assoc in H; try discriminate H; try (apply app_same in H);
    rewrite ?andb_true_iff in Hx; rewrite ?andb_true_iff in Hy.
  - destruct Hx as [[Hn Ht] Ho], Hy as [[Hn' Ht'] Ho']. apply name_apart in H as [-> H]; auto; try reflexivity.
    apply app_same, whom_apart in H as [-> H]. apply app_same, term_apart in H as [-> H]; auto using when_after.
    apply when_apart in H as [-> ->]; auto.
  - destruct Hx as [Hf Ho], Hy as [Hf' Ho']. apply fact_apart in H as [-> H]; auto. apply when_apart in H as [-> ->]; auto.
  - destruct Hx as [Hn Ho], Hy as [Hn' Ho']. apply name_apart in H as [-> H]; auto using when_after. apply when_apart in H as [-> ->]; auto.
  - apply any_apart in H as [-> ->]; auto using ends_line_any.
  - apply any_apart in H as [-> ->]; auto using ends_line_any.
  - auto.
  - auto.
  - assert (E : new = new' /\ show_when o ++ r = show_when o' ++ s) by (destruct new, new'; try discriminate H; split; auto; now apply app_same in H).
    destruct E as [-> E]. apply when_apart in E as [-> ->]; auto.
  - destruct z, z'; cbn in H; try discriminate H; injection H as ->; auto.
Qed.
