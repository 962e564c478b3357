use crate::{Board, Colour, Position};

/// Chains of one colour that live unconditionally: their owner need never play again
/// (D. Benson, "Life in the game of Go", 1976).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Life {
    /// The stones of these chains.
    pub stones: u64,
    /// How many regions are vital to at least one of them. Whatever the opponent plays, each keeps
    /// an empty point next to a stone of theirs.
    pub regions: u32,
}

impl Position {
    /// The chains of a colour that live unconditionally, if suicide is forbidden.
    ///
    /// A *region* is a connected set of points without stones of the colour that is bordered by
    /// its stones alone. It is *vital* to a chain if every empty point of it is a liberty of
    /// the chain. The largest set of chains is found such that each has two vital regions, and
    /// such that regions border on chains of the set alone.
    pub fn unconditional_life(&self, board: &Board, colour: Colour) -> Life {
        let (own, empty) = (self.stones(colour), self.empty(board));
        let parts = |mut set: u64| {
            let mut parts = Vec::new();
            while set != 0 {
                let part = board.connected(set & set.wrapping_neg(), set);
                parts.push(part);
                set &= !part;
            }
            parts
        };
        let mut chains = parts(own);
        let mut regions: Vec<u64> = parts(board.all() & !own);
        // A region without an empty point cannot be: its stones would have no liberty.
        let vital = |region: u64, chain: u64| region & empty & !board.adjacent(chain) == 0;
        loop {
            let before = (chains.len(), regions.len());
            chains.retain(|&chain| regions.iter().filter(|&&region| vital(region, chain)).count() >= 2);
            let alive = chains.iter().fold(0, |set, chain| set | chain);
            regions.retain(|&region| board.adjacent(region) & own & !alive == 0);
            if before == (chains.len(), regions.len()) {
                let stones = alive;
                let regions = regions.iter().filter(|&&region| chains.iter().any(|&chain| vital(region, chain)));
                return Life { stones, regions: regions.count() as u32 };
            }
        }
    }
}
