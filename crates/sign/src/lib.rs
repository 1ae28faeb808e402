//! Prepares and completes PAdES signatures.
