import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { acceptCookies } from '#web/entities/profile/profile.requests.ts';
import { selectProfile } from '#web/entities/profile/profile.slice.ts';
import { selectIsSignedIn } from '#web/entities/session/session.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { collectsErrors, collectsUsage } from '#web/services/config.ts';
import { storeConsent, storedConsent, type Consent } from '#web/services/consent-cookie.ts';
import { Button } from '#web/ui/Button.tsx';
import { Section } from '#web/ui/Section.tsx';

/** Where usage and errors are collected: what the person agreed to, and the way to change it. */
export const PrivacyChoice = () => {
  const { t } = useTranslation('profile');
  const dispatch = useAppDispatch();
  const signedIn = useAppSelector(selectIsSignedIn);
  const agreedElsewhere = useAppSelector(selectProfile)?.attributes.cookiesConsentDate ?? null;
  const [here, setHere] = useState(storedConsent);
  if (!collectsUsage() && !collectsErrors()) return null;
  const current = here ?? (agreedElsewhere === null ? null : 'yes');
  const choose = (consent: Consent): void => {
    storeConsent(consent);
    setHere(consent);
    if (signedIn && consent === 'yes') void dispatch(acceptCookies());
  };
  return (
    <Section title={t('privacyChoice.title')}>
      <p>{t('privacyChoice.text')}</p>
      <p role="status">{t(`privacyChoice.${current ?? 'none'}`)}</p>
      {current === 'yes' ? <Button onPress={() => choose('no')}>{t('privacyChoice.withdraw')}</Button> : <Button onPress={() => choose('yes')}>{t('privacyChoice.agree')}</Button>}
    </Section>
  );
};
