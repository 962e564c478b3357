(** * The program, and what it says

    [check] is the program for one file, from the lines at its beginning to the words that are
    shown. What is written in OCaml and needs no trust stands here as functions of which nothing
    is assumed: one offers a header for the lines, one groups of facts and symmetries, one the
    lemmas, one the claims. The decompressor, the order of lemmas, and what is forgotten are
    theirs. (A function of OCaml can answer differently each time. So it is handed a number that
    counts the calls, and whatever it answers in one run, there is a function that does.)

    [proved_is_true]: whatever these functions do, what the program says is true, and it is said
    of the header that the file begins with. *)

From Coq Require Import String Ascii NArith ZArith QArith PeanoNat Bool List.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Checker Pieces Accept Handicap.
From Verified Require Header Shown Lines Meaning Printed.

Definition kind_claimed (c : Header.claimed) : kind :=
  match c with
  | Header.A_value v => black_claim v
  | Header.Two_bounds l _ => black_claim l
  | Header.A_claim c more_than v =>
      {| threshold := v; strict := more_than; winner := c; endless := false |}
  end.

Definition upper_claimed (c : Header.claimed) : option Q :=
  match c with Header.Two_bounds _ u => Some u | _ => None end.

Definition header_of (h : Header.heading) : option header :=
  match Meaning.board_of (Header.its_shape h), Meaning.rules_of h with
  | Some b, Some R =>
      match Meaning.position_of h (size b) with
      | Some P => Some {| of_board := b; of_rules := R; from := P; to_play := Header.its_player h;
                          moves_made := Header.its_moves h;
                          value := threshold (kind_claimed (Header.its_claim h));
                          upper := upper_claimed (Header.its_claim h) |}
      | None => None
      end
  | _, _ => None
  end.

(** ** The integers of the machine have so many bits. What could be too large for them is not
    judged. *)

Definition fits_score (bits : N) (q : Q) : bool :=
  (63 <=? bits)%N || (Z.abs (Qnum q) <? 2048)%Z && (Pos.ltb (Qden q) 128).

Definition fits_machine (bits : N) (H : header) : bool :=
  (N.of_nat (size (of_board H)) <? N.min 63 bits)%N && fits_score bits (value H) &&
    match upper H with None => true | Some u => fits_score bits u end &&
    fits_score bits (komi (of_rules H)).

Definition item_fits (bits : N) (i : item) : bool :=
  match i with Lemma _ l _ | Promise _ l => fits_score bits (threshold (says_who l)) end.

Definition tally_fits (t : Z * N) : bool := (Z.abs (fst t) <? 2048)%Z && (snd t <? 2048)%N.

(** ** The program *)

Inductive answer :=
| Proved (lines : list string) (for_others : list proven)
| Not_as_written | Means_nothing | Too_large | No_start | No_lemma | Not_claimed.

Inductive progress :=
  Goes_on (calls : N) (s : session) | All_read (s : session) | Stops (why : answer).

Section Program.
  Variable offered_header : string -> Header.heading * layout.
  Variable offered_start : header -> list (fact * N) * list (list point * bool).
  Variable next_item : N -> session -> option item.
  Variable offered_claims : session -> list (option positive).
  Variable offered_places : session -> list (option (positive * nat)).

  (** At most 2^depth items. *)

  Fixpoint feed_from (bits : N) (depth : nat) (calls : N) (s : session) : progress :=
    match depth with
    | O => match next_item calls s with
           | None => All_read s
           | Some i => if item_fits bits i
                       then match feed s i with None => Stops No_lemma
                         | Some s' => Goes_on (N.succ calls) s' end
                       else Stops Too_large
           end
    | S depth' => match feed_from bits depth' calls s with
                  | Goes_on calls' s' => feed_from bits depth' calls' s'
                  | done => done
                  end
    end.

  (** Lemmas that a file shows to others, if it claims no value. *)

  Definition for_others (h : Header.heading) (s : session)
      (claims : list (option positive)) : option (list proven) :=
    match Header.its_claim h with
    | Header.A_value _ | Header.Two_bounds _ _ => Some []
    | Header.A_claim _ _ _ =>
        proves s (flat_map (fun x => match x with Some n => [n] | None => [] end) claims)
    end.

  Definition closes (h : Header.heading) (s : session) (claims : list (option positive)) : bool :=
    match Header.its_claim h with
    | Header.A_value _ | Header.Two_bounds _ _ => close_session s claims
    | c => match claims with [] => false | first :: _ => claim_holds s (kind_claimed c) first end
    end.

  (** The value after handicap stones have been placed. *)

  Definition closes_placed (h : Header.heading) (s : session) : bool :=
    let holds k := placed_holds s k (offered_places s) (Meaning.to_place h) (from (its_header s)) in
    match Header.its_claim h with
    | Header.A_value v => holds (black_claim v) && holds (white_claim v)
    | _ => false
    end.

  Definition check (depth : nat) (bits : N) (ps : list proven) (lines : string) : answer :=
    let '(h, L) := offered_header lines in
    if negb (Header.good h && String.eqb (Header.print h) lines) then Not_as_written
    else match header_of h with
         | None => Means_nothing
         | Some H =>
             if negb (fits_machine bits H) then Too_large
             else
               let '(grouped, symmetries) := offered_start H in
               match open_session H L grouped symmetries ps with
               | None => No_start
               | Some s =>
                   if negb (tally_fits (tallied (its_node s))) then Too_large
                   else match feed_from bits depth 0 s with
                        | Goes_on _ _ => Too_large
                        | Stops why => why
                        | All_read s' =>
                            let claims := offered_claims s' in
                            if (match Meaning.to_place h with
                                | O => closes h s' claims
                                | S _ => closes_placed h s'
                                end)
                            then match for_others h s' claims with
                                 | None => Not_claimed
                                 | Some others => Proved (Shown.statement h) others
                                 end
                            else Not_claimed
                        end
               end
         end.

  (** ** The theorem *)

  Lemma feed_from_is : forall bits depth calls h s, comes_from h s ->
    match feed_from bits depth calls s with
    | Goes_on _ s' | All_read s' => comes_from h s'
    | Stops why => match why with Proved _ _ => False | _ => True end
    end.
  Proof.
    intros bits. induction depth as [|depth IH]; intros calls h s Hs; cbn [feed_from].
    - destruct (next_item calls s) as [i|]; [|exact Hs]. destruct (item_fits bits i); [|exact I].
      destruct (feed s i) as [s'|] eqn:Ef; [|exact I]. eapply fed; eauto.
    - specialize (IH calls h s Hs) as IH1.
      destruct (feed_from bits depth calls s) as [calls' s'|s'|why]; auto.
      now apply IH.
  Qed.

  Lemma closes_is_true : forall h H s claims, header_of h = Some H -> comes_from H s ->
    (match Meaning.to_place h with O => closes h s claims | S _ => closes_placed h s end) = true ->
    length (from H) = size (of_board H) -> is_a_text (ko (of_rules H)) ->
    Meaning.is_true h.
  Proof.
    intros h H s claims Eh Hs Hc Hlen Htext. unfold header_of in Eh.
    destruct (Meaning.board_of _) as [b|] eqn:Eb; [|discriminate].
    destruct (Meaning.rules_of h) as [R|] eqn:Er; [|discriminate].
    destruct (Meaning.position_of h (size b)) as [P|] eqn:Ep; [|discriminate]. injection Eh as <-.
    exists b, R, P. split; [auto|]. split; [auto|]. split; [auto|]. split; [exact Htext|].
    destruct (Meaning.to_place h) as [|k] eqn:Ek.
    2: { unfold closes_placed in Hc. rewrite Ek, (header_stays _ _ Hs) in Hc. cbn [from] in Hc.
         destruct (Header.its_claim h) as [v| |]; try discriminate. exists v. split; [auto|].
         apply andb_prop in Hc as [H1 H2].
         split; [exact (placed_is_forced _ _ _ _ _ _ Hs Hlen H1)|
           exact (placed_is_forced _ _ _ _ _ _ Hs Hlen H2)]. }
    assert (Hg : is_a_text (ko R) /\
      exists g,
        leads_to R (begin b P (Header.its_player h)) (Header.its_moves h) g /\
        Meaning.holds_of R g (Header.its_claim h)).
    { unfold closes in Hc. destruct (Header.its_claim h) as [v|l u|c m v] eqn:Ec.
      - exact (closed_value _ _ _ Hs Hc).
      - exact (closed_value _ _ _ Hs Hc).
      - destruct claims as [|number claims]; [discriminate|].
        apply (closed_claim _ _ _ _ Hs) in Hc as (Ht & g & Hl & Hf). split; [exact Ht|]. exists g.
        split; [exact Hl|]. now destruct c, m. }
    destruct Hg as (Ht & g & Hl & Hf). eauto.
  Qed.

  Lemma alike_true : forall h h', Printed.alike h h' -> Meaning.rules_of h' <> None ->
    Meaning.is_true h -> Meaning.is_true h'.
  Proof.
    intros h h' (E1 & E2 & (E3 & E4 & E5 & E6 & Ee & Ei & Eh & Ec) & E8 & E9 & E10 & E11 & E12) Hn
      (b & R & P & Hb & HR & HP & Hrest).
    assert (HR' : Meaning.rules_of h' = Some R).
    { destruct (Meaning.rules_of h') as [R'|] eqn:ER'; [clear Hn|now destruct Hn].
      rewrite <- HR, <- ER'. unfold Meaning.rules_of, Lines.bind in *.
      destruct (Lines.text_of (Header.its_statements h)) as [T|] eqn:ET; [|discriminate].
      destruct (Lines.text_of (Header.its_statements h')) as [T'|] eqn:ET'; [|discriminate].
      rewrite <- E2, <- E3, <- E4, <- E5, <- E6, <- Ee, <- Ei, <- Eh, <- Ec in *.
      destruct (Meaning.with_ending _ (Header.its_statements h) T) as [E|] eqn:EE; [|discriminate].
      destruct (Meaning.with_ending _ (Header.its_statements h') T') as [E'|] eqn:EE';
        [|discriminate].
      assert (ETT : T = T').
      { destruct (Shown.in_words (Header.rule_name h)) as [w|] eqn:Ew;
          [|rewrite <- E12 in ET' by auto; congruence].
        unfold Meaning.means_its_name in *. rewrite Ew in *.
        destruct (Shown.entry _ _) as [K|]; [|discriminate].
        destruct (text_same T K) as [->|]; [|discriminate].
        destruct (text_same T' K) as [->|]; [auto|discriminate]. }
      assert (EEE : E = E').
      { subst T'. unfold Meaning.with_ending in EE, EE'.
        destruct (Header.its_ending h); [congruence| | |];
          destruct (Meaning.says_how_games_end (Header.its_statements h)); try discriminate;
          destruct (Meaning.says_how_games_end (Header.its_statements h')); try discriminate;
          congruence. }
      now rewrite ETT, EEE. }
    exists b, R, P. unfold Meaning.to_place, Meaning.position_of, Meaning.stands_there in *.
      rewrite <- E1, <- E8, <- E9, <- E10, <- E11, <- Eh. auto.
  Qed.

  Theorem proved_is_true : forall depth bits ps lines shown_lines others, (forall p, In p ps ->
    shown p) ->
    check depth bits ps lines = Proved shown_lines others ->
    (exists h, Header.good h = true /\ Header.print h = lines /\ Shown.statement h = shown_lines /\
      Meaning.is_true h /\
       forall h', Header.good h' = true -> Header.print h' = lines -> h' = h) /\
    Meaning.is_true_statement shown_lines /\
    (forall p, In p others -> shown p).
  Proof.
    intros depth bits ps lines shown_lines others Hps Hc. unfold check in Hc.
    destruct (offered_header lines) as [h L].
    destruct (negb (Header.good h && _)) eqn:Eg; [discriminate|].
    apply negb_false_iff, andb_prop in Eg as [Eg Ep]. apply String.eqb_eq in Ep.
    destruct (header_of h) as [H|] eqn:Eh; [|discriminate].
    destruct (fits_machine bits H); [|discriminate]. cbn [negb] in Hc.
    destruct (offered_start H) as [grouped symmetries].
    destruct (open_session _ _ _ _ _) as [s|] eqn:Eo; [|discriminate].
    destruct (tally_fits _); [|discriminate]. cbn [negb] in Hc.
    pose proof (opened _ _ _ _ _ _ Hps Eo) as Hs.
    pose proof (feed_from_is bits depth 0%N _ _ Hs) as Hf.
    destruct (feed_from _ _ _ _) as [? ?|s'|why]; [discriminate| |subst why; contradiction].
    destruct (match Meaning.to_place h with O => _ | S _ => _ end) eqn:Ec; [|discriminate].
    destruct (for_others h s' (offered_claims s')) as [ps'|] eqn:Eps; [|discriminate].
    injection Hc as <- <-.
    destruct (opened_well _ _ Hf) as [Hlen Htext].
    pose proof (closes_is_true _ _ _ _ Eh Hf Ec Hlen Htext) as Ht. split; [|split].
    - exists h. repeat (split; [auto; fail|]). intros h' Eg' Ep'.
      apply Printed.print_determines; auto. congruence.
    - split; [exists h; auto|]. intros h' Eg' Es' Hr'. apply (alike_true h); auto.
      now apply Printed.statement_determines.
    - intros p Hp. unfold for_others in Eps.
      destruct (Header.its_claim h);
        [injection Eps as <-; contradiction|injection Eps as <-; contradiction|].
      eapply by_a_file; eauto.
  Qed.
End Program.
