/** Somebody whose organization signs them in types their address on the sign-in page and is led there. */
import { afterAll, expect, test } from 'vitest';
import { newPerson } from '../support/chromium.ts';
import { freePort } from '../support/product.ts';
import { UpstreamProvider } from '../support/upstream-provider.ts';
import { problemsOf } from './screen-problems.ts';
import { inWorld, openWorld, type World } from './world.ts';

let world: World;
let provider: UpstreamProvider;
inWorld((opened) => {
  world = opened;
}, async () => {
  const port = await freePort();
  provider = await UpstreamProvider.open(`http://localhost:${port}/v0/connections/oidc/callback`);
  provider.person = { sub: 'wendy', email: 'wendy@works.example', given_name: 'Wendy', family_name: 'Worker' };
  const connection = { id: 'works', type: 'federated', name: 'Works Ltd', issuer: provider.issuer, clientId: 'countersign', clientSecret: 'the secret', domains: ['works.example'] };
  return openWorld({ PORT: String(port), CONNECTIONS: JSON.stringify([connection]) });
});
afterAll(() => provider.close());

test('an address of a federated domain leads to the sign-in of its organization, from the code and from the password', async () => {
  const page = await newPerson(world.browser);
  await page.goto(`${world.product.url}/profile`);
  await page.getByLabel('E-mail address').fill('Wendy@works.example');
  await page.getByRole('button', { name: 'Send code' }).click();
  await page.getByRole('heading', { name: 'Sign in with Works Ltd', level: 1 }).waitFor();
  expect(await problemsOf(page, 'sign-in of an organization')).toEqual([]);
  expect(world.mailbox.to('wendy@works.example')).toEqual([]);
  await page.getByRole('button', { name: 'Use another address' }).click();
  await page.getByRole('button', { name: 'Use a password' }).click();
  await page.getByLabel('Password').fill('whatever');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  const request = page.waitForRequest((each) => each.url().startsWith(provider.issuer));
  await page.getByRole('button', { name: 'Continue with Works Ltd' }).and(page.locator(':focus')).waitFor();
  await page.keyboard.press('Enter');
  expect(new URL((await request).url()).searchParams.get('login_hint')).toBe('Wendy@works.example');
  await page.getByRole('heading', { name: 'Profile', level: 1 }).waitFor();
});
