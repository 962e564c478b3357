(** * What the proof that the checker is sound stands on: kinds, forcing, facts, groups, and what a
    rule promises

    [says g f] is what a fact means: it holds of the record of the game [g]. [stands o g n]: the
    game [g] is at the node [n]. Some of a node counts only for the score, such as what has been
    counted so far. There the node may say what is not so of the game, and [o] is by how much:
    [pays o g s] is the score [s] of the game as if it were so. *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia Lqa FMapPositive.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Bits Checker.

Definition as_good (c : colour) (s q : Q) : Prop :=
  match c with Black => (q <= s)%Q | White => (s <= q)%Q end.

(** ** Kinds *)

Definition goal (k : kind) (s : Q) : Prop :=
  match winner k, strict k with
  | Black, false => (threshold k <= s)%Q
  | Black, true => (threshold k < s)%Q
  | White, false => (s < threshold k)%Q
  | White, true => (s <= threshold k)%Q
  end.

Lemma Qlt_bool_spec : forall x y, Qlt_bool x y = true <-> (x < y)%Q.
Proof.
  intros. unfold Qlt_bool. rewrite negb_true_iff, <- not_true_iff_false, Qle_bool_iff.
  split; [apply Qnot_le_lt|apply Qlt_not_le].
Qed.

Lemma wins_spec : forall k s, wins k s = true <-> goal k s.
Proof.
  intros k s. unfold wins, goal.
  destruct (winner k), (strict k); auto using Qle_bool_iff, Qlt_bool_spec.
Qed.

Lemma goal_as_good : forall k s q, as_good (winner k) s q -> goal k q -> goal k s.
Proof. intros k s q. unfold as_good, goal. destruct (winner k), (strict k); lra. Qed.

Lemma goal_same : forall k s q, (s == q)%Q -> goal k q -> goal k s.
Proof. intros k s q E. unfold goal. destruct (winner k), (strict k); rewrite E; auto. Qed.

Lemma same_colour_spec : forall c d, same_colour c d = true <-> c = d.
Proof. destruct c, d; cbn; split; congruence. Qed.

Lemma harder_goal : forall k k' s, at_least_as_hard k k' = true -> goal k s -> goal k' s.
Proof.
  intros k k' s H. unfold at_least_as_hard in H. apply andb_prop in H as [H' H].
  apply andb_prop in H' as [_ Hc]. apply same_colour_spec in Hc. unfold goal. rewrite <- Hc.
  destruct (winner k), (strict k), (strict k'); cbn in H;
    rewrite ?Qle_bool_iff, ?Qlt_bool_spec in H; lra.
Qed.

Lemma harder_winner : forall k k', at_least_as_hard k k' = true -> winner k = winner k'.
Proof.
  intros k k' H. apply andb_prop in H as [H _]. apply andb_prop in H as [_ H].
  now apply same_colour_spec.
Qed.

Lemma harder_endless : forall k k', at_least_as_hard k k' = true -> endless k = true ->
  endless k' = true.
Proof.
  intros k k' H E. apply andb_prop in H as [H _]. apply andb_prop in H as [H _]. now rewrite E in H.
Qed.

(** ** Forcing *)

Lemma can_force_more : forall R c (G G' : Q -> Prop), (forall s, G s -> G' s) ->
  forall g, can_force R c G g -> can_force R c G' g.
Proof.
  intros R c G G' H g Hg. induction Hg as [g s Ho Hs Hg|g m g' Ht Hm _ IH|g Ho Ht _ IH].
  - eapply at_the_end; eauto.
  - eapply by_own_move; eauto.
  - apply whatever_is_played; auto.
Qed.

(** The same where the goal is about the last game, not its score. *)

Inductive forces (R : rules) (c : colour) (G : game -> Prop) : game -> Prop :=
| ends_so : forall g, over R g -> G g -> forces R c G g
| he_moves : forall g m g', turn g = c -> makes R g m g' -> forces R c G g' -> forces R c G g
| all_moves_do : forall g, ~ over R g -> turn g <> c ->
    (forall m g', makes R g m g' -> forces R c G g') -> forces R c G g.

Lemma forces_can_force : forall R c (G : game -> Prop) (H : Q -> Prop),
  (forall g, G g -> exists s, scores R g s /\ H s) -> forall g, forces R c G g -> can_force R c H g.
Proof.
  intros R c G H HG g Hg. induction Hg as [g Ho Hg|g m g' Ht Hm _ IH|g Ho Ht _ IH].
  - destruct (HG g Hg) as (s & Hs & Hh). now apply at_the_end with s.
  - eapply by_own_move; eauto.
  - now apply whatever_is_played.
Qed.

Lemma can_force_forces : forall R c (H : Q -> Prop) g, can_force R c H g ->
  forces R c (fun g => exists s, scores R g s /\ H s) g.
Proof.
  intros R c H g Hg. induction Hg as [g s Ho Hs Hg|g m g' Ht Hm _ IH|g Ho Ht _ IH].
  - apply ends_so; eauto.
  - eapply he_moves; eauto.
  - now apply all_moves_do.
Qed.

(** The game has ended so; or a move, all moves lead to one of the games [Z]. *)

Inductive one_step (R : rules) (c : colour) (G Z : game -> Prop) (g : game) : Prop :=
| has_ended : over R g -> G g -> one_step R c G Z g
| a_move_leads : forall m g', turn g = c -> makes R g m g' -> Z g' -> one_step R c G Z g
| all_moves_lead : ~ over R g -> turn g <> c -> (forall m g', makes R g m g' -> Z g') ->
    one_step R c G Z g.

Lemma forces_step : forall R c G g, forces R c G g <-> one_step R c G (forces R c G) g.
Proof.
  intros R c G g. split; intros [].
  - now apply has_ended.
  - now apply a_move_leads with m g'.
  - now apply all_moves_lead.
  - now apply ends_so.
  - now apply he_moves with m g'.
  - now apply all_moves_do.
Qed.

(** The last game comes after the first. *)

Definition later (R : rules) (g g' : game) : Prop := exists ms, leads_to R g ms g'.

Lemma forces_more : forall R c (G G' : game -> Prop) g,
  (forall g', later R g g' -> G g' -> G' g') -> forces R c G g -> forces R c G' g.
Proof.
  intros R c G G' g H Hg. induction Hg as [g Ho Hg|g m g' Ht Hm _ IH|g Ho Ht _ IH].
  - apply ends_so; [auto|]. apply H; [|auto]. exists []. constructor.
  - apply he_moves with m g'; auto. apply IH. intros g'' [ms Hms]. apply H. exists (m :: ms).
    now apply more_moves with g'.
  - apply all_moves_do; auto. intros m g' Hm. apply (IH m g' Hm). intros g'' [ms Hms]. apply H.
    exists (m :: ms). now apply more_moves with g'.
Qed.

(** ** Facts *)

Lemma fact_compare_eq : forall f f', fact_compare f f' = Eq -> f = f'.
Proof.
  intros [] []. unfold fact_compare. cbn.
  repeat match goal with
         | |- context [N.compare ?x ?y] => destruct (N.compare_spec x y); try discriminate
         end.
  congruence.
Qed.

Lemma fact_compare_refl : forall f, fact_compare f f = Eq.
Proof. intros. unfold fact_compare. now rewrite !N.compare_refl. Qed.

Lemma same_fact_spec : forall f f', same_fact f f' = true <-> f = f'.
Proof.
  intros. unfold same_fact. split; [|intros ->; now rewrite fact_compare_refl].
  destruct (fact_compare f f') eqn:E; try discriminate. intros _. now apply fact_compare_eq.
Qed.

Lemma listed_spec : forall f l, listed f l = true <-> In f l.
Proof.
  intros. unfold listed. rewrite existsb_exists. split.
  - intros [f' [H E]]. apply same_fact_spec in E. congruence.
  - intros H. exists f. split; [auto|now apply same_fact_spec].
Qed.

Lemma not_listed_spec : forall f l, negb (listed f l) = true <-> ~ In f l.
Proof. intros. rewrite <- listed_spec, negb_true_iff. symmetry. apply not_true_iff_false. Qed.

Lemma quick_find_spec : forall A k (m : PositiveMap.t A), quick_find k m = PositiveMap.find k m.
Proof.
  intros A k m. revert k. induction m as [|low IHl here high IHh]; intros [k|k|]; cbn; auto.
Qed.

Lemma find_node : forall A x low (here : option A) high,
  quick_find x (node_of_tree low here high) = quick_find x (PositiveMap.Node low here high).
Proof. intros A [x|x|] [] [] []; reflexivity. Qed.

Lemma find_put : forall A x k (v : option A) fuel m a, quick_find x (put fuel k v m) = Some a ->
  x = k /\ v = Some a \/ quick_find x m = Some a.
Proof.
  intros A x k v fuel. revert x k.
  induction fuel as [|fuel IH]; intros x k m a H; cbn [put] in H; [auto|].
  assert (Hm : exists low here high,
    (let '(low, here, high) :=
       match m with
       | PositiveMap.Leaf _ => (PositiveMap.Leaf A, None, PositiveMap.Leaf A)
       | PositiveMap.Node low here high => (low, here, high)
       end in
     (low, here, high)) = (low, here, high) /\
    quick_find x m = quick_find x (PositiveMap.Node low here high)).
  { destruct m as [|low here high]; do 3 eexists; (split; [reflexivity|]); [|auto].
    now destruct x. }
  destruct Hm as (low & here & high & E & ->).
  destruct (match m with PositiveMap.Leaf _ => _ | _ => _ end) as [[low' here'] high'] in *.
  injection E as -> -> ->.
  destruct k as [k|k|]; cbn [Pos.eqb is_odd Pos.div2] in H; rewrite find_node in H;
    destruct x as [x|x|]; cbn in H |- *; auto.
  - apply IH in H as [[-> ->]|H]; auto.
  - apply IH in H as [[-> ->]|H]; auto.
Qed.

Arguments put : simpl never.
Opaque enough.

Lemma is_like_spec : forall f f',
  is_like f f' = true <->
    scope f = scope f' /\ owner f = owner f' /\ index f = index f' /\ black_to f = black_to f' /\
      white_to f = white_to f'.
Proof. intros f f'. unfold is_like. rewrite !andb_true_iff, !N.eqb_eq. tauto. Qed.

(** Where it holds that [f' = at_position_of f from] and that [f] is like [to], so does the other
    way round. *)

Lemma at_position_back : forall to from f f', is_like to f = true -> f' = at_position_of f from ->
  is_like from f' = true /\ f = at_position_of f' to.
Proof.
  intros to from f f' H ->. apply is_like_spec in H as (H1 & H2 & H3 & H4 & H5).
  split; [now apply is_like_spec|]. destruct f. cbn in *. unfold at_position_of. cbn. congruence.
Qed.

Lemma sources_spec : forall s f f', In f' (sources s f) <->
  exists to from, In (to, from) (pulls s) /\ is_like to f = true /\ f' = at_position_of f from.
Proof.
  intros s f f'. unfold sources. rewrite in_flat_map. split.
  - intros ([to from] & H & Hf). cbn in Hf. destruct (is_like to f) eqn:E; [|contradiction].
    destruct Hf as [<-|[]]. eauto.
  - intros (to & from & H & E & ->). exists (to, from). cbn. rewrite E. split; [auto|now left].
Qed.

(** What holds after a step, if that held before it. *)

Definition after_step (s : step) (was : fact -> Prop) (f : fact) : Prop :=
  In f (inserts s) \/ was f /\ ~ In (scope f) (clears s) \/
  exists f', In f' (sources s f) /\ was f'.

(** ** Sets of groups *)

Lemma is_bit_spec : forall g c bits,
  is_bit g (c, bits) = true <-> c = N.shiftr g 4 /\ N.testbit bits (N.land g 15) = true.
Proof. intros. unfold is_bit. cbn. now rewrite andb_true_iff, N.eqb_eq. Qed.

Lemma in_ordered_set_spec : forall s g, in_ordered_set s (N.shiftr g 4) (N.land g 15) = true ->
  in_set s g = true.
Proof.
  induction s as [|[c bits] s IH]; intros g H; cbn [in_ordered_set] in H; [discriminate|].
  unfold in_set. cbn [existsb].
  destruct (c <? N.shiftr g 4)%N; [apply orb_true_iff; right; exact (IH g H)|]. apply orb_true_iff.
  left. apply andb_prop in H as [H1 H2]. apply is_bit_spec. apply N.eqb_eq in H1. auto.
Qed.

Lemma in_sixteen : forall g,
  exists k, k < 16 /\ (g = N.shiftl (N.shiftr g 4) 4 + N.of_nat k)%N /\ N.land g 15 = N.of_nat k.
Proof.
  intros g. exists (N.to_nat (N.land g 15)). rewrite N2Nat.id, N.shiftl_mul_pow2, N.shiftr_div_pow2.
  change 15%N with (N.ones 4). rewrite N.land_ones. change (2 ^ 4)%N with 16%N.
  pose proof (N.mod_lt g 16 ltac:(discriminate)). split; [lia|]. split; [|auto].
  rewrite N.mul_comm. apply N.div_mod. discriminate.
Qed.

(** ** Stone patterns *)

Lemma subset_spec : forall m m',
  (N.ldiff m m' =? 0)%N = true <-> forall p, has m p = true -> has m' p = true.
Proof.
  intros m m'. rewrite is_empty_set. split; intros H p; specialize (H p); rewrite has_ldiff in *;
    destruct (has m p), (has m' p); intuition.
Qed.

Lemma matches_spec : forall p f, matches p f = true <-> scope f = of_scope p /\
  (forall q, has (all_of p) q = true -> has (last_stones (of_player p) f) q = true) /\
  exists q, has (one_of p) q = true /\ has (last_stones (of_player p) f) q = true.
Proof.
  intros p f. unfold matches.
  rewrite !andb_true_iff, N.eqb_eq, subset_spec, negb_true_iff, is_not_empty_set.
  assert (E : (exists q, has (N.land (one_of p) (last_stones (of_player p) f)) q = true) <->
    exists q, has (one_of p) q = true /\ has (last_stones (of_player p) f) q = true).
  { split; intros [q Hq]; exists q;
      [rewrite has_land in Hq; now apply andb_prop|rewrite has_land; now apply andb_true_iff]. }
  rewrite E. tauto.
Qed.

Lemma matches_scope : forall p f, matches p f = true -> scope f = of_scope p.
Proof. intros p f H. now apply matches_spec in H. Qed.

Lemma includes_spec : forall p p' f, includes p p' = true -> matches p' f = true ->
  matches p f = true.
Proof.
  intros p p' f H Hf. apply matches_spec in Hf as (Hs & Ha & q & Hq & Hl). unfold includes in H.
  rewrite !andb_true_iff, N.eqb_eq, same_colour_spec, !subset_spec in H.
  destruct H as (((Es & Ec) & H1) & H2). apply matches_spec. rewrite Es, Ec.
  split; [auto|split; [auto|eauto]].
Qed.

(** ** What a rule promises *)

Section Promises.
  Variable R : rules.
  Variable r : rule.
  Variable says : game -> fact -> Prop.
  Variable offset : Type.
  Variable stands : offset -> game -> node -> Prop.
  Variable pays : offset -> game -> Q -> Prop.

  (** The score of the game, seen with the offset, meets the goal. *)

  Definition paid (o : offset) (G : Q -> Prop) (g : game) : Prop := exists s, pays o g s /\ G s.

  Definition applies (g : game) (s : step) : Prop :=
    (forall f, In f (present s) -> says g f) /\ (forall f, In f (absent s) -> ~ says g f).

  Definition is_legal (g : game) (s : step) : Prop :=
    match legal s with
    | Always => True
    | Never => False
    | Unless fs => forall f, In f fs -> ~ says g f
    end.

  (** The move from [g] to [g'] is what the step says. *)

  Definition follows (o : offset) (s : step) (g g' : game) : Prop :=
    match leads s with
    | Ends q => over R g' /\ exists v, pays o g' v /\ (v == q)%Q
    | GoesOn n' => stands o g' n' /\
        forall f, says g' f <-> after_step s (says g) f
    end.

  Record keeps_promises : Prop := {
    turn_of_node : forall o g n, stands o g n -> turn g = to_move n;
    steps_are_moves : forall o g n ch, stands o g n -> In ch (choices r n) ->
      applies g (step_of r n ch) -> is_legal g (step_of r n ch) ->
      exists g', makes R g (made (step_of r n ch)) g' /\ follows o (step_of r n ch) g g';
    moves_are_steps : forall o g n m g', stands o g n -> makes R g m g' ->
      exists ch, In ch (choices r n) /\ applies g (step_of r n ch) /\ is_legal g (step_of r n ch) /\
                 follows o (step_of r n ch) g g';
    over_if_stuck : forall o g n, stands o g n ->
      ~ over R g \/ over R g /\ exists q v, stuck r n = Some q /\ pays o g v /\ (v == q)%Q;
    implied_is_said : forall o g n f, stands o g n -> In f (implied r n) -> says g f;
    may_stand_for : forall k o g n n', stands_for r k n n' = true -> stands o g n ->
      exists o', stands o' g n' /\
        forall g', later R g g' -> paid o' (goal k) g' -> paid o (goal k) g'
  }.
End Promises.
