import { KeyRound } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '#contract/entities/profile.ts';
import type { CertificateWords } from '#web/services/signing/certificate-words.ts';
import { describeCertificate } from '#web/services/signing/certificate-words.ts';
import type { SigningKey } from '#web/services/signing/signing-key.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { CertificateSteps } from './CertificateSteps.tsx';
import type { CertificateMethod, CertificateOrder } from './certificate-order.ts';
import type { OrderActions } from './use-certificate-order.ts';
import styles from './certificate.module.scss';

interface CertificateChoiceProps {
  order: CertificateOrder;
  chosen: SigningKey | null;
  actions: OrderActions;
  methods: readonly CertificateMethod[];
  profile: Profile;
  helper: string | null;
  isDisabled: boolean;
}

/** The certificate for signing, with a way to change it. */
export function CertificateChoice({ order, chosen, actions, methods, profile, helper, isDisabled }: CertificateChoiceProps) {
  const { t } = useTranslation('certificate');
  const [isOpen, setOpen] = useState(false);
  const open = (): void => {
    actions.reset();
    setOpen(true);
  };
  if (isOpen) return <CertificateSteps order={order} actions={actions} methods={methods} profile={profile} helper={helper} onClose={() => setOpen(false)} />;
  return (
    <div className={styles.choice}>
      <Icon of={KeyRound} />
      <ChosenWords chosen={chosen} isWanted={methods[0] === 'local_certificate'} />
      <Button look="quiet" isDisabled={isDisabled} onPress={open}>
        {t(chosen ? 'change' : 'choose')}
      </Button>
    </div>
  );
}

function ChosenWords({ chosen, isWanted }: { chosen: SigningKey | null; isWanted: boolean }) {
  const { t, i18n } = useTranslation('certificate');
  const words = useWords(chosen);
  const day = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long' });
  if (chosen?.signatureType === 'server') return <p className={styles.words}>{t('chosen.server')}</p>;
  if (!words) return <p className={styles.words}>{t(isWanted ? 'chosen.wanted' : 'chosen.default')}</p>;
  return (
    <p className={styles.words}>
      <span className={styles.subject}>{words.subject}</span>
      <span className={styles.issuer}>{t('chosen.issued', { issuer: words.issuer, date: day.format(words.notAfter) })}</span>
    </p>
  );
}

function useWords(chosen: SigningKey | null): CertificateWords | null {
  const [words, setWords] = useState<CertificateWords | null>(null);
  useEffect(() => {
    let wanted = true;
    setWords(null);
    if (chosen) {
      describeCertificate(chosen.certificate).then(
        (found) => (wanted ? setWords(found) : undefined),
        (error: unknown) => console.warn('The certificate can\'t be described', error),
      );
    }
    return () => {
      wanted = false;
    };
  }, [chosen]);
  return words;
}
