import { CircleCheck, CircleSlash, Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Transaction } from '#contract/entities/transaction.ts';
import { activeRecipients } from '#contract/entities/signing-order.ts';
import { useDownload } from '#web/entities/downloads/use-download.ts';
import { errorText } from '#web/entities/error-text.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { shortList } from '#web/services/i18n/joined.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { personName } from '#web/ui/initials.ts';
import { notifyError } from '#web/ui/snackbar.ts';
import { DocumentName } from '../shared/DocumentName.tsx';
import type { Outcome } from './use-signing-outcome.ts';
import styles from '../shared/documents.module.scss';

interface SignedScreenProps {
  outcome: Outcome;
  transaction: Transaction;
  sender: string;
  /** The new assignee. */
  reassignedTo: string;
  /** The host of in-person signing. */
  host: string | null;
  onShow: () => void;
}

const sayFailure = (error: ErrorInfo): void => notifyError(errorText(error));

/** Result of the signing and what happens next. */
export function SignedScreen({ outcome, transaction, sender, reassignedTo, host, onShow }: SignedScreenProps) {
  const { t } = useTranslation('signing');
  const { t: passing } = useTranslation('reassign');
  switch (outcome) {
    case 'declined':
      return (
        <div className={styles.centre}>
          <EmptyState level={1} icon={CircleSlash} title={t('decline.done')}>
            <DocumentName transaction={transaction} />
            <p>{t('decline.doneText', { sender })}</p>
          </EmptyState>
        </div>
      );
    case 'reassigned':
      return (
        <div className={styles.centre}>
          <EmptyState level={1} icon={CircleCheck} title={passing('doneTitle')}>
            <DocumentName transaction={transaction} />
            <p>{passing('doneText', { name: reassignedTo })}</p>
          </EmptyState>
        </div>
      );
    case 'signed':
      return <Signed transaction={transaction} host={host} onShow={onShow} />;
  }
}

function Signed({ transaction, host, onShow }: Pick<SignedScreenProps, 'transaction' | 'host' | 'onShow'>) {
  const { t, i18n } = useTranslation('signing');
  const { downloading, download } = useDownload(sayFailure);
  const { id, name, fileIds, status, recipients } = transaction;
  const left = activeRecipients(recipients);
  const [next] = left;
  const finished = status === 'completed';
  const actions = (
    <>
      <Button look="primary" icon={<Icon of={Download} />} isPending={downloading !== null} onPress={() => void download(id, { title: name, fileIds, auditFileId: null })}>
        {t('done.download')}
      </Button>
      <Button onPress={onShow}>{t(finished ? 'done.open' : 'done.see')}</Button>
    </>
  );
  return (
    <div className={styles.centre}>
      <EmptyState level={1} icon={CircleCheck} meaning="success" title={t('done.title')} actions={host ? null : actions}>
        <DocumentName transaction={transaction} />
        <p>
          {left.some(({ waitingFileIds }) => waitingFileIds.length > 0) ? t('done.waiting') : host ? t('handOver.back', { name: host }) : finished || !next ? t('done.last')
            : left.length > 1 ? t('done.others', { names: shortList(left.map(personName), i18n.language) }) : t('done.next', { name: personName(next) })}
        </p>
      </EmptyState>
    </div>
  );
}
