/** An authority of a trusted list, made up for tests, and people with certificates of it. */
import { webcrypto } from 'node:crypto';
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import type { Engine } from '@countersign/core/node';
import { ec } from './trusted-lists.ts';

const provider = webcrypto as unknown as Crypto;

export interface Issuer {
  certificate: Uint8Array;
  keys: CryptoKeyPair;
  name: string;
}

export async function issuer(name: string): Promise<Issuer> {
  const keys = (await webcrypto.subtle.generateKey(ec, true, ['sign', 'verify'])) as CryptoKeyPair;
  const extensions = [new x509.BasicConstraintsExtension(true, undefined, true), new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true)];
  const made = await x509.X509CertificateGenerator.createSelfSigned({ name: `CN=${name}`, notBefore: new Date('2021-01-01'), notAfter: new Date('2060-01-01'), signingAlgorithm: ec, keys, extensions }, provider);
  return { certificate: new Uint8Array(made.rawData), keys, name };
}

/** QCStatements (EN 319 412-5): qualified, and on a device. */
const qualified = Uint8Array.from([0x30, 0x14, 0x30, 0x08, 6, 6, 4, 0, 0x8e, 0x46, 1, 1, 0x30, 0x08, 6, 6, 4, 0, 0x8e, 0x46, 1, 4]);

/** A person's certificate. */
export async function person(of: Issuer, name: string): Promise<{ certificate: Uint8Array; key: CryptoKey }> {
  const keys = (await webcrypto.subtle.generateKey(ec, true, ['sign', 'verify'])) as CryptoKeyPair;
  const extensions = [new x509.KeyUsagesExtension(x509.KeyUsageFlags.nonRepudiation, true), new x509.Extension('1.3.6.1.5.5.7.1.3', false, qualified)];
  const made = await x509.X509CertificateGenerator.create(
    { subject: `CN=${name}`, issuer: `CN=${of.name}`, notBefore: new Date('2022-01-01'), notAfter: new Date('2050-01-01'), signingAlgorithm: ec, publicKey: keys.publicKey, signingKey: of.keys.privateKey, extensions },
    provider,
  );
  return { certificate: new Uint8Array(made.rawData), key: keys.privateKey };
}

/** The document, signed. */
export async function signedBy(engine: Engine, file: Uint8Array, { certificate, key }: Awaited<ReturnType<typeof person>>, chain: readonly Uint8Array[], at: number): Promise<Uint8Array> {
  const document = await engine.open(file);
  const { session, tbs } = await document.prepareSignature({ field: { name: 'Signature 1' }, certificate, chain: [...chain], signingTime: at });
  const value = new Uint8Array(await webcrypto.subtle.sign(ec, key as webcrypto.CryptoKey, Uint8Array.from(tbs)));
  const tail = await engine.completeWithSignature(session, value);
  await document.close();
  return Buffer.concat([file, tail.bytes]);
}
