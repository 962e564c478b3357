(** * Ko rules that are texts: what is remembered after a move, and the reasons to forbid it, are
    what the step on masks says *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Play Checker Sound.
From Verified Require Export Steps Codes Moments.

Section Text.
  Variable b : board.
  Variable T : text.
  Variable scopes : nat -> bool -> bool -> N.
  Variables (m : moment) (r : list event) (e : event).
  Hypothesis it_is : seen b T m r e.

  Let read := instance (kept_for T (e :: r)) e.

  Lemma inserted_is : forall f,
    In f (inserted T scopes m (words_after T m)) <->
      exists s,
        In s (remembers T) /\ counts (remember_when s) e = true /\
        holds T r e (provided (remember_when s)) /\ for_each s = None /\
        f = code scopes (read (what_fact s)).
  Proof.
    intros f. unfold inserted. rewrite in_flat_map. split.
    - intros (s & Hs & H). destruct (for_each s) eqn:Ee; [contradiction|].
      destruct (happens _ _ m) eqn:E; [|contradiction]. destruct H as [<-|[]].
      apply (line_happens b T scopes m r e it_is) in E as [E1 E2]; [|auto]. exists s.
      repeat (split; [assumption|]).
      apply (fact_is b T scopes m r e it_is _ _ _ (words_after_is b T m r e it_is)).
    - intros (s & Hs & H1 & H2 & Ee & ->). exists s. split; [auto|].
      rewrite Ee, (proj2 (line_happens b T scopes m r e it_is s Hs)) by auto. left.
      apply (fact_is b T scopes m r e it_is _ _ _ (words_after_is b T m r e it_is)).
  Qed.

  Hypothesis scopes_differ : forall n f s n' f' s', scopes n f s = scopes n' f' s' ->
    n = n' /\ f = f' /\ s = s'.

  Lemma in_scopes_of : forall n x, In (scope (code scopes x)) (scopes_of scopes n) <-> n = name x.
  Proof.
    intros n x. rewrite code_scope. unfold scopes_of. cbn [In]. split.
    - intros [H|[H|[H|[H|[]]]]]; now apply scopes_differ in H as (-> & _).
    - intros ->. destruct (some (position_1 x)), (some (position_2 x)); auto.
  Qed.

  Lemma makes_forgotten_is : forall x,
    In (scope (code scopes x)) (cleared_scopes T scopes m) <-> makes_forgotten T r e x.
  Proof.
    intros x. unfold cleared_scopes, makes_forgotten, happens. rewrite in_flat_map.
    assert (Hc : forall s, In s (forgets T) -> In (provided (forget_when s)) (conditions T)).
    { intros s Hs. unfold conditions. apply in_or_app. right. apply in_or_app. left.
      now apply in_map with (f := fun s => provided (forget_when s)). }
    split.
    - intros (s & Hs & H). destruct (counts_at _ m && _) eqn:E; [|contradiction].
      apply in_scopes_of in H. apply andb_prop in E as [E1 E2]. exists s.
      rewrite (counts_is b T m r e it_is). repeat split; auto.
      now apply (so_in_text b T scopes m r e it_is); auto.
    - intros (s & Hs & H1 & H2 & H3). exists s. split; [auto|].
      rewrite (counts_is b T m r e it_is) in H1. rewrite H1.
      apply (so_in_text b T scopes m r e it_is) in H2; auto. rewrite H2. now apply in_scopes_of.
  Qed.

  (** What holds after the move. *)

  Variables (P0 : position) (c0 : colour).

  (** All facts are of the board. *)

  Definition facts_fit (r : list event) : Prop :=
    forall x, is_remembered T P0 c0 r x ->
      fits_board b (position_1 x) /\ fits_board b (position_2 x).

  Lemma instance_fits : forall r' p, (forall k c, fits_board b (kept_for T r' k c)) ->
    fits_board b (position_1 (instance (kept_for T r') e p)) /\
      fits_board b (position_2 (instance (kept_for T r') e p)).
  Proof. intros r' p H. split; cbn; now apply (meant_fits b T m r e it_is). Qed.

  Lemma facts_fit_after : facts_fit r -> facts_fit (e :: r).
  Proof.
    intros H x [(s & _ & _ & _ & Hx)|[Hx _]]; [|now apply H]. cbv zeta in Hx.
    destruct (for_each s) as [p|].
    - destruct Hx as (P & Hwas & ->). apply H in Hwas as [HP _]. split; [exact HP|].
      apply instance_fits, (kept_fits_after b T m r e it_is).
    - rewrite Hx. apply instance_fits, (kept_fits_after b T m r e it_is).
  Qed.

  (** Of a position: the code of what is said of it, and what that is pulled from. *)

  Lemma of_first_is : forall p,
    of_first T scopes (words_after T m) m p = fact_with scopes (p_name p) (player (read p))
      (Some (0, 0)%N) (masks_of (position_2 (read p))).
  Proof.
    intros p. unfold of_first, read. cbn [player position_2 instance].
    rewrite (term_is b T m r e it_is _ _ _ (words_after_is b T m r e it_is)). f_equal.
    destruct (p_player p) as [w|]; cbn; [|auto]. now rewrite (player_is b T m r e it_is).
  Qed.

  Lemma code_of_position : forall P p f,
    f = code scopes (of_position P (read p)) <->
      is_like (of_first T scopes (words_after T m) m p) f = true /\ black_of f = mask Black P /\
        white_of f = mask White P.
  Proof.
    intros P p f. rewrite of_first_is. unfold code.
    cbn [name player position_1 position_2 of_position masks_of option_map]. unfold fact_with.
    destruct (masks_of (position_2 (read p))) as [[b2 w2]|]; cbn [some]; rewrite is_like_spec;
      cbn [scope owner index black_of white_of black_to white_to name instance read]; destruct f;
      cbn; split; try (intros E; injection E; intros; subst; repeat split; reflexivity);
      intros ((? & ? & ? & ? & ?) & ? & ?); subst; reflexivity.
  Qed.

  Definition pulled_here (f : Past.fact) : Prop :=
    exists f' to from, In (to, from) (pulled T scopes m (words_after T m)) /\
      is_like to f = true /\ f' = at_position_of f from /\
      exists x, is_remembered T P0 c0 r x /\ f' = code scopes x.

  Lemma pulled_is : facts_fit r -> forall f,
    pulled_here f <->
      exists s p P,
        In s (remembers T) /\ counts (remember_when s) e = true /\
        holds T r e (provided (remember_when s)) /\ for_each s = Some p /\
        is_remembered T P0 c0 r (of_position P (read p)) /\
        f = code scopes (of_position P (read (what_fact s))).
  Proof.
    intros Hfit f. split.
    - intros (f' & to & from & Hin & Hl & Ef' & x & Hx & Ex).
      apply in_flat_map in Hin as (s & Hs & Hin).
      destruct (for_each s) as [p|] eqn:Ee; [|contradiction].
      destruct (happens _ _ m) eqn:E; [|contradiction].
      apply (line_happens b T scopes m r e it_is) in E as [E1 E2]; [|auto].
      destruct Hin as [Hin|[]]. injection Hin as <- <-. destruct (Hfit x Hx) as [F1 F2].
      destruct (at_position_back _ _ _ _ Hl Ef') as [Hl' Ef].
      assert (EP : exists P, position_1 x = Some P).
      { destruct (position_1 x) as [P|] eqn:E; [eauto|exfalso].
        apply is_like_spec in Hl' as [Hsc _]. rewrite Ex, code_scope, E, of_first_is in Hsc.
        destruct (masks_of _) as [[]|] in Hsc; now apply scopes_differ in Hsc. }
      destruct EP as [P EP]. exists s, p, P. repeat (split; [assumption|]).
      assert (Em : black_of f' = mask Black P /\ white_of f' = mask White P).
      { rewrite Ex. unfold code, fact_with. rewrite EP. cbn.
        now destruct (masks_of (position_2 x)) as [[]|]. }
      split; [|apply code_of_position; split; [exact Hl|]; now rewrite Ef' in Em].
      replace (of_position P (read p)) with x; [exact Hx|].
      apply (code_injective b scopes scopes_differ); auto.
      + cbn. rewrite <- EP. exact F1.
      + apply instance_fits, (kept_fits_after b T m r e it_is).
      + rewrite <- Ex. apply code_of_position. auto.
    - intros (s & p & P & Hs & H1 & H2 & Ee & Hwas & Hf).
      apply code_of_position in Hf as (Hl & Hb & Hw).
      exists (at_position_of f (of_first T scopes (words_after T m) m p)),
        (of_first T scopes (words_after T m) m (what_fact s)),
        (of_first T scopes (words_after T m) m p).
      split; [|split; [exact Hl|split; [reflexivity|]]].
      + apply in_flat_map. exists s. split; [auto|].
        rewrite Ee, (proj2 (line_happens b T scopes m r e it_is s Hs)) by auto. now left.
      + eexists. split; [exact Hwas|]. apply code_of_position.
        split; [now apply is_like_spec|auto].
  Qed.

  Lemma remembered_after : facts_fit r -> forall f,
    (exists x, is_remembered T P0 c0 (e :: r) x /\ f = code scopes x) <->
      In f (inserted T scopes m (words_after T m)) \/
        (exists x, is_remembered T P0 c0 r x /\ f = code scopes x) /\
          ~ In (scope f) (cleared_scopes T scopes m) \/ pulled_here f.
  Proof.
    intros Hfit f. rewrite inserted_is, (pulled_is Hfit). cbn [is_remembered]. split.
    - intros (x & [(s & Hs & H1 & H2 & H)|[H Hn]] & ->).
      + cbv zeta in H. destruct (for_each s) as [p|] eqn:Ee; [|left; exists s; subst x; auto 8].
        destruct H as (P & H & ->). right. right. exists s, p, P. auto 10.
      + right. left. rewrite makes_forgotten_is. eauto.
    - intros [(s & Hs & H1 & H2 & Ee & ->)|
        [[(x & H & ->) Hn]|(s & p & P & Hs & H1 & H2 & Ee & H & ->)]].
      + eexists.
        split; [left; exists s; repeat (split; [eassumption|]); rewrite Ee|]; reflexivity.
      + rewrite makes_forgotten_is in Hn. eauto.
      + eexists.
        split; [left; exists s; repeat (split; [eassumption|]); rewrite Ee; exists P; split;
          [exact H|reflexivity]| reflexivity].
  Qed.

  (** Reasons. *)

  Lemma given_is : forall l, (forall x, In x l -> In (so x) (conditions T)) -> facts_fit r ->
    ((exists x, In x l /\ is_given T P0 c0 r e x) <->
     sure T m l = true \/
       exists f,
         In f (reasons T scopes m l) /\ exists x, is_remembered T P0 c0 r x /\ f = code scopes x).
  Proof.
    intros l Hl Hfit. unfold is_given, sure, reasons. rewrite existsb_exists. split.
    - intros (x & Hx & H1 & H2). apply (so_in_text b T scopes m r e it_is) in H1; [|auto].
      destruct (remembered x) as [p|] eqn:E.
      + right. eexists. split.
        * apply in_flat_map. exists x. split; [auto|]. rewrite E, H1. now left.
        * eexists. split; [exact H2|]. apply (fact_is b T scopes m r e it_is).
          apply (seen_words b T _ _ _ it_is).
      + left. exists x. now rewrite E.
    - intros [(x & Hx & H)|(f & Hf & y & Hy & E)].
      + exists x. split; [auto|]. destruct (remembered x); [discriminate|].
        split; [now apply (so_in_text b T scopes m r e it_is); auto|auto].
      + apply in_flat_map in Hf as (x & Hx & Hf). exists x. split; [auto|].
        destruct (remembered x) as [p|]; [|contradiction].
        destruct (is_so T m (so x)) eqn:Es; [|contradiction].
        apply (so_in_text b T scopes m r e it_is) in Es; [|auto]. split; [auto|].
        destruct Hf as [Hf|[]].
        rewrite (fact_is b T scopes m r e it_is r _ p (seen_words b T _ _ _ it_is)) in Hf.
        rewrite E in Hf. destruct (Hfit y Hy) as [F1 F2].
        destruct (instance_fits r p (kept_fits b T _ _ _ it_is)) as [F1' F2'].
        apply (code_injective b scopes scopes_differ) in Hf; auto. now rewrite Hf.
  Qed.
End Text.
