import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { FolderStorage } from './folder-storage.ts';
import { itStoresBodies } from './storage-suite.ts';

describe('folder storage', () => {
  const folder = mkdtempSync(join(tmpdir(), 'folder-storage-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  itStoresBodies(() => new FolderStorage(folder));

  it('leaves no partial files', () => {
    const left = readdirSync(folder, { recursive: true }).filter((name) => String(name).endsWith('.part'));
    expect(left).toEqual([]);
  });

  it('removes old partial files of a killed writer', async () => {
    const storage = new FolderStorage(folder);
    mkdirSync(join(folder, '00'), { recursive: true });
    const half = join(folder, '00', `${'0'.repeat(24)}.abcdef.part`);
    writeFileSync(half, 'half');
    expect(await storage.removeIncompleteUploads(new Date(Date.now() - 60_000))).toBe(0);
    expect(await storage.removeIncompleteUploads(new Date(Date.now() + 60_000))).toBe(1);
    expect(existsSync(half)).toBe(false);
  });

  it('reports disk errors as such', async () => {
    const file = join(folder, 'a-file');
    writeFileSync(file, '');
    const storage = new FolderStorage(join(file, 'below'));
    await expect(storage.check()).rejects.toMatchObject({ code: 'unavailable' });
    async function* body(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('body');
    }
    await expect(storage.write('0'.repeat(24), body(), { maxSize: 10 })).rejects.toMatchObject({ code: 'unavailable' });
  });
});
