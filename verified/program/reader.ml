(* The reader: from the bytes of a certificate to what the verified checker takes.

   Little here need be trusted: that numbers are none below 0, and that what the checker answers is passed on. The
   header is only offered to it: the checker prints it, and compares that with what the file begins with. Whatever
   lemmas it is handed, it accepts only what proves the claim. The heading of each part says whether it is to be trusted,
   and docs/verified.md has the number of lines. *)

module C = Checker

exception Refused of string      (* the file is no certificate, or does not prove its value *)
exception Not_covered of string  (* nothing is said about the file *)

let must holds fault = if not holds then raise (Refused fault)
let covered holds what = if not holds then raise (Not_covered what)

let rec nat n = if n = 0 then C.O else C.S (nat (n - 1))
let rec int_of_nat = function C.O -> 0 | C.S n -> 1 + int_of_nat n
let nats = Array.make 1441 C.O
let () = for n = 1 to 1440 do nats.(n) <- C.S nats.(n - 1) done

let chars text = List.of_seq (String.to_seq text)
let of_chars chars = String.of_seq (List.to_seq chars)

(* ---- The header, which need not be trusted ---- *)

(* From the lines of a file to the tree of Header.v. What is refused here is only what the format forbids: the checker
   tests that the tree is written as the file is. *)

let starts_with word text =
  String.length text >= String.length word && String.sub text 0 (String.length word) = word

let after word text = String.sub text (String.length word) (String.length text - String.length word)

(* A whole number of at most so many digits. *)
let natural digits text =
  must (text <> "" && String.for_all (fun c -> c >= '0' && c <= '9') text && String.length text <= digits) ("no number: " ^ text);
  int_of_string text

let rec gcd a b = if b = 0 then a else gcd b (a mod b)

let score text =
  let negative = starts_with "-" text in
  let plain = if negative then after "-" text else text in
  let numerator, denominator =
    match String.split_on_char '/' plain with
    | [ whole ] -> natural 6 whole, 1
    | [ above; below ] -> natural 6 above, natural 6 below
    | _ -> raise (Refused ("no score: " ^ text))
  in
  must (denominator > 0 && gcd numerator denominator = 1) ("no score: " ^ text);
  { C.qnum = (if negative then -numerator else numerator); qden = denominator }

(* A board, with its rows and columns. *)
let board text =
  let points n = must (1 <= n && n <= 64) "a board has 1 to 64 points" in
  let grid make size =
    match List.map (natural 2) (String.split_on_char 'x' size) with
    | [ rows; columns ] -> points (rows * columns); make (nat rows) (nat columns), rows, columns
    | _ -> raise (Refused ("no board: " ^ text))
  in
  let line make size = let n = natural 2 size in points n; make (nat n), 1, n in
  match String.split_on_char ':' text with
  | [ size ] -> grid (fun r c -> C.A_rectangle (r, c)) size
  | [ "cylinder"; size ] -> grid (fun r c -> C.A_cylinder (r, c)) size
  | [ "torus"; size ] -> grid (fun r c -> C.A_torus (r, c)) size
  | [ "cycle"; size ] -> line (fun n -> C.A_cycle n) size
  | [ "complete"; size ] -> line (fun n -> C.A_complete n) size
  | [ "star"; size ] -> line (fun n -> C.A_star n) size
  | [ "graph6"; code ] ->
      let shape = C.A_graph6 (chars code) and length = String.length code in
      let first = if starts_with "~" code then 4 else 1 in
      must (length >= first && String.for_all (fun c -> '?' <= c && c <= '~') code) ("no graph6: " ^ code);
      let digit i = Char.code code.[i] - 63 in
      let n = if first = 1 then digit 0 else (digit 1 lsl 12) lor (digit 2 lsl 6) lor digit 3 in
      points n;
      must (C.board_of shape <> None && 6 * (length - first) < (n * (n - 1) / 2) + 6) ("no graph6: " ^ code);
      shape, 1, n
  | _ -> raise (Refused ("no board: " ^ text))

let position rows columns text =
  let lines = String.split_on_char '/' text in
  must (List.length lines = rows && List.for_all (fun row -> String.length row = columns) lines) "no position";
  let content = function
    | 'X' -> C.Stone C.Black
    | 'O' -> C.Stone C.White
    | '.' -> C.Empty
    | _ -> raise (Refused "no position")
  in
  List.map (fun line -> List.map content (chars line)) lines

let shown shape move = of_chars (C.show_move shape move)

(* Moves by their names. *)
let moves shape size text =
  let names = Hashtbl.create 64 in
  List.iter (fun move -> Hashtbl.replace names (shown shape move) move) (C.Pass :: List.init size (fun p -> C.Play (nat p)));
  List.map (fun name -> match Hashtbl.find_opt names name with
      | Some move -> move
      | None -> raise (Refused ("no move: " ^ name))) (String.split_on_char ' ' text)

(* Ko rules: texts in their normal form, docs/rule-language.md. *)

let known = List.map (fun (name, text) -> of_chars name, text) C.known

let is_name text = text <> "" && String.length text <= 32 && text.[0] >= 'a' && text.[0] <= 'z' && C.good_name (chars text)

(* Names that mean one rule, with the names of its readings. *)
let built_in =
  [ "none"; "basic"; "psk"; "ssk"; "nssk"; "fixed"; "basic-fixed"; "spight"; "spight-2"; "primitive"; "kee"; "kee-2007"; "kee-2020";
    "kee-2020-03"; "basic-ko-rules"; "configuration-rules"; "newko-reconstruction" ]

(* Readings that are not covered, of rules that are. *)
let outside = [ "kee:passer"; "kee:cycle"; "kee:passer+sum"; "kee:passer+cycle"; "kee:sum+cycle"; "kee:passer+sum+cycle" ]

(* Words and signs of a line. *)
let tokens line =
  let is_sign c = String.contains "(),=>" c in
  let rec go i found =
    if i >= String.length line then List.rev found
    else if line.[i] = ' ' then go (i + 1) found
    else if is_sign line.[i] then
      if line.[i] = '>' && i + 1 < String.length line && line.[i + 1] = '=' then go (i + 2) (">=" :: found)
      else go (i + 1) (String.make 1 line.[i] :: found)
    else
      let rec till k = if k < String.length line && line.[k] <> ' ' && not (is_sign line.[k]) then till (k + 1) else k in
      let k = till i in
      go k (String.sub line i (k - i) :: found)
  in
  go 0 []

(* No parentheses that a condition can do without: they hold an [or] beside [and], or several parts after [not]. *)
let rec plain_any = function C.Last_or a -> plain_all a | C.Or_else (a, rest) -> plain_all a && plain_any rest
and plain_all = function
  | C.Last_and (C.In_brackets _) -> false
  | C.Last_and p -> plain_one p
  | C.And_also _ as several ->
      let rec go = function C.Last_and p -> part p | C.And_also (p, rest) -> part p && go rest in
      go several
and part = function C.In_brackets (C.Or_else _ as c) -> plain_any c | C.In_brackets _ -> false | p -> plain_one p
and plain_one = function
  | C.Asked _ -> true
  | C.Is_not (C.In_brackets (C.Last_or (C.Last_and _))) | C.In_brackets _ -> false
  | C.Is_not (C.In_brackets c) -> plain_any c
  | C.Is_not p -> plain_one p

(* The name of a rule and its statements. *)
let text_of lines =
  let wrong line = raise (Refused ("no statement of a ko rule: " ^ line)) in
  let name, statements =
    match lines with
    | first :: rest when starts_with "rule " first -> after "rule " first, rest
    | _ -> raise (Refused "the ko rule has no name")
  in
  let parts = String.split_on_char ':' name in
  let options = match parts with [ _ ] -> [] | [ _; options ] -> String.split_on_char '+' options | _ -> [ "" ] in
  must (List.for_all is_name (List.hd parts :: options)) "a ko rule has a name of lower-case letters, digits and '-'";
  must (List.length (List.sort_uniq compare options) = List.length options && List.length options <= 3) ("no reading: " ^ name);
  let family = List.hd parts in
  let is_known = List.exists (fun (name, _) -> List.hd (String.split_on_char ':' name) = family) known in
  covered ((is_known || not (List.mem family built_in)) && not (List.mem name outside)) ("the ko rule " ^ name);
  must (List.mem_assoc name known || not is_known) ("there is no reading " ^ name);
  must (List.fold_left (fun n line -> n + String.length line + 1) 0 lines <= 65536) "the text of the ko rule is too long";
  must (List.length statements <= 64) "a ko rule of more than 64 statements";
  (* What a line keeps may be what another keeps that comes later. *)
  let kept = List.filter_map (fun line -> match tokens line with "keep" :: name :: "(" :: _ -> Some name | _ -> None) statements in
  let remembered = List.filter_map (fun line -> match tokens line with "remember" :: name :: _ -> Some name | _ -> None) statements in
  let forgotten = List.filter_map (fun line -> match tokens line with "forget" :: name :: _ -> Some name | _ -> None) statements in
  let whom = function "mover" -> C.Mover | "next" -> C.Next | word -> raise (Refused ("no player: " ^ word)) in
  let term = function
    | ("mover" | "next") as word :: rest -> C.Who (whom word), rest
    | "before" :: rest -> C.The_before, rest
    | "after" :: rest -> C.The_after, rest
    | "nothing" :: rest -> C.No_position, rest
    | "point" :: rest -> C.The_point, rest
    | "frame" :: "(" :: "before" :: ")" :: rest -> C.The_frame, rest
    | "frame" :: _ -> raise (Not_covered "a ko rule with the frame of a position that is made")
    | name :: rest when name <> "" && name.[0] >= 'A' && name.[0] <= 'Z' ->
        must (String.length name <= 32) ("a long name: " ^ name);
        covered (C.good_variable (chars name)) ("a ko rule with the variable " ^ name);
        C.The_variable (chars name), rest
    | name :: "(" :: word :: ")" :: rest ->
        must (List.mem name kept) ("nothing is kept as " ^ name);
        C.Kept_as (chars name, whom word), rest
    | word :: _ -> raise (Refused ("no term: " ^ word))
    | [] -> raise (Refused "a term is missing")
  in
  let variables (f : C.fact_text) = List.filter C.is_variable f.C.terms in
  let fact ?(variable = false) = function
    | name :: "(" :: rest ->
        must (is_name name) ("no name of a fact: " ^ name);
        covered (not (List.mem name kept)) "a ko rule with one name for facts and for what is kept";
        must (List.mem name remembered) ("nothing makes true " ^ name);
        let rec terms found rest =
          match term rest with
          | t, "," :: rest -> terms (t :: found) rest
          | t, ")" :: rest -> List.rev (t :: found), rest
          | _ -> raise (Refused "a list of terms goes on")
        in
        let terms, rest = terms [] rest in
        let players, others = List.partition (function C.Who _ -> true | _ -> false) terms in
        let points, positions = List.partition (function C.The_point | C.The_frame -> true | _ -> false) others in
        must (variable || not (List.exists C.is_variable terms)) "a variable without 'for each'";
        must (List.length players <= 1 && List.length positions <= 2) "a fact of more than one player or two positions";
        must (List.length (List.sort_uniq compare points) = List.length points) "a fact of more than one point or frame";
        must (not (List.mem C.The_frame points) || (players <> [] && positions = [])) "a fact with a frame has a player and no position";
        must (points = [] || List.length positions <= 1) "a fact of more than two positions";
        covered (match positions with C.Kept_as _ :: _ -> false | _ -> true) "a ko rule with a fact about what is kept alone";
        { C.fact_named = chars name; terms }, rest
    | _ -> raise (Refused "no fact")
  in
  let rec condition depth tokens =
    must (depth < 32) "a condition is too deep";
    match conjunction depth tokens with
    | a, "or" :: rest -> let others, rest = condition depth rest in C.Or_else (a, others), rest
    | a, rest -> C.Last_or a, rest
  and conjunction depth tokens =
    match single depth tokens with
    | p, "and" :: rest -> let others, rest = conjunction depth rest in C.And_also (p, others), rest
    | p, rest -> C.Last_and p, rest
  and single depth = function
    | "not" :: rest -> must (depth < 32) "a condition is too deep"; let p, rest = single (depth + 1) rest in C.Is_not p, rest
    | "(" :: rest -> (
        match condition (depth + 1) rest with
        | c, ")" :: rest -> C.In_brackets c, rest
        | _ -> raise (Refused "a bracket is open"))
    | "retakes" :: rest -> C.Asked C.Is_retaking, rest
    | "passes" :: ">=" :: n :: rest -> C.Asked (C.Passes_least (nat (natural 1 n))), rest
    | "passes" :: "=" :: n :: rest -> C.Asked (C.Passes_are (nat (natural 1 n))), rest
    | (name :: "(" :: _ as tokens) when not (List.mem name kept) -> let f, rest = fact tokens in C.Asked (C.Is_fact f), rest
    | tokens -> (
        match term tokens with
        | C.Who _, _ -> raise (Not_covered "a ko rule that compares players")
        | C.The_variable _, _ -> raise (Refused "a variable without 'for each'")
        | t, "=" :: rest -> let t', rest = term rest in C.Asked (C.Are_same (t, t')), rest
        | _ -> raise (Refused "no condition"))
  in
  let whole line tokens =
    match condition 0 tokens with
    | c, [] -> must (plain_any c) "not in normal form: parentheses that a condition can do without"; c
    | _ -> wrong line
  in
  let occasion line = function
    | "on" :: rest ->
        let rec events found = function
          | ("start" | "play" | "pass") as word :: "," :: rest -> events (word :: found) rest
          | ("start" | "play" | "pass") as word :: rest -> word :: found, rest
          | _ -> wrong line
        in
        let found, rest = events [] rest in
        let on word = List.mem word found in
        must (not (List.mem "retakes" rest)) "an 'if' beside 'on' asks for 'retakes'";
        let only_if = match rest with [] -> None | "if" :: rest -> Some (whole line rest) | _ -> wrong line in
        { C.at_start = on "start"; at_play = on "play"; at_pass = on "pass"; only_if }
    | _ -> wrong line
  in
  let later line tokens = let o = occasion line tokens in must (not o.C.at_start) ("not on start: " ^ line); o in
  let read line =
    match tokens line with
    | "keep" :: name :: "(" :: player :: ")" :: "=" :: rest ->
        must (is_name name) ("no name of what is kept: " ^ name);
        let t, rest = term rest in
        must (not (C.is_variable t)) "a variable without 'for each'";
        let o = later line rest in
        must (o.C.only_if = None) "a 'keep' line with 'if'";
        0, C.Do_keep (chars name, whom player, t, o)
    | "remember" :: rest ->
        let f, rest = fact ~variable:true rest in
        let each, rest = match rest with
          | "for" :: "each" :: rest -> let g, rest = fact ~variable:true rest in Some g, rest
          | _ -> None, rest in
        let o = occasion line rest in
        (match each with
         | None -> must (variables f = []) "a variable without 'for each'"
         | Some g ->
             must (not o.C.at_start && List.length (variables g) = 1 && variables f = variables g && g.C.fact_named <> f.C.fact_named &&
                   List.for_all (fun t -> List.mem t f.C.terms) g.C.terms && not (List.mem C.The_point g.C.terms))
               "'for each' is about other terms";
             let name = of_chars f.C.fact_named in
             must (List.length (List.filter (( = ) name) remembered) = 1) ("what is remembered 'for each', and by another line: " ^ name);
             must (not (List.exists (fun n -> List.mem n forgotten) [ name; of_chars g.C.fact_named ])) "'for each' of what is forgotten");
        1, C.Do_remember (f, each, o)
    | "forget" :: name :: rest ->
        covered (match rest with "(" :: _ -> false | _ -> true) "a ko rule that forgets of one player";
        must (List.mem name remembered) ("nothing makes true " ^ name);
        2, C.Do_forget (chars name, later line rest)
    | "forbid" :: "play" :: "if" :: rest -> 3, C.Do_forbid (whole line rest)
    | "forbid" :: "pass" :: "if" :: _ -> raise (Not_covered "a ko rule that forbids passes")
    | "end" :: "play" :: _ -> raise (Not_covered "a ko rule by which plays end games")
    | "end" :: "pass" :: "if" :: rest -> 4, C.Do_end (whole line rest)
    | [ "no"; "pass" ] -> 5, C.No_pass
    | [ "stuck"; "loses" ] -> 6, C.Stuck_loses
    | "count" :: ("before" | "after" as word) :: rest -> 7, C.Do_count (word = "after", later line rest)
    | "score" :: "since" :: _ -> raise (Not_covered "positions that are counted since a fact came true")
    | [ "score"; "last" ] -> 8, C.Do_score C.Last_position
    | [ "score"; "mean" ] -> 8, C.Do_score C.Mean
    | [ "score"; "sum" ] -> 8, C.Do_score C.Sum
    | _ -> wrong line
  in
  let found = List.map read statements in
  let kinds = List.map fst found and statements = List.map snd found in
  must (List.sort compare kinds = kinds) "statements in another order";
  let several kind = List.length (List.filter (( = ) kind) kinds) in
  must (several 8 <= 1) "two statements say what is scored";
  must ((several 7 > 0) = List.exists (fun s -> s = C.Do_score C.Mean || s = C.Do_score C.Sum) statements)
    "'count' goes with 'score mean' and 'score sum'";
  must (several 7 = 0 || several 4 > 0) "'count' needs 'end pass'";
  must (several 6 = 0 || several 4 = 0) "where only winning counts, no pass ends the game";
  let speaks_of_passes line = line <> "no pass" && List.exists (fun word -> word = "pass" || word = "passes") (tokens line) in
  must (several 5 = 0 || not (List.exists speaks_of_passes lines)) "there are no passes";
  match C.text_of statements with
  | None -> raise (Not_covered "a ko rule that asks for facts in a way that this checker does not know, or ends in such a way")
  | Some text ->
      (* A name is a label, but one that is known means one rule. *)
      must (match List.assoc_opt name known with Some rule -> rule = text | None -> true)
        ("there is a rule " ^ name ^ " that says something else");
      name, statements, text

(* How facts are written: scopes in the order in which names come, with one more for a fact about nothing kept. The
   facts that nodes imply, as docs/rule-language.md says under "Implied". And names in an order that shows that games
   end, if there is one. None of this is trusted. *)
let layout_of (text : C.text) says_passes =
  let add (found, next) (line : C.remember) =
    let p = line.C.what_fact in
    if List.exists (fun (((n, _), _), _) -> n = p.C.p_name) found then found, next
    else
      let there t = t <> C.Nothing in
      match p.C.p_2 with
      | C.Kept _ ->
          (((p.C.p_name, there p.C.p_1), false), next + 1) :: (((p.C.p_name, there p.C.p_1), true), next) :: found, next + 2
      | _ -> (((p.C.p_name, there p.C.p_1), there p.C.p_2), next) :: found, next + 1
  in
  let scope_list, _ = List.fold_left add ([], 0) text.C.remembers in
  let made on seen = List.filter_map (fun (l : C.remember) ->
      if on l.C.remember_when && l.C.remember_when.C.provided = C.Always && l.C.for_each = None then Some (seen l.C.what_fact) else None) text.C.remembers in
  let at_start = made (fun o -> o.C.on_start) C.from_after in
  let at_plays = made (fun o -> o.C.on_play) (fun p -> p) and at_passes = made (fun o -> o.C.on_pass) C.from_after in
  let stays (p : C.pattern) =
    p = { p with C.p_player = None; p_1 = C.After; p_2 = C.Nothing } &&
    not (List.exists (fun (f : C.forget) -> f.C.forget_when.C.on_pass && f.C.which = p.C.p_name) text.C.forgets) in
  let rec first_two found = function
    | p :: rest when List.length found < 2 ->
        let implied = not (List.mem p found) && List.mem p at_plays &&
          (not text.C.passing || stays p || List.mem p at_passes || says_passes) in
        first_two (if implied then found @ [ p ] else found) rest
    | _ -> found
  in
  (* Kinds of moves, each until a name is found of which it makes a new fact. A name must be forgotten by none that is left. *)
  let stages = List.init (int_of_nat C.longest_row + 1) nat in
  let of_kind play = List.map (fun stage -> play, stage) stages in
  let left = of_kind true @ (if text.C.passing then List.filter (fun (_, stage) -> not (C.surely_ends text stage)) (of_kind false) else []) in
  let rec order names left =
    let fits n =
      List.for_all (fun (play, stage) -> C.none_forgotten text play stage n) left &&
      List.exists (fun (play, stage) -> C.new_fact text play stage n || C.new_fact_of_mover text play stage n) left in
    if List.for_all (fun (play, stage) -> C.progress text play stage []) left then []
    else match List.find_opt fits names with
      | None -> []
      | Some n ->
          n :: order (List.filter (( <> ) n) names)
            (List.filter (fun (play, stage) -> not (C.new_fact text play stage n || C.new_fact_of_mover text play stage n)) left)
  in
  let names = List.sort_uniq compare (List.map (fun (l : C.remember) -> l.C.what_fact.C.p_name) text.C.remembers) in
  { C.scope_list; end_names = order names left; arriving = first_two [] at_start }

(* The ruleset: a header that has nothing but these fields. *)

(* Play can be endless where nothing is remembered. *)
let is_endless (ko : C.text) = ko.C.remembers = []

let fields = [ "ko"; "suicide"; "scoring"; "komi"; "no-result"; "end"; "ikeda"; "handicap"; "compensation" ]

let ruleset text =
  let split word =
    match String.index_opt word '=' with
    | None -> raise (Refused ("no field: " ^ word))
    | Some i -> String.sub word 0 i, String.sub word (i + 1) (String.length word - i - 1)
  in
  let given = List.map split (String.split_on_char ' ' text) in
  let field name usual = Option.value (List.assoc_opt name given) ~default:usual in
  let one_of name values =
    let v = field name (fst (List.hd values)) in
    match List.assoc_opt v values with Some x -> x | None -> raise (Refused ("no " ^ name ^ ": " ^ v))
  in
  must (List.for_all (fun (name, _) -> List.mem name fields) given) "no such field";
  List.iteri (fun i field -> must (i >= 5 || List.mem_assoc field given) ("a field is missing: " ^ field)) fields;
  let suicide = one_of "suicide" [ "forbidden", C.Forbidden; "multi-stone", C.Multi_stone; "allowed", C.Allowed ] in
  let scoring = one_of "scoring"
      [ "area", Some C.Area; "win-loss", Some C.Win_loss; "stones", None; "territory", Some C.Territory; "equivalence", Some C.Equivalence ] in
  let ending = one_of "end" [ "two-passes", Some C.Two_passes; "agreement", Some C.Agreement; "no-pass", Some C.Without_passes;
      "prisoner-return", Some C.Prisoner_return ] in
  let ikeda = one_of "ikeda" [ "no", false; "yes", true ] in
  let compensation = one_of "compensation" [ "0", C.Nothing_given; "K-1", C.All_but_one; "K", C.All_stones ] in
  let komi = score (field "komi" "") and no_result = score (field "no-result" "") in
  let fits q = must (abs q.C.qnum <= 1000 * q.C.qden && q.C.qden <= 100) "komi or no-result is too large" in
  fits komi;
  fits no_result;
  let handicap = natural 2 (field "handicap" "0") in
  must (handicap < 64) "so many handicap stones";
  let known name = function Some x -> x | None -> raise (Not_covered (name ^ "=" ^ field name "")) in
  let its_ending = known "end" ending in
  { C.rule_name = chars (field "ko" ""); its_suicide = suicide; its_scoring = known "scoring" scoring; its_komi = komi;
    its_no_result = no_result; its_ending; its_ikeda = ikeda; its_handicap = nat handicap; its_compensation = compensation; its_shape = C.A_cycle C.O;
    its_statements = []; its_position = []; its_player = C.Black; its_moves = []; its_claim = C.A_value komi; rests_on = [] }

type heading = {
  tree : C.heading; handicap : int; to_place : int; header : C.header; layout : C.layout; size : int;
  pieces : string list     (* the digests of the files that it rests on *) }

let heading lines =
  let rest = ref (String.split_on_char '\n' lines) in
  let peek word = match !rest with text :: _ -> starts_with (word ^ " ") text | [] -> false in
  let line ?(limit = 4096) word =
    match !rest with
    | text :: others when peek word ->
        must (String.length text < limit) "a line is too long";
        rest := others;
        after (word ^ " ") text
    | _ -> raise (Refused ("no " ^ word))
  in
  let rec several word = if peek word then let text = line word in text :: several word else [] in
  must (line "kosolver certificate" = "6") "another version";
  let its_shape, rows, columns = board (line "board") in
  let size = rows * columns in
  let rules_text = line "rules" in
  let ko = several "ko" in
  if ko = [] then begin
    let of_text = List.exists (fun (name, _) -> starts_with ("ko=" ^ name ^ " ") rules_text) known in
    raise (if of_text then Refused "the text of the ko rule is missing" else Not_covered "a ko rule without a text")
  end;
  let name, its_statements, text = text_of ko in
  let fields = ruleset rules_text in
  must (of_chars fields.C.rule_name = name) "the ko rule and its text have different names";
  let says_passes = List.exists (fun line -> List.mem "passes" (tokens line)) ko in
  let two_passes = fields.C.its_ending = C.Two_passes in
  must (two_passes || not (says_passes || C.says_how_games_end its_statements)) "the text of the ko rule says how games end";
  let passing = text.C.passing && fields.C.its_ending <> C.Without_passes && fields.C.its_ending <> C.Prisoner_return in
  must (passing = (fields.C.its_scoring <> C.Win_loss)) "only winning counts, or more than that";
  must (passing || not fields.C.its_ikeda) "Ikeda's rule where only winning counts";
  must (text.C.tally = None || (List.mem fields.C.its_scoring [ C.Area; C.Win_loss ] && not fields.C.its_ikeda))
    "positions are counted beside the board";
  must (fields.C.its_scoring <> C.Territory || not fields.C.its_ikeda) "Ikeda's rule with prisoners";
  let endless = is_endless text in
  must (not (endless && fields.C.its_scoring = C.Territory) || List.mem "forbid play if retakes" ko) "prisoners for ever";
  covered (not (endless && fields.C.its_scoring = C.Territory)) "long cycles";
  must (not endless || List.for_all (fun line -> List.mem line [ "forbid play if retakes"; "score last" ]) (List.tl ko))
    "nothing is remembered, so games need not end";
  must (fields.C.its_no_result.C.qnum = 0 || endless) "no game is without a result";
  must (passing || (fields.C.its_komi.C.qnum = 0 && fields.C.its_compensation = C.Nothing_given)) "only winning counts";
  let its_position = position rows columns (line "position") in
  let its_player = match line "to-play" with "black" -> C.Black | "white" -> C.White | _ -> raise (Refused "no player") in
  let its_moves = if peek "moves" then moves its_shape size (line ~limit:16384 "moves") else [] in
  let its_claim =
    if peek "value" then
      match String.split_on_char ' ' (line "value") with
      | [ v ] when not endless -> C.A_value (score v)
      | [ l; u ] when endless -> let l = score l in C.Two_bounds (l, score u)
      | _ -> raise (Refused "no value")
    else
      match String.split_on_char ' ' (line "claim") with
      | [ "black"; sign; text ] -> C.A_claim (C.Black, sign = ">", score text)
      | [ "white"; sign; text ] -> C.A_claim (C.White, sign = ">", score text)
      | _ -> raise (Refused "no claim")
  in
  let handicap = int_of_nat fields.C.its_handicap in
  if handicap > 0 then begin
    let next = Array.make size [] in
    List.iter (fun (p, q) ->
        let p, q = int_of_nat p, int_of_nat q in
        next.(p) <- q :: next.(p);
        next.(q) <- p :: next.(q)) (Option.get (C.board_of its_shape)).C.pairs;
    let seen = Array.make size false in
    let rec reach p = if not seen.(p) then begin seen.(p) <- true; List.iter reach next.(p) end in
    let parts = List.length (List.filter (fun p -> let first = not seen.(p) in reach p; first) (List.init size Fun.id)) in
    must (handicap <= size - parts) "the handicap does not fit"
  end;
  let pieces = several "piece" in
  let is_hex c = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') in
  must (List.for_all (fun digest -> String.length digest = 64 && String.for_all is_hex digest) pieces) "no digest";
  must (List.length pieces <= 65536) "too many pieces";
  let tree = { fields with C.its_shape; its_statements; its_position; its_player; its_moves; its_claim;
                           rests_on = List.map chars pieces } in
  let stones = List.concat its_position in
  must (List.length stones <> size || C.stands_there { tree with C.its_moves = [] } stones) "no start with handicap stones";
  let to_place = int_of_nat (C.to_place tree) in
  let is_value = match its_claim with C.A_value _ -> true | _ -> false in
  covered (to_place = 0 || (its_moves = [] && is_value)) "moves between handicap stones, and other claims than a value";
  match C.header_of tree with
  | None -> raise (Not_covered "such a header")
  | Some header ->
      let ko = header.C.of_rules.C.ko in
      let layout = layout_of ko says_passes in
      covered (two_passes || C.games_end ko header.C.of_rules.C.returning layout.C.end_names) "another end of games than two passes, under such a ko rule";
      { tree; handicap; to_place; header; size; pieces; layout }

(* ---- Numbers and first lines, to be trusted ---- *)

(* The first lines of a file, to the empty one. [line limit] is the next line, without its line feed. *)
let first_lines line =
  let rec go left found =
    must (left > 0) "a header of so many lines";
    match line 16384 with
    | "" -> String.concat "\n" (List.rev ("\n" :: found))
    | text -> go (left - String.length text - 1) (text :: found)
  in
  go 6_000_000 []

(* What takes more bits than a machine's integer has is refused, not read wrongly. *)
let largest_bit = Sys.int_size - 2

let number byte =
  let rec go shift value =
    must (shift < 70) "a number has more than 64 bits";
    let b = byte () in
    must (b >= 0) "the body ends";
    let part = b land 0x7f in
    covered (part = 0 || (shift <= largest_bit && part lsl shift lsr shift = part && part lsl shift >= 0))
      "numbers of more than 62 bits";
    let value = if part = 0 then value else value lor (part lsl shift) in
    if b < 0x80 then value else go (shift + 7) value
  in
  go 0 0

let signed byte =
  let z = number byte in
  if z land 1 = 0 then z lsr 1 else -(z lsr 1) - 1

let limited what limit n = must (abs n < limit) (what ^ " is too large"); n

let repeat count read =
  let rec go n found = if n = 0 then List.rev found else go (n - 1) (read () :: found) in
  go count []

(* ---- The body, which need not be trusted ---- *)

let claims_value t = match t.tree.C.its_claim with C.A_value _ | C.Two_bounds _ -> true | C.A_claim _ -> false

let kinds byte (t : heading) =
  repeat (limited "the number of kinds" 65536 (number byte)) (fun () ->
      let qnum = limited "a score" 16777216 (signed byte) in
      let qden = limited "a score" 16777216 (number byte) in
      must (qden > 0) "a denominator is 0";
      let flag what = match number byte with 0 -> false | 1 -> true | _ -> raise (Refused ("no flag: " ^ what)) in
      let strict = flag "strict" in
      let winner = if flag "winner" then C.White else C.Black in
      let endless = flag "endless" in
      must (not endless || is_endless t.header.of_rules.C.ko) "no play is endless";
      covered (not endless || (claims_value t && t.pieces = [])) "proofs in pieces where endless play is a win";
      { C.threshold = { C.qnum; qden }; strict; winner; endless })
  |> Array.of_list

let push array count x =
  let array = if count < Array.length array then array
    else Array.append array (Array.make (max 16 (Array.length array)) x) in
  array.(count) <- x;
  array

(* Numbers below 2^31, by numbers from 0 on. *)
type row = { mutable chunks : Bytes.t array; mutable chunk_count : int }

let chunk = 65536
let row () = { chunks = [||]; chunk_count = 0 }

let get row n =
  must (n / chunk < row.chunk_count) "no such lemma";
  Int32.to_int (Bytes.get_int32_le row.chunks.(n / chunk) (4 * (n mod chunk)))

let rec set row n x =
  if n / chunk < row.chunk_count then Bytes.set_int32_le row.chunks.(n / chunk) (4 * (n mod chunk)) (Int32.of_int x)
  else begin
    row.chunks <- push row.chunks row.chunk_count (Bytes.make (4 * chunk) '\000');
    row.chunk_count <- row.chunk_count + 1;
    set row n x
  end

(* Facts are numbered as they are listed, and lists of them are put in the checker's order: by rank. *)

module Table = Hashtbl.Make (struct
  type t = C.fact0
  let equal = ( = )
  let hash (f : C.fact0) =
    Hashtbl.hash (f.black_of, f.white_of, f.black_to, f.white_to, f.scope, f.owner, f.index)
end)

type given = {
  ranks : int array; in_order : C.fact0 array;      (* of each number the rank, and of each rank the fact *)
  turn_count : int;
  named : Bytes.t;                                  (* a byte for each group: whether a lemma names it *)
  again : bool; uses : row;                         (* of each set, in the first reading, the lemma that has it last *)
  mutable sets : (int * int) list array; mutable set_count : int }

let stones byte size =
  let black = number byte in
  let white = number byte in
  must (black land white = 0 && (black lor white) lsr size = 0) "no position";
  black, white

let order f g = match C.fact_compare f g with C.Eq -> 0 | C.Lt -> -1 | C.Gt -> 1

(* The list of facts, and those that are in groups which lemmas name. *)
let facts byte size turns ~again ~named ~uses =
  let scopes = Hashtbl.create 64 and least_images = Table.create 1024 and grouped = ref [] in
  let least f = List.fold_left (fun least u ->
      let image = C.image_fact u.C.table_forth f in
      if order image least < 0 then image else least) f turns in
  let given = Array.of_list (repeat (number byte) (fun () ->
      let scope = limited "a scope" 256 (number byte) in
      let owner = limited "a colour" 3 (number byte) in
      let index = limited "an index" 65536 (number byte) in
      let black_of, white_of = stones byte size in
      let black_to, white_to = stones byte size in
      let group = limited "a group" 65537 (number byte) - 1 in
      let fact = { C.scope; owner; index; black_of; white_of; black_to; white_to } in
      if group >= 0 then begin
        (match Hashtbl.find_opt scopes group with
         | None -> Hashtbl.add scopes group scope
         | Some other -> must (scope = other) "a group with facts of two scopes");
        if not again then begin
          let least = least fact in
          match Table.find_opt least_images least with
          | Some other -> must (other = group) "images in two groups"
          | None -> Table.add least_images least group
        end;
        if Bytes.get named group = '1' then grouped := (fact, group) :: !grouped
      end;
      fact)) in
  let numbers = Array.init (Array.length given) (fun n -> n) in
  Array.stable_sort (fun m n -> order given.(m) given.(n)) numbers;
  let ranks = Array.make (Array.length given) 0 and in_order = Array.map (fun n -> given.(n)) numbers in
  Array.iteri (fun rank n -> ranks.(n) <- rank) numbers;
  Array.iteri (fun rank f -> must (rank = 0 || f <> in_order.(rank - 1)) "a fact is listed twice") in_order;
  { ranks; in_order; turn_count = 1 + List.length turns; named; again; uses; sets = Array.make 16 []; set_count = 1 }, List.rev !grouped

(* Numbers in ascending order, each by its distance from the one before. *)
let ascending byte limit what =
  let least = ref 0 in
  repeat (number byte) (fun () ->
      let n = number byte in
      must (n < limit - !least) what;
      let n = !least + n in
      least := n + 1;
      n)

(* The numbers of facts. *)
let conditions byte given = ascending byte (Array.length given.ranks) "no such fact"

let listed given numbers =
  List.map (fun rank -> given.in_order.(rank)) (List.sort (fun (x : int) y -> compare x y) (List.map (fun n -> given.ranks.(n)) numbers))

let rec apart (l : int list) l' =
  match l, l' with
  | x :: rest, y :: rest' -> x <> y && if x < y then apart rest l' else apart l rest'
  | _ -> true

(* The first reading keeps no sets. The second keeps each as long as a lemma to come has it. *)
let group_set byte given own =
  match number byte with
  | 0 ->
      let chunk g = function
        | (c, bits) :: rest when c = g lsr 4 -> (c, bits lor (1 lsl (g land 15))) :: rest
        | rest -> (g lsr 4, 1 lsl (g land 15)) :: rest
      in
      let groups = ascending byte 65536 "a group is too large" in
      List.iter (fun g -> Bytes.set given.named g '1') groups;
      let groups = List.rev (List.fold_left (fun chunks g -> chunk g chunks) [] groups) in
      let used = given.again && get given.uses given.set_count > own in
      given.sets <- push given.sets given.set_count (if used then groups else []);
      if not given.again then set given.uses given.set_count own;
      given.set_count <- given.set_count + 1;
      groups
  | n ->
      must (n <= given.set_count) "no such set of groups";
      let groups = given.sets.(n - 1) in
      if not given.again then set given.uses (n - 1) own
      else if get given.uses (n - 1) = own then given.sets.(n - 1) <- [];
      groups

let no_tally = 0, 0

(* While handicap stones are placed: a node says by its passes how many are left. The checker knows no such nodes: it goes
   through all placements. What a file says of them is tested here, as the checker tests a lemma. *)
let placing = 100
let left_to_place (n : C.node) = int_of_nat n.C.passes - placing

let with_placing (t : heading) (rule : C.rule) =
  if t.to_place = 0 then rule
  else
    let b = t.header.C.of_board and scopes = C.scopes_by t.layout.C.scope_list in
    let table = C.table_of b and cells = C.cells_of b in
    let quiet made legal inserts next =
      { C.made; legal; present = []; absent = []; clears = []; inserts; pulls = []; leads = C.GoesOn next } in
    let step_of (n : C.node) = function
      | C.Passing _ -> quiet C.Pass C.Always0 [] { n with C.to_move = C.Black }
      | C.Stone_on (p, here) ->
          let own = (C.play table n.C.black n.C.white here).C.own in
          let legal = if own land here = 0 then C.Never else C.Always0 in
          if left_to_place n > 1 then
            quiet (C.Play p) legal [] { n with C.black = own; to_move = C.White; passes = nat (placing + left_to_place n - 1) }
          else
            let on p = if (own lsr p) land 1 = 1 then C.Stone C.Black else C.Empty in
            let next = C.start_node t.header.C.of_rules (List.init t.size on) C.White in
            quiet (C.Play p) legal (C.start_facts t.header.C.of_rules scopes next) next
    in
    let when_placing n yes no = if left_to_place n > 0 then yes else no () in
    { rule with
      C.choices = (fun n -> when_placing n
        (if n.C.to_move = C.White then [ C.Passing C.O ] else C.play_choices cells n) (fun () -> rule.C.choices n));
      step_of = (fun n c -> if left_to_place n > 0 then step_of n c else rule.C.step_of n c);
      implied = (fun n -> when_placing n [] (fun () -> rule.C.implied n));
      stuck = (fun n -> when_placing n None (fun () -> rule.C.stuck n)) }

let node byte (t : heading) =
  let size = t.size in
  let black, white = stones byte size in
  let flags = limited "flags" 16 (number byte) in
  let ban = limited "a ban" (2 + size) (number byte) in
  let unused () = must (number byte = 0) "the memory says what the rules do not" in
  let count = limited "the number of tallies" 1024 (number byte) in
  must (count <= if t.header.of_rules.C.ko.C.tally = None then 0 else 1) "the memory says what the rules do not";
  let tallies = repeat count (fun () ->
      let sum = limited "a tally" 16777216 (signed byte) in
      let count = limited "a tally" 16777216 (signed byte) in
      must (count >= 0) "a tally of less than nothing";
      covered (abs sum < 2048 && count < 2048) "tallies of so many positions";
      sum, count) in
  let keeps = t.header.of_rules.C.ko.C.keeps in
  let rules = t.header.of_rules in
  let to_place = ref 0 in
  let kept, balance, held =
    if flags land 8 = 0 then 0, 0, (0, 0)
    else begin
      let kept = limited "flags of the memory" 4 (number byte) in
      must ((kept land 1 = 0 || rules.C.ikeda) && (kept land 2 = 0 || keeps <> [])) "the memory says what the rules do not";
      to_place := limited "handicap stones" 64 (number byte);
      must (!to_place <= t.to_place) "the memory says what the rules do not";
      let balance = limited "the balance" 16777216 (signed byte) in
      must (balance = 0 || rules.C.counts_by <> C.By_area || rules.C.ikeda) "the memory says what the rules do not";
      let black_holds = limited "prisoners" 32768 (number byte) in
      let white_holds = limited "prisoners" 32768 (number byte) in
      must (black_holds + white_holds = 0 || rules.C.returning) "the memory says what the rules do not";
      for _ = 1 to 3 do unused () done;
      kept, balance, (black_holds, white_holds)
    end
  in
  (* Under equivalence scoring the stones of the position say what was handed over; what is more White has paid. Under
     territory scoring a node counts stones on the board with prisoners. *)
  let rec bits m = if m = 0 then 0 else (m land 1) + bits (m lsr 1) in
  let paid = match rules.C.counts_by with
    | C.By_territory when !to_place = 0 -> balance - bits black + bits white
    | C.By_equivalence when !to_place = 0 -> balance - bits black + bits white + (flags land 1) + max 0 (t.handicap - 1)
    | _ -> balance in
  (* A node counts prisoners with the stones on the board. *)
  let beside =
    if rules.C.returning then
      let b, w = held and x, y = if !to_place = 0 then bits black, bits white else 0, 0 in
      b - w - x + y, b + w + x + y
    else if paid = 0 && kept land 1 = 0 then no_tally
    else paid, kept land 1
  in
  covered (abs (fst beside) < 2048 && snd beside < 2048) "so great a balance";
  let words =
    if kept land 2 = 0 then []
    else
      repeat (limited "the number of words" 1024 (number byte)) (fun () ->
          let slot = limited "a slot" 256 (number byte) - 128 in
          let owner = number byte in
          unused ();
          must (number byte = 4) "a word that is no board";
          (slot, owner), stones byte size)
  in
  let rec in_order = function (k, _) :: ((k', _) :: _ as rest) -> k < k' && in_order rest | _ -> true in
  let slots = List.map (fun (k : C.keep) -> int_of_nat k.C.place_kept) keeps in
  must (in_order words && List.for_all (fun ((slot, owner), _) -> List.mem slot slots && (owner = 1 || owner = 2)) words)
    "the memory says what the rules do not";
  let kept_of slot owner = List.assoc_opt (slot, owner) words in
  { C.black; white; to_move = (if flags land 1 = 0 then C.Black else C.White); passes = nats.(((flags lsr 1) land 3) + if !to_place > 0 then placing + !to_place else 0); ban;
    words = List.concat_map (fun slot -> [ kept_of slot 1; kept_of slot 2 ]) slots;
    tallied = (match tallies with [] -> beside | tally :: _ -> tally) }

(* Whether the winner's step goes on, and so cites a lemma. *)
let goes_on rule node which =
  match C.nth_error (rule.C.choices node) which with
  | None -> raise (Refused "no such step")
  | Some (C.Stone_on _) -> true
  | Some choice -> (match (rule.C.step_of node choice).C.leads with C.Ends _ -> false | C.GoesOn _ -> true)

(* The number of the lemma that is cited, and that of the symmetry: of those in the file, the first is number 0. *)
let citation own given ~endless byte cited =
  let n = number byte in
  let back, turn = n / given.turn_count, n mod given.turn_count in
  let back = if not endless then back else if back land 1 = 0 then back lsr 1 else -(back lsr 1) - 1 in
  must (back <= own) "a citation of no lemma";
  must (back > 0 || endless) "a citation of a later lemma";
  cited ~by:(own + 1) (own - back + 1), nats.(turn)

(* The symmetries. The checker tests that they are symmetries of the board. *)
let symmetries byte (t : heading) =
  let size = t.size in
  let limit = if size > 9 then 9 else 721 in
  let count = limited "the number of symmetries" limit (number byte) in
  let exchange = limited "the exchange of colours" 2 (number byte) in
  let rules = t.header.of_rules in
  must (exchange = 0 || (t.handicap = 0 && rules.C.komi.C.qnum = 0 && not (C.equivalence rules) && not rules.C.ikeda)) "the rules tell Black from White";
  let turns = repeat count (fun () -> Array.init size (fun _ -> limited "a point" size (number byte))) in
  let known = Hashtbl.create 16 in
  List.iter (fun turn -> Hashtbl.replace known turn ()) turns;
  must (count > 0 && List.hd turns = Array.init size (fun p -> p) && Hashtbl.length known = count) "no group of symmetries";
  List.iter (fun one -> List.iter (fun two ->
      must (Hashtbl.mem known (Array.map (fun p -> two.(p)) one)) "no group of symmetries") turns) turns;
  let points turn = List.map nat (Array.to_list turn) in
  let plain = List.map (fun turn -> points turn, false) turns in
  List.tl (if exchange = 1 then plain @ List.map (fun (turn, _) -> turn, true) plain else plain)

let patterns byte (t : heading) =
  let size = t.size in
  let points () = let m = number byte in must (m lsr size = 0) "points beside the board"; m in
  repeat (number byte) (fun () ->
      let of_scope = limited "a scope" 256 (number byte) in
      let of_player = if limited "a player" 2 (number byte) = 0 then C.Black else C.White in
      let all_of = points () in
      { C.of_scope; of_player; all_of; one_of = points () })

(* Beyond the number of every lemma. *)
let after_all = (1 lsl 30) - 1

(* What a file of a claim proves: lemmas that other files may rest on, and its symmetries. *)
type piece = { symmetries_of : (C.nat list * bool) list; shown : C.proven list }


(* A reading of the body: the facts that are in groups and the symmetries, each lemma with its number, then the claims.
   [cited ~by n] is where lemma n is, which is cited by another, or by a claim (after all). *)
type reading = {
  grouped : (C.fact0 * int) list; symmetries : (C.nat list * bool) list; turn_count : int;
  next : unit -> (int * C.lemma * C.grounds) option; claims : unit -> int option list }

let body byte (t : heading) pieces rule ~again ~named ~uses ~cited =
  let kinds = kinds byte t in
  let symmetries = symmetries byte t in
  let given, grouped = facts byte t.size (List.map (C.turns_of t.header.of_board) symmetries) ~again ~named ~uses in
  List.iter (fun piece -> must (piece.symmetries_of = symmetries) "a piece has other symmetries") (Array.to_list pieces);
  let before place = Array.fold_left (fun n piece -> n + List.length piece.shown) 0 (Array.sub pieces 0 place) in
  let count = ref 0 in
  let lemma kind =
    let own = !count in
    must (kind <= Array.length kinds) "no such kind";
    let says_who = kinds.(kind - 1) in
    let place = node byte t in
    let without = conditions byte given in
    let without_groups = group_set byte given (own + 1) in
    let without_groups = if is_endless t.header.of_rules.C.ko && grouped = [] then [] else without_groups in
    let without_patterns = patterns byte t in
    let present = conditions byte given in
    must (apart without present) "a fact is absent and present";
    let cites () = citation own given ~endless:says_who.C.endless byte cited in
    let grounds =
      match number byte with
      | 0 -> must (t.handicap = 0) "no position is decided after handicap stones"; C.Is_decided
      | 1 ->
          let place = number byte in
          must (place < Array.length pieces) "there is no such piece";
          let n = number byte in
          let which, turn = n / given.turn_count, n mod given.turn_count in
          must (which < List.length pieces.(place).shown) "a piece has no such lemma for others";
          C.Is_assumed (before place + which + 1, nats.(turn))
      | n when place.C.to_move = says_who.C.winner ->
          let step = nat (limited "a step" 4096 (n - 2)) in
          C.His_move (step, if goes_on rule place step then cites () else (1, C.O))
      | n -> C.All_moves (repeat (limited "the number of citations" 4096 (n - 2)) cites)
    in
    incr count;
    own + 1, { C.says_who; place; without = listed given without; without_groups; without_patterns; given = listed given present }, grounds
  in
  let next () =
    match number byte with
    | 0 -> must (number byte = !count) "another number of lemmas"; None
    | kind -> Some (lemma kind)
  in
  let claims () =
    let most = if claims_value t then 256 else !count + 1 in
    let made = repeat (limited "the number of claims" most (number byte)) (fun () ->
        match number byte with
        | 0 -> must (claims_value t) "others rest on no lemma"; None
        | n -> must (n <= !count) "a claim without a lemma"; Some (cited ~by:after_all n)) in
    must (byte () < 0) "something follows the end";
    made
  in
  { grouped; symmetries; turn_count = given.turn_count; next; claims }

(* ---- The frame, which need not be trusted ---- *)

(* One whole frame with a checksum has to follow the header, and nothing else. What decompresses it checks the rest. *)
let walk_frame ~byte ~skip ~left =
  let little bytes = List.fold_right (fun b n -> b + (256 * n)) (repeat bytes byte) 0 in
  must (little 2 = 0xb528 && little 2 = 0xfd2f) "no Zstandard frame";
  let flags = byte () in
  must (flags land 4 <> 0) "the frame has no checksum";
  must (flags land 3 = 0 && flags land 8 = 0) "no such frame";
  let single = flags land 32 <> 0 in
  if not single then must (byte () lsr 3 <= 13) "the window of the frame is too large";
  let size = match flags lsr 6 with 0 -> if single then 1 else 0 | 1 -> 2 | 2 -> 4 | _ -> 8 in
  ignore (repeat size byte);
  let rec blocks () =
    let head = little 3 in
    let kind = (head lsr 1) land 3 and size = head lsr 3 in
    must (kind < 3) "no such block";
    skip (if kind = 1 then 1 else size);
    if head land 1 = 0 then blocks ()
  in
  blocks ();
  ignore (repeat 4 byte);
  must (left () = 0) "something follows the frame"

(* ---- What the checker is offered, which need not be trusted ---- *)

(* Two readings of the body. [content ()] begins to read the content of the frame: a function that gives the next byte, or
   -1 at the end. The first reading notes which lemma is cited last by which, which
   has each set of groups last, and which groups are named. The second is handed over. A lemma has a
   place, which another gets after its last citation. Where endless play is a win, all keep their places, and what is
   cited before it comes is promised. *)
let second_reading (t : heading) pieces content =
  let rule = with_placing t (C.rule_for t.header.of_board t.header.of_rules t.layout) in
  let last = row () in
  let named = Bytes.make 65536 '0' and uses = row () in
  let name (c, bits) = for g = 0 to 15 do if (bits lsr g) land 1 = 1 then Bytes.set named ((16 * c) + g) '1' done in
  Array.iter (fun piece -> List.iter (fun p -> List.iter name p.C.its_lemma.C.without_groups) piece.shown) pieces;
  (* The lemmas that are cited before they come, once they have come. *)
  let awaited : (int, C.lemma option) Hashtbl.t = Hashtbl.create 16 and circular = ref false and due = Queue.create () in
  let first = body (content ()) t pieces rule ~again:false ~named ~uses ~cited:(fun ~by n ->
      if n < by then set last n by else if not (Hashtbl.mem awaited n) then Hashtbl.add awaited n None;
      n) in
  let rec go () =
    match first.next () with
    | None -> ignore (first.claims ())
    | Some (own, lemma, _) ->
        covered (own < after_all) "so many lemmas";
        circular := !circular || lemma.C.says_who.C.endless;
        if Hashtbl.mem awaited own then
          Hashtbl.replace awaited own (Some { lemma with C.says_who = { lemma.C.says_who with C.endless = true } });
        set last own own;
        go ()
  in
  go ();
  (* From now on the place of each lemma that has one, and the last citation of what is there. *)
  let places = last and last_here = row () in
  let free = row () and free_count = ref 0 and place_count = ref 0 and leaving = ref [] in
  let leave place = set free !free_count place; incr free_count in
  let promise n = match Hashtbl.find_opt awaited n with
    | Some (Some lemma) -> Hashtbl.remove awaited n; Queue.add (C.Promise (n, lemma)) due
    | Some None -> raise (Refused "a citation of no lemma")
    | None -> () in
  let cited ~by n =
    if n >= by then begin promise n; n end
    else
    let place = get places n in
    if get last_here place = by then begin set last_here place 0; leaving := place :: !leaving end;
    place in
  let place own =
    let place =
      if !free_count > 0 then begin decr free_count; get free !free_count end
      else begin incr place_count; !place_count end in
    let until = if !circular || t.to_place > 0 then after_all else get last own in
    set places own place;
    set last_here place until;
    List.iter leave !leaving;
    leaving := [];
    if until = own then leave place;
    place in
  body (content ()) t pieces rule ~again:true ~named ~uses ~cited, place, due

(* One copy of what is the same, if the other is not long ago. *)
let sharing make =
  let known = Array.make 262144 None in
  fun x ->
    let at = Hashtbl.hash x land 262143 in
    match known.(at) with
    | Some other when other = x -> other
    | _ ->
        let x = make x in
        known.(at) <- Some x;
        x

let share_facts : C.fact0 list -> C.fact0 list = sharing (List.map (sharing Fun.id))
let share_patterns : C.stone_pattern list -> C.stone_pattern list = sharing (List.map (sharing Fun.id))

(* What is not written: what a lemma asks to be absent because of what it cites, or because its position
   is decided. The checker tests what comes out, so nothing here need be trusted. *)
let completed (s : C.session) table cells (lemma : C.lemma) grounds =
  let rule = s.C.its_rule and groups = s.C.its_groups in
  let l = ref lemma in
  let ask f =
    if not (C.known_absent groups !l f) then begin
      must (not (C.listed f !l.C.given)) "a fact is absent and present";
      l := { !l with C.without = f :: !l.C.without }
    end
  in
  let ask_pattern p =
    if not (List.exists (fun mine -> C.includes mine p) !l.C.without_patterns) then
      l := { !l with C.without_patterns = !l.C.without_patterns @ [ p ] }
  in
  let cite ?(find = C.find_lemma s.C.its_lemmas) (step : C.step) also (number, turn) =
    let other = match find number with
      | Some other -> other
      | None -> raise (Refused "a citation of no lemma") in
    match s.C.its_image turn other with
    | None -> raise (Refused "a lemma has no image")
    | Some other ->
        let cleared scope = List.mem scope step.C.clears in
        List.iter (fun (f : C.fact0) -> 
            List.iter (fun f -> if not (C.listed f also) then ask f) (C.sources step f);
            if not (cleared f.C.scope || C.listed f also) then ask f) other.C.without;
        List.iter (fun (p : C.stone_pattern) -> if not (cleared p.C.of_scope) then ask_pattern p) other.C.without_patterns
  in
  let place = lemma.C.place in
  let steps = List.map (rule.C.step_of place) (rule.C.choices place) in
  let passed_over step = C.passed_over rule groups !l step in
  let grounds =
    match grounds with
    | C.His_move (which, cited) ->
        (match C.nth_error steps which with
         | None -> raise (Refused "no such step")
         | Some step ->
             List.iter ask (C.prohibiting step);
             (match step.C.leads with C.Ends _ -> () | C.GoesOn _ -> cite step [] cited));
        grounds
    | C.All_moves cited ->
        let rec go steps cited found =
          match steps, cited with
          | [], [] -> List.rev found
          | [], _ -> raise (Refused "citations are left")
          | step :: steps, _ when passed_over step -> go steps cited found
          | { C.leads = C.Ends _ } :: steps, _ -> go steps cited found
          | _, [] -> raise (Refused "a citation is missing")
          | step :: steps, c :: cited ->
              cite step (step.C.absent @ C.prohibiting step) c;
              go steps cited ((step, c) :: found)
        in
        let found = go steps cited [] in
        (* What has become known since may rule out a step before. *)
        C.All_moves (List.filter_map (fun (step, c) -> if passed_over step then None else Some c) found)
    | C.Is_assumed cited -> cite ~find:(fun number -> C.quick_find number s.C.its_assumed) (C.no_step !l) [] cited; grounds
    | C.Is_decided ->
        let h = s.C.its_header in
        let winner = lemma.C.says_who.C.winner in
        let (alive, settled), _ = C.settled_of table cells place winner in
        List.iter ask_pattern (C.needed_patterns h.C.of_rules (C.scopes_by s.C.its_layout.C.scope_list) winner alive settled);
        C.Is_decided
  in
  (* What its patterns speak of is absent anyway. *)
  let listed f = not (List.exists (fun p -> C.matches p f) !l.C.without_patterns) in
  { !l with C.without = share_facts (List.sort order (List.filter listed !l.C.without)); without_patterns = share_patterns !l.C.without_patterns },
  grounds

(* [on_groups], [on_item] and [on_claims] hear what the checker takes. *)
let offers ?(on_groups = fun _ _ -> ()) ?(on_item = ignore) ?(on_claims = ignore) pieces (t : heading) content =
  let table = C.table_of t.header.C.of_board and cells = List.init t.size (fun p -> 1 lsl p) in
  let reading, place, due = second_reading t pieces content in
  on_groups reading.grouped reading.symmetries;
  let count = ref 0 and waiting = ref None in
  let placed = ref [] and rest_on = ref [ None ] in
  let placing_session (session : C.session) =
    let put kept (at, lemma) = C.put C.enough at (Some lemma) kept in
    let lemmas = session.C.its_lemmas in
    { session with C.its_rule = with_placing t session.C.its_rule;
                   its_lemmas = { lemmas with C.kept = List.fold_left put lemmas.C.kept !placed } } in
  let place_stones session own lemma grounds =
    let s = placing_session session in
    let lemma, grounds = completed s table cells lemma grounds in
    let at = place own in
    let none _ = None in
    must (C.take s.C.its_rule s.C.its_groups s.C.its_image (fun _ -> false) none s.C.its_lemmas (C.Lemma (at, lemma, grounds)) <> None)
      "a lemma does not follow";
    rest_on := List.map Option.some (match grounds with C.His_move (_, c) -> [ c ] | C.All_moves l -> l | _ -> []) @ !rest_on;
    placed := (at, lemma) :: !placed
  in
  (* What a lemma cites that comes later is promised first. *)
  let rec next calls session =
    match !waiting with
    | None -> (
        match reading.next () with
        | None -> None
        | some -> waiting := some; next calls session)
    | Some (own, lemma, grounds) when left_to_place lemma.C.place > 0 ->
        place_stones session own lemma grounds;
        waiting := None;
        count := own;
        next calls session
    | Some (own, lemma, grounds) ->
        let item =
          if not (Queue.is_empty due) then Queue.pop due
          else begin
            waiting := None;
            count := own;
            let lemma, grounds = completed session table cells lemma grounds in
            must (C.asks_nothing lemma || not lemma.C.says_who.C.endless) "conditions in a circle";
            C.Lemma (place own, lemma, grounds)
          end in
        on_item item;
        Some item in
  let claims (session : C.session) =
    let claims = reading.claims () in
    on_claims claims;
    if t.to_place > 0 then begin
      let s = placing_session session and h = t.header in
      let start = { (C.first_node h) with C.passes = nat (placing + t.to_place); tallied = no_tally } in
      let holds kind = function
        | None -> C.needs_no_lemma h t.layout kind
        | Some at ->
            let lemma = List.assoc_opt at !placed in
            match lemma with Some l -> C.makes_claim s.C.its_rule s.C.its_groups kind start [] l | None -> false in
      let v = h.C.value in
      must (match claims with [ b; w ] -> holds (C.black_claim v) b && holds (C.white_claim v) w | _ -> false) "a claim is not proved"
    end;
    claims in
  (* Under which symmetry a lemma serves where the stones are placed is found by trying all. *)
  let places _ =
    let turns = List.init reading.turn_count (fun turn -> nats.(turn)) in
    let lemmas = List.sort_uniq compare (List.filter_map (Option.map fst) !rest_on) in
    let all = List.concat_map (fun at -> List.map (fun turn -> Some (at, turn)) turns) lemmas in
    None :: List.filter (function Some (at, _) -> not (List.mem_assoc at !placed) | None -> true) all in
  reading, next, claims, places, count

(* ---- The verdict, to be trusted ---- *)

(* The checker is given the first lines of the file and how many bits its integers have, and what it
   says is what is said. *)
let verify ?on_groups ?on_item ?(on_claims = ignore) ?(pieces = [||]) (t : heading) lines content =
  covered (t.size <= min 62 (Sys.int_size - 1)) "a board of so many points";
  let claimed = ref [] in
  let offered = lazy (offers ?on_groups ?on_item ~on_claims:(fun l -> claimed := l; on_claims l) pieces t content) in
  let start _ = let reading, _, _, _, _ = Lazy.force offered in reading.grouped, reading.symmetries in
  let next calls session = let _, next, _, _, _ = Lazy.force offered in next calls session in
  let claims session = let _, _, claims, _, _ = Lazy.force offered in claims session in
  let places session = let _, _, _, places, _ = Lazy.force offered in places session in
  let assumed = List.concat_map (fun piece -> piece.shown) (Array.to_list pieces) in
  match C.check (fun _ -> t.tree, t.layout) start next claims places (nat 60) Sys.int_size assumed (chars lines) with
  | C.Proved (said, shown) ->
      let reading, _, _, _, count = Lazy.force offered in
      List.map of_chars said, !count, { symmetries_of = reading.symmetries; shown }
  | C.Not_as_written -> raise (Refused "the header is not written as it has to be")
  | C.Means_nothing -> raise (Not_covered "such a header")
  | C.Too_large -> raise (Not_covered "such large numbers")
  | C.No_start -> raise (Refused "the start or the moves of the header are not legal, or a symmetry is none, or a number is too large")
  | C.No_lemma -> raise (Refused "a lemma does not follow")
  | C.Not_claimed ->
      covered (not (List.mem None !claimed) || C.games_end t.header.C.of_rules.C.ko t.header.C.of_rules.C.returning t.layout.C.end_names)
        "a ko rule whose games end for a reason that this checker does not know";
      raise (Refused "a claim is not proved")

(* What is said of a file that is proved. *)
let words (said, count, _) = Printf.sprintf "Proved, by %d lemmas." count :: said
