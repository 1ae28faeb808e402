/** The page of a recipient bears the sender's organization, from the link to the end, in both themes; other requests load nothing for it. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { samplePng, type Client } from '../api/client.ts';
import { startForReal } from '../api/real-signing.ts';
import { makeOwnForm } from '../fixtures/own-form.ts';
import { newPerson } from '../support/chromium.ts';
import { linkIn } from '../support/mailbox.ts';
import { finish } from './people.ts';
import { clientIn, makeRequest, recipient } from './requests.ts';
import { signedIn } from './signed-in.ts';
import { inWorld, type World } from './world.ts';

let world: World;
let sender: Page;
let client: Client;
let orgId: string;

inWorld(async (opened) => {
  world = opened;
  sender = await signedIn(world);
  client = await clientIn(world, sender);
  const { fileId, uploadUrl } = await client.call('auth.avatarUploadUrl');
  await client.put(uploadUrl, samplePng(), 'image/png');
  ({ id: orgId } = await client.call('organizations.create', { body: { name: 'Works', logo: fileId } }));
  await client.call('organizations.update', { params: { id: orgId }, body: { branding: { inMails: true, name: 'Works & Sons', color: '#7a1f1f' } } });
});

async function request(email: string): Promise<string> {
  const query = { orgId };
  const { url, bodyRef } = await client.call('files.uploadUrl', { query, body: { mimeType: 'application/pdf' } });
  await client.put(url, await makeOwnForm());
  const file = await client.call('files.createMeta', { query, body: { bodyRef, attributes: { title: 'Contract.pdf' } } });
  const created = await client.call('transactions.create', { query, body: { name: 'Contract.pdf', fileIds: [file.id] } });
  const draft = await client.call('transactions.update', { params: { id: created.id }, body: { recipients: [recipient('Grace Hopper', email)] } });
  await startForReal(await world.engine(), client, draft);
  return linkIn(await world.mailbox.about(email, `/transaction/${created.id}`), /\/transaction\//);
}

/** The contrast of the name on its colour, as it is drawn (WCAG 2.2, 1.4.3). */
const contrastIn = (page: Page): Promise<number> => page.locator('[data-brand]').first().evaluate((mark) => {
  const luminance = (color: string): number => {
    const [red = 0, green = 0, blue = 0] = (color.match(/[\d.]+/g) ?? []).slice(0, 3).map((part) => {
      const share = Number(part) / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const { color, backgroundColor } = getComputedStyle(mark);
  const [light = 0, dark = 0] = [luminance(color), luminance(backgroundColor)].toSorted((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
});

test.each(['light', 'dark'] as const)('the link, the signing and the end bear name, colour and logo (%s)', async (colorScheme) => {
  const link = await request(`grace-${colorScheme}@example.com`);
  const grace = await newPerson(world.browser, { colorScheme });
  const mark = grace.locator('[data-brand]');
  const isShown = async (): Promise<void> => {
    await mark.getByText('Works & Sons').waitFor();
    await expect.poll(() => mark.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
    expect(await contrastIn(grace)).toBeGreaterThan(4.5);
  };
  await grace.goto(link);
  await grace.getByRole('button', { name: 'Start', exact: true }).waitFor();
  await isShown();
  await grace.getByRole('button', { name: 'Start', exact: true }).click();
  await grace.getByRole('region', { name: 'Your fields' }).waitFor();
  await isShown();
  await finish(grace);
  await grace.getByRole('heading', { name: 'You have signed' }).waitFor();
  await isShown();
});

test('a request without branding shows the product, and loads no picture', async () => {
  const { id } = await makeRequest(world, sender, { name: 'Plain.pdf', recipients: [recipient('Alan Turing', 'alan@example.com')] });
  const alan = await newPerson(world.browser);
  const pictures: string[] = [];
  alan.on('request', (sent) => void (sent.resourceType() === 'image' && sent.url().includes('token=') && pictures.push(sent.url())));
  await alan.goto(linkIn(await world.mailbox.about('alan@example.com', `/transaction/${id}`), /\/transaction\//));
  await alan.getByText('Countersign', { exact: true }).first().waitFor();
  await alan.getByRole('button', { name: 'Start', exact: true }).click();
  await alan.getByRole('region', { name: 'Your fields' }).waitFor();
  expect([await alan.locator('[data-brand]').count(), pictures]).toEqual([0, []]);
});
