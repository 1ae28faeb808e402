import { useEffect } from 'react';
import { errorText } from '#web/entities/error-text.ts';
import { useAppSelector } from '#web/entities/store.ts';
import { selectFile } from '#web/features/editor/editor.selectors.ts';
import { AppError } from '#web/services/app-error.ts';
import { keepVisitorFields, visitorFileKept } from '#web/services/visitor/visitor-files.service.ts';
import { notifyError } from '#web/ui/snackbar.ts';

const RESTED = 600;

/** Without storage the work lasts as long as the page: people must know it. */
function sayNotKept(failure: unknown): void {
  notifyError(errorText(new AppError('idb_request_error', { cause: failure }).toInfo()), { id: 'visitor-storage' });
}

/** The visitor's document and its fields stay in this browser. */
export function useVisitorKeeping(id: string): void {
  const edited = useAppSelector((state) => selectFile(state, id));
  const fields = edited?.history.present;
  // What the document has itself need not be kept: it is there again when the document is opened.
  const touched = edited !== undefined && edited.version > 0;
  useEffect(() => {
    visitorFileKept(id).catch(sayNotKept);
  }, [id]);
  useEffect(() => {
    if (!fields || !touched) return undefined;
    const timer = setTimeout(() => void keepVisitorFields(id, fields).catch(sayNotKept), RESTED);
    return () => clearTimeout(timer);
  }, [id, fields, touched]);
}
