/**
 * The network is cut, and windows die, at random moments of preparing, sending and signing: nothing signed is lost or doubled, and at most the last
 * two seconds of typing are lost. A command of its own, `npm run check:interruptions`. `SEEDS=1,2,3` repeats runs.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from 'playwright';
import { afterAll, describe, expect, test } from 'vitest';
import { placeField, placeFor, placeOf } from '../e2e/people.ts';
import { ada, signIn } from '../e2e/signed-in.ts';
import { inWorld, openWorldAlone, type World } from '../e2e/world.ts';
import { devices, newPerson } from '../support/chromium.ts';
import { freePort } from '../support/product.ts';
import { SeverableLink } from '../support/severable-link.ts';
import { chanceOf, type Chance } from './chance.ts';
import { InterruptedPerson, isVisible, noteInterruption } from './person.ts';

const RUNS = 20;
const PER_RUN = 5;
const seeds = process.env.SEEDS?.split(',').map(Number) ?? Array.from({ length: RUNS }, (_, index) => index + 1);
const grace = { email: 'grace@example.com', first: 'Grace', last: 'Hopper' };
const words = 'Everything that was typed here, letter by letter, is here again';

interface Sent {
  readonly id: string;
  readonly name: string;
}

describe('work that is interrupted', () => {
  let world: World;
  let link: SeverableLink;
  let sender: InterruptedPerson;
  let signer: InterruptedPerson;
  const totals = { cuts: 0, kills: 0, lostLetters: 0 };

  const newcomer = async (person: typeof ada): Promise<InterruptedPerson> => {
    const page = await newPerson(world.browser, { ...devices.desk, serviceWorkers: 'allow' });
    await signIn(page, world.product.url, world.mailbox, person);
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    return new InterruptedPerson(page);
  };

  inWorld(
    async (opened) => {
      world = opened;
      sender = await newcomer(ada);
      signer = await newcomer(grace);
    },
    async () => {
      const port = await freePort();
      link = await SeverableLink.to(`http://127.0.0.1:${port}`);
      return openWorldAlone({ PORT: String(port), APP_URL: `http://localhost:${link.host.split(':')[1]}` });
    },
  );
  afterAll(async () => {
    console.log(`${totals.cuts} cuts, ${totals.kills} windows lost, at most ${totals.lostLetters} letters lost`);
    await link?.cut();
  });

  /** Cuts the network so often, each time for up to four seconds. */
  async function cutting(chance: Chance, isOver: () => boolean): Promise<void> {
    for (let left = PER_RUN; left > 0 && !isOver(); left -= 1) {
      await pause(chance.between(200, 3000));
      await link.cut();
      totals.cuts += 1;
      await pause(chance.between(100, 4000));
      await link.mend();
    }
  }

  /** Lets the window of whoever is at work die so often. */
  async function killing(chance: Chance, atWork: () => InterruptedPerson, isOver: () => boolean): Promise<void> {
    for (let left = PER_RUN; left > 0 && !isOver(); left -= 1) {
      await pause(chance.between(500, 5000));
      if (isOver()) return;
      await atWork().loseWindow();
      totals.kills += 1;
    }
  }

  const editorOf = (page: Page): Promise<boolean> => Promise.resolve(/\/transaction\/[0-9a-f]{24}/.test(page.url()));

  async function prepareAndSend(name: string): Promise<string> {
    const form = await world.ownForm(name);
    await sender.until('the list', (page) => isVisible(page.getByRole('heading', { name: 'Requests', level: 1 })), async (page) => {
      await page.goto(`${world.product.url}/transactions`);
      await page.getByRole('heading', { name: 'Requests', level: 1 }).waitFor();
    });
    await sender.until('a draft with its document', editorOf, async (page) => {
      const known = page.getByRole('main').getByText(name, { exact: true });
      if (await isVisible(known)) return known.first().click();
      const chooser = page.waitForEvent('filechooser');
      // The window may be lost before.
      chooser.catch(noteInterruption);
      await page.getByRole('button', { name: 'New request' }).first().click();
      await (await chooser).setFiles(form);
      await page.waitForURL(/\/transaction\/[0-9a-f]{24}/, { timeout: 15_000 });
    });
    const id = /\/transaction\/([0-9a-f]{24})/.exec(sender.page.url())?.[1] ?? '';
    const recipients = (page: Page) => page.getByRole('complementary').getByText(grace.email);
    await sender.until('the recipient', (page) => isVisible(recipients(page)), async (page) => {
      // A window that was lost on the way to the draft opens again where it was before.
      if (!page.url().includes(id)) await page.goto(`${world.product.url}/transaction/${id}/create`);
      const discard = page.getByRole('button', { name: 'Discard all' });
      if (await isVisible(discard)) await discard.click();
      await page.getByRole('tab', { name: 'People' }).click();
      const entry = page.getByRole('form', { name: 'Add a recipient' });
      await entry.getByLabel('Name').fill('Grace Hopper');
      await entry.getByLabel('E-mail address').fill(grace.email);
      await entry.getByRole('button', { name: 'Add', exact: true }).click();
      await recipients(page).first().waitFor();
    });
    const kinds = [['Text', 0.75], ['Signature', 0.85]] as const;
    const field = (page: Page, kind: string) => page.getByRole('group', { name: 'Fields on page 1' }).getByRole('button', { name: new RegExp(kind, 'i') });
    const missing = async (page: Page) => {
      for (const each of kinds) if (!(await isVisible(field(page, each[0])))) return each;
      return undefined;
    };
    const isSent = (page: Page) => isVisible(page.getByRole('heading', { name: 'Status' }));
    /** What was placed in the last two seconds before a window died may have to be placed again. */
    const discardOf = (page: Page) => page.getByRole('button', { name: 'Discard all' });
    const placeBoth = () => sender.until('both fields', async (page) => (await isSent(page)) || (!(await isVisible(discardOf(page))) && (await missing(page)) === undefined), async (page) => {
      // Fields are looked for again in the next window, and what is suggested looks like what was placed.
      if (await isVisible(discardOf(page))) return discardOf(page).click();
      const [kind, y] = (await missing(page)) ?? kinds[0];
      await placeFor(page, 'Grace Hopper');
      await placeField(page, kind, 0.5, y);
    });
    await placeBoth();
    await sender.until('the request on its way', isSent, async (page) => {
      const dialog = page.getByRole('dialog');
      if (await isVisible(dialog.getByRole('button', { name: 'Continue without them' }))) await page.keyboard.press('Escape');
      if (!(await isVisible(dialog))) await placeBoth();
      if (!(await isVisible(dialog))) await page.getByRole('button', { name: 'Send', exact: true }).click();
      const go = dialog.getByRole('button', { name: /^(Send|Try again)$/ });
      if (!(await go.isEnabled().catch(() => false))) return dialog.getByRole('button', { name: 'Back' }).click();
      await go.click();
      await page.getByRole('heading', { name: 'Status' }).waitFor();
    });
    return id;
  }

  const hasSigned = (id: string) => async (page: Page): Promise<boolean> => page.url().includes(id) && ((await isVisible(page.getByRole('heading', { name: 'You have signed' }))) || /\/completed/.test(page.url()));

  async function fillAndSign(id: string): Promise<void> {
    const address = `${world.product.url}/transaction/${id}`;
    await signer.until('the signature', hasSigned(id), async (page) => {
      if (!page.url().includes(id)) await page.goto(address);
      const again = page.getByRole('dialog', { name: 'Sign now?' });
      if (await isVisible(again)) {
        const button = again.getByRole('button', { name: /^(Sign|Try again)$/ });
        if (await button.isEnabled()) await button.click();
        return void (await pause(1000));
      }
      const intro = page.getByRole('dialog').getByRole('button', { name: 'Start' });
      if (await isVisible(intro)) await intro.click();
      const text = placeOf(page, 'text');
      await text.waitFor();
      if ((await text.inputValue()) !== words) {
        expectNothingLost(await text.inputValue());
        await signer.type(text, words);
      }
      const signature = page.locator('[data-place][data-kind=signature]');
      if ((await signature.first().getAttribute('data-filled')) === null) {
        await placeOf(page, 'signature').click();
        const maker = page.getByRole('dialog', { name: 'Your signature' });
        await maker.getByRole('tab', { name: 'Type' }).click();
        await maker.getByLabel('Your name').fill('Grace Hopper');
        await maker.getByRole('button', { name: 'Use this signature' }).click();
      }
      const sign = page.getByRole('region', { name: 'Your fields' }).getByRole('button', { name: 'Sign', exact: true });
      await sign.or(again).first().waitFor();
      if (!(await isVisible(again))) await sign.click();
      await again.getByRole('button', { name: 'Sign', exact: true }).click();
    });
  }

  /** What was typed more than two seconds ago is there. */
  function expectNothingLost(value: string): void {
    const sure = signer.typed.findLast(({ at }) => Date.now() - at > 2000)?.text ?? '';
    const last = signer.typed.at(-1)?.text ?? '';
    totals.lostLetters = Math.max(totals.lostLetters, last.length - value.length);
    expect(value.startsWith(sure)).toBe(true);
  }

  const statusOf = async ({ id }: Sent): Promise<string | undefined> => (await world.product.query<{ status: string }>(`select status from transactions where id = '${id}'`))[0]?.status;

  async function outcomeOf({ id, name }: Sent): Promise<object> {
    const [signings] = await world.product.query<{ count: number }>(`select count(*)::int from signings where transaction_id = '${id}'`);
    const [file] = await world.product.query<{ fields: { type: string; value: unknown }[] }>(`select f.fields from files f join transaction_files u on u.file_id = f.id where u.transaction_id = '${id}'`);
    const [requests] = await world.product.query<{ count: number }>(`select count(*)::int from transactions where name = '${name}' and status not in ('created', 'draft')`);
    return { signatures: signings?.count, words: file?.fields.filter(({ type, value }) => type === 'text' && value !== '').map(({ value }) => value), requests: requests?.count };
  }

  async function run(kind: 'cuts' | 'kills', seed: number): Promise<Sent> {
    const chance = chanceOf(seed * 2 + (kind === 'cuts' ? 0 : 1));
    const name = `${kind} ${seed}.pdf`;
    let isOver = false;
    let atWork = sender;
    signer.typed.length = 0;
    const trouble = kind === 'cuts' ? cutting(chance, () => isOver) : killing(chance, () => atWork, () => isOver);
    const id = await prepareAndSend(name);
    atWork = signer;
    await fillAndSign(id);
    isOver = true;
    await trouble;
    return { id, name };
  }

  describe.each(seeds)('run %i', (seed) => {
    test.each(['cuts', 'kills'] as const)('%s', async (kind) => {
      const sent = await run(kind, seed);
      await expect.poll(() => statusOf(sent), { timeout: 60_000 }).toBe('completed');
      expect(await outcomeOf(sent)).toEqual({ signatures: 1, words: [words], requests: 1 });
    });
  });
});
