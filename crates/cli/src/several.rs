//! Several archives on the command line, which `twolane serve` alone takes.

use std::ffi::OsString;

use clap::CommandFactory;
use clap::error::ErrorKind;

use twolane_archive::Place;

use super::args::{Cli, Command};
use super::titles::real;

/// Returns a command line that names several archives only for `serve`, and all of them in one place.
///
/// # Errors
/// Returns a usage error for another command line, and for an archive that is named twice.
pub fn checked(cli: Cli, args: impl Iterator<Item = OsString>) -> Result<Cli, clap::Error> {
    let number = number_in(args).max(cli.global.archive.len());
    if number < 2 {
        return Ok(cli);
    }
    let wrong = |what: String| Err(Cli::command().error(ErrorKind::ArgumentConflict, what));
    if !cli.command.as_ref().is_none_or(is_serve) {
        return wrong("only `twolane serve` takes several archives; give --archive once".to_owned());
    }
    // Of flags before and behind a command, only those behind it count.
    if number != cli.global.archive.len() {
        return wrong("give every --archive behind `serve`".to_owned());
    }
    let mut seen: Vec<Place> = Vec::new();
    for given in &cli.global.archive {
        let place = match Place::from(given.clone()) {
            Place::Folder(folder) => Place::Folder(real(&folder)),
            server => server,
        };
        if seen.contains(&place) {
            return wrong(format!("the archive {place} is given twice"));
        }
        seen.push(place);
    }
    Ok(cli)
}

#[cfg(feature = "serve")]
fn is_serve(command: &Command) -> bool {
    matches!(command, Command::Serve(_))
}

#[cfg(not(feature = "serve"))]
fn is_serve(_command: &Command) -> bool {
    false
}

/// Returns the number of `--archive` in the arguments of the program.
fn number_in(args: impl Iterator<Item = OsString>) -> usize {
    args.take_while(|arg| arg != "--")
        .filter(|arg| arg == "--archive" || arg.as_encoded_bytes().starts_with(b"--archive="))
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;
    use std::path::PathBuf;

    fn parsed(args: &[&str]) -> Result<Vec<PathBuf>, String> {
        let args: Vec<OsString> = ["twolane"].iter().chain(args).map(OsString::from).collect();
        let cli = Cli::try_parse_from(&args).and_then(|cli| checked(cli, args.into_iter()));
        cli.map(|cli| cli.global.archive).map_err(|error| error.to_string())
    }

    #[test]
    fn several_archives_are_for_serve_alone() {
        let [one, two] = ["/x/one", "/x/two"].map(PathBuf::from);
        let both = Ok(vec![one.clone(), two]);
        assert_eq!(parsed(&["serve", "--archive", "/x/one", "--archive", "/x/two"]), both);
        assert_eq!(parsed(&["--archive", "/x/one", "--archive=/x/two", "serve"]), both);
        assert_eq!(parsed(&["--archive", "/x/one", "mcp"]), Ok(vec![one]));
        for (args, said) in [
            (&["ask", "x", "--archive", "/x/one", "--archive", "/x/two"][..], "only `twolane serve`"),
            (&["--archive", "/x/one", "ask", "x", "--archive", "/x/two"], "only `twolane serve`"),
            (&["--archive", "/x/one", "serve", "--archive", "/x/two"], "behind `serve`"),
            (&["serve", "--archive", "/x/one", "--archive", "/x/./one/"], "given twice"),
            (&["serve", "--archive", "postgres://h/a", "--archive", "postgres://h/a"], "given twice"),
        ] {
            let error = parsed(args).unwrap_err();
            assert!(error.contains(said), "{args:?}: {error}");
        }
    }
}
