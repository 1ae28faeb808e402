import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DownloadableFiles } from '#web/entities/downloads/downloads.slice.ts';
import { downloadClosed } from '#web/entities/downloads/downloads.slice.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { toAppError } from '#web/services/app-error.ts';
import type { DownloadForm } from '#web/services/downloads/download.service.ts';
import { downloadFiles } from '#web/services/downloads/download.service.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { ProgressBar } from '#web/ui/ProgressBar.tsx';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';
import styles from './download.module.scss';

/** Asks how to download several files: as an archive or one by one, with or without the audit trail. */
const DownloadDialog = ({ wanted }: { wanted: DownloadableFiles }) => {
  const { t } = useTranslation('download');
  const { form, setForm, withAudit, setWithAudit, done, total, error, start, close } = useDownloading(wanted);
  const running = done !== null;
  return (
    <Dialog
      isOpen
      onClose={close}
      title={t('title')}
      closeLabel={t('close')}
      footer={
        <>
          <Button onPress={close}>{running ? t('stop') : t('back')}</Button>
          <Button look="primary" isPending={running} onPress={() => void start()}>
            {error ? t('tryAgain') : t('confirm')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <RadioGroup<DownloadForm>
          label={t('form.label')}
          options={[
            { key: 'zip', text: t('form.zip') },
            { key: 'separate', text: t('form.separate') },
          ]}
          value={form}
          onChange={setForm}
          isDisabled={running}
        />
        {wanted.auditFileId ? (
          <Checkbox isSelected={withAudit} onChange={setWithAudit} isDisabled={running}>
            {t('audit')}
          </Checkbox>
        ) : null}
        {running ? <ProgressBar label={t('progress', { done: done + 1, total })} value={done / total} /> : null}
        {error ? <Banner meaning="negative">{errorText(error, t('failed'))}</Banner> : null}
      </div>
    </Dialog>
  );
};

function useDownloading(wanted: DownloadableFiles) {
  const dispatch = useAppDispatch();
  const { t } = useTranslation('lists');
  const [form, setForm] = useState<DownloadForm>('zip');
  const [withAudit, setWithAudit] = useState(true);
  const [done, setDone] = useState<number | null>(null);
  const [error, setError] = useState<ErrorInfo | null>(null);
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  const fileIds = wanted.auditFileId && withAudit ? [...wanted.fileIds, wanted.auditFileId] : wanted.fileIds;
  const close = (): void => void dispatch(downloadClosed());
  const start = async (): Promise<void> => {
    const own = new AbortController();
    running.current = own;
    setError(null);
    setDone(0);
    try {
      await downloadFiles({ fileIds, form, title: wanted.title, signedName: (title) => t('signedName', { title }), signal: own.signal, onProgress: setDone });
      close();
    } catch (failure) {
      if (own.signal.aborted) return;
      setError(toAppError(failure).toInfo());
      setDone(null);
    }
  };
  return { form, setForm, withAudit, setWithAudit, done, total: fileIds.length, error, start, close };
}

export default DownloadDialog;
