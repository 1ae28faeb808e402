import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ownDatabase } from '../../../tests/support/own-database.ts';
import { openKeyVault } from './key-vault.ts';

const database = ownDatabase();
const dataDir = mkdtempSync(join(tmpdir(), 'countersign-vault-'));

afterAll(async () => {
  rmSync(dataDir, { recursive: true });
});

test('creates a secret once for concurrent callers and stores it encrypted', async () => {
  let made = 0;
  const create = async () => Buffer.from(`secret ${(made += 1)}`);
  const vaults = await Promise.all([1, 2, 3].map(() => openKeyVault(database.db, { secretKey: null, dataDir })));
  const secrets = await Promise.all(vaults.map((vault) => vault.findOrCreate('name', create)));
  expect(secrets.map(String)).toEqual(['secret 1', 'secret 1', 'secret 1']);
  const { sealed } = await database.db.selectFrom('sealed_keys').selectAll().where('name', '=', 'name').executeTakeFirstOrThrow();
  expect(sealed.includes('secret')).toBe(false);
  expect(statSync(join(dataDir, 'secret.key')).mode & 0o077).toBe(0);
});

test('rejects another key without revealing the right one', async () => {
  const key = readFileSync(join(dataDir, 'secret.key'), 'utf8').trim();
  const other = await openKeyVault(database.db, { secretKey: Buffer.alloc(32, 7), dataDir });
  const failure = await other.findOrCreate('name', async () => Buffer.from('new')).catch((error: Error) => error);
  expect(String(failure)).toContain('can\'t be opened');
  expect(String(failure)).not.toContain(key);
  const same = await openKeyVault(database.db, { secretKey: Buffer.from(key, 'base64'), dataDir: '/nowhere' });
  expect(String(await same.findOrCreate('name', async () => Buffer.from('new')))).toBe('secret 1');
});
