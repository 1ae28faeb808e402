/** A key of the installation with its certificate, for CMS and OCSP structures. */
import type * as x509 from '@peculiar/x509';
import { signWith } from './authority-keys.ts';
import { ecdsaValue, readElements, readWhole } from './der.ts';

export interface Signer {
  certificate: Buffer;
  /** As encoded in the certificate, DER. */
  issuerName: Buffer;
  subjectName: Buffer;
  serialNumber: Buffer;
  /** The bits of the public key, without the SubjectPublicKeyInfo around them. */
  keyBits: Buffer;
  /** ECDSA with SHA-256, DER. */
  sign(bytes: Uint8Array): Promise<Buffer>;
}

export function signerOf({ certificate, privateKey }: { certificate: x509.X509Certificate; privateKey: CryptoKey }): Signer {
  const der = Buffer.from(certificate.rawData);
  const [tbs] = readElements(readWhole(der).content);
  // TBSCertificate (RFC 5280, 4.1): version, serial number, signature algorithm, issuer, validity, subject, public
  // key.
  const [, serial, , issuer, , subject, key] = tbs ? readElements(tbs.content) : [];
  const [, bits] = key ? readElements(key.content) : [];
  if (!serial || !issuer || !subject || !bits) throw new RangeError('No certificate that can be read');
  return {
    certificate: der, issuerName: issuer.whole, subjectName: subject.whole, serialNumber: serial.whole, keyBits: bits.content.subarray(1),
    sign: async (bytes) => ecdsaValue(await signWith(privateKey, bytes)),
  };
}
