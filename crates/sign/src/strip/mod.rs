//! Removes signatures from a document.
//!
//! Removes the fields and widgets of signatures, their dictionaries, the validation material (`/DSS`), the
//! certification permissions (`/Perms`) and the form's signature flags. Everything else stays as it is. An appended
//! revision would leave the signatures in the file, so the changes are for a rewrite of the whole document, and
//! objects that become unreachable are deleted.

mod reachable;
mod structure;

use std::collections::HashSet;

use countersign_pdf::{Dictionary, Document, Object, ObjectId, Objects, PdfError, Update};

/// Maximum depth of the field tree. Deeper forms are hostile.
const MAX_DEPTH: usize = 64;

/// Returns the changes that remove every signature (ISO 32000-2, 12.7.5.5 and 12.8). They are for a rewrite and must
/// not be appended. Unsigned signature fields stay.
///
/// # Errors
/// [`PdfError`] if the document can't be read.
///
/// ```
/// use countersign_pdf::{Document, Objects};
/// # let pdf = b"%PDF-1.7\n1 0 obj<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R]/SigFlags 3>>>>endobj\n\
/// #   2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj\n\
/// #   3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]/Annots[4 0 R]>>endobj\n\
/// #   4 0 obj<</Subtype/Widget/FT/Sig/T(s)/Rect[0 0 0 0]/V 5 0 R>>endobj\n\
/// #   5 0 obj<</Type/Sig/Contents<00>>>endobj\ntrailer<</Root 1 0 R>>";
/// let document = Document::from_bytes(pdf.to_vec())?;
/// let changes = countersign_sign::strip(&document)?;
/// let page = changes.dictionary(document.page(0)?.id)?;
/// assert!(!page.contains(b"Annots"));
/// # Ok::<(), countersign_pdf::PdfError>(())
/// ```
pub fn strip(document: &Document) -> Result<Update<'_>, PdfError> {
    let mut strip = Strip {
        update: Update::new(document),
        removed: HashSet::new(),
    };
    strip.form()?;
    strip.pages()?;
    strip.catalog()?;
    structure::forget(&mut strip.update, &strip.removed)?;
    let mut update = strip.update;
    reachable::delete_the_rest(&mut update)?;
    Ok(update)
}

struct Strip<'d> {
    update: Update<'d>,
    /// Removed fields and widgets.
    removed: HashSet<ObjectId>,
}

/// Inheritable attributes from the parent fields.
#[derive(Clone, Copy, Default)]
struct Above {
    is_signature: bool,
    has_value: bool,
}

impl Above {
    fn below(self, objects: &impl Objects, node: &Dictionary) -> Result<Self, PdfError> {
        let kind = objects.lookup(node, b"FT")?;
        let value = objects.lookup(node, b"V")?;
        Ok(Self {
            is_signature: kind
                .as_name()
                .map_or(self.is_signature, |kind| kind == b"Sig"),
            has_value: !value.is_null() || self.has_value,
        })
    }

    fn is_signed(self) -> bool {
        self.is_signature && self.has_value
    }
}

impl Strip<'_> {
    /// Removes signed fields from the field tree.
    fn form(&mut self) -> Result<(), PdfError> {
        let root = self.update.document().catalog_id()?;
        let catalog = self.update.dictionary(root)?;
        let form = self.update.lookup(&catalog, b"AcroForm")?.into_object();
        let Object::Dictionary(mut form) = form else {
            return Ok(());
        };
        let before = form.clone();
        form.remove(b"SigFlags");
        self.strip_fields_in(&mut form, b"Fields", Above::default(), 0)?;
        if form == before {
            return Ok(());
        }
        match catalog.reference(b"AcroForm") {
            Some(id) => self.update.set(id, form),
            None => {
                self.update
                    .edit(root, |catalog| catalog.insert("AcroForm", form))?;
            }
        }
        Ok(())
    }

    /// Removes signed fields from an array of fields. Returns whether any field is left.
    fn strip_fields_in(
        &mut self,
        holder: &mut Dictionary,
        key: &'static [u8],
        above: Above,
        depth: usize,
    ) -> Result<bool, PdfError> {
        let array = self.update.lookup(holder, key)?.into_object();
        let kids = array.as_array().unwrap_or_default();
        let mut remaining = Vec::with_capacity(kids.len());
        for kid in kids {
            if self.keeps(kid, above, depth)? {
                remaining.push(kid.clone());
            }
        }
        let is_left = !remaining.is_empty();
        if remaining.len() < kids.len() {
            match holder.reference(key) {
                Some(id) => self.update.set(id, remaining),
                None => drop(holder.insert(key, remaining)),
            }
        }
        Ok(is_left)
    }

    /// Whether a field stays. A field whose children were all signed is removed with them.
    fn keeps(&mut self, node: &Object, above: Above, depth: usize) -> Result<bool, PdfError> {
        let object = self.update.resolve(node)?.into_object();
        let (Object::Dictionary(mut field), true) = (object, depth < MAX_DEPTH) else {
            return Ok(true);
        };
        let own = above.below(&self.update, &field)?;
        let kids = self.update.lookup(&field, b"Kids")?.into_object();
        let kids = kids.as_array().unwrap_or_default();
        if own.is_signed() {
            let widgets = kids.iter().filter_map(Object::as_reference);
            self.removed
                .extend(node.as_reference().into_iter().chain(widgets));
            return Ok(false);
        }
        if kids.is_empty() {
            return Ok(true);
        }
        let before = field.clone();
        let is_left = self.strip_fields_in(&mut field, b"Kids", own, depth + 1)?;
        if let (true, Some(id)) = (field != before, node.as_reference()) {
            self.update.set(id, field);
        }
        if !is_left {
            self.removed.extend(node.as_reference());
        }
        Ok(is_left)
    }

    /// Removes the widgets of signatures from their pages, including those missing from the field tree.
    fn pages(&mut self) -> Result<(), PdfError> {
        for index in 0..self.update.document().pages()? {
            let id = self.update.document().page(index)?.id;
            let page = self.update.dictionary(id)?;
            let array = self.update.lookup(&page, b"Annots")?.into_object();
            let annotations = array.as_array().unwrap_or_default();
            let mut remaining = Vec::with_capacity(annotations.len());
            for annotation in annotations {
                if !self.is_of_a_signature(annotation)? {
                    remaining.push(annotation.clone());
                }
            }
            if remaining.len() == annotations.len() {
                continue;
            }
            match page.reference(b"Annots") {
                Some(array) if !remaining.is_empty() => self.update.set(array, remaining),
                _ => self
                    .update
                    .edit(id, |page| match remaining.is_empty() {
                        true => page.remove(b"Annots"),
                        false => page.insert("Annots", remaining),
                    })
                    .map(drop)?,
            }
        }
        Ok(())
    }

    fn is_of_a_signature(&mut self, annotation: &Object) -> Result<bool, PdfError> {
        let id = annotation.as_reference();
        if id.is_some_and(|id| self.removed.contains(&id)) {
            return Ok(true);
        }
        let object = self.update.resolve(annotation)?;
        let Some(widget) = object.as_dictionary() else {
            return Ok(false);
        };
        if widget.name(b"Subtype") != Some(b"Widget") {
            return Ok(false);
        }
        let signed = Above::default().below(&self.update, widget)?.is_signed();
        if signed {
            self.removed.extend(id);
        }
        Ok(signed)
    }

    fn catalog(&mut self) -> Result<(), PdfError> {
        let root = self.update.document().catalog_id()?;
        let catalog = self.update.dictionary(root)?;
        if [b"DSS".as_slice(), b"Perms"]
            .iter()
            .any(|key| catalog.contains(key))
        {
            self.update.edit(root, |catalog| {
                catalog.remove(b"DSS");
                catalog.remove(b"Perms");
            })?;
        }
        Ok(())
    }
}
