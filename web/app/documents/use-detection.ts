import { useCallback, useEffect, useRef, useState } from 'react';
import { nanoid } from '@reduxjs/toolkit';
import type { Field } from '#contract/entities/field.ts';
import { counts } from '#contract/limits.ts';
import { fromCore } from '#web/entities/field/file-fields.ts';
import { formChecked } from '#web/entities/files/files.slice.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { editorActions } from '#web/features/editor/editor.slice.ts';
import { toAppError } from '#web/services/app-error.ts';
import { detectFields } from '#web/services/engine/detection.service.ts';
import { isFormOf } from '#web/services/documents/form-check.service.ts';
import type { Opened } from './use-opened.ts';

export interface Detection {
  /** 0 to 1 while pages are looked through, otherwise null. */
  readonly progress: number | null;
  readonly start: () => void;
  readonly stop: () => void;
}

/** Looks for fields in a document; what is found becomes proposals, page by page. */
export function useDetection(fileId: string, opened: Opened, automatic: boolean): Detection {
  const dispatch = useAppDispatch();
  const [progress, setProgress] = useState<number | null>(null);
  const running = useRef<AbortController | null>(null);
  const body = opened.status === 'open' ? opened.body : null;
  const pages = opened.status === 'open' ? opened.set.pages.length : 0;
  const password = opened.status === 'open' ? opened.password : undefined;

  const stop = useCallback(() => {
    running.current?.abort();
    running.current = null;
    setProgress(null);
  }, []);

  const start = useCallback(() => {
    if (!body) return;
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    const { signal } = controller;
    setProgress(0);
    const all: Field[] = [];
    const found = detectFields(body, {
      ...(password ? { password } : {}),
      signal,
      onPage: (page, fields) => {
        all.push(...fields);
        const proposals = fields.map((field) => ({ ...fromCore({ ...field, page }, nanoid()), detected: true, pdfFieldId: null }));
        if (proposals.length > 0) dispatch(editorActions.fieldsDetected({ id: fileId, fields: proposals }));
      },
      onProgress: ({ done, total }) => setProgress(done / total),
    });
    found
      .then(async () => {
        if (signal.aborted) return;
        const isForm = await isFormOf(all, pages);
        dispatch(formChecked({ id: fileId, isForm }));
      })
      .catch((error: unknown) => console.warn('Fields could not be looked for', toAppError(error).code))
      .finally(() => {
        if (running.current === controller) stop();
      });
  }, [body, password, fileId, pages, dispatch, stop]);

  // Long documents are seldom forms; there people ask for it.
  const wanted = automatic && pages < counts.formPages;
  useEffect(() => {
    if (wanted) start();
  }, [wanted, start]);
  useEffect(() => stop, [stop, body]);
  return { progress, start, stop };
}
