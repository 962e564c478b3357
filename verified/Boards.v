(** * Boards that certificates name *)

From Coq Require Import List PeanoNat.
Import ListNotations.
From Verified Require Import Spec.

Definition more_pairs (b : board) (l : list (point * point)) : board :=
  {| size := size b; pairs := pairs b ++ l |}.

(** A cylinder: the last point of each row is next to the first. A torus: so it is in columns, too.
    Pairs that are there twice, and pairs of a point with itself, change nothing: see [next_to]. *)

Definition cylinder (rows columns : nat) : board :=
  more_pairs (rectangle rows columns)
    (map (fun r => (r * columns + (columns - 1), r * columns)) (seq 0 rows)).

Definition torus (rows columns : nat) : board :=
  more_pairs (cylinder rows columns)
    (map (fun c => ((rows - 1) * columns + c, c)) (seq 0 columns)).

Definition cycle (n : nat) : board := cylinder 1 n.

Definition complete (n : nat) : board :=
  {| size := n; pairs := flat_map (fun p => map (fun q => (p, q)) (seq 0 n)) (seq 0 n) |}.

Definition star (n : nat) : board :=
  {| size := n; pairs := map (fun q => (0, q)) (seq 1 (n - 1)) |}.

Definition graph (n : nat) (l : list (point * point)) : board := {| size := n; pairs := l |}.
