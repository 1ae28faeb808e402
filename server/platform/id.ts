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

/** Returns a new object id for rows that are listed by their ids: the first twelve characters are the Unix time in milliseconds. */
export const newOrderedId = (now = Date.now()): string => firstOrderedId(now).slice(0, 12) + randomBytes(6).toString('hex');

/** Returns the lowest id that `newOrderedId` gives at this time. */
export const firstOrderedId = (now: number): string => now.toString(16).padStart(12, '0') + '0'.repeat(12);
