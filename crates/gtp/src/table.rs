//! The game on the board: its start, its moves, its rules.

use kosolver::board::{PointSet, Shape};
use kosolver::{Board, Colour, Game, Move, Position, Referee, Request, Resources, Ruleset, Session};

use crate::fault::Fault;

/// The longest side of a board that the protocol has names for.
const LONGEST: u8 = 25;

/// A game, whose history is its start and the moves made since.
pub struct Table {
    session: Session,
    resources: Resources,
    /// The rules of the next game: without handicap stones that a command has placed, and without what a
    /// file says of its own game.
    rules: Ruleset,
    course: Course,
    /// What stood before stones were set up: handicap stones that were placed, the course of the game, and its
    /// moves.
    before: Vec<(Option<u8>, Course, Vec<Move>)>,
}

/// How a game began, and how the controller has made its moves.
#[derive(Clone)]
struct Course {
    /// The stones at the start, and who moved first.
    start: (Position, Colour),
    /// Who is to move before the first move, which the other player may make all the same.
    first: Colour,
    /// For each move of the controller, how many moves of the game it was: two if the other player had to
    /// pass first.
    steps: Vec<usize>,
}

impl Course {
    fn from(start: (Position, Colour)) -> Course {
        Course { start, first: start.1, steps: Vec::new() }
    }
}

/// A game as it stands, or as it would with another player to move.
#[derive(Clone, Debug)]
pub struct Asked {
    /// What is asked about.
    pub request: Request,
    /// The game as it stands there.
    pub referee: Referee,
}

impl Asked {
    /// Where it started.
    pub fn start(&self) -> (Position, Colour) {
        (self.request.position(), self.request.to_move())
    }

    /// The legal moves.
    pub fn legal(&self) -> Vec<Move> {
        self.referee.legal_moves()
    }
}

/// Checks that a board has names for its points, and that controllers know what is adjacent on it.
pub fn check_board(board: &Board) -> Result<(), Fault> {
    if board.shape() != Shape::Grid || board.rows() > LONGEST || board.columns() > LONGEST {
        return Err(Fault::new(format!(
            "GTP knows boards of rows and columns, up to {LONGEST} of each, and not {board}"
        )));
    }
    Ok(())
}

impl Table {
    /// The empty board.
    pub fn new(board: Board, rules: Ruleset, resources: &Resources) -> Result<Table, Fault> {
        check_board(&board)?;
        let session = Session::with(Game::new(board, rules)?, resources.clone(), &Default::default());
        let course = Course::from((Position::EMPTY, Colour::Black));
        Ok(Table { session, resources: resources.clone(), rules, course, before: Vec::new() })
    }

    /// The board.
    pub fn board(&self) -> &Board {
        self.session.game().board()
    }

    /// The rules, with the handicap stones that stand.
    pub fn rules(&self) -> &Ruleset {
        self.session.game().rules()
    }

    /// The rules of the next game.
    pub fn next_rules(&self) -> Ruleset {
        self.rules
    }

    /// The game as it stands.
    pub fn referee(&self) -> &Referee {
        self.session.referee()
    }

    /// Where the game began, and who moved first.
    pub fn start(&self) -> (Position, Colour) {
        self.course.start
    }

    /// All that was found out about the game.
    pub fn session(&mut self) -> &mut Session {
        &mut self.session
    }

    /// Whether there are no stones and no moves.
    pub fn is_fresh(&self) -> bool {
        self.course.start.0 == Position::EMPTY && self.course.steps.is_empty()
    }

    /// Another game of the same board and rules.
    pub fn clear(&mut self) -> Result<(), Fault> {
        self.resize(*self.board())
    }

    /// Another board, empty.
    pub fn resize(&mut self, board: Board) -> Result<(), Fault> {
        check_board(&board)?;
        self.begin(board, Position::EMPTY)
    }

    /// A new game of the same board and rules, from a position with Black to move.
    pub fn set_position(&mut self, position: Position) -> Result<(), Fault> {
        self.begin(*self.board(), position)
    }

    fn begin(&mut self, board: Board, position: Position) -> Result<(), Fault> {
        self.become_game(board, self.rules, (position, Colour::Black), &[])?;
        self.before.clear();
        Ok(())
    }

    /// The same game under changed rules, and the next ones too. They are not the same if the game is out
    /// of a file, or has handicap stones.
    pub fn change_rules(&mut self, change: impl Fn(Ruleset) -> Result<Ruleset, Fault>) -> Result<(), Fault> {
        let (next, mut now) = (change(self.rules)?, change(*self.rules())?);
        if let Some(placed) = self.placed() {
            now = now.but().handicap(placed).build()?;
        }
        let (course, moves) = (self.course.clone(), self.session.played());
        self.become_game(*self.board(), now, course.start, &moves)
            .map_err(|fault| fault.after("the game so far does not go with these rules"))?;
        (self.rules, self.course) = (next, course);
        Ok(())
    }

    /// The same game under these rules, with their komi or that of the game.
    pub fn take_rules(&mut self, rules: Ruleset, komi: bool) -> Result<(), Fault> {
        self.change_rules(|now| Ok(if komi { rules } else { rules.but().komi(now.komi()).build()? }))
    }

    /// The handicap stones that a command has placed.
    fn placed(&self) -> Option<u8> {
        let placed = self.session.game().rules().handicap();
        (placed != self.rules.handicap()).then_some(placed)
    }

    /// A game with these black stones on the board, and White to move.
    pub fn place_handicap(&mut self, stones: PointSet) -> Result<(), Fault> {
        let position = Position { black: stones, white: PointSet::EMPTY };
        let rules = self.rules.but().handicap(stones.len() as u8).build()?;
        self.become_game(*self.board(), rules, (position, Colour::White), &[])
    }

    /// A new game that begins with these stones, in place of the one that stands.
    pub fn set_up(&mut self, position: Position, to_move: Colour) -> Result<(), Fault> {
        let (placed, moves) = (self.placed(), self.session.played());
        self.session.restart(position, to_move)?;
        let past = std::mem::replace(&mut self.course, Course::from((position, to_move)));
        self.before.push((placed, past, moves));
        Ok(())
    }

    /// The game that stood before stones were set up the last time.
    pub fn undo_set_up(&mut self) -> Result<(), Fault> {
        let Some((placed, course, moves)) = self.before.last().cloned() else {
            return Err(Fault::new("cannot undo: no stones were set up"));
        };
        // The rules may be others by now.
        let handicap = placed.unwrap_or(self.rules.handicap());
        let rules = self.rules().but().handicap(handicap).build()?;
        self.become_game(*self.board(), rules, course.start, &moves)
            .map_err(|fault| fault.after("cannot undo: the game before does not go with these rules"))?;
        self.course = course;
        self.before.pop();
        Ok(())
    }

    /// A game from a file, under its rules.
    pub fn load(
        &mut self,
        board: Board,
        rules: Ruleset,
        start: (Position, Colour),
        moves: &[(Colour, Move)],
    ) -> Result<(), Fault> {
        // Nothing changes if a move is illegal.
        let mut loaded = Table::new(board, rules, &self.resources)?;
        loaded.become_game(board, rules, start, &[])?;
        for (number, &(colour, made)) in moves.iter().enumerate() {
            loaded.play(colour, made).map_err(|fault| fault.after(&format!("move {}", number + 1)))?;
        }
        loaded.rules = self.rules;
        *self = loaded;
        Ok(())
    }

    /// A game with these rules, start and moves. The tables of the last one are kept if they are of use.
    fn become_game(
        &mut self,
        board: Board,
        rules: Ruleset,
        start: (Position, Colour),
        moves: &[Move],
    ) -> Result<(), Fault> {
        let game = Game::new(board, rules)?;
        game.check_start(start.0, start.1)?;
        let mut referee = Referee::new(game.clone(), start.0, start.1);
        for made in moves {
            referee.play(*made).map_err(|illegal| Fault::new(illegal.to_string()))?;
        }
        if game != *self.session.game() {
            self.session = Session::with(game, self.resources.clone(), &Default::default());
        }
        self.session.restart(start.0, start.1)?;
        for made in moves {
            self.session.make(*made)?;
        }
        self.course = Course::from(start);
        Ok(())
    }

    /// Makes a player's move. If it is the other's turn, he passes first; before the first move the start
    /// has this player to move instead, where the rules allow it. Nothing changes if it is illegal.
    pub fn play(&mut self, colour: Colour, made: Move) -> Result<(), Fault> {
        let mover = self.referee().node().to_move;
        if mover == colour || self.begin_with(colour) {
            if let Err(fault) = self.session.make(made) {
                self.begin_with(mover);
                return Err(fault.into());
            }
            self.course.steps.push(1);
            return Ok(());
        }
        if let Err(fault) = self.session.make(Move::Pass) {
            let said = format!("it is the turn of {mover}, who cannot pass");
            return Err(Fault::from(fault).after(&said));
        }
        if let Err(fault) = self.session.make(made) {
            self.session.undo();
            return Err(fault.into());
        }
        self.course.steps.push(2);
        Ok(())
    }

    /// Whether the game can begin with this player's move, and now does: only before the first move.
    fn begin_with(&mut self, colour: Colour) -> bool {
        if !self.course.steps.is_empty() || self.session.restart(self.course.start.0, colour).is_err() {
            return false;
        }
        self.course.start.1 = colour;
        true
    }

    /// Who is to move.
    pub fn set_to_move(&mut self, colour: Colour) -> Result<(), Fault> {
        if self.referee().node().to_move == colour {
            return Ok(());
        }
        if self.begin_with(colour) {
            self.course.first = colour;
            return Ok(());
        }
        Err(Fault::new("the player to move can be set before the first move, where the rules leave it open"))
    }

    /// Takes moves back, all or none.
    pub fn undo(&mut self, count: usize) -> Result<(), Fault> {
        if count > self.course.steps.len() {
            return Err(Fault::new("cannot undo"));
        }
        for steps in self.course.steps.split_off(self.course.steps.len() - count) {
            for _ in 0..steps {
                self.session.undo();
            }
        }
        // The first move may have been the other player's. Rules that were set since may forbid the turn.
        self.begin_with(self.course.first);
        Ok(())
    }

    /// How many moves the controller has made.
    pub fn made(&self) -> usize {
        self.course.steps.len()
    }

    /// The game as it stands; with a player who is not to move, after a pass of the other, or, before the
    /// first move, from a start with him to move. A game that is over is the same for both.
    pub fn asked(&self, colour: Option<Colour>) -> Result<Asked, Fault> {
        let mut moves = self.session.played();
        let mut start = self.course.start;
        let mover = self.referee().node().to_move;
        if let Some(colour) = colour
            && colour != mover
            && self.referee().outcome().is_none()
        {
            if self.course.steps.is_empty() && self.session.game().check_start(start.0, colour).is_ok() {
                start.1 = colour;
            } else {
                moves.push(Move::Pass);
            }
        }
        let request = self.session.request(start.0, start.1)?.after(&moves)?;
        let referee = request.referee();
        Ok(Asked { request, referee })
    }
}
