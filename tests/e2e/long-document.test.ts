/**
 * A document of hundreds of pages costs the main thread what its window shows, not what it holds. How long that takes
 * is measured by `npm run bench:browser`; here stands what must be so for it to be quick.
 */
import type { Page } from 'playwright';
import { beforeAll, describe, expect, test } from 'vitest';
import { chooserOf, newPerson } from '../support/chromium.ts';
import { makeLongContract } from '../fixtures/long-contract.ts';
import { seeing } from './people.ts';
import { inWorld, type World } from './world.ts';

const pages = 300;

/** What workers and page said to each other. */
interface Talk {
  /** Pages that were asked to be drawn, with how often. */
  readonly drawn: Record<string, number>;
  /** Pages that were drawn for the detection, with how often. */
  readonly searched: Record<string, number>;
  /** Letters of the largest message to the main thread, pictures apart. */
  largest: number;
}

declare global {
  interface Window {
    talk: Talk;
    heldFrom: number;
    letGoOn: () => void;
  }
}

/** Listens to all workers, before the page's own scripts start. With `heldFrom` the search gets no page from there on, until it is let go on. */
function listen(): void {
  window.talk = { drawn: {}, searched: {}, largest: 0 };
  const held: (() => void)[] = [];
  window.heldFrom = Infinity;
  window.letGoOn = () => {
    window.heldFrom = Infinity;
    for (const send of held.splice(0)) send();
  };
  const Original = Worker;
  window.Worker = class extends Original {
    constructor(address: string | URL, options?: WorkerOptions) {
      super(address, options);
      this.addEventListener('message', ({ data }) => {
        const plain = JSON.stringify(data, (_, value) => (value instanceof ImageBitmap || ArrayBuffer.isView(value) ? null : value)) ?? '';
        window.talk.largest = Math.max(window.talk.largest, plain.length);
      });
    }
    override postMessage(message: unknown, transfer?: Transferable[] | StructuredSerializeOptions): void {
      const { path, argumentList } = (message ?? {}) as { path?: string[]; argumentList?: { value?: unknown }[] };
      const argument = argumentList?.[1]?.value;
      const note = (pages: Record<string, number>, number: unknown): void => void (pages[String(number)] = (pages[String(number)] ?? 0) + 1);
      if (path?.[0] === 'render') note(window.talk.drawn, (argument as { page?: number }).page);
      const send = (): void => super.postMessage(message, transfer as Transferable[]);
      if (path?.[0] !== 'raster') return send();
      note(window.talk.searched, argument);
      if (Number(argument) < window.heldFrom) send();
      else held.push(send);
    }
  };
}

let world: World;
let page: Page;

/** A visitor who has opened a contract of so many pages. */
async function visitorWith(length: number): Promise<Page> {
  const file = world.file('Long contract.pdf', await makeLongContract(length));
  const visitor = await newPerson(world.browser);
  await visitor.addInitScript(listen);
  await visitor.goto(`${world.product.url}/file`);
  const chooser = await chooserOf(visitor, () => visitor.getByRole('button', { name: 'Choose a file' }).first().click());
  await chooser.setFiles(file);
  await visitor.locator('[data-page="1"] [data-shown]').waitFor();
  return visitor;
}

inWorld(async (opened) => {
  world = opened;
  page = await visitorWith(pages);
});

const count = (selector: string): Promise<number> => page.locator(selector).count();

/** Where the browser keeps the fields of a page: what it has written, not what is shown. */
const storedPositions = (number: number): Promise<{ x: number; y: number }[]> =>
  page.evaluate(
    (on) =>
      new Promise((resolve, reject) => {
        const opening = indexedDB.open('countersign-visitor');
        opening.addEventListener('error', () => reject(opening.error));
        opening.addEventListener('success', () => {
          const reading = opening.result.transaction('fields').objectStore('fields').getAll();
          reading.addEventListener('error', () => reject(reading.error));
          reading.addEventListener('success', () => {
            opening.result.close();
            const groups = reading.result as { page: number; fields: { rect: { x: number; y: number } }[] }[];
            resolve(groups.filter((group) => group.page === on).flatMap(({ fields }) => fields.map(({ rect }) => ({ x: rect.x, y: rect.y }))));
          });
        });
      }),
    number,
  );

/** What exists in the page is what stands near the window. */
async function expectLittle(): Promise<void> {
  expect(await count('section[data-page]')).toBeLessThanOrEqual(8);
  expect(await count('[data-field]')).toBeLessThanOrEqual(16);
  expect(await count('nav[aria-label="Pages"] li')).toBeLessThanOrEqual(40);
  expect(await count('canvas')).toBeLessThanOrEqual(48);
}

describe(`a document of ${pages} pages`, () => {
  test('renders only the pages and fields near the viewport', async () => {
    await page.locator('[data-page="1"] [data-field]').nth(1).waitFor();
    await expectLittle();
    const { drawn } = await page.evaluate(() => window.talk);
    expect(Math.max(...Object.keys(drawn).map(Number))).toBeLessThanOrEqual(40);
  });

  test('limits messages to the main thread to one short record per field', async () => {
    const { largest } = await page.evaluate(() => window.talk);
    expect(largest).toBeLessThan(1_000 * pages * 2);
  });

  test('shows its end at once without the pages between', async () => {
    await page.getByRole('region', { name: 'Long contract' }).focus();
    await page.keyboard.press('End');
    await page.locator(`[data-page="${pages}"] [data-shown]`).waitFor();
    await page.locator(`[data-page="${pages}"] [data-field]`).nth(1).waitFor();
    await expect.poll(() => count('[data-page="1"]')).toBe(0);
    await expectLittle();
    const { drawn } = await page.evaluate(() => window.talk);
    expect(Object.keys(drawn).map(Number).filter((number) => number > 60 && number < pages - 60)).toEqual([]);
  });

  test('changes one field without rendering the others again', async () => {
    const [field, other] = [page.locator(`[data-page="${pages}"] [data-field]`).nth(0), page.locator(`[data-page="${pages}"] [data-field]`).nth(1)];
    await other.evaluate((element) => {
      const changes: string[] = [];
      new MutationObserver((records) => changes.push(...records.map(({ attributeName, type }) => attributeName ?? type))).observe(element, { subtree: true, childList: true, attributes: true });
      Object.assign(window, { changes });
    });
    await field.focus();
    const before = await field.boundingBox();
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => (await field.boundingBox())?.x).toBeGreaterThan(before?.x ?? Infinity);
    expect(await page.evaluate(() => (window as unknown as { changes: string[] }).changes)).toEqual([]);
  });

  test('reopens with its changes', async () => {
    const field = page.locator(`[data-page="${pages}"] [data-field]`).nth(0);
    const moved = await field.getAttribute('style');
    const at = await field.evaluate(({ style }: HTMLElement) => ({ x: Number.parseFloat(style.left), y: Number.parseFloat(style.top) }));
    // The browser writes once the work has rested for a moment.
    await expect.poll(() => storedPositions(pages)).toContainEqual({ x: expect.closeTo(at.x, 2), y: expect.closeTo(at.y, 2) });
    await page.reload();
    await page.locator('[data-page="1"] [data-shown]').waitFor();
    await page.getByRole('region', { name: 'Long contract' }).focus();
    await page.keyboard.press('End');
    await expect.poll(() => page.locator(`[data-page="${pages}"] [data-field]`).nth(0).getAttribute('style')).toBe(moved);
  });
});

describe('detecting fields in a long document', () => {
  const length = 60;
  let visitor: Page;
  const searched = () => visitor.evaluate(() => window.talk.searched);
  const look = () => visitor.getByRole('button', { name: 'Find fields' });

  beforeAll(async () => {
    visitor = await visitorWith(length);
  });

  test('starts on request at the first pages and can be stopped', async () => {
    await look().waitFor();
    expect(await searched()).toEqual({});
    // However late the button is pressed that stops it, the end is not reached before.
    await visitor.evaluate(() => (window.heldFrom = 31));
    await look().click();
    await visitor.getByRole('progressbar').waitFor();
    await visitor.locator('[data-page="1"] [data-proposal]').first().waitFor();
    await expect.poll(async () => Object.keys(await searched()).length).toBeGreaterThanOrEqual(20);
    await visitor.getByRole('button', { name: 'Stop', exact: true }).click();
    await visitor.evaluate(() => window.letGoOn());
    await visitor.getByRole('progressbar').waitFor({ state: 'detached' });
    const numbers = Object.keys(await searched()).map(Number);
    // Without a gap from the first page on, and not to the end.
    expect(numbers.toSorted((a, b) => a - b)).toEqual(numbers.map((_, index) => index + 1));
    expect(numbers.length).toBeLessThan(length);
  });

  test('continues where it was stopped, also in another window', async () => {
    const before = await searched();
    await visitor.reload();
    await visitor.locator('[data-page="1"] [data-shown]').waitFor();
    await seeing(visitor.getByRole('progressbar'), () => look().click());
    await visitor.getByRole('progressbar').waitFor({ state: 'detached' });
    const after = await searched();
    const again = Object.keys(after).filter((number) => number in before);
    // At most the pages that were under way when it was stopped.
    expect(again.length).toBeLessThanOrEqual(8);
    expect(new Set([...Object.keys(before), ...Object.keys(after)]).size).toBe(length);
    await expect.poll(() => visitor.locator('[data-page="1"] [data-proposal]').count()).toBeGreaterThan(0);
  });
});
