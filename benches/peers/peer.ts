/** A field as it has to be listed: enough to show it where it is. */
export interface ListedField {
  name: string;
  value: unknown;
  /** From 1. */
  page: number;
  /** In the units of the library. */
  rect: unknown;
}

/** A library that is measured: each operation goes from bytes in memory to the result. */
export interface Peer {
  name: string;
  version: string;
  /** Loads the library and starts it, as an app does before there is a document. */
  prepare(): Promise<unknown>;
  /** Opens a document and lists all its fields. */
  list(bytes: Uint8Array): Promise<ListedField[]>;
  /** Fills text fields, each with its appearance stream, and saves; the parts are the file when written one after the other. */
  fill(bytes: Uint8Array, values: Record<string, string>): Promise<Uint8Array[]>;
  /** Why a workload is left out. */
  leavesOut?: Record<string, string>;
}
