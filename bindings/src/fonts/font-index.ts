/** Reads a font file of the package by name. */
export type ReadFont = (name: string) => Promise<Uint8Array>;

/** Font files of a family with their characters (hexadecimal ranges: `"41-5a,e9"`). */
type FamilyIndex = Record<string, string>;

/** Font families in order of preference. A large family refers to an index file of its own. */
export type FontIndex = Record<string, FamilyIndex | string>;

export interface FontFile {
  name: string;
  ranges: [number, number][];
}

/** Maps characters to font files. The indexes of CJK families are loaded on demand. */
export class FontIndexes {
  readonly #read: ReadFont;
  readonly #indexes = new Map<string, Promise<unknown>>();
  readonly #families = new Map<string, Promise<FontFile[]>>();

  constructor(read: ReadFont) {
    this.#read = read;
  }

  /** Returns family names in the order of preference for a text. */
  async familiesFor(graphemes: ReadonlySet<string>): Promise<string[]> {
    return inOrder(Object.keys(await this.#all()), [...graphemes].join(''));
  }

  async filesOf(family: string): Promise<FontFile[]> {
    const loading = this.#families.get(family) ?? this.#loadFamily(family);
    this.#families.set(family, loading);
    loading.catch(() => this.#families.delete(family));
    return loading;
  }

  async #loadFamily(family: string): Promise<FontFile[]> {
    const files = (await this.#all())[family] ?? {};
    const index = typeof files === 'string' ? ((await this.#json(files)) as FamilyIndex) : files;
    return Object.entries(index).map(([name, ranges]) => ({ name, ranges: rangesOf(ranges) }));
  }

  async #all(): Promise<FontIndex> {
    return (await this.#json('index.json')) as FontIndex;
  }

  /** A failed read is retried by the next call. */
  #json(name: string): Promise<unknown> {
    const loading = this.#indexes.get(name) ?? this.#read(name).then((bytes): unknown => JSON.parse(new TextDecoder().decode(bytes)));
    this.#indexes.set(name, loading);
    loading.catch(() => this.#indexes.delete(name));
    return loading;
  }
}

/** Returns the first file with all characters of a grapheme, since ligatures and marks can't cross files. */
export function fileFor(files: readonly FontFile[], grapheme: string): FontFile | undefined {
  const characters = [...grapheme].map((character) => character.codePointAt(0) ?? 0);
  return files.find((file) => characters.every((character) => file.ranges.some(([first, last]) => character >= first && character <= last)));
}

/**
 * Orders the families for a text. Chinese, Japanese and Korean share ideographs with different glyphs; kana and Hangul
 * identify the language, which also determines the punctuation. For a text without CJK characters, these families come
 * last. For ideographs alone, `language` decides.
 */
export function inOrder(families: readonly string[], text: string, language = ''): string[] {
  const isIdeographic = (family: string): boolean => /-(sc|jp|kr)$/.test(family);
  const wanted = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text) ? '-jp' : /\p{Script=Hangul}/u.test(text) ? '-kr' : /\p{Script=Han}/u.test(text) ? ideographsOf(language) : '';
  const [first = '', ...others] = families;
  const alphabets = others.filter((family) => !isIdeographic(family));
  if (wanted === '') return [first, ...alphabets, ...others.filter(isIdeographic)];
  const ideographs = others.filter(isIdeographic).toSorted((one, other) => Number(other.endsWith(wanted)) - Number(one.endsWith(wanted)));
  return [first, ...ideographs.slice(0, 1), ...alphabets, ...ideographs.slice(1)];
}

const ideographsOf = (language: string): string => (/^ja\b/.test(language) ? '-jp' : /^ko\b/.test(language) ? '-kr' : '-sc');

function rangesOf(text: string): [number, number][] {
  return text.split(',').map((range) => {
    const [first = '', last = first] = range.split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}
