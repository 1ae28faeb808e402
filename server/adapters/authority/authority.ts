/**
 * The installation's certificate authority: a root that people trust and an issuing authority below it,
 * both made at first start. It certifies keys that were made in a signer's browser, for the address
 * that signer has just proven; it never sees a private key of theirs.
 */
// The certificate library below looks for it when it is loaded.
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { AppError } from '#server/app/app-error.ts';
import type { Config } from '#server/app/config.ts';
import type { KeyVault } from './key-vault.ts';

const crypto = webcrypto as unknown as Crypto;
x509.cryptoProvider.set(crypto);

const curve = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const day = 24 * 60 * 60 * 1000;
const life = { root: 20 * 365 * day, issuing: 10 * 365 * day, signer: 365 * day } as const;
/** Clocks of those who check may be a little behind. */
const backdated = 5 * 60 * 1000;
const documentSigning = '1.3.6.1.5.5.7.3.36';

export interface Subject {
  commonName: string;
  /** The address the key is certified for; null for the installation itself. */
  email: string | null;
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
  /** Certifies the key of a certification request (PEM or DER) that proves possession of it. */
  certify(request: string | Buffer, subject: Subject): Promise<IssuedCertificate>;
}

interface Issuer {
  certificate: x509.X509Certificate;
  privateKey: CryptoKey;
}

export async function openAuthority(vault: KeyVault, config: Pick<Config, 'appUrl'>): Promise<Authority> {
  const root = await load(vault, 'authority/root', () => createRoot(new URL(config.appUrl).hostname));
  const issuing = await load(vault, 'authority/issuing', () => createIssuing(root));
  const derOf = (certificate: x509.X509Certificate): Buffer => Buffer.from(certificate.rawData);
  return {
    rootCertificate: () => derOf(root.certificate),
    rootPem: () => `${root.certificate.toString('pem')}\n`,
    chain: () => [derOf(issuing.certificate), derOf(root.certificate)],
    certify: (request, subject) => certify(issuing, request, subject),
  };
}

async function load(vault: KeyVault, name: string, create: () => Promise<{ certificate: x509.X509Certificate; keys: CryptoKeyPair }>): Promise<Issuer> {
  const stored = await vault.findOrCreate(name, async () => {
    const { certificate, keys } = await create();
    const pkcs8 = Buffer.from(await crypto.subtle.exportKey('pkcs8', keys.privateKey));
    return Buffer.from(JSON.stringify({ certificate: certificate.toString('base64'), pkcs8: pkcs8.toString('base64') }));
  });
  const { certificate, pkcs8 } = JSON.parse(stored.toString()) as { certificate: string; pkcs8: string };
  const privateKey = await crypto.subtle.importKey('pkcs8', Buffer.from(pkcs8, 'base64'), curve, false, ['sign']);
  return { certificate: new x509.X509Certificate(certificate), privateKey };
}

const makeKeys = (): Promise<CryptoKeyPair> => crypto.subtle.generateKey(curve, true, ['sign', 'verify']);

/** Sixteen random bytes, positive and without a leading zero. */
function newSerial(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return Buffer.from(bytes).toString('hex');
}

const authorityUsages = x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign;

async function createRoot(host: string): Promise<{ certificate: x509.X509Certificate; keys: CryptoKeyPair }> {
  const keys = await makeKeys();
  const now = Date.now();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
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
  return { certificate, keys };
}

async function createIssuing(root: Issuer): Promise<{ certificate: x509.X509Certificate; keys: CryptoKeyPair }> {
  const keys = await makeKeys();
  const now = Date.now();
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: newSerial(),
    subject: [{ O: ['Countersign'] }, { CN: ['Countersign signers'] }],
    issuer: root.certificate.subjectName,
    notBefore: new Date(now - backdated),
    notAfter: new Date(now + life.issuing),
    signingAlgorithm: curve,
    publicKey: keys.publicKey,
    signingKey: root.privateKey,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(authorityUsages, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(root.certificate),
    ],
  });
  return { certificate, keys };
}

async function certify(issuing: Issuer, request: string | Buffer, subject: Subject): Promise<IssuedCertificate> {
  const publicKey = await provenKey(request);
  const serial = newSerial();
  const notBefore = new Date(Date.now() - backdated);
  const notAfter = new Date(Date.now() + life.signer);
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serial,
    subject: [{ CN: [subject.commonName] }],
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

/** The public key of a request whose signature shows that the sender holds the private one. Nothing else in it is believed. */
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
