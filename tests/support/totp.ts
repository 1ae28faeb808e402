import { Secret, TOTP } from 'otpauth';

/** What an authenticator app shows for a secret, now or so many steps of 30 seconds later. */
export const totp = (secret: string, later = 0): string => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: Date.now() + later * 30_000 });
