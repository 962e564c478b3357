use kosolver_report::Graph;

use super::*;

/// What does the shape of a board do?
pub(crate) struct Shapes;

const RULES: [&str; 9] = ["basic", "psk", "spight", "kee", "none", "ssk", "nssk", "fixed", "basic-fixed"];

impl Study for Shapes {
    fn about(&self) -> About {
        About {
            name: "graphs",
            question: "What does the shape of a board do: whom does it favour, and what does one more edge change?",
            method: "The boards are all 143 connected graphs of up to 6 points. An edge joins two adjacent points. Their values are the published ones; each had a \
         certificate that was verified. A row is a pair of rules, or a rule alone.",
            columns: &[
                ("rule", "the ko rule"),
                ("other", "another ko rule; empty in a row about one rule"),
                ("solved", "graphs solved under the rule, or under both"),
                ("differ", "of a pair: graphs on which they differ"),
                ("least points", "of a pair: the points of the smallest graph on which they differ"),
                ("smallest", "of a pair: that graph, and the two values"),
                ("below 0", "of a rule: graphs that are worth less than 0 to Black"),
                ("zero", "of a rule: graphs that are worth 0"),
                ("whole", "of a rule: graphs that are all Black's"),
                ("raises", "of a rule: how often one more edge raises the value"),
                ("lowers", "of a rule: how often one more edge lowers it"),
                ("largest fall", "of a rule: the most points that one more edge takes from Black"),
            ],
            keys: 2,
            rules: RULES.to_vec(),
        }
    }

    fn rows(&self, task: &Task) -> Result<Vec<Row>, PublicationError> {
        let all = task.from.small_graphs()?;
        let nothing = || Cell::Nothing(());
        let mut rows = Vec::new();
        for of in all.findings.rules.iter().filter(|of| RULES.contains(&of.rules.ko.as_str())) {
            let fall = of.edge.largest_fall.as_ref().map(|change| change.values[0] - change.values[1]);
            rows.push(row![
                of.rules.ko.as_str(),
                nothing(),
                all.findings.graphs - of.left_out,
                nothing(),
                nothing(),
                nothing(),
                of.negative,
                of.zero,
                of.whole,
                of.edge.raises,
                of.edge.lowers,
                fall,
            ]);
        }
        for [one, other] in each_two(&RULES) {
            let both = |graph: &Graph| Some([value(graph, one)?, value(graph, other)?]);
            let solved: Vec<(&Graph, [String; 2])> =
                all.graphs.iter().filter_map(|graph| Some((graph, both(graph)?))).collect();
            let differ: Vec<_> = solved.iter().filter(|(_, [one, other])| one != other).collect();
            let first =
                differ.first().map(|(graph, [one, other])| format!("{}: {one}, {other}", name(graph)));
            let points = differ.first().map(|(graph, _)| usize::from(graph.points));
            let mut row = row![one, other, solved.len(), differ.len(), points, first];
            row.resize_with(12, nothing);
            rows.push(row);
        }
        Ok(rows)
    }

    fn claims(&self, rows: &[Row]) -> Vec<Claim> {
        let claim = |says: String| Way::Certificate.claim("nothing found on Go on all small graphs", says);
        let (alone, both): (Vec<&Row>, Vec<&Row>) = rows.iter().partition(|row| row[1] == Cell::Nothing(()));
        let below = sum(&alone, 6);
        let mut claims = vec![claim(format!(
            "Of {} values of graphs of up to 6 points, under {} rules, {below} are below 0, no result counting as 0: the \
             second player is favoured by {}.",
            sum(&alone, 2),
            alone.len(),
            if below == 0 { "none" } else { "some" }
        ))];
        for row in alone.into_iter().filter(|row| ["psk", "ssk", "none"].map(Cell::from).contains(&row[0])) {
            claims.push(claim(format!(
                "Under {} one more edge raises the value {} times and lowers it {} times, by up to {} points.",
                row[0], row[9], row[10], row[11]
            )));
        }
        let superkos = ["psk", "ssk", "nssk", "spight", "kee"].map(Cell::from);
        let differ = both.into_iter().filter(|row| row[..2].iter().all(|rule| superkos.contains(rule)));
        let differ: Vec<String> = differ
            .filter(|row| number(&row[3]) > 0)
            .map(|row| format!("{} and {} ({})", row[0], row[1], row[5]))
            .collect();
        claims.push(claim(format!("The smallest graphs on which superkos differ: {}.", differ.join("; "))));
        claims
    }
}

/// The value of a graph under a rule, in a word, if it is solved.
fn value(graph: &Graph, rule: &str) -> Option<String> {
    let cell = graph.values.iter().find(|cell| cell.rules.name() == rule)?;
    cell.outcome.solved.as_ref().map(|solved| solved.value.headline())
}

/// What a graph is called: as a board of another shape if it is one.
fn name(graph: &Graph) -> String {
    graph.names.first().unwrap_or(&graph.board).to_string()
}
