(** * Groups of facts: a table from facts to the numbers of their groups, and back

    A file lists a fact of each group, and its images under the symmetries of the file are in the
    group, too. There can be fifty million images. So what is kept of each is its stones, and
    another fact that it is like but for the stones. *)

From Coq Require Import List NArith PArith PeanoNat Bool FMapPositive.
Import ListNotations.
From Verified Require Import Spec Bits Checker Sound Symmetry Image.

Inductive entries := Nothing_more | Entry (blacks whites : N) (like : fact * N) (more : entries).

Fixpoint group_in (f : fact) (l : entries) : option N :=
  match l with
  | Nothing_more => None
  | Entry b w like l' =>
      if (b =? black_of f)%N then
        if (w =? white_of f)%N then
          if is_like (fst like) f then Some (snd like) else group_in f l'
        else group_in f l'
      else group_in f l'
  end.

(** Facts with the same key share a list. Any key would do; this one has 23 bits, and with it the
    lists are about as short as with a random one. *)

Definition key (f : fact) : positive :=
  let b := black_of f in
  let w := white_of f in
  let place :=
      N.lxor (N.lxor b (N.shiftr b 9)) (N.lxor (N.shiftl (N.land w 131071) 7)
        (N.lxor (N.shiftr w 11) (N.shiftl (N.land w 2097151) 3))) in
  let second :=
      N.lxor (N.shiftl (N.land (black_to f) 524287) 5) (N.shiftl (N.land (white_to f) 16383) 10) in
  N.succ_pos (N.land (N.lxor place second) 8388607).

Record grouping := { by_key : PositiveMap.t entries; listed_in : PositiveMap.t (list fact) }.

Definition no_grouping : grouping :=
  {| by_key := PositiveMap.empty _; listed_in := PositiveMap.empty _ |}.

Definition entries_at (k : positive) (m : grouping) : entries :=
  match quick_find k (by_key m) with None => Nothing_more | Some l => l end.

Definition group_here (m : grouping) (f : fact) : option N := group_in f (entries_at (key f) m).

Definition facts_listed (m : grouping) (g : N) : list fact :=
  match quick_find (N.succ_pos g) (listed_in m) with None => [] | Some l => l end.

(** One more fact, in the group of another. No fact is in two groups. *)

Definition add_entry (like : fact * N) (m : grouping) (f : fact) : option grouping :=
  match group_here m f with
  | Some g => if (g =? snd like)%N then Some m else None
  | None =>
      let like := if is_like (fst like) f then like else (f, snd like) in
      Some {| by_key :=
                PositiveMap.add (key f)
                  (Entry (black_of f) (white_of f) like (entries_at (key f) m)) (by_key m);
              listed_in := listed_in m |}
  end.

Fixpoint add_entries (like : fact * N) (m : grouping) (fs : list fact) : option grouping :=
  match fs with
  | [] => Some m
  | f :: fs' => match add_entry like m f with None => None | Some m' => add_entries like m' fs' end
  end.

Section Orbits.
  Variable us : list turns. (* all symmetries, that which moves nothing, too *)

  Definition orbit (f : fact) : list fact := map (fun u => image_fact (table_forth u) f) us.

  Definition add_orbit (m : grouping) (o : fact * N) : option grouping :=
    match add_entries o m (orbit (fst o)) with
    | None => None
    | Some m' =>
        Some {| by_key := by_key m';
                listed_in :=
                  PositiveMap.add (N.succ_pos (snd o)) (fst o :: facts_listed m' (snd o))
                    (listed_in m') |}
    end.

  Fixpoint add_orbits (m : grouping) (l : list (fact * N)) : option grouping :=
    match l with
    | [] => Some m
    | o :: l' => match add_orbit m o with None => None | Some m' => add_orbits m' l' end
    end.

  Definition grouping_of (l : list (fact * N)) : option grouping := add_orbits no_grouping l.

  Definition groups_from (m : grouping) : groups :=
    {| group_of := group_here m; facts_of := fun g => flat_map orbit (facts_listed m g) |}.

  Definition groups_by (l : list (fact * N)) : groups :=
    match grouping_of l with None => no_groups | Some m => groups_from m end.

  (** ** Proofs *)

  Lemma group_in_first : forall f g l like, is_like (fst like) f = true -> snd like = g ->
    group_in f (Entry (black_of f) (white_of f) like l) = Some g.
  Proof. intros f g l like H <-. cbn. now rewrite !N.eqb_refl, H. Qed.

  Lemma group_in_other : forall f f' l like, is_like (fst like) f = true -> f' <> f ->
    group_in f' (Entry (black_of f) (white_of f) like l) = group_in f' l.
  Proof.
    intros f f' l like H Hne. cbn.
    destruct (N.eqb_spec (black_of f) (black_of f')) as [Eb|]; [|auto].
    destruct (N.eqb_spec (white_of f) (white_of f')) as [Ew|]; [|auto].
    destruct (is_like (fst like) f') eqn:E; [|auto]. exfalso. apply Hne.
    apply is_like_spec in H as (? & ? & ? & ? & ?), E as (? & ? & ? & ? & ?).
    destruct f, f'; cbn in *; congruence.
  Qed.

  (** A table that holds what another holds, and some facts in one group beside it. *)

  Definition holds_more (m m' : grouping) (fs : list fact) (g : N) : Prop :=
    listed_in m' = listed_in m /\ (forall f, In f fs -> group_here m' f = Some g) /\
    (forall f x, group_here m f = Some x -> group_here m' f = Some x) /\
    (forall f x, group_here m' f = Some x -> group_here m f = Some x \/ In f fs /\ x = g).

  Lemma add_entry_is : forall like m f m', add_entry like m f = Some m' ->
    holds_more m m' [f] (snd like).
  Proof.
    intros like m f m' H. unfold add_entry in H. destruct (group_here m f) as [g|] eqn:E.
    - destruct (N.eqb_spec g (snd like)) as [->|]; [|discriminate]. injection H as <-.
      repeat split; auto. now intros f' [<-|[]].
    - set (like' := if is_like (fst like) f then like else (f, snd like)) in *.
      assert (Hlike : is_like (fst like') f = true /\ snd like' = snd like).
      { unfold like'. destruct (is_like (fst like) f) eqn:El; [auto|]. split; [|auto].
        apply is_like_spec. auto. }
      destruct Hlike as [Hlike Hg]. injection H as <-.
      set (m' := {| by_key := _; listed_in := _ |}).
      assert (Hsame : group_here m' f = Some (snd like)).
      { unfold group_here, entries_at, m'. cbn [by_key]. rewrite quick_find_spec, PositiveMap.gss.
        now apply group_in_first. }
      assert (Hother : forall f', f' <> f -> group_here m' f' = group_here m f').
      { intros f' Hne. unfold group_here, entries_at at 1, m'. cbn [by_key].
        rewrite quick_find_spec. destruct (Pos.eq_dec (key f') (key f)) as [Ek|Ek].
        - rewrite Ek, PositiveMap.gss. rewrite group_in_other by auto. unfold entries_at.
          now rewrite !quick_find_spec.
        - rewrite PositiveMap.gso by auto. unfold entries_at. now rewrite quick_find_spec. }
      assert (Hcase : forall f', f' = f \/ f' <> f).
      { intros f'.
        destruct (same_fact f' f) eqn:Es; [left; now apply same_fact_spec|right; intros ->].
        rewrite (proj2 (same_fact_spec f f) eq_refl) in Es. discriminate. }
      split; [reflexivity|]. split; [now intros f' [<-|[]]|].
      split; intros f' x Hx; destruct (Hcase f') as [->|Hne].
      + congruence.
      + now rewrite Hother.
      + right. split; [now left|congruence].
      + left. now rewrite Hother in Hx.
  Qed.

  Lemma add_entries_is : forall like fs m m', add_entries like m fs = Some m' ->
    holds_more m m' fs (snd like).
  Proof.
    intros like. induction fs as [|f fs IH]; intros m m' H; cbn [add_entries] in H.
    - injection H as <-. split; [auto|split; [intros f []|auto]].
    - destruct (add_entry like m f) as [m1|] eqn:E; [|discriminate].
      apply add_entry_is in E as (A1 & A2 & A3 & A4). apply IH in H as (B1 & B2 & B3 & B4).
      split; [congruence|]. split.
      + intros f' [<-|Hf]; [|auto]. apply B3, A2. now left.
      + split; [auto|]. intros f' x Hx.
        apply B4 in Hx as [Hx|[Hf ->]]; [|right; split; [now right|auto]].
        apply A4 in Hx as [Hx|[[<-|[]] ->]]; [auto|right; split; [now left|auto]].
  Qed.

  (** The facts of a group are the orbits of those that are listed in it. *)

  Definition well_made (m : grouping) : Prop :=
    forall f g, group_here m f = Some g <-> exists f0, In f0 (facts_listed m g) /\ In f (orbit f0).

  Lemma add_orbit_well : forall m o m', well_made m -> add_orbit m o = Some m' -> well_made m'.
  Proof.
    intros m [f0 g] m' Hm H. unfold add_orbit in H. cbn [fst snd] in H.
    destruct (add_entries _ _ _) as [m1|] eqn:E; [|discriminate]. injection H as <-.
    apply add_entries_is in E as (H1 & H2 & H3 & H4). cbn [snd] in *. intros f x.
    set (m' := {| by_key := by_key m1; listed_in := _ |}).
    change (group_here m' f) with (group_here m1 f).
    assert (Hsame : forall y, facts_listed m1 y = facts_listed m y)
      by (intros y; unfold facts_listed; now rewrite H1).
    assert (Hlisted : facts_listed m' x =
      if (x =? g)%N then f0 :: facts_listed m g else facts_listed m x).
    { unfold facts_listed at 1, m'. cbn [listed_in]. rewrite quick_find_spec.
      destruct (N.eqb_spec x g) as [->|Hne].
      - rewrite PositiveMap.gss. now rewrite Hsame.
      - rewrite PositiveMap.gso; [unfold facts_listed; now rewrite H1, quick_find_spec|].
        intros Hk. apply Hne. apply (f_equal Npos) in Hk. rewrite !N.succ_pos_spec in Hk.
        now apply N.succ_inj. }
    rewrite Hlisted. split.
    - intros Hx. apply H4 in Hx as [Hx|[Hf ->]].
      + apply Hm in Hx as (f1 & Hf1 & Hf). exists f1. split; [|auto].
        destruct (N.eqb_spec x g) as [->|]; [now right|auto].
      + rewrite N.eqb_refl. exists f0. split; [now left|auto].
    - intros (f1 & Hf1 & Hf). destruct (N.eqb_spec x g) as [->|].
      + destruct Hf1 as [<-|Hf1]; [now apply H2|]. apply H3, Hm. eauto.
      + apply H3, Hm. eauto.
  Qed.

  Lemma grouping_of_well : forall l m, grouping_of l = Some m -> well_made m.
  Proof.
    intros l m. unfold grouping_of. assert (H0 : well_made no_grouping).
    { intros f g. unfold group_here, entries_at, facts_listed. rewrite !quick_find_spec. cbn.
      rewrite !PositiveMap.gempty. split; [discriminate|intros (f0 & [] & _)]. }
    revert H0. generalize no_grouping.
    induction l as [|o l IH]; intros m0 H0 H; cbn [add_orbits] in H; [now injection H as <-|].
    destruct (add_orbit m0 o) as [m1|] eqn:E; [|discriminate].
    apply (IH m1); [now apply (add_orbit_well m0 o)|auto].
  Qed.

  Lemma groups_by_well : forall l, well_grouped (groups_by l).
  Proof.
    intros l. unfold groups_by. destruct (grouping_of l) as [m|] eqn:E; [|exact no_groups_well].
    apply grouping_of_well in E. intros f g H. apply E in H as (f0 & H1 & H2). cbn.
    apply in_flat_map. eauto.
  Qed.

  Lemma nothing_grouped : forall f, group_of (groups_by []) f = None.
  Proof.
    intros f. unfold groups_by, grouping_of, groups_from. cbn [add_orbits group_of].
    unfold group_here, entries_at. rewrite quick_find_spec. cbn [no_grouping by_key].
    now rewrite PositiveMap.gempty.
  Qed.

  (** Every fact of a group comes from one that the file lists. *)

  Lemma listed_by_file : forall l m0 m, add_orbits m0 l = Some m -> forall g f,
    In f (facts_listed m g) -> In f (facts_listed m0 g) \/ In (f, g) l.
  Proof.
    induction l as [|[f1 g1] l IH]; intros m0 m H g f Hf; cbn [add_orbits] in H;
      [left; now injection H as <-|].
    destruct (add_orbit m0 _) as [m1|] eqn:E; [|discriminate].
    apply (IH m1 m H g f) in Hf as [Hf|Hf]; [|right; now right]. unfold add_orbit in E.
    destruct (add_entries _ _ _) as [m2|] eqn:E2; [|discriminate]. injection E as <-.
    apply add_entries_is in E2 as (H1 & _). cbn [fst snd] in *. unfold facts_listed in Hf |- *.
    cbn [listed_in] in Hf. rewrite H1 in Hf. rewrite quick_find_spec in Hf.
    destruct (N.eq_dec g g1) as [->|Hne].
    - rewrite PositiveMap.gss in Hf. destruct Hf as [<-|Hf]; [right; now left|now left].
    - rewrite PositiveMap.gso, <- quick_find_spec in Hf; [now left|].
      intros Hk. apply Hne. apply (f_equal Npos) in Hk. rewrite !N.succ_pos_spec in Hk.
      now apply N.succ_inj.
  Qed.

  Lemma grouped_with : forall l f g, group_of (groups_by l) f = Some g ->
    exists f0, In (f0, g) l /\ In f (orbit f0).
  Proof.
    intros l f g H. unfold groups_by in H. destruct (grouping_of l) as [m|] eqn:E; [|discriminate].
    pose proof (grouping_of_well _ _ E f g) as Hw. cbn in H. apply Hw in H as (f0 & H1 & H2).
    exists f0. split; [|auto]. apply (listed_by_file _ _ _ E) in H1 as [H1|]; [|auto].
    unfold facts_listed in H1. rewrite quick_find_spec in H1. cbn in H1.
    now rewrite PositiveMap.gempty in H1.
  Qed.

  (** If one symmetry after another is always one of them, groups are closed under symmetries. *)

  Lemma groups_are_closed : forall l u,
    (forall v, In v us ->
       exists w, In w us /\
         forall f,
           image_fact (table_forth u) (image_fact (table_forth v) f) =
             image_fact (table_forth w) f) -> forall f g, group_of (groups_by l) f = Some g ->
    group_of (groups_by l) (image_fact (table_forth u) f) = Some g.
  Proof.
    intros l u Hu f g H. unfold groups_by in *.
    destruct (grouping_of l) as [m|] eqn:E; [|discriminate]. cbn in *.
    pose proof (grouping_of_well _ _ E) as Hw. apply Hw in H as (f0 & H1 & H2). apply Hw. exists f0.
    split; [auto|]. unfold orbit in *. apply in_map_iff in H2 as (v & <- & Hv).
    destruct (Hu v Hv) as (w & Hw' & ->). apply (in_map (fun x => image_fact (table_forth x) f0)).
    exact Hw'.
  Qed.
End Orbits.
