(** * What a lemma says, and what the history has and has not after a step *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia Lqa FMapPositive.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Bits Checker.
From Verified Require Export Laws.

Opaque enough.

(** Groups are kept if every fact of a group is listed. *)

Definition well_grouped (gs : groups) : Prop :=
  forall f g, group_of gs f = Some g -> In f (facts_of gs g).

Lemma no_groups_well : well_grouped no_groups.
Proof. intros f g H. discriminate. Qed.

Section Absent.
  Variable R : rules.
  Variable r : rule.
  Variable says : game -> fact -> Prop.
  Variable offset : Type.
  Variable stands : offset -> game -> node -> Prop.
  Variable pays : offset -> game -> Q -> Prop.
  Hypothesis promises : keeps_promises R r says offset stands pays.
  Variable gs : groups.
  Hypothesis grouped : well_grouped gs.

  (** What a winner can do for whom endless play is a win: see [Endless.v]. *)

  Variable endures : colour -> (game -> Prop) -> game -> Prop.
  Hypothesis endures_more : forall c (G G' : game -> Prop) g,
    (forall g', later R g g' -> G g' -> G' g') -> endures c G g -> endures c G' g.
  Hypothesis forces_endures : forall c G g, forces R c G g -> endures c G g.
  Hypothesis step_endures : forall c G g, one_step R c G (endures c G) g -> endures c G g.

  Definition wins_by (k : kind) : colour -> (game -> Prop) -> game -> Prop :=
    if endless k then endures else forces R.

  Lemma wins_by_more : forall k c (G G' : game -> Prop) g,
    (forall g', later R g g' -> G g' -> G' g') -> wins_by k c G g -> wins_by k c G' g.
  Proof.
    intros k. unfold wins_by. destruct (endless k); [exact endures_more|apply forces_more].
  Qed.

  Lemma step_wins : forall k c G g, one_step R c G (wins_by k c G) g -> wins_by k c G g.
  Proof.
    intros k. unfold wins_by. destruct (endless k); [exact step_endures|]. intros c G g.
    apply forces_step.
  Qed.

  Lemma forces_wins : forall k c G g, forces R c G g -> wins_by k c G g.
  Proof. intros k. unfold wins_by. destruct (endless k); auto. Qed.

  Lemma forces_makes_step : forall k c G g, forces R c G g -> one_step R c G (wins_by k c G) g.
  Proof.
    intros k c G g H. apply forces_step in H as [].
    - now apply has_ended.
    - apply a_move_leads with m g'; auto using forces_wins.
    - apply all_moves_lead; eauto using forces_wins.
  Qed.

  Lemma harder_wins : forall k k' c G g, at_least_as_hard k k' = true -> wins_by k c G g ->
    wins_by k' c G g.
  Proof.
    intros k k' c G g H. pose proof (harder_endless k k' H) as He. unfold wins_by.
    destruct (endless k); [now rewrite He|]. destruct (endless k'); auto.
  Qed.

  (** What a lemma says. *)

  Definition must_be_absent (l : lemma) (f : fact) : Prop :=
    In f (without l) \/ (exists g, in_set (without_groups l) g = true /\ group_of gs f = Some g) \/
    exists p, In p (without_patterns l) /\ matches p f = true.

  Definition is_met (l : lemma) (g : game) : Prop :=
    (forall f, must_be_absent l f -> ~ says g f) /\ (forall f, In f (given l) -> says g f).

  Definition is_true (l : lemma) : Prop :=
    forall o g, stands o g (place l) -> is_met l g ->
                forces R (winner (says_who l)) (paid offset pays o (goal (says_who l))) g.

  (** The same where endless play may be a win: such a lemma is valid, and it follows if a step
      leads to where such are. *)

  Definition said_by (how : kind -> colour -> (game -> Prop) -> game -> Prop) (l : lemma) : Prop :=
    forall o g, stands o g (place l) -> is_met l g ->
      how (says_who l) (winner (says_who l)) (paid offset pays o (goal (says_who l))) g.

  Definition is_valid : lemma -> Prop := said_by wins_by.
  Definition follows_by_a_step : lemma -> Prop :=
    said_by (fun k c G => one_step R c G (wins_by k c G)).

  Lemma true_follows : forall l, is_true l -> follows_by_a_step l.
  Proof. intros l H o g Hs Hm. now apply forces_makes_step, H. Qed.

  Lemma following_is_valid : forall l, follows_by_a_step l -> is_valid l.
  Proof. intros l H o g Hs Hm. now apply step_wins, H. Qed.

  Lemma ordinary_is_true : forall l, endless (says_who l) = false -> is_valid l -> is_true l.
  Proof.
    intros l E H o g Hs Hm. specialize (H o g Hs Hm). unfold wins_by in H. now rewrite E in H.
  Qed.

  Section OneLemma.
    Variable l : lemma.
    Variable o : offset.
    Variable g : game.
    Hypothesis here : stands o g (place l).
    Hypothesis met : is_met l g.

    Lemma in_my_group_absent : forall f, in_my_group gs l f = true -> ~ says g f.
    Proof.
      intros f H. apply met. right. left. unfold in_my_group in H.
      destruct (without_groups l) as [|x xs]; [discriminate|].
      destruct (group_of gs f) as [y|]; [|discriminate]. exists y.
      split; [now apply in_ordered_set_spec|auto].
    Qed.

    Lemma in_my_pattern_absent : forall f, in_my_pattern l f = true -> ~ says g f.
    Proof. intros f H. apply met. right. right. now apply existsb_exists in H. Qed.

    Lemma known_absent_is : forall f, known_absent gs l f = true -> ~ says g f.
    Proof.
      intros f H. unfold known_absent in H.
      apply orb_prop in H as [H|H]; [apply orb_prop in H as [H|H]|].
      - apply met. left. now apply listed_spec.
      - now apply in_my_group_absent.
      - now apply in_my_pattern_absent.
    Qed.

    Lemma known_present_is : forall f, known_present r gs l f = true -> says g f.
    Proof.
      intros f H. unfold known_present in H. apply orb_prop in H as [H|H].
      - now apply met, listed_spec.
      - apply andb_prop in H as [H _]. apply listed_spec in H. eapply implied_is_said; eauto.
    Qed.

    Lemma cleared_spec : forall s f, cleared s f = true <-> In (scope f) (clears s).
    Proof.
      intros. unfold cleared.
      assert (E : existsb (N.eqb (scope f)) (clears s) = true <-> In (scope f) (clears s)).
      { rewrite existsb_exists. split.
        - intros [x [H E]]. apply N.eqb_eq in E. congruence.
        - intros H. exists (scope f). split; [auto|apply N.eqb_refl]. }
      destruct (clears s); [cbn; split; [discriminate|tauto]|exact E].
    Qed.

    (** Let a step be made that inserts and clears. *)

    Variable s : step.
    Variable g' : game.
    Variable n' : node.
    Hypothesis goes_on : stands o g' n'.
    Hypothesis it_follows : forall f, says g' f <-> after_step s (says g) f.
    Hypothesis guards : forall f, In f (Nodes.present s) -> says g f.
    Variable also : list fact.
    Hypothesis also_absent : forall f, In f also -> ~ says g f.

    Definition not_pulled (f : fact) : Prop := forall f', In f' (sources s f) -> ~ says g f'.

    Lemma absent_after_step : forall f, ~ In f (inserts s) -> not_pulled f ->
      In (scope f) (clears s) \/ ~ says g f -> ~ says g' f.
    Proof.
      intros f Hi Hp H Hs. apply it_follows in Hs as [Hs|[[Hs Hc]|(f' & Hf & Hs)]]; [tauto|tauto|].
      now apply (Hp f').
    Qed.

    Lemma sources_absent_is : forall f, sources_absent gs l s also f = true -> not_pulled f.
    Proof.
      intros f H f' Hf. unfold sources_absent in H.
      assert (H' : forallb (fun f' => known_absent gs l f' || listed f' also) (sources s f) = true).
      { destruct (pulls s) eqn:E; [|exact H]. unfold sources. now rewrite E. }
      rewrite forallb_forall in H'. specialize (H' f' Hf). apply orb_prop in H' as [H'|H'].
      - now apply known_absent_is.
      - now apply also_absent, listed_spec.
    Qed.

    Lemma nothing_pulled : pulls s = [] -> forall f, not_pulled f.
    Proof. intros E f f' H. unfold sources in H. now rewrite E in H. Qed.

    Lemma otherwise_absent_is : forall ask f, ~ In f (inserts s) -> not_pulled f ->
      otherwise_absent gs l s also ask f = true -> ~ says g' f.
    Proof.
      intros ask f Hni Hnp H. apply absent_after_step; [auto|auto|]. unfold otherwise_absent in H.
      apply orb_prop in H as [H|H];
        [apply orb_prop in H as [H|H]; [apply orb_prop in H as [H|H]|]|].
      - left. now apply cleared_spec.
      - right. now apply also_absent, listed_spec.
      - right. now apply in_my_pattern_absent.
      - right. apply andb_prop in H as [_ H]. now apply in_my_group_absent.
    Qed.

    Lemma all_absent_after_is : forall ask theirs mine, (forall f, In f mine -> In f (without l)) ->
      all_absent_after gs l s also ask theirs mine = true -> forall f, In f theirs -> ~ says g' f.
    Proof.
      intros ask. induction theirs as [|f0 theirs IH]; intros mine Hmine H f Hf; [contradiction|].
      cbn [all_absent_after] in H. destruct (listed f0 (inserts s)) eqn:Ei; [discriminate|].
      assert (Hni : ~ In f0 (inserts s)) by (apply not_listed_spec; now rewrite Ei).
      destruct (sources_absent gs l s also f0) eqn:Ep; [|discriminate]. cbn [negb] in H.
      apply sources_absent_is in Ep. induction mine as [|f' mine IHm]; cbn in H.
      - apply andb_prop in H as [H0 H].
        destruct Hf as [<-|Hf]; [now apply otherwise_absent_is with ask|].
        now apply (IH [] (fun _ x => match x with end) H).
      - destruct (fact_compare f0 f') eqn:E.
        + apply fact_compare_eq in E as <-. destruct Hf as [<-|Hf].
          * apply absent_after_step; [auto|auto|]. right. apply met. left. apply Hmine. now left.
          * apply (IH mine); auto. intros x Hx. apply Hmine. now right.
        + apply andb_prop in H as [H0 H].
          destruct Hf as [<-|Hf]; [now apply otherwise_absent_is with ask|].
          now apply (IH (f' :: mine)).
        + apply IHm; [|auto]. intros x Hx. apply Hmine. now right.
    Qed.

    Lemma facts_absent_after_is : pulls s = [] -> forall x,
      facts_absent_after gs l s also x = true -> forall f, group_of gs f = Some x -> ~ says g' f.
    Proof.
      intros Ep x H f Hf. pose proof (nothing_pulled Ep f) as Hnp. unfold facts_absent_after in H.
      rewrite forallb_forall in H. specialize (H f (grouped f x Hf)).
      apply andb_prop in H as [Hi H]. apply negb_true_iff in Hi.
      assert (Hni : ~ In f (inserts s)) by (apply not_listed_spec; now rewrite Hi).
      apply orb_prop in H as [H|H]; [|now apply otherwise_absent_is with false].
      apply absent_after_step; [auto|auto|]. right. apply met. left. now apply listed_spec.
    Qed.

    Lemma inserted_groups_has : forall f x, In f (inserts s) -> group_of gs f = Some x ->
      In x (inserted_groups gs s).
    Proof. intros f x Hf Hx. apply in_flat_map. exists f. rewrite Hx. split; [auto|now left]. Qed.

    Lemma bits_absent_after_is : pulls s = [] -> forall k g bits i f,
      bits_absent_after gs l s also k g bits = true -> i < k ->
      N.testbit bits (N.of_nat i) = true -> group_of gs f = Some (g + N.of_nat i)%N -> ~ says g' f.
    Proof.
      intros Ep. induction k as [|k IH]; intros x bits i f H Hi Hb Hf; [lia|].
      cbn [bits_absent_after] in H.
      destruct (N.eqb_spec bits 0) as [->|_]; [now rewrite N.bits_0 in Hb|].
      apply andb_prop in H as [H0 H]. destruct i as [|i].
      - rewrite N.add_0_r in Hf. rewrite N.bit0_odd in Hb. rewrite Hb in H0.
        now apply facts_absent_after_is with x.
      - apply (IH _ _ i f H); [lia| |rewrite Hf; f_equal; lia].
        rewrite N.div2_spec, N.shiftr_spec by lia. rewrite <- Hb. f_equal. lia.
    Qed.

    Arguments bits_absent_after : simpl never.

    Lemma groups_absent_after_is : pulls s = [] -> forall theirs mine,
      (forall x, in_set mine x = true -> in_set (without_groups l) x = true) ->
      groups_absent_after gs l s also (inserted_groups gs s) theirs mine = true -> forall x,
      in_set theirs x = true -> forall f, group_of gs f = Some x -> ~ says g' f.
    Proof.
      intros Ep.
      induction theirs as [|[c bits] theirs IH]; intros mine Hmine H x Hx f Hf; [discriminate|].
      cbn [groups_absent_after] in H. apply andb_prop in H as [Hno H]. apply negb_true_iff in Hno.
      apply orb_prop in Hx.
      assert (Hbits : forall b, bits_absent_after gs l s also 16 (N.shiftl c 4) b = true ->
        is_bit x (c, b) = true -> ~ says g' f).
      { intros b Hb E. apply is_bit_spec in E as [-> E].
        destruct (in_sixteen x) as (k & Hk & Ex & El).
        apply (bits_absent_after_is Ep _ _ _ k f Hb); [auto|congruence|congruence]. }
      induction mine as [|[c' bits'] mine IHm]; cbn in H.
      - apply andb_prop in H as [H0 H]. destruct Hx as [Hx|Hx]; [now apply (Hbits bits)|].
        now apply (IH [] Hmine H x).
      - assert (Hrest : forall x, in_set mine x = true -> in_set (without_groups l) x = true).
        { intros y Hy. apply Hmine. apply orb_true_iff. now right. }
        destruct (c' <? c)%N; [now apply IHm|]. destruct (N.eqb_spec c' c) as [->|_].
        + apply andb_prop in H as [H0 H]. destruct Hx as [Hx|Hx]; [|now apply (IH mine Hrest H x)].
          destruct (N.testbit bits' (N.land x 15)) eqn:Eb.
          * apply absent_after_step.
            -- intros Hi. apply (inserted_groups_has f x) in Hi; auto.
               apply not_true_iff_false in Hno. apply Hno, existsb_exists. eauto.
            -- now apply nothing_pulled.
            -- right. apply met. right. left. exists x. split; [|auto]. apply Hmine.
               apply orb_true_iff. left. apply is_bit_spec. apply is_bit_spec in Hx. tauto.
          * apply (Hbits _ H0). apply is_bit_spec. apply is_bit_spec in Hx as [-> Hx].
            split; [auto|]. now rewrite N.ldiff_spec, Hx, Eb.
        + apply andb_prop in H as [H0 H]. destruct Hx as [Hx|Hx]; [now apply (Hbits bits)|].
          now apply (IH ((c', bits') :: mine) Hmine H x).
    Qed.

    Lemma all_groups_absent_after_is : forall theirs,
      all_groups_absent_after gs l s also theirs = true -> forall x, in_set theirs x = true ->
      forall f, group_of gs f = Some x -> ~ says g' f.
    Proof.
      intros [|x theirs] H; [discriminate|]. unfold all_groups_absent_after in H.
      destruct (pulls s) eqn:Ep; [|discriminate]. apply groups_absent_after_is with (3 := H); auto.
    Qed.

    Lemma pattern_absent_after_is : forall p, pattern_absent_after l s p = true -> forall f,
      matches p f = true -> ~ says g' f.
    Proof.
      intros p H f Hf. unfold pattern_absent_after in H. apply andb_prop in H as [H' H].
      apply andb_prop in H' as [Ep Hi]. apply absent_after_step.
      - intros Hin. apply negb_true_iff, not_true_iff_false in Hi. apply Hi, existsb_exists. eauto.
      - apply nothing_pulled. now destruct (pulls s).
      - apply orb_prop in H as [H|H]; apply existsb_exists in H as (x & Hx & H).
        + left. apply N.eqb_eq in H as <-. apply matches_scope in Hf. congruence.
        + right. apply met. right. right. exists x. split; [auto|]. now apply includes_spec with p.
    Qed.

    Lemma present_after_is : forall f, present_after r gs l s n' f = true -> says g' f.
    Proof.
      assert (Hwas : forall f, listed f (Nodes.present s) || known_present r gs l f = true ->
        says g f).
      { intros f H.
        apply orb_prop in H as [H|H]; [now apply guards, listed_spec|now apply known_present_is]. }
      intros f H. unfold present_after in H.
      apply orb_prop in H as [H|H];
        [apply orb_prop in H as [H|H]; [apply orb_prop in H as [H|H]|]|].
      - apply it_follows. left. now apply listed_spec.
      - apply it_follows. right. left. apply andb_prop in H as [H Hc]. split; [auto|].
        rewrite <- cleared_spec. apply negb_true_iff in Hc. now rewrite Hc.
      - apply listed_spec in H. eapply implied_is_said; eauto.
      - apply existsb_exists in H as (f' & Hf & H). apply it_follows. right. right. exists f'. auto.
    Qed.

    Lemma serves_after_is : forall other, is_valid other ->
      serves_after r gs l s also n' other = true ->
      wins_by (says_who l) (winner (says_who l)) (paid offset pays o (goal (says_who l))) g'.
    Proof.
      intros other Htrue H. unfold serves_after in H.
      apply andb_prop in H as [H Hg]. apply andb_prop in H as [H Hps].
      apply andb_prop in H as [H Hgs]. apply andb_prop in H as [H Ha].
      apply andb_prop in H as [Hk Hn]. pose proof (harder_winner _ _ Hk) as Hw.
      destruct (may_stand_for _ _ _ _ _ _ promises _ _ _ _ _ Hn goes_on) as (o' & Hst & Hpaid).
      apply (harder_wins _ _ _ _ _ Hk).
      apply wins_by_more with (G := paid offset pays o' (goal (says_who other))).
      { intros g'' Hl Hp. destruct (Hpaid g'' Hl Hp) as (q & Hq & Hgoal). exists q. split; [auto|].
        now apply (harder_goal _ _ q Hk). }
      rewrite <- Hw. apply Htrue; [exact Hst|]. split.
      - intros f [Hf|[[x [Hx Hf]]|[p [Hp Hf]]]].
        + eapply all_absent_after_is; eauto.
        + eapply all_groups_absent_after_is; eauto.
        + rewrite forallb_forall in Hps. eapply pattern_absent_after_is; eauto.
      - intros f Hf. rewrite forallb_forall in Hg. now apply present_after_is, Hg.
    Qed.
  End OneLemma.
End Absent.
