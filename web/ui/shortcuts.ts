/**
 * Maps a key to the letter or digit of a shortcut, on every keyboard layout. A Latin letter counts as typed, so Ctrl+Z
 * on AZERTY is the key labelled Z. On other scripts (Greek, Cyrillic, kana) the key's position counts.
 */
type Pressed = Pick<KeyboardEvent, 'key' | 'code'>;
type Modified = Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey'>;

const latin = /^[a-z]$/i;

export function letterOf({ key, code }: Pressed): string | null {
  if (latin.test(key)) return key.toLowerCase();
  // A key that types a digit or symbol, or a named key such as Enter, is no letter.
  if ([...key].length === 1 && !/\p{Letter}/u.test(key)) return null;
  if (key.length > 1 && key !== 'Process' && key !== 'Dead' && key !== 'Unidentified') return null;
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? null;
}

/** Digits are in the row above the letters on every layout, on some with Shift only. */
export function digitOf({ key, code }: Pressed): string | null {
  if (/^[0-9]$/.test(key)) return key;
  return /^(?:Digit|Numpad)([0-9])$/.exec(code)?.[1] ?? null;
}

export const isCommand = ({ ctrlKey, metaKey }: Pick<Modified, 'ctrlKey' | 'metaKey'>): boolean => ctrlKey || metaKey;

/** Browsers report AltGr as Ctrl+Alt; it types characters. */
export const isPlainCommand = (event: Modified): boolean => isCommand(event) && !event.altKey;

const SINGLE_LETTERS = 'countersign.single-letter-shortcuts';

/** Single-letter shortcuts can be switched off per device (WCAG 2.1.4), for speech input and unintended key presses. */
export const singleLettersOn = (): boolean => localStorage.getItem(SINGLE_LETTERS) !== 'off';

export function switchSingleLetters(on: boolean): void {
  if (on) localStorage.removeItem(SINGLE_LETTERS);
  else localStorage.setItem(SINGLE_LETTERS, 'off');
}
