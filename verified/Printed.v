(** * What is written means one header

    [print_determines]: two headers that [print] writes alike are the same header.
      [statement_determines]: so it is with
    what is shown to people. *)

From Coq Require Import List String Ascii NArith ZArith QArith PeanoNat Bool Lia.
Import ListNotations.
From Verified Require Import Spec Header Shown Apart Conditions Fields.
Open Scope nat_scope.
Local Open Scope string_scope.

(** ** Headers *)

Section Lines.
  Variables (A : Type) (show : A -> string) (ok : A -> Prop) (ends : string -> Prop).
  Hypothesis line_apart : forall x y r s, ok x -> ok y -> show x ++ new_line ++ r = show y ++
    new_line ++ s -> x = y /\ r = s.
  Hypothesis no_line : forall x r s, ends r -> show x ++ s <> r.

  Lemma lines_apart : forall l l' r s, Forall ok l -> Forall ok l' -> ends r -> ends s ->
    lines_of (map show l) ++ r = lines_of (map show l') ++ s -> l = l' /\ r = s.
  Proof.
    induction l as [|x l IH]; intros [|y l'] r s Ho Ho' Hr Hs H; cbn [map lines_of] in H;
      rewrite ?app_assoc in H.
    - auto.
    - now destruct (no_line y r _ Hr (eq_sym H)).
    - now destruct (no_line x s _ Hs H).
    - inversion_clear Ho. inversion_clear Ho'. apply line_apart in H as [-> H]; auto.
      apply IH in H as [-> ->]; auto.
  Qed.
End Lines.

Lemma good_parts : forall h, good h = true ->
  good_shape (its_shape h) = true /\ all_of_it in_rule_name (rule_name h) = true /\
    Forall (fun s => good_statement s = true) (its_statements h) /\ its_position h <> [] /\
    forallb (good_move (its_shape h)) (its_moves h) = true /\
    Forall (fun d => all_of_it in_word d = true) (rests_on h).
Proof.
  intros h H. unfold good in H. rewrite !andb_true_iff in H.
  destruct H as (((((H1 & H2) & H3) & H4) & H5) & H6).
  rewrite forallb_forall, <- Forall_forall in H3, H6. repeat (split; [assumption|]).
  split; [intros E; now rewrite E in H4|auto].
Qed.

Theorem print_determines : forall h h', good h = true -> good h' = true -> print h = print h' -> h =
  h'.
Proof.
  intros h h' Hh Hh' H.
  apply good_parts in Hh as (Sh & Nh & Th & Ph & Mh & Dh), Hh'
    as (Sh' & Nh' & Th' & Ph' & Mh' & Dh').
  unfold print in H. apply app_same, app_same, app_same in H.
  apply shape_apart in H as [E1 H]; auto; [|reflexivity..]. rewrite <- E1 in *.
  apply app_same, app_same in H.
  apply (word_apart in_rule_name) in H as [E2 H]; auto; [|reflexivity..].
  apply fields_apart in H as [(E3 & E4 & E5 & E6 & Ee & Ei & Eh & E7) H]; [|reflexivity..].
  apply app_same, app_same in H. rewrite <- E2 in H. apply app_same, app_same in H.
  apply (lines_apart _ _ (fun s => good_statement s = true) (fun r => exists r', r = "position " ++
    r')) in H as [E8 H]; eauto.
  2: { intros x y r s Hx Hy E. rewrite !app_assoc in E.
       apply app_same, statement_apart in E as [-> E]; auto; [|reflexivity..]. apply app_same in E.
       auto. }
  2: { intros x r s [r' ->]. discriminate. }
  apply app_same, position_apart in H as [E9 H]; auto; [|reflexivity..].
  apply app_same, app_same in H.
  assert (E10 : its_player h = its_player h')
    by (destruct (its_player h), (its_player h'); cbn in H; (reflexivity || discriminate H)).
  rewrite E10 in H. apply app_same, app_same in H.
  set (rest := fun x : heading => show_claim (its_claim x) ++ new_line ++
      lines_of (map (fun d => "piece " ++ d) (rests_on x)) ++ new_line) in *.
  assert (Hm : its_moves h = its_moves h' /\ rest h = rest h').
  { fold (rest h) (rest h') in H.
    destruct (its_moves h) as [|m l] eqn:El, (its_moves h') as [|m' l'] eqn:El'; auto;
      rewrite ?app_assoc in H.
    - unfold rest in H. destruct (its_claim h); discriminate H.
    - unfold rest in H. destruct (its_claim h'); discriminate H.
    - apply app_same, moves_apart in H as [E H]; auto; try discriminate; try reflexivity.
      apply app_same in H. auto. }
  destruct Hm as [E11 Hm]. unfold rest in Hm. apply claim_apart in Hm as [E12 Hm]; [|reflexivity..].
    apply app_same in Hm.
  apply (lines_apart _ _ (fun d => all_of_it in_word d = true) (fun r => r = new_line)) in Hm
    as [E13 _]; auto.
  2: { intros x y r s Hx Hy E. rewrite !app_assoc in E.
       apply app_same, (word_apart in_word) in E as [-> E]; auto; [|reflexivity..].
       apply app_same in E. auto. }
  2: { intros x r s ->. discriminate. }
  destruct h, h'; cbn in *. now subst.
Qed.

(** ** What is shown *)

(** The same but for the text of a rule that has a name, and for the pieces. *)
Definition alike (h h' : heading) : Prop :=
  its_shape h = its_shape h' /\ rule_name h = rule_name h' /\ same_fields h h' /\ its_position h =
    its_position h' /\
  its_player h = its_player h' /\ its_moves h = its_moves h' /\ its_claim h = its_claim h' /\
  (in_words (rule_name h) = None -> its_statements h = its_statements h').

Lemma fields_first : forall h, exists k, show_fields h = String " " k.
Proof. intros h. now eexists. Qed.


Lemma words_determine : forall n n' w w' k k', In (n, w) words_for -> In (n', w') words_for ->
  w ++ ", as ko=" ++ n ++ String " " k = w' ++ ", as ko=" ++ n' ++ String " " k' -> n = n' /\ k =
    k'.
Proof.
  intros n n' w w' k k' H H' E. unfold words_for in H, H'. cbn [In] in H, H'.
  repeat destruct H as [H|H]; try contradiction; injection H as <- <-;
    repeat destruct H' as [H'|H']; try contradiction; injection H' as <- <-; cbn [append] in E;
    (discriminate E || (injection E as E; auto)).
Qed.

Lemma words_are : forall n w, in_words n = Some w -> In (n, w) words_for.
Proof.
  intros n w H. unfold in_words, entry in H.
  destruct (find _ words_for) as [x|] eqn:E; [|discriminate]. injection H as <-.
  apply find_some in E as [H E]. apply String.eqb_eq in E as <-. now destruct x.
Qed.

Lemma words_no_own : forall n w, In (n, w) words_for -> forall r s, w ++ r <>
  "a rule of its own, with" ++ s.
Proof.
  intros n w H r s E. unfold words_for in H. cbn [In] in H.
  repeat destruct H as [H|H]; try contradiction; injection H as _ <-; discriminate E.
Qed.

Lemma both_parts : forall (A : Type) (x y : A) l l', x :: l = y :: l' -> x = y /\ l = l'.
Proof. intros A x y l l' H. now injection H. Qed.

Lemma statements_determine : forall l l', Forall (fun s => good_statement s = true) l ->
  Forall (fun s => good_statement s = true) l' ->
  map (fun s => "  " ++ show_statement s) l = map (fun s => "  " ++ show_statement s) l' -> l = l'.
Proof.
  intros l l' Hl Hl' H. revert l' Hl' H.
  induction Hl as [|x l Hx Hl IH]; intros [|y l'] Hl' H; try discriminate H; [auto|].
  cbn [map] in H. apply both_parts in H as [E H]. apply app_same in E.
  inversion_clear Hl' as [|? ? Hy Hl''].
  rewrite <- (app_empty (show_statement x)), <- (app_empty (show_statement y)) in E.
  apply statement_apart in E as [-> _]; auto; [|exact I..]. now rewrite (IH l').
Qed.

Theorem statement_determines : forall h h', good h = true -> good h' = true -> statement h =
  statement h' -> alike h h'.
Proof.
  intros h h' Hh Hh' H.
  apply good_parts in Hh as (Sh & Nh & Th & Ph & Mh & Dh), Hh'
    as (Sh' & Nh' & Th' & Ph' & Mh' & Dh').
  unfold statement in H. apply both_parts in H as [H HR]. apply app_same in H.
  apply shape_apart in H as [E1 H]; auto; [|reflexivity..]. rewrite <- E1 in *.
  apply app_same, position_apart in H as [E9 H]; auto; [|reflexivity..]. apply app_same in H.
  assert (E10 : its_player h = its_player h')
    by (destruct (its_player h), (its_player h'); cbn in H; (reflexivity || discriminate H)).
  rewrite E10 in H. apply app_same, app_same in H.
  assert (E11 : its_moves h = its_moves h').
  { destruct (its_moves h) as [|m l] eqn:El, (its_moves h') as [|m' l'] eqn:El'; auto;
      rewrite ?app_assoc in H; try discriminate H.
    apply app_same, moves_apart in H as [E _]; auto; try discriminate; reflexivity. }
  assert (HR' : rule_name h = rule_name h' /\ same_fields h h' /\ its_claim h = its_claim h' /\
    (in_words (rule_name h) = None -> its_statements h = its_statements h')).
  { destruct (fields_first h) as [k Ek], (fields_first h') as [k' Ek'].
    destruct (in_words (rule_name h)) as [w|] eqn:Ew, (in_words (rule_name h')) as [w'|] eqn:Ew';
      cbn [List.app] in HR; apply both_parts in HR as [HF HR].
    - apply app_same in HF. rewrite Ek, Ek' in HF. cbn [append] in HF.
      apply words_determine in HF as [En HF]; auto using words_are.
      pose proof (shown_claim_determines _ _ (f_equal (hd "") HR)) as Ec.
      assert (Hf : show_fields h ++ "." = show_fields h' ++ ".")
        by (rewrite Ek, Ek'; cbn [append]; now rewrite HF).
      apply fields_apart in Hf as [Ef _]; [|reflexivity..]. repeat (split; [assumption|]).
      discriminate.
    - apply (app_same "Rules: " _ ("a rule of its own, with" ++ _)) in HF.
      now apply (words_no_own _ _ (words_are _ _ Ew)) in HF.
    - symmetry in HF. apply (app_same "Rules: " _ ("a rule of its own, with" ++ _)) in HF.
      now apply (words_no_own _ _ (words_are _ _ Ew')) in HF.
    - apply app_same, fields_apart in HF as [Ef _]; [|reflexivity..].
      apply both_parts in HR as [En HR]. apply app_same in En. apply app_inj_tail in HR as [Es Ec].
      split; [exact En|]. split; [exact Ef|]. split; [now apply shown_claim_determines|]. intros _.
      now apply statements_determine. }
  unfold alike. tauto.
Qed.
