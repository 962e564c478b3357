//! Published tablebases held against what is known without them.

use std::path::Path;

use kosolver_board::{Colour, Position, count_legal};
use kosolver_report::{
    FrontierRecord, OpeningRecord, Record, Table as Cells, TablebaseCell, ValueRecord, Verdict,
};
use kosolver_rules::{Game, Ko, Ruleset, Score};
use kosolver_search::Request;
use kosolver_tablebase::{Count, Longest, Progress, Setting, Size, Tally, needs};

use crate::cell_check::CellCheck;
use crate::column::Column;
use crate::error::{FileFault, PublicationError};
use crate::kind::Kind;
use crate::parallel::Done;
use crate::published::Published;
use crate::tablebases::{FILES, TablebaseSurvey, Tablebases, command};

impl Tablebases {
    /// Boards of more positions are not solved again by `kosolver check`.
    pub const CHECKED: u64 = 1 << 20;

    /// Holds the cells of a directory against what can be found without their tablebases, in a line
    /// each; solves boards of up to so many positions again, and compares all that is published of
    /// them; and makes the files out of the cells again.
    ///
    /// # Errors
    /// Those of reading what is published, and of rendering.
    pub fn check(&self, directory: &Path, most: u64, done: Done) -> Result<Vec<CellCheck>, PublicationError> {
        let published = Published(directory);
        let mut checks = Vec::new();
        if !self.is_empty() {
            let files = self.files()?;
            checks.extend(FILES.map(|name| published.compare(name, &files[name])));
        }
        let values = values(&published)?;
        for cell in &self.record.cells {
            let mut check = CellCheck::new(format!("tablebase {}", cell.title()));
            match self.checked(cell, &values, most, &mut check) {
                Ok(()) => {}
                Err(fault) => check.fault(fault.to_string()),
            }
            checks.push(check);
            done(None);
        }
        Ok(checks)
    }

    fn checked(
        &self,
        cell: &TablebaseCell,
        values: &[Record],
        most: u64,
        check: &mut CellCheck,
    ) -> Result<(), FileFault> {
        let Record { board, ko, suicide, .. } = &cell.record;
        let column = Column::of_ko(ko.parse()?, suicide.parse().map_err(kosolver_rules::Error::from)?);
        let setting = Setting::new(*board, column.rules)?;
        Without { cell, setting: &setting, check }.all(values)?;
        let positions = setting.positions();
        if positions > most {
            check.says(format!("not solved again: it has {positions} positions"));
            return Ok(());
        }
        let survey = TablebaseSurvey { cells: vec![(*board, column)], memory: u64::MAX };
        let fresh = survey.cell(&survey.cells[0], &Progress::default())?;
        for (what, same) in [
            ("the empty board", fresh.record == cell.record && fresh.distances == cell.distances),
            ("its positions", fresh.stats == cell.stats),
            ("the file", fresh.file == cell.file),
        ] {
            if !same {
                check.fault(format!("solved again, {what}: not what is published in {}", FILES[0]));
            }
        }
        check.says("solved again, and the same file".to_owned());
        Ok(())
    }
}

/// The values of empty boards that a directory publishes beside tablebases, under ko rules.
fn values(published: &Published) -> Result<Vec<Record>, PublicationError> {
    let [frontier, ..] = Kind::KoRules.frontier();
    let table = Kind::KoRules.table(kosolver_report::Format::Json);
    let there = |name: &str| published.0.join(name).exists();
    let mut values = Vec::new();
    if there(&table) {
        let cells: Cells = published.read_as(&table, Ok)?;
        values.extend(cells.records().iter().cloned());
    }
    if there(&frontier) {
        let record: FrontierRecord = published.read_as(&frontier, Ok)?;
        values.extend(record.cells.into_iter().map(|cell| cell.record));
    }
    Ok(values)
}

/// A cell, what it is of, and what is found of it without its tablebase.
struct Without<'a> {
    cell: &'a TablebaseCell,
    setting: &'a Setting,
    check: &'a mut CellCheck,
}

impl Without<'_> {
    /// Finds a fault unless this holds.
    fn ask(&mut self, holds: bool, fault: impl FnOnce() -> String) {
        if !holds {
            self.check.fault(fault());
        }
    }

    fn game(&self) -> &Game {
        &self.setting.game
    }

    /// The points of the board.
    fn points(&self) -> i32 {
        i32::from(self.game().board().points())
    }

    fn all(&mut self, values: &[Record]) -> Result<(), FileFault> {
        self.identity();
        self.numbers()?;
        self.bounds();
        self.empty_board();
        if let Some(win) = &self.cell.stats.longest_win {
            self.longest_win(win);
        }
        let wins = self.cell.stats.tally.won + self.cell.stats.tally.lost;
        let any = self.cell.stats.longest_win.is_some();
        self.ask(any == (wins > 0), || {
            format!("{wins} positions are won or lost, and the longest win is there: {any}")
        });
        self.agrees(values)
    }

    /// What the cell is of.
    fn identity(&mut self) {
        let TablebaseCell { record, file, .. } = self.cell;
        let plain = Record::unsolved(&Request::empty(self.game().clone()));
        let plain = Record { value: record.value, openings: record.openings.clone(), ..plain };
        self.ask(*record == plain, || "its rules or its start are not those of its board".to_owned());
        let command = command(self.game());
        self.ask(file.command == command, || format!("its file is made by `{command}`"));
    }

    /// The numbers of positions: by the dynamic programme, and by Burnside's lemma.
    fn numbers(&mut self) -> Result<(), FileFault> {
        let stats = &self.cell.stats;
        let legal = count_legal(self.game().board());
        self.ask(u128::from(stats.positions) == legal, || format!("the board has {legal} legal positions"));
        let classes = needs(self.setting, Size(u64::MAX), &Progress::default())?.classes;
        self.ask(stats.classes == classes, || format!("its positions are {classes} up to symmetry"));
        let plain = legal * 4;
        let nodes = u128::from(stats.nodes);
        let bans = self.game().rules().ko().bans_retaking();
        self.ask(nodes == plain || bans && nodes > plain, || format!("it has {plain} nodes without bans"));
        Ok(())
    }

    /// The positions by L and U.
    fn bounds(&mut self) {
        let (n, stats) = (self.points(), &self.cell.stats);
        let order = |count: &Count| (count.lower.map(|lower| -lower), count.upper);
        let ordered = stats.bounds.is_sorted_by(|one, other| order(one) < order(other));
        self.ask(ordered, || "a pair of L and U is out of order".to_owned());
        let on_board = |bound: Option<i32>| bound.is_none_or(|score| (-n..=n).contains(&score));
        let crossed =
            |count: &Count| count.lower.zip(count.upper).is_some_and(|(lower, upper)| lower > upper);
        let sound = |count: &Count| {
            on_board(count.lower) && on_board(count.upper) && !crossed(count) && count.positions > 0
        };
        self.ask(stats.bounds.iter().all(sound), || "a pair of L and U cannot be".to_owned());
        let sum: u128 = stats.bounds.iter().map(|count| u128::from(count.positions)).sum();
        self.ask(sum == u128::from(stats.positions), || format!("its counts add up to {sum} positions"));
        let tally = Tally::of(&stats.bounds);
        self.ask(tally == stats.tally, || format!("by its counts it has {tally:?}"));
    }

    /// What is said of the empty board.
    fn empty_board(&mut self) {
        let (n, record) = (self.points(), &self.cell.record);
        let known = self.cell.stats.bounds.iter().find(|count| is_of(&record.value, count, n));
        let Some(Count { lower, upper, .. }) = known else {
            return self.check.fault("no position has L and U of the empty board".to_owned());
        };
        // Black may pass. White, who may end the game with 0 then, is where Black is, colours
        // exchanged, and cannot do better than White to move.
        let passes = upper.is_none_or(|upper| upper >= 0 && lower.is_some_and(|lower| lower >= -upper));
        self.ask(passes, || "Black could do better by passing at once".to_owned());
        let worth = lower.unwrap_or(-n).max(upper.unwrap_or(n).min(0));
        let open = known.is_some_and(Count::has_no_result);
        let value = if open { None } else { Some(Score::points(worth)) };
        let kind = if open { Verdict::NoResult } else { Verdict::Score };
        self.ask((record.value.score, record.value.result) == (value, kind), || {
            "the value of the empty board is not that of L and U".to_owned()
        });
        let there = (self.cell.distances.lower.is_some(), self.cell.distances.upper.is_some());
        self.ask(there == (lower.is_some(), upper.is_some()), || {
            "a bound has a number of moves just if it can be forced".to_owned()
        });
        self.openings();
    }

    /// The first moves: all legal ones, and the best bounds are those of the empty board.
    fn openings(&mut self) {
        let record = &self.cell.record;
        let (node, _) = self.game().start(Position::EMPTY, Colour::Black);
        let board = *self.game().board();
        let mut legal: Vec<String> = self
            .game()
            .steps(&node)
            .iter()
            .filter(|step| step.legality.allowed(|_| false))
            .map(|step| step.made.name(&board))
            .collect();
        legal.sort();
        legal.dedup();
        let mut made: Vec<String> = record.openings.iter().map(|opening| opening.made.clone()).collect();
        made.sort();
        self.ask(made == legal, || "its first moves are not the legal ones".to_owned());
        let lower = |value: &ValueRecord| value.lower.filter(|_| !value.cannot_end.has(Colour::Black));
        let upper = |value: &ValueRecord| (value.cannot_end.has(Colour::White), value.upper);
        let openings = || record.openings.iter().map(|OpeningRecord { value, .. }| value);
        let best = openings().map(lower).max() == Some(lower(&record.value))
            && openings().map(upper).max() == Some(upper(&record.value));
        self.ask(best, || "L and U are not those of the best first moves".to_owned());
    }

    /// The longest win: its position is legal, and such a score can be forced.
    fn longest_win(&mut self, win: &Longest) {
        let board = *self.game().board();
        let legal = Position::parse(&board, &win.position).is_ok_and(|position| position.is_legal(&board));
        self.ask(legal, || format!("{} is no legal position", win.position));
        let forced = |count: &Count| match win.to_play {
            Colour::Black => count.lower == Some(win.score),
            Colour::White => count.upper == Some(-win.score),
        };
        let known = win.distance > 0 && win.score > 0 && self.cell.stats.bounds.iter().any(forced);
        self.ask(known, || format!("no position is won by {} with {} to play", win.score, win.to_play));
    }

    /// Whether values that were found otherwise agree: the same under the same rules; between L and U
    /// under rules whose values are (`docs/tablebase.md` proves which).
    fn agrees(&mut self, values: &[Record]) -> Result<(), FileFault> {
        let record = &self.cell.record;
        let (mut same, mut within) = (0, 0);
        for other in values.iter().filter(|other| other.board == record.board) {
            if other.rules == record.rules {
                same += 1;
                let openings = other.openings.is_empty() || other.openings == record.openings;
                self.ask(other.value == record.value && openings, || {
                    format!("another value is published under {}", other.name())
                });
                continue;
            }
            let rules: Ruleset = other.rules.ruleset()?;
            let (Some(lower), Some(upper)) = (record.value.lower, record.value.upper) else { continue };
            let bounded = rules.ko().within_endless() && rules.is_plain() && rules.komi() == Score::ZERO;
            let fits = self.game().rules().ko() == Ko::none() && other.suicide == record.suicide;
            if let Some(score) = other.value.score.filter(|_| bounded && fits) {
                within += 1;
                self.ask(lower <= score && score <= upper, || {
                    format!("{score} is published under {}, which is not between L and U", other.name())
                });
            }
        }
        self.check.says(format!("values published elsewhere: the same {same}, between L and U {within}"));
        Ok(())
    }
}

/// Whether a value has the bounds that a count is of.
fn is_of(value: &ValueRecord, count: &Count, n: i32) -> bool {
    let bound = |bound: Option<i32>, none: i32| Some(Score::points(bound.unwrap_or(none)));
    value.lower == bound(count.lower, -n)
        && value.upper == bound(count.upper, n)
        && value.cannot_end.has(Colour::Black) == count.lower.is_none()
        && value.cannot_end.has(Colour::White) == count.upper.is_none()
}
