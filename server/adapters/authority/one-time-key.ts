/**
 * Keys for a single signature: generated, certified by the installation's authority, used once with the
 * installation's time stamp, then discarded. No key remains that could be stolen.
 */
// `@peculiar/x509` requires this to be loaded first.
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import type { Engine, PreparedSignature, Tail } from '@countersign/core/node';
import type { Authority, IssuedCertificate, Subject } from './authority.ts';
import { isTimestampUnavailable, type TimeSource } from './time-source.ts';

const curve = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/** Records the issued certificate, so that OCSP and CRLs can answer for it later. */
export type RecordCertificate = (subject: Subject, issued: IssuedCertificate) => Promise<void>;

interface OneTimeKey {
  certificate: Uint8Array;
  chain: Uint8Array[];
  /**
   * Signs the prepared document, adds a time stamp and embeds both; without a time stamp while the time-stamp
   * authority is unavailable.
   */
  complete(engine: Engine, prepared: PreparedSignature): Promise<Tail>;
}

export async function makeOneTimeKey({ authority, time }: { authority: Authority; time: TimeSource }, subject: Subject, record: RecordCertificate): Promise<OneTimeKey> {
  const keys = (await webcrypto.subtle.generateKey(curve, false, ['sign', 'verify'])) as CryptoKeyPair;
  const request = await x509.Pkcs10CertificateRequestGenerator.create({ name: 'CN=One signature', keys, signingAlgorithm: curve });
  const issued = await authority.certify(request.toString('pem'), subject);
  await record(subject, issued);
  return {
    certificate: issued.certificate,
    chain: authority.chain(),
    complete: async (engine, { tbs, session }) => {
      const value = new Uint8Array(await webcrypto.subtle.sign(curve, keys.privateKey, Uint8Array.from(tbs)));
      const query = await engine.timestampRequest(session, value);
      try {
        const response = await time.answer(query);
        return await engine.completeWithSignature(session, value, { request: query, response: Uint8Array.from(response), trust: [...time.trust] });
      } catch (error) {
        if (isTimestampUnavailable(error)) return engine.completeWithSignature(session, value);
        throw error;
      }
    },
  };
}
