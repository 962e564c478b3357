(** * Which points of a position are in kos

    Only the program; [kos_exact] in [Frames.v] says that these are the points of [in_a_ko]. *)

From Coq Require Import List NArith PeanoNat Bool.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Go Bits Play.

(** The stone that a play on [p] captures, if it is one alone and a play there takes back. *)

Definition ko_with (t : table) (mine theirs : N) (p : point) : N :=
  let r := play t mine theirs (single p) in
  if (captured r =? 0)%N then 0%N
  else match find (fun q => single q =? captured r)%N (seq 0 (points t)) with
       | None => 0%N
       | Some q =>
           let back := play t (opposing r) (own r) (single q) in
           if (own back =? theirs)%N && (opposing back =? mine)%N then N.lor (single p) (single q)
           else 0%N
       end.

Definition kos_at (t : table) (black white : N) (p : point) : N :=
  if has (N.lor black white) p then 0%N
  else N.lor (ko_with t black white p) (ko_with t white black p).

Definition kos_by_capture (t : table) (black white : N) : N :=
  fold_right (fun p kos => N.lor (kos_at t black white p) kos) 0%N (seq 0 (points t)).

(** Where a lone stone is a suicide. *)

Definition leaves_it (t : table) (mine theirs : N) (p : point) : bool :=
  let r := play t mine theirs (single p) in (own r =? mine)%N && (opposing r =? theirs)%N.

Definition suicides_of (t : table) (mine theirs : N) : N :=
  points_that (points t) (fun p => negb (has (N.lor mine theirs) p) && leaves_it t mine theirs p).

Definition suicide_kos (t : table) (black white : N) : N :=
  let b := suicides_of t black white in let w := suicides_of t white black in
  if (b =? 0)%N || (w =? 0)%N then 0%N else N.lor b w.

Definition kos_of (lone : bool) (t : table) (black white : N) : N :=
  if lone then N.lor (kos_by_capture t black white) (suicide_kos t black white)
  else kos_by_capture t black white.

Definition kos (lone : bool) (b : board) (P : position) : N :=
  kos_of lone (table_of b) (mask Black P) (mask White P).
