//! A whole new file: every object written again, with other protection or none.
//!
//! Encrypting and decrypting can't be done by appending, since what stands in the file would stay. Objects are
//! read one after the other and written again under their numbers, so that structure, outlines, metadata and
//! whatever else refers to them stays as it is; object streams and the data of streams stay packed. What no object
//! of the newest revision is written in is left behind.
//!
//! Most of a file is the data of large streams, and browsers and Node encrypt it ten times faster than
//! WebAssembly can. So a rewrite goes in batches: [`Rewrite::next`] names ranges of the old file whose decryption
//! and encryption somebody else may do ([`Job`]), [`Rewrite::finish`] gives the bytes to put between the results.
//! Where one key encrypts all of a batch, one call can do it as a chain ([`Batch::is_chain`]): a call for each of a
//! thousand streams costs more than the cipher. [`Rewrite::write_all`] does it all itself.

mod plan;

use std::borrow::Cow;
use std::ops::Range;
use std::rc::Rc;

use sha2::{Digest, Sha256};

use crate::crypt::{Algorithm, Encryption, Entropy, JobKey, Sealed, Security, Vector, seal};
use crate::document::Document;
use crate::error::{PdfError, Result};
use crate::object::{Dictionary, Name, Object, ObjectId, PdfString, Stream};
use crate::serialize::Serializer;
use crate::tail::is_repeated;
use crate::update::Changes;
use crate::xref::{Entries, Location, MAX_NUMBER, NewSection, XrefKind};
use plan::{Plan, Planned, Route};

/// A table lists every number up to the highest one; with more gaps than this a stream is written instead.
const MAX_GAPS: usize = 1 << 20;

/// What protects the new file.
#[derive(Debug, Clone)]
pub enum Protection {
    /// What protects the old one.
    Keep,
    /// Nothing.
    Remove,
    /// A new key, made of these random bytes and opened by these passwords.
    Encrypt(Encryption, Entropy),
}

/// The data of one stream, for whoever writes the file to decrypt, encrypt, or just to copy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Job {
    /// Where the data is in the old file.
    pub range: Range<u64>,
    /// AES in CBC mode with the padding of PKCS #7; the first 16 bytes are the initialization vector.
    pub decrypt: Option<JobKey>,
    /// The same for the new file, with the vector to use. The result is what the cipher gives, without the vector.
    pub encrypt: Option<(JobKey, Vector)>,
}

/// Some objects of the new file that are written at once.
#[derive(Debug)]
pub struct Batch {
    jobs: Vec<Job>,
    chain: bool,
    objects: Range<usize>,
}

impl Batch {
    /// Whether the jobs are to be done as one: the vector and the padded data of each, one after the other, encrypted
    /// from a vector of zeros on. So the encrypted vector of a stream becomes the vector of its data, as in appendix C
    /// of NIST SP 800-38A. The result of each job is then its part of the whole, with its vector.
    pub fn is_chain(&self) -> bool {
        self.chain
    }

    /// What may be done elsewhere, in the order of the file.
    pub fn jobs(&self) -> &[Job] {
        &self.jobs
    }
}

/// Bytes of the new file, with places where the results of jobs belong.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Text {
    /// The bytes without the results.
    pub bytes: Vec<u8>,
    /// Before which of the bytes the result of each job belongs; the bytes of a job that failed are already there.
    pub cuts: Vec<usize>,
}

/// The result of a job.
#[derive(Clone, Copy)]
struct Made {
    /// In bytes.
    length: u64,
    /// Whether it starts with its initialization vector.
    with_vector: bool,
}

/// A new file that is being written.
///
/// ```
/// # use std::rc::Rc;
/// # use countersign_pdf::{Changes, Document, Encryption, Entropy, MemorySource, OpenOptions, Protection, Rewrite};
/// # let pdf = b"%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[3 0 R]\
/// #   /Count 1>>endobj\n3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 100]>>endobj\ntrailer<</Root 1 0 R>>";
/// # let random_bytes = [7; 64];
/// let document = Rc::new(Document::from_bytes(pdf)?);
/// let protection = Protection::Encrypt(Encryption::new("user", "owner"), Entropy::new(random_bytes));
/// let mut encrypted = Vec::new();
/// Rewrite::new(document, Changes::default(), protection)?.write_all(|chunk| encrypted.extend_from_slice(chunk))?;
///
/// let again = Document::open(MemorySource::new(encrypted), OpenOptions::with_password("user"))?;
/// assert_eq!(again.page(0)?.displayed_size(), (200.0, 100.0));
/// # Ok::<(), countersign_pdf::PdfError>(())
/// ```
pub struct Rewrite {
    document: Rc<Document>,
    changes: Changes,
    plan: Plan,
    /// How many of the planned objects were handed out in batches.
    taken: usize,
    cipher: Cipher,
    /// The encryption dictionary, until it is written.
    encrypt: Option<(ObjectId, Dictionary)>,
    trailer: Dictionary,
    entries: Entries,
    written: u64,
    version: (u8, u8),
    ended: bool,
}

/// With what strings and streams are written.
enum Cipher {
    /// That of the old file.
    Old,
    /// None.
    None,
    New(Box<Security>),
}

impl Rewrite {
    /// Plans the new file: looks at every object once, so that what can't be read is known before anything is
    /// written. `changes` are those of an [`crate::Update`] of the same document, or none.
    ///
    /// # Errors
    /// [`PdfError::OwnerNeeded`] where protection is to be changed by a user with fewer rights,
    /// [`PdfError::PasswordUnusable`], and whatever reading fails with.
    pub fn new(document: Rc<Document>, changes: Changes, protection: Protection) -> Result<Self> {
        if !matches!(protection, Protection::Keep) {
            document.assert_may_change_protection()?;
        }
        let mut rewrite = Self {
            plan: Plan::empty(),
            taken: 0,
            cipher: Cipher::None,
            encrypt: None,
            trailer: Dictionary::new(),
            entries: Entries::new(),
            written: 0,
            version: document.version(),
            ended: false,
            document,
            changes,
        };
        rewrite.protect(protection)?;
        rewrite.plan = Plan::of(&rewrite.document, &rewrite.changes, rewrite.security())?;
        rewrite.make_trailer()?;
        Ok(rewrite)
    }

    fn protect(&mut self, protection: Protection) -> Result<()> {
        let old = self.document.trailer().get(b"Encrypt").cloned();
        match protection {
            Protection::Keep => self.cipher = Cipher::Old,
            Protection::Remove => self.changes.drop_object(old),
            Protection::Encrypt(encryption, entropy) => {
                self.changes.drop_object(old);
                let ids = self.identifiers(entropy.bytes("identifier", 0));
                let id = self.changes.reserve(&self.document);
                let Sealed {
                    security,
                    dictionary,
                } = seal(
                    &encryption,
                    &entropy,
                    &ids[0],
                    self.document.password_hash(),
                )?
                .written_as(id);
                self.cipher = Cipher::New(Box::new(security));
                self.encrypt = Some((id, dictionary));
                self.trailer.insert("Encrypt", id);
                self.trailer.insert("ID", strings(ids));
                self.raise_version(encryption.algorithm)?;
            }
        }
        Ok(())
    }

    /// Says that the file needs a reader of AES: by its version, or as an extension where that is lower than 2.0.
    fn raise_version(&mut self, algorithm: Algorithm) -> Result<()> {
        match algorithm {
            Algorithm::Aes128 => self.version = self.version.max((1, 6)),
            Algorithm::Aes256 if self.version < (2, 0) => {
                self.version = (1, 7);
                let extension = Dictionary::new()
                    .with("BaseVersion", Name::new("1.7"))
                    .with("ExtensionLevel", 8);
                let root = self.document.catalog_id()?;
                let mut catalog = self.changes.dictionary(&self.document, root)?;
                let extensions = self.document.lookup(&catalog, b"Extensions")?;
                let mut extensions = extensions.as_dictionary().cloned().unwrap_or_default();
                extensions.insert("ADBE", extension);
                catalog.insert("Extensions", extensions);
                self.changes.set(root, catalog);
            }
            Algorithm::Aes256 => {}
        }
        Ok(())
    }

    /// The file's permanent identifier, and a new one for this version of it.
    fn identifiers(&self, noise: [u8; 16]) -> [Vec<u8>; 2] {
        let document = &self.document;
        let old = document.lookup(document.trailer(), b"ID");
        let old: Vec<Vec<u8>> = old
            .ok()
            .iter()
            .flat_map(|it| it.as_array().unwrap_or_default())
            .filter_map(|it| it.as_string().map(|it| it.as_bytes().to_vec()))
            .collect();
        let mut digest = Sha256::new();
        digest.update(b"countersign rewritten file");
        old.iter().for_each(|part| digest.update(part));
        digest.update(document.len().to_le_bytes());
        digest.update(noise);
        let fresh: Vec<u8> = digest.finalize().iter().copied().take(16).collect();
        let permanent = old.into_iter().next().filter(|it| !it.is_empty());
        [permanent.unwrap_or_else(|| fresh.clone()), fresh]
    }

    fn make_trailer(&mut self) -> Result<()> {
        if !self.trailer.contains(b"ID") {
            // The digest of what is planned stands in for random bytes: the identifier must differ, no more.
            let ids = self.identifiers(self.plan.digest());
            self.trailer.insert("ID", strings(ids));
        }
        let keep = matches!(self.cipher, Cipher::Old);
        let old = self.document.trailer().iter();
        let all = old.chain(self.changes.trailer.iter());
        for (key, value) in all.filter(|(key, _)| is_repeated(key)) {
            if key != &b"Encrypt" || keep {
                self.trailer.insert(key.clone(), value.clone());
            }
        }
        if self.trailer.reference(b"Root").is_none() {
            self.trailer.insert("Root", self.document.catalog_id()?);
        }
        Ok(())
    }

    fn security(&self) -> Option<&Security> {
        match &self.cipher {
            Cipher::Old => self.document.security(),
            Cipher::None => None,
            Cipher::New(security) => Some(security),
        }
    }

    /// How far the rewrite is: bytes of the old file that were dealt with, and all of them.
    pub fn progress(&self) -> (u64, u64) {
        let total = self.document.len();
        let next = self.plan.objects.get(self.taken).map(|it| it.offset);
        (next.unwrap_or(total).min(total), total)
    }

    /// The next objects, of about so many bytes; nothing when there are no more and the file is complete.
    ///
    /// # Errors
    /// Whatever reading the objects fails with.
    pub fn next(&mut self, budget: u64) -> Result<Option<Batch>> {
        if self.ended {
            return Ok(None);
        }
        let start = self.taken;
        let (mut jobs, mut size) = (Vec::new(), 0u64);
        while let Some(planned) = self.plan.objects.get(self.taken) {
            if size >= budget && self.taken > start {
                break;
            }
            size = size.saturating_add(planned.size());
            self.taken += 1;
            if let (Route::Outside { decrypt, encrypt }, Some(range)) =
                (planned.route, &planned.data)
            {
                let old = self.document.security();
                jobs.push(Job {
                    range: range.clone(),
                    decrypt: old.and_then(|it| it.job_key(decrypt, planned.id)),
                    encrypt: self.security().and_then(|it| {
                        it.job_key(encrypt, planned.id)
                            .zip(Some(it.job_vector(planned.id)))
                    }),
                });
            }
        }
        self.ended = self.taken == self.plan.objects.len();
        Ok(Some(Batch {
            chain: have_one_key(&jobs),
            jobs,
            objects: start..self.taken,
        }))
    }

    /// The bytes of a batch, given how long the result of each of its jobs is (nothing for one that failed: that
    /// stream is then done here). Batches are finished in the order in which they were handed out.
    ///
    /// # Errors
    /// Whatever reading the batch's objects fails with, or [`PdfError::Limit`] for offsets that a table can't hold.
    pub fn finish(&mut self, batch: &Batch, lengths: &[Option<u64>]) -> Result<Text> {
        let mut text = Text::default();
        let mut out = Serializer::new(None);
        if self.written == 0 && self.entries.is_empty() {
            let (major, minor) = self.version;
            out.text(format_args!("%PDF-{major}.{minor}\n"));
            out.bytes.extend(b"%\xe2\xe3\xcf\xd3\n");
        }
        let mut results = lengths.iter().copied();
        let mut outside = 0u64;
        for index in batch.objects.clone() {
            let Some(planned) = self.plan.objects.get(index).cloned() else {
                continue;
            };
            let position = self.written + outside + out.bytes.len() as u64;
            let id = planned.id;
            self.entries
                .insert(id.number, (Location::Offset(position), id.generation));
            let is_job = matches!(planned.route, Route::Outside { .. });
            let length = if is_job {
                results.next().flatten()
            } else {
                None
            };
            let result = length.map(|length| Made {
                length,
                with_vector: batch.chain,
            });
            let bytes = std::mem::take(&mut out.bytes);
            let (bytes, cut) = self.put_object(bytes, &planned, result)?;
            out.bytes = bytes;
            if is_job {
                text.cuts.push(cut);
                outside += length.unwrap_or(0);
            }
        }
        self.written += outside + out.bytes.len() as u64;
        if batch.objects.end == self.plan.objects.len() {
            let before = out.bytes.len() as u64;
            self.end(&mut out)?;
            self.written += out.bytes.len() as u64 - before;
        }
        text.bytes = out.bytes;
        Ok(text)
    }

    /// Writes everything, chunk by chunk, with the core's own cipher.
    ///
    /// # Errors
    /// As [`Rewrite::next`] and [`Rewrite::finish`].
    pub fn write_all(mut self, mut take: impl FnMut(&[u8])) -> Result<()> {
        while let Some(batch) = self.next(1 << 20)? {
            let nothing = vec![None; batch.jobs.len()];
            let text = self.finish(&batch, &nothing)?;
            take(&text.bytes);
        }
        Ok(())
    }

    /// Appends one object; also says where the data of its stream belongs when that is made elsewhere.
    fn put_object(
        &self,
        bytes: Vec<u8>,
        planned: &Planned,
        outside: Option<Made>,
    ) -> Result<(Vec<u8>, usize)> {
        let id = planned.id;
        let security = self.security();
        let mut out = Serializer::new(security);
        out.bytes = bytes;
        out.object_header(id);
        let exempt = security.is_some_and(|it| it.is_exempt(id));
        out.encrypt_for((!exempt).then_some(id));
        let mut cut = out.bytes.len();
        match &*self.object(planned)? {
            Object::Stream(stream) => cut = self.put_stream(&mut out, planned, stream, outside)?,
            object => out.object(object),
        }
        out.encrypt_for(None);
        out.bytes.extend(b"\nendobj\n");
        Ok((out.bytes, cut))
    }

    fn object(&self, planned: &Planned) -> Result<Rc<Object>> {
        match self.changes.get(planned.id) {
            Some(changed) => Ok(changed),
            None => self.document.object_at(planned.id, planned.offset),
        }
    }

    fn put_stream(
        &self,
        out: &mut Serializer<'_>,
        planned: &Planned,
        stream: &Stream,
        outside: Option<Made>,
    ) -> Result<usize> {
        let dictionary = self.stream_dictionary(stream);
        let data = match outside {
            Some(made) if made.with_vector => Cow::default(),
            Some(_) => Cow::Owned(self.vector_before(planned)),
            None => self.stream_data(planned.id, stream, &dictionary)?,
        };
        let made = outside.map_or(0, |made| made.length);
        out.stream_dictionary(&dictionary, data.len() as u64 + made);
        out.bytes.extend(b"stream\n");
        out.bytes.extend_from_slice(&data);
        let cut = out.bytes.len();
        out.bytes.extend(b"\nendstream");
        Ok(cut)
    }

    /// The vector of data that is encrypted elsewhere.
    fn vector_before(&self, planned: &Planned) -> Vec<u8> {
        match (planned.route, self.security()) {
            (Route::Outside { encrypt, .. }, Some(security)) if encrypt.is_aes() => {
                security.job_vector(planned.id).to_vec()
            }
            _ => Vec::new(),
        }
    }

    fn stream_data<'s>(
        &self,
        id: ObjectId,
        stream: &'s Stream,
        dictionary: &Dictionary,
    ) -> Result<Cow<'s, [u8]>> {
        let data = self.document.raw_data(stream)?;
        Ok(match self.security() {
            Some(security) => {
                Cow::Owned(security.encrypt_stream(id, dictionary, data.into_owned()))
            }
            None => data,
        })
    }

    /// The dictionary as it goes into the new file: whoever changes the protection of all decides for all, so
    /// that crypt filters of single streams end.
    fn stream_dictionary(&self, stream: &Stream) -> Dictionary {
        let mut dictionary = stream.dictionary.clone();
        if !matches!(self.cipher, Cipher::Old) {
            plan::remove_crypt_filter(&mut dictionary);
        }
        if let Cipher::New(security) = &self.cipher
            && security.leaves_plain(&dictionary)
        {
            plan::add_identity_filter(&mut dictionary);
        }
        dictionary
    }

    /// The encryption dictionary, the cross-reference section and the trailer.
    fn end(&mut self, out: &mut Serializer<'_>) -> Result<()> {
        let base = self.written - out.bytes.len() as u64;
        let at = |out: &Serializer<'_>| base + out.bytes.len() as u64;
        if let Some((id, dictionary)) = self.encrypt.take() {
            let place = (Location::Offset(at(out)), id.generation);
            self.entries.insert(id.number, place);
            out.object_header(id);
            out.dictionary(&dictionary);
            // Room for other permissions, when the passwords are changed in place.
            let inside = out.bytes.len() - b">>".len();
            out.bytes.splice(inside..inside, [b' '; 12]);
            out.bytes.extend(b"\nendobj\n");
        }
        for (number, location) in &self.plan.packed {
            self.entries.insert(*number, (*location, 0));
        }
        let size = self.entries.keys().next_back().map_or(1, |last| last + 1);
        if size > MAX_NUMBER {
            return Err(PdfError::Limit("object numbers"));
        }
        let kind = self.fill_gaps(size);
        let section = NewSection {
            trailer: std::mem::take(&mut self.trailer),
            entries: std::mem::take(&mut self.entries),
            size,
            position: at(out),
            kind,
            shift: 0,
        };
        section.write(out)
    }

    /// A section of a file without revisions has no gaps (ISO 32000-2, 7.5.4): numbers that are not used are free.
    fn fill_gaps(&mut self, size: u32) -> XrefKind {
        if size as usize - self.entries.len() > MAX_GAPS {
            self.entries.insert(0, (Location::Free, u16::MAX));
            return XrefKind::Stream;
        }
        for number in 0..size {
            let free = (Location::Free, u16::MAX);
            self.entries.entry(number).or_insert(free);
        }
        if self.plan.packed.is_empty() {
            self.document.xref_kind()
        } else {
            XrefKind::Stream
        }
    }
}

/// Whether all that jobs ask for is to encrypt with the one key that AES-256 has for a file (Algorithm 1.A).
fn have_one_key(jobs: &[Job]) -> bool {
    const KEY_LENGTH: usize = 32;
    let seals = |job: &Job| {
        let key = job.encrypt.as_ref().map(|(key, _)| key.as_bytes());
        job.decrypt.is_none() && key.is_some_and(|key| key.len() == KEY_LENGTH)
    };
    !jobs.is_empty() && jobs.iter().all(seals)
}

fn strings(ids: [Vec<u8>; 2]) -> Vec<Object> {
    ids.map(|id| PdfString::hexadecimal(id).into()).to_vec()
}
