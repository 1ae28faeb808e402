import { call } from '../api/call.ts';
import { hostUrl } from '../config.ts';
import type { KeptKey } from './signing-database.ts';
import { signingStore } from './signing-database.ts';

/** A key that is certified and ready to sign. */
export interface CertifiedKey {
  readonly privateKey: CryptoKey;
  readonly certificate: Uint8Array;
  readonly chain: readonly Uint8Array[];
}

export interface Person {
  readonly id: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly name: string;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const signing = { name: 'ECDSA', hash: 'SHA-256' } as const;
/** A certificate this close to its end is asked for anew. */
const MARGIN = 60_000;

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

function makePair(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey(algorithm, false, ['sign', 'verify']);
}

/** Quotes what separates the parts of a distinguished name. */
export function distinguishedValue(text: string): string {
  return text.replace(/[\\,+"<>;=#]/g, '\\$&').trim();
}

/** The certificate library, with what it needs before it; both load when somebody signs. */
async function certificateLibrary() {
  await import('reflect-metadata');
  return import('@peculiar/x509');
}

async function requestFor(pair: CryptoKeyPair, person: Person): Promise<string> {
  const { Pkcs10CertificateRequestGenerator } = await certificateLibrary();
  const name = distinguishedValue(person.name || person.email || person.phone || person.id);
  const request = await Pkcs10CertificateRequestGenerator.create({
    name: `CN=${name}`,
    keys: pair,
    signingAlgorithm: signing,
  });
  return request.toString('pem');
}

/**
 * The person's key at this installation. It is made here, never leaves, and the
 * installation's authority certifies it for the address that was proven.
 */
export async function certifiedKey(person: Person): Promise<CertifiedKey> {
  const id = `${hostUrl('identity')}/${person.id}/${person.email ?? person.phone ?? ''}`;
  const kept = await signingStore((db) => db.get('keys', id));
  if (kept?.certificate && kept.expiresAt - MARGIN > Date.now()) {
    return { privateKey: kept.pair.privateKey, certificate: kept.certificate, chain: kept.chain };
  }
  const pair = kept?.pair ?? (await makePair());
  const csr = await requestFor(pair, person);
  const answer = await call('certificates.enroll', { body: { csr } });
  const fresh: KeptKey = {
    id,
    pair,
    certificate: fromBase64(answer.certificate),
    chain: answer.chain.map(fromBase64),
    expiresAt: Date.parse(answer.expiresAt),
  };
  await signingStore((db) => db.put('keys', fresh));
  return {
    privateKey: pair.privateKey,
    certificate: fromBase64(answer.certificate),
    chain: fresh.chain,
  };
}

const YEAR = 365 * 24 * 60 * 60 * 1000;

/** For people without an account: a certificate that only says what they wrote themselves. */
export async function selfSignedKey(name: string): Promise<CertifiedKey> {
  const pair = await makePair();
  const x509 = await certificateLibrary();
  const serial = crypto.getRandomValues(new Uint8Array(16));
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: [...serial].map((byte) => byte.toString(16).padStart(2, '0')).join(''),
    name: `CN=${distinguishedValue(name)}`,
    notBefore: new Date(Date.now() - MARGIN),
    notAfter: new Date(Date.now() + YEAR),
    keys: pair,
    signingAlgorithm: signing,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(
        x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.nonRepudiation,
        true,
      ),
    ],
  });
  return { privateKey: pair.privateKey, certificate: new Uint8Array(certificate.rawData), chain: [] };
}

/** The signature over the signed attributes, as WebCrypto gives it (r and s). */
export async function signWith(key: CertifiedKey, tbs: Uint8Array): Promise<Uint8Array> {
  const value = await crypto.subtle.sign(signing, key.privateKey, tbs as Uint8Array<ArrayBuffer>);
  return new Uint8Array(value);
}

/** The certificate that ends every chain of this installation. */
export async function installationRoot(): Promise<Uint8Array> {
  const pem = await call('certificates.root', {});
  return new TextEncoder().encode(pem);
}
