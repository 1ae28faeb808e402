/** An organization that requires a second step: an administrator turns it on, a member meets the notice, sets it up and gets in. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import type { Client } from '../api/client.ts';
import { linkIn } from '../support/mailbox.ts';
import { earlierTotp } from '../support/totp.ts';
import { ada, signedIn } from './signed-in.ts';
import { overflowOf, problemsOf } from './screen-problems.ts';
import { clientIn } from './requests.ts';
import { inWorld, type World } from './world.ts';

const grace = { email: 'grace@example.com', first: 'Grace', last: 'Hopper' };

const phone = { width: 360, height: 740 };

describe('an organization that requires two-step verification', () => {
  let world: World;
  let admin: Page;
  let member: Page;
  let owner: Client;
  let secret = '';
  let orgId = '';

  inWorld(async (opened) => {
    world = opened;
    [admin, member] = [await signedIn(world), await signedIn(world, grace, { viewport: phone })];
    owner = await clientIn(world, admin, ada.email);
    orgId = (await owner.call('organizations.create', { body: { name: 'Works' } })).id;
    await owner.call('organizations.invite', { params: { id: orgId }, body: { members: [{ email: grace.email }] } });
    const joining = await clientIn(world, member, grace.email);
    const { invites } = await joining.call('invites.list');
    await joining.call('invites.accept', { params: { id: invites[0]?.id ?? '' } });
  });

  const require = () => admin.getByRole('checkbox', { name: 'Require two-step verification of all members' });
  const notice = () => member.getByRole('heading', { name: 'Works requires two-step verification', level: 1 });

  const turnOn = async (): Promise<void> => {
    await admin.getByText('Require two-step verification of all members').click();
    await admin.getByRole('alertdialog').getByRole('button', { name: 'Require it' }).click();
  };

  test('can require it only after the admin has set it up', async () => {
    await admin.goto(`${world.product.url}/organization/${orgId}`);
    await admin.getByText("2 members haven't set it up: Ada Byron, Grace Hopper").waitFor();
    await turnOn();
    await admin.getByText('Otherwise you would lock yourself out.').waitFor();
    const begun = await owner.call('secondFactor.begin');
    await owner.call('secondFactor.confirm', { body: { code: await earlierTotp(begun.secret) } });
    await admin.reload();
    await admin.getByText("One member hasn't set it up: Grace Hopper").waitFor();
    await turnOn();
    await expect.poll(() => require().isChecked()).toBe(true);
    expect(await problemsOf(admin, 'security of an organization')).toEqual([]);
  });

  test('tells its members by mail with a link to the instructions', async () => {
    const mail = await world.mailbox.about(grace.email, 'two-step verification');
    await member.goto(linkIn(mail, /\/organization\//));
    await notice().waitFor();
    expect(await problemsOf(member, 'second factor required')).toEqual([]);
    expect(await overflowOf(member, 'second factor required')).toEqual([]);
  });

  test('is in the list of spaces and shows the notice instead of requests', async () => {
    await member.setViewportSize({ width: 1280, height: 800 });
    await member.goto(`${world.product.url}/transactions`);
    await member.getByRole('button', { name: /Grace Hopper/ }).click();
    await member.getByRole('menuitem', { name: 'Works' }).click();
    await notice().waitFor();
    await member.getByRole('button', { name: 'Work in my own space' }).click();
    await member.getByRole('heading', { name: 'Requests', level: 1 }).waitFor();
    await member.getByRole('button', { name: /Grace Hopper/ }).click();
    await member.getByRole('menuitem', { name: 'Works' }).click();
    await expect.poll(() => notice().isVisible()).toBe(true);
    await member.setViewportSize(phone);
  });

  test('opens to a member after set-up by keyboard alone', async () => {
    await member.getByRole('button', { name: 'Set up two-step verification' }).focus();
    await member.keyboard.press('Enter');
    const setUp = member.getByRole('dialog', { name: 'Two-step verification' });
    secret = ((await setUp.locator('code').textContent()) ?? '').replaceAll(' ', '');
    await setUp.getByLabel('Code from the app').fill(await earlierTotp(secret));
    await member.keyboard.press('Enter');
    const codes = member.getByRole('dialog', { name: 'Your recovery codes' });
    await codes.getByRole('button', { name: 'Done' }).focus();
    await member.keyboard.press('Enter');
    await member.getByRole('heading', { name: 'Requests', level: 1 }).waitFor();
    await member.goto(`${world.product.url}/organization/${orgId}`);
    await member.getByRole('heading', { name: 'Works', level: 1 }).waitFor();
    await admin.reload();
    await expect.poll(() => admin.getByText('All members have set it up.').isVisible()).toBe(true);
  });

  test('asks a member who signed in without the second factor to sign in again', async () => {
    // As if the session had begun before: the second step was not asked for.
    await world.product.query(`update oidc_records set payload = jsonb_set(payload, '{amr}', '["otp"]') where model = 'Session'`);
    await member.goto(`${world.product.url}/organization/${orgId}`);
    await notice().waitFor();
    expect(await problemsOf(member, 'sign in again')).toEqual([]);
    await member.getByRole('button', { name: 'Sign in again' }).click();
    await member.waitForURL(/\/sign-in/);
  });
});
