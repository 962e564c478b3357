(** * The ko rules that have a name

    Each is the text that [crates/rules/rules] has under this name. To be believed like [Spec.v], by
    whoever reads the name of a rule in place of its text. *)

From Coq Require Import List QArith PeanoNat.
Import ListNotations.
Open Scope nat_scope.
From Verified Require Import Spec.

Definition any_time : occasion :=
  {| on_start := true; on_play := true; on_pass := true; provided := always |}.
Definition at_plays (a : condition) : occasion :=
  {| on_start := false; on_play := true; on_pass := false; provided := a |}.
Definition at_passes (a : condition) : occasion :=
  {| on_start := false; on_play := false; on_pass := true; provided := a |}.
Definition at_positions : occasion :=
  {| on_start := true; on_play := true; on_pass := false; provided := always |}.

Definition about (n : nat) (w : option whom) (t : term) : pattern :=
  {| p_name := n; p_player := w; p_1 := t; p_2 := Nothing |}.
Definition change : pattern := {| p_name := 0; p_player := None; p_1 := Before; p_2 := After |}.
Definition if_remembered (p : pattern) : reason := {| so := always; remembered := Some p |}.
Definition if_so (a : condition) : reason := {| so := a; remembered := None |}.
Definition a_line (p : pattern) (o : occasion) : remember :=
  {| what_fact := p; for_each := None; remember_when := o |}.

(** Rules that look back at the whole game, and two passes end it. *)
Definition superko (p : pattern) (o : occasion) : text :=
  {| remembers := [a_line p o];
     forgets := [];
     keeps := [];
     forbids := [if_remembered p];
     ends := [if_so (passes_at_least 1)];
     passing := true;
     tally := None |}.

Definition PSK := superko (about 0 None After) at_positions.
Definition SSK := superko (about 0 (Some Next) After) any_time.
Definition NSSK := superko (about 0 (Some Mover) After) (at_plays always).
Definition Fixed := superko change (at_plays always).

Definition BasicFixed :=
  {| remembers := remembers Fixed;
     forgets := [];
     keeps := [];
     forbids := [if_so retakes; if_remembered change];
     ends := ends Fixed;
     passing := true;
     tally := None |}.

Definition pointed_frame := {| pointed := true; lone_suicides := false |}.
Definition BasicKoRules :=
  let played :=
    {| p_name := 0; p_player := Some Mover; p_1 := Off_kos Mover pointed_frame;
       p_2 := On_kos Mover pointed_frame |} in
  {| remembers := [a_line played (at_plays always)];
     forgets := [];
     keeps := [];
     forbids := [if_so retakes; if_remembered played];
     ends := [if_so (passes_at_least 1)];
     passing := true;
     tally := None |}.

Definition ConfigurationRules :=
  let played w := {| p_name := 1; p_player := None; p_1 := Before; p_2 := Point w |} in
  let of_all_that_stood w :=
    {| what_fact := played w; for_each := Some (about 0 None Before);
       remember_when := at_plays always |} in
  {| remembers :=
       [a_line (about 0 None After) at_positions;
        of_all_that_stood Mover;
        of_all_that_stood Next];
     forgets := [];
     keeps := [];
     forbids := [if_so retakes; if_remembered (played Mover)];
     ends := [if_so (passes_at_least 1)];
     passing := true;
     tally := None |}.

Definition Primitive :=
  {| remembers := remembers PSK;
     forgets := [];
     keeps := [];
     forbids := forbids PSK;
     ends := [];
     passing := false;
     tally := None |}.

Definition Spight :=
  let stood := about 0 None After in
  let passed := about 1 (Some Mover) Before in
  {| remembers := [a_line stood any_time; a_line passed (at_passes always)];
     forgets := [{| which := 0; forget_when := at_passes always |}];
     keeps := [];
     forbids := [if_remembered stood];
     ends := [if_remembered passed];
     passing := true;
     tally := None |}.

Definition Spight2 :=
  {| remembers :=
       [a_line (about 0 (Some Mover) Before) (at_plays always);
        a_line (about 1 (Some Mover) Before) (at_passes always)];
     forgets := [{| which := 0; forget_when := at_passes always |}];
     keeps := [];
     forbids :=
       [if_remembered (about 0 (Some Next) After);
        if_remembered (about 1 (Some Next) After)];
     ends := [if_so (passes_at_least 1)];
     passing := true;
     tally := None |}.

Definition Kee2007 :=
  let had := {| p_name := 0; p_player := Some Next; p_1 := After; p_2 := Kept 0 Mover |} in
  {| remembers := [a_line had any_time];
     forgets := [];
     keeps :=
       [{| place_kept := 0; for_whom := Mover; what_kept := Before;
           keep_when := at_passes always |}];
     forbids := [if_remembered had];
     ends := [if_so (both (passes_at_least 1) (same (Kept 0 Mover) Before))];
     passing := true;
     tally := None |}.

Definition KeeMarch (free the_same : bool) :=
  let one_pass := both (passes_at_least 1) (unless (passes_at_least 2)) in
  let disturbed :=
    if the_same then {| p_name := 1; p_player := Some Mover; p_1 := Before; p_2 := After |}
    else about 1 (Some Mover) Before in
  let passed := about 2 (Some Mover) Before in
  {| remembers :=
       [a_line (about 0 None After) at_positions;
        a_line disturbed (at_plays one_pass);
        a_line passed (at_passes always)] ++
       (if free then [] else [a_line (about 0 None After) (at_passes always)]);
     forgets :=
       [{| which := 0; forget_when := at_passes always |};
        {| which := 2; forget_when := at_plays one_pass |}];
     keeps := [];
     forbids :=
       [if_remembered (about 0 None After);
        {| so := one_pass; remembered := Some disturbed |}];
     ends := [if_so (passes_at_least 2); if_remembered passed];
     passing := true;
     tally := None |}.

Definition KeeOctober :=
  let again := passes_at_least 1 in
  let initialised := about 1 (Some Mover) Before in
  {| remembers :=
       [a_line (about 0 None After) at_positions;
        a_line (about 0 None Before) (at_plays again);
        a_line initialised
          {| on_start := false; on_play := true; on_pass := true; provided := again |}];
     forgets := [{| which := 0; forget_when := at_plays again |}];
     keeps := [];
     forbids :=
       [{| so := both (passes_at_least 0) (unless again);
           remembered := Some (about 0 None After) |};
        if_so (both again (same After Before));
        {| so := again; remembered := Some initialised |}];
     ends := [if_so (passes_at_least 2)];
     passing := true;
     tally := None |}.

(** Rules under which nothing is remembered, so that play can go on for ever. *)
Definition NoKoRule :=
  {| remembers := [];
     forgets := [];
     keeps := [];
     forbids := [];
     ends := ends Fixed;
     passing := true;
     tally := None |}.

Definition BasicKo :=
  {| remembers := [];
     forgets := [];
     keeps := [];
     forbids := [if_so retakes];
     ends := ends Fixed;
     passing := true;
     tally := None |}.

(** The option [sum] of Kee's superko: scores of several scoring positions are added up. *)
Definition Kee (sum : bool) :=
  let stood := about 0 None After in
  let passed := about 1 (Some Mover) Before in
  {| remembers := [a_line stood any_time; a_line passed (at_passes always)];
     forgets := [{| which := 0; forget_when := at_passes always |}];
     keeps := [];
     forbids := [if_remembered stood];
     ends := [if_so (passes_at_least 2); if_remembered passed];
     passing := true;
     tally :=
       Some {| the_new_position := false;
               count_when := at_passes (both (passes_at_least 1) (unless (passes_at_least 2)));
               adds_up := sum |} |}.

(** Ends of a ruleset: four passes in a row end the game (agreement), or no pass does. Then there
    are no passes, or each gives back a prisoner. *)
Definition by_agreement (k : text) :=
  {| remembers := remembers k;
     forgets := forgets k;
     keeps := keeps k;
     forbids := forbids k;
     ends := [if_so (passes_at_least 3)];
     passing := true;
     tally := tally k |}.

Definition without_passes (k : text) :=
  {| remembers := remembers k;
     forgets := forgets k;
     keeps := keeps k;
     forbids := forbids k;
     ends := [];
     passing := false;
     tally := tally k |}.

(** Where suicide of lone stones is legal, two of them are a ko. *)
Definition with_lone_suicides (k : text) :=
  let see t :=
    match t with
    | Off_kos w f => Off_kos w {| pointed := pointed f; lone_suicides := true |}
    | On_kos w f => On_kos w {| pointed := pointed f; lone_suicides := true |}
    | _ => t
    end in
  let fact p :=
    {| p_name := p_name p; p_player := p_player p; p_1 := see (p_1 p); p_2 := see (p_2 p) |} in
  {| remembers :=
       map (fun s => {| what_fact := fact (what_fact s);
                        for_each := option_map fact (for_each s);
                        remember_when := remember_when s |}) (remembers k);
     forgets := forgets k;
     keeps := keeps k;
     forbids :=
       map (fun x => {| so := so x; remembered := option_map fact (remembered x) |}) (forbids k);
     ends := ends k;
     passing := passing k;
     tally := tally k |}.

Definition with_ko (k : text) : rules :=
  {| ko := k;
     suicide := forbidden;
     komi := 0;
     counts_by := by_area;
     ikeda := false;
     returning := false |}.

Definition psk := with_ko PSK.
Definition ssk := with_ko SSK.
Definition nssk := with_ko NSSK.
Definition fixed := with_ko Fixed.
Definition basic_fixed := with_ko BasicFixed.
Definition spight := with_ko Spight.
Definition spight_2 := with_ko Spight2.
Definition primitive := with_ko Primitive.
Definition kee_2007 := with_ko Kee2007.
Definition kee_2020_03 := with_ko (KeeMarch false false).
Definition kee_2020 := with_ko KeeOctober.
Definition kee := with_ko (Kee false).
Definition none := with_ko NoKoRule.
Definition basic := with_ko BasicKo.
