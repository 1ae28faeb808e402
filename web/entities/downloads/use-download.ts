import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isSilent, toAppError } from '#web/services/app-error.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { downloadFiles } from '#web/services/downloads/download.service.ts';
import { useAppDispatch } from '../store.ts';
import type { DownloadableFiles } from './downloads.slice.ts';
import { downloadRequested } from './downloads.slice.ts';

interface Downloading {
  /** The key of the running download. */
  readonly downloading: string | null;
  readonly download: (key: string, wanted: DownloadableFiles) => Promise<void>;
}

/** Downloads a single document at once. For several, a dialog asks for the format and whether to include the audit trail. */
export function useDownload(onFailed: (error: ErrorInfo) => void): Downloading {
  const dispatch = useAppDispatch();
  const { t } = useTranslation('lists');
  const [downloading, setDownloading] = useState<string | null>(null);
  const download = useCallback(
    async (key: string, wanted: DownloadableFiles): Promise<void> => {
      if (wanted.fileIds.length > 1) {
        dispatch(downloadRequested(wanted));
        return;
      }
      setDownloading(key);
      try {
        await downloadFiles({ fileIds: wanted.fileIds, form: 'separate', title: wanted.title, signedName: (title) => t('signedName', { title }) });
      } catch (error) {
        const info = toAppError(error).toInfo();
        if (!isSilent(info.code)) onFailed(info);
      } finally {
        setDownloading(null);
      }
    },
    [dispatch, onFailed, t],
  );
  return { downloading, download };
}
