//! Ambiguities of a document, computed on demand.

use std::cell::OnceCell;
use std::ops::Range;

use super::Document;
use super::loading::{MAX_STREAM_ENTRIES, stream_entries};
use crate::ambiguity::{self, Ambiguity, ByteRangeKeys, First};
use crate::error::{PdfError, Result};
use crate::filter;
use crate::object::{Dictionary, ObjectId};

/// Results, computed on first use.
#[derive(Default)]
pub(super) struct Ambiguities {
    first: OnceCell<First>,
    appended: OnceCell<Vec<Ambiguity>>,
}

impl Document {
    /// Ambiguities in the revisions after the first one, oldest first: syntax that deviates from
    /// the standard (ISO 32000-2, 7.5.4 to 7.5.8), objects that are not listed or listed twice, and
    /// bytes that belong to no object. Reads every byte of these revisions once, except stream
    /// data.
    ///
    /// # Errors
    /// [`PdfError::Source`].
    ///
    /// ```
    /// # let pdf = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]\
    /// #   /Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>endobj\ntrailer<</Root 1 0 R>>";
    /// # let mut whole = Vec::new();
    /// # let document = std::rc::Rc::new(countersign_pdf::Document::from_bytes(pdf.to_vec())?);
    /// # countersign_pdf::Rewrite::new(document, Default::default(), countersign_pdf::Protection::Keep)?
    /// #     .write_all(|chunk| whole.extend_from_slice(chunk))?;
    /// use countersign_pdf::{Document, Update};
    /// let document = Document::from_bytes(whole.clone())?;
    /// let page = document.page(0)?.id;
    /// let mut update = Update::new(&document);
    /// update.edit(page, |page| page.insert("Rotate", 90))?;
    /// let file = [whole, update.finish()?.bytes].concat();
    /// assert!(Document::from_bytes(file.clone())?.appended_ambiguities()?.is_empty());
    ///
    /// // Nineteen bytes in place of twenty: some readers scan the file then.
    /// let sloppy = String::from_utf8_lossy(&file).replace(" 00000 n \n", " 00000 n\n").into_bytes();
    /// let last = Document::from_bytes(sloppy)?;
    /// assert!(!last.appended_ambiguities()?.is_empty() || last.is_repaired());
    /// # Ok::<(), countersign_pdf::PdfError>(())
    /// ```
    pub fn appended_ambiguities(&self) -> Result<&[Ambiguity]> {
        let cell = &self.ambiguities.appended;
        if cell.get().is_none() {
            let found = ambiguity::of_appended(self, 0)?;
            let _ = cell.set(found);
        }
        Ok(cell.get().map_or(&[], Vec::as_slice))
    }

    /// The [`Document::appended_ambiguities`] of the revisions that end after `since`. Reads no byte of the others but
    /// their cross-reference data: they are taken as checked.
    ///
    /// # Errors
    /// [`PdfError::Source`].
    pub fn ambiguities_since(&self, since: u64) -> Result<Vec<Ambiguity>> {
        let mut found = match self.ambiguities.appended.get() {
            Some(all) => all.clone(),
            None => ambiguity::of_appended(self, since)?,
        };
        found.retain(|one| one.revision_end > since);
        Ok(found)
    }

    /// Ambiguities in the first revision: bytes before the header, a cross-reference section that
    /// deviates from the standard, and objects that scanning finds elsewhere than the section says.
    /// Reads the whole revision once.
    ///
    /// # Errors
    /// [`PdfError::Source`].
    pub fn first_ambiguities(&self) -> Result<&[Ambiguity]> {
        let cell = &self.ambiguities.first;
        if cell.get().is_none() {
            let found = ambiguity::of_first(self)?;
            let _ = cell.set(found);
        }
        Ok(cell.get().map_or(&[], |first| &first.ambiguities))
    }

    /// The `/ByteRange` keys in the first revision, if [`Document::first_ambiguities`] has read it: found in the same
    /// pass. `None` otherwise.
    pub fn byte_range_keys(&self) -> Option<&ByteRangeKeys> {
        self.ambiguities.first.get()?.byte_ranges.as_ref()
    }

    /// The numbers of the objects in an object stream whose data is in this range of the file.
    pub(crate) fn packed_numbers(
        &self,
        id: ObjectId,
        dictionary: &Dictionary,
        data: Range<u64>,
    ) -> Result<Vec<u32>> {
        let packed = self.reader.read_once(data)?;
        let packed = match self.security() {
            Some(security) => security.decrypt_stream(id, dictionary, packed),
            None => packed,
        };
        let resolve = |object: &crate::Object| Ok(self.resolve(object)?.into_object());
        let filters = filter::filters(dictionary, &resolve)?;
        let data = filter::decode(&filters, packed, self.decode_limit())?;
        let count = self.lookup(dictionary, b"N")?.as_integer().unwrap_or(0);
        let first = self.lookup(dictionary, b"First")?.as_integer();
        let first = first.and_then(|it| usize::try_from(it).ok()).unwrap_or(0);
        let count = count.clamp(0, MAX_STREAM_ENTRIES);
        let entries = stream_entries(&data, first, count);
        if entries.len() as i64 != count {
            return Err(PdfError::expected(Some(id), "an object stream"));
        }
        Ok(entries.into_iter().map(|(number, _)| number).collect())
    }
}
