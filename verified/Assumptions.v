(** * The theorems, and what they assume: nothing

    [make] fails unless Coq says "Closed under the global context" of each. *)

From Verified Require Import Spec Play Area Beside Frames Twin Values Bounds Promises Symmetry
  Forced Image
  Ends Decided Judged Endless Accept Printed Driver.

(** What the program says of a file is true. *)
Print Assumptions proved_is_true.

(** No two headers are written alike, and what is shown tells what is meant. *)
Print Assumptions print_determines.
Print Assumptions statement_determines.

(** Acceptance implies the value of the game of the header. *)
Print Assumptions accepted_value.
Print Assumptions accepted_value_of_start.

(** So it is with the calls that the program makes. *)
Print Assumptions closed_value.
Print Assumptions closed_claim.
Print Assumptions header_stays.

(** In a text each line that keeps something at an event says what is kept. *)
Print Assumptions kept_by_each_line.

(** Nobody can force two contrary things; a value is unique. *)
Print Assumptions nothing_contrary.
Print Assumptions value_unique.

(** Equivalence scoring comes to the same as area scoring. *)
Print Assumptions equivalence_is_area.

(** Where play can be endless: what a player holds out for the other cannot prevent; the bounds are
    unique, and they give the value. What is safe by lemmas in a circle is held. *)
Print Assumptions held_is_not_prevented.
Print Assumptions bounds_unique.
Print Assumptions bounds_ordered.
Print Assumptions value_by_bounds.
Print Assumptions no_result.
Print Assumptions safe_is_held.

(** Points are found in kos as the specification says. *)
Print Assumptions kos_exact.

(** The steps of a text are the moves of the specification. *)
Print Assumptions text_keeps_promises.

(** What can be forced in a game can be forced in its image under a symmetry of the board; so what a
    lemma says is true of its image. *)
Print Assumptions can_force_image.
Print Assumptions image_lemma_is_valid.

(** A decided position is won. *)
Print Assumptions decided_is_won.
Print Assumptions judge_is.

(** Every game ends whose text passes the test, as the rules named in Known.v do, and so every start
    has a value. *)
Print Assumptions known_rules_end.
Print Assumptions every_game_ends.
Print Assumptions every_start_has_a_value.

(** Plays, moves and scores of the programs are those of the specification. *)
Print Assumptions plays_by_masks.
Print Assumptions scores_by_area.
Print Assumptions moves_exact.
Print Assumptions score_exact.
