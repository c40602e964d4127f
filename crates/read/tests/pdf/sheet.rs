//! Writes small PDF files: pages of drawn strings, boxes and strokes.

use twolane_read::pdf::{PdfOptions, read};
use twolane_read::{Document, Page};
use twolane_text::{Line, LineFlags};

/// A page under construction. Places are in points from the top left corner.
#[derive(Clone, Debug, Default)]
pub struct Sheet {
    content: String,
    annotations: String,
    /// Contents of form XObjects, `/X0` and on.
    forms: Vec<String>,
    /// Degrees that the page is turned clockwise for display.
    turn: u16,
}

impl Sheet {
    /// Height of a page.
    pub const HEIGHT: f32 = 792.0;

    /// Draws text in Helvetica on a baseline.
    pub fn text(mut self, x: f32, y: f32, size: f32, text: &str) -> Self {
        self.content.push_str(&show("F1", x, Self::HEIGHT - y, size, text));
        self
    }

    /// Draws text in bold Helvetica on a baseline.
    pub fn bold(mut self, x: f32, y: f32, size: f32, text: &str) -> Self {
        self.content.push_str(&show("F2", x, Self::HEIGHT - y, size, text));
        self
    }

    /// Draws strings one after the other on a baseline, each with its size and rise in points.
    pub fn runs(mut self, x: f32, y: f32, runs: &[(f32, f32, &str)]) -> Self {
        self.content.push_str(&format!("BT {x} {} Td\n", Self::HEIGHT - y));
        for (size, rise, text) in runs {
            self.content.push_str(&format!("/F1 {size} Tf {rise} Ts ({}) Tj\n", escaped(text)));
        }
        self.content.push_str("ET\n");
        self
    }

    /// Fills a box with a colour (`0 g` is black).
    pub fn fill(self, [x0, y0, x1, y1]: [f32; 4], colour: &str) -> Self {
        self.raw(&format!("q {colour} {x0} {} {} {} re f Q\n", Self::HEIGHT - y1, x1 - x0, y1 - y0))
    }

    /// Draws a level line of some width.
    pub fn stroke(self, x0: f32, x1: f32, y: f32, width: f32) -> Self {
        let y = Self::HEIGHT - y;
        self.raw(&format!("q {width} w {x0} {y} m {x1} {y} l S Q\n"))
    }

    /// Draws operators as they are; the origin is the bottom left corner.
    pub fn raw(mut self, operators: &str) -> Self {
        self.content.push_str(operators);
        self
    }

    /// Adds form XObjects, which `/X0 Do` and so on draw.
    pub fn forms(mut self, forms: Vec<String>) -> Self {
        self.forms.extend(forms);
        self
    }

    /// Turns the page clockwise for display.
    pub fn turned(mut self, degrees: u16) -> Self {
        self.turn = degrees;
        self
    }

    /// Adds an annotation that fills its box with a colour.
    pub fn annotation(mut self, subtype: &str, [x0, y0, x1, y1]: [f32; 4], colour: &str) -> Self {
        let (width, height) = (x1 - x0, y1 - y0);
        let drawn = format!("/GS gs {colour} 0 0 {width} {height} re f");
        self.annotations.push_str(&format!(
            "{subtype} {x0} {} {x1} {} {width} {height} {drawn}\n",
            Self::HEIGHT - y1,
            Self::HEIGHT - y0,
        ));
        self
    }
}

fn show(font: &str, x: f32, y: f32, size: f32, text: &str) -> String {
    format!("BT /{font} {size} Tf {x} {y} Td ({}) Tj ET\n", escaped(text))
}

/// A string with the escapes of a PDF string.
pub fn escaped(text: &str) -> String {
    text.replace('\\', "\\\\").replace('(', "\\(").replace(')', "\\)")
}

/// Resources of every page: `/GS` multiplies, `/T` is half transparent, `/Sh` is grey all over.
const RESOURCES: &str = "/ExtGState<</GS<</BM/Multiply>>/T<</ca 0.4/CA 0.4>>>>/Shading<</Sh<</ShadingType 2\
     /ColorSpace/DeviceGray/Coords[0 0 1 0]/Extend[true true]\
     /Function<</FunctionType 2/Domain[0 1]/C0[0.2]/C1[0.4]/N 1>>>>>>";

/// Writes a PDF file of these pages, with what [`RESOURCES`] names; `/Im` is a grey picture.
pub fn pdf(pages: &[Sheet]) -> Vec<u8> {
    let mut objects = vec![
        "<</Type/Catalog/Pages 2 0 R>>".to_owned(),
        String::new(),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>".to_owned(),
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica-Bold/Encoding/WinAnsiEncoding>>".to_owned(),
        "<</Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8/Length 1>>stream\nA\nendstream"
            .to_owned(),
        "<</Type/Font/Subtype/Type1/BaseFont/Times-Roman/Encoding/WinAnsiEncoding>>".to_owned(),
        "<</Type/Font/Subtype/Type1/BaseFont/Courier/Encoding/WinAnsiEncoding>>".to_owned(),
    ];
    let mut kids = String::new();
    for sheet in pages {
        let mut annotations = String::new();
        for annotation in sheet.annotations.lines() {
            let parts: Vec<&str> = annotation.splitn(8, ' ').collect();
            let blend = if parts[0] == "Highlight" { "Multiply" } else { "Normal" };
            objects.push(format!(
                "<</Type/XObject/Subtype/Form/BBox[0 0 {} {}]/Resources<</ExtGState<</GS<</BM/{blend}>>>>>>/Length {}>>stream\n{}\nendstream",
                parts[5], parts[6], parts[7].len(), parts[7]
            ));
            annotations.push_str(&format!(
                "<</Type/Annot/Subtype/{}/Rect[{} {} {} {}]/AP<</N {} 0 R>>>>",
                parts[0],
                parts[1],
                parts[2],
                parts[3],
                parts[4],
                objects.len()
            ));
        }
        let mut forms = String::new();
        for (index, form) in sheet.forms.iter().enumerate() {
            objects.push(format!(
                "<</Type/XObject/Subtype/Form/BBox[-2000 -2000 2000 2000]/Resources<<{RESOURCES}>>/Length {}>>stream\n{form}\nendstream",
                form.len()
            ));
            forms.push_str(&format!("/X{index} {} 0 R", objects.len()));
        }
        objects.push(format!("<</Length {}>>stream\n{}\nendstream", sheet.content.len(), sheet.content));
        objects.push(format!(
            "<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Rotate {}/Resources<</Font<</F1 3 0 R/F2 4 0 R/F3 6 0 R/F4 7 0 R>>\
             /XObject<</Im 5 0 R{forms}>>{RESOURCES}>>/Annots[{annotations}]/Contents {} 0 R>>",
            sheet.turn,
            objects.len()
        ));
        kids.push_str(&format!("{} 0 R ", objects.len()));
    }
    objects[1] = format!("<</Type/Pages/Kids[{kids}]/Count {}>>", pages.len());
    let mut file = b"%PDF-1.7\n".to_vec();
    let mut offsets = Vec::new();
    for (index, object) in objects.iter().enumerate() {
        offsets.push(file.len());
        file.extend(format!("{} 0 obj\n{object}\nendobj\n", index + 1).into_bytes());
    }
    let table = file.len();
    file.extend(format!("xref\n0 {}\n0000000000 65535 f \n", objects.len() + 1).into_bytes());
    for offset in offsets {
        file.extend(format!("{offset:010} 00000 n \n").into_bytes());
    }
    let size = objects.len() + 1;
    file.extend(format!("trailer\n<</Size {size}/Root 1 0 R>>\nstartxref\n{table}\n%%EOF\n").into_bytes());
    file
}

/// The document that the reader makes of these pages.
pub fn document(pages: &[Sheet]) -> Document {
    read(&pdf(pages), &PdfOptions::default()).unwrap()
}

/// Texts of a page's lines that have all of these flags.
pub fn flagged(page: &Page, flags: LineFlags) -> Vec<&str> {
    page.lines.iter().filter(|line| line.flags.contains(flags)).map(|line| line.text.as_str()).collect()
}

/// Texts of a page's lines.
pub fn texts(page: &Page) -> Vec<&str> {
    page.lines.iter().map(|line| line.text.as_str()).collect()
}

/// The line of a document that has this text.
pub fn line<'d>(document: &'d Document, text: &str) -> &'d Line {
    let lines = || document.pages.iter().flat_map(|page| &page.lines);
    lines().find(|line| line.text == text).unwrap_or_else(|| {
        panic!("no line {text:?} in {:?}", lines().map(|line| &line.text).collect::<Vec<_>>())
    })
}
