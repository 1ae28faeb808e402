import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { missingAttachments, type AttachedFile } from '#contract/entities/attachment.ts';
import type { Recipient } from '#contract/entities/recipient.ts';
import { attachmentUrl } from '#web/entities/transactions/attachments.ts';
import { errorText } from '#web/entities/error-text.ts';
import { saveAs } from '#web/services/api/bodies.ts';
import { toAppError } from '#web/services/app-error.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { notifyError } from '#web/ui/snackbar.ts';
import styles from './sending.module.scss';

interface AttachedFilesProps {
  transactionId: string;
  person: Pick<Recipient, 'id' | 'attachments' | 'attachedFiles'>;
}

/** What a signer attached, for the sender and themselves, and what is missing. */
export function AttachedFiles({ transactionId, person }: AttachedFilesProps) {
  const { t } = useTranslation('sending');
  const missing = missingAttachments(person.attachments, person.attachedFiles);
  if (person.attachments.length === 0) return null;
  return (
    <ul className={styles.attached} aria-label={t('attached.title')}>
      {person.attachedFiles.map((file) => (
        <li key={file.requestId}>
          <DownloadAttached transactionId={transactionId} recipientId={person.id} file={file} label={person.attachments.find(({ id }) => id === file.requestId)?.label ?? ''} />
        </li>
      ))}
      {missing.map(({ id, label }) => <li key={id} className={styles.detail}>{t('attached.missing', { label })}</li>)}
    </ul>
  );
}

function DownloadAttached({ transactionId, recipientId, file, label }: { transactionId: string; recipientId: string; file: AttachedFile; label: string }) {
  const { t } = useTranslation('sending');
  const [isBusy, setBusy] = useState(false);
  const download = async (): Promise<void> => {
    setBusy(true);
    try {
      const response = await fetch(await attachmentUrl({ transactionId, recipientId, requestId: file.requestId }));
      if (!response.ok) throw new Error(`the download was answered with ${response.status}`);
      saveAs(await response.blob(), file.name);
    } catch (failure) {
      notifyError(errorText(toAppError(failure).toInfo(), t('attached.failed')));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button look="quiet" icon={<Icon of={Download} />} isPending={isBusy} onPress={() => void download()}>
      {t('attached.download', { label, name: file.name })}
    </Button>
  );
}

/** The same of everybody who was asked for a file. */
export function AttachedByAll({ transactionId, people }: { transactionId: string; people: readonly Recipient[] }) {
  const { t } = useTranslation('sending');
  const answering = people.filter(({ attachedFiles }) => attachedFiles.length > 0);
  if (answering.length === 0) return null;
  return (
    <section>
      <h3 className={styles.resultHeading}>{t('attached.title')}</h3>
      {answering.map((each) => <AttachedFiles key={each.id} transactionId={transactionId} person={each} />)}
    </section>
  );
}
