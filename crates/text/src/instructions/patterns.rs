//! Patterns by their goal. They run on folded text: lower case except for delimiters, ASCII where an ASCII
//! letter exists, single white space.
//!
//! An override counts only if it addresses a model: as a command, or in words used only for models. "Can the
//! board ignore its own rules?" is a question of law.

use regex::{Regex, RegexBuilder};

use super::kind::InstructionKind;

/// A command starts a sentence or follows one of these.
const COMMAND: &str = r"(?:^|[.!?:;,>*\-|\]]\s*|\b(?:please|you must|you|must|now|then|and|to|will|i will|just|should|also)\s+)";

const SOURCES: &[(InstructionKind, &[&str])] = &[
    (
        InstructionKind::Override,
        &[
            r"{command}(?:ignore|disregard|forget|override|bypass|discard)\b[^.?!]{0,40}\b(?:previous|prior|above|earlier|preceding|all|your|any|system|developer|safety|content)\b[^.?!]{0,30}\b(?:instructions?|rules?|prompts?|guidelines?|directions?|directives?|polic(?:y|ies)|filters?|restrictions?|training|protocols?|programming|context)\b",
            r"{command}(?:ignore|disregard|forget)\b (?:everything|all|anything|what(?:ever)?)\b[^.?!]{0,25}\b(?:above|before|said|told|so far|earlier|previously)\b",
            r"\bignore (?:the )?user(?:'s)?\b",
            r"\b(?:new|updated|real|actual|true) (?:instructions?|directives?|task|orders?|system (?:prompt|update))\b ?(?:is|are|:|supersedes?|overrides?|begin)",
            r"\byour (?:new|real|actual|true|only) (?:instructions?|directives?|task|orders?|role|purpose|goal)\b",
            r"\byour (?:rules|instructions|guidelines|restrictions|policies) (?:have|are|were|do not|no longer)\b",
            r"\b(?:you|assistant) (?:now )?(?:must|will|shall|have to|can|may) (?:now )?(?:comply|obey|answer|respond)\b[^.?!]{0,30}\b(?:every|any|all|without|no matter|unconditionally)\b",
            r"\bcomply with every (?:request|command|instruction|order)\b",
            r"\b(?:safety|content|security) (?:protocols?|filters?|polic(?:y|ies)|guidelines|rules|checks?|measures)\b[^.?!]{0,40}\b(?:disabled|off|suspended|lifted|bypassed|skipped|not meant|do(?:es)? not apply|no longer)\b",
            r"\b(?:skip|bypass|disable|turn off|disregard) (?:all |any |the |your )?(?:safety|content|security)[- ](?:checks?|polic(?:y|ies)|filters?|guidelines|confirmations?|rules)\b",
            r"\bexempt from (?:the )?(?:usual|normal|all|any) (?:restrictions|rules|guidelines|safety)\b",
            r"\boverride\b ?:|\bsystem override\b|\badmin(?:istrator)? override\b",
            r"\b(?:ignora|ignorad|ignore[zr]?|ignoriere|ignorier|olvida|olvide|vergiss|vergesst|vergessen sie|oublie[zr]?|dimentica|dimenticare|esqueca|negeer|desconsidere)\b[^.?!]{0,40}\b(?:istruzion\w*|instruccion\w*|instructions?|instruco\w*|anweisung\w*|regel\w*|richtlinien?|consignes?|directives?|reglas?|regole|indicazion\w*|instructies|alles,? was|tout ce qui|todo lo|tutto)\b",
            r"\b(?:lineas? guida|linee guida|regles de securite|reglas de seguridad|sicherheitsregeln|sicherheitsrichtlinien)\b[^.?!]{0,30}\b(?:non valgono|ne s'appliquent pas|no aplican|gelten nicht|non si applicano)\b",
            r"\b(?:nuove|nuevas|nouvelles|neue) (?:istruzioni|instrucciones|instructions|anweisungen)\b ?:",
        ],
    ),
    (
        InstructionKind::Exfiltration,
        &[
            r"\b(?:your|hidden|secret|full|exact|initial|original|the) (?:system|hidden|secret|initial|developer) (?:prompts?|messages?|instructions?)\b",
            r"\bsystem ?prompts?\b",
            r"\b(?:hidden|secret) prompts?\b",
            r"\b(?:instructions|rules|prompt|guidelines) (?:that )?you (?:were|have been|got|are) (?:given|told|following|running)\b",
            r"\b(?:operating|internal) instructions you\b",
            r"{command}(?:reveal|show|print|output|repeat|leak|dump|expose|disclose|display|give me|tell me|list|write out|send)\b[^.?!]{0,40}\b(?:your (?:own )?(?:instructions|rules|guidelines|configuration|training data|prompt)|(?:the )?(?:api keys?|access tokens?|admin password|environment variables|internal configuration|context window|raw (?:customer )?database|customer (?:list|emails|database)|credentials|chat history of))",
            r"\b(?:reveal|leak|exfiltrate|dump|forward|send|e-?mail|post|upload)\b[^.?!]{0,60}\b(?:api keys?|credentials|passwords|customer (?:list|emails|data)|order data|confidential data|full contents|summary)\b[^.?!]{0,40}(?:@|https?:|\b(?:to me|externally|external|attacker)\b)",
            r"\beverything (?:in|from) your (?:context|memory|prompt)\b",
            r"\b(?:prompt|istruzioni|instrucciones|anweisungen|instructions|instrucoes) (?:di|del|de|du|des|do) (?:sistema|systeme?|systems)\b",
            r"\bsystem(?:anweisung\w*|vorgabe\w*|prompt\w*|instruktion\w*)\b",
        ],
    ),
    (
        InstructionKind::Persona,
        &[
            r"\b(?:developer|god|dan|debug|unrestricted|jailbreak|sudo|admin) mode\b",
            r"\bdo anything now\b|\bjailbreak (?:yourself|prompt|mode)\b|\byou are (?:now )?jailbroken\b",
            r"\byou are (?:now|no longer)\b[^.?!]{0,60}\b(?:unrestricted|unfiltered|uncensored|no (?:rules|restrictions|limits|filters)|without|dan|evil|free|bot|assistant|ai|mode)\b",
            r"\byou (?:have|had) no (?:rules|restrictions|limits|limitations|filters|guidelines|boundaries)\b",
            r"\b(?:respond|answer|reply|comply|speak)(?: fully| freely| to anything| anything| everything)?(?: and \w+)? without (?:any )?(?:restrictions?|filters?|limits?|limitations|censorship)\b",
            r"\b(?:pretend|role-?play|simulate|(?:act|behave|respond|answer|speak) as)\b[^.?!]{0,60}\b(?:no|without(?: any)?|free of|unbound by) (?:rules|restrictions?|filters?|limits?|limitations|guidelines|ethic\w*|moral\w*|censorship)\b",
            r"\b(?:unrestricted|unfiltered|uncensored) (?:ai|assistant|model|bot|chatbot|answers?)\b",
            r"\bnow allow (?:all|any) content\b",
            r"\b(?:modo desarrollador|entwicklermodus|mode developpeur|modalita sviluppatore|modo de desarrollo)\b",
            r"\b(?:sin|ohne|sans|senza|sem|geen|zonder) (?:ninguna? |aucune? |alcuna? |jegliche )?(?:restric\w*|restriz\w*|einschrankung\w*|filtr\w*|limit\w*|regeln|regole|regles|reglas)\b",
            r"\b(?:uneingeschrankt|keine (?:regeln|richtlinien|einschrankungen))\b",
            r"(?:as the|as an|come|como|en tant qu'|als) ?(?:assistant|ai|assistente|asistente|assistent)\b[^.?!]{0,80}\b(?:already|determined|reasoned|concluded|verified|gia|deja|ya|bereits)\b",
            r"\breasoning(?: trace)? \(assistant\)",
        ],
    ),
    (
        InstructionKind::Delimiter,
        &[
            r"<\|[a-z_ ]{2,30}\|>",
            r"\[/?(?:system|inst|sys|assistant)\]",
            r"</?(?:system|thinking|instructions?|assistant|user_input|system_prompt)>",
            r"<</?sys>>",
            r"(?:#{2,}|-{3,}|={3,})\s*(?:end|begin|start) of (?:the )?(?:document|user input|input|context|prompt|text|instructions?|system)",
            r"(?:^|[\n|]|-{3,}|#{3,})\s*system ?:",
            r"(?:^|\n)\s*assistant ?:",
        ],
    ),
    (
        InstructionKind::Encoded,
        &[
            r"\b(?:decode|decrypt|unscramble|deobfuscate|rot-?13|base-?(?:16|32|64|85))\b[^?]{0,60}\b(?:do (?:exactly )?what it says|follow|execute|obey|run it|carry out|instructions? (?:inside|within))\b",
            r"\b(?:read|translate)\b[^?]{0,50}\b(?:base-?64|rot-?13|hex(?:adecimal)?|binary|morse)\b[^?]{0,60}\b(?:do (?:exactly )?what|follow|execute|obey|carry out)\b",
        ],
    ),
];

/// Phrases of a document to a model that reads it; a user may legitimately say the same to this program.
const TO_MODEL: &[&str] = &[
    r"\b(?:note|notice|message|instructions?|important|attention|warning)\b:? (?:to|for) (?:the |any |all )?(?:ai|bot|assistant|chatbot|llm|language model|model|ai (?:system|assistant|model)s?|automated (?:system|assistant|agent)s?)\b",
    r"\b(?:ai|llm|chatbot|language model|virtual) (?:assistants?|agents?|systems?|models?)? ?(?:reading|processing|summari[sz]ing|analy[sz]ing|who reads|that reads)\b",
    r"\bsystem(?:hinweis| note| message| notice| instruction)s? ?:|\bnot[ae] (?:di|del|de|du) (?:sistema|systeme) ?:|\bnota? (?:de|al|para el) (?:asistente|modelo)\b",
    r"\bsystem: ?(?:cleanup|new|ignore|the user|you|call|run|send|delete|override|please)\b",
    r"\bwhen you (?:summari[sz]e|process|answer|respond|reply|read|analy[sz]e) (?:this|the|to this)\b",
    r"\b(?:before|after) (?:you (?:answer|respond|reply)|(?:answering|responding to|replying to) the user)\b",
    r"\b(?:append|insert|integrate|augment|render|express|tease|include|mention|add|put|place|repeat|end|begin|start|translate|encode|reverse|provide|write|modify|enhance|replace|remove|use|apply|misspell|introduce|rearrange|group|substitute|rewrite|encrypt|anagram\w*|suggest|give|deliver|convert|shift|swap|scramble|omit)\b[^.?!]{0,80}\b(?:your (?:reply|response|answer|output|summary|responses|replies|answers)|every (?:future )?(?:reply|response|answer|summary|report)|in all future (?:replies|responses|answers))\b",
    r"\b(?:can|could) you (?:reply|respond|answer|substitute|use|apply|encode|translate|write|reverse)\b[^.?]{0,60}\b(?:in|into|with|using|your)\b[^.?]{0,40}\b(?:german|french|spanish|italian|chinese|japanese|emojis?|base ?(?:16|32|64)|reverse|backwards?|cipher|response|reply|answer)\b",
    r"\bin your (?:response|reply|answer), (?:include|mention|suggest|add|recommend|promote)\b",
    r"\b(?:write|give|type|say|provide) your (?:reply|response|answer|output) (?:backwards?|in (?:reverse|french|german|spanish|italian|base|emojis?|morse|pig latin|all caps|uppercase|rhyme))",
    r"\b(?:save|store|remember)\b[^.?!]{0,50}\b(?:to your (?:long-term )?memory|for all future|in every future|persists?)\b",
    r"\bcall (?:the )?[a-z]+_[a-z_]+\b|\buse [a-z]+_[a-z_]+ to\b",
    r"\byou(?:r)? (?:are|operator)(?:'s)? (?:hereby )?(?:instructed to|confidentiality policy)\b",
    r"\b(?:note to self|persisted)\b[^.?!]{0,40}\b(?:next|future) (?:user )?(?:message|turn|reply)\b",
    r"\b(?:the )?user (?:is an admin|has (?:granted|authori[sz]ed|given) (?:permission|you|full)|is (?:clearly )?authori[sz]ed)\b",
    r"\b(?:am ende|alla fine|a la fin|al final) (?:jeder|di ogni|de chaque|de cada) (?:antwort|risposta|reponse|respuesta)\b",
];

/// Gap between two words of a pattern: the rest of one sentence. A full stop within a word
/// (`www.example.com`) does not end the sentence.
const WITHIN_A_SENTENCE: &str = r"(?:[^.?!]|[.?!]\S){";

/// Returns all patterns in the order of trial, each with its goal and its regular expression. Those for
/// documents alone come last.
pub(super) fn sources() -> impl Iterator<Item = (InstructionKind, String)> {
    let commands = SOURCES.iter().flat_map(|(kind, sources)| sources.iter().map(|s| (*kind, *s)));
    let to_a_model = TO_MODEL.iter().map(|s| (InstructionKind::ToModel, *s));
    commands.chain(to_a_model).map(|(kind, s)| (kind, spelled_out(s)))
}

fn spelled_out(source: &str) -> String {
    source.replace("{command}", COMMAND).replace("[^.?!]{", WITHIN_A_SENTENCE)
}

/// Compiles a pattern, ignoring case, with `^` at each line.
pub(super) fn compile(source: &str) -> Option<Regex> {
    RegexBuilder::new(source).case_insensitive(true).multi_line(true).build().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_compiles() {
        for (kind, source) in sources() {
            assert!(compile(&source).is_some(), "{kind:?}: {source}");
        }
    }
}
