import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';

/** What each page looks like: a digest of its pixels by page number. */
export type PageDigests = ReadonlyMap<number, string>;

/** A program that draws the first so many pages of a file, small. Nothing where it can't read the file. */
export interface Renderer {
  readonly name: string;
  digests(path: string, pages: number, password?: string): PageDigests;
}

const output = (command: string, args: string[]): Buffer => {
  const { stdout, stderr } = spawnSync(command, args, { maxBuffer: 1 << 29 });
  return Buffer.concat([stdout ?? Buffer.alloc(0), Buffer.from('\n'), command === 'mutool' ? (stderr ?? Buffer.alloc(0)) : Buffer.alloc(0)]);
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
    const pictures = pixmaps(output('pdftoppm', ['-r', '36', '-l', String(pages), ...opening, path]));
    return new Map(pictures.map((picture, index) => [index + 1, createHash('sha1').update(picture).digest('hex')]));
  },
};

const mupdf: Renderer = {
  name: 'MuPDF',
  digests(path, pages, password) {
    const opening = password === undefined ? [] : ['-p', password];
    const text = output('mutool', ['draw', '-q', '-s', '5', '-r', '36', ...opening, path, `1-${pages}`]).toString('utf8');
    return new Map([...text.matchAll(/ (\d+) ([0-9a-f]{32})$/gm)].map(([, page = '', digest = '']) => [Number(page), digest]));
  },
};

/** The readers of others whose pictures count. */
export const renderers: readonly Renderer[] = [poppler, mupdf];
