//! Games that wrong implementations of a ko rule of one's own fail.
//!
//! The rule is a text, and so is each mistake: the text with a line or an event left out, or with two words
//! exchanged. Other mistakes are to play by another rule.

use std::collections::BTreeMap;

use kosolver_board::{Point, PointSet};
use kosolver_record::conformance::{
    Action, Case, Catch, Error, Game, Illegal, Kit, MistakeRecord, Offer, Random, Seen, State, cover,
};
use kosolver_record::{Player, Position};
use kosolver_rules::{self as rules, Ko, Move, Never, Referee, Ruleset, Suicide};

use crate::parallel::each;

/// Boards of random games: how many games, and of how many moves.
const BOARDS: [(&str, usize, usize); 9] = [
    ("1x2", 4, 12),
    ("1x3", 8, 16),
    ("1x4", 10, 20),
    ("1x5", 8, 24),
    ("2x2", 24, 24),
    ("2x3", 24, 30),
    ("3x3", 16, 36),
    ("3x4", 6, 36),
    ("4x4", 4, 40),
];

/// A wrong implementation: the rules by which it plays.
#[derive(Clone, Debug)]
struct Wrong {
    name: String,
    class: &'static str,
    sentence: String,
    rules: Ruleset,
}

/// The mistakes that can be made with a rule.
fn mistakes(rules: Ruleset) -> Vec<Wrong> {
    let mut found = Vec::new();
    let ko = rules.ko();
    for other in Ko::all() {
        let name = format!("as-{other}");
        let rules = Ruleset::with_suicide(other, rules.suicide());
        found.push(Wrong { name, class: "rule", sentence: format!("The ko rule is `{other}`."), rules });
    }
    for suicide in Suicide::ALL.into_iter().filter(|suicide| *suicide != rules.suicide()) {
        let sentence = format!("The suicide rule is `{suicide}`.");
        let rules = Ruleset::with_suicide(ko, suicide);
        found.push(Wrong { name: format!("suicide-{suicide}"), class: "suicide", sentence, rules });
    }
    let lines: Vec<&str> = ko.text().unwrap_or_default().lines().collect();
    for (number, line) in lines.iter().enumerate().skip(1) {
        for (what, words, changed) in changes(line) {
            let mut wrong = lines.clone();
            wrong[number] = &changed;
            let name = format!("line-{}-{what}", number + 1);
            wrong[0] = "rule a-mistake";
            // What need not end is not one that anybody plays by.
            if let Ok(ko) = Ko::parse(&wrong.join("\n")) {
                let sentence = format!("`{line}` {words}.");
                found.push(Wrong {
                    name,
                    class: "text",
                    sentence,
                    rules: Ruleset::with_suicide(ko, rules.suicide()),
                });
            }
        }
    }
    found
}

/// A statement with a mistake: a name, the mistake in words, and the statement.
fn changes(line: &str) -> Vec<(String, String, String)> {
    let mut found = vec![("left-out".to_owned(), "is left out".to_owned(), String::new())];
    if let Some((before, after)) = line.split_once(" on ") {
        let (on, rest) = after.split_once(" if ").map_or((after, None), |(on, rest)| (on, Some(rest)));
        let events: Vec<&str> = on.split(", ").collect();
        for event in events.iter().filter(|_| events.len() > 1) {
            let left: Vec<&str> = events.iter().copied().filter(|other| other != event).collect();
            let rest = rest.map_or(String::new(), |rest| format!(" if {rest}"));
            let changed = format!("{before} on {}{rest}", left.join(", "));
            found.push((format!("not-on-{event}"), format!("is not heeded on {event}"), changed));
        }
    }
    for (what, one, other) in [("players", "mover", "next"), ("positions", "before", "after")] {
        let exchanged = line.replace(one, "\0").replace(other, one).replace('\0', other);
        if exchanged != line {
            let words = format!("has {one} and {other} exchanged");
            found.push((format!("{what}-exchanged"), words, exchanged));
        }
    }
    found
}

/// A game under some rules on the board of a recorded one.
fn referee(rules: Ruleset, game: &Game) -> Option<Referee> {
    let board = game.board().to_string().parse().ok()?;
    let start = kosolver_board::Position::parse(&board, &game.start().text(game.board())).ok()?;
    let first = game.first().colour();
    let game = rules::Game::new(board, rules).ok()?;
    game.check_start(start, first).ok()?;
    Some(Referee::new(game, start, first))
}

/// The points on which a play is legal.
fn legal(referee: &Referee) -> PointSet {
    referee.legal_steps().iter().fold(PointSet::EMPTY, |legal, step| match step.made {
        Move::Play(point) => legal | point.bit(),
        Move::Pass => legal,
    })
}

fn made(action: Action) -> Option<Move> {
    match action {
        Action::Move(kosolver_record::Move::Play(point)) => Some(Move::Play(Point::new(point as u8))),
        Action::Move(kosolver_record::Move::Pass) => Some(Move::Pass),
        Action::Undo => None,
    }
}

/// A start: the empty board, or stones that are set up.
fn start(rules: Ruleset, board: &str, random: &mut Random) -> Result<(Game, Option<Referee>), Error> {
    let board: kosolver_record::Board = board.parse()?;
    let mut tried = 0;
    loop {
        let mut position = Position::empty(&board);
        let mut first = Player::FIRST;
        // Few random positions of a small board have a string without a liberty.
        if random.below(2) == 0 && tried < 20 {
            for point in 0..board.points() {
                position
                    .set(point, [None, Some(Player::FIRST), Some(Player::FIRST.next(2))][random.below(3)]);
            }
            if random.below(2) == 0 {
                first = first.next(2);
            }
        }
        let game = Game::new(board.clone(), position, first, Vec::new())?;
        let referee = referee(rules, &game);
        if referee.is_some() || tried == 20 {
            return Ok((game, referee));
        }
        tried += 1;
    }
}

/// A game of random moves, as long as it is not over.
fn random(rules: Ruleset, board: &str, length: usize, random: &mut Random) -> Result<Game, Error> {
    let (game, referee) = start(rules, board, random)?;
    let Some(mut referee) = referee else { return Ok(game) };
    let passes = [6, 12, 40][random.below(3)];
    let mut actions = Vec::new();
    while actions.len() < length {
        let goes_on = |made: Move| {
            let mut after = referee.clone();
            (after.play(made).is_ok() && after.outcome().is_none()).then_some((made, after))
        };
        let plays: Vec<Point> = legal(&referee).iter().collect();
        let pass = plays.is_empty() || random.below(passes) == 0;
        let first = if pass { Move::Pass } else { Move::Play(plays[random.below(plays.len())]) };
        let other = || plays.iter().find_map(|point| goes_on(Move::Play(*point)));
        let Some((made, after)) = goes_on(first).or_else(other) else { break };
        referee = after;
        actions.push(Action::Move(match made {
            Move::Pass => kosolver_record::Move::Pass,
            Move::Play(point) => kosolver_record::Move::Play(point.number().into()),
        }));
    }
    Game::new(game.board().clone(), game.start().clone(), game.first(), actions)
}

/// What is seen on a game: of each mistake, by its number, where it is seen first.
fn offer(source: &str, game: Game, rules: Ruleset, mistakes: &[Wrong]) -> Option<Offer<usize>> {
    let mut right = referee(rules, &game)?;
    let mut wrong: Vec<Option<Referee>> = mistakes.iter().map(|wrong| referee(wrong.rules, &game)).collect();
    let mut seen: Vec<(usize, Seen)> = Vec::new();
    let mut several = usize::MAX;
    for moment in 0..=game.actions().len() {
        if right.outcome().is_some() {
            break;
        }
        let says = legal(&right);
        for (number, wrong) in wrong.iter_mut().enumerate() {
            let Some(other) = wrong else { continue };
            let differs = (says - legal(other)) | (legal(other) - says);
            if other.outcome().is_some() {
                *wrong = None;
            } else if let Some(point) = differs.iter().next() {
                let legal = says.contains(point);
                seen.push((number, Seen { actions: moment, point: point.number().into(), legal }));
                *wrong = None;
            }
        }
        let Some(next) = game.actions().get(moment).and_then(|action| made(*action)) else { break };
        let before = right.position().occupied().len();
        right.play(next).ok()?;
        if right.position().occupied().len() + 1 < before {
            several = several.min(moment + 1);
        }
        for wrong in &mut wrong {
            if wrong.as_mut().is_some_and(|other| other.play(next).is_err()) {
                *wrong = None;
            }
        }
    }
    Some(Offer { source: source.to_owned(), game, seen, several })
}

/// The case of a game up to where a mistake is seen.
fn case(
    name: String,
    offer: &Offer<usize>,
    actions: usize,
    rules: Ruleset,
    mistakes: &[Wrong],
) -> Option<Case> {
    let game = offer.game.beginning(actions);
    let mut referee = referee(rules, &game)?;
    let mut states = vec![state(&referee)];
    for action in game.actions() {
        referee.play(made(*action)?).ok()?;
        states.push(state(&referee));
    }
    let mut catches: BTreeMap<(usize, usize), Catch> = BTreeMap::new();
    for (number, seen) in offer.seen.iter().filter(|(_, seen)| seen.actions <= actions) {
        let play = game.board().point_name(seen.point);
        let catch = Catch { after: seen.actions, play, legal: seen.legal, faults: Vec::new() };
        let catch = catches.entry((seen.actions, seen.point)).or_insert(catch);
        catch.faults.push(mistakes[*number].name.clone());
    }
    Some(Case {
        name,
        ko: rules.ko().name().to_owned(),
        suicide: rules.suicide().to_string(),
        board: game.board().to_string(),
        start: game.start().text(game.board()),
        first: states[0].to_move.clone(),
        actions: game.actions().iter().map(|action| game.action_name(*action)).collect(),
        score: None,
        sgf: String::new(),
        source: offer.source.clone(),
        catches: catches.into_values().collect(),
        states,
    })
}

fn state(referee: &Referee) -> State {
    let board = referee.game().board();
    let legal = legal(referee);
    let mut illegal = Vec::new();
    let mut symbols = String::new();
    for point in board.all().iter() {
        let number = point.number();
        if number > 0 && number.is_multiple_of(board.columns()) {
            symbols.push('/');
        }
        let why = if referee.position().empty(board).contains(point) && !legal.contains(point) {
            referee.why_illegal(Move::Play(point))
        } else {
            None
        };
        let Some(why) = why else {
            let symbol = referee.position().symbol(point);
            symbols.push(if symbol == '.' { '+' } else { symbol });
            continue;
        };
        let play = board.point_name(point);
        let suicide =
            matches!(why, rules::Illegal::Never { reason: Never::Suicide | Never::LoneSuicide, .. });
        symbols.push(if suicide { 's' } else { 'k' });
        let since = match &why {
            rules::Illegal::History { since, .. } => {
                Some(since.strip_prefix("move ").and_then(|number| number.parse().ok()).unwrap_or(0))
            }
            _ if suicide => None,
            // What the last moves decide is so since the move before.
            _ => Some(referee.record().len().saturating_sub(1)),
        };
        let by = if suicide { "suicide".to_owned() } else { referee.game().rules().ko().name().to_owned() };
        illegal.push(Illegal { play, by, since, why: since.map(|_| why.to_string()) });
    }
    State { to_move: referee.node().to_move.to_string(), points: symbols, illegal }
}

/// The kit of cases for a ko rule under some suicide rules, the same every time: for each mistake that a game
/// of those tried finds, as few games as will do.
///
/// # Errors
/// If a board or a case is not well made.
pub fn own_kit(ko: Ko, suicides: &[Suicide]) -> Result<Kit, Error> {
    let mut cases = Vec::new();
    let mut names: Vec<[String; 3]> = Vec::new();
    for suicide in suicides {
        let rules = Ruleset::with_suicide(ko, *suicide);
        let mistakes = mistakes(rules);
        let games: Vec<(&str, usize, usize)> = BOARDS
            .iter()
            .flat_map(|&(board, count, length)| (0..count).map(move |index| (board, length, index)))
            .collect();
        let offers = each(games.into_iter().enumerate(), |(number, (board, length, _))| {
            let game = random(rules, board, length, &mut Random::new(number as u64))?;
            Ok::<_, Error>(offer("random moves", game, rules, &mistakes))
        })?;
        let offers: Vec<Offer<usize>> = offers.into_iter().flatten().collect();
        for (index, actions) in cover(&offers) {
            let board = offers[index].game.board().to_string();
            let stem = format!("{}-{suicide}-{board}", ko.name().replace(':', "-"));
            let number =
                cases.iter().filter(|case: &&Case| case.name.starts_with(&format!("{stem}-"))).count();
            cases.extend(case(format!("{stem}-{}", number + 1), &offers[index], actions, rules, &mistakes));
        }
        for Wrong { name, class, sentence, .. } in mistakes {
            if names.iter().all(|[other, ..]| *other != name) {
                names.push([name, class.to_owned(), sentence]);
            }
        }
    }
    let title = format!("Games that wrong implementations of the ko rule {ko} fail");
    let rulesets: Vec<String> = suicides.iter().map(|suicide| format!("ko={ko} suicide={suicide}")).collect();
    let mistake = |[name, class, sentence]: [String; 3], cases: &[Case]| {
        MistakeRecord::of(name, class, sentence, cases, &rulesets)
    };
    let faults = |cases: &[Case]| names.into_iter().map(|name| mistake(name, cases)).collect();
    Kit::with(title, cases, faults)
}
