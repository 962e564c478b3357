//! The answers to all questions that a ko rule can ask, kept up to date move by move.
//!
//! The record answers any question by being read again; here the answers are kept, so that a search
//! has them at once. The tests of `tree` hold the two against each other.

use ahash::RandomState;
use indexmap::IndexSet;

use crate::text::{Fact, Known};
use crate::tree::Premise;
use crate::{Ko, Made, Player, Question};

/// A set of small numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Bits(Vec<u64>);

impl Bits {
    pub fn contains(&self, number: u32) -> bool {
        self.0.get(number as usize / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    pub fn insert(&mut self, number: u32) {
        let word = number as usize / 64;
        if self.0.len() <= word {
            self.0.resize(word + 1, 0);
        }
        self.0[word] |= 1 << (number % 64);
    }

    pub fn remove(&mut self, others: &Bits) {
        for (word, other) in self.0.iter_mut().zip(&others.0) {
            *word &= !other;
        }
    }
}

/// What the past says, as far as a ko rule asks.
pub(crate) struct History {
    ko: Ko,
    players: u8,
    /// Every question that was asked, or that has had the answer yes, by its number.
    questions: IndexSet<Question, RandomState>,
    /// The questions whose answer is yes. A question without a number has the answer no.
    yes: Bits,
    /// The same before each move.
    before: Vec<Bits>,
    /// The questions whose answer a move can make no: those about the last move, about the time since
    /// the last pass, and about the time since the last pass of each player.
    last_move: Bits,
    since_pass: Bits,
    since_pass_of: [Bits; Player::MOST as usize],
    /// What the text of the rule knows, if it is one: then the questions are whether its facts are true.
    known: Option<Known>,
}

impl History {
    /// That of a game which starts from position 0 with this player.
    pub fn new(ko: Ko, players: u8, first: Player) -> History {
        let mut history = History {
            ko,
            players,
            questions: IndexSet::default(),
            yes: Bits::default(),
            before: Vec::new(),
            last_move: Bits::default(),
            since_pass: Bits::default(),
            since_pass_of: Default::default(),
            known: ko.text().map(|text| Known::new(text, players, first)),
        };
        history.note(history.stood(0, first));
        history
    }

    /// The questions about what stands on the board with a player to move.
    fn stood(&self, t: usize, to_move: Player) -> Vec<Question> {
        match self.ko {
            Ko::Psk => vec![Question::Stood(t)],
            Ko::Ssk => vec![Question::StoodFor(t, to_move)],
            Ko::Spight | Ko::Kee => vec![Question::StoodSincePass(t)],
            Ko::KeePasser => {
                Player::all(self.players).map(|player| Question::StoodSincePassOf(t, player)).collect()
            }
            Ko::None | Ko::Basic | Ko::Nssk | Ko::Fixed | Ko::BasicFixed | Ko::Text(_) => Vec::new(),
        }
    }

    /// The questions that the rule may ask and a move answers yes.
    fn answered(&self, made: Made) -> Vec<Question> {
        let Made { player, before: p, after: t, .. } = made;
        let mut yes = self.stood(t, player.next(self.players));
        if made.is_pass() {
            yes.extend(self.ko.ends_by_passing_again().then_some(Question::Passed(t, player)));
            return yes;
        }
        if self.ko == Ko::Nssk {
            yes.push(Question::Created(t, player));
        }
        if matches!(self.ko, Ko::Fixed | Ko::BasicFixed) {
            yes.push(Question::Changed(p, t));
        }
        if matches!(self.ko, Ko::Basic | Ko::BasicFixed) {
            yes.push(Question::JustLeft(p));
        }
        yes
    }

    fn note(&mut self, questions: Vec<Question>) {
        for question in questions {
            let number = self.number(question);
            self.yes.insert(number);
        }
    }

    /// The number of a question.
    pub fn number(&mut self, question: Question) -> u32 {
        let (index, new) = self.questions.insert_full(question);
        let number = index as u32;
        if new {
            match question {
                Question::JustLeft(_) => self.last_move.insert(number),
                Question::StoodSincePass(_) => self.since_pass.insert(number),
                Question::StoodSincePassOf(_, player) => self.since_pass_of[player.index()].insert(number),
                _ => {}
            }
        }
        number
    }

    /// How many questions there are.
    #[cfg(test)]
    pub fn len(&self) -> u32 {
        self.questions.len() as u32
    }

    /// The question with a number.
    pub fn question(&self, number: u32) -> Question {
        self.questions[number as usize]
    }

    /// The answer to a question.
    pub fn answer(&self, number: u32) -> bool {
        self.known.as_ref().map_or_else(|| self.yes.contains(number), |known| known.answer(number))
    }

    /// A move is made.
    pub fn push(&mut self, made: Made) {
        if let Some(known) = &mut self.known {
            return known.push(made);
        }
        self.before.push(self.yes.clone());
        self.yes.remove(&self.last_move);
        if made.is_pass() {
            self.yes.remove(&self.since_pass);
            self.yes.remove(&self.since_pass_of[made.player.index()]);
        }
        self.note(self.answered(made));
    }

    /// The last move is taken back.
    pub fn pop(&mut self) {
        if let Some(known) = &mut self.known {
            known.pop();
        } else if let Some(yes) = self.before.pop() {
            self.yes = yes;
        }
    }

    /// Whether the rule prohibits a move; and what shows it.
    pub fn prohibits(&mut self, made: Made) -> (bool, Vec<Premise>) {
        if let Some(known) = &mut self.known {
            let (words, facts) = known.forbids(made);
            return (words.is_some(), facts.into_iter().map(|fact| premise(known, fact)).collect());
        }
        let Made { player, before, after, .. } = made;
        let asked = self.ko.prohibits(before, after, player, player.next(self.players));
        let asked: Vec<Premise> = asked
            .map(|question| {
                let question = self.number(question);
                Premise { question, answer: self.answer(question) }
            })
            .collect();
        match asked.iter().find(|premise| premise.answer) {
            Some(yes) => (true, vec![*yes]),
            None => (false, asked),
        }
    }

    /// Whether a pass ends the game, the last of all players' in a row or not; and what shows it.
    pub fn ends(&mut self, made: Made, by_all: bool) -> (bool, Vec<Premise>) {
        if let Some(known) = &mut self.known {
            let (ends, facts) = known.ends(made);
            return (ends, facts.into_iter().map(|fact| premise(known, fact)).collect());
        }
        if !self.ko.ends_by_passing_again() {
            return (by_all, Vec::new());
        }
        let question = self.number(Question::Passed(made.before, made.player));
        let answer = self.answer(question);
        (answer, vec![Premise { question, answer }])
    }

    /// What a text keeps after a move.
    pub fn kept_by(&self, made: Made) -> Vec<u32> {
        self.known.as_ref().map_or(Vec::new(), |known| known.kept_by(made))
    }

    /// What must hold before a move for a premise to hold after it: nothing if the move answers the question.
    pub fn before(&mut self, after: Premise, made: Made) -> Vec<Premise> {
        if let Some(known) = &mut self.known {
            let facts = known.before(after.question, after.answer, made);
            return facts
                .into_iter()
                .map(|(fact, answer)| Premise { question: known.number(fact), answer })
                .collect();
        }
        let open = self.question(after.question).after(made, self.players).is_none();
        Vec::from_iter(open.then_some(after))
    }
}

fn premise(known: &mut Known, fact: Fact) -> Premise {
    let question = known.number(fact);
    Premise { question, answer: known.answer(question) }
}
