(* For the browser: kosolverVerify(file, decompress). [file] is a binary string, [decompress] makes of such a
   string, the frame, its content of at most so many bytes. The answer has a verdict and the words that are shown. *)

open Reader
open Js_of_ocaml

let check_frame frame =
  let at = ref 0 in
  let skip n = must (!at + n <= String.length frame) "the frame ends"; at := !at + n in
  let byte () = skip 1; Char.code frame.[!at - 1] in
  walk_frame ~byte ~skip ~left:(fun () -> String.length frame - !at)

let verify_file file decompress =
  let place = ref 0 in
  let line limit =
    match String.index_from_opt file !place '\n' with
    | None -> raise (Refused "the file ends")
    | Some till ->
        let text = String.sub file !place (till - !place) in
        must (String.length text < limit) "a line is too long";
        place := till + 1;
        text
  in
  let lines = first_lines line in
  let t = heading lines in
  covered (claims_value t && t.pieces = []) "proofs in pieces";
  let frame = String.sub file !place (String.length file - !place) in
  check_frame frame;
  let content = decompress frame (65536 + (256 * String.length frame)) in
  let read () =
    let at = ref 0 in
    fun () ->
      if !at >= String.length content then -1
      else begin
        incr at;
        Char.code content.[!at - 1]
      end
  in
  words (verify t lines read)

let answer verdict lines =
  let text s = Js.Unsafe.inject (Js.string s) in
  Js.Unsafe.obj [| "verdict", text verdict; "text", text (String.concat "\n" lines) |]

let () =
  Js.Unsafe.set Js.Unsafe.global "kosolverVerify"
    (Js.wrap_callback (fun file decompress ->
         let decompress frame limit =
           match Js.Unsafe.fun_call decompress [| Js.Unsafe.inject (Js.bytestring frame); Js.Unsafe.inject limit |] with
           | content -> Js.to_bytestring content
           | exception _ -> raise (Refused "the frame cannot be decompressed, or has more content than one of its length may have") in
         let not_covered what = answer "not covered" [ "Not covered: " ^ what ^ "."; "This checker says nothing about the file." ] in
         try answer "proved" (verify_file (Js.to_bytestring file) decompress) with
         | Refused fault -> answer "refused" [ "Refused: " ^ fault ^ "."; "The file proves nothing." ]
         | Not_covered what -> not_covered what
         | Stack_overflow -> not_covered "lists that are too long for this browser"))
