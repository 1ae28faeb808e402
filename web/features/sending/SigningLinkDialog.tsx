import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Recipient } from '#contract/entities/recipient.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { fetchSigningLink } from '#web/entities/transactions/transactions.requests.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { personName } from '#web/ui/initials.ts';
import { TextField } from '#web/ui/TextField.tsx';
import styles from './sending.module.scss';

interface SigningLinkDialogProps {
  transactionId: string;
  recipient: Recipient;
  onClose: () => void;
}

/** A link that the sender hands to a recipient by other means. */
export function SigningLinkDialog({ transactionId, recipient, onClose }: SigningLinkDialogProps) {
  const { t } = useTranslation('sending');
  const { url, error } = useSigningLink(transactionId, recipient.id);
  return (
    <Dialog isOpen onClose={onClose} title={t('link.title', { name: personName(recipient) })} closeLabel={t('close')} footer={<Button onPress={onClose}>{t('close')}</Button>}>
      <div className={styles.form}>
        <p>{t('link.text', { address: recipient.email ?? recipient.phone ?? '' })}</p>
        {error ? <Banner meaning="negative">{errorText(error)}</Banner> : null}
        {url ? (
          <div className={styles.link}>
            <TextField label={t('link.label')} value={url} isReadOnly />
            <CopyButton text={url} label={t('link.copy')} copiedLabel={t('link.copied')} />
          </div>
        ) : null}
        {url || error ? null : <p role="status">{t('link.loading')}</p>}
      </div>
    </Dialog>
  );
}

function useSigningLink(id: string, recipientId: string): { url: string | null; error: ErrorInfo | null } {
  const dispatch = useAppDispatch();
  const [url, setUrl] = useState<string | null>(null);
  const [error, setError] = useState<ErrorInfo | null>(null);
  useEffect(() => {
    let isOpen = true;
    void dispatch(fetchSigningLink({ id, recipientId })).then((outcome) => {
      if (!isOpen) return;
      if (fetchSigningLink.fulfilled.match(outcome)) setUrl(outcome.payload);
      if (fetchSigningLink.rejected.match(outcome)) setError(outcome.payload ?? null);
    });
    return () => {
      isOpen = false;
    };
  }, [dispatch, id, recipientId]);
  return { url, error };
}
