/**
 * What most people do: a form is dropped, what was found is accepted, one person is added, and it is sent; that person
 * follows the guide and signs. `npm run check:forms` does it with over thirty real forms.
 */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { makeTaxForm } from '../fixtures/tax-form.ts';
import { makeTypedForm } from '../fixtures/typed-form.ts';
import { sendAndSign } from '../forms/signed.ts';
import { newPerson } from '../support/chromium.ts';
import { signedIn } from './signed-in.ts';
import { inWorld, type World } from './world.ts';

let world: World;
let sender: Page;
let signer: Page;

inWorld(async (opened) => {
  world = opened;
  sender = await signedIn(world);
  signer = await newPerson(world.browser);
});

test('a form with its own fields: screen readers get each name from the document or adjacent text', async () => {
  const { names, problems } = await sendAndSign(world, sender, signer, world.file('Tax form.pdf', await makeTaxForm()));
  expect(problems).toEqual([]);
  expect(names).toEqual(['Your name, as on your tax return', 'Business name, if different from above', 'Individual', 'Corporation', 'Partnership', 'Taxpayer number', 'Address', 'State']);
});

test('a form with drawn boxes', async () => {
  const { names, problems } = await sendAndSign(world, sender, signer, await world.ownForm('Rental agreement.pdf'));
  expect(problems).toEqual([]);
  expect(names).toEqual(expect.arrayContaining(['Full name of the tenant', 'E-mail address', 'The dwelling is furnished', 'Further agreements']));
});

test('a form with typed lines', async () => {
  const { names, problems } = await sendAndSign(world, sender, signer, world.file('Consent.pdf', await makeTypedForm()));
  expect(problems).toEqual([]);
  expect(names).toEqual(['Name', 'Address', 'Born on', 'I agree that pictures are shown on the web', 'I agree that pictures are printed', 'Signature']);
});
