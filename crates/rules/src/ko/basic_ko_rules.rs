use kosolver_board::{Board, Colour, Play, PointSet, Position};

use super::{KoMoves, KoRule};
use crate::{Ban, Fact, Game, Never, Node, Ruleset, Scope, Step};

/// The Basic Ko Rules of Robert Jasiek, 26 February 1997.
///
/// "Two board points are a ko if on them a move of one player followed by a move of the other player
/// repeats the configuration of stones."
#[derive(Debug)]
pub(super) struct BasicKoRules;

/// "From a position with the same points of all kos and the same stones off them, this player has
/// played on this point, which was one of a ko."
const PLAYED_IN_KO: Scope = Scope(0);
/// The same of a point that was in no ko.
const PLAYED_OFF_KOS: Scope = Scope(1);

/// The points of all kos of a position, whoever is to move.
///
/// A play leads back to before another only by a retake of one stone with one stone; or both change
/// nothing, as lone suicides do.
fn kos(game: &Game, position: Position) -> PointSet {
    let board = game.board();
    let empty = position.empty(board);
    let mut kos = PointSet::EMPTY;
    let mut lone_suicides = [PointSet::EMPTY; 2];
    // Beside another empty point a stone keeps a liberty, and is not taken at once.
    for point in empty.iter().filter(|point| (board.adjacent(point.bit()) & empty).is_empty()) {
        for colour in Colour::BOTH {
            let play = position.play(board, colour, point);
            let Some(play) = play.filter(|play| game.rules().suicide().allows(play.suicide.len())) else {
                continue;
            };
            match Ban::after(board, &play) {
                Ban::None => {}
                Ban::Point(retake) => kos |= point.bit() | retake.bit(),
                Ban::LoneSuicide => lone_suicides[colour as usize] |= point.bit(),
            }
        }
    }
    if lone_suicides.iter().all(|points| !points.is_empty()) {
        kos |= lone_suicides[0] | lone_suicides[1];
    }
    kos
}

/// That a player has played there from such a position: its stones off the kos, then its points of
/// kos as stones of his opponent, the point of the play as a stone of his own.
fn played(game: &Game, play: &Play) -> Fact {
    let Play { colour, point, before, .. } = *play;
    let kos = kos(game, before);
    let off_kos = Position { black: before.black - kos, white: before.white - kos };
    let points = Position { black: point.bit(), white: kos - point.bit() };
    let points = if colour == Colour::Black { points } else { points.inverted() };
    let scope = if kos.contains(point) { PLAYED_IN_KO } else { PLAYED_OFF_KOS };
    Fact::about(scope, off_kos).of(colour).to(points)
}

impl KoRule for BasicKoRules {
    fn name(&self) -> &'static str {
        "basic-ko-rules"
    }

    fn title(&self) -> &'static str {
        "the Basic Ko Rules"
    }

    fn sentence(&self) -> &'static str {
        "Two points are a ko if a play on one followed by the opponent's play on the other repeats the position. A play is prohibited if simple ko prohibits it, or if the player has played on the point before from a position with the same set of all points of kos and the same stones off it."
    }

    fn source(&self) -> &'static str {
        "R. Jasiek, The Basic Ko Rules, 26 February 1997"
    }

    fn bans_retaking(&self) -> bool {
        true
    }

    fn on_request(&self) -> bool {
        true
    }

    fn bind(&self, _board: &Board, _rules: &Ruleset) -> Box<dyn KoMoves> {
        Box::new(BasicKoRules)
    }
}

impl KoMoves for BasicKoRules {
    fn play(&self, game: &Game, at: &Node, play: &Play) -> Step {
        let played = played(game, play);
        let step = Step::play(at, play).banning(Ban::after(game.board(), play));
        let step = if at.ban.hits(play) { step.never(Never::BasicKo) } else { step };
        step.unless(played).inserting(played)
    }

    fn describe(&self, fact: &Fact, board: &Board) -> String {
        let player = fact.colour.unwrap_or(Colour::Black);
        let names = |points: PointSet| {
            let names: Vec<String> = points.iter().map(|point| board.point_name(point)).collect();
            names.join(" ")
        };
        let point = fact.to.stones(player);
        let kos = if fact.scope == PLAYED_IN_KO { fact.to.occupied() } else { fact.to.stones(!player) };
        let kos = if kos.is_empty() { "no kos".to_owned() } else { format!("kos on {}", names(kos)) };
        let stones = fact.position.text(board);
        format!("{player} has played on {} before with {kos} and {stones} off them", names(point))
    }
}
