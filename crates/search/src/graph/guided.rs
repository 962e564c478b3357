//! What a guide says of nodes, in their own frames.

use std::sync::Arc;

use kosolver_board::Point;
use kosolver_rules::{Ban, Move};
use kosolver_scout::State;
use kosolver_tablebase::Hints;

use super::{Edge, Face, Graph, NodeNumber, NodeRecord};
use crate::guide::{Guide, QuestionGuide, TableGuide};

impl Graph {
    /// How hard a guide makes it look for Black and for White to win a node at a goal, in the node's frame;
    /// `None` if it does not know, or if there is no guide.
    #[inline]
    pub(crate) fn guided(&self, face: Face, ban: impl Fn() -> Ban, goal: i32) -> Option<[u32; 2]> {
        let position = || self.positions.get(face.position);
        match self.guide.as_ref()? {
            Guide::Table(table) => {
                table.numbers(face, self.positions.area(face.position), position, goal, &self.budget)
            }
            Guide::Question(guide) => {
                let Face { mover, passed, .. } = face;
                guide.numbers(goal, || State { position: position(), mover, passed, ban: ban() })
            }
        }
    }

    /// What basic ko would prohibit after an edge of a node that leads to a position, in its frame, as far as the
    /// guide looks at it. The rule of the game does not matter.
    pub(crate) fn ban(&self, node: NodeNumber, edge: &Edge, position: u32) -> Ban {
        let Some(passes_lift) = self.question_guide().and_then(QuestionGuide::passes_lift) else {
            return Ban::None;
        };
        let Face { mover, position: before, passed, .. } = self.face(self.record(node));
        match edge.made {
            _ if passed && passes_lift => Ban::None,
            // As many stones have gone as have come.
            Move::Play(point) if self.positions.empty(position) == self.positions.empty(before) => {
                let board = self.game.board();
                let play = self.positions.get(before).play(board, mover, point);
                let ban = play.map_or(Ban::None, |play| Ban::after(board, &play));
                self.group.ban(self.group.inverse(edge.turn), ban)
            }
            _ => Ban::None,
        }
    }

    /// The move of a node to look at first at a goal, in the node's frame, if a guide knows of one.
    #[inline]
    pub(crate) fn first(&self, record: &NodeRecord, ban: Ban, goal: i32, first_time: bool) -> Option<Point> {
        let guide = self.question_guide()?;
        let Face { mover, passed, position, .. } = self.face(record);
        let state = || State { position: self.positions.get(position), mover, passed, ban };
        guide.first(goal, state, first_time)
    }

    /// What guides the search of a question alone.
    fn question_guide(&self) -> Option<&QuestionGuide> {
        if let Guide::Question(guide) = self.guide.as_ref()? { Some(guide) } else { None }
    }

    /// Takes a table as its guide.
    pub(crate) fn set_table_guide(&mut self, hints: Arc<Hints>) {
        let table = TableGuide::new(hints, self.facts.most_positions(), self.budget.threads());
        self.guide = Some(Guide::Table(Box::new(table)));
    }
}
