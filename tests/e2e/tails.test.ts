/** A large document goes over the line once: sending and signing upload only what they append to it. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { makeOwnForm } from '../fixtures/own-form.ts';
import { withAttachment } from '../fixtures/with-attachment.ts';
import { newPerson } from '../support/chromium.ts';
import { linkIn } from '../support/mailbox.ts';
import { signedIn } from './signed-in.ts';
import { finish, openRequest, placeOf, send } from './people.ts';
import { fieldFor, makeDraft, recipient } from './requests.ts';
import { inWorld, type World } from './world.ts';

let world: World;
inWorld((opened) => {
  world = opened;
});

const megabyte = 1_000_000;
const grace = 'grace@example.com';

/** Sizes of the bodies that a page uploads from now on. */
function uploadsOf(page: Page): number[] {
  const sizes: number[] = [];
  page.on('request', async (request) => {
    if (request.method() !== 'PUT' || !request.url().includes('/storage/uploads/')) return;
    const index = sizes.push(0) - 1;
    const answer = await request.response();
    sizes[index] = answer === null ? 0 : Number((await request.allHeaders())['content-length']);
  });
  return sizes;
}

test('sending and signing three megabytes uploads kilobytes', async () => {
  const sender = await signedIn(world);
  const { id, fileIds: [fileId = ''] } = await makeDraft(world, sender, {
    name: 'Large lease.pdf', bytes: await withAttachment(await makeOwnForm(), 3 * megabyte), recipients: [recipient('Grace Hopper', grace)], fields: [fieldFor(grace, 'text')],
  });
  const sent = uploadsOf(sender);
  await sender.goto(`${world.product.url}/transaction/${id}/create`);
  await send(sender);
  await expect.poll(() => sent).toEqual([expect.any(Number)]);
  expect(sent[0]).toBeGreaterThan(0);
  expect(sent[0]).toBeLessThan(megabyte / 10);

  const signer = await newPerson(world.browser);
  const signed = uploadsOf(signer);
  await openRequest(signer, linkIn(await world.mailbox.about(grace, '/transaction/'), /\/transaction\//));
  await placeOf(signer, 'text').fill('Filled by Grace');
  await finish(signer);
  await signer.getByRole('heading', { name: 'You have signed' }).waitFor();
  await expect.poll(() => signed).toEqual([expect.any(Number)]);
  expect(signed[0]).toBeGreaterThan(0);
  expect(signed[0]).toBeLessThan(megabyte / 10);

  // Every version but the first is stored as what was appended to it.
  const versions = await world.product.query(`
    select v.version, (select count(*)::int from body_parts p where p.body_ref = v.body_ref) as parts from file_versions v where v.file_id = '${fileId}' order by v.version`);
  expect(versions).toEqual([{ version: 1, parts: 0 }, { version: 2, parts: 2 }, { version: 3, parts: expect.any(Number) }]);
  expect((versions.at(-1) as { parts: number }).parts).toBeGreaterThan(2);
});
