import { readFile } from 'node:fs/promises';
import type { AuthorityOptions } from '@countersign/core/signing';
import { fetchPublic } from '#server/adapters/fetching/public-request.ts';

const limits: AuthorityOptions = { timeout: 60_000, attempts: 1, maxBytes: 32 << 20 };

/**
 * Downloads a list. A location that the operator configured may be a file or an internal address; one found in
 * another list must be public.
 */
export async function fetchList(location: string, isNamedHere: boolean): Promise<Uint8Array> {
  if (isNamedHere && !/^https?:/i.test(location)) return readFile(location);
  const { AuthorityClient } = await import('@countersign/core/signing');
  return new AuthorityClient({ ...limits, ...(isNamedHere ? {} : { fetch: fetchPublic }) }).download(location);
}
