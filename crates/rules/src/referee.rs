use std::collections::HashMap;

use kosolver_board::{Colour, Position};
use thiserror::Error;

use crate::{End, Fact, Game, Legality, Move, Never, Node, Outcome, Score, Slot, Step, Then};

/// Why the referee refuses a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Illegal {
    /// The game has ended.
    #[error("the game is over: {0}")]
    Over(String),
    /// There is a stone on the point, or the point is not on the board.
    #[error("{player} {made} is not a play: {fault}")]
    Point {
        /// Who moves.
        player: Colour,
        /// The move.
        made: String,
        /// What is there.
        fault: String,
    },
    /// The player cannot pass.
    #[error("{player} pass is not a move: {fault}")]
    NoPass {
        /// Who moves.
        player: Colour,
        /// Why.
        fault: String,
    },
    /// Illegal whatever the history.
    #[error("{player} {made} is prohibited: {reason}")]
    Never {
        /// Who moves.
        player: Colour,
        /// The move.
        made: String,
        /// Why.
        reason: Never,
    },
    /// The history prohibits it.
    #[error("{player} {made} is prohibited by {rule}: {fact}, by {since}")]
    History {
        /// Who moves.
        player: Colour,
        /// The move.
        made: String,
        /// The ko rule.
        rule: &'static str,
        /// The fact that prohibits it, in words.
        fact: String,
        /// When it became true: `the start position` or `move 3`.
        since: String,
    },
}

/// A referee: plays one real game, keeps all of its history, and says why a move is illegal.
#[derive(Clone, Debug)]
pub struct Referee {
    game: Game,
    node: Node,
    /// Each fact with the number of the move that made it true last, 0 for the start.
    facts: HashMap<Fact, usize>,
    /// The moves and the positions they led to.
    record: Vec<(Colour, Move, Position)>,
    /// What the end is worth to Black, and how the game has ended.
    end: Option<(Score, Outcome)>,
}

impl Referee {
    /// A new game.
    pub fn new(game: Game, position: Position, to_move: Colour) -> Referee {
        let (node, facts) = game.start(position, to_move);
        let facts = facts.into_iter().map(|fact| (fact, 0)).collect();
        let mut referee = Referee { game, node, facts, record: Vec::new(), end: None };
        referee.end_if_stuck();
        referee
    }

    /// The game that is played.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The present node.
    pub fn node(&self) -> &Node {
        &self.node
    }

    /// The stones on the board.
    pub fn position(&self) -> Position {
        self.node.position
    }

    /// The moves so far, each with its player and the position it led to.
    pub fn record(&self) -> &[(Colour, Move, Position)] {
        &self.record
    }

    /// How the game has ended, once it is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.end.map(|(_, outcome)| outcome)
    }

    /// What that is worth to Black, once the game is over: the score, what the ruleset says a game
    /// without a result is worth, or who wins as a number.
    pub fn score(&self) -> Option<Score> {
        self.end.map(|(score, _)| score)
    }

    /// The facts of the history, in no order.
    pub fn facts(&self) -> impl Iterator<Item = &Fact> {
        self.facts.keys()
    }

    /// Whether the history has a fact.
    pub fn knows(&self, fact: &Fact) -> bool {
        self.facts.contains_key(fact)
    }

    /// The steps that are legal now.
    pub fn legal_steps(&self) -> Vec<Step> {
        if self.end.is_some() {
            return Vec::new();
        }
        let mut steps = self.game.steps(&self.node);
        steps.retain(|step| self.allows(step));
        steps
    }

    /// The legal moves, each once, in the order of the steps.
    pub fn legal_moves(&self) -> Vec<Move> {
        let mut moves: Vec<Move> = self.legal_steps().iter().map(|step| step.made).collect();
        moves.dedup();
        moves
    }

    /// Why this move is illegal now; `None` if it is legal.
    pub fn why_illegal(&self, made: Move) -> Option<Illegal> {
        self.step(made).err()
    }

    /// Plays a move of the player to move.
    ///
    /// # Errors
    /// [`Illegal`] if it is prohibited; then nothing has changed.
    pub fn play(&mut self, made: Move) -> Result<(), Illegal> {
        let step = self.step(made)?;
        let no_result = self.game.is_no_result(&self.node, &step);
        let number = self.record.len() + 1;
        let after: Vec<Fact> = step.history_after(self.facts.keys().copied()).collect();
        let since = |fact: &Fact| match self.facts.get(fact) {
            Some(since) if !step.inserts.contains(fact) => *since,
            _ => number,
        };
        self.facts = after.iter().map(|fact| (*fact, since(fact))).collect();
        let player = self.node.to_move;
        match step.then {
            Then::Node(node) => self.node = node,
            Then::End(score) => {
                let result = self.game.rules().result(score);
                self.end = Some((score, if no_result { Outcome::NoResult } else { result }));
                // Where play would go on if the players took the game up again. A play, too, can end
                // the game: by a situation that comes again.
                let before = self.node.position;
                let play = made.point().and_then(|point| before.play(self.game.board(), player, point));
                let position = play.map_or(before, |play| play.after);
                self.node = Node { position, to_move: !player, ..self.node.clone() };
            }
        }
        self.record.push((player, made, self.node.position));
        self.end_if_stuck();
        Ok(())
    }

    /// Ends the game if the player to move has no legal move.
    fn end_if_stuck(&mut self) {
        if self.end.is_none() && self.legal_steps().is_empty() {
            let score = self.game.stuck(&self.node);
            self.end = Some((score, self.game.rules().result(score)));
        }
    }

    /// Takes up a game that two passes have ended, as after a disagreement about life and
    /// death: the history stands, the passes are no longer counted.
    pub fn resume(&mut self) {
        self.end = None;
        self.node.passes = 0;
        self.end_if_stuck();
    }

    fn applies(&self, step: &Step) -> bool {
        step.applies(|fact| self.knows(fact))
    }

    fn allows(&self, step: &Step) -> bool {
        self.applies(step) && step.legality.allowed(|fact| self.knows(fact))
    }

    /// The step a move is now.
    fn step(&self, made: Move) -> Result<Step, Illegal> {
        if let Some((_, outcome)) = self.end {
            return Err(Illegal::Over(outcome.to_string()));
        }
        let board = self.game.board();
        let player = self.node.to_move;
        let rule = self.game.rules().ko().title();
        let step =
            self.game.steps(&self.node).into_iter().find(|step| step.made == made && self.applies(step));
        let Some(step) = step else {
            return Err(match made {
                Move::Pass => Illegal::NoPass {
                    player,
                    fault: match (self.node.memory.number(Slot::HANDICAP), self.game.rules().end()) {
                        (0, End::PrisonerReturn) => format!("{player} has no prisoner to give back"),
                        (0, End::NoPass) => format!("there are no passes with end={}", End::NoPass),
                        (0, _) => format!("there are no passes under {rule}"),
                        (stones, _) => format!("{stones} handicap stone(s) are still to be placed"),
                    },
                },
                Move::Play(_) if self.node.memory.flag(Slot::HANDICAP) && player == Colour::White => {
                    let stones = self.node.memory.number(Slot::HANDICAP);
                    Illegal::Point {
                        player,
                        made: made.name(board),
                        fault: format!(
                            "Black has {stones} handicap stone(s) still to place, and White passes"
                        ),
                    }
                }
                Move::Play(point) => {
                    let on_board = board.all().contains(point);
                    Illegal::Point {
                        player,
                        made: if on_board { made.name(board) } else { format!("point {}", point.number()) },
                        fault: if on_board {
                            "there is a stone on that point".to_owned()
                        } else {
                            format!("{board} has no such point")
                        },
                    }
                }
            });
        };
        let made = made.name(board);
        if let Legality::Never(reason) = step.legality {
            return Err(Illegal::Never { player, made, reason });
        }
        // Of several facts that prohibit it, the one that came first.
        let first = |facts: &[Fact]| {
            let held = facts.iter().filter_map(|fact| Some((*self.facts.get(fact)?, *fact)));
            held.min_by_key(|(since, _)| *since)
        };
        let reason = first(step.legality.prohibiting()).map(|prohibiting| {
            let reasons = self.game.reasons(&self.node, &step, &|fact| self.knows(fact));
            first(&reasons).unwrap_or(prohibiting)
        });
        match reason {
            None => Ok(step),
            Some((since, fact)) => Err(Illegal::History {
                player,
                made,
                rule,
                fact: self.game.describe(&fact),
                since: match since {
                    0 => "the start position".to_owned(),
                    number => format!("move {number}"),
                },
            }),
        }
    }
}
