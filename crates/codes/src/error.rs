//! The codes of errors.

use serde::{Deserialize, Serialize};

codes! {
    /// Why a call of the core failed.
    pub enum CoreErrorCode {
        /// The document needs a password, or the owner password for this call.
        PdfPassword = "pdf_password",
        /// The password opens the document neither as user nor as owner.
        PdfIncorrectPassword = "pdf_incorrect_password",
        /// The document can't be read.
        PdfCorrupted = "pdf_corrupted",
        /// The document is protected for the holder of a key, or by a cipher that is not supported.
        PdfEncryptionUnsupported = "pdf_encryption_unsupported",
        /// The document has no bytes.
        PdfParsingErrorNoBuffer = "pdf_parsing_error_no_buffer",
        /// The form is dynamic XFA and has no AcroForm fields.
        PdfDynamicForm = "pdf_dynamic_form",
        /// Values do not fit their fields; the details name each.
        PdfMergeFieldsFailed = "pdf_merge_fields_failed",
        /// Fields can't be placed; the details name each.
        PdfPlaceFieldsFailed = "pdf_place_fields_failed",
        /// The certification of the document does not permit the change.
        PdfCertified = "pdf_certified",
        /// The document's permissions do not allow the change.
        PdfNotPermitted = "pdf_not_permitted",
        /// The change would invalidate signatures.
        SignaturesInvalidation = "signatures_invalidation",
        /// The arguments of the call are malformed.
        RequestValidationError = "request_validation_error",
        /// The core stopped and must not be used any more.
        UnknownParsingError = "unknown_parsing_error",
        /// The document can't be encrypted.
        FailedToEncrypt = "failed_to_encrypt",
        /// The encryption of the document can't be removed.
        FailedToDecrypt = "failed_to_decrypt",
        /// The passwords of the document can't be changed.
        FailedToUpdatePassword = "failed_to_update_password",
        /// The signatures can't be removed.
        FailedToRemoveSignatures = "failed_to_remove_signatures",
        /// The bytes of the raster do not match its width and height.
        RasterSizeMismatch = "raster_size_mismatch",
        /// The raster is empty or too large.
        RasterUnsupportedSize = "raster_unsupported_size",
        /// The certificate, its chain or the key's algorithm can't be used.
        SignCertificate = "sign_certificate",
        /// The certificate expired before the signing time.
        SignCertificateExpired = "sign_certificate_expired",
        /// The validity of the certificate begins after the signing time.
        SignCertificateNotYetValid = "sign_certificate_not_yet_valid",
        /// The certificate or an issuer's was revoked.
        SignCertificateRevoked = "sign_certificate_revoked",
        /// The certificate is not for signing documents.
        SignCertificateUsage = "sign_certificate_usage",
        /// The key is too weak for a new signature.
        SignCertificateKey = "sign_certificate_key",
        /// There is no such signature field.
        SignFieldNotFound = "sign_field_not_found",
        /// The field is already signed.
        SignFieldSigned = "sign_field_signed",
        /// A field of this name exists already.
        SignFieldExists = "sign_field_exists",
        /// An earlier signature locked the field.
        SignFieldLocked = "sign_field_locked",
        /// The page of the new field does not exist.
        SignPageNotFound = "sign_page_not_found",
        /// The rectangle of the new field is empty or not on its page.
        SignRect = "sign_rect",
        /// A lock can't be added to the field.
        SignLock = "sign_lock",
        /// The certification forbids further signatures.
        SignCertified = "sign_certified",
        /// Only the first signature can certify a document.
        SignNotFirst = "sign_not_first",
        /// There is no such certification level.
        SignCertificationLevel = "sign_certification_level",
        /// The file is a hybrid of cross-reference tables and streams.
        SignHybrid = "sign_hybrid",
        /// Other readers may find other objects in the file.
        SignReadersMayDisagree = "sign_readers_may_disagree",
        /// The file was repaired when it was read.
        SignRepaired = "sign_repaired",
        /// The signing session is malformed.
        SignSession = "sign_session",
        /// The document is not the one that the session was prepared for.
        SignDocumentChanged = "sign_document_changed",
        /// The signature does not verify against certificate and document.
        SignMismatch = "sign_mismatch",
        /// The CMS is BER; a PDF requires DER.
        SignCmsNotDer = "sign_cms_not_der",
        /// The CMS or token is larger than the reserved space; the details say how much it needs.
        SignReserve = "sign_reserve",
        /// The appearance of the signature can't be made.
        SignAppearance = "sign_appearance",
        /// The place of a signature in the file is not where it is expected.
        SignLayout = "sign_layout",
        /// The parameters of the time-stamp request are invalid.
        TimestampRequest = "timestamp_request",
        /// The time-stamp authority refused the request.
        TimestampRefused = "timestamp_refused",
        /// The response of the time-stamp authority can't be read.
        TimestampUnreadable = "timestamp_unreadable",
        /// The time stamp covers another digest.
        TimestampImprint = "timestamp_imprint",
        /// The time stamp answers another request.
        TimestampNonce = "timestamp_nonce",
        /// The time stamp was made under another policy.
        TimestampPolicy = "timestamp_policy",
        /// The signature of the time stamp does not verify.
        TimestampSignature = "timestamp_signature",
        /// The time-stamp authority is not one, or is not trusted.
        TimestampAuthority = "timestamp_authority",
        /// An existing signature can't be read.
        ValidationSignature = "validation_signature",
        /// The path of a certificate ends at a root that is not trusted.
        ValidationUntrusted = "validation_untrusted",
        /// Validation material is missing.
        ValidationIncomplete = "validation_incomplete",
        /// A trust anchor can't be read.
        VerifyTrust = "verify_trust",
        /// A stored hash state is damaged, of another version, or of other bytes.
        HashState = "hash_state",
        /// No revision ends at this length.
        VerifyRevision = "verify_revision",
    }
}
