import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import { errorText } from '#web/entities/error-text.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { toAppError } from '#web/services/app-error.ts';
import { onAvailability } from '#web/services/availability.ts';
import type { LocationProblem } from '#web/services/location.ts';
import { LocationError } from '#web/services/location.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ProgressBar } from '#web/ui/ProgressBar.tsx';
import type { SignProgress } from './sign-run.ts';
import { selectProgress } from './signing.selectors.ts';
import styles from './signing.module.scss';

interface FinishDialogProps {
  /** Whether everything needed is loaded. */
  isReady: boolean;
  /** Name of the signer. */
  signer: ReactNode;
  /** Rarely changed settings: the key and certificate. */
  advanced: (isBusy: boolean) => ReactNode;
  /** Whether a selection in the settings is required before signing. */
  needsAdvanced: boolean;
  /** Whether the sender requires the location of signing. */
  asksPlace?: boolean;
  run: (onProgress: (progress: SignProgress) => void) => Promise<void>;
  onClose: () => void;
}

const order = ['loading', 'preparing', 'enrolling', 'signing', 'timestamp', 'sending'] as const;

function shareOf({ step, number, total, share = 0.5 }: SignProgress): number {
  return (number - 1 + (order.indexOf(step) + share) / order.length) / total;
}

/** Whether the server is unavailable, rather than rejecting the request. */
function isAway(error: ErrorInfo): boolean {
  return ['unknown_network_error', 'service_unavailable', 'request_timeout_error', 'connection_interrupted'].includes(error.code);
}

interface Run {
  readonly progress: SignProgress | null;
  readonly error: ErrorInfo | null;
  /** Why the location is unknown. */
  readonly nowhere: LocationProblem | null;
  readonly sign: () => Promise<void>;
}

/** Runs the signing steps. While the server is unavailable, it waits and continues automatically. */
function useRun(run: FinishDialogProps['run']): Run {
  const [progress, setProgress] = useState<SignProgress | null>(null);
  const [error, setError] = useState<ErrorInfo | null>(null);
  const [nowhere, setNowhere] = useState<LocationProblem | null>(null);
  const sign = async (): Promise<void> => {
    setError(null);
    setNowhere(null);
    setProgress({ step: 'preparing', number: 1, total: 1 });
    try {
      await run(setProgress);
    } catch (failure) {
      console.error('Signing failed', failure);
      if (failure instanceof LocationError) setNowhere(failure.code);
      else setError(toAppError(failure).toInfo());
      setProgress(null);
    }
  };
  const again = useRef(sign);
  again.current = sign;
  const away = error !== null && isAway(error);
  useEffect(() => {
    if (!away) return undefined;
    return onAvailability((state) => {
      if (state === 'available') void again.current();
    });
  }, [away]);
  return { progress, error, nowhere, sign };
}

/** The final confirmation: a statement of consent and one button. */
export function FinishDialog({ asksPlace = false, isReady, signer, advanced, needsAdvanced, run, onClose }: FinishDialogProps) {
  const { t } = useTranslation('signing');
  const { total, done } = useSelector(selectProgress);
  const { progress, error, nowhere, sign } = useRun(run);
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
          <Button isDisabled={running} onPress={onClose}>
            {t('back')}
          </Button>
          <Button look="primary" size="large" autoFocus={isReady} isDisabled={!isReady} isPending={running} onPress={() => void sign()}>
            {error || nowhere ? t('tryAgain') : t('sign')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        {signer}
        <p>{t('finish.agree')}</p>
        {done < total ? <p className={styles.quiet}>{t('finish.empty', { count: total - done })}</p> : null}
        {asksPlace ? <p>{t('place.asked')}</p> : null}
        <details className={styles.advanced} open={needsAdvanced}>
          <summary>{t('finish.advanced')}</summary>
          {advanced(running)}
        </details>
        {progress ? (
          <ProgressBar label={t(`step.${progress.step}`, { number: progress.number, total: progress.total })} value={shareOf(progress)} />
        ) : null}
        {nowhere ? <Banner meaning="negative">{t(`place.${nowhere}`)}</Banner> : null}
        {error ? (
          <Banner meaning={away ? 'attention' : 'negative'}>
            <p>{away ? t('finish.away') : t('finish.failed')}</p>
            <p>{away ? t('finish.kept') : errorText(error)}</p>
          </Banner>
        ) : null}
      </div>
    </Dialog>
  );
}
