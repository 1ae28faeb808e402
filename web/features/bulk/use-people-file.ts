import { useEffect, useMemo, useRef, useState } from 'react';
import type { Field } from '#contract/entities/field.ts';
import { toAppError } from '#web/services/app-error.ts';
import type { Progress } from '#web/ui/progress.ts';
import { makeProgress } from '#web/ui/progress.ts';
import type { BulkPerson } from './bulk-people.ts';
import { readPeople } from './bulk-people.ts';
import type { ListColumns } from './list-columns.ts';

export interface PeopleFile {
  readonly name: string;
  readonly people: readonly BulkPerson[];
  readonly columns: ListColumns;
}

/** Reads a selected list of people, in slices. */
export function usePeopleFile(without: readonly string[], fields: readonly Field[]) {
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
      const list = await readPeople(await chosen.text(), { without, fields, signal: own.signal, onProgress: (share) => progress.set(share) });
      if (!own.signal.aborted) setFile({ name, ...list });
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
