//! The codes of findings.

use serde::{Deserialize, Serialize};

codes! {
    /// What a finding says. The codes that begin with `timestamp_` concern a time stamp instead of the signature.
    pub enum FindingCode {
        /// The CMS is not one that can be read.
        CmsUnreadable = "cms_unreadable",
        /// A part of the CMS or of a certificate is not valid DER.
        CmsEncoding = "cms_encoding",
        /// The CMS has no signer, or more than one.
        CmsSignerCount = "cms_signer_count",
        /// The CMS states another type of content than this signature has.
        CmsContentType = "cms_content_type",
        /// The CMS is BER; PDF and PAdES require DER.
        CmsNotDer = "cms_not_der",
        /// A signed attribute occurs more than once or has several values.
        CmsAttributeRepeated = "cms_attribute_repeated",
        /// The CMS has no signed attributes.
        SignedAttributesMissing = "signed_attributes_missing",
        /// A key, digest, curve or signature scheme is not supported.
        AlgorithmUnsupported = "algorithm_unsupported",
        /// The content and the signature use different digest algorithms.
        AlgorithmMismatch = "algorithm_mismatch",
        /// The signed bytes are not the ones that were signed.
        DigestMismatch = "digest_mismatch",
        /// The signature value does not verify with the signer's key.
        SignatureInvalid = "signature_invalid",
        /// The signer's certificate is not in the CMS.
        SignerCertificateMissing = "signer_certificate_missing",
        /// The signed attributes name another certificate than the signer's.
        SigningCertificateMismatch = "signing_certificate_mismatch",
        /// A digest algorithm was no longer acceptable at the proven time.
        WeakDigest = "weak_digest",
        /// A key was no longer long enough at the proven time.
        WeakKey = "weak_key",
        /// A certificate can't be read.
        CertificateUnreadable = "certificate_unreadable",
        /// The validity of a certificate begins after the time of use.
        CertificateNotYetValid = "certificate_not_yet_valid",
        /// The validity of a certificate ended before the time of use.
        CertificateExpired = "certificate_expired",
        /// A certificate has a critical extension that is not understood.
        CertificateCriticalExtension = "certificate_critical_extension",
        /// An extension of a certificate occurs twice.
        CertificateMalformed = "certificate_malformed",
        /// A certificate issued another one without being a certification authority's.
        CertificateNotAuthority = "certificate_not_authority",
        /// More authorities are below a certificate than its path length allows.
        PathLengthExceeded = "path_length_exceeded",
        /// The name constraints of an authority exclude a certificate below it.
        NameNotPermitted = "name_not_permitted",
        /// The key usage of the certificate excludes this use.
        KeyUsage = "key_usage",
        /// There is no certificate that could be trusted.
        Untrusted = "untrusted",
        /// The certificate is self-signed and not a trust anchor.
        SelfSigned = "self_signed",
        /// The path ends at a root that is not a trust anchor.
        UntrustedRoot = "untrusted_root",
        /// The certificate of an issuer was not found.
        ChainIncomplete = "chain_incomplete",
        /// The CMS contains the content that it signs.
        CmsNotDetached = "cms_not_detached",
        /// The extended key usage names purposes, and signing documents is none of them.
        KeyPurpose = "key_purpose",
        /// The signer's certificate was revoked.
        CertificateRevoked = "certificate_revoked",
        /// The certificate of an issuer was revoked.
        AuthorityRevoked = "authority_revoked",
        /// The certificate was revoked after its proven use.
        CertificateRevokedLater = "certificate_revoked_later",
        /// Nothing tells whether a certificate was revoked.
        RevocationUnknown = "revocation_unknown",
        /// The revocation status is known only as of a time before the use.
        RevocationStale = "revocation_stale",
        /// The field has the place of a signature and no signature in it.
        SignatureMissing = "signature_missing",
        /// The signature can't be read, or is one too many.
        SignatureUnreadable = "signature_unreadable",
        /// The signature is in another field than in the signed revision.
        SignatureReplaced = "signature_replaced",
        /// A signature was removed in a later revision.
        SignatureRemoved = "signature_removed",
        /// Before this signature, another one was removed.
        SignatureRemovedBefore = "signature_removed_before",
        /// Two fields have the name of the signature's field.
        FieldAmbiguous = "field_ambiguous",
        /// The `/SubFilter` of the signature is not supported.
        SubfilterUnsupported = "subfilter_unsupported",
        /// The `/ByteRange` is not two ranges in order that begin at the first byte.
        ByteRangeMalformed = "byte_range_malformed",
        /// The gap of the byte range is not exactly one hexadecimal string.
        GapNotExact = "gap_not_exact",
        /// The gap of the byte range is not the `/Contents` of this signature.
        GapNotContents = "gap_not_contents",
        /// Bytes other than zero follow the CMS in the gap.
        PaddingNotZero = "padding_not_zero",
        /// The signed bytes do not end where a revision ends.
        CoverageIncomplete = "coverage_incomplete",
        /// A requirement of the PAdES baseline is not met.
        LevelNotReached = "level_not_reached",
        /// What is missing for the next PAdES level.
        LevelNext = "level_next",
        /// A field shows something other than its value.
        AppearanceDiffers = "appearance_differs",
        /// What a field shows can't be determined.
        AppearanceUntold = "appearance_untold",
        /// Other readers may find other objects in a later revision.
        ReadersMayDisagree = "readers_may_disagree",
        /// Other readers may have found other objects in the signed revision.
        ReadersMayHaveDisagreed = "readers_may_have_disagreed",
        /// The certification does not allow a later change.
        CertificationForbids = "certification_forbids",
        /// A field was filled later that the signature locks.
        FieldLocked = "field_locked",
        /// The changes after the signature can't be read.
        LaterUnreadable = "later_unreadable",
        /// The content of a page was changed later.
        LaterContent = "later_content",
        /// A page or the page tree was changed later.
        LaterPage = "later_page",
        /// An annotation was added, removed or changed later.
        LaterAnnotation = "later_annotation",
        /// A field was filled later in a way that forms don't permit.
        LaterFieldFilled = "later_field_filled",
        /// A field was added later.
        LaterFieldAdded = "later_field_added",
        /// A field was changed later in another way than by filling.
        LaterFieldChanged = "later_field_changed",
        /// A signature was added later in a way that forms don't permit.
        LaterSignature = "later_signature",
        /// A visible signature field was added and signed later.
        LaterVisibleSignature = "later_visible_signature",
        /// The catalog was changed later.
        LaterCatalog = "later_catalog",
        /// The validation material (DSS) was changed later.
        LaterDss = "later_dss",
        /// The metadata was changed later.
        LaterMetadata = "later_metadata",
        /// The trailer was changed later.
        LaterTrailer = "later_trailer",
        /// Bytes outside any revision, or the file structure, were changed later.
        LaterBytes = "later_bytes",
        /// The resources of the form were changed later.
        LaterResources = "later_resources",
        /// Another object was changed later.
        LaterOther = "later_other",
        /// The time stamp covers another digest.
        TimestampImprint = "timestamp_imprint",
        /// The time stamp does not name its signing certificate.
        TimestampSigningCertificate = "timestamp_signing_certificate",
        /// The time stamp states a time after the validation time.
        TimestampInFuture = "timestamp_in_future",
        /// A certificate of the time stamp was revoked.
        TimestampCertificateRevoked = "timestamp_certificate_revoked",
        /// The time stamp can't be read.
        TimestampUnreadable = "timestamp_unreadable",
        /// The document time stamp is not intact.
        TimestampMalformed = "timestamp_malformed",
        /// [`FindingCode::CmsEncoding`] in a time stamp.
        TimestampCmsEncoding = "timestamp_cms_encoding",
        /// [`FindingCode::CmsSignerCount`] in a time stamp.
        TimestampCmsSignerCount = "timestamp_cms_signer_count",
        /// [`FindingCode::CmsContentType`] in a time stamp.
        TimestampCmsContentType = "timestamp_cms_content_type",
        /// [`FindingCode::CmsNotDer`] in a time stamp.
        TimestampCmsNotDer = "timestamp_cms_not_der",
        /// [`FindingCode::CmsAttributeRepeated`] in a time stamp.
        TimestampCmsAttributeRepeated = "timestamp_cms_attribute_repeated",
        /// [`FindingCode::SignedAttributesMissing`] in a time stamp.
        TimestampSignedAttributesMissing = "timestamp_signed_attributes_missing",
        /// [`FindingCode::AlgorithmUnsupported`] in a time stamp.
        TimestampAlgorithmUnsupported = "timestamp_algorithm_unsupported",
        /// [`FindingCode::AlgorithmMismatch`] in a time stamp.
        TimestampAlgorithmMismatch = "timestamp_algorithm_mismatch",
        /// The content of the time stamp is not the one that was signed.
        TimestampDigestMismatch = "timestamp_digest_mismatch",
        /// The signature value of the time stamp does not verify.
        TimestampSignatureInvalid = "timestamp_signature_invalid",
        /// [`FindingCode::SignerCertificateMissing`] in a time stamp.
        TimestampSignerCertificateMissing = "timestamp_signer_certificate_missing",
        /// [`FindingCode::SigningCertificateMismatch`] in a time stamp.
        TimestampSigningCertificateMismatch = "timestamp_signing_certificate_mismatch",
        /// [`FindingCode::WeakDigest`] in a time stamp.
        TimestampWeakDigest = "timestamp_weak_digest",
        /// [`FindingCode::WeakKey`] in a time stamp.
        TimestampWeakKey = "timestamp_weak_key",
        /// [`FindingCode::CertificateUnreadable`] in a time stamp.
        TimestampCertificateUnreadable = "timestamp_certificate_unreadable",
        /// [`FindingCode::CertificateNotYetValid`] in a time stamp.
        TimestampCertificateNotYetValid = "timestamp_certificate_not_yet_valid",
        /// The authority's certificate was not valid when it stamped, or is not any more.
        TimestampCertificateExpired = "timestamp_certificate_expired",
        /// [`FindingCode::CertificateCriticalExtension`] in a time stamp.
        TimestampCertificateCriticalExtension = "timestamp_certificate_critical_extension",
        /// [`FindingCode::CertificateMalformed`] in a time stamp.
        TimestampCertificateMalformed = "timestamp_certificate_malformed",
        /// [`FindingCode::CertificateNotAuthority`] in a time stamp.
        TimestampCertificateNotAuthority = "timestamp_certificate_not_authority",
        /// [`FindingCode::PathLengthExceeded`] in a time stamp.
        TimestampPathLengthExceeded = "timestamp_path_length_exceeded",
        /// [`FindingCode::NameNotPermitted`] in a time stamp.
        TimestampNameNotPermitted = "timestamp_name_not_permitted",
        /// The certificate is not a time-stamp authority's.
        TimestampKeyUsage = "timestamp_key_usage",
        /// [`FindingCode::Untrusted`] in a time stamp.
        TimestampUntrusted = "timestamp_untrusted",
        /// [`FindingCode::SelfSigned`] in a time stamp.
        TimestampSelfSigned = "timestamp_self_signed",
        /// [`FindingCode::UntrustedRoot`] in a time stamp.
        TimestampUntrustedRoot = "timestamp_untrusted_root",
        /// [`FindingCode::ChainIncomplete`] in a time stamp.
        TimestampChainIncomplete = "timestamp_chain_incomplete",
    }
}

impl FindingCode {
    /// The code of the same problem in a time stamp. Problems that a time stamp can't have keep their code.
    pub fn in_time_stamp(self) -> Self {
        match self {
            Self::CmsUnreadable => Self::TimestampUnreadable,
            Self::CertificateRevoked => Self::TimestampCertificateRevoked,
            Self::CmsEncoding => Self::TimestampCmsEncoding,
            Self::CmsSignerCount => Self::TimestampCmsSignerCount,
            Self::CmsContentType => Self::TimestampCmsContentType,
            Self::CmsNotDer => Self::TimestampCmsNotDer,
            Self::CmsAttributeRepeated => Self::TimestampCmsAttributeRepeated,
            Self::SignedAttributesMissing => Self::TimestampSignedAttributesMissing,
            Self::AlgorithmUnsupported => Self::TimestampAlgorithmUnsupported,
            Self::AlgorithmMismatch => Self::TimestampAlgorithmMismatch,
            Self::DigestMismatch => Self::TimestampDigestMismatch,
            Self::SignatureInvalid => Self::TimestampSignatureInvalid,
            Self::SignerCertificateMissing => Self::TimestampSignerCertificateMissing,
            Self::SigningCertificateMismatch => Self::TimestampSigningCertificateMismatch,
            Self::WeakDigest => Self::TimestampWeakDigest,
            Self::WeakKey => Self::TimestampWeakKey,
            Self::CertificateUnreadable => Self::TimestampCertificateUnreadable,
            Self::CertificateNotYetValid => Self::TimestampCertificateNotYetValid,
            Self::CertificateExpired => Self::TimestampCertificateExpired,
            Self::CertificateCriticalExtension => Self::TimestampCertificateCriticalExtension,
            Self::CertificateMalformed => Self::TimestampCertificateMalformed,
            Self::CertificateNotAuthority => Self::TimestampCertificateNotAuthority,
            Self::PathLengthExceeded => Self::TimestampPathLengthExceeded,
            Self::NameNotPermitted => Self::TimestampNameNotPermitted,
            Self::KeyUsage => Self::TimestampKeyUsage,
            Self::Untrusted => Self::TimestampUntrusted,
            Self::SelfSigned => Self::TimestampSelfSigned,
            Self::UntrustedRoot => Self::TimestampUntrustedRoot,
            Self::ChainIncomplete => Self::TimestampChainIncomplete,
            other => other,
        }
    }

    /// Whether a certificate was revoked before it was used.
    pub fn is_revoked(self) -> bool {
        matches!(
            self,
            Self::CertificateRevoked | Self::AuthorityRevoked | Self::TimestampCertificateRevoked
        )
    }

    /// Whether an algorithm of the signature was no longer acceptable.
    pub fn is_weak(self) -> bool {
        matches!(self, Self::WeakDigest | Self::WeakKey)
    }

    /// Whether the path of a time stamp's certificate ends without a trust anchor.
    pub fn is_open_path(self) -> bool {
        matches!(
            self,
            Self::TimestampSelfSigned
                | Self::TimestampUntrustedRoot
                | Self::TimestampChainIncomplete
        )
    }

    /// Whether the problem concerns trust in the signer's certificate only, not the signature itself.
    pub fn is_about_trust(self) -> bool {
        matches!(
            self,
            Self::SelfSigned
                | Self::UntrustedRoot
                | Self::ChainIncomplete
                | Self::CertificateExpired
                | Self::CertificateNotYetValid
                | Self::CertificateNotAuthority
                | Self::CertificateRevoked
                | Self::AuthorityRevoked
                | Self::NameNotPermitted
                | Self::PathLengthExceeded
                | Self::KeyUsage
                | Self::RevocationUnknown
                | Self::RevocationStale
                | Self::CertificateCriticalExtension
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_with_a_form_for_time_stamps_becomes_it() {
        for code in FindingCode::ALL {
            let wanted = format!("timestamp_{code}");
            let form = FindingCode::ALL.iter().find(|it| it.as_str() == wanted);
            assert!(form.is_none_or(|it| code.in_time_stamp() == *it), "{code}");
        }
    }
}
