import { randomBytes } from 'node:crypto';

/**
 * Returns a random id without a creation time. A timestamp in an account id would tell whether the account existed
 * before somebody named its address.
 */
export const newSilentId = (): string => randomBytes(12).toString('hex');

/** Returns a new object id: 24 hexadecimal characters, the first eight of which are the Unix time in seconds. */
export function newId(now = Date.now()): string {
  const seconds = Math.floor(now / 1000).toString(16).padStart(8, '0');
  return seconds + randomBytes(8).toString('hex');
}
