/** Key algorithms for signing, as WebCrypto parameters. */
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';

/** WebCrypto parameters for importing and using a key. */
interface Use {
  imported: RsaHashedImportParams | EcKeyImportParams | Algorithm;
  used: RsaPssParams | EcdsaParams | Algorithm;
}

/** A key algorithm. */
export interface KeyAlgorithm {
  forSigning(digest: string, pss: boolean): Use;
  /** Whether a public key with this algorithm identifier can belong to the private key. */
  isOf(other: pkijs.AlgorithmIdentifier): boolean;
}

const ids = { rsa: '1.2.840.113549.1.1.1', rsaPss: '1.2.840.113549.1.1.10', ec: '1.2.840.10045.2.1', ed25519: '1.3.101.112' } as const;

const curves: Readonly<Record<string, string>> = { '1.2.840.10045.3.1.7': 'P-256', '1.3.132.0.34': 'P-384', '1.3.132.0.35': 'P-521' };

/** WebCrypto names of digests, and their lengths in bytes. */
const digests: Readonly<Record<string, { name: string; length: number }>> = {
  sha256: { name: 'SHA-256', length: 32 },
  sha384: { name: 'SHA-384', length: 48 },
  sha512: { name: 'SHA-512', length: 64 },
};

/** Returns the algorithm of a key; undefined if it is not supported. */
export function keyAlgorithmOf(identifier: pkijs.AlgorithmIdentifier): KeyAlgorithm | undefined {
  const id = identifier.algorithmId;
  if (id === ids.rsa || id === ids.rsaPss) return rsa;
  if (id === ids.ed25519) return { forSigning: () => ({ imported: { name: 'Ed25519' }, used: { name: 'Ed25519' } }), isOf: (other) => other.algorithmId === id };
  const curve = id === ids.ec ? curveOf(identifier) : undefined;
  return curve === undefined ? undefined : ecdsaOn(curve);
}

const rsa: KeyAlgorithm = {
  forSigning: (digest, pss) => {
    const { name: hash, length: saltLength } = digestOf(digest);
    return pss ? { imported: { name: 'RSA-PSS', hash }, used: { name: 'RSA-PSS', saltLength } } : { imported: { name: 'RSASSA-PKCS1-v1_5', hash }, used: { name: 'RSASSA-PKCS1-v1_5' } };
  },
  isOf: ({ algorithmId }) => algorithmId === ids.rsa || algorithmId === ids.rsaPss,
};

const ecdsaOn = (namedCurve: string): KeyAlgorithm => ({
  forSigning: (digest) => ({ imported: { name: 'ECDSA', namedCurve }, used: { name: 'ECDSA', hash: digestOf(digest).name } }),
  isOf: (other) => other.algorithmId === ids.ec && curveOf(other) === namedCurve,
});

function digestOf(name: string): { name: string; length: number } {
  const digest = digests[name];
  if (!digest) throw new RangeError(`There is no digest ${name}`);
  return digest;
}

function curveOf({ algorithmParams }: pkijs.AlgorithmIdentifier): string | undefined {
  return algorithmParams instanceof asn1js.ObjectIdentifier ? curves[algorithmParams.getValue()] : undefined;
}

/** WebCrypto imports RSA keys as rsaEncryption only, including keys restricted to PSS (RFC 4055, 1.2). */
export function ordinaryIdentifier(identifier: pkijs.AlgorithmIdentifier): pkijs.AlgorithmIdentifier {
  return identifier.algorithmId === ids.rsaPss ? new pkijs.AlgorithmIdentifier({ algorithmId: ids.rsa, algorithmParams: new asn1js.Null() }) : identifier;
}
