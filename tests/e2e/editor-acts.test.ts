/** What can be done with fields beside placing them: decided on one by one, lined up, spread, copied, taken back. */
import type { Locator, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import type { Field } from '#contract/entities/field.ts';
import { devices } from '../support/chromium.ts';
import { signedIn } from './signed-in.ts';
import { newRequest, placeField } from './people.ts';
import { inWorld, type World } from './world.ts';

/** Where a line of the form is drawn, in percent from the top: `fixtures/own-form.ts`. */
const line = ((792 - 464) / 792) * 100;

interface Place {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** A finger that goes up the screen, from a place. */
async function swipeUp(page: Page, from: { x: number; y: number }, by: number): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', y: number) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: type === 'touchEnd' ? [] : [{ x: from.x, y }] });
  await touch('touchStart', from.y);
  for (let step = 1; step <= 8; step++) await touch('touchMove', from.y - (by * step) / 8);
  await touch('touchEnd', from.y - by);
}

describe('fields in the editor', () => {
  let world: World;
  let page: Page;

  inWorld(async (opened) => {
    world = opened;
    page = await signedIn(world);
    await newRequest(page, await world.ownForm('Lease.pdf'));
  });

  const fields = (number = 1): Locator => page.locator(`[data-page="${number}"] [data-field]`);
  const placeOf = (field: Locator): Promise<Place> =>
    field.evaluate(({ style }: HTMLElement) => ({ x: parseFloat(style.left), y: parseFloat(style.top), width: parseFloat(style.width), height: parseFloat(style.height) }));
  const places = async (): Promise<Place[]> => Promise.all((await fields().all()).map(placeOf));
  const rounded = (values: readonly number[]): number[] => values.map((value) => Math.round(value * 100) / 100);
  const properties = () => page.getByRole('region', { name: 'Properties' });
  const press = (name: string) => page.getByRole('button', { name, exact: true }).click();
  /** Draws a frame around all fields of the first page. */
  const choose = async (count: number): Promise<void> => {
    const box = await page.getByRole('group', { name: 'Fields on page 1' }).boundingBox();
    if (!box) throw new Error('The page is not shown');
    const top = Math.max(box.y, 80);
    await page.mouse.move(box.x + 8, top + 8);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 2, top + 200);
    await page.mouse.move(box.x + box.width - 8, Math.min(box.y + box.height, 890) - 8);
    await page.mouse.up();
    await properties().getByRole('heading', { name: `${count} fields` }).waitFor();
  };

  test('can be reviewed one by one after detection and restored with Undo', async () => {
    const bar = page.getByRole('region', { name: 'Suggested fields' });
    await bar.getByRole('button', { name: 'Review' }).waitFor();
    await bar.getByRole('progressbar').waitFor({ state: 'detached' });
    // The bar has a room of its own: it covers nothing of the page.
    const [docked, pages] = await Promise.all([bar.boundingBox(), page.locator('[data-pages]').boundingBox()]);
    expect((docked?.y ?? 0) + (docked?.height ?? 0)).toBeLessThanOrEqual((pages?.y ?? 0) + 1);
    const all = page.locator('[data-proposal]');
    const reviewed = page.locator('[data-proposal][aria-current]');
    const main = await bar.getByRole('button', { name: 'Accept all' }).boundingBox();
    await bar.getByRole('button', { name: 'Review' }).click();
    const total = Number((await bar.getByText(/^Field 1 of/).innerText()).split(' ').at(-1));
    await reviewed.waitFor();
    const first = await reviewed.getAttribute('data-proposal');
    await page.keyboard.press('ArrowRight');
    await bar.getByText(`Field 2 of ${total}`).waitFor();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => reviewed.getAttribute('data-proposal')).toBe(first);
    await bar.getByRole('button', { name: 'Discard', exact: true }).click();
    await bar.getByText(`Field 1 of ${total - 1}`).waitFor();
    // The primary button is where it was, under the pointer.
    const accept = await bar.getByRole('button', { name: 'Accept', exact: true }).boundingBox();
    expect(Math.abs((accept?.x ?? 0) + (accept?.width ?? 0) - (main?.x ?? 0) - (main?.width ?? 0))).toBeLessThan(2);
    await bar.getByRole('button', { name: /Field type/ }).click();
    await page.getByRole('option', { name: 'Signature' }).click();
    await bar.getByRole('button', { name: 'Accept', exact: true }).click();
    await bar.getByText(`Field 1 of ${total - 2}`).waitFor();
    await expect.poll(() => fields().count()).toBe(1);
    // A signature that was found may be made as one that was placed by hand.
    await fields().first().click();
    for (const way of ['Draw', 'Type', 'Upload', 'Use a phone']) expect(await properties().getByRole('checkbox', { name: way, exact: true }).isChecked()).toBe(true);
    // Accepting, the other type and discarding, each by itself.
    const here = all.and(page.locator('[aria-label*="Signature"]'));
    await press('Undo');
    await expect.poll(() => Promise.all([fields().count(), all.count()])).toEqual([0, total - 1]);
    const signatures = await here.count();
    await press('Undo');
    await expect.poll(() => here.count()).toBe(signatures - 1);
    await press('Undo');
    await expect.poll(() => Promise.all([fields().count(), all.count()])).toEqual([0, total]);
    await bar.getByRole('button', { name: 'Accept', exact: true }).focus();
    await page.keyboard.press('Escape');
    await expect.poll(() => bar.getByRole('button', { name: 'Accept all' }).evaluate((button) => button === document.activeElement)).toBe(true);
  });

  test('that are undecided are asked about before sending and are kept on return', async () => {
    const bar = page.getByRole('region', { name: 'Suggested fields' });
    const count = await page.locator('[data-proposal]').count();
    await bar.getByRole('button', { name: 'Review' }).click();
    await bar.getByRole('button', { name: 'Accept', exact: true }).click();
    await page.getByText('Saved', { exact: true }).waitFor();
    await page.reload();
    await expect.poll(() => Promise.all([fields().count(), page.locator('[data-proposal]').count()])).toEqual([1, count - 1]);
    await press('Send');
    const dialog = page.getByRole('dialog', { name: new RegExp(`^${count - 1} suggested field`) });
    await dialog.getByRole('button', { name: 'Review' }).click();
    await page.locator('[data-proposal][aria-current]').waitFor();
    await page.keyboard.press('Escape');
    await bar.getByRole('button', { name: 'Discard all' }).click();
    await bar.waitFor({ state: 'detached' });
    // The keyboard stays in the document.
    await expect.poll(() => page.evaluate(() => document.activeElement?.matches('[data-pages]'))).toBe(true);
    await fields().first().click();
    await page.keyboard.press('Delete');
    await fields().first().waitFor({ state: 'detached' });
  });

  test('are placed by letter and click and removed with Delete; letters can be switched off', async () => {
    const armed = page.getByRole('toolbar', { name: 'Field types' }).locator('[aria-pressed="true"]');
    await page.locator('[data-pages]').focus();
    await page.keyboard.press('s');
    await armed.filter({ hasText: 'Signature' }).waitFor();
    const paper = page.getByRole('region', { name: /^Page 1 of/ });
    await paper.hover({ position: { x: 200, y: 260 } });
    const ghost = await placeOf(page.locator('[data-ghost]'));
    await paper.click({ position: { x: 200, y: 260 } });
    await expect.poll(() => fields().count()).toBe(1);
    // It is where it was shown to be.
    expect(await placeOf(fields().first())).toEqual(ghost);
    // Nothing is selected any more, and the keyboard is still at the field.
    await page.keyboard.press('Escape');
    await page.keyboard.press('Delete');
    await expect.poll(() => fields().count()).toBe(0);

    const letters = async (): Promise<void> => {
      await press('Keyboard shortcuts');
      const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await dialog.getByRole('checkbox').press('Space');
      await dialog.getByRole('button', { name: 'Close' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.locator('[data-pages]').focus();
      await page.keyboard.press('s');
    };
    await letters();
    await page.keyboard.press('Control+z');
    // What was asked for after the letter is done, and the letter was none.
    await expect.poll(() => fields().count()).toBe(1);
    expect(await armed.count()).toBe(0);
    await page.keyboard.press('Control+y');
    await expect.poll(() => fields().count()).toBe(0);
    await letters();
    await expect.poll(() => armed.count()).toBe(1);
    await page.keyboard.press('Escape');
  });

  test('are selected together, aligned and distributed', async () => {
    for (const [x, y] of [[0.3, 0.3], [0.5, 0.36], [0.42, 0.56]] as const) await placeField(page, 'Text', x, y);
    await choose(3);
    const [first, second, third] = await places();
    // What was chosen with the pointer answers to keys at once; commands go by position where the letters are not Latin.
    await page.keyboard.press('ArrowRight');
    await expect.poll(async () => rounded((await places()).map(({ x }) => x))).toEqual(rounded([first, second, third].map((place) => (place?.x ?? 0) + 0.25)));
    await page.evaluate(() => document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'я', code: 'KeyZ', ctrlKey: true, bubbles: true })));
    await expect.poll(async () => rounded((await places()).map(({ x }) => x))).toEqual(rounded([first?.x ?? 0, second?.x ?? 0, third?.x ?? 0]));
    await press('Distribute vertically');
    await expect.poll(async () => rounded((await places()).map(({ y }) => y))).toEqual(rounded([first?.y ?? 0, ((first?.y ?? 0) + (third?.y ?? 0)) / 2, third?.y ?? 0]));
    await press('Align left edges');
    await expect.poll(async () => rounded((await places()).map(({ x }) => x))).toEqual(rounded([first?.x ?? 0, first?.x ?? 0, first?.x ?? 0]));
    await press('Undo');
    await press('Undo');
    await expect.poll(async () => rounded((await places()).map(({ x, y }) => x + y))).toEqual(rounded([first, second, third].map((place) => (place?.x ?? 0) + (place?.y ?? 0))));
    // One more with the keyboard and the pointer together, moved as one body.
    await fields().nth(0).click();
    await fields().nth(1).click({ modifiers: ['Shift'] });
    await properties().getByRole('heading', { name: '2 fields' }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(async () => rounded((await places()).map(({ x }) => x))).toEqual(rounded([(first?.x ?? 0) - 0.25, (second?.x ?? 0) - 0.25, third?.x ?? 0]));
  });

  test('can be undone five steps and redone', async () => {
    const field = fields().nth(0);
    await page.keyboard.press('Escape');
    await field.click();
    const { x } = await placeOf(field);
    for (let step = 0; step < 6; step++) await page.keyboard.press('ArrowRight');
    const at = () => placeOf(field).then((place) => Math.round((place.x - x) * 100) / 100);
    await expect.poll(at).toBe(1.5);
    for (let step = 0; step < 5; step++) await press('Undo');
    await expect.poll(at).toBe(0.25);
    await expect.poll(() => page.getByRole('button', { name: 'Undo', exact: true }).isDisabled()).toBe(true);
    for (let step = 0; step < 5; step++) await press('Redo');
    await expect.poll(at).toBe(1.5);
  });

  test('that the server would refuse are not saved and are reverted at once', async () => {
    const group = properties().getByLabel('Group');
    await properties().getByRole('button', { name: /Type/ }).click();
    await page.getByRole('option', { name: 'Checkbox' }).click();
    await group.fill('Extras');
    await group.press('Enter');
    const toolbar = page.getByRole('status').filter({ hasText: "Not saved: a field isn't valid" });
    await group.fill('x'.repeat(129));
    await group.press('Enter');
    await toolbar.waitFor();
    // More is done meanwhile; what came after the broken state goes with it.
    await properties().getByRole('checkbox', { name: 'Required' }).check({ force: true });
    await press('Restore the last valid version');
    await toolbar.waitFor({ state: 'detached' });
    await expect.poll(() => group.inputValue()).toBe('Extras');
    expect(await page.getByRole('button', { name: 'Restore the last valid version' }).count()).toBe(0);
    await expect.poll(() => properties().getByRole('checkbox', { name: 'Required' }).isChecked()).toBe(false);
    // The kind is what it was for the tests that follow.
    for (let step = 0; step < 2; step++) await press('Undo');
  });

  test('have a numeric size and a label for the recipient', async () => {
    const width = properties().getByLabel('Width (mm)');
    await width.fill('40,5');
    await width.press('Enter');
    await expect.poll(() => fields().nth(0).evaluate(({ style }: HTMLElement) => Math.round(Number.parseFloat(style.width) * 100))).toBe(Math.round(((40.5 / 25.4) * 72 * 10_000) / 612));
    await width.fill('wide');
    await width.press('Enter');
    await expect.poll(() => width.inputValue()).toBe('40.5');
    const label = properties().getByLabel('Label', { exact: true });
    await label.fill('Monthly rent');
    await label.press('Enter');
    await page.getByRole('button', { name: /“Monthly rent” for/ }).waitFor();
    for (let step = 0; step < 2; step++) await press('Undo');
  });

  test('snap to the line printed on the page', async () => {
    await page.keyboard.press('Escape');
    await placeField(page, 'Text', 0.7, line / 100 - 0.03);
    const field = fields().nth(nearestTo(await places(), line - 4));
    await field.click();
    const [box, paper] = await Promise.all([field.boundingBox(), page.getByRole('region', { name: /^Page 1 of/ }).boundingBox()]);
    if (!box || !paper) throw new Error('The field is not shown');
    const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    // Four pixels above the line, a little to the side each time: the line may still be looked for.
    const to = paper.y + (paper.height * line) / 100 - box.height / 2 - 4;
    await page.mouse.move(from.x, from.y);
    await page.mouse.down();
    let step = 0;
    const guide = () => page.mouse.move(from.x + 10 + (step++ % 2), to).then(() => page.locator('[data-page="1"] [data-axis="y"]').count());
    await expect.poll(guide).toBe(1);
    await page.mouse.up();
    await expect.poll(async () => (await places()).map(({ y, height }) => Math.abs(y + height - line)).some((gap) => gap < 0.08)).toBe(true);
  });

  test('are copied to other pages and saved automatically', async () => {
    await properties().getByRole('button', { name: 'Copy to pages' }).click();
    const dialog = page.getByRole('dialog', { name: 'Copy to which pages?' });
    await dialog.getByText('Some pages').click();
    await dialog.getByLabel('Page numbers').fill('2-3');
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
    await dialog.getByText('Enter other pages, from 1 to 2.').waitFor();
    await dialog.getByLabel('Page numbers').fill('2');
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Saved', { exact: true }).waitFor();
    const [file] = await world.product.query<{ fields: Field[] }>('select fields from files');
    const [copy] = file?.fields.filter((each) => each.page === 2) ?? [];
    const [original] = file?.fields.filter(({ page: on, rect }) => on === 1 && rect.y === copy?.rect.y) ?? [];
    expect(file?.fields.map((each) => each.page).toSorted()).toEqual([1, 1, 1, 1, 2]);
    expect(copy).toMatchObject({ rect: original?.rect, type: 'text' });
    expect(copy?.fieldName).not.toBe(original?.fieldName);
  });
});

describe('fields on a phone', () => {
  let world: World;
  let page: Page;

  inWorld(async (opened) => {
    world = opened;
    page = await signedIn(world, undefined, devices.phone);
    await newRequest(page, await world.ownForm('Lease.pdf'));
  });

  test('stay in place during a scroll; after a tap they can be moved', async () => {
    await page.getByRole('button', { name: 'Accept all' }).tap();
    // Nothing is chosen: what a phone can look for stands where the fields are.
    await page.getByRole('button', { name: 'Fields', exact: true }).tap();
    await page.getByRole('dialog').getByRole('button', { name: 'Find fields' }).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Done' }).tap();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    const field = page.locator('[data-field]').nth(3);
    await field.waitFor();
    const style = await field.getAttribute('style');
    /** Where the field is once the page no longer moves: a finger would meet its neighbour, and put that over it. */
    const middle = async () => {
      await field.evaluate(async (element) => {
        const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
        for (let still = 0, before = NaN; still < 6; await frame()) {
          const { top } = element.getBoundingClientRect();
          still = top === before ? still + 1 : 0;
          before = top;
        }
      });
      const box = await field.boundingBox();
      if (!box) throw new Error('The field is not shown');
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const scrolled = () => page.locator('[data-pages]').evaluate(({ scrollTop }) => scrollTop);
    expect(await scrolled()).toBe(0);
    await swipeUp(page, await middle(), 120);
    await expect.poll(scrolled).toBeGreaterThan(40);
    expect(await field.getAttribute('style')).toBe(style);
    expect(await page.locator('[data-field][data-selected]').count()).toBe(0);
    // The page may still be on its way when it is tapped.
    const selected = async () => {
      if ((await field.getAttribute('data-selected')) !== null) return true;
      // A swift finger may have thrown it out of sight.
      await field.scrollIntoViewIfNeeded();
      const at = await middle();
      await page.touchscreen.tap(at.x, at.y);
      return false;
    };
    await expect.poll(selected).toBe(true);
    // Two handles, each with 44 pixels of its own, and neither on the other.
    const handles = page.locator('[data-handle]:visible');
    expect(await handles.evaluateAll((all) => all.map((each) => each.getAttribute('data-handle')))).toEqual(['nw', 'se']);
    // Whether a touch scrolls is decided by what the screen last drew: a busy one may take the first for scrolling.
    const dragged = async () => {
      if (!(await selected())) return style;
      await field.evaluate((element) => {
        element.scrollIntoView({ block: 'center' });
        return new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
      });
      await swipeUp(page, await middle(), 40);
      return field.getAttribute('style');
    };
    await expect.poll(dragged).not.toBe(style);
  });

  // 320 by 256 is a desk's screen at 400 % (WCAG 1.4.10).
  test.each([devices.phone.viewport, { width: 320, height: 256 }])('the end of the last page can be scrolled out from under the toolbars: $width by $height', async ({ width, height }) => {
    await page.setViewportSize({ width, height });
    const bars = [page.getByRole('toolbar', { name: 'View' }), page.getByRole('button', { name: 'Undo', exact: true })];
    const under = async () => {
      await page.locator('[data-pages]').evaluate((pages) => pages.scrollTo({ top: pages.scrollHeight }));
      const [last, ...floating] = await Promise.all([page.locator('[data-page]').last(), ...bars].map((each) => each.boundingBox()));
      if (!last || floating.some((each) => each === null)) return Infinity;
      return last.y + last.height - Math.min(...floating.map((each) => each?.y ?? 0));
    };
    await expect.poll(under).toBeLessThanOrEqual(0);
    // And something of the pages is left between what stands above and below them.
    // A busy screen takes its time to leave out what has no room.
    await expect.poll(async () => (await page.locator('[data-pages]').boundingBox())?.height).toBeGreaterThan(height * 0.4);
  });
});

/** Which of the places begins nearest to a height. */
function nearestTo(places: readonly Place[], height: number): number {
  const [nearest] = places.map(({ y }, index) => [Math.abs(y - height), index] as const).toSorted(([a], [b]) => a - b);
  return nearest?.[1] ?? 0;
}
