(* The command: verified CERTIFICATE... *)

open Reader

let said name verdict lines =
  Printf.printf "%s: %s\n%!" (String.escaped name) verdict;
  List.iter (Printf.printf "  %s\n%!") lines

(* What files of claims prove, by their digests. *)
let known : (string, piece) Hashtbl.t = Hashtbl.create 16

let opened name =
  let channel = open_in_bin name in
  match let lines = first_lines (Files.line_of channel) in heading lines, lines with
  | t, lines -> channel, t, lines
  | exception fault -> close_in channel; raise fault

let check name =
  let channel, t, lines = opened name in
  let offset = pos_in channel in
  Files.check_frame channel;
  let piece digest = match Hashtbl.find_opt known digest with
    | Some piece -> piece
    | None -> raise (Refused ("nothing proves what it assumes: " ^ digest)) in
  let (_, _, piece) as proved = verify ~pieces:(Array.of_list (List.map piece t.pieces)) t lines (Files.zstd name offset) in
  said name "proved" (words proved);
  if claims_value t then None else Some piece

let refused name fault = said name ("refused: " ^ String.escaped fault) []; 1
let not_covered name what = said name ("not covered: " ^ String.escaped what) []; 2

let verdict name tell =
  try tell (check name); 0 with
  | Refused fault | Sys_error fault -> refused name fault
  | Not_covered what -> not_covered name what
  | Stack_overflow -> not_covered name "lists that are too long for the stack of this machine"
  | Out_of_memory -> not_covered name "the memory of this machine is too small"
  | Unix.Unix_error (Unix.ENOENT, _, "zstd") -> not_covered name "the program zstd is not there"
  | Unix.Unix_error (fault, _, _) -> not_covered name (Unix.error_message fault)

(* Each file has a process of its own. So what ends one, such as no memory, leaves the others alone. What a piece proves
   comes from there. *)
let apart name =
  let from, into = Unix.pipe ~cloexec:true () in
  match Unix.fork () with
  | exception Unix.Unix_error (fault, _, _) -> not_covered name (Unix.error_message fault)
  | 0 ->
      Unix.dup2 (Unix.openfile "/dev/null" [ Unix.O_WRONLY ] 0) Unix.stderr;
      let tell piece =
        let channel = Unix.out_channel_of_descr into in
        Marshal.to_channel channel (Option.map (fun piece -> Sha256.of_file name, piece) piece) [];
        flush channel in
      Unix._exit (10 + verdict name tell)
  | child ->
      Unix.close into;
      let channel = Unix.in_channel_of_descr from in
      let told : (string * piece) option = try Marshal.from_channel channel with End_of_file | Failure _ -> None in
      close_in channel;
      (match Unix.waitpid [] child with
       | _, Unix.WEXITED code when code >= 10 && code <= 12 ->
           if code = 10 then Option.iter (fun (digest, piece) -> Hashtbl.replace known digest piece) told;
           code - 10
       | _ -> not_covered name "the checker was stopped: perhaps there was too little memory")

(* Files that others rest on come first; each as soon as all that it rests on is proved. *)
let rec in_turn names =
  let ready name =
    match opened name with
    | channel, t, _ -> close_in channel; List.for_all (Hashtbl.mem known) t.pieces
    | exception _ -> true in
  match List.partition ready names with
  | [], rest -> List.map apart rest
  | ready, rest ->
      let said = List.map apart ready in
      said @ if rest = [] then [] else in_turn rest

(* 0: all are proved; 1: one is refused; 2: none is refused, but one is not covered. *)
let () =
  Gc.set { (Gc.get ()) with minor_heap_size = 1 lsl 20; space_overhead = 200 };
  (* Beyond a gigabyte memory is dearer than time. *)
  ignore (Gc.create_alarm (fun () ->
      if (Gc.quick_stat ()).Gc.heap_words > 1 lsl 27 then Gc.set { (Gc.get ()) with space_overhead = 60 }));
  let names = List.tl (Array.to_list Sys.argv) in
  if names = [] then begin prerr_endline "usage: verified CERTIFICATE..."; exit 3 end;
  let all = in_turn names in
  exit (if List.mem 1 all then 1 else if List.mem 2 all then 2 else 0)
