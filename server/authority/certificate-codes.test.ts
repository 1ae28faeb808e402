/** The one-time code of a certificate order: its recipient, the attempts, its lifetime. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SignedIn, startTestApp, type TestApp } from '../../tests/support/app.ts';
import { assertCodeTyped } from './certificate-proof.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

const ask = (action: 'init' | 'submit' | 'cancel', { headers }: SignedIn, payload?: object) =>
  server.app.inject({ method: 'POST', url: `/v0/certificates/otp/${action}`, headers, ...(payload && { payload }) });
const digitsIn = (text: string): string => /\b\d{6}\b/.exec(text)?.[0] ?? '';
const other = (code: string): string => (code === '000000' ? '000001' : '000000');

async function mailedTo(email: string): Promise<string> {
  const mail = await server.infrastructure.db.selectFrom('mails').selectAll().where('recipient', '=', email).where('template', '=', 'certificate_code').orderBy('created_at', 'desc').executeTakeFirstOrThrow();
  return digitsIn(mail.text_body);
}

/** Whether the server would sign for this person now. */
const isTyped = (person: SignedIn, email: string | null, phone: string | null = null): Promise<boolean> =>
  assertCodeTyped(server.infrastructure.db, { commonName: 'x', email }, { userId: person.userId, email, phone }).then(() => true, ({ code }: { code: string }) => {
    expect(code).toBe('sign_code_missing');
    return false;
  });

test('sends the code to the verified address; entering it proves that person and address only', async () => {
  const ada = await server.signIn('ada@example.org');
  const bea = await server.signIn('bea@example.org');
  const sent = await ask('init', ada);
  expect(sent.json()).toEqual({ sentTo: 'ada@example.org', expiresIn: 600, late: false });
  expect(await isTyped(ada, 'ada@example.org')).toBe(false);
  const code = await mailedTo('ada@example.org');
  expect((await ask('submit', bea, { code })).json().error.code).toBe('invalid_code');
  const typed = await ask('submit', ada, { code });
  expect(Date.parse(typed.json().provenUntil) - Date.now()).toBeGreaterThan(9 * 60_000);
  expect(await isTyped(ada, 'ada@example.org')).toBe(true);
  expect([await isTyped(ada, 'ada@example.com'), await isTyped(bea, 'bea@example.org')]).toEqual([false, false]);
  expect((await ask('submit', ada, { code })).json().error.code).toBe('invalid_code');
  await server.infrastructure.db.updateTable('one_time_codes').set({ used_at: new Date(Date.now() - 10 * 60_000 - 1) }).where('email', '=', 'ada@example.org').execute();
  expect(await isTyped(ada, 'ada@example.org')).toBe(false);
});

test('ends after five wrong tries, when a newer code is sent, or when it is canceled, and never counts as entered', async () => {
  const grace = await server.signIn('grace@example.org');
  await ask('init', grace);
  const first = await mailedTo('grace@example.org');
  for (let left = 4; left >= 0; left -= 1) expect((await ask('submit', grace, { code: other(first) })).json().error).toMatchObject({ code: 'invalid_code', details: { triesLeft: left } });
  expect((await ask('submit', grace, { code: first })).json().error.code).toBe('invalid_code');
  await ask('init', grace);
  const second = await mailedTo('grace@example.org');
  await ask('init', grace);
  const third = await mailedTo('grace@example.org');
  if (second !== third) expect((await ask('submit', grace, { code: second })).json().error.code).toBe('invalid_code');
  expect((await ask('cancel', grace)).json()).toEqual({});
  expect((await ask('submit', grace, { code: third })).json().error.code).toBe('invalid_code');
  expect(await isTyped(grace, 'grace@example.org')).toBe(false);
  // Sent codes count towards the limit, even after a cancellation.
  await ask('init', grace);
  await ask('init', grace);
  expect((await ask('init', grace)).json().error.code).toBe('too_many_requests');
});

test('texts the code to a person with only a phone number, and sends none without a verified contact', async () => {
  const tina = await server.signIn('tina@example.org');
  const { db } = server.infrastructure;
  await db.updateTable('users').set({ email: null, email_verified: false, phone: '+4915100000042', phone_verified: true }).where('id', '=', tina.userId).execute();
  expect((await ask('init', tina)).json()).toMatchObject({ sentTo: '+4915100000042' });
  const text = await db.selectFrom('text_messages').selectAll().where('recipient', '=', '+4915100000042').executeTakeFirstOrThrow();
  expect(text.template).toBe('certificate_code');
  expect((await ask('submit', tina, { code: digitsIn(text.body) })).statusCode).toBe(200);
  expect(await isTyped(tina, null, '+4915100000042')).toBe(true);
  await db.updateTable('users').set({ phone_verified: false }).where('id', '=', tina.userId).execute();
  expect((await ask('init', tina)).json().error.code).toBe('certificate_enrollment_identity_error');
});
