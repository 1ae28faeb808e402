/** Argon2id (RFC 9106). Takes a second or more of a processor, and the memory that its parameters say. */
import { argon2id } from '@noble/hashes/argon2.js';

export interface StretchOptions {
  readonly password: string;
  readonly salt: Uint8Array;
  /** KiB. */
  readonly memory: number;
  readonly passes: number;
  readonly lanes: number;
  /** Bytes of the result. */
  readonly length: number;
}

/** However a password was typed, the same letters give the same key. */
export const stretchHere = ({ password, salt, memory, passes, lanes, length }: StretchOptions): Uint8Array =>
  argon2id(new TextEncoder().encode(password.normalize('NFKC')), salt, { m: memory, t: passes, p: lanes, dkLen: length });
