//! Writes a whole new file: every object again, with other encryption or none.
//!
//! Encrypting and decrypting can't be done by appending, because the old content would remain in
//! the file. Objects are read one by one and written again with the same numbers, so structure,
//! outlines, metadata and all other references stay valid. Object streams and stream data stay
//! compressed. Only objects of the newest revision are written.
//!
//! Most of a file is the data of large streams, which browsers and Node encrypt ten times faster
//! than WebAssembly. So a rewrite works in batches: [`Rewrite::next`] returns ranges of the old
//! file that the caller may decrypt and encrypt ([`Job`]), and [`Rewrite::finish`] returns the
//! bytes between the results. If one key encrypts a whole batch, the caller can process it in a
//! single call as a chain ([`Batch::is_chain`]): a call for each of a thousand streams costs more
//! than the cipher. [`Rewrite::write_all`] does everything itself.

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
use crate::update::{Changes, is_repeated};
use crate::xref::{Entries, Location, MAX_NUMBER, NewSection, XrefKind};
use plan::{Plan, Planned, Route};

/// A table lists every number up to the highest. With more gaps than this, a cross-reference stream
/// is written instead.
const MAX_GAPS: usize = 1 << 20;

/// Encryption of the new file.
#[derive(Debug, Clone)]
pub enum Protection {
    /// As in the old file.
    Keep,
    /// No encryption.
    Remove,
    /// Encrypted with a new key, generated from these random bytes and opened by these passwords.
    Encrypt(Encryption, Entropy),
}

/// Stream data for the caller to decrypt, encrypt, or just copy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Job {
    /// Range of the data in the old file.
    pub range: Range<u64>,
    /// Key for decryption: AES-CBC with PKCS #7 padding. The first 16 bytes of the data are the
    /// initialization vector.
    pub decrypt: Option<JobKey>,
    /// Key and vector for encryption with the same cipher and padding. The result does not include the
    /// vector, except in a chain ([`Batch::is_chain`]).
    pub encrypt: Option<(JobKey, Vector)>,
}

/// Objects of the new file that are written together.
#[derive(Debug)]
pub struct Batch {
    jobs: Vec<Job>,
    chain: bool,
    objects: Range<usize>,
}

impl Batch {
    /// True if the jobs form a chain: vectors and padded data of all jobs, concatenated and
    /// encrypted at once with a zero IV. The encrypted vector of a stream thereby becomes the
    /// vector of its data, as in appendix C of NIST SP 800-38A. The result of each job is its part
    /// of the output, including its vector.
    pub fn is_chain(&self) -> bool {
        self.chain
    }

    /// The jobs for the caller, in file order.
    pub fn jobs(&self) -> &[Job] {
        &self.jobs
    }
}

/// Bytes of the new file, with positions for the results of the jobs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Text {
    /// The bytes without the results.
    pub bytes: Vec<u8>,
    /// Positions in `bytes` before which the result of each job is inserted. The data of a failed
    /// job is already included.
    pub cuts: Vec<usize>,
}

/// Result of a job.
#[derive(Clone, Copy)]
struct Made {
    /// Length in bytes.
    length: u64,
    /// True if it starts with the initialization vector.
    with_vector: bool,
}

/// A rewrite in progress.
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
    /// Number of planned objects already returned in batches.
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

/// Encryption of the new file.
enum Cipher {
    /// As in the old file.
    Old,
    /// No encryption.
    None,
    New(Box<Security>),
}

impl Rewrite {
    /// Plans the new file. Reads every object once, so that unreadable ones are known before
    /// anything is written. `changes` come from an [`crate::Update`] of the same document, or are
    /// empty.
    ///
    /// # Errors
    /// [`PdfError::OwnerNeeded`] if a user with restricted rights changes the protection,
    /// [`PdfError::PasswordUnusable`], and any error of reading.
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

    /// Declares that the file needs AES support: by its version, or as an extension if that is
    /// below 2.0.
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

    /// The permanent file identifier, and a new one for this version.
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
        let permanent = match (&self.cipher, document.permanent_id()) {
            (Cipher::Old, Some(id)) if document.is_encrypted() => id.to_vec(),
            (_, Some(id)) if !id.is_empty() => id.to_vec(),
            (_, _) => fresh.clone(),
        };
        [permanent, fresh]
    }

    /// Whether the file gets no `/ID`: it keeps its encryption, and the key is derived from there being none.
    fn stays_without_identifier(&self) -> bool {
        let document = &self.document;
        let keeps_key = matches!(self.cipher, Cipher::Old) && document.is_encrypted();
        keeps_key && document.permanent_id().is_none()
    }

    fn make_trailer(&mut self) -> Result<()> {
        if !self.trailer.contains(b"ID") && !self.stays_without_identifier() {
            // The digest of the plan replaces random bytes: the identifier must only be different.
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

    /// Progress: bytes of the old file processed, and total bytes.
    pub fn progress(&self) -> (u64, u64) {
        let total = self.document.len();
        let next = self.plan.objects.get(self.taken).map(|it| it.offset);
        (next.unwrap_or(total).min(total), total)
    }

    /// The next objects, of about `budget` bytes; `None` if the file is complete.
    ///
    /// # Errors
    /// Any error of reading the objects.
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

    /// The bytes of a batch. `lengths` are the lengths of the job results; `None` for a failed job,
    /// whose stream is then processed here. Batches must be finished in the order in which they
    /// were returned.
    ///
    /// # Errors
    /// Any error of reading the objects, or [`PdfError::Limit`] if an offset does not fit a table.
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

    /// Writes everything in chunks, with the crate's own cipher.
    ///
    /// # Errors
    /// As for [`Rewrite::next`] and [`Rewrite::finish`].
    pub fn write_all(mut self, mut take: impl FnMut(&[u8])) -> Result<()> {
        while let Some(batch) = self.next(1 << 20)? {
            let nothing = vec![None; batch.jobs.len()];
            let text = self.finish(&batch, &nothing)?;
            take(&text.bytes);
        }
        Ok(())
    }

    /// Appends one object. Also returns the position of its stream data if that is produced by the
    /// caller.
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
            None if planned.unpacked => self.document.object(planned.id),
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

    /// The vector of data that is encrypted by the caller.
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

    /// The stream dictionary for the new file. When the protection changes, it applies to all
    /// streams, so their own crypt filters are removed.
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

    /// Writes the encryption dictionary, the cross-reference section and the trailer.
    fn end(&mut self, out: &mut Serializer<'_>) -> Result<()> {
        let base = self.written - out.bytes.len() as u64;
        let at = |out: &Serializer<'_>| base + out.bytes.len() as u64;
        if let Some((id, dictionary)) = self.encrypt.take() {
            let place = (Location::Offset(at(out)), id.generation);
            self.entries.insert(id.number, place);
            out.object_header(id);
            out.dictionary(&dictionary);
            // Room for longer permissions when the passwords are changed in place.
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

    /// The section of a file without updates must not have gaps (ISO 32000-2, 7.5.4): unused
    /// numbers are free entries.
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

/// True if all jobs only encrypt, with the single file key of AES-256 (Algorithm 1.A).
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
