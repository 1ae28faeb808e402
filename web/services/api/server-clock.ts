/** The server's clock, as its answers tell it: a device may be hours off, and signatures state a time that the server checks. */

/** Below this the device's clock is as good: answers take a while, and tell whole seconds. */
const NOTICEABLE = 30_000;

let offset = 0;

/** Takes the `Date` of an answer that has just come. */
export function noteServerTime(header: string | null, now = Date.now()): void {
  const time = header === null ? Number.NaN : Date.parse(header);
  if (Number.isNaN(time)) return;
  offset = Math.abs(time - now) < NOTICEABLE ? 0 : time - now;
}

export const serverNow = (now = Date.now()): Date => new Date(now + offset);
