import { useEffect, useMemo, useRef, useState } from 'react';
import { toAppError } from '#web/services/app-error.ts';
import type { Progress } from '#web/ui/progress.ts';
import { makeProgress } from '#web/ui/progress.ts';
import type { BulkPerson } from './bulk-people.ts';
import { readPeople } from './bulk-people.ts';

export interface PeopleFile {
  readonly name: string;
  readonly people: readonly BulkPerson[];
}

/** Reads a selected list of people, in slices. */
export function usePeopleFile(without: readonly string[]) {
  const [file, setFile] = useState<PeopleFile | null>(null);
  const [reading, setReading] = useState(false);
  const [unreadable, setUnreadable] = useState(false);
  const progress: Progress = useMemo(makeProgress, []);
  const controller = useRef<AbortController | null>(null);
  const stop = (): void => {
    controller.current?.abort();
    controller.current = null;
    setReading(false);
  };
  const read = async (chosen: Blob, name: string): Promise<void> => {
    stop();
    const own = new AbortController();
    controller.current = own;
    setReading(true);
    setUnreadable(false);
    progress.set(0);
    try {
      const people = await readPeople(await chosen.text(), { without, signal: own.signal, onProgress: (share) => progress.set(share) });
      if (!own.signal.aborted) setFile({ name, people });
    } catch (error) {
      if (own.signal.aborted) return;
      console.warn('The list of people can\'t be read', toAppError(error).code);
      setUnreadable(true);
    } finally {
      if (controller.current === own) stop();
    }
  };
  useEffect(() => () => controller.current?.abort(), []);
  return { file, reading, unreadable, progress, stop, read, forget: () => setFile(null) };
}
