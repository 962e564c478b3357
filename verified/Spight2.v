(** * Spight's second rule: who may not go back depends on who has moved from a position

    A player may not make a position from which the opponent has played since the last pass, or on which he has
    passed. Two passes in a row end the game. *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Bits Flood Play Area Checker Sound Common Superko Spight.

(** ** The program *)

Section Program.
  Variable t : table.
  Variable cells : list choice.
  Variable R : rules.

  Definition from_here (c : colour) (n : node) : fact := board_fact 0 (number_of c) (black n) (white n).
  Definition passed_by (c : colour) (n : node) : fact := board_fact 1 (number_of c) (black n) (white n).

  Definition spight2_play (n : node) (p : point) (here : N) : step :=
    let r := play t (mine n) (theirs n) here in
    let n' := node_after n r 0 in
    let other := opponent (to_move n) in
    {| made := Play p;
       legal := if suicide_never (suicide R) n r here then Never else Unless [from_here other n'; passed_by other n'];
       present := []; absent := []; clears := []; inserts := [from_here (to_move n) n]; leads := GoesOn n' |}.

  Definition spight2_pass (n : node) : step :=
    match passes n with
    | O => {| made := Pass; legal := Always; present := []; absent := []; clears := [0%N];
              inserts := [passed_by (to_move n) n]; leads := GoesOn (node_passed n 1) |}
    | _ => {| made := Pass; legal := Always; present := []; absent := []; clears := []; inserts := [];
              leads := Ends (area_score t (komi R) n) |}
    end.

  Definition spight2_with : rule := {|
    choices := fun n => play_choices cells n ++ [Passing 0];
    step_of := fun n c => match c with Stone_on p here => spight2_play n p here | Passing _ => spight2_pass n end;
    implied := fun _ => [];
    stuck := fun _ => None;
    stands_for := fun _ => same_node |}.
End Program.

Definition spight2_rule (b : board) (R : rules) : rule := spight2_with (table_of b) (cells_of b) R.

(** ** What its facts say of the record *)

Definition spight2_says (g : game) (f : fact) : Prop :=
  (exists P c, played_from (record g) c P /\ f = fact_about 0 (number_of c) P) \/
  (exists P c, passed (record g) c P /\ f = fact_about 1 (number_of c) P).

Definition spight2_stands (b : board) (_ : colour) (g : game) (n : node) : Prop :=
  shows b g n /\ passes_in_a_row (record g) = passes n /\ passes n < 2.

Lemma played_from_event : forall r c P, played_from r c P -> exists e, In e r /\ before e = P.
Proof.
  induction r as [|e r IH]; intros c P; cbn; [contradiction|].
  intros [_ [[_ <-]|H]]; [exists e; auto|]. destruct (IH _ _ H) as (e' & H1 & H2). exists e'. auto.
Qed.

Section Promises.
  Variable b : board.
  Variable R : rules.
  Hypothesis is_spight2 : ko R = Spight2.

  Lemma over_spight2 : forall g, over R g <-> 2 <= passes_in_a_row (record g).
  Proof. intros g. unfold over. rewrite is_spight2. reflexivity. Qed.

  Lemma played_from_length : forall g c P, proper b g -> played_from (record g) c P -> length P = size b.
  Proof. intros g c P (_ & _ & He) H. apply played_from_event in H as (e & H & <-). now apply He. Qed.

  Lemma says_from : forall g c T, proper b g -> length T = size b ->
    (spight2_says g (fact_about 0 (number_of c) T) <-> played_from (record g) c T).
  Proof.
    intros g c T Hp Hl. unfold spight2_says. split; [|eauto].
    intros [(T' & c' & H & E)|(T' & c' & H & E)].
    - destruct (fact_about_injective b _ _ _ _ _ _ Hl (played_from_length g _ _ Hp H) E) as (-> & E' & _).
      now apply number_of_injective in E' as ->.
    - destruct (fact_about_injective b _ _ _ _ _ _ Hl (passed_length b g Hp _ _ H) E) as (_ & _ & E'). discriminate.
  Qed.

  Lemma says_passed2 : forall g c T, proper b g -> length T = size b ->
    (spight2_says g (fact_about 1 (number_of c) T) <-> passed (record g) c T).
  Proof.
    intros g c T Hp Hl. unfold spight2_says. split; [|eauto].
    intros [(T' & c' & H & E)|(T' & c' & H & E)].
    - destruct (fact_about_injective b _ _ _ _ _ _ Hl (played_from_length g _ _ Hp H) E) as (_ & _ & E'). discriminate.
    - destruct (fact_about_injective b _ _ _ _ _ _ Hl (passed_length b g Hp _ _ H) E) as (-> & E' & _).
      now apply number_of_injective in E' as ->.
  Qed.

  Lemma from_here_is : forall g n c, shows b g n -> from_here c n = fact_about 0 (number_of c) (now g).
  Proof. intros g n c (_ & Hb & Hw & _). unfold from_here, fact_about. now rewrite Hb, Hw. Qed.

  Lemma passed_by_is : forall g n c, shows b g n -> passed_by c n = fact_about 1 (number_of c) (now g).
  Proof. intros g n c (_ & Hb & Hw & _). unfold passed_by, fact_about. now rewrite Hb, Hw. Qed.

  Lemma spight2_after_play : forall g p T f,
    spight2_says (with_move g (Play p) T) f <-> f = fact_about 0 (number_of (turn g)) (now g) \/ spight2_says g f.
  Proof.
    intros. unfold spight2_says. split.
    - intros [(P & c & H & ->)|(P & c & H & ->)].
      + cbn in H. destruct H as [_ [[<- <-]|H]]; [auto|]. right. left. eauto.
      + rewrite passed_after_play in H. right. right. eauto.
    - intros [->|[(P & c & H & ->)|(P & c & H & ->)]].
      + left. exists (now g), (turn g). cbn. split; [|auto]. split; [eexists; reflexivity|auto].
      + left. exists P, c. cbn. split; [|auto]. split; [eexists; reflexivity|auto].
      + right. exists P, c. split; [now rewrite passed_after_play|auto].
  Qed.

  Lemma spight2_after_pass : forall g f,
    spight2_says (with_move g Pass (now g)) f <->
    f = fact_about 1 (number_of (turn g)) (now g) \/ spight2_says g f /\ scope f <> 0%N.
  Proof.
    intros. unfold spight2_says. split.
    - intros [(P & c & H & ->)|(P & c & H & ->)].
      + cbn in H. destruct H as [[p H] _]. discriminate.
      + apply passed_after_pass in H as [[-> ->]|H]; [auto|]. right. split; [right; eauto|discriminate].
    - intros [->|[[(P & c & H & ->)|(P & c & H & ->)] Hn]].
      + right. exists (now g), (turn g). split; [apply passed_after_pass; auto|auto].
      + now destruct Hn.
      + right. exists P, c. split; [apply passed_after_pass; auto|auto].
  Qed.

  Lemma play2_follows : forall c g n p T, shows b g n -> plays b (turn g) p (now g) T ->
    follows R spight2_says (spight2_stands b) c (spight2_play (table_of b) R n p (single p)) g (with_move g (Play p) T).
  Proof.
    intros c g n p T Hs HT. destruct (plays_length _ _ _ _ _ HT) as (_ & Hp & He).
    pose proof (shows_after_play b g n Hs p Hp He T HT 0) as Hs'. split.
    - split; [exact Hs'|]. cbn [record with_move passes_in_a_row what]. unfold node_after. destruct (to_move n); cbn; lia.
    - intros f. cbn [inserts clears spight2_play]. rewrite spight2_after_play, (from_here_is _ _ _ Hs).
      replace (to_move n) with (turn g) by apply Hs. cbn. intuition.
  Qed.

  Lemma play2_legal : forall g n p T, shows b g n -> plays b (turn g) p (now g) T ->
    (is_legal spight2_says g (spight2_play (table_of b) R n p (single p)) <->
     suicide_allows R (now g) p T /\ ~ ko_forbids (ko R) g T).
  Proof.
    intros g n p T Hs HT. destruct (plays_length _ _ _ _ _ HT) as (_ & Hp & He).
    pose proof (shows_after_play b g n Hs p Hp He T HT 0) as Hs'. pose proof (plays_length_after _ _ _ _ _ HT) as Hl.
    rewrite <- (suicide_never_is b g n Hs p Hp He T HT), is_spight2. unfold is_legal, spight2_play. cbn [legal ko_forbids].
    destruct (suicide_never _ _ _ _); [intuition discriminate|].
    rewrite (from_here_is _ _ _ Hs'), (passed_by_is _ _ _ Hs'). change (now (with_move g (Play p) T)) with T.
    replace (to_move n) with (turn g) by apply Hs.
    rewrite <- (says_from g _ T (proj1 Hs) Hl), <- (says_passed2 g _ T (proj1 Hs) Hl). split.
    - intros H. split; [auto|]. intros [H'|H']; revert H'; apply H; cbn; auto.
    - intros [_ H] f [<-|[<-|[]]]; tauto.
  Qed.

  Lemma pass2_follows : forall c g n, spight2_stands b c g n ->
    follows R spight2_says (spight2_stands b) c (spight2_pass (table_of b) R n) g (with_move g Pass (now g)).
  Proof.
    intros c g n (Hs & Hpass & Hless). unfold follows, spight2_pass. destruct (passes n) as [|k] eqn:Ep; cbn [leads].
    - split.
      + split; [now apply shows_after_pass|]. cbn [record with_move passes_in_a_row what]. rewrite Hpass. cbn. lia.
      + intros f. cbn [inserts clears]. rewrite spight2_after_pass, (passed_by_is _ _ _ Hs).
        replace (to_move n) with (turn g) by apply Hs. cbn. intuition.
    - split; [apply over_spight2; cbn; lia|]. eexists. split; [apply scores_unmoved; [congruence|]|apply as_good_refl; reflexivity].
      now apply (area_score_is b g n Hs).
  Qed.

  Theorem spight2_keeps_promises : keeps_promises R (spight2_rule b R) spight2_says (spight2_stands b).
  Proof.
    constructor.
    - intros c g n (Hs & _). apply Hs.
    - intros c g n ch Hst Hch Happ Hleg. pose proof Hst as (Hs & Hpass & Hless).
      assert (Ho : ~ over R g) by (rewrite over_spight2; lia).
      cbn [choices spight2_rule spight2_with] in Hch. apply in_app_or in Hch as [Hch|[<-|[]]].
      + apply (play_choices_are b g n Hs) in Hch as (p & -> & Hp & He). cbn [step_of spight2_rule spight2_with] in *.
        destruct (a_play_exists b g n Hs p Hp He) as [T HT]. exists (with_move g (Play p) T).
        apply (play2_legal g n p T Hs HT) in Hleg as [Hsui Hko]. split; [|now apply play2_follows].
        apply by_a_play; auto. split; [destruct Hs as [[-> _] _]; exact HT|auto].
      + cbn [step_of spight2_rule spight2_with] in *. exists (with_move g Pass (now g)). split; [|now apply pass2_follows].
        replace (made _) with Pass by (unfold spight2_pass; now destruct (passes n)). apply by_a_pass; [auto|congruence].
    - intros c g n m g' Hst Hm. pose proof Hst as (Hs & Hpass & Hless). destruct Hm as [_ _|p T _ (HT & Hsui & Hko)].
      + exists (Passing 0). cbn [choices spight2_rule spight2_with step_of].
        split; [apply in_or_app; right; now left|]. unfold applies, is_legal.
        split; [split; unfold spight2_pass; destruct (passes n); cbn; contradiction|].
        split; [unfold spight2_pass; now destruct (passes n)|now apply pass2_follows].
      + rewrite (proj1 (proj1 Hs)) in HT. destruct (plays_length _ _ _ _ _ HT) as (_ & Hp & He).
        exists (Stone_on p (single p)). cbn [choices spight2_rule spight2_with step_of].
        split; [apply in_or_app; left; apply (play_choices_are b g n Hs); eauto|].
        split; [split; intros f []|]. split; [|now apply play2_follows].
        apply (play2_legal g n p T Hs HT). auto.
    - intros c g n (_ & Hpass & Hless). left. rewrite over_spight2. lia.
    - intros c g n f _ [].
    - intros c g n n' H Hst. cbn in H. now apply same_node_spec in H as <-.
  Qed.
End Promises.
