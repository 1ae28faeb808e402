import type { SourceMimeType } from '#contract/entities/file.ts';
import { sourceMimeTypes } from '#contract/entities/file.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { counts, lengths, sizes } from '#contract/limits.ts';

/** What can be known of a file before it is read. */
export interface FileToCheck {
  name: string;
  size: number;
  type: string;
}

export interface UploadLimits {
  size: number;
  count: number;
}

export const standardLimits: UploadLimits = { size: sizes.file, count: counts.filesPerAddition };

/** What can be added as it is. */
const allowedTypes: readonly string[] = ['application/pdf', 'application/x-pdf', 'application/xhtml+xml'];
const allowedExtensions: readonly string[] = ['pdf', 'xhtml'];

/** What the server makes PDFs of, by extension (document 2 §5.4). Tables of people are imported elsewhere. */
const sourceTypes: ReadonlyMap<string, SourceMimeType> = new Map([
  ...(Object.entries(sourceMimeTypes) as [SourceMimeType, string][]).filter(([, extension]) => extension !== 'csv').map(([mime, extension]) => [extension, mime] as const),
  ['jpeg', 'image/jpeg'],
  ['tif', 'image/tiff'],
]);

/** What file pickers offer to those whose files stay in the browser, and to those for whom the server converts. */
export const acceptedHere: readonly string[] = ['application/pdf', '.pdf', 'application/xhtml+xml', '.xhtml'];
export const accepted: readonly string[] = [...acceptedHere, ...[...sourceTypes.keys()].map((extension) => `.${extension}`)];

const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** By type or by extension (document 2 §5.4): systems without a registry of types know only the name. */
const isAllowed = ({ name, type }: FileToCheck): boolean =>
  allowedTypes.includes(type.toLowerCase()) || allowedExtensions.includes(extensionOf(name));

/** The type of a file that has to be converted; null for what can be used as it is, and for everything unknown. */
export const sourceMimeOf = (file: FileToCheck): SourceMimeType | null => {
  if (isAllowed(file)) return null;
  const type = file.type.toLowerCase();
  return sourceTypes.get(extensionOf(file.name)) ?? ([...sourceTypes.values()].find((each) => each === type) ?? null);
};

/** The title a file gets: its name, shortened in front of its extension where it is longer than a title may be. */
export const titleOf = (name: string): string => {
  const title = name.trim() || 'Document.pdf';
  if (title.length <= lengths.title) return title;
  const extension = extensionOf(title);
  const end = extension ? `.${extension}` : '';
  return title.slice(0, lengths.title - end.length).trimEnd() + end;
};

export const sameTitle = (title: string) => title.toLocaleLowerCase();

export interface CheckedFile<File extends FileToCheck> {
  file: File;
  title: string;
  /** Why the file is not taken; the others go on. */
  error: ErrorCode | null;
}

export interface CheckContext {
  /** Titles that are there already, where the files go to. */
  titles?: readonly string[];
  /** Files that are there already and count too. */
  count?: number;
  limits?: UploadLimits;
  /** The server makes PDFs of other kinds of files. */
  converts?: boolean;
  /** The server can't be reached now. */
  offline?: boolean;
}

/**
 * The rules of a set of files before any of them is read: how many, how large, of what type, and no title twice.
 * Each file gets its own verdict; the order stays.
 */
export const checkFiles = <File extends FileToCheck>(files: readonly File[], context: CheckContext = {}): CheckedFile<File>[] => {
  const { limits = standardLimits } = context;
  const titles = new Set(context.titles?.map(sameTitle));
  let count = context.count ?? 0;

  const verdict = (file: File, title: string): ErrorCode | null => {
    if (!isAllowed(file)) {
      if (!context.converts || !sourceMimeOf(file)) return 'wrong_mime_type';
      if (context.offline) return 'app_is_offline';
    }
    if (file.size > limits.size) return 'max_size_exceeded';
    if (titles.has(sameTitle(title))) return 'already_exist';
    if (count >= limits.count) return 'max_count_exceeded';
    return null;
  };
  return files.map((file) => {
    const title = titleOf(file.name);
    const error = verdict(file, title);
    if (!error) {
      titles.add(sameTitle(title));
      count += 1;
    }
    return { file, title, error };
  });
};

/** Files are processed from the smallest to the largest (document 3 §9). */
export const smallestFirst = <T extends { size: number }>(files: readonly T[]): T[] => files.toSorted((a, b) => a.size - b.size);
