/** An issuer of certificates that is not the installation, as trust service providers are. */
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import type { SigningKey } from '../api/real-signing.ts';

const curve = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const crypto = webcrypto as unknown as Crypto;

export interface Wish {
  name: string;
  email?: string;
  qualified?: boolean;
  onDevice?: boolean;
  /** Where the list of revoked certificates is. */
  list?: string;
}

export interface TrustService {
  rootPem: string;
  issue(wish: Wish): Promise<SigningKey>;
  /** The list with these certificates, DER. */
  revoke(keys: readonly SigningKey[]): Promise<Buffer>;
}

const newKeys = async (): Promise<CryptoKeyPair> => (await crypto.subtle.generateKey(curve, false, ['sign', 'verify'])) as CryptoKeyPair;
const times = () => ({ notBefore: new Date(Date.now() - 3_600_000), notAfter: new Date(Date.now() + 86_400_000), signingAlgorithm: curve });

/** QCStatements of ETSI EN 319 412-5: 0.4.0.1862.1.1 and 0.4.0.1862.1.4. */
function statements({ qualified, onDevice }: Wish): Uint8Array<ArrayBuffer> {
  const list = [...(qualified ? ['300806060400' + '8e460101'] : []), ...(onDevice ? ['300806060400' + '8e460104'] : [])].join('');
  return new Uint8Array(Buffer.from(`30${(list.length / 2).toString(16).padStart(2, '0')}${list}`, 'hex'));
}

export async function trustService(commonName = 'Trust Service Root'): Promise<TrustService> {
  const keys = await newKeys();
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    ...times(), name: `CN=${commonName}`, keys, serialNumber: '01',
    extensions: [new x509.BasicConstraintsExtension(true, undefined, true), new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true)],
  }, crypto);
  const issue = async (wish: Wish): Promise<SigningKey> => {
    const own = await newKeys();
    const certificate = await x509.X509CertificateGenerator.create({
      ...times(), subject: `CN=${wish.name}`, issuer: root.subject, publicKey: own.publicKey, signingKey: keys.privateKey, serialNumber: Buffer.from(crypto.getRandomValues(new Uint8Array(8))).toString('hex'),
      extensions: [
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.nonRepudiation, true),
        new x509.Extension('1.3.6.1.5.5.7.1.3', false, statements(wish)),
        ...(wish.list === undefined ? [] : [new x509.CRLDistributionPointsExtension([wish.list])]),
        ...(wish.email === undefined ? [] : [new x509.SubjectAlternativeNameExtension([{ type: 'email', value: wish.email }])]),
      ],
    }, crypto);
    return {
      certificate: new Uint8Array(certificate.rawData), chain: [new Uint8Array(root.rawData)],
      sign: async (tbs) => new Uint8Array(await crypto.subtle.sign(curve, own.privateKey, tbs as BufferSource)),
    };
  };
  const revoke = async (revoked: readonly SigningKey[]): Promise<Buffer> => {
    const list = await x509.X509CrlGenerator.create({
      issuer: root.subject, thisUpdate: new Date(Date.now() - 60_000), nextUpdate: new Date(Date.now() + 86_400_000), signingAlgorithm: curve, signingKey: keys.privateKey,
      entries: revoked.map(({ certificate }) => ({ serialNumber: new x509.X509Certificate(certificate as Uint8Array<ArrayBuffer>).serialNumber, revocationDate: new Date(Date.now() - 3_600_000) })),
    }, crypto);
    return Buffer.from(list.rawData);
  };
  return { rootPem: root.toString('pem'), issue, revoke };
}
