import type { TFunction } from 'i18next';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import { errors } from '#contract/errors.ts';
import { errorText } from '#web/entities/error-text.ts';
import type { RootState } from '#web/entities/store.ts';
import { startListening, useAppDispatch } from '#web/entities/store.ts';
import type { Upload } from '#web/entities/uploads/uploads.slice.ts';
import { additionFinished, selectAddition, selectUploads, uploadDismissed } from '#web/entities/uploads/uploads.slice.ts';
import { dismissNotice, notifyError } from '#web/ui/snackbar.ts';
import { pathAfter } from './upload-target.ts';

/** Number of failed files that a notice names before it counts the rest (document 3 §8.3). */
const NAMED = 2;

/** Whether the server or the connection failed. Rejections by the rules or the core are shown beside the file only. */
const isOfServer = ({ error }: Upload): boolean =>
  error !== null && error.code !== 'permission_denied' && errors[error.code].kind !== 'document';

const ownUploads = (state: RootState, additionId: string) => selectUploads(state).filter((each) => each.additionId === additionId);

const sayFailures = (failed: readonly Upload[], id: string, t: TFunction<'upload'>): void => {
  if (failed.length === 0) return;
  const names = failed.slice(0, NAMED).map((each) => each.title).join(', ');
  const rest = failed.length - NAMED;
  const words = rest > 0 ? t('notice.more', { names, count: rest }) : t('notice.some', { names });
  notifyError(words, { id, action: { text: t('notice.confirm'), run: () => undefined } });
};

/** After an addition: navigates to the files, reports failures, and removes finished rows. */
export const useAfterUpload = (): void => {
  const { t } = useTranslation('upload');
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const now = useRef({ pathname, search, navigate, t });
  now.current = { pathname, search, navigate, t };

  useEffect(
    () =>
      startListening({
        actionCreator: additionFinished,
        effect: ({ payload }, { getState }) => {
          const addition = selectAddition(getState(), payload.id);
          if (!addition) return;
          const own = ownUploads(getState(), payload.id);
          // Removes the notice of an earlier attempt, which is out of date.
          dismissNotice(payload.id);
          const done = own.filter((each) => each.status === 'done');
          if (payload.error) notifyError(errorText(payload.error, now.current.t('failed')), { id: payload.id });
          else sayFailures(own.filter(isOfServer), payload.id, now.current.t);
          for (const { id, warning } of done) if (!warning) dispatch(uploadDismissed(id));
          const added = { fileIds: done.flatMap((each) => each.fileId ?? []), unitId: payload.unitId };
          const next = payload.error ? null : pathAfter(now.current.pathname, addition.target, added, now.current.search);
          if (next) void now.current.navigate(next);
        },
      }),
    [dispatch],
  );
};
