import type { ErrorData } from '../errors.ts';
import type { SourceInput } from '../sources/source.ts';
import type { DocumentInfo, OpenOptions, ProtectionOptions } from '../engine.ts';
import type { FilePart } from '../rewriting/new-file.ts';
import type { Step } from '../rewriting/rewriting.ts';

/** The outcome of a call as plain data: errors keep their code across threads. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; error: ErrorData };

/** An opened document on the host's side. */
export interface OpenedDocument {
  handle: number;
  info: DocumentInfo;
}

/** What is asked for when a document is to become a new file. */
export interface RewriteRequest {
  task: 'encrypt' | 'decrypt' | 'updatePassword' | 'removeSignatures';
  /** For `encrypt` and `updatePassword`. */
  protection?: ProtectionOptions;
  /** Encrypt everything anew even where another wrapping of the key is enough. */
  reencrypt?: boolean;
}

/** A new file that is whole already, or a job that gives it step by step. */
export type RewriteStarted = { parts: FilePart[] } | { job: number };

/** What is carried between an engine and the thread that holds the core. Every value is structured-cloneable. */
export interface EngineHost {
  open(input: SourceInput, options: OpenOptions): Promise<Outcome<OpenedDocument>>;
  document(handle: number, operation: string, argument: unknown): Promise<Outcome<unknown>>;
  core(operation: string, argument: unknown): Promise<Outcome<unknown>>;
  /** Starts to make a new file of a document. */
  rewrite(handle: number, request: RewriteRequest): Promise<Outcome<RewriteStarted>>;
  /** The next bytes of a new file; null when it is complete. */
  advance(job: number): Promise<Outcome<Step | null>>;
  /** Ends a job, complete or not. */
  cancel(job: number): Promise<void>;
  close(handle: number): Promise<void>;
}
