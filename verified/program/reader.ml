(* The reader: from the bytes of a certificate to what the verified checker takes.

   The header decides what is proved, so its reader has to be trusted: it turns the lines of text into a board,
   rules, a position and a value. So have the sizes of numbers, and what is said in the end. The reader of the body
   need not be trusted. Whatever lemmas it hands over, the checker accepts only what proves the value. The heading of
   each part says which it is, and docs/verified.md has the number of lines. *)

module C = Checker

exception Refused of string      (* the file is no certificate, or does not prove its value *)
exception Not_covered of string  (* nothing is said about the file *)

let must holds fault = if not holds then raise (Refused fault)
let covered holds what = if not holds then raise (Not_covered what)

let rec nat n = if n = 0 then C.O else C.S (nat (n - 1))
let rec int_of_nat = function C.O -> 0 | C.S n -> 1 + int_of_nat n
let nats = Array.make 1441 C.O
let () = for n = 1 to 1440 do nats.(n) <- C.S nats.(n - 1) done

(* ---- The header, to be trusted (except [layout_of]) ---- *)

let starts_with word text =
  String.length text >= String.length word && String.sub text 0 (String.length word) = word

let after word text = String.sub text (String.length word) (String.length text - String.length word)

let is_digits text = text <> "" && String.for_all (fun c -> c >= '0' && c <= '9') text

(* A whole number without leading zeros, of at most so many digits. *)
let natural digits text =
  must (is_digits text && String.length text <= digits && (text = "0" || text.[0] <> '0')) ("no number: " ^ text);
  int_of_string text

let rec gcd a b = if b = 0 then a else gcd b (a mod b)

let score text =
  let negative = starts_with "-" text in
  let plain = if negative then after "-" text else text in
  let numerator, denominator =
    match String.split_on_char '/' plain with
    | [ whole ] -> natural 6 whole, 1
    | [ above; below ] ->
        let d = natural 6 below in
        must (d > 1) ("no score: " ^ text);
        natural 6 above, d
    | _ -> raise (Refused ("no score: " ^ text))
  in
  must (gcd numerator denominator = 1 || (numerator = 0 && denominator = 1)) ("no score: " ^ text);
  must (not (negative && numerator = 0)) ("no score: " ^ text);
  { C.qnum = (if negative then -numerator else numerator); qden = denominator }

(* Boards: what is next to what, and whether points have names of rows and columns. *)

type named_board = { board : C.board; rows : int; columns : int; has_rows : bool }

let graph6 text =
  let codes = List.map (fun c -> Char.code c - 63) (List.of_seq (String.to_seq text)) in
  must (codes <> [] && List.for_all (fun c -> 0 <= c && c < 64) codes) ("no graph6: " ^ text);
  let size, rest =
    match codes with
    | 63 :: a :: b :: c :: rest -> (a lsl 12) lor (b lsl 6) lor c, rest
    | 63 :: _ -> raise (Refused ("no graph6: " ^ text))
    | n :: rest -> n, rest
    | [] -> raise (Refused "no graph6")
  in
  must (1 <= size && size <= 64) "a board has 1 to 64 points";
  let bits = List.concat_map (fun code -> List.map (fun place -> (code lsr place) land 1) [ 5; 4; 3; 2; 1; 0 ]) rest in
  let pairs = List.concat (List.init size (fun b -> List.init b (fun a -> a, b))) in
  let wanted = List.length pairs and found = List.length bits in
  must (wanted <= found && found < wanted + 6) ("no graph6: " ^ text);
  let rec chosen pairs bits =
    match pairs, bits with
    | (a, b) :: pairs, bit :: bits -> if bit = 1 then (nat a, nat b) :: chosen pairs bits else chosen pairs bits
    | _ -> []
  in
  size, C.graph (nat size) (chosen pairs bits)

let board text =
  let sizes size =
    match String.split_on_char 'x' size with
    | [ rows; columns ] ->
        let side s = let n = natural 2 s in must (n > 0) ("no board: " ^ text); n in
        side rows, side columns
    | _ -> raise (Refused ("no board: " ^ text))
  in
  let points n = must (1 <= n && n <= 64) "a board has 1 to 64 points" in
  let grid make size =
    let rows, columns = sizes size in
    points (rows * columns);
    { board = make (nat rows) (nat columns); rows; columns; has_rows = true }
  in
  let line make size =
    let n = natural 2 size in
    points n;
    { board = make (nat n); rows = 1; columns = n; has_rows = false }
  in
  match String.index_opt text ':' with
  | None -> grid C.rectangle text
  | Some i -> (
      let size = String.sub text (i + 1) (String.length text - i - 1) in
      match String.sub text 0 i with
      | "cylinder" -> grid C.cylinder size
      | "torus" -> grid C.torus size
      | "cycle" -> line C.cycle size
      | "complete" -> line C.complete size
      | "star" -> line C.star size
      | "graph6" ->
          let n, board = graph6 size in
          { board; rows = 1; columns = n; has_rows = false }
      | _ -> raise (Refused ("no board: " ^ text)))

let position b text =
  let rows = String.split_on_char '/' text in
  must (List.length rows = b.rows && List.for_all (fun row -> String.length row = b.columns) rows) "no position";
  let content = function
    | 'X' -> C.Stone C.Black
    | 'O' -> C.Stone C.White
    | '.' -> C.Empty
    | _ -> raise (Refused "no position")
  in
  List.map content (List.of_seq (String.to_seq (String.concat "" rows)))

(* The name of a point in a move: docs/certificate.md, "Moves of the game". *)
let name b p =
  if not b.has_rows then string_of_int (p + 1)
  else
    let letters = "ABCDEFGHJKLMNOPQRSTUVWXYZ" in
    let row = p / b.columns and column = p mod b.columns in
    let lap = if column >= 25 then String.make 1 letters.[(column / 25) - 1] else "" in
    lap ^ String.make 1 letters.[column mod 25] ^ string_of_int (b.rows - row)

let move b text =
  if text = "pass" then C.Pass
  else
    let rec search p =
      must (p < b.rows * b.columns) ("no move: " ^ text);
      if name b p = text then C.Play (nat p) else search (p + 1)
    in
    search 0

(* Ko rules: those that have a name in Spec.v, and texts in their normal form, docs/rule-language.md. *)

let known =
  [ "psk", C.pSK; "ssk", C.sSK; "nssk", C.nSSK; "fixed", C.fixed; "basic-fixed", C.basicFixed; "primitive", C.primitive;
    "spight", C.spight; "spight-2", C.spight2; "kee-2007", C.kee2007; "kee-2020", C.keeOctober;
    "kee", C.kee false; "kee:sum", C.kee true; "kee-2020-03", C.keeMarch false false; "kee-2020-03:free", C.keeMarch true false;
    "kee-2020-03:same", C.keeMarch false true; "kee-2020-03:free+same", C.keeMarch true true ]

(* Names of rules, facts and what is kept. *)
let words_of_language =
  String.split_on_char ' ' ("start play pass rule title source remember forget keep forbid end no stuck loses count score since option for "
    ^ "each on if and or not retakes passes before after mover next point frame nothing")

let is_name text =
  text <> "" && String.length text <= 32 && text.[0] >= 'a' && text.[0] <= 'z' &&
  String.for_all (fun c -> (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c = '-') text &&
  not (List.mem text words_of_language)

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

(* The one way in which the words of a line are written. *)
let written_once words =
  let rec go last = function
    | [] -> ""
    | word :: rest ->
        let close = last = "" || last = "(" || word = ")" || word = "," ||
          (word = "(" && is_name last) in
        (if close then "" else " ") ^ word ^ go word rest
  in
  go "" words

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
  let family = List.hd parts in
  let is_known = List.exists (fun (name, _) -> List.hd (String.split_on_char ':' name) = family) known in
  covered ((is_known || not (List.mem family built_in)) && not (List.mem name outside)) ("the ko rule " ^ name);
  must (List.mem_assoc name known || not is_known) ("there is no reading " ^ name);
  must (List.fold_left (fun n line -> n + String.length line + 1) 0 lines <= 65536) "the text of the ko rule is too long";
  must (List.length statements <= 64) "a ko rule of more than 64 statements";
  let facts = Hashtbl.create 8 and slots = Hashtbl.create 8 in
  let number_in table name =
    match Hashtbl.find_opt table name with
    | Some n -> n
    | None ->
        let n = Hashtbl.length table in
        Hashtbl.add table name n;
        n
  in
  (* What a line keeps may be what another keeps that comes later. *)
  List.iter (fun line -> match tokens line with
      | "keep" :: name :: "(" :: _ -> ignore (number_in slots name)
      | _ -> ()) statements;
  let whom = function "mover" -> C.Mover | "next" -> C.Next | word -> raise (Refused ("no player: " ^ word)) in
  (* A term: a player, or what stands for a position. *)
  let term = function
    | ("mover" | "next") as word :: rest -> `Player (whom word), rest
    | "before" :: rest -> `Thing C.Before, rest
    | "after" :: rest -> `Thing C.After, rest
    | "nothing" :: rest -> `Thing C.Nothing, rest
    | "point" :: _ -> raise (Not_covered "a ko rule that speaks of points")
    | "frame" :: _ -> raise (Not_covered "a ko rule that speaks of frames")
    | name :: _ when name <> "" && name.[0] >= 'A' && name.[0] <= 'Z' -> raise (Not_covered "a ko rule with 'for each'")
    | name :: "(" :: word :: ")" :: rest ->
        must (Hashtbl.mem slots name) ("nothing is kept as " ^ name);
        `Thing (C.Kept (nat (Hashtbl.find slots name), whom word)), rest
    | word :: _ -> raise (Refused ("no term: " ^ word))
    | [] -> raise (Refused "a term is missing")
  in
  let shapes = Hashtbl.create 8 and asks_passes = ref false in
  let pattern ~made = function
    | name :: "(" :: rest ->
        must (is_name name) ("no name of a fact: " ^ name);
        covered (not (Hashtbl.mem slots name)) "a ko rule with one name for facts and for what is kept";
        let rec terms found rest =
          let t, rest = term rest in
          match rest with
          | "," :: rest -> terms (t :: found) rest
          | ")" :: rest -> List.rev (t :: found), rest
          | _ -> raise (Refused "a list of terms goes on")
        in
        let given, rest = terms [] rest in
        let players = List.filter_map (function `Player w -> Some w | `Thing _ -> None) given in
        let things = List.filter_map (function `Thing t -> Some t | `Player _ -> None) given in
        (* Facts of a name are alike: the same kinds of terms in the same order. *)
        let shape = List.map (function `Player _ -> 0 | `Thing (C.Kept _) -> 2 | `Thing _ -> 1) given in
        (match Hashtbl.find_opt shapes name with
         | None -> Hashtbl.add shapes name shape
         | Some other -> covered (shape = other) "a ko rule with facts of one name that differ");
        must (made || Hashtbl.mem facts name) ("nothing makes true " ^ name);
        let p_1, p_2 =
          match things with
          | [] -> C.Nothing, C.Nothing
          | [ t ] -> t, C.Nothing
          | [ t; t' ] -> t, t'
          | _ -> raise (Refused "a fact of more than two positions")
        in
        covered (match p_1 with C.Kept _ -> false | _ -> true) "a ko rule with a fact about what is kept alone";
        covered (not (List.mem C.Nothing things)) "a ko rule with a fact about nothing";
        must (List.length players <= 1) "a fact of more than one player";
        let p_player = match players with [] -> None | w :: _ -> Some w in
        { C.p_name = nat (number_in facts name); p_player; p_1; p_2 }, rest
    | _ -> raise (Refused "no fact")
  in
  (* A condition is a list of reasons, one of which has to hold: see [reason] in Spec.v. *)
  let plain = { C.so = C.Always; remembered = None } in
  let node_only c = List.for_all (fun r -> r.C.remembered = None) c in
  let rec any = function [] -> C.Unless C.Always | [ r ] -> r.C.so | r :: rest -> C.Either (r.C.so, any rest) in
  let both a b = if a = C.Always then b else if b = C.Always then a else C.Both (a, b) in
  let depth = ref 0 in
  let needed holds = must holds "not in normal form: parentheses that a condition can do without" in
  let rec condition tokens = let one, rest, _ = joined tokens in one, rest
  (* A condition, and the word that joins its parts. *)
  and joined tokens =
    let one, rest, word = conjunction ~after_and:false tokens in
    match rest with
    | "or" :: rest ->
        let others, rest, _ = joined rest in
        one @ others, rest, "or"
    | _ -> one, rest, word
  and conjunction ~after_and tokens =
    let opens = match tokens with "(" :: _ -> true | _ -> false in
    let one, rest, word = single tokens in
    (match rest with
     | "and" :: _ -> needed (not opens || word = "or")
     | _ -> needed (not opens || (word = "or" && after_and)));
    match rest with
    | "and" :: rest ->
        let other, rest, _ = conjunction ~after_and:true rest in
        let guard, guarded = if node_only one then one, other else other, one in
        covered (node_only guard) "a ko rule that asks for two facts at once";
        List.map (fun r -> { r with C.so = both (any guard) r.C.so }) guarded, rest, "and"
    | _ -> one, rest, "and"
  and single tokens =
    incr depth;
    must (!depth < 32) "a condition is too deep";
    let found = one_of_them tokens in
    decr depth;
    found
  and one_of_them = function
    | "not" :: rest ->
        let opens = match rest with "(" :: _ -> true | _ -> false in
        let one, rest, word = single rest in
        needed (not opens || word <> "");
        covered (node_only one) "a ko rule that asks for a fact not to be true";
        [ { plain with C.so = C.Unless (any one) } ], rest, ""
    | "(" :: rest -> (
        match joined rest with
        | one, ")" :: after, word ->
            let several = List.length rest - List.length after > 0 && word <> "" in
            one, after, if several then word else ""
        | _ -> raise (Refused "a bracket is open"))
    | tokens -> let one, rest = plain_one tokens in one, rest, ""
  and plain_one = function
    | "retakes" :: rest -> [ { plain with C.so = C.Retakes } ], rest
    | "passes" :: ">=" :: n :: rest -> asks_passes := true; [ { plain with C.so = C.Passes_at_least (nat (natural 1 n)) } ], rest
    | "passes" :: "=" :: n :: rest ->
        asks_passes := true;
        let n = natural 1 n in
        [ { plain with C.so = C.Both (C.Passes_at_least (nat n), C.Unless (C.Passes_at_least (nat (n + 1)))) } ], rest
    | (name :: "(" :: _ as tokens) when not (Hashtbl.mem slots name) ->
        let p, rest = pattern ~made:false tokens in
        [ { C.so = C.Always; remembered = Some p } ], rest
    | tokens -> (
        match term tokens with
        | `Thing t, "=" :: rest -> (
            match term rest with
            | `Thing t', rest -> [ { plain with C.so = C.Same (t, t') } ], rest
            | `Player _, _ -> raise (Not_covered "a ko rule that compares players"))
        | `Player _, _ -> raise (Not_covered "a ko rule that compares players")
        | _ -> raise (Refused "no condition"))
  in
  let whole line read tokens = match read tokens with found, [] -> found | _ -> wrong line in
  let rec asks_facts = function
    | ("not" | "and" | "or" | "frame") :: rest -> asks_facts rest
    | name :: "(" :: _ when is_name name && not (Hashtbl.mem slots name) -> true
    | _ :: rest -> asks_facts rest
    | [] -> false
  in
  let occasion ?(line = "") tokens =
    let rec events found = function
      | ("start" | "play" | "pass") as word :: "," :: rest -> events (word :: found) rest
      | ("start" | "play" | "pass") as word :: rest -> word :: found, rest
      | _ -> wrong line
    in
    let in_order found = List.filter (fun word -> List.mem word found) [ "pass"; "play"; "start" ] = found in
    match tokens with
    | "on" :: rest ->
        let found, rest = events [] rest in
        must (in_order found) ("not in normal form: " ^ line);
        let provided =
          match rest with
          | [] -> C.Always
          | "if" :: rest ->
              covered (not (asks_facts rest)) "a ko rule that remembers or forgets if a fact is true";
              let c = whole line condition rest in
              covered (not (List.mem "start" found)) "a ko rule with a condition at the start";
              any c
          | _ -> wrong line
        in
        let on word = List.mem word found in
        { C.on_start = on "start"; on_play = on "play"; on_pass = on "pass"; provided }
    | "for" :: _ -> raise (Not_covered "a ko rule with 'for each'")
    | _ -> wrong line
  in
  let kinds = [ "keep"; "remember"; "forget"; "forbid"; "end"; "no"; "stuck"; "count"; "score" ] in
  let empty = { C.remembers = []; forgets = []; keeps = []; forbids = []; ends = []; passing = true; tally = None } in
  let scored line = function "last" -> None | "mean" -> Some false | "sum" -> Some true | _ -> wrong line in
  let counts = ref None and adds_up = ref None in
  let step (text, least, stuck) line =
    let words = tokens line in
    must (written_once words = line) ("not in normal form: " ^ line);
    let kind = match words with word :: _ -> word | [] -> wrong line in
    let place =
      let rec find i = function [] -> wrong line | word :: rest -> if word = kind then i else find (i + 1) rest in
      find 0 kinds
    in
    must (least <= place) "statements in another order";
    let text, stuck =
      match words with
      | "keep" :: name :: "(" :: player :: ")" :: "=" :: rest ->
          must (is_name name) ("no name of what is kept: " ^ name);
          let place_kept = nat (number_in slots name) in
          let what_kept, rest = match term rest with `Thing t, rest -> t, rest | _ -> wrong line in
          let keep_when = occasion ~line rest in
          must (not keep_when.C.on_start && keep_when.C.provided = C.Always) "a 'keep' line on start, or with 'if'";
          { text with C.keeps = text.C.keeps @ [ { C.place_kept; for_whom = whom player; what_kept; keep_when } ] }, stuck
      | "remember" :: rest ->
          let what_fact, rest = pattern ~made:true rest in
          { text with C.remembers = text.C.remembers @ [ { C.what_fact; remember_when = occasion ~line rest } ] }, stuck
      | "forget" :: name :: rest ->
          covered (match rest with "(" :: _ -> false | _ -> true) "a ko rule that forgets of one player";
          must (Hashtbl.mem facts name) ("nothing makes true " ^ name);
          let which = nat (Hashtbl.find facts name) in
          let forget_when = occasion ~line rest in
          must (not forget_when.C.on_start) "nothing can be forgotten on start";
          { text with C.forgets = text.C.forgets @ [ { C.which; forget_when } ] }, stuck
      | "forbid" :: "play" :: "if" :: rest -> { text with C.forbids = text.C.forbids @ whole line condition rest }, stuck
      | "forbid" :: "pass" :: "if" :: _ -> raise (Not_covered "a ko rule that forbids passes")
      | "end" :: "play" :: _ -> raise (Not_covered "a ko rule by which plays end games")
      | "end" :: "pass" :: "if" :: rest -> { text with C.ends = text.C.ends @ whole line condition rest }, stuck
      | [ "no"; "pass" ] -> { text with C.passing = false }, stuck
      | [ "stuck"; "loses" ] -> text, true
      | "score" :: "since" :: _ -> raise (Not_covered "positions that are counted since a fact came true")
      | [ "score"; word ] ->
          must (!adds_up = None) "two statements say what is scored";
          adds_up := Some (scored line word);
          text, stuck
      | "count" :: ("before" | "after" as word) :: rest ->
          covered (!counts = None) "a ko rule with two lines that count";
          let count_when = occasion ~line rest in
          must (not count_when.C.on_start) "nothing is counted on start";
          counts := Some (word = "after", count_when);
          text, stuck
      | _ -> wrong line
    in
    text, place, stuck
  in
  let text, _, stuck = List.fold_left step (empty, 0, false) statements in
  let adds_up = Option.join !adds_up in
  must ((!counts = None) = (adds_up = None)) "'count' goes with 'score mean' and 'score sum'";
  must (!counts = None || text.C.ends <> []) "'count' needs 'end pass'";
  let tally = Option.map (fun (the_new_position, count_when) -> { C.the_new_position; count_when; adds_up = Option.get adds_up }) !counts in
  let text = { text with C.tally } in
  must (C.all_apart text.C.keeps) "two 'keep' lines keep something under one name for one player on one event";
  covered (text.C.remembers <> []) "endless play";
  covered (text.C.passing <> stuck) "a ko rule with passes where who is stuck loses, or the other way round";
  (* Where the text says nothing of the end, two passes in a row are it. *)
  let text =
    if text.C.passing && text.C.ends = [] then { text with C.ends = [ { plain with C.so = C.Passes_at_least (nat 1) } ] }
    else text
  in
  (* A name is a label, but one that is known means one rule. *)
  (match List.assoc_opt name known with
   | Some rule -> must (rule = text) ("there is a rule " ^ name ^ " that says something else")
   | None -> ());
  name, text, !asks_passes

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
      if on l.C.remember_when && l.C.remember_when.C.provided = C.Always then Some (seen l.C.what_fact) else None) text.C.remembers in
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

(* The ruleset. Fields have an order, and those after the fifth are there only if they are not as usual. *)

let fields = [ "ko"; "suicide"; "scoring"; "komi"; "no-result"; "end"; "ikeda"; "handicap"; "compensation" ]

(* The ruleset, and whether positions can be decided under it, if its ko rule is such a one: that is tested in Judge.v. *)
let ruleset ?written text =
  let split word =
    match String.index_opt word '=' with
    | None -> raise (Refused ("no field: " ^ word))
    | Some i -> String.sub word 0 i, String.sub word (i + 1) (String.length word - i - 1)
  in
  let given = List.map split (String.split_on_char ' ' text) in
  let names = List.map fst given in
  must (names = List.filter (fun field -> List.mem field names) fields) "fields in another order";
  List.iteri (fun i field -> must (i >= 5 || List.mem field names) ("a field is missing: " ^ field)) fields;
  let field name usual = try List.assoc name given with Not_found -> usual in
  let one_of name values =
    let v = field name (List.hd values) in
    must (List.mem v values) ("no " ^ name ^ ": " ^ v);
    must (v <> List.hd values || not (List.mem name names) || List.mem name [ "suicide"; "scoring" ]) (name ^ " is as usual");
    v
  in
  let suicide =
    match one_of "suicide" [ "forbidden"; "multi-stone"; "allowed" ] with
    | "forbidden" -> C.Forbidden
    | "multi-stone" -> C.Multi_stone
    | _ -> C.Allowed
  in
  let scoring = one_of "scoring" [ "area"; "stones"; "territory"; "equivalence"; "win-loss" ] in
  let ending = one_of "end" [ "two-passes"; "agreement"; "no-pass"; "prisoner-return" ] in
  let ikeda = one_of "ikeda" [ "no"; "yes" ] in
  ignore (one_of "compensation" [ "0"; "K-1"; "K" ]);
  let handicap = natural 2 (field "handicap" "0") in
  must (handicap > 0 || not (List.mem "handicap" names)) "handicap is as usual";
  let komi = score (field "komi" "") and no_result = score (field "no-result" "") in
  let fits q = must (abs q.C.qnum <= 1000 * q.C.qden && q.C.qden <= 100) "komi or no-result is too large" in
  fits komi;
  fits no_result;
  let ko =
    match written with
    | Some (name, text, _) ->
        must (field "ko" "" = name) "the ko rule and its text have different names";
        text
    | None -> (
        match List.assoc_opt (field "ko" "") known with
        | Some text -> text
        | None -> raise (Not_covered ("the ko rule " ^ field "ko" "")))
  in
  let decides =
    ko.C.passing && ko.C.tally = None && suicide = C.Forbidden && scoring = "area" &&
    List.for_all (fun name -> List.mem name ("compensation" :: List.filteri (fun i _ -> i < 5) fields)) names in
  covered (handicap = 0) "handicap stones";
  covered (ending <> "prisoner-return") ("end " ^ ending);
  let says_passes = match written with Some (_, _, says) -> says | None -> false in
  let usual_end = { C.so = C.Passes_at_least (nat 1); remembered = None } in
  must (ending = "two-passes" || (ko.C.ends = [ usual_end ] && not says_passes)) "the text of the ko rule says how games end";
  let ko = match ending with "agreement" -> C.by_agreement ko | "no-pass" -> C.without_passes ko | _ -> ko in
  must (ko.C.passing = (scoring <> "win-loss")) "only winning counts, or more than that";
  covered (List.mem scoring [ "area"; "equivalence"; "win-loss" ]) ("scoring " ^ scoring);
  let equivalence = scoring = "equivalence" and ikeda = ikeda = "yes" in
  must (not ikeda || ko.C.passing) "Ikeda's rule where only winning counts";
  must (ko.C.tally = None || not (equivalence || ikeda)) "positions are counted beside the board";
  must (no_result.C.qnum = 0) "no game is without a result";
  must (ko.C.passing || (komi.C.qnum = 0 && not (List.mem "compensation" names))) "only winning counts";
  { C.ko; suicide; komi; equivalence; ikeda }, decides

type heading = {
  shape : named_board; header : C.header; layout : C.layout; lines : (string * string) list;
  ko_name : string; decides : bool;
  claimed : C.kind option; (* what a file proves that proves no value *)
  pieces : string list     (* the digests of the files that it rests on *) }

(* [line limit] is the next line of the file, without its line feed. *)
let heading line =
  let value word limit =
    let text = line limit in
    must (starts_with (word ^ " ") text) ("no " ^ word);
    after (word ^ " ") text
  in
  let short = 4096 in
  must (value "kosolver certificate" short = "6") "another version";
  let board_text = value "board" short in
  let shape = board board_text in
  let rules_text = value "rules" short in
  let rec ko_lines found =
    must (List.length found <= 65) "a ko rule of so many lines";
    let text = line short in
    if starts_with "ko " text then ko_lines (after "ko " text :: found) else List.rev found, text
  in
  let ko_rule, text = ko_lines [] in
  let written = if ko_rule = [] then None else Some (text_of ko_rule) in
  let of_rules, decides = ruleset ?written rules_text in
  let ko_name, says_passes = match written with
    | Some (name, _, says) -> name, says
    | None -> raise (Refused "the text of the ko rule is missing") in
  let layout = layout_of of_rules.C.ko says_passes in
  let other_end = List.exists (starts_with "end=") (String.split_on_char ' ' rules_text) in
  covered (not other_end || C.games_end of_rules.C.ko layout.end_names) "another end of games than two passes, under such a ko rule";
  must (starts_with "position " text) "no position";
  let position_text = after "position " text in
  let from = position shape position_text in
  let player = value "to-play" short in
  must (player = "black" || player = "white") "no player";
  let to_play = if player = "black" then C.Black else C.White in
  let text = line 16384 in
  let moves_text, text = if starts_with "moves " text then Some (after "moves " text), line short else None, text in
  let moves_made =
    match moves_text with None -> [] | Some moves -> List.map (move shape) (String.split_on_char ' ' moves)
  in
  must ((starts_with "value " text || starts_with "claim " text) && String.length text < short) "no value";
  let word = String.sub text 0 5 in
  let value_text = after (word ^ " ") text in
  let claimed, value =
    if word = "value" then None, score value_text
    else
      match String.split_on_char ' ' value_text with
      | [ ("black" | "white") as winner; (">=" | ">") as sign; text ] ->
          let threshold = score text in
          let winner = if winner = "black" then C.Black else C.White in
          Some { C.threshold; strict = (sign = ">"); winner }, threshold
      | _ -> raise (Refused "no claim")
  in
  let rec pieces found =
    let text = line short in
    if text = "" then List.rev found
    else begin
      must (starts_with "piece " text) "the header goes on";
      let digest = after "piece " text in
      must (String.length digest = 64 && String.for_all (fun c -> (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f')) digest) "no digest";
      must (List.length found < 65536) "too many pieces";
      pieces (digest :: found)
    end
  in
  let pieces = pieces [] in
  let lines =
    [ "board", board_text; "rules", rules_text; "ko", String.concat "\n" ko_rule; "position", position_text; "to-play", player ]
    @ (match moves_text with None -> [] | Some moves -> [ "moves", moves ])
    @ [ word, value_text ]
  in
  { shape; lines; ko_name; decides; claimed; pieces; layout;
    header = { C.of_board = shape.board; of_rules; from; to_play; moves_made; value } }

(* ---- Numbers, to be trusted ---- *)

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

(* On 32 bits, as in a browser, numbers of fractions have to be small, or products would be too large. *)
let fits_machine q =
  covered (Sys.int_size >= 63 || (abs q.C.qnum < 2048 && q.C.qden < 128)) "such a score on 32 bits"

(* ---- The body, which need not be trusted ---- *)

let kinds byte =
  repeat (limited "the number of kinds" 65536 (number byte)) (fun () ->
      let qnum = limited "a score" 16777216 (signed byte) in
      let qden = limited "a score" 16777216 (number byte) in
      must (qden > 0) "a denominator is 0";
      fits_machine { C.qnum; qden };
      let flag what = match number byte with 0 -> false | 1 -> true | _ -> raise (Refused ("no flag: " ^ what)) in
      let strict = flag "strict" in
      let winner = if flag "winner" then C.White else C.Black in
      must (not (flag "endless")) "no play is endless";
      { C.threshold = { C.qnum; qden }; strict; winner })
  |> Array.of_list

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
  mutable sets : (int * int) list array; mutable set_count : int }

let push array count x =
  let array = if count < Array.length array then array
    else Array.append array (Array.make (max 16 (Array.length array)) x) in
  array.(count) <- x;
  array

let stones byte size =
  let black = number byte in
  let white = number byte in
  must (black land white = 0 && (black lor white) lsr size = 0) "no position";
  black, white

let order f g = match C.fact_compare f g with C.Eq -> 0 | C.Lt -> -1 | C.Gt -> 1

(* The list of facts. With those of groups come all their images, each group in order. *)
let facts byte size turns =
  let listed = repeat (number byte) (fun () ->
      let scope = limited "a scope" 256 (number byte) in
      let owner = limited "a colour" 3 (number byte) in
      let index = limited "an index" 65536 (number byte) in
      let black_of, white_of = stones byte size in
      let black_to, white_to = stones byte size in
      let group = limited "a group" 65537 (number byte) in
      { C.scope; owner; index; black_of; white_of; black_to; white_to }, group - 1) in
  let scopes = Hashtbl.create 64 and all = Table.create 1024 in
  let grouped = List.filter_map (fun ((f : C.fact0), g) ->
      if g < 0 then None
      else begin
        (match Hashtbl.find_opt scopes g with
         | None -> Hashtbl.add scopes g f.scope
         | Some scope -> must (scope = f.scope) "a group with facts of two scopes");
        match Table.find_opt all f with
        | Some other -> must (other = g) "images in two groups"; None
        | None ->
            let images = List.sort_uniq order (f :: List.map (fun u -> C.image_fact u.C.table_forth f) turns) in
            List.iter (fun f -> Table.replace all f g) images;
            Some (images, g)
      end) listed in
  let given = Array.of_list (List.map fst listed) in
  let numbers = Array.init (Array.length given) (fun n -> n) in
  Array.stable_sort (fun m n -> order given.(m) given.(n)) numbers;
  let ranks = Array.make (Array.length given) 0 and in_order = Array.map (fun n -> given.(n)) numbers in
  Array.iteri (fun rank n -> ranks.(n) <- rank) numbers;
  Array.iteri (fun rank f -> must (rank = 0 || f <> in_order.(rank - 1)) "a fact is listed twice") in_order;
  { ranks; in_order; turn_count = 1 + List.length turns; sets = Array.make 16 []; set_count = 1 }, grouped

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

let group_set byte given =
  match number byte with
  | 0 ->
      let chunk g = function
        | (c, bits) :: rest when c = g lsr 4 -> (c, bits lor (1 lsl (g land 15))) :: rest
        | rest -> (g lsr 4, 1 lsl (g land 15)) :: rest
      in
      let groups = ascending byte 65536 "a group is too large" in
      let groups = List.rev (List.fold_left (fun chunks g -> chunk g chunks) [] groups) in
      given.sets <- push given.sets given.set_count groups;
      given.set_count <- given.set_count + 1;
      groups
  | n ->
      must (n <= given.set_count) "no such set of groups";
      given.sets.(n - 1)

let no_tally = 0, 0

let node byte (t : heading) =
  let size = t.shape.rows * t.shape.columns in
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
  let kept, balance =
    if flags land 8 = 0 then 0, 0
    else begin
      let kept = limited "flags of the memory" 4 (number byte) in
      must ((kept land 1 = 0 || rules.C.ikeda) && (kept land 2 = 0 || keeps <> [])) "the memory says what the rules do not";
      unused ();
      let balance = limited "the balance" 16777216 (signed byte) in
      must (balance = 0 || rules.C.equivalence || rules.C.ikeda) "the memory says what the rules do not";
      for _ = 1 to 5 do unused () done;
      kept, balance
    end
  in
  (* Under equivalence scoring the stones of the position say what was handed over; what is more White has paid. *)
  let rec bits m = if m = 0 then 0 else (m land 1) + bits (m lsr 1) in
  let paid = if rules.C.equivalence then balance - bits black + bits white + (flags land 1) else balance in
  covered (abs paid < 2048) "so great a balance";
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
  { C.black; white; to_move = (if flags land 1 = 0 then C.Black else C.White); passes = nats.((flags lsr 1) land 3); ban;
    words = List.concat_map (fun slot -> [ kept_of slot 1; kept_of slot 2 ]) slots;
    tallied = (match tallies with [] -> if paid = 0 && kept land 1 = 0 then no_tally else paid, kept land 1 | tally :: _ -> tally) }

(* Whether the winner's step goes on, and so cites a lemma. *)
let goes_on rule node which =
  match C.nth_error (rule.C.choices node) which with
  | None -> raise (Refused "no such step")
  | Some (C.Stone_on _) -> true
  | Some choice -> (match (rule.C.step_of node choice).C.leads with C.Ends _ -> false | C.GoesOn _ -> true)

(* The number of the lemma that is cited, and that of the symmetry: of those in the file, the first is number 0. *)
let citation own given byte cited =
  let n = number byte in
  let back, turn = n / given.turn_count, n mod given.turn_count in
  must (back <= own) "a citation of no lemma";
  must (back > 0) "a citation of a later lemma";
  cited ~by:(own + 1) (own - back + 1), nats.(turn)

(* The symmetries. The checker tests that they are symmetries of the board. *)
let symmetries byte (t : heading) =
  let size = t.shape.rows * t.shape.columns in
  let limit = if size > 9 then 9 else 721 in
  let count = limited "the number of symmetries" limit (number byte) in
  let exchange = limited "the exchange of colours" 2 (number byte) in
  let rules = t.header.of_rules in
  must (exchange = 0 || (rules.C.komi.C.qnum = 0 && not rules.C.equivalence && not rules.C.ikeda)) "the rules tell Black from White";
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
  let size = t.shape.rows * t.shape.columns in
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

(* The body, part by part: the facts that are in groups and the symmetries, each lemma with its number, the claims.
   [cited ~by n] is where lemma n is, which is cited by another, or by a claim (after all). *)
let body byte (t : heading) pieces rule ~cited ~grouped ~lemma ~claims =
  let kinds = kinds byte in
  let symmetries = symmetries byte t in
  let given, in_groups = facts byte (t.shape.rows * t.shape.columns) (List.map (C.turns_of t.header.of_board) symmetries) in
  List.iter (fun piece -> must (piece.symmetries_of = symmetries) "a piece has other symmetries") (Array.to_list pieces);
  grouped in_groups symmetries;
  let before place = Array.fold_left (fun n piece -> n + List.length piece.shown) 0 (Array.sub pieces 0 place) in
  let rec lemmas own =
    match number byte with
    | 0 -> own
    | kind ->
        must (kind <= Array.length kinds) "no such kind";
        let says_who = kinds.(kind - 1) in
        let place = node byte t in
        let without = conditions byte given in
        let without_groups = group_set byte given in
        let without_patterns = patterns byte t in
        let present = conditions byte given in
        must (apart without present) "a fact is absent and present";
        let cites () = citation own given byte cited in
        let grounds =
          match number byte with
          | 0 -> must t.decides "no position is decided under these rules"; C.Is_decided
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
        lemma (own + 1)
          { C.says_who; place; without = listed given without; without_groups; without_patterns; given = listed given present } grounds;
        lemmas (own + 1)
  in
  let count = lemmas 0 in
  must (number byte = count) "another number of lemmas";
  let made = repeat (limited "the number of claims" (if t.claimed = None then 256 else count + 1) (number byte)) (fun () ->
      match number byte with
      | 0 -> must (t.claimed = None) "others rest on no lemma"; None
      | n -> must (n <= count) "a claim without a lemma"; Some (cited ~by:after_all n)) in
  must (byte () < 0) "something follows the end";
  claims made;
  count

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

(* ---- Both readings, which need not be trusted ---- *)

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

(* [content ()] begins to read the content of the frame: a function that gives the next byte, or -1 at the end.
   It is called twice: the first reading notes which lemma is cited last by which. The second hands over all that
   the checker takes. A lemma has a place, which another gets after its last citation. *)
let verify_with (t : heading) pieces content ~grouped ~item ~claims =
  let rule = C.rule_for t.header.of_board t.header.of_rules t.layout in
  let last = row () in
  ignore @@ body (content ()) t pieces rule ~grouped:(fun _ _ -> ()) ~claims:ignore
    ~cited:(fun ~by n -> set last n by; n)
    ~lemma:(fun own _ _ ->
      covered (own < after_all) "so many lemmas";
      set last own own);
  (* From now on the place of each lemma that has one, and the last citation of what is there. *)
  let places = last and last_here = row () in
  let free = row () and free_count = ref 0 and place_count = ref 0 and leaving = ref [] in
  let leave place = set free !free_count place; incr free_count in
  let cited ~by n =
    let place = get places n in
    if get last_here place = by then begin set last_here place 0; leaving := place :: !leaving end;
    place in
  body (content ()) t pieces rule ~cited ~grouped ~claims ~lemma:(fun own lemma grounds ->
    let place =
      if !free_count > 0 then begin decr free_count; get free !free_count end
      else begin incr place_count; !place_count end in
    let until = get last own in
    set places own place;
    set last_here place until;
    item (C.Lemma (place, lemma, grounds));
    List.iter leave !leaving;
    leaving := [];
    if until = own then leave place)

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
  let cite ?(table = s.C.its_lemmas) (step : C.step) also (number, turn) =
    let other = match C.quick_find number table with
      | Some other -> other
      | None -> raise (Refused "a citation of no lemma") in
    match s.C.its_image turn other with
    | None -> raise (Refused "a lemma has no image")
    | Some other ->
        let cleared scope = List.mem scope step.C.clears in
        List.iter (fun (f : C.fact0) -> if not (cleared f.scope || C.listed f also) then ask f) other.C.without;
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
    | C.Is_assumed cited -> cite ~table:s.C.its_assumed (C.no_step !l) [] cited; grounds
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

(* ---- The verdict, to be trusted ---- *)

(* [on_groups], [on_item] and [on_claims] hear what the checker takes. *)
let verify ?(on_groups = fun _ _ -> ()) ?(on_item = ignore) ?(on_claims = ignore) ?(pieces = [||]) (t : heading) content =
  covered (t.shape.rows * t.shape.columns <= min 62 (Sys.int_size - 1)) "a board of so many points";
  fits_machine t.header.value;
  fits_machine t.header.of_rules.komi;
  let session = ref None and symmetries_of = ref [] and shown = ref [] in
  let now () = Option.get !session in
  let proved = ref false and unsupported = ref false in
  let cells = List.init (t.shape.rows * t.shape.columns) (fun p -> 1 lsl p) in
  let table = C.table_of t.header.C.of_board in
  let count = verify_with t pieces content
    ~grouped:(fun grouped symmetries ->
      on_groups grouped symmetries;
      symmetries_of := symmetries;
      let assumed = List.concat_map (fun piece -> piece.shown) (Array.to_list pieces) in
      session := C.open_session t.header t.layout grouped symmetries assumed;
      must (!session <> None) "the start or the moves of the header are not legal, or a symmetry is none, or a number is too large";
      let sum, count = (now ()).C.its_node.C.tallied in
      covered (abs sum < 2048 && count < 2048) "tallies of so many positions")
    ~item:(fun item ->
      let item = match item with
        | C.Lemma (place, lemma, grounds) ->
            let lemma, grounds = completed (now ()) table cells lemma grounds in
            C.Lemma (place, lemma, grounds) in
      on_item item;
      session := C.feed (now ()) item;
      must (!session <> None) "a lemma does not follow")
    ~claims:(fun claims ->
      on_claims claims;
      unsupported := List.mem None claims;
      match t.claimed with
      | None -> proved := C.close_session (now ()) claims
      | Some claim -> (
          proved := claims <> [] && C.claim_holds (now ()) claim (List.hd claims);
          match C.proves (now ()) (List.filter_map (fun number -> number) claims) with
          | Some found -> shown := found
          | None -> raise (Refused "others rest on no lemma"))) in
  covered (!proved || not !unsupported || C.games_end t.header.C.of_rules.C.ko t.layout.C.end_names)
    "a ko rule whose games end for a reason that this checker does not know";
  must !proved "a claim is not proved";
  count, { symmetries_of = !symmetries_of; shown = !shown }

let in_words = function
  | "psk" -> "positional superko"
  | "ssk" -> "situational superko"
  | "nssk" -> "natural situational superko"
  | "fixed" -> "fixed ko"
  | "basic-fixed" -> "basic ko and fixed ko"
  | "spight" -> "Spight's rule"
  | "spight-2" -> "Spight's second rule"
  | "primitive" -> "the primitive rules"
  | "kee-2007" -> "Kee's rule of 2007"
  | "kee" -> "Kee's superko"
  | "kee:sum" -> "Kee's superko, where scores add up"
  | "kee-2020" -> "Kee's rule of October 2020"
  | _ -> "Kee's rule of March 2020"

(* What is proved, in words: printed from the header that the checker took. A ko rule without a known name is shown with
   its whole text. The terminal and the page print these lines and no others. *)
let statement (t : heading) count =
  let h = t.header in
  let line word = List.assoc_opt word t.lines in
  let text word = Option.value (line word) ~default:"" in
  let number q = if q.C.qden = 1 then string_of_int q.C.qnum else Printf.sprintf "%d/%d" q.C.qnum q.C.qden in
  let fields = List.tl (String.split_on_char ' ' (text "rules")) in
  let rule =
    if List.mem_assoc t.ko_name known then [ Printf.sprintf "Rules: %s, as %s." (in_words t.ko_name) (text "rules") ]
    else
      ("Rules: a rule of its own, with " ^ String.concat " " fields ^ ". This is its text:")
      :: List.map (fun line -> "  " ^ line) (String.split_on_char '\n' (text "ko"))
  in
  let value = number h.C.value in
  [ Printf.sprintf "Proved, by %d lemmas." count;
    Printf.sprintf "Board %s, position %s, %s to play%s." (text "board") (text "position")
      (if h.C.to_play = C.Black then "Black" else "White")
      (match line "moves" with None -> "" | Some moves -> ", after the moves " ^ moves) ]
  @ rule
  @ [ (match t.claimed with
       | None -> Printf.sprintf "The value is %s: Black can force a score of at least %s, and White can hold him to it." value value
       | Some { C.winner = C.Black; strict } -> Printf.sprintf "Black can force a score of %s %s." (if strict then "more than" else "at least") value
       | Some { C.winner = C.White; strict } ->
           Printf.sprintf "White can hold Black to a score of %s %s." (if strict then "at most" else "less than") value) ]
