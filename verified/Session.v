(** * A session: the checker at work

    It is opened with a header, is fed items, and closed with what is claimed. The program, and what
    its tests of scopes and texts say. *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia FMapPositive.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Bits Flood Play Checker Common Beside Text Starts Ends Groups
  Symmetry Image Decided Judge Pieces.

(** ** The header, and what is claimed *)

Record header := {
  of_board : board; of_rules : rules; from : position; to_play : colour; moves_made : list move;
    value : Q;
  upper : option Q (* where play can be endless: the second of two scores *) }.

(** How the file writes facts of a name, with and without its first and second position: their
    scope. And the names that show that games end, and the facts that a node may imply. Nothing need
    be trusted here. *)

Record layout :=
  { scope_list : list (nat * bool * bool * N); end_names : list nat; arriving : list pattern }.

Definition same_shape (n : nat) (f s : bool) (x : nat * bool * bool * N) : bool :=
  let '(n', f', s', _) := x in (n =? n') && eqb f f' && eqb s s'.

Fixpoint scope_in (l : list (nat * bool * bool * N)) (n : nat) (f s : bool) : option N :=
  match l with
  | [] => None
  | x :: l' => if same_shape n f s x then Some (snd x) else scope_in l' n f s
  end.

(** What is not in the list has a scope of its own. *)

Definition scopes_by (l : list (nat * bool * bool * N)) (n : nat) (f s : bool) : N :=
  match scope_in l n f s with
  | Some x => x
  | None => 256 + 4 * N.of_nat n + 2 * (if f then 1 else 0) + (if s then 1 else 0)
  end.

Fixpoint scopes_good (l : list (nat * bool * bool * N)) : bool :=
  match l with
  | [] => true
  | (_, x) :: l' => (x <? 256)%N && forallb (fun y => negb (snd y =? x)%N) l' && scopes_good l'
  end.

Lemma scope_in_spec : forall l n f s x, scope_in l n f s = Some x -> In (n, f, s, x) l.
Proof.
  induction l as [|[[[n' f'] s'] x'] l IH]; intros n f s x H; cbn in H; [discriminate|].
  destruct (_ && _) eqn:E; [|right; auto]. left. rewrite !andb_true_iff in E.
  destruct E as ((E1 & E2) & E3). apply Nat.eqb_eq in E1 as ->. apply eqb_prop in E2 as ->.
  apply eqb_prop in E3 as ->. congruence.
Qed.

Lemma scopes_good_spec : forall l, scopes_good l = true -> (forall y, In y l -> (snd y < 256)%N) /\
  forall y z, In y l -> In z l -> snd y = snd z -> y = z.
Proof.
  induction l as [|[y x] l IH]; intros H; [split; [intros z []|intros y z []]|]. cbn in H.
  rewrite !andb_true_iff, forallb_forall in H. destruct H as ((H1 & H2) & H3).
  destruct (IH H3) as [IH1 IH2]. apply N.ltb_lt in H1. split.
  - intros z [<-|Hz]; auto.
  - intros u v [<-|Hu] [<-|Hv] E; auto; exfalso; cbn in E.
    + specialize (H2 v Hv). rewrite E, N.eqb_refl in H2. discriminate.
    + specialize (H2 u Hu). rewrite E, N.eqb_refl in H2. discriminate.
Qed.

Lemma scopes_by_differ : forall l, scopes_good l = true -> forall n f s n' f' s',
  scopes_by l n f s = scopes_by l n' f' s' -> n = n' /\ f = f' /\ s = s'.
Proof.
  intros l H n f s n' f' s' E. apply scopes_good_spec in H as [H1 H2]. unfold scopes_by in E.
  destruct (scope_in l n f s) as [x|] eqn:Ex;
    [apply scope_in_spec in Ex; pose proof (H1 _ Ex) as B1; cbn in B1|];
    (destruct (scope_in l n' f' s') as [x'|] eqn:Ex';
      [apply scope_in_spec in Ex'; pose proof (H1 _ Ex') as B2; cbn in B2|]).
  - specialize (H2 _ _ Ex Ex' E). injection H2 as -> -> -> _. auto.
  - exfalso. lia.
  - exfalso. lia.
  - destruct f, s, f', s'; (split; [lia|split; (reflexivity || (exfalso; lia))]).
Qed.

Definition black_claim (v : Q) : kind :=
  {| threshold := v; strict := false; winner := Black; endless := false |}.
Definition white_claim (v : Q) : kind :=
  {| threshold := v; strict := true; winner := White; endless := false |}.

(** The same where endless play is a win for him who claims. *)

Definition black_holds (v : Q) : kind :=
  {| threshold := v; strict := false; winner := Black; endless := true |}.
Definition white_holds (v : Q) : kind :=
  {| threshold := v; strict := true; winner := White; endless := true |}.

(** A claim needs no lemma if no score can contradict it. A mean without positions is a draw; sums,
    and prisoners, have no bounds. *)

Definition has_range (R : rules) : bool :=
  match tally (ko R) with Some c => negb (adds_up c) | None => negb (territory R) end.

Definition least_score (b : board) (R : rules) : Q :=
  if passing (ko R)
  then let s := (- inject_Z (Z.of_nat (size b)) - komi R)%Q in
       match tally (ko R) with
       | None => if ikeda R then s - 1 else s
       | Some _ => if Qle_bool s 0 then s else 0
       end
  else -1.

Definition greatest_score (b : board) (R : rules) : Q :=
  if passing (ko R)
  then let s := (inject_Z (Z.of_nat (size b)) - komi R)%Q in
       match tally (ko R) with None => s | Some _ => if Qle_bool s 0 then 0 else s end
  else 1.

Definition extreme_score (h : header) (k : kind) : Q :=
  match winner k with
  | Black => least_score (of_board h) (of_rules h)
  | White => greatest_score (of_board h) (of_rules h)
  end.

Definition needs_no_lemma (h : header) (L : layout) (k : kind) : bool :=
  games_end (ko (of_rules h)) (returning (of_rules h)) (end_names L) && has_range (of_rules h) &&
  wins k (extreme_score h k).

(** The same of a bound: all scores meet it, and the game may be endless; or it is the end of what
    can be counted. *)

Definition needs_no_bound (h : header) (k : kind) : bool :=
  passing (ko (of_rules h)) &&
  match tally (ko (of_rules h)) with None => negb (territory (of_rules h)) | Some _ => false end &&
  if endless k then wins k (extreme_score h k) else Qeq_bool (threshold k) (extreme_score h k).

Definition rule_for (b : board) (R : rules) (L : layout) : rule :=
  text_rule (ko R) (scopes_by (scope_list L)) (table_of b) (cells_of b) R (counts_passes (ko R))
    (has_bans (ko R)) (arriving L).

Definition first_node (h : header) : node := start_node (of_rules h) (from h) (to_play h).

(** ** Bounds

    The theorem speaks of numbers without bounds. The program runs with the integers of a machine,
    so it refuses what could be too large for 63 bits: boards of more than 62 points, and long
    fractions. *)

Definition short (q : Q) : bool := (Z.abs (Qnum q) <? 16777216)%Z && (Pos.ltb (Qden q) 16777216).

(** Lemmas may be cited under symmetries. They have the numbers from 1 on; 0 is the board as it
    is. *)

Definition image_at (h : header) (us : list turns) (k : nat) (l : lemma) : option lemma :=
  match k with
  | O => Some l
  | _ =>
      match nth_error us k with
      | None => None
      | Some u => image_lemma (of_board h) (keys (ko (of_rules h))) u l
      end
  end.

(** Positions are decided only under rules that the theorem about them is for. *)

Definition judge_at (h : header) (L : layout) (r : rule) (gs : groups) : lemma -> bool :=
  let b := of_board h in
  if rules_decide (of_rules h) (end_names L)
  then judge (table_of b) (map single (seq 0 (size b))) (of_rules h) (scopes_by (scope_list L)) r gs
  else fun _ => false.

Definition short_lemma (l : lemma) : bool :=
  short (threshold (says_who l)) && (Z.abs (fst (tallied (place l))) <? 2048)%Z &&
  (snd (tallied (place l)) <? 2048)%N.

(** No two lines keep one thing at one event. *)

Definition keep_apart (s s' : keep) : bool :=
  negb ((place_kept s =? place_kept s') && same_whom (Some (for_whom s)) (Some (for_whom s')) &&
        (on_play (keep_when s) && on_play (keep_when s') ||
         on_pass (keep_when s) && on_pass (keep_when s'))).

Fixpoint all_apart (l : list keep) : bool :=
  match l with [] => true | s :: l' => forallb (keep_apart s) l' && all_apart l' end.

Lemma all_apart_spec : forall T, all_apart (Spec.keeps T) = true -> is_a_text T.
Proof.
  intros T. unfold is_a_text. induction (Spec.keeps T) as [|s l IH]; intros H; [constructor|].
  cbn in H. apply andb_prop in H as [H1 H2]. constructor; [|auto].
  rewrite forallb_forall in H1. apply Forall_forall. intros s' Hs' (E1 & E2 & E3).
  specialize (H1 s' Hs'). apply negb_true_iff, not_true_iff_false in H1. apply H1.
  assert (Hw : forall w, same_whom (Some w) (Some w) = true) by now intros [].
  rewrite E1, Nat.eqb_refl, E2, Hw.
  destruct E3 as [[E3 E4]|[E3 E4]]; rewrite E3, E4; cbn; now rewrite ?orb_true_r.
Qed.

(** Every chain of the start has a liberty. The theorem does not need it; the format asks for it. *)

Definition all_live (b : board) (P : position) : bool :=
  let t := table_of b in
  let free := N.ldiff (all t) (N.lor (mask Black P) (mask White P)) in
  forallb (fun c => (spread t (mask c P) (neighbours t free) =? mask c P)%N) [Black; White].

(** ** The checker at work *)

Record session :=
  { its_header : header; its_layout : layout; its_rule : rule; its_groups : groups;
    its_turns : list (list point * bool); grouped_facts : list (fact * N);
                    its_image : nat -> lemma -> option lemma; its_judge : lemma -> bool;
                      its_assumed : PositiveMap.t lemma;
                    its_lemmas : lemmas; its_node : node; its_history : list fact }.

(** [ps] are lemmas that other files prove. *)

Definition open_session (h : header) (L : layout) (grouped : list (fact * N))
    (symmetries : list (list point * bool)) (ps : list proven) : option session :=
  let us := all_turns (of_board h) symmetries in
  match grouping_of us grouped with
  | None => None
  | Some m =>
      let gs := groups_from us m in
      let r := rule_for (of_board h) (of_rules h) L in
      let n := first_node h in
      if (length (from h) =? size (of_board h)) && (size (of_board h) <=? 62) &&
         short (komi (of_rules h)) && short (value h) &&
         match upper h with None => true | Some v => short v end &&
         all_live (of_board h) (from h) && scopes_good (scope_list L) &&
         forallb (good_turn (of_board h) (of_rules h)) us &&
         match grouped with [] => true | _ => closed_turns (of_board h) us end &&
         all_apart (Spec.keeps (ko (of_rules h))) &&
         forallb (may_assume (of_board h) (of_rules h) (scope_list L) gs) ps
      then match play_moves r n (start_facts (of_rules h) (scopes_by (scope_list L)) n)
                   (moves_made h) with
           | None => None
           | Some (n', history) =>
               Some {| its_header := h; its_layout := L; its_rule := r; its_groups := gs;
                       its_turns := symmetries; grouped_facts := grouped;
                       its_image := image_at h us;
                       its_judge := judge_at h L r gs; its_assumed := table_of_proven ps;
                       its_lemmas := no_lemmas; its_node := n'; its_history := history |}
           end
      else None
  end.

Definition its_pieces (s : session) (number : positive) : option lemma :=
  quick_find number (its_assumed s).

Definition feed (s : session) (i : item) : option session :=
  if match i with Lemma _ l _ | Promise _ l => short_lemma l end
  then match take (its_rule s) (its_groups s) (its_image s) (its_judge s) (its_pieces s)
               (its_lemmas s) i with
       | None => None
       | Some ls =>
           Some {| its_header := its_header s; its_layout := its_layout s; its_rule := its_rule s;
                   its_groups := its_groups s;
                   its_turns := its_turns s; grouped_facts := grouped_facts s;
                   its_image := its_image s; its_judge := its_judge s; its_assumed := its_assumed s;
                   its_lemmas := ls; its_node := its_node s; its_history := its_history s |}
       end
  else None.

(** What the lemmas with these numbers are worth to other files, which may not rest on endless play.
    Without groups of its own a lemma needs none there. *)

Definition proven_by (s : session) (l : lemma) : proven :=
  {| its_board := of_board (its_header s); its_rules := of_rules (its_header s);
     its_scopes := scope_list (its_layout s);
     its_symmetries := its_turns s;
     its_grouped := match without_groups l with [] => [] | _ => grouped_facts s end;
     its_lemma := l |}.

Fixpoint proves (s : session) (numbers : list positive) : option (list proven) :=
  match numbers with
  | [] => Some []
  | x :: numbers' =>
      match quick_find x (kept (its_lemmas s)), proves s numbers' with
      | Some l, Some ps => if endless (says_who l) then None else Some (proven_by s l :: ps)
      | _, _ => None
      end
  end.

Definition claim_holds (s : session) (claim : kind) (number : option positive) : bool :=
  match number with
  | None => needs_no_lemma (its_header s) (its_layout s) claim
  | Some x =>
      match quick_find x (kept (its_lemmas s)) with
      | None => false
      | Some l =>
          makes_claim (its_rule s) (its_groups s) claim (its_node s) (its_history s) l &&
          (negb (endless claim) || all_kept (its_lemmas s))
      end
  end.

Definition bound_holds (s : session) (claim : kind) (number : option positive) : bool :=
  match number with
  | None => needs_no_bound (its_header s) claim
  | Some _ => claim_holds s claim number
  end.

(** The same of a game that begins with White, and with another position: where handicap stones have
    been placed. Such a lemma may be cited under a symmetry. *)

Definition claim_at (s : session) (claim : kind) (P : position)
    (by_lemma : option (positive * nat)) : bool :=
  let R := of_rules (its_header s) in
  let n := start_node R P White in
  negb (endless claim) &&
  match by_lemma with
  | None => needs_no_lemma (its_header s) (its_layout s) claim
  | Some (number, turn) =>
      match quick_find number (kept (its_lemmas s)) with
      | None => false
      | Some l =>
          match its_image s turn l with
          | None => false
          | Some l' =>
              makes_claim (its_rule s) (its_groups s) claim n
                (start_facts R (scopes_by (scope_list (its_layout s))) n) l'
          end
      end
  end.

Definition close_session (s : session) (claims : list (option positive)) : bool :=
  let v := value (its_header s) in
  match claims, upper (its_header s) with
  | [first; second], None =>
      claim_holds s (black_claim v) first && claim_holds s (white_claim v) second
  | [first; second; third; fourth], Some u =>
      bound_holds s (black_claim v) first && bound_holds s (white_holds v) second &&
      bound_holds s (black_holds u) third && bound_holds s (white_claim u) fourth
  | _, _ => false
  end.

Fixpoint feed_all (s : session) (is : list item) : option session :=
  match is with
  | [] => Some s
  | i :: is' => match feed s i with None => None | Some s' => feed_all s' is' end
  end.

Definition accepts (h : header) (L : layout) (grouped : list (fact * N))
    (symmetries : list (list point * bool)) (is : list item)
    (claims : list (option positive)) : bool :=
  match open_session h L grouped symmetries [] with
  | None => false
  | Some s => match feed_all s is with None => false | Some s' => close_session s' claims end
  end.
