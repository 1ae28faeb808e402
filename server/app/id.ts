import { randomBytes } from 'node:crypto';

/** A fresh object id: 24 hexadecimal characters, the first eight of which are the seconds since 1970. */
export function newId(now = Date.now()): string {
  const seconds = Math.floor(now / 1000).toString(16).padStart(8, '0');
  return seconds + randomBytes(8).toString('hex');
}
