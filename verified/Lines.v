(** * What the lines of a ko rule mean

    Which text of [Spec.v] they stand for. With [Header.v] and [Meaning.v], to be believed by
    whoever reads the lines of a file. [None] is "they mean nothing". *)

From Coq Require Import String PeanoNat Bool List.
Import ListNotations.
From Verified Require Import Spec Header.
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
