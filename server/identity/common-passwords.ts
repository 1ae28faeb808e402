/**
 * Passwords that are guessed first, in the spellings that people make of them: "Password1" and "P@ssw0rd!" are "password". The list
 * (@zxcvbn-ts/language-common) is read when somebody chooses a password for the first time.
 */
let list: Promise<ReadonlySet<string>> | undefined;

const read = async (): Promise<ReadonlySet<string>> =>
  new Set((await import('@zxcvbn-ts/language-common')).dictionary['passwords-common']);

/** So few characters before or behind a common password make it no better. */
const mostAround = 4;
/** Shorter ones are part of any word. */
const shortestStem = 4;

const letters: Readonly<Record<string, string>> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', '$': 's', '!': 'i' };
const asLetters = (text: string): string => text.replace(/[013457@$!]/g, (sign) => letters[sign] ?? sign);

export async function isCommonPassword(password: string): Promise<boolean> {
  const common = await (list ??= read());
  const lower = password.normalize('NFKC').toLowerCase();
  return [lower, lower.replace(/[^\p{L}]+$/u, ''), lower.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')]
    .filter((stem) => stem.length >= shortestStem && lower.length - stem.length <= mostAround)
    .some((stem) => common.has(stem) || common.has(asLetters(stem)));
}

/** Whether it is an address or a name of whoever chooses it, as far as that is all of it. */
export function isOwnName(password: string, names: readonly (string | null)[]): boolean {
  const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}]/gu, '');
  const chosen = plain(password);
  return names.some((name) => name !== null && name !== '' && (plain(name) === chosen || plain(name.split('@')[0] ?? '') === chosen));
}
