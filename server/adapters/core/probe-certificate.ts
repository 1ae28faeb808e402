/** A throwaway certificate, with which the core can test whether a field can be signed, without signing it. */
// `@peculiar/x509` requires this to be loaded first.
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

const curve = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const day = 24 * 60 * 60 * 1000;

let made: { certificate: Uint8Array; until: number } | undefined;

export async function probeCertificate(now = Date.now()): Promise<Uint8Array> {
  if (made && made.until > now) return made.certificate;
  const keys = (await webcrypto.subtle.generateKey(curve, false, ['sign', 'verify'])) as CryptoKeyPair;
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=Probe', notBefore: new Date(now - day), notAfter: new Date(now + 2 * day), signingAlgorithm: curve, keys,
    extensions: [new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.nonRepudiation, true)],
  }, webcrypto as unknown as Crypto);
  made = { certificate: new Uint8Array(certificate.rawData), until: now + day };
  return made.certificate;
}
