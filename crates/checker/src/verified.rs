//! Which rulesets the verified checker covers.

use kosolver_rules::{End, Ruleset, Scoring, Suicide};

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
        "basic-ko-rules" => rules.suicide() != Suicide::Allowed,
        name => !(name.starts_with("kee:") && (name.contains("passer") || name.contains("cycle"))),
    };
    let scoring = matches!(rules.scoring(), Scoring::Area | Scoring::Equivalence);
    Some(ko_rule && scoring && rules.end() != End::PrisonerReturn && rules.handicap() == 0)
}
