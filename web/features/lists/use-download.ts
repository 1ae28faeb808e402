import { useCallback, useState } from 'react';
import { errorText } from '#web/entities/error-text.ts';
import { fetchBody, saveAs } from '#web/services/api/bodies.ts';
import { call } from '#web/services/api/call.ts';
import { isSilent, toAppError } from '#web/services/app-error.ts';
import { notifyError } from '#web/ui/snackbar.ts';

const withExtension = (title: string, extension: string): string =>
  title.toLowerCase().endsWith(`.${extension}`) ? title : `${title}.${extension}`;

/** Hands files to the person one after the other, each under its title. */
export const useDownload = (): { downloading: string | null; download(key: string, fileIds: readonly string[]): Promise<void> } => {
  const [downloading, setDownloading] = useState<string | null>(null);
  const download = useCallback(async (key: string, fileIds: readonly string[]) => {
    setDownloading(key);
    try {
      for (const id of fileIds) {
        const [meta, { body }] = await Promise.all([call('files.getMeta', { params: { id } }), fetchBody(id)]);
        saveAs(body, withExtension(meta.title, meta.ext));
        // What was handed out is recorded with the document; a failure of that alone is no failure of the download.
        call('files.reportEvent', { params: { id }, body: { event: 'file_download' } }).catch((error: unknown) =>
          console.warn('The download was not recorded', toAppError(error).message),
        );
      }
    } catch (error) {
      const info = toAppError(error).toInfo();
      if (!isSilent(info.code)) notifyError(errorText(info));
    } finally {
      setDownloading(null);
    }
  }, []);
  return { downloading, download };
};
