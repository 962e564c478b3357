(** * What other files prove

    A proof can be in pieces: a file rests on lemmas that others prove. Such a lemma is [proven]
    with the board, the rules and the groups of facts that it is about. It may be assumed where
    these are the same, whatever else a file has. *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool FMapPositive.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Bits Play Checker Sound Common Promises Groups Image.

(** ** The same board and rules *)

Definition option_same {A} (d : forall x y : A, {x = y} + {x <> y}) : forall x y : option A,
  {x = y} + {x <> y}.
Proof. decide equality. Defined.

Definition board_same : forall x y : board, {x = y} + {x <> y}.
Proof.
  decide equality; [apply list_eq_dec; decide equality; apply Nat.eq_dec|apply Nat.eq_dec].
Defined.

Definition whom_same : forall x y : whom, {x = y} + {x <> y}. Proof. decide equality. Defined.
Definition frame_same : forall x y : frame, {x = y} + {x <> y}.
Proof. decide equality; apply bool_dec. Defined.
Definition term_same : forall x y : term, {x = y} + {x <> y}.
Proof. decide equality; try apply whom_same; try apply frame_same; apply Nat.eq_dec. Defined.

Definition pattern_same : forall x y : pattern, {x = y} + {x <> y}.
Proof.
  decide equality; [apply term_same|apply term_same|apply option_same, whom_same|apply Nat.eq_dec].
Defined.

Definition condition_same : forall x y : condition, {x = y} + {x <> y}.
Proof. decide equality; try apply Nat.eq_dec; apply term_same. Defined.

Definition occasion_same : forall x y : occasion, {x = y} + {x <> y}.
Proof.
  decide equality; [apply condition_same|apply bool_dec|apply bool_dec|apply bool_dec].
Defined.

Definition reason_same : forall x y : reason, {x = y} + {x <> y}.
Proof. decide equality; [apply option_same, pattern_same|apply condition_same]. Defined.

Definition text_same : forall x y : text, {x = y} + {x <> y}.
Proof.
  decide equality; try apply bool_dec; try apply list_eq_dec; try apply reason_same.
  - apply option_same. decide equality; [apply bool_dec|apply occasion_same|apply bool_dec].
  - decide equality; [apply occasion_same|apply term_same|apply whom_same|apply Nat.eq_dec].
  - decide equality; [apply occasion_same|apply Nat.eq_dec].
  - decide equality; [apply occasion_same|apply option_same, pattern_same|apply pattern_same].
Defined.

Definition rules_same : forall x y : rules, {x = y} + {x <> y}.
Proof.
  decide equality; [apply bool_dec| apply bool_dec| decide equality|
    decide equality; [apply Pos.eq_dec|apply Z.eq_dec]| decide equality| apply text_same].
Defined.

Definition scopes_same : forall x y : list (nat * bool * bool * N), {x = y} + {x <> y}.
Proof.
  apply list_eq_dec. decide equality; [apply N.eq_dec|]. decide equality; [apply bool_dec|].
  decide equality; [apply bool_dec|apply Nat.eq_dec].
Defined.

(** ** What is proven *)

Record proven := { its_board : board; its_rules : rules; its_scopes : list (nat * bool * bool * N);
                   its_symmetries : list (list point * bool); its_grouped : list (fact * N);
                     its_lemma : lemma }.

(** Each fact in one of the lemma's groups there is in the group of that number here. *)

Definition groups_agree (p : proven) (gs : groups) : bool :=
  match without_groups (its_lemma p) with
  | [] => true
  | mine =>
      forallb
        (fun o =>
           negb (in_set mine (snd o)) ||
           forallb (fun f => match group_of gs f with Some g => (g =? snd o)%N | None => false end)
             (orbit (all_turns (its_board p) (its_symmetries p)) (fst o))) (its_grouped p)
  end.

Definition may_assume (b : board) (R : rules) (scope_list : list (nat * bool * bool * N))
    (gs : groups) (p : proven) : bool :=
  (if board_same (its_board p) b then true else false) &&
  (if rules_same (its_rules p) R then true else false) &&
  (if scopes_same (its_scopes p) scope_list then true else false) && groups_agree p gs.

Fixpoint put_all (fuel : nat) (k : positive) (ps : list proven)
    (m : PositiveMap.t lemma) : PositiveMap.t lemma :=
  match ps with
  | [] => m
  | p :: ps' => put_all fuel (Pos.succ k) ps' (put fuel k (Some (its_lemma p)) m)
  end.

Definition table_of_proven (ps : list proven) : PositiveMap.t lemma :=
  put_all enough 1 ps (PositiveMap.empty lemma).

(** ** The proof *)

Lemma found_in_table : forall fuel ps k m x l, quick_find x (put_all fuel k ps m) = Some l ->
  quick_find x m = Some l \/ exists p, In p ps /\ l = its_lemma p.
Proof.
  intros fuel. induction ps as [|p ps IH]; intros k m x l H; cbn [put_all] in H; [auto|].
  apply IH in H as [H|(p' & Hp & E)].
  - apply find_put in H as [[_ E]|H]; [right; exists p; split; [now left|congruence]|auto].
  - right. exists p'. split; [now right|auto].
Qed.

Section Assume.
  Variable b : board.
  Variable R : rules.
  Variable scopes : nat -> bool -> bool -> N.

  Lemma still_true : forall there here l,
    (forall f g, in_set (without_groups l) g = true -> group_of there f = Some g ->
       group_of here f = Some g) ->
    is_true R (text_says R scopes) offset (stands b R scopes) (pays b R) there l ->
    is_true R (text_says R scopes) offset (stands b R scopes) (pays b R) here l.
  Proof.
    intros there here l H Ht o g Hst [Ha Hg]. apply Ht; [exact Hst|]. split; [|exact Hg].
    intros f Hf. apply Ha. destruct Hf as [Hf|[(x & Hx & Hf)|Hf]]; [now left| |right; now right].
    right. left. exists x. auto.
  Qed.
End Assume.
