/** What can be done with fields beside placing them: decided on one by one, lined up, spread, copied, taken back. */
import type { Locator, Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import type { Field } from '#contract/entities/field.ts';
import { signedIn } from './arrive.ts';
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

  test('that were found are taken and dropped one after the other', async () => {
    const bar = page.getByRole('region', { name: 'Fields that were found' });
    await bar.getByRole('button', { name: 'Look through' }).waitFor();
    await bar.getByRole('progressbar').waitFor({ state: 'detached' });
    await bar.getByRole('button', { name: 'Look through' }).click();
    const total = Number((await bar.getByText(/^Place 1 of/).innerText()).split(' ').at(-1));
    await bar.getByRole('button', { name: 'Drop', exact: true }).click();
    await bar.getByText(`Place 1 of ${total - 1}`).waitFor();
    await bar.getByRole('button', { name: 'Accept', exact: true }).click();
    await bar.getByText(`Place 1 of ${total - 2}`).waitFor();
    await expect.poll(() => fields().count()).toBe(1);
    await bar.getByRole('button', { name: 'Back', exact: true }).click();
    await bar.getByRole('button', { name: 'Drop all' }).click();
    await bar.waitFor({ state: 'detached' });
    await fields().first().click();
    await page.keyboard.press('Delete');
    await fields().first().waitFor({ state: 'detached' });
  });

  test('are chosen together, lined up, and given the same gaps', async () => {
    for (const [x, y] of [[0.3, 0.3], [0.5, 0.36], [0.42, 0.56]] as const) await placeField(page, 'Text', x, y);
    await choose(3);
    const [first, second, third] = await places();
    await press('Same gaps down');
    await expect.poll(async () => rounded((await places()).map(({ y }) => y))).toEqual(rounded([first?.y ?? 0, ((first?.y ?? 0) + (third?.y ?? 0)) / 2, third?.y ?? 0]));
    await press('Left edges');
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

  test('are taken back five steps, and done again', async () => {
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
    for (let step = 0; step < 5; step++) await press('Do again');
    await expect.poll(at).toBe(1.5);
  });

  test('that the server would refuse are not kept, and are taken back at once', async () => {
    const group = properties().getByLabel('Group');
    await properties().getByRole('button', { name: /Kind/ }).click();
    await page.getByRole('option', { name: 'Checkmark' }).click();
    await group.fill('Extras');
    await group.press('Enter');
    const toolbar = page.getByRole('status').filter({ hasText: "Can't be saved like this" });
    await group.fill('x'.repeat(129));
    await group.press('Enter');
    await toolbar.waitFor();
    // More is done meanwhile; what came after the broken state goes with it.
    await properties().getByRole('checkbox', { name: 'Required' }).check({ force: true });
    await press('Back to the last good state');
    await toolbar.waitFor({ state: 'detached' });
    await expect.poll(() => group.inputValue()).toBe('Extras');
    expect(await page.getByRole('button', { name: 'Back to the last good state' }).count()).toBe(0);
    await expect.poll(() => properties().getByRole('checkbox', { name: 'Required' }).isChecked()).toBe(false);
    // The kind is what it was for the tests that follow.
    for (let step = 0; step < 2; step++) await press('Undo');
  });

  test('stand on the line that is drawn on the page', async () => {
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

  test('are copied to other pages, and kept by themselves', async () => {
    await properties().getByRole('button', { name: 'Copy to pages' }).click();
    const dialog = page.getByRole('dialog', { name: 'Copy to which pages?' });
    await dialog.getByText('Some pages').click();
    await dialog.getByLabel('Which ones').fill('2-3');
    await dialog.getByRole('button', { name: 'Copy', exact: true }).click();
    await dialog.getByText('Enter other pages, from 1 to 2.').waitFor();
    await dialog.getByLabel('Which ones').fill('2');
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

/** Which of the places begins nearest to a height. */
function nearestTo(places: readonly Place[], height: number): number {
  const [nearest] = places.map(({ y }, index) => [Math.abs(y - height), index] as const).toSorted(([a], [b]) => a - b);
  return nearest?.[1] ?? 0;
}
