(** * The game of Go on a small board, as the rule book says it

    With [Go.v], which says what stones and plays are, this file is what a reader has to believe.
    Everything else in this folder is proved from the two, and the proofs are checked by Coq. (Which
    points are in kos is found by a program, [kos]; that these are those of [in_a_ko] is [kos_exact]
    in [Frames.v].) It speaks of ko rules, of the end, of scores, and of what a player can force. It
    knows nothing of certificates, bit masks or caches. *)

From Coq Require Import List QArith PeanoNat.
From Verified Require Export Go.
From Verified Require Import Bits Kos.
Import ListNotations.
Open Scope nat_scope.

(** ** The rules

    A ko rule is a text. An example, Spight's rule:
<<
    remember stood(after)           on start, play, pass
    forget   stood                  on pass
    remember passed(mover, before)  on pass
    forbid   play  if stood(after)
    end      pass  if passed(mover, before)
>>
    What is remembered is a fact: a name (here a number), perhaps a player, and perhaps two
    positions. *)

Record fact := {
  name : nat;
  player : option colour;
  position_1 : option position;
  position_2 : option position }.

(** The words of a text. [Kept k w]: what is kept for the player [w] under the number [k], see
    below. A point is written as a position with one stone: [Point w], a stone of [w] on the point
    of the play. A line about a point is two, one with a stone of each player. A frame, which points
    are in kos and the stones on all others, is written as two positions: [Off_kos], the stones off
    the kos, and [On_kos w _], a stone of the opponent of [w] on each point of a ko. A point beside
    it ([pointed]) is a stone of [w] more: in the second, or in the first if the point is in a
    ko. *)
Record frame := { pointed : bool; lone_suicides : bool (* two of them are a ko, too *) }.
Inductive whom := Mover | Next.
Inductive term :=
| Nothing | Before | After | Kept (k : nat) (w : whom)
| Point (w : whom) | Off_kos (w : whom) (f : frame) | On_kos (w : whom) (f : frame).
Record pattern := { p_name : nat; p_player : option whom; p_1 : term; p_2 : term }.

Inductive condition :=
| always | retakes | passes_at_least (n : nat) | same (t t' : term)
| both (a b : condition) | either (a b : condition) | unless (a : condition).

(** When a line counts: at the start, at plays, at passes; if the condition holds. *)
Record occasion := { on_start : bool; on_play : bool; on_pass : bool; provided : condition }.

(** With [for_each] a line makes its fact true of many positions:
    [remember played(P, point) for each stood(P) on play] makes [played(P, point)] true of every [P]
    for which [stood(P)] was true before the move. Here [Before] stands for [P]. *)
Record remember := { what_fact : pattern; for_each : option pattern; remember_when : occasion }.
Record forget := { which : nat; forget_when : occasion }.
Record keep := { place_kept : nat; for_whom : whom; what_kept : term; keep_when : occasion }.

(** A reason to forbid a play, or to end the game by a pass: a condition, and perhaps a fact that is
    remembered. *)
Record reason := { so : condition; remembered : option pattern }.

(** What a text counts: the position before or after some events. In the end the scores of what has
    been counted are added up, or their mean is taken. A text without such a line scores the last
    position. *)
Record counting := { the_new_position : bool; count_when : occasion; adds_up : bool }.

Record text := {
  remembers : list remember;
  forgets : list forget;
  keeps : list keep;
  forbids : list reason;
  ends : list reason;
  passing : bool;
  tally : option counting }.

(** A text keeps one position at a time: no two of its lines keep for the same player under the same
    number at the same kind of event. Lines that do are no text. *)
Definition at_one_event (s s' : keep) : Prop :=
  place_kept s = place_kept s' /\ for_whom s = for_whom s' /\
  (on_play (keep_when s) = true /\ on_play (keep_when s') = true \/
   on_pass (keep_when s) = true /\ on_pass (keep_when s') = true).

Definition is_a_text (T : text) : Prop :=
  ForallOrdPairs (fun s s' => ~ at_one_event s s') (keeps T).

(** *** What the text means. [r] is the record before the event [e]. *)

Definition counts (o : occasion) (e : event) : bool :=
  match what e with Play _ => on_play o | Pass => on_pass o end.

Definition player_of (e : event) (w : whom) : colour :=
  match w with Mover => who e | Next => opponent (who e) end.

(** The points of a board, each with what the function says. [kos lone b P] are the points of [P]
    that are in kos: the theorem [kos_exact] says so. *)
Definition with_all (b : board) (f : point -> content) : position := map f (seq 0 (size b)).

Definition marked (on : bool) (f : frame) (b : board) (P : position) (p : point)
    (c : colour) : position :=
  with_all b (fun q =>
    let here := if pointed f && (q =? p) then Stone c else Empty in
    if has (kos (lone_suicides f) b P) q
    then (if on then Stone (opponent c) else here)
    else (if on then here else at_point P q)).

Definition meant (kept : nat -> colour -> option position) (e : event)
    (t : term) : option position :=
  match t with
  | Nothing => None
  | Before => Some (before e)
  | After => Some (after e)
  | Kept k w => kept k (player_of e w)
  | Point w =>
      match what e with
      | Play p =>
          Some (with_all (at_board e) (fun q => if q =? p then Stone (player_of e w) else Empty))
      | Pass => None
      end
  | Off_kos w f =>
      match what e with
      | Play p => Some (marked false f (at_board e) (before e) p (player_of e w))
      | Pass => None
      end
  | On_kos w f =>
      match what e with
      | Play p => Some (marked true f (at_board e) (before e) p (player_of e w))
      | Pass => None
      end
  end.

Definition instance (kept : nat -> colour -> option position) (e : event) (p : pattern) : fact :=
  {| name := p_name p; player := option_map (player_of e) (p_player p);
     position_1 := meant kept e (p_1 p); position_2 := meant kept e (p_2 p) |}.

(** How many passes have just been made, one after the other. *)
Fixpoint passes_in_a_row (r : list event) : nat :=
  match r with
  | e :: r' => match what e with Pass => S (passes_in_a_row r') | Play _ => 0 end
  | [] => 0
  end.

(** [e] is a play that leads back to the position before the last play. *)
Definition takes_back (r : list event) (e : event) : Prop :=
  a_play e /\ match r with [] => False | last :: _ => a_play last /\ before last = after e end.

(** What is kept for a player: what the last event kept that kept something for him. *)
Fixpoint kept_for (T : text) (r : list event) (k : nat) (c : colour) : option position :=
  match r with
  | [] => None
  | e :: r' =>
      match find (fun s => counts (keep_when s) e && (place_kept s =? k) &&
                           if colour_eq (player_of e (for_whom s)) c then true else false)
                 (keeps T) with
      | Some s => meant (kept_for T r') e (what_kept s)
      | None => kept_for T r' k c
      end
  end.

Fixpoint holds (T : text) (r : list event) (e : event) (a : condition) : Prop :=
  match a with
  | always => True
  | retakes => takes_back r e
  | passes_at_least n => n <= passes_in_a_row r
  | same t t' => meant (kept_for T r) e t = meant (kept_for T r) e t'
  | both a b => holds T r e a /\ holds T r e b
  | either a b => holds T r e a \/ holds T r e b
  | unless a => ~ holds T r e a
  end.

(** A fact is remembered if the last event made it true, or if it was remembered before, and the
    last event does not make it forgotten. What an event makes true sees what is kept after it;
    [was] is what was remembered before. *)
Definition of_position (P : position) (f : fact) : fact :=
  {| name := name f; player := player f; position_1 := Some P; position_2 := position_2 f |}.

Definition makes_true (T : text) (was : fact -> Prop) (r : list event) (e : event)
    (f : fact) : Prop :=
  exists s,
    In s (remembers T) /\
    counts (remember_when s) e = true /\ holds T r e (provided (remember_when s)) /\
    let it_is := instance (kept_for T (e :: r)) e in
    match for_each s with
    | None => f = it_is (what_fact s)
    | Some p => exists P, was (of_position P (it_is p)) /\ f = of_position P (it_is (what_fact s))
    end.

Definition makes_forgotten (T : text) (r : list event) (e : event) (f : fact) : Prop :=
  exists s,
    In s (forgets T) /\
    counts (forget_when s) e = true /\ holds T r e (provided (forget_when s)) /\
    which s = name f.

Definition true_at_start (T : text) (P0 : position) (c0 : colour) (f : fact) : Prop :=
  exists s,
    In s (remembers T) /\ on_start (remember_when s) = true /\ for_each s = None /\
    f = instance
          (fun _ _ => None)
          {| at_board := {| size := length P0; pairs := [] |};
             who := opponent c0; what := Pass; before := P0; after := P0 |}
          (what_fact s).

Fixpoint is_remembered (T : text) (P0 : position) (c0 : colour) (r : list event)
    (f : fact) : Prop :=
  match r with
  | [] => true_at_start T P0 c0 f
  | e :: r' =>
      makes_true T (is_remembered T P0 c0 r') r' e f \/
      is_remembered T P0 c0 r' f /\ ~ makes_forgotten T r' e f
  end.

Definition is_given (T : text) (P0 : position) (c0 : colour) (r : list event) (e : event)
    (x : reason) : Prop :=
  holds T r e (so x) /\
  match remembered x with
  | None => True
  | Some p => is_remembered T P0 c0 r (instance (kept_for T r) e p)
  end.

Inductive suicide_rule := forbidden | multi_stone | allowed.

(** Two rulings on scores, see below: what counts, and Ikeda's rule. And one on passes: who passes
    gives back a prisoner. It is for texts without passes that end the game. *)
Inductive scoring_rule := by_area | by_equivalence | by_territory.

Record rules := {
  ko : text;
  suicide : suicide_rule;
  komi : Q;
  counts_by : scoring_rule;
  ikeda : bool;
  returning : bool }.

(** Which suicides are legal: none, that of two or more stones, or all. After a suicide the point of
    the play is empty. The suicide of a lone stone leaves the position as it was. *)
Definition suicide_allows (R : rules) (P : position) (p : point) (T : position) : Prop :=
  match suicide R with
  | forbidden => at_point T p <> Empty
  | multi_stone => T <> P
  | allowed => True
  end.

(** The move that the player to move would make. *)
Definition next_event (g : game) (m : move) (T : position) : event :=
  {| at_board := on g; who := turn g; what := m; before := now g; after := T |}.

Definition ko_forbids (R : rules) (g : game) (p : point) (T : position) : Prop :=
  exists x,
    In x (forbids (ko R)) /\
    is_given (ko R) (start g) (first g) (record g) (next_event g (Play p) T) x.

(** [may_play R g p T]: a play on [p] is legal and makes the position [T]. *)
Definition may_play (R : rules) (g : game) (p : point) (T : position) : Prop :=
  plays (on g) (turn g) p (now g) T /\ suicide_allows R (now g) p T /\ ~ ko_forbids R g p T.

(** ** The end

    A pass ends the game if the text has a reason. (A text that says nothing of the end has the
    reason that a pass has just been made.) If there are no passes, the game ends when the player to
    move cannot play. If passes give back prisoners, it ends when he cannot play and holds no
    prisoner. *)

Definition ended_by_a_pass (R : rules) (g : game) : Prop :=
  match record g with
  | [] => False
  | e :: r =>
      what e = Pass /\ exists x, In x (ends (ko R)) /\ is_given (ko R) (start g) (first g) r e x
  end.

Definition may_pass (R : rules) (g : game) : Prop :=
  if passing (ko R) then True else returning R = true /\ (0 < held (turn g) (record g))%Z.

Definition over (R : rules) (g : game) : Prop :=
  if passing (ko R) then ended_by_a_pass R g else ~ may_pass R g /\ forall p T, ~ may_play R g p T.

(** ** Legal moves

    [makes R g m g']: in the game [g] the move [m] is legal, and it leads to the game [g']. *)

Inductive makes (R : rules) (g : game) : move -> game -> Prop :=
| by_a_pass : ~ over R g -> may_pass R g -> makes R g Pass (with_move g Pass (now g))
| by_a_play : forall p T,
    ~ over R g -> may_play R g p T -> makes R g (Play p) (with_move g (Play p) T).

Inductive leads_to (R : rules) : game -> list move -> game -> Prop :=
| no_moves : forall g, leads_to R g [] g
| more_moves : forall g m ms g' g'',
    makes R g m g' -> leads_to R g' ms g'' -> leads_to R g (m :: ms) g''.

(** ** Scores

    A point is a player's if his stone is on it, or if it is empty and its region touches his stones
    alone. A position counts Black's points less White's. *)

Definition belongs_to (b : board) (P : position) (c : colour) (p : point) : Prop :=
  p < size b /\
  (at_point P p = Stone c \/
   at_point P p = Empty /\ touches b P p (Stone c) /\ ~ touches b P p (Stone (opponent c))).

Definition area_is (b : board) (P : position) (z : Z) : Prop :=
  exists black white, so_many black (belongs_to b P Black) /\
    so_many white (belongs_to b P White) /\ z = (Z.of_nat black - Z.of_nat white)%Z.

(** What the positions of a record that are counted count together, and how many they are. *)
Definition is_counted (T : text) (c : counting) (r : list event) (e : event) : Prop :=
  counts (count_when c) e = true /\ holds T r e (provided (count_when c)).

Inductive counted (b : board) (T : text) (c : counting) : list event -> Z -> nat -> Prop :=
| none_at_first : counted b T c [] 0%Z 0
| one_more : forall e r z total n,
    is_counted T c r e -> area_is b (if the_new_position c then after e else before e) z ->
    counted b T c r total n -> counted b T c (e :: r) (total + z)%Z (S n)
| no_more : forall e r total n,
    ~ is_counted T c r e -> counted b T c r total n -> counted b T c (e :: r) total n.

(** [n] positions that count [total] together. Each is worth what it counts less komi. Without any
    the game is a draw. *)
Definition counted_score (R : rules) (c : counting) (total : Z) (n : nat) : Q :=
  let number := inject_Z (Z.of_nat n) in
  if n =? 0 then 0
  else if adds_up c then inject_Z total - number * komi R else inject_Z total / number - komi R.

(** Beside the board. Under equivalence scoring stones do not count, but a stone that is removed,
    and a stone for each pass, goes to the opponent. White is the last to pass, and where she
    begins, it is as if Black had played before. So [equivalence_is_area], a theorem: it comes to
    the same. Under territory scoring stones do not count either, and a stone that is removed is a
    point for the opponent. Ikeda: the first pass of the game costs White a point. *)
Definition beside_the_board (R : rules) (g : game) : Z :=
  (match counts_by R with
   | by_area => 0
   | by_equivalence =>
       (lead (start g) - lead (now g)) + all_handed_over (record g) +
       match first g with Black => 0 | White => -1 end +
       match turn g with Black => 0 | White => 1 end
   | by_territory => all_taken (record g) - lead (now g)
   end +
   (if ikeda R then match first_to_pass (record g) with Some White => -1 | _ => 0 end else 0))%Z.

(** The score of a game. If no pass ends it, who cannot move has lost, which is written as the score
    1 or -1. *)
Definition area_scores (R : rules) (g : game) (s : Q) : Prop :=
  exists z, area_is (on g) (now g) z /\ (s == inject_Z (z + beside_the_board R g) - komi R)%Q.

Definition scores (R : rules) (g : game) (s : Q) : Prop :=
  if passing (ko R)
  then match tally (ko R) with
       | None => area_scores R g s
       | Some c =>
           exists total n,
             counted (on g) (ko R) c (record g) total n /\ (s == counted_score R c total n)%Q
       end
  else (s == match turn g with Black => -1 | White => 1 end)%Q.

(** ** Values

    A player can force a goal if the game is over and its score is as he wants; or it is his turn
    and some move of his leads to a game in which he can; or it is the opponent's turn and every
    move does. *)

Inductive can_force (R : rules) (c : colour) (goal : Q -> Prop) : game -> Prop :=
| at_the_end : forall g s,
    over R g -> scores R g s -> goal s -> can_force R c goal g
| by_own_move : forall g m g',
    turn g = c -> makes R g m g' -> can_force R c goal g' -> can_force R c goal g
| whatever_is_played : forall g,
    ~ over R g -> turn g <> c ->
    (forall m g', makes R g m g' -> can_force R c goal g') -> can_force R c goal g.

(** The value of a game is the score that Black can reach and that White can hold him to. *)
Definition has_value (R : rules) (g : game) (v : Q) : Prop :=
  can_force R Black (fun s => (v <= s)%Q) g /\ can_force R White (fun s => (s <= v)%Q) g.

(** ** Endless play

    If nothing of the past forbids a play, a game may go on for ever. A player can hold out for a
    goal if he can see to it that the game ends as he wants or does not end. This is so if there are
    games that he is [safe] in, this one among them: in each the game is over with a score as he
    wants; or it is his turn, and some move of his leads to a game that he is safe in; or it is the
    opponent's turn, and every move does. *)

Definition can_hold_out (R : rules) (c : colour) (goal : Q -> Prop) (g : game) : Prop :=
  exists safe : game -> Prop,
    safe g /\
    forall g', safe g' ->
      (over R g' /\ exists s, scores R g' s /\ goal s) \/
      (turn g' = c /\ exists m g'', makes R g' m g'' /\ safe g'') \/
      (~ over R g' /\ turn g' <> c /\ forall m g'', makes R g' m g'' -> safe g'').

(** Such a game has two scores in place of a value. [L] is what Black can force if endless play is
    the worst for him: he can force at least [L], and White can hold out for no more. [U] is what he
    can force if it is the best: he can hold out for at least [U], and White can force no more.
    Where a player can force no end, they are the ends of what a board can count. Example:
    [none_1x2 : has_bounds none (empty 1 2) (-2) 2]. *)
Definition least_count (R : rules) (g : game) : Q :=
  - inject_Z (Z.of_nat (size (on g))) - komi R - if ikeda R then 1 else 0.
Definition greatest_count (R : rules) (g : game) : Q := inject_Z (Z.of_nat (size (on g))) - komi R.

Definition has_bounds (R : rules) (g : game) (L U : Q) : Prop :=
  (can_force R Black (fun s => (L <= s)%Q) g \/ (L == least_count R g)%Q) /\
  can_hold_out R White (fun s => (s <= L)%Q) g /\
  can_hold_out R Black (fun s => (U <= s)%Q) g /\
  (can_force R White (fun s => (s <= U)%Q) g \/ (U == greatest_count R g)%Q).

(** The value where endless play is worth [e] to Black: each player can force it, or hold out for it
    if an endless game is as good for him. *)
Definition has_value_if_endless_is (e : Q) (R : rules) (g : game) (v : Q) : Prop :=
  (can_force R Black (fun s => (v <= s)%Q) g \/
   (v <= e)%Q /\ can_hold_out R Black (fun s => (v <= s)%Q) g) /\
  (can_force R White (fun s => (s <= v)%Q) g \/
   (e <= v)%Q /\ can_hold_out R White (fun s => (s <= v)%Q) g).

(** ** Starts

    [psk_2x2 : has_value psk (empty 2 2) 1], a theorem of this folder, says: on the empty 2x2 board,
    with Black to move, under positional superko, Black can get one point more than White, and no
    more. *)

Definition rectangle (rows columns : nat) : board :=
  {| size := rows * columns;
     pairs :=
       flat_map (fun r => map (fun c => (r * columns + c, r * columns + S c)) (seq 0 (columns - 1)))
                (seq 0 rows) ++
       flat_map (fun r => map (fun c => (r * columns + c, S r * columns + c)) (seq 0 columns))
                (seq 0 (rows - 1)) |}.

Definition begin (b : board) (P : position) (c : colour) : game :=
  {| on := b; start := P; first := c; record := [] |}.

Definition empty (rows columns : nat) : game :=
  begin (rectangle rows columns) (repeat Empty (rows * columns)) Black.

(** Handicap stones: Black places so many, one after the other; none may die at once. Then a game
    begins, with White. *)
Fixpoint can_force_after_placing (R : rules) (b : board) (c : colour) (goal : Q -> Prop)
    (stones_left : nat) (P : position) : Prop :=
  match stones_left with
  | O => can_force R c goal (begin b P White)
  | S k =>
      let placed T := exists p, plays b Black p P T /\ at_point T p <> Empty in
      match c with
      | Black => exists T, placed T /\ can_force_after_placing R b c goal k T
      | White => forall T, placed T -> can_force_after_placing R b c goal k T
      end
  end.
