import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { errorText } from '#web/entities/error-text.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { toAppError } from '#web/services/app-error.ts';
import { onAvailability } from '#web/services/availability.ts';
import type { LocationProblem } from '#web/services/location.ts';
import { LocationError } from '#web/services/location.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ProgressBar } from '#web/ui/ProgressBar.tsx';
import type { SignProgress } from './sign-run.ts';
import { selectConsented } from './signing.selectors.ts';
import { signingActions } from './signing.slice.ts';
import styles from './signing.module.scss';

interface FinishDialogProps {
  /** How the signature comes about. */
  text: string;
  /** Whether everything is there that it needs. */
  isReady: boolean;
  /** What is chosen before: with which certificate. */
  children: (isBusy: boolean) => ReactNode;
  /** What is agreed to, beside the box. */
  consent: string;
  /** The sender wants to know where people sign. */
  asksPlace?: boolean;
  run: (onProgress: (progress: SignProgress) => void) => Promise<void>;
  onConsent?: () => void;
  onClose: () => void;
}

const order = ['preparing', 'enrolling', 'signing', 'sending'] as const;

function shareOf({ step, number, total }: SignProgress): number {
  return (number - 1 + (order.indexOf(step) + 0.5) / order.length) / total;
}

/** The server is away rather than of another opinion. */
function isAway(error: ErrorInfo): boolean {
  return ['unknown_network_error', 'service_unavailable', 'request_timeout_error', 'connection_interrupted'].includes(error.code);
}

/** Agreement, then the signing in its steps. When the server is away it waits and goes on by itself. */
export function FinishDialog({ text, consent, asksPlace = false, isReady, children, run, onConsent, onClose }: FinishDialogProps) {
  const { t } = useTranslation('signing');
  const dispatch = useDispatch();
  const consented = useSelector(selectConsented);
  const [progress, setProgress] = useState<SignProgress | null>(null);
  const [error, setError] = useState<ErrorInfo | null>(null);
  const [nowhere, setNowhere] = useState<LocationProblem | null>(null);
  const [tried, setTried] = useState(false);
  const running = progress !== null;
  const away = error !== null && isAway(error);

  const sign = async (): Promise<void> => {
    setTried(true);
    if (!consented) return;
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
  useEffect(() => {
    if (!away) return undefined;
    return onAvailability((state) => {
      if (state === 'available') void again.current();
    });
  }, [away]);

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
          <Button look="primary" size="large" isDisabled={!isReady} isPending={running} onPress={() => void sign()}>
            {error || nowhere ? t('tryAgain') : t('sign')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <p>{text}</p>
        {children(running)}
        {asksPlace ? <p>{t('place.asked')}</p> : null}
        <Checkbox
          isSelected={consented}
          isDisabled={running}
          isInvalid={tried && !consented}
          onChange={(on) => {
            dispatch(signingActions.consentGiven(on));
            if (on) onConsent?.();
          }}
        >
          {consent}
        </Checkbox>
        {tried && !consented ? (
          <p className={styles.padProblem} role="alert">
            {t('finish.consentMissing')}
          </p>
        ) : null}
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
