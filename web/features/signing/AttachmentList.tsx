import { Check, Paperclip, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { attachmentMimes, type AttachedFile, type AttachmentRequest } from '#contract/entities/attachment.ts';
import type { Recipient } from '#contract/entities/recipient.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { attachFile, detachFile } from '#web/entities/transactions/attachments.ts';
import { errorText } from '#web/entities/error-text.ts';
import { toAppError, type ErrorInfo } from '#web/services/app-error.ts';
import { announce } from '#web/ui/announce.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FileButton } from '#web/ui/FileButton.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './signing.module.scss';

interface AttachmentListProps {
  transactionId: string;
  signer: Pick<Recipient, 'id' | 'attachments'>;
  attached: readonly AttachedFile[];
  /** Whether the signing runs. */
  isBusy: boolean;
  onAttached: (files: readonly AttachedFile[]) => void;
}

/** The files that the signer is asked to attach, before they sign. */
export function AttachmentList({ transactionId, signer, attached, isBusy, onAttached }: AttachmentListProps) {
  const { t } = useTranslation('signing');
  if (signer.attachments.length === 0) return null;
  return (
    <section aria-label={t('attachments.title')}>
      <h3 className={styles.attachmentsTitle}>{t('attachments.title')}</h3>
      <ul className={styles.attachments}>
        {signer.attachments.map((request) => (
          <Attachment
            key={request.id}
            transactionId={transactionId}
            recipientId={signer.id}
            request={request}
            file={attached.find(({ requestId }) => requestId === request.id)}
            isBusy={isBusy}
            onChanged={({ recipients }) => onAttached(recipients.find(({ id }) => id === signer.id)?.attachedFiles ?? [])}
          />
        ))}
      </ul>
    </section>
  );
}

interface AttachmentProps {
  transactionId: string;
  recipientId: string;
  request: AttachmentRequest;
  file: AttachedFile | undefined;
  isBusy: boolean;
  onChanged: (transaction: Transaction) => void;
}

function Attachment({ transactionId, recipientId, request: { id: requestId, label, help, required }, file, isBusy, onChanged }: AttachmentProps) {
  const { t } = useTranslation('signing');
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<ErrorInfo | null>(null);
  const name = useId();
  const to = { transactionId, recipientId, requestId };
  const run = async (change: Promise<Transaction>, said: string): Promise<void> => {
    setRunning(true);
    setError(null);
    try {
      onChanged(await change);
      announce(said);
    } catch (failure) {
      setError(toAppError(failure).toInfo());
    } finally {
      setRunning(false);
    }
  };
  const attach = ([chosen]: File[]): void => {
    if (chosen) void run(attachFile(to, chosen), t('attachments.added', { name: chosen.name }));
  };
  return (
    <li className={styles.attachment} aria-labelledby={name}>
      <p id={name}>
        <b>{label}</b> <span className={styles.quiet}>{t(required ? 'attachments.required' : 'attachments.optional')}</span>
      </p>
      {help ? <p className={styles.quiet}>{help}</p> : null}
      {file ? <p className={styles.attached}><Icon of={Check} size={16} />{file.name}</p> : null}
      <p className={styles.attachmentActs}>
        <FileButton accepted={attachmentMimes} allowsMultiple={false} icon={<Icon of={Paperclip} />} isPending={isRunning} isDisabled={isBusy} onFiles={attach}>
          {t(file ? 'attachments.replace' : 'attachments.attach', { label })}
        </FileButton>
        {file ? (
          <Button look="quiet" icon={<Icon of={X} />} isDisabled={isBusy || isRunning} onPress={() => void run(detachFile(to), t('attachments.removed', { name: file.name }))}>
            {t('attachments.remove', { name: file.name })}
          </Button>
        ) : null}
      </p>
      {error ? <Banner meaning="negative">{errorText(error, t('attachments.failed'))}</Banner> : null}
    </li>
  );
}
