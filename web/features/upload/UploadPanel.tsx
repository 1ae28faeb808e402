import { X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { selectUploads, selectUploadSummary, uploadsDismissed } from '#web/entities/uploads/uploads.slice.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { UploadRow } from './UploadRow.tsx';
import { useAfterUpload } from './use-after-upload.ts';
import styles from './UploadPanel.module.scss';

/** Files on their way in, on whatever screen one is. It goes by itself when all went well. */
export const UploadPanel = () => {
  const { t } = useTranslation('upload');
  const dispatch = useAppDispatch();
  const uploads = useAppSelector(selectUploads);
  const { running, failed, total } = useAppSelector(selectUploadSummary);
  useAfterUpload();

  const words = running > 0 ? t('panel.running', { count: total }) : failed > 0 ? t('panel.failed', { count: failed }) : t('panel.done');
  return (
    <>
      <p role="status" className="visually-hidden">
        {total > 0 ? words : ''}
      </p>
      {total === 0 ? null : (
        <section className={styles.panel} aria-label={t('panel.label')}>
          <header className={styles.header}>
            <h2 className={styles.title}>{words}</h2>
            {running === 0 ? (
              <IconButton plainName label={t('panel.close')} icon={<Icon of={X} />} onPress={() => dispatch(uploadsDismissed())} />
            ) : null}
          </header>
          <ul className={styles.rows}>
            {uploads.map((upload) => (
              <UploadRow key={upload.id} upload={upload} />
            ))}
          </ul>
        </section>
      )}
    </>
  );
};
