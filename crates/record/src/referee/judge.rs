use crate::{Move, Player, Position, Record, Refusal, Rules};

use crate::referee::partings::{Seen, doubtful};
use crate::referee::report::{Ended, Line, Parting, Reason, Refused, Report};
use crate::referee::{Error, Game};

/// Rules under a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedRules {
    /// The name.
    pub name: String,
    /// The rules of plays, and of the end if `ends`.
    pub rules: Rules,
    /// Whether the game ends as the ko rule says. Where it does not, as where players must agree,
    /// no end is judged.
    pub ends: bool,
}

impl NamedRules {
    /// Rules that are named as their ko rule is.
    pub fn of(rules: Rules) -> NamedRules {
        NamedRules { name: rules.ko().name().to_owned(), rules, ends: true }
    }
}

/// Referees a game with all its variations, under each of some rules. Every rule judges every move by
/// what was played, whether an earlier move was refused or not.
///
/// Where stones are set up after the first move, or the turn is given to the other player, a new game
/// starts: nothing was played before it. A move onto a stone ends its line.
///
/// # Errors
/// [`Error::Setup`] if a set-up leaves stones without a liberty, [`Error::Players`] if rules are not
/// of two players.
pub fn judge(game: &Game, rules: &[NamedRules]) -> Result<Report, Error> {
    if let Some(named) = rules.iter().find(|named| named.rules.players() != 2) {
        return Err(Error::Players(named.rules.players()));
    }
    let (before, first) = game.file.before_all();
    let start = game.set_up(before, 0, Position::empty(&game.board))?;
    let first = Player::from(first);
    let report = Report {
        format: 1,
        board: game.board.to_string(),
        file_rules: game.file.rules.clone(),
        rules: rules.iter().map(|named| named.name.clone()).collect(),
        stones: Player::all(2).map(|player| start.stones(player)).sum(),
        to_play: first.colour().to_string(),
        lines: vec![Line::default()],
    };
    let mut walk = Walk { game, rules, report, records: Vec::new(), before: before.len() };
    walk.begin(start, first, 0);
    walk.all()?;
    Ok(walk.report)
}

/// A game since stones were set up.
struct Part<'a> {
    record: Record<'a>,
    seen: Seen,
    /// How many moves of the file came before.
    offset: usize,
}

struct Walk<'a> {
    game: &'a Game,
    rules: &'a [NamedRules],
    report: Report,
    /// The part that is played now is the last.
    records: Vec<Part<'a>>,
    /// How many nodes stand before the first move.
    before: usize,
}

/// What is to be done next on a walk through all nodes.
enum Task {
    /// Play a node, as the first of a new line if there is a number.
    Enter(usize, Option<usize>),
    /// Take a move back.
    Back,
    /// Take a set-up back.
    BackToPart,
}

impl<'a> Walk<'a> {
    fn begin(&mut self, start: Position, first: Player, offset: usize) {
        let mut seen = Seen::default();
        seen.add(&start);
        let mut record = Record::new(&self.game.board, 2, start, first);
        self.rules.iter().for_each(|named| record.follow(named.rules.ko()));
        self.records.push(Part { record, seen, offset });
    }

    fn part(&mut self) -> &mut Part<'a> {
        self.records.last_mut().expect("a game has begun")
    }

    fn line(&mut self) -> &mut Line {
        self.report.lines.last_mut().expect("there is a main line")
    }

    /// Walks through all nodes, the main line first.
    fn all(&mut self) -> Result<(), Error> {
        let mut tasks = vec![Task::Enter(0, None)];
        while let Some(task) = tasks.pop() {
            match task {
                Task::Back => {
                    let part = self.part();
                    let now = part.record.position().clone();
                    part.seen.remove(&now);
                    part.record.pop();
                }
                Task::BackToPart => {
                    self.records.pop();
                }
                Task::Enter(index, leaves) => {
                    if let Some(after) = leaves {
                        self.report.lines.push(Line { leaves_after: after, moves: after, ..Line::default() });
                    }
                    if self.enter(index, &mut tasks)? {
                        self.follow(index, &mut tasks);
                    }
                }
            }
        }
        Ok(())
    }

    /// What comes after a node: the first child goes on, the others are lines of their own.
    fn follow(&self, index: usize, tasks: &mut Vec<Task>) {
        let node = &self.game.file.nodes[index];
        for (place, &child) in node.children.iter().enumerate().rev() {
            tasks.push(Task::Enter(child, (place > 0).then_some(node.number)));
        }
    }

    /// Plays a node; whether the line can go on.
    fn enter(&mut self, index: usize, tasks: &mut Vec<Task>) -> Result<bool, Error> {
        let game = self.game;
        let node = &game.file.nodes[index];
        // Who is to move is set up too, if it is not his turn. What is set up before all moves stands already.
        let turn = node.to_move.is_some_and(|colour| Player::from(colour) != self.part().record.to_move());
        if index >= self.before && (turn || !node.setup.is_empty()) {
            let number = node.number;
            let position =
                game.set_up(std::slice::from_ref(node), number, self.part().record.position().clone())?;
            self.begin(position, game.file.to_move(index).into(), number);
            self.line().set_up_after.push(number);
            tasks.push(Task::BackToPart);
        }
        let Some((mover, point)) = node.made else { return Ok(true) };
        let (player, what) = (Player::from(mover), point.map_or(Move::Pass, Move::Play));
        self.line().moves = node.number;
        if let Move::Play(point) = what
            && self.part().record.position().at(point).is_some()
        {
            self.line().impossible = Some(node.number);
            return Ok(false);
        }
        self.partings(node.number, player, what);
        if self.part().record.to_move() != player {
            self.line().out_of_turn.push(node.number);
        }
        self.refuse(node.number, player, what);
        let part = self.part();
        part.record.push_of(player, what);
        let now = part.record.position().clone();
        part.seen.add(&now);
        tasks.push(Task::Back);
        self.end(node.number);
        Ok(true)
    }

    fn named(&self, what: Move) -> String {
        match what {
            Move::Pass => "pass".to_owned(),
            Move::Play(point) => self.game.board.point_name(point),
        }
    }

    /// A refusal with the numbers of the file's moves.
    fn reason(rules: &NamedRules, refusal: &Refusal, offset: usize) -> Reason {
        let mut shifted = refusal.clone();
        if let Refusal::Ko { since: Some(since), .. } = &mut shifted {
            *since += offset;
        }
        Reason::of(&rules.name, &shifted)
    }

    /// Notes the rules that refuse a move.
    fn refuse(&mut self, number: usize, player: Player, what: Move) {
        let rules = self.rules;
        let part = self.part();
        let play = match what {
            Move::Play(point) => part.record.position().play(part.record.board(), player, point),
            Move::Pass => None,
        };
        let refused = rules.iter().filter_map(|named| {
            let refusal = match &play {
                Some(play) => part.record.play_refused(&named.rules, player, play)?,
                None => part.record.pass_refused(&named.rules, player)?,
            };
            Some(Walk::reason(named, &refusal, part.offset))
        });
        let by: Vec<Reason> = refused.collect();
        if !by.is_empty() {
            let made = self.named(what);
            let player = player.colour().to_string();
            self.line().refused.push(Refused { number, player, made, by });
        }
    }

    /// Notes the plays that some rules refuse and others allow before a move.
    fn partings(&mut self, number: usize, player: Player, what: Move) {
        let rules = self.rules;
        let part = self.part();
        let position = part.record.position();
        let mut found = Vec::new();
        let all = rules.iter().any(|named| !named.rules.forbids_repetition_alone());
        let plays = if all {
            let play = |point| Some((point, position.play(part.record.board(), player, point)?));
            position.vacant().filter_map(play).collect()
        } else {
            doubtful(part.record.board(), position, player, &part.seen)
        };
        for (point, play) in plays {
            let (mut refused, mut allowed) = (Vec::new(), Vec::new());
            for named in rules {
                match part.record.play_refused(&named.rules, player, &play) {
                    Some(refusal) => refused.push(Walk::reason(named, &refusal, part.offset)),
                    None => allowed.push(named.name.clone()),
                }
            }
            if !refused.is_empty() && !allowed.is_empty() {
                found.push((point, refused, allowed));
            }
        }
        for (point, refused, allowed) in found {
            let parting = Parting {
                before: number,
                player: player.colour().to_string(),
                play: self.named(Move::Play(point)),
                made: what == Move::Play(point),
                refused,
                allowed,
            };
            self.line().partings.push(parting);
        }
    }

    /// Notes the rules under which the last move ends the game for the first time.
    fn end(&mut self, number: usize) {
        let rules = self.rules;
        let part = self.part();
        let now = part.record.now();
        let over = |named: &&NamedRules| named.ends && part.record.over_since(&named.rules) == Some(now);
        let mut ended: Vec<Ended> = Vec::new();
        for named in rules.iter().filter(over) {
            let Some(outcome) = part.record.outcome(&named.rules) else { continue };
            let score = outcome.for_black();
            match ended.iter_mut().find(|ended| ended.score == score) {
                Some(ended) => ended.under.push(named.name.clone()),
                None => ended.push(Ended { after: number, under: vec![named.name.clone()], score }),
            }
        }
        self.line().ended.extend(ended);
    }
}
