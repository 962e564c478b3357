//! Random bytes, and certificates with several random changes at once: nothing panics, no false
//! value is proved, and every lemma that is let pass is true, as the game played out to the end
//! from every history shows.

use std::cell::Cell;
use std::collections::HashMap;
use std::fmt;
use std::sync::LazyLock;

use crate::model::{
    CARRYING, Certificate, Citation, Fact, Grounds, Lemma, Pattern, assemble, fixtures, load,
};
use kosolver_board::{Colour, Position};
use kosolver_checker::{Error, Piece, Verified};
use kosolver_rules::{Facts, Game, Node, Proven, Score, Step, Then};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::TestRunner;

use crate::verdict::{in_full, verify};

// The truth.

/// Every history of a tiny game: at each node the facts, and the score under best play.
struct Histories {
    game: Game,
    /// The nodes; the facts that hold, sorted; the score.
    values: HashMap<(Node, Vec<kosolver_rules::Fact>), Score>,
    by_node: HashMap<Node, Vec<(Vec<kosolver_rules::Fact>, Score)>>,
}

impl Histories {
    fn new(certificate: &Certificate) -> Histories {
        let game = certificate.header.game();
        let position = Position::parse(game.board(), &certificate.header.position).unwrap();
        let to_play: Colour = certificate.header.to_play.parse().unwrap();
        let (node, facts) = game.start(position, to_play);
        let mut all = Histories { game, values: HashMap::new(), by_node: HashMap::new() };
        let value = all.value(&node, facts.to_vec());
        assert_eq!(value.to_string(), certificate.header.value);
        for ((node, facts), score) in &all.values {
            all.by_node.entry(node.clone()).or_default().push((facts.clone(), *score));
        }
        all
    }

    fn value(&mut self, node: &Node, mut facts: Vec<kosolver_rules::Fact>) -> Score {
        facts.sort_unstable();
        facts.dedup();
        let key = (node.clone(), facts);
        if let Some(value) = self.values.get(&key) {
            return *value;
        }
        let history: Facts = key.1.iter().copied().collect();
        let steps: Vec<Step> = self.game.steps(node).into_iter().filter(|step| history.allow(step)).collect();
        let mut scores = Vec::new();
        for step in steps {
            scores.push(match &step.then {
                Then::End(score) => *score,
                Then::Node(next) => {
                    let kept = key.1.iter().filter(|fact| !step.clears.contains(&fact.scope));
                    let after = kept.chain(&step.inserts).copied().collect();
                    self.value(next, after)
                }
            });
        }
        let best = match node.to_move {
            Colour::Black => scores.into_iter().max(),
            Colour::White => scores.into_iter().min(),
        };
        let best = best.unwrap_or_else(|| self.game.stuck(node));
        self.values.insert(key, best);
        best
    }

    /// A history under which what a certificate proves is false, if there is one.
    fn refute(&self, certificate: &Certificate, piece: &Piece, lemma: &Proven) -> Option<String> {
        let patterns = lemma.patterns.iter().map(|pattern| certificate.image_pattern(0, pattern));
        let patterns: Vec<Pattern> = patterns.collect();
        let in_groups = piece.grouped().iter().filter(|(group, _)| lemma.groups.contains(group));
        let in_groups: Vec<kosolver_rules::Fact> = in_groups
            .flat_map(|(_, fact)| (0..certificate.turns()).map(|turn| certificate.image(turn, fact)))
            .collect();
        let absent = |fact: &kosolver_rules::Fact| {
            !lemma.absent.contains(fact)
                && !in_groups.contains(fact)
                && !patterns.iter().any(|pattern| pattern.has(fact))
        };
        let histories = self.by_node.get(&lemma.node).map(Vec::as_slice).unwrap_or_default();
        histories.iter().find_map(|(facts, value)| {
            let meant = lemma.present.iter().all(|fact| facts.contains(fact)) && facts.iter().all(absent);
            (meant && lemma.threshold.met_by(*value) != (lemma.winner == Colour::Black))
                .then(|| format!("{lemma:?} has value {value} under {facts:?}"))
        })
    }
}

struct Fixture {
    name: &'static str,
    certificate: Certificate,
    histories: Option<Histories>,
}

impl fmt::Debug for Fixture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

/// Games small enough to be played out.
const PLAYED_OUT: &[&str] = &[
    "agreement-1x3",
    "basic-fixed-1x2-suicide",
    "kee-1x2",
    "kee-cycle-1x2",
    "kee-passer-sum-1x2",
    "kee-passer-sum-cycle-1x2",
    "long-cycle-1x2",
    "long-cycle-1x3",
    "nssk-1x2-suicide",
    "primitive-1x5",
    "psk-1x2",
    "spight-1x2",
    "spight-1x2-suicide",
    "ssk-1x2-komi",
    "suicide-1x3",
];

static FIXTURES: LazyLock<Vec<Fixture>> = LazyLock::new(|| {
    let others = CARRYING.iter().map(|(name, ..)| (*name, load(name)));
    fixtures()
        .into_iter()
        .chain(others)
        .map(|(name, certificate)| {
            let histories = PLAYED_OUT.contains(&name).then(|| Histories::new(&certificate));
            Fixture { name, certificate, histories }
        })
        .collect()
});

fn fixture(played_out: bool) -> impl Strategy<Value = &'static Fixture> {
    let all = FIXTURES.iter().filter(|fixture| !played_out || fixture.histories.is_some());
    select(all.collect::<Vec<_>>())
}

/// A lemma that makes a claim.
fn root(certificate: &Certificate) -> usize {
    *certificate.claims.iter().find(|claim| **claim > 0).expect("a lemma makes a claim") as usize - 1
}

#[test]
fn every_lemma_of_a_valid_certificate_is_true() {
    for fixture in FIXTURES.iter() {
        let Some(histories) = &fixture.histories else { continue };
        let certificate = &fixture.certificate;
        let piece = in_full(certificate, root(certificate)).unwrap();
        let mut met = 0;
        for lemma in &piece.lemmas()[1..] {
            assert_eq!(histories.refute(certificate, &piece, lemma), None, "{}", fixture.name);
            let mut images = (0..certificate.turns()).map(|turn| certificate.image_node(turn, &lemma.node));
            met += usize::from(images.any(|node| histories.by_node.contains_key(&node)));
        }
        assert!(2 * met > certificate.lemmas.len(), "{}: {met}", fixture.name);
    }
}

// Changes.

#[derive(Clone, Debug)]
enum Change {
    /// One condition less, one more (of those that lemmas have), or those of another lemma.
    Drop(bool, Index),
    Add(bool, Index, Index),
    Conditions(Index),
    /// Of groups, one less or one more (that of a listed fact, which gets one if it has none).
    Ungroup(Index),
    Group(Index),
    /// Of patterns, one less or one more.
    Unpattern(Index),
    Pattern(u64, u64, u64, u64),
    /// Other numbers.
    Flags(u64),
    Ban(u64),
    Stones(u64, u64),
    Tally(Index, i64, i64),
    /// Of what is carried beside tallies: which, and by how much.
    More(u8, i64),
    Kind(Index),
    Step(u64),
    /// Other citations: of a lemma about the same place, or of any.
    Cite(Index, Index),
    Alike(Index, Index),
    /// The same by another symmetry.
    Turn(Index, Index),
    Uncite(Index),
    CiteMore(Index),
    /// What another lemma is about, or rests on; or that it is decided.
    Node(Index),
    Grounds(Index),
    Decided,
}

/// Changes of more than one lemma.
#[derive(Clone, Debug)]
enum Wide {
    Threshold(Index, i64, u64),
    KindBits(Index, u64),
    Claim(Index, Index),
    Swap(Index, Index),
    Repeat(Index),
    Remove(Index),
    Value(i64, u64),
    ToPlay,
    Count(u64),
    /// A listed fact in another group, or in none.
    Regroup(Index, Index),
    Unlist(Index),
    /// Other symmetries: one less, an exchange, another point.
    Unturn(Index),
    Exchange,
    Permute(Index, u64),
}

fn number() -> impl Strategy<Value = i64> {
    prop_oneof![4 => -4..5i64, 1 => select(vec![i64::MIN, i64::MAX, 1 << 24, (1 << 24) - 1, 1 - (1 << 24), -100, 100])]
}

fn change() -> impl Strategy<Value = Change> {
    let index = any::<Index>;
    prop_oneof![
        4 => (any::<bool>(), index()).prop_map(|(present, at)| Change::Drop(present, at)),
        2 => (any::<bool>(), index(), index()).prop_map(|(present, lemma, at)| Change::Add(present, lemma, at)),
        1 => index().prop_map(Change::Conditions),
        2 => index().prop_map(Change::Ungroup),
        2 => index().prop_map(Change::Group),
        1 => index().prop_map(Change::Unpattern),
        1 => (0..3u64, 0..2u64, 0..4u64, 0..8u64).prop_map(|(scope, player, a, x)| Change::Pattern(scope, player, a, x)),
        1 => (0..9u64).prop_map(Change::Flags),
        1 => (0..67u64).prop_map(Change::Ban),
        1 => (0..9u64, 0..9u64).prop_map(|(black, white)| Change::Stones(black, white)),
        4 => (index(), number(), number()).prop_map(|(at, sum, count)| Change::Tally(at, sum, count)),
        4 => (0..9u8, number()).prop_map(|(field, number)| Change::More(field, number)),
        2 => index().prop_map(Change::Kind),
        2 => (0..8u64).prop_map(Change::Step),
        1 => (index(), index()).prop_map(|(at, lemma)| Change::Cite(at, lemma)),
        4 => (index(), index()).prop_map(|(at, lemma)| Change::Alike(at, lemma)),
        3 => (index(), index()).prop_map(|(at, turn)| Change::Turn(at, turn)),
        1 => index().prop_map(Change::Uncite),
        1 => index().prop_map(Change::CiteMore),
        1 => index().prop_map(Change::Node),
        1 => index().prop_map(Change::Grounds),
        1 => Just(Change::Decided),
    ]
}

fn wide() -> impl Strategy<Value = Wide> {
    let index = any::<Index>;
    prop_oneof![
        2 => (index(), number(), 0..4u64).prop_map(|(kind, over, under)| Wide::Threshold(kind, over, under)),
        1 => (index(), 0..8u64).prop_map(|(kind, bits)| Wide::KindBits(kind, bits)),
        2 => (index(), index()).prop_map(|(claim, lemma)| Wide::Claim(claim, lemma)),
        1 => (index(), index()).prop_map(|(one, other)| Wide::Swap(one, other)),
        1 => index().prop_map(Wide::Repeat),
        1 => index().prop_map(Wide::Remove),
        3 => (-6..7i64, 1..4u64).prop_map(|(over, under)| Wide::Value(over, under)),
        1 => Just(Wide::ToPlay),
        1 => any::<u64>().prop_map(Wide::Count),
        2 => (index(), index()).prop_map(|(fact, other)| Wide::Regroup(fact, other)),
        2 => index().prop_map(Wide::Unlist),
        1 => index().prop_map(Wide::Unturn),
        1 => Just(Wide::Exchange),
        1 => (index(), 0..5u64).prop_map(|(at, point)| Wide::Permute(at, point)),
    ]
}

fn apply(certificate: &mut Certificate, at: Index, change: &Change) {
    if certificate.lemmas.is_empty() {
        return;
    }
    let own = at.index(certificate.lemmas.len());
    let before = certificate.lemmas.clone();
    let another = |index: &Index| before[index.index(before.len())].clone();
    let kinds = certificate.kinds.len();
    let turns = certificate.turns() as usize;
    let listed = &mut certificate.listed;
    let lemma = &mut certificate.lemmas[own];
    let pick = |facts: &mut Vec<Fact>, index: &Index| {
        if !facts.is_empty() {
            facts.remove(index.index(facts.len()));
        }
    };
    match change {
        Change::Drop(true, index) => pick(&mut lemma.present, index),
        Change::Drop(false, index) => pick(&mut lemma.absent, index),
        Change::Add(present, from, index) => {
            let from = another(from);
            let facts: Vec<Fact> = from.absent.into_iter().chain(from.present).collect();
            if !facts.is_empty() {
                let fact = facts[index.index(facts.len())].clone();
                if *present { &mut lemma.present } else { &mut lemma.absent }.push(fact);
            }
        }
        Change::Conditions(from) => {
            let from = another(from);
            (lemma.absent, lemma.present) = (from.absent, from.present);
            (lemma.groups, lemma.patterns) = (from.groups, from.patterns);
        }
        Change::Ungroup(index) => {
            if !lemma.groups.is_empty() {
                lemma.groups.remove(index.index(lemma.groups.len()));
            }
        }
        Change::Group(index) => {
            if !listed.is_empty() {
                let place = index.index(listed.len());
                let group = &mut listed[place].1;
                *group = if *group == 0 { place as u64 + 1 } else { *group };
                if let Err(place) = lemma.groups.binary_search(&(*group - 1)) {
                    lemma.groups.insert(place, *group - 1);
                }
            }
        }
        Change::Unpattern(index) => {
            if !lemma.patterns.is_empty() {
                lemma.patterns.remove(index.index(lemma.patterns.len()));
            }
        }
        Change::Pattern(scope, player, stones, points) => {
            let (scope, player, stones, points) = (*scope, *player, *stones, *points);
            lemma.patterns.push(Pattern { scope, player, stones, points });
        }
        // Bit 3 says that more follows.
        Change::Flags(flags) => lemma.flags = flags & 7 | lemma.flags & 8,
        Change::Ban(ban) => lemma.ban = *ban,
        Change::Stones(black, white) => (lemma.black, lemma.white) = (*black, *white),
        Change::Tally(index, sum, count) => match lemma.tallies.len() {
            0 => lemma.tallies.push((*sum, *count)),
            tallies => lemma.tallies[index.index(tallies)] = (*sum, *count),
        },
        Change::More(field, number) => {
            let more = lemma.more.get_or_insert_default();
            lemma.flags |= 8;
            match field {
                0 => more.flags ^= 1,
                1 => more.flags ^= 2,
                2 => more.handicap = *number as u64,
                3 => more.balance = *number,
                4 | 5 => more.held[usize::from(field - 4)] = *number as u64,
                _ => more.net_passes[usize::from(field - 6)] = *number,
            }
        }
        Change::Kind(index) => lemma.kind = index.index(kinds) as u64,
        Change::Step(index) => match &mut lemma.grounds {
            Grounds::Win { step, .. } => *step = *index,
            _ => lemma.grounds = Grounds::Win { step: *index, cited: None },
        },
        Change::Cite(index, other) => {
            let cited = lemma.citations_mut();
            if !cited.is_empty() {
                cited[index.index(cited.len())].lemma = other.index(before.len()) as i64;
            }
        }
        Change::Alike(index, other) => {
            let cited = lemma.citations_mut();
            if !cited.is_empty() {
                let cited = &mut cited[index.index(cited.len())].lemma;
                if let Some(there) = before.get(*cited as usize) {
                    let alike: Vec<usize> =
                        (0..before.len()).filter(|other| before[*other].place() == there.place()).collect();
                    *cited = alike[other.index(alike.len())] as i64;
                }
            }
        }
        Change::Turn(index, turn) => {
            let cited = lemma.citations_mut();
            if !cited.is_empty() {
                cited[index.index(cited.len())].turn = turn.index(turns) as u64;
            }
        }
        Change::Uncite(index) => match &mut lemma.grounds {
            Grounds::Win { cited, .. } => *cited = None,
            Grounds::Loss { cited } if !cited.is_empty() => {
                cited.remove(index.index(cited.len()));
            }
            _ => {}
        },
        Change::CiteMore(other) => {
            let citation = Citation { lemma: other.index(before.len()) as i64, turn: 0 };
            match &mut lemma.grounds {
                Grounds::Win { cited, .. } => *cited = Some(citation),
                Grounds::Loss { cited } => cited.push(citation),
                Grounds::Decided | Grounds::Assumed { .. } => {}
            }
        }
        Change::Node(from) => {
            let from = another(from);
            *lemma = Lemma {
                kind: lemma.kind,
                grounds: lemma.grounds.clone(),
                absent: lemma.absent.clone(),
                groups: lemma.groups.clone(),
                patterns: lemma.patterns.clone(),
                present: lemma.present.clone(),
                ..from
            };
        }
        Change::Grounds(from) => lemma.grounds = another(from).grounds,
        Change::Decided => lemma.grounds = Grounds::Decided,
    }
}

fn apply_wide(certificate: &mut Certificate, change: &Wide) {
    let (kinds, lemmas) = (certificate.kinds.len(), certificate.lemmas.len());
    match change {
        Wide::Threshold(kind, over, under) => {
            let kind = &mut certificate.kinds[kind.index(kinds)];
            (kind.numerator, kind.denominator) = (*over, *under);
        }
        Wide::KindBits(kind, bits) => {
            let kind = &mut certificate.kinds[kind.index(kinds)];
            (kind.strict, kind.winner, kind.endless) = (bits & 1, bits >> 1 & 1, bits >> 2);
        }
        Wide::Claim(claim, lemma) => {
            let claims = certificate.claims.len();
            certificate.claims[claim.index(claims)] = lemma.index(lemmas + 1) as u64;
        }
        Wide::Swap(one, other) => certificate.lemmas.swap(one.index(lemmas), other.index(lemmas)),
        Wide::Repeat(lemma) => {
            let lemma = certificate.lemmas[lemma.index(lemmas)].clone();
            certificate.lemmas.push(lemma);
            certificate.count += 1;
        }
        Wide::Remove(lemma) => {
            if lemmas > 1 {
                certificate.lemmas.remove(lemma.index(lemmas));
                certificate.count -= 1;
            }
        }
        Wide::Value(over, under) => {
            let score = Score::fraction(*over, *under as i64);
            let endless = certificate.claims.len() == 4;
            certificate.header.value = if endless { format!("{over} {under}") } else { score.to_string() };
        }
        Wide::ToPlay => {
            let other = if certificate.header.to_play == "black" { "white" } else { "black" };
            certificate.header.to_play = other.to_owned();
        }
        Wide::Count(count) => certificate.count = *count,
        Wide::Regroup(..) | Wide::Unlist(_) if certificate.listed.is_empty() => {}
        Wide::Regroup(fact, other) => {
            let listed = &mut certificate.listed;
            let group = listed[other.index(listed.len())].1;
            let fact = fact.index(listed.len());
            listed[fact].1 = if listed[fact].1 == group { 0 } else { group };
        }
        Wide::Unlist(fact) => {
            certificate.listed.remove(fact.index(certificate.listed.len()));
        }
        Wide::Unturn(_) if certificate.symmetries.is_empty() => {}
        Wide::Unturn(turn) => {
            certificate.symmetries.remove(turn.index(certificate.symmetries.len()));
        }
        Wide::Exchange => certificate.exchange ^= 1,
        Wide::Permute(at, point) => {
            let mut points: Vec<&mut u64> = certificate.symmetries.iter_mut().flatten().collect();
            let at = at.index(points.len().max(1));
            points.get_mut(at).into_iter().for_each(|there| **there = *point);
        }
    }
}

/// If it is accepted, and about the game of a fixture, it must prove the value of the fixture.
/// Says whether it is.
fn judge(result: &Result<Verified, Error>) -> Result<bool, TestCaseError> {
    let Ok(verified) = result else { return Ok(false) };
    for fixture in FIXTURES.iter() {
        let header = &fixture.certificate.header;
        let same = header.game() == verified.game
            && header.position == verified.position.text(verified.game.board())
            && header.to_play == verified.to_play.to_string();
        if same {
            let proved = verified.value.to_string();
            prop_assert_eq!(&proved, &header.value, "a false value: {}", verified);
        }
    }
    Ok(true)
}

/// How many lemmas were let pass.
fn passed(certificate: &Certificate, result: &Result<Verified, Error>) -> usize {
    match result {
        Ok(_) | Err(Error::Claim(_)) => certificate.lemmas.len(),
        Err(Error::Lemma { number, .. }) => *number as usize,
        Err(_) => 0,
    }
}

/// Whether the grounds end where they were meant to end: what follows is misread else.
fn read_as_meant(certificate: &Certificate, lemma: &Lemma) -> bool {
    match lemma.grounds {
        Grounds::Decided | Grounds::Assumed { .. } => true,
        Grounds::Loss { .. } => !certificate.is_win(lemma),
        Grounds::Win { step, cited } => {
            let steps = certificate.steps(lemma);
            let goes_on = steps.get(step as usize).is_some_and(|step| matches!(step.then, Then::Node(_)));
            certificate.is_win(lemma) && goes_on == cited.is_some()
        }
    }
}

fn runner(cases: u32) -> TestRunner {
    TestRunner::new(ProptestConfig {
        failure_persistence: None,
        max_shrink_iters: 20_000,
        ..ProptestConfig::with_cases(cases)
    })
}

/// Whatever lemma is let pass is true under every history that can arise.
#[test]
#[ignore = "slow: test.sh --all runs it"]
fn changed_lemmas_that_pass_are_true() {
    let (changed, passing) = (Cell::new(0), Cell::new(0));
    let strategy = (fixture(true), vec((any::<Index>(), change()), 1..4));
    let result = runner(40_000).run(&strategy, |(fixture, changes)| {
        let mut certificate = fixture.certificate.clone();
        for (at, change) in &changes {
            apply(&mut certificate, *at, change);
        }
        let result = verify(&certificate.encode()[..]);
        judge(&result)?;
        let histories = fixture.histories.as_ref().unwrap();
        let read = certificate.lemmas[..passed(&certificate, &result)].iter();
        let good = read.take_while(|lemma| read_as_meant(&certificate, lemma)).count();
        let pairs = || certificate.lemmas.iter().zip(&fixture.certificate.lemmas);
        let Some(first) = pairs().position(|(lemma, original)| lemma != original) else { return Ok(()) };
        changed.set(changed.get() + 1);
        if first < good {
            passing.set(passing.get() + 1);
            // Those that pass, and then the others as they were.
            let mut whole = certificate.clone();
            whole.lemmas.truncate(good);
            whole.lemmas.extend(fixture.certificate.lemmas.iter().cloned());
            for cited in whole.lemmas[good..].iter_mut().flat_map(Lemma::citations_mut) {
                cited.lemma += good as i64;
            }
            whole.count = whole.lemmas.len() as u64;
            let piece = in_full(&whole, good + root(&fixture.certificate));
            let piece = piece.map_err(|error| TestCaseError::fail(error.to_string()))?;
            for lemma in &piece.lemmas()[1 + first..=good] {
                prop_assert_eq!(histories.refute(&whole, &piece, lemma), None);
            }
        }
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
    assert!(passing.get() > 1000, "{} of {}", passing.get(), changed.get());
}

/// Several changes at once, of anything: no false value is proved.
#[test]
#[ignore = "slow: test.sh --all runs it"]
fn changed_certificates_prove_nothing_false() {
    let accepted = Cell::new(0);
    let strategy = (fixture(false), vec((any::<Index>(), change()), 0..3), vec(wide(), 0..4));
    let result = runner(15_000).run(&strategy, |(fixture, changes, wide)| {
        let mut certificate = fixture.certificate.clone();
        for (at, change) in &changes {
            apply(&mut certificate, *at, change);
        }
        for change in &wide {
            apply_wide(&mut certificate, change);
        }
        let result = verify(&certificate.encode()[..]);
        accepted.set(accepted.get() + usize::from(judge(&result)?));
        Ok(())
    });
    if let Err(error) = result {
        panic!("{error}");
    }
    assert!(accepted.get() > 100, "{}", accepted.get());
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(8_000) })]

    #[test]
    fn random_files_are_rejected(bytes in vec(any::<u8>(), 0..200)) {
        prop_assert!(verify(&bytes[..]).is_err());
    }

    /// Behind a header, behind a header and the start of a frame, and as the content of a frame.
    #[test]
    fn random_bodies_prove_nothing_false(fixture in fixture(false), bytes in vec(any::<u8>(), 0..200)) {
        let header = fixture.certificate.header.text();
        for body in [bytes.clone(), [&[0x28, 0xb5, 0x2f, 0xfd], &bytes[..]].concat()] {
            judge(&verify(&[header.as_bytes(), &body].concat()[..]))?;
        }
        judge(&verify(&assemble(&header, &bytes)[..]))?;
    }

    /// Small numbers get further.
    #[test]
    fn random_numbers_prove_nothing_false(fixture in fixture(false), bytes in vec(0..6u8, 0..200)) {
        let mut content = fixture.certificate.content();
        let kinds = 1 + 5 * fixture.certificate.kinds.len();
        judge(&verify(&assemble(&fixture.certificate.header.text(), &bytes)[..]))?;
        content.truncate(kinds);
        content.extend(&bytes);
        judge(&verify(&assemble(&fixture.certificate.header.text(), &content)[..]))?;
    }

    /// Bytes of the content changed, removed, inserted; the frame is in order.
    #[test]
    fn changed_contents_prove_nothing_false(
        fixture in fixture(false),
        changes in vec((any::<Index>(), 0..4u8, any::<u8>()), 1..4),
    ) {
        let mut content = fixture.certificate.content();
        for (at, how, byte) in changes {
            let at = at.index(content.len());
            match how {
                0 => content[at] = byte,
                1 => content[at] ^= 1 << (byte % 8),
                2 => drop(content.remove(at)),
                _ => content.insert(at, byte),
            }
        }
        judge(&verify(&assemble(&fixture.certificate.header.text(), &content)[..]))?;
    }

    /// Bytes of the file changed, removed, inserted.
    #[test]
    fn changed_files_prove_nothing_false(
        fixture in fixture(false),
        changes in vec((any::<Index>(), 0..4u8, any::<u8>()), 1..4),
    ) {
        let mut file = fixture.certificate.encode();
        for (at, how, byte) in changes {
            let at = at.index(file.len());
            match how {
                0 => file[at] = byte,
                1 => file[at] ^= 1 << (byte % 8),
                2 => drop(file.remove(at)),
                _ => file.insert(at, byte),
            }
        }
        judge(&verify(&file[..]))?;
    }
}
