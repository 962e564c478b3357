(** * Ko rules that are texts: their steps on masks. The program, and that terms are compared
    rightly. *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Known Bits Play Kos Area Checker Sound Common Beside Ban Tally
  Prisoners.

(** ** The program *)

Definition masks := option (N * N).

Definition masks_of (v : option position) : masks :=
  option_map (fun P => (mask Black P, mask White P)) v.

(** A move as the checker sees it. *)

Record moment := { mover : colour; is_a_play : bool; was : N * N; becomes : N * N;
                   words_before : list masks; passes_before : nat; takes : bool;
                   spot : N (* the point of a play *);
                     kos_there : bool ->
                       N (* with lone suicides or without; found when it is asked for *) }.

Definition mover_or_next (m : moment) (w : whom) : colour :=
  match w with Mover => mover m | Next => opponent (mover m) end.

Definition some {A} (v : option A) : bool := match v with Some _ => true | None => false end.

Fixpoint asks_passes (a : condition) : bool :=
  match a with
  | passes_at_least _ => true
  | both a b | either a b => asks_passes a || asks_passes b
  | unless a => asks_passes a
  | _ => false
  end.

Fixpoint asks_retakes (a : condition) : bool :=
  match a with
  | retakes => true
  | both a b | either a b => asks_retakes a || asks_retakes b
  | unless a => asks_retakes a
  | _ => false
  end.

Definition same_whom (w w' : option whom) : bool :=
  match w, w' with
  | None, None | Some Mover, Some Mover | Some Next, Some Next => true
  | _, _ => false
  end.

Definition same_term (t t' : term) : bool :=
  match t, t' with
  | Nothing, Nothing | Before, Before | After, After => true
  | Kept k w, Kept k' w' => (k =? k') && same_whom (Some w) (Some w')
  | Point w, Point w' => same_whom (Some w) (Some w')
  | Off_kos w x, Off_kos w' x' | On_kos w x, On_kos w' x' =>
      eqb (pointed x) (pointed x') && eqb (lone_suicides x) (lone_suicides x') &&
      same_whom (Some w) (Some w')
  | _, _ => false
  end.

Definition same_pattern (p q : pattern) : bool :=
  (p_name p =? p_name q) && same_whom (p_player p) (p_player q) && same_term (p_1 p) (p_1 q) &&
  same_term (p_2 p) (p_2 q).

Lemma same_term_spec : forall t t', same_term t t' = true -> t = t'.
Proof.
  assert (Hw : forall w w', same_whom (Some w) (Some w') = true -> w = w')
    by (intros [] [] H; cbn in H; congruence).
  intros [| | |k w|w|w x|w x] [| | |k' w'|w'|w' x'|w' x'] H; cbn [same_term] in H; try discriminate;
    try reflexivity; try (apply andb_prop in H as [E H]); apply Hw in H as ->; try reflexivity;
    [apply Nat.eqb_eq in E; congruence|..]; apply andb_prop in E as [E1 E2];
    apply eqb_prop in E1, E2; destruct x, x'; cbn in *; congruence.
Qed.

Lemma same_pattern_spec : forall p q, same_pattern p q = true -> p = q.
Proof.
  intros [n w t u] [n' w' t' u'] H. unfold same_pattern in H. cbn in H. rewrite !andb_true_iff in H.
  destruct H as (((H1 & H2) & H3) & H4). apply Nat.eqb_eq in H1 as ->.
  apply same_term_spec in H3 as ->. apply same_term_spec in H4 as ->. f_equal.
  destruct w as [[]|], w' as [[]|]; try discriminate; reflexivity.
Qed.

(** Each fact once, the first time. *)

Fixpoint each_once (l : list Past.fact) : list Past.fact :=
  match l with
  | [] => []
  | f :: l' => f :: filter (fun f' => negb (same_fact f f')) (each_once l')
  end.

Lemma in_each_once : forall f l, In f (each_once l) <-> In f l.
Proof.
  intros f. induction l as [|x l IH]; cbn [each_once In]; [tauto|].
  rewrite filter_In, IH, negb_true_iff, <- not_true_iff_false, same_fact_spec. split; [tauto|].
  intros [->|H]; [now left|].
  destruct (same_fact x f) eqn:E; [left; now apply same_fact_spec|right]. split; [auto|]. intros <-.
  now rewrite (proj2 (same_fact_spec x x) eq_refl) in E.
Qed.

Section Program.
  Variable T : text.
  (** The scope of a fact: its name, and which of its positions there are. *)
  Variable scopes : nat -> bool -> bool -> N.

  Definition conditions : list condition :=
    map (fun s => provided (remember_when s)) (remembers T) ++
    map (fun s => provided (forget_when s)) (forgets T) ++ map so (forbids T) ++ map so (ends T) ++
    match tally T with None => [] | Some c => [provided (count_when c)] end.

  Definition counts_passes : bool := existsb asks_passes conditions.
  Definition has_bans : bool := existsb asks_retakes conditions.

  Definition keys : list (nat * colour) :=
    flat_map (fun s => [(place_kept s, Black); (place_kept s, White)]) (keeps T).

  Fixpoint word_of (ks : list (nat * colour)) (ws : list masks) (k : nat) (c : colour) : masks :=
    match ks, ws with
    | (k', c') :: ks', w :: ws' => if (k' =? k) && same_colour c' c then w else word_of ks' ws' k c
    | _, _ => None
    end.

  (** Stones of a player more; what a frame has off the kos, and on them. *)

  Definition more_stones (c : colour) (more : N) (x : N * N) : N * N :=
    match c with Black => (N.lor (fst x) more, snd x) | White => (fst x, N.lor (snd x) more) end.

  Definition off_kos (m : moment) (c : colour) (f : frame) : N * N :=
    let k := kos_there m (lone_suicides f) in
    more_stones c (if pointed f then N.land (spot m) k else 0%N)
      (N.ldiff (fst (was m)) k, N.ldiff (snd (was m)) k).

  Definition on_kos (m : moment) (c : colour) (f : frame) : N * N :=
    let k := kos_there m (lone_suicides f) in
    more_stones c (if pointed f then N.ldiff (spot m) k else 0%N)
      (more_stones (opponent c) k (0, 0)%N).

  Definition term_at (ws : list masks) (m : moment) (t : term) : masks :=
    match t with
    | Nothing => None
    | Before => Some (was m)
    | After => Some (becomes m)
    | Kept k w => word_of keys ws k (mover_or_next m w)
    | Point w =>
        if is_a_play m then Some (more_stones (mover_or_next m w) (spot m) (0, 0)%N) else None
    | Off_kos w f => if is_a_play m then Some (off_kos m (mover_or_next m w) f) else None
    | On_kos w f => if is_a_play m then Some (on_kos m (mover_or_next m w) f) else None
    end.

  Definition fact_with (name : nat) (owner : option colour) (v1 v2 : masks) : Past.fact :=
    let '(b1, w1) := match v1 with Some x => x | None => (0, 0)%N end in
    let '(b2, w2) := match v2 with Some x => x | None => (0, 0)%N end in
    {| scope := scopes name (some v1) (some v2);
       owner := match owner with None => 0 | Some c => number_of c end; index := 0;
       black_of := b1; white_of := w1; black_to := b2; white_to := w2 |}%N.

  Definition fact_at (ws : list masks) (m : moment) (p : pattern) : Past.fact :=
    fact_with (p_name p) (option_map (mover_or_next m) (p_player p)) (term_at ws m (p_1 p))
      (term_at ws m (p_2 p)).

  Fixpoint is_so (m : moment) (a : condition) : bool :=
    match a with
    | always => true
    | retakes => is_a_play m && takes m
    | passes_at_least n => n <=? passes_before m
    | same t t' => same_word (term_at (words_before m) m t) (term_at (words_before m) m t')
    | both a b => is_so m a && is_so m b
    | either a b => is_so m a || is_so m b
    | unless a => negb (is_so m a)
    end.

  Definition counts_at (o : occasion) (m : moment) : bool :=
    if is_a_play m then on_play o else on_pass o.
  Definition happens (o : occasion) (m : moment) : bool := counts_at o m && is_so m (provided o).

  Definition words_after (m : moment) : list masks :=
    map (fun kc =>
           match find (fun s =>
                         counts_at (keep_when s) m && (place_kept s =? fst kc) &&
                         same_colour (mover_or_next m (for_whom s)) (snd kc)) (keeps T) with
           | Some s => term_at (words_before m) m (what_kept s)
           | None => word_of keys (words_before m) (fst kc) (snd kc)
           end) keys.

  Definition inserted (m : moment) (ws : list masks) : list Past.fact :=
    flat_map (fun s =>
                match for_each s with
                | None => if happens (remember_when s) m then [fact_at ws m (what_fact s)] else []
                | Some _ => []
                end) (remembers T).

  (** What it says of its first position. *)

  Definition of_first (ws : list masks) (m : moment) (p : pattern) : Past.fact :=
    fact_with (p_name p) (option_map (mover_or_next m) (p_player p)) (Some (0, 0)%N)
      (term_at ws m (p_2 p)).

  Definition pulled (m : moment) (ws : list masks) : list (Past.fact * Past.fact) :=
    flat_map
      (fun s =>
         match for_each s with
         | None => []
         | Some p =>
             if happens (remember_when s) m then [(of_first ws m (what_fact s), of_first ws m p)]
             else []
         end) (remembers T).

  Definition scopes_of (name : nat) : list N :=
    [scopes name true false; scopes name true true; scopes name false true;
     scopes name false false].

  Definition cleared_scopes (m : moment) : list N :=
    flat_map (fun s => if happens (forget_when s) m then scopes_of (which s) else []) (forgets T).

  Definition tallied_after (t : table) (m : moment) (tl : Z * N) : Z * N :=
    match tally T with
    | None => tl
    | Some c => if happens (count_when c) m
                then let x := if the_new_position c then becomes m else was m in
                     ((fst tl + area t (fst x) (snd x))%Z, N.succ (snd tl))
                else tl
    end.

  (** Ikeda's rule: what White has paid, and 1 when somebody has passed. *)

  Definition dues_after (m : moment) (tl : Z * N) : Z * N :=
    if is_a_play m || negb (snd tl =? 0)%N then tl
    else ((fst tl + match mover m with Black => 0 | White => -1 end)%Z, 1%N).

  (** Under territory scoring a play costs a stone, too. *)

  Definition beside_after (R : rules) (m : moment) (tl : Z * N) : Z * N :=
    let paid := if ikeda R then dues_after m tl else tl in
    if territory R && is_a_play m then ((fst paid - sign (mover m))%Z, snd paid) else paid.

  (** Passes give back prisoners, and end no game. *)

  Definition returns (R : rules) : bool := negb (passing T) && returning R.

  Definition memory_after (R : rules) (t : table) (m : moment) (tl : Z * N) : Z * N :=
    if returns R then prisoners_after (mover m) (is_a_play m) tl
    else match tally T with Some _ => tallied_after t m tl | None => beside_after R m tl end.

  Definition counts_beside (R : rules) : bool := ikeda R || territory R.

  (** A lemma about a player who has paid more, or less. *)

  Definition dues_serve (k : kind) (tl tl' : Z * N) : bool :=
    (snd tl =? snd tl')%N &&
    match winner k with Black => (fst tl' <=? fst tl)%Z | White => (fst tl <=? fst tl')%Z end.

  (** Reasons that hold whatever is remembered, and the facts that would be reasons. *)

  Definition sure (m : moment) (l : list reason) : bool :=
    existsb (fun x => match remembered x with None => is_so m (so x) | Some _ => false end) l.

  Definition reasons (m : moment) (l : list reason) : list Past.fact :=
    flat_map (fun x => match remembered x with
                       | Some p => if is_so m (so x) then [fact_at (words_before m) m p] else []
                       | None => []
                       end) l.

  Section Rule.
    Variable t : table.
    Variable cells : list choice.
    Variable R : rules.
    Variables counting banning : bool. (* [counts_passes] and [has_bans], found once *)
    Variable arriving : list pattern.  (* what nodes may imply: not trusted, see [is_implied] *)

    Definition play_moment (n n' : node) (back : bool) (here : N) : moment :=
      {| mover := to_move n; is_a_play := true; was := (black n, white n);
         becomes := (black n', white n');
         words_before := words n; passes_before := passes n; takes := back;
         spot := here; kos_there := fun lone => kos_of lone t (black n) (white n) |}.

    Definition text_play (n : node) (p : point) (here : N) : step :=
      let r := play t (mine n) (theirs n) here in
      let ban := if banning then next_ban t cells n r else 0%N in
      let m := play_moment n (node_after n r ban [] (0%Z, 0%N)) (ban_hits n p r) here in
      let ws := words_after m in
      {| made := Play p;
         legal :=
           if suicide_never (suicide R) n r here || sure m (forbids T) then Never
           else Unless (reasons m (forbids T));
         present := []; absent := []; clears := cleared_scopes m; pulls := pulled m ws;
         inserts := inserted m ws;
         leads := GoesOn (node_after n r ban ws (memory_after R t m (tallied n))) |}.

    Definition pass_moment (n : node) : moment :=
      {| mover := to_move n; is_a_play := false; was := (black n, white n);
         becomes := (black n, white n);
         words_before := words n; passes_before := passes n; takes := false;
         spot := 0; kos_there := fun _ => 0%N |}.

    Definition text_end (n : node) (present absent : list Past.fact) : step :=
      {| made := Pass; legal := Always; present := present; absent := absent; clears := [];
         pulls := []; inserts := [];
         leads :=
           Ends (match tally T with
                 | None =>
                     if counts_beside R
                     then area_score t (komi R) n +
                            inject_Z (fst (beside_after R (pass_moment n) (tallied n)))
                     else area_score t (komi R) n
                 | Some c => tally_score (komi R) c (tallied_after t (pass_moment n) (tallied n))
                 end) |}.

    Definition text_pass (n : node) (absent : list Past.fact) : step :=
      let m := pass_moment n in
      let ws := words_after m in
      {| made := Pass; legal := Always; present := []; absent := absent; clears := cleared_scopes m;
         pulls := pulled m ws; inserts := inserted m ws;
         leads :=
           GoesOn (node_passed n (if counting then S (passes n) else 0) ws
                     (memory_after R t m (tallied n))) |}.

    (** A fact that every game at a node remembers: [fact_at] the last move, which led to the node.
        At the start and at passes the position before is that after. *)

    Definition plain (p : pattern) : bool := same_pattern p (about (p_name p) None After).
    Definition seen_after (t : term) : bool :=
      match t with Nothing | After | Kept _ _ => true | _ => false end.
    Definition as_after (t : term) : term := match t with Before => After | _ => t end.
    Definition from_after (p : pattern) : pattern :=
      {| p_name := p_name p; p_player := p_player p; p_1 := as_after (p_1 p);
         p_2 := as_after (p_2 p) |}.

    Definition always_made (on : occasion -> bool) (as_seen : pattern -> pattern)
        (p : pattern) : bool :=
      existsb (fun s =>
                 on (remember_when s) &&
                 match provided (remember_when s), for_each s with
                 | always, None => true
                 | _, _ => false
                 end && same_pattern (as_seen (what_fact s)) p) (remembers T).

    Definition is_implied (n : node) (p : pattern) : bool :=
      seen_after (p_1 p) && seen_after (p_2 p) && always_made on_start from_after p &&
      always_made on_play (fun q => q) p &&
      (negb (passing T || returning R) || always_made on_pass from_after p ||
       (plain p &&
        negb (existsb (fun f => on_pass (forget_when f) && (which f =? p_name p)) (forgets T))) ||
       (counting && (passes n =? 0))).

    Definition last_moment (n : node) : moment :=
      {| mover := opponent (to_move n); is_a_play := true; was := (0, 0)%N;
         becomes := (black n, white n);
         words_before := []; passes_before := 0; takes := false; spot := 0;
         kos_there := fun _ => 0%N |}.

    Definition text_implied (n : node) : list Past.fact :=
      map (fact_at (words n) (last_moment n)) (filter (is_implied n) arriving).

    Definition may_return (n : node) : bool := returning R && holds_one t n.

    (** The facts that would make a pass the last move. *)

    Definition end_facts (n : node) : list Past.fact :=
      each_once (reasons (pass_moment n) (ends T)).

    Definition text_rule : rule :=
      {| choices :=
           fun n =>
             play_choices cells n ++
             (if passing T
              then map Passing
                     (seq 0 (if sure (pass_moment n) (ends T) then 1 else S (length (end_facts n))))
              else if may_return n then [Passing 0] else []);
         step_of :=
           fun n c =>
             match c with
             | Stone_on p here => text_play n p here
             | Passing i =>
                 let m := pass_moment n in
                 if negb (passing T) then text_pass n []
                 else if sure m (ends T) then text_end n [] []
                 else
                   let fs := end_facts n in
                   match nth_error fs i with
                   | Some f => text_end n [f] (firstn i fs)
                   | None => text_pass n fs
                   end
             end;
         implied := text_implied;
         stuck :=
           fun n =>
             if passing T || may_return n then None
             else Some (match to_move n with Black => -1 | White => 1 end)%Q;
         stands_for :=
           fun k n n' =>
             same_node n n' ||
             negb (returns R) &&
               match tally T with
               | None =>
                   counts_beside R && same_but_for_tally n n' &&
                   dues_serve k (tallied n) (tallied n')
               | Some c =>
                   same_but_for_tally n n' && tally_serves (komi R) c k (tallied n) (tallied n')
               end |}.
  End Rule.
End Program.
