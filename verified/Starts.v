(** * The start: the first node stands for a game that begins *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia Lqa.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Known Play Checker Common Beside Prisoners Text.
From Verified Require Export Stands Promises.

Section Starts.
  Variable b : board.
  Variable R : rules.
  Let T := ko R.
  Variable scopes : nat -> bool -> bool -> N.
  Hypothesis scopes_differ : forall n f s n' f' s', scopes n f s = scopes n' f' s' ->
    n = n' /\ f = f' /\ s = s'.
  Let t := table_of b.
  Variable arriving : list pattern.
  Let rule := text_rule T scopes t (cells_of b) R (counts_passes T) (has_bans T) arriving.
  Hypothesis decided : forall g, proper b g -> over R g \/ ~ over R g.

  (** ** The start *)

  Definition start_moment (n : node) : moment :=
    {| mover := opponent (to_move n); is_a_play := false; was := (black n, white n);
       becomes := (black n, white n);
       words_before := []; passes_before := 0; takes := false; spot := 0;
       kos_there := fun _ => 0%N |}.

  Definition start_facts (n : node) : list Past.fact :=
    flat_map (fun s =>
                if on_start (remember_when s) && negb (some (for_each s))
                then [fact_at T scopes (words n) (start_moment n) (what_fact s)]
                else []) (remembers T).

  Definition first_memory (P : position) : Z * N :=
    if returns T R then prisoners_at_start P
    else match tally T with
         | None => if territory R then ((- lead P)%Z, 0%N) else (0%Z, 0%N)
         | Some _ => (0%Z, 0%N)
         end.

  Definition start_node (P : position) (c : colour) : node :=
    {| black := mask Black P; white := mask White P; to_move := c; passes := 0; ban := 0;
       words := map (fun _ => None) (keys T);
       tallied := first_memory P |}.

  Lemma start_fact_is : forall P c p,
    fact_at T scopes (words (start_node P c)) (start_moment (start_node P c)) p =
      code scopes (instance (fun _ _ => None) {| at_board := {| size := length P; pairs := [] |};
                                                 who := opponent c; what := Pass; before := P;
                                                 after := P |} p).
  Proof.
    intros P c p. assert (Hw : shows_words T [] (words (start_node P c))).
    { unfold shows_words, start_node. cbn. apply map_ext. auto. }
    assert (Ht : forall x,
      term_at T (words (start_node P c)) (start_moment (start_node P c)) x =
        masks_of (meant (fun _ _ => None) {| at_board := {| size := length P; pairs := [] |};
          who := opponent c; what := Pass; before := P; after := P |} x)).
    { intros [| | |k w|w|w x|w x]; auto. cbn [term_at meant]. now rewrite (word_is T [] _ k _ Hw). }
    unfold fact_at, code, instance. cbn [name player position_1 position_2]. rewrite !Ht. f_equal.
  Qed.

  Lemma text_start_history : forall P c f,
    text_says R scopes (begin b P c) f <-> In f (start_facts (start_node P c)).
  Proof.
    intros P c f. unfold text_says, start_facts. cbn [record begin start first is_remembered].
    unfold true_at_start. rewrite in_flat_map. split.
    - intros (x & (s & Hs & Ho & Ee & ->) & ->). exists s. split; [auto|]. rewrite Ho, Ee. left.
      apply start_fact_is.
    - intros (s & Hs & Hf). destruct (on_start (remember_when s)) eqn:Eo; [|contradiction].
      destruct (for_each s) eqn:Ee; [contradiction|]. destruct Hf as [<-|[]]. eexists.
      split; [exists s; split; [exact Hs|split; [exact Eo|split; [exact Ee|reflexivity]]]|
        apply start_fact_is].
  Qed.

  Definition nothing_off : offset := (0%Z, 0%Z).

  Lemma text_start_stands : forall P c, length P = size b ->
    stands b R scopes nothing_off (begin b P c) (start_node P c).
  Proof.
    intros P c Hl. assert (Hs : shows b (begin b P c) (start_node P c)).
    { split; [|auto]. split; [auto|split; [auto|intros e []]]. }
    constructor; [exact Hs|exact I| | | |reflexivity| | | | |intros _ []|].
    - unfold shows_words, start_node. cbn. apply map_ext. auto.
    - intros k c' Q E. discriminate.
    - intros x (s & _ & _ & _ & ->).
      split; intros Q E; cbn [position_1 position_2 instance meant] in E;
        [destruct (p_1 (what_fact s))|destruct (p_2 (what_fact s))]; cbn in E; congruence.
    - intros _ p S _. split; [intros [_ []]|]. change (ban (start_node P c)) with 0%N.
      intros [H|[H _]]; exfalso; lia.
    - intros c' Hc Hr. exists 0%Z, 0. cbn [tallied start_node]. unfold first_memory, T.
      rewrite Hr, Hc. split; [constructor|auto].
    - intros Hc _ Hr. cbn [tallied start_node]. unfold first_memory, T, besides, dues.
      rewrite Hr, Hc. cbn. split; [destruct (ikeda R), (territory R); cbn; lia|].
      destruct (territory R); tauto.
    - intros Hr. cbn [tallied start_node]. unfold first_memory, T. rewrite Hr.
      apply prisoners_begin.
    - intros p Hi. unfold is_implied in Hi. rewrite !andb_true_iff in Hi.
      destruct Hi as ((((H1 & H2) & Hi) & _) & _). apply existsb_exists in Hi as (s & Hsin & Hi).
      rewrite !andb_true_iff in Hi. destruct Hi as ((Ho & He) & Hp).
      apply same_pattern_spec in Hp as <-. cbn [p_1 p_2 from_after] in H1, H2.
      apply text_start_history. unfold start_facts. apply in_flat_map. exists s. split; [auto|].
      rewrite Ho. destruct (provided _), (for_each s); try discriminate. left.
      unfold fact_at, from_after.
      destruct (p_1 (what_fact s)), (p_2 (what_fact s)); try discriminate; reflexivity.
  Qed.
End Starts.
