//! Preparing: the revision is written whole but for the signature value, and says what to sign.

use countersign_cms::{DigestAlgorithm, Hasher, SignatureScheme};
use countersign_forms::look::Look;
use countersign_forms::picture::Picture;
use countersign_forms::{MergeOptions, appearance};
use countersign_pdf::{Dictionary, Document, Layout, Objects, Tail, Update};

use crate::error::SignError;
use crate::field::{self, Target};
use crate::options::PrepareOptions;
use crate::session::Session;
use crate::signer::Signer;
use crate::{dictionary, ranges};

/// A signature that waits for its value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Prepared {
    /// Everything that completing needs, as bytes to keep or send.
    pub session: Vec<u8>,
    /// The byte range of the signed document.
    pub byte_range: [u64; 4],
    /// The signed attributes: what WebCrypto, Ed25519 and PKCS#11 mechanisms with a digest sign.
    pub tbs: Vec<u8>,
    /// Their digest: what HSMs and cards that only sign digests sign.
    pub tbs_digest: Vec<u8>,
    /// The digest algorithm.
    pub digest: DigestAlgorithm,
    /// The scheme that is expected.
    pub scheme: SignatureScheme,
    /// The appended revision with zeros in the place of the signature.
    pub tail: Tail,
}

/// Prepares a signature.
pub fn prepare(document: &Document, options: &PrepareOptions) -> Result<Prepared, SignError> {
    check_document(document, options)?;
    let signer = Signer::new(options)?;
    let mut update = Update::new(document);
    if !options.values.is_empty() {
        let fonts = MergeOptions {
            fonts: options.fonts.clone(),
            ..MergeOptions::default()
        };
        countersign_forms::merge(&mut update, &options.values, &fonts)?;
    }
    let target = field::settle(&mut update, &options.field)?;
    if let Some(picture) = &options.picture {
        draw(&mut update, target, picture)?;
    }
    let reserve = signer.reserve(options)?;
    let mut signature = dictionary::signature(options, reserve);
    if let Some(lock) = field::lock(&update, target)? {
        dictionary::add_lock(&mut signature, lock);
    }
    let signature = update.add(signature);
    update.edit(target.field, |field| field.insert("V", signature))?;
    field::set_flags(&mut update)?;
    if options.doc_mdp.is_some() {
        let permissions = Dictionary::new().with("DocMDP", signature);
        update.edit(document.catalog_id()?, |catalog| {
            catalog.insert("Perms", permissions)
        })?;
    }
    seal(document, update, &signer)
}

/// Fails for a document that can't be signed, whoever signs: to know before anybody is asked.
pub fn check_signable(document: &Document) -> Result<(), SignError> {
    if document.is_repaired() {
        return Err(SignError::Repaired);
    }
    if is_hybrid(document)? {
        return Err(SignError::Hybrid);
    }
    match certification(document, &document.catalog()?)? {
        Some(1) => Err(SignError::Certified),
        Some(_) | None => Ok(()),
    }
}

/// Writers of hybrid files make them at once: the first revision tells, or the newest.
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
    check_signable(document)?;
    let catalog = document.catalog()?;
    match options.doc_mdp {
        Some(1..=3) if field::is_signed(document, &catalog)? => Err(SignError::NotFirst),
        Some(1..=3) | None => Ok(()),
        Some(level) => Err(SignError::CertificationLevel(level)),
    }
}

/// The level of the document's certification.
fn certification(document: &Document, catalog: &Dictionary) -> Result<Option<i64>, SignError> {
    let permissions = document.lookup(catalog, b"Perms")?;
    let Some(permissions) = permissions.as_dictionary() else {
        return Ok(None);
    };
    let signature = document.lookup(permissions, b"DocMDP")?;
    let Some(signature) = signature.as_dictionary() else {
        return Ok(None);
    };
    let references = document.lookup(signature, b"Reference")?;
    for reference in references.as_array().unwrap_or_default() {
        let reference = document.resolve(reference)?;
        let Some(reference) = reference.as_dictionary() else {
            continue;
        };
        if reference.name(b"TransformMethod") == Some(b"DocMDP") {
            let parameters = document.lookup(reference, b"TransformParams")?;
            let level = parameters.as_dictionary().and_then(|it| it.integer(b"P"));
            // Without a number it is 2 (ISO 32000-2, table 257).
            return Ok(Some(level.unwrap_or(2)));
        }
    }
    Ok(None)
}

/// Shows a picture in the widget, upright, its proportions kept.
fn draw(update: &mut Update<'_>, target: Target, bytes: &[u8]) -> Result<(), SignError> {
    let picture = Picture::read(bytes)
        .map_err(|problem| SignError::Appearance(problem.message().to_owned()))?;
    let widget = Objects::dictionary(update, target.widget)?;
    let look = Look::read(update, &widget)?;
    let shape = picture.shape;
    let image = picture.add(|object| update.add(object));
    let stream = appearance::picture(&look, image, shape).into_stream();
    let normal = update.add(stream);
    update.edit(target.widget, |widget| {
        widget.insert("AP", Dictionary::new().with("N", normal));
    })?;
    Ok(())
}

/// Writes the revision, fills the byte range in, and hashes what it covers.
fn seal(document: &Document, update: Update<'_>, signer: &Signer) -> Result<Prepared, SignError> {
    let (mut tail, layout) = update.finish_with_layout()?;
    let (byte_range, digits) = fill_byte_range(&mut tail, &layout)?;
    let mut hasher = Hasher::new(signer.digest);
    ranges::hash_document(document, &mut hasher)?;
    ranges::hash_around(&tail.bytes, digits, &mut hasher);
    let content_digest = hasher.finish();
    let tbs = signer.attributes(&content_digest);
    let session = Session {
        digest: signer.digest,
        scheme: signer.scheme,
        base_length: tail.base_length,
        byte_range,
        digits,
        content_digest,
        tbs: tbs.clone(),
        certificate: signer.certificate.clone(),
        chain: signer.chain.clone(),
        tail: tail.bytes.clone(),
    };
    Ok(Prepared {
        session: session.write(),
        byte_range,
        tbs_digest: signer.digest.digest(&tbs),
        tbs,
        digest: signer.digest,
        scheme: signer.scheme,
        tail,
    })
}

/// The byte range, and where the digits of the signature are in the tail.
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
