(** * Headers as they stand in files

    The example of docs/certificate.md, and a rule with two facts, as Coq prints them and what they
    mean. *)

From Coq Require Import String List QArith.
Import ListNotations.
From Verified Require Import Kos Spec Known Handicap Header Shown Meaning.
Local Open Scope string_scope.

Definition always_on (start play pass : bool) : when :=
  {| at_start := start; at_play := play; at_pass := pass; only_if := None |}.
Definition stood : fact_text := {| fact_named := "stood"; terms := [The_after] |}.
Definition passed : fact_text := {| fact_named := "passed"; terms := [Who Mover; The_before] |}.
Definition if_true (f : fact_text) : any_part := Last_or (Last_and (Asked (Is_fact f))).

Definition first_example : heading := {|
  its_shape := A_rectangle 1 3;
  rule_name := "psk";
  its_suicide := forbidden;
  its_scoring := Area;
  its_komi := 0;
  its_no_result := 0;
  its_ending := Two_passes;
  its_ikeda := false;
  its_handicap := 0;
  its_compensation := Nothing_given;
  its_statements :=
    [Do_remember stood None (always_on true true false);
     Do_forbid (if_true stood)];
  its_position := [[Empty; Empty; Empty]];
  its_player := Black;
  its_moves := [];
  its_claim := A_value 3;
  rests_on := [] |}.

Example as_in_the_file : print first_example =
"kosolver certificate 6
board 1x3
rules ko=psk suicide=forbidden scoring=area komi=0 no-result=0
ko rule psk
ko remember stood(after) on start, play
ko forbid play if stood(after)
position ...
to-play black
value 3

".
Proof. reflexivity. Qed.

Example as_it_is_shown : statement first_example =
  ["Board 1x3, position ..., Black to play.";
   "Rules: positional superko, as ko=psk suicide=forbidden scoring=area komi=0 no-result=0.";
   "The value is 3: Black can force a score of at least 3, and White can hold him to it."].
Proof. reflexivity. Qed.

Example it_means_psk : rules_of first_example = Some psk.
Proof. reflexivity. Qed.

Definition spight_lines : list statement_text :=
  [Do_remember stood None (always_on true true true);
   Do_remember passed None (always_on false false true);
   Do_forget "stood" (always_on false false true);
   Do_forbid (if_true stood);
   Do_end (if_true passed)].

Example spight_as_written : map show_statement spight_lines =
  ["remember stood(after) on start, play, pass";
   "remember passed(mover, before) on pass";
   "forget stood on pass";
   "forbid play if stood(after)";
   "end pass if passed(mover, before)"].
Proof. reflexivity. Qed.

Example spight_means : text_of spight_lines = Some Spight.
Proof. reflexivity. Qed.

Definition configuration_lines : list statement_text :=
  let played t := {| fact_named := "played"; terms := [t; The_point] |} in
  let of_each := {| fact_named := "stood"; terms := [The_variable "P"] |} in
  [Do_remember stood None (always_on true true false);
   Do_remember (played (The_variable "P")) (Some of_each) (always_on false true false);
   Do_forbid (Or_else (Last_and (Asked Is_retaking)) (if_true (played The_before)))].

Example configuration_rules_as_written : map show_statement configuration_lines =
  ["remember stood(after) on start, play";
   "remember played(P, point) for each stood(P) on play";
   "forbid play if retakes or played(before, point)"].
Proof. reflexivity. Qed.

Example configuration_rules_mean : text_of configuration_lines = Some ConfigurationRules.
Proof. reflexivity. Qed.

(** On [.X] White takes a stone, and holds it. *)

Example taken_and_held :
  let g :=
    with_move (begin (rectangle 1 2) [Empty; Stone Black] White) (Play 0) [Stone White; Empty] in
  held White (record g) = 1%Z /\ held Black (record g) = 0%Z /\ all_taken (record g) = (-1)%Z.
Proof. repeat split; reflexivity. Qed.

(** On one point both can only kill a stone of their own. Where that is legal, the point is a ko. *)

Example lone_suicides_are_a_ko :
  kos true (rectangle 1 1) [Empty] = 1%N /\ kos false (rectangle 1 1) [Empty] = 0%N.
Proof. split; reflexivity. Qed.

(** One handicap stone on two points. *)

Example two_places : placements (rectangle 1 2) [Empty; Empty] =
  [[Stone Black; Empty]; [Empty; Stone Black]].
Proof. reflexivity. Qed.

Example names_of_points :
  map (show_point (A_rectangle 2 30)) [0; 8; 25; 30]%nat = ["A2"; "J2"; "AA2"; "A1"].
Proof. reflexivity. Qed.
