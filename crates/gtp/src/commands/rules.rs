//! The rules, as KataGo and KGS name them.

use kosolver::rules::katago;
use kosolver::{Preset, Ruleset};
use serde_json::{Map, Value};

use super::Handler::{self, Alone, With};
use super::done;
use crate::engine::{Answer, Engine};
use crate::fault::Fault;
use crate::protocol::Arguments;

pub const COMMANDS: [(&str, Handler); 4] = [
    ("kata-get-rules", Alone(get_rules)),
    ("kata-set-rules", With(set_rules)),
    ("kata-set-rule", With(set_rule)),
    ("kgs-rules", With(kgs_rules)),
];

fn get_rules(engine: &mut Engine) -> Result<Answer, Fault> {
    Ok(katago::write(engine.table.rules())?.into())
}

fn set_rules(engine: &mut Engine, arguments: &Arguments) -> Result<Answer, Fault> {
    let text = arguments.text();
    if text.is_empty() {
        return Err(Fault::usage(
            "kata-set-rules RULES, a name, JSON, or fields as in koPOSITIONALscoreAREA",
        ));
    }
    // Komi stays unless the rules have one.
    engine.table.take_rules(katago::read(text)?, text.contains("komi"))?;
    done()
}

fn set_rule(engine: &mut Engine, arguments: &Arguments) -> Result<Answer, Fault> {
    let [field, value] = arguments.exactly("kata-set-rule FIELD VALUE, as in kata-set-rule ko POSITIONAL")?;
    engine.table.change_rules(|now| with_field(now, field, value))?;
    done()
}

/// Rules with another value of one of KataGo's fields.
fn with_field(rules: Ruleset, field: &str, value: &str) -> Result<Ruleset, Fault> {
    let now = katago::write(&rules)?;
    let mut now: Map<String, Value> =
        serde_json::from_str(&now).map_err(|error| Fault::new(error.to_string()))?;
    let field = match field {
        "score" => "scoring",
        "multiStoneSuicideLegal" => "suicide",
        field => field,
    };
    if !now.contains_key(field) {
        let known: Vec<&str> = now.keys().map(String::as_str).collect();
        return Err(Fault::new(format!(
            "{field} is not a field of the rules: they are {}",
            known.join(", ")
        )));
    }
    // Words are in capitals, however they were written. A number, true and false stand for themselves.
    let value = match now[field].is_string() {
        true => Value::String(value.to_uppercase()),
        false => serde_json::from_str(&value.to_lowercase()).unwrap_or_else(|_| value.into()),
    };
    now.insert(field.to_owned(), value);
    Ok(katago::read(&Value::Object(now).to_string())?)
}

fn kgs_rules(engine: &mut Engine, arguments: &Arguments) -> Result<Answer, Fault> {
    let preset = match arguments.words()[..] {
        ["chinese"] => "chinese-kgs",
        ["aga"] => "aga-kgs",
        ["japanese"] => "japanese-kgs",
        ["new_zealand"] => "new-zealand-kgs",
        _ => return Err(Fault::usage("kgs-rules chinese, aga, japanese or new_zealand")),
    };
    let rules: Ruleset = Preset::find(preset)?.rules();
    engine.table.take_rules(rules, false)?;
    done()
}
