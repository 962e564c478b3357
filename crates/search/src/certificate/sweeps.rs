//! A certificate where the search has kept nothing of what its lemmas rest on, and has forgotten no lemma: two
//! sweeps over the tables find that again. A search for it takes no more memory than one for the value alone.

use ahash::HashMap;

use super::grounds::GroundsFinder;
use super::proof_writer::{
    Cited, FactList, ProofWriter, STRIDE, Source, facts_of_lemma, list_bytes, map_bytes,
};
use crate::certificate::{Certificate, Encoder, Says};
use crate::concurrent::{Full, NONE};
use crate::error::Error;
use crate::graph::{Graph, NodeNumber, Pen, Spot};
use crate::lemma::{Citation, Lemma};
use crate::meter::Activity;
use crate::request::Request;
use crate::snapshot::NumberSet;
use crate::tables::Tables;

/// What has been written.
struct Sweep<'a> {
    writer: &'a ProofWriter<'a>,
    finder: GroundsFinder,
    encoder: Encoder,
    pen: Pen,
    citations: Vec<Citation>,
    /// The lemmas that are needed, and the number of each that has been written, in the same order.
    needed: NumberSet,
    numbers: Vec<u32>,
    /// Those of nodes whose players end the game, by the kind of what that proves.
    exits: HashMap<(NodeNumber, u32), u32>,
}

impl ProofWriter<'_> {
    /// The certificate of some claims, of which these are the roots.
    pub(super) fn write_in_sweeps(
        &mut self,
        roots: &[Option<Source>],
        request: &Request,
        says: Says,
    ) -> Result<Certificate, Error> {
        let lemmas = &self.prover.tables.lemmas;
        let finder = GroundsFinder::new(self.prover);
        let mut needed = NumberSet::none(lemmas.len().into());
        for root in roots.iter().flatten() {
            if let Source::Lemma(lemma, _) = root {
                needed.insert(lemma.0);
            }
        }
        let (mut pen, mut citations, mut facts) = (Pen::default(), Vec::new(), FactList::default());
        let mut kinds = vec![false; self.kinds.len()];
        let mut uses = |source: &Source| {
            let (kind, turn) = match *source {
                Source::Exit { spot, kind } => (kind, spot.turn),
                Source::Lemma(lemma, turn) => (lemmas.claim(lemma).kind, turn),
            };
            kinds[self.place(kind, turn)] = true;
        };
        roots.iter().flatten().for_each(&mut uses);
        // All that a lemma rests on has smaller numbers.
        for lemma in (0..lemmas.len()).rev() {
            if (lemma as usize).is_multiple_of(STRIDE) {
                let bytes = finder.bytes() + facts.bytes();
                self.see_to(bytes, lemmas.len() - lemma)?;
            }
            if !needed.has(lemma) {
                continue;
            }
            let mut mark = || {
                let (row, loose) =
                    finder.citations(&self.prover.tables, &mut pen, Lemma(lemma), &mut citations)?;
                let claim = lemmas.claim(Lemma(lemma));
                uses(&Source::Lemma(Lemma(lemma), 0));
                for citation in &citations {
                    if citation.lemma != Lemma::PLAIN {
                        needed.insert(citation.lemma.0);
                    } else if let (_, Some((exit, _))) =
                        self.cited(row, (claim.node, 0), claim.kind, *citation)?
                    {
                        uses(&exit);
                    }
                }
                // Those that make the claims are in the frame of the game, too.
                let turns = roots.iter().flatten().filter_map(|root| match *root {
                    Source::Lemma(root, turn) if root.0 == lemma => Some(turn),
                    _ => None,
                });
                for turn in turns.chain([0]) {
                    facts_of_lemma(&self.prover.tables, (Lemma(lemma), turn), row, &citations, &mut facts)?;
                }
                loose.into_iter().for_each(|loose| Graph::discard(&mut pen, loose));
                Ok(())
            };
            mark().map_err(self.prover.no_room())?;
        }
        self.keep_kinds(&kinds);
        self.rest_on_pieces_of(needed.iter().map(Lemma));
        self.list_facts_of_pieces(&mut facts)?;
        let needed = needed.counted();
        self.kept = finder.bytes() + needed.bytes();
        let encoder = self.encoder(&facts.facts);
        let (numbers, exits) = (Vec::new(), HashMap::default());
        let mut sweep = Sweep { writer: self, finder, encoder, pen, citations, numbers, needed, exits };
        let mut claims = sweep.write_all(roots)?;
        if matches!(says, Says::Claim(..)) {
            let others = sweep
                .needed
                .iter()
                .map(Lemma)
                .filter(|lemma| self.is_for_others(*lemma, sweep.needed.len() as usize));
            claims.extend(others.map(|lemma| Some(sweep.number(lemma).into())));
        }
        Ok(sweep.encoder.finish(request, says, &claims))
    }

    /// Sees whether there is room for so many bytes, and whether it is to go on after so many steps.
    fn see_to(&self, bytes: usize, steps: u32) -> Result<(), Error> {
        let (meter, lemmas) = (&self.prover.meter, self.prover.tables.lemmas.len());
        if meter.is_interrupted() {
            return Err(Error::Interrupted { saved: false });
        }
        meter.is_at(Activity::WritingCertificate { steps: steps.into(), of: 2 * u64::from(lemmas) });
        self.check_room(bytes)
    }
}

impl Sweep<'_> {
    /// Writes all that is needed. The numbers of the claims.
    fn write_all(&mut self, roots: &[Option<Source>]) -> Result<Vec<Option<u64>>, Error> {
        let no_room = self.writer.prover.no_room();
        self.numbers.reserve_exact(self.needed.len() as usize);
        let all = self.writer.prover.tables.lemmas.len();
        for lemma in 0..all {
            if (lemma as usize).is_multiple_of(STRIDE) {
                let bytes = list_bytes(&self.numbers) + map_bytes(&self.exits) + self.encoder.bytes();
                self.writer.see_to(bytes, all + lemma)?;
            }
            if self.needed.has(lemma) {
                let number = self.write(Source::Lemma(Lemma(lemma), 0)).map_err(&no_room)?;
                self.numbers.push(number);
            }
        }
        // Claims are about the game, so their lemmas are in its frame.
        let number = |root: &Option<Source>| {
            let number = match *root {
                None => return Ok(None),
                Some(Source::Lemma(lemma, 0)) => self.number(lemma),
                Some(root) => self.write(root).map_err(&no_room)?,
            };
            Ok(Some(u64::from(number)))
        };
        roots.iter().map(number).collect()
    }

    /// The number of a lemma that has been written.
    fn number(&self, lemma: Lemma) -> u32 {
        self.numbers[self.needed.rank(lemma.0) as usize]
    }

    /// Writes something, whose lemmas have been written. Its number.
    fn write(&mut self, source: Source) -> Result<u32, Full> {
        let writer = self.writer;
        let Tables { graph, lemmas } = &writer.prover.tables;
        let mut citations = std::mem::take(&mut self.citations);
        let mut cited = Vec::new();
        let (row, loose) = match source {
            Source::Exit { spot, .. } => {
                citations.clear();
                graph.expand_made(&mut self.pen, spot.node)?
            }
            Source::Lemma(lemma, turn) => {
                let (tables, claim) = (&writer.prover.tables, lemmas.claim(lemma));
                let found = self.finder.citations(tables, &mut self.pen, lemma, &mut citations)?;
                for citation in &citations {
                    let (edge, then) = writer.cited(found.0, (claim.node, turn), claim.kind, *citation)?;
                    let (number, turn) = match then {
                        None => (NONE, 0),
                        Some((Source::Lemma(lemma, _), turn)) => (self.number(lemma), turn),
                        Some((Source::Exit { spot, kind }, turn)) => (self.exit(spot, kind)?, turn),
                    };
                    cited.push(Cited { edge, turn, number });
                }
                found
            }
        };
        // The numbers of a certificate that fits into memory do.
        let number = self.encoder.count() as u32;
        writer.write_source((source, row, &citations), &cited, &mut self.encoder)?;
        loose.into_iter().for_each(|loose| Graph::discard(&mut self.pen, loose));
        self.citations = citations;
        Ok(number)
    }

    /// The number of what ends the game; it is written if it has not been.
    fn exit(&mut self, spot: Spot, kind: u32) -> Result<u32, Full> {
        if let Some(number) = self.exits.get(&(spot.node, kind)) {
            return Ok(*number);
        }
        let number = self.write(Source::Exit { spot, kind })?;
        self.exits.insert((spot.node, kind), number);
        Ok(number)
    }
}
