import { fileFor, type FontFile, FontIndexes, type ReadFont } from './font-index.ts';

export type { FontIndex, ReadFont } from './font-index.ts';

/** What a choice of files shows, and what no file has. */
interface Choice {
  files: FontFile[];
  missing: string[];
}

/** The fonts that are loaded when a script asks for them, a slice at a time. Each is loaded once. */
export class FontStore {
  readonly #read: ReadFont;
  readonly #indexes: FontIndexes;
  readonly #loaded = new Map<string, Promise<Uint8Array>>();

  constructor(read: ReadFont) {
    this.#read = read;
    this.#indexes = new FontIndexes(read);
  }

  /** The files that show these graphemes, in the order in which the core tries them: for each the first that has it. */
  async fontsFor(graphemes: ReadonlySet<string>): Promise<Uint8Array[]> {
    const { files } = await this.#choose(graphemes);
    return Promise.all(files.map((file) => this.#load(file.name)));
  }

  /** The characters that no font has. Reads indexes, and no font. */
  async missing(graphemes: ReadonlySet<string>): Promise<string[]> {
    return (await this.#choose(graphemes)).missing;
  }

  /** Whole graphemes first; the characters of what no file has as a whole are looked for one by one. */
  async #choose(graphemes: ReadonlySet<string>): Promise<Choice> {
    if (graphemes.size === 0) return { files: [], missing: [] };
    const whole = await this.#search(graphemes);
    const apart = await this.#search(new Set(whole.missing.flatMap((grapheme) => [...grapheme])));
    return { files: [...new Set([...whole.files, ...apart.files])], missing: apart.missing };
  }

  async #search(graphemes: ReadonlySet<string>): Promise<Choice> {
    let missing = [...graphemes];
    const needed: FontFile[] = [];
    for (const family of await this.#indexes.familiesFor(graphemes)) {
      if (missing.length === 0) break;
      const files = await this.#indexes.filesOf(family);
      const found = new Map(missing.map((grapheme) => [grapheme, fileFor(files, grapheme)]));
      const used = new Set(found.values());
      needed.push(...files.filter((file) => used.has(file)));
      missing = missing.filter((grapheme) => !found.get(grapheme));
    }
    return { files: needed, missing };
  }

  #load(name: string): Promise<Uint8Array> {
    const loading = this.#loaded.get(name) ?? this.#read(`${name}.ttf`);
    this.#loaded.set(name, loading);
    // What failed is tried again the next time.
    loading.catch(() => this.#loaded.delete(name));
    return loading;
  }
}
