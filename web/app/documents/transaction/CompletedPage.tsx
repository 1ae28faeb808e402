import { Download } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Navigate, useParams } from 'react-router-dom';
import type { Transaction } from '#contract/entities/transaction.ts';
import { may } from '#contract/permissions/transaction.permissions.ts';
import { fillPath, routes } from '#contract/routes.ts';
import { useDownload } from '#web/entities/downloads/use-download.ts';
import { errorText } from '#web/entities/error-text.ts';
import { selectProfile } from '#web/entities/profile/profile.slice.ts';
import { useAppSelector } from '#web/entities/store.ts';
import { AuditPanel } from '#web/features/audit/AuditPanel.tsx';
import { AttachedByAll } from '#web/features/sending/AttachedFiles.tsx';
import { ProtectedPeople } from '#web/features/sending/ProtectedPeople.tsx';
import { ResultMessages } from '#web/features/sending/ResultMessages.tsx';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { BrandMark } from '#web/ui/BrandMark.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { notifyError } from '#web/ui/snackbar.ts';
import { LoadingOverlay } from '../../frame/LoadingOverlay.tsx';
import { TransactionMenu } from '../../resource/TransactionMenu.tsx';
import { ResourceFailed } from '../../resource/ResourceFailed.tsx';
import { ComparableVerdict } from '../shared/ComparableVerdict.tsx';
import { DocumentHeader } from '../shared/DocumentHeader.tsx';
import { FileTabs } from '../shared/FileTabs.tsx';
import { OpenedDocument } from '../shared/OpenedDocument.tsx';
import { useFiles, useSelectedDocument } from '../shared/use-files.ts';
import { useOpenDocument, useServerBody } from '../shared/use-open-document.ts';
import { useVerification } from '../shared/use-verification.ts';
import { useTransaction } from '../shared/use-transaction.ts';
import styles from '../shared/documents.module.scss';

const sayFailure = (error: ErrorInfo): void => notifyError(errorText(error));

/** /transaction/{id}/completed: the signed documents, download and signature report. */
export default function CompletedPage() {
  const { id = '' } = useParams();
  const { t } = useTranslation('completed');
  const { transaction, error, retry } = useTransaction(id);
  if (error) return <ResourceFailed resource={{ kind: 'transaction', id }} error={error} onRetry={retry} />;
  if (!transaction) return <LoadingOverlay />;
  if (transaction.status !== 'completed') {
    return (
      <EmptyState
        level={1}
        title={t('notYet')}
        actions={<LinkButton to={fillPath(routes.transaction, { id })}>{t('toTransaction')}</LinkButton>}
      >
        {t('notYetText')}
      </EmptyState>
    );
  }
  if (transaction.endToEndEncrypted) return <Navigate to={fillPath(routes.transaction, { id })} replace />;
  return <CompletedScreen transaction={transaction} />;
}

function CompletedScreen({ transaction }: { transaction: Transaction }) {
  const { t } = useTranslation('completed');
  const profile = useAppSelector(selectProfile);
  const { files } = useFiles(transaction.fileIds);
  const [selected, choose] = useSelectedDocument(transaction.fileIds);
  const meta = files.find((file) => file.id === selected) ?? files[0];
  const opened = useOpenDocument(useServerBody(meta?.id ?? '', meta?.version));
  const validate = useVerification(opened, meta?.id, transaction.recipients.length);
  return (
    <div className={styles.screen}>
      <DocumentHeader title={transaction.name} backTo={routes.transactions}>
        {profile ? <TransactionMenu transaction={transaction} profile={profile} save={null} /> : null}
        <DownloadButton transaction={transaction} />
      </DocumentHeader>
      <FileTabs files={files} current={meta?.id ?? ''} onChoose={choose} />
      <div className={styles.body}>
        <div className={styles.middle}>
          <OpenedDocument opened={opened} title={meta?.title ?? transaction.name} widgets {...(meta ? { fileId: meta.id } : {})} />
        </div>
        {/* While the audit trail is made nothing in it takes the focus, and keys must scroll it all the same. */}
        <aside className={styles.verdictSide} aria-label={t('details')} tabIndex={0}>
          <div className={styles.sideInner}>
            <div className={styles.done}>
              {transaction.brand && profile?.id !== transaction.ownerId ? <p><BrandMark brand={transaction.brand} /></p> : null}
              <h2 className={styles.doneTitle}>{transaction.type === 'just_me' ? t('titleAlone') : t('title')}</h2>
              {transaction.type === 'just_me' ? null : <p className={styles.quiet}>{t('text')}</p>}
              <AttachedByAll transactionId={transaction.id} people={transaction.recipients} />
              {profile?.id === transaction.ownerId ? <ResultMessages transaction={transaction} /> : null}
              {profile && may(transaction, profile, 'setAccessCode') ? <ProtectedPeople transaction={transaction} /> : null}
            </div>
            {meta ? <ComparableVerdict opened={opened} title={meta.title} validate={validate} /> : null}
            {profile ? <AuditPanel transaction={transaction} mayMake={may(transaction, profile, 'generateAudit')} /> : null}
          </div>
        </aside>
      </div>
    </div>
  );
}

/** Downloads the signed documents and records the download. */
function DownloadButton({ transaction }: { transaction: Transaction }) {
  const { t } = useTranslation('completed');
  const { downloading, download } = useDownload(sayFailure);
  const { id, name, fileIds, attributes } = transaction;
  return (
    <Button
      look="primary"
      icon={<Icon of={Download} />}
      isPending={downloading !== null}
      onPress={() => void download(id, { title: name, fileIds, auditFileId: attributes.auditFileId })}
    >
      {t('download')}
    </Button>
  );
}
