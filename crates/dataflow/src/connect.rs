//! Connects the processes of a cluster. Timely takes whoever comes for a process, and each number it is sent
//! for that of one. So processes greet each other here first, and timely gets the connections of those that
//! know the hosts and the token. Whoever else connects is let go, and nobody waits for him.
//!
//! ```text
//! a process to each before it:   "kosolver", its number (32 bits), the digest of a greeting
//! the answer:                    the same from the other, or "refused."
//! the acknowledgement:           "welcome."
//! ```
//!
//! Whoever called may have hung up before the answer came. So a process is connected when it has
//! acknowledged the answer, and not before.

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::channel;
use std::sync::{Arc, Weak};
use std::thread;
use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};

use crate::error::Error;

/// What a greeting begins with, what is said instead of an answer, and what acknowledges one.
const NAME: &[u8; 8] = b"kosolver";
const REFUSED: &[u8; 8] = b"refused.";
const WELCOME: &[u8; 8] = b"welcome.";

/// How long to wait for a whole greeting, and for the first answer. After a call that waited in vain the next waits
/// twice as long, up to a limit: the other may have many strangers to hear.
const PATIENCE: Duration = Duration::from_secs(5);
const MOST_PATIENCE: Duration = Duration::from_secs(80);

/// How long to wait before an address is tried again.
const AGAIN: Duration = Duration::from_millis(100);

/// How often to look who is there.
const LOOK: Duration = Duration::from_millis(10);

/// At most so many are listened to at once.
const GUESTS: usize = 64;

/// Who is to be connected.
#[derive(Clone)]
pub(crate) struct Party {
    /// The number of this process.
    pub(crate) own: usize,
    /// The address of each.
    pub(crate) hosts: Vec<String>,
    /// What all know and no stranger.
    pub(crate) token: String,
}

impl Party {
    /// A connection to each other process. Each connects to those before it.
    ///
    /// # Errors
    /// [`Error::Connect`] if the own address cannot be used, or another process is not of the party; those
    /// of `go_on`, which is asked now and then.
    pub(crate) fn connect(
        &self,
        go_on: &dyn Fn() -> Result<(), Error>,
    ) -> Result<Vec<Option<TcpStream>>, Error> {
        let host = &self.hosts[self.own];
        let unusable = |error: io::Error| Error::Connect(format!("{host} cannot be used ({error})"));
        let listener = TcpListener::bind(host).map_err(unusable)?;
        listener.set_nonblocking(true).map_err(unusable)?;
        let mut sockets: Vec<Option<TcpStream>> = self.hosts.iter().map(|_| None).collect();
        let (tell, told) = channel();
        let (connecting, guests) = (Arc::new(()), Arc::new(()));
        for other in 0..self.own {
            let (party, tell, still) = (self.clone(), tell.clone(), Arc::downgrade(&connecting));
            // Nobody listens when the work has ended.
            thread::spawn(move || party.call(other, &still).map(|found| tell.send(found)));
        }
        while sockets.iter().filter(|socket| socket.is_some()).count() + 1 < sockets.len() {
            go_on()?;
            while Arc::strong_count(&guests) <= GUESTS
                && let Ok((stream, _)) = listener.accept()
            {
                let (party, tell, guest) = (self.clone(), tell.clone(), Arc::clone(&guests));
                thread::spawn(move || {
                    // Who says nothing right is let go.
                    if let Ok(Some(other)) = party.answer(&stream) {
                        let _ = tell.send(Ok((other, stream)));
                    }
                    drop(guest);
                });
            }
            if let Ok(found) = told.recv_timeout(LOOK) {
                let (other, socket) = found?;
                // One that comes again has lost the first connection.
                sockets[other] = Some(socket);
            }
        }
        Ok(sockets)
    }

    /// Calls another process until it answers; `None` if that is no longer wanted.
    fn call(&self, other: usize, still: &Weak<()>) -> Option<Result<(usize, TcpStream), Error>> {
        let mut patience = PATIENCE;
        while still.strong_count() > 0 {
            match self.greet(other, patience) {
                Ok(Some(stream)) => return Some(Ok((other, stream))),
                Ok(None) => {
                    let host = &self.hosts[other];
                    return Some(Err(Error::Connect(format!(
                        "process {other} ({host}) has other hosts, another token or another version: give all the same"
                    ))));
                }
                // It is not there yet, is busy, or something else is there.
                Err(error) => {
                    if matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut) {
                        patience = (patience * 2).min(MOST_PATIENCE);
                    }
                    thread::sleep(AGAIN);
                }
            }
        }
        None
    }

    /// Greets another process and acknowledges its answer; `None` if it refuses.
    fn greet(&self, other: usize, patience: Duration) -> io::Result<Option<TcpStream>> {
        let mut stream = TcpStream::connect(&self.hosts[other])?;
        stream.set_nodelay(true)?;
        let until = Instant::now() + patience;
        say(&stream, &self.greeting(self.own, other), until)?;
        let mut answer = [0; GREETING];
        hear(&stream, &mut answer[..NAME.len()], until)?;
        if answer.starts_with(REFUSED) {
            return Ok(None);
        }
        hear(&stream, &mut answer[NAME.len()..], until)?;
        if answer != self.greeting(other, self.own) {
            return Err(io::ErrorKind::InvalidData.into());
        }
        for_ever(&stream)?;
        stream.write_all(WELCOME)?;
        Ok(Some(stream))
    }

    /// Answers whoever has connected: the number of the process, if it is one and has acknowledged the answer.
    fn answer(&self, mut stream: &TcpStream) -> io::Result<Option<usize>> {
        stream.set_nonblocking(false)?;
        stream.set_nodelay(true)?;
        let until = Instant::now() + PATIENCE;
        let mut greeting = [0; GREETING];
        hear(stream, &mut greeting[..NAME.len()], until)?;
        if !greeting.starts_with(NAME) {
            return Ok(None);
        }
        hear(stream, &mut greeting[NAME.len()..], until)?;
        let later = self.own + 1..self.hosts.len();
        let Some(other) = later.into_iter().find(|other| greeting == self.greeting(*other, self.own)) else {
            say(stream, REFUSED, until)?;
            return Ok(None);
        };
        say(stream, &self.greeting(self.own, other), until)?;
        // A limit here would make the same mistake the other way round: it may acknowledge the answer and
        // be let go. Who has hung up is noticed without one.
        for_ever(stream)?;
        let mut heard = [0; WELCOME.len()];
        stream.read_exact(&mut heard)?;
        Ok((&heard == WELCOME).then_some(other))
    }

    /// What one process says to another. The token itself is not sent.
    fn greeting(&self, from: usize, to: usize) -> [u8; GREETING] {
        let mut all = Sha256::new();
        let [from, to] = [from, to].map(|number| (number as u32).to_le_bytes());
        for part in [env!("CARGO_PKG_VERSION"), &self.hosts.join("\n"), &self.token] {
            all.update((part.len() as u64).to_le_bytes());
            all.update(part);
        }
        all.update(from);
        all.update(to);
        let mut greeting = [0; GREETING];
        greeting[..8].copy_from_slice(NAME);
        greeting[8..12].copy_from_slice(&from);
        greeting[12..].copy_from_slice(&all.finalize());
        greeting
    }
}

/// Bytes of a greeting.
const GREETING: usize = NAME.len() + 4 + 32;

/// Hears so many bytes until some time: whoever says them one by one has no longer.
fn hear(mut stream: &TcpStream, bytes: &mut [u8], until: Instant) -> io::Result<()> {
    let mut heard = 0;
    while heard < bytes.len() {
        stream.set_read_timeout(Some(left(until)?))?;
        match stream.read(&mut bytes[heard..]) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(more) => heard += more,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Says something, if it can be said until some time. It is so short that one wait is enough.
fn say(mut stream: &TcpStream, bytes: &[u8], until: Instant) -> io::Result<()> {
    stream.set_write_timeout(Some(left(until)?))?;
    stream.write_all(bytes)
}

/// How long it is until some time.
fn left(until: Instant) -> io::Result<Duration> {
    let left = until.saturating_duration_since(Instant::now());
    if left.is_zero() { Err(io::ErrorKind::TimedOut.into()) } else { Ok(left) }
}

/// From now on there is no limit of time.
fn for_ever(stream: &TcpStream) -> io::Result<()> {
    stream.set_read_timeout(None)?;
    stream.set_write_timeout(None)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn party(hosts: &[String], own: usize, token: &str) -> Party {
        Party { own, hosts: hosts.to_vec(), token: token.to_owned() }
    }

    /// Free addresses of this machine.
    fn hosts(count: usize) -> Vec<String> {
        let free: Vec<TcpListener> = (0..count).map(|_| TcpListener::bind("127.0.0.1:0").unwrap()).collect();
        free.iter().map(|listener| listener.local_addr().unwrap().to_string()).collect()
    }

    fn visit(host: &str) -> TcpStream {
        loop {
            match TcpStream::connect(host) {
                Ok(stream) => return stream,
                Err(_) => thread::sleep(LOOK),
            }
        }
    }

    /// Whoever else connects neither ends, hangs nor joins the party.
    #[test]
    fn strangers_are_let_go() {
        let hosts = hosts(3);
        let join = |own: usize| {
            let party = party(&hosts, own, "known");
            thread::spawn(move || party.connect(&|| Ok(())))
        };
        let first = join(0);
        let second = join(1);
        let mut silent = Vec::new();
        for host in &hosts[..2] {
            drop(visit(host));
            silent.push(visit(host));
            let foreign = party(&hosts, 2, "guessed").greeting(2, 0);
            // What timely itself would take for process 2.
            let number = 2_u64.to_be_bytes();
            let request = b"GET / HTTP/1.1\r\nHost: kosolver\r\n\r\n";
            for said in [&request[..], &number, &foreign, &foreign[..20]] {
                let mut stranger = visit(host);
                stranger.write_all(said).unwrap();
                let mut answer = Vec::new();
                // It may have been reset by now, with what it said unread.
                let _ = stranger.shutdown(std::net::Shutdown::Write);
                let _ = stranger.read_to_end(&mut answer);
                assert!(answer.is_empty() || answer == REFUSED, "{answer:?}");
            }
        }
        let third = join(2);
        let mut all = [first, second, third].map(|joined| joined.join().unwrap().unwrap());
        for [one, other] in [[0, 1], [0, 2], [1, 2]] {
            let said = [one as u8, other as u8];
            all[one][other].as_mut().unwrap().write_all(&said).unwrap();
            let mut heard = [9; 2];
            all[other][one].as_mut().unwrap().read_exact(&mut heard).unwrap();
            assert_eq!(heard, said);
        }
        assert!((0..3).all(|own| all[own][own].is_none()));
    }

    /// Whoever hangs up before the answer comes, or says something else to it, is not connected: the next
    /// call of the same process is.
    #[test]
    fn who_has_hung_up_is_not_connected() {
        let hosts = hosts(2);
        let (first, second) = (party(&hosts, 0, "known"), party(&hosts, 1, "known"));
        let waiting = thread::spawn(move || first.connect(&|| Ok(())));
        for said in [&b""[..], b"wel", b"farewell"] {
            let mut gone = visit(&hosts[0]);
            gone.write_all(&second.greeting(1, 0)).unwrap();
            gone.write_all(said).unwrap();
        }
        let hour = Duration::from_secs(3_600);
        let mut there = second.greet(0, hour).unwrap().expect("it is known");
        let mut all = waiting.join().unwrap().unwrap();
        there.write_all(b"there").unwrap();
        let mut heard = [0; 5];
        all[1].as_mut().unwrap().read_exact(&mut heard).unwrap();
        assert_eq!(&heard, b"there");
    }

    /// An answer is waited for until it comes: nobody acknowledges what was not said.
    #[test]
    fn only_an_answer_is_acknowledged() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let hosts = [listener.local_addr().unwrap().to_string(), "127.0.0.1:1".to_owned()];
        let (first, second) = (party(&hosts, 0, "known"), party(&hosts, 1, "known"));
        let own = first.greeting(0, 1);
        let scripted = thread::spawn(move || {
            let mut heard = Vec::new();
            for said in [&b"kosolver"[..], &own[..20], &[7; GREETING], &own] {
                let mut stream = listener.accept().unwrap().0;
                let mut greeting = [0; GREETING];
                stream.read_exact(&mut greeting).unwrap();
                stream.write_all(said).unwrap();
                stream.shutdown(std::net::Shutdown::Write).unwrap();
                let mut rest = Vec::new();
                stream.read_to_end(&mut rest).unwrap();
                heard.push(rest);
            }
            heard
        });
        let still = Arc::new(());
        let found = second.call(0, &Arc::downgrade(&still));
        assert_eq!(found.expect("it answers").expect("it is known").0, 0);
        assert_eq!(scripted.join().unwrap(), [&b""[..], b"", b"", WELCOME]);
    }

    #[test]
    fn another_token_is_told() {
        let hosts = hosts(2);
        let first = party(&hosts, 0, "one");
        let stop = Arc::new(());
        let still = Arc::downgrade(&stop);
        let waiting = thread::spawn(move || {
            first.connect(&|| match still.strong_count() {
                0 => Err(Error::Worker("asked to stop".to_owned())),
                _ => Ok(()),
            })
        });
        let fault = party(&hosts, 1, "other").connect(&|| Ok(())).unwrap_err().to_string();
        assert!(fault.contains("process 0 (127.0.0.1:") && fault.contains("another token"), "{fault}");
        drop(stop);
        assert!(waiting.join().unwrap().is_err(), "it waits for the right one");
    }
}
