import { useEffect } from 'react';
import type { FileMeta } from '#contract/entities/file.ts';
import { toAppError } from '#web/services/app-error.ts';
import { retainDownloads } from '#web/services/api/bodies.ts';
import type { FileVersion } from '#web/services/documents/verified-document.ts';
import { prefetchVerifiedDocuments } from '#web/services/documents/verified-document.ts';

const keyOf = (files: readonly FileVersion[]): string => JSON.stringify(files.map(({ id, version }) => ({ id, version })));

/** Fetches and hashes the documents of a signing while they are read, the shown one first. */
export function useVerifiedDocuments(files: readonly FileMeta[], shown: string | undefined, isOpen: boolean): void {
  const key = keyOf(files.filter(({ ext }) => ext === 'pdf').toSorted((a, b) => Number(b.id === shown) - Number(a.id === shown)));
  useEffect(() => {
    const wanted = JSON.parse(key) as FileVersion[];
    if (!isOpen || wanted.length === 0) return undefined;
    const stop = new AbortController();
    const release = retainDownloads(wanted.map(({ id }) => id));
    prefetchVerifiedDocuments(wanted, stop.signal).catch((error: unknown) => {
      // What is missing then is fetched when the person signs.
      if (!stop.signal.aborted) console.info('The documents are not here yet', toAppError(error).code);
    });
    return () => {
      stop.abort();
      release();
    };
  }, [key, isOpen]);
}
