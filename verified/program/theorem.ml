(* The command: theorem NAME RULES ROWS COLUMNS CERTIFICATE > NAME.v
   A certificate as a file of Coq, see Inside.v. *)

open Reader

let () =
  let name = Sys.argv.(1) and rules = Sys.argv.(2) and rows = Sys.argv.(3) and columns = Sys.argv.(4) in
  let file = Sys.argv.(5) in
  let channel = open_in_bin file in
  let lines = first_lines (Files.line_of channel) in
  let t = heading lines in
  covered (t.to_place = 0) "theorems after handicap stones";
  let offset = pos_in channel in
  close_in channel;
  (* Numbers, as bits: 1 and a bit for each bit from the highest on, then 0. Lists of bits, last first. *)
  let bits = Buffer.create 65536 in
  let write n =
    let rec high n = if n > 0 then begin high (n lsr 1); Buffer.add_char bits '1';
        Buffer.add_char bits (if n land 1 = 1 then '1' else '0') end in
    high n;
    Buffer.add_char bits '0' in
  let write_list l f = write (List.length l); List.iter f l in
  let integer z = write (if z < 0 then (-2 * z) + 1 else 2 * z) in
  let flag b = write (if b then 1 else 0) in
  let player c = flag (c = C.White) in
  let kinds = Hashtbl.create 16 and facts = Hashtbl.create 1024 in
  let kind_list = ref [] and fact_list = ref [] in
  let number_in table list x =
    match Hashtbl.find_opt table x with
    | Some n -> n
    | None ->
        let n = Hashtbl.length table in
        Hashtbl.add table x n;
        list := x :: !list;
        n in
  let groups = ref [] and symmetries = ref [] and items = ref [] and claims = ref [] in
  ignore (verify t lines (Files.zstd file offset)
    ~on_groups:(fun l us -> groups := l; symmetries := us) ~on_item:(fun i -> items := i :: !items) ~on_claims:(fun l -> claims := l));
  let fact f = write (number_in facts fact_list f) in
  let body = Buffer.create 65536 in
  let swap () = Buffer.add_buffer body bits; Buffer.clear bits in
  write_list !groups (fun (f, g) -> fact f; write g);
  write_list !symmetries (fun (points, exchange) -> write_list points (fun p -> write (int_of_nat p)); flag exchange);
  let cites (number, turn) = write (number - 1); write (int_of_nat turn) in
  let lemma place l =
    write (place - 1);
    write (number_in kinds kind_list l.C.says_who);
    let n = l.C.place in
    write n.C.black; write n.C.white; player n.C.to_move; write (int_of_nat n.C.passes); write n.C.ban;
    write_list n.C.words (function None -> flag false | Some (b, w) -> flag true; write b; write w);
    integer (fst n.C.tallied); write (snd n.C.tallied);
    write_list l.C.without fact; write_list l.C.without_groups (fun (c, bits) -> write c; write bits);
    write_list l.C.without_patterns (fun (p : C.stone_pattern) ->
        write p.C.of_scope; player p.C.of_player; write p.C.all_of; write p.C.one_of);
    write_list l.C.given fact in
  write_list (List.rev !items) (function
    | C.Promise (place, l) -> lemma place l; flag true
    | C.Lemma (place, l, why) ->
        lemma place l;
        flag false;
        (match why with
         | C.Is_assumed _ -> raise (Not_covered "proofs in pieces")
         | C.Is_decided -> flag true
         | C.His_move (which, cited) -> flag false; flag true; write (int_of_nat which); cites cited
         | C.All_moves cited -> flag false; flag false; write_list cited cites));
  write_list !claims (function None -> write 0 | Some n -> write n);
  swap ();
  write_list t.layout.C.scope_list (fun (((n, f), s), x) -> write (int_of_nat n); flag f; flag s; write x);
  write_list t.layout.C.end_names (fun n -> write (int_of_nat n));
  let term = function
    | C.Nothing -> write 0 | C.Before -> write 1 | C.After -> write 2
    | C.Kept (k, w) -> write 3; write (int_of_nat k); flag (w = C.Next)
    | C.Point _ | C.Off_kos _ | C.On_kos _ -> raise (Not_covered "what a node implies of points") in
  write_list t.layout.C.arriving (fun (p : C.pattern) ->
      write (int_of_nat p.C.p_name);
      (match p.C.p_player with None -> flag false | Some w -> flag true; flag (w = C.Next));
      term p.C.p_1; term p.C.p_2);
  write_list (List.rev !kind_list) (fun k ->
      integer k.C.threshold.C.qnum; write (k.C.threshold.C.qden - 1); flag k.C.strict; player k.C.winner; flag k.C.endless);
  write_list (List.rev !fact_list) (fun (f : C.fact0) ->
      List.iter write [ f.scope; f.owner; f.index; f.black_of; f.white_of; f.black_to; f.white_to ]);
  Buffer.add_buffer bits body;
  let v = t.header.C.value in
  Printf.printf "(* Made from %s by `make theorems`. *)\n" file;
  Printf.printf "From Coq Require Import List NArith QArith.\nImport ListNotations.\nFrom Verified Require Import Spec Known Inside.\n\n";
  Printf.printf "Definition data : list positive := [";
  (* Long numbers of some hundred digits each. A number must not be cut: each part ends where a number ends. *)
  let all = Buffer.contents bits in
  let length = String.length all in
  let first = ref true in
  let print from till =
    if not !first then print_string ";\n ";
    first := false;
    (* The bit read first is the lowest; the highest 1 ends the part. *)
    let digits = Buffer.create 256 in
    let part = String.sub all from (till - from) ^ "1" in
    let padded = part ^ String.make ((4 - (String.length part mod 4)) mod 4) '0' in
    for i = (String.length padded / 4) - 1 downto 0 do
      let bit k = if padded.[(4 * i) + k] = '1' then 1 lsl k else 0 in
      Buffer.add_string digits (Printf.sprintf "%x" (bit 0 + bit 1 + bit 2 + bit 3))
    done;
    print_string ("0x" ^ Buffer.contents digits) in
  let rec parts from here =
    if here >= length then (if here > from then print from here)
    else if all.[here] = '1' then parts from (here + 2)
    else if here + 1 - from >= 1000 then (print from (here + 1); parts (here + 1) (here + 1))
    else parts from (here + 1) in
  parts 0 0;
  Printf.printf "]%%positive.\n\n";
  let shown v =
    let text = if v.C.qden = 1 then string_of_int v.C.qnum else Printf.sprintf "(%d # %d)" v.C.qnum v.C.qden in
    if v.C.qnum < 0 then "(" ^ text ^ ")" else text in
  let says, what, proof = match t.header.C.upper with
    | None -> "has_value", shown v, "checked_value"
    | Some u -> "has_bounds", shown v ^ " " ^ shown u, "checked_bounds" in
  Printf.printf "Theorem %s : %s %s (empty %s %s) %s.\n" name says rules rows columns what;
  Printf.printf "Proof. apply %s with data. vm_cast_no_check (eq_refl true). Qed.\n\n" proof;
  Printf.printf "Print Assumptions %s.\n" name
