//! A solved board rounded for quick look-ups: hints for a search, no bounds.

use kosolver_board::{Board, Colour, Position};
use kosolver_rules::{Game, Ko, Suicide};

use crate::error::Error;
use crate::file::File;
use crate::numbering::Numbering;
use crate::progress::Progress;
use crate::ranks::Ranks;
use crate::setting::Setting;
use crate::short::Short;
use crate::size::Size;
use crate::table::{Solved, Table};

/// What both players can force from every position of a board if play may go on for ever, in four
/// bytes a class. Distances are rounded and bans left out, so a hint may be a little wrong: it is
/// for whoever looks for a proof, and proves nothing.
#[derive(Debug)]
pub struct Hints {
    numbering: Numbering,
    /// For each class the ranks of the attacker's and of the defender's plays.
    plays: Vec<Vec<[Short; 2]>>,
}

/// What is known of a position for one attacker: see [`Hints::about`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hint(u32);

impl Hint {
    /// As a word that is never 0.
    pub fn word(self) -> u32 {
        self.0
    }

    /// The hint with a word that [`Hint::word`] gave.
    pub fn of_word(word: u32) -> Hint {
        Hint(word)
    }

    /// By how much the score that the attacker can force falls short of the whole board of so many
    /// points, and in how many moves about; `None` if he can force no end. `area` is what the stones
    /// on the board are worth to him, `attacks` whether he is to move, `passed` whether his opponent,
    /// or he, has just passed.
    #[inline]
    pub fn forced(self, points: i32, area: i32, attacks: bool, passed: bool) -> Option<(i32, u16)> {
        let (a, d) = (Short::from_bits((self.0 >> 16) as u16), Short::from_bits(self.0 as u16));
        let end = Short::new((points - area) as u16, 1);
        let rank = match (attacks, passed) {
            (true, true) => a.min(end),
            (false, true) => d.max(end),
            (true, false) => a.min(d.max(end).one_more()),
            (false, false) => d.max(a.min(end).one_more()),
        };
        rank.parts().map(|(deficit, distance)| (i32::from(deficit), distance))
    }
}

impl Hints {
    /// The setting whose hints serve best games on this board with this suicide rule: that without a ko
    /// rule.
    ///
    /// # Errors
    /// As [`Setting::new`].
    pub fn setting(board: Board, suicide: Suicide) -> Result<Setting, Error> {
        let plain = kosolver_rules::Ruleset::new(Ko::none()).but().suicide(suicide).build();
        Setting::new(board, plain.map_err(Error::Rules)?)
    }

    /// Solves a board, in threads of its own, as many as there are. Whoever waits for it may belong
    /// to the pool of threads that tables are made by. Were that to lend a hand, it could take up
    /// work that waits for this.
    ///
    /// # Errors
    /// As [`Table::solve`]; [`Error::Stopped`] also if there can be no more threads.
    pub fn solve(setting: Setting, allowed: Size, progress: &Progress) -> Result<Hints, Error> {
        let threads = rayon::ThreadPoolBuilder::new().num_threads(rayon::current_num_threads()).build();
        let threads = threads.map_err(|_| Error::Stopped)?;
        let solve = || Table::solve(setting, allowed, progress);
        let solved = std::thread::scope(|scope| scope.spawn(|| threads.install(solve)).join());
        Ok(Hints::of(solved.unwrap_or_else(|panic| std::panic::resume_unwind(panic))?))
    }

    /// Reads a whole file.
    ///
    /// # Errors
    /// As [`Table::load`].
    pub fn load(file: &File, allowed: Size, progress: &Progress) -> Result<Hints, Error> {
        Ok(Hints::of(Table::load(file, allowed, progress)?))
    }

    /// What is left of a table.
    pub fn of(table: Table) -> Hints {
        let Table { numbering, shards } = table;
        let short = |ranks: &Ranks, local| ranks.get(local).map(Short::of);
        let round =
            |Solved { ranks, .. }: Solved| (0..ranks.len()).map(|local| short(&ranks, local)).collect();
        Hints { numbering, plays: shards.into_iter().map(round).collect() }
    }

    /// The bytes that they take.
    pub fn bytes(&self) -> u64 {
        let plays: usize = self.plays.iter().map(Vec::len).sum();
        (size_of::<[Short; 2]>() * plays) as u64 + self.numbering.classes.bytes()
    }

    /// The board, under rules with the suicide rule that they are about.
    pub fn game(&self) -> &Game {
        &self.numbering.setting.game
    }

    /// What a player can force at the nodes of a legal position.
    pub fn about(&self, position: Position, attacker: Colour) -> Hint {
        let position = if attacker == Colour::Black { position } else { position.inverted() };
        let (least, _) = self.numbering.setting.symmetries.least(position);
        let (shard, local) = self.numbering.partition.place(self.numbering.class(least));
        let [a, d] = self.plays[shard][local];
        // The attacker's first end is more than one move away, or never: not 0.
        Hint(u32::from(a.bits()) << 16 | u32::from(d.bits()))
    }
}

#[cfg(test)]
mod tests {
    use kosolver_board::legal_positions;
    use kosolver_rules::Node;

    use super::*;
    use crate::probe::Probe;

    /// On boards where no distance is too large, a hint says what the table says.
    #[test]
    fn hints_are_the_bounds_of_the_table() {
        for text in ["1x1", "1x4", "2x3", "3x3", "cycle:5"] {
            for suicide in Suicide::ALL {
                let rules = format!("psk suicide={suicide}");
                let game = Game::new(text.parse().unwrap(), rules.parse().unwrap()).unwrap();
                let setting = Hints::setting(*game.board(), suicide).unwrap();
                let table = Table::solve(setting.clone(), Size(1 << 30), &Progress::default()).unwrap();
                let hints = Hints::solve(setting, Size(1 << 30), &Progress::default()).unwrap();
                assert_eq!(hints.game().board(), game.board());
                assert!(hints.bytes() > 0);
                let n = i32::from(game.board().points());
                for position in legal_positions(game.board()) {
                    let area = position.area(game.board());
                    for (to_move, passes) in [0, 1].into_iter().flat_map(|n| Colour::BOTH.map(|c| (c, n))) {
                        let node = Node { passes, ..Node::new(position, to_move) };
                        let bounds = table.bounds(&node).unwrap();
                        for (attacker, sign, forced) in
                            [(Colour::Black, 1, bounds.lower), (Colour::White, -1, bounds.upper)]
                        {
                            let hint = Hint::of_word(hints.about(position, attacker).word());
                            assert_ne!(hint.word(), 0);
                            let found = hint.forced(n, sign * area, to_move == attacker, passes > 0);
                            let found = found.map(|(deficit, distance)| (sign * (n - deficit), distance));
                            let expected = forced.score.map(|score| (score, forced.distance));
                            assert_eq!(found, expected, "{text} {suicide} {position:?} {to_move} {passes}");
                        }
                    }
                }
            }
        }
    }
}
