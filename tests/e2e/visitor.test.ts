/** Without an account: a document is opened, filled, signed and saved, and nothing of it leaves the browser. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Request } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chooserOf, devices, newPerson } from '../support/chromium.ts';
import { draw, inkIn } from '../support/ink.ts';
import { hasSignatureJudge, judgeSelfSigned, popplerSignatures, qpdfProblems, textOf } from '../support/judges.ts';
import { problemsOf } from './screen-problems.ts';
import { askToSign, drawSignature, placeField, placeOf, typeSignature } from './people.ts';
import { inWorld, openWorld, type World } from './world.ts';

let world: World;

inWorld((opened) => {
  world = opened;
});

/** Chooses a document on the start page, without the fields that were found in it. */
async function openAlone(page: Page, file: string): Promise<void> {
  await page.goto(world.product.url);
  const chooser = await chooserOf(page, () => page.getByRole('button', { name: 'Choose a document' }).click());
  await chooser.setFiles(file);
  await page.getByRole('button', { name: 'Discard all' }).click();
}

describe.each([
  ['types', typeSignature],
  ['draws', drawSignature],
])('a visitor who %s a signature', (way, makeSignature) => {
  let page: Page;
  let original: string;
  let downloaded: string;
  const requests: Request[] = [];

  beforeAll(async () => {
    page = await newPerson(world.browser);
    page.context().on('request', (request) => requests.push(request));
    original = await world.ownForm('Rental agreement.pdf');
    downloaded = join(world.folder, `${way}.pdf`);
  });
  afterAll(() => page?.context().close());

  test('opens a PDF on the start page, fills and signs it, and saves it', async () => {
    await openAlone(page, original);
    await placeField(page, 'Text', 0.5, 0.75);
    await placeField(page, 'Signature', 0.5, 0.85);
    await page.getByRole('button', { name: 'Fill and sign' }).click();
    await placeOf(page, 'text').fill('Filled alone');
    await makeSignature(page, 'Ada Byron');
    const dialog = await askToSign(page);
    await dialog.getByLabel('Your name').fill('Ada Byron');
    await dialog.getByRole('button', { name: 'Sign', exact: true }).click();
    await page.getByRole('heading', { name: 'Signed' }).waitFor();
    await page.getByRole('complementary').getByText(/^Signed by Ada Byron/).waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download' }).click()]);
    await download.saveAs(downloaded);
    expect(download.suggestedFilename()).toBe('Rental agreement (signed).pdf');
    // There are only necessary cookies, of which nobody is asked.
    expect(await page.getByRole('dialog', { name: 'Cookies' }).count()).toBe(0);
  });

  test('requests only the app’s own files and sends nothing', () => {
    const fetched = requests.map((request) => ({ request, url: new URL(request.url()) })).filter(({ url }) => url.protocol.startsWith('http'));
    // What workers fetch is among them, so the record is complete.
    expect(fetched.some(({ url }) => url.pathname.endsWith('.wasm'))).toBe(true);
    expect(fetched.filter(({ request }) => request.method() !== 'GET' || request.postDataBuffer() !== null)).toEqual([]);
    expect(fetched.filter(({ url }) => url.origin !== world.product.url)).toEqual([]);
    const others = fetched.map(({ url }) => url.pathname + url.search).filter((path) => !/^\/(assets|pdfjs)\/[^?]*$|^\/(favicon\.svg|theme\.js)?$|^\/build-info\.json\?at=\d+$/.test(path));
    expect(others).toEqual([]);
  });

  test('leaves nothing on the server', async () => {
    const rows = await world.product.query('select (select count(*)::int from files) as files, (select count(*)::int from uploads) as uploads, (select count(*)::int from users) as users');
    expect(rows).toEqual([{ files: 0, uploads: 0, users: 0 }]);
  });

  test('gets a document that other programs accept as valid, signed as a whole and filled', () => {
    const body = readFileSync(downloaded);
    const before = readFileSync(original);
    expect(body.subarray(0, before.length).equals(before)).toBe(true);
    expect(qpdfProblems(downloaded)).toBe('');
    expect(popplerSignatures(downloaded)).toEqual([{ validation: 'Signature is Valid.', coversWhole: true }]);
    expect(textOf(downloaded)).toContain('Filled alone');
    const signature = { x: 35, y: 82, width: 40, height: 7 };
    expect(inkIn(draw(downloaded, 1), signature)).toBeGreaterThan(inkIn(draw(original, 1), signature) + 100);
  });

  test.skipIf(!hasSignatureJudge)('gets a signature that the validator finds intact', async () => {
    const root = world.file('root.pem', await (await fetch(`${world.product.url}/v0/certificates/root`)).text());
    const { status, verdict } = judgeSelfSigned(downloaded, root);
    expect(verdict.signatures).toMatchObject([{ intact: true, valid: true, coverage: 'ENTIRE_FILE', docmdp_ok: true, signer_cn: 'Ada Byron' }]);
    expect(verdict.signatures[0]?.pades_level).toMatch(/^B-/);
    expect(status).toBe(0);
  });
});

describe('a visitor whose browser cannot store anything', () => {
  test('is told so and can continue', async () => {
    const page = await newPerson(world.browser);
    await openAlone(page, await world.ownForm('Rental agreement.pdf'));
    // A full disk, or a private window that forgets: writing fails from now on.
    await page.evaluate(() => {
      IDBObjectStore.prototype.put = () => {
        throw new DOMException('The quota has been exceeded', 'QuotaExceededError');
      };
    });
    await placeField(page, 'Text', 0.5, 0.75);
    const notice = page.getByText('There is no IDB available on this device.');
    await notice.waitFor();
    await placeField(page, 'Signature', 0.5, 0.85);
    await page.getByRole('button', { name: 'Fill and sign' }).click();
    await placeOf(page, 'text').fill('Still working');
    expect(await notice.count()).toBe(1);
    await page.context().close();
  });
});

test('a core that fails to download is reported and downloaded at the next try', async () => {
  const page = await newPerson(world.browser);
  const file = await world.ownForm('Rental agreement.pdf');
  const choose = async (): Promise<void> => {
    const chooser = await chooserOf(page, () => page.getByRole('button', { name: 'Choose a document' }).click());
    await chooser.setFiles(file);
  };
  await page.context().route(/\.wasm$/, (route) => route.abort('internetdisconnected'), { times: 1 });
  await page.goto(world.product.url);
  await choose();
  await page.getByText('No internet connection found').first().waitFor();
  await choose();
  await expect.poll(() => page.locator('[data-page="1"] [data-shown]').count()).toBe(1);
  await page.context().close();
});

test('keeps the visitor’s last change when the page is reloaded at once', async () => {
  const page = await newPerson(world.browser);
  await openAlone(page, await world.ownForm('Rental agreement.pdf'));
  // Whoever is asked stays or goes; what they changed is kept in both cases.
  for (const answer of ['dismiss', 'accept'] as const) {
    page.once('dialog', (dialog) => void dialog[answer]());
    await placeField(page, 'Text', 0.5, answer === 'dismiss' ? 0.65 : 0.85);
    await page.evaluate(() => location.reload()).catch(() => undefined);
    const fields = page.getByRole('group', { name: 'Fields on page 1' }).getByRole('button');
    await expect.poll(() => fields.count()).toBe(answer === 'dismiss' ? 1 : 2);
  }
  await page.context().close();
});

describe('with cookies that need consent', () => {
  let asking: World;
  inWorld((opened) => {
    asking = opened;
  }, () => openWorld({ COOKIE_CONSENT: 'true' }));

  test('the banner covers nothing of the document on desktop and phone and appears once', async () => {
    const original = await asking.ownForm('Uncovered.pdf');
    for (const size of [devices.desk, devices.phone]) {
      const page = await newPerson(asking.browser, size);
      await page.goto(`${asking.product.url}/file`);
      const chooser = await chooserOf(page, () => page.getByRole('button', { name: 'Choose a file' }).first().click());
      await chooser.setFiles(original);
      const cookies = page.getByRole('dialog', { name: 'Cookies' });
      await cookies.waitFor();
      await page.locator('[data-page="1"] [data-shown]').waitFor();
      const covered = () => cookies.evaluate((banner) => {
        const { top, bottom, left, right } = banner.getBoundingClientRect();
        return [...document.querySelectorAll('main [role=toolbar], main [data-page], main header')].filter((each) => {
          const box = each.getBoundingClientRect();
          const isThere = box.width > 0 && box.bottom > 0 && box.top < window.innerHeight;
          // A page goes on under what it is scrolled beneath.
          const cut = each.matches('[data-page]') ? Math.max(box.top, each.closest('main')?.getBoundingClientRect().top ?? 0) : box.top;
          return isThere && cut < bottom && box.bottom > top && box.left < right && box.right > left;
        }).map((each) => each.getAttribute('aria-label') ?? each.tagName);
      });
      await expect.poll(covered).toEqual([]);
      expect(await problemsOf(page, 'cookies')).toEqual([]);
      await cookies.getByRole('button', { name: 'Accept' }).click();
      await cookies.waitFor({ state: 'detached' });
      await page.goto(`${asking.product.url}/file`);
      await page.getByRole('button', { name: 'Choose a file' }).first().waitFor();
      expect(await cookies.count()).toBe(0);
      await page.context().close();
    }
  });
});
