import { useCallback, useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isPage, type FileMeta } from '#contract/entities/file.ts';
import type { Profile } from '#contract/entities/profile.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { ownRoutes, routes } from '#contract/routes.ts';
import { may } from '#contract/permissions/transaction.permissions.ts';
import { fetchFile } from '#web/entities/files/files.requests.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { fetchHeldBody } from '#web/entities/transactions/send-approval.requests.ts';
import { transactionRemoved } from '#web/entities/transactions/transactions.slice.ts';
import { ApprovalPanel } from '#web/features/sending/ApprovalPanel.tsx';
import { notify } from '#web/ui/snackbar.ts';
import { router } from '../../router.tsx';
import { TransactionMenu } from '../../resource/TransactionMenu.tsx';
import { DocumentHeader } from '../shared/DocumentHeader.tsx';
import { FilesFailed } from '../shared/FilesFailed.tsx';
import { FileTabs } from '../shared/FileTabs.tsx';
import { OpenedDocument } from '../shared/OpenedDocument.tsx';
import { useFiles, useSelectedDocument } from '../shared/use-files.ts';
import { useOpenDocument, useServerBody, type BodySource } from '../shared/use-open-document.ts';
import { HeldFields } from './HeldFields.tsx';
import styles from '../shared/documents.module.scss';

/** What is to be sent. Nobody but its sender knows a password, so that a protected document is shown as it was before; a page is sent as it is. */
function useBodyToSend({ id, options }: Transaction, meta: FileMeta | undefined): BodySource | null {
  const fileId = meta?.id ?? '';
  const current = useServerBody(fileId, meta?.version);
  const held = useCallback(() => fetchHeldBody(id, fileId), [id, fileId]);
  return !meta || isPage(meta) || options.requirePasswordProtection ? current : held;
}

/** A request that waits for approval before it is sent, for its sender and for those who approve. */
export function HeldScreen({ transaction, profile }: { transaction: Transaction; profile: Profile }) {
  const { t } = useTranslation('sending');
  const dispatch = useAppDispatch();
  const { files, complete, error, reload } = useFiles(transaction.fileIds);
  const sent = useMemo(() => files.map(({ attributes }) => attributes), [files]);
  const [selected, choose] = useSelectedDocument(transaction.fileIds);
  const meta = files.find((file) => file.id === selected) ?? files[0];
  const opened = useOpenDocument(useBodyToSend(transaction, meta));
  const { recipients, fileIds } = transaction;
  // What is known of the files may be from before the sender changed them.
  useEffect(() => {
    for (const id of fileIds) void dispatch(fetchFile({ id }));
  }, [dispatch, fileIds]);
  const fields = meta?.attributes.fields;
  const layer = useCallback((page: number) => <HeldFields page={page} fields={fields ?? []} recipients={recipients} />, [fields, recipients]);
  const decides = may(transaction, profile, 'approveSending');
  const leave = (text: string): void => {
    notify(text, { id: 'send-approval' });
    // By the router itself: this page may be gone already, when the event of the decision comes before its answer.
    void router.navigate(ownRoutes.sendApprovals).then(() => dispatch(transactionRemoved(transaction.id)));
  };
  if (error && !complete) return <FilesFailed error={error} onRetry={reload} />;
  return (
    <div className={styles.screen}>
      <DocumentHeader title={transaction.name} backTo={decides ? ownRoutes.sendApprovals : routes.transactions}>
        <TransactionMenu transaction={transaction} profile={profile} save={null} />
      </DocumentHeader>
      <FileTabs files={files} current={meta?.id ?? ''} onChoose={choose} />
      <div className={styles.body}>
        <div className={styles.middle}>
          <OpenedDocument opened={opened} title={meta?.title ?? transaction.name} widgets layer={layer} />
        </div>
        <aside className={styles.verdictSide} aria-label={t('details')} tabIndex={0}>
          <div className={styles.sideInner}>
            <ApprovalPanel transaction={transaction} files={sent} decides={decides} withdraws={transaction.ownerId === profile.id || transaction.sendApproval?.requestedBy.id === profile.id} onDone={leave} />
          </div>
        </aside>
      </div>
    </div>
  );
}
