import { Cookie } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { acceptCookies } from '#web/entities/profile/profile.requests.ts';
import { selectProfile } from '#web/entities/profile/profile.slice.ts';
import { selectIsSignedIn } from '#web/entities/session/session.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { asksForCookies, collectsErrors, collectsUsage, setsCookies } from '#web/services/config.ts';
import { storeConsent, storedConsent, type Consent } from '#web/services/consent-cookie.ts';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './CookieConsent.module.scss';

/**
 * Whether to ask for consent: signed-in people until their profile has it, visitors until this browser has it. A refusal
 * in this browser is final.
 */
const useNeedsConsent = (): boolean => {
  const profile = useAppSelector(selectProfile);
  const signedIn = useAppSelector(selectIsSignedIn);
  const stored = storedConsent();
  if (!asksForCookies() || stored === 'no') return false;
  if (signedIn) return profile !== null && profile.attributes.cookiesConsentDate === null;
  return stored === null && !new URLSearchParams(window.location.search).has('code');
};

/**
 * Asks about optional cookies; both answers are equally prominent. In signing and editing flows it is placed above the
 * content instead of covering it.
 */
const CookieConsent = ({ isAllowed, inFlow }: { isAllowed: boolean; inFlow: boolean }) => {
  const { t } = useTranslation('profile');
  const dispatch = useAppDispatch();
  const signedIn = useAppSelector(selectIsSignedIn);
  const isNeeded = useNeedsConsent();
  const [answered, setAnswered] = useState(false);
  if (!isAllowed || !isNeeded || answered) return null;

  const answer = (consent: Consent): void => {
    storeConsent(consent);
    setAnswered(true);
    if (signedIn && consent === 'yes') void dispatch(acceptCookies());
  };
  return (
    <section role="dialog" aria-labelledby="cookie-title" className={classNames(styles.consent, inFlow && styles.inFlow)}>
      <Icon of={Cookie} />
      <div className={styles.words}>
        <h2 id="cookie-title" className={styles.title}>
          {t('cookies.title')}
        </h2>
        {setsCookies() ? <p>{t('cookies.text')}</p> : null}
        {collectsUsage() || collectsErrors() ? <p>{t('cookies.reports')}</p> : null}
      </div>
      <div className={styles.answers}>
        <Button onPress={() => answer('no')}>{t('cookies.decline')}</Button>
        <Button onPress={() => answer('yes')}>{t('cookies.accept')}</Button>
      </div>
    </section>
  );
};

export default CookieConsent;
