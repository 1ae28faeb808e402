/** What people choose to have on a device, and what other apps give to it. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { devices } from '../support/chromium.ts';
import { makeOwnForm } from '../fixtures/own-form.ts';
import { placeOf } from './people.ts';
import { fieldFor, makeRequest, recipient } from './requests.ts';
import { ada, signedIn } from './signed-in.ts';
import { inWorld, openWorldAlone, type World } from './world.ts';

const withServiceWorker = { ...devices.desk, serviceWorkers: 'allow' } as const;
const grace = { email: 'grace@example.com', first: 'Grace', last: 'Hopper' };

describe('a device', () => {
  let world: World;
  let sender: Page;
  let signer: Page;
  let ids: readonly string[];

  inWorld(async (opened) => {
    world = opened;
    sender = await signedIn(world, ada, withServiceWorker);
    signer = await signedIn(world, grace, withServiceWorker);
    const request = async (name: string) => (await makeRequest(world, sender, { name, recipients: [recipient('Grace Hopper', grace.email)], fields: [fieldFor(grace.email, 'text'), fieldFor(grace.email, 'signature', 1)] })).id;
    ids = [await request('Lease.pdf'), await request('Contract.pdf')];
    for (const page of [sender, signer]) await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  }, openWorldAlone);

  const addressOf = (id = ''): string => `${world.product.url}/transaction/${id}`;

  test('keeps a request that somebody wants to have on it', async () => {
    await sender.goto(addressOf(ids[0]));
    await sender.getByRole('heading', { name: 'Status' }).waitFor();
    await sender.getByRole('button', { name: 'More', exact: true }).click();
    await sender.getByRole('menuitem', { name: 'Keep on this device' }).click();
    await sender.getByText('It is on this device now and opens without a network.').waitFor();
    await sender.goto(`${world.product.url}/profile`);
    const list = sender.getByRole('list', { name: 'Kept on this device' });
    await list.getByRole('link', { name: 'Lease.pdf' }).waitFor();
    expect(await list.getByRole('listitem').count()).toBe(1);
  });

  test('keeps what waits for somebody', async () => {
    await signer.goto(`${world.product.url}/profile`);
    await signer.getByText('Keep what waits for me on this device').click();
    const list = signer.getByRole('list', { name: 'Kept on this device' });
    await expect.poll(() => list.getByRole('listitem').count()).toBe(2);
    await signer.getByText('2 documents').waitFor();
  });

  test('takes documents that another app shares, and asks what they are for', async () => {
    const bytes = Buffer.from(await makeOwnForm()).toString('base64');
    await signer.goto(`${world.product.url}/files`);
    await signer.evaluate((data) => {
      const form = Object.assign(document.createElement('form'), { method: 'post', enctype: 'multipart/form-data', action: '/upload' });
      const input = Object.assign(document.createElement('input'), { type: 'file', name: 'documents' });
      const transfer = new DataTransfer();
      transfer.items.add(new File([Uint8Array.from(atob(data), (letter) => letter.charCodeAt(0))], 'Überlassung №1.pdf', { type: 'application/pdf' }));
      input.files = transfer.files;
      form.append(input);
      document.body.append(form);
      form.submit();
    }, bytes);
    const dialog = signer.getByRole('dialog');
    await dialog.getByText('Überlassung №1.pdf').waitFor();
    // Nothing was added unasked.
    expect(await world.product.query("select count(*)::int from files where title like '%berlassung%'")).toEqual([{ count: 0 }]);
    await dialog.getByRole('button', { name: 'Add files' }).click();
    await expect.poll(() => world.product.query("select count(*)::int from files where title = 'Überlassung №1.pdf'")).toEqual([{ count: 1 }]);
    expect(new URL(signer.url()).search).toBe('');
  });

  test('opens what it keeps without the server, also what was never opened on it', async () => {
    await world.product.end('SIGKILL');
    await signer.goto(addressOf(ids[1]));
    await signer.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
    await signer.locator('[data-page="1"] [data-shown] canvas').waitFor();
    await placeOf(signer, 'text').fill('Without a network');
    await sender.goto(addressOf(ids[0]));
    await sender.locator('[data-page="1"] [data-shown] canvas').waitFor();
    await sender.getByText("You're offline").waitFor();
    expect(await placeOf(signer, 'text').inputValue()).toBe('Without a network');
  });

  test('gives room back', async () => {
    await world.product.start();
    await signer.goto(`${world.product.url}/profile`);
    await signer.getByRole('button', { name: 'Delete documents from this device' }).click();
    await signer.getByText('0 documents').waitFor();
    expect(await signer.getByRole('list', { name: 'Kept on this device' }).count()).toBe(0);
  });
});
