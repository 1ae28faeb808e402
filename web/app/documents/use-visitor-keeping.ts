import { useEffect } from 'react';
import { errorText } from '#web/entities/error-text.ts';
import { useAppSelector } from '#web/entities/store.ts';
import { selectFieldsOf } from '#web/features/editor/editor.selectors.ts';
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
  const fields = useAppSelector((state) => selectFieldsOf(state, id));
  useEffect(() => {
    visitorFileKept(id).catch(sayNotKept);
  }, [id]);
  useEffect(() => {
    if (fields.length === 0) return undefined;
    const timer = setTimeout(() => void keepVisitorFields(id, fields).catch(sayNotKept), RESTED);
    return () => clearTimeout(timer);
  }, [id, fields]);
}
