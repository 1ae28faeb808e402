import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isPage, type FileMeta } from '#contract/entities/file.ts';
import type { Profile } from '#contract/entities/profile.ts';
import type { Recipient } from '#contract/entities/recipient.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { isEditable, isRunning } from '#contract/entities/transaction.ts';
import { may } from '#contract/permissions/transaction.permissions.ts';
import { routes } from '#contract/routes.ts';
import { AuditPanel } from '#web/features/audit/AuditPanel.tsx';
import { IdentityDecision } from '#web/features/identity/IdentityDecision.tsx';
import { ReassignDialog } from '#web/features/reassign/ReassignDialog.tsx';
import { PendingPanel } from '#web/features/sending/PendingPanel.tsx';
import { untrustedSigners } from '#web/features/verdict/verdict.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { fetchTransaction } from '#web/entities/transactions/transactions.requests.ts';
import { TransactionMenu } from '../../resource/TransactionMenu.tsx';
import { ComparableVerdict } from '../shared/ComparableVerdict.tsx';
import { DocumentHeader } from '../shared/DocumentHeader.tsx';
import { FileTabs } from '../shared/FileTabs.tsx';
import { OpenedDocument } from '../shared/OpenedDocument.tsx';
import { useJustSent } from '../shared/just-sent.ts';
import { useVerification } from '../shared/use-verification.ts';
import { useFiles, useSelectedDocument } from '../shared/use-files.ts';
import { useOpenDocument, useServerBody } from '../shared/use-open-document.ts';
import styles from '../shared/documents.module.scss';

const isOver = (status: Transaction['status']): boolean => !isEditable(status) && !isRunning(status);

const signedFileOf = (meta: FileMeta, { recipients, attributes }: Transaction) => ({ fields: meta.attributes.fields, recipients, signatures: attributes.signaturesCache });

/** Progress of a sent transaction, updated by live events. */
export function PendingScreen({ transaction, profile }: { transaction: Transaction; profile: Profile }) {
  const { t } = useTranslation('sending');
  const [reassigning, setReassigning] = useState<Recipient | null>(null);
  const [deciding, setDeciding] = useState<Recipient | null>(null);
  const [untrusted, setUntrusted] = useState<ReadonlySet<string>>();
  const dispatch = useAppDispatch();
  const isJustSent = useJustSent();
  const { files } = useFiles(transaction.fileIds);
  const sent = useMemo(() => files.map(({ attributes }) => attributes), [files]);
  const [selected, choose] = useSelectedDocument(transaction.fileIds);
  const meta = files.find((file) => file.id === selected) ?? files[0];
  const opened = useOpenDocument(useServerBody(meta?.id ?? '', meta?.version));
  const signatures = transaction.recipients.filter(({ signedFileIds }) => meta !== undefined && signedFileIds.includes(meta.id)).length;
  const validate = useVerification(opened, meta?.id, signatures);
  return (
    <div className={styles.screen}>
      <DocumentHeader title={transaction.name} backTo={routes.transactions}>
        <TransactionMenu transaction={transaction} profile={profile} save={null} />
      </DocumentHeader>
      <FileTabs files={files} current={meta?.id ?? ''} onChoose={choose} />
      <div className={styles.body}>
        <div className={styles.middle}>
          <OpenedDocument opened={opened} title={meta?.title ?? transaction.name} widgets {...(meta ? { fileId: meta.id } : {})} />
        </div>
        <aside className={styles.verdictSide} aria-label={t('details')}>
          <div className={styles.sideInner}>
            <PendingPanel transaction={transaction} isOwner={transaction.ownerId === profile.id} isJustSent={isJustSent} files={sent} untrusted={untrusted} onReassign={setReassigning} onIdentity={setDeciding} />
            {meta && signatures > 0 ? <ComparableVerdict opened={opened} title={meta.title} validate={validate} onValidated={(reports) => setUntrusted(isPage(meta) ? undefined : untrustedSigners(reports, signedFileOf(meta, transaction)))} /> : null}
            {isOver(transaction.status) ? <AuditPanel transaction={transaction} mayMake={may(transaction, profile, 'generateAudit')} /> : null}
          </div>
        </aside>
      </div>
      {deciding ? (
        <IdentityDecision
          transactionId={transaction.id}
          recipient={deciding}
          onClose={() => setDeciding(null)}
          onDecided={() => {
            setDeciding(null);
            void dispatch(fetchTransaction({ id: transaction.id }));
          }}
        />
      ) : null}
      {reassigning ? (
        <ReassignDialog transaction={transaction} recipient={reassigning} user={profile} onClose={() => setReassigning(null)} />
      ) : null}
    </div>
  );
}
