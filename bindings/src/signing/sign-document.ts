import type { Engine, KnownPrefix, PdfDocument, PrepareOptions, PreparedSignature, SignatureReport, SourceInput, Tail } from '../engine.ts';
import type { EngineErrorCode } from '../error-codes.ts';
import { EngineError } from '../errors.ts';
import type { AuthorityClient } from './authority-client.ts';
import { type LevelSources, type PendingSignature, reaches, type SignatureLevel, type SigningOutcome } from './level.ts';
import { fetchMaterial, type VerifiedBefore } from './validation-material.ts';

/** A document to sign, and the client for time-stamp and revocation services. */
export interface SigningContext {
  engine: Engine;
  /** The document. Later revisions are opened as its continuation; the parts are never copied together. */
  source: SourceInput;
  password?: string;
  /** See `OpenOptions`. */
  ignorePermissions?: boolean;
  /** See `OpenOptions`: signatures and time stamps then hash only what follows. */
  knownPrefix?: KnownPrefix | undefined;
  /** Length of a revision whose signatures were verified before: `extendDocument` does not read again what they sign. */
  since?: number | undefined;
  authorities: AuthorityClient;
  /** The current time in seconds since 1970. Default: the clock of this machine. */
  now?: () => number;
}

/** Who signs, with which certificate, and at which level. */
export interface SignDocumentOptions extends LevelSources {
  level: SignatureLevel;
  prepare: PrepareOptions;
  /** Signs `tbs` (or `tbsDigest`) with the key of the certificate. */
  sign(prepared: PreparedSignature): Uint8Array | Promise<Uint8Array>;
}

/**
 * Signs at a PAdES level. If a time-stamp or revocation service does not answer, the outcome is `pending`: store it and continue
 * with `resumeSignature`. Every other problem is thrown, and no tail is returned.
 *
 * @example
 * import { readFile, writeFile } from 'node:fs/promises';
 * import { readKeyFile } from '@countersign/core/key-file';
 * import { createNodeEngine } from '@countersign/core/node';
 * import { AuthorityClient, signDocument } from '@countersign/core/signing';
 *
 * const engine = await createNodeEngine();
 * const source = await readFile('form.pdf');
 * const { certificate, chain, sign } = await readKeyFile(await readFile('ada.p12'), 'passphrase');
 * const field = { name: 'Signature 1', page: 1, rect: { x: 10, y: 80, width: 30, height: 6 } };
 * const outcome = await signDocument(
 *   { engine, source, authorities: new AuthorityClient() },
 *   {
 *     level: 'B-LTA',
 *     prepare: { field, certificate, chain, signingTime: Math.floor(Date.now() / 1000) },
 *     sign: (prepared) => sign(prepared),
 *     timestampUrl: 'http://timestamp.example.org',
 *     trust: [await readFile('root.pem')],
 *   },
 * );
 * if (outcome.state === 'complete') await writeFile('signed.pdf', Buffer.concat([source, outcome.tail.bytes]));
 * console.log(outcome.state);
 * await engine.close();
 */
export async function signDocument(context: SigningContext, options: SignDocumentOptions): Promise<SigningOutcome> {
  const { level, prepare, sign, timestampUrl, timestampPolicy, trust } = options;
  requireAuthority(level, timestampUrl);
  return withDocument(context, [], async (document) => {
    const prepared = await document.prepareSignature(prepare);
    const signature = await sign(prepared);
    // Checks the signature value before any request to an authority.
    const plain = await context.engine.completeWithSignature(prepared.session, signature);
    if (level === 'B-B') return { state: 'complete', level, tail: plain, unproven: [] };
    const field = typeof prepare.field === 'string' ? prepare.field : prepare.field.name;
    const pending = { level, fields: [field], baseLength: plain.baseLength, appended: new Uint8Array(), unstamped: { session: prepared.session, signature }, stampBefore: false, sources: { timestampUrl, timestampPolicy, trust } };
    return resumeSignature(context, pending);
  });
}

/** Raises every signature of a document to B-LT or B-LTA. Renews the archive time stamp of a document that is at B-LTA. */
export async function extendDocument(context: SigningContext, level: 'B-LT' | 'B-LTA', sources: LevelSources): Promise<SigningOutcome> {
  return withDocument(context, [], async (document) => {
    const reports = await document.verify({ trust: [...(sources.trust ?? [])], at: now(context), ignoreTrust: true, ...verifiedBefore(context) });
    if (reports.length === 0) throw new EngineError('sign_field_not_found', 'The document is not signed');
    const { length } = document.info;
    // A signature without a time stamp has no proof of its time, so the document gets one first.
    const stamps = reports.filter(({ kind }) => kind === 'documentTimestamp');
    const isStamped = ({ timestamp, revisionEnd }: SignatureReport) => Boolean(timestamp?.intact) || stamps.some((stamp) => stamp.intact && stamp.revisionEnd > revisionEnd);
    const stampBefore = !reports.every((report) => report.kind === 'documentTimestamp' || isStamped(report));
    if (stampBefore || level === 'B-LTA') requireAuthority('B-LTA', sources.timestampUrl);
    const skipped = sources.unprovable === 'skip' ? reports.filter(({ trusted }) => !trusted).map(fieldOf) : [];
    const outcome = await resumeSignature(context, {
      level, fields: skipped.length === 0 ? [] : reports.map(fieldOf).filter((field) => !skipped.includes(field)),
      baseLength: length, appended: new Uint8Array(), unstamped: undefined, stampBefore, sources,
    });
    return outcome.state === 'complete' ? { ...outcome, unproven: [...new Set([...skipped, ...outcome.unproven])] } : outcome;
  });
}

const fieldOf = ({ field }: SignatureReport): string => field ?? '';

/** Appends a document time stamp (ISO 32000-2, 12.8.5). */
export async function timestampDocument(context: SigningContext, sources: LevelSources): Promise<Tail> {
  requireAuthority('B-T', sources.timestampUrl);
  return withDocument(context, [], (document) => stamp(context, document, sources));
}

/** Continues a pending signature; `sources` override the stored ones. */
export async function resumeSignature(context: SigningContext, pending: PendingSignature, sources: LevelSources = {}): Promise<SigningOutcome> {
  let state: PendingSignature = { ...pending, sources: { ...pending.sources, ...sources } };
  const append = ({ bytes }: Tail, done: Partial<PendingSignature>) => (state = { ...state, ...done, appended: joined(state.appended, bytes) });
  try {
    if (state.unstamped) append(await stampSignature(context, state.unstamped, state.sources), { unstamped: undefined });
    if (state.stampBefore) append(await withDocument(context, [state.appended], (document) => stamp(context, document, state.sources)), { stampBefore: false });
    let { appended } = state;
    let unproven: readonly string[] = [];
    if (reaches(state.level, 'B-LT')) {
      const proven = await withDocument(context, [appended], (document) => prove(context, document, state));
      appended = joined(appended, proven.bytes);
      unproven = proven.unproven;
    }
    // Validation material ages, so it is kept only together with the archive time stamp over it.
    if (state.level === 'B-LTA') appended = joined(appended, (await withDocument(context, [appended], (document) => stamp(context, document, state.sources))).bytes);
    return { state: 'complete', level: state.level, tail: { baseLength: state.baseLength, bytes: appended }, unproven };
  } catch (error) {
    if (error instanceof EngineError && isWaiting(error.code)) return { state: 'pending', pending: state, problem: { code: error.code, message: error.message } };
    throw error;
  }
}

/** Whether a retry, or another authority, can solve the problem. */
function isWaiting(code: EngineErrorCode): boolean {
  return code === 'validation_unavailable' || code === 'validation_incomplete' || (code.startsWith('timestamp_') && code !== 'timestamp_request');
}

async function stampSignature({ engine, authorities }: SigningContext, { session, signature }: { session: Uint8Array; signature: Uint8Array }, sources: LevelSources): Promise<Tail> {
  const request = await engine.timestampRequest(session, signature, { policy: sources.timestampPolicy });
  const response = await authorities.timestamp(sources.timestampUrl ?? '', request);
  return engine.completeWithSignature(session, signature, { request, response, trust: [...(sources.trust ?? [])] });
}

async function stamp({ engine, authorities }: SigningContext, document: PdfDocument, sources: LevelSources): Promise<Tail> {
  const { session, request } = await document.prepareDocumentTimestamp({ policy: sources.timestampPolicy, reserve: sources.timestampReserve });
  const response = await authorities.timestamp(sources.timestampUrl ?? '', request);
  return engine.completeDocumentTimestamp(session, response, sources.trust);
}

/** Options of `verify` that report all signatures, and take those that were verified before as such. */
function verifiedBefore({ since }: SigningContext): VerifiedBefore {
  return since === undefined ? {} : { since, includeKnown: true };
}

async function prove(context: SigningContext, document: PdfDocument, { fields, sources }: PendingSignature): Promise<{ bytes: Uint8Array; unproven: readonly string[] }> {
  const { material, unproven } = await fetchMaterial({ document, verified: verifiedBefore(context) }, sources, fields, context.authorities, () => now(context));
  return { bytes: material ? (await document.addValidationMaterial(material)).bytes : new Uint8Array(), unproven };
}

async function withDocument<T>({ engine, source, password, ignorePermissions = false, knownPrefix }: SigningContext, tails: Uint8Array[], work: (document: PdfDocument) => Promise<T>): Promise<T> {
  const document = await engine.open(tails.length === 0 ? source : [source, ...tails], { password, ignorePermissions, knownPrefix });
  try {
    return await work(document);
  } finally {
    await document.close();
  }
}

function requireAuthority(level: SignatureLevel, timestampUrl: string | undefined): void {
  if (level !== 'B-B' && timestampUrl === undefined) throw new EngineError('timestamp_request', `${level} needs a time-stamp authority`);
}

function now(context: SigningContext): number {
  return context.now?.() ?? Math.floor(Date.now() / 1000);
}

function joined(first: Uint8Array, second: Uint8Array): Uint8Array {
  const all = new Uint8Array(first.length + second.length);
  all.set(first);
  all.set(second, first.length);
  return all;
}
