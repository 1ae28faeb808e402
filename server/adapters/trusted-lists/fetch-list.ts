import { readFile } from 'node:fs/promises';
import type { AuthorityOptions } from '@countersign/core/signing';
import { fetchPublic } from '#server/adapters/fetching/public-request.ts';

const limits: AuthorityOptions = { timeout: 60_000, attempts: 1, maxBytes: 32 << 20 };

/** A list. What the operator names may be a file, or stand in our own network; what lists point to is asked for in the open network alone. */
export async function fetchList(location: string, isNamedHere: boolean): Promise<Uint8Array> {
  if (isNamedHere && !/^https?:/i.test(location)) return readFile(location);
  const { AuthorityClient } = await import('@countersign/core/signing');
  return new AuthorityClient({ ...limits, ...(isNamedHere ? {} : { fetch: fetchPublic }) }).download(location);
}
