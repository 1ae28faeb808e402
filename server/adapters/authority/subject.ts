import { domainToASCII } from 'node:url';
import { joinName } from '#contract/person-names.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { IdentityClaims } from '#server/platform/identity-claims.ts';
import type { Subject } from './authority.ts';

/**
 * Returns the subject of a person's certificate. Only verified data is certified: the e-mail address, or the phone
 * number without one. The name is as the person states it. Throws `certificate_enrollment_identity_error`.
 */
export function subjectOf({ email, emailVerified, phone, phoneVerified, firstName, lastName }: IdentityClaims): Subject {
  const name = joinName(firstName, lastName).trim();
  if (email !== null && emailVerified) return { commonName: commonName(name || email), email: certifiedAddress(email) };
  if (phone !== null && phoneVerified) return { commonName: commonName(name || phone), email: null, phone };
  throw new AppError('certificate_enrollment_identity_error');
}

/** X.520 limits common names to 64 characters. */
const commonName = (name: string): string => [...name].slice(0, 64).join('');

/** rfc822Name is ASCII: the domain is converted to Punycode, the local part has no ASCII form (RFC 5280, 7.5). */
function certifiedAddress(email: string): string {
  const at = email.lastIndexOf('@');
  const address = `${email.slice(0, at)}@${domainToASCII(email.slice(at + 1))}`;
  if (!/^[\x21-\x7e]+@[\x21-\x7e]+$/.test(address)) throw new AppError('certificate_enrollment_identity_error');
  return address;
}
