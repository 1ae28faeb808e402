/** Gives the bytes of a file of the core's fonts by its name. */
export type ReadFont = (name: string) => Promise<Uint8Array>;

/** The fonts by family, best first; of each its files with the characters they have (`"41-5a,e9"`, hexadecimal). */
export type FontIndex = Record<string, Record<string, string>>;

interface FontFile {
  name: string;
  ranges: [number, number][];
}

/** Kana tell Japanese from Chinese, which share most ideographs and draw them differently. */
const kana = [0x3041, 0x30ff] as const;

/** The fonts that are loaded when a script asks for them, a slice at a time. Each is loaded once. */
export class FontStore {
  readonly #read: ReadFont;
  readonly #loaded = new Map<string, Promise<Uint8Array>>();
  #families: Promise<Map<string, FontFile[]>> | undefined;

  constructor(read: ReadFont) {
    this.#read = read;
  }

  /** The files that show these characters, in the order in which the core tries them: for each the first that has it. */
  async fontsFor(characters: ReadonlySet<number>): Promise<Uint8Array[]> {
    if (characters.size === 0) return [];
    const families = await this.#index();
    const files = inOrder([...families.keys()], characters).flatMap((family) => families.get(family) ?? []);
    const needed = new Set<FontFile>();
    for (const character of characters) {
      const first = files.find((file) => has(file, character));
      if (first) needed.add(first);
    }
    return Promise.all(files.filter((file) => needed.has(file)).map((file) => this.#load(file.name)));
  }

  #index(): Promise<Map<string, FontFile[]>> {
    const loading = this.#families ?? this.#loadIndex();
    this.#families = loading;
    loading.catch(() => (this.#families = undefined));
    return loading;
  }

  async #loadIndex(): Promise<Map<string, FontFile[]>> {
    const index: FontIndex = JSON.parse(new TextDecoder().decode(await this.#read('index.json')));
    return new Map(Object.entries(index).map(([family, files]) => [family, Object.entries(files).map(([name, ranges]) => ({ name, ranges: rangesOf(ranges) }))]));
  }

  #load(name: string): Promise<Uint8Array> {
    const loading = this.#loaded.get(name) ?? this.#read(`${name}.ttf`);
    this.#loaded.set(name, loading);
    // What failed is tried again the next time.
    loading.catch(() => this.#loaded.delete(name));
    return loading;
  }
}

/** For Japanese the Japanese family comes first: latin characters look the same in all of them. */
function inOrder(families: string[], characters: ReadonlySet<number>): string[] {
  const japanese = [...characters].some((character) => character >= kana[0] && character <= kana[1]);
  if (!japanese) return families;
  return families.toSorted((one, other) => Number(other.endsWith('-jp')) - Number(one.endsWith('-jp')));
}

function has(file: FontFile, character: number): boolean {
  return file.ranges.some(([first, last]) => character >= first && character <= last);
}

function rangesOf(text: string): [number, number][] {
  return text.split(',').map((range) => {
    const [first = '', last = first] = range.split('-');
    return [Number.parseInt(first, 16), Number.parseInt(last, 16)];
  });
}
