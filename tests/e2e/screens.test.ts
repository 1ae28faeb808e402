/** Every screen and dialog in both themes: for axe, and for words that do not fit. One seeded world serves all of them, because making it takes a fifth as long as a list of screens. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { devices, keepPicturesOfFailure } from '../support/chromium.ts';
import { type SeededWorld, openSeededWorld, type Paths } from './seeded-world.ts';
import { inspectScreens, type Screen } from './screen-inspection.ts';
import { problemsOf } from './screen-problems.ts';
import { dialogs } from './screens/dialogs.ts';
import { dialogsAtWork } from './screens/dialogs-at-work.ts';
import { screensOfOthers } from './screens/of-others.ts';
import { screensOfSenders } from './screens/of-senders.ts';

type Device = keyof typeof devices;
type ScreensOf = (paths: Paths) => readonly Screen[];

/** A phone has the least room: every run inspects it. `npm run check:languages` and `npm run screenshots` inspect all devices, which takes three times as long. */
const isWhole = Boolean(process.env.SCREENSHOTS || process.env.EVERY_SCREEN);
const usual: readonly Device[] = isWhole ? ['desk', 'phone', 'tablet'] : ['phone'];
const lists: readonly [string, ScreensOf, readonly Device[]][] = [
  ['screens of recipients and visitors', screensOfOthers, usual],
  ['screens of senders', screensOfSenders, usual],
  ['dialogs', dialogs, ['phone']],
  ['dialogs at work', dialogsAtWork, isWhole ? ['desk', 'phone'] : ['phone']],
];

let seeded: SeededWorld;
beforeAll(async () => {
  seeded = await openSeededWorld();
});
beforeEach(() => keepPicturesOfFailure(seeded.world.browser));
afterAll(() => seeded?.world.close());

const rows = lists.flatMap(([name, screensOf, on]) => on.map((device) => [name, device, screensOf] as const));

test.each(rows)('%s on a %s: axe finds nothing in light and dark, and all words have room', async (_, device, screensOf) => {
  expect(await inspectScreens(seeded, { screens: screensOf(seeded.paths), options: devices[device], check: problemsOf })).toEqual([]);
});
