import type { ErrorData } from '../errors.ts';
import type { SourceInput } from '../sources/source.ts';
import type { DocumentInfo } from '../engine.ts';

/** The outcome of a call as plain data: errors keep their code across threads. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; error: ErrorData };

/** An opened document on the host's side. */
export interface OpenedDocument {
  handle: number;
  info: DocumentInfo;
}

/** What is carried between an engine and the thread that holds the core. Every value is structured-cloneable. */
export interface EngineHost {
  open(input: SourceInput, password: string | undefined): Promise<Outcome<OpenedDocument>>;
  document(handle: number, operation: string, argument: unknown): Promise<Outcome<unknown>>;
  core(operation: string, argument: unknown): Promise<Outcome<unknown>>;
  close(handle: number): Promise<void>;
}
