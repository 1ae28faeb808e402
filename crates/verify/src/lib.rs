//! Judges the signatures of a PDF: integrity, coverage, signer, later changes.
