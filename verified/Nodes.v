(** * Nodes, steps and lemmas

    What a certificate consists of, and what a rule is to the checker: a record of functions,
    [rule]. Only programs, without a proof. *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool FMapPositive.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Bits.
From Verified Require Export Past.

(** ** Nodes and steps *)

Record node := {
  black : N;
  white : N;
  to_move : colour;
  passes : nat;
  ban : N;
  words : list (option (N * N)) (* what is kept for each player, as two masks *);
  tallied : Z * N
    (* what the positions that have been counted count together, and how many they are *) }.

Definition same_colour (c d : colour) : bool :=
  match c, d with Black, Black | White, White => true | _, _ => false end.

Definition same_word (w w' : option (N * N)) : bool :=
  match w, w' with
  | None, None => true
  | Some (b, w), Some (b', w') => (b =? b')%N && (w =? w')%N
  | _, _ => false
  end.

Fixpoint same_words (l l' : list (option (N * N))) : bool :=
  match l, l' with
  | [], [] => true
  | w :: l, w' :: l' => same_word w w' && same_words l l'
  | _, _ => false
  end.

Definition same_but_for_tally (n n' : node) : bool :=
  (black n =? black n')%N && (white n =? white n')%N && same_colour (to_move n) (to_move n') &&
  (passes n =? passes n') && (ban n =? ban n')%N && same_words (words n) (words n').

Definition same_tally (t t' : Z * N) : bool := (fst t =? fst t')%Z && (snd t =? snd t')%N.

Definition same_node (n n' : node) : bool :=
  same_but_for_tally n n' && same_tally (tallied n) (tallied n').

Inductive legality := Always | Never | Unless (prohibiting : list fact).

Inductive outcome := Ends (score : Q) | GoesOn (next : node).

(** A step: a move and what it does. It applies if the history has all facts [present] and none of
    [absent]. It forgets all facts with a scope in [clears], then it adds [inserts]. Of each
    position it also adds what the first of a pair in [pulls] says if the second was there before
    the step; what these two say of their own first position is nothing. *)

Record step := {
  made : move;
  legal : legality;
  present : list fact;
  absent : list fact;
  clears : list N;
  pulls : list (fact * fact);
  inserts : list fact;
  leads : outcome }.

(** What a fact can be pulled from. *)

Definition sources (s : step) (f : fact) : list fact :=
  flat_map (fun pull => if is_like (fst pull) f then [at_position_of f (snd pull)] else [])
    (pulls s).

(** Where to find the steps of a node: a play on the point with this bit, or one of the steps of the
    pass. *)

Inductive choice := Stone_on (p : point) (here : N) | Passing (which : nat).

(** ** Lemmas *)

Record kind := {
  threshold : Q;
  strict : bool;
  winner : colour;
  endless : bool (* endless play is his win, too *) }.

Definition Qlt_bool (x y : Q) : bool := negb (Qle_bool y x).

Record rule := {
  choices : node -> list choice;
  step_of : node -> choice -> step;
  implied : node -> list fact;
  stuck : node -> option Q; (* what a player without a move scores; None: he has one *)
  stands_for : kind -> node -> node -> bool
    (* a lemma of this kind about the second node serves at the first *) }.

(** The score is a win of the winner. *)

Definition wins (k : kind) (s : Q) : bool :=
  match winner k, strict k with
  | Black, false => Qle_bool (threshold k) s
  | Black, true => Qlt_bool (threshold k) s
  | White, false => Qlt_bool s (threshold k)
  | White, true => Qle_bool s (threshold k)
  end.

(** Whoever wins as [k] says, wins as [k'] says. *)

Definition at_least_as_hard (k k' : kind) : bool :=
  (negb (endless k) || endless k') && same_colour (winner k) (winner k') &&
  match winner k with
  | Black =>
      if strict k' && negb (strict k)
      then Qlt_bool (threshold k') (threshold k)
      else Qle_bool (threshold k') (threshold k)
  | White =>
      if strict k && negb (strict k')
      then Qlt_bool (threshold k) (threshold k')
      else Qle_bool (threshold k) (threshold k')
  end.

(** Facts can be in groups, which are numbered. *)

Record groups := { group_of : fact -> option N; facts_of : N -> list fact }.

Definition no_groups : groups := {| group_of := fun _ => None; facts_of := fun _ => [] |}.

(** A stone pattern stands for all facts of a scope in whose last position a player has stones on
    all of some points and on one of some others. *)

Record stone_pattern := { of_scope : N; of_player : colour; all_of : N; one_of : N }.

Definition last_stones (c : colour) (f : fact) : N :=
  let there := (N.lor (black_to f) (white_to f) =? 0)%N in
  match c with
  | Black => if there then black_of f else black_to f
  | White => if there then white_of f else white_to f
  end.

Definition matches (p : stone_pattern) (f : fact) : bool :=
  (scope f =? of_scope p)%N && (N.ldiff (all_of p) (last_stones (of_player p) f) =? 0)%N &&
  negb (N.land (one_of p) (last_stones (of_player p) f) =? 0)%N.

(** Whatever matches [p'] matches [p]. *)

Definition includes (p p' : stone_pattern) : bool :=
  (of_scope p =? of_scope p')%N && same_colour (of_player p) (of_player p') &&
  (N.ldiff (all_of p) (all_of p') =? 0)%N && (N.ldiff (one_of p') (one_of p) =? 0)%N.

Record lemma := {
  says_who : kind;
  place : node;
  (* what the history must not have *)
  without : list fact;
  without_groups : group_set;
  without_patterns : list stone_pattern;
  (* what it must have *)
  given : list fact }.

(** It asks nothing of the history. *)

Definition asks_nothing (l : lemma) : bool :=
  match without l, without_groups l, without_patterns l, given l with
  | [], [], [], [] => true
  | _, _, _, _ => false
  end.

(** A citation: the number of a lemma, and that of the symmetry under which it is cited. *)

Definition citation : Type := positive * nat.

Inductive grounds :=
| his_move (which : nat) (cited : citation)
| all_moves (cited : list citation)
| is_decided
| is_assumed (cited : citation). (* the number of a lemma that another file proves *)
