//! Rules made by hand, each of which can be switched off alone, so that it can be measured what it does
//! (`benches/rules_on_trial.py`). Without the feature `trial` every rule is on and nothing is asked at run
//! time. Rules that keep an answer honest or safe are not among them.
//!
//! A rule is asked last, where it would change something: so the questions that it touches are known from
//! one run with all rules on.

/// Declares the rules with their names and what each does.
macro_rules! rules {
    ($($rule:ident $name:literal $does:literal)*) => {
        /// A rule on trial.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Rule {
            $(#[doc = $does] $rule,)*
        }

        #[cfg(feature = "trial")]
        impl Rule {
            /// All of them.
            pub const ALL: &[Rule] = &[$(Rule::$rule,)*];

            /// As the table names it: the room, then the rule.
            pub fn name(self) -> &'static str {
                match self {
                    $(Rule::$rule => $name,)*
                }
            }

            /// What it does.
            pub fn does(self) -> &'static str {
                match self {
                    $(Rule::$rule => $does,)*
                }
            }
        }
    };
}

rules! {
    ExpectPercent "kind: percent" "\"percent\" and \"proportion\" ask for a share"
    ExpectHowMuch "kind: how much" "\"how much\" asks for money"
    ExpectMoneyWord "kind: what with a word of money" "\"what\" or \"which\" with \"fee\", \"fine\", … asks for money"
    ExpectMeaning "kind: meaning" "\"define\", \"what does … mean\" ask for a definition"
    ExpectDecision "kind: vote" "\"how did\", \"what\" with \"vote\", \"decide\", … ask for a decision"
    ExpectDate "kind: when" "\"when\", \"what date\", \"deadline\" ask for a date"
    ExpectHowMany "kind: how many" "\"how many\", \"how long\", … ask for a count"
    ExpectQuantityWord "kind: quorum" "\"quorum\", \"limit\", \"setback\", … ask for a count"
    ExpectName "kind: who" "\"who\" asks for a name"
    BareAmount "kind: bare amount" "an amount without a currency sign is money"
    WeekdayIsDate "kind: weekday" "a weekday or a year is a date"
    DefinesByList "kind: list of meanings" "words with a colon and their meaning are definitions"
    KindInOrder "order: kind of value" "a passage with a value of the kind asked for comes earlier"
    ThinPassage "order: thin passage" "a passage that says nothing beyond its heading comes later"
    NotesInOrder "order: notes" "the notes behind a section come later"
    CaseAskedFor "facts: case asked for" "beside what is said of the case, lot or unit asked about, nothing is said of another"
    PartFacts "facts: parts" "of something that is made of parts, such as a tax, each part's figure is shown"
    LawFirst "facts: law first" "a question for the law itself is answered by a section before papers that cite it"
    HeadedSection "facts: headed section" "in a question of law, a section whose heading the question has leads, and is hardly silent"
    CitationInOrder "order: citation" "a passage of a section that the question names comes earlier"
    TownInOrder "order: town" "a passage of the question's town comes earlier"
    BoardInOrder "order: board" "a passage of the question's board comes earlier"
    WordsOfQuestions "queries: words of questions" "\"much\", \"explain\", \"kind\" tell no matter apart"
    QueryOfPart "queries: parts" "each part of a question is a query"
    QuerySynonyms "queries: synonyms" "the question is also asked with other words for the same"
    SynonymOfLaw "queries: synonym of law" "a synonym that names a section needs a passage that shows it"
    QueryTelling "queries: telling words" "the question's telling words are a query"
    QueryAnchors "queries: anchors" "words of local papers or statutes are put beside the telling words"
    SecondPass "queries: second pass" "a weak first search is followed by another with templates"
    HighStakes "queries: high stakes" "\"liability\", \"permit\", … call for a second search"
    OffTopic "merge: other matter" "a passage with names of its own and few words of the question is of another matter"
    LegalTopic "merge: matter of law" "a passage on a matter of law that the question touches is of its matter"
    OwnMatterFirst "merge: own matter first" "passages of another matter stand behind the first eight"
    SituationFirst "merge: situation" "a passage that names something of the situation comes earlier"
    StatuteFirst "merge: statute" "a statute comes earlier for a question of how something is done"
    ScopeFirst "merge: scope" "a passage of the lane where the answer is expected comes earlier"
    StateReserve "merge: places for the law" "a question of law gets three passages of the law"
    OtherSources "merge: other sources" "later passages of one source make room for other sources"
    FoldCopies "merge: copies" "near-duplicates of two sources are one passage"
    DraftBehind "merge: draft behind" "of two copies an approved one stands for a draft"
    FollowCitations "merge: cited sections" "sections that good passages cite are added"
    PlaceTakenOut "place: taken out" "the names of a question's place are taken out of what is searched"
    NamedAfterPlace "place: named after" "\"Alder Road\" is not Alder"
    LongerName "place: longer name" "\"Mary Alder\" is not Alder"
    CapitalOfPlace "place: capital" "a place's name begins with a capital where the question has any"
    CodeOfState "place: state code" "\"OR\" is a state in capitals or behind \"in\" alone"
    Modals "words: modals" "\"may\", \"must\", … are not of a question's matter"
    MonthOfMay "words: May" "a capital May inside a question is the month"
    KindWords "words: kind" "\"cost\", \"fee\", \"number\" are not what two values are said of"
    Parts "facets: parts" "a question is cut into parts before each question word"
    CarrySubject "facets: subject" "a short part gets the subject of the longest"
    Listed "facets: list" "three things listed are answered one by one"
    AnyKind "facets: any kind" "where no kind is asked for, money, shares and counts are compared"
    HeadingOnly "facts: heading" "a sentence of the question's and the heading's words alone is no fact"
    ShortSentence "facts: short" "a sentence of two words is no fact"
    KindOfFact "facts: kind of value" "a sentence with a value of the kind asked for comes earlier"
    NotesOfFact "facts: notes" "a sentence of the notes behind a section comes later"
    CopiesOfFact "facts: copies" "a sentence that another paper has too is one fact with two quotes"
    ExpandParts "facts: search for a part" "a part that no fact covers is searched for alone"
    FillParts "facts: fill a part" "a part that still lacks a fact gets one by its exact words"
    ListedMissing "facts: missing of a list" "a listed thing that no quote names is told as missing"
    PrimaryFirst "conflict: at first hand" "of quotes that disagree a report at second hand comes later"
    ChangedFirst "conflict: changed later" "of quotes that disagree a later one that speaks of a change comes first"
    WithinOneSource "conflict: one source" "one paper may contradict itself"
    TwoEditions "conflict: two editions" "the same row of two papers of different dates disagrees, though one prints both values"
    Designators "conflict: designators" "\"Unit 4B\" and \"Unit 7A\" are two things"
    NamesAlone "conflict: names alone" "a sentence with several names does not say which one is asked for"
    SaidByBoth "conflict: said by both" "a value that the other source says too is no disagreement"
    Stages "conflict: stages" "an estimate beside a contract, a proposal beside a vote is noted by the quotes' own words"
    Change "conflict: change" "unless a sentence says that something was changed"
    OwnNeighbour "conflict: neighbours" "words behind another value belong to that one"
    MixedParts "audit: mixed" "a question about taxes lists town, school and county"
    KeepToMatter "user's text: matter" "quotes that name nothing of the user's text go where that answers better"
    RefersOwned "gate: my unit" "\"my unit\" has to be named"
    RefersDemonstrative "gate: that invoice" "\"that invoice\" has to be named"
    TellsWithout "gate: tells without" "a question with words enough of its own is not asked back for \"it\""
    RefersPronoun "gate: it" "\"it\" has to be named"
    RefersDay "gate: today" "\"today\" has to be named"
    ThoseInCharge "gate: they" "\"they\" are those who run the place"
    EmptyIt "gate: empty it" "\"is it allowed\", \"does it cost\" point at nothing"
    Periods "gate: this year" "\"this year\" and \"that kind\" point at nothing"
    NamedBefore "gate: named before" "what the question names before is not asked for"
    UnclearIntent "gate: intent" "a word or two ask for nothing yet"
    WhichPlace "gate: which place" "a value that several places have needs a place"
    SinglesOut "gate: name settles" "a name or number in the question settles the place"
    NoGrounding "gate: unknown words" "a question in words that no paper has is asked back"
    OwnCase "gate: own case" "conditions of the rule are asked back"
    SpeaksToReader "gate: own case, you" "conditions of a text that says \"you\" alone are asked back"
    Enumerated "gate: conditions, enumeration" "\"a, b or c\" are three conditions"
    PointsAtList "gate: conditions, pointing" "\"if you meet these\" is no condition"
    Conjunction "gate: conditions, must" "\"must\" and \"and\" join the conditions of a list"
    Sentences "gate: conditions, sentences" "without an \"if\" each sentence of a rule is a condition"
    OutputOfSteps "plan: steps, risk" "\"how do I\", \"liable\" make a question complex"
    MultiHop "plan: several steps" "\"compare\", \"if so\", … make a question one of several steps"
    Complex "plan: condition" "\"unless\", \"both\", … make a question complex"
    LocalWords "plan: local words" "\"minutes\", \"budget\", … expect the answer in local papers"
    StateWords "plan: words of law" "\"statute\", \"rsa\", … expect it in the law"
    LeadsWithPreposition "follow-up: preposition" "\"in 2024?\" takes up the question before"
    Opens "follow-up: and" "\"And …\", \"What about …\" take up the question before"
    ReplaceDate "follow-up: date" "a date takes the place of the one before"
    ReplacePlace "follow-up: place" "a place takes the place of the one before"
    ReplaceAlike "follow-up: noun" "a phrase takes the place of one with the same noun"
    WithSetting "follow-up: setting" "place and date of the question before are added"
    AntecedentPerson "follow-up: she" "\"she\" is somebody named before"
    AntecedentOthers "follow-up: they" "\"they\" is a body or a plural named before"
    AntecedentThing "follow-up: it" "\"it\" is what was named before, with a number first"
    AntecedentNoun "follow-up: that noun" "\"that permit\" is the permit named before"
}

#[cfg(feature = "trial")]
mod switches {
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

    use super::Rule;

    const NONE: usize = usize::MAX;
    static OFF: AtomicUsize = AtomicUsize::new(NONE);
    static TOUCHED: [AtomicBool; Rule::ALL.len()] = [const { AtomicBool::new(false) }; Rule::ALL.len()];

    impl Rule {
        /// Whether it holds; notes that it was asked.
        pub fn on(self) -> bool {
            if let Some(touched) = TOUCHED.get(self as usize) {
                touched.store(true, Ordering::Relaxed);
            }
            OFF.load(Ordering::Relaxed) != self as usize
        }

        /// Switches one rule off and all others on; `None`: all on.
        pub fn switch_off(rule: Option<Rule>) {
            OFF.store(rule.map_or(NONE, |rule| rule as usize), Ordering::Relaxed);
        }

        /// The rules that were asked since the last call.
        pub fn touched() -> Vec<Rule> {
            let asked = |rule: &Rule| {
                TOUCHED.get(*rule as usize).is_some_and(|touched| touched.swap(false, Ordering::Relaxed))
            };
            Rule::ALL.iter().copied().filter(asked).collect()
        }
    }
}

#[cfg(not(feature = "trial"))]
impl Rule {
    /// Every rule holds.
    pub const fn on(self) -> bool {
        true
    }
}
