/** People who are looked up together are the same as one by one. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findOrCreateGuest, findUserByReach, findUsersByReach, type Reach } from '#server/repositories/users.repository.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

const phone = '+4915112345678';
const people: Reach[] = [
  { email: 'ada@example.org' }, { email: 'ADA@Example.org' }, { email: 'ada+tag@example.org' }, { email: 'bea@bücher.example' }, { email: 'bea@xn--bcher-kva.example' },
  { email: 'nobody@example.org' }, { email: null, phone }, { email: null, phone: '+4915100000000' },
];

test('addresses in any spelling and phone numbers find the same accounts as one by one', async () => {
  const { db } = server.infrastructure;
  await db.transaction().execute(async (tx) => {
    for (const each of [{ email: 'Ada@example.org' }, { email: 'bea@bücher.example' }, { email: null, phone } as const]) await findOrCreateGuest(tx, each);
  });
  const accountFor = await findUsersByReach(db, people);
  const together = people.map(accountFor);
  expect(together).toEqual(await Promise.all(people.map((each) => findUserByReach(db, each))));
  expect(together.map((each) => each?.email ?? each?.phone ?? null)).toEqual([
    'ada@example.org', 'ada@example.org', null, 'bea@bücher.example', 'bea@bücher.example', null, phone, null,
  ]);
});
