/// What a check says of one cell or file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellCheck {
    name: String,
    says: Vec<String>,
    faults: Vec<String>,
}

impl CellCheck {
    /// A check of something with this name, of which nothing is said yet.
    pub fn new(name: String) -> CellCheck {
        CellCheck { name, says: Vec::new(), faults: Vec::new() }
    }

    /// What is to be said of it if it holds.
    pub fn says(&mut self, text: String) {
        self.says.push(text);
    }

    /// What is wrong with it.
    pub fn fault(&mut self, text: String) {
        self.faults.push(text);
    }

    /// The cell, as in `3x3 psk`, or the file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Whether all is well.
    pub fn holds(&self) -> bool {
        self.faults.is_empty()
    }

    /// `holds` or `FAILS`.
    pub fn word(&self) -> &'static str {
        if self.holds() { "holds" } else { "FAILS" }
    }

    /// What was checked, and what is to be said of it.
    pub fn summary(&self) -> String {
        let texts = if self.holds() { &self.says } else { &self.faults };
        format!("{}: {}", self.name, texts.join("; "))
    }
}
