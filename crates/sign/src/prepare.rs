//! Preparation: writes the revision without the signature value and returns the bytes to sign.

use countersign_cms::{DigestAlgorithm, SignatureScheme};
use countersign_forms::signature_appearance::SignatureAppearance;
use countersign_forms::{FieldFinding, MergeOptions, merge_with_findings};
use countersign_pdf::{Dictionary, Document, Layout, ObjectId, Objects, Tail, Update};

use crate::error::SignError;
use crate::field::{self, Target};
use crate::options::PrepareOptions;
use crate::session::{Purpose, Session};
use crate::signer::Signer;
use crate::{dictionary, locks, ranges};

/// A revision with an empty signature that is not hashed yet.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Planned {
    /// Session for [`bind`], plain bytes to store or send.
    pub session: Vec<u8>,
    /// Bytes to hash in the document followed by the tail: offset, length, offset, length.
    pub byte_range: [u64; 4],
    /// Digest algorithm.
    pub digest: DigestAlgorithm,
    /// The appended revision, with zeros in place of the signature.
    pub tail: Tail,
    /// What was found when the values were filled in, and refuses nothing.
    pub findings: Vec<FieldFinding>,
}

/// A signature that lacks only its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prepared {
    /// Session with everything that completing needs, plain bytes to store or send.
    pub session: Vec<u8>,
    /// `/ByteRange` of the signed document: offset, length, offset, length.
    pub byte_range: [u64; 4],
    /// DER of the signed attributes: the input of WebCrypto, Ed25519, and PKCS#11 mechanisms that hash.
    pub tbs: Vec<u8>,
    /// Digest of `tbs`: the input of HSMs and cards that only sign digests.
    pub tbs_digest: Vec<u8>,
    /// Digest algorithm.
    pub digest: DigestAlgorithm,
    /// Signature scheme to use.
    pub scheme: SignatureScheme,
    /// The appended revision, with zeros in place of the signature.
    pub tail: Tail,
    /// What was found when the values were filled in, and refuses nothing.
    pub findings: Vec<FieldFinding>,
}

/// Prepares a signature: [`plan`], hashing, and [`bind`].
///
/// # Errors
/// Any reason why this signature is not possible. Nothing is written then.
///
/// ```
/// # #[allow(dead_code)]
/// # mod support { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/mod.rs")); }
/// # let alice = support::Signer::new("Alice", 2);
/// # let (file, certificate, now) = (support::form(), alice.certificate.make().der().to_vec(), support::NOW);
/// use countersign_pdf::Document;
/// use countersign_sign::{PrepareOptions, SigningField, complete_with_signature, prepare, session_info};
/// let document = Document::from_bytes(file.clone())?;
/// let field = SigningField::Existing("alice".to_owned());
/// let prepared = prepare(&document, &PrepareOptions::new(field.clone(), certificate.clone(), now)).expect("it can be signed");
/// let info = session_info(&prepared.session).expect("the session is whole");
/// assert_eq!((info.scheme.as_str(), info.base_length), ("ecdsa", file.len() as u64));
/// let value = alice.key.sign(&prepared.tbs);
/// let tail = complete_with_signature(&prepared.session, &value).expect("the value is the key's");
/// let signed = [file.as_slice(), &tail.bytes].concat();
/// # assert_eq!(signed.len() as u64, prepared.byte_range[2] + prepared.byte_range[3]);
/// // A field is signed once.
/// let again = prepare(&Document::from_bytes(signed)?, &PrepareOptions::new(field, certificate, now));
/// assert_eq!(again.unwrap_err().code().as_str(), "sign_field_signed");
/// # Ok::<(), countersign_pdf::PdfError>(())
/// ```
pub fn prepare(document: &Document, options: &PrepareOptions) -> Result<Prepared, SignError> {
    let (session, findings) = layout(document, options)?;
    let content_digest = ranges::digest_of(document, &session)?;
    let prepared = prepared(Session {
        content_digest,
        ..session
    })?;
    Ok(Prepared {
        findings,
        ..prepared
    })
}

/// Writes the revision without hashing it: the first half of [`prepare`], for callers that hash large files faster
/// than this crate.
///
/// # Errors
/// The same as [`prepare`].
pub fn plan(document: &Document, options: &PrepareOptions) -> Result<Planned, SignError> {
    let (session, findings) = layout(document, options)?;
    Ok(Planned {
        findings,
        ..Planned::from(session)
    })
}

/// Adds the digest of the bytes in the byte range: the second half of [`prepare`]. A wrong digest produces a signature
/// that no verifier accepts.
///
/// # Errors
/// `sign_session` if the session is malformed or the digest has the wrong length.
///
/// ```
/// # #[allow(dead_code)]
/// # mod support { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/mod.rs")); }
/// # let alice = support::Signer::new("Alice", 2);
/// # let file = support::form();
/// # let document = countersign_pdf::Document::from_bytes(file.clone())?;
/// # let options = alice.options(countersign_sign::SigningField::Existing("alice".to_owned()));
/// use countersign_cms::Hasher;
/// use countersign_sign::{bind, plan, prepare};
/// let planned = plan(&document, &options).expect("it can be signed");
/// let whole = [file.as_slice(), &planned.tail.bytes].concat();
/// let [start, length, rest, rest_length] = planned.byte_range.map(|it| it as usize);
/// let mut hasher = Hasher::new(planned.digest);
/// hasher.update(&whole[start..start + length]);
/// hasher.update(&whole[rest..rest + rest_length]);
/// let prepared = bind(&planned.session, &hasher.finish()).expect("the digest has its length");
/// assert_eq!(prepared.tbs, prepare(&document, &options).expect("the same").tbs);
/// # Ok::<(), countersign_pdf::PdfError>(())
/// ```
pub fn bind(session: &[u8], content_digest: &[u8]) -> Result<Prepared, SignError> {
    prepared(bound(session, content_digest)?)
}

/// Reads a session and adds its content digest.
pub(crate) fn bound(session: &[u8], content_digest: &[u8]) -> Result<Session, SignError> {
    let session = Session {
        content_digest: content_digest.to_vec(),
        ..Session::read(session)?
    };
    session.check_hashed().map(|()| session)
}

impl From<Session> for Planned {
    fn from(session: Session) -> Self {
        Self {
            session: session.write(),
            byte_range: session.byte_range,
            digest: session.digest,
            tail: Tail {
                base_length: session.base_length,
                bytes: session.tail,
            },
            findings: Vec::new(),
        }
    }
}

/// Returns the bytes to sign for a hashed session.
pub(crate) fn prepared(session: Session) -> Result<Prepared, SignError> {
    let signing = session.signing()?;
    let tbs = session.attributes()?;
    Ok(Prepared {
        session: session.write(),
        byte_range: session.byte_range,
        tbs_digest: session.digest.digest(&tbs),
        tbs,
        digest: session.digest,
        scheme: signing.scheme,
        tail: Tail {
            base_length: session.base_length,
            bytes: session.tail,
        },
        findings: Vec::new(),
    })
}

/// Writes the revision.
fn layout(
    document: &Document,
    options: &PrepareOptions,
) -> Result<(Session, Vec<FieldFinding>), SignError> {
    check_document(document, options)?;
    let signer = Signer::new(options)?;
    let mut update = Update::new(document);
    let fonts = MergeOptions {
        fonts: options.fonts.clone(),
        ..MergeOptions::default()
    };
    let mut findings = Vec::new();
    if options.values.is_empty() {
        countersign_forms::draw_values(&mut update, &options.values, &fonts)?;
    } else {
        findings = merge_with_findings(&mut update, &options.values, &fonts)?;
    }
    let target = field::settle(&mut update, &options.field)?;
    locks::check(document, options)?;
    if let Some(lock) = &options.lock {
        locks::put(&mut update, target, lock)?;
    }
    draw(&mut update, target, options)?;
    field::show_unseen(&mut update, target)?;
    let reserve = signer.reserve(options)?;
    let mut signature = dictionary::signature(options, reserve);
    if let Some(lock) = field::lock(&update, target)? {
        dictionary::add_lock(&mut signature, lock);
    }
    let signature = update.add(signature);
    update.edit(target.field, |field| field.insert("V", signature))?;
    field::set_flags(&mut update)?;
    if options.doc_mdp.is_some() {
        permit(&mut update, signature)?;
    }
    let purpose = Purpose::Signature(Box::new(signer.signing));
    let session = seal(update, signer.digest, purpose)?;
    check_sound(document)?;
    check_unambiguous(document).map(|()| (session, findings))
}

/// Registers the signature as the certification (`/Perms` `/DocMDP`). Other permissions of the catalog stay.
fn permit(update: &mut Update<'_>, signature: ObjectId) -> Result<(), SignError> {
    let catalog_id = update.document().catalog_id()?;
    let catalog = Objects::dictionary(update, catalog_id)?;
    let permissions = update.lookup(&catalog, b"Perms")?.into_object();
    let mut permissions = permissions.as_dictionary().cloned().unwrap_or_default();
    permissions.insert("DocMDP", signature);
    update.edit(catalog_id, |catalog| catalog.insert("Perms", permissions))?;
    Ok(())
}

/// Checks whether the document can be signed by anyone, to know before asking a signer.
///
/// # Errors
/// `sign_certified` if its certification forbids further signatures, `sign_repaired` if it is damaged, `sign_hybrid`
/// if readers would disagree about appended revisions, `sign_readers_may_disagree` if they may disagree about the
/// existing content, and the errors of reading it.
pub fn check_signable(document: &Document) -> Result<(), SignError> {
    check_permitted(document)?;
    check_unambiguous(document)
}

/// Fails if nothing can be appended or the certification forbids signing.
fn check_permitted(document: &Document) -> Result<(), SignError> {
    check_appendable(document)?;
    locks::check_open(document)
}

/// Fails if damage was found in the document so far. Each reader repairs damage in its own way, so an appended
/// revision would continue a different document in each. Reading while the revision is written may find more damage,
/// so this is checked before and after.
pub(crate) fn check_sound(document: &Document) -> Result<(), SignError> {
    match document.is_repaired() {
        true => Err(SignError::Repaired),
        false => Ok(()),
    }
}

/// Fails if readers would disagree about appended revisions.
pub(crate) fn check_appendable(document: &Document) -> Result<(), SignError> {
    check_sound(document)?;
    match is_hybrid(document)? {
        true => Err(SignError::Hybrid),
        false => Ok(()),
    }
}

/// Fails if readers may find different objects in the document; it would be unclear what was signed.
fn check_unambiguous(document: &Document) -> Result<(), SignError> {
    let first = document.first_ambiguities()?.first();
    match first.or(document.appended_ambiguities()?.first()) {
        Some(found) => Err(SignError::Ambiguous(found.offset, found.problem)),
        None => Ok(()),
    }
}

/// Whether the file is a hybrid. Programs that write hybrid files do so in the first revision or in the newest.
fn is_hybrid(document: &Document) -> Result<bool, SignError> {
    let hybrid = |document: &Document| document.trailer().contains(b"XRefStm");
    let first = document.revisions()?.first().map(|revision| revision.end);
    Ok(hybrid(document)
        || match first.filter(|end| *end < document.len()) {
            Some(end) => document.earlier(end).is_ok_and(|first| hybrid(&first)),
            None => false,
        })
}

fn check_document(document: &Document, options: &PrepareOptions) -> Result<(), SignError> {
    check_permitted(document)?;
    locks::check_permitted(document, &options.field)?;
    let catalog = document.catalog()?;
    match options.doc_mdp {
        Some(1..=3) if field::is_signed(document, &catalog)? => Err(SignError::NotFirst),
        Some(1..=3) | None => Ok(()),
        Some(level) => Err(SignError::CertificationLevel(level)),
    }
}

/// Draws an image, text or both as the upright appearance of the widget.
fn draw(
    update: &mut Update<'_>,
    target: Target,
    options: &PrepareOptions,
) -> Result<(), SignError> {
    let appearance = SignatureAppearance {
        picture: options.picture.as_deref(),
        lines: &options.lines,
        fonts: &options.fonts,
    };
    if appearance.is_empty() {
        return Ok(());
    }
    let widget = Objects::dictionary(update, target.widget)?;
    let normal = appearance
        .draw(update, &widget)?
        .map_err(SignError::Appearance)?;
    update.edit(target.widget, |widget| {
        widget.insert("AP", Dictionary::new().with("N", normal));
    })?;
    Ok(())
}

/// Writes the revision and fills in its byte range.
pub(crate) fn seal(
    update: Update<'_>,
    digest: DigestAlgorithm,
    purpose: Purpose,
) -> Result<Session, SignError> {
    let (mut tail, layout) = update.finish_with_layout()?;
    let (byte_range, digits) = fill_byte_range(&mut tail, &layout)?;
    Ok(Session {
        digest,
        base_length: tail.base_length,
        byte_range,
        digits,
        content_digest: Vec::new(),
        purpose,
        tail: tail.bytes,
    })
}

/// The byte range, and the position of the signature's digits in the tail.
type Places = ([u64; 4], (usize, usize));

fn fill_byte_range(tail: &mut Tail, layout: &Layout) -> Result<Places, SignError> {
    let gap = layout
        .mark(dictionary::CONTENTS)
        .ok_or(SignError::Layout("the signature's place"))?;
    let base = tail.base_length;
    let end = base + tail.bytes.len() as u64;
    let after = base + gap.end as u64;
    let byte_range = [0, base + gap.start as u64, after, end - after];
    let text = dictionary::byte_range(byte_range);
    let room = layout
        .mark(dictionary::BYTE_RANGE)
        .and_then(|place| tail.bytes.get_mut(place))
        .filter(|room| room.len() == text.len())
        .ok_or(SignError::Layout("the byte range"))?;
    room.copy_from_slice(&text);
    Ok((byte_range, (gap.start + 1, gap.len() - 2)))
}
