/** Somebody without a device of their own signs on the sender's: handed over, signed, given back. */
import { describe, expect, test } from 'vitest';
import { signedIn } from './arrive.ts';
import { finish, newRequest, placeField, placeFor, typeSignature } from './people.ts';
import { inWorld, type World } from './world.ts';

describe('signing in person', () => {
  let world: World;
  inWorld(async (opened) => {
    world = opened;
  });

  test('goes from the sender to the person beside them and back, at one device', async () => {
    const page = await signedIn(world);
    await newRequest(page, await world.ownForm('Handover.pdf'));
    await page.getByRole('tab', { name: 'People' }).click();
    await page.getByRole('button', { name: 'Just me' }).click();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Grace Hopper');
    await dialog.getByLabel('E-mail address').fill('grace@example.com');
    await dialog.getByText('More about how they sign').click();
    await dialog.getByText('Signs in person').click();
    await dialog.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('in person', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Drop all' }).click();
    await placeFor(page, 'Ada Byron');
    await placeField(page, 'Signature', 0.5, 0.8);
    await placeFor(page, 'Grace Hopper');
    await placeField(page, 'Signature', 0.5, 0.9);
    await page.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
    await typeSignature(page, 'Ada Byron');
    await finish(page);
    await page.getByRole('heading', { name: 'Give the device to Grace Hopper' }).waitFor();
    await page.getByRole('button', { name: 'I am Grace Hopper' }).click();
    const intro = page.getByRole('dialog');
    await intro.getByRole('button', { name: 'Start' }).waitFor();
    // Nobody declines for somebody else, and nobody sees the other's signatures.
    expect(await intro.getByRole('button', { name: 'Decline' }).count()).toBe(0);
    await intro.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('button', { name: /^Signature, required/ }).click();
    const maker = page.getByRole('dialog', { name: 'Your signature' });
    await maker.getByRole('tab', { name: 'Type' }).click();
    expect(await maker.getByText('Used before').count()).toBe(0);
    await expect.poll(() => maker.getByLabel('Your name').inputValue()).toBe('Grace Hopper');
    await maker.getByRole('button', { name: 'Use this signature', disabled: false }).click();
    await finish(page);
    await page.getByText('Give the device back to Ada Byron.').waitFor();
    const [row] = await world.product.query("select status from transactions");
    expect(row).toEqual({ status: 'completed' });
  });
});
