import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useStore } from 'react-redux';
import type { Field } from '#contract/entities/field.ts';
import { counts } from '#contract/limits/counts.ts';
import type { Feature } from '#contract/permissions/plan.permissions.ts';
import { detectedField } from '#web/entities/field/detected-field.ts';
import { formChecked } from '#web/entities/files/files.slice.ts';
import { fieldInPlan } from '#web/entities/plan/fields-in-plan.ts';
import { selectUserId } from '#web/entities/session/session.slice.ts';
import type { AppDispatch } from '#web/entities/store.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import type { EditorRoot } from '#web/features/editor/editor.selectors.ts';
import { selectPhoneCapture } from '#web/features/editor/editor.selectors.ts';
import { editorActions } from '#web/features/editor/editor.slice.ts';
import { toAppError } from '#web/services/app-error.ts';
import { isFormOf } from '#web/services/documents/form-check.service.ts';
import type { DetectedDocument } from '#web/services/engine/core/detected-fields.service.ts';
import { storeDetected, readDetected } from '#web/services/engine/core/detected-fields.service.ts';
import { detectFields } from '#web/services/engine/core/detection.service.ts';
import type { Progress } from '#web/ui/progress.ts';
import { makeProgress } from '#web/ui/progress.ts';
import type { DocumentState } from '../shared/use-open-document.ts';

export interface Detection {
  readonly running: boolean;
  readonly progress: Progress;
  readonly start: () => void;
  readonly stop: () => void;
}

interface Search {
  readonly document: DetectedDocument;
  readonly body: Blob;
  readonly password: string | undefined;
  readonly pages: number;
  readonly signal: AbortSignal;
  readonly progress: Progress;
  readonly dispatch: AppDispatch;
  /** Plan features, once known. */
  readonly includes: (feature: Feature) => boolean;
  readonly allowPhoneCapture: boolean;
}

/** Proposes cached fields; returns the pages that are done. */
async function recall({ document, signal, dispatch, includes, allowPhoneCapture }: Search, found: Field[]): Promise<Set<number>> {
  const pages = new Set<number>();
  try {
    for await (const { fields, detectedPages } of readDetected(document)) {
      if (signal.aborted) break;
      for (const page of detectedPages) pages.add(page);
      found.push(...fields);
      if (fields.length > 0) dispatch(editorActions.fieldsDetected({ id: document.fileId, fields: fields.map((field) => fieldInPlan(detectedField(field, field.page, allowPhoneCapture), includes)) }));
    }
  } catch (error) {
    console.warn('What was found before can\'t be read', toAppError(error).code);
  }
  return pages;
}

/** Continues the detection; proposes and caches fields page by page. */
async function search(request: Search): Promise<void> {
  const { document, body, password, pages, signal, progress, dispatch, includes } = request;
  const id = document.fileId;
  const all: Field[] = [];
  const done = await recall(request, all);
  await detectFields(body, {
    ...(password ? { password } : {}),
    signal,
    done,
    onPage: (page, found, { done: count, total }) => {
      const proposals = found.map((field) => detectedField(field, page, request.allowPhoneCapture));
      all.push(...proposals);
      if (proposals.length > 0) dispatch(editorActions.fieldsDetected({ id, fields: proposals.map((field) => fieldInPlan(field, includes)) }));
      progress.set(count / total);
      storeDetected(document, page, proposals).catch((error: unknown) => console.warn('What was found is not kept', toAppError(error).code));
    },
  });
  if (signal.aborted) return;
  // Long documents are never forms, so their fields are not sent to the core for the check.
  const isForm = pages <= counts.formPages && (await isFormOf(all, pages));
  dispatch(formChecked({ id, isForm }));
}

/** Field detection: automatic for likely forms, otherwise on request. */
export function useDetection(fileId: string, opened: DocumentState, automatic: boolean, includes: (feature: Feature) => boolean): Detection {
  const dispatch = useAppDispatch();
  const userId = useAppSelector(selectUserId);
  const [running, setRunning] = useState(false);
  const progress = useMemo(makeProgress, []);
  const controller = useRef<AbortController | null>(null);
  const { body, password, pages } = openedParts(opened);
  const store = useStore<EditorRoot>();

  const stop = useCallback(() => {
    controller.current?.abort();
    controller.current = null;
    progress.set(null);
    setRunning(false);
    dispatch(editorActions.lookingChanged(false));
  }, [progress, dispatch]);

  const start = useCallback(() => {
    if (!body) return;
    controller.current?.abort();
    const own = new AbortController();
    controller.current = own;
    progress.set(0);
    setRunning(true);
    dispatch(editorActions.lookingChanged(true));
    search({ document: { fileId, userId, bytes: body.size }, body, password, pages, signal: own.signal, progress, dispatch, includes, allowPhoneCapture: selectPhoneCapture(store.getState()) })
      .catch((error: unknown) => console.warn('Fields could not be looked for', toAppError(error).code))
      .finally(() => {
        if (controller.current === own) stop();
      });
  }, [body, password, pages, fileId, userId, progress, dispatch, includes, store, stop]);

  // Long documents are seldom forms, so detection starts on request only.
  const wanted = automatic && pages < counts.formPages;
  useEffect(() => {
    if (wanted) start();
  }, [wanted, start]);
  useEffect(() => stop, [stop, body]);
  return { running, progress, start, stop };
}

function openedParts(opened: DocumentState) {
  return opened.status === 'open'
    ? { body: opened.body, password: opened.password, pages: opened.set.pages.length }
    : { body: null, password: undefined, pages: 0 };
}
