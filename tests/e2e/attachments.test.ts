/** A signer is asked for a file: in the editor, before the signature, and beside the result. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { chooserOf, newPerson } from '../support/chromium.ts';
import { linkIn } from '../support/mailbox.ts';
import { signedIn } from './signed-in.ts';
import { askToSign, openRequest } from './people.ts';
import { clientIn, makeDraft, recipient } from './requests.ts';
import { startForReal } from '../api/real-signing.ts';
import { problemsOf } from './screen-problems.ts';
import { inWorld, type World } from './world.ts';

const grace = 'grace@example.com';
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

describe('a file that a signer attaches', () => {
  let world: World;
  let sender: Page;
  let guest: Page;
  let path: string;

  inWorld(async (opened) => {
    world = opened;
    sender = await signedIn(world);
  });

  test('is asked for in the options of a signer', async () => {
    const draft = await makeDraft(world, sender, { name: 'Lease.pdf', recipients: [recipient('Grace Hopper', grace)] });
    path = `${world.product.url}/transaction/${draft.id}`;
    await sender.goto(`${path}/create`);
    await sender.getByRole('tab', { name: 'People' }).click();
    await sender.getByRole('button', { name: 'More options for Grace Hopper' }).click();
    await sender.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = sender.getByRole('dialog', { name: 'Edit recipient' });
    await dialog.getByText('Signing options').click();
    await dialog.getByRole('button', { name: 'Ask for a file' }).click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Say what is to be attached.').waitFor();
    await dialog.getByLabel('What they attach').fill('Driving licence');
    await dialog.getByLabel('Explanation').fill('Both sides');
    expect(await problemsOf(sender, 'asking for a file')).toEqual([]);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    const client = await clientIn(world, sender);
    await expect.poll(async () => (await client.call('transactions.get', { params: { id: draft.id } })).recipients[0]?.attachments).toMatchObject([{ label: 'Driving licence', help: 'Both sides', required: true }]);
    await startForReal(await world.engine(), client, await client.call('transactions.get', { params: { id: draft.id } }));
  });

  test('is attached before the signature, and may be removed and replaced', async () => {
    guest = await newPerson(world.browser);
    await openRequest(guest, linkIn(await world.mailbox.about(grace, '/transaction/'), /\/transaction\//));
    const dialog = await askToSign(guest);
    const signs = dialog.getByRole('button', { name: 'Sign', exact: true });
    const files = dialog.getByRole('region', { name: 'Files to attach' });
    await files.getByText('Both sides').waitFor();
    expect(await signs.isDisabled()).toBe(true);
    expect(await problemsOf(guest, 'attaching a file')).toEqual([]);
    const choose = async (button: string, name: string, mimeType: string) => (await chooserOf(guest, () => files.getByRole('button', { name: button }).click())).setFiles({ name, mimeType, buffer: png });
    await choose('Attach Driving licence', 'front.txt', 'text/plain');
    await files.getByRole('alert').or(files.getByText(/file/i)).first().waitFor();
    expect(await signs.isDisabled()).toBe(true);
    await choose('Attach Driving licence', 'front.png', 'image/png');
    await files.getByRole('button', { name: 'Remove front.png' }).click();
    await expect.poll(() => signs.isDisabled()).toBe(true);
    await choose('Attach Driving licence', 'front.png', 'image/png');
    await choose('Replace Driving licence', 'both.png', 'image/png');
    await files.getByRole('button', { name: 'Remove both.png' }).waitFor();
    await signs.click();
    await guest.getByRole('heading', { name: 'You have signed' }).waitFor();
  });

  test('is downloaded by the sender beside the result', async () => {
    await sender.goto(`${path}/completed`);
    const [saved] = await Promise.all([sender.waitForEvent('download'), sender.getByRole('button', { name: 'Driving licence: both.png' }).click()]);
    expect(saved.suggestedFilename()).toBe('both.png');
    expect(await problemsOf(sender, 'a result with an attached file')).toEqual([]);
    await sender.goto(`${path}/insights`);
    await sender.getByText('Grace Hopper attached “both.png”').waitFor();
  });
});
