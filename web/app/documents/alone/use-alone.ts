import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { FileMeta } from '#contract/entities/file.ts';
import type { Profile } from '#contract/entities/profile.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { mayUse } from '#contract/permissions/plan.permissions.ts';
import { fillPath, routes } from '#contract/routes.ts';
import { useDeployment } from '#web/entities/deployment/use-deployment.ts';
import { dayFormOf } from '#web/entities/field/day-forms.ts';
import { usePlanFlags } from '#web/entities/plan/use-plan-flags.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { send, shareOf } from '#web/features/sending/send.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { toAppError } from '#web/services/app-error.ts';
import { formatLocale } from '#web/services/i18n/languages.ts';
import { unplacedState } from '../editor/unplaced.ts';
import { prepareAlone } from './prepare-alone.ts';

/** What finding the fields takes of the whole. */
const FINDING = 0.5;

interface AloneState {
  /** 0 to 1. */
  readonly share: number;
  /** Whether fields are still being found, so that the person can go to the editor instead. */
  readonly isFinding: boolean;
  readonly error: ErrorInfo | null;
  readonly retry: () => void;
  /** Goes on in the editor. */
  readonly edit: () => void;
}

interface AloneProps {
  transaction: Transaction;
  profile: Profile;
  files: readonly FileMeta[];
  /** Whether all documents are known. */
  complete: boolean;
}

/** Prepares the draft while the screen is open, and starts it. The page of the request then shows the signing. */
export function useAlone({ transaction, profile, files, complete }: AloneProps): AloneState {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { i18n } = useTranslation();
  const allowPhoneCapture = useDeployment()?.allowPhoneCapture ?? true;
  const plan = usePlanFlags(transaction);
  const [state, setState] = useState({ share: 0, isFinding: true, error: null as ErrorInfo | null });
  const [attempt, setAttempt] = useState(0);
  const edit = (isUnplaced = false): void => void navigate(fillPath(routes.transactionCreate, { id: transaction.id }), { replace: true, ...(isUnplaced && { state: unplacedState }) });

  const prepare = async (signal: AbortSignal): Promise<void> => {
    const prepared = await prepareAlone({
      transaction, profile, files, dispatch, signal, allowPhoneCapture,
      includes: (feature) => mayUse(feature, plan, { fields: [] }),
      dayForm: dayFormOf(formatLocale(i18n.language)),
      onProgress: (share) => !signal.aborted && setState({ share: share * FINDING, isFinding: true, error: null }),
    });
    if (signal.aborted) return;
    if (!prepared.isReady) return edit(!prepared.isPlaced);
    const onProgress = (share: number): void => setState({ share: FINDING + share * (1 - FINDING), isFinding: false, error: null });
    const outcome = await send({ ...prepared, dispatch, saveFields: () => Promise.resolve(true), onProgress: (progress) => onProgress(shareOf(progress)) });
    if (!outcome.ok) throw outcome.error;
  };
  const latest = useRef(prepare);
  latest.current = prepare;

  useEffect(() => {
    if (!complete) return undefined;
    const left = new AbortController();
    setState({ share: 0, isFinding: true, error: null });
    latest.current(left.signal).catch((error: unknown) => {
      if (!left.signal.aborted) setState((known) => ({ ...known, isFinding: false, error: toAppError(error).toInfo() }));
    });
    return () => left.abort();
  }, [complete, attempt]);
  return { ...state, retry: () => setAttempt((old) => old + 1), edit: () => edit() };
}
