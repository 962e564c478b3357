//! Which rulesets the verified checker covers.

use kosolver_rules::{Ruleset, Scoring};

/// Whether the verified checker (`docs/verified.md`) can prove certificates under a ruleset. Nothing where that depends
/// on the text of a ko rule of one's own.
///
/// `verified/test.sh` asks it of every published certificate.
pub fn verified_checker_covers(rules: &Ruleset) -> Option<bool> {
    let ko = rules.ko();
    if ko.own_text().is_some() {
        return None;
    }
    let ko_rule = match ko.name() {
        "newko-reconstruction" => false,
        name => !(name.starts_with("kee:") && (name.contains("passer") || name.contains("cycle"))),
    };
    let scoring = rules.scoring() != Scoring::Stones && !rules.long_cycle();
    Some(ko_rule && scoring && (rules.handicap() == 0 || !rules.endless()))
}
