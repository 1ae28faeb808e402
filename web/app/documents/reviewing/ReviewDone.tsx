import { CircleCheck, CircleSlash, Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Transaction } from '#contract/entities/transaction.ts';
import { useDownload } from '#web/entities/downloads/use-download.ts';
import { errorText } from '#web/entities/error-text.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { notifyError } from '#web/ui/snackbar.ts';
import { DocumentName } from '../shared/DocumentName.tsx';
import type { ReviewOutcome } from './use-review.ts';
import styles from '../shared/documents.module.scss';

interface ReviewDoneProps {
  outcome: ReviewOutcome;
  transaction: Transaction;
  sender: string;
  onShow: () => void;
}

const sayFailure = (error: ErrorInfo): void => notifyError(errorText(error));

/** What came of the review, and what happens next. */
export function ReviewDone({ outcome, transaction, sender, onShow }: ReviewDoneProps) {
  const { t } = useTranslation('reviewing');
  const { t: signing } = useTranslation('signing');
  const { t: passing } = useTranslation('reassign');
  if (outcome === 'declined') return <Done icon={CircleSlash} title={t('declined.title')} transaction={transaction}>{signing('decline.doneText', { sender })}</Done>;
  if (outcome !== 'approved') return <Done icon={CircleCheck} title={passing('doneTitle')} transaction={transaction}>{passing('instead.doneText', { name: outcome.reassignedTo })}</Done>;
  return <Approved transaction={transaction} onShow={onShow} />;
}

function Approved({ transaction, onShow }: Pick<ReviewDoneProps, 'transaction' | 'onShow'>) {
  const { t } = useTranslation('reviewing');
  const { t: signing } = useTranslation('signing');
  const { downloading, download } = useDownload(sayFailure);
  const { id, name, fileIds, status } = transaction;
  const isFinished = status === 'completed';
  const actions = (
    <>
      <Button look="primary" icon={<Icon of={Download} />} isPending={downloading !== null} onPress={() => void download(id, { title: name, fileIds, auditFileId: null })}>
        {signing('done.download')}
      </Button>
      <Button onPress={onShow}>{signing(isFinished ? 'done.open' : 'done.see')}</Button>
    </>
  );
  return <Done icon={CircleCheck} isSuccess title={t('done.approver')} transaction={transaction} actions={actions}>{t(isFinished ? 'done.last' : 'done.text')}</Done>;
}

interface DoneProps {
  icon: typeof CircleCheck;
  isSuccess?: boolean;
  title: string;
  transaction: Transaction;
  actions?: ReactNode;
  children: string;
}

const Done = ({ icon, isSuccess = false, title, transaction, actions, children }: DoneProps) => (
  <div className={styles.centre}>
    <EmptyState level={1} icon={icon} title={title} {...(isSuccess ? { meaning: 'success' as const } : {})} {...(actions ? { actions } : {})}>
      <DocumentName transaction={transaction} />
      <p>{children}</p>
    </EmptyState>
  </div>
);
