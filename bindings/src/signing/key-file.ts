/** Key files (PKCS#12, RFC 7292), read with WebCrypto in browsers and Node. */
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';
import type { PreparedSignature } from '../engine.ts';
import { EngineError } from '../errors.ts';
import { type KeyAlgorithm, keyAlgorithmOf, ordinaryIdentifier } from './key-algorithm.ts';
import { decryptOld, isOldEncryption, isReadableOldEncryption } from './old-ciphers/old-encryption.ts';

/** A signer: a private key that is not exposed, its certificate, and the issuing certificates. */
export interface KeyFileSigner {
  /** DER. */
  certificate: Uint8Array;
  chain: Uint8Array[];
  /** Signs and returns the value for CMS: RSA PKCS#1 v1.5 or PSS, ECDSA as raw `r || s`, or Ed25519. */
  sign(prepared: Pick<PreparedSignature, 'tbs' | 'digest'>, pss?: boolean): Promise<Uint8Array>;
}

/** WebCrypto, extended by the obsolete ciphers of old key files. pkijs calls it for all decryption. */
class KeyFileCrypto extends pkijs.CryptoEngine {
  readonly #passphrase: string;

  constructor(passphrase: string) {
    super({ name: 'platform', crypto: globalThis.crypto });
    this.#passphrase = passphrase;
  }

  override async decryptEncryptedContentInfo(parameters: pkijs.CryptoEngineDecryptParams): Promise<ArrayBuffer> {
    const { contentEncryptionAlgorithm: algorithm } = parameters.encryptedContentInfo;
    if (!isOldEncryption(algorithm.algorithmId)) return super.decryptEncryptedContentInfo(parameters);
    const data = await decryptOld(algorithm, this.#passphrase, new Uint8Array(parameters.encryptedContentInfo.getEncryptedContent()));
    if (!data) throw wrongPassphrase('what is decrypted with it makes no sense');
    return data.buffer;
  }
}

/**
 * Reads a key file, encrypted with PBES2 as by current tools, or with triple DES or RC2 as by older exports. Throws
 * `key_file_passphrase` for a wrong passphrase, `key_file_encryption` for any other encryption, `key_file_mismatch` if
 * no certificate belongs to the key, and `unable_retrieve_cert` for any other unreadable file.
 */
export async function readKeyFile(bytes: Uint8Array, passphrase: string): Promise<KeyFileSigner> {
  pkijs.setEngine('platform', new KeyFileCrypto(passphrase));
  const password = new TextEncoder().encode(passphrase).buffer;
  const bags = await bagsOf(outerOf(bytes), password);
  const certificates: Uint8Array[] = [];
  let key: pkijs.PrivateKeyInfo | undefined;
  for (const { bagValue } of bags) {
    if (bagValue instanceof pkijs.CertBag) certificates.push(certificateOf(bagValue));
    else if (bagValue instanceof pkijs.PKCS8ShroudedKeyBag) key ??= await decryptedKey(bagValue, password);
    else if (bagValue instanceof pkijs.PrivateKeyInfo) key ??= bagValue;
  }
  if (!key) throw unreadable('it holds no private key');
  return signerOf(key, certificates);
}

function outerOf(bytes: Uint8Array): pkijs.PFX {
  try {
    return pkijs.PFX.fromBER(new Uint8Array(bytes));
  } catch (error) {
    throw unreadable(messageOf(error));
  }
}

async function bagsOf(file: pkijs.PFX, password: ArrayBuffer): Promise<pkijs.SafeBag[]> {
  await checkIntegrity(file, password);
  const safe = file.parsedValue?.authenticatedSafe;
  if (!safe) throw unreadable('it holds no safe');
  for (const each of safe.safeContents) refuseUnreadable(encryptionIn(each));
  try {
    await safe.parseInternalValues({ safeContents: safe.safeContents.map(() => ({ password })) });
  } catch (error) {
    throw wrongPassphrase(messageOf(error));
  }
  return (safe.parsedValue.safeContents as { value: pkijs.SafeContents }[]).flatMap(({ value }) => value.safeBags);
}

/** Checks the file's MAC, which depends on the passphrase and so detects a wrong one at once. */
async function checkIntegrity(file: pkijs.PFX, password: ArrayBuffer): Promise<void> {
  try {
    await file.parseInternalValues({ password, checkIntegrity: file.macData !== undefined });
  } catch (error) {
    throw wrongPassphrase(messageOf(error));
  }
}

/** Returns the encryption algorithm of a content; empty if it is not encrypted. pkijs modifies what it parses, so it gets a copy. */
function encryptionIn({ contentType, content }: pkijs.ContentInfo): string {
  if (contentType !== pkijs.ContentInfo.ENCRYPTED_DATA) return '';
  const copy = asn1js.fromBER((content as asn1js.BaseBlock).toBER()).result;
  return new pkijs.EncryptedData({ schema: copy }).encryptedContentInfo.contentEncryptionAlgorithm.algorithmId;
}

async function decryptedKey(bag: pkijs.PKCS8ShroudedKeyBag, password: ArrayBuffer): Promise<pkijs.PrivateKeyInfo> {
  refuseUnreadable(bag.encryptionAlgorithm.algorithmId);
  // The types of pkijs omit this method, although its documentation recommends it for such a bag.
  const reader = bag as unknown as { parseInternalValues(parameters: { password: ArrayBuffer }): Promise<void>; parsedValue?: pkijs.PrivateKeyInfo };
  try {
    await reader.parseInternalValues({ password });
  } catch (error) {
    throw wrongPassphrase(messageOf(error));
  }
  if (!reader.parsedValue) throw unreadable('its key could not be decrypted');
  return reader.parsedValue;
}

function certificateOf(bag: pkijs.CertBag): Uint8Array {
  const value: unknown = bag.parsedValue ?? bag.certValue;
  if (value instanceof pkijs.Certificate) return new Uint8Array(value.toSchema(true).toBER());
  throw unreadable('a certificate in it is not X.509');
}

async function signerOf(key: pkijs.PrivateKeyInfo, certificates: Uint8Array[]): Promise<KeyFileSigner> {
  const algorithm = keyAlgorithmOf(key.privateKeyAlgorithm);
  if (!algorithm) throw unreadable(`its key is of a kind that does not sign (${key.privateKeyAlgorithm.algorithmId})`);
  key.privateKeyAlgorithm = ordinaryIdentifier(key.privateKeyAlgorithm);
  const pkcs8 = new Uint8Array(key.toSchema().toBER());
  const own = await ownCertificate(algorithm, pkcs8, certificates);
  return {
    certificate: own,
    chain: certificates.filter((der) => der !== own && !isSame(der, own)),
    sign: async ({ tbs, digest }, pss = false) => {
      const { imported, used } = algorithm.forSigning(digest, pss);
      const privateKey = await crypto.subtle.importKey('pkcs8', pkcs8, imported, false, ['sign']);
      return new Uint8Array(await crypto.subtle.sign(used, privateKey, new Uint8Array(tbs)));
    },
  };
}

/** Returns the certificate whose public key verifies a signature by the private key. */
async function ownCertificate(algorithm: KeyAlgorithm, pkcs8: Uint8Array<ArrayBuffer>, certificates: Uint8Array[]): Promise<Uint8Array> {
  const { imported, used } = algorithm.forSigning('sha256', false);
  const probe = crypto.getRandomValues(new Uint8Array(32));
  const privateKey = await crypto.subtle.importKey('pkcs8', pkcs8, imported, false, ['sign']).catch((error: unknown) => {
    throw unreadable(messageOf(error));
  });
  const signature = await crypto.subtle.sign(used, privateKey, probe);
  for (const der of certificates) {
    const { subjectPublicKeyInfo } = pkijs.Certificate.fromBER(new Uint8Array(der));
    if (!algorithm.isOf(subjectPublicKeyInfo.algorithm)) continue;
    subjectPublicKeyInfo.algorithm = ordinaryIdentifier(subjectPublicKeyInfo.algorithm);
    const publicKey = await crypto.subtle.importKey('spki', subjectPublicKeyInfo.toSchema().toBER(), imported, false, ['verify']);
    if (await crypto.subtle.verify(used, publicKey, signature, probe)) return der;
  }
  throw new EngineError('key_file_mismatch', 'No certificate in the key file belongs to its key');
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

function refuseUnreadable(algorithm: string): void {
  if (isOldEncryption(algorithm) && !isReadableOldEncryption(algorithm)) throw new EngineError('key_file_encryption', 'The key file is encrypted in a way that is no longer safe');
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

function unreadable(why: string): EngineError {
  return new EngineError('unable_retrieve_cert', `The key file can't be read: ${why}`);
}

function wrongPassphrase(why: string): EngineError {
  return new EngineError('key_file_passphrase', `The passphrase does not open the key file: ${why}`);
}
