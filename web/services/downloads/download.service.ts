import { fileNameOf } from '#contract/entities/common.ts';
import type { FileMeta } from '#contract/entities/file.ts';
import { fetchBody, saveAs } from '../api/bodies.ts';
import { call } from '../api/call.ts';
import { toAppError } from '../app-error.ts';
import type { ZipEntry } from './zip.ts';
import { zip } from './zip.ts';

export type DownloadForm = 'separate' | 'zip';

interface DownloadOptions {
  readonly fileIds: readonly string[];
  readonly form: DownloadForm;
  /** File name of a signed document, from its title without an extension. */
  signedName(title: string): string;
  /** Name of the ZIP archive. */
  readonly title: string;
  readonly signal?: AbortSignal | undefined;
  onProgress?(done: number): void;
}

/** File name for saving: the title, with the extension added if it is missing. */
const withExtension = (title: string, extension: string): string => (title.toLowerCase().endsWith(`.${extension}`) ? title : `${title}.${extension}`);

/** A signed document gets another name than the original, since both are often saved in one folder. */
export const savedName = ({ title, ext, type, attributes }: Pick<FileMeta, 'title' | 'ext' | 'type' | 'attributes'>, signedName: DownloadOptions['signedName']): string =>
  fileNameOf(ext === 'pdf' && type === 'document' && attributes.signaturesCache.length > 0 ? signedName(title.replace(/\.pdf$/i, '')) : withExtension(title, ext));

async function fetchEntry(id: string, { signal, signedName }: Pick<DownloadOptions, 'signal' | 'signedName'>): Promise<ZipEntry> {
  const [meta, { body }] = await Promise.all([call('files.getMeta', { params: { id } }, { signal }), fetchBody(id, { signal })]);
  return { name: savedName(meta, signedName), body };
}

/** Records the download in the history of the file. If only that fails, the download has still succeeded. */
function reportDownload(id: string): void {
  call('files.reportEvent', { params: { id }, body: { event: 'file_download' } }).catch((error: unknown) =>
    console.warn('The download was not recorded', toAppError(error).code),
  );
}

/** Saves files one after the other, or as one ZIP archive. */
export async function downloadFiles({ fileIds, form, title, signal, signedName, onProgress }: DownloadOptions): Promise<void> {
  const entries: ZipEntry[] = [];
  for (const [index, id] of fileIds.entries()) {
    onProgress?.(index);
    const entry = await fetchEntry(id, { signal, signedName });
    if (form === 'zip') entries.push(entry);
    else saveAs(entry.body, entry.name);
  }
  if (form === 'zip') saveAs(await zip(entries, new Date()), `${title.replace(/\.(pdf|zip)$/i, '')}.zip`);
  for (const id of fileIds) reportDownload(id);
}
