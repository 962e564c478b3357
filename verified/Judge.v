(** * The check that the position of a lemma is decided

    The program looks for the stones that live and the points that are settled. What it has found it
    tests, so nothing need be proved of how it looks. Only the program; see [Judged.v]. *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia Lqa.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Bits Flood Play Checker Common Ends Life Settled Decided.

Section Program.
  Variable t : table.
  Variable cells : list N. (* each point as a set *)

  (** The parts of a set of points. *)
  Fixpoint pieces (cells : list N) (within rest : N) : list N :=
    match cells with
    | [] => []
    | here :: cells' =>
        if (N.land here rest =? 0)%N then pieces cells' within rest
        else let part := spread t within here in part :: pieces cells' within (N.ldiff rest part)
    end.

  Definition union (l : list N) : N := fold_right N.lor 0%N l.

  Definition subset (m m' : N) : bool := (N.ldiff m m' =? 0)%N.

  Definition regions (A : N) : list N := let rest := N.ldiff (all t) A in pieces cells rest rest.

  (** The regions that are vital to a chain. *)
  Definition vital (rs : list N) (chain : N) : list N :=
    let near := neighbours t chain in filter (fun r => subset r near) rs.

  Definition has_two {X} (l : list X) : bool := match l with _ :: _ :: _ => true | _ => false end.

  Fixpoint living (k : nat) (A : N) : N :=
    match k with
    | O => A
    | S k' => let rs := regions A in
              let A' := union (filter (fun c => has_two (vital rs c)) (pieces cells A A)) in
              if (A' =? A)%N then A else living k' A'
    end.

  Definition inside_of (A E : N) : N := N.ldiff E (neighbours t A).

  (** The inside of a region is small: each point has two neighbours, and any two are adjacent
      without a common one. *)
  Definition is_small (within inside here : N) : bool :=
    if (N.land here inside =? 0)%N then true
    else
      let near := neighbours t here in
      let others := N.ldiff (N.land (spread t within here) inside) here in
      (2 <=? count (points t) near) && subset others near &&
      (N.land near (neighbours t others) =? 0)%N.

  Definition all_small (within inside : N) : bool := forallb (is_small within inside) cells.

  Definition settled_off (A mine : N) (rs : list N) : N :=
    union (filter (fun r => (N.land r mine =? 0)%N && all_small r (inside_of A r)) rs).

  Definition good_region (A r : N) : bool :=
    negb (r =? 0)%N && (N.land r A =? 0)%N && subset (neighbours t r) (N.lor r A) &&
    subset r (all t).

  Definition has_eyes (rs : list N) (chain : N) : bool :=
    match vital rs chain with V :: W :: _ => (N.land V W =? 0)%N | _ => false end.

  Definition all_have_liberties (mine theirs : N) : bool :=
    let near := neighbours t (N.ldiff (all t) (N.lor mine theirs)) in
    (spread t mine near =? mine)%N && (spread t theirs near =? theirs)%N.

  Definition settled_test (mine theirs A E : N) (rs : list N) : bool :=
    all_have_liberties mine theirs && subset A mine && subset E (all t) && subset A (all t) &&
    (N.land E (N.lor A mine) =? 0)%N && subset (neighbours t E) (N.lor E A) &&
    (spread t mine A =? A)%N && forallb (good_region A) rs &&
    (let chains := pieces cells mine A in
     subset A (union chains) && forallb (has_eyes rs) chains) && all_small E (inside_of A E).
End Program.

Definition rules_decide (R : rules) (names : list nat) : bool :=
  match suicide R with forbidden => true | _ => false end && passing (ko R) &&
  match tally (ko R) with
  | None => match counts_by R with by_area => true | _ => false end && negb (ikeda R)
  | Some _ => false
  end && bans_what_it_makes (ko R) && games_end (ko R) (returning R) names.

Definition there (x : term) : bool := match x with Nothing => false | _ => true end.

Section Judge.
  Variable t : table.
  Variable cells : list N.
  Variable R : rules.
  Variable scopes : nat -> bool -> bool -> N.
  Variable r : rule.
  Variable gs : groups.

  Definition needed_pattern (X : colour) (A E : N) (s : remember) : stone_pattern :=
    {| of_scope :=
         scopes (p_name (what_fact s)) (there (p_1 (what_fact s))) (there (p_2 (what_fact s)));
       of_player := X; all_of := A; one_of := E |}.

  Definition needed_patterns (X : colour) (A E : N) : list stone_pattern :=
    map (needed_pattern X A E) (flat_map (lines_of (ko R)) (watched (ko R))).

  Definition sure_score (X : colour) (A E : N) : Q :=
    let lead := (2 * Z.of_nat (count (points t) (N.lor A E)) - Z.of_nat (points t))%Z in
    inject_Z (match X with Black => lead | White => - lead end) - komi R.

  (** [A] and [E] of a node. *)
  Definition settled_of (n : node) (X : colour) : N * N * list N :=
    let own := match X with Black => black n | White => white n end in
    let A := living t cells (points t) own in
    if (A =? 0)%N then (0%N, 0%N, [])
    else let rs := regions t cells A in (A, settled_off t cells A own rs, rs).

  Definition judge (l : lemma) : bool :=
    let n := place l in
    let X := winner (says_who l) in
    let own := match X with Black => black n | White => white n end in
    let others := match X with Black => white n | White => black n end in
    let '(A, E, rs) := settled_of n X in
    settled_test t cells own others A E rs && wins (says_who l) (sure_score X A E) &&
    (ban n =? 0)%N &&
    forallb (fun p => existsb (fun mine => includes mine p) (without_patterns l))
      (needed_patterns X A E) &&
    (same_colour (to_move n) X || (N.land E others =? 0)%N ||
     forallb (fun c =>
                let s := step_of r n c in
                match leads s with Ends _ => passed_over r gs l s | GoesOn _ => true end)
       (choices r n)).
End Judge.
