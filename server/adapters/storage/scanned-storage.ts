import type { FastifyBaseLogger } from 'fastify';
import type { Scanner } from '#server/adapters/scanning/scanner.ts';
import { StorageError, type Storage } from './storage.ts';

/** A storage that scans each body right after writing it, and removes infected ones. */
export function scanned(storage: Storage, scanner: Scanner, log: FastifyBaseLogger): Storage {
  /** Scans the whole body, also where only a tail of it came: what is found may lie across both. */
  async function scan<Stored>(ref: string, stored: Stored): Promise<Stored> {
    try {
      const { clean, found } = await scanner.scan((await storage.read(ref)) as AsyncIterable<Uint8Array>);
      if (clean) return stored;
      log.warn({ ref, found }, 'an upload was refused by the scanner');
    } catch (error) {
      await storage.remove(ref);
      throw new StorageError('unavailable', 'The scanner can\'t be asked now', { cause: error });
    }
    await storage.remove(ref);
    throw new StorageError('infected', `The scanner found something in body ${ref}`);
  }
  return {
    write: async (ref, source, limits) => scan(ref, await storage.write(ref, source, limits)),
    writeTail: async (ref, base, source, limits) => scan(ref, await storage.writeTail(ref, base, source, limits)),
    known: (body) => storage.known(body),
    storeObjects: (ref, objects) => storage.storeObjects(ref, objects),
    writeJoined: (whole) => storage.writeJoined(whole),
    size: (ref) => storage.size(ref),
    read: (ref, range) => storage.read(ref, range),
    source: (ref) => storage.source(ref),
    local: (ref) => storage.local(ref),
    remove: (ref) => storage.remove(ref),
    removeIncompleteUploads: (before) => storage.removeIncompleteUploads(before),
    holdings: () => storage.holdings(),
    directAddress: (ref, download) => storage.directAddress(ref, download),
    check: () => storage.check(),
    close: () => storage.close(),
  };
}
