//! The document's claim of PDF/A conformance (ISO 19005), which appended content must preserve.

use memchr::memmem;

use super::Document;

/// Namespace of the claim in the XMP metadata (ISO 19005-2, 6.6.4).
const NAMESPACE: &[u8] = b"http://www.aiim.org/pdfa/ns/id/";

/// A claim of PDF/A conformance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PdfA {
    /// Part of ISO 19005, 1 to 4.
    pub part: u8,
    /// Color space of the output intent, if there is one.
    pub intent: Option<IntentColors>,
}

/// The device color space that an output intent defines.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum IntentColors {
    /// One component.
    Gray,
    /// Three components.
    Rgb,
    /// Four components.
    Cmyk,
}

impl PdfA {
    /// True if pictures may be transparent: not in part 1 (ISO 19005-1, 6.4), and without an output
    /// intent only if the page defines a blending color space (ISO 19005-2, 6.2.10), which is not
    /// checked here.
    pub fn allows_transparency(&self) -> bool {
        self.part > 1 && self.intent.is_some()
    }
}

impl Document {
    /// The PDF/A claim in the document's metadata; `None` if there is none or it can't be read.
    /// ```
    /// # let pdf = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]\
    /// #   /Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>endobj\ntrailer<</Root 1 0 R>>";
    /// use countersign_pdf::{Document, Dictionary, Stream, Update};
    /// let document = Document::from_bytes(pdf.to_vec())?;
    /// assert_eq!(document.pdf_a(), None);
    /// let mut update = Update::new(&document);
    /// let claim = "<a xmlns:pdfaid='http://www.aiim.org/pdfa/ns/id/'><pdfaid:part>2</pdfaid:part></a>";
    /// let metadata = update.add(Stream::new(Dictionary::new(), claim));
    /// update.edit(document.catalog_id()?, |catalog| catalog.insert("Metadata", metadata))?;
    /// let archived = Document::from_bytes([pdf.as_slice(), &update.finish()?.bytes].concat())?;
    /// assert_eq!(archived.pdf_a().map(|claim| claim.part), Some(2));
    /// # Ok::<(), countersign_pdf::PdfError>(())
    /// ```
    pub fn pdf_a(&self) -> Option<PdfA> {
        *self.pdf_a.get_or_init(|| {
            let catalog = self.catalog().ok()?;
            let metadata = self.lookup(&catalog, b"Metadata").ok()?;
            let part = part(&self.stream_data(metadata.as_stream()?).ok()?)?;
            Some(PdfA {
                part,
                intent: self.intent(),
            })
        })
    }

    fn intent(&self) -> Option<IntentColors> {
        let catalog = self.catalog().ok()?;
        let intents = self.lookup(&catalog, b"OutputIntents").ok()?;
        let profile = intents.as_array()?.iter().find_map(|intent| {
            let intent = self.resolve(intent).ok()?;
            let intent = intent.as_dictionary()?;
            let is_archive = intent.name(b"S") == Some(b"GTS_PDFA1");
            let profile = self.lookup(intent, b"DestOutputProfile").ok()?;
            profile.as_stream().filter(|_| is_archive)?;
            profile.as_dictionary()?.integer(b"N")
        });
        match profile {
            Some(1) => Some(IntentColors::Gray),
            Some(3) => Some(IntentColors::Rgb),
            Some(4) => Some(IntentColors::Cmyk),
            _ => None,
        }
    }
}

/// The part number in the metadata, as an attribute or element, in UTF-8 or UTF-16.
fn part(metadata: &[u8]) -> Option<u8> {
    let text: Vec<u8> = metadata.iter().copied().filter(|&it| it != 0).collect();
    let before = text.get(..memmem::find(&text, NAMESPACE)?)?;
    let declared = memmem::rfind(before, b"xmlns:")? + b"xmlns:".len();
    let prefix = before.get(declared..)?;
    let prefix = prefix.get(..memchr::memchr2(b'=', b' ', prefix)?)?;
    let name = [prefix, b":part"].concat();
    memmem::find_iter(&text, &name).find_map(|at| {
        let value = text.get(at + name.len()..)?;
        let quotes =
            |byte: &&u8| matches!(byte, b'=' | b'>' | b'"' | b'\'') || byte.is_ascii_whitespace();
        let digit = value.iter().find(|byte| !quotes(byte))?;
        (b'1'..=b'4').contains(digit).then_some(digit - b'0')
    })
}

#[cfg(test)]
mod tests {
    use super::part;

    #[test]
    fn claims_are_attributes_or_elements_under_any_prefix() {
        let ns = "http://www.aiim.org/pdfa/ns/id/";
        for (text, found) in [
            (
                format!("<d xmlns:pdfaid=\"{ns}\" pdfaid:part=\"1\"/>"),
                Some(1),
            ),
            (format!("<d pdfaid:part='3' xmlns:pdfaid='{ns}'/>"), Some(3)),
            (
                format!("<d xmlns:a = '{ns}'><a:part>\n2</a:part></d>"),
                Some(2),
            ),
            (format!("<d xmlns:a='{ns}'><b:part>2</b:part></d>"), None),
            (format!("<d xmlns:a='{ns}'><a:part>9</a:part></d>"), None),
            ("<d><pdfaid:part>2</pdfaid:part></d>".to_owned(), None),
        ] {
            assert_eq!(part(text.as_bytes()), found, "{text}");
            let wide: Vec<u8> = text.bytes().flat_map(|it| [0, it]).collect();
            assert_eq!(part(&wide), found, "{text}");
        }
    }
}
