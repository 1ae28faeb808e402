import type { PdfDocument, SignatureReport, TrustService, VerifyOptions } from '@countersign/core';
import { AuthorityClient, withRevocation } from '@countersign/core/signing';
import { calls } from '#contract/calls/calls.ts';
import { mostServiceKeys, serviceKeysFor } from '#contract/entities/trust-service.ts';
import { fetchOpen } from '../api/bodies.ts';
import { call } from '../api/call.ts';
import { withDocument, withEngine } from '../engine/core/engine.service.ts';
import { fromBase64, toBase64 } from './base64.ts';
import { installationRoot } from './signing-key.service.ts';

interface Trust {
  own: Uint8Array;
  others: Uint8Array[];
  /** Trust anchors for time stamps. */
  stamps: Uint8Array[];
  /** Whether the installation uses trusted lists. */
  readsLists: boolean;
}

let anchors: Promise<Trust> | undefined;

/** Trust anchors: the root of the installation and those of its administrator. Cached, except failures. */
function trustAnchors(): Promise<Trust> {
  anchors ??= Promise.all([installationRoot(), call('certificates.trusted', {}), call('certificates.services', {}), call('certificates.timestampRoots', {})]).then(
    ([own, others, { services }, stamps]) => ({ own, others: certificatesIn(others), stamps: certificatesIn(stamps), readsLists: services !== null }),
    (error: unknown) => {
      anchors = undefined;
      throw error;
    },
  );
  return anchors;
}

const certificatesIn = (pem: string): Uint8Array[] =>
  [...pem.matchAll(/-----BEGIN CERTIFICATE-----([^-]+)-----END/g)].map(([, base64 = '']) => fromBase64(base64.replace(/\s/g, '')));

/** CRLs of this installation. Without them each report says that the revocation status is unknown. */
const ownRevocations = (): Promise<Uint8Array[]> =>
  fetchOpen('identity', calls['certificates.revocationList'].path).then(
    (list) => [list],
    () => [],
  );

/** Authorities do not allow cross-origin requests, so the server forwards them. */
const throughServer: typeof fetch = async (address, { body } = {}) => {
  const ocspRequest = body instanceof Uint8Array ? { ocspRequest: toBase64(body) } : {};
  const { answer } = await call('certificates.ask', { body: { address: String(address), ...ocspRequest } });
  return new Response(fromBase64(answer) as Uint8Array<ArrayBuffer>);
};

/** Trust anchors for time stamps: all anchors, and the time-stamp authority of the installation. */
const rootsOf = ({ own, others, stamps }: Trust): Pick<VerifyOptions, 'trust' | 'timestampTrust'> => ({ trust: [own, ...others], timestampTrust: [own, ...stamps, ...others] });

/** Adds trusted-list services that may have issued the certificates. The server learns one byte of the hash of each issuer name. */
async function withServices(document: Pick<PdfDocument, 'verify'>, options: VerifyOptions, { readsLists }: Trust): Promise<VerifyOptions> {
  if (!readsLists) return options;
  const reports = await document.verify({ ...options, ignoreTrust: true });
  const keys = await serviceKeysFor(reports);
  const { services } = await call('certificates.services', { query: { keys: keys.slice(0, mostServiceKeys).join(',') } });
  return { ...options, services: (services ?? []) satisfies TrustService[] };
}

/** Adds revocation data of external authorities, if the installation trusts any. */
const withAnswers = async (document: Pick<PdfDocument, 'revocationRequests'>, options: VerifyOptions, { others, readsLists }: Trust): Promise<VerifyOptions> =>
  others.length === 0 && !readsLists ? options : withRevocation(document, options, new AuthorityClient({ attempts: 1, fetch: throughServer }));

/** Verifies all signatures of a document with the rules of the server. */
export async function validateSignatures(file: Blob, password?: string): Promise<SignatureReport[]> {
  const [trust, crls] = await Promise.all([trustAnchors(), ownRevocations()]);
  const options = { ...rootsOf(trust), at: Math.floor(Date.now() / 1000), crls };
  return withDocument(file, async (document) => document.verify(await withAnswers(document, await withServices(document, options, trust), trust)), password);
}

/** Verifies signatures that are kept beside content, with the rules of the server. */
export async function validateBeside(content: Blob, signatures: readonly Uint8Array[]): Promise<SignatureReport[]> {
  const [trust, crls] = await Promise.all([trustAnchors(), ownRevocations()]);
  const options = { ...rootsOf(trust), at: Math.floor(Date.now() / 1000), crls };
  return besides(content, signatures, async (document) => withAnswers(document, await withServices(document, options, trust), trust));
}

/** Verifies signatures beside content for everybody, as `validateHere` does for those in a PDF. */
export async function validateBesideHere(content: Blob, signatures: readonly Uint8Array[]): Promise<SignatureReport[]> {
  const at = Math.floor(Date.now() / 1000);
  const unvouched = (): Promise<SignatureReport[]> => besides(content, signatures, async () => ({ trust: [], at, ignoreTrust: true }));
  try {
    const [trust, crls] = await Promise.all([trustAnchors(), ownRevocations()]);
    return await besides(content, signatures, (document) => withServices(document, { ...rootsOf(trust), at, crls }, trust));
  } catch (error) {
    console.warn('Nobody says who is believed here', error);
    return unvouched();
  }
}

/** What verifies signatures: an open document, or the core for signatures beside content. */
type Signed = Pick<PdfDocument, 'verify' | 'revocationRequests'>;

/** One report for each signature, in their order. */
function besides(content: Blob, signatures: readonly Uint8Array[], optionsFor: (signed: Signed) => Promise<VerifyOptions>): Promise<SignatureReport[]> {
  return withEngine(async (engine) => {
    const reports: SignatureReport[] = [];
    for (const cms of signatures) {
      const verify = async (options: VerifyOptions): Promise<SignatureReport[]> => [await engine.verifyDetached(content, cms, options)];
      const signed: Signed = { verify, revocationRequests: (options) => engine.detachedRevocationRequests(cms, options) };
      reports.push(...(await verify(await optionsFor(signed))));
    }
    return reports;
  });
}

/** Verifies without trust anchors, for people who sign without a server. */
export function validateSelfSigned(file: Blob, password?: string): Promise<SignatureReport[]> {
  const at = Math.floor(Date.now() / 1000);
  return withDocument(file, (document) => document.verify({ trust: [], at, ignoreTrust: true }), password);
}

/**
 * For everybody, with an account or without: the server says only whom it believes, and learns nothing of the document, nor of its
 * certificates. Where it can't be reached nobody vouches; whether the document was changed is known all the same.
 */
export async function validateHere(file: Blob, password?: string): Promise<SignatureReport[]> {
  const reports = await validateSelfSigned(file, password);
  if (reports.length === 0) return reports;
  try {
    const [trust, crls] = await Promise.all([trustAnchors(), ownRevocations()]);
    const options = { ...rootsOf(trust), at: Math.floor(Date.now() / 1000), crls };
    return await withDocument(file, async (document) => document.verify(await withServices(document, options, trust)), password);
  } catch (error) {
    console.warn('Nobody says who is believed here', error);
    return reports;
  }
}
