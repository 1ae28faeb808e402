/** Somebody invited to organizations is told at once, and answers where they see their organizations. */
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { clientIn } from './requests.ts';
import { problemsOf } from './screen-problems.ts';
import { signedIn } from './signed-in.ts';
import { inWorld, type World } from './world.ts';

let world: World;
let ada: Page;
let emmy: Page;

inWorld(async (opened) => {
  world = opened;
  ada = await signedIn(world);
  emmy = await signedIn(world, { email: 'emmy@example.com', first: 'Emmy', last: 'Noether' });
});

const invite = async (name: string): Promise<void> => {
  const client = await clientIn(world, ada);
  const { id } = await client.call('organizations.create', { body: { name } });
  await client.call('organizations.invite', { params: { id }, body: { members: [{ email: 'emmy@example.com' }] } });
};
const item = (name: string) => emmy.getByRole('list', { name: 'Invitations' }).getByRole('listitem').filter({ hasText: name });

test('an invitation reaches the invited person while they work', async () => {
  await invite('Analytical Society');
  await emmy.getByText('Analytical Society invites you to join.').waitFor();
  await emmy.getByRole('button', { name: 'View' }).click();
  await emmy.getByRole('heading', { name: 'Join Analytical Society?' }).waitFor();
  expect(new URL(emmy.url()).pathname).toMatch(/^\/invite\/[0-9a-f]{24}$/);
});

test('open invitations are in the account menu and the settings, and are accepted or declined there', async () => {
  await invite('Bombe Works');
  await emmy.goto(`${world.product.url}/transactions`);
  await emmy.getByRole('button', { name: /^Account: Emmy Noether/ }).click();
  await emmy.getByRole('menuitem', { name: '2 invitations' }).click();
  await emmy.getByRole('heading', { name: 'Invitations', level: 1 }).waitFor();
  expect(await problemsOf(emmy, 'invitations')).toEqual([]);
  await item('Bombe Works').getByRole('button', { name: 'Decline Bombe Works' }).click();
  await item('Bombe Works').waitFor({ state: 'detached' });
  const settings = emmy.getByRole('navigation', { name: 'Settings' });
  await settings.getByRole('link', { name: 'One invitation' }).waitFor();
  await item('Analytical Society').getByRole('button', { name: 'Join Analytical Society' }).click();
  await emmy.getByText('Welcome to Analytical Society').waitFor();
  await emmy.getByRole('heading', { name: 'No open invitations' }).waitFor();
  await settings.getByRole('link', { name: 'Analytical Society' }).waitFor();
  expect(await settings.getByRole('link', { name: /invitation/i }).count()).toBe(0);
  await emmy.getByRole('button', { name: 'Switch to Analytical Society' }).click();
  await emmy.getByRole('heading', { name: 'Requests', level: 1 }).waitFor();
  // Where one works is told to everybody, not by the sight of the button alone.
  await emmy.getByRole('button', { name: 'Account: Emmy Noether, Analytical Society', exact: true }).waitFor();
});
