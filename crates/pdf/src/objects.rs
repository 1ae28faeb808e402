//! Object lookup, common to a document and a document with changes.

use std::ops::Deref;
use std::rc::Rc;

use crate::error::{PdfError, Result};
use crate::object::{Dictionary, Object, ObjectId, Stream};

/// Maximum length of a chain of references; longer ones are loops.
const MAX_HOPS: usize = 32;

/// An object that was direct or had to be looked up.
#[derive(Debug, Clone)]
pub enum Resolved<'a> {
    /// A direct object.
    Direct(&'a Object),
    /// An indirect object.
    Indirect(Rc<Object>),
}

impl Deref for Resolved<'_> {
    type Target = Object;

    fn deref(&self) -> &Object {
        match self {
            Self::Direct(object) => object,
            Self::Indirect(object) => object,
        }
    }
}

impl Resolved<'_> {
    /// Converts to an owned object.
    pub fn into_object(self) -> Object {
        match self {
            Self::Direct(object) => object.clone(),
            Self::Indirect(object) => Rc::unwrap_or_clone(object),
        }
    }
}

/// Provides indirect objects: a [`crate::Document`], or a [`crate::Update`], whose changes take
/// precedence (ISO 32000-2, 7.3.10).
/// ```
/// # let pdf = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]\
/// #   /Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>endobj\ntrailer<</Root 1 0 R>>";
/// use countersign_pdf::{Document, Object, Objects, PdfError, Update};
/// /// The same for a document and for one with changes.
/// fn turn(objects: &impl Objects, page: countersign_pdf::ObjectId) -> Result<i64, PdfError> {
///     let page = objects.dictionary(page)?;
///     Ok(page.integer(b"Rotate").unwrap_or(0))
/// }
/// let document = Document::from_bytes(pdf.to_vec())?;
/// let page = document.page(0)?.id;
/// let mut update = Update::new(&document);
/// update.edit(page, |page| page.insert("Rotate", 90))?;
/// assert_eq!((turn(&document, page)?, turn(&update, page)?), (0, 90));
/// assert!(matches!(*document.object(countersign_pdf::ObjectId::new(99, 0))?, Object::Null));
/// # Ok::<(), PdfError>(())
/// ```
pub trait Objects {
    /// The indirect object with this ID; `null` if there is none.
    ///
    /// # Errors
    /// [`PdfError::Syntax`](crate::PdfError::Syntax) or
    /// [`PdfError::CrossReference`](crate::PdfError::CrossReference) if something else is at its
    /// offset, [`PdfError::Source`](crate::PdfError::Source) if it can't be read.
    fn object(&self, id: ObjectId) -> Result<Rc<Object>>;

    /// The decoded data of a stream, with all filters applied.
    ///
    /// # Errors
    /// [`PdfError::Filter`](crate::PdfError::Filter) for damaged data,
    /// [`PdfError::FilterUnsupported`](crate::PdfError::FilterUnsupported) for image filters,
    /// [`PdfError::Limit`](crate::PdfError::Limit) if the decoded data exceeds the limit.
    fn stream_data(&self, stream: &Stream) -> Result<Vec<u8>>;

    /// The object itself, or the target of a reference. A loop of references resolves to `null`.
    ///
    /// # Errors
    /// As for [`Objects::object`].
    fn resolve<'a>(&self, object: &'a Object) -> Result<Resolved<'a>> {
        let Object::Reference(id) = object else {
            return Ok(Resolved::Direct(object));
        };
        let mut found = self.object(*id)?;
        for _ in 0..MAX_HOPS {
            let Object::Reference(next) = *found else {
                return Ok(Resolved::Indirect(found));
            };
            found = self.object(next)?;
        }
        Ok(Resolved::Indirect(Rc::new(Object::Null)))
    }

    /// The resolved value of a key; `null` if it is missing.
    ///
    /// # Errors
    /// As for [`Objects::object`].
    fn lookup<'a>(&self, dictionary: &'a Dictionary, key: &[u8]) -> Result<Resolved<'a>> {
        const NULL: &Object = &Object::Null;
        self.resolve(dictionary.get(key).unwrap_or(NULL))
    }

    /// A copy of an indirect object's dictionary, or of a stream's dictionary.
    ///
    /// # Errors
    /// [`PdfError::Type`](crate::PdfError::Type) if it is no dictionary; otherwise as for
    /// [`Objects::object`].
    fn dictionary(&self, id: ObjectId) -> Result<Dictionary> {
        let object = self.object(id)?;
        object
            .as_dictionary()
            .cloned()
            .ok_or_else(|| PdfError::expected(Some(id), "a dictionary"))
    }
}
