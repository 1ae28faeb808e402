/**
 * Keys for a single signature: generated, certified by the installation's authority, used once with the
 * installation's time stamp, then discarded. No key remains that could be stolen.
 */
// `@peculiar/x509` requires this to be loaded first.
import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import type { Engine, PreparedDetached, TimestampAnswer } from '@countersign/core/node';
import type { Authority, IssuedCertificate, Subject } from './authority.ts';
import { isTimestampUnavailable, type TimeSource } from './time-source.ts';

const curve = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/** Records the issued certificate, so that OCSP and CRLs can answer for it later. */
export type RecordCertificate = (subject: Subject, issued: IssuedCertificate) => Promise<void>;

/** Embeds a signature value: into a document, or into a signature beside one. */
type Complete<T> = (session: Uint8Array, value: Uint8Array, stamp?: TimestampAnswer) => Promise<T>;

interface OneTimeKey {
  certificate: Uint8Array;
  chain: Uint8Array[];
  /**
   * Signs what is prepared, adds a time stamp and passes both to `complete`; without a time stamp while the time-stamp
   * authority is unavailable.
   */
  sign<T>(engine: Engine, prepared: Pick<PreparedDetached, 'tbs' | 'session'>, complete: Complete<T>): Promise<T>;
}

export async function makeOneTimeKey({ authority, time }: { authority: Authority; time: TimeSource }, subject: Subject, record: RecordCertificate): Promise<OneTimeKey> {
  const keys = (await webcrypto.subtle.generateKey(curve, false, ['sign', 'verify'])) as CryptoKeyPair;
  const request = await x509.Pkcs10CertificateRequestGenerator.create({ name: 'CN=One signature', keys, signingAlgorithm: curve });
  const issued = await authority.certify(request.toString('pem'), subject);
  await record(subject, issued);
  return {
    certificate: issued.certificate,
    chain: authority.chain(),
    sign: async (engine, { tbs, session }, complete) => {
      const value = new Uint8Array(await webcrypto.subtle.sign(curve, keys.privateKey, Uint8Array.from(tbs)));
      const query = await engine.timestampRequest(session, value);
      try {
        const response = await time.answer(query);
        return await complete(session, value, { request: query, response: Uint8Array.from(response), trust: [...time.trust] });
      } catch (error) {
        if (isTimestampUnavailable(error)) return complete(session, value);
        throw error;
      }
    },
  };
}
