/**
 * Signatures at all PAdES levels, and detached ones, with any engine. The core creates the requests to time-stamp and revocation services and checks
 * the responses; this module sends them.
 *
 * @module
 */
export { AuthorityClient, type AuthorityOptions } from './signing/authority-client.ts';
export { type LevelSources, type PendingSignature, type SignatureLevel, signatureLevels, type SigningOutcome } from './signing/level.ts';
export { type DetachedContext, signDetached, type SignDetachedOptions } from './signing/sign-detached.ts';
export { withRevocation } from './signing/revocation.ts';
export { extendDocument, resumeSignature, signDocument, type SigningContext, type SignDocumentOptions, timestampDocument } from './signing/sign-document.ts';
