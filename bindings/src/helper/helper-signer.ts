import { X509Certificate } from 'node:crypto';
import { keyKindOf, type Token } from '../node/token.ts';
import type { KeyFileSigner } from '../signing/key-file.ts';

/** Supported digests. */
export const helperDigests = ['sha256', 'sha384', 'sha512'] as const;
/** A supported digest. */
export type HelperDigest = (typeof helperDigests)[number];

/** A certificate offered by the helper, with its key. */
export interface HelperSigner {
  id: string;
  subject: string;
  /** DER. */
  certificate: Uint8Array;
  chain: Uint8Array[];
  sign(tbs: Uint8Array, digest: HelperDigest): Promise<Uint8Array>;
}

/** Returns the common name, or the full subject on one line. */
function subjectOf(certificate: Uint8Array): string {
  const { subject } = new X509Certificate(certificate);
  return /^CN=(.*)$/m.exec(subject)?.[1] ?? subject.replaceAll('\n', ', ');
}

/** Returns the signer of a key file, with the id `file`. */
export function keyFileSigner(signer: KeyFileSigner): HelperSigner {
  return {
    id: 'file', subject: subjectOf(signer.certificate), certificate: signer.certificate, chain: signer.chain,
    sign: (tbs, digest) => signer.sign({ tbs, digest }),
  };
}

/** Returns a signer for every end-entity certificate of a token. The token's CA certificates form their chains. */
export async function tokenSigners(token: Token): Promise<HelperSigner[]> {
  const found = await Promise.all((await token.certificateIds()).map(async (id) => ({ id, certificate: await token.certificate(id) })));
  const authorities = found.filter(({ certificate }) => new X509Certificate(certificate).ca).map(({ certificate }) => new Uint8Array(certificate));
  return found.filter(({ certificate }) => !new X509Certificate(certificate).ca).map(({ id, certificate }) => ({
    id, subject: subjectOf(certificate), certificate: new Uint8Array(certificate), chain: authorities,
    sign: (tbs, digest) => (keyKindOf(certificate) === 'ec' ? token.signEcdsa(id, digest, tbs) : token.signRsa(id, digest, tbs)),
  }));
}
