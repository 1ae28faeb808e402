import 'reflect-metadata';
import { type KeyObject, webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';

/** A key and a self-signed certificate of its own, made for a test. */
export interface TestSigner {
  certificate: Uint8Array;
  sign(tbs: Uint8Array): Promise<Uint8Array>;
}

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** A self-signed certificate of a key that Node made. */
export async function certificateOf(name: string, privateKey: KeyObject, publicKey: KeyObject): Promise<Uint8Array> {
  const { subtle } = webcrypto;
  return certify(name, {
    privateKey: await subtle.importKey('pkcs8', privateKey.export({ format: 'der', type: 'pkcs8' }), algorithm, false, ['sign']),
    publicKey: await subtle.importKey('spki', publicKey.export({ format: 'der', type: 'spki' }), algorithm, true, ['verify']),
  } as CryptoKeyPair);
}

async function certify(name: string, keys: CryptoKeyPair): Promise<Uint8Array> {
  const certificate = await x509.X509CertificateGenerator.createSelfSigned(
    {
      name: `CN=${name}`,
      notBefore: new Date(Date.now() - 3_600_000),
      notAfter: new Date(Date.now() + 86_400_000),
      signingAlgorithm: algorithm,
      keys,
      extensions: [new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.nonRepudiation, true)],
    },
    webcrypto as Crypto,
  );
  return new Uint8Array(certificate.rawData);
}

/** Makes a signer that vouches for itself. */
export async function selfSigned(name: string): Promise<TestSigner> {
  const keys = (await webcrypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])) as CryptoKeyPair;
  return {
    certificate: await certify(name, keys),
    sign: async (tbs) => new Uint8Array(await webcrypto.subtle.sign(algorithm, keys.privateKey, tbs as BufferSource)),
  };
}
