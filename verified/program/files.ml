(* Certificates as files: their lines, their one frame, and its content by the program zstd. *)

open Reader

let line_of channel limit =
  let buffer = Buffer.create 80 in
  let rec go () =
    must (Buffer.length buffer < limit) "a line is too long";
    match input_char channel with
    | '\n' -> Buffer.contents buffer
    | c -> Buffer.add_char buffer c; go ()
    | exception End_of_file -> raise (Refused "the file ends")
  in
  go ()

(* One whole frame with a checksum has to follow the header, and nothing else. The program zstd checks the rest. *)
let check_frame channel =
  let byte () = try input_byte channel with End_of_file -> raise (Refused "the frame ends") in
  let little bytes = List.fold_right (fun b n -> b + (256 * n)) (repeat bytes byte) 0 in
  must (little 4 = 0xfd2fb528) "no Zstandard frame";
  let flags = byte () in
  must (flags land 4 <> 0) "the frame has no checksum";
  must (flags land 3 = 0 && flags land 8 = 0) "no such frame";
  let single = flags land 32 <> 0 in
  if not single then ignore (byte ());
  let size = match flags lsr 6 with 0 -> if single then 1 else 0 | 1 -> 2 | 2 -> 4 | _ -> 8 in
  ignore (repeat size byte);
  let rec blocks () =
    let head = little 3 in
    let kind = (head lsr 1) land 3 and size = head lsr 3 in
    must (kind < 3) "no such block";
    let here = pos_in channel + if kind = 1 then 1 else size in
    must (here <= in_channel_length channel) "the frame ends";
    seek_in channel here;
    if head land 1 = 0 then blocks ()
  in
  blocks ();
  ignore (little 4);
  must (pos_in channel = in_channel_length channel) "something follows the frame"

(* The content of the frame at an offset, from the program zstd. *)
let zstd name offset () =
  let file = Unix.openfile name [ Unix.O_RDONLY ] 0 in
  ignore (Unix.lseek file offset Unix.SEEK_SET);
  let from, into = Unix.pipe ~cloexec:true () in
  let quiet = Unix.openfile "/dev/null" [ Unix.O_WRONLY ] 0 in
  let child = Unix.create_process "zstd" [| "zstd"; "-dcq"; "--memory=8MB" |] file into quiet in
  List.iter Unix.close [ file; into; quiet ];
  let buffer = Bytes.create 65536 in
  let place = ref 0 and filled = ref 0 in
  let byte () =
    if !place = !filled then begin
      filled := if !filled < 0 then -1 else Unix.read from buffer 0 (Bytes.length buffer);
      place := 0;
      if !filled = 0 then begin
        Unix.close from;
        filled := -1;
        let _, status = Unix.waitpid [] child in
        must (status = Unix.WEXITED 0) "the frame cannot be decompressed"
      end
    end;
    if !filled < 0 then begin place := -1; -1 end
    else begin
      let b = Char.code (Bytes.unsafe_get buffer !place) in
      incr place;
      b
    end
  in
  byte
