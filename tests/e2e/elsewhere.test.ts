/** Accounts and documents that people have elsewhere: signing in with another provider, taking documents from a drive. */
import type { Page } from 'playwright';
import { afterAll, describe, expect, test } from 'vitest';
import { callbackPath } from '#contract/upstream-paths.ts';
import { makeOwnForm } from '../fixtures/own-form.ts';
import { newPerson } from '../support/chromium.ts';
import { CloudServer } from '../support/cloud-server.ts';
import { freePort } from '../support/product.ts';
import { UpstreamProvider } from '../support/upstream-provider.ts';
import { inWorld, openWorld, type World } from './world.ts';

describe('external accounts', () => {
  let world: World;
  let provider: UpstreamProvider;
  let cloud: CloudServer;
  let page: Page;

  const open = async (): Promise<World> => {
    const port = await freePort();
    [provider, cloud] = await Promise.all([UpstreamProvider.open(`http://localhost:${port}${callbackPath}`), CloudServer.open()]);
    provider.person = { sub: 'ada', email: 'ada@example.org', email_verified: true, given_name: 'Ada', family_name: 'Byron' };
    const form = await makeOwnForm();
    for (const name of ['First lease', 'Second lease', 'Third lease']) cloud.put(`id:${name}`, `${name}.pdf`, 'application/pdf', form);
    return openWorld({
      PORT: String(port),
      CONNECTIONS: JSON.stringify([{ id: 'social', type: 'social', name: 'Example', issuer: provider.issuer, clientId: 'countersign', clientSecret: 'the secret' }]),
      CLOUD_SOURCES: JSON.stringify([{ source: 'google_drive', clientId: 'id', clientSecret: 'secret', base: cloud.url }]),
    });
  };
  // What was opened last ends first: the product lets go of the others before they end.
  afterAll(() => Promise.all([provider?.close(), cloud?.close()]));
  inWorld(async (opened) => {
    world = opened;
    page = await newPerson(world.browser);
  }, open);

  test('an external account signs in', async () => {
    await page.goto(`${world.product.url}/files`);
    await page.getByRole('navigation').getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('button', { name: 'Continue with Example' }).click();
    await page.getByRole('heading', { name: 'Files', level: 1 }).waitFor();
    expect(await world.product.query('select email, first_name from users')).toEqual([{ email: 'ada@example.org', first_name: 'Ada' }]);
  });

  test('a cloud drive is connected after consent, browsed and imported from', async () => {
    await page.goto(`${world.product.url}/upload`);
    // The person says yes on the page that they are sent to.
    await page.route((url) => url.origin === cloud.url, (route) => route.fulfill({ status: 302, headers: { location: world.product.url + cloud.allow(route.request().url()) } }), { times: 1 });
    await page.getByRole('button', { name: 'From Google Drive' }).click();
    const dialog = page.getByRole('dialog', { name: 'Documents in Google Drive' });
    await dialog.getByText('First lease.pdf').click();
    await page.waitForURL(`${world.product.url}/upload`);
    await dialog.getByRole('button', { name: 'Show more' }).click();
    await dialog.getByText('Third lease.pdf').click();
    await dialog.getByRole('button', { name: 'Add 2 documents' }).click();
    await page.waitForURL(/\/files$/);
    await expect.poll(() => world.product.query('select title from files order by title')).toEqual([{ title: 'First lease.pdf' }, { title: 'Third lease.pdf' }]);
  });

  test('a drive with revoked access says so and can be reconnected or disconnected', async () => {
    cloud.access = null;
    await page.goto(`${world.product.url}/upload`);
    await page.getByRole('button', { name: 'From Google Drive' }).click();
    const dialog = page.getByRole('dialog', { name: 'Documents in Google Drive' });
    await dialog.getByRole('button', { name: 'Reconnect' }).waitFor();
    await dialog.getByRole('button', { name: 'Disconnect' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => world.product.query('select source from cloud_connections')).toEqual([]);
  });
});
