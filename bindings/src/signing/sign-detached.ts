import type { DetachedOptions, Engine, PreparedDetached, SourceInput } from '../engine.ts';
import { EngineError } from '../errors.ts';
import type { AuthorityClient } from './authority-client.ts';
import type { LevelSources } from './level.ts';

/** Content to sign beside, and the client for the time-stamp service. */
export interface DetachedContext {
  engine: Engine;
  content: SourceInput;
  authorities: AuthorityClient;
}

/** Who signs, with which certificate, and whether with a time stamp: the levels of CAdES (EN 319 122-1) that this makes. */
export interface SignDetachedOptions extends Pick<LevelSources, 'timestampUrl' | 'timestampPolicy' | 'trust'> {
  level: 'B-B' | 'B-T';
  prepare: DetachedOptions;
  /** Signs `tbs` (or `tbsDigest`) with the key of the certificate. */
  sign(prepared: PreparedDetached): Uint8Array | Promise<Uint8Array>;
}

/** Signs content of any kind and returns the CMS to keep beside it. Throws if the time-stamp service does not answer. */
export async function signDetached({ engine, content, authorities }: DetachedContext, { level, prepare, sign, timestampUrl, timestampPolicy, trust = [] }: SignDetachedOptions): Promise<Uint8Array> {
  if (level === 'B-T' && timestampUrl === undefined) throw new EngineError('timestamp_request', 'B-T needs a time-stamp authority');
  const prepared = await engine.prepareDetached(content, prepare);
  const signature = await sign(prepared);
  if (level === 'B-B') return engine.completeDetached(prepared.session, signature);
  const request = await engine.timestampRequest(prepared.session, signature, { policy: timestampPolicy });
  const response = await authorities.timestamp(timestampUrl ?? '', request);
  return engine.completeDetached(prepared.session, signature, { request, response, trust: [...trust] });
}
