//! Document time stamps (ISO 32000-2, 12.8.5; PAdES B-LTA): a revision whose signature is a time-stamp token over
//! everything before it.

use countersign_cms::{Certificate, DigestAlgorithm, TimeStampRequest};
use countersign_pdf::{Document, Tail, Update};

use crate::complete::embed;
use crate::error::SignError;
use crate::field;
use crate::options::SigningField;
use crate::prepare::{Planned, bound, check_appendable, check_sound, seal};
use crate::session::{Purpose, Session};
use crate::signer::{MAX_RESERVE, TIME_STAMP_ROOM};
use crate::{dictionary, ranges};

/// Options of a document time stamp.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DocumentTimeStampOptions {
    /// Name of the new, invisible field. Defaults to an unused name.
    pub field: Option<String>,
    /// Digest algorithm.
    pub digest: DigestAlgorithm,
    /// Fresh random nonce of 8 to 32 bytes.
    pub nonce: Vec<u8>,
    /// Policy to request, as a dotted identifier.
    pub policy: Option<String>,
    /// Bytes to reserve for the token. The default exceeds what authorities send.
    pub reserve: Option<usize>,
}

impl DocumentTimeStampOptions {
    /// Options with SHA-256 and defaults for the rest.
    pub fn new(nonce: impl Into<Vec<u8>>) -> Self {
        Self {
            field: None,
            digest: DigestAlgorithm::Sha256,
            nonce: nonce.into(),
            policy: None,
            reserve: None,
        }
    }
}

/// Writes the revision with an empty gap for the token; pass its digest to [`bind_document_time_stamp`]. A document
/// time stamp is allowed even if the document's certification forbids all changes (ISO 32000-2, table 257).
///
/// # Errors
/// A document that can't be appended to, or a field that already exists.
pub fn plan_document_time_stamp(
    document: &Document,
    options: &DocumentTimeStampOptions,
) -> Result<Planned, SignError> {
    layout(document, options).map(Planned::from)
}

/// Writes the revision like [`plan_document_time_stamp`] and hashes it. The session is complete for
/// [`document_time_stamp_request`].
///
/// # Errors
/// The same as [`plan_document_time_stamp`].
pub fn prepare_document_time_stamp(
    document: &Document,
    options: &DocumentTimeStampOptions,
) -> Result<Planned, SignError> {
    let session = layout(document, options)?;
    let content_digest = ranges::digest_of(document, &session)?;
    Ok(Planned::from(Session {
        content_digest,
        ..session
    }))
}

/// Adds the digest of the bytes in the byte range to a planned session.
///
/// # Errors
/// `sign_session` if the session is malformed or the digest has the wrong length.
pub fn bind_document_time_stamp(
    session: &[u8],
    content_digest: &[u8],
) -> Result<Planned, SignError> {
    bound(session, content_digest).map(Planned::from)
}

/// Returns the DER of the time-stamp request.
///
/// # Errors
/// `sign_session` if the session is not hashed yet or waits for a signature.
pub fn document_time_stamp_request(session: &[u8]) -> Result<Vec<u8>, SignError> {
    Ok(request(&Session::read(session)?)?.encode())
}

/// Completes the session with the token of a time-stamp response. Without `anchors`, the authority's path is validated
/// only as far as it goes.
///
/// # Errors
/// An error `timestamp_…` if the response does not match the session or its authority is not accepted; `sign_reserve`
/// if the token does not fit the reserved space.
///
/// ```
/// # #[allow(dead_code)]
/// # mod support { include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/support/mod.rs")); }
/// # let document = countersign_pdf::Document::from_bytes(support::form())?;
/// use countersign_sign::{
///     DocumentTimeStampOptions, complete_document_time_stamp, document_time_stamp_request, prepare_document_time_stamp,
/// };
/// let options = DocumentTimeStampOptions::new([9; 16]);
/// let planned = prepare_document_time_stamp(&document, &options).expect("it can be continued");
/// let request = document_time_stamp_request(&planned.session).expect("the session is whole");
/// assert_eq!(request.first(), Some(&0x30));
/// # let whole = [support::form(), planned.tail.bytes.clone()].concat();
/// # let [start, length, rest, rest_length] = planned.byte_range.map(|it| it as usize);
/// # let covered = [&whole[start..start + length], &whole[rest..rest + rest_length]].concat();
/// # let response = support::granted(&support::authority().stamp(&covered, support::NOW, Some(&[9; 16])));
/// let tail = complete_document_time_stamp(&planned.session, &response, &[support::root().make()]).expect("it is the answer");
/// assert_eq!(tail.bytes.len(), planned.tail.bytes.len());
/// # Ok::<(), countersign_pdf::PdfError>(())
/// ```
pub fn complete_document_time_stamp(
    session: &[u8],
    response: &[u8],
    anchors: &[Certificate],
) -> Result<Tail, SignError> {
    let session = Session::read(session)?;
    let stamp = request(&session)?
        .accept(response, &[], anchors)
        .map_err(SignError::TimeStamp)?;
    embed(&session, &stamp.token)
}

fn request(session: &Session) -> Result<TimeStampRequest, SignError> {
    session.check_hashed()?;
    let Purpose::TimeStamp { nonce, policy } = &session.purpose else {
        return Err(SignError::Session("it waits for a signature"));
    };
    let request = TimeStampRequest::new(session.digest, &session.content_digest, nonce)
        .map_err(SignError::Request)?;
    match policy {
        Some(policy) => request.with_policy(policy).map_err(SignError::Request),
        None => Ok(request),
    }
}

fn layout(document: &Document, options: &DocumentTimeStampOptions) -> Result<Session, SignError> {
    check_appendable(document)?;
    let name = match &options.field {
        Some(name) => name.clone(),
        None => field::free_name(document, "Time stamp")?,
    };
    let mut update = Update::new(document);
    let target = field::settle(&mut update, &SigningField::Invisible { name })?;
    field::show_unseen(&mut update, target)?;
    let reserve = options.reserve.unwrap_or(2 * TIME_STAMP_ROOM);
    let signature = dictionary::document_time_stamp(reserve.min(MAX_RESERVE));
    let signature = update.add(signature);
    update.edit(target.field, |field| field.insert("V", signature))?;
    field::set_flags(&mut update)?;
    let purpose = Purpose::TimeStamp {
        nonce: options.nonce.clone(),
        policy: options.policy.clone(),
    };
    let session = seal(update, options.digest, purpose)?;
    check_sound(document).map(|()| session)
}
