/**
 * Phone numbers in the international form (document 2 §5.1). Numbers without a country code are read as numbers of the United
 * States. Only the form is checked: whether a number exists shows when a message is delivered.
 */

/** Country codes (E.164) of one and two digits; all others have three. */
const shortCountryCodes = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58])/;
/** A number of the North American plan, without country code. */
const northAmerican = /^[2-9]\d{2}[2-9]\d{6}$/;
/** White space, and what people write between digits. */
const separators = /[\s().\-/\u2010-\u2015\u2060\u00AD]/gu;

/**
 * The zero that many countries put before their numbers, as people note it after the country code: `+49 (0)151 …`. From
 * abroad it isn't dialled. In Italy and San Marino (39, 378) it may be part of the number, so that its parentheses say nothing.
 */
const trunkZero = /^(\s*(?:\+|00|011)[\s.-]*(?!39|378)[1-9]\d{0,2}[\s.-]*)\(\s*0\s*\)/;
const unclearZero = /\(\s*0\s*\)/;

/**
 * The plus sign, or what is dialled for it: 00, or 011 in the United States. Numbers of many countries begin with 011 (Sheffield,
 * Delhi, Johannesburg), but none of them has ten digits after it. No country code begins with zero, and 011 is not dialled before 1.
 */
const withCountryCode = /^(?:(?:\+|00)(?=[1-9])|011(?=[2-9]\d{9}))(\d{7,15})$/;

/** True for a national trunk zero after a short country code, which makes the number invalid. Only Italy's numbers begin with zero. */
function hasZeroTooMany(number: string): boolean {
  const [code = ''] = shortCountryCodes.exec(number) ?? [];
  return code !== '' && code !== '39' && number.charAt(code.length) === '0';
}

/** Returns the number as `+` and 7 to 15 digits; null if the text is not a phone number, or lacks the country code. */
export function internationalPhone(text: string): string | null {
  const dialled = text.normalize('NFKC').replace(trunkZero, '$1');
  if (unclearZero.test(dialled)) return null;
  const typed = dialled.replace(separators, '');
  const [, international] = withCountryCode.exec(typed) ?? [];
  if (international !== undefined) return hasZeroTooMany(international) ? null : `+${international}`;
  const national = /^1\d{10}$/.test(typed) ? typed.slice(1) : typed;
  return northAmerican.test(national) ? `+1${national}` : null;
}

/**
 * A number as it is stored and compared: in the international form. Without a country code it is kept as typed, without white
 * space, so that nobody else's number is made of it.
 */
export const canonicalPhone = (text: string): string => internationalPhone(text) ?? text.replace(/\s+/g, '');

/** The end of a number: its owner recognizes it, nobody else can reconstruct it. */
export const maskedPhone = (phone: string): string => `…${phone.slice(-3)}`;

/** Fewer digits are in too many numbers. */
const fewestDigits = 3;

/** The digits of a part of a phone number, which is in stored numbers however it is spaced; null if the text is something else. */
export function searchedDigits(text: string): string | null {
  const [, digits = ''] = /^\+?(\d+)$/.exec(text.normalize('NFKC').replace(separators, '')) ?? [];
  return digits.length < fewestDigits ? null : digits;
}

/** What is looked for in lists of people: the text itself, and the digits of a phone number. */
export const personTerms = (search: string): string[] => [...new Set([search, searchedDigits(search) ?? search])];

/** Digits in groups of three, the last of up to five. */
const grouped = (digits: string): string => digits.replace(/\d{3}(?=\d{3})/g, '$& ');

/** Shows a stored number in the international format: `+1 212 555 0123`. */
export function shownPhone(phone: string): string {
  const number = internationalPhone(phone);
  if (number === null) return phone;
  const digits = number.slice(1);
  const length = shortCountryCodes.exec(digits)?.[0].length ?? 3;
  return `+${digits.slice(0, length)} ${grouped(digits.slice(length))}`;
}
