/** What is measured. */
export type Operation = 'encrypt' | 'password';

/** A library that protects a document, from bytes in memory to the parts of the result. */
export interface Peer {
  name: string;
  version: string;
  /** Gets ready, which is not measured: loads code, warms nothing. */
  prepare(): Promise<Run>;
}

/** One measured call. `password` opens a document that is protected already. */
export type Run = (bytes: Uint8Array, operation: Operation, passwords: Passwords) => Promise<Uint8Array[]>;

/** The owner's password of the input, and those that the result gets. */
export interface Passwords {
  before: string;
  user: string;
  owner: string;
}
