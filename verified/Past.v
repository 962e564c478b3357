(** * Facts: what the past of a game can say; tables, and sets of groups *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool FMapPositive Orders Mergesort.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec.

(** ** Facts: what the past of a game can say *)

Record fact :=
  { scope : N; owner : N; index : N; black_of : N; white_of : N; black_to : N; white_to : N }.

Definition number_of (c : colour) : N := match c with Black => 1 | White => 2 end.

Definition fact_compare (f f' : fact) : comparison :=
  match N.compare (black_of f) (black_of f') with
  | Eq => match N.compare (white_of f) (white_of f') with
    | Eq => match N.compare (black_to f) (black_to f') with
      | Eq => match N.compare (white_to f) (white_to f') with
        | Eq => match N.compare (scope f) (scope f') with
          | Eq => match N.compare (owner f) (owner f') with
            | Eq => N.compare (index f) (index f')
            | c => c end
          | c => c end
        | c => c end
      | c => c end
    | c => c end
  | c => c end.

Definition same_fact (f f' : fact) : bool :=
  match fact_compare f f' with Eq => true | _ => false end.

(** What a fact says of its first position, [black_of] and [white_of], is the rest of it. *)

Definition is_like (f f' : fact) : bool :=
  ((scope f =? scope f') && (owner f =? owner f') && (index f =? index f') &&
   (black_to f =? black_to f') && (white_to f =? white_to f'))%N.

(** What [f'] says, of the first position of [f]. *)

Definition at_position_of (f f' : fact) : fact :=
  {| scope := scope f'; owner := owner f'; index := index f'; black_of := black_of f;
     white_of := white_of f;
     black_to := black_to f'; white_to := white_to f' |}.

Definition listed (f : fact) (l : list fact) : bool := existsb (same_fact f) l.

(** Facts in the order in which the checker goes through them. *)

Module InOrder <: TotalLeBool.
  Definition t := fact.
  Definition leb (f f' : t) : bool := match fact_compare f f' with Gt => false | _ => true end.
  Lemma leb_total : forall f f', leb f f' = true \/ leb f' f = true.
  Proof.
    intros f f'. unfold leb, fact_compare.
    rewrite (N.compare_antisym (black_of f) (black_of f')),
      (N.compare_antisym (white_of f) (white_of f')),
      (N.compare_antisym (black_to f) (black_to f')),
      (N.compare_antisym (white_to f) (white_to f')), (N.compare_antisym (scope f) (scope f')),
      (N.compare_antisym (owner f) (owner f')), (N.compare_antisym (index f) (index f')).
    repeat match goal with |- context [N.compare ?x ?y] => destruct (N.compare x y); cbn; auto end.
  Qed.
End InOrder.
Module Facts := Sort InOrder.

(** Tables. [PositiveMap.find] and [add] are slow when they have become OCaml. *)

Definition is_odd (p : positive) : bool := match p with xI _ => true | _ => false end.

Fixpoint quick_find {A} (k : positive) (m : PositiveMap.tree A) : option A :=
  match m with
  | PositiveMap.Leaf _ => None
  | PositiveMap.Node low here high =>
      if Pos.eqb k 1 then here else quick_find (Pos.div2 k) (if is_odd k then high else low)
  end.

Definition node_of_tree {A} (low : PositiveMap.tree A) (here : option A)
    (high : PositiveMap.tree A) : PositiveMap.tree A :=
  match low, here, high with
  | PositiveMap.Leaf _, None, PositiveMap.Leaf _ => PositiveMap.Leaf A
  | _, _, _ => PositiveMap.Node low here high
  end.

(** Nothing is put where the fuel does not reach. *)

Fixpoint put {A} (fuel : nat) (k : positive) (v : option A)
    (m : PositiveMap.tree A) : PositiveMap.tree A :=
  match fuel with
  | O => m
  | S fuel' =>
      let '(low, here, high) :=
          match m with
          | PositiveMap.Leaf _ => (PositiveMap.Leaf A, None, PositiveMap.Leaf A)
          | PositiveMap.Node low here high => (low, here, high)
          end in
      if Pos.eqb k 1 then node_of_tree low v high
      else if is_odd k then node_of_tree low here (put fuel' (Pos.div2 k) v high)
      else node_of_tree (put fuel' (Pos.div2 k) v low) here high
  end.

Definition enough : nat := 64.

(** Sets of groups: sixteen groups each, the number of the sixteen and a bit for each of them. *)

Definition group_set := list (N * N).

Definition is_bit (g : N) (chunk : N * N) : bool :=
  (fst chunk =? N.shiftr g 4)%N && N.testbit (snd chunk) (N.land g 15).

Definition in_set (s : group_set) (g : N) : bool := existsb (is_bit g) s.

(** The same where the chunks are in order. *)

Fixpoint in_ordered_set (s : group_set) (sixteen bit : N) : bool :=
  match s with
  | [] => false
  | (c, bits) :: s' =>
      if (c <? sixteen)%N then in_ordered_set s' sixteen bit
      else (c =? sixteen)%N && N.testbit bits bit
  end.
