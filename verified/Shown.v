(** * What is shown to people of a header

    A rule that has a name is shown by it; that it is this rule is seen to in [Meaning.v]. Every
    other is shown with its text. *)

From Coq Require Import List String QArith Bool.
Import ListNotations.
From Verified Require Import Go Header.
Local Open Scope string_scope.

Definition words_for : list (string * string) :=
  [("none", "no ko rule");
   ("basic", "basic ko");
   ("psk", "positional superko");
   ("ssk", "situational superko");
   ("nssk", "natural situational superko");
   ("fixed", "fixed ko");
   ("basic-fixed", "basic ko and fixed ko");
   ("basic-ko-rules", "the Basic Ko Rules");
   ("configuration-rules", "the Configuration Rules");
   ("primitive", "the primitive rules");
   ("spight", "Spight's rule");
   ("spight-2", "Spight's second rule");
   ("kee-2007", "Kee's rule of 2007");
   ("kee-2020", "Kee's rule of October 2020");
   ("kee", "Kee's superko");
   ("kee:sum", "Kee's superko, where scores add up");
   ("kee-2020-03", "Kee's rule of March 2020");
   ("kee-2020-03:free", "Kee's rule of March 2020");
   ("kee-2020-03:same", "Kee's rule of March 2020");
   ("kee-2020-03:free+same", "Kee's rule of March 2020")].

Definition entry {A} (name : string) (l : list (string * A)) : option A :=
  match find (fun x => String.eqb (fst x) name) l with Some x => Some (snd x) | None => None end.

Definition in_words (name : string) : option string := entry name words_for.

Definition shown_claim (c : claimed) : string :=
  match c with
  | A_value v =>
      "The value is " ++ show_score v ++ ": Black can force a score of at least " ++ show_score v ++
      ", and White can hold him to it."
  | Two_bounds l u =>
      "Play can be endless. If that is the worst for Black, he can get " ++ show_score l ++
      " and no more. If it is the best, he can get " ++ show_score u ++ " and no more."
  | A_claim Black more_than v =>
      "Black can force a score of " ++ (if more_than then "more than " else "at least ") ++
      show_score v ++ "."
  | A_claim White more_than v =>
      "White can hold Black to a score of " ++ (if more_than then "at most " else "less than ") ++
      show_score v ++ "."
  end.

Definition statement (h : heading) : list string :=
  ("Board " ++ show_shape (its_shape h) ++
   ", position " ++ show_position (its_position h) ++ ", " ++
   (match its_player h with Black => "Black" | White => "White" end) ++ " to play" ++
   (match its_moves h with
    | [] => ""
    | ms => ", after the moves " ++ show_moves (its_shape h) ms
    end) ++ ".") ::
  match in_words (rule_name h) with
  | Some words => ["Rules: " ++ words ++ ", as ko=" ++ rule_name h ++ show_fields h ++ "."]
  | None => ("Rules: a rule of its own, with" ++ show_fields h ++ ". This is its text:") ::
            ("  rule " ++ rule_name h) :: map (fun s => "  " ++ show_statement s) (its_statements h)
  end ++
  [shown_claim (its_claim h)].
