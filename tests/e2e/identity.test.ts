/** Whoever signs shows who they are first, here and on a telephone; the sender looks, says no, and at last yes. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { samplePhoto } from '../api/client.ts';
import { chooserOf, devices, newPerson } from '../support/chromium.ts';
import { linkIn } from '../support/mailbox.ts';
import { signedIn } from './signed-in.ts';
import { finish, openRequest } from './people.ts';
import { makeRequest, recipient } from './requests.ts';
import { inWorld, type World } from './world.ts';

const grace = 'grace@example.com';

describe('an identity check', () => {
  let world: World;
  let sender: Page;
  let page: Page;
  let picture: string;

  inWorld(async (opened) => {
    world = opened;
    [sender, page] = await Promise.all([signedIn(world), newPerson(world.browser)]);
    picture = world.file('card.png', samplePhoto());
    const { id } = await makeRequest(world, sender, {
      name: 'Lease.pdf',
      recipients: [recipient('Grace Hopper', grace, { identityRequirements: ['id_card', 'selfie'], identityRequireManualApproval: true })],
    });
    await sender.goto(`${world.product.url}/transaction/${id}`);
  });

  /** Hands in a picture from a file: the browser of the tests has no camera. */
  const show = async (where: Page, title: string): Promise<void> => {
    await where.getByRole('heading', { name: title, level: 1 }).waitFor();
    const chooser = await chooserOf(where, () => where.getByRole('button', { name: 'Take a photo' }).click());
    await chooser.setFiles(picture);
    await where.getByRole('button', { name: 'Use this photo', disabled: false }).click();
  };
  const person = () => sender.getByRole('complementary').getByRole('listitem').filter({ hasText: 'Grace Hopper' });
  const look = async () => {
    await person().getByRole('button', { name: 'Review photos' }).click();
    const dialog = sender.getByRole('dialog', { name: 'Is this Grace Hopper?' });
    await dialog.getByRole('img', { name: 'Face' }).waitFor();
    return dialog;
  };

  test('comes before the document and can continue on a phone', async () => {
    await openRequest(page, linkIn(await world.mailbox.about(grace, '/transaction/'), /\/transaction\//));
    await page.getByText("Ada Byron wants to confirm that it's you signing. You'll need:").waitFor();
    expect(await page.locator('[data-page]').count()).toBe(0);
    await page.getByRole('button', { name: 'Start' }).click();
    await show(page, 'Front of your ID card');
    await page.getByRole('heading', { name: 'Back of your ID card', level: 1 }).waitFor();
    const [answer] = await Promise.all([page.waitForResponse(/\/identity\/ticket$/), page.getByRole('button', { name: 'Continue on a phone' }).click()]);
    await page.getByRole('img', { name: 'QR code for your phone' }).waitFor();
    const { link } = (await answer.json()) as { link: string };
    const phone = await newPerson(world.browser, devices.phone);
    await phone.goto(link);
    await show(phone, 'Back of your ID card');
    await show(phone, 'Selfie');
    await phone.getByRole('heading', { name: 'Continue on your other device' }).waitFor();
    await page.evaluate(() => window.dispatchEvent(new Event('focus')));
    await page.getByRole('heading', { name: 'Your photos were submitted' }).waitFor();
  });

  test('is rejected with a reason and started again', async () => {
    await person().getByText('Identity awaiting review').waitFor();
    const dialog = await look();
    await expect.poll(() => dialog.getByRole('img').count()).toBe(3);
    await dialog.getByRole('button', { name: 'No', exact: true }).click();
    await dialog.getByRole('button', { name: 'No', exact: true }).click();
    await dialog.getByText('Enter a reason.').waitFor();
    await dialog.getByLabel('Reason').fill('The card is dark.');
    await dialog.getByRole('button', { name: 'No', exact: true }).click();
    await page.getByText('The card is dark.').waitFor();
    await page.getByRole('button', { name: 'Start again' }).click();
    for (const title of ['Front of your ID card', 'Back of your ID card', 'Selfie']) await show(page, title);
    await page.getByText('Waiting for Ada Byron to review them').waitFor();
  });

  test('continues with signing as soon as the sender approves', async () => {
    await (await look()).getByRole('button', { name: 'Yes, let them sign' }).click();
    await person().getByText('Identity verified').waitFor();
    await finish(page);
    await page.getByRole('heading', { name: 'You have signed' }).waitFor();
    expect(await world.product.query('select status from transactions')).toEqual([{ status: 'completed' }]);
  });
});
