import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { renderers } from './renderers.ts';
import { root, toolCache } from './shared.ts';

/** A program that shows the first page of files: a digest of what it shows, or null where it shows nothing. */
export interface PageReader {
  readonly name: string;
  readonly isHere: boolean;
  firstPages(paths: readonly string[]): Promise<Map<string, string | null>>;
}

const fromPrograms = renderers.map(({ name, digests }): PageReader => ({
  name,
  isHere: true,
  firstPages: async (paths) => new Map(paths.map((path) => [path, digests(path, 1)?.get(1) ?? null])),
}));

const python = join(toolCache, 'readers', 'venv', 'bin', 'python');

/** One process for all files. */
const script = `
import hashlib, json, sys
import pypdfium2
shown = {}
for path in json.load(sys.stdin):
    try:
        bitmap = pypdfium2.PdfDocument(path)[0].render(scale=0.5)
        shown[path] = hashlib.sha1(bytes(bitmap.buffer)).hexdigest()
    except pypdfium2.PdfiumError:
        shown[path] = None
json.dump(shown, sys.stdout)
`;

const pdfium: PageReader = {
  name: 'PDFium',
  isHere: existsSync(join(toolCache, 'readers', 'venv', 'ready')),
  firstPages: async (paths) => {
    const { stdout, stderr, status } = spawnSync(python, ['-c', script], { input: JSON.stringify(paths), encoding: 'utf8' });
    if (status !== 0) throw new Error(stderr);
    return new Map(Object.entries(JSON.parse(stdout) as Record<string, string | null>));
  },
};

/** What pdf.js draws: its list of operators with their arguments, which a canvas would only repeat. */
const pdfjs: PageReader = {
  name: 'pdf.js',
  isHere: true,
  firstPages: async (paths) => {
    const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
    const standardFontDataUrl = join(root, 'node_modules', 'pdfjs-dist', 'standard_fonts/');
    const shown = async (path: string): Promise<string | null> => {
      const task = getDocument({ data: new Uint8Array(readFileSync(path)), standardFontDataUrl, verbosity: VerbosityLevel.ERRORS });
      try {
        const page = await (await task.promise).getPage(1);
        const { fnArray, argsArray } = await page.getOperatorList();
        const { items } = await page.getTextContent();
        const text = items.map((item) => ('str' in item ? item.str : '')).join('|');
        return createHash('sha1').update(JSON.stringify([fnArray, argsArray.length, text])).digest('hex');
      } catch {
        return null;
      } finally {
        await task.destroy();
      }
    };
    const all = new Map<string, string | null>();
    for (const path of paths) all.set(path, await shown(path));
    return all;
  },
};

/** The readers that people have: Chrome's, Firefox's, and those of Linux desktops and telephones. */
export const pageReaders: readonly PageReader[] = [...fromPrograms, pdfium, pdfjs];
