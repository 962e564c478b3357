(** * What a header means

    Which board, rules, position and moves the tree of [Header.v] stands for. With [Header.v], to
    be believed by whoever reads the lines of a file, or the words that are shown, and wants to
    know that the theorem speaks of them. [None] is "it means nothing": then nothing is proved of
    it. *)

From Coq Require Import String Ascii NArith ZArith QArith PeanoNat Bool List.
Import ListNotations.
From Verified Require Pieces.
From Verified Require Import Spec Known Boards Header.
Open Scope nat_scope.

Definition bind {A B} (x : option A) (f : A -> option B) : option B :=
  match x with Some y => f y | None => None end.
Notation "'let?' x := e 'in' k" := (bind e (fun x => k))
  (at level 200, x name, e at level 100, k at level 200).

Fixpoint all_some {A} (l : list (option A)) : option (list A) :=
  match l with
  | [] => Some []
  | x :: l' => let? y := x in let? r := all_some l' in Some (y :: r)
  end.

(** ** Names

    Facts and what is kept have numbers, in the order in which lines remember and keep them. *)

Fixpoint place_in (l : list string) (n : string) : option nat :=
  match l with
  | [] => None
  | x :: l' => if String.eqb x n then Some 0 else let? k := place_in l' n in Some (S k)
  end.

Definition add_name (l : list string) (n : string) : list string :=
  if existsb (String.eqb n) l then l else l ++ [n].

Definition names_of (l : list string) : list string := fold_left add_name l [].

Section Text.
  Variable lines : list statement_text.

  Definition facts_named : list string :=
    names_of
      (flat_map (fun s => match s with Do_remember f _ _ => [fact_named f] | _ => [] end) lines).
  Definition kept_named : list string :=
    names_of (flat_map (fun s => match s with Do_keep n _ _ _ => [n] | _ => [] end) lines).

  (** A term is a player, or stands for a position. *)

  Definition position_term (t : term_text) : option term :=
    match t with
    | Who _ => None
    | The_point | The_frame | The_variable _ => None
    | The_before => Some Before | The_after => Some After | No_position => Some Nothing
    | Kept_as n w => let? k := place_in kept_named n in Some (Kept k w)
    end.

  Definition player_terms (l : list term_text) : list whom :=
    flat_map (fun t => match t with Who w => [w] | _ => [] end) l.
  Definition other_terms (l : list term_text) : list term_text :=
    filter (fun t => match t with Who _ | The_point | The_frame => false | _ => true end) l.

  Definition at_most_once (what : term_text -> bool) (l : list term_text) : option bool :=
    match filter what l with [] => Some false | [_] => Some true | _ => None end.

  (** A fact has at most one player and two positions, none of them [nothing]. The point of a play
      is as good as a position, and a frame, of a player, as good as two. *)

  Definition pattern_of (f : fact_text) : option pattern :=
    let? n := place_in facts_named (fact_named f) in
    let? positions := all_some (map position_term (other_terms (terms f))) in
    let? who :=
      match player_terms (terms f) with [] => Some None | [w] => Some (Some w) | _ => None end in
    let? pointed :=
      at_most_once (fun t => match t with The_point => true | _ => false end) (terms f) in
    let? framed :=
      at_most_once (fun t => match t with The_frame => true | _ => false end) (terms f) in
    let stone := if pointed then Point Mover else Nothing in
    let? both :=
      match positions, framed, who with
      | [], true, Some w =>
          let f := {| pointed := pointed; lone_suicides := false |} in
          Some (Off_kos w f, On_kos w f)
      | [], false, _ => Some (Nothing, stone)
      | [t], false, _ => Some (t, stone)
      | [t; t'], false, _ => if pointed then None else Some (t, t')
      | _, _, _ => None
      end in
    if existsb (fun t => match t with No_position => true | _ => false end) (terms f)
    then None
    else Some {| p_name := n; p_player := who; p_1 := fst both; p_2 := snd both |}.

  (** What is about a point is remembered with a stone of each player on it. Only a play has a
      point, or a frame. *)

  Definition of_a_play (p : pattern) : bool :=
    match p_2 p with Point _ | On_kos _ _ => true | _ => false end.

  Definition with_each_stone (p : pattern) : list pattern :=
    match p_2 p with
    | Point _ =>
        map (fun w => {| p_name := p_name p; p_player := p_player p;
                         p_1 := p_1 p; p_2 := Point w |}) [Mover; Next]
    | _ => [p]
    end.

  (** What [for each] goes through is the first position of both facts. It is written as
      [before]. *)

  Definition with_before (f : fact_text) : fact_text :=
    {| fact_named := fact_named f;
       terms := map (fun t => if is_variable t then The_before else t) (terms f) |}.

  Definition line_of (f : fact_text) (each : option fact_text)
      : option (pattern * option pattern) :=
    match each with
    | None => let? p := pattern_of f in Some (p, None)
    | Some g =>
        let? p := pattern_of (with_before f) in
        let? q := pattern_of (with_before g) in
        match other_terms (terms f), other_terms (terms g) with
        | The_variable v :: l, The_variable v' :: l' =>
            if String.eqb v v' && negb (existsb is_variable (l ++ l')) && negb (of_a_play q) &&
               negb (existsb (fun t => match t with Kept_as _ _ => true | _ => false end) (l ++ l'))
            then Some (p, Some q)
            else None
        | _, _ => None
        end
    end.

  (** A condition is a list of reasons, one of which has to hold. *)

  Definition without_facts (l : list reason) : bool :=
    forallb (fun x => match remembered x with None => true | Some _ => false end) l.

  Fixpoint any_holds (l : list reason) : condition :=
    match l with [] => unless always | [x] => so x | x :: l' => either (so x) (any_holds l') end.

  Definition both_hold (a b : condition) : condition :=
    match a, b with always, _ => b | _, always => a | _, _ => both a b end.

  Definition only_if_so (a : condition) : reason := {| so := a; remembered := None |}.

  (** [l and l']: at most one of them asks for facts. *)

  Definition conjunction (l l' : list reason) : option (list reason) :=
    let guarded a :=
      map (fun x => {| so := both_hold (any_holds a) (so x); remembered := remembered x |}) in
    if without_facts l then Some (guarded l l')
    else if without_facts l' then Some (guarded l' l)
    else None.

  Definition question_means (q : question) : option (list reason) :=
    match q with
    | Is_fact f => let? p := pattern_of f in Some [{| so := always; remembered := Some p |}]
    | Is_retaking => Some [only_if_so retakes]
    | Passes_least n => Some [only_if_so (passes_at_least n)]
    | Passes_are n => Some [only_if_so (both (passes_at_least n) (unless (passes_at_least (S n))))]
    | Are_same t t' =>
        let? x := position_term t in
        let? y := position_term t' in
        Some [only_if_so (same x y)]
    end.

  Fixpoint any_means (c : any_part) : option (list reason) :=
    match c with
    | Last_or a => all_means a
    | Or_else a rest =>
        let? l := all_means a in
        let? l' := any_means rest in
        Some (l ++ l')
    end
  with all_means (a : all_part) : option (list reason) :=
    match a with
    | Last_and p => one_means p
    | And_also p rest =>
        let? l := one_means p in
        let? l' := all_means rest in
        conjunction l l'
    end
  with one_means (p : one_part) : option (list reason) :=
    match p with
    | Asked q => question_means q
    | Is_not p =>
        let? l := one_means p in
        if without_facts l then Some [only_if_so (unless (any_holds l))] else None
    | In_brackets c => any_means c
    end.

  (** What stands beside [on] asks for no fact, and nothing is asked at the start. *)

  Definition occasion_of (o : when) : option occasion :=
    let? a :=
      match only_if o with
      | None => Some always
      | Some c =>
          let? l := any_means c in
          if without_facts l && negb (at_start o) then Some (any_holds l) else None
      end in
    Some {| on_start := at_start o; on_play := at_play o; on_pass := at_pass o; provided := a |}.

  Definition later (o : when) : option occasion := if at_start o then None else occasion_of o.

  Definition each {A} (f : statement_text -> option (list A)) : option (list A) :=
    let? l := all_some (map f lines) in Some (concat l).

  Definition remembers_of : option (list remember) :=
    each (fun s =>
      match s with
      | Do_remember f each o =>
          let? line := line_of f each in
          let? x := occasion_of o in
          let '(p, goes_through) := line in
          if of_a_play p && (at_start o || at_pass o)
          then None
          else Some (map (fun p => {| what_fact := p; for_each := goes_through;
                                      remember_when := x |}) (with_each_stone p))
      | _ => Some []
      end).

  Definition forgets_of : option (list forget) :=
    each (fun s =>
      match s with
      | Do_forget n o =>
          let? k := place_in facts_named n in
          let? x := later o in
          Some [{| which := k; forget_when := x |}]
      | _ => Some []
      end).

  Definition keeps_of : option (list keep) :=
    each (fun s =>
      match s with
      | Do_keep n w t o =>
          let? k := place_in kept_named n in
          let? x := position_term t in
          let? y := later o in
          match only_if o with
          | None => Some [{| place_kept := k; for_whom := w; what_kept := x; keep_when := y |}]
          | Some _ => None
          end
      | _ => Some []
      end).

  Definition forbids_of : option (list reason) :=
    each (fun s => match s with Do_forbid c => any_means c | _ => Some [] end).

  Definition ends_of : option (list reason) :=
    let? l := each (fun s => match s with Do_end c => any_means c | _ => Some [] end) in
    if existsb (fun x => match remembered x with Some p => of_a_play p | None => false end) l
    then None
    else Some l.

  (** At most one line counts, and one says what is scored. *)

  Definition tally_of : option (option counting) :=
    let counts :=
      flat_map (fun s => match s with Do_count new o => [(new, o)] | _ => [] end) lines in
    let scores := flat_map (fun s => match s with Do_score x => [x] | _ => [] end) lines in
    match counts, scores with
    | [], [] | [], [Last_position] => Some None
    | [(new, o)], [Mean] =>
        let? x := later o in
        Some (Some {| the_new_position := new; count_when := x; adds_up := false |})
    | [(new, o)], [Sum] =>
        let? x := later o in
        Some (Some {| the_new_position := new; count_when := x; adds_up := true |})
    | _, _ => None
    end.

  Definition says (what : statement_text -> bool) : bool := existsb what lines.
  Definition says_no_pass : bool := says (fun s => match s with No_pass => true | _ => false end).
  Definition says_stuck_loses : bool :=
    says (fun s => match s with Stuck_loses => true | _ => false end).

  (** Facts of a name are alike: players and positions, and what is kept, stand in the same
      places. *)

  Definition kinds_of (f : fact_text) : list nat :=
    map (fun t => match t with
                  | Who _ => 0
                  | Kept_as _ _ => 1
                  | The_point => 3
                  | The_frame => 4
                  | _ => 2
                  end) (terms f).

  Definition facts_in_question (q : question) : list fact_text :=
    match q with Is_fact f => [f] | _ => [] end.
  Fixpoint facts_in_any (c : any_part) : list fact_text :=
    match c with
    | Last_or a => facts_in_all a
    | Or_else a rest => facts_in_all a ++ facts_in_any rest
    end
  with facts_in_all (a : all_part) : list fact_text :=
    match a with
    | Last_and p => facts_in_one p
    | And_also p rest => facts_in_one p ++ facts_in_all rest
    end
  with facts_in_one (p : one_part) : list fact_text :=
    match p with
    | Asked q => facts_in_question q
    | Is_not p => facts_in_one p
    | In_brackets c => facts_in_any c
    end.

  Definition all_facts : list fact_text :=
    flat_map (fun s => match s with
                       | Do_remember f None _ => [f]
                       | Do_remember f (Some g) _ => [f; g]
                       | Do_forbid c | Do_end c => facts_in_any c
                       | _ => []
                       end) lines.

  Definition facts_alike : bool :=
    forallb (fun f =>
      forallb (fun f' => negb (String.eqb (fact_named f) (fact_named f')) ||
                         if list_eq_dec Nat.eq_dec (kinds_of f) (kinds_of f') then true else false)
              all_facts)
      all_facts.

  (** Where a text says nothing of the end, two passes in a row are it. Without passes, who is
      stuck loses. *)

  Definition text_of : option text :=
    let? r := remembers_of in
    let? f := forgets_of in
    let? k := keeps_of in
    let? no := forbids_of in
    let? e := ends_of in
    let? t := tally_of in
    let passes := negb says_no_pass in
    if facts_alike && eqb says_no_pass says_stuck_loses
    then Some {|
      remembers := r;
      forgets := f;
      keeps := k;
      forbids := no;
      ends := match e with
              | [] => if passes then [only_if_so (passes_at_least 1)] else []
              | _ => e
              end;
      passing := passes;
      tally := t |}
    else None.
End Text.

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
