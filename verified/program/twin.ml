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

let shown b = function C.Pass -> "pass" | C.Play p -> name b (int_of_nat p)

let list_moves rules b game =
  let moves = String.concat " " (List.sort compare (List.map (fun (m, _) -> shown b m) (C.moves rules game))) in
  if C.over_b rules game then
    let s = C.score rules game in
    let common = gcd (abs s.C.qnum) s.C.qden in
    let above = s.C.qnum / common and below = s.C.qden / common in
    Printf.sprintf "over %s" (if below = 1 then string_of_int above else Printf.sprintf "%d/%d" above below)
  else moves

let written = ref None

let answer line =
  match String.split_on_char ' ' line with
  | "text" :: _ ->
      written := None;
      written := Some (text_of (String.split_on_char ';' (after "text " line)));
      "taken"
  | [ "count"; rules; b; depth ] ->
      let b = board b in
      let start = C.begin0 b.board (List.init (b.rows * b.columns) (fun _ -> C.Empty)) C.Black in
      string_of_int (count (fst (ruleset (commas rules))) (int_of_string depth) start)
  | "play" :: rules :: b :: text :: player :: moves ->
      let b = board b and rules = fst (ruleset ?written:!written (commas rules)) in
      let start = C.begin0 b.board (position b text) (if player = "black" then C.Black else C.White) in
      let step (game, said) text =
        match List.find_opt (fun (m, _) -> shown b m = text) (C.moves rules game) with
        | None -> raise (Refused ("an illegal move: " ^ text))
        | Some (_, game) -> game, list_moves rules b game :: said
      in
      let _, said = List.fold_left step (start, [ list_moves rules b start ]) moves in
      String.concat ";" (List.rev said)
  | _ -> raise (Refused ("no question: " ^ line))

let () =
  try
    while true do
      let line = input_line stdin in
      print_endline (try answer line with Refused fault -> "refused: " ^ fault | Not_covered what -> "not covered: " ^ what)
    done
  with End_of_file -> ()
