import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { errorText } from '#web/entities/error-text.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { AppError, toAppError } from '#web/services/app-error.ts';
import { onServiceReturned } from '#web/services/availability.ts';
import { forgetLocation, LocationError, locationState, onLocationState } from '#web/services/location.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ProgressBar } from '#web/ui/ProgressBar.tsx';
import { isAway } from './is-away.ts';
import type { ShownProgress, SignProgress, SignRun } from './sign-progress.ts';
import { shownAfter } from './sign-progress.ts';
import { selectProgress, selectSigningFiles } from './signing.selectors.ts';
import styles from './signing.module.scss';

interface FinishDialogProps {
  /** Whether everything needed is loaded. */
  isReady: boolean;
  /** Name of the signer. */
  signer: ReactNode;
  /** What is to be attached before. */
  attachments?: (isBusy: boolean) => ReactNode;
  /** Whether something required is not attached. */
  lacksAttachment?: boolean;
  /** Rarely changed settings: the key and certificate. */
  advanced: (isBusy: boolean) => ReactNode;
  /** Whether a selection in the settings is required before signing. */
  needsAdvanced: boolean;
  /** What else is to be known of what is signed. */
  note?: string | null;
  /** Whether the sender requires the location of signing. */
  asksPlace?: boolean;
  run: (run: SignRun) => Promise<void>;
  /** Whether to sign at once, because the person had agreed before and the server was away. */
  continues?: boolean;
  /** Called when it does. It does so once: whoever goes back has not agreed any more. */
  onContinued?: () => void;
  /** Whether the signing goes on after this window was closed. */
  mayClose?: boolean;
  /** Somebody else who may sign on this device while the server is away. */
  next?: { readonly name: string; readonly onHandOver: () => void } | null;
  /** Called when the signing failed for another reason than that the server is away. */
  onFailed?: () => void;
  onClose: () => void;
}

const reasonOf = ({ code, details }: ErrorInfo): string | undefined => (code === 'conflict' ? (details as { reason?: string } | undefined)?.reason : undefined);

/** Whether another recipient's signature of the same document waits for its time stamp. */
const isBehind = (error: ErrorInfo): boolean => reasonOf(error) === 'waiting';

/** Whether others have signed meanwhile, and this person is asked for other fields since. */
const showsFieldsAnew = (error: ErrorInfo | null): boolean => error !== null && reasonOf(error) === 'fields';

interface Run {
  readonly progress: ShownProgress | null;
  readonly error: ErrorInfo | null;
  readonly sign: () => Promise<void>;
  /** Ends the signing while a document is loading; null where it can't be ended any more. */
  readonly cancel: (() => void) | null;
  /** Set while the person is asked whether their key signs again. */
  readonly again: Again | null;
}

interface Again {
  readonly agree: () => void;
  readonly refuse: () => void;
}

/** Runs the signing steps. While the server is unavailable, it waits and continues automatically. */
function useRun({ run, onFailed }: Pick<FinishDialogProps, 'run' | 'onFailed'>, documents: number): Run {
  const [progress, setProgress] = useState<ShownProgress | null>(null);
  const [error, setError] = useState<ErrorInfo | null>(null);
  const [again, setAgain] = useState<Again | null>(null);
  const stop = useRef(new AbortController());
  const onSignAgain = (): Promise<void> =>
    new Promise<void>((resolve, reject) => setAgain({ agree: resolve, refuse: () => reject(new AppError('process_canceled')) })).finally(() => setAgain(null));
  const sign = async (): Promise<void> => {
    const { signal } = (stop.current = new AbortController());
    setError(null);
    // Steps that run beside one that failed may still report.
    let isOver = false;
    const report = (next: SignProgress): void => {
      if (!isOver) setProgress((before) => shownAfter(before, next));
    };
    report({ step: 'loading', number: 1, total: Math.max(documents, 1), share: 0 });
    try {
      await run({ onProgress: report, signal, onSignAgain });
    } catch (failure) {
      isOver = true;
      setProgress(null);
      if (!isAway(toAppError(failure).toInfo())) onFailed?.();
      if (signal.aborted || toAppError(failure).code === 'process_canceled') return;
      console.error('Signing failed', failure);
      // The dialog shows the state of the location.
      if (!(failure instanceof LocationError)) setError(toAppError(failure).toInfo());
    }
  };
  const latest = useRef(sign);
  latest.current = sign;
  const away = error !== null && isAway(error);
  useEffect(() => {
    if (!away) return undefined;
    return onServiceReturned(() => void latest.current());
  }, [away]);
  // Whoever leaves the page while documents are loading does not sign them.
  useEffect(() => () => stop.current.abort(), []);
  const cancel = progress?.step === 'loading' ? () => stop.current.abort() : null;
  return { progress, error, sign, cancel, again };
}

/** The final confirmation: a statement of consent and one button. */
export function FinishDialog({ note = null, asksPlace = false, isReady, signer, attachments, lacksAttachment = false, advanced, needsAdvanced, run, continues = false, onContinued, mayClose = false, next = null, onFailed, onClose }: FinishDialogProps) {
  const { t } = useTranslation('signing');
  const { total, done } = useSelector(selectProgress);
  const { progress, error, sign, cancel, again } = useRun({ run, ...(onFailed ? { onFailed } : {}) }, useSelector(selectSigningFiles).length);
  const begin = useRef(() => (onContinued?.(), void sign()));
  const goesOn = continues && isReady && !lacksAttachment;
  useEffect(() => {
    if (goesOn) begin.current();
  }, [goesOn]);
  const place = useSyncExternalStore(onLocationState, locationState);
  const nowhere = place === 'denied' || place === 'error' ? place : null;
  useEffect(() => forgetLocation, []);
  const running = progress !== null;
  const away = error !== null && isAway(error);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('finish.title')}
      isDismissable={false}
      {...(running ? {} : { closeLabel: t('close') })}
      footer={
        <>
          <Button isDisabled={running && !cancel && !again} onPress={again?.refuse ?? cancel ?? onClose}>
            {again || cancel ? t('finish.cancel') : t('back')}
          </Button>
          {away && next ? <Button onPress={next.onHandOver}>{t('together.next', { name: next.name })}</Button> : null}
          {showsFieldsAnew(error) ? (
            <Button look="primary" size="large" onPress={onClose}>
              {t('finish.look')}
            </Button>
          ) : (
            <Button look="primary" size="large" autoFocus={isReady && !lacksAttachment} isDisabled={!isReady || lacksAttachment} isPending={running && !again} onPress={again?.agree ?? (() => void sign())}>
              {again ? t('finish.signAgain') : error || nowhere ? t('tryAgain') : t('sign')}
            </Button>
          )}
        </>
      }
    >
      <div className={styles.form}>
        {signer}
        {attachments?.(running)}
        {lacksAttachment ? <p>{t('attachments.missing')}</p> : null}
        <p>{t('finish.agree')}</p>
        {note ? <p>{note}</p> : null}
        {done < total ? <p className={styles.quiet}>{t('finish.empty', { count: total - done })}</p> : null}
        {asksPlace ? <p>{t('place.request')}</p> : null}
        {/* Mounted before its text, so that a screen reader says it. */}
        {asksPlace ? <p role="status">{place === 'pending' || place === 'found' ? t(`place.${place}`) : null}</p> : null}
        <details className={styles.advanced} open={needsAdvanced}>
          <summary>{t('finish.advanced')}</summary>
          {advanced(running)}
        </details>
        {again ? <Banner meaning="attention">{t('finish.again')}</Banner> : null}
        {progress && !again ? (
          <ProgressBar label={t(`step.${progress.step}`, { number: progress.number, total: progress.total })} value={progress.whole} />
        ) : null}
        {asksPlace && nowhere ? <Banner meaning="negative">{t(`place.${nowhere}`)}</Banner> : null}
        {error ? (
          <Banner meaning={away ? 'attention' : 'negative'}>
            <p>{away ? t('finish.away') : t('finish.failed')}</p>
            <p>{away ? t('finish.saved') : isBehind(error) ? t('finish.behind') : showsFieldsAnew(error) ? t('finish.changed') : errorText(error)}</p>
            {away && mayClose ? <p>{t('finish.mayClose')}</p> : null}
            {away && next ? <p>{t('together.offer', { name: next.name })}</p> : null}
          </Banner>
        ) : null}
      </div>
    </Dialog>
  );
}
