(** * A decided position is won

    The theorem of DESIGN.md about decided positions, for rules under which only what a play makes
    can forbid it. *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia Lqa.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Bits Play Checker Common Text Twin Promises Values Ends Life
  Settled.

From Verified Require Export TwoMoves.

(** ** Rules under which only what a play makes can forbid it *)

Definition last_term (p : pattern) : term := match p_2 p with Nothing => p_1 p | t => t end.
Definition of_the_move (t : term) : bool := match t with Before | After => true | _ => false end.
Definition plain_line (p : pattern) : bool :=
  match p_1 p with Nothing | Before | After => true | _ => false end && of_the_move (last_term p).
Definition lines_of (T : text) (n : nat) : list remember :=
  filter (fun s => p_name (what_fact s) =? n) (remembers T).
Definition names_in (l : list reason) : list nat :=
  flat_map (fun x => match remembered x with Some p => [p_name p] | None => [] end) l.
Definition watched (T : text) : list nat := names_in (forbids T) ++ names_in (ends T).

(** A play is forbidden only because of the position that it makes. A pass ends the game only after
    a pass, or because of facts about the position that passes make true. *)
Definition bans_what_it_makes (T : text) : bool :=
  forallb (fun x =>
             match remembered x with
             | None => match so x with retakes => true | _ => false end
             | Some p => match last_term p with After => true | _ => false end
             end) (forbids T) &&
  forallb (fun x =>
             match remembered x with
             | None => match so x with passes_at_least (S _) => true | _ => false end
             | Some p =>
                 of_the_move (last_term p) &&
                 forallb (fun s => negb (on_play (remember_when s))) (lines_of T (p_name p))
             end) (ends T) &&
  forallb (fun n => forallb (fun s => plain_line (what_fact s)) (lines_of T n)) (watched T) &&
  forallb (fun s => match for_each s with None => true | Some _ => false end) (remembers T).

Definition last_of (f : Spec.fact) : option position :=
  match position_2 f with Some Q => Some Q | None => position_1 f end.

Lemma last_after : forall kept e p, last_term p = After ->
  last_of (instance kept e p) = Some (after e).
Proof.
  intros kept e [n w t t'] H. unfold last_term in H. cbn in H. unfold last_of, instance. cbn.
  destruct t'; try discriminate; [now rewrite H|auto].
Qed.

Lemma last_of_move : forall kept e p, of_the_move (last_term p) = true ->
  last_of (instance kept e p) = Some (before e) \/ last_of (instance kept e p) = Some (after e).
Proof.
  intros kept e [n w t t'] H. unfold last_term in H. cbn in H. unfold last_of, instance. cbn.
  destruct t'; try discriminate; auto. destruct t; try discriminate; auto.
Qed.

Lemma named_in : forall l x p, In x l -> remembered x = Some p -> In (p_name p) (names_in l).
Proof. intros l x p H E. apply in_flat_map. exists x. rewrite E. split; [auto|now left]. Qed.

(** ** The game *)

Section Game.
  Variable b : board.
  Variable X : colour.
  Let Y := opponent X.
  Variables A E : N.
  Hypothesis settled : is_settled b A E.
  Variable R : rules.
  Let T := ko R.
  Hypothesis no_suicides : suicide R = forbidden.
  Hypothesis with_passes : passing T = true.
  Hypothesis banning : bans_what_it_makes T = true.

  Variable G : Q -> Prop.
  Hypothesis good_end : forall g s, proper b g -> keeps b X A E (now g) -> ~ Y_there X E (now g) ->
    scores R g s -> G s.

  Let made_by_X := made_by_X X A E.

  (** [H] are the positions since the claim's start. *)
  Definition facts_in (g : game) (H : list position) : Prop :=
    forall f, In (name f) (watched T) -> is_remembered T (start g) (first g) (record g) f ->
      forall Q, last_of f = Some Q -> made_by_X Q -> In Q H.

  Definition takes_in (g : game) (H : list position) : Prop :=
    has_bans T = true -> forall p S, plays b (turn g) p (now g) S ->
    takes_back (record g) (next_event g (Play p) S) -> In S H.

  Record at_move (g : game) (H : list position) : Prop := {
    am_proper : proper b g;
    am_on : ~ over R g;
    am_keeps : keeps b X A E (now g);
    am_now : In (now g) H;
    am_facts : facts_in g H;
    am_takes : takes_in g H }.

  Lemma may_always_pass : forall g, may_pass R g.
  Proof. intros g. unfold may_pass. fold T. now rewrite with_passes. Qed.

  Definition no_end (g : game) : Prop :=
    Y_there X E (now g) -> ~ ended_by_a_pass R (with_move g Pass (now g)).

  Definition turn_of_X (g : game) (H : list position) : Prop :=
    at_move g H /\ turn g = X /\ free b X A E (now g) H.
  Definition turn_of_Y (g : game) (H : list position) : Prop :=
    at_move g H /\ turn g = Y /\ no_end g /\
    forall N', answer b X (now g) N' -> free b X A E N' (N' :: H).

  Lemma banning_parts :
    (forall x, In x (forbids T) ->
       match remembered x with None => so x = retakes | Some p => last_term p = After end) /\
    (forall x, In x (ends T) -> match remembered x with
                                | None => exists k, so x = passes_at_least (S k)
                                | Some p =>
                                    of_the_move (last_term p) = true /\
                                      forall s,
                                        In s (lines_of T (p_name p)) ->
                                        on_play (remember_when s) = false
                                end) /\
    (forall n s, In n (watched T) -> In s (lines_of T n) -> plain_line (what_fact s) = true).
  Proof.
    unfold bans_what_it_makes in banning. rewrite !andb_true_iff, !forallb_forall in banning.
    destruct banning as (((H1 & H2) & H3) & _). split; [|split].
    - intros x Hx. specialize (H1 x Hx).
      destruct (remembered x) as [p|]; [now destruct (last_term p)|now destruct (so x)].
    - intros x Hx. specialize (H2 x Hx). destruct (remembered x) as [p|].
      + apply andb_prop in H2 as [H2 H2']. split; [auto|]. intros s Hs.
        rewrite forallb_forall in H2'. now apply negb_true_iff, H2'.
      + destruct (so x) as [| |[|k]| | | |]; try discriminate. eauto.
    - intros n s Hn Hs. specialize (H3 n Hn). rewrite forallb_forall in H3. now apply H3.
  Qed.

  (** Each fact is what a line says of an event. *)

  Lemma line_says : forall was r e f, makes_true T was r e f ->
    exists s, In s (remembers T) /\ counts (remember_when s) e = true /\
      f = instance (kept_for T (e :: r)) e (what_fact s).
  Proof.
    intros was r e f (s & Hs & Hc & _ & H). exists s. split; [auto|split; [auto|]].
    unfold bans_what_it_makes in banning. apply andb_prop in banning as [_ Hno].
    rewrite forallb_forall in Hno. specialize (Hno s Hs). cbv zeta in H. now destruct (for_each s).
  Qed.

  Lemma in_lines : forall s, In s (remembers T) -> In s (lines_of T (p_name (what_fact s))).
  Proof. intros s Hs. apply filter_In. split; [auto|apply Nat.eqb_refl]. Qed.

  Lemma facts_after : forall g H m T', facts_in g H -> In (now g) H ->
    facts_in (with_move g m T') (T' :: H).
  Proof.
    intros g H m T' Hf Hn f Hw Hr Q HQ HX. cbn [record with_move start first is_remembered] in Hr.
    destruct Hr as [Hr|[Hr _]].
    - apply line_says in Hr as (s & Hs & _ & ->). cbn [name instance] in Hw.
      destruct banning_parts as (_ & _ & H3). specialize (H3 _ s Hw (in_lines s Hs)).
      apply andb_prop in H3 as [_ H3].
      destruct (last_of_move (kept_for T ({| at_board := on g; who := turn g; what := m;
        before := now g; after := T' |} :: record g))
        {| at_board := on g; who := turn g; what := m; before := now g; after := T' |} _ H3)
        as [E0|E0]; rewrite E0 in HQ; injection HQ as <-; cbn; auto.
    - right. now apply (Hf f Hw Hr).
  Qed.

  Lemma takes_after : forall g H m T', In (now g) H -> takes_in (with_move g m T') (T' :: H).
  Proof. intros g H m T' Hn _ p S _ (_ & _ & E0). cbn in E0. right. now rewrite <- E0. Qed.

  Lemma not_forbidden : forall g H p T', facts_in g H -> takes_in g H ->
    plays b (turn g) p (now g) T' -> made_by_X T' -> ~ In T' H -> ~ ko_forbids R g p T'.
  Proof.
    intros g H p T' Hf Ht Hplay HX Hnew (x & Hx & Hso & Hr). destruct banning_parts as (H1 & _ & _).
    fold T in Hx, Hso, Hr. specialize (H1 x Hx). destruct (remembered x) as [q|] eqn:Eq; apply Hnew.
    - apply (Hf _) with (2 := Hr);
        [cbn; apply in_or_app; left; now apply named_in with x|now apply last_after|exact HX].
    - assert (Hb : has_bans T = true).
      { apply existsb_exists. exists (so x). split; [now apply in_forbids|]. now rewrite H1. }
      rewrite H1 in Hso. exact (Ht Hb p T' Hplay Hso).
  Qed.

  Lemma no_end_after : forall g H p T', facts_in g H -> made_by_X T' -> ~ In T' H ->
    no_end (with_move g (Play p) T').
  Proof.
    intros g H p T' Hf HX Hnew _ (_ & x & Hx & Hso & Hr). cbn [record with_move] in Hso, Hr.
    destruct banning_parts as (_ & H2 & _). fold T in Hx, Hso, Hr. specialize (H2 x Hx).
    destruct (remembered x) as [q|] eqn:Eq.
    - destruct H2 as [Hq Hlines]. set (f := instance _ _ q) in Hr.
      assert (Hlast : last_of f = Some T') by (unfold f; edestruct last_of_move as [E0|E0];
        [exact Hq|rewrite E0; reflexivity|rewrite E0; reflexivity]).
      cbn [is_remembered start first with_move] in Hr.
      destruct Hr as [Hr|[Hr _]]; [apply line_says in Hr as (s & Hs & Hc & Ef)|].
      + cbn in Hc. rewrite (Hlines s) in Hc; [discriminate|].
        replace (p_name q) with (p_name (what_fact s)); [now apply in_lines|].
        exact (eq_sym (f_equal name Ef)).
      + apply Hnew. apply (Hf f) with (2 := Hr); auto. cbn. apply in_or_app. right.
        now apply named_in with x.
    - destruct H2 as [k Ek]. rewrite Ek in Hso. cbn in Hso. lia.
  Qed.

  Lemma not_over_after_play : forall g p T', ~ over R (with_move g (Play p) T').
  Proof.
    intros g p T' H. unfold over in H. fold T in H. rewrite with_passes in H. destruct H as [H _].
    discriminate.
  Qed.

  Lemma ends_well : forall g, proper b g -> keeps b X A E (now g) -> ~ Y_there X E (now g) ->
    over R g -> can_force R X G g.
  Proof.
    intros g Hp Hk Hno Ho. assert (Hp' : proper (on g) g) by now rewrite (proj1 Hp).
    assert (Hs : scores R g (score R g)) by now apply score_exact.
    apply at_the_end with (score R g); auto. now apply good_end with g.
  Qed.

  (** A play that X has while a stone of Y stands on what is settled. *)

  Definition good_play (N : position) (H : list position) (p : point) : Prop :=
    at_point N p = Empty /\ p < size b /\
    forall S, plays b X p N S ->
      at_point S p <> Empty /\ made_by_X S /\ ~ In S H /\ keeps b X A E S /\
      forall N', answer b X S N' -> free b X A E N' (N' :: S :: H).

  Lemma open_play_is_his : forall N S p, keeps b X A E N -> plays b X p N S ->
    has (Territory.open b X A E N) p = true -> at_point S p <> Empty -> made_by_X S.
  Proof.
    intros N S p Hk HS Ho Hst. split; [now apply (X_A_stands b X A E N S p)|]. exists p.
    split; [now apply (open_is b X A E) in Ho|].
    destruct (put_exists b X p N S HS Hst) as [S0 HS0]. apply (new_stone b X p N S S0 HS0).
  Qed.

  Lemma edge_play : forall N H p, keeps b X A E N -> free b X A E N H ->
    good_edge b X A E N p -> good_play N H p.
  Proof.
    intros N H p Hk Hfree Hgood. pose proof Hgood as (Ho & Hpe & Hed & _). split; [auto|].
    split; [now apply (open_small b X A E settled N)|]. intros S HS.
    assert (Hst : at_point S p <> Empty) by now apply (edge_is_legal b X A E settled N S p).
    assert (HkS : keeps b X A E S) by now apply (edge_keeps b X A E settled N S p).
    split; [auto|]. split; [now apply open_play_is_his with N p|split; [|split; [auto|]]].
    - now apply (new_position_edge b X A E settled N S H p).
    - intros N' HN'. apply (free_after_edge b X A E settled N S N' H Hfree HkS HN' p Hgood).
      + intros q Hq. now apply (X_alive_grows b X A E settled N S p).
      + now apply (edge_alive b X A E settled N S p).
  Qed.

  Lemma inner_play : forall N H p, keeps b X A E N -> free b X A E N H ->
    good_inner b X A E N p -> good_play N H p.
  Proof.
    intros N H p Hk Hfree Hgood. pose proof Hgood as (Hi & Hpe & _). pose proof Hi as [Ho Hne].
    split; [auto|]. split; [now apply (open_small b X A E settled N)|]. intros S HS.
    assert (Hst : at_point S p <> Empty) by now apply (inner_is_legal b X A E settled N S p).
    assert (HkS : keeps b X A E S) by now apply (inner_keeps b X A E settled N S p).
    split; [auto|]. split; [now apply open_play_is_his with N p|split; [|split; [auto|]]].
    - now apply (new_position_inner b X A E settled N S H p).
    - intros N' HN'. now apply (free_after_inner b X A E settled N S N' H Hk Hfree HkS HN' p).
  Qed.

  (** X plays, or passes if no stone of Y is there; then it is the turn of Y, as it should be. *)

  Lemma X_plays : forall g H, turn_of_X g H -> Y_there X E (now g) ->
    exists m g' H', makes R g m g' /\ turn_of_Y g' H'.
  Proof.
    intros g H (Hat & Ht & Hfree) HY. pose proof Hat as [Hp Hon Hk Hnow Hf Htk].
    assert (Hplay : exists p, good_play (now g) H p).
    { destruct (good_move b X A E settled (now g) Hk HY) as [(p & Hgood)|(p & Hgood)]; exists p;
        [now apply edge_play|now apply inner_play]. }
    destruct Hplay as (p & Hpe & Hps & Hall).
    destruct (Play.play_exists b X (now g) p (now_length b g Hp) Hps Hpe) as [S HS].
    destruct (Hall S HS) as (Hst & HX & Hnew & HkS & Hans).
    exists (Play p), (with_move g (Play p) S), (S :: H).
    assert (Hm : makes R g (Play p) (with_move g (Play p) S)).
    { apply by_a_play; [exact Hon|]. split; [now rewrite (proj1 Hp), Ht|].
      split; [unfold suicide_allows; now rewrite no_suicides|]. apply (not_forbidden g H); auto.
      now rewrite Ht. }
    split; [exact Hm|]. split; [|split; [|split]].
    - constructor; [eapply proper_makes; eauto|apply not_over_after_play|exact HkS|now left|
        now apply facts_after|now apply takes_after].
    - rewrite turn_after, Ht. reflexivity.
    - now apply no_end_after with H.
    - exact Hans.
  Qed.

  Lemma X_moves : forall g H, turn_of_X g H ->
    (forall m g' H', makes R g m g' -> turn_of_Y g' H' -> can_force R X G g') ->
    can_force R X G g.
  Proof.
    intros g H HX Hnext. destruct (Y_there_dec b X A E settled (now g)) as [HY|HY].
    { destruct (X_plays g H HX HY) as (m & g' & H' & Hm & HY').
      apply by_own_move with m g'; [apply HX|exact Hm|eauto]. }
    destruct HX as (Hat & Ht & Hfree). pose proof Hat as [Hp Hon Hk Hnow Hf Htk].
    assert (Hm : makes R g Pass (with_move g Pass (now g)))
      by now apply by_a_pass, may_always_pass.
    pose proof (proper_makes b R _ _ _ Hp Hm) as Hp'.
    apply by_own_move with Pass (with_move g Pass (now g)); auto.
    destruct (over_decidable R (with_move g Pass (now g))) as [Ho|Ho].
    { rewrite (proj1 Hp'). now apply now_length. }
    - now apply ends_well.
    - apply (Hnext _ _ (now g :: H) Hm). split; [|split; [|split]].
      + constructor; [auto|auto|exact Hk|now left|now apply facts_after|now apply takes_after].
      + rewrite turn_after, Ht. reflexivity.
      + intros HY'. now destruct HY.
      + intros N' HN'. apply (free_after_pass b X A E settled (now g) (now g) N' H); auto.
  Qed.

  (** Whatever Y does, it is the turn of X, as it should be, or the game is over. *)

  Lemma Y_moves : forall g H, turn_of_Y g H ->
    (forall m g' H', makes R g m g' -> turn_of_X g' H' -> can_force R X G g') ->
    can_force R X G g.
  Proof.
    intros g H (Hat & Ht & Hend & Hans) Hnext. pose proof Hat as [Hp Hon Hk Hnow Hf Htk].
    pose proof (now_length b g Hp) as Hl.
    apply whatever_is_played; [auto|rewrite Ht; apply opponent_other|]. intros m g' Hm.
    pose proof (proper_makes b R _ _ _ Hp Hm) as Hp'. pose proof Hm as Hmade.
    assert (Hturn : forall m S, turn (with_move g m S) = X)
      by (intros; rewrite turn_after, Ht; apply opponent_twice).
    destruct Hm as [Hno Hpass|p S Hno Hmay].
    - destruct (over_decidable R (with_move g Pass (now g))) as [Ho|Ho].
      { rewrite (proj1 Hp'). now apply now_length. }
      + apply ends_well; auto. intros HY. apply (Hend HY). unfold over in Ho. fold T in Ho.
        now rewrite with_passes in Ho.
      + apply (Hnext _ _ (now g :: H) Hmade). split; [|split; [apply Hturn|]].
        * constructor; [auto|auto|exact Hk|now left|now apply facts_after|now apply takes_after].
        * apply Hans. now left.
    - destruct Hmay as (HS & Hsui & _). rewrite (proj1 Hp), Ht in HS.
      unfold suicide_allows in Hsui. rewrite no_suicides in Hsui.
      apply (Hnext _ _ (S :: H) Hmade). split; [|split; [apply Hturn|]].
      + constructor;
          [auto|apply not_over_after_play|now apply (Y_keeps b X A E settled (now g) S p)|
            now left|now apply facts_after|now apply takes_after].
      + apply Hans. right. eauto.
  Qed.

  Theorem decided_is_won : forall g, must_end R g ->
    (forall H, turn_of_X g H -> can_force R X G g) /\
    (forall H, turn_of_Y g H -> can_force R X G g).
  Proof.
    intros g He. induction He as [g _ IH]. split; intros H Hturn.
    - apply X_moves with H; [exact Hturn|]. intros m g' H' Hm. now apply (IH g' (ex_intro _ m Hm)).
    - apply Y_moves with H; [exact Hturn|]. intros m g' H' Hm. now apply (IH g' (ex_intro _ m Hm)).
  Qed.
End Game.
