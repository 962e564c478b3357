mod proofs;

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::BufWriter;
use std::num::{NonZeroU16, NonZeroU64};
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::{Args, Subcommand};
use kosolver_board::{Board, Colour, Position};
use kosolver_checker::{Digest, Pieces, Proved, verify_with};
use kosolver_rules::{Game, Move, Score, Threshold};
use kosolver_search::{Certificate, Cube, Cubes, Error, Meter, Plan, Request, Resources, Session};
use kosolver_tablebase::Size;
use serde::{Deserialize, Serialize};

use self::proofs::{Known, Proofs, SolvedCube, check};
use crate::arguments::{SAVED, memory, some_nodes, threads};
use crate::guide::{GuideArguments, guides};
use crate::rejected::Rejected;
use crate::start::{GameArguments, request};
use crate::{input, interrupt, limits, output, progress};

#[derive(Debug, Args)]
pub struct CubesArguments {
    /// What to do.
    #[command(subcommand)]
    pub command: CubesCommand,
}

#[derive(Debug, Subcommand)]
pub enum CubesCommand {
    /// Take the value of a position apart, and write a small file for each cube
    Split(Box<SplitArguments>),
    /// Solve cubes, and write the certificate of each beside it
    Solve(SolveCubesArguments),
    /// Go on with what the solved cubes prove: split again, or write the certificate of the value
    Join(JoinArguments),
}

#[derive(Debug, Args)]
pub struct SplitArguments {
    #[command(flatten)]
    pub game: GameArguments,

    /// About how many nodes a cube is to take
    #[arg(long, value_name = "N", value_parser = some_nodes)]
    pub nodes: NonZeroU64,

    /// The most cubes that are open at a time. Fewer save work, since what one proves helps those after it;
    /// more keep more machines busy
    #[arg(long, value_name = "K", default_value = "16")]
    pub most: NonZeroU16,

    /// The score that is expected. A right guess saves work; the answer does not depend on it
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    pub guess: Option<Score>,

    /// The directory for the cubes, made if it is not there
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,

    #[command(flatten)]
    pub search: CubeSearchArguments,
}

#[derive(Debug, Args)]
pub struct SolveCubesArguments {
    /// Files that `kosolver cubes split` or `join` has written. Those that are solved, or were too hard, are
    /// passed over
    #[arg(value_name = "FILE", required = true)]
    pub files: Vec<PathBuf>,

    /// Give a cube up as too hard after this many nodes; `join` then splits it [default: 8 times the nodes
    /// of the split]
    #[arg(long, value_name = "N", value_parser = some_nodes)]
    pub nodes: Option<NonZeroU64>,

    /// How many threads work on a cube, or check the certificates that it rests on. With more than one the
    /// certificate that is written depends on chance
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads())]
    pub threads: u16,

    #[command(flatten)]
    pub search: CubeSearchArguments,
}

#[derive(Debug, Args)]
pub struct JoinArguments {
    /// The directory of the cubes
    #[arg(value_name = "DIR")]
    pub directory: PathBuf,

    /// How many certificates are checked at a time. They share the memory
    #[arg(long, value_name = "N", default_value = "1", value_parser = threads())]
    pub threads: u16,

    #[command(flatten)]
    pub search: CubeSearchArguments,
}

/// What a search for cubes, or of one, may use.
#[derive(Debug, Args)]
pub struct CubeSearchArguments {
    #[command(flatten)]
    pub guide: GuideArguments,

    /// Memory that the search and the check of certificates may use, such as 512MiB or 8GiB [default: three
    /// quarters of what is free]
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    pub memory: Option<Size>,
}

/// What is taken apart, in its directory.
const WHOLE: &str = "cubes.json";
const VALUE: &str = "whole.kcert";
const TOP: &str = "top.checkpoint";
/// The endings of the files of a cube: the question, its certificate, the work that is done so far, and that
/// the cube was too hard.
const CUBE: &str = "cube";
const SOLVED: &str = "kcert";
const WORK: &str = "checkpoint";
const HARD: &str = "hard";
/// The search above the cubes is saved when it ends.
const SELDOM: Duration = Duration::from_secs(3600);
/// A certificate that does not prove what it should.
const REFUSED: &str = "refused";
/// A cube is too hard that takes so many times the nodes it was to take.
const HARDER: u64 = 8;

/// A file about a game in progress.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    board: Board,
    rules: String,
    position: String,
    to_play: Colour,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    moves: Vec<String>,
    /// Of a cube: whether Black gets at least so much.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    at_least: Option<String>,
    /// Of the whole: the score that is expected.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    guess: Option<String>,
    /// About how many nodes a cube is to take.
    nodes: u64,
    /// The most cubes that are open at a time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    most: Option<usize>,
    /// Of a cube: the cubes that its proof may rest on, each after those that it rests on itself.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    after: Vec<String>,
}

impl Question {
    fn read(path: &Path) -> Result<Question> {
        let fault = || format!("{} is no file of `kosolver cubes`", output::named(path));
        serde_json::from_str(&input::text(path)?).with_context(fault)
    }

    fn text(&self) -> Result<String> {
        Ok(serde_json::to_string_pretty(self)? + "\n")
    }

    fn request(&self) -> Result<Request> {
        let game = Game::new(self.board, self.rules.parse()?)?;
        let start = Request::new(game, Position::parse(&self.board, &self.position)?, self.to_play)?;
        let moves: Result<Vec<Move>, _> =
            self.moves.iter().map(|name| Move::parse(&self.board, name)).collect();
        Ok(start.after(&moves?)?)
    }

    fn score(text: &Option<String>) -> Result<Option<Score>> {
        Ok(text.as_deref().map(str::parse).transpose()?)
    }

    fn cube(&self, cube: &Cube) -> Question {
        Question {
            moves: cube.moves.iter().map(|made| made.name(&self.board)).collect(),
            at_least: Some(cube.threshold.score.to_string()),
            guess: None,
            most: None,
            after: Vec::new(),
            ..self.clone()
        }
    }
}

pub fn run(arguments: &CubesArguments) -> Result<()> {
    match &arguments.command {
        CubesCommand::Split(arguments) => split(arguments),
        CubesCommand::Solve(arguments) => solve(arguments),
        CubesCommand::Join(JoinArguments { directory, threads, search }) => join(directory, *threads, search),
    }
}

fn split(arguments: &SplitArguments) -> Result<()> {
    let SplitArguments { game, nodes, most, guess, out, search } = arguments;
    let request = request(game)?;
    if !request.game().has_decided_positions() {
        bail!(
            "cubes are for psk, ssk, nssk, fixed, basic-fixed and spight, without suicide, with area scoring"
        );
    }
    output::check_directory(Some(out))?;
    let whole = out.join(WHOLE);
    if whole.exists() {
        bail!("{} is there already: `kosolver cubes join` goes on with it", output::named(&whole));
    }
    let game = request.game();
    let question = Question {
        board: *game.board(),
        rules: game.rules().to_string(),
        position: request.position().text(game.board()),
        to_play: request.to_move(),
        moves: Vec::new(),
        at_least: None,
        guess: guess.map(|guess| guess.to_string()),
        nodes: nodes.get(),
        most: Some(usize::from(most.get())),
        after: Vec::new(),
    };
    write(&whole, &question.text()?)?;
    let joined = join(out, 1, search);
    // The same command may begin anew where nothing was saved.
    if joined.is_err() && ![TOP, VALUE].iter().any(|name| out.join(name).exists()) && files(out)?.is_empty() {
        let _ = fs::remove_file(&whole);
    }
    joined
}

fn write(path: &Path, text: &str) -> Result<()> {
    output::write_with(path, |file| std::io::Write::write_all(file, text.as_bytes()))
}

fn resources(game: &Game, search: &CubeSearchArguments) -> Result<Resources> {
    let guides = guides(&search.guide, std::slice::from_ref(game))?;
    Ok(Resources::default().with_memory(limits::memory(search.memory))?.with_guides(guides))
}

/// A cube that nobody else solves as long as this is open; `None` if somebody does.
fn taken(path: &Path) -> Result<Option<File>> {
    // A file on another machine can be locked by those alone who may write to it.
    let file = OpenOptions::new().append(true).open(path);
    match file.map(|file| (file.try_lock(), file)) {
        Ok((Ok(()), file)) => Ok(Some(file)),
        Ok((Err(TryLockError::WouldBlock), _)) => Ok(None),
        Err(fault) | Ok((Err(TryLockError::Error(fault)), _)) => {
            Err(fault).with_context(|| format!("{} cannot be locked", output::named(path)))
        }
    }
}

/// How the cubes of a directory stand.
#[derive(Default)]
struct Standing {
    all: HashSet<Cube>,
    hard: HashSet<Cube>,
    /// Of those that are solved.
    proofs: Proofs,
    /// Those whose certificate is refused, and how many of them had one that was refused before.
    refused: Vec<String>,
    again: usize,
    /// How many wait for somebody to solve them, those included whose certificate is refused.
    waiting: usize,
}

impl Standing {
    /// Checks the certificates in so much memory and so many threads, and puts aside those that are refused.
    fn of(directory: &Path, whole: &Question, memory: u64, threads: u16) -> Result<Standing> {
        let (mut standing, mut solved) = (Standing::default(), Vec::new());
        for path in files(directory)? {
            let question = Question::read(&path)?;
            let cube = cube(&question, &path)?;
            if whole.cube(&cube) != (Question { after: Vec::new(), ..question.clone() }) {
                bail!("{} is no cube of {}", output::named(&path), output::named(&directory.join(WHOLE)));
            }
            standing.all.insert(cube.clone());
            if path.with_extension(SOLVED).exists() {
                solved.push(SolvedCube { path, question, cube });
            } else if path.with_extension(HARD).exists() {
                standing.hard.insert(cube);
            } else {
                standing.waiting += 1;
            }
        }
        let mut pieces = Pieces::default();
        check(&solved, memory, threads, &mut pieces, |place, digest, verified| {
            let taken = standing.proofs.take(&solved[place], digest, verified)?;
            if let Err(fault) = &taken {
                output::complain(fault);
                let path = &solved[place].path;
                let refused = path.with_extension(REFUSED);
                standing.again += usize::from(refused.exists());
                fs::rename(path.with_extension(SOLVED), &refused)?;
                standing.refused.push(output::named(path));
                standing.waiting += 1;
            }
            Ok(taken.ok())
        })?;
        standing.proofs.pieces = pieces;
        Ok(standing)
    }
}

/// Goes on with what has been proved.
fn join(directory: &Path, threads: u16, search: &CubeSearchArguments) -> Result<()> {
    let _lock = output::lock(directory)?;
    let whole = Question::read(&directory.join(WHOLE))?;
    let request = whole.request()?;
    let memory = limits::memory(search.memory);
    let Standing { all, hard, proofs, refused, again, waiting } =
        Standing::of(directory, &whole, memory, threads)?;
    let plan = Plan {
        nodes: whole.nodes,
        // Those that wait are open whatever the search would choose now.
        most: whole.most.map(|most| most.saturating_sub(waiting)),
        guess: Question::score(&whole.guess)?,
        hard,
        pieces: proofs.proved,
    };
    let meter = Meter::default();
    meter.on_unsaved(|error| output::complain(&format!("{error}; the search goes on")));
    let solved = plan.pieces.len();
    let resources = resources(request.game(), search)?;
    let top = directory.join(TOP);
    let apart = |resume| {
        let resources = resources.clone().with_checkpoint(top.clone(), SELDOM, resume);
        let request = request.clone().with_certificate(true).with_resources(resources.clone());
        let mut session = Session::with(request.game().clone(), resources, &meter);
        progress::watched(&meter, || session.cubes(&request, &plan))
    };
    let cubes = match apart(top.exists()) {
        Err(error @ Error::Checkpoint { .. }) => {
            output::complain(&format!("{error}; the search above the cubes begins anew"));
            apart(false)?
        }
        cubes => cubes?,
    };
    let Cubes { open, shared, closed, nodes, .. } = cubes;
    let mut fresh = 0;
    for cube in &open {
        if !all.contains(cube) {
            let question = whole.cube(cube);
            let digest = Digest::of(question.text()?.as_bytes())?.to_string();
            let path = directory.join(&digest[..16]).with_extension(CUBE);
            write(&path, &Question { after: proofs.names.clone(), ..question }.text()?)?;
            fresh += 1;
        }
    }
    let mut report = format!("solved    {solved}\n");
    if !refused.is_empty() {
        report += &format!("refused   {}\n", refused.len());
    }
    report +=
        &format!("open      {} ({fresh} new), wanted again from {shared} other lines\n", waiting + fresh);
    report += &format!("nodes     {nodes} above the cubes\n");
    let is_closed = closed.is_some();
    if let Some((score, certificate)) = closed {
        report += &format!("value     {score}\n");
        let path = directory.join(VALUE);
        check_whole(&request, score, &certificate, &proofs.pieces, memory)
            .with_context(|| format!("{} is not written", output::named(&path)))?;
        output::write_with(&path, |file| certificate.write(BufWriter::new(file)))?;
        output::tell(&format!("wrote {} ({} lemmas)", output::named(&path), certificate.lemmas()));
    }
    output::print(&report)?;
    // What comes round again would do so for ever.
    if again > 0 && again == waiting && fresh == 0 {
        let faults =
            refused.iter().map(|name| format!("the certificate of {name}, which was refused before as well"));
        return Rejected::check(&Vec::from_iter(faults), solved + refused.len());
    }
    if !is_closed && waiting + fresh == 0 {
        bail!(
            "nothing is open, and still the value is not known: what the cubes prove is not enough, which is a fault of this program"
        );
    }
    Ok(())
}

/// Checks the certificate of the value before anybody hears of it.
fn check_whole(
    request: &Request,
    score: Score,
    certificate: &Certificate,
    pieces: &Pieces,
    memory: u64,
) -> Result<()> {
    let read = || Ok::<_, kosolver_checker::Error>(certificate.reader());
    let verified = verify_with(pieces, certificate.length() as u64, memory, read)?;
    let start = (&verified.game, verified.position, verified.to_play, &verified.moves[..]);
    let own = (request.game(), request.position(), request.to_move(), request.played());
    if verified.value != Proved::Score(score) || start != own {
        bail!("its certificate is about another game, or has another value");
    }
    Ok(())
}

/// The name of a cube, of which this is a file.
fn name(path: &Path) -> String {
    path.file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The cubes of a directory, in the order of their names.
fn files(directory: &Path) -> Result<Vec<PathBuf>> {
    let list =
        fs::read_dir(directory).with_context(|| format!("{} cannot be read", output::named(directory)))?;
    let mut files = Vec::new();
    for entry in list {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == CUBE) {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

fn cube(question: &Question, path: &Path) -> Result<Cube> {
    let Some(score) = Question::score(&question.at_least)? else {
        bail!("{} does not say what it asks for", output::named(path));
    };
    Ok(Cube { moves: question.request()?.played().to_vec(), threshold: Threshold::at_least(score) })
}

fn solve(arguments: &SolveCubesArguments) -> Result<()> {
    limits::use_threads(Some(arguments.threads))?;
    let meter = Meter::default();
    interrupt::save_search(&meter);
    meter.on_unsaved(|error| output::complain(&format!("{error}; the search goes on")));
    // What is found for one cube serves the next.
    let mut session: Option<Session> = None;
    let mut known = Known::default();
    for path in &arguments.files {
        let question = Question::read(path)?;
        let cube = cube(&question, path)?;
        let [solved, hard, work] = [SOLVED, HARD, WORK].map(|ending| path.with_extension(ending));
        let is_done = || solved.exists() || (hard.exists() && arguments.nodes.is_none());
        if is_done() {
            continue;
        }
        let Some(_taken) = taken(path)? else {
            output::tell(&format!("{}: another kosolver is solving it", output::named(path)));
            continue;
        };
        // Meanwhile somebody may have done it.
        if is_done() {
            continue;
        }
        output::check_target(&hard)?;
        output::check_target(&work)?;
        let nodes = arguments.nodes.map_or(question.nodes.saturating_mul(HARDER), std::num::NonZeroU64::get);
        let request = question.request()?.with_certificate(true);
        let memory = limits::memory(arguments.search.memory);
        known.learn(path, &question, memory, arguments.threads)?;
        let before = session.take().filter(|session| session.game() == request.game());
        let (reused, resumed) = (before.is_some(), work.exists());
        let mut own = match before {
            Some(session) => session,
            None => {
                let resources = resources(request.game(), &arguments.search)?;
                Session::with(request.game().clone(), resources, &meter)
            }
        };
        let resources =
            own.resources().clone().with_nodes(Some(nodes)).with_threads(arguments.threads.into())?;
        let mut decide = |resume| {
            let resources = resources.clone().with_checkpoint(work.clone(), SAVED, resume);
            let request = request.clone().with_resources(resources);
            progress::watched(&meter, || own.decide(&request, cube.threshold, &known.proofs.proved))
        };
        let decided = match decide(resumed) {
            Err(error @ Error::Checkpoint { .. }) => {
                output::complain(&format!("{error}; the cube begins anew"));
                decide(false)
            }
            // What was found for other cubes may have left too little.
            Err(Error::Memory { .. }) if reused || resumed => decide(false),
            decided => decided,
        };
        session = Some(own);
        match decided {
            Ok(decision) => {
                output::write_with(&solved, |file| decision.certificate.write(BufWriter::new(file)))?;
                known.seen.insert(name(path));
                let says = if decision.black { "reaches" } else { "does not reach" };
                output::print(&format!(
                    "{}: Black {says} {}, {} nodes\n",
                    output::named(path),
                    cube.threshold,
                    decision.nodes
                ))?;
            }
            Err(Error::Nodes { .. }) => {
                write(&hard, &format!("not solved within {nodes} nodes\n"))?;
                output::print(&format!("{}: too hard, {nodes} nodes\n", output::named(path)))?;
            }
            Err(error) => return Err(error.into()),
        }
        if work.exists() {
            fs::remove_file(&work)?;
        }
    }
    Ok(())
}
