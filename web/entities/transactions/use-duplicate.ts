import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { fillPath, routes } from '#contract/routes.ts';
import { newObjectId } from '#web/services/object-id.ts';
import { errorText } from '../error-text.ts';
import { useAppDispatch } from '../store.ts';
import { duplicateTransaction } from './transactions.requests.ts';

/** Makes a draft like a transaction and opens it; `onFailed` gets the reason as a sentence. An attempt after a failure makes the same draft, not a second one. */
export function useDuplicate(onFailed: (text: string) => void): (id: string) => Promise<void> {
  const { t } = useTranslation('lists');
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const attempts = useRef(new Map<string, string>());
  return useCallback(async (id) => {
    const as = attempts.current.get(id) ?? newObjectId();
    attempts.current.set(id, as);
    const result = await dispatch(duplicateTransaction({ id, as }));
    if (duplicateTransaction.rejected.match(result)) return onFailed(result.payload ? errorText(result.payload, t('duplicate.failed')) : t('duplicate.failed'));
    attempts.current.delete(id);
    await navigate(fillPath(routes.transactionCreate, { id: as }));
  }, [dispatch, navigate, onFailed, t]);
}
