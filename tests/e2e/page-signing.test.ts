/** A web page that two people sign, from the upload to the downloaded signatures: the page stays as it is. */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { chooserOf, newPerson } from '../support/chromium.ts';
import { linkIn } from '../support/mailbox.ts';
import { addRecipient, finish, newRequest, openRequest, seeing, send } from './people.ts';
import { clientIn } from './requests.ts';
import { problemsOf } from './screen-problems.ts';
import { signedIn } from './signed-in.ts';
import { inWorld, type World } from './world.ts';

const order = `<?xml version="1.0" encoding="UTF-8"?>
<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Order</title></head><body>
<p id="run">Nothing ran</p><script>document.getElementById('run').textContent = 'It ran';</script>
<p><label>Amount <input name="amount" value="" /></label></p>
</body></html>`;

describe('a web page', () => {
  let world: World;
  let ada: Page;
  let path = '';
  const frameIn = (page: Page) => page.frameLocator('iframe[title="Order.xhtml"]');
  const linkOf = async (email: string): Promise<string> => linkIn(await world.mailbox.about(email, '/transaction/'), /\/transaction\//);

  inWorld(async (opened) => {
    world = opened;
    ada = await signedIn(world);
  });

  test('is filled in by its sender and sent to two people', async () => {
    await newRequest(ada, world.file('Order.xhtml', order));
    await frameIn(ada).getByText('Nothing ran').waitFor();
    expect(await ada.getByRole('toolbar', { name: 'Field types' }).count()).toBe(0);
    await frameIn(ada).getByLabel('Amount').fill('100');
    await seeing(ada.getByText('Saved', { exact: true }), () => ada.getByRole('button', { name: 'Save', exact: true }).click());
    await expect.poll(() => frameIn(ada).getByLabel('Amount').inputValue()).toBe('100');
    await addRecipient(ada, 'Grace Hopper', 'grace@example.com');
    await addRecipient(ada, 'Alan Turing', 'alan@example.com');
    expect(await problemsOf(ada, 'the sender\'s page')).toEqual([]);
    // What was entered since is sent too, saved or not.
    await frameIn(ada).getByLabel('Amount').fill('500');
    await send(ada);
    expect(await world.product.query('select files.version, status from files join transaction_files on file_id = files.id join transactions on transactions.id = transaction_id')).toEqual([{ version: 4, status: 'pending' }]);
  });

  test('is signed by the first, who reads what the signature covers', async () => {
    const grace = await newPerson(world.browser);
    await openRequest(grace, await linkOf('grace@example.com'));
    await frameIn(grace).getByText('Nothing ran').waitFor();
    expect(await frameIn(grace).getByLabel('Amount').inputValue()).toBe('500');
    expect(await grace.locator('iframe[title="Order.xhtml"]').getAttribute('sandbox')).toBe('');
    await grace.getByRole('region', { name: 'Your fields' }).getByRole('button', { name: 'Sign', exact: true }).click();
    await grace.getByText('A web page is signed as a file').waitFor();
    expect(await problemsOf(grace, 'the question before signing')).toEqual([]);
    await finish(grace);
    await grace.getByRole('heading', { name: 'You have signed' }).waitFor();
    await grace.context().close();
  });

  test('shows its sender the first signature', async () => {
    await ada.getByText(/Signed by Grace Hopper on/).waitFor();
    expect(await ada.getByText(/Signed by .* on/).count()).toBe(1);
  });

  test('is completed by the second', async () => {
    const alan = await newPerson(world.browser);
    await openRequest(alan, await linkOf('alan@example.com'));
    await finish(alan);
    await alan.getByRole('heading', { name: 'You have signed' }).waitFor();
    await ada.waitForURL(/\/completed$/);
    for (const name of ['Grace Hopper', 'Alan Turing']) await ada.getByText(new RegExp(`Signed by ${name} on`)).waitFor();
    await frameIn(ada).getByText('Nothing ran').waitFor();
    expect(await problemsOf(ada, 'a signed page')).toEqual([]);
  });

  test('is downloaded with its signatures beside it', async () => {
    const [archive] = await Promise.all([ada.waitForEvent('download'), ada.getByRole('main').getByRole('button', { name: 'Download', exact: true }).click()]);
    expect(archive.suggestedFilename()).toBe('Order.zip');
    const zip = join(world.folder, 'all.zip');
    await archive.saveAs(zip);
    path = join(world.folder, 'all');
    execFileSync('python3', ['-m', 'zipfile', '-e', zip, path]);
    expect(readdirSync(path).sort()).toEqual(['Order.xhtml', 'Order.xhtml.Alan Turing.p7s', 'Order.xhtml.Grace Hopper.p7s']);
    expect(readFileSync(join(path, 'Order.xhtml'), 'utf8')).toContain('value="500"');
  });

  test('is shown with its signatures on the page of the file', async () => {
    const [id] = (await world.product.query<{ id: string }>("select id from files where title = 'Order.xhtml'")).map((row) => row.id);
    await ada.goto(`${world.product.url}/file/${id}`);
    await ada.getByText(/Signed by Grace Hopper on/).waitFor();
    expect(await ada.getByRole('button', { name: 'Save', exact: true }).count()).toBe(0);
    const [archive] = await Promise.all([ada.waitForEvent('download'), ada.getByRole('button', { name: 'Download', exact: true }).click()]);
    expect(archive.suggestedFilename()).toBe('Order.zip');
    const { signatures } = await (await clientIn(world, ada)).call('files.signatures', { params: { id: id ?? '' } });
    expect(signatures.map(({ signer }) => signer)).toEqual(['Grace Hopper', 'Alan Turing']);
  });

  test('is checked by anybody, together with the files of its signatures', async () => {
    const page = await newPerson(world.browser);
    await page.goto(`${world.product.url}/file?check=true`);
    const signatures = ['Alan Turing', 'Grace Hopper'].map((name) => join(path, `Order.xhtml.${name}.p7s`));
    const choose = async (button: string, files: string[]): Promise<void> => {
      const chooser = await chooserOf(page, () => page.getByRole('button', { name: button, exact: true }).click());
      await chooser.setFiles(files);
    };
    await choose('Choose a document', [join(path, 'Order.xhtml')]);
    await page.getByText('Signatures of a web page are files of their own').waitFor();
    await choose('Check another', signatures);
    const side = page.getByRole('complementary', { name: 'Signatures' });
    for (const name of ['Grace Hopper', 'Alan Turing']) await side.getByText(new RegExp(`Signed by ${name} on .*Nothing has changed`)).waitFor();
    expect(await problemsOf(page, 'checking a page')).toEqual([]);
    const altered = readFileSync(join(path, 'Order.xhtml'), 'utf8').replace('value="500"', 'value="900"');
    await choose('Check another', [world.file('Order.xhtml', altered), signatures[0]!]);
    await side.locator('[data-meaning=negative]').waitFor();
    await page.context().close();
  });
});
