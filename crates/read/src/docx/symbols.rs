//! Symbol fonts: their codes as Unicode.

/// A font whose codes are not letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SymbolFont {
    Symbol,
    Wingdings,
    Wingdings2,
    Wingdings3,
    Webdings,
}

impl SymbolFont {
    /// Returns the symbol font of this name; `None` for a font of letters.
    pub(super) fn named(name: &str) -> Option<SymbolFont> {
        match name.trim().to_ascii_lowercase().as_str() {
            "symbol" | "symbolps" | "symbolmt" | "standard symbols l" | "standard symbols ps" => {
                Some(SymbolFont::Symbol)
            }
            "wingdings" => Some(SymbolFont::Wingdings),
            "wingdings 2" => Some(SymbolFont::Wingdings2),
            "wingdings 3" => Some(SymbolFont::Wingdings3),
            "webdings" => Some(SymbolFont::Webdings),
            _ => None,
        }
    }

    /// Returns the character of a code from 0x20 to 0xFF.
    fn character(self, code: u8) -> Option<char> {
        match self {
            SymbolFont::Symbol => symbol(code),
            SymbolFont::Wingdings => wingdings(code),
            SymbolFont::Wingdings2 => wingdings_2(code),
            SymbolFont::Wingdings3 => wingdings_3(code),
            SymbolFont::Webdings => webdings(code),
        }
    }
}

/// Marks a symbol without a Unicode character.
pub(super) const UNKNOWN: char = '\u{fffd}';

/// Returns what a character shows in this font: symbol fonts keep their codes at U+F020 to U+F0FF too.
pub(super) fn shown(c: char, font: Option<SymbolFont>) -> char {
    let code = u32::from(c);
    if c.is_whitespace() && code < 0xf000 {
        return c;
    }
    let private = (0xf020..=0xf0ff).contains(&code);
    match font {
        Some(font) if private || (0x20..=0xff).contains(&code) => {
            u8::try_from(code & 0xff).ok().and_then(|code| font.character(code)).unwrap_or(UNKNOWN)
        }
        // The bullet of lists that lost their font.
        None if c == '\u{f0b7}' => '•',
        None if private => UNKNOWN,
        _ => c,
    }
}

/// From 0x20 to 0x7E, as Adobe's Symbol encoding has them.
const SYMBOL_LOW: &str =
    " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼";

/// From 0xA0 to 0xFE.
const SYMBOL_HIGH: &str = "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…|—↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪\u{fffd}〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭";

fn symbol(code: u8) -> Option<char> {
    let (row, first) = if code < 0xa0 { (SYMBOL_LOW, 0x20) } else { (SYMBOL_HIGH, 0xa0) };
    row.chars().nth(code.checked_sub(first)?.into())
}

/// Returns the `code - first`th of consecutive characters.
fn counted(first: char, from: u8, code: u8) -> Option<char> {
    char::from_u32(u32::from(first) + u32::from(code.saturating_sub(from)))
}

fn wingdings(code: u8) -> Option<char> {
    Some(match code {
        0x20 => ' ',
        0x21 => '✏',
        0x22 => '✂',
        0x28 => '☎',
        0x29 => '✆',
        0x2a => '✉',
        0x3e => '✇',
        0x3f => '✍',
        0x41 => '✌',
        0x45 => '☜',
        0x46 => '☞',
        0x47 => '☝',
        0x48 => '☟',
        0x4a => '☺',
        0x4c => '☹',
        0x4e => '☠',
        0x51 => '✈',
        0x52 => '☼',
        0x54 => '❄',
        0x56 => '✞',
        0x58 => '✠',
        0x59 => '✡',
        0x5e..=0x69 => return counted('♈', 0x5e, code),
        0x6c => '●',
        0x6d => '❍',
        0x6e => '■',
        0x6f | 0xa8 => '☐',
        0x70 => '❐',
        0x71 => '❑',
        0x72 => '❒',
        0x73 | 0x74 => '⧫',
        0x75 | 0x77 => '◆',
        0x76 => '❖',
        0x78 | 0xfd => '☒',
        0x7a => '⌘',
        0x7b => '❀',
        0x7c => '✿',
        0x7d => '❝',
        0x7e => '❞',
        0x80 => '⓪',
        0x81..=0x8a => return counted('①', 0x81, code),
        0x8b => '⓿',
        0x8c..=0x95 => return counted('❶', 0x8c, code),
        0x9e => '·',
        0x9f => '•',
        0xa0 | 0xa7 => '▪',
        0xa1 | 0xa6 => '○',
        0xa4 => '◉',
        0xa5 => '◎',
        0xab => '★',
        0xac => '✶',
        0xad => '✴',
        0xae => '✹',
        0xaf => '✵',
        0xb5 => '✪',
        0xb6 => '✰',
        0xd5 => '⌫',
        0xd6 => '⌦',
        0xd8 => '➢',
        0xdc => '➲',
        0xdf | 0xe7 => '←',
        0xe0 | 0xe8 => '→',
        0xe1 | 0xe9 => '↑',
        0xe2 | 0xea => '↓',
        0xe3 | 0xeb => '↖',
        0xe4 | 0xec => '↗',
        0xe5 | 0xed => '↙',
        0xe6 | 0xee => '↘',
        0xef => '⇦',
        0xf0 => '⇨',
        0xf1 => '⇧',
        0xf2 => '⇩',
        0xf3 => '⬄',
        0xf4 => '⇳',
        0xf9 => '▭',
        0xfa => '▫',
        0xfb => '✗',
        0xfc => '✓',
        0xfe => '☑',
        _ => return None,
    })
}

fn wingdings_2(code: u8) -> Option<char> {
    Some(match code {
        0x20 => ' ',
        0x4f => '✗',
        0x50 => '✓',
        0x51 | 0x53 | 0x54 => '☒',
        0x52 => '☑',
        0x6a..=0x73 => return counted('①', 0x6a, code),
        0x75..=0x7e => return counted('❶', 0x75, code),
        0x97 => '●',
        0xa2 => '■',
        0xa3 => '☐',
        _ => return None,
    })
}

fn wingdings_3(code: u8) -> Option<char> {
    const ARROWS: &str = "←→↑↓↖↗↙↘";
    const TRIANGLES: &str = "▲▼△▽◄►◁▷";
    match code {
        0x20 => Some(' '),
        0x21..=0x28 => ARROWS.chars().nth(usize::from(code - 0x21)),
        0x70..=0x77 => TRIANGLES.chars().nth(usize::from(code - 0x70)),
        _ => None,
    }
}

fn webdings(code: u8) -> Option<char> {
    Some(match code {
        0x20 => ' ',
        0x33 => '◀',
        0x34 => '▶',
        0x35 => '▲',
        0x36 => '▼',
        0x61 => '✓',
        0x63 => '☐',
        0x67 => '■',
        0x6e => '●',
        0x72 => '✗',
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbol_codes_become_unicode() {
        let shows = |font: &str, text: &str| {
            text.chars().map(|c| shown(c, SymbolFont::named(font))).collect::<String>()
        };
        for (font, text, expected) in [
            ("Symbol", "\u{f0a3}\u{f0b3}\u{f0b9}\u{f0b1}\u{f0b4}\u{f0b8}\u{f0b0}\u{f0b7}", "≤≥≠±×÷°•"),
            ("Symbol", "£³ 50", "≤≥ 50"),
            ("Symbol", "\u{f061}\u{f057}\u{f0ae}\u{f0d6}\u{f0a4}\u{f0fe}\u{f0fd}\u{f0a0}", "αΩ→√⁄⎭⎬€"),
            ("Wingdings", "\u{f0a8}\u{f0fe}\u{f0fd}\u{f078}\u{f0fc}\u{f0fb}\u{f0e0}\u{f0a7}", "☐☑☒☒✓✗→▪"),
            ("wingdings", "oxþý¨", "☐☒☑☒☐"),
            ("Wingdings 2", "PR£", "✓☑☐"),
            ("Webdings", "ac", "✓☐"),
            ("Wingdings", "\u{f024}", "\u{fffd}"),
            ("Unheard Of", "\u{f0b3}\u{f0b7} a§", "\u{fffd}• a§"),
            ("Arial", "≤ 50 feet", "≤ 50 feet"),
        ] {
            assert_eq!(shows(font, text), expected, "{font} {text}");
        }
    }
}
