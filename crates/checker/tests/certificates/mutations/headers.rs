//! Changes of the game: header lines.

use kosolver_board::Board;
use kosolver_rules::Ko;

use crate::model::{self, bytes, fixtures, load};
use crate::verdict::{body_fault, check, header_fault, unproved};

#[test]
fn another_start_is_rejected() {
    for (name, certificate) in fixtures() {
        let mut changed = certificate.clone();
        let other = if certificate.header.to_play == "black" { "white" } else { "black" };
        changed.header.to_play = other.to_owned();
        assert!(unproved(&changed).starts_with("nothing shows"), "{name}");

        let board: Board = certificate.header.board.parse().unwrap();
        for position in kosolver_board::legal_positions(&board).map(|position| position.text(&board)) {
            if position != certificate.header.position {
                let mut changed = certificate.clone();
                changed.header.position = position;
                if changed.lemmas.len() < 200 {
                    assert!(unproved(&changed).starts_with("nothing shows"), "{name}");
                }
            }
        }
    }
}

#[test]
fn another_board_is_rejected() {
    for (name, certificate) in fixtures() {
        let board: Board = certificate.header.board.parse().unwrap();
        if certificate.header.board.starts_with("star") {
            continue;
        }
        for (rows, columns) in [
            (1, 1),
            (1, 2),
            (1, 3),
            (1, 4),
            (1, 5),
            (1, 6),
            (2, 1),
            (2, 2),
            (2, 3),
            (3, 1),
            (4, 1),
            (5, 1),
            (8, 8),
        ] {
            let other = Board::new(rows, columns).unwrap();
            if other == board {
                continue;
            }
            let mut changed = certificate.clone();
            changed.header.board = other.to_string();
            // A position of another shape is refused at once.
            let error = header_fault(&changed.encode());
            assert!(error.contains("does not fit"), "{name}: {error}");
            if other.points() == board.points() && board.rows() == 1 && columns == 1 {
                // A row is a column.
                let stones: Vec<String> = certificate.header.position.chars().map(String::from).collect();
                changed.header.position = stones.join("/");
                let verified = check(&changed).unwrap_or_else(|error| panic!("{name}: {error}"));
                assert_eq!(
                    (*verified.game.board(), verified.value.to_string()),
                    (other, certificate.header.value.clone())
                );
                continue;
            }
            changed.header.position = vec![".".repeat(columns as usize); rows as usize].join("/");
            if name == "none-1x3" || name == "suicide-1x3" || name == "basic-fixed-1x4" {
                assert!(check(&changed).is_err(), "{name} {other}");
            } else {
                assert!(!body_fault(&changed).is_empty(), "{name} {other}");
            }
        }
    }
}

/// The other rulesets under which a fixture is a proof too, as its steps are the same there. The
/// values are the same, says the solver.
const SAME: &[&str] = &[
    "basic-2x2 none forbidden 0",
    "basic-2x2 basic multi-stone 0",
    "basic-fixed-1x2-suicide basic-ko-rules allowed 0",
    "basic-fixed-1x2-suicide configuration-rules allowed 0",
    "basic-fixed-1x2-suicide basic-fixed forbidden 0",
    "basic-fixed-1x2-suicide basic-fixed multi-stone 0",
    "basic-ko-rules-1x2-suicide basic-fixed allowed 0",
    "basic-ko-rules-1x2-suicide configuration-rules allowed 0",
    "basic-ko-rules-1x2-suicide basic-ko-rules forbidden 0",
    "basic-ko-rules-1x2-suicide basic-ko-rules multi-stone 0",
    "kee-2020-03-1x5 kee-2020-03:same forbidden 0",
    "kee-2020-03-free-1x2 kee-2020-03:free+same allowed 0",
    "kee-2020-03-free-1x2 kee-2020-03:free forbidden 0",
    "kee-2020-03-free-1x2 kee-2020-03:free multi-stone 0",
    "kee-2020-03-same-1x2 kee-2020-03 forbidden 0",
    "kee-2x2 kee:sum forbidden 0",
    "kee-2x2 kee multi-stone 0",
    "kee-2x2 kee allowed 0",
    "kee-cycle-1x2 kee:sum+cycle forbidden 0",
    "kee-cycle-1x5 kee:sum+cycle forbidden 0",
    "kee-passer-sum-cycle-1x2 kee:passer+sum+cycle multi-stone 1/2",
    "kee-passer-sum-cycle-1x3 kee:passer forbidden 1",
    "kee-passer-sum-cycle-1x3 kee:passer+sum forbidden 1",
    "kee-passer-sum-cycle-1x3 kee:passer+cycle forbidden 1",
    "none-1x3 basic forbidden 0",
    "none-1x3 none multi-stone 0",
    "nssk-1x2-suicide nssk forbidden 0",
    "nssk-1x2-suicide nssk multi-stone 0",
    "psk-1x2 psk multi-stone 0",
    "psk-1x2 psk allowed 0",
    "psk-star-5 spight forbidden 0",
    "psk-star-5 ssk forbidden 0",
    "psk-star-5 nssk forbidden 0",
    "psk-star-5 fixed forbidden 0",
    "psk-star-5 basic-fixed forbidden 0",
    "spight-1x2-suicide spight multi-stone 1/2",
    "ssk-1x2-komi spight-2 forbidden 1/2",
    "ssk-1x2-komi ssk multi-stone 1/2",
    "ssk-1x2-komi ssk allowed 1/2",
    "suicide-1x3 psk forbidden 0",
    "suicide-1x3 psk multi-stone 0",
    "suicide-2x2 psk forbidden 0",
    "suicide-2x2 psk multi-stone 0",
];

#[test]
fn another_ruleset_is_rejected_unless_it_has_the_same_proof() {
    let mut same = Vec::new();
    for (name, certificate) in fixtures() {
        let rules = *certificate.header.game().rules();
        let words: Vec<&str> = certificate.header.rules.split(' ').collect();
        let mut others: Vec<String> = Vec::new();
        for ko in Ko::all().flat_map(Ko::readings).filter(|ko| *ko != rules.ko()) {
            let scoring = if ko.win_or_loss() { "win-loss" } else { "area" };
            let komi = if ko.win_or_loss() { "komi=0" } else { words[3] };
            others.push(format!("ko={ko} {} scoring={scoring} {komi} no-result=0", words[1]));
        }
        for suicide in kosolver_rules::Suicide::ALL.into_iter().filter(|suicide| *suicide != rules.suicide())
        {
            others.push(format!("{} suicide={suicide} {} {} {}", words[0], words[2], words[3], words[4]));
        }
        for komi in ["-1", "-1/2", "0", "1/2", "1", "2", "100"] {
            if !rules.win_or_loss() && format!("komi={komi}") != words[3] {
                others.push(format!("{} {} {} komi={komi} {}", words[0], words[1], words[2], words[4]));
            }
        }
        for other in others {
            let mut changed = certificate.clone();
            changed.header.rules = other.clone();
            if changed.header.game().rules().endless() != rules.endless() {
                assert!(header_fault(&changed.encode()).contains("is no value under"), "{name} {other}");
            } else if let Ok(verified) = check(&changed) {
                let rules = *verified.game.rules();
                assert_eq!(verified.value.to_string(), certificate.header.value);
                same.push(format!("{name} {} {} {}", rules.ko(), rules.suicide(), rules.komi()));
            }
        }
        if rules.endless() {
            let mut changed = certificate.clone();
            changed.header.rules = changed.header.rules.replace("no-result=0", "no-result=1");
            let verified = check(&changed).unwrap();
            assert_eq!(verified.value.to_string(), certificate.header.value, "L and U do not depend on it");
            assert_eq!(verified.game.rules().no_result().to_string(), "1");
        }
        for contradiction in
            ["scoring=win-loss", "scoring=territory", "komi=x", "suicide=yes", "ko=no", "sekem=1"]
        {
            if contradiction == words[2] {
                continue;
            }
            let mut changed = certificate.clone();
            changed.header.rules.push(' ');
            changed.header.rules.push_str(contradiction);
            assert!(!header_fault(&changed.encode()).is_empty(), "{name} {contradiction}");
        }
    }
    assert_eq!(same, SAME);
}

#[test]
fn headers_are_read_strictly() {
    let file = bytes("psk-2x2");
    let start = model::body_start(&file);
    let (head, body) = (std::str::from_utf8(&file[..start]).unwrap(), &file[start..]);
    let with = |head: &[u8]| header_fault(&[head, body].concat());
    let replaced = |from: &str, to: &str| {
        assert!(head.contains(from));
        with(head.replacen(from, to, 1).as_bytes())
    };
    assert_eq!(header_fault(b""), "it ends in the middle of a line, or a line is too long");
    assert_eq!(header_fault(b"\n"), "it does not begin with 'kosolver certificate'");
    for version in ["0", "1", "5", "7", "16", "6 ", ""] {
        assert_eq!(
            replaced("certificate 6", &format!("certificate {version}")),
            format!("it is of version {version}; this program reads version 6, older releases the others")
        );
    }
    assert_eq!(replaced("kosolver", "Kosolver"), "it does not begin with 'kosolver certificate'");
    assert_eq!(
        with(head.replace('\n', "\r\n").as_bytes()),
        "it is of version 6\\r; this program reads version 6, older releases the others"
    );
    let lines = head.lines().filter(|line| !line.starts_with("ko "));
    for (line, name) in lines.zip(["", "board", "rules", "position", "to-play", "value", ""]) {
        // With one CR, without the line, twice.
        let carriage = replaced(&format!("{line}\n"), &format!("{line}\r\n"));
        assert!(!carriage.is_empty(), "{name}");
        if name.is_empty() {
            continue;
        }
        let without = replaced(&format!("{line}\n"), "");
        assert!(without.contains("stands where"), "{name}: {without}");
        let twice = replaced(&format!("{line}\n"), &format!("{line}\n{line}\n"));
        // What follows the first is no text then.
        let missing = name == "rules" && twice == "the text of psk is missing";
        assert!(missing || twice.contains("stands where"), "{name}: {twice}");
        let bare = replaced(line, name);
        assert!(bare.contains(&format!("'{name}' stands where '{name} …' belongs")), "{name}: {bare}");
        let empty = replaced(line, &format!("{name} "));
        assert!(!empty.is_empty());
    }
    assert!(!replaced("rules ko=psk", "rules ko=ssk ko=psk").is_empty());
    // Lines have at most 4096 bytes, the line feed included.
    let long = |length: usize| format!("rules ko=psk{}\n", " ".repeat(length - 13));
    let lengthened = |length| {
        head.replacen("rules ko=psk suicide=forbidden scoring=area komi=0 no-result=0\n", &long(length), 1)
    };
    assert!(with(lengthened(4096).as_bytes()).contains("should be 'ko=psk "));
    assert!(with(lengthened(4097).as_bytes()).contains("a line is too long"));
    assert!(with(lengthened(1 << 20).as_bytes()).contains("a line is too long"));
    assert!(header_fault(&vec![b'k'; 1 << 20]).contains("a line is too long"));
    // Each thing is written in one way.
    for (from, to) in [
        ("2x2", "2X2"),
        ("2x2", "02x2"),
        ("../..", "--/__"),
        ("black", "b"),
        ("black", "Black"),
        ("value 1", "value +1"),
        ("value 1", "value 1.0"),
        ("value 1", "value 2/2"),
        ("rules ko=psk", "rules psk"),
        ("rules ko=psk", "rules  ko=psk"),
        ("ko=psk suicide=forbidden", "ko=psk"),
        ("ko=psk suicide=forbidden", "suicide=forbidden ko=psk"),
        ("komi=0", "komi=0.0"),
        ("no-result=0", "no-result=0 "),
    ] {
        assert!(replaced(from, to).contains("should be '"), "{to}");
    }
    for place in 0..start {
        let mut changed = file.clone();
        if changed[place] != b'\n' {
            changed[place] = 0xff;
            assert_eq!(header_fault(&changed), "it is not text");
        }
    }
    let certificate = load("psk-2x2");
    for value in ["", "x", "1 1", "1/0", "1e0", "--1", "1.", " 1", "1 ", "9999999", "NR"] {
        let mut changed = certificate.clone();
        changed.header.value = value.to_owned();
        header_fault(&changed.encode());
    }
    for (position, to_play) in [
        ("..", "black"),
        ("../../..", "black"),
        ("..../", "black"),
        ("XX/XX", "black"),
        ("../.a", "black"),
        ("../..", "grey"),
        ("../..", ""),
    ] {
        let mut changed = certificate.clone();
        (changed.header.position, changed.header.to_play) = (position.to_owned(), to_play.to_owned());
        header_fault(&changed.encode());
    }
    for board in ["", "0x0", "9x9", "2x", "-2x-2", "4294967296x4294967296", "2x2x2"] {
        let mut changed = certificate.clone();
        changed.header.board = board.to_owned();
        header_fault(&changed.encode());
    }
    // A short name is read, and not written.
    let mut changed = load("newko-1x5");
    changed.header.rules = changed.header.rules.replace("newko-reconstruction", "newko");
    header_fault(&changed.encode());
    let mut changed = load("basic-2x2");
    for value in ["-4", "-4 4 4", "-4  4", " -4 4", "4,-4"] {
        changed.header.value = value.to_owned();
        header_fault(&changed.encode());
    }
}
