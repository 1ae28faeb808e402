/**
 * Signing at the levels of PAdES, over any engine: the core makes the questions for the authorities and checks the
 * answers; what is here asks them.
 *
 * @module
 */
export { AuthorityClient, type AuthorityOptions } from './signing/authority-client.ts';
export { type LevelSources, type PendingSignature, type SignatureLevel, signatureLevels, type SigningOutcome } from './signing/level.ts';
export { withRevocation } from './signing/revocation.ts';
export { extendDocument, resumeSignature, signDocument, type SigningContext, type SigningOrder, timestampDocument } from './signing/sign-document.ts';
