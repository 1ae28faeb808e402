import type { SourceMimeType } from '#contract/entities/file.ts';
import { sourceMimeTypes } from '#contract/entities/file.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { counts } from '#contract/limits/counts.ts';
import { lengths } from '#contract/limits/lengths.ts';
import { sizes } from '#contract/limits/sizes.ts';

/** Properties of a file that are known without reading it. */
interface FileToCheck {
  name: string;
  size: number;
  type: string;
}

interface UploadLimits {
  size: number;
  count: number;
}

export const standardLimits: UploadLimits = { size: sizes.file, count: counts.filesPerAddition };

/** Types that need no conversion. */
const allowedTypes: readonly string[] = ['application/pdf', 'application/x-pdf', 'application/xhtml+xml'];
const allowedExtensions: readonly string[] = ['pdf', 'xhtml'];

/** Types that the server converts to PDF, by extension (document 2 §5.4). CSV is excluded: it is imported elsewhere. */
const sourceTypes: ReadonlyMap<string, SourceMimeType> = new Map([
  ...(Object.entries(sourceMimeTypes) as [SourceMimeType, string][]).filter(([, extension]) => extension !== 'csv').map(([mime, extension]) => [extension, mime] as const),
  ['jpeg', 'image/jpeg'],
  ['tif', 'image/tiff'],
]);

/** Types for file pickers: without conversion for files that stay in the browser, with conversion for files on the server. */
export const acceptedHere: readonly string[] = ['application/pdf', '.pdf', 'application/xhtml+xml', '.xhtml'];
export const accepted: readonly string[] = [...acceptedHere, ...[...sourceTypes.keys()].map((extension) => `.${extension}`)];

const extensionOf = (name: string): string => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';

/** By type or by extension (document 2 §5.4): systems without a MIME registry supply the name only. */
const isAllowed = ({ name, type }: FileToCheck): boolean =>
  allowedTypes.includes(type.toLowerCase()) || allowedExtensions.includes(extensionOf(name));

/** Returns the type of a file that has to be converted; null if it needs no conversion or is unknown. */
export const sourceMimeOf = (file: FileToCheck): SourceMimeType | null => {
  if (isAllowed(file)) return null;
  const type = file.type.toLowerCase();
  return sourceTypes.get(extensionOf(file.name)) ?? ([...sourceTypes.values()].find((each) => each === type) ?? null);
};

/** Returns the title of a file: its name, shortened before the extension if it exceeds the limit. */
export const titleOf = (name: string): string => {
  const title = name.trim() || 'Document.pdf';
  if (title.length <= lengths.title) return title;
  const extension = extensionOf(title);
  const end = extension ? `.${extension}` : '';
  return title.slice(0, lengths.title - end.length).trimEnd() + end;
};

export const sameTitle = (title: string) => title.toLowerCase();

interface CheckedFile<File extends FileToCheck> {
  file: File;
  title: string;
  /** Why the file is rejected. Other files are not affected. */
  error: ErrorCode | null;
}

export interface CheckContext {
  /** Titles that already exist at the target. */
  titles?: readonly string[];
  /** Number of files that already exist at the target. */
  count?: number;
  limits?: UploadLimits;
  /** Whether the server converts other file types. */
  converts?: boolean;
  /** Whether the server is unreachable. */
  offline?: boolean;
}

/** Checks a set of files before any is read: count, size, type and duplicate titles. Each file gets its own result, in the same order. */
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

/** Files are processed from smallest to largest (document 3 §9). */
export const smallestFirst = <T extends { size: number }>(files: readonly T[]): T[] => files.toSorted((a, b) => a.size - b.size);
