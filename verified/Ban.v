(** * The play that simple ko forbids *)

From Coq Require Import List NArith ZArith QArith PeanoNat Bool Lia.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec Bits Play Kinds Checker Common.

Section Program.
  Variable t : table.
  Variable cells : list choice.

  (** The play that basic ko prohibits: 0 none, 1 the suicide of a lone stone, 2 + p a play on p. *)

  Definition next_ban (n : node) (r : played) : N :=
    if unchanged n r then 1
    else if (captured r =? 0)%N then 0
    else match find
                 (fun c => match c with Stone_on _ here => (here =? captured r)%N | _ => false end)
                 cells with
         | Some (Stone_on p here) =>
             let back := play t (opposing r) (own r) here in
             if (own back =? theirs n)%N && (opposing back =? mine n)%N then 2 + N.of_nat p else 0
         | _ => 0
         end.

  Definition ban_hits (n : node) (p : point) (r : played) : bool :=
    if (ban n =? 0)%N then false
    else (ban n =? 2 + N.of_nat p)%N || (ban n =? 1)%N && unchanged n r.

End Program.

(** The ban of a node is what may not be taken back. *)

Definition ban_is_right (b : board) (g : game) (n : node) : Prop :=
  forall p T, plays b (turn g) p (now g) T ->
    (takes_back (record g) (next_event g (Play p) T) <->
     ban n = (2 + N.of_nat p)%N \/ ban n = 1%N /\ T = now g).

(** ** The ban of basic ko *)

Section Ban.
  Variable b : board.
  Let t := table_of b.

  Lemma takes_back_after_play : forall g p T q T',
    takes_back (record (with_move g (Play p) T))
      (next_event (with_move g (Play p) T) (Play q) T') <-> T' = now g.
  Proof.
    intros. unfold takes_back, a_play. cbn. split; [intros (_ & _ & H); auto|]. intros ->.
    repeat split; eauto.
  Qed.

  Lemma takes_back_after_pass : forall g T e, ~ takes_back (record (with_move g Pass T)) e.
  Proof. intros g T e [_ [[p H] _]]. discriminate. Qed.

  Lemma lor_single_other : forall m m' q, m' = N.lor m (single q) -> has m q = false ->
    N.ldiff m' m = single q.
  Proof.
    intros m m' q -> H. apply same_bits. intros x. autorewrite with bits.
    destruct (Nat.eqb_spec q x) as [<-|]; [now rewrite H|]. now destruct (has m x).
  Qed.

  Lemma find_cell : forall m,
    match find (fun c => match c with Stone_on _ here => (here =? m)%N | _ => false end)
            (cells_of b) with
    | Some (Stone_on p here) => m = single p /\ here = single p /\ p < size b
    | Some (Passing _) => False
    | None => forall p, p < size b -> m <> single p
    end.
  Proof.
    intros m. destruct (find _ _) as [c|] eqn:E.
    - apply find_some in E as [Hin H]. unfold cells_of in Hin.
      apply in_map_iff in Hin as (p & <- & Hp). apply N.eqb_eq in H. apply in_seq in Hp.
      repeat split; [congruence|lia].
    - intros p Hp ->. assert (Hin : In (Stone_on p (single p)) (cells_of b)).
      { unfold cells_of. apply in_map_iff. exists p. split; [auto|]. apply in_seq. lia. }
      apply (find_none _ _ E) in Hin. now rewrite N.eqb_refl in Hin.
  Qed.

  Lemma single_injective : forall p q, single p = single q -> p = q.
  Proof.
    intros p q H.
    assert (E : has (single p) q = true) by (rewrite H, has_single; apply Nat.eqb_refl).
    rewrite has_single in E. now apply Nat.eqb_eq.
  Qed.

  (** A play leads back to where the last play came from only if one of them took the stone of the
      other, which was the only one, or if both were suicides of lone stones. *)

  Lemma took_one_stone : forall n p q r r2,
    kind_of_play (mine n) (theirs n) p r -> kind_of_play (opposing r) (own r) q r2 ->
    has (mine n) p = false -> has (opposing r) q = false -> unchanged n r = false ->
    own r2 = theirs n -> opposing r2 = mine n ->
    captured r = single q /\ (captured r =? 0)%N = false.
  Proof.
    intros n p q r r2 K1 K2 Hpf Hqf Eun E1 E2. destruct K2 as [K2 _ _|K2 _ _|K2 K2' _].
    1,2: assert (Hcap : N.ldiff (theirs n) (opposing r) = single q)
      by (apply lor_single_other; [congruence|auto]);
      (destruct K1 as [_ K1 K1'|_ K1 _|_ K1 _];
        [split; [congruence|now apply N.eqb_neq]|
          exfalso; apply (f_equal (fun m => has m q)) in Hcap;
            rewrite K1, has_ldiff, has_single, Nat.eqb_refl in Hcap;
            destruct (has (theirs n) q); discriminate..]).
    (* The second play cannot be suicide and lead back. *)
    exfalso. rewrite E2 in K2'. destruct K1 as [K1 _ _|K1 _ _|K1 K1' _].
    1,2: rewrite K1 in K2'; apply (f_equal (fun m => has m p)) in K2';
         rewrite has_lor, has_single, Nat.eqb_refl, orb_true_r, Hpf in K2'; discriminate.
    revert Eun. unfold unchanged. rewrite <- K2', K1', !N.eqb_refl. discriminate.
  Qed.

  (** The program names the play on [q] if it leads back. [back] is that it does. *)

  Lemma next_ban_names_it : forall n r q (back same : Prop), q < size b -> unchanged n r = false ->
    let r2 := play t (opposing r) (own r) (single q) in
    (back <-> own r2 = theirs n /\ opposing r2 = mine n) ->
    (back -> captured r = single q /\ (captured r =? 0)%N = false) ->
    let x := next_ban (table_of b) (cells_of b) n r in
    (back <-> x = (2 + N.of_nat q)%N \/ x = 1%N /\ same).
  Proof.
    intros n r q back same Hq Eun r2 Hback Hkey x. unfold x, next_ban. fold t. rewrite Eun.
    destruct (captured r =? 0)%N eqn:Ec.
    { split; [intros E; apply Hkey in E as [_ E]; discriminate|]. intros [E|[E _]]; exfalso; lia. }
    pose proof (find_cell (captured r)) as Hf.
    destruct (find _ _) as [[p0 here|]|]; [| contradiction |].
    - destruct Hf as (Hc & -> & Hp0).
      assert (Hsame : back -> p0 = q).
      { intros E. apply Hkey in E as [E _]. rewrite Hc in E. now apply single_injective in E. }
      destruct (N.eqb_spec (own (play t (opposing r) (own r) (single p0))) (theirs n)) as [E1|E1];
        destruct (N.eqb_spec (opposing (play t (opposing r) (own r) (single p0))) (mine n))
          as [E2|E2]; cbn [andb].
      + split; [intros E; left; now rewrite (Hsame E)|].
        intros [E|[E _]]; [|exfalso; lia]. assert (p0 = q) as -> by lia. apply Hback. now split.
      + split; [|intros [E|[E _]]; exfalso; lia]. intros E. exfalso. pose proof (Hsame E) as ->.
        now apply Hback in E as [_ E].
      + split; [|intros [E|[E _]]; exfalso; lia]. intros E. exfalso. pose proof (Hsame E) as ->.
        now apply Hback in E as [E _].
      + split; [|intros [E|[E _]]; exfalso; lia]. intros E. exfalso. pose proof (Hsame E) as ->.
        now apply Hback in E as [E _].
    - split; [intros E; apply Hkey in E as [E _]; exfalso; now apply (Hf q)|].
      intros [E|[E _]]; exfalso; lia.
  Qed.

  Lemma masks_within : forall g n, shows b g n ->
    (forall x, has (mine n) x = true -> x < size b) /\
    (forall x, has (theirs n) x = true -> x < size b).
  Proof.
    intros g n Hs. rewrite <- (mine_is b g n Hs), <- (theirs_is b g n Hs).
    split; intros x H; apply has_mask_bound in H; now rewrite (now_length b g (proj1 Hs)) in H.
  Qed.

  Lemma next_ban_is_right : forall g n p T ws tl, shows b g n -> plays b (turn g) p (now g) T ->
    let r := play t (mine n) (theirs n) (single p) in
    ban_is_right b (with_move g (Play p) T)
      (node_after n r (next_ban (table_of b) (cells_of b) n r) ws tl).
  Proof.
    intros g n p T ws tl Hs HT r q T2 HT2.
    destruct (plays_length _ _ _ _ _ HT) as (_ & Hp & Hpe).
    destruct (plays_length _ _ _ _ _ HT2) as (_ & Hq & Hqe).
    change (now (with_move g (Play p) T)) with T in *.
    pose proof (play_masks b g n Hs p Hp Hpe T HT) as (Hl & Hm & Ho). fold t r in Hm, Ho.
    pose proof (unchanged_is b g n Hs p Hp Hpe T HT) as Hun. fold t r in Hun.
    pose proof (shows_after_play b g n Hs p Hp Hpe T HT 0 ws tl) as Hs2.
    pose proof (play_masks b _ _ Hs2 q Hq Hqe T2 HT2) as (Hl2 & Hm2 & Ho2).
    rewrite turn_after in Hm2, Ho2. rewrite opponent_twice in Ho2.
    pose proof (mine_is b _ _ Hs2) as Hmine2. pose proof (theirs_is b _ _ Hs2) as Htheirs2.
    rewrite turn_after in Hmine2, Htheirs2. rewrite opponent_twice in Htheirs2.
    change (now (with_move g (Play p) T)) with T in *.
    fold t r in Hm2, Ho2, Hmine2, Htheirs2. rewrite <- Hmine2, <- Htheirs2 in Hm2, Ho2.
    rewrite Hm, Ho in Hm2, Ho2. set (r2 := play t (opposing r) (own r) (single q)) in *.
    assert (Hback : T2 = now g <-> own r2 = theirs n /\ opposing r2 = mine n).
    { rewrite <- Hm2, <- Ho2, <- (mine_is b g n Hs), <- (theirs_is b g n Hs).
      split; [now intros ->|]. intros [H1 H2].
      apply masks_injective; [rewrite Hl2; symmetry; apply now_length, Hs|]. intros d.
      destruct (other_colour (turn g) d) as [->| ->]; auto. }
    rewrite takes_back_after_play.
    replace (ban (node_after n r (next_ban (table_of b) (cells_of b) n r) ws tl))
      with (next_ban (table_of b) (cells_of b) n r)
      by (unfold node_after; now destruct (to_move n)).
    destruct (unchanged n r) eqn:Eun.
    { assert (T = now g) by now apply Hun. unfold next_ban. rewrite Eun.
      split; [intros ->; right; auto|]. intros [E|[_ E]]; [exfalso; lia|congruence]. }
    apply next_ban_names_it; [exact Hq|exact Eun|exact Hback|]. intros E.
    apply Hback in E as [E1 E2].
    destruct (masks_within g n Hs) as [Hb1 Hb2], (masks_within _ _ Hs2) as [Hb3 Hb4].
    fold t r in Hb3, Hb4. rewrite <- Hmine2, Ho in Hb3. rewrite <- Htheirs2, Hm in Hb4.
    apply (took_one_stone n p q r r2); auto.
    - exact (kinds_of_play b (mine n) (theirs n) p Hb1 Hb2 Hp).
    - exact (kinds_of_play b (opposing r) (own r) q Hb3 Hb4 Hq).
    - rewrite <- (mine_is b g n Hs), has_mask, Hpe. reflexivity.
    - rewrite <- Ho, has_mask, Hqe. reflexivity.
  Qed.
End Ban.

