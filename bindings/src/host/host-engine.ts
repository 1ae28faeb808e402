import type {
  Changes, CheckMode, DetachedOptions, DetectOptions, DigestAlgorithm, DocumentInfo, Engine, Field, FieldScript, FilledTail, FontOptions, LabelledField, LabelledPage, FieldValues, HashedBytes, NumberFormat, OpenOptions,
  PdfDocument, PlaceField, PlannedSignature, PrepareOptions, PreparedDetached, PreparedSignature, PreparedTimestamp, ProtectionOptions, Raster, RuleField, RuleOutcome,
  SessionInfo, SignatureInfo, SignatureReport, Tail, TextFinding, TextFindingCode, TextFormat, TimestampAnswer, TimestampOptions, ValidationMaterial,
  ValidationNeed, VerifyOptions,
} from '../engine.ts';
import { EngineError } from '../errors.ts';
import type { ArgumentOf, CoreCalls, CoreOperation, DocumentCalls, DocumentOperation, ResultOf } from '../operations.ts';
import type { FilePart, LongCall, NewFile } from '../rewriting/new-file.ts';
import { assertNoRangeReader, assertSource, type SourceInput } from '../sources/source.ts';
import { fieldsOf } from './field-table.ts';
import { inOneText } from './field-values.ts';
import { assertKnownProtection } from './protection.ts';
import type { EngineHost, OpenedDocument, Outcome, RewriteRequest } from './host.ts';

/** The engine on top of a host, which runs in this thread or behind a message channel. */
export class HostEngine implements Engine {
  readonly #host: EngineHost;
  readonly #end: () => void | Promise<void>;
  readonly #readsRanges: boolean;
  #closed = false;

  /** `readsRanges`: the host reads the ranges of a `RangeReader`. */
  constructor(host: EngineHost, end: () => void | Promise<void>, { readsRanges = false }: { readsRanges?: boolean } = {}) {
    this.#host = host;
    this.#end = end;
    this.#readsRanges = readsRanges;
  }

  async open(source: SourceInput, options: OpenOptions = {}): Promise<PdfDocument> {
    this.#assertOpen();
    this.#assertReadable(source);
    // The module takes it as it is: anything but a string would be read as one, beyond its end.
    if (options.password !== undefined && typeof options.password !== 'string') throw new EngineError('request_validation_error', 'A password is a string');
    return new HostDocument(this.#host, unwrap(await this.#host.open(source, options)));
  }

  async detect(raster: Raster, options: DetectOptions = {}): Promise<Field[]> {
    const { page = 1, textItems = [], paths = new Float32Array(), signal } = options;
    throwIfAborted(signal);
    const fields = await this.#core('detect', { raster, page, textItems, paths });
    throwIfAborted(signal);
    return fields as Field[];
  }

  async labelFields(fields: readonly LabelledField[], page: LabelledPage): Promise<(string | null)[]> {
    if (!Array.isArray(fields) || typeof page !== 'object' || page === null) throw new EngineError('request_validation_error', 'Fields and the page that they are on are needed');
    const { textItems, ratio } = page;
    return this.#core('labelFields', { fields: fields.map(({ type, rect }) => ({ type, rect })), textItems, ratio });
  }

  isForm(fields: readonly Field[], pages: number): Promise<boolean> {
    return this.#core('isForm', { fields, pages });
  }

  checkText(format: TextFormat, value: string, mode: CheckMode = 'final'): Promise<TextFinding[]> {
    return this.#core('checkText', { format, value, mode });
  }

  checkNumber(format: NumberFormat, value: string, mode: CheckMode = 'final'): Promise<TextFindingCode | null> {
    return this.#core('checkNumber', { format, value, mode });
  }

  applyRules(fields: readonly RuleField[]): Promise<RuleOutcome[]> {
    return this.#core('applyRules', fields);
  }

  missingCharacters(text: string): Promise<string[]> {
    return this.#core('missingCharacters', text);
  }

  async hashState(source: SourceInput): Promise<HashedBytes> {
    this.#assertOpen();
    this.#assertReadable(source);
    return unwrap(await this.#host.hash(source));
  }

  async continueHash(state: Uint8Array, tail: SourceInput): Promise<HashedBytes> {
    this.#assertOpen();
    this.#assertReadable(tail);
    return unwrap(await this.#host.hash(tail, state));
  }

  sessionInfo(session: Uint8Array): Promise<SessionInfo> {
    return this.#core('sessionInfo', session);
  }

  timestampRequest(session: Uint8Array, signature: Uint8Array, { policy }: { policy?: string } = {}): Promise<Uint8Array> {
    return this.#core('timestampRequest', { session, signature, policy, nonce: freshNonce() });
  }

  completeWithSignature(session: Uint8Array, signature: Uint8Array, timestamp?: TimestampAnswer): Promise<Tail> {
    return this.#core('completeWithSignature', { session, signature, timestamp });
  }

  completeWithCms(session: Uint8Array, cms: Uint8Array): Promise<Tail> {
    return this.#core('completeWithCms', { session, cms });
  }

  completeDocumentTimestamp(session: Uint8Array, response: Uint8Array, trust: readonly Uint8Array[] = []): Promise<Tail> {
    return this.#core('completeDocumentTimestamp', { session, response, trust });
  }

  async prepareDetached(content: SourceInput, options: DetachedOptions): Promise<PreparedDetached> {
    const { session, digest } = await this.#core('planDetached', options);
    const hashed = await this.hashState(content);
    return this.#core('bindDetached', { session, contentDigest: signingDigest(hashed, digest) });
  }

  completeDetached(session: Uint8Array, signature: Uint8Array, timestamp?: TimestampAnswer): Promise<Uint8Array> {
    return this.#core('completeDetached', { session, signature, timestamp });
  }

  detachedTimestampRequest(cms: Uint8Array, { policy }: { policy?: string } = {}): Promise<Uint8Array> {
    return this.#core('detachedTimestampRequest', { cms, policy, nonce: freshNonce() });
  }

  addDetachedTimestamp(cms: Uint8Array, timestamp: TimestampAnswer): Promise<Uint8Array> {
    return this.#core('addDetachedTimestamp', { cms, timestamp });
  }

  async verifyDetached(content: SourceInput, cms: Uint8Array, given: Partial<VerifyOptions> = {}): Promise<SignatureReport> {
    const options = withDefaults(given);
    const { sha256, sha384, sha512 } = await this.hashState(content);
    return this.#core('verifyDetached', { cms, sha256, sha384, sha512, options });
  }

  async detachedRevocationRequests(cms: Uint8Array, options: Partial<VerifyOptions> = {}): Promise<ValidationNeed[]> {
    return this.#core('detachedRevocationRequests', { cms, options: withDefaults(options) });
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#end();
  }

  async #core<Operation extends CoreOperation>(operation: Operation, argument: ArgumentOf<CoreCalls, Operation>): Promise<ResultOf<CoreCalls, Operation>> {
    this.#assertOpen();
    return unwrap(await this.#host.core(operation, argument)) as ResultOf<CoreCalls, Operation>;
  }

  /** A function can't be sent to a worker. */
  #assertReadable(source: SourceInput): void {
    assertSource(source);
    if (!this.#readsRanges) assertNoRangeReader(source);
  }

  #assertOpen(): void {
    if (this.#closed) throw new EngineError('pdf_parsing_error_no_proxy', 'The engine was closed');
  }
}

class HostDocument implements PdfDocument {
  readonly info: DocumentInfo;
  readonly #host: EngineHost;
  readonly #handle: number;
  #closed = false;

  constructor(host: EngineHost, opened: OpenedDocument) {
    this.#host = host;
    this.#handle = opened.handle;
    this.info = opened.info;
  }

  async fields(): Promise<Field[]> {
    return fieldsOf(await this.#call('fields', undefined));
  }

  scripts(): Promise<FieldScript[]> {
    return this.#call('scripts', undefined);
  }

  signatures(): Promise<SignatureInfo[]> {
    return this.#call('signatures', undefined);
  }

  async placeFields(fields: readonly PlaceField[], { fonts }: FontOptions = {}): Promise<FilledTail> {
    return this.#call('placeFields', { fields, ...(fonts && { fonts }) });
  }

  async merge(values: FieldValues, { flatten = false, fonts }: { flatten?: boolean } & FontOptions = {}): Promise<FilledTail> {
    return this.#call('merge', { values: inOneText(values), flatten, ...(fonts && { fonts }) });
  }

  checkSignable(): Promise<void> {
    return this.#call('checkSignable', undefined);
  }

  prepareSignature(options: PrepareOptions): Promise<PreparedSignature> {
    return this.#call('prepareSignature', options);
  }

  planSignature(options: PrepareOptions): Promise<PlannedSignature> {
    return this.#call('planSignature', options);
  }

  prepareInPlace(options: PrepareOptions): Promise<PreparedSignature> {
    return this.#call('prepareInPlace', options);
  }

  checkSession(session: Uint8Array): Promise<void> {
    return this.#call('checkSession', session);
  }

  prepareDocumentTimestamp(options: TimestampOptions = {}): Promise<PreparedTimestamp> {
    return this.#call('prepareDocumentTimestamp', { ...options, nonce: freshNonce() });
  }

  validationNeeds(material: ValidationMaterial): Promise<ValidationNeed[]> {
    return this.#call('validationNeeds', material);
  }

  addValidationMaterial(material: ValidationMaterial): Promise<Tail> {
    return this.#call('addValidationMaterial', material);
  }

  async verify(options: Partial<VerifyOptions> = {}): Promise<SignatureReport[]> {
    return this.#call('verify', withDefaults(options));
  }

  async revocationRequests(options: Partial<VerifyOptions> = {}): Promise<ValidationNeed[]> {
    return this.#call('revocationRequests', withDefaults(options));
  }

  describeObjects(): Promise<Uint8Array> {
    return this.#call('describeObjects', undefined);
  }

  compareRevisions(olderLength: number, newerLength: number): Promise<Changes> {
    return this.#call('compareRevisions', { olderLength, newerLength });
  }

  async encrypt(protection: ProtectionOptions, call: LongCall = {}): Promise<NewFile> {
    assertKnownProtection(protection);
    return this.#rewrite({ task: 'encrypt', protection }, call);
  }

  decrypt(call: LongCall = {}): Promise<NewFile> {
    return this.#rewrite({ task: 'decrypt' }, call);
  }

  async changePassword(protection: ProtectionOptions, { reencrypt, ...call }: LongCall & { reencrypt?: boolean } = {}): Promise<NewFile> {
    assertKnownProtection(protection);
    return this.#rewrite({ task: 'updatePassword', protection, reencrypt }, call);
  }

  stripSignatures(call: LongCall = {}): Promise<NewFile> {
    return this.#rewrite({ task: 'removeSignatures' }, call);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    await this.#host.close(this.#handle);
  }

  async #rewrite(request: RewriteRequest, call: LongCall): Promise<NewFile> {
    this.#assertOpen();
    throwIfAborted(call.signal);
    const started = unwrap(await this.#host.rewrite(this.#handle, request));
    if ('parts' in started) return { method: 'rewrapped', parts: wholeParts(started.parts) };
    return { method: 'rewritten', parts: this.#steps(started.job, call) };
  }

  /** Yields the parts of the new file on demand. Ending the iteration cancels the job. */
  async *#steps(job: number, { signal, onProgress }: LongCall): AsyncGenerator<FilePart> {
    try {
      for (;;) {
        throwIfAborted(signal);
        const step = unwrap(await this.#host.advance(job));
        if (!step) return;
        onProgress?.({ done: step.done, total: step.total });
        yield* step.chunks;
      }
    } finally {
      await this.#host.cancel(job);
    }
  }

  #assertOpen(): void {
    if (this.#closed) throw new EngineError('pdf_parsing_error_no_proxy', 'The document was closed');
  }

  async #call<Operation extends DocumentOperation>(operation: Operation, argument: ArgumentOf<DocumentCalls, Operation>): Promise<ResultOf<DocumentCalls, Operation>> {
    this.#assertOpen();
    return unwrap(await this.#host.document(this.#handle, operation, argument)) as ResultOf<DocumentCalls, Operation>;
  }
}

/** The time is now unless stated, in whole seconds; without trust anchors, nothing is trusted. */
function withDefaults(options: Partial<VerifyOptions>): VerifyOptions {
  return { ...options, trust: options.trust ?? [], at: Math.floor(options.at ?? Date.now() / 1000) };
}

/** The digest of the content by the algorithm of the plan, which is one of those that sign. */
function signingDigest({ sha256, sha384, sha512 }: HashedBytes, algorithm: DigestAlgorithm): Uint8Array {
  if (algorithm === 'sha256') return sha256;
  return algorithm === 'sha384' ? sha384 : sha512;
}

/** Random nonce that binds a time-stamp response to its request (RFC 3161). */
function freshNonce(): Uint8Array {
  return crypto.getRandomValues(new Uint8Array(16));
}

async function* wholeParts(parts: readonly FilePart[]): AsyncGenerator<FilePart> {
  yield* parts;
}

function unwrap<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new EngineError(outcome.error.code, outcome.error.message, outcome.error.details);
}

function throwIfAborted(signal: AbortSignal | undefined): void {
  if (signal?.aborted) throw new EngineError('process_canceled', 'The call was cancelled');
}
