//! The text of a file as nodes and properties, which mean nothing yet.

use crate::sgf::Error;

/// A property of a node.
pub struct Property<'a> {
    /// Its name, in capital letters.
    pub name: String,
    /// Its values as they stand in the file.
    pub values: Vec<&'a str>,
}

/// What comes next in a file.
pub enum Token<'a> {
    /// A game or a variation begins.
    Open,
    /// It ends.
    Close,
    /// A node.
    Node(Vec<Property<'a>>),
    /// There is no more.
    End,
}

/// Reads a file from its beginning on.
pub struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl Property<'_> {
    /// A value without the signs that keep it from ending; nothing if there is no such value.
    pub fn value(&self, index: usize) -> String {
        let mut plain = String::new();
        let mut letters = self.values.get(index).copied().unwrap_or_default().chars().peekable();
        while let Some(letter) = letters.next() {
            let (letter, escaped) = match letter {
                '\\' => (letters.next().unwrap_or_default(), true),
                letter => (letter, false),
            };
            if matches!((letter, letters.peek()), ('\r', Some('\n')) | ('\n', Some('\r'))) {
                letters.next();
            }
            match letter {
                // A line that is broken to be short.
                '\r' | '\n' if escaped => {}
                letter if letter.is_whitespace() => plain.push(' '),
                letter => plain.push(letter),
            }
        }
        plain
    }
}

impl<'a> Reader<'a> {
    /// At the beginning of a text.
    pub fn new(text: &'a str) -> Reader<'a> {
        Reader { text, at: 0 }
    }

    /// The byte of the text that is read next.
    pub fn at(&self) -> usize {
        self.at
    }

    /// A fault at a byte of the text.
    pub fn fault_at(&self, at: usize, fault: impl Into<String>) -> Error {
        let before = &self.text[..at];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().unwrap_or_default().chars().count() + 1;
        Error::Syntax { line, column, fault: fault.into() }
    }

    fn fault(&self, fault: impl Into<String>) -> Error {
        self.fault_at(self.at, fault)
    }

    fn peek(&mut self) -> Option<char> {
        let rest = self.text[self.at..].trim_start();
        self.at = self.text.len() - rest.len();
        rest.chars().next()
    }

    /// What comes next.
    pub fn next(&mut self) -> Result<Token<'a>, Error> {
        let Some(sign) = self.peek() else { return Ok(Token::End) };
        match sign {
            '(' | ')' | ';' => self.at += 1,
            ']' => {
                let fault = r"this ] closes nothing: a ] inside a value is written \], as in C[see [a\]]";
                return Err(self.fault(fault));
            }
            _ => return Err(self.fault("a game begins with (; and a node with ;")),
        }
        Ok(match sign {
            '(' => Token::Open,
            ')' => Token::Close,
            _ => Token::Node(self.properties()?),
        })
    }

    fn properties(&mut self) -> Result<Vec<Property<'a>>, Error> {
        let mut properties = Vec::new();
        while self.peek().is_some_and(|sign| sign.is_ascii_alphabetic()) {
            let start = self.at;
            let rest = &self.text[start..];
            let length =
                rest.find(|sign: char| !sign.is_ascii_alphanumeric() && sign != '_').unwrap_or(rest.len());
            self.at += length;
            // Older files write small letters between the capitals, such as Black for B.
            let name: String = rest[..length].chars().filter(|letter| !letter.is_ascii_lowercase()).collect();
            if name.is_empty() {
                let fault =
                    format!("the property {} has no capital letter", kosolver_board::quoted(&rest[..length]));
                return Err(self.fault_at(start, fault));
            }
            let mut values = Vec::new();
            while self.peek() == Some('[') {
                values.push(self.value()?);
            }
            if values.is_empty() {
                let fault = format!(
                    "the property {} has no value: a pass is {0}[]",
                    kosolver_board::shortened(&name, 20)
                );
                return Err(self.fault_at(start, fault));
            }
            properties.push(Property { name, values });
        }
        Ok(properties)
    }

    /// From one bracket to the other.
    fn value(&mut self) -> Result<&'a str, Error> {
        let start = self.at + 1;
        let mut signs = self.text.as_bytes()[start..].iter().enumerate();
        while let Some((length, sign)) = signs.next() {
            match sign {
                b'\\' => drop(signs.next()),
                b']' => {
                    self.at = start + length + 1;
                    return Ok(&self.text[start..start + length]);
                }
                _ => {}
            }
        }
        Err(self.fault("the value that begins here does not end: ] is missing"))
    }
}
