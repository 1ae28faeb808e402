import { useEffect, useRef, useState } from 'react';
import type { Field } from '#contract/entities/field.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAppSelector } from '#web/entities/store.ts';
import { selectFile } from '#web/features/editor/editor.selectors.ts';
import { AppError } from '#web/services/app-error.ts';
import { storeVisitorFields, storeVisitorFieldsNow, visitorFileStored } from '#web/services/visitor/visitor-files.service.ts';
import { notifyError } from '#web/ui/snackbar.ts';
import { useLeavingNotice } from '../shared/use-leaving-notice.ts';

const RESTED = 600;

/** Tells the person that nothing is stored, so that the document lasts only as long as the page. */
function reportStorageFailure(failure: unknown): void {
  notifyError(errorText(new AppError('idb_request_error', { cause: failure }).toInfo()), { id: 'visitor-storage' });
}

/** Autosaves the document of a visitor and its fields in this browser. Returns what stores a pending change at once. */
export function useVisitorAutosave(id: string): () => Promise<void> {
  const edited = useAppSelector((state) => selectFile(state, id));
  const fields = edited?.history.present.fields;
  // Unchanged fields come from the document and need not be stored.
  const touched = edited !== undefined && edited.version > 0;
  const [stored, setStored] = useState<readonly Field[] | null>(null);
  /** Fields whose write has not started or not finished. */
  const pending = useRef<readonly Field[] | null>(null);
  useLeavingNotice(touched && fields !== stored);
  useEffect(() => {
    visitorFileStored(id).catch(reportStorageFailure);
  }, [id]);
  useEffect(() => {
    if (!fields || !touched) return undefined;
    pending.current = fields;
    const keep = (): void => {
      storeVisitorFields(id, fields).then(() => {
        setStored(fields);
        if (pending.current === fields) pending.current = null;
      }, reportStorageFailure);
    };
    const timer = setTimeout(keep, RESTED);
    return () => clearTimeout(timer);
  }, [id, fields, touched]);
  useEffect(() => {
    const leave = (): void => {
      const { current: last } = pending;
      if (!last) return;
      pending.current = null;
      storeVisitorFieldsNow(id, last).then(() => setStored(last), reportStorageFailure);
    };
    // Phones only report `visibilitychange`.
    const hide = (): void => {
      if (document.visibilityState === 'hidden') leave();
    };
    window.addEventListener('beforeunload', leave);
    document.addEventListener('visibilitychange', hide);
    return () => {
      window.removeEventListener('beforeunload', leave);
      document.removeEventListener('visibilitychange', hide);
      leave();
    };
  }, [id]);
  return async () => {
    const { current: last } = pending;
    if (!last) return;
    pending.current = null;
    try {
      await storeVisitorFields(id, last);
      setStored(last);
    } catch (error) {
      reportStorageFailure(error);
    }
  };
}
