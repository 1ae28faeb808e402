/**
 * Which letter or digit a key stands for in a shortcut, on every keyboard layout. A Latin letter counts as what it types,
 * so that Ctrl+Z on AZERTY is the key with the Z; where a layout types others (Greek, Cyrillic, kana), the key's position counts.
 */
type Pressed = Pick<KeyboardEvent, 'key' | 'code'>;
type Modified = Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey'>;

const latin = /^[a-z]$/i;

export function letterOf({ key, code }: Pressed): string | null {
  if (latin.test(key)) return key.toLowerCase();
  // A key that types a digit, a sign or a word like Enter means that.
  if ([...key].length === 1 && !/\p{Letter}/u.test(key)) return null;
  if (key.length > 1 && key !== 'Process' && key !== 'Dead' && key !== 'Unidentified') return null;
  return /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ?? null;
}

/** Digits stand above the letters on every layout, though some type them with Shift only. */
export function digitOf({ key, code }: Pressed): string | null {
  if (/^[0-9]$/.test(key)) return key;
  return /^(?:Digit|Numpad)([0-9])$/.exec(code)?.[1] ?? null;
}

export const isCommand = ({ ctrlKey, metaKey }: Pick<Modified, 'ctrlKey' | 'metaKey'>): boolean => ctrlKey || metaKey;

/** AltGr is Ctrl+Alt for the browser, and types letters. */
export const isPlainCommand = (event: Modified): boolean => isCommand(event) && !event.altKey;

const SINGLE_LETTERS = 'countersign.single-letter-shortcuts';

/** Shortcuts of one letter can be switched off on a device: speech input and restless hands type letters anywhere. */
export const singleLettersOn = (): boolean => localStorage.getItem(SINGLE_LETTERS) !== 'off';

export function switchSingleLetters(on: boolean): void {
  if (on) localStorage.removeItem(SINGLE_LETTERS);
  else localStorage.setItem(SINGLE_LETTERS, 'off');
}
