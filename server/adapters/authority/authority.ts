/**
 * The installation's certificate authority: a root that people trust and, below it, an issuing authority and a
 * time-stamp authority. All are created at first start; the latter two are renewed before they expire. It certifies
 * keys generated in signers' browsers for their verified addresses, and never sees the private keys.
 */
// `@peculiar/x509` requires this to be loaded first.
import 'reflect-metadata';
import type { Token } from '@countersign/core/node';
import * as x509 from '@peculiar/x509';
import { calls } from '#contract/calls/calls.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Config } from '#server/platform/config.ts';
import { integer } from './der.ts';
import { cryptoWithTokens, curve, storedKey, makeKey, openKey, type MadeKey } from './authority-keys.ts';
import type { KeyVault } from './key-vault.ts';
import { signerOf, type Signer } from './signer.ts';
import { createTimestampAuthority, type TimestampAuthority } from './timestamps.ts';

const crypto = cryptoWithTokens();
x509.cryptoProvider.set(crypto);

const day = 24 * 60 * 60 * 1000;
const year = 365 * day;
const life = { root: 30 * year, issuing: 20 * year, timestamps: 12 * year, signer: year } as const;
/**
 * An authority is renewed this long before it expires. Signatures must be verifiable for ten years: an archive time
 * stamp is validated against the certificate of its authority, and some validators accept an expired signer's
 * certificate, but not an expired issuer's.
 */
const reserve = { issuing: 10 * year + 180 * day, timestamps: 10 * year + 180 * day } as const;
/**
 * Below a root that expires sooner, signatures can't be verified for ten years. Distributing a new root to
 * validators takes time.
 */
const rootWarning = reserve.timestamps;
/** Allows for the clocks of validators being slow. */
const backdated = 5 * 60 * 1000;
const crlNumber = '2.5.29.20';
/** X.520, 6.7.1. */
const telephoneNumber = '2.5.4.20';
const documentSigning = '1.3.6.1.5.5.7.3.36';

export interface Subject {
  commonName: string;
  /** The e-mail address that is certified; null for a phone number and for the installation itself. */
  email: string | null;
  /** The phone number, for a person without an e-mail address. */
  phone?: string;
}

export interface IssuedCertificate {
  serial: string;
  certificate: Buffer;
  notBefore: Date;
  notAfter: Date;
}

export interface Authority {
  rootCertificate(): Buffer;
  rootPem(): string;
  /** Issuing authority first, root last. */
  chain(): Buffer[];
  /**
   * Certifies the key of a PKCS#10 request (PEM or DER), which must prove possession of the key. Throws
   * `request_validation_error`.
   */
  certify(request: string | Buffer, subject: Subject): Promise<IssuedCertificate>;
  readonly timestamps: TimestampAuthority;
  /** The certificates in use: root, issuing and time-stamp authority. */
  certificates(): { name: string; notAfter: Date }[];
  /** All issuing authorities of signers' certificates, newest first. */
  issuers(): readonly Signer[];
  /** Returns the CRL for signers' certificates, DER, valid for a day. */
  revocationList(revoked: readonly RevokedCertificate[], now?: Date): Promise<Buffer>;
  /**
   * Returns the root's CRL for the issuing and the time-stamp authorities, DER, valid for a day. None of them has
   * ever been revoked.
   */
  authorityRevocationList(now?: Date): Promise<Buffer>;
  /**
   * The same CRL for embedding in documents under an archive time stamp, valid as long as the certificate of the
   * time-stamp authority. An offline validator has no newer one in ten years, and requires one that isn't outdated
   * (EN 319 102-1, 5.2.5).
   */
  archivedRevocationList(now?: Date): Promise<Buffer>;
  /** Renews authorities that are due; returns notices for the operator. */
  look(now?: Date): Promise<AuthorityNotice[]>;
}

export interface RevokedCertificate {
  serial: string;
  at: Date;
  reason: number;
}

interface AuthorityNotice {
  /** `renewed`: there is a new key. `ending`: the root is about to expire and the operator must act. */
  kind: 'renewed' | 'ending';
  name: string;
  notAfter: Date;
}

interface Issuer {
  certificate: x509.X509Certificate;
  privateKey: CryptoKey;
}

const derOf = (certificate: x509.X509Certificate): Buffer => Buffer.from(certificate.rawData);

export async function openAuthority(vault: KeyVault, config: Pick<Config, 'appUrl' | 'hsm'>): Promise<Authority> {
  // New keys are generated in the HSM, if there is one; the module is loaded only then.
  const token = config.hsm === null ? null : new (await import('@countersign/core/node')).Token(config.hsm);
  const safe: Safe = { vault, token };
  const root = await load(safe, 'authority/root', (made) => createRoot(new URL(config.appUrl).hostname, made));
  const addressOf = (id: 'certificates.ocsp' | 'certificates.revocationList' | 'certificates.authorityRevocationList') => new URL(calls[id].path, config.appUrl).href;
  const places = { ocsp: addressOf('certificates.ocsp'), list: addressOf('certificates.revocationList') };
  const rootList = addressOf('certificates.authorityRevocationList');
  const open = async (now: Date) => ({
    issuing: await generations(safe, 'authority/issuing', reserve.issuing, now, (made) => createIssuing(root, rootList, now, made)),
    stamping: await generations(safe, 'authority/timestamps', reserve.timestamps, now, (made) => createStamping(root, rootList, now, made)),
  });
  let keys = await open(new Date());
  return {
    timestamps: createTimestampAuthority(() => signerOf(keys.stamping[0]), () => [derOf(root.certificate)]),
    rootCertificate: () => derOf(root.certificate),
    rootPem: () => `${root.certificate.toString('pem')}\n`,
    chain: () => [derOf(keys.issuing[0].certificate), derOf(root.certificate)],
    certify: (request, subject) => certify(keys.issuing[0], request, subject, places),
    certificates: () => Object.entries({ root, issuing: keys.issuing[0], timestamps: keys.stamping[0] }).map(([name, { certificate }]) => ({ name, notAfter: certificate.notAfter })),
    issuers: () => keys.issuing.map(signerOf),
    revocationList: (revoked, now = new Date()) => listRevoked(keys.issuing[0], revoked, now),
    authorityRevocationList: (now = new Date()) => listRevoked(root, [], now),
    archivedRevocationList: (now = new Date()) => listRevoked(root, [], now, keys.stamping[0].certificate.notAfter),
    look: async (now = new Date()) => {
      const before = keys;
      keys = await open(now);
      const newer = (['issuing', 'stamping'] as const).filter((each) => keys[each].length > before[each].length);
      const ending = root.certificate.notAfter.getTime() - now.getTime() < rootWarning;
      return [
        ...newer.map((each) => ({ kind: 'renewed' as const, name: keys[each][0].certificate.subject, notAfter: keys[each][0].certificate.notAfter })),
        ...(ending ? [{ kind: 'ending' as const, name: root.certificate.subject, notAfter: root.certificate.notAfter }] : []),
      ];
    },
  };
}

/** Returns all keys for a purpose, newest first; creates the next one when the newest is due for renewal. */
async function generations(safe: Safe, name: string, wanted: number, now: Date, create: Create): Promise<[Issuer, ...Issuer[]]> {
  let newest = await load(safe, name, create);
  const older: Issuer[] = [];
  // Below a root that expires soon, no certificate reaches the wanted life. One more is created then, not an
  // endless series.
  for (let number = 2; newest.certificate.notAfter.getTime() - now.getTime() < wanted; number += 1) {
    const next = await load(safe, `${name}/${number}`, create);
    older.unshift(newest);
    newest = next;
    if (next.certificate.notAfter.getTime() <= (older[0]?.certificate.notAfter.getTime() ?? 0)) break;
  }
  return [newest, ...older];
}

/** Where keys and certificates of the authorities are stored. */
interface Safe {
  vault: KeyVault;
  token: Token | null;
}

/** Certifies a new key. */
type Create = (keys: CryptoKeyPair) => Promise<x509.X509Certificate>;

async function load({ vault, token }: Safe, name: string, create: Create): Promise<Issuer> {
  const stored = await vault.findOrCreate(name, async () => {
    const { keys, stored }: MadeKey = await makeKey(token);
    const certificate = await create(keys);
    return Buffer.from(JSON.stringify({ certificate: certificate.toString('base64'), ...stored }));
  });
  const content: unknown = JSON.parse(stored.toString());
  const { certificate } = content as { certificate: string };
  return { certificate: new x509.X509Certificate(certificate), privateKey: await openKey(storedKey.parse(content), token) };
}

/** 16 random bytes, positive and without a leading zero byte. */
function newSerial(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return Buffer.from(bytes).toString('hex');
}

const authorityUsages = x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign;

async function createRoot(host: string, keys: CryptoKeyPair): Promise<x509.X509Certificate> {
  const now = Date.now();
  return x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: newSerial(),
    name: [{ O: ['Countersign'] }, { CN: [`Countersign root of ${host}`] }],
    notBefore: new Date(now - backdated),
    notAfter: new Date(now + life.root),
    signingAlgorithm: curve,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 1, true),
      new x509.KeyUsagesExtension(authorityUsages, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
}

interface Office {
  name: string;
  life: number;
  /** URL of the root's CRL. */
  list: string;
  extensions: x509.Extension[];
}

const createIssuing = (root: Issuer, list: string, now: Date, keys: CryptoKeyPair): ReturnType<Create> => createBelow(root, now, keys, {
  name: 'Countersign signers', life: life.issuing, list,
  extensions: [new x509.BasicConstraintsExtension(true, 0, true), new x509.KeyUsagesExtension(authorityUsages, true)],
});

/** The key of a time-stamp authority must have no other use (RFC 3161, 2.3). */
const createStamping = (root: Issuer, list: string, now: Date, keys: CryptoKeyPair): ReturnType<Create> => createBelow(root, now, keys, {
  name: 'Countersign time stamps', life: life.timestamps, list,
  extensions: [
    new x509.BasicConstraintsExtension(false, undefined, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.nonRepudiation, true),
    new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.timeStamping], true),
  ],
});

/** The certificate expires no later than the root. */
async function createBelow(root: Issuer, now: Date, keys: CryptoKeyPair, office: Office): ReturnType<Create> {
  return x509.X509CertificateGenerator.create({
    serialNumber: newSerial(),
    subject: [{ O: ['Countersign'] }, { CN: [office.name] }],
    issuer: root.certificate.subjectName,
    notBefore: new Date(now.getTime() - backdated),
    notAfter: new Date(Math.min(now.getTime() + office.life, root.certificate.notAfter.getTime())),
    signingAlgorithm: curve,
    publicKey: keys.publicKey,
    signingKey: root.privateKey,
    extensions: [
      ...office.extensions,
      new x509.CRLDistributionPointsExtension([office.list]),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(root.certificate),
    ],
  });
}

async function listRevoked({ certificate, privateKey }: Issuer, revoked: readonly RevokedCertificate[], now: Date, until = new Date(now.getTime() + day)): Promise<Buffer> {
  const list = await x509.X509CrlGenerator.create({
    issuer: certificate.subjectName,
    thisUpdate: new Date(now.getTime() - backdated),
    nextUpdate: until,
    signingAlgorithm: curve,
    signingKey: privateKey,
    entries: revoked.map(({ serial, at, reason }) => ({ serialNumber: serial, revocationDate: at, reason })),
    extensions: [await x509.AuthorityKeyIdentifierExtension.create(certificate), new x509.Extension(crlNumber, false, Uint8Array.from(integer(Math.floor(now.getTime() / 1000))))],
  });
  return Buffer.from(list.rawData);
}

async function certify(issuing: Issuer, request: string | Buffer, subject: Subject, places: { ocsp: string; list: string }): Promise<IssuedCertificate> {
  const publicKey = await provenKey(request);
  const serial = newSerial();
  const notBefore = new Date(Date.now() - backdated);
  const notAfter = new Date(Date.now() + life.signer);
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serial,
    subject: [{ CN: [subject.commonName] }, ...(subject.phone === undefined ? [] : [{ [telephoneNumber]: [subject.phone] }])],
    issuer: issuing.certificate.subjectName,
    notBefore,
    notAfter,
    signingAlgorithm: curve,
    publicKey,
    signingKey: issuing.privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.nonRepudiation, true),
      ...usagesOf(subject),
      // Where to check for revocation: OCSP and CRL.
      new x509.AuthorityInfoAccessExtension({ ocsp: places.ocsp }),
      new x509.CRLDistributionPointsExtension([places.list]),
      await x509.SubjectKeyIdentifierExtension.create(publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuing.certificate),
    ],
  });
  return { serial, certificate: Buffer.from(certificate.rawData), notBefore, notAfter };
}

const usagesOf = ({ email }: Subject): x509.Extension[] =>
  email === null
    ? [new x509.ExtendedKeyUsageExtension([documentSigning])]
    : [
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.emailProtection, documentSigning]),
        new x509.SubjectAlternativeNameExtension([{ type: 'email', value: email }]),
      ];

/**
 * Returns the public key of a request whose signature proves possession of the private key. All other content of
 * the request is ignored.
 */
async function provenKey(input: string | Buffer): Promise<x509.PublicKey> {
  const refuse = (why: string): AppError => new AppError('request_validation_error', [{ path: 'body/csr', message: why }]);
  let request: x509.Pkcs10CertificateRequest;
  try {
    request = new x509.Pkcs10CertificateRequest(typeof input === 'string' ? input : new Uint8Array(input));
  } catch {
    throw refuse('This is no certification request.');
  }
  const { name, namedCurve } = request.publicKey.algorithm as { name: string; namedCurve?: string };
  if (name !== 'ECDSA' || (namedCurve !== 'P-256' && namedCurve !== 'P-384')) throw refuse('The key must be ECDSA on P-256 or P-384.');
  const proven = await request.verify().catch(() => false);
  if (!proven) throw refuse('The request does not prove possession of its key.');
  return request.publicKey;
}
