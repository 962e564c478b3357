//! Whether the statements of a text fit each other.

use super::parse::Fault;
use super::program::{Argument, Forget, Formula, MOST_SPLITS, Program, Remember, Template};
use super::syntax::{Event, Events, Says, Scored, Span, Text};

/// What can only be said once all statements are known.
pub(super) fn whole(program: &Program, text: &Text) -> Result<(), Fault> {
    let statement = |wanted: &dyn Fn(&Says) -> bool| {
        let found = text.statements.iter().find(|statement| wanted(&statement.says));
        found.map_or(Span::default(), |statement| statement.span.clone())
    };
    for remember in program.remembers.iter().filter(|remember| remember.each.is_some()) {
        let name = remember.fact.name;
        let said = program.remembers.iter().filter(|other| other.fact.name == name).count();
        let from = remember.each.as_ref().map(|each| each.name);
        let forgotten = |forget: &Forget| forget.name == name || Some(forget.name) == from;
        let own = &program.names[name].name;
        let span = statement(&|says| matches!(says, Says::Remember { fact, .. } if fact.name == *own));
        if said > 1 {
            return Fault::new(&span, format!("'{own}' is remembered 'for each', and by another statement"));
        }
        if program.forgets.iter().any(forgotten) {
            return Fault::new(&span, "with 'for each' neither fact can be forgotten");
        }
    }
    let stuck = statement(&|says| *says == Says::StuckLoses);
    if program.no_pass {
        let span = statement(&|says| *says == Says::NoPass);
        if !program.stuck_loses {
            return Fault::new(&span, "'no pass' needs 'stuck loses': a player may have no legal move");
        }
        let on_pass = |on: &Events| on.has(Event::Pass);
        if program.end.is_some() || !program.forbid_pass.is_empty() {
            return Fault::new(&span, "'no pass': then nothing ends or forbids a pass");
        }
        let passes = program.remembers.iter().any(|remember| on_pass(&remember.on))
            || program.forgets.iter().any(|forget| on_pass(&forget.on))
            || program.keeps.iter().any(|keep| on_pass(&keep.on))
            || program.counts_passes;
        if passes {
            return Fault::new(&span, "'no pass': then nothing happens on pass");
        }
    } else if program.stuck_loses && program.forbid_pass.is_empty() {
        return Fault::new(&stuck, "'stuck loses' needs 'no pass' or 'forbid pass': else nobody is stuck");
    }
    if !program.forbid_pass.is_empty() && !program.stuck_loses {
        let span = statement(&|says| matches!(says, Says::Forbid { event: Event::Pass, .. }));
        return Fault::new(&span, "'forbid pass' needs 'stuck loses': a player may have no legal move");
    }
    if program.stuck_loses && program.end.is_some() {
        return Fault::new(&stuck, "'stuck loses': only winning counts, and no pass ends the game");
    }
    if !program.play_ends.is_empty() && (program.stuck_loses || !program.counts.is_empty()) {
        let span = statement(&|says| matches!(says, Says::End { play: Some(_), .. }));
        return Fault::new(&span, "'end play' goes with neither 'stuck loses' nor 'count'");
    }
    for event in [Event::Play, Event::Pass] {
        if program.asked_by_effects(event).len() > MOST_SPLITS {
            let fault = format!("what happens on {} asks for at most {MOST_SPLITS} facts", event.word());
            let span = text.statements.last().map_or(Span::default(), |last| last.span.clone());
            return Fault::new(&span, fault);
        }
    }
    score(program, text)
}

/// Whether what is counted and what is scored fit.
fn score(program: &Program, text: &Text) -> Result<(), Fault> {
    let fault = |kinds: &[u8], message: &str| {
        let found = text.statements.iter().find(|statement| kinds.contains(&statement.says.kind().0));
        Fault::new(&found.map_or(Span::default(), |statement| statement.span.clone()), message)
    };
    let scores = text.statements.iter().filter(|statement| matches!(statement.says, Says::Score(_)));
    if scores.count() > 1 {
        return fault(&[8], "two statements say what is scored: leave one of them out");
    }
    let (counts, last) = (!program.counts.is_empty(), program.scored == Scored::Last);
    match (counts, last) {
        (true, true) => return fault(&[7], "'count' needs 'score mean' or 'score sum'"),
        (false, false) => return fault(&[8], "'score mean' and 'score sum' need 'count'"),
        (true, false) if program.end.is_none() => return fault(&[7], "'count' needs 'end pass'"),
        _ => {}
    }
    let Some(since) = &program.since else { return Ok(()) };
    if !counts {
        return fault(&[9], "'score since' needs 'count'");
    }
    // So the fact becomes true once, and the pass that finds it true ends the game.
    let at_pass = |fact: &Template| fact.with(|argument| argument.on(Event::Pass));
    let of = |fact: &&Remember| fact.fact.name == since.name;
    let made: Vec<&Remember> = program.remembers.iter().filter(of).collect();
    let once = matches!(made[..], [made] if made.on.iter().eq([Event::Pass])
        && made.when.is_none() && made.each.is_none() && at_pass(&made.fact) == at_pass(since));
    let ends = matches!(&program.end, Some(Formula::Fact(end)) if at_pass(end) == at_pass(since));
    let elsewhere = |fact: &Template| fact.name == since.name;
    let asked =
        program.forbid_play.iter().chain(&program.forbid_pass).flat_map(Formula::facts).any(elsewhere)
            || program.remembers.iter().filter_map(|remember| remember.each.as_ref()).any(elsewhere)
            || program.forgets.iter().any(|forget| forget.name == since.name);
    if !once
        || !ends
        || asked
        || program.effects_ask()
        || since.arguments.iter().any(Argument::may_be_nothing)
    {
        return fault(
            &[9],
            "'score since' asks for a fact that one 'remember ... on pass' makes true, for which 'end pass if' asks, and nothing else; nor does what moves do ask for facts",
        );
    }
    Ok(())
}
