//! What searches ask about a rule and its text shows.

use super::Rule;
use super::program::{Argument, Formula, Place, Program, Remember, Template};
use super::syntax::{Event, Who};

/// Whether a rule without facts is one of endless play: nothing is said but, perhaps, what simple ko
/// forbids.
pub(super) fn is_without_history(program: &Program) -> bool {
    let nothing = program.remembers.is_empty() && program.keeps.is_empty();
    let no_end = program.end.is_none() && program.play_ends.is_empty() && !program.stuck_loses;
    nothing && no_end && matches!(program.forbid_play[..], [] | [Formula::Retakes])
}

/// Whether each fact that forbids a play says that the player's opponent has had, on the move, the position
/// that the play makes, when the player or the start had made it; as `docs/tablebase.md` needs it.
pub(super) fn within_endless(rule: &Rule) -> bool {
    let program = &rule.program;
    let player = |argument: &Argument| matches!(argument, Argument::Player(_));
    let place = |wanted: Place| move |argument: &Argument| *argument == Argument::Place(wanted);
    let plain = !rule.own_end
        && !program.remembers.is_empty()
        && program.keeps.is_empty()
        && program.forgets.is_empty()
        && !program.counts_passes
        && program.play_ends.is_empty()
        && program.remembers.iter().all(|remember| remember.each.is_none() && remember.when.is_none());
    plain
        && !program.forbid_play.is_empty()
        && program.forbid_play.iter().all(|part| {
            let Formula::Fact(asked) = part else { return false };
            let terms = &asked.arguments;
            let made = terms.iter().any(place(Place::After));
            let by = terms.iter().any(player);
            let from = terms.iter().any(place(Place::Before));
            let said = program.remembers.iter().filter(|remember| remember.fact.name == asked.name);
            said.clone().all(|remember| {
                let by_play = remember.on.iter().eq([Event::Play]);
                remember.fact.arguments == *terms && made && (by || from && by_play)
            })
        })
}

/// Whether a play is only forbidden because of a fact whose last position it makes, or because it would take
/// back; all facts are of positions that have stood; passes are free, and two in a row end the game, or one
/// where the player has passed before. `DESIGN.md` needs it for decided positions.
pub(super) fn bans_what_it_makes(rule: &Rule) -> bool {
    let program = &rule.program;
    let places = |fact: &Template| -> Option<Vec<Place>> {
        let place = |argument: &Argument| match argument {
            Argument::Player(_) => None,
            Argument::Place(place @ (Place::Before | Place::After)) => Some(Some(*place)),
            _ => Some(None),
        };
        fact.arguments.iter().filter_map(place).collect()
    };
    let has_stood = |remember: &Remember| {
        let places = places(&remember.fact);
        let stood = [vec![Place::Before], vec![Place::After], vec![Place::Before, Place::After]];
        remember.each.is_none() && places.is_some_and(|places| stood.contains(&places))
    };
    let is_made = |part: &Formula| match part {
        Formula::Retakes => true,
        Formula::Fact(asked) => places(asked).is_some_and(|places| places.last() == Some(&Place::After)),
        _ => false,
    };
    let has_passed = |end: &Formula| {
        let Formula::Fact(asked) = end else { return false };
        let mut said = program.remembers.iter().filter(|remember| remember.fact.name == asked.name);
        let mover = asked.arguments.contains(&Argument::Player(Who::Mover));
        let on_pass = |remember: &Remember| {
            remember.fact.arguments == asked.arguments && remember.on.iter().eq([Event::Pass])
        };
        mover && places(asked).is_some_and(|places| places == [Place::Before]) && said.all(on_pass)
    };
    !rule.endless
        && program.counts.is_empty()
        && program.play_ends.is_empty()
        && program.keeps.is_empty()
        && program.forbid_pass.is_empty()
        && !(program.no_pass || program.stuck_loses || program.counts_passes)
        && program.remembers.iter().all(has_stood)
        && program.forbid_play.iter().all(is_made)
        && program.end.as_ref().map_or(!rule.own_end, has_passed)
}
