(** * The header of a certificate, and how it is written

    A header is a tree: a board, a ruleset, statements of a ko rule, a position, moves, and what is
    claimed of them. [print] writes it as the lines of text at the beginning of a certificate;
    [statement], in [Shown.v], writes what is shown to people. Both say everything that they are
    given: [Printed.v] proves that two headers are never written alike. So a text means one header,
    and nothing that reads texts need be believed: the program accepts a header that it is offered
    only if [print] makes of it what the file begins with.

    How a new construct is added: give it a constructor here (of a term, a question, a statement
    or a field), a clause in its [show_] function, and, if it has names, one in its [good_]
    function; a meaning in [Lines.v]; and in [reader.ml] a line that reads it. Then the lemma
    about its [show_] function has a case more ([term_apart] and [fact_apart] in [Apart.v],
    [question_apart], [when_apart] and [statement_apart] in [Conditions.v], [fields_apart] in
    [Fields.v]). Where the first word of the construct differs from all others, it is closed as
    the other cases are. *)

From Coq Require Import List String Ascii NArith ZArith QArith PeanoNat Bool DecimalString.
Import ListNotations.
From Verified Require Import Spec.
Open Scope nat_scope.
Local Open Scope string_scope.

(** ** The tree *)

Inductive term_text :=
| Who (w : whom)
| The_before | The_after | No_position | The_point | The_frame
| Kept_as (n : string) (w : whom)
| The_variable (n : string).

(** A fact, as in [stood(after, next)]. *)
Record fact_text := { fact_named : string; terms : list term_text }.

Inductive question :=
| Is_fact (f : fact_text)
| Is_retaking
| Passes_least (n : nat)
| Passes_are (n : nat)
| Are_same (t t' : term_text).

(** A condition: parts joined by [or]; each of them is parts joined by [and]. *)
Inductive any_part := Last_or (a : all_part) | Or_else (a : all_part) (rest : any_part)
with all_part := Last_and (p : one_part) | And_also (p : one_part) (rest : all_part)
with one_part := Asked (q : question) | Is_not (p : one_part) | In_brackets (c : any_part).

(** [on start, play if …] *)
Record when := { at_start : bool; at_play : bool; at_pass : bool; only_if : option any_part }.

Inductive scored := Last_position | Mean | Sum.

Inductive statement_text :=
| Do_keep (n : string) (w : whom) (t : term_text) (o : when)
| Do_remember (f : fact_text) (each : option fact_text) (o : when)
| Do_forget (n : string) (o : when)
| Do_forbid (c : any_part)
| Do_end (c : any_part)
| No_pass
| Stuck_loses
| Do_count (new : bool) (o : when)
| Do_score (s : scored).

Inductive shape :=
| A_rectangle (rows columns : nat) | A_cylinder (rows columns : nat) | A_torus (rows columns : nat)
| A_cycle (n : nat) | A_complete (n : nat) | A_star (n : nat) | A_graph6 (code : string).

Inductive scoring := Area | Territory | Equivalence | Win_loss.
Inductive ending := Two_passes | Agreement | Without_passes | Prisoner_return.
Inductive compensation := Nothing_given | All_but_one | All_stones.

(** What is claimed: a value, or that a player can force scores on one side of a number. *)
Inductive claimed :=
| A_value (v : Q)
| Two_bounds (l u : Q)
| A_claim (c : colour) (more_than : bool) (v : Q).

Record heading := {
  its_shape : shape;
  rule_name : string;
  its_suicide : suicide_rule;
  its_scoring : scoring;
  its_komi : Q;
  its_no_result : Q;
  its_ending : ending;
  its_ikeda : bool;
  its_handicap : nat;
  its_compensation : compensation;
  its_statements : list statement_text;
  its_position : list (list content); (* in rows *)
  its_player : colour;
  its_moves : list move;
  its_claim : claimed;
  rests_on : list string (* digests of files *) }.

(** ** How its parts are written *)

Definition new_line : string := String "010" "".

Definition digits (n : N) : string := NilZero.string_of_uint (N.to_uint n).
Definition number_text (n : nat) : string := digits (N.of_nat n).

Definition show_score (q : Q) : string :=
  (if (Qnum q <? 0)%Z then "-" else "") ++ digits (Z.abs_N (Qnum q)) ++
  (if Pos.eqb (Qden q) 1 then "" else "/" ++ digits (N.pos (Qden q))).

Fixpoint joined (between : string) (l : list string) : string :=
  match l with [] => "" | [x] => x | x :: l' => x ++ between ++ joined between l' end.

Definition show_whom (w : whom) : string := match w with Mover => "mover" | Next => "next" end.

Definition show_term (t : term_text) : string :=
  match t with
  | Who w => show_whom w
  | The_before => "before" | The_after => "after" | No_position => "nothing"
  | The_point => "point" | The_frame => "frame(before)"
  | Kept_as n w => n ++ "(" ++ show_whom w ++ ")"
  | The_variable n => n
  end.

Definition show_fact (f : fact_text) : string :=
  fact_named f ++ "(" ++ joined ", " (map show_term (terms f)) ++ ")".

Definition show_question (q : question) : string :=
  match q with
  | Is_fact f => show_fact f
  | Is_retaking => "retakes"
  | Passes_least n => "passes >= " ++ number_text n
  | Passes_are n => "passes = " ++ number_text n
  | Are_same t t' => show_term t ++ " = " ++ show_term t'
  end.

Fixpoint show_any (c : any_part) : string :=
  match c with
  | Last_or a => show_all a
  | Or_else a rest => show_all a ++ " or " ++ show_any rest
  end
with show_all (a : all_part) : string :=
  match a with
  | Last_and p => show_one p
  | And_also p rest => show_one p ++ " and " ++ show_all rest
  end
with show_one (p : one_part) : string :=
  match p with
  | Asked q => show_question q
  | Is_not p => "not " ++ show_one p
  | In_brackets c => "(" ++ show_any c ++ ")"
  end.

Definition show_when (o : when) : string :=
  " on " ++ joined ", "
    ((if at_start o then ["start"] else []) ++ (if at_play o then ["play"] else []) ++
     (if at_pass o then ["pass"] else [])) ++
  match only_if o with None => "" | Some c => " if " ++ show_any c end.

Definition show_statement (s : statement_text) : string :=
  match s with
  | Do_keep n w t o => "keep " ++ n ++ "(" ++ show_whom w ++ ") = " ++ show_term t ++ show_when o
  | Do_remember f each o =>
      "remember " ++ show_fact f ++
      match each with None => "" | Some g => " for each " ++ show_fact g end ++ show_when o
  | Do_forget n o => "forget " ++ n ++ show_when o
  | Do_forbid c => "forbid play if " ++ show_any c
  | Do_end c => "end pass if " ++ show_any c
  | No_pass => "no pass"
  | Stuck_loses => "stuck loses"
  | Do_count new o => "count " ++ (if new then "after" else "before") ++ show_when o
  | Do_score s =>
      "score " ++ match s with Last_position => "last" | Mean => "mean" | Sum => "sum" end
  end.

Definition show_sizes (rows columns : nat) : string :=
  number_text rows ++ "x" ++ number_text columns.

Definition show_shape (b : shape) : string :=
  match b with
  | A_rectangle rows columns => show_sizes rows columns
  | A_cylinder rows columns => "cylinder:" ++ show_sizes rows columns
  | A_torus rows columns => "torus:" ++ show_sizes rows columns
  | A_cycle n => "cycle:" ++ number_text n
  | A_complete n => "complete:" ++ number_text n
  | A_star n => "star:" ++ number_text n
  | A_graph6 code => "graph6:" ++ code
  end.

(** The fields after the name of the ko rule. *)

Definition show_fields (h : heading) : string :=
  " suicide=" ++ match its_suicide h with
                 | forbidden => "forbidden" | multi_stone => "multi-stone" | allowed => "allowed"
                 end ++
  " scoring=" ++ match its_scoring h with
                 | Area => "area" | Territory => "territory" | Equivalence => "equivalence"
                 | Win_loss => "win-loss"
                 end ++
  " komi=" ++ show_score (its_komi h) ++ " no-result=" ++ show_score (its_no_result h) ++
  match its_ending h with
  | Two_passes => "" | Agreement => " end=agreement" | Without_passes => " end=no-pass"
  | Prisoner_return => " end=prisoner-return"
  end ++
  (if its_ikeda h then " ikeda=yes" else "") ++
  match its_handicap h with O => "" | _ => " handicap=" ++ number_text (its_handicap h) end ++
  match its_compensation h with
  | Nothing_given => "" | All_but_one => " compensation=K-1" | All_stones => " compensation=K"
  end.

Definition show_content (x : content) : string :=
  match x with Empty => "." | Stone Black => "X" | Stone White => "O" end.

Definition show_row (row : list content) : string := joined "" (map show_content row).

Definition show_position (rows : list (list content)) : string := joined "/" (map show_row rows).

(** The name of a point: the letter of its column, and the number of its row from the bottom.
    Where a board has no rows it is a number. *)

Definition letter (n : nat) : string := substring n 1 "ABCDEFGHJKLMNOPQRSTUVWXYZ".

Definition column_text (c : nat) : string :=
  (if (c <? 25)%nat then "" else letter (c / 25 - 1)) ++ letter (c mod 25).

(** The rows and columns of a board that has them. *)

Definition grid (b : shape) : option (nat * nat) :=
  match b with A_rectangle r c | A_cylinder r c | A_torus r c => Some (r, c) | _ => None end.

Definition show_point (b : shape) (p : point) : string :=
  match grid b with
  | Some (rows, columns) => column_text (p mod columns) ++ number_text (rows - p / columns)
  | None => number_text (S p)
  end.

Definition show_move (b : shape) (m : move) : string :=
  match m with Pass => "pass" | Play p => show_point b p end.

Definition show_moves (b : shape) (ms : list move) : string := joined " " (map (show_move b) ms).

Definition show_claim (c : claimed) : string :=
  match c with
  | A_value v => "value " ++ show_score v
  | Two_bounds l u => "value " ++ show_score l ++ " " ++ show_score u
  | A_claim c more_than v =>
      "claim " ++ (match c with Black => "black" | White => "white" end) ++
      (if more_than then " > " else " >= ") ++ show_score v
  end.

(** Each line ends with a line feed, and the last one is empty. *)

Fixpoint lines_of (l : list string) : string :=
  match l with [] => "" | x :: l' => x ++ new_line ++ lines_of l' end.

Definition print (h : heading) : string :=
  "kosolver certificate 6" ++ new_line ++
  "board " ++ show_shape (its_shape h) ++ new_line ++
  "rules ko=" ++ rule_name h ++ show_fields h ++ new_line ++
  "ko rule " ++ rule_name h ++ new_line ++
  lines_of (map (fun s => "ko " ++ show_statement s) (its_statements h)) ++
  "position " ++ show_position (its_position h) ++ new_line ++
  "to-play " ++ (match its_player h with Black => "black" | White => "white" end) ++ new_line ++
  match its_moves h with [] => "" | ms => "moves " ++ show_moves (its_shape h) ms ++ new_line end ++
  show_claim (its_claim h) ++ new_line ++
  lines_of (map (fun d => "piece " ++ d) (rests_on h)) ++ new_line.

(** ** What a header has to be, so that no two are written alike: names are names, and points are
    on the board *)

Definition is_between (low high c : ascii) : bool :=
  (N_of_ascii low <=? N_of_ascii c)%N && (N_of_ascii c <=? N_of_ascii high)%N.
Definition is_digit : ascii -> bool := is_between "0" "9".
Definition in_word (c : ascii) : bool := is_between "a" "z" c || is_digit c || Ascii.eqb c "-".
Definition in_rule_name (c : ascii) : bool := in_word c || Ascii.eqb c ":" || Ascii.eqb c "+".
Definition in_graph6 : ascii -> bool := is_between "?" "~".

Fixpoint all_of_it (P : ascii -> bool) (s : string) : bool :=
  match s with "" => true | String c s' => P c && all_of_it P s' end.

Definition language : list string :=
  ["start"; "play"; "pass"; "rule"; "title"; "source"; "remember"; "forget"; "keep"; "forbid";
   "end"; "no"; "stuck"; "loses"; "count"; "score"; "since"; "option"; "for"; "each"; "on"; "if";
   "and"; "or"; "not"; "retakes"; "passes"; "before"; "after"; "mover"; "next"; "point"; "frame";
   "nothing"].

Definition good_name (n : string) : bool :=
  all_of_it in_word n && negb (String.eqb n "") && negb (existsb (String.eqb n) language).

(** A variable begins with a capital. *)
Definition good_variable (n : string) : bool :=
  match n with "" => false | String c n' => is_between "A" "Z" c && all_of_it in_word n' end.

Definition is_variable (t : term_text) : bool :=
  match t with The_variable _ => true | _ => false end.

Definition good_term (t : term_text) : bool :=
  match t with Kept_as n _ => good_name n | The_variable n => good_variable n | _ => true end.

Definition good_fact (f : fact_text) : bool :=
  good_name (fact_named f) && forallb good_term (terms f) &&
  match terms f with [] => false | _ => true end.

Definition good_question (q : question) : bool :=
  match q with
  | Is_fact f => good_fact f
  | Are_same t t' => good_term t && good_term t' && negb (is_variable t)
  | _ => true
  end.

Fixpoint good_any (c : any_part) : bool :=
  match c with Last_or a => good_all a | Or_else a rest => good_all a && good_any rest end
with good_all (a : all_part) : bool :=
  match a with Last_and p => good_one p | And_also p rest => good_one p && good_all rest end
with good_one (p : one_part) : bool :=
  match p with
  | Asked q => good_question q
  | Is_not p => good_one p
  | In_brackets c => good_any c
  end.

Definition good_when (o : when) : bool :=
  match only_if o with None => true | Some c => good_any c end.

Definition good_statement (s : statement_text) : bool :=
  match s with
  | Do_keep n w t o => good_name n && good_term t && good_when o
  | Do_remember f each o =>
      good_fact f && match each with None => true | Some g => good_fact g end && good_when o
  | Do_forget n o => good_name n && good_when o
  | Do_forbid c | Do_end c => good_any c
  | Do_count _ o => good_when o
  | _ => true
  end.

Definition good_shape (b : shape) : bool :=
  match b with
  | A_graph6 code => all_of_it in_graph6 code
  | A_rectangle _ columns | A_cylinder _ columns | A_torus _ columns => (columns <=? 64)%nat
  | _ => true
  end.

Definition good_move (b : shape) (m : move) : bool :=
  match m, grid b with
  | Play p, Some (rows, columns) => (p <? rows * columns)%nat
  | _, _ => true
  end.

Definition good (h : heading) : bool :=
  good_shape (its_shape h) && all_of_it in_rule_name (rule_name h) &&
  forallb good_statement (its_statements h) &&
  match its_position h with [] => false | _ => true end &&
  forallb (good_move (its_shape h)) (its_moves h) &&
  forallb (all_of_it in_word) (rests_on h).
