/** A whole request in a language of each script, or with `npm run check:languages` in every language, by hand: a form is added, its fields are accepted, one person is asked in their language, and signs. */
import type { Locator, Page } from 'playwright';
import { expect, test } from 'vitest';
import { type Locale, languages } from '#contract/languages.ts';
import { makeShortForm } from '../fixtures/own-form.ts';
import { chooserOf, newPerson } from '../support/chromium.ts';
import { linkIn } from '../support/mailbox.ts';
import { signedIn } from './signed-in.ts';
import { pageErrorsOf } from './page-errors.ts';
import { placeOf } from './people.ts';
import { languagesWanted, catalogueText, setLanguage } from './catalogue-text.ts';
import { inWorld, type World } from './world.ts';

/** Whom each request goes to, in the script of the language. */
const signers: Readonly<Record<Locale, string>> = {
  en: 'Grace Hopper', es: 'Íñigo Núñez', de: 'Jörg Weiß', zh: '王 小明', fi: 'Äijä Öhman', ja: '渡邊 さくら', el: 'Ελένη Παππά', fr: 'Zoé Lefèvre', tr: 'Işıl Çağrı', uk: 'Олена Їжакевич',
};

let world: World;
let sender: Page;
let form: string;
inWorld(async (opened) => {
  world = opened;
  sender = await signedIn(world);
  form = world.file('Receipt of the keys.pdf', await makeShortForm());
});

const button = (within: Page | Locator, namespace: string, key: string): Locator => within.getByRole('button', { name: catalogueText(namespace, key), exact: true });

/** Adds the one who signs, with the language of their mails. */
async function addSigner(page: Page, language: Locale, email: string): Promise<void> {
  await page.getByRole('tab', { name: catalogueText('sending', 'people') }).click();
  const people = page.getByRole('form', { name: catalogueText('recipients', 'addTitle') });
  await people.getByLabel(catalogueText('recipients', 'name'), { exact: true }).fill(signers[language]);
  await people.getByLabel(catalogueText('people', 'email'), { exact: true }).fill(email);
  await button(people, 'recipients', 'moreOptions').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(catalogueText('recipients', 'moreOptions')).click();
  await dialog.getByRole('button', { name: catalogueText('recipients', 'language') }).click();
  await page.getByRole('option', { name: languages[language], exact: true }).click();
  await button(dialog, 'recipients', 'add').click();
  await page.getByRole('complementary').getByText(email).first().waitFor();
}

async function send(page: Page): Promise<void> {
  await button(page, 'sending', 'send').click();
  await button(page.getByRole('dialog'), 'sending', 'send').click();
  await page.getByRole('heading', { name: catalogueText('sending', 'progress.title') }).waitFor();
}

async function sign(page: Page, name: string): Promise<void> {
  await button(page, 'magicLink', 'start').click();
  await placeOf(page, 'text').fill(name);
  await placeOf(page, 'signature').click();
  const dialog = page.getByRole('dialog', { name: catalogueText('signing', 'make.signature') });
  await dialog.getByRole('tab', { name: catalogueText('signing', 'way.typeIn') }).click();
  await dialog.getByLabel(catalogueText('signing', 'typeHere')).fill(name);
  await button(dialog, 'signing', 'use.signature').click();
  await dialog.waitFor({ state: 'detached' });
  const last = page.getByRole('dialog', { name: catalogueText('signing', 'finish.title') });
  const guide = button(page.getByRole('region', { name: catalogueText('signing', 'guide.label') }), 'signing', 'sign');
  await last.or(guide).first().waitFor();
  if (!(await last.isVisible())) await guide.click();
  await button(last, 'signing', 'sign').click();
  await page.getByRole('heading', { name: catalogueText('signing', 'done.title') }).waitFor();
}

/** Turkish has letters of its own. English is the language of all other journeys. */
const oneOfEachScript: readonly Locale[] = ['de', 'tr', 'el', 'uk', 'zh', 'ja'];

test.each(languagesWanted(oneOfEachScript))('in %s', async (language) => {
  setLanguage(language);
  const email = `signer-${language}@example.com`;
  const complaints = pageErrorsOf(sender);
  await sender.evaluate((chosen) => localStorage.setItem('countersign.language', chosen), language);
  await sender.goto(`${world.product.url}/transactions`);
  const chooser = await chooserOf(sender, () => button(sender, 'lists', 'newRequest').first().click());
  await chooser.setFiles(form);
  await button(sender, 'editor', 'proposals.acceptAll').click();
  await addSigner(sender, language, email);
  await send(sender);

  const signer = await newPerson(world.browser, { locale: language });
  const theirs = pageErrorsOf(signer);
  await signer.goto(linkIn(await world.mailbox.about(email, '/transaction/'), /\/transaction\//));
  await sign(signer, signers[language]);
  expect(await signer.locator('html').getAttribute('lang')).toBe(language);
  await world.mailbox.about(email, /\/completed/);
  await sender.waitForURL(/\/completed$/);
  expect([...complaints, ...theirs]).toEqual([]);
  await signer.context().close();
});
