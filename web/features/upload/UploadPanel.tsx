import { X } from 'lucide-react';
import { useCallback, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { selectUploads, selectUploadSummary, uploadsDismissed } from '#web/entities/uploads/uploads.slice.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { UploadRow } from './UploadRow.tsx';
import { useAfterUpload } from './use-after-upload.ts';
import styles from './UploadPanel.module.scss';

/** Publishes the panel's height, so that floating elements keep clear of it. */
function useRoomBelow(): (panel: HTMLElement | null) => void {
  const watching = useRef<ResizeObserver | null>(null);
  return useCallback((panel) => {
    watching.current?.disconnect();
    const { style } = document.documentElement;
    if (!panel) {
      style.removeProperty('--below-screen');
      return;
    }
    watching.current = new ResizeObserver(() => style.setProperty('--below-screen', `${panel.offsetHeight}px`));
    watching.current.observe(panel);
  }, []);
}

/** Running uploads, on every screen. Closes by itself if all succeed. */
export const UploadPanel = () => {
  const { t } = useTranslation('upload');
  const dispatch = useAppDispatch();
  const uploads = useAppSelector(selectUploads);
  const { running, failed, total } = useAppSelector(selectUploadSummary);
  useAfterUpload();
  const panel = useRoomBelow();

  const words = running > 0 ? t('panel.running', { count: total }) : failed > 0 ? t('panel.failed', { count: failed }) : t('panel.done');
  return (
    <>
      <p role="status" className="visually-hidden">
        {total > 0 ? words : ''}
      </p>
      {total === 0 ? null : (
        <section ref={panel} className={styles.panel} aria-label={t('panel.label')}>
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
