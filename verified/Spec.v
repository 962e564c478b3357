(** * The game of Go on a small board, as the rule book says it

    This file is what a reader has to believe. Everything else in this folder is proved from it, and the
    proofs are checked by Coq. It speaks of stones, chains, liberties, of the record of a game, and of
    what a player can force. It knows nothing of certificates, bit masks or caches.

    How to read it: [Definition] introduces a word. [Inductive] introduces a word by all the ways in which
    it can come about. [forall] is "for all", [exists] "there is", [/\ ] "and", [\/] "or", [~] "not",
    [a :: l] the list that begins with [a] and goes on with [l], [In a l] "a is in the list l". *)

From Coq Require Import List QArith PeanoNat.
Import ListNotations.
Open Scope nat_scope.

(** ** Boards

    A board is some points, numbered from 0, and pairs of them that are next to each other. On 2x2 the
    points are 0 1 / 2 3 and the pairs (0,1) (2,3) (0,2) (1,3). *)

Inductive colour := Black | White.

Definition opponent (c : colour) : colour := match c with Black => White | White => Black end.

Definition point := nat.

Record board := { size : nat; pairs : list (point * point) }.

Definition next_to (b : board) (p q : point) : Prop :=
  p < size b /\ q < size b /\ p <> q /\ (In (p, q) (pairs b) \/ In (q, p) (pairs b)).

(** ** Positions

    A position is the list of what is on each point. [X.O] on 1x3 is [[Stone Black; Empty; Stone White]]. *)

Inductive content := Empty | Stone (c : colour).

Definition position := list content.

Definition at_point (P : position) (p : point) : content := nth p P Empty.

(** Two points hang together if a path leads from one to the other, over points with the same content.
    A chain is all stones that hang together; an empty region is all empty points that do. *)
Inductive linked (b : board) (P : position) (p : point) : point -> Prop :=
| itself     : linked b P p p
| a_step_on  : forall q r, linked b P p q -> next_to b q r -> at_point P r = at_point P p -> linked b P p r.

(** The chain, or region, of [p] touches [x] if one of its points is next to a point with content [x].
    A chain has a liberty if it touches an empty point. *)
Definition touches (b : board) (P : position) (p : point) (x : content) : Prop :=
  exists q r, linked b P p q /\ next_to b q r /\ at_point P r = x.

Definition has_liberty (b : board) (P : position) (p : point) : Prop := touches b P p Empty.

(** ** Plays

    [differs_by Q P gone x]: [Q] is [P], but all points that are [gone] have the content [x]. *)

Definition differs_by (Q P : position) (gone : point -> Prop) (x : content) : Prop :=
  length Q = length P /\
  forall q, q < length P -> (gone q -> at_point Q q = x) /\ (~ gone q -> at_point Q q = at_point P q).

(** Stones of the colour [c] without a liberty. *)
Definition dead (b : board) (P : position) (c : colour) (q : point) : Prop :=
  at_point P q = Stone c /\ ~ has_liberty b P q.

(** [plays b c p P T]: a play of [c] on the empty point [p] turns the position [P] into [T]. First the stone
    is put ([S]). Then opposing stones without a liberty are removed, if there are any. If there are none,
    the player's own new chain is judged: if it has no liberty, it is removed. This is suicide.
    Example: on 1x2, from [.X], a play of White on point 0 leads to [O.]. *)
Inductive plays (b : board) (c : colour) (p : point) (P T : position) : Prop :=
| it_captures : forall S,
    length P = size b -> p < size b -> at_point P p = Empty -> differs_by S P (eq p) (Stone c) ->
    (exists q, dead b S (opponent c) q) -> differs_by T S (dead b S (opponent c)) Empty ->
    plays b c p P T
| it_lives :
    length P = size b -> p < size b -> at_point P p = Empty -> differs_by T P (eq p) (Stone c) ->
    (forall q, ~ dead b T (opponent c) q) -> has_liberty b T p ->
    plays b c p P T
| it_is_suicide : forall S,
    length P = size b -> p < size b -> at_point P p = Empty -> differs_by S P (eq p) (Stone c) ->
    (forall q, ~ dead b S (opponent c) q) -> ~ has_liberty b S p -> differs_by T S (linked b S p) Empty ->
    plays b c p P T.

(** ** Games and their record

    The record says of each move who made it, what it was, and which position was there before and after.
    The last move stands first. *)

Inductive move := Play (p : point) | Pass.

Record event := { who : colour; what : move; before : position; after : position }.

Record game := { on : board; start : position; first : colour; record : list event }.

Definition now (g : game) : position := match record g with [] => start g | e :: _ => after e end.

Definition turn (g : game) : colour := match record g with [] => first g | e :: _ => opponent (who e) end.

Definition with_move (g : game) (m : move) (T : position) : game :=
  {| on := on g; start := start g; first := first g;
     record := {| who := turn g; what := m; before := now g; after := T |} :: record g |}.

Definition a_play (e : event) : Prop := exists p, what e = Play p.

(** ** The rules *)

Inductive suicide_rule := forbidden | multi_stone | allowed.
Inductive ko_rule := PSK | SSK | NSSK | Fixed | BasicFixed | Spight | Spight2 | Primitive
  | KeeMarch (free same : bool).

Record rules := { ko : ko_rule; suicide : suicide_rule; komi : Q }.

(** Which suicides are legal: none, that of two or more stones, or all. After a suicide the point of the play
    is empty. The suicide of a lone stone leaves the position as it was. *)
Definition suicide_allows (R : rules) (P : position) (p : point) (T : position) : Prop :=
  match suicide R with
  | forbidden => at_point T p <> Empty
  | multi_stone => T <> P
  | allowed => True
  end.

(** What the record says. The position [T] has occurred, with [c] to move, ... *)
Definition occurred (g : game) (T : position) : Prop :=
  T = start g \/ exists e, In e (record g) /\ after e = T.

Definition occurred_with (g : game) (T : position) (c : colour) : Prop :=
  T = start g /\ c = first g \/ exists e, In e (record g) /\ after e = T /\ opponent (who e) = c.

Definition created (g : game) (c : colour) (T : position) : Prop :=
  exists e, In e (record g) /\ a_play e /\ who e = c /\ after e = T.

Definition changed (g : game) (P T : position) : Prop :=
  exists e, In e (record g) /\ a_play e /\ before e = P /\ after e = T.

Definition passed (r : list event) (c : colour) (P : position) : Prop :=
  exists e, In e r /\ what e = Pass /\ who e = c /\ after e = P.

(** The positions at or after the last pass; all, if there has been no pass. *)
Fixpoint since_last_pass (P0 : position) (r : list event) : list position :=
  match r with
  | [] => [P0]
  | e :: r' => after e :: match what e with Pass => [] | Play _ => since_last_pass P0 r' end
  end.

(** How many passes have just been made, one after the other. *)
Fixpoint passes_in_a_row (r : list event) : nat :=
  match r with e :: r' => match what e with Pass => S (passes_in_a_row r') | Play _ => 0 end | [] => 0 end.

(** [c] has made a play from the position [P], and nobody has passed since. *)
Fixpoint played_from (r : list event) (c : colour) (P : position) : Prop :=
  match r with [] => False | e :: r' => a_play e /\ (who e = c /\ before e = P \/ played_from r' c P) end.

(** Three words of Kee's rule of March 2020. A position is encountered when a play makes it, or when it is passed
    on; if the reading is [free], only when a play makes it. To answer a single pass by a play disturbs the position;
    if the reading is [same], only the same play does so again. *)
Fixpoint encountered (free : bool) (P0 : position) (r : list event) : list position :=
  match r with
  | [] => [P0]
  | e :: r' => match what e with
               | Pass => if free then [] else [after e]
               | Play _ => after e :: encountered free P0 r'
               end
  end.

Definition answers_a_pass (e : event) (earlier : list event) : Prop := a_play e /\ passes_in_a_row earlier = 1.

Fixpoint disturbed (same : bool) (r : list event) (c : colour) (P T : position) : Prop :=
  match r with
  | [] => False
  | e :: r' => (answers_a_pass e r' /\ who e = c /\ before e = P /\ (same = true -> after e = T))
               \/ disturbed same r' c P T
  end.

(** [c] has passed on [P], and no single pass has been answered by a play since. *)
Fixpoint passed_since_answer (r : list event) (c : colour) (P : position) : Prop :=
  match r with
  | [] => False
  | e :: r' => (what e = Pass /\ who e = c /\ after e = P)
               \/ (~ answers_a_pass e r' /\ passed_since_answer r' c P)
  end.

(** [basic g T]: the last move was a play, and [T] is the position before it. *)
Definition basic (g : game) (T : position) : Prop :=
  match record g with [] => False | e :: _ => a_play e /\ before e = T end.

(** The ko rule forbids the player whose turn it is to make the position [T] by a play. *)
Definition ko_forbids (k : ko_rule) (g : game) (T : position) : Prop :=
  match k with
  | PSK => occurred g T
  | SSK => occurred_with g T (opponent (turn g))
  | NSSK => created g (turn g) T
  | Fixed => changed g (now g) T
  | BasicFixed => basic g T \/ changed g (now g) T
  | Spight => In T (since_last_pass (start g) (record g))
  | Spight2 => played_from (record g) (opponent (turn g)) T \/ passed (record g) (opponent (turn g)) T
  | Primitive => occurred g T
  | KeeMarch free same =>
      In T (encountered free (start g) (record g)) \/
      passes_in_a_row (record g) = 1 /\ disturbed same (record g) (turn g) (now g) T
  end.

(** [may_play R g p T]: a play on [p] is legal and makes the position [T]. *)
Definition may_play (R : rules) (g : game) (p : point) (T : position) : Prop :=
  plays (on g) (turn g) p (now g) T /\ suicide_allows R (now g) p T /\ ~ ko_forbids (ko R) g T.

(** ** The end

    Two passes in a row end the game. Under [Spight] it ends when a player passes where he has passed before.
    Under [Primitive] nobody may pass, and it ends when the player to move cannot play. Under [KeeMarch] it ends by
    a third pass in a row, or when a player passes where he has passed since the last answer to a single pass. *)

Definition over (R : rules) (g : game) : Prop :=
  match ko R, record g with
  | Spight, e :: r => what e = Pass /\ passed r (who e) (after e)
  | Spight, [] => False
  | Primitive, _ => forall p T, ~ may_play R g p T
  | KeeMarch _ _, e :: r => what e = Pass /\ (passed_since_answer r (who e) (after e) \/ 2 <= passes_in_a_row r)
  | KeeMarch _ _, [] => False
  | _, r => 2 <= passes_in_a_row r
  end.

(** ** Legal moves

    [makes R g m g']: in the game [g] the move [m] is legal, and it leads to the game [g']. *)

Inductive makes (R : rules) (g : game) : move -> game -> Prop :=
| by_a_pass : ~ over R g -> ko R <> Primitive -> makes R g Pass (with_move g Pass (now g))
| by_a_play : forall p T, ~ over R g -> may_play R g p T -> makes R g (Play p) (with_move g (Play p) T).

Inductive leads_to (R : rules) : game -> list move -> game -> Prop :=
| no_moves   : forall g, leads_to R g [] g
| more_moves : forall g m ms g' g'', makes R g m g' -> leads_to R g' ms g'' -> leads_to R g (m :: ms) g''.

(** ** Scores

    A point is a player's if his stone is on it, or if it is empty and its region touches his stones alone.
    The score is Black's points less White's, less komi. Under [Primitive] who cannot play has lost, which is
    written as the score 1 or -1. *)

Definition belongs_to (b : board) (P : position) (c : colour) (p : point) : Prop :=
  p < size b /\
  (at_point P p = Stone c \/
   at_point P p = Empty /\ touches b P p (Stone c) /\ ~ touches b P p (Stone (opponent c))).

Definition so_many (N : nat) (what : point -> Prop) : Prop :=
  exists l, NoDup l /\ (forall p, In p l <-> what p) /\ length l = N.

Definition area_scores (R : rules) (g : game) (s : Q) : Prop :=
  exists black white, so_many black (belongs_to (on g) (now g) Black) /\
    so_many white (belongs_to (on g) (now g) White) /\
    (s == inject_Z (Z.of_nat black - Z.of_nat white) - komi R)%Q.

Definition scores (R : rules) (g : game) (s : Q) : Prop :=
  match ko R with
  | Primitive => (s == match turn g with Black => -1 | White => 1 end)%Q
  | _ => area_scores R g s
  end.

(** ** Values

    A player can force a goal if the game is over and its score is as he wants; or it is his turn and some
    move of his leads to a game in which he can; or it is the opponent's turn and every move does. *)

Inductive can_force (R : rules) (c : colour) (goal : Q -> Prop) : game -> Prop :=
| at_the_end         : forall g s, over R g -> scores R g s -> goal s -> can_force R c goal g
| by_own_move        : forall g m g', turn g = c -> makes R g m g' -> can_force R c goal g' -> can_force R c goal g
| whatever_is_played : forall g, ~ over R g -> turn g <> c ->
                         (forall m g', makes R g m g' -> can_force R c goal g') -> can_force R c goal g.

(** The value of a game is the score that Black can reach and that White can hold him to. *)
Definition has_value (R : rules) (g : game) (v : Q) : Prop :=
  can_force R Black (fun s => (v <= s)%Q) g /\ can_force R White (fun s => (s <= v)%Q) g.

(** ** Starts

    [psk_2x2 : has_value psk (empty 2 2) 1], a theorem of this folder, says: on the empty 2x2 board, with
    Black to move, under positional superko, Black can get one point more than White, and no more. *)

Definition rectangle (rows columns : nat) : board :=
  {| size := rows * columns;
     pairs := flat_map (fun r => map (fun c => (r * columns + c, r * columns + S c)) (seq 0 (columns - 1)))
                (seq 0 rows) ++
              flat_map (fun r => map (fun c => (r * columns + c, S r * columns + c)) (seq 0 columns))
                (seq 0 (rows - 1)) |}.

Definition begin (b : board) (P : position) (c : colour) : game :=
  {| on := b; start := P; first := c; record := [] |}.

Definition empty (rows columns : nat) : game :=
  begin (rectangle rows columns) (repeat Empty (rows * columns)) Black.

Definition with_ko (k : ko_rule) : rules := {| ko := k; suicide := forbidden; komi := 0 |}.
Definition psk := with_ko PSK. Definition ssk := with_ko SSK.
Definition nssk := with_ko NSSK. Definition fixed := with_ko Fixed.
Definition basic_fixed := with_ko BasicFixed. Definition spight := with_ko Spight.
Definition spight_2 := with_ko Spight2. Definition primitive := with_ko Primitive.
Definition kee_2020_03 := with_ko (KeeMarch false false).
