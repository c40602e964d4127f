use super::*;
use crate::check::answer::{AnswerContent, Cited, Mode};
use crate::check::verify::Fact;
use crate::draft::{Claimed, DraftSentence};
use twolane_archive::Visibility;
use twolane_text::{ContentHash, Line, Source, SourceId};

/// Each paper, lane and words; papers with the same title are the same.
const FACTS: &[(&str, &str, &str)] = &[
    ("Minutes", "local", "The fee for a burn permit is $20 for each fire."),
    ("Minutes", "local", "A burn permit is valid for 30 days."),
    ("Minutes", "local", "The fee for a burn permit was set by the Select Board on March 3, 2025."),
    ("Minutes", "local", "A person may burn brush if the fire chief approves."),
    ("Minutes", "local", "The bridge at Alder is closed."),
    ("Minutes", "local", "It cost $40,000."),
    ("Budget", "local", "The culvert cost $40,000 in 2024."),
    ("Code", "state", "A town is not liable for ice on its paths."),
    ("Minutes", "local", "No dogs are allowed on the beach."),
    ("Minutes", "local", "No dogs are licensed in winter."),
];
const FEE: usize = 0;
const VALID: usize = 1;
const SET: usize = 2;
const BURN: usize = 3;
const BRIDGE: usize = 4;
const COST: usize = 5;
const CULVERT: usize = 6;
const LAW: usize = 7;
const DOGS: usize = 8;
const WINTER: usize = 9;

fn answer() -> AnswerContent {
    let mut content = AnswerContent::empty(Mode::Answer);
    for title in ["Minutes", "Budget", "Code"] {
        let own: Vec<&(&str, &str, &str)> = FACTS.iter().filter(|f| f.0 == title).collect();
        let lines = own.iter().zip(1u32..).map(|(f, n)| Line::plain(0, n, f.2)).collect();
        let hash = ContentHash::of(title.as_bytes());
        let source = Source::new(SourceId(title.into()), title.into(), hash.clone(), lines);
        for (n, fact) in (1..).zip(&own) {
            let quote = source.quote(&format!("L{n}").parse().unwrap()).unwrap();
            content.facts.push(Fact::unchecked(fact.2, vec![quote], Vec::new()));
        }
        content.citations_index.push(Cited {
            source_id: SourceId(title.into()),
            ingest_hash: hash,
            title: title.into(),
            lane: own.first().map_or("local", |f| f.1).into(),
            authority: None,
            date: None,
            date_from: None,
            url: None,
            visibility: Visibility::Public,
            ocr_confidence: None,
        });
    }
    content
}

fn cites(facts: &[usize]) -> Vec<Vec<Claimed>> {
    let answer = answer();
    let of = |words: &str| {
        let fact = answer.facts.iter().find(|f| f.text == words).unwrap();
        let claim = |q: &twolane_text::Quote| Claimed {
            source_id: q.source_id().clone(),
            locator: *q.locator(),
            quote: q.text().into(),
        };
        fact.statement().iter().map(claim).collect()
    };
    facts.iter().map(|at| of(FACTS.get(*at).unwrap().2)).collect()
}

/// Returns the prose for a drafted sentence, and true when it was kept in its own words.
fn told(text: &str, facts: &[usize]) -> (String, bool) {
    let drafted = [DraftSentence { text: Some(text.into()), cites: cites(facts), supported: false }];
    let found = checked(&drafted, &answer());
    let said: Vec<String> = found.sentences.iter().map(|s| s.text.clone()).collect();
    (said.join(" "), found.kept == 1)
}

#[test]
fn sentences_that_join_what_is_said_stand() {
    for (text, facts) in [
        ("The fee for a burn permit is $20 for each fire.", &[FEE][..]),
        (
            "The fee for a burn permit is $20 for each fire, and a burn permit is valid for 30 days.",
            &[FEE, VALID],
        ),
        (
            "The fee for a burn permit is 20 dollars for each fire; a burn permit is valid for thirty days.",
            &[FEE, VALID],
        ),
        (
            "The fee for a burn permit is $20 for each fire and was set by the Select Board on 3/3/2025.",
            &[FEE, SET],
        ),
        (
            "The papers say that the bridge at Alder is closed, and that a burn permit is valid for 30 days.",
            &[BRIDGE, VALID],
        ),
        (
            "A person may burn brush if the fire chief approves; a burn permit is valid for 30 days.",
            &[BURN, VALID],
        ),
        (
            "According to Minutes, the bridge at Alder is closed; according to Budget, the culvert cost $40,000 in 2024.",
            &[BRIDGE, CULVERT],
        ),
        ("The statewide text says: “A town is not liable for ice on its paths.”", &[LAW]),
        ("“The bridge at Alder is closed.”; “The culvert cost $40,000 in 2024.”.", &[BRIDGE, CULVERT]),
    ] {
        assert_eq!(told(text, facts), (text.to_owned(), true), "{text}");
    }
}

#[test]
fn sentences_that_say_more_do_not() {
    for (text, facts) in [
        // A cause, a word of degree, a turn, an alternative.
        (
            "The fee for a burn permit is $20 for each fire, because a burn permit is valid for 30 days.",
            &[FEE, VALID][..],
        ),
        ("Therefore the bridge at Alder is closed.", &[BRIDGE]),
        ("The fee for a burn permit is only $20 for each fire.", &[FEE]),
        ("It is not so that the bridge at Alder is closed.", &[BRIDGE]),
        ("The bridge at Alder is closed, or a burn permit is valid for 30 days.", &[BRIDGE, VALID]),
        // The subject of one with the predicate of another: of one paper, of two, through a pronoun.
        ("The fee for a burn permit is valid for 30 days.", &[FEE, VALID]),
        ("The fee for a burn permit is $20 for each fire and is valid for 30 days.", &[FEE, VALID]),
        ("The bridge at Alder cost $40,000 in 2024.", &[BRIDGE, CULVERT]),
        ("The bridge at Alder is closed, and it cost $40,000.", &[BRIDGE, COST]),
        ("The bridge at Alder is closed, and the culvert cost $40,000 in 2024.", &[BRIDGE, CULVERT]),
        ("A burn permit is valid for 30 days; the bridge is closed.", &[VALID, BRIDGE]),
        // Left-out words, and words with a wider scope than in the paper.
        ("The fee for a burn permit is $20, and a burn permit is valid for 30 days.", &[FEE, VALID]),
        ("A person may burn brush; a burn permit is valid for 30 days.", &[BURN, VALID]),
        (
            "A person may burn brush if the fire chief approves, and a burn permit is valid for 30 days.",
            &[BURN, VALID],
        ),
        ("No dogs are allowed on the beach and licensed in winter.", &[DOGS, WINTER]),
        // Tokens of other facts, and words of others.
        ("The bridge at Alder is closed.", &[VALID]),
        ("The bridge at Alder is closed.", &[BRIDGE, VALID]),
        ("The papers say that a town is not liable for ice on its paths.", &[LAW]),
        ("According to Budget, the bridge at Alder is closed.", &[BRIDGE, CULVERT]),
        ("“The bridge is closed.”", &[BRIDGE]),
        ("The br\u{456}dge at Alder is closed.", &[BRIDGE]),
        ("", &[BRIDGE]),
    ] {
        let (said, kept) = told(text, facts);
        // A sentence whose only error is an extra token loses that token, and is kept.
        assert!(!kept && (said != text || facts == [BRIDGE, VALID]), "{text}: {said}");
    }
}

#[test]
fn what_is_put_right_stands_and_what_falls_gives_way_to_quotes() {
    for (text, facts, expected) in [
        (
            "A person may burn brush if the fire chief approves, and a burn permit is valid for 30 days.",
            &[BURN, VALID][..],
            "A person may burn brush if the fire chief approves; a burn permit is valid for 30 days.",
        ),
        (
            "The bridge at Alder is closed, and the culvert cost $40,000 in 2024.",
            &[BRIDGE, CULVERT],
            "“The bridge at Alder is closed.”; “The culvert cost $40,000 in 2024.”.",
        ),
        (
            "The bridge at Alder is closed, and it cost $40,000.",
            &[BRIDGE, COST],
            "“The bridge at Alder is closed.”; “It cost $40,000.”.",
        ),
        ("The bridge at Alder is closed.", &[BRIDGE, VALID], "The bridge at Alder is closed."),
        ("The bridge is gone.", &[BRIDGE], "“The bridge at Alder is closed.”."),
        ("The bridge is gone.", &[], ""),
    ] {
        assert_eq!(told(text, facts), (expected.to_owned(), false), "{text}");
    }
}

#[test]
fn what_is_put_together_by_the_program_stands_when_it_is_read_again() {
    let content = answer();
    for pair in 0..FACTS.len() {
        for other in 0..FACTS.len() {
            let drafted = [DraftSentence { text: None, cites: cites(&[pair, other]), supported: false }];
            let found = checked(&drafted, &content);
            assert_eq!((found.sentences.len(), found.fell.len()), (1, 0), "{pair} {other}");
            let sentence = found.sentences.first().unwrap();
            assert_eq!(stands(sentence, &content), Ok(()), "{}", sentence.text);
            let prose = Prose { by: ProseBy::Model, sentences: found.sentences.clone() };
            let again = checked(&drafted_again(&prose, &content).unwrap(), &content);
            assert_eq!(again.sentences, prose.sentences);
        }
    }
}

#[test]
fn tokens_of_no_fact_bear_nothing_out() {
    let content = answer();
    let sentence = |tokens: &[&str]| ProseSentence {
        text: "The bridge at Alder is closed.".into(),
        tokens: tokens.iter().map(|t| (*t).to_owned()).collect(),
        own_words: false,
    };
    assert_eq!(stands(&sentence(&["[L5]"]), &content), Ok(()));
    for tokens in [&[][..], &["[L9]"], &["[S2]"], &["[L5]", "[L5]"], &["[L5]", "[L1]"], &["L5"], &["[l5]"]] {
        assert!(stands(&sentence(tokens), &content).is_err(), "{tokens:?}");
    }
}

#[test]
fn without_a_model_the_first_fact_leads_and_parts_keep_together() {
    let mut content = answer();
    content.facts.rotate_left(VALID);
    let question = "How long is a burn permit valid, and what does the fee cost?";
    let told = by_rule(&content, question);
    let first = told.first().unwrap();
    assert!(
        first.text.starts_with("The papers say: “A burn permit is valid for 30 days.”"),
        "{}",
        first.text
    );
    assert_eq!(first.tokens.first().map(String::as_str), Some("[L1]"));
    let tokens: Vec<&String> = told.iter().flat_map(|s| &s.tokens).collect();
    assert_eq!(tokens.len(), content.facts.len(), "each fact once: {told:?}");
    assert!(told.iter().any(|s| s.text.starts_with("The statewide text says: “A town")), "{told:?}");
    assert!(told.iter().all(|s| !s.text.contains("Asked")), "{told:?}");
    assert_eq!(by_rule(&AnswerContent::empty(Mode::Answer), question), []);
}
