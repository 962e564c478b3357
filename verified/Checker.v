(** * The checker

    Only the program, without a proof. It follows docs/certificate.md: what a checker does with the
    nodes, steps and lemmas of [Nodes.v]. *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool FMapPositive.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Bits.
From Verified Require Export Nodes.

Section Check.
  Variable r : rule.
  Variable gs : groups.
  Variable image_of : nat -> lemma -> option lemma. (* a lemma as it looks under a symmetry *)
  Variable decides : lemma -> bool.                 (* the position of the lemma is decided *)
  Variable assumed : positive -> option lemma.      (* what other files prove *)

  Section OneLemma.
    Variable l : lemma.
    Let n := place l.

    Definition in_my_group (f : fact) : bool :=
      match without_groups l with
      | [] => false
      | mine =>
          match group_of gs f with
          | None => false
          | Some g => in_ordered_set mine (N.shiftr g 4) (N.land g 15)
          end
      end.

    Definition in_my_pattern (f : fact) : bool :=
      existsb (fun p => matches p f) (without_patterns l).

    Definition known_absent (f : fact) : bool :=
      listed f (without l) || in_my_group f || in_my_pattern f.

    Definition known_present (f : fact) : bool :=
      listed f (given l) || (listed f (implied r n) && negb (known_absent f)).

    Definition prohibiting (s : step) : list fact :=
      match legal s with Unless fs => fs | _ => [] end.

    Definition cleared (s : step) (f : fact) : bool :=
      match clears s with [] => false | scopes => existsb (N.eqb (scope f)) scopes end.

    (** All of [theirs] is absent after the step. Lists in order are gone through side by side. *)

    Definition otherwise_absent (s : step) (also : list fact) (ask_groups : bool)
        (f : fact) : bool :=
      cleared s f || listed f also || in_my_pattern f || ask_groups && in_my_group f.

    Definition sources_absent (s : step) (also : list fact) (f : fact) : bool :=
      match pulls s with
      | [] => true
      | _ => forallb (fun f' => known_absent f' || listed f' also) (sources s f)
      end.

    Fixpoint all_absent_after (s : step) (also : list fact) (ask_groups : bool)
        (theirs mine : list fact) {struct theirs} : bool :=
      match theirs with
      | [] => true
      | f :: theirs' =>
          if listed f (inserts s) then false
          else if negb (sources_absent s also f) then false
          else (fix look_for (mine : list fact) : bool :=
                  match mine with
                  | [] =>
                      otherwise_absent s also ask_groups f &&
                      all_absent_after s also ask_groups theirs' []
                  | f' :: mine' =>
                      match fact_compare f f' with
                      | Eq => all_absent_after s also ask_groups theirs' mine'
                      | Gt => look_for mine'
                      | Lt =>
                          otherwise_absent s also ask_groups f &&
                          all_absent_after s also ask_groups theirs' mine
                      end
                  end) mine
      end.

    (** The same of groups. A group that the lemma has, too, is absent unless the step inserts one
        of its facts. After a step that pulls there are no groups, and no patterns. *)

    Definition inserted_groups (s : step) : list N :=
      flat_map (fun f => match group_of gs f with None => [] | Some g => [g] end) (inserts s).

    Definition facts_absent_after (s : step) (also : list fact) (g : N) : bool :=
      forallb
        (fun f =>
           negb (listed f (inserts s)) && (listed f (without l) || otherwise_absent s also false f))
        (facts_of gs g).

    Fixpoint bits_absent_after (s : step) (also : list fact) (k : nat) (g bits : N) : bool :=
      match k with
      | O => true
      | S k' =>
          if (bits =? 0)%N then true
          else (if N.odd bits then facts_absent_after s also g else true) &&
               bits_absent_after s also k' (N.succ g) (N.div2 bits)
      end.

    Fixpoint groups_absent_after (s : step) (also : list fact) (inserted : list N)
        (theirs mine : group_set) {struct theirs} : bool :=
      match theirs with
      | [] => true
      | (c, bits) :: theirs' =>
          negb (existsb (fun g => is_bit g (c, bits)) inserted) &&
          (fix look_for (mine : group_set) : bool :=
             match mine with
             | [] =>
                 bits_absent_after s also 16 (N.shiftl c 4) bits &&
                 groups_absent_after s also inserted theirs' []
             | (c', bits') :: mine' =>
                 if (c' <? c)%N then look_for mine'
                 else if (c' =? c)%N
                 then bits_absent_after s also 16 (N.shiftl c 4) (N.ldiff bits bits') &&
                      groups_absent_after s also inserted theirs' mine'
                 else bits_absent_after s also 16 (N.shiftl c 4) bits &&
                      groups_absent_after s also inserted theirs' mine
             end) mine
      end.

    Definition all_groups_absent_after (s : step) (also : list fact) (theirs : group_set) : bool :=
      match theirs, pulls s with
      | [], _ => true
      | _, [] => groups_absent_after s also (inserted_groups s) theirs (without_groups l)
      | _, _ => false
      end.

    Definition pattern_absent_after (s : step) (p : stone_pattern) : bool :=
      match pulls s with [] => true | _ => false end && negb (existsb (matches p) (inserts s)) &&
      (existsb (N.eqb (of_scope p)) (clears s) ||
       existsb (fun mine => includes mine p) (without_patterns l)).

    Definition present_after (s : step) (n' : node) (f : fact) : bool :=
      listed f (inserts s) || ((listed f (present s) || known_present f) && negb (cleared s f)) ||
      listed f (implied r n') ||
      existsb (fun f' => listed f' (present s) || known_present f') (sources s f).

    (** The lemma [other] serves after the step, if the facts [also] are known to be absent as
        well. *)

    Definition serves_after (s : step) (also : list fact) (n' : node) (other : lemma) : bool :=
      at_least_as_hard (says_who other) (says_who l) &&
      stands_for r (says_who other) n' (place other) &&
      all_absent_after s also true (without other) (without l) &&
      all_groups_absent_after s also (without_groups other) &&
      forallb (pattern_absent_after s) (without_patterns other) &&
      forallb (present_after s n') (given other).

    Variable find : positive -> option lemma.

    Definition cites (s : step) (also : list fact) (n' : node) (cited : citation) : bool :=
      match find (fst cited) with
      | None => false
      | Some other =>
          match image_of (snd cited) other with
          | None => false
          | Some other' => serves_after s also n' other'
          end
      end.

    (** No move is made. *)

    Definition no_step : step :=
      {| made := Pass; legal := Always; present := []; absent := []; clears := []; pulls := [];
         inserts := []; leads := GoesOn n |}.

    (** 1. The winner is to move. *)

    Definition winning_step (which : nat) (cited : citation) : bool :=
      match nth_error (choices r n) which with
      | None => false
      | Some c =>
          let s := step_of r n c in
          match legal s with Never => false | _ => true end &&
          forallb known_absent (prohibiting s) && forallb known_present (present s) &&
          forallb known_absent (absent s) &&
          match leads s with
          | Ends q => wins (says_who l) q
          | GoesOn n' => cites s [] n' cited
          end
      end.

    (** 2. The other player is to move. *)

    Definition passed_over (s : step) : bool :=
      match legal s with Never => true | _ => false end || existsb known_present (prohibiting s) ||
      existsb known_present (absent s) || existsb known_absent (present s).

    Fixpoint no_way_out (cs : list choice) (cited : list citation) : bool :=
      match cs with
      | [] => match cited with [] => true | _ => false end
      | c :: cs' =>
          let s := step_of r n c in
          if passed_over s then no_way_out cs' cited
          else match leads s with
               | Ends q => wins (says_who l) q && no_way_out cs' cited
               | GoesOn n' =>
                   match cited with
                   | [] => false
                   | other :: cited' =>
                       cites s (absent s ++ prohibiting s) n' other && no_way_out cs' cited'
                   end
               end
      end.

    Definition holds_on (why : grounds) : bool :=
      match why with
      | his_move which cited =>
          same_colour (to_move n) (winner (says_who l)) && winning_step which cited
      | all_moves cited =>
          negb (same_colour (to_move n) (winner (says_who l))) && no_way_out (choices r n) cited &&
          match stuck r n with None => true | Some q => wins (says_who l) q end
      | is_decided => decides l
      | is_assumed cited =>
          negb (endless (says_who l)) &&
          match assumed (fst cited) with
          | None => false
          | Some other =>
              match image_of (snd cited) other with
              | None => false
              | Some other' => serves_after no_step [] n other'
              end
          end
      end.
  End OneLemma.

  (** ** The lemmas of a file, one after the other. Each is kept under a number, until another takes
      its place.

      Where endless play is a win, lemmas may be cited that come later. Then it is promised what
      they will say. *)

  Record lemmas :=
    { kept : PositiveMap.t lemma; promised : PositiveMap.t lemma;
      promise_list : list (positive * lemma) }.

  Definition no_lemmas : lemmas :=
    {| kept := PositiveMap.empty lemma; promised := PositiveMap.empty lemma; promise_list := [] |}.

  Inductive item := Lemma (number : positive) (l : lemma) (why : grounds) |
    Promise (number : positive) (l : lemma).

  Definition find_lemma (ls : lemmas) (number : positive) : option lemma :=
    match quick_find number (kept ls) with
    | Some l => Some l
    | None =>
        match promised ls with PositiveMap.Leaf _ => None | later => quick_find number later end
    end.

  Definition take (ls : lemmas) (i : item) : option lemmas :=
    match i with
    | Lemma number l why =>
        if holds_on l (find_lemma ls) why
        then Some {| kept := put enough number (Some l) (kept ls); promised := promised ls;
                     promise_list := promise_list ls |}
        else None
    | Promise number l =>
        if endless (says_who l)
        then Some {| kept := kept ls; promised := put enough number (Some l) (promised ls);
                     promise_list := (number, l) :: promise_list ls |}
        else None
    end.

  (** Each promise has been kept: the lemma of that number says what was promised, and asks nothing
      of the history. *)

  Definition keeps_word (l l' : lemma) : bool :=
    at_least_as_hard (says_who l') (says_who l) && same_node (place l) (place l') &&
    asks_nothing l'.

  Definition all_kept (ls : lemmas) : bool :=
    forallb (fun p =>
               match quick_find (fst p) (kept ls) with
               | None => false
               | Some l' => keeps_word (snd p) l'
               end) (promise_list ls).

  Fixpoint take_all (ls : lemmas) (is : list item) : option lemmas :=
    match is with
    | [] => Some ls
    | i :: is' => match take ls i with None => None | Some ls' => take_all ls' is' end
    end.

  (** A claim about a node and a history is made by a lemma. *)

  Definition makes_claim (claim : kind) (n : node) (history : list fact) (l : lemma) : bool :=
    at_least_as_hard (says_who l) claim && stands_for r (says_who l) n (place l) &&
    forallb (fun f => negb (listed f history)) (without l) &&
    forallb (fun f => match group_of gs f with
                      | None => true
                      | Some g => negb (in_set (without_groups l) g)
                      end) history &&
    forallb (fun f => negb (existsb (fun p => matches p f) (without_patterns l))) history &&
    forallb (fun f => listed f history) (given l).

  (** ** The moves of the header *)

  Definition fits (history : list fact) (m : move) (s : step) : bool :=
    match m, made s with Pass, Pass => true | Play p, Play q => p =? q | _, _ => false end &&
    match legal s with
    | Always => true
    | Never => false
    | Unless fs => forallb (fun f => negb (listed f history)) fs
    end && forallb (fun f => listed f history) (present s) &&
    forallb (fun f => negb (listed f history)) (absent s).

  Definition history_after (s : step) (history : list fact) : list fact :=
    inserts s ++ filter (fun f => negb (cleared s f)) history ++ flat_map
    (fun pull => map (fun f => at_position_of f (fst pull)) (filter (is_like (snd pull)) history))
    (pulls s).

  Fixpoint play_moves (n : node) (history : list fact)
      (ms : list move) : option (node * list fact) :=
    match ms with
    | [] => Some (n, history)
    | m :: ms' =>
        match List.find (fits history m) (map (step_of r n) (choices r n)) with
        | None => None
        | Some s =>
            match leads s with
            | Ends _ => None
            | GoesOn n' => play_moves n' (history_after s history) ms'
            end
        end
    end.
End Check.
