use crate::{Move, Points, Record, Refusal, Rules};

use crate::conformance::{Action, Trace};

/// What rules say of a game, up to the first move that they refuse or to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judged {
    /// Before each action that may happen, and after the last: the points on which a play is refused,
    /// and why. All other empty points are legal. Nothing where the game is over.
    pub refused: Vec<Vec<(usize, Refusal)>>,
    /// If the game is over after the last action: Black's points less White's.
    pub score: Option<Points>,
}

impl Judged {
    /// How many actions may happen.
    pub fn actions(&self) -> usize {
        self.refused.len() - 1
    }

    /// The moments at which there is something to ask: the game is not over.
    pub fn asked(&self) -> usize {
        self.refused.len() - usize::from(self.score.is_some())
    }
}

/// What the literal rules of `kosolver_record` say of a game.
pub fn judge(trace: &Trace<'_>, rules: &Rules) -> Judged {
    let game = trace.game;
    let mut record = Record::new(game.board(), 2, game.start().clone(), game.first());
    record.follow(rules.ko());
    let mut refused = vec![refusals(&record, rules)];
    for action in game.actions() {
        match action {
            Action::Undo => {
                record.pop();
            }
            Action::Move(made) => {
                // The game is not over here.
                let last = refused.last().expect("a start");
                if last.iter().any(|(point, _)| *made == Move::Play(*point)) {
                    break;
                }
                record.push(*made);
            }
        }
        if record.over_since(rules).is_some() {
            refused.push(Vec::new());
            break;
        }
        refused.push(refusals(&record, rules));
    }
    let score = record.outcome(rules).map(|outcome| outcome.points()[0] - outcome.points()[1]);
    Judged { refused, score }
}

fn refusals(record: &Record<'_>, rules: &Rules) -> Vec<(usize, Refusal)> {
    let why =
        |point: usize| Some((point, record.play_refused(rules, record.to_move(), &record.try_play(point)?)?));
    record.position().vacant().filter_map(why).collect()
}
