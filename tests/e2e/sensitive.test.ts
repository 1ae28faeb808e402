/** What is not finished is offered where the operator wants it: the editor warns of numbers that others should not see. */
import { PDFDocument, StandardFonts } from 'pdf-lib';
import { expect, test } from 'vitest';
import { makeDraft, recipient } from './requests.ts';
import { problemsOf } from './screen-problems.ts';
import { signedIn } from './signed-in.ts';
import { inWorld, openWorld, type World } from './world.ts';

let world: World;
inWorld((opened) => {
  world = opened;
}, () => openWorld({ ENABLE_UNSTABLE_FEATURES: 'true' }));

async function withText(text: string): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  pdf.addPage().drawText(text, { x: 50, y: 500, size: 12, font: await pdf.embedFont(StandardFonts.Helvetica) });
  return pdf.save();
}

test('the editor warns of the number of a payment card in the pages', async () => {
  const page = await signedIn(world);
  const people = [recipient('Grace Hopper', 'grace@example.com')];
  const { id } = await makeDraft(world, page, { name: 'Order.pdf', recipients: people, bytes: await withText('Card 4242 4242 4242 4242') });
  await page.goto(`${world.product.url}/transaction/${id}/editor`);
  await page.getByText('This document seems to contain the number of a payment card.').waitFor();
  expect(await problemsOf(page, 'a document with a card number')).toEqual([]);
});
