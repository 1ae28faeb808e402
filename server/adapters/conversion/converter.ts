/** Documents of other kinds into PDF: LibreOffice for office files, Ghostscript for PostScript, pictures by ourselves. */
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { sourceMimeTypes, type SourceMimeType } from '#contract/entities/file.ts';
import { AppError } from '#server/app/app-error.ts';
import { ProgramError, runProgram } from './run-program.ts';

const timeLimit = 60_000;
/** LibreOffice takes a processor and half a gigabyte: one at a time leaves room for everything else. */
const atOnce = 1;

type Way = (source: string, folder: string) => Promise<Buffer>;

/** `convert` throws `conversion_failed`, or `feature_not_supported` where the program for it is not installed. */
export interface Converter {
  convert(path: string, mime: SourceMimeType): Promise<Buffer>;
}

export function createConverter(): Converter {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    convert: async (path, mime) => {
      if (running >= atOnce) await new Promise<void>((resolve) => waiting.push(resolve));
      else running += 1;
      try {
        return await convert(path, mime);
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}

async function convert(path: string, mime: SourceMimeType): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'countersign-convert-'));
  try {
    // Programs go by the name of a file; ours have none.
    const source = join(folder, `source.${sourceMimeTypes[mime]}`);
    await copyFile(path, source);
    const pdf = await wayFor(mime)(source, folder);
    if (!pdf.subarray(0, 1024).includes('%PDF-')) throw new AppError('conversion_failed');
    return pdf;
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof ProgramError && error.reason === 'missing') throw new AppError('feature_not_supported', { mime });
    throw new AppError('conversion_failed', { reason: error instanceof ProgramError ? error.reason : 'unreadable' });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const drawn: readonly SourceMimeType[] = ['image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/bmp'];

function wayFor(mime: SourceMimeType): Way {
  if (drawn.includes(mime)) return picture;
  return mime === 'application/postscript' ? ghostscript : libreOffice;
}

const libreOffice: Way = async (source, folder) => {
  const profile = pathToFileURL(join(folder, 'profile')).href;
  await runProgram('soffice', [
    `-env:UserInstallation=${profile}`, '--headless', '--norestore', '--nolockcheck', '--convert-to', 'pdf', '--outdir', folder, source,
  ], { folder, timeLimit });
  return readFile(join(folder, 'source.pdf'));
};

const picture: Way = async (source, folder) => {
  const target = join(folder, 'target.pdf');
  const program = join(import.meta.dirname, 'picture-program.ts');
  await runProgram(process.execPath, ['--no-warnings', program, source, target], { folder, timeLimit });
  return readFile(target);
};

const ghostscript: Way = async (source, folder) => {
  const target = join(folder, 'target.pdf');
  await runProgram('gs', ['-dSAFER', '-dBATCH', '-dNOPAUSE', '-q', '-sDEVICE=pdfwrite', '-dCompatibilityLevel=1.7', `-sOutputFile=${target}`, source], { folder, timeLimit });
  return readFile(target);
};
