//! Text for glyphs whose font states none.
//!
//! In order: the predefined character collection of a CID font, the font program's own character
//! map read backwards, the character code itself for simple fonts. A glyph without ink is a space.

use std::collections::HashMap;

use hayro_cmap::{BfString, CMap, CMapName, CharacterCollection, CidFamily, load_embedded};
use hayro_interpret::font::{Glyph, OutlineFontData, OutlineGlyph};
use hayro_interpret::kurbo::Shape;
use hayro_syntax::object::{Array, Dict, Name, Object, Stream, String as PdfString, dict_or_stream};
use hayro_syntax::page::Resources;
use skrifa::MetadataProvider;

use super::glyph::TextSource;

/// Font dictionaries looked at on one page when text is missing.
const FONTS_PER_PAGE: usize = 400;

/// Known text of fonts that state none.
#[derive(Default)]
pub(super) struct UnicodeFallback {
    /// By glyph and code.
    known: HashMap<(u128, u32), (String, TextSource)>,
    /// Character maps read backwards, by font program.
    reversed: HashMap<u128, HashMap<u32, char>>,
    /// CID fonts of predefined collections, by font name.
    collections: HashMap<String, Option<Collection>>,
}

struct Collection {
    encoding: CMap,
    unicode: CMap,
}

/// Text that hayro found for the glyph, unless it is a placeholder.
pub(super) fn stated(glyph: &Glyph<'_>) -> Option<BfString> {
    glyph.as_unicode().filter(|text| match text {
        BfString::Char(c) => !is_placeholder(*c),
        BfString::String(s) => !s.is_empty() && !s.chars().all(is_placeholder),
    })
}

fn is_placeholder(c: char) -> bool {
    matches!(c, '\0'..='\u{8}' | '\u{E}'..='\u{1F}' | '\u{FFFD}'..='\u{FFFF}')
}

impl UnicodeFallback {
    /// Text of a glyph for which [`stated`] found none, and how it was found.
    pub fn find(&mut self, glyph: &Glyph<'_>, resources: &Resources<'_>) -> (String, TextSource) {
        match glyph {
            Glyph::Type3(glyph) => assumed(glyph.char_code()),
            Glyph::Outline(glyph) => {
                let key = (glyph.identifier().cache_key(), glyph.char_code());
                if let Some(known) = self.known.get(&key) {
                    return known.clone();
                }
                let found = self.find_outline(glyph, resources);
                self.known.insert(key, found.clone());
                found
            }
        }
    }

    fn find_outline(&mut self, glyph: &OutlineGlyph, resources: &Resources<'_>) -> (String, TextSource) {
        let data = glyph.font_data();
        if let Some(data) = &data {
            let text = self
                .by_collection(data, glyph.char_code(), resources)
                .or_else(|| self.by_character_map(data, glyph.glyph_id().to_u32()).map(String::from));
            if let Some(text) = text {
                return (text, TextSource::Derived);
            }
        }
        if glyph.outline().bounding_box().area() == 0.0 && glyph.advance_width().is_some_and(|w| w > 0.0) {
            return (" ".to_owned(), TextSource::Derived);
        }
        // A code equal to the glyph's number in a font program is a CID, not a character.
        if data.is_some() && glyph.glyph_id().to_u32() == glyph.char_code() {
            return (missing(), TextSource::Missing);
        }
        assumed(glyph.char_code())
    }

    fn by_character_map(&mut self, data: &OutlineFontData, glyph: u32) -> Option<char> {
        let map = self.reversed.entry(data.cache_key).or_insert_with(|| reversed((*data.data).as_ref()));
        map.get(&glyph).copied()
    }

    fn by_collection(
        &mut self,
        data: &OutlineFontData,
        code: u32,
        resources: &Resources<'_>,
    ) -> Option<String> {
        let name = data.postscript_name.as_ref()?;
        if !self.collections.contains_key(name) {
            let mut budget = FONTS_PER_PAGE;
            let found = find_font(name, resources, &mut budget, 0).and_then(|font| collection(&font));
            self.collections.insert(name.clone(), found);
        }
        let collection = self.collections.get(name)?.as_ref()?;
        let cid = (1..=4u8).find_map(|length| collection.encoding.lookup_cid_code(code, length))?;
        match collection.unicode.lookup_bf_string(cid)? {
            BfString::Char(c) if is_placeholder(c) => None,
            BfString::Char(c) => Some(c.to_string()),
            BfString::String(s) => Some(s),
        }
    }
}

fn missing() -> String {
    char::REPLACEMENT_CHARACTER.to_string()
}

/// Takes a character code for the character that Latin-1 has there.
fn assumed(code: u32) -> (String, TextSource) {
    match char::from_u32(code) {
        Some(c @ (' '..='~' | '\u{A0}'..='\u{FF}')) => (c.to_string(), TextSource::Assumed),
        _ => (missing(), TextSource::Missing),
    }
}

/// The font program's character map from glyph to character, plain characters preferred.
fn reversed(data: &[u8]) -> HashMap<u32, char> {
    let mut map = HashMap::new();
    let Ok(font) = skrifa::FontRef::new(data) else {
        return map;
    };
    for (code, glyph) in font.charmap().mappings() {
        // Symbol fonts keep their characters at U+F000 plus the code.
        let code = if (0xF020..=0xF07E).contains(&code) { code - 0xF000 } else { code };
        if let Some(c) = char::from_u32(code).filter(|c| !is_placeholder(*c)) {
            map.entry(glyph.to_u32()).and_modify(|known: &mut char| *known = (*known).min(c)).or_insert(c);
        }
    }
    map
}

/// The font dictionary of this name among the page's resources and those of its forms.
fn find_font<'a>(
    name: &str,
    resources: &Resources<'a>,
    budget: &mut usize,
    depth: usize,
) -> Option<Dict<'a>> {
    for key in resources.fonts.keys() {
        *budget = budget.checked_sub(1)?;
        let Some(font) = resources.fonts.get::<Dict<'a>>(&*key) else { continue };
        if let Some(base) = font.get::<Name<'_>>(b"BaseFont")
            && without_subset_tag(base.as_str()) == name
        {
            return Some(font);
        }
    }
    if depth >= 3 {
        return None;
    }
    for key in resources.x_objects.keys() {
        *budget = budget.checked_sub(1)?;
        let Some(stream) = resources.x_objects.get::<Stream<'a>>(&*key) else { continue };
        if let Some(inner) = stream.dict().get::<Dict<'a>>(b"Resources")
            && let Some(font) = find_font(name, &Resources::new(inner), budget, depth + 1)
        {
            return Some(font);
        }
    }
    None
}

fn without_subset_tag(name: &str) -> &str {
    match name.split_once('+') {
        Some((tag, rest)) if tag.len() == 6 => rest,
        _ => name,
    }
}

fn collection(font: &Dict<'_>) -> Option<Collection> {
    let encoding = match font.get::<Object<'_>>(b"Encoding")? {
        Object::Name(name) => predefined(CMapName::from_bytes(&name))?,
        other => {
            let (_, stream) = dict_or_stream(&other)?;
            CMap::parse(stream?.decoded_data().ok()?.as_ref(), load_embedded)?
        }
    };
    let family = match &encoding.metadata().character_collection {
        Some(CharacterCollection { family, .. }) if *family != CidFamily::AdobeIdentity => family.clone(),
        _ => {
            let descendant = font.get::<Array<'_>>(b"DescendantFonts")?.iter::<Dict<'_>>().next()?;
            let system = descendant.get::<Dict<'_>>(b"CIDSystemInfo")?;
            let registry = system.get::<PdfString<'_>>(b"Registry")?;
            let ordering = system.get::<PdfString<'_>>(b"Ordering")?;
            CidFamily::from_registry_ordering(registry.as_bytes(), ordering.as_bytes())
        }
    };
    let unicode = predefined(family.ucs2_cmap()?)?;
    Some(Collection { encoding, unicode })
}

fn predefined(name: CMapName<'_>) -> Option<CMap> {
    match name {
        CMapName::IdentityH => Some(CMap::identity_h()),
        CMapName::IdentityV => Some(CMap::identity_v()),
        name => CMap::parse(load_embedded(name)?, load_embedded),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_stand_for_latin_characters_only() {
        assert_eq!(assumed(65), ("A".to_owned(), TextSource::Assumed));
        for code in [0, 7, 0x85, 0x100, 0xD800, u32::MAX] {
            assert_eq!(assumed(code).1, TextSource::Missing);
        }
    }

    #[test]
    fn subset_tags_go() {
        assert_eq!(without_subset_tag("ABCDEF+Arial"), "Arial");
        assert_eq!(without_subset_tag("A+B"), "A+B");
    }

    #[test]
    fn japanese_collection_gives_text() {
        let unicode = predefined(CidFamily::AdobeJapan1.ucs2_cmap().unwrap()).unwrap();
        assert_eq!(unicode.lookup_bf_string(843), Some(BfString::Char('\u{3042}')));
    }
}
