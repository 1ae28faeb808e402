import { fileNameOf } from '#contract/entities/common.ts';
import { detachedSignatureMime, isPage, namedSignatures, type FileMeta } from '#contract/entities/file.ts';
import { fetchBody, saveAs } from '../api/bodies.ts';
import { call } from '../api/call.ts';
import { toAppError } from '../app-error.ts';
import { fromBase64 } from '../signing/base64.ts';
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

/** The file, and the signatures beside it. */
async function fetchEntries(id: string, { signal, signedName }: Pick<DownloadOptions, 'signal' | 'signedName'>): Promise<ZipEntry[]> {
  const [meta, { body }] = await Promise.all([call('files.getMeta', { params: { id } }, { signal }), fetchBody(id, { signal })]);
  const name = savedName(meta, signedName);
  if (!isPage(meta)) return [{ name, body }];
  const { signatures } = await call('files.signatures', { params: { id } }, { signal });
  return [{ name, body }, ...namedSignatures(name, signatures).map(({ name: own, signature }) => ({ name: own, body: signatureFile(signature.cms) }))];
}

const signatureFile = (cms: string): Blob => new Blob([fromBase64(cms) as Uint8Array<ArrayBuffer>], { type: detachedSignatureMime });

/** Records the download in the history of the file. If only that fails, the download has still succeeded. */
function reportDownload(id: string): void {
  call('files.reportEvent', { params: { id }, body: { event: 'file_download' } }).catch((error: unknown) =>
    console.warn('The download was not recorded', toAppError(error).code),
  );
}

const saveZip = async (title: string, entries: readonly ZipEntry[]): Promise<void> =>
  saveAs(await zip([...entries], new Date()), `${title.replace(/\.(pdf|xhtml|zip)$/i, '')}.zip`);

/** A file with signatures beside it is of use only with them. */
async function saveTogether(entries: readonly ZipEntry[]): Promise<void> {
  const [file, ...signatures] = entries;
  if (!file) return;
  if (signatures.length > 0) await saveZip(file.name, entries);
  else saveAs(file.body, file.name);
}

/** Saves files one after the other, or as one ZIP archive. */
export async function downloadFiles({ fileIds, form, title, signal, signedName, onProgress }: DownloadOptions): Promise<void> {
  const entries: ZipEntry[] = [];
  for (const [index, id] of fileIds.entries()) {
    onProgress?.(index);
    const found = await fetchEntries(id, { signal, signedName });
    if (form === 'zip') entries.push(...found);
    else await saveTogether(found);
  }
  if (form === 'zip') await saveZip(title, entries);
  for (const id of fileIds) reportDownload(id);
}
