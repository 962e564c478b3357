(** * What a header means

    Which board, rules, position and moves the tree of [Header.v] stands for; for the lines of its
    ko rule see [Lines.v]. With these two, to be believed by whoever reads the lines of a file, or
    the words that are shown, and wants to know that the theorem speaks of them. [None] is "it means
    nothing": then nothing is proved of it. *)

From Coq Require Import String Ascii NArith ZArith QArith PeanoNat Bool List.
Import ListNotations.
From Verified Require Pieces.
From Verified Require Import Spec Known Boards Header Shown.
From Verified Require Export Lines.
Open Scope nat_scope.

(** ** Rules. A name that is shown means one text. *)

Definition known : list (string * text) :=
  [("none", NoKoRule);
   ("basic", BasicKo);
   ("psk", PSK);
   ("ssk", SSK);
   ("nssk", NSSK);
   ("fixed", Fixed);
   ("basic-fixed", BasicFixed);
   ("basic-ko-rules", BasicKoRules);
   ("configuration-rules", ConfigurationRules);
   ("primitive", Primitive);
   ("spight", Spight);
   ("spight-2", Spight2);
   ("kee-2007", Kee2007);
   ("kee-2020", KeeOctober);
   ("kee", Kee false);
   ("kee:sum", Kee true);
   ("kee-2020-03", KeeMarch false false);
   ("kee-2020-03:free", KeeMarch true false);
   ("kee-2020-03:same", KeeMarch false true);
   ("kee-2020-03:free+same", KeeMarch true true)]%string.

Definition means_its_name (name : string) (T : text) : bool :=
  match in_words name, entry name known with
  | Some _, Some K => if Pieces.text_same T K then true else false
  | Some _, None => false
  | None, _ => true
  end.

(** Where no pass ends the game, only winning counts. A game always has a result. (Where nothing is
    remembered, territory scoring means long cycles.) A ruleset may say how games end, where the
    text does not; and what counts beside the board, where the text counts no positions. Handicap
    stones may cost Black something: what the ruleset says, and under equivalence scoring the stones
    that White has not handed over. *)

Definition says_how_games_end (lines : list statement_text) : bool :=
  says lines (fun s => match s with Do_end _ | No_pass | Stuck_loses => true | _ => false end).

Definition with_ending (e : ending) (lines : list statement_text) (T : text) : option text :=
  match e with
  | Two_passes => Some T
  | Agreement => if says_how_games_end lines then None else Some (by_agreement T)
  | Without_passes | Prisoner_return =>
      if says_how_games_end lines then None else Some (without_passes T)
  end.

Definition rules_of (h : heading) : option rules :=
  let? T := text_of (its_statements h) in
  let? E := with_ending (its_ending h) (its_statements h) T in
  let given :=
    match its_scoring h with Equivalence => its_handicap h - 1 | _ => 0 end +
    match its_compensation h with
    | Nothing_given => 0
    | All_but_one => its_handicap h - 1
    | All_stones => its_handicap h
    end in
  let counts :=
    match its_scoring h with
    | Area | Win_loss => by_area
    | Territory => by_territory
    | Equivalence => by_equivalence
    end in
  if means_its_name (rule_name h) T &&
     (Qeq_bool (its_no_result h) 0 || match remembers E with [] => true | _ => false end) &&
     match its_scoring h with Win_loss => negb (passing E) | _ => passing E end &&
     (match counts with by_area => negb (its_ikeda h) | _ => false end ||
      passing E && match tally E with None => true | Some _ => false end) &&
     match counts, remembers E with by_territory, [] => false | _, _ => true end
  then Some {|
    ko := match its_suicide h with allowed => with_lone_suicides E | _ => E end;
    suicide := its_suicide h;
    komi := match given with O => its_komi h | _ => its_komi h + inject_Z (Z.of_nat given) end;
    counts_by := counts;
    ikeda := its_ikeda h;
    returning := match its_ending h with Prisoner_return => true | _ => false end |}
  else None.

(** ** Boards

    graph6: a letter for the number of points, or [~] and three; then a bit for each pair of
    points, six to a letter. *)

Definition code_of (c : ascii) : N := N_of_ascii c - 63.

Fixpoint bits_of (s : string) : list bool :=
  match s with
  | EmptyString => []
  | String c s' => map (fun k => N.testbit (code_of c) k) [5; 4; 3; 2; 1; 0]%N ++ bits_of s'
  end.

Definition graph_of (n : nat) (s : string) : option board :=
  let all := flat_map (fun b => map (fun a => (a, b)) (seq 0 b)) (seq 0 n) in
  if length all <=? length (bits_of s)
  then Some (graph n (map fst (filter snd (combine all (bits_of s)))))
  else None.

Definition board_of (b : shape) : option board :=
  match b with
  | A_rectangle r c => Some (rectangle r c)
  | A_cylinder r c => Some (cylinder r c)
  | A_torus r c => Some (torus r c)
  | A_cycle n => Some (cycle n)
  | A_complete n => Some (complete n)
  | A_star n => Some (star n)
  | A_graph6 (String "~" (String x (String y (String z s)))) =>
      graph_of (N.to_nat (4096 * code_of x + 64 * code_of y + code_of z)) s
  | A_graph6 (String x s) => graph_of (N.to_nat (code_of x)) s
  | A_graph6 EmptyString => None
  end.

(** How many handicap stones are to be placed: none if White begins, since then they are there. *)

Definition to_place (h : heading) : nat :=
  match its_player h with Black => its_handicap h | White => 0 end.

Definition stands_there (h : heading) (P : position) : bool :=
  match its_handicap h, its_player h with
  | O, _ => true
  | S _, Black =>
      forallb (fun x => match x with Empty => true | _ => false end) P &&
      match its_moves h with [] => true | _ => false end
  | S k, White => (stones White P =? 0)%Z && (stones Black P =? Z.of_nat (S k))%Z
  end.

(** Rows from the top. Where a board has none, the position is one row. *)

Definition position_of (h : heading) (n : nat) : option position :=
  let '(rows, columns) := match grid (its_shape h) with Some x => x | None => (1, n) end in
  if (length (its_position h) =? rows) &&
     forallb (fun row => length row =? columns) (its_position h) &&
     stands_there h (concat (its_position h))
  then Some (concat (its_position h))
  else None.

(** ** The claim, of the game after the moves of the header *)

Definition holds_of (R : rules) (g : game) (c : claimed) : Prop :=
  match c with
  | A_value v => has_value R g v
  | Two_bounds l u => has_bounds R g l u
  | A_claim Black false v => can_force R Black (fun s => (v <= s)%Q) g
  | A_claim Black true v => can_force R Black (fun s => (v < s)%Q) g
  | A_claim White false v => can_force R White (fun s => (s < v)%Q) g
  | A_claim White true v => can_force R White (fun s => (s <= v)%Q) g
  end.

(** A header is true if it means a board, rules and a position, its ko rule is a text, its moves
    are legal, and what it claims holds after them; or after handicap stones have been placed. *)

Definition is_true (h : heading) : Prop :=
  exists b R P,
    board_of (its_shape h) = Some b /\ rules_of h = Some R /\ position_of h (size b) = Some P /\
    is_a_text (ko R) /\
    match to_place h with
    | O => exists g,
        leads_to R (begin b P (its_player h)) (its_moves h) g /\
        holds_of R g (its_claim h)
    | S _ => exists v,
        its_claim h = A_value v /\
        can_force_after_placing R b Black (fun s => (v <= s)%Q) (to_place h) P /\
        can_force_after_placing R b White (fun s => (s <= v)%Q) (to_place h) P
    end.

(** So is what is shown to people: each header that is shown so, and means something, is true. *)

Definition is_true_statement (lines : list string) : Prop :=
  (exists h, good h = true /\ statement h = lines /\ is_true h) /\
  forall h, good h = true -> statement h = lines -> rules_of h <> None -> is_true h.
