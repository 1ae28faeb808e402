/** `npm run check:forms`: real forms, prepared as most people do it and signed by somebody who follows the guide alone. */
import type { Page } from 'playwright';
import { afterAll, describe, expect, test } from 'vitest';
import { signedIn } from '../e2e/signed-in.ts';
import { inWorld, type World } from '../e2e/world.ts';
import { newPerson } from '../support/chromium.ts';
import { realForms } from './real-forms.ts';
import { sendAndSign } from './signed.ts';

const table: string[] = [];
let wrong = 0;

afterAll(() => {
  if (realForms.length === 0) console.log('The forms (../shared/data) are not here; nothing was checked.');
  else console.log(['', 'kind      form                                            fields  led to  seconds  wrong or blank', ...table, '', `${table.length} forms, ${wrong} wrong or blank`].join('\n'));
});

describe.skipIf(realForms.length === 0)('a form, accepted as it is found and signed as the guide leads', () => {
  let world: World;
  let sender: Page;
  let signer: Page;

  inWorld(async (opened) => {
    world = opened;
    sender = await signedIn(world);
    signer = await newPerson(world.browser);
  });

  test.each(realForms)('$kind $name', async ({ kind, name, path }) => {
    const began = Date.now();
    const line = (cells: readonly (string | number)[]): string => [kind.padEnd(9), name.slice(0, 46).padEnd(46), ...cells].join(' ');
    const outcome = await sendAndSign(world, sender, signer, path).catch((error: unknown) => {
      wrong += 1;
      console.log(world.product.log.slice(-3000));
      table.push(line(['      –       –        –  not signed']));
      throw error;
    });
    const seconds = Math.round((Date.now() - began) / 1000);
    wrong += outcome.problems.length;
    table.push(line([String(outcome.fields).padStart(7), String(outcome.names.length).padStart(7), String(seconds).padStart(8), ` ${outcome.problems.length}`]));
    expect(outcome.problems).toEqual([]);
  });
});
