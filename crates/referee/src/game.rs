use kosolver_board::with_stack;
use kosolver_players::{Board, Move, Player, Position};
use sgf_parse::go::{Move as SgfMove, Point, Prop};
use sgf_parse::{SgfNode, SgfParseError};

use crate::Error;

/// The longest file that is read.
const MOST: usize = 1 << 20;

/// What the reader of SGF takes of the stack for each node, with room to spare: nodes are nested, and a
/// node takes a byte of a file at least.
const NODE: usize = 512;

/// A game with its variations, as SGF has it.
#[derive(Clone, Debug)]
pub struct Game {
    board: Board,
    /// What the file calls its rules.
    rules: Option<String>,
    nodes: Vec<Node>,
}

/// A node of a game: stones that are set up, or a move, or neither.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// The points that are set, and what is on them then.
    pub setup: Vec<(usize, Option<Player>)>,
    /// Who is said to be to move.
    pub to_move: Option<Player>,
    /// Who moves, and how.
    pub made: Option<(Player, Move)>,
    /// The nodes after it, the main line first.
    pub children: Vec<usize>,
    /// How many moves there are up to this node, it included.
    pub number: usize,
}

impl Game {
    /// A game from the text of an SGF file.
    ///
    /// # Errors
    /// [`Error`] says what of it cannot be read.
    pub fn parse(text: &str) -> Result<Game, Error> {
        if text.len() > MOST {
            return Err(Error::Long { bytes: text.len(), most: MOST });
        }
        // The reader's nodes are nested, and so is what takes them down.
        with_stack(text.len() * NODE, || Game::read(text))
    }

    fn read(text: &str) -> Result<Game, Error> {
        let roots =
            sgf_parse::go::parse(text.trim_start_matches('\u{feff}')).map_err(|error| match error {
                SgfParseError::UnexpectedGameType | SgfParseError::InvalidGameType => Error::NotGo,
                error => Error::Sgf(error.to_string()),
            })?;
        let [root] = &roots[..] else { return Err(Error::Several(roots.len())) };
        let (columns, rows) = match root.get_property("SZ") {
            None => (19, 19),
            Some(Prop::SZ((columns, rows))) => (*columns, *rows),
            Some(_) => return Err(Error::Property { property: "SZ".to_owned(), number: 0 }),
        };
        let board = Board::grid(rows.into(), columns.into())?;
        let rules = match root.get_property("RU") {
            Some(Prop::RU(rules)) => Some(rules.text.clone()),
            _ => None,
        };
        let mut game = Game { board, rules, nodes: Vec::new() };
        // Each node with the number of its parent; the first child is taken last from the stack's top.
        let mut waiting: Vec<(&SgfNode<Prop>, Option<usize>)> = vec![(root, None)];
        while let Some((from, parent)) = waiting.pop() {
            let before = parent.map_or(0, |parent| game.nodes[parent].number);
            let node = game.node(from, before)?;
            let index = game.nodes.len();
            game.nodes.push(node);
            if let Some(parent) = parent {
                game.nodes[parent].children.push(index);
            }
            let children: Vec<&SgfNode<Prop>> = from.children().collect();
            waiting.extend(children.into_iter().rev().map(|child| (child, Some(index))));
        }
        Ok(game)
    }

    fn node(&self, from: &SgfNode<Prop>, before: usize) -> Result<Node, Error> {
        let [black, white] = self.players();
        let mut node = Node { number: before, ..Node::default() };
        for property in from.properties() {
            let mut set = |points: &std::collections::HashSet<Point>, stone| {
                for point in points {
                    node.setup.push((self.point(*point, before)?, stone));
                }
                Ok::<(), Error>(())
            };
            match property {
                Prop::AB(points) => set(points, Some(black))?,
                Prop::AW(points) => set(points, Some(white))?,
                Prop::AE(points) => set(points, None)?,
                Prop::PL(sgf_parse::Color::Black) => node.to_move = Some(black),
                Prop::PL(sgf_parse::Color::White) => node.to_move = Some(white),
                Prop::B(made) | Prop::W(made) => {
                    if node.made.is_some() {
                        return Err(Error::Mixed(before));
                    }
                    let player = if matches!(property, Prop::B(_)) { black } else { white };
                    node.made = Some((player, self.made(*made, before + 1)?));
                    node.number = before + 1;
                }
                Prop::Invalid(name, _) if ["B", "W", "AB", "AW", "AE", "PL"].contains(&name.as_str()) => {
                    return Err(Error::Property { property: name.clone(), number: before + 1 });
                }
                _ => {}
            }
        }
        if node.made.is_some() && !node.setup.is_empty() {
            return Err(Error::Mixed(before));
        }
        // Sets come in no order.
        node.setup.sort_unstable();
        Ok(node)
    }

    fn made(&self, made: SgfMove, number: usize) -> Result<Move, Error> {
        match made {
            SgfMove::Pass => Ok(Move::Pass),
            // Before FF[4] `tt` was a pass on boards up to 19x19, and files still have it.
            SgfMove::Move(Point { x: 19, y: 19 })
                if self.board.rows() <= 19 && self.board.columns() <= 19 =>
            {
                Ok(Move::Pass)
            }
            SgfMove::Move(point) => self.point(point, number).map(Move::Play),
        }
    }

    fn point(&self, Point { x, y }: Point, number: usize) -> Result<usize, Error> {
        let (column, row) = (usize::from(x), usize::from(y));
        if column < self.board.columns() && row < self.board.rows() {
            return Ok(row * self.board.columns() + column);
        }
        Err(Error::Point { column: column + 1, row: row + 1, number, board: self.board.to_string() })
    }

    /// Black and White.
    pub fn players(&self) -> [Player; 2] {
        [Player::FIRST, Player::FIRST.next(2)]
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// What the file calls its rules (`RU`).
    pub fn rules(&self) -> Option<&str> {
        self.rules.as_deref()
    }

    /// The nodes; the first is the root.
    pub fn nodes(&self) -> &[Node] {
        &self.nodes
    }

    /// Who moves first after a node where nothing was played yet: as the file says, else as the next
    /// move of the main line says, else Black.
    pub fn to_move_after(&self, index: usize) -> Player {
        let mut here = index;
        if let Some(player) = self.nodes[here].to_move {
            return player;
        }
        while let Some(&next) = self.nodes[here].children.first() {
            if let Some((player, _)) = self.nodes[next].made {
                return player;
            }
            here = next;
        }
        Player::FIRST
    }

    /// A position with a node's stones set up.
    pub(crate) fn set_up(&self, index: usize, mut position: Position) -> Result<Position, Error> {
        for &(point, stone) in &self.nodes[index].setup {
            position.set(point, stone);
        }
        if position.is_legal(&self.board) {
            Ok(position)
        } else {
            Err(Error::Setup(self.nodes[index].number))
        }
    }
}
