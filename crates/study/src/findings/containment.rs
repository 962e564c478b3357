//! Which starts contain which.

use ahash::AHashMap;
use kosolver_board::{Board, Colour, Position, Symmetry};
use kosolver_rules::Move;
use petgraph::algo::condensation;
use petgraph::graph::{DiGraph, NodeIndex};

use crate::error::PublicationError;
use crate::findings::starts::Starts;

/// A start: the place of its board, and its place among the starts of the board.
pub(crate) type StartKey = (usize, usize);

/// The starts of some boards.
pub(crate) struct Atlas {
    pub boards: Vec<Starts>,
    /// Of each board the start that a position is, up to symmetry.
    known: Vec<AHashMap<Position, usize>>,
}

impl Atlas {
    /// Those of boards with no more rows than columns, smallest first.
    pub fn of(boards: &[&str]) -> Result<Atlas, PublicationError> {
        let boards: Vec<Starts> = boards.iter().map(|board| Starts::of(board)).collect::<Result<_, _>>()?;
        let known = boards.iter().map(|starts| {
            let symmetries = Symmetry::all(&starts.board);
            let of_start = |(start, position): (usize, &Position)| {
                let position = *position;
                symmetries
                    .iter()
                    .map(move |symmetry| (symmetry.position(position), start))
                    .collect::<Vec<_>>()
            };
            starts.list.iter().enumerate().flat_map(of_start).collect()
        });
        Ok(Atlas { known: known.collect(), boards })
    }

    /// What is left of a start when one row or one column is deleted, where that is a start here.
    pub fn shorter(&self, (board, start): StartKey) -> Vec<StartKey> {
        let text = self.boards[board].text(start);
        let rows: Vec<Vec<char>> = text.split('/').map(|row| row.chars().collect()).collect();
        let without_row = (0..rows.len()).map(|gone| without(&rows, gone));
        let columns = transposed(&rows);
        let without_column = (0..columns.len()).map(|gone| without(&columns, gone));
        without_row.chain(without_column).filter_map(|lines| self.find(lines)).collect()
    }

    /// The start of these lines, which may be rows or columns.
    fn find(&self, lines: Vec<Vec<char>>) -> Option<StartKey> {
        let lines = if lines.len() > lines.first()?.len() { transposed(&lines) } else { lines };
        let board = Board::new(lines.len() as u64, lines.first()?.len() as u64).ok()?;
        let rows: Vec<String> = lines.into_iter().map(String::from_iter).collect();
        let place = self.boards.iter().position(|starts| starts.board == board)?;
        let position = Position::parse(&board, &rows.join("/")).ok()?;
        Some((place, *self.known[place].get(&position)?))
    }

    /// The start that Black's move leads to: with the colours exchanged, so that Black is to move again.
    pub fn after(&self, (board, start): StartKey, made: Move) -> Option<StartKey> {
        let starts = &self.boards[board];
        let position = starts.list[start];
        let after = match made {
            Move::Play(point) => position.play(&starts.board, Colour::Black, point)?.after,
            Move::Pass => position,
        };
        Some((board, *self.known[board].get(&after.inverted())?))
    }
}

fn without(lines: &[Vec<char>], gone: usize) -> Vec<Vec<char>> {
    let mut left = lines.to_vec();
    left.remove(gone);
    left
}

fn transposed(lines: &[Vec<char>]) -> Vec<Vec<char>> {
    let width = lines.first().map_or(0, Vec::len);
    (0..width).map(|column| lines.iter().map(|line| line[column]).collect()).collect()
}

/// Of things that lead to things, those that lead to no others: each with all that it leads to and that
/// lead back. The first of each comes first, in the order of the things.
pub(crate) fn last(things: &[StartKey], leads: impl Fn(StartKey) -> Vec<StartKey>) -> Vec<Vec<StartKey>> {
    let mut graph: DiGraph<StartKey, ()> = DiGraph::new();
    let numbers: AHashMap<StartKey, NodeIndex> =
        things.iter().map(|thing| (*thing, graph.add_node(*thing))).collect();
    for thing in things {
        for next in leads(*thing) {
            if let Some(next) = numbers.get(&next) {
                graph.add_edge(numbers[thing], *next, ());
            }
        }
    }
    let classes = condensation(graph, true);
    let ends = classes.node_indices().filter(|class| classes.neighbors(*class).next().is_none());
    let mut ends: Vec<Vec<StartKey>> = ends
        .map(|class| {
            let mut class = classes[class].clone();
            class.sort();
            class
        })
        .collect();
    ends.sort();
    ends
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(atlas: &Atlas, text: &str) -> StartKey {
        atlas.find(text.split('/').map(|row| row.chars().collect()).collect()).unwrap()
    }

    #[test]
    fn a_line_is_deleted_and_a_move_is_made_up_to_symmetry() {
        let atlas = Atlas::of(&["1x2", "1x3", "2x2", "2x3"]).unwrap();
        let shorter = |text: &str| {
            let mut found = atlas.shorter(place(&atlas, text));
            found.sort();
            found.dedup();
            found
        };
        let places = |texts: &[&str]| texts.iter().map(|text| place(&atlas, text)).collect::<Vec<_>>();
        // `XO` has stones without a liberty: it is no start.
        assert_eq!(shorter("X.O"), places(&[".O", ".X"]));
        // `XO.` has one too.
        assert_eq!(shorter("XO./.O."), places(&[".O.", "X./..", "O./O.", "XO/.O"]));
        assert_eq!(atlas.after(place(&atlas, "O."), Move::Pass), Some(place(&atlas, "X.")));
        // Black in the middle captures; then the colours are exchanged.
        let middle = Move::Play(kosolver_board::Point::new(1));
        assert_eq!(atlas.after(place(&atlas, "O.."), middle), Some(place(&atlas, ".O.")));
    }

    #[test]
    fn what_leads_to_itself_alone_is_last() {
        let things: Vec<StartKey> = (0..6).map(|number| (0, number)).collect();
        let leads = |(_, number): StartKey| match number {
            0 => vec![(0, 1)],
            1 => vec![(0, 2), (0, 3)],
            2 => vec![(0, 1)],
            3 => vec![(0, 4)],
            4 => vec![(0, 3), (7, 7)],
            _ => vec![],
        };
        assert_eq!(last(&things, leads), [vec![(0, 3), (0, 4)], vec![(0, 5)]]);
    }
}
