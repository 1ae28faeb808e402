/** Somebody signs while the server is away, and closes the window: nothing is lost, nothing doubled. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { devices } from '../support/chromium.ts';
import { finish, placeOf, typeSignature } from './people.ts';
import { fieldFor, makeRequest, recipient } from './requests.ts';
import { ada, signedIn } from './signed-in.ts';
import { inWorld, openWorldAlone, type World } from './world.ts';

const grace = { email: 'grace@example.com', first: 'Grace', last: 'Hopper' };

describe('a signature that waits for the server', () => {
  let world: World;
  let page: Page;
  let sender: Page;

  inWorld(async (opened) => {
    world = opened;
    sender = await signedIn(world, ada);
    page = await signedIn(world, grace, { ...devices.desk, serviceWorkers: 'allow' });
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  }, openWorldAlone);

  const request = async (name: string): Promise<string> => {
    const { id } = await makeRequest(world, sender, { name, recipients: [recipient('Grace Hopper', grace.email)], fields: [fieldFor(grace.email, 'text'), fieldFor(grace.email, 'signature', 1)] });
    return `${world.product.url}/transaction/${id}`;
  };
  const fillAndSign = async (address: string): Promise<void> => {
    await page.goto(address);
    await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
    await placeOf(page, 'text').fill('Filled without the server');
    await typeSignature(page, 'Grace Hopper');
    await world.product.end('SIGKILL');
    await finish(page);
    const dialog = page.getByRole('dialog', { name: 'Sign now?' });
    await dialog.getByText('Signing continues automatically when the server is back.').waitFor();
    await dialog.getByText('You may close this window.').waitFor();
  };
  const newTab = async (address: string): Promise<void> => {
    const tab = await page.context().newPage();
    await page.close();
    page = tab;
    await page.goto(address);
  };
  const signings = (name: string) => world.product.query(`select count(*)::int from signings s join transactions t on t.id = s.transaction_id where t.name = '${name}'`);

  test('is offered wherever the app opens again, and goes on by itself', async () => {
    await fillAndSign(await request('Lease.pdf'));
    await newTab(`${world.product.url}/transactions`);
    await page.getByText("You're offline").waitFor();
    await world.product.start();
    await page.getByText('You agreed to sign “Lease.pdf”').waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByRole('heading', { name: 'You have signed' }).waitFor();
    expect(await signings('Lease.pdf')).toEqual([{ count: 1 }]);
    const [{ value } = { value: null }] = await world.product.query<{ value: string }>("select f.fields->0->>'value' as value from files f where title = 'Lease.pdf'");
    expect(value).toBe('Filled without the server');
    await page.reload();
    await page.getByRole('heading', { level: 1 }).first().waitFor();
  });

  test('goes on in a document that is opened again before the server is back', async () => {
    const address = await request('Contract.pdf');
    await fillAndSign(address);
    await newTab(address);
    await page.getByRole('dialog', { name: 'Sign now?' }).getByText("We can't reach the server right now.").waitFor();
    await world.product.start();
    await page.getByRole('heading', { name: 'You have signed' }).waitFor();
    expect(await signings('Contract.pdf')).toEqual([{ count: 1 }]);
  });

  test('is taken back with the dialog, and what was filled in stays', async () => {
    const address = await request('Offer.pdf');
    await fillAndSign(address);
    await page.getByRole('dialog', { name: 'Sign now?' }).getByRole('button', { name: 'Back' }).click();
    await newTab(address);
    await world.product.start();
    await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
    expect(await placeOf(page, 'text').inputValue()).toBe('Filled without the server');
    expect(await signings('Offer.pdf')).toEqual([{ count: 0 }]);
  });
});
