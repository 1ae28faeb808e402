import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';

/** What each page looks like: a digest of its pixels by page number. Null where the program did not come to an end. */
export type PageDigests = ReadonlyMap<number, string> | null;

/** A program that draws the first so many pages of a file, small. Nothing where it can't read the file. */
export interface Renderer {
  readonly name: string;
  digests(path: string, pages: number, password?: string): PageDigests;
}

/** Some files keep a reader busy for minutes, before anything is done to them. */
const TIMEOUT = 15_000;

/** What a program says on both its outputs; null when it takes too long. */
const output = (command: string, args: string[]): { stdout: Buffer; stderr: Buffer } | null => {
  const { stdout, stderr, error } = spawnSync(command, args, { maxBuffer: 1 << 29, timeout: TIMEOUT, killSignal: 'SIGKILL' });
  return error ? null : { stdout, stderr };
};

/** The pictures of a stream of PPM files: a head of three numbers, then three bytes a pixel. */
function pixmaps(stream: Buffer): Buffer[] {
  const found: Buffer[] = [];
  let at = 0;
  for (;;) {
    const head = /^P6\s+(\d+)\s+(\d+)\s+(\d+)\s/.exec(stream.subarray(at, at + 64).toString('latin1'));
    if (!head) return found;
    const length = head[0].length + Number(head[1]) * Number(head[2]) * 3;
    found.push(stream.subarray(at, at + length));
    at += length;
  }
}

const poppler: Renderer = {
  name: 'Poppler',
  digests(path, pages, password) {
    const opening = password === undefined ? [] : ['-upw', password];
    const said = output('pdftoppm', ['-r', '36', '-l', String(pages), ...opening, path]);
    if (!said) return null;
    const pictures = pixmaps(said.stdout);
    return new Map(pictures.map((picture, index) => [index + 1, createHash('sha1').update(picture).digest('hex')]));
  },
};

const mupdf: Renderer = {
  name: 'MuPDF',
  digests(path, pages, password) {
    const opening = password === undefined ? [] : ['-p', password];
    const said = output('mutool', ['draw', '-q', '-s', '5', '-r', '36', ...opening, path, `1-${pages}`]);
    if (!said) return null;
    // What it complains of stands in the middle of the lines that tell the digests.
    const text = `${said.stdout.toString('utf8')}\n${said.stderr.toString('utf8')}`.replaceAll(/(?:warning|error): .*\n/g, '');
    return new Map([...text.matchAll(/ (\d+) ([0-9a-f]{32})$/gm)].map(([, page = '', digest = '']) => [Number(page), digest]));
  },
};

/** The readers of others whose pictures count. */
export const renderers: readonly Renderer[] = [poppler, mupdf];
