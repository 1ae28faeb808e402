/** Converts other formats to PDF: LibreOffice for office files, Ghostscript for PostScript, own code for pictures. */
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sourceMimeTypes, type SourceMimeType } from '#contract/entities/file.ts';
import { AppError } from '#server/platform/app-error.ts';
import { ProgramError, runProgram, type ProgramSetting } from './run-program.ts';
import { ownCode, type Sandbox } from './sandbox.ts';

const timeLimit = 60_000;
/** LibreOffice needs a CPU core and half a gigabyte of memory, so conversions run one at a time. */
const atOnce = 1;

type Way = (source: string, setting: ProgramSetting) => Promise<Buffer>;

/**
 * `convert` throws `conversion_failed`, or `feature_not_supported` when the program isn't installed. An abort by
 * `signal` isn't the document's failure and is rethrown as is.
 */
export interface Converter {
  convert(path: string, mime: SourceMimeType, signal?: AbortSignal): Promise<Buffer>;
}

/** Without a sandbox nothing is converted. */
export function createConverter(sandbox: Sandbox | null): Converter {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    convert: async (path, mime, signal) => {
      if (sandbox === null) throw new AppError('feature_not_supported', { mime });
      if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
      else running += 1;
      try {
        return await convert(path, mime, { sandbox, signal });
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}

async function convert(path: string, mime: SourceMimeType, { sandbox, signal }: Pick<ProgramSetting, 'sandbox' | 'signal'>): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-convert-'));
  try {
    // The programs detect the format by the file extension, which stored bodies don't have.
    const source = join(folder, `source.${sourceMimeTypes[mime]}`);
    await copyFile(path, source);
    const setting = { folder, timeLimit, sandbox, signal };
    if (office.includes(mime)) await runProgram(process.execPath, ['--no-warnings', join(import.meta.dirname, 'strip-program.ts'), source], { ...setting, reads: ownCode });
    const pdf = await wayFor(mime)(source, setting);
    if (!pdf.subarray(0, 1024).includes('%PDF-')) throw new AppError('conversion_failed');
    return pdf;
  } catch (error) {
    if (error instanceof AppError || (error instanceof ProgramError && error.reason === 'stopped')) throw error;
    if (error instanceof ProgramError && error.reason === 'missing') throw new AppError('feature_not_supported', { mime });
    throw new AppError('conversion_failed', { reason: error instanceof ProgramError ? error.reason : 'unreadable' });
  } finally {
    await rm(folder, { recursive: true, force: true });
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
