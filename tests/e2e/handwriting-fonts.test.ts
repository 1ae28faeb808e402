/** Typed signatures: for every script there are handwriting fonts to choose from, and each one has all letters of the name. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { signedIn } from './signed-in.ts';
import { problemsOf } from './screen-problems.ts';
import { inWorld } from './world.ts';

let page: Page;

inWorld(async (world) => {
  page = await signedIn(world);
  await page.goto(`${world.product.url}/signatures/editor`);
  await page.getByRole('tab', { name: 'Type' }).click();
});

/** The fonts that the browser used for the name, one list per choice. A font of the device is reported as “other”. */
async function drawnBy(name: string): Promise<string[][]> {
  await page.getByRole('textbox').first().fill(name);
  const choices = page.getByRole('radiogroup', { name: 'Handwriting style' }).locator('label');
  await choices.filter({ hasText: name }).first().waitFor();
  const session = await page.context().newCDPSession(page);
  await session.send('DOM.enable');
  await session.send('CSS.enable');
  const { root } = await session.send('DOM.getDocument', { depth: -1 });
  const { nodeIds } = await session.send('DOM.querySelectorAll', { nodeId: root.nodeId, selector: '[role=radiogroup] label > span:last-child' });
  const found = await Promise.all(
    nodeIds.map(async (nodeId) => {
      const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId });
      return fonts.map(({ isCustomFont, familyName }) => (isCustomFont ? familyName : 'other')).toSorted();
    }),
  );
  await session.detach();
  return found;
}

test('the placeholder of a loading font stays inside its option', async () => {
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/*.woff2', (route) => held.then(() => route.continue()));
  await page.getByRole('textbox').first().fill('Αθηνά');
  const waiting = page.getByRole('radiogroup', { name: 'Handwriting style' }).locator('label:has(> [aria-hidden=true])');
  await waiting.first().waitFor();
  const boxes = await waiting.first().evaluate((choice) => [choice, choice.querySelector('[aria-hidden=true]')].map((each) => each?.getBoundingClientRect().toJSON() as DOMRect));
  release();
  const [choice, stand] = boxes;
  expect(stand?.width).toBeGreaterThan(20);
  expect([(stand?.left ?? 0) >= (choice?.left ?? 0), (stand?.right ?? 0) <= (choice?.right ?? 0)]).toEqual([true, true]);
  await waiting.first().waitFor({ state: 'detached' });
  await page.unroute('**/*.woff2');
});

test.each([
  ['font', '**/mansalva-*.woff2'],
  ['style sheet', '**/400-*.css'],
])('a %s that is lost on the way comes with the next try', async (_, files) => {
  const lost: string[] = [];
  await page.reload();
  await page.getByRole('tab', { name: 'Type' }).click();
  await page.route(files, (route) => (lost.includes(route.request().url()) ? route.continue() : (lost.push(route.request().url()), route.abort('connectionreset'))));
  await page.getByRole('textbox').first().fill('Ελένη');
  await expect.poll(() => drawnBy('Ελένη'), { timeout: 30_000 }).toEqual([['Mansalva'], ['Mynerve'], ['Playpen Sans']]);
  await page.getByRole('button', { name: 'Save', exact: true }).and(page.locator(':enabled')).waitFor();
  expect(lost.length).toBeGreaterThan(0);
  await page.unroute(files);
});

test.each([
  ['Latin', 'Ada Byron', ['Caveat', 'Great Vibes', 'Marck Script', 'Mynerve']],
  ['Polish', 'Łukasz Żółkiewski', ['Caveat', 'Great Vibes', 'Marck Script', 'Mynerve']],
  ['Turkish', 'Işıl Çağrı İnönü', ['Caveat', 'Great Vibes', 'Marck Script', 'Mynerve']],
  ['Cyrillic', 'Олена Їжакевич', ['Caveat', 'Great Vibes', 'Marck Script', 'Playpen Sans']],
  ['Greek', 'Αθηνά Ταΐρη', ['Mansalva', 'Mynerve', 'Playpen Sans']],
  ['Chinese', '欧阳震华', ['Ma Shan Zheng', 'Long Cang', 'Zhi Mang Xing', 'LXGW WenKai TC']],
  ['Japanese', '渡邊 さくら', ['Yuji Boku', 'Zen Kurenaido', 'Klee One', 'LXGW WenKai TC']],
  ['Korean', '김철수', ['Nanum Pen', 'Gaegu']],
  ['Arabic', 'محمد علي', ['Aref Ruqaa', 'Playpen Sans Arabic']],
  ['Hebrew', 'שלום עולם', ['Solitreo', 'Playpen Sans Hebrew']],
  ['Thai', 'สมชาย ใจดี', ['Charmonman', 'Playpen Sans Thai']],
  ['kana', '佐々木 アイコ', ['Yuji Boku', 'Zen Kurenaido', 'Klee One', 'LXGW WenKai TC']],
])('%s: %s is rendered completely in each offered font', async (script, name, fonts) => {
  // Fonts load in slices: the name turns to the font bit by bit.
  await expect.poll(() => drawnBy(name)).toEqual(fonts.map((font) => [font]));
  expect(await problemsOf(page, `typing ${script}`)).toEqual([]);
});
