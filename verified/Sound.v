(** * What the checker accepts is true, under every rule that keeps its promises *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia Lqa FMapPositive.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Checker.
From Verified Require Export Laws Valid.

Opaque enough.

Section Sound.
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
  Local Notation is_true := (is_true R says offset stands pays gs).
  Local Notation is_valid := (is_valid R says offset stands pays gs endures).
  Local Notation follows_by_a_step := (follows_by_a_step R says offset stands pays gs endures).

  Variable image_of : nat -> lemma -> option lemma.
  Hypothesis image_is_valid : forall k l l', is_valid l -> image_of k l = Some l' -> is_valid l'.
  Variable decides : lemma -> bool.
  Hypothesis decided_is_true : forall l, decides l = true -> is_true l.
  Variable assumed : positive -> option lemma.
  Hypothesis assumed_is_true : forall number l, assumed number = Some l -> is_true l.

  (** ** All lemmas. What is promised is taken for valid here; [Endless.v] shows that it is when all
      is kept. *)

  Definition all_follow (ls : lemmas) : Prop :=
    forall number l, quick_find number (kept ls) = Some l -> follows_by_a_step l.

  Definition promises_listed (ls : lemmas) : Prop :=
    (forall number l, quick_find number (promised ls) = Some l ->
       In (number, l) (promise_list ls)) /\
    forall number l, In (number, l) (promise_list ls) -> endless (says_who l) = true.

  Lemma take_promises : forall ls i ls', promises_listed ls ->
    take r gs image_of decides assumed ls i = Some ls' ->
    promises_listed ls' /\ incl (promise_list ls) (promise_list ls').
  Proof.
    intros ls [number l why|number l] ls' Hl H; cbn [take] in H.
    - destruct (holds_on _ _ _ _ _ _ _ _); [|discriminate]. injection H as <-.
      split; [exact Hl|apply incl_refl].
    - destruct (endless (says_who l)) eqn:E; [|discriminate]. injection H as <-.
      split; [split|now apply incl_tl, incl_refl].
      + intros x l' Hx. cbn [promised promise_list] in *.
        apply find_put in Hx as [[-> [= <-]]|Hx]; [now left|]. right. now apply Hl.
      + intros x l' [[= _ <-]|Hx]; [exact E|now apply Hl in Hx].
  Qed.

  Section Taking.
    Variable final : list (positive * lemma).
    Hypothesis promise_is_valid : forall number l, In (number, l) final -> is_valid l.

    Lemma found_is_valid : forall ls number l, all_follow ls -> promises_listed ls ->
      incl (promise_list ls) final -> find_lemma ls number = Some l -> is_valid l.
    Proof.
      intros ls number l Hall Hp Hin H. unfold find_lemma in H.
      destruct (quick_find number (kept ls)) as [l'|] eqn:E.
      - injection H as <-.
        apply (following_is_valid R says offset stands pays gs endures step_endures). eauto.
      - apply (promise_is_valid number), Hin, Hp. now destruct (promised ls).
    Qed.

    Lemma take_follows : forall ls i ls', all_follow ls -> promises_listed ls ->
      incl (promise_list ls') final -> take r gs image_of decides assumed ls i = Some ls' ->
      all_follow ls'.
    Proof.
      intros ls i ls' Hall Hp Hin H. pose proof (take_promises ls i ls' Hp H) as [_ Hmore].
      destruct i as [number l why|number l]; cbn [take] in H.
      - destruct (holds_on r gs image_of decides assumed l _ why) eqn:E; [|discriminate].
        injection H as <-. intros x l' Hx. cbn [kept] in Hx.
        apply find_put in Hx as [[_ [= <-]]|Hx]; [|now apply Hall in Hx].
        eapply (holds_on_is R r says offset stands pays promises gs grouped endures endures_more
          forces_endures step_endures image_of image_is_valid decides decided_is_true assumed
          assumed_is_true); [|exact E]. intros cited other Hf.
        now apply found_is_valid with (4 := Hf).
      - destruct (endless _); [|discriminate]. now injection H as <-.
    Qed.
  End Taking.

  Lemma take_all_promises : forall is ls ls', promises_listed ls ->
    take_all r gs image_of decides assumed ls is = Some ls' ->
    promises_listed ls' /\ incl (promise_list ls) (promise_list ls').
  Proof.
    induction is as [|i is IH]; intros ls ls' Hp H; cbn [take_all] in H;
      [injection H as <-; split; [auto|apply incl_refl]|].
    destruct (take r gs image_of decides assumed ls i) as [ls''|] eqn:E; [|discriminate].
    apply take_promises in E as [Hp' H']; [|auto]. apply IH in H as [Hp'' H'']; [|auto].
    split; [auto|now apply incl_tran with (promise_list ls'')].
  Qed.

  Lemma take_all_follows : forall is ls ls', all_follow ls -> promises_listed ls ->
    take_all r gs image_of decides assumed ls is = Some ls' ->
    (forall number l, In (number, l) (promise_list ls') -> is_valid l) -> all_follow ls'.
  Proof.
    induction is as [|i is IH]; intros ls ls' Hall Hp H Hvalid; cbn [take_all] in H;
      [now injection H as <-|].
    destruct (take r gs image_of decides assumed ls i) as [ls''|] eqn:E; [|discriminate].
    pose proof (take_promises _ _ _ Hp E) as [Hp'' _].
    pose proof (take_all_promises _ _ _ Hp'' H) as [_ Hin].
    eapply IH; [|exact Hp''|exact H|exact Hvalid]. eapply take_follows; eauto.
  Qed.

  Lemma no_lemmas_follow : all_follow no_lemmas.
  Proof. intros x l H. discriminate. Qed.

  Lemma no_promises_listed : promises_listed no_lemmas.
  Proof. split; intros x l H; [discriminate|contradiction]. Qed.

  (** ** Claims *)

  Lemma makes_claim_is : forall claim o g n history l, stands o g n ->
    (forall f, says g f <-> In f history) -> is_valid l ->
    makes_claim r gs claim n history l = true ->
    wins_by claim (winner claim) (paid offset pays o (goal claim)) g.
  Proof.
    intros claim o g n history l Hs Hh Htrue H. unfold makes_claim in H.
    apply andb_prop in H as [H Hg]. apply andb_prop in H as [H Hps].
    apply andb_prop in H as [H Hgs]. apply andb_prop in H as [H Ha].
    apply andb_prop in H as [Hk Hn]. pose proof (harder_winner _ _ Hk) as Hw.
    rewrite forallb_forall in Hg, Hps, Hgs, Ha.
    destruct (may_stand_for _ _ _ _ _ _ promises _ _ _ _ _ Hn Hs) as (o' & Hst & Hpaid).
    apply (harder_wins R endures forces_endures _ _ _ _ _ Hk).
    apply (wins_by_more R endures endures_more) with (G := paid offset pays o' (goal (says_who l))).
    { intros g' Hl Hp. destruct (Hpaid g' Hl Hp) as (q & Hq & Hgoal). exists q. split; [auto|].
      now apply (harder_goal _ _ q Hk). }
    rewrite <- Hw. apply Htrue; [exact Hst|]. split.
    - intros f [Hf|[[x [Hx Hf]]|[p [Hp Hf]]]]; rewrite Hh.
      + now apply not_listed_spec, Ha.
      + intro Hin. specialize (Hgs f Hin). rewrite Hf, negb_true_iff in Hgs. congruence.
      + intro Hin. specialize (Hps f Hin). apply negb_true_iff, not_true_iff_false in Hps.
        apply Hps, existsb_exists. eauto.
    - intros f Hf. apply Hh, listed_spec. now apply Hg.
  Qed.

  (** ** The moves of the header *)

  Lemma fits_is : forall g history m s, (forall f, says g f <-> In f history) ->
    fits history m s = true -> made s = m /\ applies says g s /\ is_legal says g s.
  Proof.
    intros g history m s Hh H. unfold fits in H. apply andb_prop in H as [H Ha].
    apply andb_prop in H as [H Hp]. apply andb_prop in H as [Hm Hl].
    rewrite forallb_forall in Ha, Hp. split; [|split; [split|]].
    - destruct m, (made s); try discriminate; auto. apply Nat.eqb_eq in Hm. congruence.
    - intros f Hf. apply Hh, listed_spec. auto.
    - intros f Hf. rewrite Hh. apply not_listed_spec. auto.
    - unfold is_legal. destruct (legal s) as [| |fs]; [auto|discriminate|]. intros f Hf. rewrite Hh.
      rewrite forallb_forall in Hl. apply not_listed_spec. auto.
  Qed.

  Lemma history_after_is : forall g g' history s, (forall f, says g f <-> In f history) ->
    (forall f, says g' f <-> after_step s (says g) f) ->
    forall f, says g' f <-> In f (history_after s history).
  Proof.
    intros g g' history s Hh Ha f. rewrite Ha. unfold after_step, history_after.
    rewrite !in_app_iff, filter_In, negb_true_iff, <- not_true_iff_false, cleared_spec, Hh,
      in_flat_map.
    assert (E : (exists f', In f' (sources s f) /\ says g f') <->
      exists pull,
        In pull (pulls s) /\
        In f (map (fun f => at_position_of f (fst pull)) (filter (is_like (snd pull)) history))).
    { split.
      - intros (f' & H & Hf'). apply sources_spec in H as (to & from & Hin & Hl & E').
        exists (to, from). split; [auto|]. destruct (at_position_back _ _ _ _ Hl E') as [Hl' ->].
        apply (in_map (fun f => at_position_of f to)), filter_In. now rewrite <- Hh.
      - intros ([to from] & Hin & H). apply in_map_iff in H as (f' & <- & H).
        apply filter_In in H as [H Hl]. cbn in *. exists f'.
        destruct (at_position_back from to f' (at_position_of f' to) Hl eq_refl) as [Hl' E'].
        split; [|now apply Hh]. apply sources_spec. exists to, from. auto. }
    rewrite E. reflexivity.
  Qed.

  Lemma play_moves_is : forall ms o g n history n' history',
    stands o g n -> (forall f, says g f <-> In f history) ->
    play_moves r n history ms = Some (n', history') ->
    exists g', leads_to R g ms g' /\ stands o g' n' /\ (forall f, says g' f <-> In f history').
  Proof.
    induction ms as [|m ms IH]; intros o g n history n' history' Hs Hh H; cbn [play_moves] in H.
    - injection H as <- <-. exists g. split; [constructor|auto].
    - destruct (List.find _ _) as [s|] eqn:Ef; [|discriminate].
      apply List.find_some in Ef as [Hin Hfits]. apply in_map_iff in Hin as (ch & <- & Hch).
      destruct (fits_is g history m _ Hh Hfits) as (Hm & Happ & Hleg).
      destruct (leads (step_of r n ch)) as [q|n1] eqn:El; [discriminate|].
      destruct (steps_are_moves _ _ _ _ _ _ promises _ _ _ _ Hs Hch Happ Hleg) as (g1 & Hmk & Hf).
      unfold follows in Hf. rewrite El in Hf. destruct Hf as [Hs1 Ha]. rewrite Hm in Hmk.
      destruct (IH o g1 n1 (history_after (step_of r n ch) history) n' history' Hs1)
        as (g' & Hl & Hs' & Hh').
      + now apply history_after_is with g.
      + exact H.
      + exists g'. split; [econstructor; eauto|auto].
  Qed.
End Sound.
