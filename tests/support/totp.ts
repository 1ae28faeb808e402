import { Secret, TOTP } from 'otpauth';

/** What an authenticator app shows for a secret, now or so many steps of 30 seconds later. */
export const totp = (secret: string, later = 0): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + later * 30_000 });

/** Milliseconds of a step in which a code of the step before can still be entered. */
const ROOM = 10_000;

/** The code of the step before, which leaves those of now and of the next for later. Waits for the next step where this one ends too soon: the server takes no older code. */
export async function earlierTotp(secret: string): Promise<string> {
  const left = 30_000 - (Date.now() % 30_000);
  if (left < ROOM) await new Promise((resolve) => setTimeout(resolve, left));
  return totp(secret, -1);
}
