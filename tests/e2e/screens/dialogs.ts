/** The dialogs that no other inspection of the screens opens, as sheets of a phone: they have the least room there. */
import type { Locator, Page } from 'playwright';
import { type Screen, foot, main, part } from '../screen-inspection.ts';
import type { Paths } from '../seeded-world.ts';
import { catalogueText } from '../catalogue-text.ts';

const button = (within: Page | Locator, namespace: string, key: string): Locator => within.getByRole('button', { name: catalogueText(namespace, key), exact: true });

/** Presses one thing after the other, until a dialog with its buttons stands there. */
const after = (...steps: ((page: Page) => Locator)[]) => async (page: Page): Promise<void> => {
  for (const step of steps) await step(page).click();
  await foot(page).or(page.getByRole('alertdialog').locator('footer').getByRole('button')).last().waitFor();
};
const pressing = (namespace: string, key: string) => (page: Page): Locator => button(page, namespace, key).last();
const inDialog = (namespace: string, key: string) => (page: Page): Locator => page.getByRole('dialog').getByRole('button', { name: catalogueText(namespace, key), exact: true });
const chosen = (namespace: string, key: string) => (page: Page): Locator => page.getByRole('menuitem', { name: catalogueText(namespace, key), exact: true });
/** The menu of the row that has these words. */
const menuOf = (words: string) => (page: Page): Locator => main(page).getByRole('listitem').filter({ hasText: words }).getByRole('button').last();
/** In the status of a request. */
const menuOfPerson = (words: string) => (page: Page): Locator => page.getByRole('complementary').getByRole('listitem').filter({ hasText: words }).getByRole('button').last();
const lastField = (page: Page): Locator => page.locator('[data-field]').last();

/** A picture of one pixel. */
const dot = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==', 'base64');

const aboutRequests = (paths: Paths): Screen[] => [
  { name: 'ask again', who: 'ada', path: paths.running, ready: after(pressing('sending', 'remind.open')) },
  { name: 'cancel it', who: 'ada', path: paths.running, ready: after(pressing('sending', 'cancel.open')) },
  { name: 'correct it', who: 'ada', path: paths.running, ready: after(pressing('sending', 'correct.open')) },
  { name: 'remind from the list', who: 'ada', path: '/transactions', ready: after(menuOf('Running agreement'), chosen('lists', 'act.remind')) },
  { name: 'cancel from the list', who: 'ada', path: '/transactions', ready: after(menuOf('Running agreement'), chosen('lists', 'act.cancel')) },
  { name: 'delete from the list', who: 'ada', path: '/transactions', ready: after(menuOf('Declined agreement'), chosen('lists', 'act.delete')) },
  { name: 'folder and tags', who: 'ada', path: '/transactions', ready: after(menuOf('Running agreement'), chosen('lists', 'act.label')) },
  { name: 'folders and tags', who: 'ada', path: '/transactions', ready: after(pressing('lists', 'choices'), pressing('lists', 'labels.manage')) },
  { name: 'another deadline', who: 'ada', path: paths.coded, ready: after(pressing('sending', 'schedule.open')) },
  { name: 'a link to hand over', who: 'ada', path: paths.coded, ready: after(menuOfPerson('grace@example.com'), chosen('sending', 'link.open')) },
  { name: 'another code', who: 'ada', path: paths.coded, ready: after(menuOfPerson('grace@example.com'), chosen('sending', 'accessCode.change')) },
  { name: 'delete several', who: 'ada', path: '/transactions', ready: async (page) => {
    for (const name of ['Declined', 'Draft']) await main(page).getByRole('listitem').filter({ hasText: `${name} agreement` }).getByRole('checkbox').first().check({ force: true });
    await after((seen) => button(seen.getByRole('region', { name: catalogueText('lists', 'many.label') }), 'lists', 'act.delete'))(page);
  } },
  { name: 'delete a file', who: 'ada', path: '/files', ready: after(menuOf('Draft agreement'), chosen('lists', 'act.delete')) },
  { name: 'rename a file', who: 'ada', path: '/files', ready: after(menuOf('Draft agreement'), chosen('lists', 'act.rename')) },
  { name: 'rename a bulk send', who: 'ada', path: paths.bulk, ready: after(pressing('bulk', 'more'), chosen('bulk', 'rename.open')) },
  { name: 'cancel a bulk send', who: 'ada', path: paths.bulk, ready: after(pressing('bulk', 'more'), chosen('bulk', 'cancel.open')) },
  { name: 'stop sharing', who: 'ada', path: part(paths.running, 'sharing'), ready: after(menuOf('Alan Turing'), chosen('sharing', 'stop.open')) },
  { name: 'leave', who: 'grace', path: part(paths.file, 'sharing'), ready: after(pressing('sharing', 'leave.open')) },
  { name: 'decline', who: 'grace', path: paths.running, ready: after(inDialog('signing', 'decline.open')) },
];

const inEditors = (paths: Paths): Screen[] => [
  { name: 'documents of a draft', who: 'ada', path: part(paths.draft, 'create'), ready: async (page) => {
    await pressing('sharing', 'parts.more')(page).click();
    await chosen('sending', 'files.title')(page).click();
    await page.getByRole('dialog').getByRole('link').waitFor();
  } },
  { name: 'who signs', who: 'ada', path: part(paths.draft, 'create'), ready: after(pressing('sending', 'people'), inDialog('recipients', 'moreOptions')) },
  { name: 'what a signer attaches', who: 'ada', path: part(paths.draft, 'create'), ready: async (page) => {
    await after(pressing('sending', 'people'), (seen) => seen.getByRole('dialog').getByRole('button', { name: catalogueText('recipients', 'actsOf').replace('{{name}}', 'Grace Hopper') }), chosen('recipients', 'edit'))(page);
    const dialog = page.getByRole('dialog').last();
    await dialog.getByText(catalogueText('recipients', 'moreOptions'), { exact: true }).click();
    await button(dialog, 'recipients', 'attachments.add').click();
    await foot(page).last().click();
    await dialog.getByText(catalogueText('recipients', 'attachments.labelMissing')).waitFor();
  } },
  { name: 'who gets a copy', who: 'ada', path: part(paths.draft, 'create'), ready: after(pressing('sending', 'people'), inDialog('recipients', 'addCc')) },
  { name: 'properties of a field', who: 'ada', path: part(paths.draft, 'create'), ready: async (page) => {
    await lastField(page).click();
    await pressing('editor', 'properties')(page).click();
    await page.getByRole('dialog').getByText(catalogueText('editor', 'permitted')).waitFor();
  } },
  { name: 'copy to pages', who: 'ada', path: part(paths.draft, 'create'), ready: after(lastField, pressing('editor', 'properties'), inDialog('editor', 'copyTo.open')) },
  { name: 'a role', who: 'ada', path: part(paths.template, 'editor'), ready: after(pressing('templates', 'roles.title'), inDialog('templates', 'roles.add')) },
];

const ofTheAccount = (): Screen[] => [
  { name: 'what is new', who: 'grace', path: '/transactions', ready: async (page) => {
    await page.getByRole('button', { name: new RegExp(`^${catalogueText('notifications', 'title')}`) }).click();
    await page.getByRole('dialog').getByRole('listitem').first().waitFor();
  } },
  { name: 'feedback', who: 'ada', path: '/profile', ready: after((page) => page.getByRole('navigation', { name: catalogueText('settings', 'areas') }).getByRole('button').last()) },
  { name: 'search or go to', who: 'ada', path: '/transactions', ready: async (page) => {
    await main(page).getByRole('listitem').first().waitFor();
    const dialog = page.getByRole('dialog');
    // What listens for the keys comes a moment after the screen.
    while (!(await dialog.isVisible())) {
      await page.keyboard.press('Control+k');
      await dialog.waitFor({ timeout: 1000 }).catch(() => undefined);
    }
    await dialog.getByRole('option').last().waitFor();
  } },
  { name: 'another address', who: 'ada', path: '/profile', ready: after(pressing('account', 'contact.change_email')) },
  { name: 'an avatar', who: 'ada', path: '/profile', ready: async (page) => {
    await page.locator('input[type=file]').setInputFiles({ name: 'avatar.png', mimeType: 'image/png', buffer: dot });
    await page.getByRole('dialog').getByRole('application').waitFor();
  } },
  { name: 'a password', who: 'ada', path: '/profile', ready: after((page) => page.getByRole('listitem').filter({ hasText: catalogueText('account', 'password.none') }).getByRole('button')) },
  { name: 'delete the account', who: 'ada', path: '/profile', ready: after(pressing('account', 'leave.delete')) },
  { name: 'delete a signature', who: 'ada', path: '/signatures', ready: after((page) => main(page).getByRole('list', { name: catalogueText('media', 'signature.title') }).getByRole('button').last(), chosen('media', 'delete')) },
  { name: 'a new contact', who: 'ada', path: '/contacts', ready: after(pressing('contacts', 'add')) },
  { name: 'delete a contact', who: 'ada', path: '/contacts', ready: after(menuOf('Grace Hopper'), chosen('contacts', 'delete')) },
  { name: 'a new application', who: 'ada', path: '/applications', ready: after(pressing('applications', 'add')) },
  { name: 'renew a secret', who: 'ada', path: '/applications', ready: after(menuOf('Ledger'), chosen('applications', 'renew')) },
  { name: 'delete an application', who: 'ada', path: '/applications', ready: after(menuOf('Ledger'), chosen('applications', 'delete')) },
];

const ofOrganizations = (paths: Paths): Screen[] => [
  { name: 'remove a member', who: 'ada', path: part(paths.organization, 'members'), ready: after(menuOf('emmy@example.com'), chosen('organizations', 'members.act.remove')) },
  { name: 'require a second factor', who: 'ada', path: paths.organization, ready: after((page) => main(page).getByText(catalogueText('organizations', 'security.require'))) },
  { name: 'delete an organization', who: 'ada', path: paths.organization, ready: after(pressing('organizations', 'delete.open')) },
  { name: 'delete a team', who: 'ada', path: paths.team, ready: after(pressing('organizations', 'team.delete')) },
];

export const dialogs = (paths: Paths): Screen[] => [...aboutRequests(paths), ...inEditors(paths), ...ofTheAccount(), ...ofOrganizations(paths)];
