//! On which boards and after which moves a ko rule differs from another.

use kosolver_rules::Ko;
use kosolver_study::differences;

#[test]
fn superkos_differ_where_they_are_known_to() {
    let psk: Ko = "psk".parse().unwrap();
    let all = differences(psk);
    assert_eq!(all.len(), Ko::all().count() - 1);
    let with = |name: &str| all.iter().find(|one| one.other.name() == name).unwrap().clone();
    // After black A1, white B1 Black may retake under fixed ko.
    let (start, line, [own, other]) = with("fixed").moves.unwrap();
    assert_eq!((start.to_string().as_str(), line.len(), own.len(), other.len()), ("1x2", 2, 0, 1));
    let (start, own, other) = with("spight").value.unwrap();
    let worth = [own.worth, other.worth].map(|score| score.to_string());
    assert_eq!((start.to_string().as_str(), worth), ("2x2", ["1".to_owned(), "0".to_owned()]));
}

#[test]
fn a_rule_that_says_the_same_otherwise_does_not_differ() {
    let text = "rule again\nremember there(after) on play, start\nforbid play if there(after)";
    let found = differences(Ko::parse(text).unwrap());
    let psk = found.into_iter().find(|one| one.other.name() == "psk").unwrap();
    assert_eq!((psk.value, psk.moves), (None, None));
}

/// Rules that agree on the empty boards can differ from other starts.
#[test]
fn rules_are_compared_from_every_start() {
    let text = "rule no-start\nremember stood(after) on play\nforbid play if stood(after)";
    let found = differences(Ko::parse(text).unwrap());
    let psk = found.into_iter().find(|one| one.other.name() == "psk").unwrap();
    let (start, own, other) = psk.value.unwrap();
    let worth = [own.worth, other.worth].map(|score| score.to_string());
    assert_eq!((start.to_string().as_str(), worth), ("1x2 from O.", ["-2".to_owned(), "2".to_owned()]));
    let (start, line, [own, other]) = psk.moves.unwrap();
    assert_eq!((start.to_string().as_str(), line.len(), own.len(), other.len()), ("1x2 from O.", 1, 1, 0));
}
