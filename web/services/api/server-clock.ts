/** Clock of the server, from the `Date` header of its responses. Signatures state a time that the server checks, and the clock of a device may be hours off. */

/** Smaller differences are ignored: `Date` has a resolution of one second, and responses take time. */
const NOTICEABLE = 30_000;

let offset = 0;

/** Reads the `Date` header of a response that has just arrived. */
export function noteServerTime(header: string | null, now = Date.now()): void {
  const time = header === null ? Number.NaN : Date.parse(header);
  if (Number.isNaN(time)) return;
  offset = Math.abs(time - now) < NOTICEABLE ? 0 : time - now;
}

export const serverNow = (now = Date.now()): Date => new Date(now + offset);
