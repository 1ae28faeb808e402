import { fileFor, type FontFile, FontIndexes, type ReadFont } from './font-index.ts';

export type { FontIndex, ReadFont } from './font-index.ts';

/** The selected files, and the characters that no file has. */
interface Choice {
  files: FontFile[];
  missing: string[];
}

/** Loads the fonts of a script on demand, file by file. Each file is loaded once. */
export class FontStore {
  readonly #read: ReadFont;
  readonly #indexes: FontIndexes;
  readonly #loaded = new Map<string, Promise<Uint8Array>>();

  constructor(read: ReadFont) {
    this.#read = read;
    this.#indexes = new FontIndexes(read);
  }

  /** Returns the files for these graphemes, in the core's order of preference: for each grapheme the first that has it. */
  async fontsFor(graphemes: ReadonlySet<string>): Promise<Uint8Array[]> {
    const { files } = await this.#choose(graphemes);
    return Promise.all(files.map((file) => this.#load(file.name)));
  }

  /** Returns the characters that no font has. Reads the indexes only. */
  async missing(graphemes: ReadonlySet<string>): Promise<string[]> {
    return (await this.#choose(graphemes)).missing;
  }

  /** Searches whole graphemes first, then the single characters of those that no file has. */
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
    // A failed load is retried by the next call.
    loading.catch(() => this.#loaded.delete(name));
    return loading;
  }
}
