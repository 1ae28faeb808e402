/** What visitors, recipients and whoever has nothing yet see, and the lists. */
import type { Page } from 'playwright';
import { drawn, type Screen, first, foot, heading, main, part, text } from '../screen-inspection.ts';
import type { Paths } from '../seeded-world.ts';
import { chooserOf } from '../../support/chromium.ts';
import { makeOwnForm } from '../../fixtures/own-form.ts';
import { catalogueText } from '../catalogue-text.ts';

const signing = async (page: Page): Promise<void> => {
  await foot(page).last().click();
  await page.getByRole('textbox').first().waitFor();
};

const lease = async () => ({ name: 'Lease.pdf', mimeType: 'application/pdf', buffer: Buffer.from(await makeOwnForm()) });
const keepDocument = async (page: Page): Promise<void> => {
  const chooser = await chooserOf(page, () => page.getByRole('button', { name: catalogueText('upload', 'choose') }).click());
  await chooser.setFiles(await lease());
  await page.getByRole('main').getByRole('listitem').first().waitFor();
};
/** The list has documents by then: the button for a template is the one of its header. */
const prepareTemplate = async (page: Page): Promise<void> => {
  const chooser = await chooserOf(page, () => page.getByRole('button', { name: new RegExp(`^(${catalogueText('lists', 'newTemplate')}|${catalogueText('lists', 'kept.prepare.template')})$`) }).click());
  await chooser.setFiles(await lease());
  await page.locator('[data-page="1"] [data-shown]').first().waitFor();
};

const visitorScreens = (paths: Paths): Screen[] => [
  { name: 'start page of a visitor', who: 'visitor', path: '/', ready: heading },
  { name: 'sign-in', who: 'visitor', path: '/profile', ready: (page) => page.locator('input[type=email]').waitFor() },
  { name: 'a file of a visitor', who: 'visitor', path: '/file', ready: heading },
  { name: 'check a document', who: 'visitor', path: '/file?check=true', ready: heading },
  { name: 'nothing here', who: 'visitor', path: '/no/such/address', ready: heading },
  { name: 'a link of no use', who: 'visitor', path: '/invalid_link', ready: heading },
  { name: 'a direct link of no use', who: 'visitor', path: '/direct_link', ready: heading },
  { name: 'no access', who: 'visitor', path: '/access_denied', ready: heading },
  { name: 'terms', who: 'visitor', path: '/trust/compliance/terms', ready: heading },
  { name: 'signature by telephone', who: 'visitor', path: paths.phone, ready: (page) => page.locator('canvas[aria-busy=false]').waitFor() },
  { name: 'list of a visitor', who: 'visitor', path: '/upload', ready: keepDocument },
  { name: 'draft of a visitor', who: 'visitor', path: '/templates', ready: prepareTemplate },
  { name: 'identity by telephone', who: 'visitor', path: paths.identity.phone, ready: (page) => page.locator('input[type=file]').first().waitFor({ state: 'attached' }) },
];

const emmysScreens = (paths: Paths): Screen[] => [
  { name: 'no requests of mine', who: 'emmy', path: '/templates', ready: first('heading') },
  { name: 'no files yet', who: 'emmy', path: '/files', ready: (page) => page.getByRole('heading', { level: 2 }).waitFor() },
  { name: 'upload', who: 'emmy', path: '/upload', ready: (page) => page.locator('form input').first().waitFor() },
  { name: 'asked to see it', who: 'emmy', path: paths.running, ready: heading },
  { name: 'not to be seen', who: 'emmy', path: paths.draft, ready: heading },
  { name: 'a bulk that is not to be seen', who: 'emmy', path: paths.bulk, ready: heading },
  { name: 'who are you', who: 'emmy', path: paths.identity.requested, ready: heading },
  { name: 'picture of a card', who: 'emmy', path: paths.identity.taking, ready: (page) => page.locator('input[type=file]').first().waitFor({ state: 'attached' }) },
  { name: 'identity is looked at', who: 'emmy', path: paths.identity.waiting, ready: heading },
  { name: 'invited', who: 'emmy', path: paths.invite, ready: heading },
  { name: 'second factor required', who: 'emmy', path: paths.guarded, ready: (page) => page.getByRole('button', { name: catalogueText('organizations', 'required.setUp') }).waitFor() },
  { name: 'no signatures yet', who: 'emmy', path: '/signatures', ready: heading },
];

const gracesScreens = (paths: Paths): Screen[] => [
  { name: 'introduction', who: 'grace', path: paths.running, ready: (page) => foot(page).last().waitFor() },
  { name: 'signing', who: 'grace', path: paths.running, ready: signing },
  { name: 'signature dialog', who: 'grace', path: paths.running, ready: async (page) => {
    await signing(page);
    await page.locator('[data-kind=signature] button').click();
    // On a phone the panel comes first.
    const way = page.getByRole('region', { name: catalogueText('signing', 'guide.label') }).getByRole('button', { name: catalogueText('signing', 'way.typeIn'), exact: true });
    const tab = page.getByRole('dialog').getByRole('tab').nth(1);
    await tab.or(way).first().click();
    await tab.waitFor();
  } },
  { name: 'password asked', who: 'grace', path: paths.locked, ready: async (page) => {
    await foot(page).last().click();
    await page.locator('input[type=password]').waitFor();
  } },
  { name: 'code asked', who: 'grace', path: paths.coded, ready: (page) => page.getByRole('textbox', { name: catalogueText('signing', 'access.label') }).waitFor() },
  { name: 'shared with one', who: 'grace', path: part(paths.file, 'sharing'), ready: (page) => main(page).getByRole('listitem').nth(1).waitFor() },
];

/** Whoever came without a name begins like everybody, with nothing in the way. */
const namelessScreens = (): Screen[] => [{ name: 'a new account', who: 'nameless', path: '/transactions', ready: heading }];

const adasLists = (paths: Paths): Screen[] => [
  { name: 'requests', who: 'ada', path: '/transactions', ready: text(/Draft agreement/) },
  { name: 'files', who: 'ada', path: '/files', ready: text(/Draft agreement/) },
  { name: 'templates', who: 'ada', path: '/templates', ready: text(/Draft agreement/) },
  { name: 'library', who: 'ada', path: '/library/template', ready: text(/Form for everybody/) },
  { name: 'document of the library', who: 'ada', path: paths.library, ready: drawn },
  { name: 'bulk send', who: 'ada', path: paths.bulk, ready: text('Mary Somerville') },
  { name: 'send to many', who: 'ada', path: part(paths.template, 'use_bulk'), ready: heading },
  { name: 'add to a request', who: 'ada', path: part(paths.draft, 'upload'), ready: text(/Draft agreement/) },
  { name: 'saved template', who: 'ada', path: part(paths.template, 'saved'), ready: heading },
];

export const screensOfOthers = (paths: Paths): Screen[] => [...visitorScreens(paths), ...namelessScreens(), ...emmysScreens(paths), ...gracesScreens(paths), ...adasLists(paths)];
