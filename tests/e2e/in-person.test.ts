/** Somebody without a device of their own signs on the sender's: handed over, signed, given back. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { codeIn } from '../support/mailbox.ts';
import { signedIn } from './signed-in.ts';
import { finish, newRequest, placeField, placeFor, placeOf, typeSignature } from './people.ts';
import { inWorld, type World } from './world.ts';

describe('signing in person', () => {
  let world: World;
  inWorld(async (opened) => {
    world = opened;
  });

  /** The sender signs first, then Grace Hopper in person. */
  async function addBoth(page: Page): Promise<void> {
    await page.getByRole('tab', { name: 'People' }).click();
    await page.getByRole('button', { name: 'Add me' }).click();
    await page.getByRole('button', { name: 'Signing options' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Grace Hopper');
    await dialog.getByLabel('E-mail address').fill('grace@example.com');
    await dialog.getByText('Signing options').click();
    await dialog.getByText('In-person signer').click();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('in person', { exact: true }).waitFor();
  }

  /** Grace takes the device, with the code that went to her address. */
  async function handOver(page: Page): Promise<void> {
    const before = world.mailbox.to('grace@example.com').length;
    await page.getByRole('heading', { name: 'Hand the device to Grace Hopper' }).waitFor();
    await page.getByRole('button', { name: "I'm Grace Hopper" }).click();
    await page.getByText('grace@example.com').waitFor();
    await page.getByLabel('Code').fill(codeIn(await world.mailbox.about('grace@example.com', /\b\d{6}\b/, before)));
  }

  test('one press starts filling and signing alone and ends with the signed document', async () => {
    const page = await signedIn(world);
    await newRequest(page, await world.ownForm('Alone.pdf'));
    await page.getByRole('button', { name: 'Discard all' }).click();
    // Whoever presses Send with nobody added is told what is missing, and offered both ways.
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Send for signature?' });
    await dialog.getByRole('button', { name: /Add a recipient/ }).waitFor();
    await dialog.getByRole('button', { name: 'Sign it yourself' }).click();
    await page.getByRole('region', { name: 'Your fields' }).waitFor();
    expect(await page.getByRole('button', { name: 'Decline' }).count()).toBe(0);
    await finish(page);
    await page.waitForURL(/\/completed$/);
    await page.getByText(/Signed by Ada Byron on /).waitFor();
    await page.context().close();
  });

  test('goes from the sender to the signer and back on one device', async () => {
    const page = await signedIn(world);
    await newRequest(page, await world.ownForm('Handover.pdf'));
    await addBoth(page);
    await page.getByRole('button', { name: 'Discard all' }).click();
    await placeFor(page, 'Ada Byron');
    await placeField(page, 'Signature', 0.5, 0.8);
    await placeFor(page, 'Grace Hopper');
    await placeField(page, 'Signature', 0.5, 0.9);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
    await typeSignature(page, 'Ada Byron');
    await finish(page);
    // The host alone can't sign for her: a code that went to her address is typed here.
    await handOver(page);
    const intro = page.getByRole('dialog');
    await intro.getByRole('button', { name: 'Start' }).waitFor();
    // Nobody declines for somebody else, and nobody sees the other's signatures.
    expect(await intro.getByRole('button', { name: 'Decline' }).count()).toBe(0);
    await intro.getByRole('button', { name: 'Start' }).click();
    await placeOf(page, 'signature').click();
    const maker = page.getByRole('dialog', { name: 'Your signature' });
    await maker.getByRole('tab', { name: 'Type' }).click();
    expect(await maker.getByText('Used before').count()).toBe(0);
    await expect.poll(() => maker.getByLabel('Your name').inputValue()).toBe('Grace Hopper');
    await maker.getByRole('button', { name: 'Use this signature', disabled: false }).click();
    await finish(page);
    await page.getByText('Hand the device back to Ada Byron.').waitFor();
    const [row] = await world.product.query<{ id: string; status: string }>("select id, status from transactions where name like 'Handover%'");
    expect(row).toMatchObject({ status: 'completed' });
    // The certificate is that of whose device it is; who signed there stands in the signature, for every reader of the document.
    await page.goto(`${world.product.url}/transaction/${row?.id}/completed`);
    const signatures = page.getByRole('article');
    await signatures.filter({ hasText: "Reason: Grace Hopper signed in person on Ada Byron's device" }).getByText(/^Signed by Ada Byron on /).waitFor();
    await expect.poll(() => signatures.getByText(/^Signed by Ada Byron on /).count()).toBe(2);
    expect(await signatures.filter({ hasText: 'Reason:' }).count()).toBe(1);
    await page.context().close();
  });

  test('two documents go from the sender to the signer, who opens only the first', async () => {
    const page = await signedIn(world);
    await newRequest(page, [await world.ownForm('One of two.pdf'), await world.ownForm('Two of two.pdf')]);
    await addBoth(page);
    await page.getByRole('button', { name: 'Discard all' }).click();
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
    // The sender reads both, so that both are here as they were before the sender signed them.
    await page.getByRole('region', { name: 'Your fields' }).waitFor();
    for (const title of [/Two of two/, /One of two/]) {
      await page.getByRole('radio', { name: title }).click();
      await page.locator('[data-page="1"] canvas').first().waitFor();
    }
    await finish(page);
    await handOver(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
    await finish(page);
    await page.getByText('Hand the device back to Ada Byron.').waitFor();
    const [row] = await world.product.query("select status from transactions where name like 'One of two%'");
    expect(row).toEqual({ status: 'completed' });
    await page.context().close();
  });
});
