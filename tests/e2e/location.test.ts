/** The sender wants to know where people sign: asked, refused, given, and told in the history. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { newPerson } from '../support/chromium.ts';
import { linkIn } from '../support/mailbox.ts';
import { signedIn } from './signed-in.ts';
import { finish, openRequest } from './people.ts';
import { makeRequest, recipient } from './requests.ts';
import { inWorld, type World } from './world.ts';

const grace = 'grace@example.com';

describe('the location of the signer', () => {
  let world: World;
  let sender: Page;
  let guest: Page;
  let path: string;

  inWorld(async (opened) => {
    world = opened;
    sender = await signedIn(world);
    const { id } = await makeRequest(world, sender, { name: 'Lease.pdf', recipients: [recipient('Grace Hopper', grace)], options: { requireRecipientLocation: true } });
    path = `${world.product.url}/transaction/${id}`;
    guest = await newPerson(world.browser);
    await openRequest(guest, linkIn(await world.mailbox.about(grace, '/transaction/'), /\/transaction\//));
  });

  const dialog = () => guest.getByRole('dialog', { name: 'Sign now?' });

  test('is requested with an explanation and required to sign', async () => {
    await guest.context().clearPermissions();
    await finish(guest);
    await dialog().getByText(/^The sender wants to know where you sign\./).waitFor();
    await dialog().getByText(/^You can't sign without sharing your location\./).waitFor();
    const [row] = await world.product.query('select status from transactions');
    expect(row).toEqual({ status: 'opened' });
  });

  test('is rounded to about a kilometre and recorded in the history', async () => {
    await guest.context().grantPermissions(['geolocation']);
    await guest.context().setGeolocation({ latitude: 50.110924, longitude: 8.682127 });
    await dialog().getByRole('button', { name: 'Try again' }).click();
    await guest.getByRole('heading', { name: 'You have signed' }).waitFor();
    await sender.goto(`${path}/insights`);
    const signed = sender.getByRole('listitem').filter({ hasText: 'Grace Hopper signed' }).first();
    await signed.getByText('Details').click();
    await signed.getByText('50.11°, 8.68° (±1 km)', { exact: true }).waitFor();
    const [row] = await world.product.query('select status from transactions');
    expect(row).toEqual({ status: 'completed' });
  });
});
