//! Presets against their fields written out, worked cases of the publications, and rules as KataGo
//! writes them.

use kosolver_board::{Board, Colour, Position};
use kosolver_rules::{
    Compensation, End, Error, Game, Move, Preset, Referee, Ruleset, Scoring, Suicide, katago,
};

use Compensation::{Full, LessOne, None as Nothing};
use End::{Agreement, NoPass, PrisonerReturn, TwoPasses};
use Scoring::{Area, Equivalence, Territory};
use Suicide::{Allowed, Forbidden};

/// Name, ko rule, suicide, scoring, end, Ikeda's rule, compensation, and a word of the source.
type Row = (&'static str, &'static str, Suicide, Scoring, End, bool, Compensation, &'static str);

const ROWS: [Row; 24] = [
    ("tromp-taylor", "psk", Allowed, Area, TwoPasses, false, Nothing, "Tromp"),
    ("new-zealand", "ssk", Allowed, Area, TwoPasses, false, Nothing, "New Zealand Go Society"),
    ("aga", "ssk", Forbidden, Equivalence, TwoPasses, false, Nothing, "American Go Association"),
    ("bga", "ssk", Forbidden, Equivalence, TwoPasses, false, Nothing, "British Go Association"),
    ("chinese", "basic", Forbidden, Area, TwoPasses, false, Full, "Chinese Weiqi Association"),
    ("chinese-kgs", "psk", Forbidden, Area, TwoPasses, false, Full, "KO_SAMEBOARD"),
    ("aga-kgs", "ssk", Forbidden, Area, TwoPasses, false, LessOne, "KGS"),
    ("new-zealand-kgs", "ssk", Allowed, Area, TwoPasses, false, Nothing, "KGS"),
    ("japanese-kgs", "basic", Forbidden, Territory, TwoPasses, false, Nothing, "Japanese 2003"),
    ("ikeda-area-3", "psk", Forbidden, Area, TwoPasses, true, Nothing, "On the Rules of Go"),
    ("flower", "psk", Allowed, Equivalence, Agreement, true, Nothing, "Flower's eclectic rules"),
    ("spight", "spight", Forbidden, Area, TwoPasses, false, Nothing, "Spight"),
    ("kee-2009", "kee", Forbidden, Area, TwoPasses, false, Nothing, "Kee"),
    ("kee-2007", "kee-2007", Allowed, Area, TwoPasses, false, Nothing, "Kee"),
    ("kee-2020", "kee-2020", Forbidden, Area, TwoPasses, false, Nothing, "Kee"),
    ("primitive", "primitive", Forbidden, Area, TwoPasses, false, Nothing, "Jasiek"),
    ("no-pass", "psk", Forbidden, Area, NoPass, false, Nothing, "No Pass Go"),
    ("prisoner-return", "psk", Forbidden, Area, PrisonerReturn, false, Nothing, "Mathematical Go"),
    ("basic-fixed", "basic-fixed", Forbidden, Area, TwoPasses, false, Nothing, "Jasiek"),
    ("basic-ko-rules", "basic-ko-rules", Forbidden, Area, TwoPasses, false, Nothing, "Jasiek"),
    ("configuration-rules", "configuration-rules", Forbidden, Area, TwoPasses, false, Nothing, "Jasiek"),
    ("kee-2020-03", "kee-2020-03", Forbidden, Area, TwoPasses, false, Nothing, "Kee"),
    ("spight-2", "spight-2", Forbidden, Area, TwoPasses, false, Nothing, "Spight"),
    ("newko-reconstruction", "newko-reconstruction", Forbidden, Area, TwoPasses, false, Nothing, "Jasiek"),
];

#[test]
fn presets_are_what_was_published() {
    let names: Vec<&str> = Preset::all().iter().map(|preset| preset.name).collect();
    assert_eq!(names, ROWS.map(|row| row.0), "all of them, each once");
    for (name, ko, suicide, scoring, end, ikeda, compensation, source) in ROWS {
        let preset = Preset::find(name).unwrap();
        let plain = Ruleset::with(ko.parse().unwrap()).suicide(suicide).end(end).ikeda(ikeda);
        let plain = plain.standing_compensation(compensation);
        // Where nothing is counted, there is no scoring to ask for.
        let counted = if scoring == Area { plain } else { plain.scoring(scoring) };
        let expected = counted.build().unwrap();
        assert_eq!(preset.rules(), expected, "{name}");
        assert!(preset.source.contains(source), "{name}");
        assert_eq!(expected.to_string().parse(), Ok(expected), "{name}");
        assert_eq!(Ruleset::named(name), Ok(expected), "{name}");
    }
}

#[test]
fn rulesets_are_found_by_name_text_and_json() {
    for (text, ruleset) in [
        ("psk", "ko=psk"),
        (" ko=psk scoring=stones ", "ko=psk scoring=stones"),
        ("chinese-ogs", "ko=psk compensation=K"),
        ("{}", "ko=psk suicide=multi-stone"),
        // Presets come before KataGo's names and before ko rules.
        ("tromp-taylor", "ko=psk suicide=allowed"),
        ("kee-2007", "ko=kee-2007 suicide=allowed"),
        ("AGA", "ko=ssk scoring=equivalence"),
        ("Tromp-Taylor", "ko=psk suicide=allowed"),
        ("Chinese-OGS", "ko=psk compensation=K"),
    ] {
        assert_eq!(Ruleset::named(text), ruleset.parse(), "{text}");
    }
    for (wrong, right) in
        [("trompt-taylor", "tromp-taylor"), ("japanese-ogs", "japanese-kgs"), ("pks", "psk"), ("", "")]
    {
        let error = Ruleset::named(wrong).unwrap_err();
        assert!(matches!(&error, Error::Ruleset { nearest, .. } if nearest == right), "{error}");
    }
}

/// P. McKenzie, computer-go list, 13 August 2005: the last move is illegal on KGS under Chinese
/// rules, and legal under all its others.
#[test]
fn kgs_has_positional_superko_under_chinese_rules_alone() {
    let board: Board = "4x4".parse().unwrap();
    let made = |name: &str| Move::parse(&board, name).unwrap();
    for (name, legal) in
        [("chinese-kgs", false), ("japanese-kgs", true), ("aga-kgs", true), ("new-zealand-kgs", true)]
    {
        let game = Game::new(board, Ruleset::named(name).unwrap()).unwrap();
        let mut referee = Referee::new(game, Position::EMPTY, Colour::Black);
        for point in "a2 b1 b2 c2 b3 d1 a3 a1 c1".split(' ') {
            referee.play(made(point)).unwrap();
        }
        assert_eq!(referee.play(made("b1")).is_ok(), legal, "{name}");
    }
}

#[test]
fn katago_reads_what_is_written_for_it() {
    let written = |text: &str| katago::write(&Ruleset::named(text).unwrap());
    assert_eq!(
        written("aga").unwrap(),
        r#"{"ko":"SITUATIONAL","scoring":"AREA","tax":"NONE","suicide":false,"hasButton":false,"whiteHandicapBonus":"N-1","friendlyPassOk":false,"komi":0}"#
    );
    for (text, read) in [
        ("aga", "ko=ssk compensation=K-1"),
        ("tromp-taylor", "ko=psk suicide=multi-stone"),
        ("spight", "ko=spight"),
        ("ko=spight suicide=allowed komi=-7.5", "ko=spight suicide=multi-stone komi=-15/2"),
        (
            "ko=ssk suicide=multi-stone compensation=K komi=7",
            "ko=ssk suicide=multi-stone compensation=K komi=7",
        ),
    ] {
        let json = written(text).unwrap();
        assert_eq!(katago::read(&json), read.parse(), "{text}");
        assert_eq!(katago::write(&katago::read(&json).unwrap()), Ok(json), "{text}");
    }
    for (json, read) in [
        ("{}", "ko=psk suicide=multi-stone"),
        (r#"{"ko":"SPIGHT","suicide":false,"friendlyPassOk":true}"#, "ko=spight"),
        (
            r#"{"ko":"SITUATIONAL","whiteHandicapBonus":"N","komi":6.5}"#,
            "ko=ssk suicide=multi-stone compensation=K komi=6.5",
        ),
    ] {
        assert_eq!(katago::read(json), read.parse(), "{json}");
    }
    for (text, read) in [
        // As its SGF has them, and older JSON.
        ("koPOSITIONALscoreAREAtaxNONEsui1", "ko=psk suicide=multi-stone"),
        ("koSITUATIONALscoreAREAtaxNONEsui0whbN-1fpok1", "ko=ssk compensation=K-1"),
        (
            "koSPIGHT scoring AREA sui1 button0 whbN komi-7.5",
            "ko=spight suicide=multi-stone compensation=K komi=-15/2",
        ),
        ("komi6.5koPOSITIONALsui0whb0", "ko=psk komi=13/2"),
        (r#"{"ko":"SITUATIONAL","score":"AREA","multiStoneSuicideLegal":false}"#, "ko=ssk"),
    ] {
        assert_eq!(katago::read(text), read.parse(), "{text}");
        assert_eq!(Ruleset::named(text), read.parse(), "{text}");
        assert!(Ruleset::is_spelled_out(text), "{text}");
    }
    for (name, read) in [
        ("tromp-taylor", "ko=psk suicide=multi-stone"),
        ("chinese-kgs", "ko=psk compensation=K"),
        ("bga", "ko=ssk compensation=K-1"),
        ("new-zealand", "ko=ssk suicide=multi-stone"),
    ] {
        assert_eq!(katago::read(name), read.parse(), "{name}");
    }
}

/// Capitals, and what stands between the words of a name, do not matter; and no two names are the same then.
#[test]
fn names_are_read_however_their_words_are_joined() {
    let presets = Preset::all().iter().map(|preset| preset.name);
    let mut all: Vec<&str> = presets.chain(katago::NAMES).collect();
    all.sort_unstable();
    all.dedup();
    for name in &all {
        let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
        let words: Vec<String> = name.split('-').map(capital).collect();
        for joint in ["-", "_", " ", ""] {
            let joined = words.join(joint);
            let same = all
                .iter()
                .filter(|other| other.replace('-', "") == joined.to_lowercase().replace(['-', '_', ' '], ""));
            assert_eq!(same.count(), 1, "{joined}");
            assert_eq!(Ruleset::named(&joined).ok(), Ruleset::named(name).ok(), "{joined}");
            assert_eq!(Preset::named(&joined), Preset::named(name), "{joined}");
            assert_eq!(katago::read(&joined).ok(), katago::read(name).ok(), "{joined}");
            assert!(!Ruleset::is_spelled_out(&joined), "{joined}");
        }
    }
    // KataGo's other name for the rules of New Zealand, and SGF's.
    assert_eq!(Ruleset::named("NZ"), Ruleset::named("new-zealand"));
    assert_eq!(katago::read("nz"), katago::read("new-zealand"));
}

#[test]
fn what_katago_means_otherwise_is_refused() {
    let says = |error: Error, words: &str| assert!(error.to_string().contains(words), "{error}");
    for (json, words) in [
        (r#"{"ko":"SIMPLE"}"#, "ko SIMPLE: KataGo's game also ends"),
        (r#"{"ko":"FIXED"}"#, "unknown variant `FIXED`"),
        (r#"{"scoring":"TERRITORY"}"#, "two clean-up phases"),
        (r#"{"tax":"ALL"}"#, "no scoring here takes territory away"),
        (r#"{"hasButton":true}"#, "Ikeda's is another"),
        (r#"{"komi":7.25}"#, "whole and half points"),
        (r#"{"komi":151}"#, "whole and half points"),
        (r#"{"ko":"POSITIONAL","kou":1}"#, "unknown field `kou`"),
        (r#"{"suicide":"yes"}"#, "expected a boolean"),
        ("{", "EOF"),
    ] {
        says(katago::read(json).unwrap_err(), words);
    }
    for (name, words) in [
        ("chinese", "ko SIMPLE"),
        ("japanese", "scoring TERRITORY"),
        ("stone-scoring", "tax SEKI and ALL"),
        ("aga-button", "hasButton"),
        ("agaa", "did you mean aga? They are tromp-taylor, "),
        ("xyzzy", "'xyzzy' is not among KataGo's names. They are tromp-taylor, "),
        ("JAPANESE", "scoring TERRITORY"),
        ("stonescoring", "tax SEKI and ALL"),
        ("ancient area", "tax SEKI and ALL"),
        ("Ancient_Territory", "tax SEKI and ALL"),
        ("french", "KataGo plays SITUATIONAL under this name"),
        ("goe", "KataGo plays POSITIONAL under this name"),
        ("koSIMPLEsui0", "ko SIMPLE"),
        (
            "koFIXEDscoreAREA",
            "'koFIXEDscoreAREA': after ko comes one of SIMPLE, POSITIONAL, SITUATIONAL, SPIGHT",
        ),
        ("koSPIGHTsui2", "'sui2': after sui comes one of 1, 0"),
        ("koSPIGHTxyz", "'xyz' begins with none of the fields: they are ko, scoring, score, "),
        ("koSPIGHTkomiX", "'komiX': after komi comes a number"),
        ("koSPIGHTkomi0.25", "whole and half points"),
        ("koSPIGHTscoreAREAscoringAREA", "gives scoring twice"),
    ] {
        says(katago::read(name).unwrap_err(), words);
    }
    for (text, words) in [
        ("new-zealand", "suicide of a lone stone"),
        ("chinese", "KataGo has no ko rule basic"),
        ("kee-2009", "KataGo has no ko rule kee"),
        ("flower", "KataGo has no end agreement"),
        ("ikeda-area-3", "Ikeda"),
        ("ko=psk scoring=stones", "KataGo has no scoring stones"),
        ("ko=psk scoring=territory", "clean-up phases"),
        ("ko=ssk scoring=equivalence compensation=K", "with K-1 points more"),
        ("ko=psk komi=1/3", "whole and half points"),
    ] {
        says(katago::write(&Ruleset::named(text).unwrap()).unwrap_err(), words);
    }
}
