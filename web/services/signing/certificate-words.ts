import { bytesToHex } from '@noble/hashes/utils.js';
import { certificateLibrary } from './certificate-library.ts';

/** The properties of a certificate that are shown. */
export interface CertificateWords {
  readonly subject: string;
  readonly issuer: string;
  readonly notBefore: Date;
  readonly notAfter: Date;
}

/** The common name, or the whole distinguished name without one. */
function shortName(name: { toString(): string; getField(field: string): string[] }): string {
  return name.getField('CN')[0] ?? name.toString();
}

export async function describeCertificate(certificate: Uint8Array): Promise<CertificateWords> {
  const { X509Certificate } = await certificateLibrary();
  const { subjectName, issuerName, notBefore, notAfter } = new X509Certificate(certificate as Uint8Array<ArrayBuffer>);
  return { subject: shortName(subjectName), issuer: shortName(issuerName), notBefore, notAfter };
}

export async function fingerprintOf(certificate: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', certificate as Uint8Array<ArrayBuffer>);
  return bytesToHex(new Uint8Array(digest));
}
