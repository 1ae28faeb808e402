import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { fillPath, routes } from '#contract/routes.ts';
import { newObjectId } from '#web/services/object-id.ts';
import { errorText } from '../error-text.ts';
import { useAppDispatch } from '../store.ts';
import { duplicateTransaction } from './transactions.requests.ts';

interface NoticeOptions {
  id: string;
  duration?: number;
  action?: { text: string; run(): void };
}

/** The snackbar, which entities don't know. It must stay the same between renders. */
interface Notices {
  notify(text: string, options: NoticeOptions): void;
  notifyError(text: string, options: NoticeOptions): void;
  dismissNotice(id: string): void;
}

/** Saves what the person has changed; false if that failed, which the person is told. */
export type SaveFirst = () => Promise<boolean>;

/** Ids of the drafts to be made, by the id of the original. An attempt after a failure makes the same draft, not a second one. */
const useAttempts = () => {
  const ids = useRef(new Map<string, string>());
  const idFor = useCallback((original: string): string => {
    const id = ids.current.get(original) ?? newObjectId();
    ids.current.set(original, id);
    return id;
  }, []);
  const forget = useCallback((original: string): void => void ids.current.delete(original), []);
  return { idFor, forget };
};

/** Runs the work unless the same is running already. */
const useOneAtATime = () => {
  const running = useRef(new Set<string>());
  return useCallback(async (key: string, work: () => Promise<void>): Promise<void> => {
    if (running.current.has(key)) return;
    running.current.add(key);
    await work().finally(() => running.current.delete(key));
  }, []);
};

/** Makes a draft like a transaction and opens it. Whoever has gone elsewhere meanwhile is offered it instead. */
export function useDuplicate({ notify, notifyError, dismissNotice }: Notices): (id: string, saveFirst?: SaveFirst) => Promise<void> {
  const { t } = useTranslation('lists');
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const oneAtATime = useOneAtATime();
  const { idFor, forget } = useAttempts();
  return useCallback((id, saveFirst) => oneAtATime(id, async () => {
    const [as, start, running] = [idFor(id), window.location.pathname, `duplicating-${id}`];
    const open = async (): Promise<void> => navigate(fillPath(routes.transactionCreate, { id: as }));
    if (saveFirst && !(await saveFirst())) return;
    notify(t('duplicate.running'), { id: running, duration: Infinity });
    const result = await dispatch(duplicateTransaction({ id, as }));
    dismissNotice(running);
    if (duplicateTransaction.rejected.match(result)) {
      // The id may be that of something else, which no further attempt would change.
      if (result.payload?.code === 'conflict') forget(id);
      return notifyError(result.payload ? errorText(result.payload, t('duplicate.failed')) : t('duplicate.failed'), { id: `not-duplicated-${id}` });
    }
    forget(id);
    if (window.location.pathname === start) await open();
    else notify(t('duplicate.done'), { id: `duplicated-${id}`, action: { text: t('act.open'), run: () => void open() } });
  }), [dispatch, dismissNotice, forget, idFor, navigate, notify, notifyError, oneAtATime, t]);
}
