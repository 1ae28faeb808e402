/**
 * Obsolete encryption of key files (RFC 7292, appendix C). Browsers don't support it, but some systems still export it.
 * It is implemented for reading only.
 */
import * as asn1js from 'asn1js';
import type * as pkijs from 'pkijs';
import { type BlockCipher, decryptChained } from './block-cipher.ts';
import { keyUses, passphraseKey } from './passphrase-key.ts';
import { rc2 } from './rc2.ts';
import { tripleDes } from './triple-des.ts';

interface OldCipher {
  keyLength: number;
  make(key: Uint8Array): BlockCipher;
}

const family = '1.2.840.113549.1.12.1.';
const ciphers: Readonly<Record<string, OldCipher>> = {
  [`${family}3`]: { keyLength: 24, make: tripleDes },
  // With two keys, the first is also the third.
  [`${family}4`]: { keyLength: 16, make: (key) => tripleDes(Uint8Array.from([...key, ...key.subarray(0, 8)])) },
  [`${family}5`]: { keyLength: 16, make: rc2 },
  [`${family}6`]: { keyLength: 5, make: rc2 },
};

export const isOldEncryption = (algorithm: string): boolean => algorithm.startsWith(family);
/** RC4 is not supported: no current system exports it. */
export const isReadableOldEncryption = (algorithm: string): boolean => algorithm in ciphers;

/** Decrypts; undefined if the passphrase is wrong. */
export async function decryptOld({ algorithmId, algorithmParams }: pkijs.AlgorithmIdentifier, passphrase: string, data: Uint8Array): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const cipher = ciphers[algorithmId];
  if (!cipher) throw new Error(`No such encryption: ${algorithmId}`);
  const derivation = { passphrase, ...parametersOf(algorithmParams) };
  const key = await passphraseKey(derivation, keyUses.encryption, cipher.keyLength);
  return decryptChained(cipher.make(key), await passphraseKey(derivation, keyUses.iv, 8), data);
}

/** Limit of iterations, against files that would block a browser for minutes. Common programs write 2,000 to 100,000. */
const MOST_ITERATIONS = 1_000_000;

function parametersOf(parameters: unknown): { salt: Uint8Array; iterations: number } {
  const [salt, count] = parameters instanceof asn1js.Sequence ? parameters.valueBlock.value : [];
  if (!(salt instanceof asn1js.OctetString) || !(count instanceof asn1js.Integer)) throw new Error('The encryption has no salt or no count');
  const iterations = count.valueBlock.valueDec;
  if (iterations < 1 || iterations > MOST_ITERATIONS) throw new Error('The count of the encryption is out of bounds');
  return { salt: new Uint8Array(salt.valueBlock.valueHexView), iterations };
}
