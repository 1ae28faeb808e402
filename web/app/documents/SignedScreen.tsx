import { CircleCheck, CircleSlash } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Transaction } from '#contract/entities/transaction.ts';
import { activeRecipient } from '#contract/entities/transaction.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { personName } from '#web/ui/initials.ts';
import styles from './documents.module.scss';

interface SignedScreenProps {
  outcome: 'signed' | 'declined' | 'reassigned';
  transaction: Transaction;
  sender: string;
  /** Who was named instead. */
  heir: string;
  /** Who gets the device back. */
  host: string | null;
  onShow: () => void;
}

/** What happens now. */
export function SignedScreen({ outcome, transaction, sender, heir, host, onShow }: SignedScreenProps) {
  const { t } = useTranslation('signing');
  const { t: passing } = useTranslation('reassign');
  const next = activeRecipient(transaction.recipients);
  const finished = transaction.status === 'completed';
  if (outcome === 'declined') {
    return (
      <div className={styles.centre}>
        <EmptyState level={1} icon={CircleSlash} title={t('decline.done')}>
          {t('decline.doneText', { sender })}
        </EmptyState>
      </div>
    );
  }
  if (outcome === 'reassigned') {
    return (
      <div className={styles.centre}>
        <EmptyState level={1} icon={CircleCheck} title={passing('doneTitle')}>
          {passing('doneText', { name: heir })}
        </EmptyState>
      </div>
    );
  }
  return (
    <div className={styles.centre}>
      <EmptyState
        level={1}
        icon={CircleCheck}
        title={t('done.title')}
        actions={
          finished && !host ? (
            <Button look="primary" onPress={onShow}>
              {t('done.open')}
            </Button>
          ) : null
        }
      >
        {host ? t('handOver.back', { name: host }) : finished || !next ? t('done.last') : t('done.next', { name: personName(next) })}
      </EmptyState>
    </div>
  );
}
