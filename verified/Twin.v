(** * The specification as a program

    [moves R g] lists the legal moves of a game and the games they lead to; [over_dec] and [score]
    say whether it has ended, and with what score. They are proved equal to the specification. So
    the specification can be run: its moves are counted and compared with those of other programs,
    and games are refereed with it. *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Bits Play Area Checker Common Tally.

(** ** Comparing *)

Definition same_content (x y : content) : bool :=
  match x, y with Empty, Empty => true | Stone c, Stone d => same_colour c d | _, _ => false end.

Fixpoint same_position (P Q : position) : bool :=
  match P, Q with
  | [], [] => true
  | x :: P', y :: Q' => same_content x y && same_position P' Q'
  | _, _ => false
  end.

Lemma same_content_spec : forall x y, same_content x y = true <-> x = y.
Proof. intros [|[]] [|[]]; cbn; split; congruence. Qed.

Lemma same_position_spec : forall P Q, same_position P Q = true <-> P = Q.
Proof.
  induction P as [|x P IH]; intros [|y Q]; cbn; try (split; congruence).
  rewrite andb_true_iff, same_content_spec, IH.
  split; [intros [-> ->]; auto|intros H; injection H; auto].
Qed.

(** ** What the record says can be decided *)

Definition position_dec (P Q : position) : {P = Q} + {P <> Q}.
Proof.
  destruct (same_position P Q) eqn:E; [left|right]; rewrite <- same_position_spec; congruence.
Defined.

Definition option_dec {A} (dec : forall a b : A, {a = b} + {a <> b}) (v w : option A) : {v = w} +
  {v <> w}.
Proof. decide equality. Defined.

Definition fact_dec (x y : Spec.fact) : {x = y} + {x <> y}.
Proof.
  destruct x as [n c v w], y as [n' c' v' w'].
  destruct (Nat.eq_dec n n'); [|right; congruence].
  destruct (option_dec colour_eq c c'); [|right; congruence].
  destruct (option_dec position_dec v v'); [|right; congruence].
  destruct (option_dec position_dec w w'); [left|right]; congruence.
Defined.

Definition some_in_dec {A} (P : A -> Prop) (dec : forall x, {P x} + {~ P x}) : forall l : list A,
  {exists x, In x l /\ P x} + {~ exists x, In x l /\ P x}.
Proof.
  fix some_in_dec 1. intros [|x l]; [right; intros (x & [] & _)|].
  destruct (dec x) as [Hx|Hx]; [left; exists x; cbn; auto|].
  destruct (some_in_dec l) as [H|H]; [left|right].
  - destruct H as (y & Hy & Py). exists y. cbn. auto.
  - intros (y & [<-|Hy] & Py); [auto|]. apply H. eauto.
Defined.

Definition and_dec {P Q : Prop} (p : {P} + {~ P}) (q : {Q} + {~ Q}) : {P /\ Q} + {~ (P /\ Q)}.
Proof. destruct p; [destruct q; [left|right]|right]; tauto. Defined.

Definition or_dec {P Q : Prop} (p : {P} + {~ P}) (q : {Q} + {~ Q}) : {P \/ Q} + {~ (P \/ Q)}.
Proof. destruct p; [left|destruct q; [left|right]]; tauto. Defined.

Definition not_dec {P : Prop} (p : {P} + {~ P}) : {~ P} + {~ ~ P}.
Proof. destruct p; [right|left]; tauto. Defined.

Definition is_true_dec (v : bool) : {v = true} + {~ v = true}.
Proof. destruct v; [left|right]; congruence. Defined.

Definition a_play_dec (e : event) : {a_play e} + {~ a_play e}.
Proof.
  unfold a_play. destruct (what e) as [p|]; [left; eauto|right; intros [p H]; discriminate].
Defined.

Fixpoint holds_dec (T : text) (r : list event) (e : event) (a : condition) : {holds T r e a} +
  {~ holds T r e a}.
Proof.
  destruct a; cbn [holds].
  - left. exact I.
  - apply and_dec; [apply a_play_dec|]. destruct r as [|e' r]; [now right|].
    apply and_dec; [apply a_play_dec|apply position_dec].
  - destruct (le_lt_dec n (passes_in_a_row r)); [now left|right; lia].
  - apply option_dec, position_dec.
  - apply and_dec; apply holds_dec.
  - apply or_dec; apply holds_dec.
  - apply not_dec, holds_dec.
Defined.

Definition for_some_position_dec (was : Spec.fact -> Prop) (dec : forall x, {was x} + {~ was x})
  (p y x : Spec.fact) : {exists P, was (of_position P p) /\ x = of_position P y} +
  {~ exists P, was (of_position P p) /\ x = of_position P y}.
Proof.
  destruct (position_1 x) as [P|] eqn:E; [|right; intros (P & _ & ->); discriminate].
  destruct (fact_dec x (of_position P y)) as [Hx|Hx];
    [|right; intros (Q & _ & E'); apply Hx; subst x; injection E as ->; reflexivity].
  destruct (dec (of_position P p)) as [H|H]; [left; eauto|right]. intros (Q & HQ & E'). apply H.
  subst x. injection E' as <-. exact HQ.
Defined.

Definition makes_true_dec T was (dec : forall x, {was x} + {~ was x}) r e x :
  {makes_true T was r e x} + {~ makes_true T was r e x}.
Proof.
  apply some_in_dec. intros s. apply and_dec; [apply is_true_dec|].
  apply and_dec; [apply holds_dec|]. cbv zeta.
  destruct (for_each s); [now apply for_some_position_dec|apply fact_dec].
Defined.

Definition makes_forgotten_dec T r e x : {makes_forgotten T r e x} + {~ makes_forgotten T r e x}.
Proof.
  apply some_in_dec. intros s. apply and_dec; [apply is_true_dec|].
  apply and_dec; [apply holds_dec|apply Nat.eq_dec].
Defined.

Fixpoint is_remembered_dec (T : text) (P0 : position) (c0 : colour) (r : list event)
  (x : Spec.fact) : {is_remembered T P0 c0 r x} + {~ is_remembered T P0 c0 r x}.
Proof.
  destruct r as [|e r]; cbn [is_remembered].
  - apply some_in_dec. intros s. apply and_dec; [apply is_true_dec|].
    apply and_dec; [|apply fact_dec]. destruct (for_each s); [now right|now left].
  - apply or_dec; [apply makes_true_dec, is_remembered_dec|].
    apply and_dec; [apply is_remembered_dec|apply not_dec, makes_forgotten_dec].
Defined.

Definition given_dec T P0 c0 r e l : {exists x, In x l /\ is_given T P0 c0 r e x} +
  {~ exists x, In x l /\ is_given T P0 c0 r e x}.
Proof.
  apply some_in_dec. intros x. apply and_dec; [apply holds_dec|].
  destruct (remembered x); [apply is_remembered_dec|now left].
Defined.

Definition forbids_dec R g p T : {ko_forbids R g p T} + {~ ko_forbids R g p T} :=
  given_dec _ _ _ _ _ _.

(** ** Legal moves *)

Definition after_play (b : board) (c : colour) (p : point) (P : position) : position :=
  let r := play (table_of b) (mask c P) (mask (opponent c) P) (single p) in
  shown (size b) (pick c (own r) (opposing r)) (pick c (opposing r) (own r)).

Lemma after_play_spec : forall b c p P, length P = size b -> p < size b -> at_point P p = Empty ->
  forall T, plays b c p P T <-> T = after_play b c p P.
Proof.
  intros b c p P Hl Hp He.
  assert (H : plays b c p P (after_play b c p P)).
  { destruct (play_exists b c P p Hl Hp He) as [T HT]. pose proof HT as HT'.
    apply plays_by_masks in HT' as (Hl' & Hm & Ho); auto.
    replace (after_play b c p P) with T; [exact HT|]. unfold after_play. rewrite <- Hm, <- Ho.
    apply masks_injective; [now rewrite shown_length|]. intros d.
    assert (Hb : forall e q, has (mask e T) q = true -> q < size b).
    { intros e q H. apply has_mask_bound in H. lia. }
    assert (Hd : forall e q, has (mask e T) q = true -> has (mask (opponent e) T) q = false).
    { intros e q H. apply has_mask_iff in H. rewrite has_mask, H. now destruct e. }
    rewrite mask_shown.
    - destruct c, d; reflexivity.
    - destruct c; apply Hb.
    - destruct c; apply Hb.
    - destruct c; [apply (Hd Black)|]. apply (Hd Black). }
  intros T. split; [|now intros ->]. intros HT. now apply (plays_unique b c p P).
Qed.

Definition suicide_b (R : rules) (P : position) (p : point) (T : position) : bool :=
  match suicide R with
  | forbidden => negb (same_content (at_point T p) Empty)
  | multi_stone => negb (same_position T P)
  | allowed => true
  end.

Lemma suicide_b_spec : forall R P p T, suicide_b R P p T = true <-> suicide_allows R P p T.
Proof.
  intros. unfold suicide_b, suicide_allows. destruct (suicide R); [| |tauto];
    rewrite negb_true_iff, <- not_true_iff_false, ?same_content_spec, ?same_position_spec; tauto.
Qed.

Definition plays_of (R : rules) (g : game) : list (move * game) :=
  map (fun p => (Play p, with_move g (Play p) (after_play (on g) (turn g) p (now g))))
    (filter (fun p =>
               let T := after_play (on g) (turn g) p (now g) in
               same_content (at_point (now g) p) Empty && suicide_b R (now g) p T &&
               (if forbids_dec R g p T then false else true)) (seq 0 (size (on g)))).

Lemma plays_of_exact : forall R g m g', length (now g) = size (on g) ->
  (In (m, g') (plays_of R g) <->
   exists p T, may_play R g p T /\ m = Play p /\ g' = with_move g (Play p) T).
Proof.
  intros R g m g' Hl. unfold plays_of, may_play. rewrite in_map_iff. split.
  - intros (p & H & Hin). injection H as <- <-. apply filter_In in Hin as [Hp H].
    apply in_seq in Hp. cbv zeta in H.
    rewrite !andb_true_iff, same_content_spec, suicide_b_spec in H. destruct H as [[He Hs] Hk].
    exists p, (after_play (on g) (turn g) p (now g)).
    destruct (forbids_dec _ _ _ _) as [|Hn]; [discriminate|]. repeat split; auto.
    apply after_play_spec; auto. lia.
  - intros (p & T & (HT & Hs & Hk) & -> & ->). exists p.
    destruct (plays_length _ _ _ _ _ HT) as (_ & Hp & He). apply after_play_spec in HT as ->; auto.
    split; [auto|]. apply filter_In. split; [apply in_seq; lia|]. cbv zeta.
    rewrite !andb_true_iff, same_content_spec, suicide_b_spec.
    destruct (forbids_dec _ _ _ _); [contradiction|auto].
Qed.

Lemma no_plays_of : forall R g, length (now g) = size (on g) ->
  (plays_of R g = [] <-> forall p T, ~ may_play R g p T).
Proof.
  intros R g Hl. split.
  - intros E p T H.
    assert (Hin : In (Play p, with_move g (Play p) T) (plays_of R g))
      by (apply plays_of_exact; eauto).
    now rewrite E in Hin.
  - intros H. destruct (plays_of R g) as [|[m g'] l] eqn:E; [auto|].
    assert (Hin : In (m, g') (plays_of R g)) by (rewrite E; now left).
    apply plays_of_exact in Hin as (p & T & Hm & _); [|auto]. now apply H in Hm.
Qed.

(** The end. *)

Definition ended_by_a_pass_dec R g : {ended_by_a_pass R g} + {~ ended_by_a_pass R g}.
Proof.
  unfold ended_by_a_pass. destruct (record g) as [|e r]; [now right|].
  apply and_dec; [|apply given_dec]. destruct (what e); [right; discriminate|now left].
Defined.

Definition may_pass_b (R : rules) (g : game) : bool :=
  passing (ko R) || returning R && (0 <? held (turn g) (record g))%Z.

Lemma may_pass_b_spec : forall R g, may_pass_b R g = true <-> may_pass R g.
Proof.
  intros R g. unfold may_pass_b, may_pass. destruct (passing (ko R)); cbn [orb]; [tauto|].
  now rewrite andb_true_iff, Z.ltb_lt.
Qed.

Definition over_b (R : rules) (g : game) : bool :=
  if passing (ko R) then (if ended_by_a_pass_dec R g then true else false)
  else negb (may_pass_b R g) && match plays_of R g with [] => true | _ => false end.

Lemma over_b_spec : forall R g, length (now g) = size (on g) -> (over_b R g = true <-> over R g).
Proof.
  intros R g Hl. unfold over_b, over. destruct (passing (ko R)).
  - destruct (ended_by_a_pass_dec R g); split; auto; discriminate.
  - rewrite <- no_plays_of by exact Hl.
    rewrite <- may_pass_b_spec, andb_true_iff, negb_true_iff, not_true_iff_false.
    destruct (plays_of R g); intuition discriminate.
Qed.

Lemma over_decidable : forall R g, length (now g) = size (on g) -> over R g \/ ~ over R g.
Proof.
  intros R g Hl.
  destruct (over_b R g) eqn:E; [left|right]; rewrite <- over_b_spec by exact Hl; congruence.
Qed.

Definition moves (R : rules) (g : game) : list (move * game) :=
  if over_b R g then []
  else (if may_pass_b R g then [(Pass, with_move g Pass (now g))] else []) ++ plays_of R g.

Theorem moves_exact : forall R g m g', length (now g) = size (on g) ->
  (In (m, g') (moves R g) <-> makes R g m g').
Proof.
  intros R g m g' Hl. unfold moves. destruct (over_b R g) eqn:Eo.
  - apply over_b_spec in Eo; [|auto]. split; [intros []|]. intros H. destruct H; contradiction.
  - assert (Ho : ~ over R g) by (rewrite <- over_b_spec by exact Hl; congruence).
    rewrite in_app_iff, plays_of_exact by exact Hl. split.
    + intros [H|(p & T & Hm & -> & ->)]; [|now apply by_a_play].
      destruct (may_pass_b R g) eqn:Ep; [|contradiction]. destruct H as [E|[]].
      injection E as <- <-. apply may_pass_b_spec in Ep. now apply by_a_pass.
    + intros H.
      destruct H as [_ Hk|p T _ Hm];
        [left; apply may_pass_b_spec in Hk; rewrite Hk; now left|right; eauto 6].
Qed.

Lemma some_move : forall R g, length (now g) = size (on g) -> ~ over R g ->
  exists m g', makes R g m g'.
Proof.
  intros R g Hl Ho.
  destruct (may_pass_b R g) eqn:Hk;
    [apply may_pass_b_spec in Hk; exists Pass, (with_move g Pass (now g)); now apply by_a_pass|].
  destruct (plays_of R g) as [|[m g'] l] eqn:E.
  - exfalso. apply Ho. unfold over.
    assert (Hno : ~ may_pass R g) by (rewrite <- may_pass_b_spec; congruence).
    destruct (passing (ko R)) eqn:Ep; [destruct Hno; unfold may_pass; now rewrite Ep|].
    split; [exact Hno|now apply no_plays_of].
  - exists m, g'. apply moves_exact; [auto|]. unfold moves.
    destruct (over_b R g) eqn:Eo; [now apply over_b_spec in Eo|]. apply in_or_app. right. rewrite E.
    now left.
Qed.

(** ** Scores *)

Definition is_counted_dec T c r e : {is_counted T c r e} + {~ is_counted T c r e}.
Proof. apply and_dec; [apply is_true_dec|apply holds_dec]. Defined.

Fixpoint count_record (b : board) (T : text) (c : counting) (r : list event) : Z * nat :=
  match r with
  | [] => (0%Z, 0)
  | e :: r' =>
      let '(total, n) := count_record b T c r' in
      if is_counted_dec T c r' e
      then let P := if the_new_position c then after e else before e in
           ((total + area (table_of b) (mask Black P) (mask White P))%Z, S n)
      else (total, n)
  end.

Lemma count_record_is : forall b T c r,
  (forall e, In e r -> length (before e) = size b /\ length (after e) = size b) ->
  counted b T c r (fst (count_record b T c r)) (snd (count_record b T c r)).
Proof.
  intros b T c. induction r as [|e r IH]; intros Hr; cbn [count_record]; [constructor|].
  specialize (IH (fun x Hx => Hr x (or_intror Hx))). destruct (count_record b T c r) as [total n].
  cbn [fst snd] in IH.
  destruct (is_counted_dec T c r e) as [Hc|Hc]; cbn [fst snd]; [|now apply no_more].
  apply one_more; auto. destruct (Hr e (or_introl eq_refl)).
  apply area_is_area; [now destruct (the_new_position c)|auto].
Qed.

Definition score (R : rules) (g : game) : Q :=
  if passing (ko R)
  then match tally (ko R) with
       | None =>
           inject_Z (area (table_of (on g)) (mask Black (now g)) (mask White (now g)) +
                       beside_the_board R g) - komi R
       | Some c =>
           let '(total, n) := count_record (on g) (ko R) c (record g) in counted_score R c total n
       end
  else match turn g with Black => -1 | White => 1 end.

Theorem score_exact : forall R g s, proper (on g) g -> (scores R g s <-> s == score R g)%Q.
Proof.
  intros R g s Hp. pose proof (now_length (on g) g Hp) as Hl. unfold scores, score.
  destruct (passing (ko R)); [|now destruct (turn g)].
  destruct (tally (ko R)) as [c|]; [|now apply (scores_by_area (on g))].
  assert (Hr : forall e, In e (record g) ->
    length (before e) = size (on g) /\ length (after e) = size (on g)).
  { intros e He. destruct Hp as (_ & _ & H). destruct (H e He) as (H1 & H2 & _). auto. }
  pose proof (count_record_is (on g) (ko R) c (record g) Hr) as Hc.
  destruct (count_record _ _ _ _) as [total n]. cbn [fst snd] in Hc. split.
  - intros (z & k & Hk & E). now destruct (counted_unique _ _ _ _ _ _ Hk _ _ Hc) as [-> ->].
  - intros E. exists total, n. auto.
Qed.
