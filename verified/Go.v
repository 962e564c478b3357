(** * Boards, plays and the record of a game

    The first part of what a reader has to believe; the second is [Spec.v]. It speaks of stones,
    chains and liberties, and of what a play does.

    How to read it: [Definition] introduces a word. [Inductive] introduces a word by all the ways in
    which it can come about. [forall] is "for all", [exists] "there is", [/\ ] "and", [\/] "or",
    [~] "not", [a :: l] the list that begins with [a] and goes on with [l], [In a l] "a is in the
    list l". *)

From Coq Require Import List QArith PeanoNat.
Import ListNotations.
Open Scope nat_scope.

(** ** Boards

    A board is some points, numbered from 0, and pairs of them that are next to each other. On 2x2
    the points are 0 1 / 2 3 and the pairs (0,1) (2,3) (0,2) (1,3). *)

Inductive colour := Black | White.

Definition colour_eq (c d : colour) : {c = d} + {c <> d}. Proof. decide equality. Defined.

Definition opponent (c : colour) : colour := match c with Black => White | White => Black end.

Definition point := nat.

Record board := { size : nat; pairs : list (point * point) }.

Definition next_to (b : board) (p q : point) : Prop :=
  p < size b /\ q < size b /\ p <> q /\ (In (p, q) (pairs b) \/ In (q, p) (pairs b)).

(** ** Positions

    A position is the list of what is on each point. [X.O] on 1x3 is
    [[Stone Black; Empty; Stone White]]. *)

Inductive content := Empty | Stone (c : colour).

Definition position := list content.

Definition at_point (P : position) (p : point) : content := nth p P Empty.

(** Two points hang together if a path leads from one to the other, over points with the same
    content. A chain is all stones that hang together; an empty region is all empty points that
    do. *)
Inductive linked (b : board) (P : position) (p : point) : point -> Prop :=
| itself : linked b P p p
| a_step_on : forall q r,
    linked b P p q -> next_to b q r -> at_point P r = at_point P p -> linked b P p r.

(** The chain, or region, of [p] touches [x] if one of its points is next to a point with content
    [x]. A chain has a liberty if it touches an empty point. *)
Definition touches (b : board) (P : position) (p : point) (x : content) : Prop :=
  exists q r, linked b P p q /\ next_to b q r /\ at_point P r = x.

Definition has_liberty (b : board) (P : position) (p : point) : Prop := touches b P p Empty.

(** ** Plays

    [differs_by Q P gone x]: [Q] is [P], but all points that are [gone] have the content [x]. *)

Definition differs_by (Q P : position) (gone : point -> Prop) (x : content) : Prop :=
  length Q = length P /\
  forall q, q < length P ->
    (gone q -> at_point Q q = x) /\ (~ gone q -> at_point Q q = at_point P q).

(** Stones of the colour [c] without a liberty. *)
Definition dead (b : board) (P : position) (c : colour) (q : point) : Prop :=
  at_point P q = Stone c /\ ~ has_liberty b P q.

(** [plays b c p P T]: a play of [c] on the empty point [p] turns the position [P] into [T]. First
    the stone is put ([S]). Then opposing stones without a liberty are removed, if there are any. If
    there are none, the player's own new chain is judged: if it has no liberty, it is removed. This
    is suicide. Example: on 1x2, from [.X], a play of White on point 0 leads to [O.]. *)
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
    (forall q, ~ dead b S (opponent c) q) -> ~ has_liberty b S p ->
    differs_by T S (linked b S p) Empty ->
    plays b c p P T.

(** Two points are a ko if a play on one, and then a play of the opponent on the other, leads back
    to the position. Example: in [.XO./XO.O/.XO.] the two middle points. Two suicides of lone stones
    lead back too; they count where they are legal ([lone]). *)
Definition in_a_ko (lone : bool) (b : board) (P : position) (x : point) : Prop :=
  exists c y T, (lone = true \/ T <> P) /\
    (plays b c x P T /\ plays b (opponent c) y T P \/
     plays b c y P T /\ plays b (opponent c) x T P).

(** So many points. *)
Definition so_many (N : nat) (what : point -> Prop) : Prop :=
  exists l, NoDup l /\ (forall p, In p l <-> what p) /\ length l = N.

(** ** Games and their record

    The record says of each move who made it, what it was, and which position was there before and
    after. The last move stands first. *)

Inductive move := Play (p : point) | Pass.

Record event := {
  at_board : board;
  who : colour;
  what : move;
  before : position;
  after : position }.

Record game := {
  on : board;
  start : position;
  first : colour;
  record : list event }.

Definition now (g : game) : position := match record g with [] => start g | e :: _ => after e end.

Definition turn (g : game) : colour :=
  match record g with [] => first g | e :: _ => opponent (who e) end.

Definition with_move (g : game) (m : move) (T : position) : game :=
  {| on := on g; start := start g; first := first g;
     record := {| at_board := on g; who := turn g; what := m; before := now g; after := T |}
               :: record g |}.

Definition a_play (e : event) : Prop := exists p, what e = Play p.

(** ** What goes from hand to hand

    Some rules pay for more than the last position. Here is what they look at: how many stones of a
    player were removed by a play, and what a move gives Black, less what it gives White, if a stone
    that is removed goes to the opponent, and what it gives if so does one for a pass. How many
    stones of the opponent a player holds. And who was the first to pass. *)

Local Open Scope Z_scope.

Definition stones (c : colour) (P : position) : Z :=
  Z.of_nat (length (filter
    (fun x => match x with
              | Stone d => if colour_eq d c then true else false
              | Empty => false
              end) P)).
Definition lead (P : position) : Z := stones Black P - stones White P.

Definition removed (c : colour) (e : event) : Z :=
  stones c (before e) + (if colour_eq (who e) c then 1 else 0) - stones c (after e).

Definition taken (e : event) : Z :=
  match what e with Play _ => removed White e - removed Black e | Pass => 0 end.

Definition handed_over (e : event) : Z :=
  match what e, who e with
  | Pass, Black => -1
  | Pass, White => 1
  | Play _, _ => taken e
  end.

Definition all_taken (r : list event) : Z := fold_right (fun e total => total + taken e) 0 r.
Definition all_handed_over (r : list event) : Z :=
  fold_right (fun e total => total + handed_over e) 0 r.

(** Under some rules a player holds the opponent's stones that were removed, and gives one back for
    each of his passes. *)
Definition held (c : colour) (r : list event) : Z :=
  fold_right (fun e n => match what e with
                         | Play _ => n + removed (opponent c) e
                         | Pass => if colour_eq (who e) c then n - 1 else n
                         end) 0 r.

Fixpoint first_to_pass (r : list event) : option colour :=
  match r with
  | [] => None
  | e :: r' =>
      match first_to_pass r', what e with
      | Some c, _ => Some c
      | None, Pass => Some (who e)
      | None, Play _ => None
      end
  end.
