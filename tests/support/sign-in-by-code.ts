import { expect } from 'vitest';
import type { Db } from '#server/platform/database/database.ts';
import { authorizationRequest, exchange, type Browser } from './browser.ts';

/** The code in the newest mail to somebody. */
export async function newestCode(db: Db, email: string): Promise<string> {
  const mail = await db.selectFrom('mails').selectAll().where('recipient', '=', email).orderBy('created_at', 'desc').executeTakeFirstOrThrow();
  return /\b\d{6}\b/.exec(mail.text_body)?.[0] ?? '';
}

/** As the app does it, from the sign-in page to the tokens. */
export async function signInByCode(db: Db, browser: Browser, email: string, parameters: Record<string, string> = {}) {
  const request = authorizationRequest(parameters);
  const page = await browser.navigate(request.url);
  expect(page.pathname).toBe('/sign-in');
  const init = await browser.request('POST', '/v0/connections/otp/init', { json: { email } });
  expect(init.json()).toEqual({ expiresIn: 600, late: expect.any(Boolean) });
  const submit = await browser.request('POST', '/v0/connections/otp/submit', { json: { code: await newestCode(db, email) } });
  expect(submit.statusCode, submit.body).toBe(200);
  const returned = await browser.navigate(submit.json().returnTo);
  const tokens = await exchange(browser, returned, request.verifier);
  expect(tokens.statusCode, tokens.body).toBe(200);
  return { page, returned, tokens: tokens.json() as { access_token: string; id_token: string } };
}
