import { Tablet } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Recipient } from '#contract/entities/recipient.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { personName } from '#web/ui/initials.ts';
import { useDocumentTitle } from '#web/ui/use-document-title.ts';
import styles from './documents.module.scss';

interface HandOverScreenProps {
  recipient: Recipient;
  /** The person is here and has the device in hand. */
  onReady: () => void;
}

/** Between two people at one device: whoever holds it now gives it to who signs next. */
export function HandOverScreen({ recipient, onReady }: HandOverScreenProps) {
  const { t } = useTranslation('signing');
  const name = personName(recipient);
  useDocumentTitle(t('handOver.title', { name }));
  return (
    <div className={styles.centre}>
      <EmptyState
        level={1}
        icon={Tablet}
        title={t('handOver.title', { name })}
        actions={
          <Button look="primary" size="large" onPress={onReady}>
            {t('handOver.ready', { name })}
          </Button>
        }
      >
        {t('handOver.text', { name })}
      </EmptyState>
    </div>
  );
}
