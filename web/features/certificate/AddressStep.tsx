import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { timing } from '#contract/limits/timing.ts';
import type { Profile } from '#contract/entities/profile.ts';
import { routes } from '#contract/routes.ts';
import { errorText } from '#web/entities/error-text.ts';
import { fetchProfile } from '#web/entities/profile/profile.requests.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { call } from '#web/services/api/call.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import styles from './certificate.module.scss';

interface AddressStepProps {
  profile: Pick<Profile, 'email' | 'emailVerified' | 'phone' | 'phoneVerified'>;
  onProven: () => void;
  onBack: () => void;
}

/** Verifies the e-mail address for the certificate. */
export function AddressStep({ profile, onProven, onBack }: AddressStepProps) {
  const { t } = useTranslation('certificate');
  const { email, emailVerified } = profile;
  const phone = email === null && profile.phoneVerified ? profile.phone : null;
  const isProven = email === null ? phone !== null : emailVerified;
  const act = useAsyncAction();
  const [sent, setSent] = useState(false);
  const [late, setLate] = useState(false);
  useProfileWatch(sent && !emailVerified);
  const send = async (): Promise<void> => {
    const callback = new URL(routes.verify, window.location.origin).href;
    setSent(await act.run(async () => setLate((await call('auth.sendVerificationEmail', { body: { callback } })).late)));
  };
  return (
    <>
      <p>{email === null && phone === null ? t('email.none') : t('email.text', { email: email ?? phone })}</p>
      {email !== null && !emailVerified ? <p>{t(sent && !late ? 'email.waiting' : 'email.unproven')}</p> : null}
      {sent && late && !emailVerified ? <Banner meaning="attention">{t('email.late')}</Banner> : null}
      {act.error ? <Banner meaning="negative">{errorText(act.error)}</Banner> : null}
      <div className={styles.actions}>
        <Button onPress={onBack}>{t('back')}</Button>
        {email === null || isProven ? (
          <Button look="primary" isDisabled={!isProven} onPress={onProven}>
            {t('next')}
          </Button>
        ) : (
          <Button look="primary" isPending={act.busy} onPress={() => void send()}>
            {t(sent ? 'email.again' : 'email.send')}
          </Button>
        )}
      </div>
    </>
  );
}

/** Polls the profile for the verified address, since the link may be opened on another device. */
function useProfileWatch(active: boolean): void {
  const dispatch = useAppDispatch();
  useEffect(() => {
    if (!active) return undefined;
    const timer = setInterval(() => void dispatch(fetchProfile()), timing.identityPoll);
    return () => clearInterval(timer);
  }, [dispatch, active]);
}
