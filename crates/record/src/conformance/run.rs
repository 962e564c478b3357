use std::collections::BTreeMap;
use std::fmt;
use std::io::Write;
use std::str::FromStr;
use std::time::Duration;

use crate::{Rules, Suicide};
use kosolver_board::Interrupt;
use tempfile::NamedTempFile;

use crate::conformance::{
    Case, Catch, Client, Difference, Error, Game, Kit, MistakeRecord, Report, RulesReport, Skipped, Untold,
};

/// How a program is asked which plays are legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Asking {
    /// By `all_legal`, which lists them.
    AllLegal,
    /// By `is_legal`, point by point.
    IsLegal,
    /// By `play`, and `undo` where it was allowed.
    Undo,
    /// By `play`, and the whole game again where it was allowed.
    Replay,
}

impl Asking {
    /// All of them, the first that a program knows is the default.
    pub const ALL: [Asking; 4] = [Asking::AllLegal, Asking::IsLegal, Asking::Undo, Asking::Replay];

    /// Its name, the command that it takes, and what a report calls it.
    fn words(self) -> [&'static str; 3] {
        match self {
            Asking::AllLegal => ["all_legal"; 3],
            Asking::IsLegal => ["is_legal"; 3],
            Asking::Undo => ["undo", "undo", "play and undo"],
            Asking::Replay => ["replay", "play", "play and replay"],
        }
    }

    fn command(self) -> &'static str {
        self.words()[1]
    }
}

impl fmt::Display for Asking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.words()[2])
    }
}

impl FromStr for Asking {
    type Err = String;

    fn from_str(text: &str) -> Result<Asking, String> {
        let found = Asking::ALL.into_iter().find(|asking| asking.words()[0] == text);
        found.ok_or_else(|| format!("'{text}' is no way to ask: write all_legal, is_legal, undo or replay"))
    }
}

/// What is asked, and how.
#[derive(Clone, Debug)]
pub struct Options {
    /// The rulesets.
    pub rulesets: Vec<Rules>,
    /// Only cases whose name has this in it.
    pub filter: Option<String>,
    /// How it is asked what is legal; `None` is the first that the program knows.
    pub asking: Option<Asking>,
    /// How long a command may take.
    pub timeout: Duration,
}

/// On boards with more points, where each play must be tried, only plays in question are tried.
const TRIED: usize = 100;

/// Runs cases against a program that speaks GTP. `{ko}` and `{suicide}` in the command stand for the
/// rules.
///
/// # Errors
/// [`Error`] if the program cannot be asked, or the work is to stop.
pub fn ask(kit: &Kit, command: &str, options: &Options, stop: &Interrupt) -> Result<Report, Error> {
    let filter = options.filter.as_deref();
    let has_cases = |ruleset: &&Rules| wanted(kit, ruleset, filter).next().is_some();
    let rulesets: Vec<&Rules> = options.rulesets.iter().filter(has_cases).collect();
    if rulesets.is_empty() {
        return Err(no_case(kit, &options.rulesets, filter));
    }
    let placeholders = command.contains("{ko}") || command.contains("{suicide}");
    let mut report = Report { format: 1, program: String::new(), rulesets: Vec::new() };
    for ruleset in rulesets {
        let suicide = ruleset.suicide().to_string();
        let command = command.replace("{ko}", ruleset.ko().name()).replace("{suicide}", &suicide);
        let mut client = Client::start(&command, options.timeout, stop)?;
        if report.program.is_empty() {
            let name = client.must("name")?;
            let version = client.ask("version")?.unwrap_or_default();
            report.program = format!("{name} {version}").trim().to_owned();
        }
        let alone = options.rulesets.len() == 1;
        let untold = if placeholders { None } else { tell_rules(&mut client, ruleset, alone)? };
        report.rulesets.push(ask_ruleset(kit, &mut client, ruleset, options, untold)?);
    }
    Ok(report)
}

/// The cases that a ruleset is asked by: those whose names have a text in them, if one is given.
fn wanted<'k>(kit: &'k Kit, ruleset: &Rules, filter: Option<&str>) -> impl Iterator<Item = &'k Case> {
    let ruleset = ruleset.to_string();
    let is_wanted = move |case: &&Case| {
        case.ruleset() == ruleset && filter.is_none_or(|filter| case.name.contains(filter))
    };
    kit.cases.iter().filter(is_wanted)
}

/// Why there is no case to ask.
fn no_case(kit: &Kit, rulesets: &[Rules], filter: Option<&str>) -> Error {
    let all = rulesets.iter().flat_map(|ruleset| wanted(kit, ruleset, None));
    let names: Vec<&str> = all.map(|case| &*case.name).collect();
    let ruleset = rulesets.iter().map(Rules::to_string).collect::<Vec<_>>().join(" or ");
    Error::NoCase(match filter {
        Some(filter) if !names.is_empty() => format!(
            "no case of {ruleset} has '{}' in its name. The cases are {}",
            kosolver_board::shortened(filter, 64),
            names.join(", ")
        ),
        _ => format!("there is no case of {ruleset}"),
    })
}

/// Tells a program its rules as KataGo is told them. A program that cannot be told must be meant to
/// play by the one ruleset there is; if it refuses them, it is asked by which rules it plays.
fn tell_rules(client: &mut Client, ruleset: &Rules, alone: bool) -> Result<Option<Untold>, Error> {
    let ko = match ruleset.ko().name() {
        "basic" => Some("SIMPLE"),
        "psk" => Some("POSITIONAL"),
        "ssk" => Some("SITUATIONAL"),
        "spight" => Some("SPIGHT"),
        _ => None,
    };
    match ko {
        Some(ko) if client.knows("kata-set-rules") && ruleset.suicide() != Suicide::Allowed => {
            let suicide = ruleset.suicide() == Suicide::MultiStone;
            let told = format!(
                r#"kata-set-rules {{"ko":"{ko}","scoring":"AREA","tax":"NONE","suicide":{suicide},"hasButton":false,"whiteHandicapBonus":"0"}}"#
            );
            let Err(refused) = client.ask(&told)? else { return Ok(None) };
            if !alone {
                return Err(Error::Program(format!(
                    "refuses {ruleset}: {}; give that ruleset alone if it plays by it without being told",
                    brief(&refused)
                )));
            }
            let known = client.knows("kata-get-rules");
            let plays = if known { client.ask("kata-get-rules")?.ok() } else { None };
            Ok(Some(Untold { refused: brief(&refused), plays: plays.map(|plays| brief(&plays)) }))
        }
        _ if alone => Ok(None),
        _ => Err(Error::Command(
            "the program cannot be told its rules: give one ruleset, or write {ko} and {suicide} into the command"
                .to_owned(),
        )),
    }
}

/// What a program says, as a report has it.
fn brief(said: &str) -> String {
    kosolver_board::shortened(said, 256).to_string()
}

fn ask_ruleset(
    kit: &Kit,
    client: &mut Client,
    ruleset: &Rules,
    options: &Options,
    untold: Option<Untold>,
) -> Result<RulesReport, Error> {
    let known = |asking: &Asking| client.knows(asking.command());
    let asking = options.asking.or_else(|| Asking::ALL.into_iter().find(known)).unwrap_or(Asking::Replay);
    let mut report = RulesReport {
        ko: ruleset.ko().name().to_owned(),
        suicide: ruleset.suicide().to_string(),
        asked_by: asking.to_string(),
        untold,
        asked: 0,
        skipped: Vec::new(),
        unseen: Vec::new(),
        differences: Vec::new(),
        like: BTreeMap::new(),
        same_as: Vec::new(),
    };
    let (mut asked, mut not_asked): (Vec<&Case>, Vec<&Case>) = Default::default();
    for case in wanted(kit, ruleset, options.filter.as_deref()) {
        let game = case.game()?;
        let mut session = Session { client, case, game: &game, asking, file: None };
        match session.case()? {
            Asked::Agrees => asked.push(case),
            Asked::Differs(difference) => {
                asked.push(case);
                report.differences.push(difference);
            }
            Asked::Not(reason) => {
                not_asked.push(case);
                match report.skipped.iter_mut().find(|skipped| skipped.reason == reason) {
                    Some(skipped) => skipped.cases += 1,
                    None => report.skipped.push(Skipped { reason: reason.to_owned(), cases: 1 }),
                }
            }
        }
    }
    report.asked = asked.len();
    for MistakeRecord { name, class, .. } in &kit.faults {
        let like = report.differences.iter().filter(|difference| difference.like.contains(name)).count();
        let caught = asked.iter().filter(|case| case.finds(name)).count();
        if caught == 0 && not_asked.iter().any(|case| case.finds(name)) {
            report.unseen.push(name.clone());
        }
        if like > 0 {
            report.like.entry(class.clone()).or_default().insert(name.clone(), like);
            if like == report.differences.len() && like == caught {
                report.same_as.push(name.clone());
            }
        }
    }
    Ok(report)
}

enum Asked {
    Agrees,
    Differs(Difference),
    /// It cannot be asked.
    Not(&'static str),
}

struct Session<'a> {
    client: &'a mut Client,
    case: &'a Case,
    game: &'a Game,
    asking: Asking,
    /// The file with the position at the start.
    file: Option<NamedTempFile>,
}

impl Session<'_> {
    fn case(&mut self) -> Result<Asked, Error> {
        if self.case.actions.iter().any(|action| action == "undo") && !self.client.knows("undo") {
            return Ok(Asked::Not("it does not know undo"));
        }
        if let Some(reason) = self.begin()? {
            return Ok(Asked::Not(reason));
        }
        for moment in 0..self.case.states.len() {
            // After the last action of a game that is over there is nothing to ask.
            let over = moment + 1 == self.case.states.len() && self.case.score.is_some();
            if !over && let Some((point, legal)) = self.differs(moment)? {
                return Ok(Asked::Differs(self.difference(moment, &point, legal)));
            }
            let Some(action) = self.case.actions.get(moment) else { break };
            // The pass that ends the game need not be made: some programs count then, and take long.
            if moment + 2 == self.case.states.len() && self.case.score.is_some() {
                break;
            }
            let command = self.command(moment);
            match (self.client.ask(&command)?, action.as_str()) {
                (Ok(_), _) => {}
                (Err(_), "undo") => return Ok(Asked::Not("it refuses undo")),
                (Err(_), "pass") => return Ok(Asked::Not("it refuses a pass")),
                // What it calls legal it refuses to play.
                (Err(_), point) => return Ok(Asked::Differs(self.difference(moment, point, true))),
            }
        }
        Ok(Asked::Agrees)
    }

    fn command(&self, moment: usize) -> String {
        match self.case.actions[moment].as_str() {
            "undo" => "undo".to_owned(),
            made => format!("play {} {made}", self.case.states[moment].to_move),
        }
    }

    /// Starts the game; or says why that cannot be.
    fn begin(&mut self) -> Result<Option<&'static str>, Error> {
        let board = &self.game.board;
        let (rows, columns) = (board.rows(), board.columns());
        let size = if rows == columns {
            format!("boardsize {rows}")
        } else if self.client.knows("rectangular_boardsize") {
            format!("rectangular_boardsize {columns} {rows}")
        } else {
            return Ok(Some("the board is not square, and it does not know rectangular_boardsize"));
        };
        if self.client.ask(&size)?.is_err() {
            return Ok(Some("it refuses a board of this size"));
        }
        self.client.must("clear_board")?;
        // Where there is no komi there is none to set.
        let _ = self.client.ask("komi 0")?;
        let stones: Vec<String> = (0..board.points())
            .filter_map(|point| {
                let owner = self.game.start.at(point)?.colour();
                Some(format!("{owner} {}", board.point_name(point)))
            })
            .collect();
        if stones.is_empty() {
            return Ok(None);
        }
        if self.client.knows("set_position") {
            let refused = self.client.ask(&format!("set_position {}", stones.join(" ")))?.is_err();
            return Ok(refused.then_some("it refuses to set up stones"));
        }
        if !self.client.knows("loadsgf") {
            return Ok(Some("stones are set up, and it knows neither set_position nor loadsgf"));
        }
        let path = match &self.file {
            Some(file) => file.path().to_owned(),
            None => {
                let fault = |error: std::io::Error| Error::File(error.to_string());
                let mut file = tempfile::Builder::new().suffix(".sgf").tempfile().map_err(fault)?;
                file.write_all(self.game.start_as_sgf().as_bytes()).map_err(fault)?;
                let path = file.path().to_owned();
                self.file = Some(file);
                path
            }
        };
        if self.client.ask(&format!("loadsgf {}", path.display()))?.is_err() {
            return Ok(Some("it refuses to load a file with stones set up"));
        }
        Ok(None)
    }

    /// The first play on which the program does not say what the case says, and what the case says.
    fn differs(&mut self, moment: usize) -> Result<Option<(String, bool)>, Error> {
        let (case, game) = (self.case, self.game);
        let (state, board) = (&case.states[moment], &game.board);
        let legal = state.legal(board);
        let symbols: Vec<char> = state.points.chars().filter(|symbol| *symbol != '/').collect();
        let listed = match self.asking {
            Asking::AllLegal => Some(self.listed(&state.to_move)?),
            _ => None,
        };
        let tried = matches!(self.asking, Asking::Undo | Asking::Replay);
        for (point, symbol) in symbols.iter().enumerate() {
            if matches!(symbol, 'X' | 'O') {
                continue;
            }
            let name = board.point_name(point);
            let expected = legal.contains(&point);
            if tried && board.points() > TRIED && expected {
                let in_question = |catch: &Catch| catch.after == moment && catch.play == name;
                if !case.catches.iter().any(in_question) {
                    continue;
                }
            }
            let said = match &listed {
                Some(listed) => listed.iter().any(|there| there.eq_ignore_ascii_case(&name)),
                None => self.is_legal(moment, &name)?,
            };
            if said != expected {
                return Ok(Some((name, expected)));
            }
        }
        Ok(None)
    }

    fn listed(&mut self, player: &str) -> Result<Vec<String>, Error> {
        let list = self.client.must(&format!("all_legal {player}"))?;
        Ok(list.split_whitespace().map(str::to_owned).collect())
    }

    fn is_legal(&mut self, moment: usize, point: &str) -> Result<bool, Error> {
        let player = &self.case.states[moment].to_move;
        if self.asking == Asking::IsLegal {
            let command = format!("is_legal {player} {point}");
            return match self.client.must(&command)?.as_str() {
                "1" | "true" => Ok(true),
                "0" | "false" => Ok(false),
                said => Err(Error::Program(format!(
                    "answered {command} by {}, which is neither 1 nor 0",
                    kosolver_board::shortened(said, 64)
                ))),
            };
        }
        if self.client.ask(&format!("play {player} {point}"))?.is_err() {
            return Ok(false);
        }
        if self.asking == Asking::Undo {
            self.client.must("undo")?;
        } else {
            if let Some(reason) = self.begin()? {
                return Err(Error::Program(format!("does not begin the same game a second time: {reason}")));
            }
            for earlier in 0..moment {
                let command = self.command(earlier);
                self.client.must(&command)?;
            }
        }
        Ok(true)
    }

    fn difference(&self, after: usize, play: &str, legal: bool) -> Difference {
        let state = &self.case.states[after];
        let same = |catch: &&Catch| {
            catch.after == after && catch.play.eq_ignore_ascii_case(play) && catch.legal == legal
        };
        Difference {
            case: self.case.name.clone(),
            board: self.case.board.clone(),
            after,
            to_move: state.to_move.clone(),
            play: play.to_owned(),
            legal,
            why: state
                .illegal
                .iter()
                .find(|illegal| illegal.play.eq_ignore_ascii_case(play))
                .map(|illegal| illegal.why.clone().unwrap_or_else(|| "suicide".to_owned())),
            like: self.case.catches.iter().filter(same).flat_map(|catch| catch.faults.clone()).collect(),
        }
    }
}
