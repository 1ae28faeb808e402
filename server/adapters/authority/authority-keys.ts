/**
 * Private keys of the installation's authorities: sealed in the database, or in a PKCS#11 token that never exports
 * them. In the latter case the database stores only the key's id in the token.
 */
import { randomBytes, webcrypto } from 'node:crypto';
import { z } from 'zod';
import type { Token } from '@countersign/core/node';
import { KeyVaultError } from './key-vault.ts';

export const curve = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/** A key in a token, usable where WebCrypto expects a `CryptoKey`. */
class TokenKey implements CryptoKey {
  readonly type = 'private';
  readonly extractable = false;
  readonly algorithm = { name: curve.name, namedCurve: curve.namedCurve };
  readonly usages: KeyUsage[] = ['sign'];
  readonly #token: Token;
  readonly #id: string;

  constructor(token: Token, id: string) {
    this.#token = token;
    this.#id = id;
  }

  sign(bytes: Uint8Array): Promise<Buffer> {
    return this.#token.signEcdsa(this.#id, 'sha256', bytes);
  }
}

/** Signs with ECDSA and SHA-256, wherever the key is. Returns the raw value (`r` followed by `s`). */
export async function signWith(key: CryptoKey, bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  if (key instanceof TokenKey) return new Uint8Array(await key.sign(bytes));
  return new Uint8Array(await webcrypto.subtle.sign(curve, key, Uint8Array.from(bytes)));
}

/** WebCrypto for the certificate library, extended to sign with keys in tokens. */
export function cryptoWithTokens(): Crypto {
  const { subtle } = webcrypto;
  const signing = new Proxy(subtle, {
    get: (target, name) => {
      if (name === 'sign') return async (_: unknown, key: CryptoKey, data: BufferSource) => (await signWith(key, bytesOf(data))).buffer;
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { subtle: signing, getRandomValues: (array: Uint8Array<ArrayBuffer>) => webcrypto.getRandomValues(array), randomUUID: () => webcrypto.randomUUID() } as unknown as Crypto;
}

const bytesOf = (data: BufferSource): Uint8Array => (ArrayBuffer.isView(data) ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength) : new Uint8Array(data));

/** The stored form of a private key: the key itself, or its id in the token. */
export const storedKey = z.union([z.object({ pkcs8: z.base64() }), z.object({ token: z.string() })]);
export type StoredKey = z.output<typeof storedKey>;

export interface MadeKey {
  keys: CryptoKeyPair;
  stored: StoredKey;
}

/** Generates a new key, in the token if there is one. */
export async function makeKey(token: Token | null): Promise<MadeKey> {
  return token === null ? makeInMemory() : makeInToken(token);
}

async function makeInMemory(): Promise<MadeKey> {
  const keys = (await webcrypto.subtle.generateKey(curve, true, ['sign', 'verify'])) as CryptoKeyPair;
  const pkcs8 = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey));
  return { keys, stored: { pkcs8: pkcs8.toString('base64') } };
}

async function makeInToken(token: Token): Promise<MadeKey> {
  const id = randomBytes(8).toString('hex');
  await token.makeKey(id, 'countersign');
  const publicKey = (await webcrypto.subtle.importKey('spki', Uint8Array.from(await token.publicKey(id)), curve, true, ['verify'])) as CryptoKey;
  return { keys: { publicKey, privateKey: new TokenKey(token, id) }, stored: { token: id } };
}

/**
 * Opens a stored key. Keys from before a token was configured stay in the database until they are renewed. Throws
 * `KeyVaultError` when the key is in a token and none is configured.
 */
export async function openKey(stored: StoredKey, token: Token | null): Promise<CryptoKey> {
  if ('pkcs8' in stored) return (await webcrypto.subtle.importKey('pkcs8', Buffer.from(stored.pkcs8, 'base64'), curve, false, ['sign'])) as CryptoKey;
  if (token === null) throw new KeyVaultError('A key of this installation is in a token: set HSM_MODULE, HSM_TOKEN and HSM_PIN.');
  return new TokenKey(token, stored.token);
}
