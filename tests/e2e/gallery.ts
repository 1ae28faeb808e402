/** Every screen of the product with something to see on it, and the people who look at it. */
import type { BrowserContextOptions, Page } from 'playwright';
import { newPerson } from '../support/chromium.ts';
import { linkIn } from '../support/mailbox.ts';
import { addRecipient, askOne, finish, newRequest, openRequest, placeField, placeFor, send, signIn } from './people.ts';
import { openWorld, type World } from './world.ts';

const grace = { name: 'Grace Hopper', email: 'grace@example.com' };

/** A screen: where it is, who sees it, what tells that it is there, and what is done before it is looked at. */
interface Face {
  name: string;
  who: 'visitor' | 'ada' | 'grace' | 'empty';
  path: string;
  ready: (page: Page) => Promise<unknown>;
}

export interface Gallery {
  world: World;
  people: Record<Exclude<Face['who'], 'visitor'>, Page>;
  /** Where the documents are, from the root. */
  paths: Paths;
}

interface Paths {
  draft: string;
  running: string;
  completed: string;
  file: string;
}

/** Makes by hand, one thing after the other, everything that the screens show. */
export async function openGallery(): Promise<Gallery> {
  const world = await openWorld();
  try {
    return await furnished(world);
  } catch (error) {
    await world.close();
    throw error;
  }
}

async function furnished(world: World): Promise<Gallery> {
  const { browser, product, mailbox } = world;
  const paths = { draft: '', running: '', completed: '', file: '' };
  const [ada, guest, empty] = await Promise.all([newPerson(browser), newPerson(browser), newPerson(browser)]);
  await signIn(empty, product.url, mailbox, { email: 'empty@example.com', first: 'Emmy', last: 'Noether' });
  await signIn(ada, product.url, mailbox, { email: 'ada@example.com', first: 'Ada', last: 'Byron' });
  const link = await askOne(ada, mailbox, await world.ownForm('Signed agreement.pdf'), grace);
  paths.completed = `${new URL(ada.url()).pathname.replace(/\/(create|editor)$/, '')}/completed`;
  await openRequest(guest, link);
  await finish(guest);
  await guest.getByRole('heading', { name: 'You have signed' }).waitFor();
  paths.running = await prepared(world, ada, 'Running agreement.pdf');
  await send(ada);
  await guest.goto(linkIn(await mailbox.next(grace.email, 2), /\/transaction\//));
  paths.draft = await prepared(world, ada, 'Draft agreement.pdf');
  await ada.getByText('Saved', { exact: true }).waitFor();
  const [file] = await product.query<{ id: string }>("select id from files where title like 'Signed%'");
  paths.file = `/file/${file?.id}`;
  await shared(world, ada, `${paths.running}/sharing`, 'Alan Turing', 'alan@example.com');
  await shared(world, ada, `${paths.file}/sharing`, grace.name, grace.email);
  await empty.goto(`${product.url}${paths.running}`);
  await empty.getByRole('button', { name: 'Ask the owner' }).click();
  await empty.getByRole('heading', { name: 'You have asked' }).waitFor();
  return { world, people: { ada, grace: guest, empty }, paths };
}

async function shared(world: World, page: Page, path: string, name: string, email: string): Promise<void> {
  await page.goto(world.product.url + path);
  await page.getByLabel('E-mail address').fill(email);
  await page.getByLabel('Name').fill(name);
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('main').getByRole('listitem').filter({ hasText: name }).waitFor();
}

async function prepared(world: World, page: Page, name: string): Promise<string> {

  await page.goto(`${world.product.url}/transactions`);
  await newRequest(page, await world.ownForm(name));
  await addRecipient(page, grace.name, grace.email);
  await page.getByRole('button', { name: 'Drop all' }).click();
  await placeFor(page, grace.name);
  for (const [index, kind] of ['Text', 'Checkmark', 'Signature'].entries()) await placeField(page, kind, 0.5, 0.72 + index * 0.07);
  return new URL(page.url()).pathname.replace(/\/(create|editor)$/, '');
}

// The question about cookies is a dialog too, but has no foot.
const toStart = (page: Page) => page.getByRole('dialog').locator('footer').getByRole('button').last();
const signing = async (page: Page) => {
  await toStart(page).click();
  await page.getByRole('textbox').first().waitFor();
};
const faces = (paths: Paths): Face[] => [
  { name: 'start page of a visitor', who: 'visitor', path: '/', ready: (page) => page.getByRole('heading', { level: 1 }).waitFor() },
  { name: 'sign-in', who: 'visitor', path: '/profile', ready: (page) => page.locator('input[type=email]').waitFor() },
  { name: 'nothing here', who: 'visitor', path: '/no/such/address', ready: (page) => page.getByRole('heading', { level: 1 }).waitFor() },
  { name: 'no requests yet', who: 'empty', path: '/transactions', ready: (page) => page.getByRole('heading', { level: 2 }).waitFor() },
  { name: 'no files yet', who: 'empty', path: '/files', ready: (page) => page.getByRole('heading', { level: 2 }).waitFor() },
  { name: 'upload', who: 'empty', path: '/upload', ready: (page) => page.getByRole('heading', { level: 1 }).waitFor() },
  { name: 'profile', who: 'empty', path: '/profile', ready: (page) => page.getByRole('textbox').first().waitFor() },
  { name: 'requests', who: 'ada', path: '/transactions', ready: (page) => page.getByText(/Draft agreement/).first().waitFor() },
  { name: 'files', who: 'ada', path: '/files', ready: (page) => page.getByText(/Draft agreement/).first().waitFor() },
  { name: 'editor', who: 'ada', path: `${paths.draft}/create`, ready: (page) => page.locator('[data-field]').nth(2).waitFor() },
  { name: 'send dialog', who: 'ada', path: `${paths.draft}/create`, ready: async (page) => {
    await page.locator('[data-field]').nth(2).waitFor();
    await page.locator('main header').getByRole('button').last().click();
    await page.getByRole('dialog').waitFor();
  } },
  { name: 'how it stands', who: 'ada', path: paths.running, ready: (page) => page.getByRole('complementary').getByRole('listitem').first().waitFor() },
  { name: 'somebody else instead', who: 'ada', path: paths.running, ready: async (page) => {
    await page.getByRole('complementary').getByRole('listitem').getByRole('button').first().click();
    await page.getByRole('menuitem').first().click();
    await page.getByRole('dialog').locator('footer').getByRole('button').last().click();
  } },
  { name: 'sharing', who: 'ada', path: `${paths.running}/sharing`, ready: (page) => page.getByText('Alan Turing').first().waitFor() },
  { name: 'another owner', who: 'ada', path: `${paths.running}/sharing`, ready: async (page) => {
    await page.getByRole('main').getByRole('listitem').filter({ hasText: 'Alan Turing' }).getByRole('button').click();
    await page.getByRole('menuitem').first().click();
    await page.getByRole('dialog').waitFor();
  } },
  { name: 'sharing of a file', who: 'ada', path: `${paths.file}/sharing`, ready: (page) => page.getByText(grace.name).first().waitFor() },
  { name: 'history', who: 'ada', path: paths.completed.replace(/completed$/, 'insights'), ready: async (page) => {
    await page.getByRole('listitem').nth(3).waitFor();
    await page.locator('main summary').first().click();
  } },
  { name: 'history of a file', who: 'ada', path: `${paths.file}/insights`, ready: (page) => page.getByRole('main').getByRole('listitem').first().waitFor() },
  { name: 'asked to see it', who: 'empty', path: paths.running, ready: (page) => page.getByRole('heading', { level: 1 }).waitFor() },
  { name: 'not to be seen', who: 'empty', path: paths.draft, ready: (page) => page.getByRole('heading', { level: 1 }).waitFor() },
  { name: 'shared with one', who: 'grace', path: `${paths.file}/sharing`, ready: (page) => page.getByRole('main').getByRole('listitem').nth(1).waitFor() },
  { name: 'completed', who: 'ada', path: paths.completed, ready: (page) => page.getByText(/Grace Hopper/).first().waitFor() },
  { name: 'introduction', who: 'grace', path: paths.running, ready: (page) => toStart(page).waitFor() },
  { name: 'signing', who: 'grace', path: paths.running, ready: signing },
  { name: 'signature dialog', who: 'grace', path: paths.running, ready: async (page) => {
    await signing(page);
    await page.locator('[data-place] button[data-input]').click();
    await page.getByRole('dialog').getByRole('tab').nth(1).click();
  } },
];

/** The same people on another device or in another language. */
export async function look({ world, people, paths }: Gallery, options: BrowserContextOptions, of: (page: Page, screen: string) => Promise<string[]>, language = 'en'): Promise<string[]> {
  const found: string[] = [];
  for (const who of ['visitor', 'empty', 'ada', 'grace'] as const) {
    const storageState = who === 'visitor' ? undefined : await people[who].context().storageState();
    const page = await newPerson(world.browser, { ...options, reducedMotion: 'reduce', ...(storageState ? { storageState } : {}) });
    await page.addInitScript((chosen) => localStorage.setItem('countersign.language', chosen), language);
    for (const face of faces(paths).filter((each) => each.who === who)) {
      await page.goto(world.product.url + face.path);
      // One screen that does not come must not hide what is wrong with the others.
      const problems = face.ready(page).then(() => of(page, face.name));
      found.push(...(await problems.catch((error: unknown) => [`${face.name} did not come: ${String(error)}`])));
    }
    await page.context().close();
  }
  return found;
}
