/** Several people are asked at once. Two press "Sign" on the same version: the second signature is made again, without a question. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { newPerson } from '../support/chromium.ts';
import { linkIn } from '../support/mailbox.ts';
import { signedIn } from './signed-in.ts';
import { addRecipient, finish, newRequest, openRequest, placeField, placeFor, placeOf, send } from './people.ts';
import { inWorld, type World } from './world.ts';

describe('people who are asked at the same time', () => {
  let world: World;
  let sender: Page;
  const people = { Grace: 'grace@example.com', Mary: 'mary@example.com' };

  inWorld(async (opened) => {
    world = opened;
    sender = await signedIn(world);
  });

  const places = () => sender.getByRole('grid', { name: 'Recipients in signing order' }).getByRole('row').evaluateAll((rows) => rows.map((row) => row.getAttribute('aria-label') ?? ''));

  test('the sender gives them one place, by the menu or for all at once', async () => {
    await newRequest(sender, await world.ownForm('Parallel.pdf'));
    await sender.getByRole('button', { name: 'Discard all' }).click();
    for (const [name, email] of Object.entries(people)) await addRecipient(sender, `${name} Test`, email);
    await addRecipient(sender, 'Last Test', 'last@example.com');
    await sender.getByRole('button', { name: 'More options for Mary Test' }).click();
    await sender.getByRole('menuitem', { name: 'At the same time as Grace Test' }).click();
    await expect.poll(places).toEqual(['Grace Test, number 1, at the same time as Mary Test', 'Mary Test, number 1, at the same time as Grace Test', 'Last Test, number 2']);
    await sender.getByText('Ask everyone at the same time').click();
    await expect.poll(async () => (await places()).every((each) => each.includes('number 1'))).toBe(true);
    await sender.getByText('Ask everyone at the same time').click();
    await expect.poll(places).toEqual(['Grace Test, number 1', 'Mary Test, number 2', 'Last Test, number 3']);
    await sender.getByRole('button', { name: 'More options for Last Test' }).click();
    await sender.getByRole('menuitem', { name: 'Remove' }).click();
    await sender.getByText('Ask everyone at the same time').click();
    for (const [index, name] of Object.keys(people).entries()) {
      await placeFor(sender, `${name} Test`);
      await placeField(sender, 'Text', 0.5, 0.7 + index / 10);
    }
    await send(sender);
    await sender.getByText('Waiting for Grace Test and Mary Test. Signed: 0 of 2.').waitFor();
  });

  test('both sign at once', async () => {
    const [grace, mary] = await Promise.all([newPerson(world.browser), newPerson(world.browser)]);
    for (const [page, email] of [[grace, people.Grace], [mary, people.Mary]] as const) {
      await openRequest(page, linkIn(await world.mailbox.about(email, '/transaction/'), /\/transaction\//));
      await placeOf(page, 'text').fill(`Written by ${email}`);
    }
    // Grace's signature is made, and arrives only after Mary's.
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const answers: number[] = [];
    grace.on('response', (response) => {
      if (/\/transactions\/[0-9a-f]+\/sign$/.test(response.url()) && response.request().method() === 'POST') answers.push(response.status());
    });
    const reached = new Promise<void>((resolve) => {
      void grace.route(/\/transactions\/[0-9a-f]+\/sign$/, async (route) => {
        if (route.request().method() === 'POST') {
          resolve();
          await held;
        }
        await route.continue();
      });
    });
    await finish(grace);
    await reached;
    await finish(mary);
    await mary.getByRole('heading', { name: 'You have signed' }).waitFor();
    release();
    await grace.getByRole('heading', { name: 'You have signed' }).waitFor();
    expect(answers).toEqual([409, 200]);
    await sender.waitForURL(/\/completed$/);
    for (const name of Object.keys(people)) await sender.getByText(new RegExp(`Signed by ${name} Test on`)).waitFor();
    const [{ fields } = { fields: [] }] = await world.product.query<{ fields: { value: unknown }[] }>('select fields from files');
    expect(fields.map(({ value }) => value)).toEqual(expect.arrayContaining(Object.values(people).map((email) => `Written by ${email}`)));
  });
});
