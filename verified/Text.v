(** * Ko rules that are texts: their steps on masks, and the proof that these are the moves of the specification *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Known Bits Flood Play Kos Area Checker Sound Common Ban Frames Tally.

(** ** The program *)

Definition masks := option (N * N).

Definition masks_of (v : option position) : masks := option_map (fun P => (mask Black P, mask White P)) v.

(** A move as the checker sees it. *)

Record moment := { mover : colour; is_a_play : bool; was : N * N; becomes : N * N;
                   words_before : list masks; passes_before : nat; takes : bool;
                   spot : N (* the point of a play *); kos_there : unit -> N (* found when it is asked for *) }.

Definition mover_or_next (m : moment) (w : whom) : colour := match w with Mover => mover m | Next => opponent (mover m) end.

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
  match w, w' with None, None | Some Mover, Some Mover | Some Next, Some Next => true | _, _ => false end.

Definition same_term (t t' : term) : bool :=
  match t, t' with
  | Nothing, Nothing | Before, Before | After, After => true
  | Kept k w, Kept k' w' => (k =? k') && same_whom (Some w) (Some w')
  | Point w, Point w' => same_whom (Some w) (Some w')
  | Off_kos w x, Off_kos w' x' | On_kos w x, On_kos w' x' => eqb x x' && same_whom (Some w) (Some w')
  | _, _ => false
  end.

Definition same_pattern (p q : pattern) : bool :=
  (p_name p =? p_name q) && same_whom (p_player p) (p_player q) && same_term (p_1 p) (p_1 q) && same_term (p_2 p) (p_2 q).

Lemma same_term_spec : forall t t', same_term t t' = true -> t = t'.
Proof.
  assert (Hw : forall w w', same_whom (Some w) (Some w') = true -> w = w') by (intros [] [] H; cbn in H; congruence).
  intros [| | |k w|w|w x|w x] [| | |k' w'|w'|w' x'|w' x'] H; cbn [same_term] in H; try discriminate; try reflexivity;
    try (apply andb_prop in H as [E H]); apply Hw in H as ->; try reflexivity; [apply Nat.eqb_eq in E|apply eqb_prop in E..]; congruence.
Qed.

Lemma same_pattern_spec : forall p q, same_pattern p q = true -> p = q.
Proof.
  intros [n w t u] [n' w' t' u'] H. unfold same_pattern in H. cbn in H. rewrite !andb_true_iff in H. destruct H as (((H1 & H2) & H3) & H4).
  apply Nat.eqb_eq in H1 as ->. apply same_term_spec in H3 as ->. apply same_term_spec in H4 as ->. f_equal.
  destruct w as [[]|], w' as [[]|]; try discriminate; reflexivity.
Qed.

(** Each fact once, the first time. *)

Fixpoint each_once (l : list Checker.fact) : list Checker.fact :=
  match l with
  | [] => []
  | f :: l' => f :: filter (fun f' => negb (same_fact f f')) (each_once l')
  end.

Lemma in_each_once : forall f l, In f (each_once l) <-> In f l.
Proof.
  intros f. induction l as [|x l IH]; cbn [each_once In]; [tauto|]. rewrite filter_In, IH, negb_true_iff, <- not_true_iff_false, same_fact_spec.
  split; [tauto|]. intros [->|H]; [now left|]. destruct (same_fact x f) eqn:E; [left; now apply same_fact_spec|right].
  split; [auto|]. intros <-. now rewrite (proj2 (same_fact_spec x x) eq_refl) in E.
Qed.

Section Program.
  Variable T : text.
  (** The scope of a fact: its name, and which of its positions there are. *)
  Variable scopes : nat -> bool -> bool -> N.

  Definition conditions : list condition :=
    map (fun s => provided (remember_when s)) (remembers T) ++ map (fun s => provided (forget_when s)) (forgets T) ++
    map so (forbids T) ++ map so (ends T) ++ match tally T with None => [] | Some c => [provided (count_when c)] end.

  Definition counts_passes : bool := existsb asks_passes conditions.
  Definition has_bans : bool := existsb asks_retakes conditions.

  Definition keys : list (nat * colour) := flat_map (fun s => [(place_kept s, Black); (place_kept s, White)]) (keeps T).

  Fixpoint word_of (ks : list (nat * colour)) (ws : list masks) (k : nat) (c : colour) : masks :=
    match ks, ws with
    | (k', c') :: ks', w :: ws' => if (k' =? k) && same_colour c' c then w else word_of ks' ws' k c
    | _, _ => None
    end.

  (** Stones of a player more; what a frame has off the kos, and on them. *)

  Definition more_stones (c : colour) (more : N) (x : N * N) : N * N :=
    match c with Black => (N.lor (fst x) more, snd x) | White => (fst x, N.lor (snd x) more) end.

  Definition off_kos (m : moment) (c : colour) (pointed : bool) : N * N :=
    let k := kos_there m tt in
    more_stones c (if pointed then N.land (spot m) k else 0%N) (N.ldiff (fst (was m)) k, N.ldiff (snd (was m)) k).

  Definition on_kos (m : moment) (c : colour) (pointed : bool) : N * N :=
    let k := kos_there m tt in
    more_stones c (if pointed then N.ldiff (spot m) k else 0%N) (more_stones (opponent c) k (0, 0)%N).

  Definition term_at (ws : list masks) (m : moment) (t : term) : masks :=
    match t with
    | Nothing => None
    | Before => Some (was m)
    | After => Some (becomes m)
    | Kept k w => word_of keys ws k (mover_or_next m w)
    | Point w => if is_a_play m then Some (more_stones (mover_or_next m w) (spot m) (0, 0)%N) else None
    | Off_kos w pointed => if is_a_play m then Some (off_kos m (mover_or_next m w) pointed) else None
    | On_kos w pointed => if is_a_play m then Some (on_kos m (mover_or_next m w) pointed) else None
    end.

  Definition fact_with (name : nat) (owner : option colour) (v1 v2 : masks) : Checker.fact :=
    let '(b1, w1) := match v1 with Some x => x | None => (0, 0)%N end in
    let '(b2, w2) := match v2 with Some x => x | None => (0, 0)%N end in
    {| scope := scopes name (some v1) (some v2); owner := match owner with None => 0 | Some c => number_of c end; index := 0;
       black_of := b1; white_of := w1; black_to := b2; white_to := w2 |}%N.

  Definition fact_at (ws : list masks) (m : moment) (p : pattern) : Checker.fact :=
    fact_with (p_name p) (option_map (mover_or_next m) (p_player p)) (term_at ws m (p_1 p)) (term_at ws m (p_2 p)).

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

  Definition counts_at (o : occasion) (m : moment) : bool := if is_a_play m then on_play o else on_pass o.
  Definition happens (o : occasion) (m : moment) : bool := counts_at o m && is_so m (provided o).

  Definition words_after (m : moment) : list masks :=
    map (fun kc => match find (fun s => counts_at (keep_when s) m && (place_kept s =? fst kc) &&
                                        same_colour (mover_or_next m (for_whom s)) (snd kc)) (keeps T) with
                   | Some s => term_at (words_before m) m (what_kept s)
                   | None => word_of keys (words_before m) (fst kc) (snd kc)
                   end) keys.

  Definition inserted (m : moment) (ws : list masks) : list Checker.fact :=
    flat_map (fun s => if happens (remember_when s) m then [fact_at ws m (what_fact s)] else []) (remembers T).

  Definition scopes_of (name : nat) : list N := [scopes name true false; scopes name true true; scopes name false true; scopes name false false].

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

  Definition memory_after (R : rules) (t : table) (m : moment) (tl : Z * N) : Z * N :=
    match tally T with Some _ => tallied_after t m tl | None => if ikeda R then dues_after m tl else tl end.

  (** A lemma about a player who has paid more, or less. *)

  Definition dues_serve (k : kind) (tl tl' : Z * N) : bool :=
    (snd tl =? snd tl')%N && match winner k with Black => (fst tl' <=? fst tl)%Z | White => (fst tl <=? fst tl')%Z end.

  (** Reasons that hold whatever is remembered, and the facts that would be reasons. *)

  Definition sure (m : moment) (l : list reason) : bool :=
    existsb (fun x => match remembered x with None => is_so m (so x) | Some _ => false end) l.

  Definition reasons (m : moment) (l : list reason) : list Checker.fact :=
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
      {| mover := to_move n; is_a_play := true; was := (black n, white n); becomes := (black n', white n');
         words_before := words n; passes_before := passes n; takes := back;
         spot := here; kos_there := fun _ => kos_of t (black n) (white n) |}.

    Definition text_play (n : node) (p : point) (here : N) : step :=
      let r := play t (mine n) (theirs n) here in
      let ban := if banning then next_ban t cells n r else 0%N in
      let m := play_moment n (node_after n r ban [] (0%Z, 0%N)) (ban_hits n p r) here in
      let ws := words_after m in
      {| made := Play p;
         legal := if suicide_never (suicide R) n r here || sure m (forbids T) then Never else Unless (reasons m (forbids T));
         present := []; absent := []; clears := cleared_scopes m; inserts := inserted m ws;
         leads := GoesOn (node_after n r ban ws (memory_after R t m (tallied n))) |}.

    Definition pass_moment (n : node) : moment :=
      {| mover := to_move n; is_a_play := false; was := (black n, white n); becomes := (black n, white n);
         words_before := words n; passes_before := passes n; takes := false;
         spot := 0; kos_there := fun _ => 0%N |}.

    Definition text_end (n : node) (present absent : list Checker.fact) : step :=
      {| made := Pass; legal := Always; present := present; absent := absent; clears := []; inserts := [];
         leads := Ends (match tally T with
                        | None => if ikeda R then area_score t (komi R) n + inject_Z (fst (dues_after (pass_moment n) (tallied n)))
                                  else area_score t (komi R) n
                        | Some c => tally_score (komi R) c (tallied_after t (pass_moment n) (tallied n))
                        end) |}.

    Definition text_pass (n : node) (absent : list Checker.fact) : step :=
      let m := pass_moment n in
      let ws := words_after m in
      {| made := Pass; legal := Always; present := []; absent := absent; clears := cleared_scopes m; inserts := inserted m ws;
         leads := GoesOn (node_passed n (if counting then S (passes n) else 0) ws (memory_after R t m (tallied n))) |}.

    (** A fact that every game at a node remembers: [fact_at] the last move, which led to the node. At the start and at
        passes the position before is that after. *)

    Definition plain (p : pattern) : bool := same_pattern p (about (p_name p) None After).
    Definition seen_after (t : term) : bool := match t with Nothing | After | Kept _ _ => true | _ => false end.
    Definition as_after (t : term) : term := match t with Before => After | _ => t end.
    Definition from_after (p : pattern) : pattern :=
      {| p_name := p_name p; p_player := p_player p; p_1 := as_after (p_1 p); p_2 := as_after (p_2 p) |}.

    Definition always_made (on : occasion -> bool) (as_seen : pattern -> pattern) (p : pattern) : bool :=
      existsb (fun s => on (remember_when s) && match provided (remember_when s) with always => true | _ => false end &&
                        same_pattern (as_seen (what_fact s)) p) (remembers T).

    Definition is_implied (n : node) (p : pattern) : bool :=
      seen_after (p_1 p) && seen_after (p_2 p) && always_made on_start from_after p && always_made on_play (fun q => q) p &&
      (negb (passing T) || always_made on_pass from_after p ||
       (plain p && negb (existsb (fun f => on_pass (forget_when f) && (which f =? p_name p)) (forgets T))) ||
       (counting && (passes n =? 0))).

    Definition last_moment (n : node) : moment :=
      {| mover := opponent (to_move n); is_a_play := true; was := (0, 0)%N; becomes := (black n, white n);
         words_before := []; passes_before := 0; takes := false; spot := 0; kos_there := fun _ => 0%N |}.

    Definition text_implied (n : node) : list Checker.fact :=
      map (fact_at (words n) (last_moment n)) (filter (is_implied n) arriving).

    (** The facts that would make a pass the last move. *)

    Definition end_facts (n : node) : list Checker.fact := each_once (reasons (pass_moment n) (ends T)).

    Definition text_rule : rule := {|
      choices := fun n => play_choices cells n ++
        (if passing T then map Passing (seq 0 (if sure (pass_moment n) (ends T) then 1 else S (length (end_facts n)))) else []);
      step_of := fun n c => match c with
        | Stone_on p here => text_play n p here
        | Passing i =>
            let m := pass_moment n in
            if sure m (ends T) then text_end n [] []
            else let fs := end_facts n in
                 match nth_error fs i with
                 | Some f => text_end n [f] (firstn i fs)
                 | None => text_pass n fs
                 end
        end;
      implied := text_implied;
      stuck := fun n => if passing T then None else Some (match to_move n with Black => -1 | White => 1 end)%Q;
      stands_for := fun k n n' => same_node n n' ||
        match tally T with
        | None => ikeda R && same_but_for_tally n n' && dues_serve k (tallied n) (tallied n')
        | Some c => same_but_for_tally n n' && tally_serves (komi R) c k (tallied n) (tallied n')
        end |}.
  End Rule.
End Program.

(** ** A fact of the text and its code *)

Lemma number_of_injective : forall c d, number_of c = number_of d -> c = d.
Proof. now intros [] []. Qed.

Section Codes.
  Variable b : board.
  Variable scopes : nat -> bool -> bool -> N.
  Hypothesis scopes_differ : forall n f s n' f' s', scopes n f s = scopes n' f' s' -> n = n' /\ f = f' /\ s = s'.

  Definition fits_board (v : option position) : Prop := forall P, v = Some P -> length P = size b.

  Definition code (f : Spec.fact) : Checker.fact :=
    fact_with scopes (name f) (player f) (masks_of (position_1 f)) (masks_of (position_2 f)).

  Lemma some_masks : forall v, some (masks_of v) = some v.
  Proof. now intros []. Qed.

  Lemma masks_of_injective : forall v v', fits_board v -> fits_board v' -> masks_of v = masks_of v' -> v = v'.
  Proof.
    intros [P|] [Q|] H H' E; cbn in E; try discriminate; [|auto]. injection E as E1 E2. f_equal.
    apply (same_board b); auto.
  Qed.

  Lemma code_scope : forall f, scope (code f) = scopes (name f) (some (position_1 f)) (some (position_2 f)).
  Proof. intros [n c [P|] [Q|]]; reflexivity. Qed.

  Lemma code_injective : forall f f', fits_board (position_1 f) -> fits_board (position_2 f) ->
    fits_board (position_1 f') -> fits_board (position_2 f') -> code f = code f' -> f = f'.
  Proof.
    intros f f' H1 H2 H1' H2' E. pose proof (f_equal scope E) as Es. rewrite !code_scope in Es.
    apply scopes_differ in Es as (En & E1 & E2). pose proof (f_equal owner E) as Eo.
    pose proof (f_equal black_of E) as Eb. pose proof (f_equal white_of E) as Ew.
    pose proof (f_equal black_to E) as Eb'. pose proof (f_equal white_to E) as Ew'.
    destruct f as [n c v1 v2], f' as [n' c' v1' v2']. cbn [name player position_1 position_2] in *. subst n'.
    assert (c = c') as ->.
    { destruct v1, v2; cbn in Eo; destruct v1', v2'; cbn in Eo; destruct c as [[]|], c' as [[]|]; cbn in Eo; congruence. }
    assert (v1 = v1') as ->.
    { destruct v1 as [P|], v1' as [P'|]; try discriminate; [|auto]. f_equal. apply (same_board b); auto; destruct v2, v2'; auto. }
    assert (v2 = v2') as ->.
    { destruct v2 as [P|], v2' as [P'|]; try discriminate; [|auto]. f_equal. apply (same_board b); auto; destruct v1'; auto. }
    reflexivity.
  Qed.
End Codes.

(** ** A move as the checker sees it is the move *)

Section Moments.
  Variable b : board.
  Variable T : text.
  Variable scopes : nat -> bool -> bool -> N.

  Definition shows_words (r : list event) (ws : list masks) : Prop :=
    ws = map (fun kc => masks_of (kept_for T r (fst kc) (snd kc))) (keys T).

  Record seen (m : moment) (r : list event) (e : event) : Prop := {
    seen_board : at_board e = b;
    seen_spot : forall p, what e = Play p -> spot m = single p /\ p < size b;
    seen_kos : is_a_play m = true -> kos_there m tt = kos b (before e);
    seen_mover : who e = mover m;
    seen_kind : if is_a_play m then a_play e else what e = Pass;
    seen_before : masks_of (Some (before e)) = Some (was m);
    seen_after_it : masks_of (Some (after e)) = Some (becomes m);
    seen_words : shows_words r (words_before m);
    seen_passes : counts_passes T = true -> passes_before m = passes_in_a_row r;
    seen_takes : has_bans T = true -> (is_a_play m && takes m = true <-> takes_back r e);
    before_fits : length (before e) = size b;
    after_fits : length (after e) = size b;
    kept_fits : forall k c, fits_board b (kept_for T r k c)
  }.

  Lemma not_a_key : forall r k c, ~ In (k, c) (keys T) -> kept_for T r k c = None.
  Proof.
    intros r k c H. induction r as [|e r IH]; cbn; [auto|].
    destruct (find _ (keeps T)) as [s|] eqn:E; [|exact IH]. exfalso. apply find_some in E as [Hin E].
    apply andb_prop in E as [E _]. apply andb_prop in E as [_ E]. apply Nat.eqb_eq in E. apply H.
    apply in_flat_map. exists s. split; [auto|]. rewrite E. destruct c; cbn; auto.
  Qed.

  Lemma word_of_map : forall f ks k c, (~ In (k, c) ks -> f k c = None) ->
    word_of ks (map (fun kc => masks_of (f (fst kc) (snd kc))) ks) k c = masks_of (f k c).
  Proof.
    intros f ks k c. induction ks as [|[k' c'] ks IH]; intros H; cbn; [now rewrite H|].
    destruct ((k' =? k) && same_colour c' c) eqn:E.
    - apply andb_prop in E as [E1 E2]. apply Nat.eqb_eq in E1 as ->. now apply same_colour_spec in E2 as ->.
    - apply IH. intros Hn. apply H. intros [Heq|Hin]; [|auto]. injection Heq as -> ->.
      rewrite Nat.eqb_refl in E. assert (same_colour c c = true) by now apply same_colour_spec. cbn in E. congruence.
  Qed.

  Lemma word_is : forall r ws k c, shows_words r ws -> word_of (keys T) ws k c = masks_of (kept_for T r k c).
  Proof. intros r ws k c ->. apply word_of_map. apply not_a_key. Qed.

  Section OneMoment.
    Variables (m : moment) (r : list event) (e : event).
    Hypothesis it_is : seen m r e.

    Lemma player_is : forall w, player_of e w = mover_or_next m w.
    Proof. intros []; cbn; now rewrite (seen_mover _ _ _ it_is). Qed.

    Lemma at_play : forall (A : point -> option position) v, (forall p, what e = Play p -> masks_of (A p) = Some v) ->
      (if is_a_play m then Some v else None) = masks_of (match what e with Play p => A p | Pass => None end).
    Proof.
      intros A v H. pose proof (seen_kind _ _ _ it_is) as Hk. destruct (is_a_play m).
      - destruct Hk as [p Hp]. rewrite Hp. symmetry. now apply H.
      - now rewrite Hk.
    Qed.

    Lemma marked_is : forall on pointed p c, what e = Play p ->
      masks_of (Some (marked on pointed b (before e) p c)) = Some (if on then on_kos m c pointed else off_kos m c pointed).
    Proof.
      intros on pointed p c Hp. assert (Hplay : is_a_play m = true).
      { pose proof (seen_kind _ _ _ it_is) as H. destruct (is_a_play m); [auto|congruence]. }
      pose proof (seen_kos _ _ _ it_is Hplay) as Hk. destruct (seen_spot _ _ _ it_is p Hp) as [Hs Hps].
      pose proof (seen_before _ _ _ it_is) as Hb. injection Hb as Hb. cbn [masks_of option_map]. f_equal.
      unfold on_kos, off_kos. rewrite Hk, Hs, <- Hb. cbn [fst snd].
      assert (Hone : forall d, mask d (marked on pointed b (before e) p c) =
        if on then if same_colour d c then if pointed then N.ldiff (single p) (kos b (before e)) else 0%N else kos b (before e)
        else N.lor (N.ldiff (mask d (before e)) (kos b (before e)))
                   (if same_colour d c then if pointed then N.land (single p) (kos b (before e)) else 0%N else 0%N)).
      { intros d. unfold marked. apply mask_with_all. intros q. destruct (Nat.ltb_spec q (size b)) as [Hq|Hq].
        - cbn [andb]. destruct (has (kos b (before e)) q) eqn:Ek, on, pointed, (Nat.eqb_spec q p) as [->|Hne]; cbn [andb];
            destruct c, d; cbn [same_colour is_stone opponent]; autorewrite with bits; rewrite ?Ek, ?has_mask, ?Nat.eqb_refl;
            try (destruct (Nat.eqb_spec p q); [congruence|]); cbn; rewrite ?andb_true_r, ?andb_false_r, ?orb_false_r; auto.
        - cbn [andb]. symmetry. apply not_true_iff_false. intros H. assert (Hall : forall k, has (kos b (before e)) k = true -> k < size b) by apply kos_small.
          assert (q < size b); [|lia].
          destruct on, pointed, (same_colour d c); autorewrite with bits in H; rewrite ?orb_true_iff, ?andb_true_iff, ?negb_true_iff, ?Nat.eqb_eq in H;
            try discriminate; repeat match goal with H : _ \/ _ |- _ => destruct H | H : _ /\ _ |- _ => destruct H end; subst; auto;
            try (match goal with H : has (mask _ _) _ = true |- _ => apply has_mask_bound in H; rewrite (before_fits _ _ _ it_is) in H; exact H end); discriminate. }
      rewrite !Hone. destruct on, c; cbn [same_colour more_stones opponent fst snd]; rewrite ?N.lor_0_r, ?N.lor_0_l; reflexivity.
    Qed.

    Lemma point_is : forall p c, what e = Play p ->
      masks_of (Some (with_all b (fun q => if q =? p then Stone c else Empty))) = Some (more_stones c (spot m) (0, 0)%N).
    Proof.
      intros p c Hp. destruct (seen_spot _ _ _ it_is p Hp) as [Hs Hps]. cbn [masks_of option_map]. f_equal. rewrite Hs.
      assert (Hone : forall d, mask d (with_all b (fun q => if q =? p then Stone c else Empty)) = if same_colour d c then single p else 0%N).
      { intros d. apply mask_with_all. intros q. destruct (Nat.eqb_spec q p) as [->|Hne].
        - destruct (Nat.ltb_spec p (size b)); [|lia]. destruct c, d; cbn [andb is_stone same_colour]; rewrite ?has_single, ?has_none, ?Nat.eqb_refl; auto.
        - cbn [is_stone]. rewrite andb_false_r. destruct (same_colour d c); rewrite ?has_single, ?has_none; auto. destruct (Nat.eqb_spec p q); congruence. }
      rewrite !Hone. destruct c; cbn [same_colour more_stones fst snd]; now rewrite ?N.lor_0_l.
    Qed.

    Lemma term_is : forall r' ws t, shows_words r' ws -> term_at T ws m t = masks_of (meant (kept_for T r') e t).
    Proof.
      intros r' ws t Hw. destruct t; cbn [term_at meant]; [auto| | | | | |].
      - symmetry. apply (seen_before _ _ _ it_is).
      - symmetry. apply (seen_after_it _ _ _ it_is).
      - rewrite player_is. now apply word_is.
      - apply at_play; intros p Hp. rewrite (seen_board _ _ _ it_is), player_is. now apply point_is.
      - apply at_play; intros p Hp. rewrite (seen_board _ _ _ it_is), player_is. now apply (marked_is false).
      - apply at_play; intros p Hp. rewrite (seen_board _ _ _ it_is), player_is. now apply (marked_is true).
    Qed.

    Lemma fact_is : forall r' ws p, shows_words r' ws -> fact_at T scopes ws m p = code scopes (instance (kept_for T r') e p).
    Proof.
      intros r' ws p Hw. unfold fact_at, code, instance. cbn [name player position_1 position_2].
      rewrite !(term_is r' ws _ Hw). f_equal. destruct (p_player p) as [w|]; cbn; [|auto]. now rewrite player_is.
    Qed.

    Lemma counts_is : forall o, counts o e = counts_at o m.
    Proof.
      intros o. unfold counts, counts_at. pose proof (seen_kind _ _ _ it_is) as H.
      destruct (is_a_play m); [destruct H as [p ->]|rewrite H]; auto.
    Qed.

    Lemma meant_fits : forall r' t, (forall k c, fits_board b (kept_for T r' k c)) -> fits_board b (meant (kept_for T r') e t).
    Proof.
      intros r' t H P E. destruct t; cbn [meant] in E; [discriminate| | |now apply H in E| | |];
        [injection E as <-; apply (before_fits _ _ _ it_is)|injection E as <-; apply (after_fits _ _ _ it_is)|..];
        (destruct (what e); [|discriminate]); injection E as <-; unfold marked; rewrite with_all_length; now rewrite (seen_board _ _ _ it_is).
    Qed.

    Lemma same_word_spec : forall w w', same_word w w' = true <-> w = w'.
    Proof.
      intros [[]|] [[]|]; cbn; rewrite ?andb_true_iff, ?N.eqb_eq; split; try congruence; try tauto.
      - intros [-> ->]. auto.
      - intros E. injection E. auto.
    Qed.

    Lemma is_so_is : forall a, (asks_passes a = true -> counts_passes T = true) -> (asks_retakes a = true -> has_bans T = true) ->
      (is_so T m a = true <-> holds T r e a).
    Proof.
      induction a as [| |n|t t'|a IHa a' IHa'|a IHa a' IHa'|a IHa]; intros Hp Hr; cbn [is_so holds].
      - tauto.
      - apply (seen_takes _ _ _ it_is). now apply Hr.
      - rewrite Nat.leb_le, (seen_passes _ _ _ it_is); [tauto|now apply Hp].
      - rewrite same_word_spec, !(term_is r _ _ (seen_words _ _ _ it_is)). split; [|now intros ->].
        apply (masks_of_injective b); apply meant_fits; apply (kept_fits _ _ _ it_is).
      - cbn in Hp, Hr. rewrite andb_true_iff, IHa, IHa'; try tauto; intros H; (apply Hp || apply Hr); rewrite H; auto using orb_true_r.
      - cbn in Hp, Hr. rewrite orb_true_iff, IHa, IHa'; try tauto; intros H; (apply Hp || apply Hr); rewrite H; auto using orb_true_r.
      - cbn in Hp, Hr. rewrite negb_true_iff, <- not_true_iff_false, IHa; tauto.
    Qed.

    Lemma so_in_text : forall a, In a (conditions T) -> (is_so T m a = true <-> holds T r e a).
    Proof.
      intros a H. apply is_so_is; intros Ha; apply existsb_exists; exists a; auto.
    Qed.

    (** What is counted. *)

    Lemma tallied_after_is : forall c, tally T = Some c -> forall r' z k tl x y, r' = r -> counted b T c r' z k ->
      fst tl = (x + z)%Z -> Z.of_N (snd tl) = (y + Z.of_nat k)%Z ->
      exists z' k', counted b T c (e :: r) z' k' /\ fst (tallied_after T (table_of b) m tl) = (x + z')%Z /\
        Z.of_N (snd (tallied_after T (table_of b) m tl)) = (y + Z.of_nat k')%Z.
    Proof.
      intros c Hc r' z k tl x y -> H H1 H2. unfold tallied_after. rewrite Hc.
      assert (Hh : happens T (count_when c) m = true <-> is_counted T c r e).
      { unfold happens, is_counted. rewrite andb_true_iff, counts_is, so_in_text; [tauto|].
        unfold conditions. rewrite Hc. rewrite !in_app_iff. cbn. tauto. }
      destruct (happens T (count_when c) m).
      - set (P := if the_new_position c then after e else before e).
        assert (HP : masks_of (Some P) = Some (if the_new_position c then becomes m else was m)).
        { unfold P. destruct (the_new_position c); [apply (seen_after_it _ _ _ it_is)|apply (seen_before _ _ _ it_is)]. }
        assert (Hl : length P = size b) by (unfold P; destruct (the_new_position c); [apply (after_fits _ _ _ it_is)|apply (before_fits _ _ _ it_is)]).
        injection HP as HP. rewrite <- HP. cbn [fst snd]. eexists. exists (S k).
        split; [apply one_more; [now apply Hh|apply area_is_area; auto|exact H]|]. split; [fold P; lia|lia].
      - exists z, k. split; [apply no_more; [intros Hn; now apply Hh in Hn|exact H]|auto].
    Qed.

    Lemma words_after_is : shows_words (e :: r) (words_after T m).
    Proof.
      unfold shows_words, words_after. apply map_ext. intros [k c]. cbn [fst snd kept_for].
      assert (E : forall l, find (fun s => counts_at (keep_when s) m && (place_kept s =? k) && same_colour (mover_or_next m (for_whom s)) c) l
                = find (fun s => counts (keep_when s) e && (place_kept s =? k) && (if colour_eq (player_of e (for_whom s)) c then true else false)) l).
      { intros l. induction l as [|s l IH]; cbn; [auto|]. rewrite counts_is, player_is, IH.
        replace (if colour_eq (mover_or_next m (for_whom s)) c then true else false) with (same_colour (mover_or_next m (for_whom s)) c); [auto|].
        destruct (colour_eq (mover_or_next m (for_whom s)) c) as [->|Hne]; [now apply same_colour_spec|].
        apply not_true_iff_false. now rewrite same_colour_spec. }
      rewrite E. destruct (find _ (keeps T)) as [s|].
      - apply term_is. apply (seen_words _ _ _ it_is).
      - apply word_is. apply (seen_words _ _ _ it_is).
    Qed.

    Lemma kept_fits_after : forall k c, fits_board b (kept_for T (e :: r) k c).
    Proof.
      intros k c. cbn [kept_for]. destruct (find _ (keeps T)) as [s|].
      - apply meant_fits. apply (kept_fits _ _ _ it_is).
      - apply (kept_fits _ _ _ it_is).
    Qed.

    Lemma makes_true_is : forall f, In f (inserted T scopes m (words_after T m)) <-> exists x, makes_true T r e x /\ f = code scopes x.
    Proof.
      intros f. unfold inserted, makes_true, happens. rewrite in_flat_map. split.
      - intros (s & Hs & H). destruct (counts_at _ m && _) eqn:E; [|contradiction]. destruct H as [<-|[]].
        apply andb_prop in E as [E1 E2]. eexists. split; [|apply (fact_is _ _ _ words_after_is)].
        exists s. rewrite counts_is. split; [auto|split; [auto|split; [|auto]]]. apply so_in_text; [|auto].
        unfold conditions. apply in_or_app. left. now apply in_map with (f := fun s => provided (remember_when s)).
      - intros (x & (s & Hs & H1 & H2 & ->) & ->). exists s. split; [auto|]. rewrite counts_is in H1. rewrite H1.
        apply so_in_text in H2; [|unfold conditions; apply in_or_app; left; now apply in_map with (f := fun s => provided (remember_when s))].
        rewrite H2. left. apply (fact_is _ _ _ words_after_is).
    Qed.

    Hypothesis scopes_differ : forall n f s n' f' s', scopes n f s = scopes n' f' s' -> n = n' /\ f = f' /\ s = s'.

    Lemma in_scopes_of : forall n x, In (scope (code scopes x)) (scopes_of scopes n) <-> n = name x.
    Proof.
      intros n x. rewrite code_scope. unfold scopes_of. cbn [In]. split.
      - intros [H|[H|[H|[H|[]]]]]; now apply scopes_differ in H as (-> & _).
      - intros ->. destruct (some (position_1 x)), (some (position_2 x)); auto.
    Qed.

    Lemma makes_forgotten_is : forall x, In (scope (code scopes x)) (cleared_scopes T scopes m) <-> makes_forgotten T r e x.
    Proof.
      intros x. unfold cleared_scopes, makes_forgotten, happens. rewrite in_flat_map.
      assert (Hc : forall s, In s (forgets T) -> In (provided (forget_when s)) (conditions T)).
      { intros s Hs. unfold conditions. apply in_or_app. right. apply in_or_app. left.
        now apply in_map with (f := fun s => provided (forget_when s)). }
      split.
      - intros (s & Hs & H). destruct (counts_at _ m && _) eqn:E; [|contradiction]. apply in_scopes_of in H.
        apply andb_prop in E as [E1 E2]. exists s. rewrite counts_is. repeat split; auto. now apply so_in_text; auto.
      - intros (s & Hs & H1 & H2 & H3). exists s. split; [auto|]. rewrite counts_is in H1. rewrite H1.
        apply so_in_text in H2; auto. rewrite H2. now apply in_scopes_of.
    Qed.

    (** What holds after the move. *)

    Variables (P0 : position) (c0 : colour).

    Lemma remembered_after : forall f,
      (exists x, is_remembered T P0 c0 (e :: r) x /\ f = code scopes x) <->
      In f (inserted T scopes m (words_after T m)) \/
      (exists x, is_remembered T P0 c0 r x /\ f = code scopes x) /\ ~ In (scope f) (cleared_scopes T scopes m).
    Proof.
      intros f. rewrite makes_true_is. cbn [is_remembered]. split.
      - intros (x & [H|[H Hn]] & ->); [left; eauto|right]. rewrite makes_forgotten_is. eauto.
      - intros [(x & H & ->)|[(x & H & ->) Hn]]; [eauto|]. rewrite makes_forgotten_is in Hn. eauto.
    Qed.

    (** All facts are of the board. *)

    Definition facts_fit (r : list event) : Prop :=
      forall x, is_remembered T P0 c0 r x -> fits_board b (position_1 x) /\ fits_board b (position_2 x).

    Lemma instance_fits : forall r' p, (forall k c, fits_board b (kept_for T r' k c)) ->
      fits_board b (position_1 (instance (kept_for T r') e p)) /\ fits_board b (position_2 (instance (kept_for T r') e p)).
    Proof. intros r' p H. split; cbn; now apply meant_fits. Qed.

    Lemma facts_fit_after : facts_fit r -> facts_fit (e :: r).
    Proof.
      intros H x [(s & _ & _ & _ & ->)|[Hx _]]; [|now apply H]. apply instance_fits, kept_fits_after.
    Qed.

    (** Reasons. *)

    Lemma given_is : forall l, (forall x, In x l -> In (so x) (conditions T)) -> facts_fit r ->
      ((exists x, In x l /\ is_given T P0 c0 r e x) <->
       sure T m l = true \/ exists f, In f (reasons T scopes m l) /\ exists x, is_remembered T P0 c0 r x /\ f = code scopes x).
    Proof.
      intros l Hl Hfit. unfold is_given, sure, reasons. rewrite existsb_exists. split.
      - intros (x & Hx & H1 & H2). apply so_in_text in H1; [|auto]. destruct (remembered x) as [p|] eqn:E.
        + right. eexists. split.
          * apply in_flat_map. exists x. split; [auto|]. rewrite E, H1. now left.
          * eexists. split; [exact H2|]. apply fact_is. apply (seen_words _ _ _ it_is).
        + left. exists x. now rewrite E.
      - intros [(x & Hx & H)|(f & Hf & y & Hy & E)].
        + exists x. split; [auto|]. destruct (remembered x); [discriminate|]. split; [now apply so_in_text; auto|auto].
        + apply in_flat_map in Hf as (x & Hx & Hf). exists x. split; [auto|]. destruct (remembered x) as [p|]; [|contradiction].
          destruct (is_so T m (so x)) eqn:Es; [|contradiction]. apply so_in_text in Es; [|auto]. split; [auto|].
          destruct Hf as [Hf|[]]. rewrite (fact_is r _ p (seen_words _ _ _ it_is)) in Hf. rewrite E in Hf.
          destruct (Hfit y Hy) as [F1 F2]. destruct (instance_fits r p (kept_fits _ _ _ it_is)) as [F1' F2'].
          apply (code_injective b scopes scopes_differ) in Hf; auto. now rewrite Hf.
    Qed.
  End OneMoment.
End Moments.
