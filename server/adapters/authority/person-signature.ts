/** Signs for a person without a key of their own, who has filled in and prepared the document. */
import type { KnownPrefix, SourceInput, Tail } from '@countersign/core/node';
import type { EnginePool } from '#server/adapters/core/engine-pool.ts';
import type { Authority, Subject } from './authority.ts';
import { makeOneTimeKey, type RecordCertificate } from './one-time-key.ts';
import type { TimeSource } from './time-source.ts';

interface PersonSignatureRequest {
  /** The prepared document, signed by an untrusted placeholder key. */
  source: SourceInput;
  /** Its first bytes, if they were hashed before. */
  prefix: KnownPrefix | null;
  /** Name of the signature field. */
  field: string;
  password: string | undefined;
  subject: Subject;
  at: Date;
}

/**
 * Returns the bytes of the document from the gap of that signature on, with the new signature. Doesn't check the
 * document; the caller must.
 */
export type SignForPerson = (order: PersonSignatureRequest, record: RecordCertificate) => Promise<Tail>;

interface DetachedSignatureRequest extends Pick<PersonSignatureRequest, 'subject' | 'at'> {
  /** What is signed, which stays as it is. */
  content: SourceInput;
}

/** Returns the CMS to keep beside the content. */
export type SignBesideForPerson = (order: DetachedSignatureRequest, record: RecordCertificate) => Promise<Uint8Array>;

export function createSignBesideForPerson(pool: EnginePool, authority: Authority, time: TimeSource): SignBesideForPerson {
  return async ({ content, subject, at }, record) => {
    const key = await makeOneTimeKey({ authority, time }, subject, record);
    return pool.use(async (engine) => {
      const { certificate, chain } = key;
      const prepared = await engine.prepareDetached(content, { certificate, chain, signingTime: Math.floor(at.getTime() / 1000) });
      return key.sign(engine, prepared, (...parts) => engine.completeDetached(...parts));
    });
  };
}

export function createSignForPerson(pool: EnginePool, authority: Authority, time: TimeSource): SignForPerson {
  return async ({ source, prefix, field, password, subject, at }, record) => {
    const key = await makeOneTimeKey({ authority, time }, subject, record);
    return pool.use(async (engine) => {
      const document = await engine.open(source, { password, ignorePermissions: true, knownPrefix: prefix ?? undefined });
      try {
        const { certificate, chain } = key;
        const prepared = await document.prepareInPlace({ field, certificate, chain, signingTime: Math.floor(at.getTime() / 1000) });
        return await key.sign(engine, prepared, (...parts) => engine.completeWithSignature(...parts));
      } finally {
        await document.close();
      }
    });
  };
}
