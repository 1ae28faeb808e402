import { useTranslation } from 'react-i18next';
import type { SendApproval } from '#contract/entities/send-approval.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { personName } from '#web/ui/initials.ts';
import styles from '../shared/documents.module.scss';

/** Why a draft was returned instead of being approved. */
export function ReturnedNotice({ approval }: { approval: SendApproval | null }) {
  const { t } = useTranslation('sending');
  if (approval?.status !== 'returned') return null;
  return (
    <Banner meaning="attention" className={styles.signedNotice}>
      <p>{approval.decidedBy ? t('approval.returnedBy', { name: personName(approval.decidedBy) }) : t('approval.wasReturned')}</p>
      <blockquote>{approval.reason}</blockquote>
    </Banner>
  );
}
