import type { CoreErrorCode } from '../generated/countersign_wasm.js';

/** Codes of errors that arise outside the core. */
type OwnErrorCode =
  // Sources, threads and calls.
  | 'unable_to_access' | 'unsupported_source' | 'connection_failed' | 'request_timeout_error' | 'process_canceled'
  | 'pdf_parsing_error_no_proxy' | 'not_ready' | 'invalid_file_extension' | 'file_body_missing'
  // Keys and authorities.
  | 'unable_retrieve_cert' | 'crypto_error' | 'key_file_encryption' | 'key_file_mismatch' | 'key_file_passphrase'
  | 'timestamp_unavailable' | 'validation_unavailable'
  // Trusted lists (ETSI TS 119 612).
  | 'trusted_list_expired' | 'trusted_list_malformed' | 'trusted_list_rolled_back' | 'trusted_list_signature'
  | 'trusted_list_signer' | 'trusted_list_version';

/** Every code of an `EngineError`: those of the core, and those of files, threads, authorities, key files and trusted lists. */
export type EngineErrorCode = CoreErrorCode | OwnErrorCode;
