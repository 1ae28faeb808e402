import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../../tests/support/app.ts';
import { sweepExpired } from '#server/app/maintenance-tasks.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

const day = 24 * 60 * 60 * 1000;
const statuses = ['unsent', 'queued', 'sent', 'failed'] as const;
const ages = [6, 8, 89, 91];

test('deletes message content when its links expire and the message after 90 days, unless it is pending', async () => {
  const { db } = server.infrastructure;
  for (const status of statuses) {
    for (const age of ages) {
      const row = { id: `${status} ${age}`, template: 'invitation', recipient: 'bob@example.org', locale: 'en', status, created_at: new Date(Date.now() - age * day) };
      const words = status === 'sent' ? '' : 'code=secret';
      await db.insertInto('mails').values({ ...row, subject: 'Lease', text_body: words, html_body: words }).execute();
      await db.insertInto('text_messages').values({ ...row, body: words }).execute();
    }
  }
  await sweepExpired(db);
  const mails = await db.selectFrom('mails').select(['id', 'text_body', 'html_body']).execute();
  const texts = await db.selectFrom('text_messages').select(['id', 'body']).execute();
  const left = new Map([
    ['unsent 6', 'code=secret'], ['queued 6', 'code=secret'], ['queued 8', 'code=secret'], ['queued 89', 'code=secret'], ['queued 91', 'code=secret'],
    ['sent 6', ''], ['sent 8', ''], ['sent 89', ''], ['failed 6', 'code=secret'], ['failed 8', ''], ['failed 89', ''],
  ]);
  expect(new Map(mails.map((mail) => [mail.id, mail.text_body]))).toEqual(left);
  expect(new Map(mails.map((mail) => [mail.id, mail.html_body]))).toEqual(left);
  expect(new Map(texts.map((text) => [text.id, text.body]))).toEqual(left);
});
