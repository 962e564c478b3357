use std::sync::Arc;

use kosolver_board::structure::{Analysis, Class, JudgedKo, Kos};
use kosolver_board::{Board, Colour, Play, PointSet, Position};

use super::{KoMoves, KoRule};
use crate::{Ban, Fact, Game, Legality, Memory, Never, Node, Ruleset, Scope, Slot, Step, Word};

/// A reconstruction of R. Jasiek's New Ko Rules of 1996; `docs/new-ko-rules.md` says what is his and
/// what is ours.
#[derive(Clone, Copy, Debug)]
pub(super) struct NewKo;

const NAME: &str = "newko-reconstruction";

/// "The first ko stone in a fighting ko has been played under this key": the position has the stones off
/// the ko positions, the other the points of these, as the player's stones. It is written once for
/// each player, so that a change of sides maps it.
const FIRST: Scope = Scope(0);
/// "The player has placed a ko stone in this fighting ko under this key, not the first": the other
/// position has the points of the ko as his stones, those of the other kos as his opponent's.
const FOUGHT: Scope = Scope(1);
/// "The player has become disturber of this ko under this key", written likewise.
const DISTURBED: Scope = Scope(2);
/// "The player has played there from this position": the other position has his stone there.
const PLAYED: Scope = Scope(3);

/// The fighting ko of the last move, as stones of who made it.
const FIGHT: Slot = Slot::own(0);
/// The disturbing ko that a player is the disturber of, as his stones.
const DISTURBER: Slot = Slot::own(1);
/// What stood in it before he appeared; nothing once that has come again.
const BEFORE: Slot = Slot::own(2);
/// Points of ko positions that have been fighting kos and, by the stones alone, are not now; as stones
/// of either player.
const FOUGHT_IN: Slot = Slot::own(3);

/// A set of points as stones of a player.
fn stones(points: PointSet, player: Colour) -> Position {
    match player {
        Colour::Black => Position { black: points, white: PointSet::EMPTY },
        Colour::White => Position { black: PointSet::EMPTY, white: points },
    }
}

/// The points in a slot.
fn points(memory: &Memory, slot: Slot, player: Colour) -> PointSet {
    memory.board(slot.of(player)).map_or(PointSet::EMPTY, |board| board.stones(player))
}

/// Whose disturbing ko it is, and which.
fn disturber(memory: &Memory) -> Option<(Colour, PointSet)> {
    let found = Colour::BOTH.into_iter().map(|player| (player, points(memory, DISTURBER, player)));
    found.into_iter().find(|(_, ko)| !ko.is_empty())
}

/// A memory in which the last move was no ko stone move.
fn rested(memory: &Memory) -> Memory {
    memory.without(FIGHT).without(DISTURBER).without(BEFORE)
}

/// The stones of a position on some points.
fn on(position: Position, points: PointSet) -> Position {
    Position { black: position.black & points, white: position.white & points }
}

impl KoRule for NewKo {
    fn name(&self) -> &'static str {
        NAME
    }

    /// `newko` for `newko-reconstruction`.
    fn is_also_called(&self, text: &str) -> bool {
        text.eq_ignore_ascii_case("newko")
    }

    fn title(&self) -> &'static str {
        "the New Ko Rules of 1996 (reconstruction)"
    }

    fn sentence(&self) -> &'static str {
        "A reconstruction, since the text is lost. A play is prohibited if simple ko says so; if it is a ko stone move in the fighting ko of the last move; if it disturbs a disturbing ko again after the disturber has seen it come again; if, with the same stones off the same ko positions, the player has fought in that ko (the first ko stone of all is free) or become its disturber before; or, in no fighting ko, if he has played there from the same position before."
    }

    fn source(&self) -> &'static str {
        "reconstructed from R. Jasiek, New Ko Rules, Examples 1, 23 September 1996"
    }

    fn on_request(&self) -> bool {
        true
    }

    fn reads_structure(&self) -> bool {
        true
    }

    fn has_words(&self) -> bool {
        true
    }

    fn bans_retaking(&self) -> bool {
        true
    }

    fn bind(&self, board: &Board, _rules: &Ruleset) -> Box<dyn KoMoves> {
        Box::new(Bound { kos: Kos::shared(*board) })
    }
}

/// The rule on a board.
#[derive(Debug)]
struct Bound {
    kos: Arc<Kos>,
}

/// A position with what the rule asks of it.
struct Here<'a> {
    bound: &'a Bound,
    at: &'a Node,
    analysis: Arc<Analysis>,
}

impl Here<'_> {
    fn mover(&self) -> Colour {
        self.at.to_move
    }

    /// Whether a ko position has been a fighting ko since it came to be.
    fn was_fight(&self, ko: PointSet) -> bool {
        (ko - points(&self.at.memory, FOUGHT_IN, Colour::Black)).is_empty()
    }

    fn is_fight(&self, ko: &JudgedKo) -> bool {
        ko.class.is_fight() || ko.class == Class::Rider && self.was_fight(ko.position.points)
    }

    /// The stones off the ko positions.
    fn off(&self) -> Position {
        on(self.at.position, self.bound.kos.board().all() - self.analysis.points())
    }

    fn first(&self, player: Colour) -> Fact {
        Fact::about(FIRST, self.off()).of(player).to(stones(self.analysis.points(), player))
    }

    /// A fact about the player to move and a ko, under the present key.
    fn about(&self, scope: Scope, ko: PointSet) -> Fact {
        let (own, others) = (stones(ko, self.mover()), stones(self.analysis.points() - ko, !self.mover()));
        let all = Position { black: own.black | others.black, white: own.white | others.white };
        Fact::about(scope, self.off()).of(self.mover()).to(all)
    }

    fn played(&self, play: &Play) -> Fact {
        Fact::about(PLAYED, play.before).of(self.mover()).to(stones(play.point.bit(), self.mover()))
    }

    /// Whether the fighting rule prohibits a play.
    fn answers_fight(&self, play: &Play, is_ko_move: bool) -> bool {
        let fight = points(&self.at.memory, FIGHT, !self.mover());
        is_ko_move && fight.contains(play.point)
    }

    /// The memory after a play, without what ko stone moves leave.
    fn memory_after(&self, play: &Play) -> Memory {
        let mut memory = rested(&self.at.memory).without(FOUGHT_IN);
        let after = self.bound.kos.analysis(play.after);
        let fought_in = after
            .kos
            .iter()
            .filter(|ko| !ko.class.is_fight())
            .map(|ko| ko.position.points)
            .filter(|ko| {
                let before = self.analysis.with_points(*ko);
                before.is_some_and(|before| before.class.is_fight() || self.was_fight(*ko))
            })
            .fold(PointSet::EMPTY, |all, ko| all | ko);
        if !fought_in.is_empty() {
            for player in Colour::BOTH {
                memory.set(FOUGHT_IN.of(player), Word::Board(stones(fought_in, player)));
            }
        }
        memory
    }

    /// A ko stone move in a fighting ko: the first of all under its key, or a later one.
    fn fighting(&self, step: Step, ko: PointSet, steps: &mut Vec<Step>) {
        let own = self.mover();
        let step = step.carrying(|memory| memory.set(FIGHT.of(own), Word::Board(stones(ko, own))));
        if matches!(step.legality, Legality::Never(_)) {
            steps.push(step);
            return;
        }
        let (first, fought) = (self.first(own), self.about(FOUGHT, ko));
        steps.push(step.clone().without(first).inserting(first).inserting(self.first(!own)));
        steps.push(step.when(first).unless(fought).inserting(fought));
    }

    /// A ko stone move in a disturbing ko.
    fn in_disturbing(&self, step: Step, play: &Play, ko: PointSet) -> Step {
        let own = self.mover();
        let running = disturber(&self.at.memory).filter(|(_, other)| *other == ko);
        let disturbs = self.bound.kos.is_disturbing(play);
        let before = self.at.memory.board(BEFORE);
        match running {
            Some((player, _)) if player == own && disturbs && before.is_none() => {
                return if matches!(step.legality, Legality::Never(_)) {
                    step
                } else {
                    step.never(Never::Disturber)
                };
            }
            _ => {}
        }
        let appears = running.is_none() && disturbs;
        let (player, before) = match running {
            Some((player, _)) => (Some(player), before),
            None if disturbs => (Some(own), Some(on(play.before, ko))),
            None => (None, None),
        };
        let step = step.carrying(|memory| {
            let Some(player) = player else { return };
            memory.set(DISTURBER.of(player), Word::Board(stones(ko, player)));
            if let Some(before) = before.filter(|before| *before != on(play.after, ko)) {
                memory.set(BEFORE, Word::Board(before));
            }
        });
        let played = self.played(play);
        let step = step.unless(played).inserting(played);
        if !appears {
            return step;
        }
        let disturbed = self.about(DISTURBED, ko);
        step.unless(disturbed).inserting(disturbed)
    }
}

impl KoMoves for Bound {
    fn play(&self, game: &Game, at: &Node, play: &Play, steps: &mut Vec<Step>) {
        let here = Here { bound: self, at, analysis: self.kos.analysis(at.position) };
        let ko = here.analysis.ko_of(play);
        let memory = here.memory_after(play);
        let step = Step::play(at, play)
            .banning(Ban::after(game.board(), play))
            .carrying(|carried| *carried = memory);
        let step = if at.ban.hits(play) {
            step.never(Never::BasicKo)
        } else if here.answers_fight(play, ko.is_some()) {
            step.never(Never::Fighting)
        } else {
            step
        };
        match ko {
            Some(ko) if here.is_fight(ko) => here.fighting(step, ko.position.points, steps),
            Some(ko) => steps.push(here.in_disturbing(step, play, ko.position.points)),
            None => {
                let played = here.played(play);
                steps.push(step.unless(played).inserting(played));
            }
        }
    }

    fn pass(&self, game: &Game, at: &Node, steps: &mut Vec<Step>) {
        let pass = game.rules().end().pass(game, at);
        steps.extend(pass.map(|step| step.carrying(|memory| *memory = rested(memory))));
    }

    fn describe(&self, fact: &Fact, board: &Board) -> String {
        let player = fact.colour.unwrap_or(Colour::Black);
        let named = |points: PointSet| {
            points.iter().map(|point| board.point_name(point)).collect::<Vec<String>>().join(" ")
        };
        let key = "with the same stones off the same ko positions";
        match fact.scope {
            FIRST => format!("a first ko stone has been played in a fighting ko {key}"),
            FOUGHT => {
                format!(
                    "{player} has placed a ko stone in the fighting ko {} before, {key}",
                    named(fact.to.stones(player))
                )
            }
            DISTURBED => {
                format!(
                    "{player} has become disturber of the ko {} before, {key}",
                    named(fact.to.stones(player))
                )
            }
            _ => format!(
                "{player} has played {} from the position {} before",
                named(fact.to.stones(player)),
                fact.position.text(board)
            ),
        }
    }
}
