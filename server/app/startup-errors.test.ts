import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, expect, inject, test } from 'vitest';
import { withDatabase } from '../../tests/support/test-database.ts';
import { explainStartupError } from './startup-errors.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-explain-'));
afterAll(() => rmSync(folder, { recursive: true }));

const failureOf = (work: () => Promise<unknown>): Promise<unknown> => work().then(() => undefined, (error: unknown) => error);
const connect = (connectionString: string) => () => new pg.Client({ connectionString }).connect();
const listen = (host: string) => () => new Promise((resolve, reject) => void createServer().on('error', reject).listen(0, host, () => resolve(null)));
const makeFolderBelowFile = async (): Promise<void> => {
  writeFileSync(join(folder, 'file'), '');
  mkdirSync(join(folder, 'file', 'data'), { recursive: true });
};

test.each<[string, () => Promise<unknown>, string]>([
  ['an unreachable database', connect('postgres://somebody:secret@127.0.0.1:1/x'), 'DATABASE_URL'],
  ['an unknown host name', connect('postgres://somebody:secret@database.invalid/x'), 'DATABASE_URL'],
  ['an unknown database name', () => connect(withDatabase(inject('testServer').url, 'no_such_database'))(), 'does not let the server in'],
  ['an unknown database user', () => connect(asNobody(inject('testServer').url))(), 'does not let the server in'],
  ['an address of another machine', listen('203.0.113.7'), 'HOST'],
  ['a data folder below a file', makeFolderBelowFile, 'DATA_DIR'],
])('explains %s in one sentence, without a stack trace or a password', async (_, work, named) => {
  const sentence = explainStartupError(await failureOf(work));
  expect(sentence).toContain(named);
  expect(sentence).not.toMatch(/\n|secret/);
});

test('explains in one sentence that both addresses of a name are unreachable', () => {
  const refused = (at: string): Error => Object.assign(new Error(`connect ECONNREFUSED ${at}`), { code: 'ECONNREFUSED', syscall: 'connect' });
  expect(explainStartupError(new AggregateError([refused('::1:5432'), refused('127.0.0.1:5432')], ''))).toContain('connect ECONNREFUSED ::1:5432');
});

test('shows the stack trace of a defect', () => {
  expect(explainStartupError(new TypeError('x is not a function'))).toContain('    at ');
});

function asNobody(url: string): string {
  const address = new URL(url);
  address.username = 'nobody_at_all';
  return address.href;
}
