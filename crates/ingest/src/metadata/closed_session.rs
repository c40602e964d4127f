//! Recognises the minutes of a session that was closed to the public.

use super::rules::words;

/// The lines of a first page that can hold its title.
const LINES: usize = 8;
/// Most words of a line that is a title.
const TITLE_WORDS: usize = 18;
/// Most words of a title that names the session and no kind of paper.
const SESSION_WORDS: usize = 6;

const SESSIONS: [&str; 3] = [" nonpublic session ", " nonpublic sessions ", " executive session "];
const MINUTES: [&str; 4] =
    [" nonpublic minutes ", " nonpublic meeting minutes ", " sealed minutes ", " executive session minutes "];
/// Titles of papers that announce a session, and of minutes that only mention one.
const OPEN: [&str; 6] =
    [" agenda ", " notice ", " public session ", " public meeting ", " regular meeting ", " public minutes "];
/// The words with which the text of minutes begins.
const BODY: [&str; 7] = [
    " present ",
    " members present ",
    " attendance ",
    " attending ",
    " call to order ",
    " called to order ",
    " roll call ",
];

/// Returns true when the title on a first page names minutes of a nonpublic or executive session, or sealed minutes. A
/// heading further down, in the minutes of an open meeting, does not count.
pub(super) fn is_closed_session(stated_title: Option<&str>, first_page: &str) -> bool {
    let lines = first_page.lines().map(str::trim).filter(|line| !line.is_empty());
    let block: Vec<String> = stated_title
        .into_iter()
        .chain(lines.take(LINES).take_while(|line| is_title(line)))
        .map(normal)
        .collect();
    let has = |line: &String, phrases: &[&str]| phrases.iter().any(|phrase| line.contains(phrase));
    let closed = |line: &String| has(line, &SESSIONS) || has(line, &MINUTES);
    if block.iter().any(|line| !closed(line) && has(line, &OPEN))
        || block.iter().any(|line| line.contains(" agenda "))
    {
        return false;
    }
    let minutes = block.iter().any(|line| line.contains(" minutes "));
    block.iter().any(|line| {
        has(line, &MINUTES)
            || (has(line, &SESSIONS) && (minutes || line.split_whitespace().count() <= SESSION_WORDS))
    })
}

/// Returns true when the words of a file's name say the same.
pub(super) fn is_named_closed_session(name: &str) -> bool {
    let name = normal(name);
    let is_minutes = name.contains(" minutes ") || name.contains(" mins ");
    let closed = MINUTES.iter().any(|phrase| name.contains(phrase))
        || (is_minutes && (name.contains(" nonpublic ") || name.contains(" executive session ")));
    closed && !name.contains(" agenda ") && !name.contains(" notice ")
}

/// The usual words for a closed session and for its minutes.
fn normal(line: &str) -> String {
    words(line)
        .replace(" non public ", " nonpublic ")
        .replace(" closed session ", " executive session ")
        .replace(" closed meeting minutes ", " executive session minutes ")
        .replace(" executive minutes ", " executive session minutes ")
        .replace(" executive notes ", " executive session minutes ")
        .replace(" session notes ", " session minutes ")
}

fn is_title(line: &str) -> bool {
    let count = line.split_whitespace().count();
    let text = words(line);
    let is_sentence = line.ends_with('.') && count > SESSION_WORDS;
    let is_motion = text.contains(" moved ") || text.contains(" motion ");
    count <= TITLE_WORDS && !is_sentence && !is_motion && !BODY.iter().any(|start| text.starts_with(start))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn title_names_the_session() {
        for (page, closed) in [
            ("TOWN OF ALDER\nSELECT BOARD\nNONPUBLIC SESSION MINUTES\nMay 7, 2024\n", true),
            ("Town of Alder\nNon-Public Session\nMay 7, 2024\nPresent: A. Reed", true),
            ("EXECUTIVE SESSION MINUTES\nBoard of Directors\n", true),
            ("Sealed Minutes\nMay 7, 2024", true),
            ("CITY COUNCIL\nCLOSED SESSION MINUTES\nMay 7, 2024", true),
            ("Executive notes\nBoard of Directors\n", true),
            ("Closed meeting minutes\nMay 7, 2024", true),
            ("Library closed, meeting room open\nMay 7, 2024", false),
            ("Closed for the winter\nThe session notes the calendar\n", false),
            (
                "Minutes of the Executive Session of the Board of Directors of the Pine Ridge Association\n",
                true,
            ),
            ("SELECT BOARD\nREGULAR MEETING MINUTES\nMay 7, 2024\nNONPUBLIC SESSION\n", false),
            ("SELECT BOARD MEETING MINUTES\nMay 7, 2024\nPresent: A. Reed\nNONPUBLIC SESSION\n", false),
            ("SELECT BOARD AGENDA\n1. Call to order\n2. Nonpublic Session\n", false),
            ("Notice of Meeting\nNonpublic session at 6 pm\n", false),
            ("MINUTES\nThe chair moved to enter nonpublic session under RSA 91-A:3, II(a).\n", false),
            ("MINUTES\nThe chair moved to enter nonpublic session\nunder RSA 91-A:3, II(a).\n", false),
            ("Policy on executive sessions of the board and who may attend them\n", false),
            ("Budget 2024\n", false),
            ("", false),
        ] {
            assert_eq!(is_closed_session(None, page), closed, "{page:?}");
        }
        assert!(is_closed_session(Some("Nonpublic Session Minutes"), ""));
    }

    #[test]
    fn name_names_the_session() {
        for (name, closed) in [
            ("2024 05 nonpublic minutes", true),
            ("non public session 2024 05 07 minutes", true),
            ("sealed minutes 2024", true),
            ("closed session minutes 2024", true),
            ("executive notes 2024", true),
            ("session notes 2024", false),
            ("notice of nonpublic session", false),
            ("nonpublic session agenda", false),
            ("minutes 2024", false),
        ] {
            assert_eq!(is_named_closed_session(name), closed, "{name}");
        }
    }
}
