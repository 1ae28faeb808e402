import { fileNameOf } from '#contract/entities/common.ts';
import type { FileMeta } from '#contract/entities/file.ts';
import { fetchBody, saveAs } from '../api/bodies.ts';
import { call } from '../api/call.ts';
import { toAppError } from '../app-error.ts';
import type { ZipEntry } from './zip.ts';
import { zip } from './zip.ts';

export type DownloadForm = 'separate' | 'zip';

export interface DownloadOptions {
  readonly fileIds: readonly string[];
  readonly form: DownloadForm;
  /** What a signed document is called when it is saved, from its title without an extension. */
  signedName(title: string): string;
  /** The name of the archive. */
  readonly title: string;
  readonly signal?: AbortSignal | undefined;
  onProgress?(done: number): void;
}

/** The name under which a file is saved: its title, with its extension where that is not there. */
const withExtension = (title: string, extension: string): string => (title.toLowerCase().endsWith(`.${extension}`) ? title : `${title}.${extension}`);

/** A signed document does not go by the name of the one that was sent: both lie in one folder soon. */
export const savedName = ({ title, ext, type, attributes }: Pick<FileMeta, 'title' | 'ext' | 'type' | 'attributes'>, signedName: DownloadOptions['signedName']): string =>
  fileNameOf(ext === 'pdf' && type === 'document' && attributes.signaturesCache.length > 0 ? signedName(title.replace(/\.pdf$/i, '')) : withExtension(title, ext));

async function fetchEntry(id: string, { signal, signedName }: Pick<DownloadOptions, 'signal' | 'signedName'>): Promise<ZipEntry> {
  const [meta, { body }] = await Promise.all([call('files.getMeta', { params: { id } }, { signal }), fetchBody(id, { signal })]);
  return { name: savedName(meta, signedName), body };
}

/** What was handed out is recorded with the document; a failure of that alone is no failure of the download. */
function reportDownload(id: string): void {
  call('files.reportEvent', { params: { id }, body: { event: 'file_download' } }).catch((error: unknown) =>
    console.warn('The download was not recorded', toAppError(error).code),
  );
}

/** Hands files to the person: one after the other under their titles, or all of them in one archive. */
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
