/** Life of links, codes and tickets. Times are in milliseconds. */
import { day, hour, minute } from './time-units.ts';

export const links = {
  /** Life of a link to finished documents, from completion or resending. Other links are valid while what they lead to is open. */
  completedLinkLife: 90 * day,
  /** From pressing the button of a link to completing the sign-in. */
  signInCodeLife: 5 * minute,
  /** New links sent per window in place of an expired one. */
  renewals: 3,
  renewalWindow: 15 * minute,
  oneTimeCodeDigits: 6,
  oneTimeCodeLife: 10 * minute,
  oneTimeCodeTries: 5,
  uploadLife: hour,
  downloadLife: hour,
  /** From entering the presence code to signing on the host's device. */
  presenceLife: hour,
  inviteLife: 7 * day,
  verificationLife: 7 * day,
  /** How long an account change can be reverted by the link in its mail. */
  accountChangeLife: 7 * day,
  applicationTokenLife: hour,
  captureTicketLife: 30 * minute,
  challengeLife: 5 * minute,
  thirdPartyCheckLife: day,
} as const;

/** Requests begun by direct links per window: from one network, and by one person. */
export const directLinkLimits = { ofNetwork: { most: 60, window: hour }, ofPerson: { most: 10, window: hour } } as const;
