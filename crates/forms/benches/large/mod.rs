//! A large form for measuring: 1,000 pages, 2,000 text fields.

use std::fmt::Write;

use countersign_forms::{FieldValue, FieldValues};

/// Pages of the form.
pub const PAGES: usize = 1000;
/// Text fields of each page.
pub const FIELDS_A_PAGE: usize = 2;

/// A distinct text for every field.
pub fn values() -> FieldValues {
    let numbers = 0..PAGES * FIELDS_A_PAGE;
    let value = |field| FieldValue::Text(format!("Value {field}"));
    numbers
        .map(|field| (format!("field{field}"), value(field)))
        .collect()
}

/// A form with a cross-reference table, its pages in one flat node.
pub fn form() -> Vec<u8> {
    let mut file = Writer::default();
    let field = |number: usize| 5 + PAGES + number;
    let kids = references((0..PAGES).map(|page| 5 + page));
    let fields = references((0..PAGES * FIELDS_A_PAGE).map(field));
    file.object(1, "<</Type/Catalog/Pages 2 0 R/AcroForm 3 0 R>>");
    file.object(
        2,
        &format!("<</Type/Pages/Count {PAGES}/Kids[{kids}]/MediaBox[0 0 612 792]>>"),
    );
    file.object(
        3,
        &format!("<</Fields[{fields}]/DA(/Helv 0 Tf 0 g)/DR<</Font<</Helv 4 0 R>>>>>>"),
    );
    file.object(
        4,
        "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
    );
    for page in 0..PAGES {
        let annotations =
            references((0..FIELDS_A_PAGE).map(|index| field(page * FIELDS_A_PAGE + index)));
        file.object(
            5 + page,
            &format!("<</Type/Page/Parent 2 0 R/Annots[{annotations}]>>"),
        );
    }
    for number in 0..PAGES * FIELDS_A_PAGE {
        let bottom = 600 - (number % FIELDS_A_PAGE) * 40;
        let (page, top) = (5 + number / FIELDS_A_PAGE, bottom + 20);
        file.object(
            field(number),
            &format!("<</Type/Annot/Subtype/Widget/FT/Tx/T(field{number})/F 4/P {page} 0 R/Rect[56 {bottom} 356 {top}]>>"),
        );
    }
    file.finish()
}

fn references(numbers: impl Iterator<Item = usize>) -> String {
    numbers.fold(String::new(), |mut text, number| {
        let _ = write!(text, "{number} 0 R ");
        text
    })
}

struct Writer {
    bytes: Vec<u8>,
    offsets: Vec<usize>,
}

impl Default for Writer {
    fn default() -> Self {
        Self {
            bytes: b"%PDF-1.7\n".to_vec(),
            offsets: Vec::new(),
        }
    }
}

impl Writer {
    fn object(&mut self, number: usize, body: &str) {
        self.offsets.push(self.bytes.len());
        self.bytes
            .extend_from_slice(format!("{number} 0 obj\n{body}\nendobj\n").as_bytes());
    }

    fn finish(mut self) -> Vec<u8> {
        let start = self.bytes.len();
        let size = self.offsets.len() + 1;
        let mut table = format!("xref\n0 {size}\n0000000000 65535 f \n");
        for offset in &self.offsets {
            let _ = writeln!(table, "{offset:010} 00000 n ");
        }
        self.bytes.extend_from_slice(table.as_bytes());
        let trailer = format!("trailer\n<</Size {size}/Root 1 0 R>>\nstartxref\n{start}\n%%EOF\n");
        self.bytes.extend_from_slice(trailer.as_bytes());
        self.bytes
    }
}
