/** Files with thousands of fields: calls that don't show the fields don't read them, and those that do return them unchanged. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findFields, findFile, findFiles, lockFiles } from '#server/repositories/files.repository.ts';
import { listFiles } from '#server/repositories/files-list.repository.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { Client } from './client.ts';

let server: TestApp;
let ada: Client;

beforeAll(async () => {
  server = await startTestApp();
  ada = await Client.signIn(server, 'ada@example.org');
});
afterAll(() => server.close());

const field = (index: number) => ({ id: `f${index}`, fieldName: `Text ${index % 2 === 0 ? 'Ω' : '"quoted"'} ${index}`, page: 1, rect: { x: 1.25, y: 2, width: 10, height: 3 } });

test('H6: files are read without their fields, and the fields in their order', async () => {
  const { id } = await ada.addFile();
  const fields = Array.from({ length: 1000 }, (_, index) => field(999 - index));
  const saved = await ada.call('files.updateMeta', { params: { id }, body: { attributes: { fields } } });
  expect(saved.attributes.fields).toMatchObject(fields);
  expect((await ada.call('files.getMeta', { params: { id } })).attributes.fields).toEqual(saved.attributes.fields);

  const { db } = server.infrastructure;
  expect((await findFields(db, id)).map((each) => each.id)).toEqual(fields.map((each) => each.id));
  expect(await findFields(db, (await ada.addFile()).id)).toEqual([]);
  const rows = [
    await findFile(db, id), ...await findFiles(db, [id]), ...await db.transaction().execute((tx) => lockFiles(tx, [id])),
    ...await listFiles(db, { userId: ada.userId, organization: null, closedOrgIds: [] }, undefined),
  ];
  expect(rows.length).toBeGreaterThanOrEqual(4);
  for (const row of rows) expect(Object.keys(row ?? {})).not.toContain('fields');
});
