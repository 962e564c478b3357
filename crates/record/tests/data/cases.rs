//! The lines of `cases.txt`, for the tests of the programs that read files.

/// A case: its file, where it is read, what is right.
pub struct Case {
    pub file: std::path::PathBuf,
    pub place: Vec<&'static str>,
    pub right: &'static str,
}

/// The cases of one program.
pub fn cases(program: &str) -> Vec<Case> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../record/tests/data");
    let lines = include_str!("cases.txt").lines().filter(|line| !line.starts_with('#'));
    let cases = lines.map(|line| {
        let [file, place, right] = line.split(" | ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        Case { file: std::path::Path::new(folder).join(file), place: place.split(' ').collect(), right }
    });
    let cases: Vec<Case> = cases.filter(|case| case.place[0] == program).collect();
    assert!(cases.len() > 10);
    cases
}

impl Case {
    /// Checks what was answered; `…` stands for any text.
    pub fn check(&self, answer: &str) {
        let mut rest = answer;
        let parts: Vec<&str> = self.right.split('…').collect();
        for (index, part) in parts.iter().enumerate() {
            let at = if index == 0 { rest.starts_with(part).then_some(0) } else { rest.find(part) };
            let at = at.unwrap_or_else(|| panic!("{}: {answer}", self.file.display()));
            rest = &rest[at + part.len()..];
        }
        let last = parts[parts.len() - 1];
        assert!(last.is_empty() || rest.is_empty(), "{}: {answer}", self.file.display());
    }
}
