/** Where the operator has set up a CAPTCHA, a newcomer passes it once and signs up; a device on which they signed in before needs none. */
import type { Page } from 'playwright';
import { afterAll, expect, test } from 'vitest';
import { authorizationRequest } from '../support/browser.ts';
import { newPerson } from '../support/chromium.ts';
import { CaptchaServer } from '../support/captcha-server.ts';
import { codeIn } from '../support/mailbox.ts';
import { inWorld, openWorld, type World } from './world.ts';

let world: World;
let provider: CaptchaServer;
inWorld((opened) => {
  world = opened;
}, async () => {
  provider = await CaptchaServer.open();
  return openWorld(provider.settings);
});
afterAll(() => provider.close());

const widgetOf = (page: Page) => page.getByRole('group', { name: 'Robot check' }).frameLocator('iframe');
const box = (page: Page) => widgetOf(page).getByRole('checkbox');

async function atSignIn(page: Page): Promise<void> {
  await page.goto(`${world.product.url}/transactions`);
  await page.getByRole('navigation').getByRole('button', { name: 'Sign in' }).click();
}
async function askFor(page: Page, email: string): Promise<void> {
  await page.getByLabel('E-mail address').fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
}
const codeStep = (page: Page) => page.getByRole('heading', { name: 'Enter the code' }).waitFor();

test('a new person solves the provider’s CAPTCHA once per device; only the sign-in page may load it', async () => {
  const page = await newPerson(world.browser);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const violations: string[] = [];
  page.on('console', (message) => message.type() === 'error' && violations.push(message.text()));
  await atSignIn(page);
  await page.getByLabel('E-mail address').waitFor();
  expect(requests.filter((url) => url.startsWith(provider.url))).toEqual([]);
  await askFor(page, 'newcomer@example.com');
  await page.getByRole('status').getByText("Show that you aren't a robot. Then the code is sent.").waitFor();
  await box(page).check();
  await codeStep(page);
  await page.getByLabel('Code from the e-mail').fill(codeIn(await world.mailbox.next('newcomer@example.com')));
  await page.waitForURL(/transactions/);
  expect(violations.filter((text) => text.includes('Content Security Policy'))).toEqual([]);

  await page.goto(`${world.product.url}/transactions`);
  await expect(page.evaluate((url) => new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = url;
    script.onload = () => resolve('loaded');
    script.onerror = () => reject(new Error('refused'));
    document.head.append(script);
  }), `${provider.url}/api.js`)).rejects.toThrow('refused');

  const verified = provider.requests.length;
  await page.goto(world.product.url + authorizationRequest({ redirect_uri: `${world.product.url}/authorize`, prompt: 'login' }).url);
  await askFor(page, 'newcomer@example.com');
  await codeStep(page);
  expect(provider.requests).toHaveLength(verified);
  await page.close();
});

test('fits a phone in German and dark mode, and shows errors that can be tried again', async () => {
  const page = await newPerson(world.browser, { viewport: { width: 320, height: 640 }, colorScheme: 'dark', locale: 'de-DE' });
  await page.goto(`${world.product.url}/transactions`);
  await page.getByRole('button', { name: 'Anmelden' }).first().click();
  const ask = () => page.getByRole('button', { name: 'Code senden' }).click();
  await page.getByLabel('E-Mail-Adresse').fill('phone@example.com');
  const unavailable = page.getByText('Die Prüfung auf Roboter ist nicht erreichbar.');

  provider.hasScript = false;
  await ask();
  await unavailable.waitFor();
  provider.hasScript = true;
  await ask();
  const frame = page.getByRole('group', { name: 'Prüfung auf Roboter' }).locator('iframe');
  await frame.waitFor();
  expect(await frame.getAttribute('src')).toMatch(/theme=dark&language=de/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  await frame.contentFrame().getByRole('button', { name: 'Fail' }).click();
  await unavailable.waitFor();

  await ask();
  provider.trouble = 503;
  await frame.contentFrame().getByRole('checkbox').check();
  await unavailable.waitFor();
  provider.trouble = undefined;
  await frame.contentFrame().getByRole('checkbox').check();
  await page.getByRole('heading', { name: 'Code eingeben' }).waitFor();
  await page.close();
});
