"""Deliberate errors in the checker, one at a time. Each must break a proof.

An error is a line of the program, changed as a hurried programmer might. `make` must fail on each; it must
not fail on the copy without an error. Usage: plant.py [JOBS [FILE...]], for the errors in these files alone;
plant.py --texts sees only whether each text is found once.
"""

import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).parent

# What it is, the file, the text, and what takes its place. A space in a text is any white space in the file.
ERRORS = [
    ("a flood that stops after one step", "Flood", "else flood fuel' near within more", "else more"),
    ("a flood over all points", "Flood", "let more := N.lor found (N.land (around near found) within) in if", "let more := N.lor found (around near found) in if"),
    ("images of the wrong stones", "Flood", "beside_from near' (N.div2 m)", "beside_from near' m"),
    ("neighbours further on alone", "Flood", "N.lor (N.shiftl (N.land m from) d) (N.land (N.shiftr m d) from)", "N.shiftl (N.land m from) d"),
    ("too little fuel", "Masks", "fuel := S (size b)", "fuel := size b"),
    ("a suicide's chain is left", "Play", "own := N.ldiff mine chain", "own := mine"),
    ("liberties of the wrong chain", "Play", "if (N.land (neighbours t chain) free =? 0)%N then {|", "if (N.land (neighbours t theirs) free =? 0)%N then {|"),
    ("own stones count as liberties", "Play", "let free := N.ldiff (all t) (N.lor mine theirs) in let alive", "let free := N.ldiff (all t) theirs in let alive"),
    ("captured stones stay", "Play", "opposing := alive; captured", "opposing := theirs; captured"),
    ("neighbours without those above", "Masks", "|| (fst pair =? q) && (snd pair =? p)) (pairs b)", ") (pairs b)"),
    ("dame count for both", "Area", "N.ldiff (spread t free (neighbours t mine)) (spread t free (neighbours t theirs))", "spread t free (neighbours t mine)"),
    ("White's area for Black", "Area", "count (points t) (points_of t white black)", "count (points t) (points_of t black white)"),
    ("komi is added", "Common", "inject_Z (area t (black n) (white n)) - komi", "inject_Z (area t (black n) (white n)) + komi"),
    ("the same player moves again", "Common", "to_move := White; passes := 0; ban := ban", "to_move := Black; passes := 0; ban := ban"),
    ("lone suicide is legal", "Common", "| multi_stone => unchanged n r", "| multi_stone => false"),
    ("suicide is legal", "Common", "(N.land (own r) here =? 0)%N", "false"),
    ("basic ko after each capture", "Ban", "(own back =? theirs n)%N && (opposing back =? mine n)%N", "true"),
    ("the ban is forgotten", "Ban", "if (ban n =? 0)%N then false", "if true then false"),
    ("a fact forgets its player", "Steps", "owner := match owner with None => 0 | Some c => number_of c end", "owner := 0"),
    ("facts forget what is missing", "Steps", "scope := scopes name (some v1) (some v2)", "scope := scopes name true true"),
    ("next is the mover", "Steps", "Mover => mover m | Next => opponent (mover m) end", "Mover => mover m | Next => mover m end"),
    ("before is after", "Steps", "| Before => Some (was m)", "| Before => Some (becomes m)"),
    ("one pass more", "Steps", "| passes_at_least n => n <=? passes_before m", "| passes_at_least n => n <? passes_before m"),
    ("not is forgotten", "Steps", "| unless a => negb (is_so m a)", "| unless a => is_so m a"),
    ("lines for plays count at passes", "Steps", "if is_a_play m then on_play o else on_pass o.", "if is_a_play m then on_pass o else on_play o."),
    ("a condition of a line is not asked", "Steps", "counts_at o m && is_so m (provided o)", "counts_at o m"),
    ("what is made true is not added", "Steps", "inserts := inserted m ws; leads := GoesOn (node_after", "inserts := []; leads := GoesOn (node_after"),
    ("a pass does not forget", "Steps", "absent := absent; clears := cleared_scopes m", "absent := absent; clears := []"),
    ("what is kept stays as it was", "Steps", "| Some s => term_at (words_before m) m (what_kept s)", "| Some s => word_of keys (words_before m) (fst kc) (snd kc)"),
    ("a sure reason to forbid is not asked", "Steps", "suicide_never (suicide R) n r here || sure m (forbids T)", "suicide_never (suicide R) n r here"),
    ("reasons are asked in spite of their condition", "Steps", "if is_so m (so x) then [fact_at (words_before m) m p] else []", "[fact_at (words_before m) m p]"),
    ("the pass that goes on is missing", "Steps", "else S (length (end_facts n))", "else length (end_facts n)"),
    ("the pass goes on whatever is remembered", "Steps", "| None => text_pass n fs", "| None => text_pass n []"),
    ("a node implies what a pass forgets", "Steps", "(plain p && negb (existsb", "(plain p || negb (existsb"),
    ("a node implies what the start alone makes true", "Steps", " && always_made on_play (fun q => q) p &&", " &&"),
    ("a node implies what holds under a condition", "Steps", "match provided (remember_when s), for_each s with | always, None => true | _, _ => false end &&", "match for_each s with None => true | _ => false end &&"),
    ("one fact ends the game for another", "Steps", "filter (fun f' => negb (same_fact f f'))", "filter (fun f' => same_fact f f')"),
    ("two lines keep one thing", "Session", " && all_apart (Spec.keeps (ko (of_rules h)))", ""),
    ("lines for one player are for both", "Session", "same_whom (Some (for_whom s)) (Some (for_whom s')) &&", "negb (same_whom (Some (for_whom s)) (Some (for_whom s'))) &&"),
    ("a pass gives two prisoners back", "Prisoners", "if play then N.succ (snd tl) else N.pred (snd tl)", "if play then N.succ (snd tl) else N.pred (N.pred (snd tl))"),
    ("prisoners of the other player", "Prisoners", "((fst tl - sign c)%Z, if play", "((fst tl + sign c)%Z, if play"),
    ("who holds none may pass", "Prisoners", "(2 * Z.of_nat (count (points t) (white n)) <? all + more)%Z", "(2 * Z.of_nat (count (points t) (white n)) <=? all + more)%Z"),
    ("stones of the start are prisoners", "Prisoners", "((- lead P)%Z, Z.to_N (stones Black P + stones White P))", "((- lead P)%Z, 0%N)"),
    ("prisoners are not counted", "Steps", "if returns R then prisoners_after (mover m) (is_a_play m) tl", "if false then prisoners_after (mover m) (is_a_play m) tl"),
    ("other prisoners serve", "Steps", "negb (returns R) && match tally T", "match tally T"),
    ("who holds a prisoner may not pass", "Steps", "else if may_return n then [Passing 0] else []", "else []"),
    ("who holds no prisoner may pass", "Steps", "returning R && holds_one t n", "returning R"),
    ("who holds no prisoner is never stuck", "Steps", "if passing T || may_return n then None", "if passing T || returning R then None"),
    ("a node implies what a pass for a prisoner forgets", "Steps", "(negb (passing T || returning R) ||", "(negb (passing T) ||"),
    ("passes for prisoners may forget", "EndTest", "else negb returning || forallb (none_forgotten false stage) names)", "else true)"),
    ("a play costs nothing under territory scoring", "Steps", "if territory R && is_a_play m then", "if false then"),
    ("a pass costs a stone under territory scoring", "Steps", "if territory R && is_a_play m then", "if territory R then"),
    ("prisoners do not count in the end", "Steps", "| None => if counts_beside R then area_score", "| None => if ikeda R then area_score"),
    ("stones of the start count under territory scoring", "Starts", "if territory R then ((- lead P)%Z, 0%N) else (0%Z, 0%N)", "(0%Z, 0%N)"),
    ("prisoners are bounded", "Session", "| None => negb (territory R) end.", "| None => true end."),
    ("prisoners are bounded where play is endless", "Session", "with None => negb (territory (of_rules h)) |", "with None => true |"),
    ("positions are decided under territory scoring", "Judge", "match counts_by R with by_area => true | _ => false end", "negb (equivalence R)"),
    ("who is stuck has won", "Steps", "match to_move n with Black => -1 | White => 1 end)%Q;", "match to_move n with Black => 1 | White => -1 end)%Q;"),
    ("games end by any fact", "EndTest", "surely play stage true (so x) && made_here play stage p &&", "made_here play stage p &&"),
    ("games end in spite of what is forgotten", "EndTest", "| n :: names' => none_forgotten play stage n && (", "| n :: names' => ("),
    ("scopes may be the same", "Session", "forallb (fun y => negb (snd y =? x)%N) l' && ", ""),
    ("a fact is pulled from what others are pulled from", "Nodes", "if is_like (fst pull) f then [at_position_of f (snd pull)] else []", "[at_position_of f (snd pull)]"),
    ("what is pulled counts as absent", "Checker", "else if negb (sources_absent s also f) then false", ""),
    ("a group after a step that pulls", "Checker", "(without_groups l) | _, _ => false end.", "(without_groups l) | _, _ => groups_absent_after s also (inserted_groups s) theirs (without_groups l) end."),
    ("a pattern after a step that pulls", "Checker", "match pulls s with [] => true | _ => false end && negb (existsb (matches p)", "negb (existsb (matches p)"),
    ("what is pulled counts as present", "Checker", "existsb (fun f' => listed f' (present s) || known_present f') (sources s f)", "existsb (fun f' => true) (sources s f)"),
    ("the moves of the header pull nothing", "Checker", "(filter (is_like (snd pull)) history)) (pulls s).", "(filter (is_like (snd pull)) history)) []."),
    ("the moves of the header pull from all", "Checker", "(filter (is_like (snd pull)) history)) (pulls s).", "history) (pulls s)."),
    ("what is pulled to has a position", "Past", "black_of := black_of f; white_of := white_of f;", "black_of := black_of f'; white_of := white_of f';"),
    ("a pull for both players", "Past", "((scope f =? scope f') && (owner f =? owner f') &&", "((scope f =? scope f') &&"),
    ("a pull for all points", "Past", " && (black_to f =? black_to f') && (white_to f =? white_to f'))%N", ")%N"),
    ("a play pulls nothing", "Steps", "pulls := pulled m ws; inserts := inserted m ws; leads := GoesOn (node_after", "pulls := []; inserts := inserted m ws; leads := GoesOn (node_after"),
    ("a pass pulls nothing", "Steps", "pulls := pulled m ws; inserts := inserted m ws; leads := GoesOn (node_passed", "pulls := []; inserts := inserted m ws; leads := GoesOn (node_passed"),
    ("for each is forgotten", "Steps", "| Some _ => []", "| Some _ => if happens (remember_when s) m then [fact_at ws m (what_fact s)] else []"),
    ("pulls the other way round", "Steps", "[(of_first ws m (what_fact s), of_first ws m p)]", "[(of_first ws m p, of_first ws m (what_fact s))]"),
    ("pulls in spite of a condition", "Steps", "if happens (remember_when s) m then [(of_first", "if counts_at (remember_when s) m then [(of_first"),
    ("a pull forgets its player", "Steps", "fact_with (p_name p) (option_map (mover_or_next m) (p_player p)) (Some (0, 0)%N)", "fact_with (p_name p) None (Some (0, 0)%N)"),
    ("a node implies what is true for each", "Steps", "match provided (remember_when s), for_each s with | always, None => true", "match provided (remember_when s), for_each s with | always, _ => true"),
    ("for each at the start", "Starts", "on_start (remember_when s) && negb (some (for_each s)) then", "on_start (remember_when s) then"),
    ("games end for each fact", "EndTest", " && surely_stands q end)", " end)"),
    ("games end by what is said of another position", "EndTest", "same_term (p_1 p) Before && surely_stands", "surely_stands"),
    ("what plays make stands from the start", "EndTest", "always_made T on_start from_after q && always_made", "always_made"),
    ("what stands at the start stands", "EndTest", "always_made T on_start from_after q && always_made T on_play (fun q => q) q &&", "always_made T on_start from_after q &&"),
    ("what stands is not forgotten", "EndTest", "plain q && negb (existsb (fun f => on_pass (forget_when f) && (which f =? p_name p)) (forgets T))", "plain q"),
    ("what a player has made stands for the other", "EndTest", "plain q && negb", "negb"),
    ("what is said of the position after stands", "EndTest", "same_pattern p (about (p_name p) (p_player p) Before) &&", ""),
    ("decided for each position", "Decided", " && forallb (fun s => match for_each s with None => true | Some _ => false end) (remembers T).", "."),
    ("for each is not written", "Header", 'Some g => " for each " ++ show_fact g end', 'Some g => "" end'),
    ("any word is a variable", "Header", 'is_between "A" "Z" c && all_of_it', "all_of_it"),
    ("a variable goes on", "Header", 'is_between "A" "Z" c && all_of_it in_word n\'', 'is_between "A" "Z" c'),
    ("any fact after for each", "Header", "good_fact f && match each with None => true | Some g => good_fact g end && good_when o", "good_fact f && good_when o"),
    ("a forgotten guard", "Checker", "forallb known_present (present s) && forallb known_absent (absent s)", "forallb known_present (present s)"),
    ("what prohibits is not asked", "Checker", "forallb known_absent (prohibiting s) && ", ""),
    ("the winner by one less", "Nodes", "| White, false => Qlt_bool s (threshold k)", "| White, false => Qle_bool s (threshold k)"),
    ("an easier lemma serves", "Nodes", "else Qle_bool (threshold k') (threshold k) | White", "else true | White"),
    ("what is inserted counts as absent", "Checker", "if listed f (inserts s) then false else ", ""),
    ("what is cleared counts as present", "Checker", "known_present f) && negb (cleared s f)", "known_present f)"),
    ("a group with what the step inserts", "Checker", "negb (existsb (fun g => is_bit g (c, bits)) inserted) &&", ""),
    ("a way out is passed over", "Checker", "existsb known_absent (present s).", "existsb known_absent (absent s)."),
    ("the winner may be anybody", "Checker", "his_move which cited => same_colour (to_move n) (winner (says_who l)) && ", "his_move which cited => "),
    ("a claim under any history", "Checker", "forallb (fun f => negb (listed f history)) (without l) && forallb", "forallb"),
    ("a claim in spite of a pattern", "Checker", "forallb (fun f => negb (existsb (fun p => matches p f) (without_patterns l))) history &&", ""),
    ("a pattern with what the step inserts", "Checker", "negb (existsb (matches p) (inserts s)) &&", ""),
    ("a pattern of other facts", "Nodes", "(scope f =? of_scope p)%N && ", ""),
    ("a pattern of fewer points includes more", "Nodes", "(N.ldiff (one_of p') (one_of p) =? 0)%N.", "(N.ldiff (one_of p) (one_of p') =? 0)%N."),
    ("a pattern of more stones includes more", "Nodes", "(N.ldiff (all_of p) (all_of p') =? 0)%N && ", ""),
    ("any permutation is a symmetry", "Turn", "next_to_b b (goes s p) (goes s q) && next_to_b b (back s p) (back s q)", "true"),
    ("two points go to one", "Turn", "(back s (goes s p) =? p) && ", ""),
    ("colours are exchanged in spite of komi", "Turn", "Qeq_bool (komi R) 0 && negb (equivalence R)", "negb (equivalence R)"),
    ("colours are exchanged in spite of Ikeda's rule", "Turn", " && negb (ikeda R)).", ")."),
    ("colours are exchanged though White passes last", "Turn", " && negb (equivalence R) &&", " &&"),
    ("one symmetry after another may exchange colours as it likes", "Turn", " && eqb (swaps w) (xorb (swaps u) (swaps v)).", "."),
    ("one symmetry after another, the other way round", "Turn", "goes w p =? goes u (goes v p)", "goes w p =? goes v (goes u p)"),
    ("symmetries that are no group", "Session", " && match grouped with [] => true | _ => closed_turns (of_board h) us end", ""),
    ("a fact in two groups", "Groups", "if (g =? snd like)%N then Some m else None", "Some m"),
    ("images are like the fact that is listed", "Groups", "let like := if is_like (fst like) f then like else (f, snd like) in", "let like := like in"),
    ("facts with the same stones are one", "Groups", "if is_like (fst like) f then Some (snd like) else group_in f l'", "Some (snd like)"),
    ("facts with the same black stones are one", "Groups", "if (w =? white_of f)%N then", "if true then"),
    ("a group has what is listed alone", "Groups", "flat_map orbit (facts_listed m g)", "facts_listed m g"),
    ("a step adds a fact of an absent group", "Checker", "negb (listed f (inserts s)) && (listed f (without l)", "(listed f (without l)"),
    ("the image of at least is at least", "Turn", "strict := negb (strict k); winner := opponent", "strict := strict k; winner := opponent"),
    ("the image has the same winner", "Turn", "winner := opponent (winner k)", "winner := winner k"),
    ("the image's facts have the same owner", "Turn", "if (o =? 1)%N then 2%N else if (o =? 2)%N then 1%N else o else o", "o else o"),
    ("the image's patterns have the same player", "Turn", "of_player := image_player t (of_player p)", "of_player := of_player p"),
    ("the image's words have the same owner", "Turn", "word_of keys ws (fst kc) (image_player t (snd kc))", "word_of keys ws (fst kc) (snd kc)"),
    ("a node off the board has an image", "Turn", "if same_node (image_node b keys (inverse (forth u)) (table_back u) n) (place l) && forallb", "if forallb"),
    ("the image bans the same point", "Turn", "Some p => (2 + N.of_nat (goes s p))%N", "Some p => (2 + N.of_nat p)%N"),
    ("one eye is enough", "Judge", "match vital rs chain with V :: W :: _ => (N.land V W =? 0)%N | _ => false end", "match vital rs chain with V :: _ => true | _ => false end"),
    ("eyes that overlap", "Judge", "V :: W :: _ => (N.land V W =? 0)%N | _", "V :: W :: _ => true | _"),
    ("an eye may be left", "Judge", "subset (neighbours t r) (N.lor r A) && ", ""),
    ("an eye that the chain does not see", "Judge", "filter (fun r => subset r near) rs", "rs"),
    ("stones in no chain live", "Judge", "subset A (union chains) && ", ""),
    ("an inner point with one neighbour", "Judge", "(2 <=? count (points t) near) && ", ""),
    ("two inner points with a common neighbour", "Judge", "subset others near && (N.land near (neighbours t others) =? 0)%N", "subset others near"),
    ("inner points far apart", "Judge", "subset others near && ", ""),
    ("stones of his stand on settled points", "Judge", "(N.land E (N.lor A mine) =? 0)%N", "(N.land E A =? 0)%N"),
    ("settled points may be left", "Judge", " && subset (neighbours t E) (N.lor E A) &&", " &&"),
    ("chains without a liberty", "Judge", "all_have_liberties mine theirs && subset A mine", "subset A mine"),
    ("decided in spite of a ban", "Judge", "&& (ban n =? 0)%N &&", "&&"),
    ("decided whatever has occurred", "Judge", "forallb (fun p => existsb (fun mine => includes mine p) (without_patterns l)) (needed_patterns X A E) &&", ""),
    ("decided though the game may end", "Judge", "(N.land E others =? 0)%N ||", "true ||"),
    ("decided under any rules", "Judge", "&& bans_what_it_makes (ko R) &&", "&&"),
    ("decided in spite of suicide", "Judge", "match suicide R with forbidden => true | _ => false end &&", "true &&"),
    ("settled points count twice", "Judge", "(2 * Z.of_nat (count (points t) (N.lor A E)) - Z.of_nat (points t))", "(2 * Z.of_nat (count (points t) (N.lor A E)))"),
    ("bans by what was before", "Decided", "Some p => match last_term p with After => true | _ => false end end) (forbids T) &&", "Some p => true end) (forbids T) &&"),
    ("a claim of less than White has", "Session", "strict := true; winner := White; endless := false |}", "strict := false; winner := White; endless := false |}"),
    ("a claim that needs no lemma", "Session", "let s := (inject_Z (Z.of_nat (size b)) - komi R)%Q in", "let s := (inject_Z (Z.of_nat (size b)) - 1 - komi R)%Q in"),
    ("a game without counted positions is worth no less than any", "Session", "Some _ => if Qle_bool s 0 then s else 0 end", "Some _ => s end"),
    ("a game without counted positions is worth no more than any", "Session", "Some _ => if Qle_bool s 0 then 0 else s end", "Some _ => s end"),
    ("sums have bounds", "Session", "(end_names L) && has_range (of_rules h) &&", "(end_names L) &&"),
    ("a tally with less of an excess", "Tally", "(Qnum each * (Z.of_N (snd tl) - Z.of_N (snd tl')) <=? (fst tl - fst tl') * Z.pos (Qden each))%Z &&", ""),
    ("a tally that loses as it stands", "Tally", " && (meets k (tally_score komi c tl) || negb (meets k (tally_score komi c tl')))", ""),
    ("White's tallies as Black's", "Tally", "| White => outweighs komi c k tl' tl end", "| White => outweighs komi c k tl tl' end"),
    ("an excess without komi", "Tally", "else (threshold k + komi)%Q in", "else threshold k in"),
    ("sums have the excess of means", "Tally", "let each := if adds_up c then komi else", "let each := if adds_up c then threshold k + komi else"),
    ("nothing counted is worth komi", "Tally", "| N0 => 0", "| N0 => - komi"),
    ("tallies serve under other nodes", "Steps", "Some c => same_but_for_tally n n' && tally_serves", "Some c => tally_serves"),
    ("every event counts", "Steps", "Some c => if happens (count_when c) m", "Some c => if counts_at (count_when c) m"),
    ("the other position is counted", "Steps", "let x := if the_new_position c then becomes m else was m in", "let x := if the_new_position c then was m else becomes m in"),
    ("the last pass counts nothing", "Steps", "Some c => tally_score (komi R) c (tallied_after t (pass_moment n) (tallied n))", "Some c => tally_score (komi R) c (tallied n)"),
    ("passes count nothing", "Steps", "ws (memory_after R t m (tallied n))) |}. (** A fact that every", "ws (tallied n)) |}. (** A fact that every"),
    ("White pays for each pass", "Steps", "if is_a_play m || negb (snd tl =? 0)%N then tl", "if is_a_play m then tl"),
    ("Black pays too", "Steps", "match mover m with Black => 0 | White => -1 end)%Z, 1%N)", "match mover m with Black => -1 | White => -1 end)%Z, 1%N)"),
    ("nobody has passed", "Steps", "| White => -1 end)%Z, 1%N).", "| White => -1 end)%Z, 0%N)."),
    ("the pass that ends the game costs nothing", "Steps", "inject_Z (fst (beside_after R (pass_moment n) (tallied n)))", "inject_Z (fst (tallied n))"),
    ("a lemma about one who has paid less", "Steps", "match winner k with Black => (fst tl' <=? fst tl)%Z | White => (fst tl <=? fst tl')%Z end", "match winner k with Black => (fst tl <=? fst tl')%Z | White => (fst tl' <=? fst tl)%Z end"),
    ("a lemma for when nobody has passed", "Steps", "(snd tl =? snd tl')%N && match winner k", "match winner k"),
    ("a lemma about another node, where White pays", "Steps", "None => counts_beside R && same_but_for_tally n n' &&", "None => counts_beside R &&"),
    ("dues serve where nobody pays", "Steps", "None => counts_beside R && same_but_for_tally", "None => same_but_for_tally"),
    ("no score is less by what White pays", "Session", "None => if ikeda R then s - 1 else s |", "None => s |"),
    ("the image's tallies are those of the same player", "Turn", "if exchanges t then ((- fst (tallied n))%Z, snd (tallied n)) else tallied n", "tallied n"),
    ("decided in spite of a tally", "Judge", "match tally (ko R) with | None => match counts_by R with by_area => true | _ => false end && negb (ikeda R) | Some _ => false end", "match tally (ko R) with None => true | Some _ => true end"),
    ("decided in spite of Ikeda's rule", "Judge", "end && negb (ikeda R) |", "end |"),
    ("a ko that is not taken back", "Kos", "if (own back =? theirs)%N && (opposing back =? mine)%N then", "if true then"),
    ("suicides of Black alone are kos", "Kos", "if (b =? 0)%N || (w =? 0)%N then 0%N else N.lor b w", "if (b =? 0)%N then 0%N else N.lor b w"),
    ("a suicide is a ko where it is illegal", "Kos", "else kos_by_capture t black white.", "else N.lor (kos_by_capture t black white) (suicide_kos t black white)."),
    ("a suicide where a stone stands", "Kos", "negb (has (N.lor mine theirs) p) && leaves_it t mine theirs p", "leaves_it t mine theirs p"),
    ("each stone that is captured is a suicide", "Kos", "(own r =? mine)%N && (opposing r =? theirs)%N.", "(own r =? mine)%N."),
    ("kos that Black takes alone", "Kos", "N.lor (ko_with t black white p) (ko_with t white black p)", "ko_with t black white p"),
    ("half a ko", "Kos", "N.lor (single p) (single q)", "single p"),
    ("a frame after the play", "Steps", "kos_there := fun lone => kos_of lone t (black n) (white n)", "kos_there := fun lone => kos_of lone t (black n') (white n')"),
    ("stones on kos are in the frame", "Steps", "(N.ldiff (fst (was m)) k, N.ldiff (snd (was m)) k)", "was m"),
    ("a point on a ko is beside it, too", "Steps", "if pointed f then N.ldiff (spot m) k else 0%N", "if pointed f then spot m else 0%N"),
    ("a point always with the mover's stone", "Steps", "Some (more_stones (mover_or_next m w) (spot m) (0, 0)%N)", "Some (more_stones (mover m) (spot m) (0, 0)%N)"),
    ("a node implies facts about frames", "Steps", "match t with Nothing | After | Kept _ _ => true | _ => false end.", "match t with Before => false | _ => true end."),
    ("a piece about another board", "Pieces", "(if board_same (its_board p) b then true else false) && ", ""),
    ("a piece under other rules", "Pieces", "(if rules_same (its_rules p) R then true else false) &&", ""),
    ("a piece whose facts are written otherwise", "Pieces", "(if scopes_same (its_scopes p) scope_list then true else false) && ", ""),
    ("a piece with other groups", "Pieces", "scope_list then true else false) && groups_agree p gs.", "scope_list then true else false)."),
    ("a piece hands on no groups", "Session", "match without_groups l with [] => [] | _ => grouped_facts s end", "[]"),
    ("any piece is assumed", "Session", " && forallb (may_assume (of_board h) (of_rules h) (scope_list L) gs) ps", ""),
    ("what a piece needs is not asked", "Checker", "Some other' => serves_after no_step [] n other'", "Some other' => at_least_as_hard (says_who other') (says_who l)"),
    ("a claim that needs no lemma where games go on", "Session", "games_end (ko (of_rules h)) (returning (of_rules h)) (end_names L) && has_range", "has_range"),
    ("handicap stones may die at once", "Handicap", "if same_content (at_point T p) Empty then [] else [T]", "[T]"),
    ("White has an answer to some placements", "Handicap", "| White => forallb (placed_holds s k places others) next", "| White => existsb (placed_holds s k places others) next"),
    ("Black begins after handicap stones", "Session", "let n := start_node R P White in", "let n := start_node R P Black in"),
    ("a lemma that rests on endless play after handicap stones", "Session", "negb (endless claim) && match by_lemma", "match by_lemma"),
    ("White has no claim after handicap stones", "Driver", "holds (black_claim v) && holds (white_claim v)", "holds (black_claim v)"),
    ("handicap stones are not written", "Header", '" handicap=" ++ number_text (its_handicap h)', '""'),
    ("a player written like the other", "Header", 'Next => "next" end', 'Next => "mover" end'),
    ("two letters for columns without the first", "Header", 'then "" else letter (c / 25 - 1)) ++', 'then "" else "") ++'),
    ("rows of a point without the number", "Header", "column_text (p mod columns) ++ number_text (rows - p / columns)",
     "column_text (p mod columns)"),
    ("a frame is written like a point", "Header", 'The_frame => "frame(before)"', 'The_frame => "point"'),
    ("or is written like and", "Header", 'show_all a ++ " or " ++ show_any rest', 'show_all a ++ " and " ++ show_any rest'),
    ("brackets are left out", "Header", 'In_brackets c => "(" ++ show_any c ++ ")"', "In_brackets c => show_any c"),
    ("not is left out", "Header", 'Is_not p => "not " ++ show_one p', "Is_not p => show_one p"),
    ("exactly and at least are written alike", "Header", 'Passes_are n => "passes = "', 'Passes_are n => "passes >= "'),
    ("the condition of a line is not written", "Header", 'Some c => " if " ++ show_any c', 'Some c => " if "'),
    ("plays and passes are written alike", "Header", '["pass"] else []', '["play"] else []'),
    ("facts without commas", "Header", 'joined ", " (map show_term (terms f))', 'joined "" (map show_term (terms f))'),
    ("komi is not written", "Header", '" komi=" ++ show_score (its_komi h) ++', '" komi=" ++'),
    ("negative scores are written like positive ones", "Header", '(if (Qnum q <? 0)%Z then "-" else "") ++', '"" ++'),
    ("denominators are not written", "Header", '"/" ++ digits (N.pos (Qden q))', '"/"'),
    ("a claim of more is written like one of as much", "Header", 'if more_than then " > "', 'if more_than then " >= "'),
    ("the player is not written", "Header", 'Black => "black" | White => "white" end) ++ new_line', 'Black => "black" | White => "black" end) ++ new_line'),
    ("names may be words of the language", "Header", ' && negb (existsb (String.eqb n) language)', ""),
    ("the player is not shown", "Shown", 'Black => "Black" | White => "White" end) ++ " to', 'Black => "Black" | White => "Black" end) ++ " to'),
    ("a claim of more is shown like one of as much", "Shown", 'if more_than then "more than "', 'if more_than then "at least "'),
    ("the text of a rule is not shown", "Shown", ':: map (fun s => "  " ++ show_statement s) (its_statements h)', ":: []"),
    ("a name may mean another text", "Meaning", "if Pieces.text_same T K then true else false", "true"),
    ("the header is not compared with the file", "Driver", " && String.eqb (Header.print h) lines", ""),
    ("what others rest on is shown before the claim", "Driver", "O => closes h s' claims |", "O => true |"),
    ("a promise that is not kept", "Checker", "with | None => false | Some l' => keeps_word (snd p) l' end) (promise_list ls)", "with None => true | Some l' => keeps_word (snd p) l' end) (promise_list ls)"),
    ("a promise kept by an easier lemma", "Checker", "at_least_as_hard (says_who l') (says_who l) && same_node (place l) (place l') &&", "same_node (place l) (place l') &&"),
    ("a promise kept at another node", "Checker", "same_node (place l) (place l') && asks_nothing l'.", "asks_nothing l'."),
    ("a promise kept under conditions", "Checker", "same_node (place l) (place l') && asks_nothing l'.", "same_node (place l) (place l')."),
    ("an ordinary lemma is promised", "Checker", "if endless (says_who l) then Some", "if true then Some"),
    ("endless play serves where it is no win", "Nodes", "(negb (endless k) || endless k') && same_colour", "same_colour"),
    ("the image forgets that endless play is a win", "Turn", "endless := endless k |} else k.", "endless := false |} else k."),
    ("who holds out need not wait for what is promised", "Session", " && (negb (endless claim) || all_kept (its_lemmas s))", ""),
    ("other files rest on endless play", "Session", "if endless (says_who l) then None else Some (proven_by s l :: ps)", "Some (proven_by s l :: ps)"),
    ("a bound beyond what can be counted", "Session", "if endless k then wins k (extreme_score h k) else Qeq_bool (threshold k) (extreme_score h k).", "wins k (extreme_score h k)."),
    ("a bound without a lemma where positions are counted", "Session", " && match tally (ko (of_rules h)) with None => negb (territory (of_rules h)) | Some _ => false end && if endless", " && if endless"),
    ("Black holds out for the lower bound", "Session", "bound_holds s (black_holds u) third", "bound_holds s (black_holds v) third"),
    ("White need not hold out", "Session", "bound_holds s (white_holds v) second", "bound_holds s (white_holds u) second"),
    ("endless play between the bounds counts as the upper one", "Bounds", "if Qle_bool U e then U else e.", "U."),
]


def changed(file, text, other):
    source = (HERE / f"{file}.v").read_text()
    found = list(re.finditer(r"\s+".join(re.escape(word) for word in text.split()), source))
    assert len(found) == 1, f"{file}.v has {len(found)} times: {text}"
    return source[: found[0].start()] + other + source[found[0].end() :]


def build(error):
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        for path in HERE.glob("*.v"):
            shutil.copy2(path, folder)
        shutil.copy2(HERE / "Makefile", folder)
        shutil.copytree(HERE / "program", folder / "program")
        for path in HERE.glob("*.vo"):  # What does not depend on the change need not be proved again.
            shutil.copy2(path, folder)
        if error:
            _, file, text, other = error
            (folder / f"{file}.v").write_text(changed(file, text, other))
        run = subprocess.run(["make", "-C", folder, "assumptions"], capture_output=True, text=True)
        said = re.search(r"File .*\n(?:.*\n)*?Error:?.*\n?.*", run.stdout + run.stderr)
        return run.returncode, said.group().split("\n")[0] if said else (run.stdout + run.stderr)[-300:]


def main():
    for error in ERRORS:
        changed(*error[1:])
    if sys.argv[1:] == ["--texts"]:
        print(f"{len(ERRORS)} errors, the text of each is found once")
        return
    subprocess.run(["make", "-s", "-C", HERE, "assumptions"], check=True, stdout=subprocess.DEVNULL)
    assert build(None)[0] == 0, "the copy without an error does not build"
    missed, planted = [], [error for error in ERRORS if error[1] in sys.argv[2:] or len(sys.argv) < 3]
    with ThreadPoolExecutor(int(sys.argv[1]) if len(sys.argv) > 1 else 2) as pool:
        for error, (code, said) in zip(planted, pool.map(build, planted)):
            print(f"{'found' if code else 'MISSED'}: {error[0]}: {said}", flush=True)
            if not code:
                missed.append(error[0])
    if missed:
        sys.exit(f"no proof breaks: {missed}")
    print(f"{len(planted)} errors, each breaks a proof")


if __name__ == "__main__":
    main()
