//! Under the reconstruction of the New Ko Rules a play can be two steps, one of which has a guard and a
//! fact that prohibits it, and nodes have words of the rule's own.

use crate::model::bytes;

use crate::verdict::verify;

const NAME: &str = "newko-1x5";

#[test]
fn it_proves_its_value() {
    let verified = verify(&bytes(NAME)[..]).unwrap();
    assert_eq!(verified.value.to_string(), "0");
    assert_eq!(verified.game.rules().ko().name(), "newko-reconstruction");
}

/// The same body under another header: another value, a rule without such steps.
#[test]
fn it_proves_nothing_else() {
    let file = bytes(NAME);
    for (from, to) in [
        ("value 0", "value 1"),
        ("value 0", "value -1"),
        ("newko-reconstruction", "basic-fixed"),
        ("newko-reconstruction", "psk"),
        // The short name is read, and not written.
        ("newko-reconstruction", "newko"),
    ] {
        let start = file.windows(2).position(|pair| pair == b"\n\n").unwrap();
        let head = String::from_utf8(file[..start].to_vec()).unwrap();
        assert!(head.contains(from));
        let changed = [head.replace(from, to).as_bytes(), &file[start..]].concat();
        assert!(verify(&changed[..]).is_err(), "{to}");
    }
}
