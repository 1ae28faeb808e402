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

/** Without storage the work lasts as long as the page: people must know it. */
function reportStorageFailure(failure: unknown): void {
  notifyError(errorText(new AppError('idb_request_error', { cause: failure }).toInfo()), { id: 'visitor-storage' });
}

/** The visitor's document and its fields stay in this browser. */
export function useVisitorAutosave(id: string): void {
  const edited = useAppSelector((state) => selectFile(state, id));
  const fields = edited?.history.present.fields;
  // What the document has itself need not be kept: it is there again when the document is opened.
  const touched = edited !== undefined && edited.version > 0;
  const [kept, setStored] = useState<readonly Field[] | null>(null);
  /** What is kept neither yet nor for sure once the page is gone. */
  const pending = useRef<readonly Field[] | null>(null);
  useLeavingNotice(touched && fields !== kept);
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
    // A telephone tells no more than that the page is out of sight.
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
}
