//! The ko rules with a name, each read from the record of a game as its sentence says.

use kosolver_record::{Ko, Made, Player, Record};

/// Those rules.
pub const NAMED: [&str; 10] =
    ["none", "basic", "psk", "ssk", "nssk", "fixed", "basic-fixed", "spight", "kee", "kee:passer"];

/// The rule of a name.
pub fn ko(name: &str) -> Ko {
    name.parse().unwrap()
}

/// After how many moves it was so first that the player to move may not make the position `t` now; `None` if
/// he may.
pub fn since(record: &Record<'_>, ko: Ko, t: usize) -> Option<usize> {
    let (now, player) = (record.now(), record.to_move());
    let (here, next) = (record.position_at(now), player.next(record.players()));
    // The times at which the position stood on the board, 0 for the start.
    let stood = |from: usize| (from..=now).find(|&time| record.position_at(time) == t);
    // The plays, from 1.
    let played = |is: &dyn Fn(Made) -> bool| {
        (1..=now).find(|&time| !record.made(time).is_pass() && is(record.made(time)))
    };
    let last_pass = |by: &dyn Fn(Player) -> bool| {
        (1..=now).rfind(|&time| record.made(time).is_pass() && by(record.made(time).player)).unwrap_or(0)
    };
    let retakes = || {
        let last = (now > 0).then(|| record.made(now))?;
        (!last.is_pass() && last.before == t).then(|| now - 1)
    };
    let changed = || played(&|made| made.before == here && made.after == t);
    match ko.name() {
        "none" => None,
        "basic" => retakes(),
        "psk" => stood(0),
        "ssk" => (0..=now).find(|&time| record.position_at(time) == t && record.to_move_at(time) == next),
        "nssk" => played(&|made| made.player == player && made.after == t),
        "fixed" => changed(),
        "basic-fixed" => retakes().or_else(changed),
        "spight" | "kee" => stood(last_pass(&|_| true)),
        "kee:passer" => stood(last_pass(&|by| by == player)),
        other => unreachable!("{other}"),
    }
}

/// After how many moves the game was over first.
pub fn over_since(record: &Record<'_>, ko: Ko) -> Option<usize> {
    let players = usize::from(record.players());
    let ends = |number: &usize| {
        let made = record.made(*number);
        let same = |earlier: usize| {
            let earlier = record.made(earlier);
            earlier.is_pass() && (earlier.player, earlier.after) == (made.player, made.after)
        };
        match ko.name() {
            "spight" | "kee" | "kee:passer" => made.is_pass() && (1..*number).any(same),
            _ => *number >= players && (number + 1 - players..=*number).all(|one| record.made(one).is_pass()),
        }
    };
    (1..=record.now()).find(ends)
}
