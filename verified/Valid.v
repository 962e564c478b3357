(** * A lemma that the checker accepts is true, under every rule that keeps its promises *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia Lqa FMapPositive.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Checker.
From Verified Require Export Laws Absent.

Section Valid.
  Variable R : rules.
  Variable r : rule.
  Variable says : game -> fact -> Prop.
  Variable offset : Type.
  Variable stands : offset -> game -> node -> Prop.
  Variable pays : offset -> game -> Q -> Prop.
  Hypothesis promises : keeps_promises R r says offset stands pays.
  Variable gs : groups.
  Hypothesis grouped : well_grouped gs.
  Variable endures : colour -> (game -> Prop) -> game -> Prop.
  Hypothesis endures_more : forall c (G G' : game -> Prop) g,
    (forall g', later R g g' -> G g' -> G' g') -> endures c G g -> endures c G' g.
  Hypothesis forces_endures : forall c G g, forces R c G g -> endures c G g.
  Hypothesis step_endures : forall c G g, one_step R c G (endures c G) g -> endures c G g.

  Local Notation wins_by := (wins_by R endures).
  Local Notation is_met := (is_met says gs).
  Local Notation is_true := (is_true R says offset stands pays gs).
  Local Notation is_valid := (is_valid R says offset stands pays gs endures).
  Local Notation follows_by_a_step := (follows_by_a_step R says offset stands pays gs endures).

  Variable image_of : nat -> lemma -> option lemma.
  Hypothesis image_is_valid : forall k l l', is_valid l -> image_of k l = Some l' -> is_valid l'.
  Variable decides : lemma -> bool.
  Hypothesis decided_is_true : forall l, decides l = true -> is_true l.
  Variable assumed : positive -> option lemma.
  Hypothesis assumed_is_true : forall number l, assumed number = Some l -> is_true l.

  Section Citing.
    Variable l : lemma.
    Variable find : positive -> option lemma.
    Hypothesis found_is_valid : forall number other, find number = Some other -> is_valid other.
    Let n := place l.

    Lemma cites_is : forall o g s also n' cited g', stands o g n -> is_met l g -> stands o g' n' ->
      (forall f, says g' f <-> after_step s (says g) f) ->
      (forall f, In f (Nodes.present s) -> says g f) -> (forall f, In f also -> ~ says g f) ->
      cites r gs image_of l find s also n' cited = true ->
      wins_by (says_who l) (winner (says_who l)) (paid offset pays o (goal (says_who l))) g'.
    Proof.
      intros o g s also n' cited g' Hs Hm Hs' Ha Hg Hal H. unfold cites in H.
      destruct (find (fst cited)) as [other|] eqn:E; [|discriminate].
      destruct (image_of (snd cited) other) as [other'|] eqn:E'; [|discriminate].
      pose proof (image_is_valid _ _ _ (found_is_valid _ _ E) E') as Ht.
      eapply (serves_after_is R r says offset stands pays promises gs grouped endures endures_more
        forces_endures); eauto.
    Qed.

    Lemma winning_step_is : forall which cited, to_move n = winner (says_who l) ->
      winning_step r gs image_of l find which cited = true -> follows_by_a_step l.
    Proof.
      intros which cited Hw H o g Hs Hm. unfold winning_step in H. fold n in H.
      destruct (nth_error (choices r n) which) as [ch|] eqn:Ech; [|discriminate].
      apply nth_error_In in Ech. set (s := step_of r n ch) in *. cbv zeta in H.
      apply andb_prop in H as [H Hout]. apply andb_prop in H as [H Habs].
      apply andb_prop in H as [H Hpres]. apply andb_prop in H as [Hleg Hproh].
      rewrite forallb_forall in Habs, Hpres, Hproh. assert (Happ : applies says g s).
      { split; intros f Hf; [eapply (known_present_is R r says offset stands pays promises gs);
          eauto| eapply (known_absent_is says gs); eauto]. }
      destruct (steps_are_moves _ _ _ _ _ _ promises _ _ _ _ Hs Ech Happ) as (g' & Hmk & Hf).
      { change (is_legal says g s). unfold is_legal.
        destruct (legal s) as [| |fs] eqn:El; [auto|discriminate|]. intros f Hin.
        eapply (known_absent_is says gs); eauto. apply Hproh. unfold prohibiting. now rewrite El. }
      apply a_move_leads with (made s) g'; auto.
      { now rewrite (turn_of_node _ _ _ _ _ _ promises _ _ _ Hs). }
      change (follows R says offset stands pays o s g g') in Hf. unfold follows in Hf.
      destruct (leads s) as [q|n'].
      - destruct Hf as (Ho & v & Hv & Hq).
        apply (step_wins R endures step_endures), has_ended; [auto|]. exists v. split; [auto|].
        apply (goal_same _ _ _ Hq). now apply wins_spec.
      - destruct Hf as [Hs' Ha]. eapply cites_is; eauto; [apply Happ|contradiction].
    Qed.

    Lemma passed_over_is : forall o g s, stands o g n -> is_met l g ->
      passed_over r gs l s = true -> applies says g s -> is_legal says g s -> False.
    Proof.
      intros o g s Hs Hm H [Hp Ha] Hl. unfold passed_over in H.
      apply orb_prop in H as [H|H];
        [apply orb_prop in H as [H|H]; [apply orb_prop in H as [H|H]|]|].
      - unfold is_legal in Hl. destruct (legal s); congruence.
      - apply existsb_exists in H as (f & Hf & H).
        apply (known_present_is R r says offset stands pays promises gs l o g Hs Hm) in H.
        unfold is_legal in Hl. unfold prohibiting in Hf.
        destruct (legal s) as [| |fs]; try contradiction. now apply (Hl f).
      - apply existsb_exists in H as (f & Hf & H).
        apply (known_present_is R r says offset stands pays promises gs l o g Hs Hm) in H.
        now apply (Ha f).
      - apply existsb_exists in H as (f & Hf & H). apply (known_absent_is says gs l g Hm) in H.
        auto.
    Qed.

    Lemma no_way_out_is : forall o g cs cited, stands o g n -> is_met l g ->
      no_way_out r gs image_of l find cs cited = true -> forall ch g', In ch cs ->
      applies says g (step_of r n ch) -> is_legal says g (step_of r n ch) ->
      follows R says offset stands pays o (step_of r n ch) g g' ->
      wins_by (says_who l) (winner (says_who l)) (paid offset pays o (goal (says_who l))) g'.
    Proof.
      intros o g cs cited Hs Hm. revert cited.
      induction cs as [|c0 cs IH]; intros cited H ch g' Hch Happ Hleg Hf; [contradiction|].
      cbn [no_way_out] in H. fold n in H. destruct (passed_over r gs l (step_of r n c0)) eqn:Ep.
      - destruct Hch as [->|Hch]; [|eapply IH; eauto]. exfalso. eapply passed_over_is; eauto.
      - unfold follows in Hf. destruct (leads (step_of r n c0)) as [q|n'] eqn:El.
        + apply andb_prop in H as [Hq H]. destruct Hch as [->|Hch]; [|eapply IH; eauto].
          rewrite El in Hf. destruct Hf as (Ho & v & Hv & Hgood).
          apply (step_wins R endures step_endures), has_ended; [auto|]. exists v. split; [auto|].
          apply (goal_same _ _ _ Hgood). now apply wins_spec.
        + destruct cited as [|x cited]; [discriminate|]. apply andb_prop in H as [Hx H].
          destruct Hch as [->|Hch]; [|eapply IH; eauto]. rewrite El in Hf. destruct Hf as [Hs' Ha].
          eapply cites_is; eauto; [apply Happ|]. intros f Hin. apply in_app_or in Hin as [Hin|Hin].
          * now apply Happ.
          * unfold prohibiting in Hin. unfold is_legal in Hleg.
            destruct (legal (step_of r n ch)); try contradiction. now apply Hleg.
    Qed.

    Theorem holds_on_is : forall why, holds_on r gs image_of decides assumed l find why = true ->
      follows_by_a_step l.
    Proof.
      intros [which cited|cited| |cited] H; cbn [holds_on] in H;
        [| |
          now apply (true_follows R says offset stands pays gs endures forces_endures),
            decided_is_true|].
      - apply andb_prop in H as [Hc H]. apply same_colour_spec in Hc. eapply winning_step_is; eauto.
      - apply andb_prop in H as [H Hstuck]. apply andb_prop in H as [Hc H]. fold n in Hc, H, Hstuck.
        intros o g Hs Hm.
        destruct (over_if_stuck _ _ _ _ _ _ promises _ _ _ Hs)
          as [Ho|(Ho & q & v & Hq & Hv & Hgood)].
        + apply all_moves_lead; auto.
          * rewrite (turn_of_node _ _ _ _ _ _ promises _ _ _ Hs). fold n. intros E.
            apply negb_true_iff in Hc. rewrite <- same_colour_spec in E. congruence.
          * intros m g' Hmk.
            destruct (moves_are_steps _ _ _ _ _ _ promises _ _ _ _ _ Hs Hmk)
              as (ch & Hch & Happ & Hleg & Hf).
            eapply no_way_out_is; eauto.
        + fold n in Hq. rewrite Hq in Hstuck. apply has_ended; [auto|]. exists v. split; [auto|].
          apply (goal_same _ _ _ Hgood). now apply wins_spec.
      - apply andb_prop in H as [He H]. apply negb_true_iff in He.
        destruct (assumed (fst cited)) as [other|] eqn:E; [|discriminate].
        destruct (image_of (snd cited) other) as [other'|] eqn:E'; [|discriminate].
        assert (Hother : is_valid other)
          by now apply (following_is_valid R says offset stands pays gs endures step_endures),
            (true_follows R says offset stands pays gs endures forces_endures),
            (assumed_is_true _ _ E).
        pose proof (image_is_valid _ _ _ Hother E') as Ht.
        apply (true_follows R says offset stands pays gs endures forces_endures),
          (ordinary_is_true R says offset stands pays gs endures); [exact He|]. intros o g Hs Hm.
        refine (serves_after_is R r says offset stands pays promises gs grouped endures endures_more
          forces_endures l o g Hs Hm (no_step l) g n Hs _ _ [] _ other' Ht H).
        + intros f. unfold after_step. cbn. split; [tauto|]. intros [[]|[[H0 _]|(f' & [] & _)]].
          exact H0.
        + intros f [].
        + intros f [].
    Qed.
  End Citing.
End Valid.
