import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
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
});
