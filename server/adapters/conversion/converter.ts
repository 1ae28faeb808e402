/** Converts other formats to PDF: LibreOffice for office files, Ghostscript for PostScript, own code for pictures. */
import { copyFile, mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sourceMimeTypes, type SourceMimeType } from '#contract/entities/file.ts';
import { AppError } from '#server/platform/app-error.ts';
import { ProgramError, runProgram, type ProgramSetting } from './run-program.ts';
import { ownCode, type Sandbox } from './sandbox.ts';

/** A short attempt is stopped after seconds; the caller may then make a long one. */
export type AttemptLength = 'short' | 'long';
/** CPU time, so that a busy machine doesn't make long documents of ordinary ones. LibreOffice takes seconds to start. */
const limits = { short: { cpuSeconds: 2, seconds: 4 }, shortOffice: { cpuSeconds: 3, seconds: 6 }, long: { cpuSeconds: 60, seconds: 60 } } as const;
/** Added to the niceness of a long attempt's programs, so that short ones come first. */
const longNiceness = 10;

function limitsOf(mime: SourceMimeType, length: AttemptLength): Pick<ProgramSetting, 'cpuSeconds' | 'endsAt'> {
  const { cpuSeconds, seconds } = limits[length === 'short' && wayFor(mime) === libreOffice ? 'shortOffice' : length];
  return { cpuSeconds, endsAt: performance.now() + 1000 * seconds };
}

interface ConversionAttempt {
  length: AttemptLength;
  signal?: AbortSignal | undefined;
}

type Way = (source: string, setting: ProgramSetting) => Promise<Buffer>;

/**
 * `convert` throws `conversion_failed`, or `feature_not_supported` when the program isn't installed. An abort by
 * `signal` isn't the document's failure and is rethrown as is.
 */
export interface Converter {
  convert(path: string, mime: SourceMimeType, attempt: ConversionAttempt): Promise<Buffer>;
}

const timeLimitReached = { reason: 'timeout' };
/** Whether an attempt was stopped because its time was over. */
export const isTimeLimit = (error: unknown): boolean =>
  error instanceof AppError && error.code === 'conversion_failed' && (error.details as typeof timeLimitReached | undefined)?.reason === timeLimitReached.reason;

/** Without a sandbox nothing is converted. */
export function createConverter(sandbox: Sandbox | null): Converter {
  return {
    convert: async (path, mime, attempt) => {
      if (sandbox === null) throw new AppError('feature_not_supported', { mime });
      return convert(path, mime, sandbox, attempt);
    },
  };
}

const folderPrefix = 'countersign-convert-';
/** No attempt takes so long, in milliseconds. */
const abandonedAfter = 10 * 1000 * limits.long.seconds;

/** Removes the folders of attempts whose server was killed. */
export async function removeAbandonedFolders(): Promise<void> {
  const names = (await readdir(tmpdir())).filter((name) => name.startsWith(folderPrefix));
  for (const path of names.map((name) => join(tmpdir(), name))) {
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Infinity }));
    // Somebody else's folder can't be removed, and need not be.
    if (Date.now() - mtimeMs > abandonedAfter) await rm(path, { recursive: true, force: true }).catch(() => undefined);
  }
}

async function convert(path: string, mime: SourceMimeType, sandbox: Sandbox, { length, signal }: ConversionAttempt): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), folderPrefix));
  try {
    // The programs detect the format by the file extension, which stored bodies don't have.
    const source = join(folder, `source.${sourceMimeTypes[mime]}`);
    await copyFile(path, source);
    const setting = { folder, ...limitsOf(mime, length), niceness: length === 'long' ? longNiceness : 0, sandbox, signal };
    if (office.includes(mime)) await runProgram(process.execPath, ['--no-warnings', join(import.meta.dirname, 'strip-program.ts'), source], { ...setting, reads: ownCode });
    const pdf = await wayFor(mime)(source, setting);
    if (!pdf.subarray(0, 1024).includes('%PDF-')) throw new AppError('conversion_failed');
    return pdf;
  } catch (error) {
    if (error instanceof AppError || (error instanceof ProgramError && error.reason === 'stopped')) throw error;
    if (error instanceof ProgramError && error.reason === 'missing') throw new AppError('feature_not_supported', { mime });
    if (error instanceof ProgramError && error.reason === 'timeout') throw new AppError('conversion_failed', timeLimitReached);
    throw new AppError('conversion_failed', { reason: error instanceof ProgramError ? error.reason : 'unreadable' });
  } finally {
    // Processes that were just killed may still have been writing.
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Formats that can reference external pictures and documents. */
const office: readonly SourceMimeType[] = [
  'application/msword', 'application/vnd.ms-powerpoint', 'application/vnd.ms-excel', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
];
const drawn: readonly SourceMimeType[] = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/bmp'];

function wayFor(mime: SourceMimeType): Way {
  if (drawn.includes(mime)) return picture;
  return mime === 'application/postscript' ? ghostscript : libreOffice;
}

const libreOffice: Way = async (source, setting) => {
  const { folder } = setting;
  const profile = pathToFileURL(join(folder, 'profile')).href;
  await runProgram('soffice', [
    `-env:UserInstallation=${profile}`, '--headless', '--norestore', '--nolockcheck', '--convert-to', 'pdf', '--outdir', folder, source,
  ], setting);
  return readFile(join(folder, 'source.pdf'));
};

const picture: Way = async (source, setting) => {
  const target = join(setting.folder, 'target.pdf');
  const program = join(import.meta.dirname, 'picture-program.ts');
  await runProgram(process.execPath, ['--no-warnings', program, source, target], { ...setting, reads: ownCode });
  return readFile(target);
};

const ghostscript: Way = async (source, setting) => {
  const target = join(setting.folder, 'target.pdf');
  await runProgram('gs', ['-dSAFER', '-dBATCH', '-dNOPAUSE', '-q', '-sDEVICE=pdfwrite', '-dCompatibilityLevel=1.7', `-sOutputFile=${target}`, source], setting);
  return readFile(target);
};
