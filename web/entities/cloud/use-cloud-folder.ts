import { useCallback, useState } from 'react';
import type { CloudEntry, CloudSourceId } from '#contract/entities/cloud.ts';
import { call } from '#web/services/api/call.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { useAsyncAction } from '../requests/use-async-action.ts';
import { useAnswer } from '../requests/use-answer.ts';

interface CloudFolder {
  /** The path to the current folder, outermost first; empty at the root. */
  readonly path: readonly CloudEntry[];
  /** Null while loading. */
  readonly entries: readonly CloudEntry[] | null;
  readonly error: ErrorInfo | null;
  readonly hasMore: boolean;
  readonly busy: boolean;
  readonly open: (folder: CloudEntry) => void;
  readonly up: () => void;
  readonly more: () => void;
  readonly retry: () => void;
}

interface Listing {
  readonly folder: string | undefined;
  readonly entries: readonly CloudEntry[];
  readonly next: string | null;
}

async function list(source: CloudSourceId, folder: string | undefined, page?: string, signal?: AbortSignal): Promise<Listing> {
  const query = { source, ...(folder === undefined ? {} : { folder }), ...(page === undefined ? {} : { page }) };
  return { folder, ...(await call('cloud.files', { query }, { signal })) };
}

/** Browses a cloud source, one folder and one page at a time. */
export function useCloudFolder(source: CloudSourceId): CloudFolder {
  const [path, setPath] = useState<readonly CloudEntry[]>([]);
  const folder = path.at(-1)?.id;
  const listed = useAnswer(useCallback((signal: AbortSignal) => list(source, folder, undefined, signal), [source, folder]));
  const paging = useAsyncAction();
  // A listing of another folder is out of date.
  const value = listed.value?.folder === folder ? listed.value : null;
  const next = async (): Promise<void> => {
    const after = value?.next;
    if (!after) return;
    const page = await paging.ask(() => list(source, folder, after));
    if (page) listed.set({ ...page, entries: [...value.entries, ...page.entries] });
  };
  return {
    path,
    entries: value?.entries ?? null,
    error: listed.error ?? paging.error,
    hasMore: Boolean(value?.next),
    busy: paging.busy,
    open: (entry) => setPath([...path, entry]),
    up: () => setPath(path.slice(0, -1)),
    more: () => void next(),
    retry: listed.reload,
  };
}
