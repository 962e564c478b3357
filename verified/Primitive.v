(** * The primitive rules: positional superko without passes; who cannot play loses *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Bits Flood Play Area Checker Sound Common Superko Spight.

(** ** The program *)

Section Program.
  Variable t : table.
  Variable cells : list choice.
  Variable R : rules.

  (** A play is that of positional superko, which [spight_play] makes as well. There is no other choice. *)

  Definition primitive_with : rule := {|
    choices := fun n => play_choices cells n;
    step_of := fun n c => match c with Stone_on p here => spight_play t R n p here | Passing _ => spight_play t R n 0 0 end;
    implied := fun n => [recent n];
    stuck := fun n => Some (match to_move n with Black => -1 | White => 1 end)%Q;
    stands_for := fun _ => same_node |}.
End Program.

Definition primitive_rule (b : board) (R : rules) : rule := primitive_with (table_of b) (cells_of b) R.

(** ** The rule keeps its promises *)

Definition primitive_stands (b : board) (_ : colour) (g : game) (n : node) : Prop := shows b g n.

Section Promises.
  Variable b : board.
  Variable R : rules.
  Hypothesis is_primitive : ko R = Primitive.

  Lemma play_fact_recent : forall n n', play_fact PSK n n' = recent n'.
  Proof. reflexivity. Qed.

  Lemma primitive_follows : forall c g n p T, shows b g n -> plays b (turn g) p (now g) T ->
    follows R (says PSK) (primitive_stands b) c (spight_play (table_of b) R n p (single p)) g (with_move g (Play p) T).
  Proof.
    intros c g n p T Hs HT. destruct (plays_length _ _ _ _ _ HT) as (_ & Hp & He). split.
    - now apply shows_after_play.
    - intros f. cbn [inserts clears spight_play]. rewrite (says_after_play b PSK I g n p T 0 f Hs HT), play_fact_recent.
      cbn. intuition.
  Qed.

  Lemma primitive_legal : forall g n p T, shows b g n -> plays b (turn g) p (now g) T ->
    (is_legal (says PSK) g (spight_play (table_of b) R n p (single p)) <->
     suicide_allows R (now g) p T /\ ~ ko_forbids (ko R) g T).
  Proof.
    intros g n p T Hs HT. destruct (plays_length _ _ _ _ _ HT) as (_ & Hp & He).
    rewrite <- (suicide_never_is b g n Hs p Hp He T HT), is_primitive. unfold is_legal, spight_play. cbn [legal].
    destruct (suicide_never _ _ _ _); [intuition discriminate|].
    pose proof (prohibited_is b PSK I g n p T 0 Hs HT) as H. rewrite play_fact_recent in H. cbn [ko_forbids] in *.
    rewrite <- H. split.
    - intros H'. split; [auto|]. apply H'. now left.
    - intros [_ H'] f [<-|[]]. exact H'.
  Qed.

  Theorem primitive_keeps_promises :
    (forall g, proper b g -> over R g \/ ~ over R g) -> keeps_promises R (primitive_rule b R) (says PSK) (primitive_stands b).
  Proof.
    intros Hdec. constructor.
    - intros c g n Hs. apply Hs.
    - intros c g n ch Hs Hch Happ Hleg. apply (play_choices_are b g n Hs) in Hch as (p & -> & Hp & He).
      cbn [step_of primitive_rule primitive_with] in *. destruct (a_play_exists b g n Hs p Hp He) as [T HT].
      exists (with_move g (Play p) T). apply (primitive_legal g n p T Hs HT) in Hleg as [Hsui Hko].
      split; [|now apply primitive_follows].
      assert (Hmay : may_play R g p T) by (split; [destruct Hs as [[-> _] _]; exact HT|auto]).
      apply by_a_play; [|auto]. unfold over. rewrite is_primitive. intros Ho. now apply (Ho p T).
    - intros c g n m g' Hs Hm. destruct Hm as [_ Hnp|p T _ (HT & Hsui & Hko)]; [contradiction|].
      rewrite (proj1 (proj1 Hs)) in HT. destruct (plays_length _ _ _ _ _ HT) as (_ & Hp & He).
      exists (Stone_on p (single p)). cbn [step_of primitive_rule primitive_with].
      split; [apply (play_choices_are b g n Hs); eauto|]. split; [split; intros f []|].
      split; [|now apply primitive_follows]. now apply (primitive_legal g n p T Hs HT).
    - intros c g n Hs. destruct (Hdec g (proj1 Hs)) as [Ho|Ho]; [right|now left]. split; [exact Ho|].
      exists (match to_move n with Black => -1 | White => 1 end)%Q, (match to_move n with Black => -1 | White => 1 end)%Q.
      split; [reflexivity|]. split; [|now apply as_good_refl]. unfold scores. rewrite is_primitive.
      now replace (turn g) with (to_move n) by (symmetry; apply Hs).
    - intros c g n f Hs [<-|[]]. exists (now g). split; [apply now_occurred|now apply (recent_is b)].
    - intros c g n n' H Hst. cbn in H. now apply same_node_spec in H as <-.
  Qed.
End Promises.
