import { lazy, Suspense, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import type { Profile } from '#contract/entities/profile.ts';
import type { SigningKey } from '#web/services/signing/signing-key.ts';
import { Button } from '#web/ui/Button.tsx';
import { personName, type PersonName } from '#web/ui/initials.ts';
import styles from '../shared/documents.module.scss';

// Not the one of the lists: what two screens share is a file of its own, and one more that everybody waits for.
const AskName = lazy(() => import('#web/features/profile/NameDialog.tsx').then(({ NameDialog }) => ({ default: NameDialog })));

interface SigningNameProps {
  profile: Profile;
  /** In-person signing: the signer, with the certificate of the signed-in host. */
  inPerson: PersonName | null;
  /** A chosen certificate contains its name, so none is asked for. */
  certificate: SigningKey | null;
}

/** The name in the signature. For guests it comes from the sender, so it is shown and can be corrected before signing. */
export function SigningName({ profile, inPerson, certificate }: SigningNameProps) {
  const { t } = useTranslation('signing');
  const [isAsking, setAsking] = useState(false);
  const name = personName(profile);
  if (certificate !== null && certificate.signatureType !== 'server') return null;
  if (inPerson !== null) return <p>{t('finish.inPerson', { name: personName(inPerson), host: name })}</p>;
  const contact = profile.email ?? profile.phone ?? '';
  const done = (): void => setAsking(false);
  return (
    <div className={styles.signingName}>
      <p>{name === contact ? t('finish.asAddress', { contact }) : <Trans t={t} i18nKey="finish.as" values={{ name, contact }} components={{ name: <bdi className={styles.name} />, contact: <bdi /> }} />}</p>
      <Button onPress={() => setAsking(true)}>
        {t('finish.changeName')}
      </Button>
      {isAsking ? (
        <Suspense>
          <AskName profile={profile} onSaved={done} onClose={done} />
        </Suspense>
      ) : null}
    </div>
  );
}
