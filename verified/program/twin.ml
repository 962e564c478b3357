(* The specification as a program: Twin.v. Each line of the input is one question:
     count RULES BOARD DEPTH                    how many games of so many moves, or ended before
     play RULES BOARD POSITION COLOUR MOVE...   the legal moves before each move and after the last
     text LINE;LINE...                          the ko rule of the questions that follow
     RULES is a ruleset of the header with commas for spaces. *)

open Reader

let commas text = String.map (fun c -> if c = ',' then ' ' else c) text

let rec count rules depth game =
  if depth = 0 then 1
  else match C.moves rules game with
    | [] -> 1
    | moves -> List.fold_left (fun n (_, game) -> n + count rules (depth - 1) game) 0 moves

let list_moves rules b game =
  let moves = String.concat " " (List.sort compare (List.map (fun (m, _) -> shown b m) (C.moves rules game))) in
  if C.over_b rules game then
    let s = C.score rules game in
    let common = gcd (abs s.C.qnum) s.C.qden in
    "over " ^ of_chars (C.show_score { C.qnum = s.C.qnum / common; qden = s.C.qden / common })
  else moves

let written = ref None

let rules_of text =
  let h = ruleset (commas text) in
  let name = of_chars h.C.rule_name in
  let statements, ko = match !written with
    | Some (named, statements, text) when named = name -> statements, text
    | _ -> [], (match List.assoc_opt name known with Some text -> text | None -> raise (Not_covered ("the ko rule " ^ name))) in
  match C.with_ending h.C.its_ending statements ko with
  | None -> raise (Refused "the text of the ko rule says how games end")
  | Some ko -> { C.ko = (if h.C.its_suicide = C.Allowed then C.with_lone_suicides ko else ko); suicide = h.C.its_suicide; komi = h.C.its_komi; counts_by = (match h.C.its_scoring with C.Equivalence -> C.By_equivalence | C.Territory -> C.By_territory | _ -> C.By_area); ikeda = h.C.its_ikeda;
      returning = h.C.its_ending = C.Prisoner_return }

let start b rows =
  let shape, _, _ = b in
  fun colour -> C.begin0 (Option.get (C.board_of shape)) (List.concat rows) colour

let answer line =
  match String.split_on_char ' ' line with
  | "text" :: _ ->
      written := None;
      written := Some (text_of (String.split_on_char ';' (after "text " line)));
      "taken"
  | [ "count"; rules; b; depth ] ->
      let (_, rows, columns) as b = board b in
      let empty = List.init rows (fun _ -> List.init columns (fun _ -> C.Empty)) in
      string_of_int (count (rules_of rules) (int_of_string depth) (start b empty C.Black))
  | "play" :: rules :: b :: text :: player :: moves ->
      let (shape, rows, columns) as b = board b and rules = rules_of rules in
      let begun = start b (position rows columns text) (if player = "black" then C.Black else C.White) in
      let step (game, said) text =
        match List.find_opt (fun (m, _) -> shown shape m = text) (C.moves rules game) with
        | None -> raise (Refused ("an illegal move: " ^ text))
        | Some (_, game) -> game, list_moves rules shape game :: said
      in
      let _, said = List.fold_left step (begun, [ list_moves rules shape begun ]) moves in
      String.concat ";" (List.rev said)
  | _ -> raise (Refused ("no question: " ^ line))

let () =
  try
    while true do
      let line = input_line stdin in
      print_endline (try answer line with Refused fault -> "refused: " ^ fault | Not_covered what -> "not covered: " ^ what)
    done
  with End_of_file -> ()
