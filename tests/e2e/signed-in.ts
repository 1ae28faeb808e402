/** Signing in without the pages of it, for journeys that are about something else. What these pages do is seen in `journey`. */
import type { BrowserContextOptions, Page } from 'playwright';
import { Client } from '../api/client.ts';
import { authorizationRequest } from '../support/browser.ts';
import { newPerson } from '../support/chromium.ts';
import { codeIn, type Mailbox } from '../support/mailbox.ts';
import { overNetwork } from '../support/over-network.ts';
import type { World } from './world.ts';

export interface Person {
  email: string;
  /** Empty for somebody who has not told it yet. */
  first: string;
  last: string;
}

/** Whom most journeys are about. */
export const ada: Person = { email: 'ada@example.com', first: 'Ada', last: 'Byron' };

interface Tokens {
  access_token: string;
  id_token: string;
  token_type: string;
  scope: string;
  expires_in: number;
}

/** Somebody with a browser of their own, at their list of requests. */
export async function signedIn({ browser, product, mailbox }: World, person = ada, options?: BrowserContextOptions): Promise<Page> {
  const page = await newPerson(browser, options);
  await signIn(page, product.url, mailbox, person);
  return page;
}

/** A person with a name: signed in in this browser, at their list of requests. */
export async function signIn(page: Page, url: string, mailbox: Mailbox, person: Person): Promise<void> {
  const tokens = await tokensFor(page, url, mailbox, person.email);
  const [, payload = ''] = tokens.id_token.split('.');
  const profile: { sub: string } = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const client = new Client(overNetwork(url), person.email, { userId: profile.sub, token: tokens.access_token, headers: { authorization: `Bearer ${tokens.access_token}` } });
  if (person.first !== '') await client.call('profile.update', { body: { firstName: person.first, lastName: person.last } });
  await client.call('profile.passkeyPromotion', {});
  // A page of the same origin that runs nothing: what the app finds when it starts is there before it does.
  await page.goto(`${url}/favicon.svg`);
  await page.evaluate(
    ({ key, user }) => {
      sessionStorage.setItem(key, user);
      localStorage.setItem('countersign.signed-in', 'yes');
    },
    { key: `oidc.user:${url}:countersign-web`, user: JSON.stringify({ ...tokens, profile, expires_at: Math.floor(Date.now() / 1000) + tokens.expires_in }) },
  );
  await page.goto(`${url}/transactions`);
  await page.getByRole('heading', { name: 'Requests', level: 1 }).waitFor();
}

/** The code of a mail, by the calls that the sign-in page makes, with the cookies of this browser. */
async function tokensFor(page: Page, url: string, mailbox: Mailbox, email: string): Promise<Tokens> {
  const { request } = page.context();
  const before = mailbox.to(email).length;
  const authorization = authorizationRequest({ redirect_uri: `${url}/authorize` });
  await request.get(url + authorization.url);
  await request.post(`${url}/v0/connections/otp/init`, { data: { email } });
  const code = codeIn(await mailbox.about(email, /\b\d{6}\b/, before));
  const submitted = await request.post(`${url}/v0/connections/otp/submit`, { data: { code } });
  const { returnTo } = (await submitted.json()) as { returnTo: string };
  const returned = new URL((await request.get(returnTo)).url());
  const answer = await request.post(`${url}/oauth/token`, {
    form: {
      grant_type: 'authorization_code', code: returned.searchParams.get('code') ?? '', client_id: 'countersign-web',
      redirect_uri: `${url}/authorize`, code_verifier: authorization.verifier,
    },
  });
  if (!answer.ok()) throw new Error(`Nobody was signed in: ${await answer.text()}`);
  return (await answer.json()) as Tokens;
}
