/** What a small plan leaves out, as people see it: it stays where it can be found, can't be used, and says why. */
import type { Page } from 'playwright';
import { beforeEach, describe, expect, test } from 'vitest';
import { devices, newPerson } from '../support/chromium.ts';
import { linkIn } from '../support/mailbox.ts';
import { signedIn } from './signed-in.ts';
import { problemsOf } from './screen-problems.ts';
import { finish, openRequest, seeing } from './people.ts';
import { clientIn, fieldFor, makeDraft, makeRequest, recipient } from './requests.ts';
import { inWorld, openWorld, type World } from './world.ts';

const grace = recipient('Grace Hopper', 'grace@example.com');
const without = 'Not included in your plan.';
const withoutAdvanced = 'Not included in your plan: Radio buttons, images and links.';

let world: World;
let page: Page;

inWorld(
  async (opened) => {
    world = opened;
    page = await signedIn(world);
  },
  () => openWorld({ BILLING: 'true' }),
);
beforeEach(() => page.setViewportSize(devices.desk.viewport));

const tool = (name: string) => page.getByRole('toolbar', { name: 'Field types' }).getByRole('button', { name, exact: true });
const fields = () => page.getByRole('group', { name: 'Fields on page 1' }).getByRole('button');
const openDraft = async (): Promise<void> => {
  const { id } = await makeDraft(world, page, { name: 'Lease.pdf', recipients: [grace], fields: [fieldFor('grace@example.com', 'text')] });
  await page.goto(`${world.product.url}/transaction/${id}/create`);
  await fields().first().waitFor();
};
/** What somebody is given beside their plan, or what is taken from them. */
const grant = (flag: string, value: boolean) =>
  world.product.query(`insert into feature_overrides (holder_id, flag, value) select id, $1, $2 from users where email = 'ada@example.com'
    on conflict (holder_id, flag) do update set value = excluded.value`, [flag, value]);

describe('a draft on Essentials', () => {
  test('field types outside the plan are explained for pointer and keyboard and cannot be placed', async () => {
    await openDraft();
    const before = await fields().count();
    expect(await tool('Text').getAttribute('aria-disabled')).not.toBe('true');
    expect(await tool('Radio button').getAttribute('aria-disabled')).toBe('true');
    // Closed to whoever looks for what can be pressed, but pressing it gives the reason.
    await tool('Radio button').click({ force: true });
    await page.getByText(withoutAdvanced).first().waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('main').focus();
    await page.keyboard.press('p');
    await page.getByRole('region', { name: /^Page 1 of/ }).click({ position: { x: 300, y: 300 } });
    expect(await tool('Image').getAttribute('aria-pressed')).toBe('false');
    expect(await fields().count()).toBe(before);
  });

  test('text rules are disabled beside the field with the reason', async () => {
    await openDraft();
    await fields().first().click();
    const properties = page.getByRole('region', { name: 'Properties' });
    await properties.getByText(withoutAdvanced).waitFor();
    // What the answer is, which letters are permitted, and how many.
    expect(await properties.getByText(without).count()).toBe(3);
    expect(await properties.getByLabel('Maximum length').isDisabled()).toBe(true);
    expect(await problemsOf(page, 'properties on Essentials')).toEqual([]);
  });

  test('field types in the plan can be placed and stay usable after a downgrade', async () => {
    await grant('allowAdvancedFields', true);
    await openDraft();
    const before = await fields().count();
    await tool('Image').click();
    await page.getByRole('region', { name: /^Page 1 of/ }).click({ position: { x: 300, y: 300 } });
    await expect.poll(() => fields().count()).toBe(before + 1);
    await page.getByText('Saved', { exact: true }).waitFor();
    await grant('allowAdvancedFields', false);
    await page.reload();
    await expect.poll(() => fields().count()).toBe(before + 1);
    expect(await tool('Radio button').getAttribute('aria-disabled')).not.toBe('true');
  });

  test.each(['desk', 'phone'] as const)('options of the request say what the plan lacks (%s)', async (device) => {
    await page.setViewportSize(devices[device].viewport);
    await openDraft();
    await page.getByRole(device === 'desk' ? 'tab' : 'button', { name: 'Options' }).click();
    for (const option of ['Recipients can reassign', 'Include audit trail', 'Send in bulk']) expect(await page.getByRole('checkbox', { name: option }).isDisabled()).toBe(true);
    expect(await page.getByText(without).count()).toBe(3);
    expect(await problemsOf(page, `options on Essentials, ${device}`)).toEqual([]);
  });
});

describe('a request on Essentials', () => {
  test.each([false, true])('a reminder is offered in the list according to the plan (%s)', async (held) => {
    const { id } = await makeRequest(world, page, { name: 'Reminded.pdf', recipients: [grace] });
    // Nobody is reminded in the first hour, whatever the plan.
    await world.product.query("update recipients set invited_at = now() - interval '61 minutes' where transaction_id = $1", [id]);
    await grant('allowReminderNotifications', held);
    await page.goto(`${world.product.url}/transactions`);
    const row = page.getByRole('listitem').filter({ hasText: 'Reminded.pdf' }).first();
    await row.getByRole('button', { name: /^More/ }).click();
    const item = page.getByRole('menuitem', { name: /^Send reminder/ });
    await item.waitFor();
    expect([await item.getByText(without).count(), await item.getAttribute('aria-disabled')]).toEqual(held ? [0, null] : [1, 'true']);
    await page.keyboard.press('Escape');
    expect(await row.getByRole('button', { name: /^Send reminder/ }).count()).toBe(held ? 1 : 0);
    expect(await problemsOf(page, 'the list on Essentials')).toEqual([]);
  });

  test('reassignment is disabled in the menu, and the audit trail beside the result', async () => {
    const { id } = await makeRequest(world, page, { name: 'Lease.pdf', recipients: [grace] });
    await page.goto(`${world.product.url}/transaction/${id}`);
    await page.getByRole('button', { name: 'More options for Grace Hopper' }).click();
    const item = page.getByRole('menuitem', { name: /^Reassign/ });
    await item.getByText(without).waitFor();
    expect(await item.getAttribute('aria-disabled')).toBe('true');
    expect(await problemsOf(page, 'acts on Essentials')).toEqual([]);
    await page.keyboard.press('Escape');
    const signer = await newPerson(world.browser);
    await openRequest(signer, linkIn(await world.mailbox.about('grace@example.com', `/transaction/${id}`), /\/transaction\//));
    await seeing(page.getByRole('heading', { name: 'Everyone is done' }), () => finish(signer));
    const audit = page.getByRole('region', { name: 'Audit trail' });
    await audit.getByText(without).waitFor();
    expect(await audit.getByRole('button').isDisabled()).toBe(true);
    expect(await problemsOf(page, 'audit on Essentials')).toEqual([]);
  });
});

test('a running bulk send stays visible after a downgrade', async () => {
  await grant('allowBulkSending', true);
  const source = await makeDraft(world, page, { name: 'Leases.pdf', recipients: [{ role: 'signer' }] });
  await (await clientIn(world, page)).call('bulks.create', { body: { sourceType: 'transaction', sourceId: source.id, recipients: [{ email: grace.email ?? '' }] } });
  await grant('allowBulkSending', false);
  await page.goto(`${world.product.url}/transactions`);
  await page.getByRole('region', { name: 'Bulk sends' }).getByRole('link', { name: 'Leases.pdf' }).click();
  await page.getByRole('heading', { name: 'Leases.pdf', level: 1 }).waitFor();
  expect(await problemsOf(page, 'a bulk send on Essentials')).toEqual([]);
});
