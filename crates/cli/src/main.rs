//! The program `kosolver`.

use std::ffi::OsString;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut words = std::env::args_os();
    let called = words.next().unwrap_or_default();
    let program = std::env::current_exe().map_or(called, Into::into);
    let words: Vec<OsString> = words.collect();
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    begin_in_large_pages(&program, &words);
    ExitCode::from(kosolver_cli::run(vec![program], words))
}

/// Searches look all over large tables, and in large pages (2 MiB in place of 4 KiB) the processor finds its way much
/// faster. The GNU C library asks for them if its environment says so when a program begins; so it begins once more,
/// unless somebody has said what memory to take.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn begin_in_large_pages(program: &std::ffi::OsStr, words: &[OsString]) {
    use std::os::unix::process::CommandExt;

    const TUNABLES: &str = "GLIBC_TUNABLES";
    if [TUNABLES, "LD_PRELOAD"].iter().all(|name| std::env::var_os(name).is_none()) {
        // It comes back only if that fails. Then small pages do.
        let mut again = std::process::Command::new(program);
        let _ = again.args(words).env(TUNABLES, "glibc.malloc.hugetlb=1").exec();
    }
}
