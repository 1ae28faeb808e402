import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppDispatch } from '#web/entities/store.ts';
import { cancelUpload } from '#web/entities/uploads/uploads.requests.ts';
import type { Upload } from '#web/entities/uploads/uploads.slice.ts';
import { attachedFile } from '#web/services/uploads/upload-sources.ts';
import { Button } from '#web/ui/Button.tsx';
import { ProgressBar } from '#web/ui/ProgressBar.tsx';
import { DocumentHeader } from '../shared/DocumentHeader.tsx';
import { OpenedDocument } from '../shared/OpenedDocument.tsx';
import { useOpenDocument } from '../shared/use-open-document.ts';
import styles from '../shared/documents.module.scss';

/** Shows a document from this device while it is being uploaded. */
export default function UploadPreview({ upload }: { upload: Upload }) {
  const { t } = useTranslation('upload');
  const dispatch = useAppDispatch();
  const { id, title, progress } = upload;
  const source = useCallback(() => {
    const file = attachedFile(id);
    return file ? Promise.resolve<Blob>(file) : new Promise<never>(() => undefined);
  }, [id]);
  const opened = useOpenDocument(source);
  return (
    <div className={styles.screen}>
      <DocumentHeader title={title}>
        <ProgressBar label={t('progressOf', { title })} value={progress} hideLabel className={styles.uploading} />
        <Button onPress={() => dispatch(cancelUpload(id))}>{t('stop')}</Button>
      </DocumentHeader>
      <div className={styles.middle}>
        <OpenedDocument opened={opened} title={title} widgets />
      </div>
    </div>
  );
}
