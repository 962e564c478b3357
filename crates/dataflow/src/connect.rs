//! Connects the processes of a cluster. Timely takes whoever comes for a process, and each number it is sent
//! for that of one. So processes greet each other here first, and timely gets the connections of those that
//! know the hosts and the token. Whoever else connects is let go, and nobody waits for him.
//!
//! ```text
//! a process to each before it:   "kosolver", its number (32 bits), the digest of a greeting
//! the answer:                    the same from the other, or "refused."
//! ```

use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::mpsc::channel;
use std::sync::{Arc, Weak};
use std::thread;
use std::time::Duration;

use sha2::{Digest, Sha256};

use crate::error::Error;

/// What a greeting begins with, and what is said instead of an answer.
const NAME: &[u8; 8] = b"kosolver";
const REFUSED: &[u8; 8] = b"refused.";

/// How long to wait for each piece of a greeting.
const PATIENCE: Duration = Duration::from_secs(5);

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
        while still.strong_count() > 0 {
            match self.greet(other) {
                Ok(Some(stream)) => return Some(Ok((other, stream))),
                Ok(None) => {
                    let host = &self.hosts[other];
                    return Some(Err(Error::Connect(format!(
                        "process {other} ({host}) has other hosts, another token or another version: give all the same"
                    ))));
                }
                // It is not there yet, or something else is.
                Err(_) => thread::sleep(AGAIN),
            }
        }
        None
    }

    /// Greets another process; `None` if it refuses.
    fn greet(&self, other: usize) -> io::Result<Option<TcpStream>> {
        let mut stream = TcpStream::connect(&self.hosts[other])?;
        limit(&stream, Some(PATIENCE))?;
        stream.write_all(&self.greeting(self.own, other))?;
        let mut answer = [0; GREETING];
        stream.read_exact(&mut answer[..NAME.len()])?;
        if answer.starts_with(REFUSED) {
            return Ok(None);
        }
        stream.read_exact(&mut answer[NAME.len()..])?;
        if answer != self.greeting(other, self.own) {
            return Err(io::ErrorKind::InvalidData.into());
        }
        limit(&stream, None)?;
        Ok(Some(stream))
    }

    /// Answers whoever has connected: the number of the process, if it is one.
    fn answer(&self, mut stream: &TcpStream) -> io::Result<Option<usize>> {
        stream.set_nonblocking(false)?;
        limit(stream, Some(PATIENCE))?;
        let mut greeting = [0; GREETING];
        stream.read_exact(&mut greeting[..NAME.len()])?;
        if !greeting.starts_with(NAME) {
            return Ok(None);
        }
        stream.read_exact(&mut greeting[NAME.len()..])?;
        let later = self.own + 1..self.hosts.len();
        let Some(other) = later.into_iter().find(|other| greeting == self.greeting(*other, self.own)) else {
            stream.write_all(REFUSED)?;
            return Ok(None);
        };
        stream.write_all(&self.greeting(self.own, other))?;
        limit(stream, None)?;
        Ok(Some(other))
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

/// How long to wait for the other side. What is sent goes at once.
fn limit(stream: &TcpStream, time: Option<Duration>) -> io::Result<()> {
    stream.set_nodelay(true)?;
    stream.set_read_timeout(time)?;
    stream.set_write_timeout(time)
}

#[cfg(test)]
mod tests {
    use std::time::Instant;

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
                stranger.shutdown(std::net::Shutdown::Write).unwrap();
                let mut answer = Vec::new();
                // It may be reset, with what it said unread.
                let _ = stranger.read_to_end(&mut answer);
                assert!(answer.is_empty() || answer == REFUSED, "{answer:?}");
            }
        }
        let started = Instant::now();
        let third = join(2);
        let mut all = [first, second, third].map(|joined| joined.join().unwrap().unwrap());
        assert!(started.elapsed() < PATIENCE, "nobody waits for those who say nothing");
        for [one, other] in [[0, 1], [0, 2], [1, 2]] {
            let said = [one as u8, other as u8];
            all[one][other].as_mut().unwrap().write_all(&said).unwrap();
            let mut heard = [9; 2];
            all[other][one].as_mut().unwrap().read_exact(&mut heard).unwrap();
            assert_eq!(heard, said);
        }
        assert!((0..3).all(|own| all[own][own].is_none()));
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
