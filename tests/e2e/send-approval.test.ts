/** Approval before sending: an administrator demands it, a member asks, is returned, corrects, is approved, and the recipient signs. */
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright';
import { expect, test } from 'vitest';
import { newPerson } from '../support/chromium.ts';
import { linkIn } from '../support/mailbox.ts';
import { addRecipient, finish, newRequest, openRequest, placeField, typeSignature } from './people.ts';
import { clientIn } from './requests.ts';
import { problemsOf } from './screen-problems.ts';
import { ada, signedIn } from './signed-in.ts';
import { inWorld, type World } from './world.ts';

const alan = { name: 'Alan Turing', email: 'alan@example.com' };
const phone = { width: 320, height: 640 };
const desk = { width: 1280, height: 800 };

let world: World;
let admin: Page;
let member: Page;
let organization: string;

inWorld(async (opened) => {
  world = opened;
  admin = await signedIn(world);
  member = await signedIn(world, { email: 'grace@example.com', first: 'Grace', last: 'Hopper' });
  const [owner, invited] = [await clientIn(world, admin), await clientIn(world, member)];
  const { id } = await owner.call('organizations.create', { body: { name: 'Analytical Society' } });
  await owner.call('organizations.invite', { params: { id }, body: { members: [{ email: 'grace@example.com' }] } });
  await invited.call('invites.accept', { params: { id: (await invited.call('invites.list')).invites[0]!.id } });
  organization = `${world.product.url}/organization/${id}`;
});

const workHere = async (page: Page): Promise<void> => {
  await page.goto(organization);
  await page.getByRole('button', { name: 'Switch to it' }).click();
  await page.getByRole('heading', { name: 'Requests', level: 1 }).waitFor();
};

/** What is wrong with the screen at a desk and on the smallest phone. */
async function problemsAt(page: Page, screen: string): Promise<string[]> {
  const found = await problemsOf(page, screen);
  await page.setViewportSize(phone);
  found.push(...(await problemsOf(page, `${screen} on a phone`)));
  await page.setViewportSize(desk);
  // A dialog that was a sheet gives up its entry of the history, which takes a moment.
  await page.waitForFunction(() => !(history.state as { sheets?: number } | null)?.sheets);
  return found;
}

const send = async (): Promise<void> => {
  await member.getByRole('button', { name: 'Send', exact: true }).click();
  await member.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click();
  await member.getByRole('heading', { name: 'Approval before sending' }).waitFor();
};

test('an administrator demands approval, in the settings of the organization', async () => {
  await workHere(admin);
  await admin.goto(organization);
  const section = admin.getByRole('region', { name: 'Approval before sending' });
  await section.getByRole('radio', { name: 'For all members but administrators' }).check({ force: true });
  await section.getByRole('radio', { name: 'Certain members' }).check({ force: true });
  await section.getByRole('button', { name: 'Save approval' }).click();
  await section.getByText('Please choose').waitFor();
  expect(await problemsAt(admin, 'approval settings')).toEqual([]);
  await section.getByRole('radio', { name: 'Administrators', exact: true }).check({ force: true });
  await section.getByRole('button', { name: 'Save approval' }).click();
  await admin.getByText('Saved').first().waitFor();
});

test('what a member sends waits, and nobody has been written to', async () => {
  await workHere(member);
  await newRequest(member, await world.ownForm('Lease.pdf'));
  await member.getByRole('button', { name: 'Discard all' }).click();
  await addRecipient(member, alan.name, alan.email);
  await member.getByRole('tab', { name: 'Fields' }).click();
  await placeField(member, 'Signature', 0.5, 0.7);
  await send();
  const panel = member.getByRole('complementary');
  for (const words of ['Waiting for approval', 'Can be approved by Ada Byron', alan.name, '1 field']) await panel.getByText(words).first().waitFor();
  await member.locator('[data-page-canvas], canvas').first().waitFor();
  expect(await problemsAt(member, 'held request')).toEqual([]);
  expect(world.mailbox.to(alan.email)).toEqual([]);
  await member.goto(`${world.product.url}/transactions`);
  await member.getByRole('listitem').filter({ hasText: 'Lease' }).getByText('Waiting for approval').waitFor();
});

test('the administrator opens it from the mail, and returns it with a reason', async () => {
  await admin.goto(linkIn(await world.mailbox.about(ada.email, '/transaction/'), /\/transaction\//));
  const panel = admin.getByRole('complementary');
  await panel.getByText('Grace Hopper wants to send this.', { exact: false }).waitFor();
  await panel.getByText(alan.email).waitFor();
  await admin.locator('canvas').first().waitFor();
  expect(await problemsAt(admin, 'request to approve')).toEqual([]);
  await panel.getByRole('button', { name: 'Return' }).click();
  const dialog = admin.getByRole('dialog', { name: 'Return to Grace Hopper' });
  await dialog.getByRole('button', { name: 'Return' }).click();
  await dialog.getByText('Enter a reason.').waitFor();
  await dialog.getByLabel('Reason').fill('The rent is missing');
  expect(await problemsAt(admin, 'return dialog')).toEqual([]);
  await dialog.getByRole('button', { name: 'Return' }).click();
  await admin.getByRole('heading', { name: 'Nothing waits for your approval' }).waitFor();
});

test('the member reads why, wherever they are, corrects it and sends it again', async () => {
  await member.getByText('“Lease.pdf” was returned to you').waitFor();
  await member.getByRole('button', { name: 'Open', exact: true }).last().click();
  await member.getByText('The rent is missing').waitFor();
  expect(await world.mailbox.about('grace@example.com', 'The rent is missing')).toBeTruthy();
  await placeField(member, 'Text', 0.5, 0.5);
  await send();
});

test('the administrator sees in the list that something waits, and approves it', async () => {
  await admin.goto(`${world.product.url}/transactions`);
  await admin.getByText('Waiting for your approval: 1').waitFor();
  expect(await problemsAt(admin, 'list with approvals')).toEqual([]);
  await admin.getByRole('link', { name: 'Review and decide' }).click();
  await admin.getByRole('heading', { name: 'Waiting for your approval', level: 1 }).waitFor();
  await admin.getByRole('list', { name: 'Waiting for your approval' }).getByText('From Grace Hopper').waitFor();
  expect(await problemsAt(admin, 'approvals')).toEqual([]);
  // With a margin on the smallest phone.
  await admin.setViewportSize(phone);
  expect((await admin.getByRole('heading', { level: 1 }).boundingBox())?.x).toBeGreaterThanOrEqual(16);
  await admin.setViewportSize(desk);
  await admin.getByRole('link', { name: 'Review: Lease' }).click();
  await admin.getByRole('complementary').getByText('2 fields').waitFor();
  await admin.getByRole('button', { name: 'Approve and send' }).click();
  await admin.getByRole('alertdialog').getByRole('button', { name: 'Approve and send' }).click();
  await admin.getByRole('heading', { name: 'Nothing waits for your approval' }).waitFor();
});

test('the sender sees it under way, and the recipient signs what was approved', async () => {
  await member.getByRole('heading', { name: 'Status' }).waitFor();
  const mail = await world.mailbox.about(alan.email, '/transaction/');
  const signer = await newPerson(world.browser);
  await openRequest(signer, linkIn(mail, /\/transaction\//));
  await typeSignature(signer, alan.name);
  await finish(signer);
  await member.getByText(/complete/i).first().waitFor();
  await member.goto(`${new URL(member.url()).href.replace(/\/completed$/, '')}/insights`);
  await member.getByText('Ada Byron approved sending').waitFor();
  expect(world.mailbox.to(alan.email).length).toBeGreaterThan(1);
});

test('the administrator sees in the activity who did what, filters it and exports it', async () => {
  await admin.goto(`${organization}/activity`);
  const list = admin.getByRole('list', { name: 'Activity' });
  await list.getByText('Request returned').waitFor();
  await list.getByRole('link', { name: 'Lease.pdf' }).first().waitFor();
  expect(await problemsAt(admin, 'activity')).toEqual([]);
  // The strip of parts is wider than a phone, and shows where one is.
  await admin.setViewportSize(phone);
  await admin.reload();
  const part = admin.getByRole('link', { name: 'Activity', exact: true });
  await expect.poll(async () => ((await part.boundingBox())?.x ?? phone.width) + ((await part.boundingBox())?.width ?? 0)).toBeLessThanOrEqual(phone.width);
  await admin.setViewportSize(desk);
  await admin.getByRole('button', { name: /Event/ }).click();
  await admin.getByRole('option', { name: 'Request approved' }).click();
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
  await list.getByText('Ada Byron · concerns Grace Hopper').waitFor();
  const [download] = await Promise.all([admin.waitForEvent('download'), admin.getByRole('button', { name: 'Export as CSV' }).click()]);
  const rows = (await readFile(await download.path(), 'utf8')).split('\r\n');
  expect(rows).toHaveLength(2);
  expect(rows[1]).toContain(',Request approved,Ada Byron,ada@example.com,Grace Hopper,');
});
