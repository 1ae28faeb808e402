/** Building blocks of all entities: ids, times, contacts and the patterns of document 2 §5.1. */
import { z } from 'zod';
import { canonicalPhone } from '#contract/entities/phone-number.ts';
import { knownAddress } from '#contract/entities/plus-addresses.ts';
import { lengths } from '#contract/limits/lengths.ts';

export const objectId = z.string().regex(/^[0-9a-f]{24}$/, 'Expected an object id of 24 hexadecimal characters');
export const isoTime = z.iso.datetime();
/** Whether it is in the archive of the caller. Only lists say so. */
export const archived = z.boolean().optional();

const emailPattern = /^[^\s@"(),:;<>[\]\\]{1,64}@(?:[\p{L}\d](?:[\p{L}\d-]{0,61}[\p{L}\d])?\.)+[\p{L}][\p{L}\d-]{0,61}[\p{L}\d]$/u;
/**
 * Characters not allowed in names: controls, surrogates, line separators, bidirectional controls and zero-width spaces.
 * Everything else is allowed, because names are written in all scripts. A name does not begin or end with white space.
 */
const unshowable = String.raw`\p{Cc}\p{Cs}\u200B\u2028-\u202E\u2060\u2066-\u2069\uFEFF`;
const fullNamePattern = new RegExp(`^[^\\s${unshowable}](?:[^${unshowable}]*[^\\s${unshowable}])?$`, 'u');
const phonePattern = /^\+?\d{7,15}$/;

/** Removes invisible characters and bidirectional controls from titles, which become names of files and archives. */
const unshowableCharacters = new RegExp(`[${unshowable}]`, 'gu');
const shownTitle = (value: string): string => value.replace(unshowableCharacters, '').trim();
export const titleText = z.string().overwrite(shownTitle).min(1).max(lengths.title);

/** Returns the title as a file name without characters reserved for paths and devices. */
export const fileNameOf = (title: string): string => shownTitle(title).replaceAll(/[/\\:*?"<>|]/g, '_').replace(/^\.+/, '') || '_';

export const email = z.string().max(254).regex(emailPattern, 'Expected an e-mail address').overwrite(knownAddress);
export const phone = z.string().transform(canonicalPhone).pipe(z.string().regex(phonePattern, 'Expected a phone number'));
/** 8 to 128 characters with a digit, a lower-case and an upper-case letter; letters, digits and these symbols only. */
const passwordPattern = /^(?=.*\d)(?=.*\p{Ll})(?=.*\p{Lu})[\p{L}\d !"#$%&'()*+,\-./:;<=>?@[\\\]^_`{|}~]{8,128}$/u;
export const password = z.string().max(128).regex(passwordPattern, 'Expected 8 characters or more with a digit, a lower-case and an upper-case letter');
export const isPassword = (value: string): boolean => password.safeParse(value).success;

export const personName = z.string().max(lengths.fullName).regex(fullNamePattern, 'Expected a name');

export const isEmail = (value: string): boolean => email.safeParse(value).success;
export const isPersonName = (value: string): boolean => personName.safeParse(value).success;

export interface Contact {
  email?: string | null | undefined;
  phone?: string | null | undefined;
}

/** Converts a domain to Punycode, as in certificates: `bücher.example` becomes `xn--bcher-kva.example`. */
function asciiDomain(domain: string): string {
  if (/^[a-z\d.-]*$/i.test(domain)) return domain;
  try {
    return new URL(`http://${domain}`).hostname;
  } catch {
    return domain;
  }
}

/** The canonical form for comparing addresses: lower case, domain in ASCII. */
export function canonicalEmail(value: string): string {
  const lower = knownAddress(value.trim().toLowerCase());
  const at = lower.lastIndexOf('@') + 1;
  return lower.slice(0, at) + asciiDomain(lower.slice(at));
}

/** Whether two contacts are the same person: equal e-mail (ignoring case) or equal phone (however it is written). */
export function sameContact(a: Contact, b: Contact): boolean {
  if (a.email && b.email && canonicalEmail(a.email) === canonicalEmail(b.email)) return true;
  return Boolean(a.phone && b.phone && canonicalPhone(a.phone) === canonicalPhone(b.phone));
}
