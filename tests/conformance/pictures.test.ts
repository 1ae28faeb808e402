import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCanvas } from '@napi-rs/canvas';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine } from '@countersign/core';
import { createNodeEngine } from '@countersign/core/node';
import { asFile, qpdfProblems } from '../support/judges.ts';
import { fieldToPlace, joined, plainDocument } from './documents.ts';

// Pictures that people fill in, taken out of the document again by another program.
const folder = mkdtempSync(join(tmpdir(), 'countersign-pictures-'));
const [width, height] = [60, 20];
let engine: Engine;

beforeAll(async () => {
  engine = await createNodeEngine();
});

afterAll(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Half of it red, half of it nothing. */
function picture(kind: 'jpeg' | 'png' | 'webp'): Buffer {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  context.fillStyle = 'red';
  context.fillRect(0, 0, width / 2, height);
  if (kind === 'jpeg') return canvas.toBuffer('image/jpeg');
  return kind === 'png' ? canvas.toBuffer('image/png') : canvas.toBuffer('image/webp');
}

/** The path of a page with one picture in a field. */
async function filled(name: string, bytes: Buffer, mime: string): Promise<string> {
  const base = await plainDocument();
  const placed = joined(base, (await (await engine.open(base)).placeFields([fieldToPlace('seal', 'image', 10)])).bytes);
  const tail = await (await engine.open(placed)).merge({ seal: `data:${mime};base64,${bytes.toString('base64')}` });
  const path = asFile(folder, name, joined(placed, tail.bytes));
  expect(qpdfProblems(path)).toBe('');
  return path;
}

/** What poppler lists: kind, width, height, colours, encoding of each picture. */
function listed(path: string): string[] {
  const [, , ...lines] = spawnSync('pdfimages', ['-list', path], { encoding: 'utf8' }).stdout.trim().split('\n');
  return lines.map((line) => line.trim().split(/\s+/)).map(([, , kind, wide, high, colours, , , encoding]) => [kind, wide, high, colours, encoding].join(' '));
}

/** The page as poppler draws it, with 72 pixels an inch. */
function pixelAt(path: string, x: number, y: number): number[] {
  const image = spawnSync('pdftoppm', ['-r', '72', path], { maxBuffer: 1 << 26 }).stdout;
  const start = image.length - 612 * 792 * 3 + (y * 612 + x) * 3;
  return [...image.subarray(start, start + 3)];
}

describe('an inserted picture', () => {
  test('is embedded unchanged if it is a JPEG', async () => {
    const bytes = picture('jpeg');
    const path = await filled('jpeg.pdf', bytes, 'image/jpeg');
    expect(listed(path)).toEqual([`image ${width} ${height} rgb jpeg`]);
    spawnSync('pdfimages', ['-all', path, join(folder, 'taken')]);
    const taken = readdirSync(folder).filter((name) => name.startsWith('taken'));
    expect(taken).toEqual(['taken-000.jpg']);
    expect(readFileSync(join(folder, 'taken-000.jpg')).equals(bytes)).toBe(true);
  });

  test.each(['png', 'webp'] as const)('keeps the transparency of a %s', async (kind) => {
    const path = await filled(`${kind}.pdf`, picture(kind), `image/${kind}`);
    expect(listed(path).map((line) => line.split(' ').slice(0, 3).join(' '))).toEqual([`image ${width} ${height}`, `smask ${width} ${height}`]);
    // The place: 61 to 306 points from the left, 79 to 111 from the top. Three times as wide as high, the picture is in its middle.
    const [left, right] = [pixelAt(path, 160, 95), pixelAt(path, 208, 95)];
    expect(left.map((part) => Math.round(part / 16))).toEqual([16, 0, 0]);
    expect(right).toEqual([255, 255, 255]);
    // It keeps its proportions: beside it the place is empty.
    expect(pixelAt(path, 80, 95)).toEqual([255, 255, 255]);
  });
});

describe('an appended revision', () => {
  test('has a cross-reference table of 20-byte entries and keeps the first half of the file identifier', async () => {
    const path = await filled('appended.pdf', picture('png'), 'image/png');
    const text = readFileSync(path, 'latin1');
    const [last, before] = [...text.matchAll(/\nxref\n((?:\d+ \d+\n(?:\d{10} \d{5} [nf][ \r]\n)+)+)trailer\n?<<(.*?)>>\s*startxref/gs)].reverse();
    expect(last?.[2]).toContain(`/Prev ${(before?.index ?? 0) + 1}`);
    const places = [...(last?.[1] ?? '').matchAll(/^(\d+) (\d+)\n((?:.{19}\n)+)/gm)].flatMap(([, first, , lines]) => [...(lines ?? '').matchAll(/(\d{10}) (\d{5}) ([nf])/g)].map(([, offset, , kind], index) => ({ number: Number(first) + index, offset: Number(offset), kind })));
    expect(places.length).toBeGreaterThan(2);
    for (const { number, offset, kind } of places) if (kind === 'n') expect(text.slice(offset)).toMatch(new RegExp(`^${number} 0 obj`));
    const ids = (trailer: string | undefined) => /\/ID\s*\[\s*<([0-9a-fA-F]+)>\s*<([0-9a-fA-F]+)>/.exec(trailer ?? '')?.slice(1);
    const [now, then] = [ids(last?.[2]), ids(before?.[2])];
    expect(now?.[0]).toBe(then?.[0]);
    expect(now?.[1]).not.toBe(then?.[1]);
  });
});
