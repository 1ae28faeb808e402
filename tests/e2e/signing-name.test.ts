/** Senders write down what people are called. Each sees it before signing, and the signature bears the name that they confirm. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { devices, newPerson } from '../support/chromium.ts';
import { signedIn } from './signed-in.ts';
import { askToSign, finish, openRequest } from './people.ts';
import { askOne } from './requests.ts';
import { inWorld, type World } from './world.ts';

const grace = 'grace@example.com';
let world: World;
let links: string[];

inWorld(async (opened) => {
  world = opened;
  const sender = await signedIn(world);
  links = [];
  for (const name of ['First agreement.pdf', 'Second agreement.pdf']) links.push(await askOne(world, sender, name, { name: 'Rude Nickname', email: grace }));
  await sender.context().close();
});

/** Whom the certificates name, in the order in which they were issued. */
const certified = async (): Promise<string[]> =>
  (await world.product.query<{ subject: string }>("select subject from certificates where email = 'grace@example.com' order by created_at")).map(({ subject }) => subject);

const sign = async (page: Page): Promise<void> => {
  await finish(page);
  await page.getByRole('heading', { name: 'You have signed' }).waitFor();
};

test('a signer corrects a wrong name before signing, and the earlier certificate is not reused', async () => {
  const page = await newPerson(world.browser, devices.phone);
  await openRequest(page, links[0]!);
  await (await askToSign(page)).getByText('You sign as Rude Nickname, grace@example.com.').waitFor();
  await sign(page);
  expect(await certified()).toEqual(['Rude Nickname']);

  await openRequest(page, links[1]!);
  const dialog = await askToSign(page);
  await dialog.getByRole('button', { name: 'Change name' }).click();
  const names = page.getByRole('dialog', { name: 'Your name' });
  await names.getByLabel('First name').fill('Grace');
  await names.getByLabel('Last name').fill('Hopper');
  await names.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('You sign as Grace Hopper, grace@example.com.').waitFor();
  await sign(page);
  expect(await certified()).toEqual(['Rude Nickname', 'Grace Hopper']);
});
