import { ExternalLink, ScanFace } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { IdentityCheck, IdentityPicture, IdentityRequirement } from '#contract/entities/identity-check.ts';
import { errorText } from '#web/entities/error-text.ts';
import type { IdentityChecking } from '#web/entities/identity-checks/use-identity-check.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import { nextStep } from './check-steps.ts';
import styles from './identity.module.scss';

interface IdentityCheckPanelProps {
  checking: IdentityChecking;
  sender: string;
  requirements: readonly IdentityRequirement[];
  /** Renders the capture of a picture, on this device or by phone. */
  camera: (picture: IdentityPicture) => ReactNode;
}

/** Identity check of a recipient before signing: reason, pictures and how the decision is made. */
export function IdentityCheckPanel({ checking, sender, requirements, camera }: IdentityCheckPanelProps) {
  const { t } = useTranslation('identity');
  const { found, act, begin } = checking;
  const check = found.value?.check ?? null;
  const problem = act.error ?? found.error;
  return (
    <div className={styles.check}>
      {problem ? <Banner meaning="negative">{errorText(problem, t('failed'))}</Banner> : null}
      {check && (check.status === 'capturing' || check.status === 'pending') ? (
        <UnderWay check={check} sender={sender} camera={camera} />
      ) : (
        <EmptyState
          level={1}
          icon={ScanFace}
          title={check ? t('again.title') : t('begin.title')}
          actions={
            <Button look="primary" size="large" isPending={act.busy} onPress={begin}>
              {check ? t('again.confirm') : t('begin.confirm')}
            </Button>
          }
        >
          {check ? <RejectionReason check={check} /> : <p>{t('begin.text', { sender })}</p>}
          <ul className={styles.requirements}>
            {requirements.map((each) => (
              <li key={each}>{t(`requirement.${each}`)}</li>
            ))}
          </ul>
          <p className={styles.quiet}>{t('begin.visibility', { sender })}</p>
        </EmptyState>
      )}
    </div>
  );
}

/** Why the last check was rejected. */
function RejectionReason({ check }: { check: IdentityCheck }) {
  const { t } = useTranslation('identity');
  if (check.reason === 'timeout') return <p>{t('again.timeout')}</p>;
  if (check.status === 'canceled') return <p>{t('again.canceled')}</p>;
  return (
    <>
      <p>{t('again.rejected')}</p>
      {check.reason ? <blockquote className={styles.reason}>{check.reason}</blockquote> : null}
    </>
  );
}

function UnderWay({ check, sender, camera }: Pick<IdentityCheckPanelProps, 'sender' | 'camera'> & { check: IdentityCheck }) {
  const { t } = useTranslation('identity');
  const step = nextStep(check);
  switch (step.kind) {
    case 'picture':
      return (
        <section className={styles.step} aria-labelledby="identity-step">
          <p className={styles.quiet}>{t('step', { number: step.number, total: step.total })}</p>
          <h1 id="identity-step">{t(`picture.${step.picture}`)}</h1>
          <p>{t(`hint.${step.picture}`)}</p>
          {camera(step.picture)}
        </section>
      );
    case 'visit':
      return (
        <EmptyState
          level={1}
          icon={ScanFace}
          title={t('visit.title')}
          actions={
            <Button look="primary" size="large" icon={<Icon of={ExternalLink} />} onPress={() => window.location.assign(step.url)}>
              {t('visit.confirm')}
            </Button>
          }
        >
          {t('visit.text')}
        </EmptyState>
      );
    case 'wait':
      return (
        <EmptyState level={1} icon={ScanFace} title={t('wait.title')}>
          <p className={styles.waiting} role="status">
            <Spinner /> {check.requireManualApproval ? t('wait.sender', { sender }) : t('wait.others')}
          </p>
          <p className={styles.quiet}>{t('wait.leave')}</p>
        </EmptyState>
      );
  }
}
