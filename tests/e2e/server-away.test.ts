/** The server dies in the middle of a signing: the person is told, keeps the work, and it goes on when it is back. */
import type { Page, Route } from 'playwright';
import { describe, expect, test } from 'vitest';
import { newPerson } from '../support/chromium.ts';
import { linkIn } from '../support/mailbox.ts';
import { signedIn } from './signed-in.ts';
import { finish, openRequest, placeOf, typeSignature } from './people.ts';
import { fieldFor, makeRequest, recipient } from './requests.ts';
import { inWorld, openWorldAlone, type World } from './world.ts';

describe('the server is unavailable while somebody signs', () => {
  let world: World;

  inWorld(async (opened) => {
    world = opened;
    const sender = await signedIn(world);
    await makeRequest(world, sender, {
      name: 'Lease.pdf',
      recipients: [recipient('Grace Hopper', 'grace@example.com'), recipient('Alan Turing', 'alan@example.com')],
      fields: [fieldFor('grace@example.com', 'text'), fieldFor('alan@example.com', 'text', 1), fieldFor('alan@example.com', 'signature', 2)],
    });
    await sender.context().close();
  }, openWorldAlone);

  /** The server dies as soon as this person's browser is about to ask for something. */
  const dieBefore = async (page: Page, call: string): Promise<void> => {
    const die = async (route: Route): Promise<void> => {
      await world.product.end('SIGKILL');
      await route.continue();
    };
    await page.route(call, die, { times: 1 });
  };
  const expectNotice = async (page: Page): Promise<void> => {
    const dialog = page.getByRole('dialog', { name: 'Sign now?' });
    await dialog.getByText("We can't reach the server right now.").waitFor();
    await dialog.getByText('Your work is saved in this browser. Signing continues automatically when the server is back.').waitFor();
  };
  const signings = () => world.product.query('select r.email, count(*)::int from signings s join recipients r on r.id = s.recipient_id group by r.email order by r.email');

  test('after the upload: continues by itself with the same signature', async () => {
    const page = await newPerson(world.browser);
    await openRequest(page, linkIn(await world.mailbox.about('grace@example.com', '/transaction/'), /\/transaction\//));
    await placeOf(page, 'text').fill('Filled by Grace');
    await dieBefore(page, '**/transactions/*/sign');
    await finish(page);
    await expectNotice(page);
    await world.product.start();
    await page.getByRole('heading', { name: 'You have signed' }).waitFor();
    expect(await signings()).toEqual([{ email: 'grace@example.com', count: 1 }]);
    // The copy that was signed before went up once more: there was no second signature.
    const uploads = await world.product.query("select count(*)::int, count(distinct hash)::int as different from uploads where purpose = 'signed'");
    expect(uploads).toEqual([{ count: 2, different: 1 }]);
  });

  test('before the upload, with a reload: keeps all filled values, and goes on', async () => {
    const page = await newPerson(world.browser);
    await openRequest(page, linkIn(await world.mailbox.about('alan@example.com', '/transaction/'), /\/transaction\//));
    await placeOf(page, 'text').fill('Filled by Alan');
    const address = page.url();
    await typeSignature(page, 'Alan Turing');
    await dieBefore(page, '**/transactions/*/update_url');
    await finish(page);
    await expectNotice(page);
    await expect(page.reload()).rejects.toThrow('ERR_CONNECTION_REFUSED');
    await world.product.start();
    await page.goto(address);
    await page.getByRole('heading', { name: 'You have signed' }).waitFor();
    const [{ fields } = { fields: [] }] = await world.product.query<{ fields: { value: unknown }[] }>("select fields from files where title = 'Lease.pdf'");
    expect(fields.map(({ value }) => value)).toContain('Filled by Alan');
    expect(await signings()).toEqual([{ email: 'alan@example.com', count: 1 }, { email: 'grace@example.com', count: 1 }]);
    const [row] = await world.product.query('select status from transactions');
    expect(row).toEqual({ status: 'completed' });
  });
});
