import { Tablet } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Recipient } from '#contract/entities/recipient.ts';
import { errorText } from '#web/entities/error-text.ts';
import { PresenceStep } from '#web/features/presence/PresenceStep.tsx';
import { call } from '#web/services/api/call.ts';
import { toAppError } from '#web/services/app-error.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { personName } from '#web/ui/initials.ts';
import { useDocumentTitle } from '#web/ui/use-document-title.ts';
import styles from '../shared/documents.module.scss';

interface HandOverScreenProps {
  transactionId: string;
  recipient: Recipient;
  /** Called when the next signer confirms that they have the device. */
  onReady: () => void;
}

/** A signer with an address confirms their presence by a code, so that the host cannot sign for them. */
const needsCode = ({ email, phone, presentUntil }: Recipient): boolean =>
  Boolean(email ?? phone) && (presentUntil === null || Date.parse(presentUntil) <= Date.now());

/** In-person signing: asks to hand the device to the next signer. */
export function HandOverScreen({ transactionId, recipient, onReady }: HandOverScreenProps) {
  const { t } = useTranslation('signing');
  const name = personName(recipient);
  useDocumentTitle(t('handOver.title', { name }));
  const [sentTo, setSentTo] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isSending, setSending] = useState(false);
  const start = async (): Promise<void> => {
    if (!needsCode(recipient)) return onReady();
    setSending(true);
    setProblem(null);
    try {
      const answer = await call('transactions.sendPresenceCode', { params: { id: transactionId }, body: { byUser: recipient.id } });
      setSentTo(answer.sentTo);
    } catch (error) {
      setProblem(errorText(toAppError(error).toInfo()));
    } finally {
      setSending(false);
    }
  };
  return (
    <div className={styles.centre}>
      <EmptyState
        level={1}
        icon={Tablet}
        title={t('handOver.title', { name })}
        actions={
          sentTo === null ? (
            <Button look="primary" size="large" isPending={isSending} onPress={() => void start()}>
              {t('handOver.ready', { name })}
            </Button>
          ) : null
        }
      >
        {problem === null ? null : <Banner meaning="negative">{problem}</Banner>}
        {sentTo === null ? t('handOver.text', { name }) : <PresenceStep transactionId={transactionId} recipientId={recipient.id} sentTo={sentTo} onPresent={onReady} />}
      </EmptyState>
    </div>
  );
}
