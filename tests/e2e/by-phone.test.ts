/** People of whom only a phone number is known: entered as people write it, asked by text message, and signing by its link. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Page } from 'playwright';
import { afterAll, describe, expect, test } from 'vitest';
import { newPerson } from '../support/chromium.ts';
import { newRequest, openRequest, placeField, send } from './people.ts';
import { problemsOf } from './screen-problems.ts';
import { signedIn } from './signed-in.ts';
import { inWorld, openWorld, type World } from './world.ts';

interface TextMessage {
  to: string;
  text: string;
}

/** A gateway for text messages. */
const sent: TextMessage[] = [];
const gateway = createServer((request, response) => {
  void text(request).then((body) => {
    sent.push(JSON.parse(body) as TextMessage);
    response.writeHead(204).end();
  });
});
afterAll(() => void gateway.close());

async function openWorldWithTexts(): Promise<World> {
  await new Promise<void>((resolve) => gateway.listen(0, '127.0.0.1', resolve));
  return openWorld({ SMS_URL: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}/`, ENABLE_PHONE_FOR_LOGIN: 'true' });
}

describe('a recipient by phone', () => {
  let world: World;
  let page: Page;

  inWorld(async (opened) => {
    world = opened;
    page = await signedIn(world);
  }, openWorldWithTexts);

  test('is entered as people write a number, which is shown in the international form', async () => {
    await newRequest(page, await world.ownForm('Lease.pdf'));
    await page.getByRole('tab', { name: 'People' }).click();
    const form = page.getByRole('form', { name: 'Add a recipient' });
    const contact = form.getByLabel('E-mail address or phone number');
    await form.getByLabel('Name').fill('Grace Hopper');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await form.getByText(/^Enter an e.mail address or a phone number\.$/).waitFor();
    await contact.fill('0151 23456789');
    await form.getByText(/^Enter a valid e.mail address, or a phone number with its country code\.$/).waitFor();
    await contact.fill('(212) 555-0123');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    const list = page.getByRole('grid', { name: 'Recipients in signing order' });
    await list.getByText('+1 212 555 0123').waitFor();
    await expect.poll(() => world.product.query('select phone from recipients')).toEqual([{ phone: '+12125550123' }]);
    // The same number written another way is the same person.
    await form.getByLabel('Name').fill('Somebody else');
    await contact.fill('+1 212 555 0123');
    await form.getByRole('button', { name: 'Add', exact: true }).click();
    await form.getByText('This person is already on the list.').waitFor();
    await contact.fill('');
    await form.getByLabel('Name').fill('');
    await page.getByRole('button', { name: 'Discard all' }).click();
    await placeField(page, 'Signature', 0.5, 0.8);
  });

  test('is asked by text message and signs by its link', async () => {
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('dialog').getByText('Grace Hopper will get a text message now.').waitFor();
    await page.keyboard.press('Escape');
    await send(page);
    await expect.poll(() => sent.map(({ to }) => to)).toEqual(['+12125550123']);
    const grace = await newPerson(world.browser);
    await openRequest(grace, /http\S+/.exec(sent[0]?.text ?? '')?.[0] ?? '');
    await grace.locator('[data-place][data-kind=signature]').first().waitFor();
    await grace.context().close();
    await page.getByText('+1 212 555 0123').first().waitFor();
  });

  test('is who a request is shared with', async () => {
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Sharing' }).click();
    await page.getByLabel('E-mail address or phone number').fill('+49 151 23456789');
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByText('+49 151 234 56789').first().waitFor();
    await expect.poll(() => sent.map(({ to }) => to)).toContain('+4915123456789');
  });

  test('signs in with the number that the account has confirmed', async () => {
    await world.product.query(`update users set phone = '+12125550199', phone_verified = true where email = 'ada@example.com'`);
    const ada = await newPerson(world.browser);
    await ada.goto(`${world.product.url}/transactions`);
    await ada.getByRole('navigation').getByRole('button', { name: 'Sign in' }).click();
    await ada.getByLabel('E-mail address or phone number').fill('(212) 555-0199');
    expect(await problemsOf(ada, 'sign-in by phone')).toEqual([]);
    await ada.getByRole('button', { name: 'Send code' }).click();
    await ada.getByText('+1 212 555 0199').waitFor();
    expect(await problemsOf(ada, 'code by text message')).toEqual([]);
    const codes = () => sent.filter(({ to }) => to === '+12125550199').map(({ text: body }) => /\b\d{6}\b/.exec(body)?.[0] ?? '');
    await expect.poll(codes).toHaveLength(1);
    await ada.getByLabel('Code from the text message').fill(codes()[0] ?? '');
    await ada.getByRole('heading', { name: 'Requests', level: 1 }).waitFor();
    await ada.context().close();
  });
});
