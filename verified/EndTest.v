(** * Whether games end: the test of a text, and what its proof counts

    A move is told apart by its kind and its stage, which is how many passes have just been made, up
    to ten, where no condition of the language tells more apart. Each must make a fact true that was
    not remembered, of a name in a list, and make none forgotten of that name or of those before it.
    Or it is a pass that forgets nothing of the list, and in a row of passes one surely ends the
    game. *)

From Coq Require Import List NArith ZArith PeanoNat Bool Lia.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Known Checker Text.

(** ** The test *)

Definition longest_row : nat := 10.

Definition is_kept (t : term) : bool := match t with Kept _ _ => true | _ => false end.

Section Test.
  Variable T : text.

  (** At a pass after two others: what is kept of the mover's last pass is the position. *)

  Definition keeps_passes (k : nat) : bool :=
    match filter (fun s => place_kept s =? k) (keeps T) with
    | [s] =>
        match for_whom s, what_kept s with
        | Mover, Before => on_pass (keep_when s)
        | _, _ => false
        end
    | _ => false
    end.

  Definition passed_before (play : bool) (stage : nat) (t t' : term) : bool :=
    match t, t' with
    | Kept k Mover, Before => negb play && (2 <=? stage) && keeps_passes k
    | _, _ => false
    end.

  (** Surely so ([yes]), or surely not. *)

  Fixpoint surely (play : bool) (stage : nat) (yes : bool) (a : condition) : bool :=
    match a with
    | always => yes
    | retakes => negb yes && negb play
    | passes_at_least n => if yes then n <=? stage else (stage <? longest_row) && (stage <? n)
    | same t t' => yes && (same_term t t' || passed_before play stage t t')
    | both a b =>
        if yes then surely play stage yes a && surely play stage yes b
        else surely play stage yes a || surely play stage yes b
    | either a b =>
        if yes then surely play stage yes a || surely play stage yes b
        else surely play stage yes a && surely play stage yes b
    | unless a => surely play stage (negb yes) a
    end.

  Definition at_kind (play : bool) (o : occasion) : bool := if play then on_play o else on_pass o.

  Definition surely_at (play : bool) (stage : nat) (o : occasion) : bool :=
    at_kind play o && surely play stage true (provided o).

  (** What is surely remembered of the position before a move, since each event makes it true of the
      position after it. *)

  Definition other (w : whom) : whom := match w with Mover => Next | Next => Mover end.

  Definition surely_stands (p : pattern) : bool :=
    let q := about (p_name p) (option_map other (p_player p)) After in
    same_pattern p (about (p_name p) (p_player p) Before) && always_made T on_start from_after q &&
    always_made T on_play (fun q => q) q &&
    (always_made T on_pass from_after q ||
     plain q &&
       negb (existsb (fun f => on_pass (forget_when f) && (which f =? p_name p)) (forgets T))).

  Definition made_here (play : bool) (stage : nat) (p : pattern) : bool :=
    existsb (fun s =>
               surely_at play stage (remember_when s) && same_pattern (what_fact s) p &&
               match for_each s with
               | None => true
               | Some q => same_term (p_1 p) Before && surely_stands q
               end) (remembers T).

  (** A fact that forbids the move, or makes it the last, and that the move makes true. *)

  Definition new_fact (play : bool) (stage : nat) (n : nat) : bool :=
    existsb (fun x =>
               match remembered x with
               | Some p =>
                   (p_name p =? n) && surely play stage true (so x) && made_here play stage p &&
                   (negb (is_kept (p_1 p) || is_kept (p_2 p)) ||
                    negb (existsb (fun s => at_kind play (keep_when s)) (keeps T)))
               | None => false
               end) (if play then forbids T else ends T).

  (** Or the last move was forbidden if that fact was remembered. *)

  Definition forbidden_before (stage : nat) (n : nat) : bool :=
    existsb
      (fun x =>
         match remembered x with
         | Some p => same_pattern p (about n (Some Next) After) && surely true stage true (so x)
         | None => false
         end) (forbids T).

  Definition new_fact_of_mover (play : bool) (stage : nat) (n : nat) : bool :=
    made_here play stage (about n (Some Mover) Before) &&
    match stage with
    | O =>
        forallb (fun stage => forbidden_before stage n) (seq 0 (S longest_row)) &&
        forallb (fun s =>
                   negb (on_play (remember_when s) && (p_name (what_fact s) =? n)) ||
                   same_whom (p_player (what_fact s)) (Some Mover)) (remembers T)
    | _ =>
        existsb (fun f =>
                   on_pass (forget_when f) && (which f =? n) &&
                   match provided (forget_when f) with always => true | _ => false end)
        (forgets T) &&
        forallb (fun s => negb (on_pass (remember_when s) && (p_name (what_fact s) =? n)))
          (remembers T)
    end.

  Definition none_forgotten (play : bool) (stage : nat) (n : nat) : bool :=
    forallb (fun f =>
               negb (at_kind play (forget_when f) && (which f =? n)) ||
               surely play stage false (provided (forget_when f))) (forgets T).

  Fixpoint progress (play : bool) (stage : nat) (names : list nat) : bool :=
    match names with
    | [] => negb play && (stage <? longest_row)
    | n :: names' =>
        none_forgotten play stage n &&
        (new_fact play stage n || new_fact_of_mover play stage n || progress play stage names')
    end.

  Definition surely_ends (stage : nat) : bool :=
    existsb (fun x =>
               match remembered x with None => surely false stage true (so x) | Some _ => false end)
      (ends T).

  (** Where passes give back prisoners ([returning]), they have to forget nothing of the list:
      prisoners run out. *)

  Definition games_end (returning : bool) (names : list nat) : bool :=
    forallb (fun stage => progress true stage names &&
      if passing T then progress false stage names || surely_ends stage
      else negb returning || forallb (none_forgotten false stage) names) (seq 0 (S longest_row)).
End Test.

(** ** Numbers that fall *)

Fixpoint number_with (base : nat) (digits : list nat) : nat :=
  match digits with [] => 0 | d :: l => d * base ^ length l + number_with base l end.

Fixpoint falls (l' l : list nat) : Prop :=
  match l', l with d' :: l', d :: l => d' < d \/ d' <= d /\ falls l' l | _, _ => False end.

Lemma number_bound : forall base l, (forall d, In d l -> d < base) ->
  number_with base l < base ^ length l.
Proof.
  intros base l. induction l as [|d l IH]; intros H; cbn; [lia|].
  assert (number_with base l < base ^ length l) by (apply IH; intros x Hx; apply H; now right).
  assert (d < base) by (apply H; now left). nia.
Qed.

Lemma number_falls : forall base l' l, length l' = length l -> (forall d, In d l' -> d < base) ->
  falls l' l -> number_with base l' < number_with base l.
Proof.
  intros base. induction l' as [|d' l' IH]; intros [|d l] Hl Hb H; try contradiction.
  cbn in Hl |- *. injection Hl as Hl.
  assert (Hb' : forall x, In x l' -> x < base) by (intros x Hx; apply Hb; now right).
  pose proof (number_bound base l' Hb') as Hn. destruct H as [H|[Hd H]].
  - rewrite Hl in *. nia.
  - specialize (IH l Hl Hb' H). rewrite Hl. nia.
Qed.

(** ** All facts of a name *)

Fixpoint all_positions (n : nat) : list position :=
  match n with
  | O => [[]]
  | S k => flat_map (fun P => [Empty :: P; Stone Black :: P; Stone White :: P]) (all_positions k)
  end.

Lemma in_all_positions : forall n P, length P = n -> In P (all_positions n).
Proof.
  induction n as [|n IH]; intros [|x P] H; try discriminate; cbn; [auto|].
  apply in_flat_map. exists P. split; [apply IH; now injection H|]. destruct x as [|[]]; cbn; auto.
Qed.

Definition things (b : board) : list (option position) := None :: map Some (all_positions (size b)).

Definition all_facts (b : board) (n : nat) : list Spec.fact :=
  map (fun x =>
         {| name := n; player := fst x; position_1 := fst (snd x); position_2 := snd (snd x) |})
    (list_prod [None; Some Black; Some White] (list_prod (things b) (things b))).

Lemma in_all_facts : forall b x, fits_board b (position_1 x) -> fits_board b (position_2 x) ->
  In x (all_facts b (name x)).
Proof.
  intros b [n c v w] Hv Hw. apply in_map_iff. exists (c, (v, w)). split; [auto|].
  assert (H : forall u, fits_board b u -> In u (things b)).
  { intros [P|] H; [right|now left]. apply in_map, in_all_positions. now apply H. }
  apply in_prod; [destruct c as [[]|]; cbn; auto|]. apply in_prod; auto.
Qed.

Lemma all_facts_length : forall b n, length (all_facts b n) = length (all_facts b 0).
Proof. intros. unfold all_facts. now rewrite !map_length. Qed.

Lemma all_facts_name : forall b n x, In x (all_facts b n) -> name x = n.
Proof. intros b n x H. apply in_map_iff in H as (y & <- & _). auto. Qed.
