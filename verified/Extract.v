(** * The checker as an OCaml program

    Numbers become the integers of the machine. What the checker does with them stays small, see
    [Session.short]: sets of at most 62 points, and fractions and tallies whose products have at
    most 61 bits. *)

From Coq Require Import List NArith ZArith QArith FMapPositive.
From Coq Require Extraction ExtrOcamlBasic ExtrOcamlString.
From Verified Require Import Text Spec Checker Accept Twin Ends Image Judge.
From Verified Require Header Lines Meaning Driver.

Extraction Language OCaml.

Extract Inductive positive => "int" [ "(fun p -> 2 * p + 1)" "(fun p -> 2 * p)" "1" ]
  "(fun odd even one p ->
     if p <= 1 then one () else if p land 1 = 0 then even (p lsr 1) else odd (p lsr 1))".
Extract Inductive N =>
  "int" [ "0" "(fun p -> p)"] "(fun zero pos n -> if n = 0 then zero () else pos n)".
Extract Inductive Z => "int" [ "0" "(fun p -> p)" "(fun p -> - p)" ]
  "(fun zero pos neg z -> if z = 0 then zero () else if z > 0 then pos z else neg (- z))".

Extract Inlined Constant Pos.eqb => "((=) : int -> int -> bool)".
Extract Inlined Constant Pos.ltb => "((<) : int -> int -> bool)".
Extract Inlined Constant Pos.div2 => "(fun p -> if p <= 1 then 1 else p lsr 1)".
Extract Inlined Constant is_odd => "(fun p -> p > 1 && p land 1 = 1)".
Extract Inlined Constant Pos.succ => "Stdlib.succ".
Extract Inlined Constant Pos.add => "(+)".
Extract Inlined Constant Pos.mul => "( * )".
Extract Inlined Constant N.eqb => "((=) : int -> int -> bool)".
Extract Inlined Constant N.compare =>
  "(fun (x : int) (y : int) -> if x = y then Eq else if x < y then Lt else Gt)".
Extract Inlined Constant N.land => "(land)".
Extract Inlined Constant N.lor => "(lor)".
Extract Inlined Constant N.lxor => "(lxor)".
Extract Inlined Constant N.ldiff => "(fun x y -> x land (lnot y))".
Extract Inlined Constant N.odd => "(fun x -> x land 1 = 1)".
Extract Inlined Constant N.div2 => "(fun x -> x lsr 1)".
Extract Inlined Constant N.double => "(fun x -> x lsl 1)".
Extract Inlined Constant N.succ_double => "(fun x -> (x lsl 1) lor 1)".
Extract Inlined Constant N.shiftl => "(lsl)".
Extract Inlined Constant N.shiftr => "(lsr)".
Extract Inlined Constant N.succ => "Stdlib.succ".
Extract Inlined Constant N.ltb => "((<) : int -> int -> bool)".
Extract Inlined Constant N.add => "(+)".
Extract Inlined Constant N.succ_pos => "Stdlib.succ".
Extract Inlined Constant N.testbit => "(fun x i -> (x lsr i) land 1 = 1)".
Extract Inlined Constant Z.add => "(+)".
Extract Inlined Constant Z.sub => "(-)".
Extract Inlined Constant Z.opp => "(~-)".
Extract Inlined Constant Z.mul => "( * )".
Extract Inlined Constant Z.abs => "Stdlib.abs".
Extract Inlined Constant Z.leb => "((<=) : int -> int -> bool)".
Extract Inlined Constant Z.ltb => "((<) : int -> int -> bool)".

Extraction "program/checker.ml" nth_error rule_for in_set quick_find passed_over in_my_group
  includes image_fact turns_of settled_of needed_patterns first_node games_end equivalence progress
  none_forgotten new_fact new_fact_of_mover surely_ends longest_row from_after no_step choices
  step_of leads fact_compare
  begin moves over_b score Header.show_move find_lemma asks_nothing Header.show_score
    Header.good_name Meaning.known Meaning.with_ending Lines.text_of Meaning.board_of
    Driver.header_of Driver.check.
