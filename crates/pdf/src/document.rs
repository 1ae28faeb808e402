//! A PDF file, read on demand.

mod data;
mod loaded_xrefs;
mod loading;
mod pdf_a;
mod readers;

pub use pdf_a::{IntentColors, PdfA};

use std::any::Any;
use std::cell::{Cell, OnceCell, RefCell};
use std::ops::Range;
use std::rc::Rc;

use self::loaded_xrefs::LoadedXrefs;
use crate::cache::{MAX_CACHED_OBJECTS, ObjectCache, SharedObjects, StreamCache};
use crate::crypt::{self, Access, PasswordHash, Security};
use crate::error::{PdfError, Result};
use crate::filter;
use crate::object::{Dictionary, Object, ObjectId, Stream};
use crate::objects::{Objects, Resolved};
use crate::pages::{DirectPage, Page, PageTree};
use crate::parser::{Work, parse_at};
use crate::reader::Reader;
use crate::revisions::{self, Revision};
use crate::source::{MemorySource, Source};
use crate::xref::{self, Location, Xref, XrefKind};

/// Options for opening a document.
///
/// ```
/// use countersign_pdf::OpenOptions;
/// assert_eq!(OpenOptions::with_password("open sesame").password.as_deref(), Some("open sesame"));
/// assert_eq!(OpenOptions::default().password, None);
/// ```
#[derive(Debug, Clone, Default)]
pub struct OpenOptions {
    /// User or owner password. The empty password is tried in any case.
    pub password: Option<String>,
    /// Computes the password hashes of revision 6; `None` uses the crate's implementation.
    pub password_hash: Option<PasswordHash>,
    /// Filling, placing and signing ignore the user permissions (ISO 32000-2, table 22). The caller
    /// takes responsibility for that.
    pub ignore_permissions: bool,
    /// Stored hash state of the first bytes of the file (`countersign_cms::HashState`), for the crates that hash the
    /// file; this one only keeps it. The caller asserts that the file begins with the hashed bytes.
    pub known_hash: Option<Rc<[u8]>>,
    /// The stored description of the objects of an earlier revision ([`Document::describe_objects`]). A malformed
    /// description, or one of a longer revision, is ignored; see [`crate::check_known_objects`].
    pub known_objects: Option<Rc<[u8]>>,
}

impl OpenOptions {
    /// Opens with this password.
    pub fn with_password(password: impl Into<String>) -> Self {
        Self {
            password: Some(password.into()),
            ..Self::default()
        }
    }
}

/// A PDF file. Opening reads the cross-reference data and the catalog; everything else is read on
/// demand (ISO 32000-2, 7.5).
///
/// A document is immutable: see [`crate::Update`] for changes.
///
/// ```
/// # let pdf = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]\
/// #   /Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>endobj\ntrailer<</Root 1 0 R>>";
/// use countersign_pdf::{Document, PdfError};
/// let document = Document::from_bytes(pdf.to_vec())?;
/// assert_eq!((document.version(), document.pages()?, document.is_encrypted()), ((1, 4), 1, false));
/// assert!(document.catalog()?.is_type(b"Catalog"));
/// assert!(matches!(Document::from_bytes(b"no PDF".to_vec()), Err(PdfError::NotPdf)));
/// # Ok::<(), countersign_pdf::PdfError>(())
/// ```
pub struct Document {
    pub(crate) reader: Reader,
    xref: RefCell<Rc<Xref>>,
    loaded: Rc<LoadedXrefs>,
    trailer: Dictionary,
    objects: RefCell<ObjectCache>,
    streams: RefCell<StreamCache>,
    depth: Cell<u32>,
    work: Work,
    /// Options used for opening; earlier revisions are opened with the same ones.
    options: OpenOptions,
    security: Option<Security>,
    /// See [`Document::permanent_id`].
    permanent_id: OnceCell<Option<Vec<u8>>>,
    pages: OnceCell<PageTree>,
    revisions: OnceCell<Vec<Revision>>,
    /// Objects shared with other revisions of the file, if one was opened.
    shared: OnceCell<Rc<RefCell<SharedObjects>>>,
    ambiguities: readers::Ambiguities,
    pdf_a: OnceCell<Option<PdfA>>,
    derived: RefCell<Vec<Rc<dyn Any>>>,
}

impl Document {
    /// Opens a document.
    ///
    /// # Errors
    /// [`PdfError::Empty`], [`PdfError::NotPdf`], [`PdfError::CrossReference`] and [`PdfError::CatalogMissing`] if the
    /// file is unusable, [`PdfError::PasswordNeeded`], [`PdfError::PasswordIncorrect`],
    /// [`PdfError::EncryptionUnsupported`], and [`PdfError::Source`].
    pub fn open(source: impl Source + 'static, options: OpenOptions) -> Result<Self> {
        Self::open_shared(Rc::new(source), options)
    }

    /// Opens a document whose source is shared.
    ///
    /// # Errors
    /// As for [`Document::open`].
    pub fn open_shared(source: Rc<dyn Source>, options: OpenOptions) -> Result<Self> {
        Self::open_reader(Reader::new(source), options, Rc::default())
    }

    fn open_reader(reader: Reader, options: OpenOptions, loaded: Rc<LoadedXrefs>) -> Result<Self> {
        if reader.len() == 0 {
            return Err(PdfError::Empty);
        }
        let mut document = match loaded.load(&reader) {
            Ok(xref) => Self::new(reader, xref),
            Err(_) => Self::scanned(reader, &options)?,
        };
        if !document.xref().repaired {
            document.unlock(&options)?;
        }
        if !document.has_catalog() && !document.xref().repaired {
            document = Self::scanned(document.reader, &options)?;
        }
        match document.has_catalog() {
            true => Ok(Self { loaded, ..document }),
            false => Err(PdfError::CatalogMissing),
        }
    }

    /// Opens a document in memory.
    ///
    /// # Errors
    /// As for [`Document::open`].
    pub fn from_bytes(bytes: impl Into<Vec<u8>>) -> Result<Self> {
        Self::open(MemorySource::new(bytes), OpenOptions::default())
    }

    fn new(reader: Reader, xref: Rc<Xref>) -> Self {
        let work = Work::for_file(reader.len());
        Self {
            reader,
            work,
            trailer: xref.trailer.clone(),
            xref: RefCell::new(xref),
            loaded: Rc::default(),
            objects: RefCell::default(),
            streams: RefCell::default(),
            depth: Cell::new(0),
            options: OpenOptions::default(),
            security: None,
            shared: OnceCell::new(),
            permanent_id: OnceCell::new(),
            pages: OnceCell::new(),
            revisions: OnceCell::new(),
            ambiguities: readers::Ambiguities::default(),
            pdf_a: OnceCell::new(),
            derived: RefCell::default(),
        }
    }

    /// A document whose objects were found by scanning the file.
    fn scanned(reader: Reader, options: &OpenOptions) -> Result<Self> {
        let repaired = xref::repair(&reader)?;
        let mut document = Self::new(reader, Rc::new(repaired.xref));
        document.unlock(options)?;
        document.add_object_streams(repaired.object_streams);
        document.find_catalog();
        Ok(document)
    }

    /// Switches to the objects found by scanning, because the cross-reference data proved wrong.
    /// Returns false if that was done before or does not help.
    pub(crate) fn turn_to_scanned(&self) -> bool {
        if self.xref().repaired || self.xref().unrepairable {
            return false;
        }
        // A later revision must not be able to replace an object whose offset is wrong in an
        // earlier one: comparisons of revisions rely on the cross-reference data.
        if self.revisions().map_or(0, <[Revision]>::len) != 1 {
            return false;
        }
        let Ok(repaired) = xref::repair(&self.reader) else {
            return false;
        };
        let before = self.xref.replace(Rc::new(repaired.xref));
        self.forget();
        self.add_object_streams(repaired.object_streams);
        if self.has_catalog() {
            return true;
        }
        let mut before = (*before).clone();
        // Do not scan again for the next broken object.
        before.unrepairable = true;
        *self.xref.borrow_mut() = Rc::new(before);
        self.forget();
        false
    }

    /// Switches to the objects found by scanning if one of these is among them: the cross-reference data does not lead to
    /// them. Objects that it calls free stay deleted.
    pub(crate) fn recover(&self, missing: &[ObjectId]) -> bool {
        if self.xref().repaired || self.xref().unrepairable {
            return false;
        }
        let Ok(scanned) = xref::repair(&self.reader) else {
            return false;
        };
        let found = |id: &ObjectId| {
            let entry = scanned.xref.table.get(id.number);
            entry.is_some_and(|(_, generation)| generation == id.generation)
        };
        missing.iter().any(found) && self.turn_to_scanned()
    }

    fn forget(&self) {
        self.objects.borrow_mut().clear();
        self.streams.borrow_mut().clear();
        self.derived.borrow_mut().clear();
    }

    /// Adds the objects in object streams found by scanning, unless they are defined later in the
    /// file.
    fn add_object_streams(&self, streams: Vec<(ObjectId, u64)>) {
        let mut xref = (*self.xref()).clone();
        let mut budget = self.reader.len().saturating_mul(64).saturating_add(1 << 28);
        for (id, offset) in streams {
            if xref.table.get(id.number).map(|it| it.0) != Some(Location::Offset(offset)) {
                continue;
            }
            let Ok(stream) = self.object_stream(id.number) else {
                continue;
            };
            budget = budget.saturating_sub(stream.data.len() as u64);
            if budget == 0 {
                break;
            }
            for (index, (number, _)) in stream.entries.iter().enumerate() {
                let later = match xref.table.get(*number) {
                    Some((Location::Offset(at), _)) => at > offset,
                    _ => false,
                };
                if !later {
                    let location = Location::InStream {
                        stream: id.number,
                        index: index as u32,
                    };
                    xref.table.set(*number, location, 0);
                }
            }
        }
        *self.xref.borrow_mut() = Rc::new(xref);
        self.forget();
    }

    /// Sets `/Root` in the trailer if no trailer of the file has it.
    fn find_catalog(&mut self) {
        if self.has_catalog() {
            return;
        }
        let xref = self.xref();
        let found = xref.table.iter().map(|(id, _)| id).filter(|id| {
            let object = self.object(*id);
            object.is_ok_and(|it| {
                it.as_dictionary()
                    .is_some_and(|it| it.is_type(b"Catalog") && it.contains(b"Pages"))
            })
        });
        if let Some(id) = found.last() {
            self.trailer.insert("Root", id);
            let mut xref = (*xref).clone();
            xref.trailer.insert("Root", id);
            *self.xref.borrow_mut() = Rc::new(xref);
        }
    }

    fn unlock(&mut self, options: &OpenOptions) -> Result<()> {
        self.options = options.clone();
        let Some(encrypt) = self.trailer.get(b"Encrypt") else {
            return Ok(());
        };
        let encrypt_id = encrypt.as_reference();
        let dictionary = self.resolve(encrypt)?.into_object();
        let Some(dictionary) = dictionary.as_dictionary() else {
            return Ok(());
        };
        let mut direct = dictionary.clone();
        self.make_direct(&mut direct, 4)?;
        let id = self.permanent_id().unwrap_or_default();
        let security = crypt::unlock(&direct, encrypt_id, id, options)?;
        self.security = Some(security);
        self.forget();
        Ok(())
    }

    /// The permanent file identifier, the first string of `/ID` (ISO 32000-2, 14.4). The key of an encrypted file is
    /// derived from it (7.6.4.3.2), so it is read before strings are decrypted, and nothing may change it.
    pub(crate) fn permanent_id(&self) -> Option<&[u8]> {
        let read = || {
            let ids = self.lookup(&self.trailer, b"ID").ok()?;
            let first = self.resolve(ids.as_array()?.first()?).ok()?;
            first.as_string().map(|id| id.as_bytes().to_vec())
        };
        self.permanent_id.get_or_init(read).as_deref()
    }

    /// The page of this number that is written inside of its node, if the page tree was read.
    pub(crate) fn direct_page(&self, number: u32) -> Option<&DirectPage> {
        self.pages.get()?.direct(number)
    }

    /// True if a page that is no object of its own has this number. Reads the page tree.
    pub(crate) fn holds_direct_page(&self, number: u32) -> bool {
        let read = self.pages();
        read.is_ok() && self.direct_page(number).is_some()
    }

    /// The password hash function of the caller, if any.
    pub(crate) fn password_hash(&self) -> Option<&PasswordHash> {
        self.options.password_hash.as_ref()
    }

    /// Replaces references in a dictionary by their targets.
    fn make_direct(&self, dictionary: &mut Dictionary, depth: u32) -> Result<()> {
        for (_, value) in dictionary.iter_mut() {
            if matches!(value, Object::Reference(_)) {
                *value = self.resolve(value)?.into_object();
            }
            if let (Object::Dictionary(inner), true) = (value, depth > 0) {
                self.make_direct(inner, depth - 1)?;
            }
        }
        Ok(())
    }

    fn has_catalog(&self) -> bool {
        self.catalog().is_ok_and(|catalog| {
            self.lookup(&catalog, b"Pages")
                .is_ok_and(|pages| pages.as_dictionary().is_some())
        })
    }

    pub(crate) fn xref(&self) -> Rc<Xref> {
        Rc::clone(&self.xref.borrow())
    }

    /// The newest trailer dictionary (ISO 32000-2, 7.5.5).
    pub fn trailer(&self) -> &Dictionary {
        &self.trailer
    }

    /// The catalog (`/Root`; ISO 32000-2, 7.7.2).
    ///
    /// # Errors
    /// [`PdfError::CatalogMissing`].
    pub fn catalog(&self) -> Result<Dictionary> {
        let root = self
            .lookup(&self.trailer, b"Root")
            .map_err(|_| PdfError::CatalogMissing)?;
        root.as_dictionary()
            .cloned()
            .ok_or(PdfError::CatalogMissing)
    }

    /// The object ID of the catalog (ISO 32000-2, 7.7.2).
    ///
    /// # Errors
    /// [`PdfError::CatalogMissing`].
    pub fn catalog_id(&self) -> Result<ObjectId> {
        self.xref()
            .root()
            .or_else(|| self.trailer.reference(b"Root"))
            .ok_or(PdfError::CatalogMissing)
    }

    /// The PDF version of the header or the catalog, whichever is newer, such as `(1, 7)` (ISO
    /// 32000-2, 7.5.2 and 7.7.2).
    pub fn version(&self) -> (u8, u8) {
        let header = self.reader.window(0, 1024).ok().and_then(|window| {
            let at = memchr::memmem::find(window.get(..window.len().min(1024))?, b"%PDF-")?;
            read_version(window.get(at + 5..)?)
        });
        let catalog = self
            .catalog()
            .ok()
            .and_then(|it| it.name(b"Version").and_then(read_version));
        header.max(catalog).unwrap_or((1, 4))
    }

    /// Length of the file in bytes.
    pub fn len(&self) -> u64 {
        self.reader.len()
    }

    /// True if the file is empty, which is never the case for an open document.
    pub fn is_empty(&self) -> bool {
        self.reader.len() == 0
    }

    /// The source of the file's bytes, for example to open an earlier revision.
    pub fn source(&self) -> Rc<dyn Source> {
        Rc::clone(self.reader.source())
    }

    /// The stored hash state of the first bytes of the file, if the caller has one ([`OpenOptions::known_hash`]).
    pub fn known_hash(&self) -> Option<&[u8]> {
        self.options.known_hash.as_deref()
    }

    /// The stored facts about an earlier revision, if the caller passed them.
    pub(crate) fn known_objects(&self) -> Option<&[u8]> {
        self.options.known_objects.as_deref()
    }

    /// A value that another crate derives from the document. One per type, computed on first use and cached with the
    /// document.
    ///
    /// ```
    /// # let pdf = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]\
    /// #   /Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>endobj\ntrailer<</Root 1 0 R>>";
    /// struct Objects(usize);
    /// let document = countersign_pdf::Document::from_bytes(pdf.to_vec())?;
    /// assert_eq!(document.derived(|| Objects(document.object_ids().len())).0, 3);
    /// assert_eq!(document.derived(|| Objects(0)).0, 3);
    /// # Ok::<(), countersign_pdf::PdfError>(())
    /// ```
    pub fn derived<T: 'static>(&self, make: impl FnOnce() -> T) -> Rc<T> {
        let derived = self.derived.borrow().iter().cloned().collect::<Vec<_>>();
        let known = derived.into_iter().find_map(|one| one.downcast::<T>().ok());
        known.unwrap_or_else(|| {
            let made = Rc::new(make());
            self.derived.borrow_mut().push(made.clone());
            made
        })
    }

    /// The document as it was when the file had `length` bytes, opened with the same options (ISO
    /// 32000-2, 7.5.6).
    ///
    /// # Errors
    /// As for [`Document::open`]: an earlier revision may be unreadable.
    /// ```
    /// # let pdf = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]\
    /// #   /Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>endobj\ntrailer<</Root 1 0 R>>";
    /// use countersign_pdf::{Document, Update};
    /// let document = Document::from_bytes(pdf.to_vec())?;
    /// let page = document.page(0)?.id;
    /// let mut update = Update::new(&document);
    /// update.edit(page, |page| page.insert("Rotate", 90))?;
    /// let first = [pdf.as_slice(), &update.finish()?.bytes].concat();
    /// let document = Document::from_bytes(first.clone())?;
    /// let mut update = Update::new(&document);
    /// update.edit(page, |page| page.insert("Rotate", 0))?;
    /// let second = [first.as_slice(), &update.finish()?.bytes].concat();
    ///
    /// let document = Document::from_bytes(second)?;
    /// let ends: Vec<u64> = document.revisions()?.iter().map(|revision| revision.end).collect();
    /// assert_eq!(ends, [first.len() as u64, document.len()]);
    /// assert_eq!(document.page(0)?.displayed_size(), (200.0, 100.0));
    /// assert_eq!(document.earlier(ends[0])?.page(0)?.displayed_size(), (100.0, 200.0));
    /// # Ok::<(), countersign_pdf::PdfError>(())
    /// ```
    pub fn earlier(&self, length: u64) -> Result<Self> {
        let section = self.reader.section(length);
        let loaded = Rc::clone(&self.loaded);
        let earlier = Self::open_reader(section, self.options.clone(), loaded)?;
        // Encrypted revisions may use different keys.
        if !self.is_encrypted() && !earlier.is_encrypted() {
            let shared = self.shared.get_or_init(Rc::default);
            let _ = earlier.shared.set(Rc::clone(shared));
        }
        Ok(earlier)
    }

    /// Kind of the newest cross-reference section (ISO 32000-2, 7.5.4 and 7.5.8).
    pub fn xref_kind(&self) -> XrefKind {
        self.xref().kind()
    }

    /// True if the cross-reference data was broken and the objects were found by scanning. May
    /// become true later, when an object is not found at its offset.
    pub fn is_repaired(&self) -> bool {
        self.xref().repaired
    }

    /// The first unused object number (ISO 32000-2, 7.5.5).
    pub fn next_object_number(&self) -> u32 {
        self.xref().next_number()
    }

    /// Location of an object, if it exists (ISO 32000-2, 7.5.4).
    pub fn location(&self, id: ObjectId) -> Option<Location> {
        let (location, generation) = self.xref().table.get(id.number)?;
        (location != Location::Free && generation == id.generation).then_some(location)
    }

    /// Offset of `number generation obj`; `None` for objects in object streams (ISO 32000-2,
    /// 7.3.10).
    pub fn object_offset(&self, id: ObjectId) -> Option<u64> {
        match self.location(id)? {
            Location::Offset(offset) => Some(offset),
            Location::InStream { .. } | Location::Free => None,
        }
    }

    /// Range of a value in the file. `path` is a key of the object's dictionary, or keys of nested
    /// direct dictionaries (`[b"V", b"Contents"]`). `None` for objects in object streams and for
    /// missing values.
    ///
    /// # Errors
    /// If the object can't be read: [`PdfError::Syntax`], [`PdfError::CrossReference`],
    /// [`PdfError::Source`].
    pub fn value_range(&self, id: ObjectId, path: &[&[u8]]) -> Result<Option<Range<u64>>> {
        let Some(offset) = self.object_offset(id) else {
            return Ok(None);
        };
        let (range, _) = parse_at(&self.reader, offset, &self.work, |parser| {
            parser.value_range(path)
        })?;
        Ok(range.map(|range| offset + range.start as u64..offset + range.end as u64))
    }

    /// IDs of all existing objects, by number (ISO 32000-2, 7.3.10).
    pub fn object_ids(&self) -> Vec<ObjectId> {
        self.xref().table.iter().map(|(id, _)| id).collect()
    }

    /// The revisions, oldest first (ISO 32000-2, 7.5.6).
    ///
    /// # Errors
    /// [`PdfError::Source`].
    pub fn revisions(&self) -> Result<&[Revision]> {
        if let Some(revisions) = self.revisions.get() {
            return Ok(revisions);
        }
        let found = revisions::find(&self.reader, &self.xref())?;
        Ok(self.revisions.get_or_init(|| found))
    }

    /// Encryption and permissions of the file; `None` if it is not encrypted (ISO 32000-2, 7.6).
    pub fn security(&self) -> Option<&Security> {
        self.security.as_ref()
    }

    /// True if the file is encrypted (ISO 32000-2, 7.6).
    pub fn is_encrypted(&self) -> bool {
        self.security.is_some()
    }

    /// Access rights of the password used; owner for a file that is not encrypted (ISO 32000-2,
    /// 7.6.4).
    pub fn access(&self) -> Access {
        self.security
            .as_ref()
            .map_or(Access::Owner, Security::access)
    }

    /// True if the caller takes responsibility for ignoring the permissions
    /// ([`OpenOptions::ignore_permissions`]).
    pub fn ignores_permissions(&self) -> bool {
        self.options.ignore_permissions
    }

    /// Fails with [`PdfError::OwnerNeeded`] unless the document was opened with all rights: by its
    /// owner, or by a user with all permissions.
    pub(crate) fn assert_may_change_protection(&self) -> Result<()> {
        match self.security() {
            Some(security)
                if security.access() == Access::User && !security.permissions().is_everything() =>
            {
                Err(PdfError::OwnerNeeded)
            }
            _ => Ok(()),
        }
    }

    fn page_tree(&self) -> Result<&PageTree> {
        if let Some(tree) = self.pages.get() {
            return Ok(tree);
        }
        let tree = PageTree::read(self)?;
        Ok(self.pages.get_or_init(|| tree))
    }

    /// Object ID of a page by index, from 0. The page itself is not read (ISO 32000-2, 7.7.3.3).
    ///
    /// # Errors
    /// [`PdfError::PageMissing`]; otherwise as for [`Document::pages`].
    pub fn page_id(&self, index: usize) -> Result<ObjectId> {
        self.page_tree()?
            .id(index)
            .ok_or(PdfError::PageMissing(index))
    }

    /// Number of pages (ISO 32000-2, 7.7.3).
    ///
    /// # Errors
    /// [`PdfError::CatalogMissing`], or [`PdfError::Limit`] for a tree that is too deep or too large.
    pub fn pages(&self) -> Result<usize> {
        Ok(self.page_tree()?.len())
    }

    /// A page by index, from 0 (ISO 32000-2, 7.7.3.3).
    ///
    /// # Errors
    /// [`PdfError::PageMissing`], or an error of reading the page.
    pub fn page(&self, index: usize) -> Result<Page> {
        self.page_tree()?.page(self, index)
    }

    /// Index of the page with this object ID (ISO 32000-2, 7.7.3.3).
    ///
    /// # Errors
    /// As for [`Document::pages`].
    pub fn page_index(&self, id: ObjectId) -> Result<Option<usize>> {
        Ok(self.page_tree()?.index_of(id))
    }

    /// IDs of the objects that differ from an earlier revision of the same file: changed, added or
    /// deleted. Compares locations, not content, so the result is meaningless for repaired
    /// documents ([`Document::is_repaired`]; ISO 32000-2, 7.5.6).
    pub fn changed_since(&self, older: &Document) -> Vec<ObjectId> {
        let (new, old) = (self.xref(), older.xref());
        let mut changed = Vec::new();
        for number in 0..new.table.len().max(old.table.len()) {
            let (now, before) = (whereabouts(&new, number), whereabouts(&old, number));
            if now != before
                && let Some((_, generation, _)) = now.or(before)
            {
                changed.push(ObjectId::new(number, generation));
            }
        }
        changed
    }

    /// True if another revision of the same file has this object at the same location, and
    /// therefore with the same content. An object that extends beyond the end of the older revision
    /// is one of the newer revision's [`Document::appended_ambiguities`].
    pub fn has_in_place(&self, id: ObjectId, other: &Document) -> bool {
        let (here, there) = (self.xref(), other.xref());
        let is_plain = !self.is_encrypted() && !other.is_encrypted();
        let place =
            whereabouts(&here, id.number).filter(|(_, generation, _)| *generation == id.generation);
        is_plain
            && !here.repaired
            && !there.repaired
            && place.is_some()
            && place == whereabouts(&there, id.number)
    }
}

/// Location and generation of an object, and of the object stream that contains it.
type Whereabouts = (Location, u16, Option<(Location, u16)>);

/// The location of an existing object. For an object in an object stream it includes the location
/// of the stream: replacing the stream replaces all its objects.
fn whereabouts(xref: &Xref, number: u32) -> Option<Whereabouts> {
    match xref.table.get(number)? {
        (Location::Free, _) => None,
        (location @ Location::InStream { stream, .. }, generation) => {
            Some((location, generation, xref.table.get(stream)))
        }
        (location, generation) => Some((location, generation, None)),
    }
}

impl Objects for Document {
    fn object(&self, id: ObjectId) -> Result<Rc<Object>> {
        self.find(id, true)
    }

    fn stream_data(&self, stream: &Stream) -> Result<Vec<u8>> {
        let filters = self.filters(stream)?;
        filter::decode(&filters, self.raw_stream_data(stream)?, self.decode_limit())
    }
}

// The methods of `Objects`, without importing the trait.
impl Document {
    /// See [`Objects::object`].
    ///
    /// # Errors
    /// As for [`Objects::object`].
    pub fn object(&self, id: ObjectId) -> Result<Rc<Object>> {
        Objects::object(self, id)
    }

    /// Like [`Document::object`], but for an object that is read only once: in a file with more
    /// objects than the cache holds, it does not evict others. Faster for visiting most objects of
    /// such a file once.
    ///
    /// # Errors
    /// As for [`Objects::object`].
    pub fn glance(&self, id: ObjectId) -> Result<Rc<Object>> {
        self.find(id, self.xref().table.len() as usize <= MAX_CACHED_OBJECTS)
    }

    /// See [`Objects::stream_data`].
    ///
    /// # Errors
    /// As for [`Objects::stream_data`].
    pub fn stream_data(&self, stream: &Stream) -> Result<Vec<u8>> {
        Objects::stream_data(self, stream)
    }

    /// See [`Objects::resolve`].
    ///
    /// # Errors
    /// As for [`Objects::object`].
    pub fn resolve<'a>(&self, object: &'a Object) -> Result<Resolved<'a>> {
        Objects::resolve(self, object)
    }

    /// See [`Objects::lookup`].
    ///
    /// # Errors
    /// As for [`Objects::object`].
    pub fn lookup<'a>(&self, dictionary: &'a Dictionary, key: &[u8]) -> Result<Resolved<'a>> {
        Objects::lookup(self, dictionary, key)
    }
}

fn read_version(bytes: &[u8]) -> Option<(u8, u8)> {
    match bytes {
        [major @ b'1'..=b'9', b'.', minor @ b'0'..=b'9', ..] => Some((major - b'0', minor - b'0')),
        _ => None,
    }
}
