(** * Spight's rule: a pass lifts all bans, and passing twice on one position ends the game *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Bits Flood Play Area Checker Sound Common Superko.

(** ** The program *)

Section Program.
  Variable t : table.
  Variable cells : list choice.
  Variable R : rules.

  Definition recent (n : node) : fact := board_fact 0 0 (black n) (white n).
  Definition passed_here (n : node) : fact := board_fact 1 (number_of (to_move n)) (black n) (white n).

  Definition spight_play (n : node) (p : point) (here : N) : step :=
    let r := play t (mine n) (theirs n) here in
    let n' := node_after n r 0 in
    {| made := Play p; legal := if suicide_never (suicide R) n r here then Never else Unless [recent n'];
       present := []; absent := []; clears := []; inserts := [recent n']; leads := GoesOn n' |}.

  Definition spight_end (n : node) : step :=
    {| made := Pass; legal := Always; present := [passed_here n]; absent := []; clears := []; inserts := [];
       leads := Ends (area_score t (komi R) n) |}.

  Definition spight_pass (n : node) : step :=
    {| made := Pass; legal := Always; present := []; absent := [passed_here n]; clears := [0%N];
       inserts := [recent n; passed_here n]; leads := GoesOn (node_passed n 0) |}.

  Definition spight_with : rule := {|
    choices := fun n => play_choices cells n ++ [Passing 0; Passing 1];
    step_of := fun n c => match c with
      | Stone_on p here => spight_play n p here
      | Passing 0 => spight_end n
      | Passing _ => spight_pass n
      end;
    implied := fun n => [recent n];
    stuck := fun _ => None;
    stands_for := fun _ => same_node |}.
End Program.

Definition spight_rule (b : board) (R : rules) : rule := spight_with (table_of b) (cells_of b) R.

(** ** What its facts say of the record *)

Definition still_banned (g : game) (T : position) : Prop := In T (since_last_pass (start g) (record g)).

Definition spight_says (g : game) (f : fact) : Prop :=
  (exists T, still_banned g T /\ f = fact_about 0 0 T) \/
  (exists T c, passed (record g) c T /\ f = fact_about 1 (number_of c) T).

Definition spight_stands (b : board) (R : rules) (_ : colour) (g : game) (n : node) : Prop :=
  shows b g n /\ ~ over R g.

Section Record.
  Variable b : board.
  Variable g : game.
  Hypothesis is_proper : proper b g.

  Lemma since_occurred : forall P0 r T, In T (since_last_pass P0 r) -> T = P0 \/ exists e, In e r /\ after e = T.
  Proof.
    induction r as [|e r IH]; intros T; cbn.
    - intros [<-|[]]. auto.
    - intros [<-|H]; [right; exists e; auto|]. destruct (what e); [|contradiction].
      destruct (IH T H) as [->|(e' & H' & <-)]; [auto|]. right. exists e'. auto.
  Qed.

  Lemma banned_length : forall T, still_banned g T -> length T = size b.
  Proof. intros T H. apply since_occurred in H. now apply (occurred_length b g is_proper). Qed.

  Lemma passed_length : forall c T, passed (record g) c T -> length T = size b.
  Proof. destruct is_proper as (_ & _ & He). intros c T [e (Hin & _ & _ & <-)]. now apply He. Qed.

  Lemma now_banned : still_banned g (now g).
  Proof. unfold still_banned, now. destruct (record g) as [|e r]; cbn; auto. Qed.

  Lemma banned_after_play : forall p T T', still_banned (with_move g (Play p) T) T' <-> T' = T \/ still_banned g T'.
  Proof. intros. unfold still_banned. cbn. intuition. Qed.

  Lemma banned_after_pass : forall T T', still_banned (with_move g Pass T) T' <-> T' = T.
  Proof. intros. unfold still_banned. cbn. intuition. Qed.

  Lemma passed_after_play : forall p T c T', passed (record (with_move g (Play p) T)) c T' <-> passed (record g) c T'.
  Proof.
    intros. unfold passed. cbn. split.
    - intros [e ([<-|Hin] & Hp & <- & <-)]; [discriminate|eauto 7].
    - intros [e (Hin & Hp & <- & <-)]. eauto 7.
  Qed.

  Lemma passed_after_pass : forall T c T',
    passed (record (with_move g Pass T)) c T' <-> c = turn g /\ T' = T \/ passed (record g) c T'.
  Proof.
    intros. unfold passed. cbn. split.
    - intros [e ([<-|Hin] & Hp & <- & <-)]; eauto 7.
    - intros [[-> ->]|[e (Hin & Hp & <- & <-)]]; eauto 7.
  Qed.
End Record.

Lemma same_position_decidable : forall P Q : position, P = Q \/ P <> Q.
Proof.
  assert (Hc : forall x y : content, {x = y} + {x <> y}) by (intros; repeat decide equality).
  intros P Q. destruct (list_eq_dec Hc P Q); auto.
Qed.

Lemma passed_decidable : forall r c P, passed r c P \/ ~ passed r c P.
Proof.
  intros r c P. unfold passed. induction r as [|e r IH].
  - right. intros (e & [] & _).
  - destruct IH as [(e' & H & H')|IH]; [left; exists e'; split; [now right|auto]|].
    assert (Hrest : ~ (what e = Pass /\ who e = c /\ after e = P) ->
                    ~ exists e', In e' (e :: r) /\ what e' = Pass /\ who e' = c /\ after e' = P).
    { intros Hn (e' & [<-|H] & H'); [auto|]. apply IH. eauto. }
    destruct (what e) eqn:Ew; [right; apply Hrest; intros [H _]; discriminate|].
    destruct (same_colour (who e) c) eqn:Ec; [apply same_colour_spec in Ec|].
    + destruct (same_position_decidable (after e) P) as [Hp|Hp]; [|right; apply Hrest; tauto].
      left. exists e. split; [now left|auto].
    + right. apply Hrest. intros (_ & H & _). apply same_colour_spec in H. congruence.
Qed.

(** ** The rule keeps its promises *)

Section Promises.
  Variable b : board.
  Variable R : rules.
  Hypothesis is_spight : ko R = Spight.
  Let t := table_of b.

  Lemma over_after_play : forall g p T, ~ over R (with_move g (Play p) T).
  Proof. intros g p T. unfold over. rewrite is_spight. cbn. intros [H _]. discriminate. Qed.

  Lemma over_after_pass : forall g, over R (with_move g Pass (now g)) <-> passed (record g) (turn g) (now g).
  Proof. intros g. unfold over. rewrite is_spight. cbn. tauto. Qed.

  Lemma recent_is : forall g n, shows b g n -> recent n = fact_about 0 0 (now g).
  Proof. intros g n (_ & Hb & Hw & _). unfold recent, fact_about. now rewrite Hb, Hw. Qed.

  Lemma passed_here_is : forall g n, shows b g n -> passed_here n = fact_about 1 (number_of (turn g)) (now g).
  Proof. intros g n (_ & Hb & Hw & Ht). unfold passed_here, fact_about. now rewrite Hb, Hw, Ht. Qed.

  Lemma says_recent : forall g T, proper b g -> length T = size b -> (spight_says g (fact_about 0 0 T) <-> still_banned g T).
  Proof.
    intros g T Hp Hl. unfold spight_says. split; [|eauto].
    intros [(T' & H & E)|(T' & c & H & E)].
    - destruct (fact_about_injective b _ _ _ _ _ _ Hl (banned_length b g Hp _ H) E) as (-> & _). auto.
    - destruct (fact_about_injective b _ _ _ _ _ _ Hl (passed_length b g Hp _ _ H) E) as (_ & _ & E'). discriminate.
  Qed.

  Lemma says_passed : forall g c T, proper b g -> length T = size b ->
    (spight_says g (fact_about 1 (number_of c) T) <-> passed (record g) c T).
  Proof.
    intros g c T Hp Hl. unfold spight_says. split; [|eauto].
    intros [(T' & H & E)|(T' & c' & H & E)].
    - destruct (fact_about_injective b _ _ _ _ _ _ Hl (banned_length b g Hp _ H) E) as (_ & _ & E'). discriminate.
    - destruct (fact_about_injective b _ _ _ _ _ _ Hl (passed_length b g Hp _ _ H) E) as (-> & E' & _).
      now apply number_of_injective in E' as ->.
  Qed.

  Lemma spight_after_play : forall g p T f,
    spight_says (with_move g (Play p) T) f <-> f = fact_about 0 0 T \/ spight_says g f.
  Proof.
    intros. unfold spight_says. split.
    - intros [(T' & H & ->)|(T' & c & H & ->)].
      + apply banned_after_play in H as [->|H]; eauto.
      + rewrite passed_after_play in H. right. right. eauto.
    - intros [->|[(T' & H & ->)|(T' & c & H & ->)]].
      + left. exists T. split; [apply banned_after_play; auto|auto].
      + left. exists T'. split; [apply banned_after_play; auto|auto].
      + right. exists T', c. split; [now rewrite passed_after_play|auto].
  Qed.

  Lemma spight_after_pass : forall g f,
    spight_says (with_move g Pass (now g)) f <->
    f = fact_about 0 0 (now g) \/ f = fact_about 1 (number_of (turn g)) (now g) \/ spight_says g f /\ scope f <> 0%N.
  Proof.
    intros. unfold spight_says. split.
    - intros [(T' & H & ->)|(T' & c & H & ->)].
      + rewrite banned_after_pass in H. subst. auto.
      + apply passed_after_pass in H as [[-> ->]|H]; [auto|]. right. right. split; [right; eauto|discriminate].
    - intros [->|[->|[[(T' & H & ->)|(T' & c & H & ->)] Hn]]].
      + left. exists (now g). split; [now apply banned_after_pass|auto].
      + right. exists (now g), (turn g). split; [apply passed_after_pass; auto|auto].
      + now destruct Hn.
      + right. exists T', c. split; [apply passed_after_pass; auto|auto].
  Qed.

  Lemma play_follows : forall c g n p T, shows b g n -> plays b (turn g) p (now g) T ->
    follows R spight_says (spight_stands b R) c (spight_play (table_of b) R n p (single p)) g (with_move g (Play p) T).
  Proof.
    intros c g n p T Hs HT. destruct (plays_length _ _ _ _ _ HT) as (_ & Hp & He).
    pose proof (shows_after_play b g n Hs p Hp He T HT 0) as Hs'. split.
    - split; [exact Hs'|apply over_after_play].
    - intros f. cbn [inserts clears spight_play]. rewrite spight_after_play, (recent_is _ _ Hs').
      change (now (with_move g (Play p) T)) with T. cbn. intuition.
  Qed.

  Lemma play_legal : forall g n p T, shows b g n -> plays b (turn g) p (now g) T ->
    (is_legal spight_says g (spight_play (table_of b) R n p (single p)) <-> suicide_allows R (now g) p T /\ ~ still_banned g T).
  Proof.
    intros g n p T Hs HT. destruct (plays_length _ _ _ _ _ HT) as (_ & Hp & He).
    pose proof (shows_after_play b g n Hs p Hp He T HT 0) as Hs'. pose proof (plays_length_after _ _ _ _ _ HT) as Hl.
    rewrite <- (suicide_never_is b g n Hs p Hp He T HT). unfold is_legal, spight_play. cbn [legal].
    destruct (suicide_never _ _ _ _); [intuition discriminate|].
    rewrite (recent_is _ _ Hs'). change (now (with_move g (Play p) T)) with T.
    rewrite <- (says_recent g T (proj1 Hs) Hl). split.
    - intros H. split; [auto|]. apply H. now left.
    - intros [_ H] f [<-|[]]. exact H.
  Qed.

  Lemma end_follows : forall c g n, shows b g n -> passed (record g) (turn g) (now g) ->
    follows R spight_says (spight_stands b R) c (spight_end (table_of b) R n) g (with_move g Pass (now g)).
  Proof.
    intros c g n Hs H. split; [now apply over_after_pass|]. eexists. split; [apply scores_unmoved; [congruence|]|apply as_good_refl; reflexivity].
    now apply (area_score_is b g n Hs).
  Qed.

  Lemma pass_follows : forall c g n, shows b g n -> ~ passed (record g) (turn g) (now g) ->
    follows R spight_says (spight_stands b R) c (spight_pass n) g (with_move g Pass (now g)).
  Proof.
    intros c g n Hs H. split.
    - split; [now apply shows_after_pass|now rewrite over_after_pass].
    - intros f. cbn [inserts clears spight_pass]. rewrite spight_after_pass, (recent_is _ _ Hs), (passed_here_is _ _ Hs).
      cbn. intuition.
  Qed.

  Theorem spight_keeps_promises : keeps_promises R (spight_rule b R) spight_says (spight_stands b R).
  Proof.
    constructor.
    - intros c g n (Hs & _). apply Hs.
    - intros c g n ch (Hs & Ho) Hch Happ Hleg. pose proof (now_length b g (proj1 Hs)) as Hl.
      cbn [choices spight_rule spight_with] in Hch. apply in_app_or in Hch as [Hch|[<-|[<-|[]]]].
      + apply (play_choices_are b g n Hs) in Hch as (p & -> & Hp & He). cbn [step_of spight_rule spight_with] in *.
        destruct (a_play_exists b g n Hs p Hp He) as [T HT]. exists (with_move g (Play p) T).
        apply (play_legal g n p T Hs HT) in Hleg as [Hsui Hko]. split; [|now apply play_follows].
        apply by_a_play; auto. split; [destruct Hs as [[-> _] _]; exact HT|split; [auto|]]. now rewrite is_spight.
      + cbn [step_of spight_rule spight_with] in *. exists (with_move g Pass (now g)). split; [apply by_a_pass; [exact Ho|congruence]|].
        apply end_follows; [auto|]. apply (says_passed g _ _ (proj1 Hs) Hl). rewrite <- (passed_here_is g n Hs).
        apply Happ. now left.
      + cbn [step_of spight_rule spight_with] in *. exists (with_move g Pass (now g)). split; [apply by_a_pass; [exact Ho|congruence]|].
        apply pass_follows; [auto|]. intros H. apply (says_passed g _ _ (proj1 Hs) Hl) in H.
        rewrite <- (passed_here_is g n Hs) in H. apply (proj2 Happ _ (or_introl eq_refl) H).
    - intros c g n m g' (Hs & Ho) Hm. pose proof (now_length b g (proj1 Hs)) as Hl. destruct Hm as [_ _|p T _ (HT & Hsui & Hko)].
      + pose proof (says_passed g (turn g) _ (proj1 Hs) Hl) as Hsays. rewrite <- (passed_here_is g n Hs) in Hsays.
        destruct (passed_decidable (record g) (turn g) (now g)) as [H|H].
        * exists (Passing 0). cbn [choices spight_rule spight_with step_of].
          split; [apply in_or_app; right; now left|]. split; [|split; [exact I|now apply end_follows]].
          split; [intros f [<-|[]]; now apply Hsays|intros f []].
        * exists (Passing 1). cbn [choices spight_rule spight_with step_of].
          split; [apply in_or_app; right; right; now left|]. split; [|split; [exact I|now apply pass_follows]].
          split; [intros f []|intros f [<-|[]]]. now rewrite Hsays.
      + rewrite (proj1 (proj1 Hs)) in HT. destruct (plays_length _ _ _ _ _ HT) as (_ & Hp & He).
        exists (Stone_on p (single p)). cbn [choices spight_rule spight_with step_of].
        split; [apply in_or_app; left; apply (play_choices_are b g n Hs); eauto|].
        split; [split; intros f []|]. split; [|now apply play_follows].
        apply (play_legal g n p T Hs HT). rewrite is_spight in Hko. auto.
    - intros c g n (_ & Ho). now left.
    - intros c g n f (Hs & _) [<-|[]]. left. exists (now g). split; [apply now_banned|now apply recent_is].
    - intros c g n n' H Hst. cbn in H. now apply same_node_spec in H as <-.
  Qed.
End Promises.
