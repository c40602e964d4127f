//! The citation grammar: forms read from data.

use std::sync::LazyLock;

use serde::Deserialize;

use super::citation::{Citation, Found};
use super::error::GrammarError;
use super::fold::Folded;
use super::form::{Form, FormData};
use super::forms::Forms;
use super::scan::scan;

const BUILT_IN: &str = include_str!("../../../assets/citation-grammar.toml");
static GRAMMAR: LazyLock<Result<Grammar, GrammarError>> = LazyLock::new(|| Grammar::parse(BUILT_IN));

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    form: Vec<FormData>,
}

/// Citation forms, ready for use.
#[derive(Debug)]
pub struct Grammar {
    pub(super) forms: Forms,
}

impl Grammar {
    /// Parses a grammar from its TOML text.
    pub fn parse(text: &str) -> Result<Self, GrammarError> {
        let file: File =
            toml::from_str(text).map_err(|e| GrammarError::Syntax { what: e.message().to_owned() })?;
        let mut forms = Vec::new();
        let mut patterns = Vec::new();
        for (i, data) in file.form.into_iter().enumerate() {
            let code = data.code.clone();
            let (form, source) =
                Form::compile(data).map_err(|what| GrammarError::Form { number: i + 1, code, what })?;
            forms.push(form);
            patterns.push(source);
        }
        let forms = Forms::new(forms, &patterns).map_err(|e| GrammarError::Syntax { what: e.to_string() })?;
        Ok(Grammar { forms })
    }

    /// Returns the built-in grammar.
    ///
    /// # Panics
    /// If the program was built with a file that does not parse; see
    /// [`check_built_in`](Self::check_built_in).
    #[allow(clippy::panic)] // Not outside input: the file is a part of the program.
    pub fn built_in() -> &'static Grammar {
        match &*GRAMMAR {
            Ok(grammar) => grammar,
            Err(error) => panic!("built in: {error}"),
        }
    }

    /// Checks that the built-in grammar is usable.
    ///
    /// # Errors
    /// The error of the file that was built in.
    pub fn check_built_in() -> Result<(), &'static GrammarError> {
        GRAMMAR.as_ref().map(|_| ())
    }

    /// Returns the codes of all forms, without duplicates, sorted.
    pub fn codes(&self) -> Vec<&str> {
        let mut codes: Vec<&str> = self.forms.iter().map(|f| f.code.as_str()).collect();
        codes.sort_unstable();
        codes.dedup();
        codes
    }

    /// Finds all citations in a text, in order. Each text is read on its own: [`resolve`](super::resolve)
    /// handles references that depend on the place in a document ("said section").
    pub fn find(&self, text: &str) -> Vec<Found> {
        let folded = Folded::new(text);
        scan(&self.forms, &folded.text, None)
            .into_iter()
            .map(|hit| Found {
                bytes: folded.original(hit.bytes.start)..folded.original(hit.bytes.end),
                citation: hit.citation(&self.forms),
            })
            .collect()
    }

    /// Parses a text that is exactly one citation; a range counts as one.
    pub fn parse_citation(&self, text: &str) -> Option<Citation> {
        let text = text.trim();
        let mut found = self.find(text).into_iter();
        let first = found.next().filter(|f| f.bytes == (0..text.len()))?;
        found.next().is_none().then_some(first.citation)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn texts(text: &str) -> Vec<String> {
        Grammar::built_in().find(text).into_iter().map(|f| f.citation.text).collect()
    }

    #[test]
    fn built_in_grammar_is_well_formed() {
        assert!(Grammar::parse(BUILT_IN).is_ok_and(|g| g.forms.len() > 15));
    }

    #[test]
    fn recognises() {
        for (text, expected) in [
            ("under RSA 31-B:3, II(c), the board", &["RSA 31-B:3, II(c)"][..]),
            ("rsa 31-b:3 says", &["RSA 31-B:3"]),
            ("RSA chapter 676 and RSA 612:14, I-IV", &["RSA ch. 676", "RSA 612:14, I-IV"]),
            ("RSA 31-B:2 and 31-B:3, II", &["RSA 31-B:2", "RSA 31-B:3, II"]),
            ("see section 31-B:2", &["RSA 31-B:2"]),
            ("Sections 3 and 31-B:2 apply", &["Section 3", "RSA 31-B:2"]),
            ("Article IV, Section 3;1-A:3", &["Article IV", "Section 3", "RSA 1-A:3"]),
            ("M.G.L. c. 40A, § 9", &["M.G.L. c. 40A, § 9"]),
            ("M.G.L.A . c. 43.", &["M.G.L. c. 43"]),
            ("section 9 of chapter 40A of the General Laws", &["M.G.L. c. 40A, § 9"]),
            ("MCL 125.3101(2)", &["MCL 125.3101(2)"]),
            ("Conn. Gen. Stat. § 7-131w", &["Conn. Gen. Stat. § 7-131w"]),
            ("D.C. Code § 12-301", &["D.C. Code § 12-301"]),
            ("ORS Chapters 197 and 227", &["ORS ch. 197", "ORS ch. 227"]),
            ("ORS 192.311", &["ORS 192.311"]),
            ("5 ILCS 120/2.02", &["5 ILCS 120/2.02"]),
            ("5 U.S.C. § 552(b)(4) and 28 CFR 35.104", &["5 U.S.C. § 552(b)(4)", "28 C.F.R. § 35.104"]),
            ("1 U.S.C. § 100 to 2 U.S.C. § 1", &["1 U.S.C. § 100", "2 U.S.C. § 1"]),
            ("17 C.F.R. § 240.15c2-12(b)(5)", &["17 C.F.R. § 240.15c2-12(b)(5)"]),
            ("17 CFR 240.10b-5 and 240.14a-8", &["17 C.F.R. § 240.10b-5", "17 C.F.R. § 240.14a-8"]),
            ("26 C.F.R. § 1.148-1(a)", &["26 C.F.R. § 1.148-1(a)"]),
            ("26 CFR §§ 1.501(c)(3)-1, 1.61-2", &["26 C.F.R. § 1.501(c)(3)-1", "26 C.F.R. § 1.61-2"]),
            ("26 CFR 1.501(c)(3)", &["26 C.F.R. § 1.501(c)(3)"]),
            ("Treas. Reg. § 1.148-1", &["26 C.F.R. § 1.148-1"]),
            ("SEC Rule 15c2-12 applies", &["17 C.F.R. § 240.15c2-12"]),
            ("28 CFR 35.104-35.106", &["28 C.F.R. §§ 35.104 to 35.106"]),
            ("17 CFR 240.15-240.20", &["17 C.F.R. §§ 240.15 to 240.20"]),
            ("RSAs 91-A:2 and 91-A:4", &["RSA 91-A:2", "RSA 91-A:4"]),
            ("R.S.A.s 91-A:2, 91-A:4", &["RSA 91-A:2", "RSA 91-A:4"]),
            ("RSAs 31 and 41", &["RSA ch. 31", "RSA ch. 41"]),
            ("42 U.S.C. § 1983 note", &["42 U.S.C. § 1983"]),
            ("§ 1983 note", &["Section 1983"]),
            ("RSA 91-A:3¹ and RSA 91-A:4⁴", &["RSA 91-A:3", "RSA 91-A:4"]),
            ("RSA 564-B:10-1005A, II", &["RSA 564-B:10-1005a, II"]),
            ("RSA 38-D:6, RSA 383-A:1-101", &["RSA 38-D:6", "RSA 383-A:1-101"]),
            ("section 383-B:3-301 or RSA 339:71-339:76", &["RSA 383-B:3-301", "RSA 339:71 to 339:76"]),
            ("O.C.G.A. § 50-14-1", &["O.C.G.A. § 50-14-1"]),
            ("§ 200-43 and Section 4.2(a)", &["Section 200-43", "Section 4.2(a)"]),
            ("ARTICLE V", &["Article V"]),
            ("Articles 30 and 32", &["Article 30", "Article 32"]),
            ("Article 3 and 4 dogs", &["Article 3"]),
            ("ORDINANCE NO. 45-2017", &["Ordinance 45-2017"]),
            ("Resolution No 310 \u{2013} 2024", &["Resolution 310-2024"]),
            ("case #25-07-AB", &["Case 25-07-AB"]),
            ("HB 110", &["HB 110"]),
            ("42 USC 12131(1) and 42 U.S.C. 300gg-91", &["42 U.S.C. § 12131(1)", "42 U.S.C. § 300gg-91"]),
            ("16 U.S.C. 460lll-1 and 42 USC 247d-7f-1", &["16 U.S.C. § 460lll-1", "42 U.S.C. § 247d-7f-1"]),
            ("appendix A to 28 CFR part 35", &["28 C.F.R. pt. 35, app. A"]),
            ("Va. Code § 15.2-2204(A)", &["Va. Code § 15.2-2204(A)"]),
            ("section 2.2-3700 of the Code of Virginia", &["Va. Code § 2.2-3700"]),
            ("Virginia Code § 62.1-44.15:34", &["Va. Code § 62.1-44.15:34"]),
            ("ORC 121.22(G)(1), R.C. 9.01", &["R.C. 121.22(G)(1)", "R.C. 9.01"]),
            ("Ohio Revised Code Section 5747.01", &["R.C. 5747.01"]),
            ("RCW 42.56.070(1) and 42.56.080", &["RCW 42.56.070(1)", "RCW 42.56.080"]),
            ("section 24-72-204, C.R.S.", &["C.R.S. § 24-72-204"]),
            ("C.R.S. 25.5-1-101(1.5)(a)", &["C.R.S. § 25.5-1-101(1.5)(a)"]),
            ("NRS 241.020 and N.R.S. 432B.010", &["NRS 241.020", "NRS 432B.010"]),
            ("AS 29.35.010(4) as it was", &["Alaska Stat. § 29.35.010(4)"]),
            ("NDCC 44-04-18 or N.D.C.C. § 14-02.1-03", &["N.D.C.C. § 44-04-18", "N.D.C.C. § 14-02.1-03"]),
            ("24 VSA 4413 and 1 V.S.A. §§ 312-314", &["24 V.S.A. § 4413", "1 V.S.A. §§ 312 to 314"]),
            ("30-A M.R.S.A. § 4352(1)(A)", &["30-A M.R.S. § 4352(1)(A)"]),
            // Numbers of the same form without the name of a code.
            ("2.2-3700 units at $15.2-2204 on 24-72-204", &[]),
            ("lot 42.56.070, map 121.22, 14-02-03, as 29.35 acres", &[]),
            ("at 7:00 PM in section of town", &[]),
        ] {
            assert_eq!(texts(text), expected, "{text:?}");
        }
    }

    #[test]
    fn bad_grammars_are_refused() {
        for text in [
            "x",
            "[[form]]\ncode='a'\njurisdiction=''\npattern='{b}'\nprint='x'\n[form.fields]\n",
            "[[form]]\ncode='a'\njurisdiction=''\npattern='('\nprint='x'\n[form.fields]\n",
        ] {
            assert!(Grammar::parse(text).is_err(), "{text}");
        }
    }

    fn sample() -> impl Strategy<Value = String> {
        prop_oneof![
            "RSA [1-9][0-9]{0,2}(-[A-Z])?:[1-9][0-9]?(-[a-z])?(, (I|II|IV|X)(\\([a-z]\\))?)?",
            "RSA ch\\. [1-9][0-9]{0,2}(-[A-Z])?",
            "M\\.G\\.L\\. c\\. [1-9][0-9]{0,2}[A-Z]?(, § [1-9][0-9]?[A-Z]?(\\([a-z]\\))?)?",
            "MCL [1-9][0-9]{0,2}\\.[1-9][0-9]{0,3}[a-z]?(\\([0-9]\\))?",
            "Conn\\. Gen\\. Stat\\. § [1-9][0-9]?-[1-9][0-9]{0,2}[a-z]?",
            "D\\.C\\. Code § [1-9][0-9]?-[1-9][0-9]{2}",
            "ORS [1-9][0-9]{0,2}\\.[0-9]{3}",
            "[1-9][0-9]? ILCS [1-9][0-9]{1,3}/[1-9][0-9]?(\\.[0-9])?",
            "[1-9][0-9]? U\\.S\\.C\\. § [1-9][0-9]{0,3}[a-z]?(\\([a-z]\\))?",
            "[1-9][0-9]? C\\.F\\.R\\. § [1-9][0-9]{0,2}\\.[1-9][0-9]?",
            "O\\.C\\.G\\.A\\. § [1-9][0-9]?-[1-9][0-9]?-[1-9][0-9]?",
            "NRS [1-9][0-9]{0,2}[A-C]?\\.[0-9]{3}(\\([1-9]\\))?",
            "Va\\. Code § [1-9][0-9](\\.[1-9])?-[1-9][0-9]{0,3}(\\.[1-9])?(:[1-9])?(\\([A-C]\\))?",
            "C\\.R\\.S\\. § [1-9][0-9]?-[1-9][0-9]?-[1-9][0-9]{2}(\\([1-9]\\))?",
            "Alaska Stat\\. § [0-9]{2}\\.[0-9]{2}\\.[0-9]{3}",
            "N\\.D\\.C\\.C\\. § [0-9]{2}-[0-9]{2}-[0-9]{2}",
            "R\\.C\\. [1-9][0-9]{0,3}\\.[0-9]{2}(\\([A-C]\\))?",
            "RCW [1-9][0-9]?[A-C]?\\.[0-9]{2}\\.[0-9]{3}",
            "[1-9][0-9]? (V\\.S\\.A|M\\.R\\.S)\\. § [1-9][0-9]{0,3}",
            "(Section|Article|Chapter) [1-9][0-9]?",
            "Section [1-9][0-9]?\\.[1-9](\\.[1-9])?(\\([a-z]\\))?",
            "Article (I|II|III|IV|V|IX|XII)",
            "(Ordinance|Resolution) [1-9][0-9]{0,2}-[12][0-9]{3}",
        ]
    }

    proptest! {
        #[test]
        fn parse_of_print_is_the_same(text in sample()) {
            let grammar = Grammar::built_in();
            let citation = grammar.parse_citation(&text);
            prop_assert!(citation.is_some(), "{text}");
            let citation = citation.unwrap();
            prop_assert_eq!(&citation.to_string(), &text);
            prop_assert_eq!(grammar.parse_citation(&citation.to_string()), Some(citation));
        }

        #[test]
        fn normal_forms_are_stable(text in "(RSA|MCL|§|Section|Article|c\\.|ch\\.|ORS|[0-9]|[-:.,()]| |[A-Ca-c]|IV){0,30}") {
            holds(&text)?;
        }

        #[test]
        fn normal_forms_in_lists_are_stable(
            parts in prop::collection::vec((sample(), prop::sample::select(vec![", ", ";", "; ", " and ", " to ", "-", ", §", ", § "])), 1..6),
            cut in 0..3usize,
        ) {
            // Members without their own head, which lists omit.
            let bare = |text: &str| text.split_once(' ').map_or(text, |(_, rest)| rest).to_owned();
            let text: String = parts.iter().enumerate()
                .map(|(i, (text, joint))| if i > cut { bare(text) + joint } else { text.clone() + joint })
                .collect();
            holds(&text)?;
        }
    }

    fn holds(text: &str) -> Result<(), TestCaseError> {
        for found in Grammar::built_in().find(text) {
            let again = Grammar::built_in().parse_citation(&found.citation.text);
            prop_assert_eq!(again.map(|c| c.text), Some(found.citation.text.clone()), "in {:?}", text);
        }
        Ok(())
    }
}
