(* The command: verified CERTIFICATE... *)

open Reader

let check name =
  let channel = open_in_bin name in
  Fun.protect ~finally:(fun () -> close_in channel) (fun () ->
      let t = heading (Files.line_of channel) in
      let offset = pos_in channel in
      Files.check_frame channel;
      let count = verify t (Files.zstd name offset) in
      Printf.printf "%s: proved: %s, %d lemmas\n%!" name (describe t) count)

(* 0: all are proved; 1: one is refused; 2: none is refused, but one is not covered. *)
let () =
  Gc.set { (Gc.get ()) with minor_heap_size = 1 lsl 20; space_overhead = 200 };
  let names = List.tl (Array.to_list Sys.argv) in
  if names = [] then begin prerr_endline "usage: verified CERTIFICATE..."; exit 3 end;
  let worst = ref 0 in
  List.iter (fun name ->
      try check name with
      | Refused fault -> Printf.printf "%s: refused: %s\n%!" name (String.escaped fault); worst := 1
      | Not_covered what -> Printf.printf "%s: not covered: %s\n%!" name (String.escaped what); if !worst = 0 then worst := 2
      | Sys_error fault -> Printf.printf "%s: refused: %s\n%!" name (String.escaped fault); worst := 1) names;
  exit !worst
