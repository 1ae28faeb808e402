import { Ban, Download, PenLine } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { nameOfBody } from '#contract/entities/file.ts';
import type { Profile } from '#contract/entities/profile.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { isRunning } from '#contract/entities/transaction.ts';
import { routes } from '#contract/routes.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { cancelTransaction } from '#web/entities/transactions/transactions.requests.ts';
import { PendingPanel } from '#web/features/sending/PendingPanel.tsx';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { saveAs } from '#web/services/api/bodies.ts';
import type { Bytes } from '#web/services/encryption/keys.ts';
import type { OpenedRequest } from '#web/services/encryption/open-request.service.ts';
import { validateSignatures } from '#web/services/signing/verdict.service.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { TransactionMenu } from '../../resource/TransactionMenu.tsx';
import { ComparableVerdict } from '../shared/ComparableVerdict.tsx';
import { DocumentHeader } from '../shared/DocumentHeader.tsx';
import { OpenedDocument } from '../shared/OpenedDocument.tsx';
import { useOpenDocument } from '../shared/use-open-document.ts';
import { CheckResult } from './CheckResult.tsx';
import { HandOver } from './HandOver.tsx';
import styles from '../shared/documents.module.scss';
import own from './encrypted.module.scss';

interface EncryptedViewProps {
  transaction: Transaction;
  profile: Profile;
  transactionKey: Bytes;
  request: OpenedRequest;
  /** Whether this person has just signed. */
  hasSigned: boolean;
  /** Goes on to signing, where it is this person's turn. */
  onSign?: () => void;
}

const nothing = (): void => undefined;

/** The decrypted document with its progress, checks and download. */
export function EncryptedView({ transaction, profile, transactionKey, request, hasSigned, onSign }: EncryptedViewProps) {
  const { t } = useTranslation('encryption');
  const { t: sending } = useTranslation('sending');
  const [canceling, setCanceling] = useState(false);
  const read = useCallback(async () => request.body, [request.body]);
  const opened = useOpenDocument(read);
  const validate = useCallback(() => validateSignatures(request.body), [request.body]);
  const isOwner = transaction.ownerId === profile.id;
  const isPending = isRunning(transaction.status);
  const { title, message } = request.sent;
  return (
    <div className={styles.screen}>
      <DocumentHeader title={title} backTo={routes.transactions}>
        <TransactionMenu transaction={transaction} profile={profile} save={null} />
        <Button {...(onSign ? {} : { look: 'primary' as const })} icon={<Icon of={Download} />} onPress={() => saveAs(request.body, nameOfBody(title, 'application/pdf'))}>{t('download')}</Button>
        {onSign ? <Button look="primary" icon={<Icon of={PenLine} />} onPress={onSign}>{t('sign.confirm')}</Button> : null}
      </DocumentHeader>
      <div className={styles.body}>
        <div className={styles.middle}>
          <OpenedDocument opened={opened} title={title} widgets />
        </div>
        <aside className={styles.verdictSide} aria-label={sending('details')} tabIndex={0}>
          <div className={styles.sideInner}>
            {hasSigned ? <h2 className={styles.doneTitle}>{t('signed')}</h2> : null}
            <CheckResult request={request} />
            {message ? <blockquote className={own.message}>{message}</blockquote> : null}
            {isOwner ? <HandOver transaction={transaction} transactionKey={transactionKey} request={request} /> : null}
            <PendingPanel transaction={transaction} isOwner={false} onReassign={nothing} onIdentity={nothing} />
            {request.versions.length > 1 ? <ComparableVerdict opened={opened} title={title} validate={validate} /> : null}
            {isOwner && isPending ? <div><Button look="quiet" icon={<Icon of={Ban} />} onPress={() => setCanceling(true)}>{t('cancel.open')}</Button></div> : null}
          </div>
        </aside>
      </div>
      {canceling ? <CancelEncrypted id={transaction.id} onClose={() => setCanceling(false)} /> : null}
    </div>
  );
}

function CancelEncrypted({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('encryption');
  const dispatch = useAppDispatch();
  const [error, setError] = useState<ErrorInfo | null>(null);
  const cancel = async (): Promise<void> => {
    try {
      await dispatch(cancelTransaction({ id })).unwrap();
      onClose();
    } catch (failure) {
      setError(failure as ErrorInfo);
    }
  };
  return (
    <ConfirmDialog isOpen negative title={t('cancel.title')} confirmText={t('cancel.open')} cancelText={t('back')} onConfirm={() => void cancel()} onClose={onClose}>
      <p>{t('cancel.text')}</p>
      {error ? <Banner meaning="negative">{errorText(error)}</Banner> : null}
    </ConfirmDialog>
  );
}
