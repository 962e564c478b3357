use std::cmp::Reverse;
use std::num::NonZeroU64;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use anyhow::{Result, anyhow, bail};
use clap::Args;
use kosolver_board::{quoted, visible};
use kosolver_rules::{Game, Ko, Score};
use kosolver_search::{Guides, Meter};
use kosolver_study::{
    Asked, Cell, Column, Done, Filter, Found, List, Made, Maker, Manifest, Options, Order, Sample, Wanted,
    check, checked, each, found_tablebase, views,
};
use kosolver_tablebase::{Probe, Progress, Size, Table};

use crate::arguments::{boards, memory, rulesets, threads};
use crate::guide::{GuideArguments, guides};
use crate::plain::plain;
use crate::rejected::Rejected;
use crate::{limits, output, progress, tablebase};

#[derive(Debug, Args)]
pub struct PublishArguments {
    /// Only these cells: LIST, LIST/BOARDS or LIST/BOARDS/RULES, as in kee/1x1..1x5/psk,ssk or graphs/*/kee;
    /// cells that are named so are made even if the results do not have them otherwise. The option may be given
    /// several times
    #[arg(long, value_name = "CELLS", value_parser = filter)]
    pub only: Vec<Filter>,

    /// Make cells again that are there, with the options that they have, and no others. A value that is another
    /// than before ends it. With --nodes only those that took up to so many nodes
    #[arg(long, conflicts_with_all = ["check", "render"])]
    pub again: bool,

    /// Make cells again, compare them, verify every certificate that is kept, and compare every view. Nothing is
    /// written
    #[arg(long, conflicts_with = "render")]
    pub check: bool,

    /// Write the views of the cells that are there, and the manifest in its order
    #[arg(long)]
    pub render: bool,

    /// Print the names of the cells that would be made, one a line
    #[arg(long, conflicts_with_all = ["check", "render"])]
    pub list: bool,

    /// With --check: make all quick cells again but only one in N of the others; every certificate is verified and
    /// every view compared all the same
    #[arg(long, value_name = "N", requires = "check")]
    pub sample: Option<NonZeroU64>,

    /// Which cells these are: another number takes others
    #[arg(long, value_name = "NUMBER", requires = "sample", default_value_t = 0)]
    pub seed: u64,

    /// Leave a cell of graphs or of a frontier open if its search takes more nodes, and try those again that were
    /// given up sooner [default for graphs: 20000]
    #[arg(long, value_name = "N")]
    pub nodes: Option<u64>,

    /// For a frontier: find only the value, not the values of first moves nor a line of best play
    #[arg(long)]
    pub value_only: bool,

    /// For a frontier: find no line of best play
    #[arg(long)]
    pub no_line: bool,

    /// A score to try first. A right guess saves work, a wrong one may cost some. The value does not
    /// depend on it
    #[arg(long, value_name = "POINTS", allow_hyphen_values = true)]
    pub guess: Option<Score>,

    #[command(flatten)]
    pub guide: GuideArguments,

    /// A tablebase that is built already: it is verified, and its cell is taken from it. The option may be
    /// given several times
    #[arg(long, value_name = "FILE", conflicts_with_all = ["only", "again", "check", "render", "list"])]
    pub tablebase: Vec<PathBuf>,

    /// Memory that a search of a frontier, or a tablebase, may use, such as 512MiB or 8GiB [default:
    /// three quarters of what is free]
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    pub memory: Option<Size>,

    /// Threads to use [default: one for each core]; the results do not depend on it
    #[arg(long, value_name = "N", value_parser = threads())]
    pub threads: Option<u16>,

    /// The directory of results: manifest.json, its views, and certificates
    #[arg(long, value_name = "DIR")]
    pub out: PathBuf,
}

/// Some cells of a list.
fn filter(text: &str) -> Result<Filter, String> {
    let mut parts = text.splitn(3, '/').map(str::trim);
    let list: List = parts.next().unwrap_or_default().parse()?;
    let mut part = || parts.next().filter(|part| !matches!(*part, "" | "*"));
    let boards = part().map(|text| boards(text).map(|list| list.0)).transpose()?;
    let rules = part().map(|text| wanted(list, text)).transpose()?;
    Ok(Filter::new(list, boards, rules))
}

/// The rules of a filter: whole rulesets, or ko rules.
fn wanted(list: List, text: &str) -> Result<Vec<Wanted>, String> {
    let own = |ko: Ko| match ko.own_text() {
        Some(_) => Err(format!("results have no rules of one's own, and {} is one", quoted(ko.name()))),
        None => Ok(()),
    };
    let in_full = |text: &str| -> Result<Vec<Column>, String> {
        let columns = rulesets(text)?.0;
        columns.iter().try_for_each(|column| own(column.rules.ko()))?;
        Ok(columns)
    };
    if list.of_rulesets() {
        return Ok(in_full(text)?.into_iter().map(Wanted::Rules).collect());
    }
    let one = |text: &str| match text.contains('=') {
        true => Ok(in_full(text)?.into_iter().map(Wanted::Rules).collect()),
        false => {
            let ko = Ko::of_argument(text.trim()).map_err(|error| error.to_string())?;
            own(ko)?;
            Ok(vec![Wanted::Ko(ko)])
        }
    };
    text.split(',').map(one).collect::<Result<Vec<_>, _>>().map(|wanted: Vec<Vec<Wanted>>| wanted.concat())
}

impl PublishArguments {
    /// Which cells are to be made, and how.
    fn order(&self) -> Order {
        let names = self.guide.guide.iter().filter_map(|path| path.file_name());
        let options = Options {
            value_only: self.value_only,
            no_line: self.no_line,
            guess: self.guess,
            nodes: self.nodes,
            guide: names.map(|name| name.to_string_lossy().into_owned()).collect(),
            scout: self.guide.scout,
            ..Options::default()
        };
        Order { filters: self.only.clone(), options, again: self.again }
    }

    /// The guides that options name: files that are given, or that are here.
    fn guides(&self, options: &Options, game: &Game) -> Result<Guides, String> {
        let path = |name: &String| {
            let given = self.guide.guide.iter();
            let mut given = given.filter(|path| path.file_name().is_some_and(|own| own == name.as_str()));
            given.next().cloned().unwrap_or_else(|| PathBuf::from(name))
        };
        let guide = options.guide.iter().map(path).collect();
        let arguments = GuideArguments { guide, scout: options.scout };
        guides(&arguments, std::slice::from_ref(game)).map_err(|error| format!("{error:#}"))
    }
}

pub fn run(arguments: &PublishArguments) -> Result<()> {
    if arguments.check && !arguments.out.is_dir() {
        bail!("{} is not a directory", output::named(&arguments.out));
    }
    limits::use_threads(arguments.threads)?;
    if !arguments.check {
        output::check_directory(Some(&arguments.out))?;
    }
    if arguments.render {
        return render(&arguments.out);
    }
    let meter = Meter::default();
    let maker = Maker {
        // Whole MiB, so that the options of a cell can name it.
        memory: limits::memory(arguments.memory) >> 20 << 20,
        guides: &|options, game| arguments.guides(options, game),
        shared: Guides::default(),
        meter: &meter,
    };
    if arguments.check { compare(arguments, &maker) } else { make(arguments, &maker) }
}

/// Writes all views, and the manifest in order.
fn render(directory: &Path) -> Result<()> {
    let lock = output::lock(directory)?;
    let manifest = Manifest::of(directory)?;
    let mut files = views(&manifest)?;
    files.insert(Manifest::FILE.to_owned(), manifest.text()?.into_bytes());
    lock.write(&files)
}

/// The manifest of a directory that several threads and programs write to.
struct Store<'a> {
    directory: &'a Path,
    /// What was last read or written.
    known: Mutex<Manifest>,
}

impl Store<'_> {
    /// Whether a cell is there by now that was not, or that was open.
    fn has(&self, asked: &Asked) -> bool {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.get(asked).is_some_and(|cell| !cell.is_open())
    }

    /// Adds a cell, so that it is not lost whatever happens to others. Other programs may have added some.
    fn keep(&self, (cell, certificate): Made) -> Result<()> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let lock = output::lock(self.directory)?;
        let mut manifest = Manifest::of(self.directory)?;
        let file = cell.value().and_then(|found| found.certificate.as_ref()?.file.clone());
        manifest.put(cell)?;
        let manifest_file = (Manifest::FILE.to_owned(), manifest.text()?.into_bytes());
        lock.put(&file.zip(certificate).into_iter().chain([manifest_file]).collect())?;
        *known = manifest;
        Ok(())
    }
}

/// Makes cells, and writes each as soon as it is made; then the views.
fn make(arguments: &PublishArguments, maker: &Maker) -> Result<()> {
    let order = arguments.order();
    let out = &arguments.out;
    let store = Store { directory: out, known: Mutex::new(Manifest::of(out)?) };
    let cells = |late: bool| -> Result<Vec<Asked>> {
        let mut cells = order.cells(&Manifest::of(out)?);
        cells.retain(|asked| (asked.list == List::FrontierDifferences) == late);
        Ok(cells)
    };
    if arguments.list {
        let names = [cells(false)?, cells(true)?].concat();
        return output::print(&names.iter().map(|asked| format!("{asked}\n")).collect::<String>());
    }
    let mut made = arguments.tablebase.len();
    for path in &arguments.tablebase {
        store.keep(from_tablebase(path, maker)?)?;
    }
    // Where rules differ is known once their cells are.
    for late in [false, true] {
        let cells = if arguments.tablebase.is_empty() { cells(late)? } else { Vec::new() };
        let one = |asked: &Asked, done: Done| -> Result<()> {
            // Another program may have made it meanwhile.
            if order.again || !store.has(asked) {
                let (cell, certificate) = maker.make(asked)?;
                let said = format!("{asked}: {}", cell.headline());
                store.keep((cell, certificate))?;
                done(Some(&said));
            }
            Ok(())
        };
        let (alone, mut together): (Vec<&Asked>, Vec<&Asked>) =
            cells.iter().partition(|asked| asked.list.alone());
        // No core is to wait for the last.
        together.sort_by_key(|asked| Reverse(asked.forecast()));
        progress::counted(cells.len(), maker.meter, |done| -> Result<()> {
            each(together, |asked| one(asked, done))?;
            alone.into_iter().try_for_each(|asked| one(asked, done))
        })?;
        made += cells.len();
    }
    output::tell(&format!("{made} cell(s) made"));
    if made > 0 { render(out) } else { Ok(()) }
}

/// The cell of a tablebase in a file, which must hold.
fn from_tablebase(path: &Path, maker: &Maker) -> Result<Made> {
    let named = |error: kosolver_tablebase::Error| anyhow!("{}: {error}", output::named(path));
    let (file, progress) = (tablebase::open(path)?, Progress::default());
    let table = Table::load(&file, Size(maker.memory), &progress).map_err(named)?;
    table.verify(&progress).map_err(named)?;
    let found = found_tablebase(&table, &progress).map_err(named)?;
    if found.bytes != file.size() {
        bail!("{} is not as `tablebase build` writes it: build it again", output::named(path));
    }
    let game = &table.setting().game;
    let rules = Column::of_ko(game.rules().ko(), game.rules().suicide());
    let asked = Asked::of(List::Tablebases, *game.board(), rules);
    Ok((Cell { asked, found: Found::Tablebase(Box::new(found)) }, None))
}

/// Makes cells again and compares all.
fn compare(arguments: &PublishArguments, maker: &Maker) -> Result<()> {
    let (out, order) = (&arguments.out, arguments.order());
    let manifest = Manifest::of(out)?;
    let sample = arguments.sample.map_or(Sample::ALL, |one_in| Sample { one_in, seed: arguments.seed });
    let cells: Vec<&Cell> = manifest.cells().filter(|cell| order.takes(&cell.asked)).collect();
    if cells.is_empty() {
        bail!("{} has no such cells in {}", output::named(out), Manifest::FILE);
    }
    let checks = progress::counted(checked(&cells, sample), maker.meter, |done| {
        check(out, &manifest, &cells, sample, maker, done)
    })?;
    for check in &checks {
        output::report(&format!("{}  ", check.word()), &visible(&plain(&check.summary())).to_string())?;
    }
    let failed: Vec<String> =
        checks.iter().filter(|check| !check.holds()).map(|check| check.name().to_owned()).collect();
    if !failed.is_empty() {
        return Rejected::check(&failed, checks.len());
    }
    let of = arguments.sample.map_or(String::new(), |one_in| {
        format!("; of the cells that take long, one in {one_in} was made again (seed {})", arguments.seed)
    });
    output::print(&format!("all {} hold{of}\n", checks.len()))
}
