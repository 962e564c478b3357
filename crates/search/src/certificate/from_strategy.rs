//! Certificates where play may go on for ever: the lemmas of both players' strategies.

use std::collections::HashMap;

use kosolver_board::Colour;
use kosolver_rules::{Score, Threshold};

use crate::certificate::{Certificate, Encoder, Grounds, Kind, Says, Statement, step_with};
use crate::endless::{Edge, Next, Retrograde};
use crate::graph::Group;
use crate::request::Request;

impl Retrograde {
    /// The certificate of L and U. Four claims: Black forces L, White holds him to L though
    /// endless play is the worst for Black; Black holds U though it is the best for him, White
    /// forces U. What lies at the end of the range of scores needs no proof, and where L = U
    /// the two that force an end imply the others.
    pub(crate) fn certificate(mut self, request: &Request) -> ((Score, Score), Certificate) {
        let (lower, upper) = (self.lower[self.root as usize].score, self.upper[self.root as usize].score);
        let (low, high) = request.game.score_range().unzip();
        let kind = |threshold, winner, endless| Kind { threshold, winner, endless };
        let kinds = [
            kind(Threshold::at_least(lower), Colour::Black, false),
            kind(Threshold::more_than(lower), Colour::White, true),
            kind(Threshold::at_least(upper), Colour::Black, true),
            kind(Threshold::more_than(upper), Colour::White, false),
        ];
        let group = Group::trivial(request.game.board());
        let mut encoder = Encoder::new(&kinds, &group, Vec::new(), std::iter::empty());
        let mut claims = [None; 4];
        // Those that force an end first: the others may be the same.
        for place in [0, 3, 1, 2] {
            let score = kinds[place].threshold.score;
            let trivial = match kinds[place].winner {
                Colour::Black => low == Some(score),
                Colour::White => high == Some(score),
            };
            if trivial {
                continue;
            }
            claims[place] = match place {
                1 if lower == upper => claims[3],
                2 if lower == upper => claims[0],
                _ => Some(self.strategy(&mut encoder, place, kinds[place])),
            };
        }
        ((lower, upper), encoder.finish(request, Says::Bounds(lower, upper), &claims))
    }

    /// Writes one player's strategy from the root, as lemmas without conditions. Its number.
    fn strategy(&mut self, encoder: &mut Encoder, place: usize, kind: Kind) -> u64 {
        let black = kind.winner == Colour::Black;
        // What the strategy keeps: nodes where L is at least the score, and so on.
        let table = if place < 2 { &self.lower } else { &self.upper };
        let keeps = |node: u32| kind.threshold.met_by(table[node as usize].score) == black;
        // The nodes it can reach, and the move it makes where it is its turn.
        let mut reached: Vec<(u32, Option<usize>)> = Vec::new();
        let mut places: HashMap<u32, usize> = HashMap::from([(self.root, 0)]);
        let mut queue = vec![self.root];
        let mut next = 0;
        while let Some(&node) = queue.get(next) {
            next += 1;
            let edges = self.graph.edges(node);
            let rank = table[node as usize].rank;
            let good = |edge: &Edge| match edge.next {
                Next::End(score) => kind.threshold.met_by(self.graph.scores[score as usize]) == black,
                // Falling ranks lead to an end; without an end to force any move that keeps.
                Next::Node(next) => keeps(next) && (kind.endless || table[next as usize].rank < rank),
            };
            let own = self.graph.mover(node) == kind.winner;
            let chosen = if own { edges.iter().position(good) } else { None };
            reached.push((node, chosen));
            for (index, edge) in edges.iter().enumerate() {
                if let Next::Node(after) = edge.next
                    && (chosen == Some(index) || !own)
                    && !places.contains_key(&after)
                {
                    places.insert(after, 0);
                    queue.push(after);
                }
            }
        }
        // In the order of ranks a lemma rests on earlier ones.
        reached.sort_by_key(|(node, _)| table[*node as usize].rank);
        let first = encoder.count();
        places.extend(reached.iter().enumerate().map(|(index, (node, _))| (*node, index)));
        for &(number, chosen) in &reached {
            let node = &self.graph.node(number);
            let cited = |edge: &Edge| match edge.next {
                Next::Node(next) => Some((first + places[&next] as u64, 0)),
                Next::End(_) => None,
            };
            let edges = self.graph.edges(number);
            let grounds = match chosen {
                Some(edge) => Grounds::Win {
                    // Without a history no step has guards.
                    step: step_with(&self.graph.graph.game.steps(node), edges[edge].made, &[]),
                    then: cited(&edges[edge]),
                },
                None => Grounds::Loss { then: edges.iter().filter_map(cited).collect() },
            };
            let [absent, present] = [Vec::new(), Vec::new()];
            let patterns = Vec::new();
            let statement = Statement { kind: place, node, absent, groups: None, present, patterns, grounds };
            encoder.lemma(statement);
        }
        first + places[&self.root] as u64
    }
}
