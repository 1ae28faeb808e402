import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#web/entities/error-text.ts';
import { toAppError } from '#web/services/app-error.ts';
import type { PasskeyFailure } from '#web/services/auth/passkeys.ts';
import { createPasskey, failureOf, mayTryAgain, PasskeyError } from '#web/services/auth/passkeys.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';

type State =
  | { step: 'initial' | 'pending' | 'resolved' }
  | { step: 'rejected'; reason: PasskeyFailure; words: string };

interface CreatePasskeyProps {
  onClose: () => void;
  onMade?: () => void;
}

const deviceName = (): string => /Windows|Macintosh|iPhone|iPad|Android|Linux/.exec(navigator.userAgent)?.[0] ?? 'Passkey';

/** Creates a passkey: introduction, the browser's prompt, then how to use it. */
export const CreatePasskey = ({ onClose, onMade }: CreatePasskeyProps) => {
  const { t } = useTranslation('account');
  const [state, setState] = useState<State>({ step: 'initial' });
  const make = async (): Promise<void> => {
    setState({ step: 'pending' });
    try {
      await createPasskey(deviceName());
      setState({ step: 'resolved' });
      onMade?.();
    } catch (error) {
      const reason = failureOf(error);
      const words = error instanceof PasskeyError ? t(mayTryAgain(reason) ? 'passkeys.failedRetry' : 'passkeys.failed') : errorText(toAppError(error).toInfo(), t('passkeys.failed'));
      setState({ step: 'rejected', reason, words });
    }
  };
  const retries = state.step === 'rejected' && mayTryAgain(state.reason);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t(state.step === 'resolved' ? 'passkeys.guideTitle' : 'passkeys.createTitle')}
      closeLabel={t('close')}
      footer={
        state.step === 'resolved' ? (
          <Button look="primary" onPress={onClose}>
            {t('done')}
          </Button>
        ) : (
          <>
            <Button onPress={onClose}>{t(state.step === 'rejected' && !retries ? 'cancel' : 'later')}</Button>
            {state.step === 'rejected' && !retries ? null : (
              <Button look="primary" isPending={state.step === 'pending'} onPress={() => void make()}>
                {t(retries ? 'tryAgain' : 'passkeys.create')}
              </Button>
            )}
          </>
        )
      }
    >
      {state.step === 'resolved' ? <p>{t('passkeys.guide')}</p> : <p>{t('passkeys.what')}</p>}
      {state.step === 'rejected' ? <Banner meaning="negative">{state.words}</Banner> : null}
    </Dialog>
  );
};
