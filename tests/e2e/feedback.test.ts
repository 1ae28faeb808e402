/** Somebody tells the operators of a problem, from a phone: with what is known of them, and the trace of what failed. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { devices } from '../support/chromium.ts';
import { problemsOf } from './screen-problems.ts';
import { ada, signedIn } from './signed-in.ts';
import { inWorld, openWorld, type World } from './world.ts';

/** The script of the widget notes its commands, those that waited for it first. */
const script = `const noted = window.noted = [...window.FreshworksWidget.q]; window.FreshworksWidget = (...command) => void noted.push(command);`;
const desk = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/javascript' }).end(script));
afterAll(() => void desk.close());

let world: World;
inWorld(
  (opened) => {
    world = opened;
  },
  async () => {
    await new Promise<void>((resolve) => desk.listen(0, '127.0.0.1', resolve));
    return openWorld({ SUPPORT_WIDGET_URL: `http://127.0.0.1:${(desk.address() as AddressInfo).port}/widgets/77.js` });
  },
);

test('feedback is sent from the settings of a phone, with name, address and the trace of the last failure', async () => {
  const page = await signedIn(world, ada, devices.phone);
  const traces: (string | undefined)[] = [];
  page.on('response', (response) => response.status() === 404 && traces.push(response.headers()['x-trace-id']));
  await page.goto(`${world.product.url}/transaction/${'0'.repeat(24)}/insights`);
  await page.getByText("This wasn't found.").waitFor();
  // A phone has no account menu.
  await page.getByRole('navigation', { name: 'Main menu' }).getByRole('link', { name: 'Profile' }).click();
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('button', { name: 'Send feedback' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send feedback' });
  expect([await dialog.getByLabel('Name').inputValue(), await dialog.getByLabel('E-mail address').inputValue()]).toEqual(['Ada Byron', 'ada@example.com']);
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await dialog.getByText('Describe your question or problem.').waitFor();
  await dialog.getByLabel('What would you like to tell us?').fill('The request is gone.');
  await dialog.getByRole('button', { name: /Priority/ }).click();
  await page.getByRole('option', { name: 'High' }).click();
  expect(await problemsOf(page, 'feedback')).toEqual([]);
  await dialog.getByRole('button', { name: 'Send', exact: true }).click();
  await page.getByText('Thank you. Your message has been sent.').waitFor();
  await dialog.waitFor({ state: 'detached' });
  const sent = await world.product.query<{ trace_id: string }>('select name, email, description, priority, trace_id from feedback');
  expect(sent).toEqual([{ name: 'Ada Byron', email: 'ada@example.com', description: 'The request is gone.', priority: 3, trace_id: expect.stringMatching(/^[0-9a-f]{32}$/) }]);
  expect(traces).toContain(sent[0]?.trace_id);
});

test('the account menu of a desk leads to it, too', async () => {
  const page = await signedIn(world, { email: 'bea@example.com', first: 'Bea', last: 'Worthy' });
  await page.getByRole('button', { name: /^Account: Bea Worthy/ }).click();
  await page.getByRole('menuitem', { name: 'Send feedback' }).click();
  expect(await page.getByRole('dialog', { name: 'Send feedback' }).getByLabel('Name').inputValue()).toBe('Bea Worthy');
});

test('the widget of the support desk opens with what is known, and the trace id in a hidden field', async () => {
  const page = await signedIn(world, { email: 'cleo@example.com', first: 'Cleo', last: 'Worthy' });
  await page.goto(`${world.product.url}/transaction/${'0'.repeat(24)}/insights`);
  await page.getByText("This wasn't found.").waitFor();
  await page.getByRole('button', { name: /^Account: Cleo Worthy/ }).click();
  await page.getByRole('menuitem', { name: 'Send feedback' }).click();
  const dialog = page.getByRole('dialog', { name: 'Send feedback' });
  await dialog.getByRole('button', { name: 'Open the support desk' }).click();
  await dialog.waitFor({ state: 'detached' });
  const commands = await page.evaluate(() => (window as unknown as { noted: unknown[] }).noted);
  expect(commands).toEqual([
    ['hide', 'launcher'],
    ['identify', 'ticketForm', { name: 'Cleo Worthy', email: 'cleo@example.com' }],
    ['hide', 'ticketForm', ['custom_fields.cf_trace_id']],
    ['prefill', 'ticketForm', { custom_fields: { cf_trace_id: expect.stringMatching(/^[0-9a-f]{32}$/) } }],
    ['open', 'ticketForm'],
  ]);
});
