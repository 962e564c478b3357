(* For the browser: kosolverVerify(file, decompress). [file] is a binary string, [decompress] makes of such a
   string, the frame, its content. The answer has a verdict, a reason, the lines of the header, and the lemmas. *)

open Reader
open Js_of_ocaml

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
  let t = heading line in
  let content = decompress (String.sub file !place (String.length file - !place)) in
  let read () =
    let at = ref 0 in
    fun () ->
      if !at >= String.length content then -1
      else begin
        incr at;
        Char.code content.[!at - 1]
      end
  in
  let lemmas = verify t read in
  t.lines, lemmas

let answer verdict reason lines lemmas =
  let text s = Js.Unsafe.inject (Js.string s) in
  Js.Unsafe.obj [|
    "verdict", text verdict; "reason", text reason; "lemmas", Js.Unsafe.inject lemmas;
    "lines", Js.Unsafe.obj (Array.of_list (List.map (fun (word, value) -> word, text value) lines)) |]

let () =
  Js.Unsafe.set Js.Unsafe.global "kosolverVerify"
    (Js.wrap_callback (fun file decompress ->
         let decompress frame =
           match Js.Unsafe.fun_call decompress [| Js.Unsafe.inject (Js.bytestring frame) |] with
           | content -> Js.to_bytestring content
           | exception _ -> raise (Refused "the frame cannot be decompressed") in
         try
           let lines, lemmas = verify_file (Js.to_bytestring file) decompress in
           answer "proved" "" lines lemmas
         with
         | Refused fault -> answer "refused" fault [] 0
         | Not_covered what -> answer "not covered" what [] 0))
