/** What a sender sees: documents, and settings. */
import type { Page } from 'playwright';
import { drawn, type Screen, fields, first, foot, heading, main, part, text } from '../screen-inspection.ts';
import { catalogueText } from '../catalogue-text.ts';
import { grace, type Paths } from '../seeded-world.ts';

const menuOf = async (page: Page, name: string): Promise<void> => {
  await main(page).getByRole('listitem').filter({ hasText: name }).getByRole('button').last().click();
  await page.getByRole('menuitem').first().waitFor();
};

const adasDocuments = (paths: Paths): Screen[] => [
  { name: 'editor', who: 'ada', path: part(paths.draft, 'create'), ready: fields },
  { name: 'wizard', who: 'ada', path: `${paths.draft}/create?wizard=true`, ready: fields },
  { name: 'new encrypted request', who: 'ada', path: '/transactions/encrypted', ready: first('textbox') },
  { name: 'send dialog', who: 'ada', path: part(paths.draft, 'start'), ready: (page) => foot(page).last().waitFor() },
  { name: 'template', who: 'ada', path: part(paths.template, 'editor'), ready: fields },
  { name: 'use a template', who: 'ada', path: part(paths.template, 'use'), ready: (page) => page.getByRole('dialog').getByRole('textbox').first().waitFor() },
  { name: 'how it stands', who: 'ada', path: paths.running, ready: (page) => Promise.all([page.getByRole('complementary').getByRole('listitem').first().waitFor(), drawn(page)]) },
  { name: 'two at once', who: 'ada', path: paths.coded, ready: (page) => Promise.all([page.getByRole('complementary').getByRole('listitem').nth(1).waitFor(), drawn(page)]) },
  { name: 'declined', who: 'ada', path: paths.declined, ready: (page) => Promise.all([page.getByRole('blockquote').waitFor(), drawn(page)]) },
  { name: 'somebody else instead', who: 'ada', path: paths.running, ready: async (page) => {
    await page.getByRole('complementary').getByRole('listitem').getByRole('button').first().click();
    await page.getByRole('menuitem', { name: catalogueText('reassign', 'open'), exact: true }).click();
    await foot(page).last().click();
  } },
  { name: 'is it them', who: 'ada', path: paths.identity.waiting, ready: async (page) => {
    await page.getByRole('complementary').getByRole('listitem').getByRole('button').first().click();
    await page.getByRole('dialog').getByRole('img').nth(2).waitFor();
  } },
  { name: 'give the device', who: 'ada', path: paths.inPerson, ready: heading },
  { name: 'completed', who: 'ada', path: paths.completed, ready: text(/Grace Hopper/) },
  { name: 'sharing', who: 'ada', path: part(paths.running, 'sharing'), ready: text('Alan Turing') },
  { name: 'another owner', who: 'ada', path: part(paths.running, 'sharing'), ready: async (page) => {
    await menuOf(page, 'Alan Turing');
    await page.getByRole('menuitem').first().click();
    await page.getByRole('dialog').waitFor();
  } },
  { name: 'sharing of a file', who: 'ada', path: part(paths.file, 'sharing'), ready: text(grace.name) },
  { name: 'new version of a file', who: 'ada', path: part(paths.file, 'upload'), ready: heading },
  { name: 'history', who: 'ada', path: paths.completed.replace(/completed$/, 'insights'), ready: async (page) => {
    await page.getByRole('listitem').nth(3).waitFor();
    await page.locator('main summary').first().click();
  } },
  { name: 'history of a file', who: 'ada', path: part(paths.file, 'insights'), ready: first('listitem') },
];

const adasSettings = (paths: Paths): Screen[] => [
  { name: 'profile', who: 'ada', path: '/profile', ready: first('textbox') },
  { name: 'notifications', who: 'ada', path: '/notifications', ready: heading },
  { name: 'signatures', who: 'ada', path: '/signatures', ready: first('listitem') },
  { name: 'new signature', who: 'ada', path: '/signatures/editor', ready: (page) => page.locator('canvas[aria-busy=false]').waitFor() },
  { name: 'initials', who: 'ada', path: '/initials', ready: first('listitem') },
  { name: 'photos', who: 'ada', path: '/photos', ready: first('listitem') },
  { name: 'new photo', who: 'ada', path: '/photos/photo_capturing', ready: (page) => page.locator('input[type=file]').first().waitFor({ state: 'attached' }) },
  { name: 'contacts', who: 'ada', path: '/contacts', ready: text(grace.name) },
  { name: 'sign-ins', who: 'ada', path: '/profile/sessions', ready: first('listitem') },
  { name: 'applications', who: 'ada', path: '/applications', ready: text('Ledger') },
  { name: 'integrations', who: 'ada', path: '/profile/integrations', ready: first('listitem') },
  { name: 'new organization', who: 'ada', path: '/organizations/new', ready: first('textbox') },
  { name: 'organization', who: 'ada', path: paths.organization, ready: first('textbox') },
  { name: 'members', who: 'ada', path: part(paths.organization, 'members'), ready: text('charles@example.com') },
  { name: 'invite somebody', who: 'ada', path: part(paths.organization, 'members'), ready: async (page) => {
    await text('charles@example.com')(page);
    await main(page).locator('section header').getByRole('button').first().click();
    await page.getByRole('dialog').waitFor();
  } },
  { name: 'activity', who: 'ada', path: part(paths.organization, 'activity'), ready: first('listitem') },
  { name: 'approvals', who: 'ada', path: '/approvals', ready: heading },
  { name: 'teams', who: 'ada', path: part(paths.organization, 'teams'), ready: text('Calculators') },
  { name: 'new team', who: 'ada', path: part(paths.organization, 'teams/new'), ready: first('textbox') },
  { name: 'team', who: 'ada', path: paths.team, ready: first('textbox') },
];

export const screensOfSenders = (paths: Paths): Screen[] => [...adasDocuments(paths), ...adasSettings(paths)];
