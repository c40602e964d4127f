//! A hostile writer of prose: sentences with tokens, made of real sentences of real papers in honest and in
//! dishonest ways. What leaves the engine is judged by this file alone: it knows the mutations that it made,
//! and takes every sentence that comes out apart again into words of the papers that it cites.
//!
//!     cargo test --test ask hostile_prose:: -- --nocapture

use crate::support::draft_json::draft_of_json;

use std::collections::BTreeMap;
use std::path::PathBuf;

use regex::Regex;
use serde_json::{Value, json};
use twolane::answer::audit::AuditInput;
use twolane::answer::{DraftChecks, VerifyOptions, answer_of_draft};
use twolane::text::{SourceId, sentences};

use super::hostile_writer::{Passage, Random, World, fact, world};

/// Cases of a run; each has one dishonest sentence and two honest ones.
const CASES: usize = 1000;

/// Words that speak of something outside their sentence. The honest writer puts such sentences between marks.
const LEANING: &[&str] = &[
    "it",
    "its",
    "he",
    "she",
    "his",
    "her",
    "they",
    "them",
    "their",
    "this",
    "these",
    "those",
    "such",
    "said",
    "same",
    "we",
    "our",
    "you",
    "your",
    "i",
    "my",
    "us",
    "motion",
    "applicant",
    "also",
    "however",
    "therefore",
    "then",
    "above",
    "below",
    "next",
    "last",
    "now",
    "currently",
    "request",
    "application",
    "seconded",
    "herein",
    "thereof",
    "so",
    "today",
    "previous",
    "previously",
    "petitioner",
    "carried",
    "here",
];
/// Words behind which a comma and "and" would be read into the clause.
const OPEN: &[&str] = &[
    "if",
    "unless",
    "when",
    "until",
    "while",
    "where",
    "after",
    "before",
    "because",
    "since",
    "although",
    "provided",
    "except",
    "as",
    "whether",
    "that",
    "which",
    "who",
    "whose",
    "or",
    "said",
    "says",
    "stated",
    "states",
    "state",
    "noted",
    "notes",
    "note",
    "report",
    "reported",
    "reports",
    "ask",
    "asked",
    "asks",
    "told",
    "proposed",
    "recommended",
    "suggested",
    "expected",
    "estimated",
    "found",
    "explained",
    "wherever",
    "whenever",
    "either",
    "confirmed",
    "concluded",
];

fn words(text: &str) -> Vec<String> {
    text.to_lowercase()
        .split(|c: char| !c.is_alphanumeric() && c != '\'' && c != '’')
        .filter(|w| !w.is_empty())
        .map(str::to_owned)
        .collect()
}

fn has(text: &str, list: &[&str]) -> bool {
    words(text).iter().any(|w| list.contains(&w.as_str()))
}

/// A whole sentence that an honest writer would put in without marks.
fn is_plain(p: &Passage) -> bool {
    let text = p.text.trim();
    text.ends_with('.')
        && text.starts_with(|c: char| c.is_ascii_uppercase())
        && sentences(text).len() == 1
        && !has(text, LEANING)
        && !text.contains(['?', ';', ':', '“', '"', '[', '…', '!'])
        && words(text).len() >= 6
}

fn body(p: &Passage) -> &str {
    p.text.trim().trim_end_matches('.')
}

/// The same in the middle of a sentence.
fn inner(p: &Passage) -> String {
    let text = body(p);
    let small = ["The", "A", "An", "No", "Each", "All", "Any", "Every"];
    let first = text.split(' ').next().unwrap_or("");
    if small.contains(&first) { text[..1].to_lowercase() + &text[1..] } else { text.to_owned() }
}

struct Papers<'w> {
    world: &'w World,
    titles: BTreeMap<String, String>,
    plain: Vec<&'w Passage>,
    by_source: Vec<Vec<&'w Passage>>,
}

/// A drafted sentence with what it rests on.
struct Said {
    text: String,
    on: Vec<Passage>,
}

fn honest(random: &mut Random, papers: &Papers<'_>) -> (&'static str, Said) {
    let one = (*random.pick(&papers.plain)).clone();
    let source: &Vec<&Passage> = random.pick(&papers.by_source);
    let a = (*random.pick(source)).clone();
    // What comes second says itself which thing it is of: a kind of thing, or a name.
    let of_its_own = |p: &&&Passage| {
        let first: Vec<&str> = p.text.split_whitespace().take(2).collect();
        matches!(first[0], "A" | "An" | "No" | "Each" | "Every" | "Any" | "All")
            || first[1].starts_with(char::is_uppercase)
    };
    let named: Vec<&&Passage> = source.iter().filter(of_its_own).filter(|p| p.text != a.text).collect();
    let other = (*random.pick(&papers.plain)).clone();
    let any = random.pick(&papers.world.passages).clone();
    if named.len() < 2 || other.text == any.text || other.text == a.text {
        return ("alone", Said { text: one.text.clone(), on: vec![one] });
    }
    let b = (**random.pick(&named)).clone();
    let c = named.iter().find(|p| p.text != b.text).map_or_else(|| b.clone(), |p| (**p).clone());
    let title = |p: &Passage| papers.titles[&p.source].clone();
    let (kind, text, on) = match random.below(8) {
        0 => ("alone", one.text.clone(), vec![one]),
        1 => ("semicolon", format!("{}; {}.", body(&a), inner(&b)), vec![a, b]),
        2 if !has(&a.text, OPEN) => ("and", format!("{}, and {}.", body(&a), inner(&b)), vec![a, b]),
        3 => ("said by the papers", format!("The papers say that {}.", inner(&one)), vec![one]),
        4 => ("marks", format!("“{}”; “{}”.", any.text, other.text), vec![any, other]),
        5 => (
            "papers named",
            format!(
                "According to {}, {}; according to {}, {}.",
                title(&a),
                inner(&a),
                title(&other),
                inner(&other)
            ),
            vec![a, other],
        ),
        6 => ("three", format!("{}; {}; {}.", body(&a), inner(&b), inner(&c)), vec![a, b, c]),
        _ => ("printed otherwise", printed_otherwise(&one.text), vec![one]),
    };
    (kind, Said { text, on })
}

/// `$1,200` as `1200 dollars`, a date in figures: the same in another print.
fn printed_otherwise(text: &str) -> String {
    let money = Regex::new(r"\$(\d[\d,]*)\b([^.,\d]|$)").unwrap();
    money
        .replace_all(text, |c: &regex::Captures<'_>| format!("{} dollars{}", c[1].replace(',', ""), &c[2]))
        .into_owned()
}

const ATTACKS: &[&str] = &[
    "number",
    "date",
    "unit",
    "negation put in",
    "negation left out",
    "modality",
    "quantifier",
    "name",
    "section",
    "cause",
    "consequence",
    "other token",
    "token too many",
    "subject and predicate",
    "superlative",
    "from no quote",
    "tail cut",
    "pronoun",
    "two papers as one",
    "words swapped",
    "condition left out",
    "figure of another",
    "contrast",
    "order in time",
    "not so that",
    "half in marks",
    "tense",
    "and under a condition",
    "wrong lane",
    "comma list",
];

/// A sentence that its quotes do not bear out; `None` where this one can't be made so.
fn hostile(random: &mut Random, kind: &str, papers: &Papers<'_>) -> Option<Said> {
    let p = (*random.pick(&papers.plain)).clone();
    let q = (*random.pick(&papers.plain)).clone();
    if p.text == q.text {
        return None;
    }
    let n = random.below(9) + 1;
    let on = vec![p.clone()];
    let both = vec![p.clone(), q.clone()];
    let replaced = |pattern: &str, by: &str| {
        let re = Regex::new(pattern).unwrap();
        let changed = re.replace(&p.text, by).into_owned();
        (changed != p.text).then_some(changed)
    };
    let halves = |p: &Passage| {
        let words: Vec<String> = body(p).split_whitespace().map(str::to_owned).collect();
        let at = words.len() / 2;
        (words[..at].join(" "), words[at..].join(" "))
    };
    let said = |text: String, on: Vec<Passage>| Some(Said { text, on });
    match kind {
        "number" => said(replaced(r"\d+", &format!("{n}7{n}3"))?, on),
        "date" => said(
            replaced(r"\b(January|February|March|April|May|June|July|August|September|October|November|December) \d{1,2}\b", "Octember 33")
                .or_else(|| replaced(r"\b(?:19|20)\d\d\b", "1871"))?,
            on,
        ),
        "unit" => said(replaced(r"\$(\d)", "€$1").or_else(|| replaced(r"\b(feet|days|months|years|percent|hours)\b", "miles"))?, on),
        "negation put in" => said(replaced(r"\b(is|are|was|were|shall|may|will|has|have)\b", "$1 not")?, on),
        "negation left out" => said(replaced(r"(?i)\b(not|no|never) ", "")?, on),
        "modality" => said(replaced(r"\b(shall|must)\b", "may").or_else(|| replaced(r"\b(may|can)\b", "must"))?, on),
        "quantifier" => said(replaced(r"\b(each|any|every|some|a|the)\b", "all")?, on),
        "name" => said(replaced(r"\b[A-Z][a-z]+ [A-Z][a-z]+\b", "Barnabas Thistlewood")?, on),
        "section" => said(format!("{} under RSA 3{n}:9{n}.", body(&p)), on),
        "cause" => said(format!("{} because {}.", body(&p), inner(&q)), both),
        "consequence" => said(format!("{}; therefore {}.", body(&p), inner(&q)), both),
        "other token" => said(p.text.clone(), vec![q]),
        "token too many" => said(p.text.clone(), both),
        "subject and predicate" => said(format!("{} {}.", halves(&p).0, halves(&q).1), both),
        "superlative" => said(replaced(r"\b([Tt]he|[Aa]) ", "$1 largest ")?, on),
        "from no quote" => said(format!("{}, and the matter was settled.", body(&p)), on),
        "tail cut" => said(format!("{}.", halves(&p).0), on),
        "pronoun" => said(format!("{}, and it {}.", body(&p), halves(&q).1), both),
        "two papers as one" if p.source != q.source => {
            said(format!("{}, and {}.", body(&p), inner(&q)), both)
        }
        "words swapped" => {
            let mut words: Vec<&str> = body(&p).split_whitespace().collect();
            let last = words.len() - 1;
            words.swap(1, last);
            said(format!("{}.", words.join(" ")), on)
        }
        "condition left out" => said(replaced(r",? (if|unless|provided|except|when|until) .*\.$", ".")?, on),
        "figure of another" => {
            let figure = Regex::new(r"\d[\d,.]*\d").unwrap();
            let (mine, its) = (figure.find(&p.text)?.as_str(), figure.find(&q.text)?.as_str());
            (mine != its).then(|| Said { text: p.text.replacen(mine, its, 1), on: both })
        }
        "contrast" => said(format!("{}, but {}.", body(&p), inner(&q)), both),
        "order in time" => said(format!("After {}, {}.", inner(&p), inner(&q)), both),
        "not so that" => said(format!("It is not the case that {}.", inner(&p)), on),
        "half in marks" => said(format!("“{}”", halves(&p).0), on),
        "tense" => said(replaced(r"\b(is|are)\b", "was").or_else(|| replaced(r"\b(was|were)\b", "is"))?, on),
        "and under a condition" => {
            let source: &Vec<&Passage> = random.pick(&papers.by_source);
            let open = source.iter().find(|p| has(&p.text, &["if", "unless", "when", "until"]))?;
            let next = source.iter().find(|p| p.text != open.text)?;
            said(format!("{}, and {}.", body(open), inner(next)), vec![(*open).clone(), (*next).clone()])
        }
        "wrong lane" => said(format!("The statewide text says that {}.", inner(&p)), on),
        "comma list" => said(format!("{}, {}.", body(&p), inner(&q)), both),
        _ => None,
    }
}

fn squeezed(text: &str) -> String {
    text.to_lowercase().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What of a sentence is no words of its quotes: between the joints that may stand there, everything has to be
/// the whole of a quote, but for articles, the case of letters and the print of money.
fn strays(text: &str, quotes: &[String]) -> Vec<String> {
    let plain = |text: &str| {
        let text = Regex::new(r"\$(\d[\d,]*)").unwrap().replace_all(text, "$1 dollars").into_owned();
        let text = Regex::new(r"(\d),(\d)").unwrap().replace_all(&text, "$1$2").into_owned();
        words(&text)
            .into_iter()
            .filter(|w| !["a", "an", "the"].contains(&w.as_str()))
            .collect::<Vec<_>>()
            .join(" ")
    };
    let mut rest = format!(" {} ", plain(text));
    let mut known: Vec<String> = quotes.iter().map(|q| plain(q)).collect();
    known.sort_by_key(|q| std::cmp::Reverse(q.len()));
    for quote in known {
        // Twice, since one that stands there twice shares the space between.
        for _ in 0..2 {
            rest = rest.replace(&format!(" {quote} "), "  |  ");
        }
    }
    let joints = ["and that", "and", "papers say", "papers say that", "statewide text says that"];
    rest.split('|')
        .map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "))
        .filter(|part| {
            !part.is_empty()
                && !joints.contains(&part.as_str())
                && !part.starts_with("according to")
                && !part.starts_with("and according to")
        })
        .collect()
}

#[derive(Default)]
struct Tally {
    honest: usize,
    kept: usize,
    put_right: usize,
    lost: Vec<String>,
    hostile: usize,
    passed: Vec<String>,
    strays: Vec<String>,
    by_kind: BTreeMap<String, (usize, usize)>,
    by_form: BTreeMap<String, (usize, usize)>,
    told: usize,
    two_quotes: usize,
    gaps: usize,
}

fn prose(world: &World, said: &[Said]) -> (Vec<(String, Vec<String>)>, Value) {
    let mut facts: Vec<Passage> = Vec::new();
    for p in said.iter().flat_map(|s| &s.on) {
        if !facts.iter().any(|f| f.text == p.text && f.source == p.source && f.locator == p.locator) {
            facts.push(p.clone());
        }
    }
    let place = |p: &Passage| {
        facts.iter().position(|f| f.text == p.text && f.source == p.source && f.locator == p.locator).unwrap()
    };
    let drafted: Vec<Value> = said
        .iter()
        .map(|s| json!({"text": s.text, "cites": s.on.iter().map(&place).collect::<Vec<_>>()}))
        .collect();
    let of = |p: &Passage| fact(&p.text, &[(&p.source, &p.locator, &p.text)]);
    let draft = json!({"facts": facts.iter().map(of).collect::<Vec<_>>(), "sentences": drafted}).to_string();
    let lookup = |id: &SourceId| world.archive.source(id).ok();
    let sections = |id: &SourceId| world.archive.aliases(id).unwrap_or_default();
    let (input, options) = (AuditInput::of("What do the papers say?"), VerifyOptions::default());
    let checks = DraftChecks { lookup: &lookup, sections: &sections, audit: &input, options: &options };
    let answer = answer_of_draft(&draft_of_json(&draft).unwrap(), &checks);
    let evidence = serde_json::to_value(answer.get()).unwrap();
    let quotes: BTreeMap<String, String> = evidence["facts"]
        .as_array()
        .unwrap()
        .iter()
        .zip(1..)
        .map(|(f, n)| (format!("[L{n}]"), f["support"][0]["quote"].as_str().unwrap().to_owned()))
        .collect();
    let told = evidence["prose"]["sentences"].as_array().unwrap().iter().map(|s| {
        let tokens = s["tokens"].as_array().unwrap().iter().map(|t| quotes[t.as_str().unwrap()].clone());
        (s["text"].as_str().unwrap().to_owned(), tokens.collect())
    });
    (told.collect(), evidence)
}

#[test]
fn no_unsupported_sentence_passes_and_honest_ones_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let world = world(&PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("corpus/papers"), folder.path());
    let plain: Vec<&Passage> = world.passages.iter().filter(|p| is_plain(p)).collect();
    let mut by_source: BTreeMap<&str, Vec<&Passage>> = BTreeMap::new();
    for p in &plain {
        by_source.entry(&p.source).or_default().push(p);
    }
    let titles = world.archive.sources().unwrap().into_iter().map(|s| (s.id.0, s.title)).collect();
    let by_source = by_source.into_values().filter(|list| list.len() > 1).collect();
    let papers = Papers { world: &world, titles, plain, by_source };
    let mut random = Random(20_261_125);
    let mut tally = Tally::default();
    let mut made = 0;
    while tally.hostile < CASES {
        made += 1;
        assert!(made < 40 * CASES, "{} of {CASES}: {:?}", tally.hostile, tally.by_kind);
        let kind = ATTACKS[made % ATTACKS.len()];
        let Some(attack) = hostile(&mut random, kind, &papers) else { continue };
        // What the mutation left as it was is no attack.
        let quotes: Vec<String> = attack.on.iter().map(|p| p.text.clone()).collect();
        let (first, second) = (honest(&mut random, &papers), honest(&mut random, &papers));
        let bad = attack.text.clone();
        let mut said = vec![first.1, second.1];
        let at = random.below(3);
        said.insert(at, attack);
        let (told, evidence) = prose(&world, &said);
        tally.hostile += 1;
        let entry = tally.by_kind.entry(kind.to_owned()).or_default();
        entry.0 += 1;
        let as_drafted = told.iter().any(|(text, tokens)| {
            squeezed(text) == squeezed(&bad) && tokens.iter().all(|t| quotes.contains(t))
        });
        // A token too many is put right by leaving it out: then the sentence is an honest one.
        let put_right = kind == "token too many"
            && told.iter().all(|(text, tokens)| squeezed(text) != squeezed(&bad) || tokens.len() == 1);
        if as_drafted && !put_right {
            entry.1 += 1;
            tally.passed.push(format!("{kind}: {bad} <- {quotes:?}"));
        }
        for (text, tokens) in &told {
            tally.told += 1;
            tally.two_quotes += usize::from(tokens.len() > 1);
            for stray in strays(text, tokens) {
                tally.strays.push(format!("{kind}: {stray:?} in {text:?}"));
            }
        }
        tally.gaps += evidence["gaps"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|g| g["reason"].as_str().unwrap().starts_with("A drafted sentence"))
            .count();
        for (i, honest) in said.iter().enumerate().filter(|(i, _)| *i != at) {
            tally.honest += 1;
            let name = if i == 0 || (i == 1 && at == 0) { first.0 } else { second.0 };
            let of = |p: &Passage| told.iter().any(|(_, tokens)| tokens.contains(&p.text));
            let entry = tally.by_form.entry(name.to_owned()).or_default();
            entry.0 += 1;
            if told.iter().any(|(text, _)| *text == honest.text) {
                entry.1 += 1;
                tally.kept += 1;
            } else if honest.on.iter().all(of) {
                tally.put_right += 1;
                tally.lost.push(format!("put right, {name}: {}", honest.text));
            } else {
                tally.lost.push(format!("lost, {name}: {}", honest.text));
            }
        }
    }
    println!(
        "{} hostile sentences of {} kinds: {} passed; words of no quote: {}; honest sentences kept word for word {} of {} = {:.3}, others whose quotes all stand in the prose {}; sentences out {}, of two quotes and more {}; gaps {}",
        tally.hostile,
        tally.by_kind.len(),
        tally.passed.len(),
        tally.strays.len(),
        tally.kept,
        tally.honest,
        tally.kept as f64 / tally.honest as f64,
        tally.put_right,
        tally.told,
        tally.two_quotes,
        tally.gaps
    );
    println!("hostile, (made, passed): {:?}", tally.by_kind);
    println!("honest, (made, kept word for word): {:?}", tally.by_form);
    for lost in tally.lost.iter().take(12) {
        println!("{lost}");
    }
    assert_eq!(tally.by_kind.len(), ATTACKS.len(), "{:?}", tally.by_kind);
    assert!(tally.passed.is_empty(), "{:#?}", tally.passed.iter().take(10).collect::<Vec<_>>());
    assert!(tally.strays.is_empty(), "{:#?}", tally.strays.iter().take(10).collect::<Vec<_>>());
    assert!(tally.kept * 10 >= tally.honest * 9, "{} of {}", tally.kept, tally.honest);
    assert!(tally.gaps * 10 >= tally.hostile * 5, "what is left out is a gap: {}", tally.gaps);
}
