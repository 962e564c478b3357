(* The command: verified CERTIFICATE... *)

open Reader

let said name verdict lines =
  Printf.printf "%s: %s\n%!" (String.escaped name) verdict;
  List.iter (Printf.printf "  %s\n%!") lines

let check name =
  let channel = open_in_bin name in
  let t = heading (Files.line_of channel) in
  let offset = pos_in channel in
  Files.check_frame channel;
  let count = verify t (Files.zstd name offset) in
  said name "proved" (List.map String.escaped (statement t count))

let refused name fault = said name ("refused: " ^ String.escaped fault) []; 1
let not_covered name what = said name ("not covered: " ^ String.escaped what) []; 2

let verdict name =
  try check name; 0 with
  | Refused fault | Sys_error fault -> refused name fault
  | Not_covered what -> not_covered name what
  | Stack_overflow -> not_covered name "lists that are too long for the stack of this machine"
  | Out_of_memory -> not_covered name "the memory of this machine is too small"
  | Unix.Unix_error (Unix.ENOENT, _, "zstd") -> not_covered name "the program zstd is not there"
  | Unix.Unix_error (fault, _, _) -> not_covered name (Unix.error_message fault)

(* Each file has a process of its own. So what ends one, such as no memory, leaves the others alone. *)
let apart name =
  match Unix.fork () with
  | exception Unix.Unix_error (fault, _, _) -> not_covered name (Unix.error_message fault)
  | 0 ->
      Unix.dup2 (Unix.openfile "/dev/null" [ Unix.O_WRONLY ] 0) Unix.stderr;
      Unix._exit (10 + verdict name)
  | child ->
      (match Unix.waitpid [] child with
       | _, Unix.WEXITED code when code >= 10 && code <= 12 -> code - 10
       | _ -> not_covered name "the checker was stopped: perhaps there was too little memory")

(* 0: all are proved; 1: one is refused; 2: none is refused, but one is not covered. *)
let () =
  Gc.set { (Gc.get ()) with minor_heap_size = 1 lsl 20; space_overhead = 200 };
  let names = List.tl (Array.to_list Sys.argv) in
  if names = [] then begin prerr_endline "usage: verified CERTIFICATE..."; exit 3 end;
  let all = List.map apart names in
  exit (if List.mem 1 all then 1 else if List.mem 2 all then 2 else 0)
