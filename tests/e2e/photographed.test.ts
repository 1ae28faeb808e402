/** A phone photographs paper: the picture becomes a document of the template. */
import { expect, test } from 'vitest';
import { devices } from '../support/chromium.ts';
import { samplePhoto } from '../api/client.ts';
import { clientIn } from './requests.ts';
import { problemsOf } from './screen-problems.ts';
import { ada, signedIn } from './signed-in.ts';
import { inWorld, type World } from './world.ts';

let world: World;
inWorld((opened) => {
  world = opened;
});

test('a photo is taken for a template', async () => {
  const page = await signedIn(world, ada, devices.phone);
  const { id } = await (await clientIn(world, page)).call('templates.create', { body: { name: 'Lease' } });
  await page.goto(`${world.product.url}/template/${id}/photo_capturing`);
  await page.getByRole('heading', { name: /^Add documents to/ }).waitFor();
  expect(await problemsOf(page, 'a photo for a template')).toEqual([]);
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Take a photo' }).click()]);
  expect(await chooser.element().getAttribute('capture')).toBe('environment');
  await chooser.setFiles({ name: 'paper.png', mimeType: 'image/png', buffer: Buffer.from(samplePhoto()) });
  await expect.poll(() => world.product.query('select title from files')).toEqual([{ title: 'paper.png' }]);
});
