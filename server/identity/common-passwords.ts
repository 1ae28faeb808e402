/**
 * Detects common passwords and simple variants: "Password1" and "P@ssw0rd!" count as "password". The list
 * (@zxcvbn-ts/language-common) is loaded on first use.
 */
let list: Promise<ReadonlySet<string>> | undefined;

const read = async (): Promise<ReadonlySet<string>> =>
  new Set((await import('@zxcvbn-ts/language-common')).dictionary['passwords-common']);

/** A common password with at most this many characters added before or after it is still common. */
const mostAround = 4;
/** Shorter stems occur in any word. */
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

/** Whether the password consists only of one of the person's names or addresses, digits and punctuation aside. */
export function isOwnName(password: string, names: readonly (string | null)[]): boolean {
  const plain = (text: string): string => text.toLowerCase().replace(/[^\p{L}]/gu, '');
  const chosen = plain(password);
  return names.some((name) => name !== null && name !== '' && (plain(name) === chosen || plain(name.split('@')[0] ?? '') === chosen));
}
