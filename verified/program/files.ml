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

let check_frame channel =
  let byte () = try input_byte channel with End_of_file -> raise (Refused "the frame ends") in
  walk_frame ~byte ~skip:(fun n ->
      must (pos_in channel + n <= in_channel_length channel) "the frame ends";
      seek_in channel (pos_in channel + n))
    ~left:(fun () -> in_channel_length channel - pos_in channel)

(* The content of the frame at an offset, from the program zstd. A frame of so many bytes may have so much content:
   docs/certificate.md, "Limits". *)
let zstd name offset () =
  let file = Unix.openfile name [ Unix.O_RDONLY ] 0 in
  ignore (Unix.lseek file offset Unix.SEEK_SET);
  let from, into = Unix.pipe ~cloexec:true () in
  let quiet = Unix.openfile "/dev/null" [ Unix.O_WRONLY ] 0 in
  let child = Unix.create_process "zstd" [| "zstd"; "-dcq"; "--memory=8MB" |] file into quiet in
  let left = ref (65536 + (256 * ((Unix.fstat file).Unix.st_size - offset))) in
  let buffer = Bytes.create 65536 in
  List.iter Unix.close [ file; into; quiet ];
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
      decr left;
      must (!left >= 0) "more content than a frame of this length may have";
      b
    end
  in
  byte
