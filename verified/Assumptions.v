(** * The theorems, and what they assume: nothing

    [make] fails unless Coq says "Closed under the global context" of each. *)

From Verified Require Import Spec Play Area Twin Values Ends Accept.

(** Acceptance implies the value of the game of the header. *)
Print Assumptions accepted_value.
Print Assumptions accepted_value_of_start.

(** Nobody can force two contrary things; a value is unique. *)
Print Assumptions nothing_contrary.
Print Assumptions value_unique.

(** Every game ends, and every start has a value. *)
Print Assumptions every_game_ends.
Print Assumptions every_start_has_a_value.

(** Plays, moves and scores of the programs are those of the specification. *)
Print Assumptions plays_by_masks.
Print Assumptions scores_by_area.
Print Assumptions moves_exact.
Print Assumptions score_exact.
