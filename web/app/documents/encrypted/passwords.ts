/** Whoever has a copy of the storage can try passwords without being counted, so short ones are not taken. */
const shortest = 12;

export const goodPassword = (password: string): boolean => [...password.trim()].length >= shortest;

/** Letters and digits that nobody confuses on the telephone. */
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';
const length = 16;
const groupLength = 4;
/** Bytes from here on would make some letters likelier than others. */
const fair = 256 - (256 % alphabet.length);

/** 79 random bits in groups. */
export function newPassword(): string {
  const letters: string[] = [];
  while (letters.length < length) for (const byte of crypto.getRandomValues(new Uint8Array(length))) if (byte < fair && letters.length < length) letters.push(alphabet.charAt(byte % alphabet.length));
  return Array.from({ length: length / groupLength }, (_, at) => letters.slice(at * groupLength, (at + 1) * groupLength).join('')).join('-');
}
