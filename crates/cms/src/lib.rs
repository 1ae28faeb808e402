//! X.509 certificates and CMS signatures. The crate has no knowledge of PDF.
//!
//! It reads X.509 certificates, builds the CMS of a PAdES signature in two steps so that the key can be anywhere, and
//! validates existing signatures. It has no clock, no random source and no private key: the caller supplies times,
//! trust anchors and signature values.
//!
//! ```
//! use countersign_cms::{DigestAlgorithm, Certificate, signed_attributes};
//! # fn demo(certificate: &Certificate) {
//! let content = DigestAlgorithm::Sha256.digest(b"what is signed");
//! let to_sign = signed_attributes(&content, certificate, DigestAlgorithm::Sha256);
//! // A key somewhere signs `to_sign`; `signed_data` puts the value beside its certificates.
//! # }
//! ```
//!
//! Invariant: signatures are verified over the exact bytes that were read, never over re-encoded bytes.

#![warn(clippy::missing_errors_doc)]

mod asn1;
mod ber;
mod build;
mod certificate;
mod crl;
mod digest;
mod dsa;
mod ed448;
mod error;
mod extension;
mod finding;
mod general_name;
mod hash_state;
mod key;
mod modular;
mod name;
mod name_constraints;
mod ocsp;
mod oid;
mod path;
/// PEM and base64.
pub mod pem;
mod policy;
mod qualified;
mod reply;
mod request;
mod revocation;
mod rsa_padding;
mod signed;
mod signed_data;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
/// Conversion between seconds since 1970 and ISO 8601.
pub mod time;
mod timestamp;
mod verification_cache;
mod weierstrass;

pub use countersign_codes::FindingCode;

pub use build::{
    SignedDataParts, checked_signature, detached_attributes, signed_attributes, signed_data,
    with_time_stamp,
};
pub use certificate::{Certificate, CertificateInfo, hex};
pub use crl::{Crl, Revocation};
pub use digest::{DigestAlgorithm, Hasher};
pub use dsa::DsaKey;
pub use ed448::Ed448Key;
pub use error::{CmsError, CmsErrorKind};
pub use extension::{BasicConstraints, KeyUsage};
pub use finding::{Finding, Severity};
pub use hash_state::{HashState, HashStateError};
pub use key::{PublicKey, SignatureScheme, ecdsa_to_der};
pub use name::Name;
pub use ocsp::{OcspEntry, OcspResponse, OcspStatus, ocsp_request};
pub use path::{PathContext, PathReport, Purpose, chain, may_sign_documents, validate};
pub use policy::Existence;
pub use qualified::{QcStatements, QcType};
pub use reply::{AcceptedStamp, StampProblem};
pub use request::TimeStampRequest;
pub use revocation::{
    RevocationCheck, RevocationMaterial, RevocationMoment, RevocationSource, RevocationStatus,
};
pub use signed_data::{Attribute, SignedData, SignerCheck, SignerInfo};
pub use timestamp::{TimeStampCheck, TimeStampResponse, TimeStampToken};
pub use weierstrass::{Brainpool, WeierstrassKey};
