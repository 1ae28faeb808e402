//! Validation options.

use crate::trust_service::TrustService;

/// Options of a validation.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct VerifyOptions {
    /// Trusted certificates, DER or PEM. A PEM file may contain several.
    pub trust: Vec<Vec<u8>>,
    /// Trust anchors of time stamping authorities only, DER or PEM. If empty, `trust` is used.
    pub timestamp_trust: Vec<Vec<u8>>,
    /// Validation time by the caller's clock, in seconds since 1970.
    pub at: i64,
    /// Ignores whether the signer is trusted.
    pub ignore_trust: bool,
    /// Intermediate certificates for path building, DER or PEM. They are not trusted by themselves.
    pub certificates: Vec<Vec<u8>>,
    /// OCSP responses, DER, in addition to those in the document.
    pub ocsps: Vec<Vec<u8>>,
    /// CRLs, DER or PEM, in addition to those in the document.
    pub crls: Vec<Vec<u8>>,
    /// If true, a certificate of unknown revocation status makes the signature not acceptable.
    pub require_revocation: bool,
    /// Trust services of trusted lists. While granted, their certificates are trust anchors in
    /// addition to `trust`; they also determine whether a signature is qualified. `None` if no list
    /// was read.
    pub services: Option<Vec<TrustService>>,
    /// Length of a revision whose signatures were validated before. Reported are then only later signatures, and those
    /// of that revision to which the later ones did harm: removed, replaced, changed or revoked them, or changed what
    /// they forbid. The signed bytes of the others are not read.
    pub since: Option<u64>,
    /// With `since`: all signatures are reported. The digests that those of that revision state are taken as those of
    /// the signed bytes, which are not read.
    pub include_known: bool,
}
