import type { ErrorData } from '../errors.ts';
import type { SourceInput } from '../sources/source.ts';
import type { DocumentInfo, HashedBytes, OpenOptions, ProtectionOptions } from '../engine.ts';
import type { CoreOperation, DocumentOperation } from '../operations.ts';
import type { FilePart } from '../rewriting/new-file.ts';
import type { Step } from '../rewriting/rewriting.ts';

/** The result of a call as plain data, so that errors keep their code across threads. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; error: ErrorData };

/** An open document on the host's side. */
export interface OpenedDocument {
  handle: number;
  info: DocumentInfo;
}

/** A request to rewrite a document as a new file. */
export interface RewriteRequest {
  task: 'encrypt' | 'decrypt' | 'updatePassword' | 'removeSignatures';
  /** For `encrypt` and `updatePassword`. */
  protection?: ProtectionOptions;
  /** Forces re-encryption where wrapping the key again would suffice. */
  reencrypt?: boolean;
}

/** A new file that is already complete, or a job that yields it step by step. */
export type RewriteStarted = { parts: FilePart[] } | { job: number };

/** Interface between an engine and the thread of the core. Every value is structured-cloneable. */
export interface EngineHost {
  open(input: SourceInput, options: OpenOptions): Promise<Outcome<OpenedDocument>>;
  document(handle: number, operation: DocumentOperation, argument: unknown): Promise<Outcome<unknown>>;
  core(operation: CoreOperation, argument: unknown): Promise<Outcome<unknown>>;
  /** Hashes a source, after the bytes of a stored state if there is one. */
  hash(input: SourceInput, state?: Uint8Array): Promise<Outcome<HashedBytes>>;
  /** Starts rewriting a document as a new file. */
  rewrite(handle: number, request: RewriteRequest): Promise<Outcome<RewriteStarted>>;
  /** Returns the next bytes of a new file; null when it is complete. */
  advance(job: number): Promise<Outcome<Step | null>>;
  /** Ends a job, complete or not. */
  cancel(job: number): Promise<void>;
  close(handle: number): Promise<void>;
}
