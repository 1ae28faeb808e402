import type * as Wasm from '../../generated/countersign_wasm.js';
import type { OpenOptions } from '../engine.ts';
import { EngineError, type ErrorData, toErrorData } from '../errors.ts';
import { drawsText, graphemesToEmbed, isInHelvetica, textsToDraw, textsWithoutFont } from '../fonts/characters.ts';
import type { FontStore } from '../fonts/font-store.ts';
import type { CoreModule, CoreOperation, DocumentOperation } from '../operations.ts';
import { type Openers, type SourceInput, type SyncSource, toSyncSource } from '../sources/source.ts';
import type { FilePart } from '../rewriting/new-file.ts';
import { Rewriting, type Step } from '../rewriting/rewriting.ts';
import { contentDigest, type CreateHasher, hashAll } from './hashing.ts';
import type { EngineHost, OpenedDocument, Outcome, RewriteRequest, RewriteStarted } from './host.ts';

interface OpenEntry {
  document: Wasm.WasmDocument;
  source: SyncSource;
  /** Whether the core has the hash state of the first bytes. */
  isHashed: boolean;
}

/** The core in the current thread. Owns the document handles. After a trap in the core it stops, because the memory may be corrupt. */
export class LocalHost implements EngineHost {
  readonly #core: CoreModule;
  readonly #openers: Openers | undefined;
  readonly #fonts: FontStore;
  readonly #createHasher: CreateHasher | undefined;
  readonly #hashPassword: Wasm.PasswordHash | undefined;
  readonly #documents = new Map<number, OpenEntry>();
  /** Running jobs, with their documents. */
  readonly #jobs = new Map<number, { handle: number; rewriting: Rewriting }>();
  #next = 1;
  #retired = false;

  constructor(core: CoreModule, fonts: FontStore, { openers, createHasher, hashPassword }: { openers?: Openers; createHasher?: CreateHasher; hashPassword?: Wasm.PasswordHash } = {}) {
    this.#core = core;
    this.#fonts = fonts;
    this.#openers = openers;
    this.#createHasher = createHasher;
    this.#hashPassword = hashPassword;
  }

  open(input: SourceInput, { password, ignorePermissions = false, knownPrefix }: OpenOptions): Promise<Outcome<OpenedDocument>> {
    return this.#attempt(async () => {
      const source = await toSyncSource(input, this.#openers);
      try {
        const document = this.#core.WasmDocument.open(source, password, ignorePermissions, this.#hashPassword, knownPrefix);
        const handle = this.#next++;
        this.#documents.set(handle, { document, source, isHashed: knownPrefix !== undefined });
        return { handle, info: document.info() };
      } catch (error) {
        source.close();
        throw error;
      }
    });
  }

  document(handle: number, operation: DocumentOperation, argument: unknown): Promise<Outcome<unknown>> {
    return this.#attempt(async () => {
      const entry = this.#documents.get(handle);
      if (!entry) throw new EngineError('pdf_parsing_error_no_proxy', 'The document is not open');
      return this.#withFonts(entry.document, operation, argument, (whole) => this.#hashedHere(entry, operation, whole) ?? callOn(entry.document, operation, whole));
    });
  }

  core(operation: CoreOperation, argument: unknown): Promise<Outcome<unknown>> {
    return this.#attempt(async () => {
      if (operation === 'missingCharacters') return (await this.#fonts.missing(graphemesToEmbed([String(argument)]))).filter((character) => !isInHelvetica(character));
      return callOn(this.#core, operation, argument);
    });
  }

  hash(input: SourceInput, state?: Uint8Array): Promise<Outcome<Wasm.HashedBytes>> {
    return this.#attempt(async () => {
      const source = await toSyncSource(input, this.#openers);
      try {
        const hashing = this.#core.WasmHashState.start(state);
        await hashAll(source, hashing, () => this.#retired);
        const hashed = hashing.hashed();
        hashing.free();
        return hashed;
      } finally {
        source.close();
      }
    });
  }

  rewrite(handle: number, request: RewriteRequest): Promise<Outcome<RewriteStarted>> {
    return this.#attempt(async () => {
      const entry = this.#documents.get(handle);
      if (!entry) throw new EngineError('pdf_parsing_error_no_proxy', 'The document is not open');
      for (const job of this.#jobs.values()) if (job.handle === handle) throw new EngineError('not_ready', 'The document is being written anew already');
      const protection = request.protection && { ...request.protection, entropy: crypto.getRandomValues(new Uint8Array(64)) };
      if (request.task === 'updatePassword' && protection && !request.reencrypt) {
        const patch = entry.document.rewrap(protection);
        if (patch) return { parts: patched(patch, entry.source.length) };
      }
      const rewrite = entry.document.rewrite({ task: request.task, protection });
      const job = this.#next++;
      this.#jobs.set(job, { handle, rewriting: new Rewriting(rewrite, entry.source) });
      return { job };
    });
  }

  advance(job: number): Promise<Outcome<Step | null>> {
    return this.#attempt(async () => {
      const running = this.#jobs.get(job);
      if (!running) throw new EngineError('process_canceled', 'The new file is not being made any more');
      const step = await running.rewriting.advance();
      if (!step) await this.cancel(job);
      return step ?? null;
    });
  }

  async cancel(job: number): Promise<void> {
    const running = this.#jobs.get(job);
    this.#jobs.delete(job);
    if (!this.#retired) running?.rewriting.close();
  }

  async close(handle: number): Promise<void> {
    for (const [job, { handle: owner }] of this.#jobs) if (owner === handle) await this.cancel(job);
    const entry = this.#documents.get(handle);
    this.#documents.delete(handle);
    entry?.source.close();
    if (!this.#retired) entry?.document.free();
  }

  async closeAll(): Promise<void> {
    for (const handle of this.#documents.keys()) await this.close(handle);
  }

  /** Hashes the signed content with the platform's hash, if there is one: the core plans the signature and then binds the digest. */
  #hashedHere({ document, source, isHashed }: OpenEntry, operation: DocumentOperation, argument: unknown): Promise<unknown> | undefined {
    const createHasher = this.#createHasher;
    if (!createHasher || isHashed) return undefined;
    const bound = async <T>({ session, digest, tail, byteRange, findings }: Wasm.PlannedSignature, bind: (hashed: Wasm.Binding) => T): Promise<T & { findings: Wasm.FieldFinding[] }> => {
      const hashed = { session, contentDigest: await contentDigest(createHasher(digest), source, tail, byteRange) };
      if (this.#retired) throw stopped();
      return { ...bind(hashed), findings };
    };
    if (operation === 'prepareSignature') return bound(document.planSignature(argument as Wasm.PrepareOptions), this.#core.bindSignature);
    if (operation === 'prepareDocumentTimestamp') return bound(document.planDocumentTimestamp(argument as Wasm.TimestampOptions), this.#core.bindDocumentTimestamp);
    return undefined;
  }

  /** Calls with the fonts for the texts of the argument. If texts of the document lack a font, calls again with those fonts. */
  async #withFonts(document: Wasm.WasmDocument, operation: DocumentOperation, argument: unknown, call: (argument: unknown) => unknown): Promise<unknown> {
    if (!drawsText(operation)) return call(argument);
    const everything = document.pdfA() !== undefined;
    const texts = [...textsToDraw(operation, argument, everything), document.textsToDraw()];
    const graphemes = graphemesToEmbed(texts, everything);
    const own: Uint8Array[] = Object(argument).fonts ?? [];
    const withFonts = async () => (graphemes.size === 0 ? argument : { ...Object(argument), fonts: [...own, ...(await this.#fonts.fontsFor(graphemes))] });
    const first = await withFonts();
    try {
      return await call(first);
    } catch (error) {
      const before = graphemes.size;
      for (const grapheme of graphemesToEmbed(textsWithoutFont(error), everything)) graphemes.add(grapheme);
      if (graphemes.size === before) throw error;
      return call(await withFonts());
    }
  }

  async #attempt<T>(work: () => Promise<T>): Promise<Outcome<T>> {
    if (this.#retired) return { ok: false, error: stopped() };
    try {
      return { ok: true, value: await work() };
    } catch (error) {
      if (isFatal(error)) this.#retired = true;
      return { ok: false, error: toErrorData(error) };
    }
  }
}

/** The error of a core that has stopped. */
function stopped(): ErrorData {
  return { code: 'unknown_parsing_error', message: 'The core stopped earlier; start another engine' };
}

/** Returns the old file with a range of bytes replaced. */
function patched({ start, end, bytes }: Wasm.Patch, length: number): FilePart[] {
  return [{ start: 0, end: start }, bytes, { start: end, end: length }];
}

/** Calls a method with the argument of a message. Its sender has checked that the two belong together. */
function callOn<Operation extends string>(target: Readonly<Record<Operation, (argument: never) => unknown>>, operation: Operation, argument: unknown): unknown {
  return target[operation](argument as never);
}

/** Whether the error is a trap, or a panic that the core reported: the memory may be corrupt. */
function isFatal(error: unknown): boolean {
  return error instanceof WebAssembly.RuntimeError || (typeof error === 'object' && error !== null && 'fatal' in error && error.fatal === true);
}
