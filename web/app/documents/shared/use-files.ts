import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { shallowEqual } from 'react-redux';
import type { FileMeta } from '#contract/entities/file.ts';
import { fetchFile } from '#web/entities/files/files.requests.ts';
import { selectFile } from '#web/entities/files/files.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { onServiceReturned } from '#web/services/availability.ts';
import { isSheetEntry } from '#web/ui/use-back-closes.ts';

interface LoadedFiles {
  /** Loaded files, in order. */
  readonly files: readonly FileMeta[];
  readonly complete: boolean;
  readonly error: ErrorInfo | null;
  readonly reload: () => void;
}

/** Metas of several files, fetched again when the screen opens. */
export function useFiles(ids: readonly string[]): LoadedFiles {
  const dispatch = useAppDispatch();
  const [error, setError] = useState<ErrorInfo | null>(null);
  const [fetched, setFetched] = useState('');
  const [attempt, setAttempt] = useState(0);
  const key = ids.join(',');
  useEffect(() => {
    let wanted = true;
    setError(null);
    const all = key.split(',').filter(Boolean).map((id) => dispatch(fetchFile({ id })).unwrap());
    Promise.all(all).then(
      () => wanted && setFetched(key),
      (failure: unknown) => wanted && setError(failure as ErrorInfo),
    );
    return () => {
      wanted = false;
    };
  }, [dispatch, key, attempt]);
  // Nobody has to press anything when the server is back.
  useEffect(() => (error ? onServiceReturned(() => setAttempt((old) => old + 1)) : undefined), [error]);
  const files = useAppSelector(
    (state) => ids.flatMap((id) => selectFile(state, id) ?? []),
    shallowEqual,
  );
  // A file disappeared while it was shown: deleted or no longer shared. The server returns the reason.
  const gone = fetched === key && error === null && files.length < ids.length;
  useEffect(() => {
    if (!gone) return;
    setFetched('');
    setAttempt((old) => old + 1);
  }, [gone]);
  const complete = fetched === key && files.length === ids.length;
  return { files, complete, error, reload: () => setAttempt((old) => old + 1) };
}

/**
 * The selected document: 1-based in the query (`selectedDocument`), the first by default. It stays selected when the documents
 * are put into another order.
 */
export function useSelectedDocument(ids: readonly string[]): [id: string, choose: (id: string) => void] {
  const [parameters, setParameters] = useSearchParams();
  const number = Math.trunc(Number(parameters.get('selectedDocument') ?? 1)) || 1;
  const numbered = ids[Math.min(Math.max(number, 1), Math.max(ids.length, 1)) - 1] ?? '';
  const key = ids.join(',');
  const [shown, setShown] = useState({ key, number, id: numbered });
  /** What the address is on its way to. Until it is there the documents may be put into yet another order. */
  const [next, setNext] = useState<{ number: number; id: string } | null>(null);
  const known = [shown, next].find((each) => each?.number === number)?.id ?? numbered;
  const id = ids.includes(known) ? known : numbered;
  if (next?.number === number) setNext(null);
  if (shown.key !== key || shown.number !== number || shown.id !== id) setShown({ key, number, id });
  const choose = (chosen: string): void => {
    const place = ids.indexOf(chosen) + 1;
    setNext({ number: place, id: chosen });
    const query = new URLSearchParams(parameters);
    query.set('selectedDocument', String(place));
    setParameters(query, { replace: true });
  };
  const latestChoose = useRef(choose);
  latestChoose.current = choose;
  // The documents are reordered in a sheet on phones; the address follows once it is closed.
  useEffect(() => {
    if (id === numbered) return undefined;
    const follow = (): void => {
      if (!isSheetEntry()) latestChoose.current(id);
    };
    // The router reads the entry that was returned to before it is replaced.
    const later = (): void => void setTimeout(follow);
    follow();
    window.addEventListener('popstate', later);
    return () => window.removeEventListener('popstate', later);
  }, [id, numbered]);
  return [id, choose];
}
