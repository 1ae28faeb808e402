import { bytesToHex } from '@noble/hashes/utils.js';
import { call } from '../api/call.ts';
import { fromBase64 } from './base64.ts';
import { certificateLibrary } from './certificate-library.ts';
import { keyPrefix } from './forget-signing.ts';
import type { StoredKey } from './signing-database.ts';
import { signingStore } from './signing-database.ts';
import { inCrypto, toEnrolmentError } from './signing-errors.ts';
import type { SigningKey } from './signing-key.ts';

export interface Person {
  readonly id: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly name: string;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const;
const signing = { name: 'ECDSA', hash: 'SHA-256' } as const;
/** A certificate that expires within this time is renewed. */
const MARGIN = 60_000;

function makePair(): Promise<CryptoKeyPair> {
  return inCrypto(() => crypto.subtle.generateKey(algorithm, false, ['sign', 'verify']));
}

/** Escapes separators in a distinguished name. */
function distinguishedValue(text: string): string {
  return text.replace(/[\\,+"<>;=#]/g, '\\$&').trim();
}

const nameOf = (person: Person): string => person.name || person.email || person.phone || person.id;

async function requestFor(pair: CryptoKeyPair, person: Person): Promise<string> {
  const { Pkcs10CertificateRequestGenerator } = await certificateLibrary();
  const request = await Pkcs10CertificateRequestGenerator.create({
    name: `CN=${distinguishedValue(nameOf(person))}`,
    keys: pair,
    signingAlgorithm: signing,
  });
  return request.toString('pem');
}

interface Certified {
  readonly privateKey: CryptoKey;
  readonly certificate: Uint8Array;
  readonly chain: readonly Uint8Array[];
}

/** Wraps a WebCrypto key for signing. ECDSA signatures are in raw format. */
function usable({ privateKey, certificate, chain }: Certified, kind: Pick<SigningKey, 'id' | 'signatureType'>): SigningKey {
  return {
    ...kind, certificate, chain,
    sign: async ({ tbs }) => new Uint8Array(await inCrypto(() => crypto.subtle.sign(signing, privateKey, tbs as Uint8Array<ArrayBuffer>))),
  };
}

const ofThisBrowser = { id: 'browser', signatureType: 'local' } as const;

/**
 * The person's key at this installation. It is made here, never leaves, and the
 * installation's authority certifies it for the address that was proven. `fresh`: a
 * new key and a new certificate, whatever is kept.
 */
export function certifiedKey(person: Person, { fresh = false } = {}): Promise<SigningKey> {
  if (fresh) return findKey(person, true);
  const who = JSON.stringify(person);
  const known = coming.get(who);
  if (known) return known;
  const key = findKey(person, false).finally(() => coming.delete(who));
  coming.set(who, key);
  return key;
}

/** Keys that are being certified. */
const coming = new Map<string, Promise<SigningKey>>();

async function findKey(person: Person, fresh: boolean): Promise<SigningKey> {
  const id = `${keyPrefix(person.id)}${person.email ?? person.phone ?? ''}`;
  try {
    const stored = fresh ? undefined : await signingStore((db) => db.get('keys', id));
    // The certificate contains the name of the person, so a changed name needs a new one.
    if (stored?.certificate && stored.expiresAt - MARGIN > Date.now() && stored.name === nameOf(person)) {
      return usable({ privateKey: stored.pair.privateKey, certificate: stored.certificate, chain: stored.chain }, ofThisBrowser);
    }
    return usable(await enrolled(id, stored?.pair ?? (await makePair()), person), ofThisBrowser);
  } catch (error) {
    throw toEnrolmentError(error);
  }
}

async function enrolled(id: string, pair: CryptoKeyPair, person: Person): Promise<Certified> {
  const csr = await requestFor(pair, person);
  const answer = await call('certificates.enroll', { body: { csr } });
  const certificate = fromBase64(answer.certificate);
  const stored: StoredKey = { id, pair, certificate, chain: answer.chain.map(fromBase64), expiresAt: Date.parse(answer.expiresAt), name: nameOf(person) };
  await signingStore((db) => db.put('keys', stored));
  return { privateKey: pair.privateKey, certificate, chain: stored.chain };
}

/** A throw-away key for the placeholder that the server replaces with its signature. */
export async function serverKey(person: Person): Promise<SigningKey> {
  return usable(await selfCertified(nameOf(person)), { id: 'server', signatureType: 'server' });
}

/** A self-signed certificate for people without an account. Its name is what they entered. */
export async function selfSignedKey(name: string): Promise<SigningKey> {
  return usable(await selfCertified(name), { id: 'self', signatureType: 'local' });
}

const YEAR = 365 * 24 * 60 * 60 * 1000;

async function selfCertified(name: string): Promise<Certified> {
  const pair = await makePair();
  const x509 = await certificateLibrary();
  const serial = crypto.getRandomValues(new Uint8Array(16));
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: bytesToHex(serial),
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

/** The root certificate of this installation. */
export async function installationRoot(): Promise<Uint8Array> {
  const pem = await call('certificates.root', {});
  return new TextEncoder().encode(pem);
}
