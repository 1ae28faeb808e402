import { constants, createHash, createPrivateKey, type KeyObject, sign as signBytes, webcrypto, X509Certificate } from 'node:crypto';
import * as pkijs from 'pkijs';

/** A signer: the private key and its certificate, with the certificates above it. */
export interface Signer {
  certificate: Uint8Array;
  chain: Uint8Array[];
  /** Signs as CMS wants it: RSA PKCS#1 v1.5 or PSS, ECDSA as raw `r || s`, Ed25519. */
  sign(tbs: Uint8Array, digest: string, pss?: boolean): Uint8Array;
}

/** Reads a PKCS#12 file (RFC 7292) whose bags are encrypted by PBES2, as every current tool writes them. */
export async function readKeyFile(bytes: Uint8Array, passphrase: string): Promise<Signer> {
  const safe = await openSafe(bytes, passphrase);
  const bags: pkijs.SafeBag[] = safe.parsedValue.safeContents.flatMap(({ value }: { value: pkijs.SafeContents }) => value.safeBags);
  const certificates: Uint8Array[] = [];
  let key: KeyObject | undefined;
  for (const { bagValue } of bags) {
    if (bagValue instanceof pkijs.CertBag) certificates.push(certificateOf(bagValue));
    else if (bagValue instanceof pkijs.PKCS8ShroudedKeyBag) key ??= await decryptKey(bagValue, passphrase);
    else if (bagValue instanceof pkijs.PrivateKeyInfo) key ??= keyOf(bagValue);
  }
  if (!key) throw unreadable('it holds no private key');
  return signerOf(key, certificates);
}

async function openSafe(bytes: Uint8Array, passphrase: string): Promise<pkijs.AuthenticatedSafe> {
  pkijs.setEngine('node', new pkijs.CryptoEngine({ name: 'node', crypto: webcrypto as Crypto }));
  try {
    const pfx = pkijs.PFX.fromBER(new Uint8Array(bytes));
    await pfx.parseInternalValues({ password: passwordBytes(passphrase), checkIntegrity: true });
    const safe = pfx.parsedValue?.authenticatedSafe;
    if (!safe) throw new TypeError('it holds no safe');
    await safe.parseInternalValues({ safeContents: safe.safeContents.map(() => ({ password: passwordBytes(passphrase) })) });
    return safe;
  } catch (error) {
    throw unreadable(error instanceof Error ? error.message : String(error));
  }
}

async function decryptKey(bag: pkijs.PKCS8ShroudedKeyBag, passphrase: string): Promise<KeyObject> {
  // The library's own types hide this method, which its documentation names as the way to read such a bag.
  const reader = bag as unknown as { parseInternalValues(parameters: { password: ArrayBuffer }): Promise<void>; parsedValue?: pkijs.PrivateKeyInfo };
  await reader.parseInternalValues({ password: passwordBytes(passphrase) });
  if (!reader.parsedValue) throw unreadable('its key could not be decrypted');
  return keyOf(reader.parsedValue);
}

function keyOf(info: pkijs.PrivateKeyInfo): KeyObject {
  return createPrivateKey({ key: Buffer.from(info.toSchema().toBER()), format: 'der', type: 'pkcs8' });
}

function certificateOf(bag: pkijs.CertBag): Uint8Array {
  const value: unknown = bag.parsedValue ?? bag.certValue;
  if (value instanceof pkijs.Certificate) return new Uint8Array(value.toSchema(true).toBER());
  throw unreadable('a certificate in it is not X.509');
}

function signerOf(key: KeyObject, certificates: Uint8Array[]): Signer {
  const own = certificates.find((der) => new X509Certificate(der).checkPrivateKey(key));
  if (!own) throw unreadable('no certificate in it belongs to its key');
  return {
    certificate: own,
    chain: certificates.filter((der) => der !== own && fingerprint(der) !== fingerprint(own)),
    sign: (tbs, digest, pss = false) => {
      const padding = pss ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST } : {};
      return new Uint8Array(signBytes(key.asymmetricKeyType === 'ed25519' ? null : digest, tbs, { key, dsaEncoding: 'ieee-p1363', ...padding }));
    },
  };
}

function fingerprint(der: Uint8Array): string {
  return createHash('sha256').update(der).digest('hex');
}

function passwordBytes(passphrase: string): ArrayBuffer {
  return new TextEncoder().encode(passphrase).buffer as ArrayBuffer;
}

function unreadable(why: string): { code: string; message: string } & Error {
  return Object.assign(new Error(`The key file can't be read: ${why}`), { code: 'unable_retrieve_cert' });
}
