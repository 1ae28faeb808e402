import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { SignedFile } from './files.ts';

/** What other programs said of files, kept by content: they take minutes, and say the same each time. */
export class Judgements<Judgement> {
  readonly #path: string;
  readonly #known: Record<string, Judgement>;

  constructor(path: string) {
    this.#path = path;
    this.#known = existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Record<string, Judgement>) : {};
  }

  /** Of a file that was judged. */
  of({ digest, path }: SignedFile): Judgement {
    const known = this.#known[digest];
    if (known === undefined) throw new Error(`${path} was not judged`);
    return known;
  }

  /** Judges the files that are new, in batches, and keeps what was said after each. */
  async complete(files: readonly SignedFile[], batch: number, judge: (files: SignedFile[]) => Promise<Judgement[]>): Promise<this> {
    const fresh = files.filter(({ digest }) => !(digest in this.#known));
    for (let at = 0; at < fresh.length; at += batch) {
      const some = fresh.slice(at, at + batch);
      const said = await judge(some);
      for (const [index, { digest }] of some.entries()) this.#known[digest] = said[index] as Judgement;
      this.#keep();
    }
    return this;
  }

  #keep(): void {
    mkdirSync(dirname(this.#path), { recursive: true });
    writeFileSync(this.#path, JSON.stringify(this.#known));
  }
}
