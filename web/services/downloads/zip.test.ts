// @vitest-environment node
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { crc32, uniqueNames, zip } from './zip.ts';

describe('a ZIP archive', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'countersign-zip-'));
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  it('is read by another program without a changed byte', async () => {
    const large = new Uint8Array(5 * 1024 * 1024 + 3).map((_, index) => index * 7);
    const archive = await zip([{ name: 'Mietvertrag – Größe.pdf', body: new Blob([large]) }, { name: 'b.pdf', body: new Blob(['small']) }, { name: 'B.pdf', body: new Blob(['']) }], new Date(2026, 4, 3, 10, 30));
    const path = join(folder, 'all.zip');
    writeFileSync(path, new Uint8Array(await archive.arrayBuffer()));
    const script = 'import zipfile,sys\nz=zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None\nfor i in z.infolist(): print(i.filename, i.file_size, i.date_time)\nz.extract("b.pdf", sys.argv[2])\n';
    const output = execFileSync('python3', ['-c', script, path, folder], { encoding: 'utf8', env: { ...process.env, PYTHONIOENCODING: 'utf-8' } });
    expect(output.trim().split('\n')).toEqual([
      `Mietvertrag – Größe.pdf ${large.length} (2026, 5, 3, 10, 30, 0)`, 'b.pdf 5 (2026, 5, 3, 10, 30, 0)', 'B (2).pdf 0 (2026, 5, 3, 10, 30, 0)',
    ]);
    expect(readFileSync(join(folder, 'b.pdf'), 'utf8')).toBe('small');
  });

  it('has the CRC-32 of the standard', async () => expect(await crc32(new Blob(['123456789']))).toBe(0xcbf43926));

  it('gives each file a unique name', () => {
    expect(uniqueNames(['a.pdf', 'a.pdf', 'A.PDF', 'a (2).pdf', 'plain', 'plain'])).toEqual(['a.pdf', 'a (2).pdf', 'A (3).PDF', 'a (2) (2).pdf', 'plain', 'plain (2)']);
  });
});
