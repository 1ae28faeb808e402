/** Keys of an end-to-end encrypted transaction (0085): one random key per transaction, and from it a key for each version. */
import { AppError } from '../app-error.ts';

export type Bytes = Uint8Array<ArrayBuffer>;

export const keyLength = 32;

export const newTransactionKey = (): Bytes => crypto.getRandomValues(new Uint8Array(keyLength));

/** HKDF-SHA-256 (RFC 5869). */
export async function hkdf(key: Bytes, salt: Bytes, info: Bytes, length: number): Promise<Bytes> {
  const imported = await crypto.subtle.importKey('raw', key, 'HKDF', false, ['deriveBits']);
  return new Uint8Array(await crypto.subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt, info }, imported, length * 8));
}

/** Each purpose has keys of its own, so that none is used for two things. */
export const derived = (key: Bytes, salt: Bytes, purpose: 'key' | 'nonce' | 'commitment' | 'password', length: number): Promise<Bytes> =>
  hkdf(key, salt, new TextEncoder().encode(`countersign end-to-end 1 ${purpose}`), length);

export const aesKey = (key: Bytes): Promise<CryptoKey> => crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt', 'decrypt']);

/** Compares without stopping at the first difference. */
export const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length && one.reduce((differs, byte, index) => differs | (byte ^ (other[index] ?? 0)), 0) === 0;

/** One code for all that does not open: what was changed, and by whom, can't be told apart. */
export const undecryptable = (reason: string): AppError => new AppError('failed_to_decrypt', { details: { reason } });

const parameter = '#k=';

/** The key as it stands behind a link. Browsers do not send the fragment of an address. */
export const fragmentOf = (key: Bytes): string =>
  parameter + btoa(String.fromCharCode(...key)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');

/** The key in the fragment of an address, or in a whole link; null if there is none, `failed_to_decrypt` if it is incomplete. */
export function keyInLink(link: string): Bytes | null {
  const at = link.indexOf(parameter);
  if (at < 0) return null;
  const text = link.slice(at + parameter.length).trim();
  if (!/^[\w-]{43}$/.test(text)) throw undecryptable('link');
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
}
