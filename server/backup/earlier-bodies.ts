/**
 * Bodies of an earlier backup in the same folder. Bodies never change, so a later backup links to the same files: it takes no
 * space for them, and neither needs the other. The form of a body changes when documents are encrypted, and with it its size.
 */
import { link, mkdir, readdir, stat } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { backupReader } from './backup-files.ts';
import { linesOf } from './lines.ts';
import { bodiesIn, bodyEntry, bodyListIn, manifestIn, type BodyEntry } from './manifest.ts';
import { asBuffers, readManifest } from './reading.ts';
import { ReferenceIndex } from './reference-index.ts';

export interface EarlierBodies {
  /** Puts the body into the new backup; null if the earlier one does not have it in this form, or the file system has no links. */
  take(ref: string, size: number): Promise<BodyEntry | null>;
}

/** An encrypted backup can't read its predecessor. */
export const noEarlierBodies: EarlierBodies = { take: async () => null };

/** The newest complete, unencrypted backup beside the new one. */
export async function earlierBodies(folder: string): Promise<EarlierBodies> {
  const earlier = await newestBeside(folder);
  if (earlier === null) return noEarlierBodies;
  const files = await backupReader(earlier, null);
  const entries = new BodyEntries();
  for await (const line of linesOf(asBuffers(files.read(bodyListIn(earlier))))) entries.add(bodyEntry.parse(JSON.parse(line)));
  return {
    take: async (ref, size) => {
      const entry = entries.find(ref);
      return entry?.size === size && (await linked(earlier, folder, { ref, size })) ? entry : null;
    },
  };
}

/** Bytes of a hash. */
const hashLength = 32;
const sizeLength = 8;
const portion = 4096;

/** Sizes and hashes, packed: there may be millions. */
class BodyEntries {
  readonly #index = new ReferenceIndex();
  /** Each for so many entries. */
  readonly #portions: Buffer[] = [];

  add({ ref, size, hash }: BodyEntry): void {
    const place = this.#placeOf(this.#index.add(ref));
    if (place === null) return;
    place.buffer.writeDoubleBE(size, place.at);
    place.buffer.write(hash, place.at + sizeLength, 'hex');
  }

  find(ref: string): BodyEntry | null {
    const place = this.#placeOf(this.#index.find(ref));
    return place && { ref, size: place.buffer.readDoubleBE(place.at), hash: place.buffer.toString('hex', place.at + sizeLength, place.at + sizeLength + hashLength) };
  }

  #placeOf(number: number): { buffer: Buffer; at: number } | null {
    if (number === 0) return null;
    const [length, at] = [sizeLength + hashLength, Math.floor((number - 1) / portion)];
    const buffer = (this.#portions[at] ??= Buffer.alloc(portion * length));
    return { buffer, at: ((number - 1) % portion) * length };
  }
}

async function newestBeside(folder: string): Promise<string | null> {
  const found: { path: string; madeAt: string }[] = [];
  for (const entry of await readdir(dirname(folder), { withFileTypes: true })) {
    const path = join(dirname(folder), entry.name);
    if (path === folder || !entry.isDirectory() || !existsSync(manifestIn(path))) continue;
    const manifest = await readManifest({ files: await backupReader(path, null), folder: path }).catch(() => null);
    if (manifest !== null) found.push({ path, madeAt: manifest.madeAt });
  }
  return found.toSorted((a, b) => (a.madeAt < b.madeAt ? 1 : -1))[0]?.path ?? null;
}

/** False where the earlier file is missing or was cut off, or the file system can't link it. */
async function linked(from: string, to: string, { ref, size }: { ref: string; size: number }): Promise<boolean> {
  const path = (folder: string): string => join(bodiesIn(folder), ref.slice(-2), ref);
  try {
    if ((await stat(path(from))).size !== size) return false;
    await mkdir(dirname(path(to)), { recursive: true, mode: 0o700 });
    await link(path(from), path(to));
    return true;
  } catch {
    return false;
  }
}
