import { randomBytes } from 'node:crypto';

/** An id that does not tell when it was made: of an account, whether it was there before somebody named its address. */
export const newSilentId = (): string => randomBytes(12).toString('hex');

/** A fresh object id: 24 hexadecimal characters, the first eight of which are the seconds since 1970. */
export function newId(now = Date.now()): string {
  const seconds = Math.floor(now / 1000).toString(16).padStart(8, '0');
  return seconds + randomBytes(8).toString('hex');
}
