(** * Images of lemmas under symmetries of the board

    Only the program; see [Turned.v]. *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia Lqa.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Bits Flood Play Checker Beside Text Symmetry.

(** A symmetry as the checker has it: where each point goes, as sets of one point, and whether
    colours are exchanged. *)

Record turn_table := { sets : list N; exchanges : bool }.

Definition turn_of (b : board) (s : symmetry) : turn_table :=
  {| sets := map (fun p => single (goes s p)) (seq 0 (size b)); exchanges := swaps s |}.

Definition image_set (t : turn_table) (m : N) : N := beside (sets t) m.

(** Black and white stones. *)

Definition image_pair (t : turn_table) (x : N * N) : N * N :=
  if exchanges t then (image_set t (snd x), image_set t (fst x))
  else (image_set t (fst x), image_set t (snd x)).

Definition image_owner (t : turn_table) (o : N) : N :=
  if exchanges t then if (o =? 1)%N then 2%N else if (o =? 2)%N then 1%N else o else o.

Definition image_fact (t : turn_table) (f : Past.fact) : Past.fact :=
  let x := image_pair t (black_of f, white_of f) in
  let y :=
      if (N.lor (black_to f) (white_to f) =? 0)%N then (0, 0)%N
      else image_pair t (black_to f, white_to f) in
  {| scope := scope f; owner := image_owner t (owner f); index := index f;
     black_of := fst x; white_of := snd x; black_to := fst y; white_to := snd y |}.

Definition image_player (t : turn_table) (c : colour) : colour :=
  if exchanges t then opponent c else c.

Definition image_kind (t : turn_table) (k : kind) : kind :=
  if exchanges t
  then {| threshold := - threshold k; strict := negb (strict k); winner := opponent (winner k);
          endless := endless k |}
  else k.

Definition image_pattern (t : turn_table) (p : stone_pattern) : stone_pattern :=
  {| of_scope := of_scope p; of_player := image_player t (of_player p);
     all_of := image_set t (all_of p); one_of := image_set t (one_of p) |}.

Definition image_ban (b : board) (s : symmetry) (x : N) : N :=
  if (x =? 0)%N then 0%N
  else if (x =? 1)%N then 1%N
  else match find (fun p => (x =? 2 + N.of_nat p)%N) (seq 0 (size b)) with
       | Some p => (2 + N.of_nat (goes s p))%N
       | None => 0%N
       end.

Section Program.
  Variable b : board.
  Variable keys : list (nat * colour).
  Variable s : symmetry.
  Variable t : turn_table.

  Definition image_words (ws : list masks) : list masks :=
    map (fun kc => option_map (image_pair t) (word_of keys ws (fst kc) (image_player t (snd kc))))
      keys.

  Definition image_node (n : node) : node :=
    let x := image_pair t (black n, white n) in
    {| black := fst x; white := snd x; to_move := image_player t (to_move n); passes := passes n;
       ban := image_ban b s (ban n); words := image_words (words n);
       tallied := if exchanges t then ((- fst (tallied n))%Z, snd (tallied n)) else tallied n |}.
End Program.

Record turns := { forth : symmetry; table_forth : turn_table; table_back : turn_table }.

Definition image_lemma (b : board) (keys : list (nat * colour)) (u : turns)
    (l : lemma) : option lemma :=
  let t := table_forth u in
  let n := image_node b keys (forth u) t (place l) in
  if same_node (image_node b keys (inverse (forth u)) (table_back u) n) (place l) &&
     forallb (fun f => same_fact (image_fact (table_back u) (image_fact t f)) f) (given l)
  then Some {| says_who := image_kind t (says_who l); place := n;
               without := Facts.sort (map (image_fact t) (without l));
               without_groups := without_groups l;
               without_patterns := map (image_pattern t) (without_patterns l);
               given := Facts.sort (map (image_fact t) (given l)) |}
  else None.

(** From a permutation, as the list of where points go. *)

Definition symmetry_of (n : nat) (points : list point) (exchange : bool) : symmetry :=
  let from :=
      map (fun q =>
             match find (fun p => nth p points p =? q) (seq 0 n) with Some p => p | None => q end)
        (seq 0 n) in
  {| goes := fun p => if p <? n then nth p points p else p;
     back := fun q => if q <? n then nth q from q else q; swaps := exchange |}.

Definition turns_of (b : board) (x : list point * bool) : turns :=
  let s := symmetry_of (size b) (fst x) (snd x) in
  {| forth := s; table_forth := turn_of b s; table_back := turn_of b (inverse s) |}.

Definition test_symmetry (b : board) (s : symmetry) : bool :=
  forallb (fun p =>
             (goes s p <? size b) && (back s p <? size b) && (back s (goes s p) =? p) &&
             (goes s (back s p) =? p) &&
             forallb (fun q =>
                        implb (next_to_b b p q)
                          (next_to_b b (goes s p) (goes s q) && next_to_b b (back s p) (back s q)))
               (seq 0 (size b))) (seq 0 (size b)).

Definition good_turn (b : board) (R : rules) (u : turns) : bool :=
  test_symmetry b (forth u) &&
  (negb (swaps (forth u)) || Qeq_bool (komi R) 0 && negb (equivalence R) && negb (ikeda R)).

(** The symmetries of a file, and that which moves nothing. One after another is always one of
    them. *)

Definition all_turns (b : board) (symmetries : list (list point * bool)) : list turns :=
  map (turns_of b) ((seq 0 (size b), false) :: symmetries).

Definition is_after (b : board) (u v w : symmetry) : bool :=
  forallb (fun p => goes w p =? goes u (goes v p)) (seq 0 (size b)) &&
  eqb (swaps w) (xorb (swaps u) (swaps v)).

Definition closed_turns (b : board) (us : list turns) : bool :=
  forallb
    (fun u => forallb (fun v => existsb (fun w => is_after b (forth u) (forth v) (forth w)) us) us)
    us.
