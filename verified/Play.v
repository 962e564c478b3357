(** * Plays on bit masks are those of the specification *)

From Coq Require Import List NArith ZArith PeanoNat Lia Bool.
Import ListNotations.
From Verified Require Import Go Bits.
From Verified Require Export Masks.

(** ** A play *)

(** The stones of both sides after a play on the point with the bit [here], and what was captured
    and lost. *)

Record played := { own : N; opposing : N; captured : N; lost : N }.

Definition play (t : table) (mine theirs here : N) : played :=
  let mine := N.lor mine here in
  let free := N.ldiff (all t) (N.lor mine theirs) in
  let alive := spread t theirs (neighbours t free) in
  if (alive =? theirs)%N then
    let chain := spread t mine here in
    if (N.land (neighbours t chain) free =? 0)%N
    then {| own := N.ldiff mine chain; opposing := theirs; captured := 0; lost := chain |}
    else {| own := mine; opposing := theirs; captured := 0; lost := 0 |}
  else {| own := mine; opposing := alive; captured := N.ldiff theirs alive; lost := 0 |}.

(** Positions that differ on a set of points, by masks. *)

Lemma opponent_other : forall c, opponent c <> c.
Proof. now destruct c. Qed.

Lemma opponent_twice : forall c, opponent (opponent c) = c.
Proof. now destruct c. Qed.

Lemma other_colour : forall c d, d = c \/ d = opponent c.
Proof. destruct c, d; auto. Qed.

Lemma differs_by_points : forall Q P gone x g,
  (forall q, q < length P -> (has g q = true <-> gone q)) ->
  (differs_by Q P gone x <->
   length Q = length P /\
     forall q, q < length P -> at_point Q q = if has g q then x else at_point P q).
Proof.
  intros Q P gone x g Hg. unfold differs_by.
  split; intros [Hl H]; (split; [exact Hl|]); intros q Hq; specialize (H q Hq);
    specialize (Hg q Hq).
  - destruct (has g q); [now apply H, Hg|]. apply H. intro Hgone. apply Hg in Hgone. discriminate.
  - destruct (has g q); split; intros Hgone; auto.
    + exfalso. now apply Hgone, Hg.
    + apply Hg in Hgone. discriminate.
Qed.

Lemma removal_by_masks : forall Q P gone g,
  (forall q, q < length P -> (has g q = true <-> gone q)) ->
  (differs_by Q P gone Empty <-> length Q = length P /\ forall c, mask c Q = N.ldiff (mask c P) g).
Proof.
  intros Q P gone g Hg. rewrite differs_by_points by exact Hg.
  split; intros [Hl H]; (split; [exact Hl|]).
  - intros c. apply same_bits. intros q. rewrite has_ldiff, !has_mask.
    destruct (Nat.lt_ge_cases q (length P)) as [Hq|Hq].
    + rewrite H by auto.
      destruct (has g q); cbn; [now rewrite andb_false_r|now rewrite andb_true_r].
    + rewrite !at_point_overflow by lia. reflexivity.
  - intros q Hq.
    assert (Hc : forall c, is_stone c (at_point Q q) = is_stone c (at_point P q) && negb (has g q)).
    { intros c. rewrite <- !has_mask, H, has_ldiff. reflexivity. }
    pose proof (Hc Black) as Hb. pose proof (Hc White) as Hw.
    destruct (at_point Q q) as [|[]], (at_point P q) as [|[]], (has g q); cbn in *; congruence.
Qed.

Lemma putting_by_masks : forall Q P p c, p < length P -> at_point P p = Empty ->
  (differs_by Q P (eq p) (Stone c) <->
   length Q = length P /\ mask c Q = N.lor (mask c P) (single p) /\
     mask (opponent c) Q = mask (opponent c) P).
Proof.
  intros Q P p c Hp He.
  rewrite differs_by_points with (g := single p) by (intros; rewrite has_single, Nat.eqb_eq; tauto).
  split.
  - intros [Hl H]. split; [auto|].
    split; apply same_bits; intros q; autorewrite with bits; rewrite !has_mask;
      (destruct (Nat.lt_ge_cases q (length P)) as [Hq|Hq];
        [rewrite H, has_single by auto|rewrite !at_point_overflow by lia]).
    + destruct (Nat.eqb_spec p q) as [->|]; [|now rewrite orb_false_r]. rewrite orb_true_r.
      now destruct c.
    + destruct (Nat.eqb_spec p q); [lia|now destruct c].
    + destruct (Nat.eqb_spec p q) as [->|]; [|reflexivity]. rewrite He. now destruct c.
    + reflexivity.
  - intros (Hl & Hc & Ho). split; [auto|]. intros q Hq. rewrite has_single.
    assert (H1 : is_stone c (at_point Q q) = is_stone c (at_point P q) || (p =? q))
      by now rewrite <- !has_mask, Hc, has_lor, has_single.
    assert (H2 : is_stone (opponent c) (at_point Q q) = is_stone (opponent c) (at_point P q))
      by now rewrite <- !has_mask, Ho.
    destruct (Nat.eqb_spec p q) as [->|].
    + apply is_stone_spec. rewrite H1. apply orb_true_r.
    + destruct c, (at_point Q q) as [|[]], (at_point P q) as [|[]]; cbn in *; congruence.
Qed.

Section Play.
  Variable b : board.
  Let t := table_of b.
  Variable c : colour.

  Lemma free_points : forall P, length P = size b ->
    forall q, has (N.ldiff (all t) (N.lor (mask c P) (mask (opponent c) P))) q = true <->
              q < size b /\ at_point P q = Empty.
  Proof.
    intros P Hl q. unfold t.
    rewrite has_ldiff, andb_true_iff, has_all, has_lor, !has_mask, negb_true_iff.
    destruct c, (at_point P q) as [|[]]; cbn; intuition congruence.
  Qed.

  Lemma stones_of : forall d P, length P = size b ->
    forall q, has (mask d P) q = true <-> q < size b /\ at_point P q = Stone d.
  Proof.
    intros d P Hl q. rewrite <- has_mask_iff, <- Hl. split; [|tauto]. intro H. split; [|auto].
    now apply has_mask_bound in H.
  Qed.

  Section OnePosition.
    Variables (P : position) (p : point).
    Hypothesis P_length : length P = size b.
    Hypothesis p_small : p < size b.
    Hypothesis p_empty : at_point P p = Empty.

    Let mine := N.lor (mask c P) (single p).
    Let theirs := mask (opponent c) P.
    Let free := N.ldiff (all t) (N.lor mine theirs).
    Let alive := spread t theirs (neighbours t free).
    Let chain := spread t mine (single p).

    (** [S] is the position with the stone put. *)

    Definition is_put (S : position) : Prop := differs_by S P (eq p) (Stone c).

    Lemma put_masks : forall S,
      is_put S <-> length S = size b /\ mask c S = mine /\ mask (opponent c) S = theirs.
    Proof.
      intros. unfold is_put. rewrite putting_by_masks by (rewrite ?P_length; auto).
      now rewrite P_length.
    Qed.

    Lemma put_exists : exists S, is_put S.
    Proof.
      set (S := map (fun q => if q =? p then Stone c else at_point P q) (seq 0 (size b))).
      exists S. unfold is_put, S. apply differs_by_points with (g := single p).
      - intros. rewrite has_single, Nat.eqb_eq. tauto.
      - rewrite map_length, seq_length. split; [auto|]. intros q Hq. unfold at_point at 1.
        rewrite nth_seq_map, has_single, Nat.eqb_sym.
        destruct (Nat.ltb_spec q (size b)); [auto|lia].
    Qed.

    Section Put.
      Variable S : position.
      Hypothesis S_put : is_put S.

      Let S_length : length S = size b.
      Proof. now apply put_masks in S_put. Qed.
      Let S_mine : mask c S = mine.
      Proof. now apply put_masks in S_put. Qed.
      Let S_theirs : mask (opponent c) S = theirs.
      Proof. now apply put_masks in S_put. Qed.

      Lemma stone_is_put : at_point S p = Stone c.
      Proof.
        apply has_mask_iff. rewrite S_mine. unfold mine. rewrite has_lor, has_single, Nat.eqb_refl.
        apply orb_true_r.
      Qed.

      Lemma free_after_put : forall q, has free q = true <-> q < size b /\ at_point S q = Empty.
      Proof. unfold free. rewrite <- S_mine, <- S_theirs. now apply free_points. Qed.

      Lemma alive_are_alive : forall q,
        has alive q = true <-> q < size b /\ at_point S q = Stone (opponent c) /\ has_liberty b S q.
      Proof.
        apply touching; [|apply free_after_put]. intro q. rewrite <- S_theirs. now apply stones_of.
      Qed.

      Lemma dead_are_dead : forall q,
        has (N.ldiff theirs alive) q = true <-> dead b S (opponent c) q.
      Proof.
        intros q. rewrite has_ldiff, andb_true_iff, negb_true_iff, <- S_theirs, has_mask_iff.
        unfold dead. split; intros [H1 H2]; (split; [exact H1|]).
        - intros H. assert (has alive q = true); [|congruence]. apply alive_are_alive.
          split; [|auto]. rewrite <- S_length. apply has_mask_bound with (opponent c).
          now apply has_mask_iff.
        - destruct (has alive q) eqn:E; [|auto]. apply alive_are_alive in E. tauto.
      Qed.

      Lemma all_alive : (alive =? theirs)%N = true <-> forall q, ~ dead b S (opponent c) q.
      Proof.
        rewrite N.eqb_eq. split.
        - intros E q Hd. apply dead_are_dead in Hd. rewrite E, has_ldiff in Hd.
          now destruct (has theirs q).
        - intros H. apply same_bits. intro q. apply eq_true_iff_eq. split.
          + rewrite alive_are_alive, <- S_theirs, has_mask_iff. tauto.
          + intro Ht. destruct (has alive q) eqn:E; [auto|]. exfalso. apply (H q), dead_are_dead.
            now rewrite has_ldiff, Ht, E.
      Qed.

      Lemma chain_is_chain : forall q, has chain q = true <-> linked b S p q.
      Proof.
        intros q. unfold chain, t. rewrite (spread_finds b S (Stone c)).
        - split.
          + intros (r & Hr & _ & _ & Hl). rewrite has_single, Nat.eqb_eq in Hr. now subst.
          + intros Hl. exists p. rewrite has_single, Nat.eqb_refl. pose proof stone_is_put. auto.
        - intros r. rewrite <- S_mine. now apply stones_of.
      Qed.

      Lemma no_liberty : (N.land (neighbours t chain) free =? 0)%N = true <-> ~ has_liberty b S p.
      Proof.
        rewrite is_empty_set. split.
        - intros H (q & r & Hl & Hn & He). specialize (H r).
          rewrite has_land in H. apply andb_false_iff in H as [H|H].
          + assert (has (neighbours t chain) r = true); [|congruence].
            apply has_neighbours. exists q. split; [now apply chain_is_chain|auto].
          + assert (has free r = true); [|congruence]. apply free_after_put.
            now destruct Hn as (_ & ? & _).
        - intros H r. destruct (has (N.land (neighbours t chain) free) r) eqn:E; [|auto]. exfalso.
          apply H. unfold t in E.
          rewrite has_land, andb_true_iff, has_neighbours, free_after_put in E.
          destruct E as [[q [Hq Hn]] [_ He]]. exists q, r. split; [now apply chain_is_chain|auto].
      Qed.
    End Put.

    Let r := play t (mask c P) (mask (opponent c) P) (single p).

    Definition leaves_masks (T : position) : Prop :=
      length T = size b /\ mask c T = own r /\ mask (opponent c) T = opposing r.

    Lemma both_colours : forall (A : colour -> Prop), A c -> A (opponent c) -> forall d, A d.
    Proof. intros A H1 H2 d. destruct (other_colour c d); now subst. Qed.

    Lemma mine_not_theirs : forall q, has mine q = true -> has theirs q = false.
    Proof.
      intros q H. unfold mine in H. rewrite has_lor, orb_true_iff, has_single, Nat.eqb_eq in H.
      unfold theirs. rewrite has_mask. destruct H as [H|<-].
      - apply has_mask_iff in H. rewrite H. now destruct c.
      - now rewrite p_empty.
    Qed.

    Lemma ldiff_disjoint : forall m g, (forall q, has g q = true -> has m q = false) ->
      N.ldiff m g = m.
    Proof.
      intros m g H. apply same_bits. intro q. rewrite has_ldiff. specialize (H q).
      destruct (has g q), (has m q); intuition congruence.
    Qed.

    (** Which of the three cases of a play it is, and what is left. *)

    Lemma after_capture : forall S T, is_put S -> (alive =? theirs)%N = false ->
      (differs_by T S (dead b S (opponent c)) Empty <->
       length T = size b /\ mask c T = mine /\ mask (opponent c) T = alive).
    Proof.
      intros S T HS Ha. pose proof HS as HS'. apply put_masks in HS' as (Hl & Hm & Ht).
      rewrite removal_by_masks with (g := N.ldiff theirs alive)
        by (intros; now apply dead_are_dead).
      assert (E1 : N.ldiff mine (N.ldiff theirs alive) = mine).
      { apply ldiff_disjoint. intros q Hq. destruct (has mine q) eqn:E; [|auto].
        apply mine_not_theirs in E. now rewrite has_ldiff, E in Hq. }
      assert (E2 : N.ldiff theirs (N.ldiff theirs alive) = alive).
      { apply same_bits. intro q. rewrite !has_ldiff. destruct (has alive q) eqn:E.
        - apply (alive_are_alive S HS) in E as (_ & E & _). apply has_mask_iff in E.
          rewrite Ht in E. now rewrite E.
        - destruct (has theirs q); reflexivity. }
      rewrite Hl. split; intros H.
      - destruct H as [H H']. pose proof (H' c) as Hc. pose proof (H' (opponent c)) as Ho.
        rewrite Hm, E1 in Hc. rewrite Ht, E2 in Ho. auto.
      - destruct H as (H & Hc & Ho). split; [auto|]. apply both_colours; congruence.
    Qed.

    Lemma after_suicide : forall S T, is_put S ->
      (differs_by T S (linked b S p) Empty <->
       length T = size b /\ mask c T = N.ldiff mine chain /\ mask (opponent c) T = theirs).
    Proof.
      intros S T HS. pose proof HS as HS'. apply put_masks in HS' as (Hl & Hm & Ht).
      rewrite removal_by_masks with (g := chain) by (intros; now apply chain_is_chain).
      assert (E : N.ldiff theirs chain = theirs).
      { apply ldiff_disjoint. intros q Hq. apply mine_not_theirs.
        apply (chain_is_chain S HS) in Hq. apply linked_content in Hq.
        rewrite (stone_is_put S HS) in Hq. apply has_mask_iff in Hq. congruence. }
      rewrite Hl. split; intros H.
      - destruct H as [H H']. pose proof (H' c) as Hc. pose proof (H' (opponent c)) as Ho.
        rewrite Hm in Hc. rewrite Ht, E in Ho. auto.
      - destruct H as (H & Hc & Ho). split; [auto|]. apply both_colours; congruence.
    Qed.

    Lemma put_has_liberty : forall S, is_put S ->
      (N.land (neighbours t chain) free =? 0)%N = false -> has_liberty b S p.
    Proof.
      intros S HS Hf. apply is_not_empty_set in Hf as [q Hq]. unfold t in Hq.
      rewrite has_land, andb_true_iff, has_neighbours, (free_after_put S HS) in Hq.
      destruct Hq as [[q' [Hq' Hn]] [_ He]]. exists q', q.
      split; [now apply (chain_is_chain S HS)|auto].
    Qed.

    Lemma put_kills : forall S, is_put S -> (alive =? theirs)%N = false ->
      exists q, dead b S (opponent c) q.
    Proof.
      intros S HS Ha. destruct (N.eqb_spec (N.ldiff theirs alive) 0) as [E|E].
      - exfalso. apply N.eqb_neq in Ha. apply Ha, N.eqb_eq, (all_alive S HS). intros q Hq.
        apply (dead_are_dead S HS) in Hq. now rewrite E, has_none in Hq.
      - apply N.eqb_neq, is_not_empty_set in E as [q Hq]. exists q. now apply dead_are_dead.
    Qed.

    Theorem plays_by_masks : forall T, plays b c p P T <-> leaves_masks T.
    Proof.
      intros T. unfold leaves_masks, r, play.
      change (N.lor (mask c P) (single p)) with mine. change (mask (opponent c) P) with theirs.
      fold free. fold alive. fold chain. cbv zeta.
      destruct put_exists as [S0 HS0].
      assert (Huniq : forall S, is_put S -> S = S0).
      { intros S HS. apply put_masks in HS as (H1 & H2 & H3).
        apply put_masks in HS0 as (H4 & H5 & H6). apply masks_injective; [congruence|].
        apply both_colours; congruence. }
      destruct (alive =? theirs)%N eqn:Ha;
        [destruct (N.land (neighbours t chain) free =? 0)%N eqn:Hf|]; cbn [own opposing].
      - pose proof (proj1 (all_alive S0 HS0) Ha) as Hall.
        pose proof (proj1 (no_liberty S0 HS0) Hf) as Hno. rewrite <- (after_suicide S0) by auto.
        split; intros H.
        + destruct H as [S _ _ _ HS [q Hq] _|_ _ _ HS _ Hlib|S _ _ _ HS _ _ H].
          * rewrite (Huniq S HS) in Hq. now apply Hall in Hq.
          * rewrite (Huniq T HS) in Hlib. now apply Hno in Hlib.
          * now rewrite (Huniq S HS) in H.
        + now apply it_is_suicide with S0.
      - pose proof (proj1 (all_alive S0 HS0) Ha) as Hall.
        pose proof (put_has_liberty S0 HS0 Hf) as Hlib.
        rewrite <- put_masks. split; intros H.
        + destruct H as [S _ _ _ HS [q Hq] _|_ _ _ HS _ _|S _ _ _ HS _ Hno H].
          * rewrite (Huniq S HS) in Hq. now apply Hall in Hq.
          * exact HS.
          * rewrite (Huniq S HS) in Hno. now apply Hno in Hlib.
        + apply it_lives; auto; rewrite (Huniq T H); auto.
      - pose proof (put_kills S0 HS0 Ha) as Hdead.
        rewrite <- (after_capture S0) by auto. split; intros H.
        + destruct H as [S _ _ _ HS _ H|_ _ _ HS Hall _|S _ _ _ HS Hall _ _].
          * now rewrite (Huniq S HS) in H.
          * rewrite (Huniq T HS) in Hall. destruct Hdead as [q Hq]. now apply Hall in Hq.
          * rewrite (Huniq S HS) in Hall. destruct Hdead as [q Hq]. now apply Hall in Hq.
        + now apply it_captures with S0.
    Qed.

    Lemma own_small : forall q, has (own r) q = true -> q < size b.
    Proof.
      assert (Hm : forall q, has mine q = true -> q < size b).
      { intros q H. unfold mine in H. rewrite has_lor, orb_true_iff, has_single, Nat.eqb_eq in H.
        destruct H as [H|<-]; [|auto]. apply has_mask_bound in H. lia. }
      intros q. unfold r, play. destruct N.eqb; [destruct N.eqb|]; cbn [own]; try apply Hm.
      rewrite has_ldiff, andb_true_iff. intros [H _]. now apply Hm.
    Qed.

    Lemma opposing_in_theirs : forall q, has (opposing r) q = true -> has theirs q = true.
    Proof.
      intros q. unfold r, play. change (N.lor (mask c P) (single p)) with mine.
      change (mask (opponent c) P) with theirs. cbv zeta.
      fold mine. fold free. fold alive. fold chain.
      destruct (N.eqb alive theirs) eqn:E; [destruct (N.eqb (N.land _ _) _)|]; cbn [opposing]; auto.
      destruct put_exists as [S HS]. intros H. apply (alive_are_alive S HS) in H as (_ & H & _).
      apply has_mask_iff in H. now apply put_masks in HS as (_ & _ & <-).
    Qed.

    Lemma own_in_mine : forall q, has (own r) q = true -> has mine q = true.
    Proof.
      intros q. unfold r, play. change (N.lor (mask c P) (single p)) with mine. cbv zeta.
      destruct N.eqb; [destruct N.eqb|]; cbn [own]; auto. rewrite has_ldiff, andb_true_iff. tauto.
    Qed.

    Theorem play_exists : exists T, plays b c p P T.
    Proof.
      assert (Ho : forall q, has (opposing r) q = true -> q < size b).
      { intros q H. apply opposing_in_theirs in H. apply has_mask_bound in H. lia. }
      assert (Hd : forall q, has (own r) q = true -> has (opposing r) q = false).
      { intros q H. apply own_in_mine, mine_not_theirs in H.
        destruct (has (opposing r) q) eqn:E; [|auto]. apply opposing_in_theirs in E. congruence. }
      assert (Hd' : forall q, has (opposing r) q = true -> has (own r) q = false).
      { intros q H. destruct (has (own r) q) eqn:E; [|auto]. apply Hd in E. congruence. }
      pose proof own_small as Hm.
      exists (shown (size b) (pick c (own r) (opposing r)) (pick c (opposing r) (own r))).
      apply plays_by_masks. unfold leaves_masks. rewrite shown_length. split; [auto|].
      destruct c; cbn [pick opponent] in *; rewrite !mask_shown by auto; auto.
    Qed.
  End OnePosition.
End Play.
