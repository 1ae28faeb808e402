//! The session between `prepare` and `complete`: plain bytes that can be stored, sent, and completed by another build
//! of the same version.
//!
//! Layout: magic with version, length-prefixed fields, and a SHA-256 over all of it, so that truncated or modified
//! sessions are detected.

use countersign_cms::{
    Certificate, DigestAlgorithm, SignatureScheme, detached_attributes, signed_attributes,
};

use crate::error::SignError;

const MAGIC: &[u8; 8] = b"CSGNSES\x02";
const CHECKSUM: usize = 32;
/// Value that a document time stamp has in place of a scheme code.
const TIME_STAMP: u8 = 9;
/// Value that precedes the scheme code of a detached signature.
const DETACHED: u8 = 8;

/// The data that completing needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Session {
    pub(crate) digest: DigestAlgorithm,
    /// Length in bytes of the document to which the tail is appended.
    pub(crate) base_length: u64,
    pub(crate) byte_range: [u64; 4],
    /// Position in the tail of the hexadecimal digits of `/Contents`, and their number. Zero without a document.
    pub(crate) digits: (usize, usize),
    /// Digest of the signed bytes; empty until they are hashed.
    pub(crate) content_digest: Vec<u8>,
    pub(crate) purpose: Purpose,
    /// The appended revision, `/Contents` still zeros.
    pub(crate) tail: Vec<u8>,
}

/// What the session is waiting for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// A signature value.
    Signature(Box<Signing>),
    /// The value of a signature that is kept beside its content. `time`: signing time, in seconds since 1970.
    Detached { signing: Box<Signing>, time: i64 },
    /// A document time stamp: nonce and policy of the request.
    TimeStamp {
        nonce: Vec<u8>,
        policy: Option<String>,
    },
}

/// The signer and the signature scheme.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Signing {
    pub(crate) scheme: SignatureScheme,
    pub(crate) certificate: Certificate,
    pub(crate) chain: Vec<Certificate>,
}

impl Signing {
    /// Signed attributes over content with this digest.
    pub(crate) fn attributes(&self, content_digest: &[u8], digest: DigestAlgorithm) -> Vec<u8> {
        signed_attributes(content_digest, &self.certificate, digest)
    }
}

impl Session {
    /// Signer of a hashed session.
    pub(crate) fn signing(&self) -> Result<&Signing, SignError> {
        self.check_hashed()?;
        match &self.purpose {
            Purpose::Signature(signing) | Purpose::Detached { signing, .. } => Ok(signing),
            Purpose::TimeStamp { .. } => Err(SignError::Session("it waits for a time stamp")),
        }
    }

    /// Signed attributes of a hashed session.
    pub(crate) fn attributes(&self) -> Result<Vec<u8>, SignError> {
        let signing = self.signing()?;
        match self.purpose {
            Purpose::Detached { time, .. } => detached_attributes(
                &self.content_digest,
                &signing.certificate,
                self.digest,
                time,
            )
            .map_err(SignError::Mismatch),
            Purpose::Signature(_) | Purpose::TimeStamp { .. } => {
                Ok(signing.attributes(&self.content_digest, self.digest))
            }
        }
    }

    /// Whether the signature is kept beside its content, and not in a document.
    pub(crate) fn is_detached(&self) -> bool {
        matches!(self.purpose, Purpose::Detached { .. })
    }

    /// Fails if the content is not hashed yet.
    pub(crate) fn check_hashed(&self) -> Result<(), SignError> {
        match self.content_digest.len() == self.digest.size() {
            true => Ok(()),
            false => Err(SignError::Session("what is signed was not hashed yet")),
        }
    }

    pub(crate) fn write(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.tail.len() + 8192);
        out.extend_from_slice(MAGIC);
        out.push(digest_code(self.digest));
        let numbers = [self.base_length, self.digits.0 as u64, self.digits.1 as u64];
        for number in self.byte_range.into_iter().chain(numbers) {
            out.extend(number.to_be_bytes());
        }
        push(&mut out, &self.content_digest);
        match &self.purpose {
            Purpose::Signature(signing) => signing.write(&mut out),
            Purpose::Detached { signing, time } => {
                out.extend([DETACHED, 0, 0, 0, 0]);
                out.extend(time.to_be_bytes());
                signing.write(&mut out);
            }
            Purpose::TimeStamp { nonce, policy } => {
                out.extend([TIME_STAMP, 0, 0, 0, 0]);
                push(&mut out, nonce);
                push(&mut out, policy.as_deref().unwrap_or_default().as_bytes());
            }
        }
        push(&mut out, &self.tail);
        let checksum = DigestAlgorithm::Sha256.digest(&out);
        out.extend(checksum);
        out
    }

    pub(crate) fn read(bytes: &[u8]) -> Result<Self, SignError> {
        let cut = || SignError::Session("it is cut short");
        let end = bytes.len().checked_sub(CHECKSUM).ok_or_else(cut)?;
        let (body, checksum) = bytes.split_at(end);
        if !body.starts_with(MAGIC) {
            return Err(SignError::Session("it is none, or of another version"));
        }
        if DigestAlgorithm::Sha256.digest(body) != checksum {
            return Err(SignError::Session("its bytes were changed"));
        }
        let session = Self::read_fields(Reader(&body[MAGIC.len()..]))?;
        session.check().map(|()| session)
    }

    fn read_fields(mut reader: Reader<'_>) -> Result<Self, SignError> {
        let digest = read_digest(reader.take(1)?[0])?;
        let mut byte_range = [0; 4];
        for number in &mut byte_range {
            *number = reader.number()?;
        }
        let base_length = reader.number()?;
        let digits = (reader.size()?, reader.size()?);
        let content_digest = reader.field()?.to_vec();
        let purpose = Purpose::read(&mut reader)?;
        Ok(Self {
            digest,
            base_length,
            byte_range,
            digits,
            content_digest,
            purpose,
            tail: reader.field()?.to_vec(),
        })
    }

    /// Checks that the digits lie in the tail, between `<` and `>`. A detached signature has no tail.
    fn check(&self) -> Result<(), SignError> {
        let (start, length) = self.digits;
        if self.is_detached() && self.tail.is_empty() && self.digits == (0, 0) {
            return Ok(());
        }
        let end = start.checked_add(length);
        let before = start.checked_sub(1).and_then(|at| self.tail.get(at));
        let after = end.and_then(|at| self.tail.get(at));
        if before != Some(&b'<') || after != Some(&b'>') || length % 2 != 0 {
            return Err(SignError::Session(
                "the place of the signature is not where it says",
            ));
        }
        Ok(())
    }
}

impl Purpose {
    fn read(reader: &mut Reader<'_>) -> Result<Self, SignError> {
        let code = reader.take(5)?;
        if code[0] == TIME_STAMP {
            let nonce = reader.field()?.to_vec();
            let policy = String::from_utf8(reader.field()?.to_vec())
                .map_err(|_| SignError::Session("its policy is no text"))?;
            let policy = Some(policy).filter(|policy| !policy.is_empty());
            return Ok(Self::TimeStamp { nonce, policy });
        }
        if code[0] == DETACHED {
            let time = i64::from_be_bytes(reader.eight()?);
            let code = reader.take(5)?;
            let signing = Box::new(Signing::read(code, reader)?);
            return Ok(Self::Detached { signing, time });
        }
        Ok(Self::Signature(Box::new(Signing::read(code, reader)?)))
    }
}

impl Signing {
    fn write(&self, out: &mut Vec<u8>) {
        out.extend(scheme_code(self.scheme));
        push(out, self.certificate.der());
        out.extend((self.chain.len() as u32).to_be_bytes());
        for certificate in &self.chain {
            push(out, certificate.der());
        }
    }

    fn read(code: &[u8], reader: &mut Reader<'_>) -> Result<Self, SignError> {
        let scheme = read_scheme(code)?;
        let certificate = read_certificate(reader.field()?)?;
        let mut chain = Vec::new();
        for _ in 0..reader.count()? {
            chain.push(read_certificate(reader.field()?)?);
        }
        Ok(Self {
            scheme,
            certificate,
            chain,
        })
    }
}

fn push(out: &mut Vec<u8>, field: &[u8]) {
    out.extend((field.len() as u64).to_be_bytes());
    out.extend_from_slice(field);
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> Result<&'a [u8], SignError> {
        if length > self.0.len() {
            return Err(SignError::Session("it is cut short"));
        }
        let (taken, rest) = self.0.split_at(length);
        self.0 = rest;
        Ok(taken)
    }

    fn eight(&mut self) -> Result<[u8; 8], SignError> {
        let mut out = [0; 8];
        out.copy_from_slice(self.take(8)?);
        Ok(out)
    }

    fn number(&mut self) -> Result<u64, SignError> {
        self.eight().map(u64::from_be_bytes)
    }

    fn size(&mut self) -> Result<usize, SignError> {
        usize::try_from(self.number()?).map_err(|_| SignError::Session("a length is too large"))
    }

    fn count(&mut self) -> Result<u32, SignError> {
        let bytes = self.take(4)?;
        Ok(bytes
            .iter()
            .fold(0, |sum, byte| (sum << 8) | u32::from(*byte)))
    }

    fn field(&mut self) -> Result<&'a [u8], SignError> {
        let length = self.size()?;
        self.take(length)
    }
}

fn read_certificate(bytes: &[u8]) -> Result<Certificate, SignError> {
    Certificate::read(bytes).map_err(|_| SignError::Session("a certificate in it can't be read"))
}

fn digest_code(digest: DigestAlgorithm) -> u8 {
    match digest {
        DigestAlgorithm::Sha256 => 1,
        DigestAlgorithm::Sha384 => 2,
        DigestAlgorithm::Sha512 => 3,
        // No signature uses the other algorithms.
        _ => 0,
    }
}

fn read_digest(code: u8) -> Result<DigestAlgorithm, SignError> {
    match code {
        1 => Ok(DigestAlgorithm::Sha256),
        2 => Ok(DigestAlgorithm::Sha384),
        3 => Ok(DigestAlgorithm::Sha512),
        _ => Err(SignError::Session("it names an unknown digest")),
    }
}

/// Kind, digest and, for PSS, the length of the salt in three bytes.
fn scheme_code(scheme: SignatureScheme) -> [u8; 5] {
    match scheme {
        SignatureScheme::RsaPkcs1(digest) => [1, digest_code(digest), 0, 0, 0],
        SignatureScheme::RsaPss { digest, salt, .. } => {
            let [.., high, middle, low] = (salt as u32).to_be_bytes();
            [2, digest_code(digest), high, middle, low]
        }
        SignatureScheme::Ecdsa(digest) => [3, digest_code(digest), 0, 0, 0],
        SignatureScheme::Ed25519 => [4, 0, 0, 0, 0],
        // No signature uses them.
        SignatureScheme::PlainEcdsa(_) | SignatureScheme::Dsa(_) | SignatureScheme::Ed448 => [0; 5],
    }
}

fn read_scheme(code: &[u8]) -> Result<SignatureScheme, SignError> {
    match code {
        [1, digest, ..] => Ok(SignatureScheme::RsaPkcs1(read_digest(*digest)?)),
        [2, digest, high, middle, low] => Ok(SignatureScheme::RsaPss {
            digest: read_digest(*digest)?,
            mask: read_digest(*digest)?,
            salt: u32::from_be_bytes([0, *high, *middle, *low]) as usize,
        }),
        [3, digest, ..] => Ok(SignatureScheme::Ecdsa(read_digest(*digest)?)),
        [4, ..] => Ok(SignatureScheme::Ed25519),
        _ => Err(SignError::Session("it names an unknown scheme")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use countersign_cms::testing::TestCertificate;

    fn session() -> Session {
        let root = TestCertificate::root("Root", 1);
        Session {
            digest: DigestAlgorithm::Sha384,
            base_length: 5_000_000_000,
            byte_range: [0, 5_000_000_010, 5_000_000_020, 7],
            digits: (1, 2),
            content_digest: vec![1; 48],
            purpose: Purpose::Signature(Box::new(Signing {
                scheme: SignatureScheme::RsaPss {
                    digest: DigestAlgorithm::Sha384,
                    mask: DigestAlgorithm::Sha384,
                    salt: 300,
                },
                certificate: TestCertificate::person("Alice", 2, &root).make(),
                chain: vec![root.make()],
            })),
            tail: b"<00>".to_vec(),
        }
    }

    #[test]
    fn a_session_survives_as_bytes() {
        let session = session();
        assert_eq!(Session::read(&session.write()), Ok(session.clone()));
        let stamp = Session {
            purpose: Purpose::TimeStamp {
                nonce: vec![7; 16],
                policy: Some("1.2.3".to_owned()),
            },
            ..session.clone()
        };
        assert_eq!(Session::read(&stamp.write()), Ok(stamp.clone()));
        assert_eq!(stamp.signing().unwrap_err().code().as_str(), "sign_session");
        let Purpose::Signature(signing) = session.purpose.clone() else {
            panic!("it waits for a signature");
        };
        let detached = Session {
            purpose: Purpose::Detached {
                signing,
                time: -3_600,
            },
            digits: (0, 0),
            tail: Vec::new(),
            ..session.clone()
        };
        assert_eq!(Session::read(&detached.write()), Ok(detached.clone()));
        // Only a detached signature can do without a place.
        let placeless = Session {
            digits: (0, 0),
            tail: Vec::new(),
            ..session
        };
        assert!(Session::read(&placeless.write()).is_err());
    }

    #[test]
    fn a_tampered_or_cut_session_is_refused() {
        let bytes = session().write();
        for at in 0..bytes.len() {
            let mut bent = bytes.clone();
            bent[at] ^= 1;
            assert_eq!(
                Session::read(&bent).unwrap_err().code().as_str(),
                "sign_session"
            );
            assert_eq!(
                Session::read(&bytes[..at]).unwrap_err().code().as_str(),
                "sign_session"
            );
        }
    }
}
