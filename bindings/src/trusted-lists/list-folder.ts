/** Stores lists in a folder. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ListStore } from './collection.ts';

/** Returns a store in a folder, which is created by the first write. */
export function listFolder(folder: string): ListStore {
  const fileOf = (location: string): string => join(folder, `${createHash('sha256').update(location).digest('hex').slice(0, 32)}.xml`);
  return {
    read: (location) =>
      readFile(fileOf(location)).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return undefined;
        throw error;
      }),
    write: async (location, list) => {
      await mkdir(folder, { recursive: true });
      const half = `${fileOf(location)}.${process.pid}.part`;
      await writeFile(half, list);
      // Atomic for concurrent readers.
      await rename(half, fileOf(location));
    },
  };
}
