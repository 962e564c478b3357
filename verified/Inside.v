(** * Certificates inside Coq

    [make theorems] turns a certificate into a few long numbers. [decode] makes items of them, and
    the checker is run by Coq itself: the kernel computes [checks ... = true], and [checked_value]
    turns that into a theorem such as [psk_3x3 : has_value psk (empty 3 3) 9]. Nothing is trusted
    for it but the specification and Coq. *)

From Coq Require Import List NArith ZArith QArith FMapPositive.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Checker Accept.

(** A long number is read from its lowest bit: 1 and a bit add the bit to the number at hand, 0 ends
    it. *)

Fixpoint numbers (p : positive) (at_hand : N) (rest : list N) : list N :=
  match p with
  | xO p' => at_hand :: numbers p' 0 rest
  | xI (xO p') => numbers p' (N.double at_hand) rest
  | xI (xI p') => numbers p' (N.succ_double at_hand) rest
  | _ => rest
  end.

Definition all_numbers (data : list positive) : list N :=
  fold_right (fun p rest => numbers p 0 rest) [] data.

(** A reader takes numbers from the front. *)

Definition reader (A : Type) := list N -> option (A * list N).

Definition ret {A} (a : A) : reader A := fun l => Some (a, l).
Definition bind {A B} (r : reader A) (f : A -> reader B) : reader B :=
  fun l => match r l with None => None | Some (a, l') => f a l' end.
Notation "'read' x <- r ; e" := (bind r (fun x => e)) (at level 60, right associativity).

Definition number : reader N := fun l => match l with [] => None | n :: l' => Some (n, l') end.

Fixpoint times {A} (k : nat) (r : reader A) : reader (list A) :=
  match k with
  | O => ret []
  | S k' => read a <- r; read l <- times k' r; ret (a :: l)
  end.

Definition many {A} (r : reader A) : reader (list A) := read k <- number; times (N.to_nat k) r.

Definition integer : reader Z :=
  read z <- number; ret (if N.odd z then - Z.of_N (N.div2 z) else Z.of_N (N.div2 z))%Z.
Definition flag : reader bool := read x <- number; ret (N.odd x).
Definition player : reader colour := read x <- flag; ret (if x then White else Black).
Definition place_number : reader positive := read x <- number; ret (N.succ_pos x).

Definition a_kind : reader kind :=
  read top <- integer; read below <- place_number; read s <- flag; read w <- player; read e <- flag;
  ret {| threshold := top # below; strict := s; winner := w; endless := e |}.

Definition a_fact : reader fact :=
  read s <- number; read o <- number; read i <- number; read b <- number; read w <- number;
    read b' <- number; read w' <- number;
    ret {| scope := s; owner := o; index := i; black_of := b; white_of := w; black_to := b';
           white_to := w' |}.

Definition table_from {A} (l : list A) : PositiveMap.t A :=
  snd (fold_left (fun km a => (Pos.succ (fst km), PositiveMap.add (fst km) a (snd km))) l
         (1%positive, PositiveMap.empty A)).

Definition entry_of {A} (m : PositiveMap.t A) : reader A :=
  fun l =>
    match place_number l with
    | None => None
    | Some (x, l') => match PositiveMap.find x m with None => None | Some a => Some (a, l') end
    end.

Definition chunk : reader (N * N) := read c <- number; read bits <- number; ret (c, bits).

Section Items.
  Variable kinds : PositiveMap.t kind.
  Variable facts : PositiveMap.t fact.

  Definition a_node : reader node :=
    read b <- number; read w <- number; read c <- player; read k <- number; read ban <- number;
      read ws <- many
        (read there <- flag;
         if there then read b <- number; read w <- number; ret (Some (b, w)) else ret None);
      read total <- integer; read how_many <- number;
      ret {| black := b; white := w; to_move := c; passes := N.to_nat k; ban := ban; words := ws;
             tallied := (total, how_many) |}.

  Definition a_citation : reader citation :=
    read cited <- place_number; read k <- number; ret (cited, N.to_nat k).

  Definition a_pattern : reader stone_pattern :=
    read s <- number; read c <- player; read a <- number; read x <- number;
    ret {| of_scope := s; of_player := c; all_of := a; one_of := x |}.

  Definition some_grounds : reader grounds :=
    read decided <- flag;
      if decided then ret is_decided
      else read his <- flag;
             if his
             then read which <- number; read cited <- a_citation;
                    ret (his_move (N.to_nat which) cited)
             else read cited <- many a_citation; ret (all_moves cited).

  Definition a_lemma : reader lemma :=
    read k <- entry_of kinds; read n <- a_node; read a <- many (entry_of facts);
      read gs <- many chunk;
      read ps <- many a_pattern; read b <- many (entry_of facts);
      ret {| says_who := k; place := n; without := a; without_groups := gs; without_patterns := ps;
             given := b |}.

  Definition an_item : reader item :=
    read x <- place_number; read l <- a_lemma; read promised <- flag;
    if promised then ret (Promise x l) else read why <- some_grounds; ret (Lemma x l why).
End Items.

Definition a_claim : reader (option positive) :=
  read x <- number; ret (match x with N0 => None | Npos p => Some p end).

Definition in_group (facts : PositiveMap.t fact) : reader (fact * N) :=
  read f <- entry_of facts; read g <- number; ret (f, g).

Definition a_scope : reader (nat * bool * bool * N) :=
  read n <- number; read f <- flag; read s <- flag; read x <- number; ret (N.to_nat n, f, s, x).

Definition a_whom : reader whom := read next <- flag; ret (if next then Next else Mover).

Definition a_term : reader term :=
  read x <- number;
  match x with
  | 0%N => ret Nothing | 1%N => ret Before | 2%N => ret After
  | _ => read k <- number; read w <- a_whom; ret (Kept (N.to_nat k) w)
  end.

Definition a_text_pattern : reader pattern :=
  read n <- number; read there <- flag;
    read w <- (if there then read w <- a_whom; ret (Some w) else ret None);
    read t <- a_term; read t' <- a_term;
    ret {| p_name := N.to_nat n; p_player := w; p_1 := t; p_2 := t' |}.

Definition a_layout : reader layout :=
  read l <- many a_scope; read names <- many number; read ps <- many a_text_pattern;
  ret {| scope_list := l; end_names := map N.to_nat names; arriving := ps |}.

Definition a_symmetry : reader (list point * bool) :=
  read l <- many number; read x <- flag; ret (map N.to_nat l, x).

Definition decode : reader
    (layout * list (fact * N) * list (list point * bool) * list item * list (option positive)) :=
  read L <- a_layout; read ks <- many a_kind; read fs <- many a_fact;
    let facts := table_from fs in
    read gs <- many (in_group facts); read us <- many a_symmetry;
      read is <- many (an_item (table_from ks) facts); read cs <- many a_claim;
      ret (L, gs, us, is, cs).

Definition checks (h : header) (data : list positive) : bool :=
  match decode (all_numbers data) with
  | Some ((L, gs, us, is, cs), _) => accepts h L gs us is cs
  | None => false
  end.

Definition header_of (R : rules) (rows columns : nat) (v : Q) (u : option Q) : header :=
  {| of_board := rectangle rows columns; of_rules := R; from := repeat Empty (rows * columns);
     to_play := Black; moves_made := []; value := v; upper := u |}.

Lemma checked : forall h data, moves_made h = [] -> checks h data = true ->
  let g := begin (of_board h) (from h) (to_play h) in
  match upper h with
  | None => has_value (of_rules h) g (value h)
  | Some u => has_bounds (of_rules h) g (value h) u
  end.
Proof.
  intros h data Hm H. unfold checks in H.
  destruct (decode _) as [[[[[[L gs] us] is] cs] l]|]; [|discriminate].
  exact (accepted_value_of_start h L gs us is cs Hm H).
Qed.

Theorem checked_value : forall R rows columns v data,
  checks (header_of R rows columns v None) data = true -> has_value R (empty rows columns) v.
Proof.
  intros R rows columns v data H. exact (checked (header_of R rows columns v None) data eq_refl H).
Qed.

Theorem checked_bounds : forall R rows columns v u data,
  checks (header_of R rows columns v (Some u)) data = true -> has_bounds R (empty rows columns) v u.
Proof.
  intros R rows columns v u data H.
  exact (checked (header_of R rows columns v (Some u)) data eq_refl H).
Qed.
