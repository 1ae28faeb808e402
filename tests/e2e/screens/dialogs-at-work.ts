/** Dialogs that come up in the middle of work, or after answers of others: signing, drives, passkeys, secrets, downloads. */
import type { Locator, Page } from 'playwright';
import { samplePng } from '../../api/client.ts';
import { makeOwnForm } from '../../fixtures/own-form.ts';
import { chooserOf } from '../../support/chromium.ts';
import { type Screen, foot, main, part } from '../screen-inspection.ts';
import type { Paths } from '../seeded-world.ts';
import { catalogueText } from '../catalogue-text.ts';

const ID = 'a'.repeat(24);
const at = '2026-05-03T10:00:00.000Z';

const press = (within: Page | Locator, namespace: string, key: string): Promise<void> => within.getByRole('button', { name: catalogueText(namespace, key), exact: true }).last().click();
/** A dialog with its buttons, or an urgent one. */
const untilDialog = (page: Page): Promise<void> => foot(page).or(page.getByRole('alertdialog').locator('footer').getByRole('button')).last().waitFor();

/** Another answer than the server's, where its own would need somebody else; the page asks anew. */
const answering = async (page: Page, pattern: string | RegExp, answer: (real: () => Promise<unknown>) => unknown): Promise<void> => {
  await page.route(pattern, async (route) => {
    if (route.request().method() !== 'GET' || route.request().resourceType() === 'document') return route.fallback();
    return route.fulfill({ json: await answer(async () => (await route.fetch()).json()) });
  });
};

/** Somebody with requests and without a last name, at their list. */
const withoutName = async (page: Page): Promise<Locator> => {
  await answering(page, /\/profile$/, async (real) => ({ ...((await real()) as object), lastName: null }));
  await page.reload();
  const card = main(page).getByRole('region', { name: catalogueText('account', 'namePrompt.title') });
  await card.waitFor();
  return card;
};

const entry = (name: string, size: number | null): object => ({ id: name, name, isFolder: size === null, size, modifiedAt: at });

const drive: Screen = { name: 'a drive', who: 'ada', path: '/upload', ready: async (page) => {
  await answering(page, /\/cloud$/, () => ({ sources: [{ source: 'google_drive', connected: true }, { source: 'dropbox', connected: false }] }));
  await answering(page, /\/cloud\/files\?/, () => ({ entries: [entry('Contracts', null), entry('Lease of the house by the lake, with all its appendices 2026.pdf', 1_234_567), entry('Letter.pdf', 20_000)], next: 'more' }));
  await page.reload();
  await page.getByRole('button', { name: 'Google Drive' }).click();
  await page.getByRole('dialog').getByRole('checkbox').last().check({ force: true });
} };

const passkey = { id: ID, userId: ID, counter: 0, credentialDeviceType: 'singleDevice', credentialBackedUp: false, transports: [], fmt: 'none', aaguid: '', authenticatorAttachment: null, userVerified: true, name: 'Linux', createdAt: at, updatedAt: at, lastUsedAt: null };

const ofTheAccount = (): Screen[] => [
  { name: 'a new passkey', who: 'ada', path: '/profile', ready: async (page) => {
    await press(main(page), 'account', 'passkeys.add');
    await untilDialog(page);
  } },
  { name: 'add your name', who: 'ada', path: '/transactions', ready: withoutName },
  { name: 'your name', who: 'ada', path: '/transactions', ready: async (page) => {
    await press(await withoutName(page), 'account', 'namePrompt.add');
    await untilDialog(page);
  } },
  { name: 'rename a passkey', who: 'ada', path: '/profile', ready: async (page) => {
    await answering(page, /\/webauthn\/passkeys$/, () => ({ passkeys: [passkey] }));
    await page.reload();
    await main(page).getByRole('button', { name: catalogueText('account', 'passkeys.renameOf').replace('{{name}}', 'Linux') }).click();
    await untilDialog(page);
  } },
  { name: 'a new secret', who: 'ada', path: '/applications', ready: async (page) => {
    await press(main(page), 'applications', 'add');
    await page.getByRole('dialog').getByRole('textbox').first().fill('Bookkeeping');
    await foot(page).last().click();
    await page.getByRole('dialog').getByText(catalogueText('applications', 'secretOnce')).waitFor();
  } },
];

const ofOthers = (paths: Paths): Screen[] => [
  { name: 'rights of a member', who: 'ada', path: part(paths.organization, 'members'), ready: async (page) => {
    // Whoever was invited has come.
    await answering(page, /\/organizations(\/[0-9a-f]{24})?(\?|$)/, async (real) => JSON.parse(JSON.stringify(await real()).replaceAll('"status":"invited"', '"status":"active"')));
    await page.reload();
    await main(page).getByRole('listitem').filter({ hasText: 'emmy@example.com' }).getByRole('button').last().click();
    await page.getByRole('menuitem', { name: catalogueText('organizations', 'members.act.rights') }).click();
    await untilDialog(page);
    await page.getByRole('dialog').getByRole('radio').last().check({ force: true });
  } },
  { name: 'download', who: 'ada', path: '/transactions?search=Signed', ready: async (page) => {
    await answering(page, /\/transactions(\?|$)/, async (real) => JSON.parse(JSON.stringify(await real()).replaceAll(/"fileIds":\["(\w+)"\]/g, `"fileIds":["$1","${ID}"]`).replaceAll('"auditFileId":null', `"auditFileId":"${ID}"`)));
    await page.reload();
    await main(page).getByRole('listitem').filter({ hasText: 'Signed agreement' }).getByRole('button').last().click();
    await page.getByRole('menuitem', { name: catalogueText('lists', 'act.download'), exact: true }).click();
    await untilDialog(page);
  } },
  { name: 'edit what is signed', who: 'ada', path: paths.file, ready: async (page) => {
    // It is free again: as if the request it was part of had been deleted.
    await answering(page, /\/files\//, async (real) => JSON.parse(JSON.stringify(await real()).replaceAll(/"relatedToTransactions":\[[^\]]*\]/g, '"relatedToTransactions":[]')));
    await answering(page, /\/v0\/deployment$/, async (real) => ({ ...((await real()) as object), removeSignatures: true }));
    await page.reload();
    await press(page, 'verdict', 'edit.open');
    await untilDialog(page);
  } },
  { name: 'what was signed beside what is there', who: 'ada', path: paths.file, ready: async (page) => {
    await page.getByRole('button', { name: catalogueText('comparison', 'open'), exact: true }).first().click();
    await page.getByRole('dialog').getByText(catalogueText('comparison', 'same')).waitFor();
  } },
];

/** Types a signature, and is asked to confirm. */
const beforeSigning = async (page: Page): Promise<void> => {
  await press(page.getByRole('dialog'), 'signing', 'intro.start');
  await page.locator('[data-required] button').first().click();
  // A phone asks in its panel how the signature is to be made.
  await page.getByRole('tab', { name: catalogueText('signing', 'way.typeIn') }).or(page.getByRole('button', { name: catalogueText('signing', 'way.typeIn'), exact: true })).first().click();
  await press(page.getByRole('dialog'), 'signing', 'use.signature');
};

/** Signs in front of the last question: whoever is asked, and whoever signs alone. */
const signing = (paths: Paths): Screen[] => [
  { name: 'files to attach', who: 'grace', path: paths.attaching, ready: async (page) => {
    await beforeSigning(page);
    const files = page.getByRole('dialog', { name: catalogueText('signing', 'finish.title') });
    const chooser = await chooserOf(page, () => files.getByRole('button', { name: /Driving licence/ }).first().click());
    await chooser.setFiles({ name: 'A photo of both sides of the driving licence of Grace Hopper.png', mimeType: 'image/png', buffer: Buffer.from(samplePng()) });
    await files.getByText('A photo of both sides of the driving licence of Grace Hopper.png', { exact: true }).waitFor();
  } },
  { name: 'sign now', who: 'grace', path: paths.running, ready: async (page) => {
    await beforeSigning(page);
    await page.getByRole('dialog', { name: catalogueText('signing', 'finish.title') }).getByText(catalogueText('signing', 'finish.advanced')).click();
    await page.getByRole('dialog').getByText(catalogueText('signing', 'finish.text')).waitFor();
  } },
  { name: 'sign alone', who: 'visitor', path: '/file', ready: async (page) => {
    const chooser = await chooserOf(page, () => page.getByRole('button', { name: catalogueText('signing', 'visitor.choose') }).first().click());
    await chooser.setFiles({ name: 'Lease.pdf', mimeType: 'application/pdf', buffer: Buffer.from(await makeOwnForm()) });
    await page.locator('[data-page="1"] [data-shown]').first().waitFor();
    await page.getByRole('banner').or(page.locator('header')).getByRole('button', { name: new RegExp(`^(${catalogueText('signing', 'visitor.fill')}|${catalogueText('signing', 'guide.next')})$`) }).click();
    await press(page.getByRole('region', { name: catalogueText('signing', 'guide.label') }), 'signing', 'sign');
    await page.getByRole('dialog', { name: catalogueText('signing', 'visitor.finishTitle') }).getByRole('textbox').waitFor();
    await foot(page).last().click();
    await page.getByRole('dialog').getByText(catalogueText('signing', 'visitor.nameMissing')).waitFor();
  } },
];

export const dialogsAtWork = (paths: Paths): Screen[] => [drive, ...ofTheAccount(), ...ofOthers(paths), ...signing(paths)];
