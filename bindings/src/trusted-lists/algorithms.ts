/** Signature algorithms for lists: XML signatures (RFC 9231) with the platform's cryptography. SHA-1 is not accepted. */
import { constants, createHash, verify } from 'node:crypto';
import type { HashAlgorithm, SignatureAlgorithm } from 'xml-crypto';

type Named<T> = Record<string, new () => T>;

const digests: Readonly<Record<string, string>> = {
  'http://www.w3.org/2001/04/xmlenc#sha256': 'sha256',
  'http://www.w3.org/2001/04/xmldsig-more#sha384': 'sha384',
  'http://www.w3.org/2001/04/xmlenc#sha512': 'sha512',
};

type Way = 'pkcs1' | 'pss' | 'ecdsa';

const schemes: Readonly<Record<string, readonly [string, Way]>> = {
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256': ['sha256', 'pkcs1'],
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha384': ['sha384', 'pkcs1'],
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512': ['sha512', 'pkcs1'],
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1': ['sha256', 'pss'],
  'http://www.w3.org/2007/05/xmldsig-more#sha384-rsa-MGF1': ['sha384', 'pss'],
  'http://www.w3.org/2007/05/xmldsig-more#sha512-rsa-MGF1': ['sha512', 'pss'],
  'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha256': ['sha256', 'ecdsa'],
  'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha384': ['sha384', 'ecdsa'],
  'http://www.w3.org/2001/04/xmldsig-more#ecdsa-sha512': ['sha512', 'ecdsa'],
};

const optionsOf: Readonly<Record<Way, object>> = {
  pkcs1: { padding: constants.RSA_PKCS1_PADDING },
  pss: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST },
  // RFC 4050: r and s concatenated.
  ecdsa: { dsaEncoding: 'ieee-p1363' },
};

/** Key types of each scheme. A certificate with another type is rejected before any computation. */
const keyTypes: Readonly<Record<Way, readonly string[]>> = { pkcs1: ['rsa'], pss: ['rsa', 'rsa-pss'], ecdsa: ['ec'] };

export const hashAlgorithms: Named<HashAlgorithm> = Object.fromEntries(
  Object.entries(digests).map(([name, digest]) => [
    name,
    class {
      getAlgorithmName = (): string => name;
      getHash = (xml: string): string => createHash(digest).update(xml, 'utf8').digest('base64');
    },
  ]),
);

/** Returns the algorithms for a certificate's key type. */
export function signatureAlgorithms(keyType: string | undefined): Named<SignatureAlgorithm> {
  const fitting = Object.entries(schemes).filter(([, [, way]]) => keyTypes[way].includes(keyType ?? ''));
  return Object.fromEntries(
    fitting.map(([name, [digest, way]]) => {
      class Verifier {
        getAlgorithmName = (): string => name;
        getSignature = (): never => {
          throw new Error('Lists are not signed here');
        };
        verifySignature = (material: string, key: unknown, value: string): boolean =>
          verify(digest, Buffer.from(material, 'utf8'), { key: key as string, ...optionsOf[way] }, Buffer.from(value, 'base64'));
      }
      return [name, Verifier as unknown as new () => SignatureAlgorithm];
    }),
  );
}
