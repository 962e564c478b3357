(** * Groups of facts: a table from facts to the numbers of their groups, and back *)

From Coq Require Import List NArith PArith Bool FMapPositive.
Import ListNotations.
From Verified Require Import Spec Bits Checker Sound.

(** Facts with the same key share a list. Any key would do; this one has 24 bits, and with it the lists are about as
    short as with a random one: 5x5 has fifty million facts in groups, their images included. *)

Definition key (f : fact) : positive :=
  let b := black_of f in let w := white_of f in
  let place := N.lxor (N.lxor b (N.shiftr b 9))
                      (N.lxor (N.shiftl (N.land w 131071) 7) (N.lxor (N.shiftr w 11) (N.shiftl (N.land w 2097151) 3))) in
  let second := N.lxor (N.shiftl (N.land (black_to f) 524287) 5) (N.shiftl (N.land (white_to f) 16383) 10) in
  N.succ_pos (N.land (N.lxor place second) 16777215).

Record grouping := { by_key : PositiveMap.t (list (fact * N)); by_group : PositiveMap.t (list fact) }.

Definition list_at {A} (k : positive) (m : PositiveMap.t (list A)) : list A :=
  match quick_find k m with None => [] | Some l => l end.

Fixpoint group_in (f : fact) (l : list (fact * N)) : option N :=
  match l with
  | [] => None
  | (f', g) :: l' => if same_fact f f' then Some g else group_in f l'
  end.

Definition no_grouping : grouping := {| by_key := PositiveMap.empty _; by_group := PositiveMap.empty _ |}.

Definition put_in_group (m : grouping) (fg : fact * N) : grouping :=
  let (f, g) := fg in
  {| by_key := PositiveMap.add (key f) (fg :: list_at (key f) (by_key m)) (by_key m);
     by_group := PositiveMap.add (N.succ_pos g) (f :: list_at (N.succ_pos g) (by_group m)) (by_group m) |}.

Definition groups_from (m : grouping) : groups :=
  {| group_of := fun f => group_in f (list_at (key f) (by_key m)); facts_of := fun g => list_at (N.succ_pos g) (by_group m) |}.

Lemma list_at_same : forall A (k : positive) (l : list A) m, list_at k (PositiveMap.add k l m) = l.
Proof. intros. unfold list_at. now rewrite quick_find_spec, PositiveMap.gss. Qed.

Lemma list_at_other : forall A k k' (l : list A) m, k <> k' -> list_at k (PositiveMap.add k' l m) = list_at k m.
Proof. intros. unfold list_at. now rewrite !quick_find_spec, PositiveMap.gso. Qed.

Lemma put_in_group_well : forall m fg, well_grouped (groups_from m) -> well_grouped (groups_from (put_in_group m fg)).
Proof.
  intros m [f g] H f' g' E. cbn in *. set (k := N.succ_pos g). set (k' := N.succ_pos g').
  assert (Hold : In f' (list_at k' (by_group m)) ->
                 In f' (list_at k' (PositiveMap.add k (f :: list_at k (by_group m)) (by_group m)))).
  { intros Hin. destruct (Pos.eq_dec k' k) as [->|Hne]; [rewrite list_at_same; now right|now rewrite list_at_other]. }
  destruct (Pos.eq_dec (key f') (key f)) as [Ek|Ek].
  - rewrite Ek, list_at_same in E. cbn in E. destruct (same_fact f' f) eqn:Es.
    + apply same_fact_spec in Es as ->. injection E as <-. unfold k'. rewrite list_at_same. now left.
    + apply Hold. rewrite <- Ek in E. now apply (H f' g').
  - rewrite list_at_other in E by auto. apply Hold. now apply (H f' g').
Qed.

Lemma group_in_spec : forall f l g, group_in f l = Some g -> In (f, g) l.
Proof.
  intros f l g. induction l as [|[f' g'] l IH]; cbn; [discriminate|]. destruct (same_fact f f') eqn:E; [|auto].
  apply same_fact_spec in E as ->. intros [= ->]. now left.
Qed.

Definition grouping_of (l : list (fact * N)) : grouping := fold_left put_in_group l no_grouping.

Lemma grouping_of_well : forall l, well_grouped (groups_from (grouping_of l)).
Proof.
  intros l. unfold grouping_of.
  assert (H : well_grouped (groups_from no_grouping)).
  { intros f g E. discriminate. }
  revert H. generalize no_grouping. induction l as [|fg l IH]; intros m H; cbn [fold_left]; [auto|].
  apply IH. now apply put_in_group_well.
Qed.

Lemma grouped_is_listed : forall l f g, group_of (groups_from (grouping_of l)) f = Some g -> In (f, g) l.
Proof.
  intros l f g. unfold grouping_of.
  assert (H : forall m, (forall k, incl (list_at k (by_key m)) l) -> forall l', incl l' l ->
    forall k, incl (list_at k (by_key (fold_left put_in_group l' m))) l).
  { intros m Hm l'. revert m Hm. induction l' as [|[f' g'] l' IH]; intros m Hm Hl k; cbn [fold_left]; [auto|].
    apply IH; [|intros x Hx; apply Hl; now right]. intros k'. cbn [put_in_group by_key].
    destruct (Pos.eq_dec k' (key f')) as [->|Hne]; [rewrite list_at_same|now rewrite list_at_other].
    intros x [<-|Hx]; [apply Hl; now left|now apply Hm in Hx]. }
  intros E. cbn in E. apply group_in_spec in E. apply (H no_grouping) in E; [auto| |apply incl_refl].
  intros k x Hx. unfold list_at in Hx. rewrite quick_find_spec in Hx. cbn in Hx. now rewrite PositiveMap.gempty in Hx.
Qed.

(** Facts of a group come together with their images, as a list for each. *)

Definition put_all (m : grouping) (o : list fact * N) : grouping := fold_left (fun m f => put_in_group m (f, snd o)) (fst o) m.

Definition grouping_of_all (l : list (list fact * N)) : grouping := fold_left put_all l no_grouping.

Lemma grouping_of_all_is : forall l, grouping_of_all l = grouping_of (flat_map (fun o => map (fun f => (f, snd o)) (fst o)) l).
Proof.
  intros l. unfold grouping_of_all, grouping_of. generalize no_grouping. induction l as [|[fs g] l IH]; intros m; cbn [flat_map fold_left]; [auto|].
  rewrite fold_left_app, IH. f_equal. unfold put_all. cbn [fst snd]. clear IH. revert m. induction fs as [|f fs IH]; intros m; cbn; auto.
Qed.

Lemma grouped_with : forall l f g, group_of (groups_from (grouping_of_all l)) f = Some g -> exists fs, In (fs, g) l /\ In f fs.
Proof.
  intros l f g H. rewrite grouping_of_all_is in H. apply grouped_is_listed, in_flat_map in H as ([fs g'] & Ho & H).
  apply in_map_iff in H as (f' & [= -> ->] & Hf). eauto.
Qed.
