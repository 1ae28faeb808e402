/**
 * Every address of the product, opened as everybody who may see it and as who may not. It is enough that the right
 * screen comes: what can be done on it is seen elsewhere.
 */
import type { Page } from 'playwright';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { checkAddress, ownRoutes, routes as all } from '#contract/routes.ts';
import { devices, keepPicturesOfFailure } from '../support/chromium.ts';
import { type SeededWorld, openSeededWorld, type Paths, personAgain } from './seeded-world.ts';

const actors = ['visitor', 'ada', 'grace', 'emmy'] as const;
type Actor = (typeof actors)[number];

/** What tells which screen it is: a heading by its words, or something else on it. */
type Seen = string | RegExp | { css: string };

const editor: Seen = { css: '[data-field]' };
/** The editor of what may have no field yet. */
const tools: Seen = { css: '[role=tablist]' };
const looking: Seen = { css: '[data-page]' };
const signing = 'Running agreement.pdf';
const standing = 'Status';
const refused = "You don't have access";
const accessRequested = 'Access requested';
const missing = 'Page not found';
const noOrganization = 'Organization is not found';
const welcome = 'Sign a document now';
/** Whoever is not known is asked who they are. */
const signIn = 'sign in';

const idIn = (path: string): string => path.split('/').find((part) => /^[0-9a-f]{24}$/.test(part)) ?? '';

interface Row {
  route: string;
  /** Which one, where there are several. */
  path: (paths: Paths) => string;
  /** What each actor sees; visitors are asked who they are where nothing else is said. */
  seen: Record<Exclude<Actor, 'visitor'>, Seen> & { visitor?: Seen };
}

const everybody = (seen: Seen): Row['seen'] => ({ ada: seen, grace: seen, emmy: seen });

/** A route of a thing, by its id. */
const of = (route: string, thing: (paths: Paths) => string, seen: Row['seen']): Row => ({ route, path: (paths) => route.replace(/\{ids?\}/, idIn(thing(paths))), seen });
const draft = ({ draft: path }: Paths): string => path;
const running = ({ running: path }: Paths): string => path;
const completed = ({ completed: path }: Paths): string => path;
const template = ({ template: path }: Paths): string => path;
const library = ({ library: path }: Paths): string => path;
const file = ({ file: path }: Paths): string => path;

/** What a member alone sees of an organization. */
const inOrganization = (route: string, seen: Seen): Row => ({ route, path: ({ organization, team }) => (route === all.team ? team : route.replace(/\{\w+\}/, idIn(organization))), seen: { ada: seen, grace: noOrganization, emmy: noOrganization } });
/** It looks the same to everybody, known or not. */
const open = (route: string, seen: Seen): Row => ({ route, path: () => route, seen: { ...everybody(seen), visitor: seen } });
/** Of the account: each has their own. */
const own = (route: string, seen: Seen): Row => ({ route, path: () => route, seen: everybody(seen) });

/** A draft is its owner's alone. */
const owners = (seen: Seen): Row['seen'] => ({ ada: seen, grace: refused, emmy: refused });

const rows: Row[] = [
  { route: all.home, path: () => '/', seen: { ...everybody('Requests'), visitor: welcome } },
  { route: all.transactions, path: () => '/transactions', seen: { ...everybody('Requests'), visitor: welcome } },
  { route: all.templates, path: () => '/templates', seen: { ...everybody('Templates'), visitor: welcome } },
  { route: all.files, path: () => '/files', seen: { ...everybody('Files'), visitor: welcome } },
  { route: all.upload, path: () => '/upload', seen: { ...everybody('Add documents'), visitor: 'Add documents' } },
  of(all.bulk, ({ bulk }) => bulk, { ada: /^Draft agreement/, grace: 'Bulk send not found', emmy: 'Bulk send not found' }),
  ...([all.transaction, all.transactionCreate, all.transactionEditor, all.transactionPhotoCapturing] as const).flatMap((route) => [
    of(route, draft, owners(editor)),
    of(route, running, { ada: standing, grace: signing, emmy: accessRequested }),
    of(route, completed, { ada: 'Everyone is done', grace: 'Everyone is done', emmy: refused }),
  ]),
  of(all.transactionStart, draft, owners('Send for signature?')),
  of(all.transactionStart, running, { ada: standing, grace: signing, emmy: accessRequested }),
  of(all.transactionCompleted, draft, { ada: 'Not everyone is done yet', grace: refused, emmy: refused }),
  of(all.transactionCompleted, completed, { ada: 'Everyone is done', grace: 'Everyone is done', emmy: refused }),
  of(all.transactionUpload, draft, owners(/^Add documents to/)),
  of(all.transactionUpload, running, { ada: /^Add documents to/, grace: /^Add documents to/, emmy: accessRequested }),
  of(all.transactionSharing, running, { ada: 'Sharing', grace: refused, emmy: accessRequested }),
  of(all.transactionInsights, completed, { ada: 'History', grace: 'History', emmy: refused }),
  of(all.transactionUseBulk, draft, owners('This request already has recipients')),
  ...([all.template, all.templateCreate, all.templateEditor] as const).map((route) => of(route, template, owners(editor))),
  of(all.templateUse, template, owners('Who takes which role?')),
  of(all.templateUseBulk, template, owners('Bulk send')),
  of(all.templateUpload, template, owners(/^Add documents to/)),
  of(all.templatePhotoCapturing, template, owners(/^Add documents to/)),
  of(all.templateSharing, template, owners('Sharing')),
  of(all.templateInsights, template, owners('History')),
  of(all.templateSaved, template, owners('The template is ready')),
  { route: all.file, path: () => '/file', seen: { ...everybody(missing), visitor: 'Open a PDF' } },
  { route: all.file, path: () => checkAddress, seen: { ...everybody('Check a document'), visitor: 'Check a document' } },
  of(all.fileView, file, { ada: looking, grace: looking, emmy: refused, visitor: 'This document is no longer in this browser' }),
  of(all.fileUpload, file, { ada: /^New version of/, grace: /^New version of/, emmy: refused }),
  of(all.fileInsights, file, { ada: 'History', grace: 'History', emmy: refused }),
  of(all.fileSharing, file, { ada: 'Sharing', grace: 'Sharing', emmy: refused }),
  { route: all.document, path: () => '/document', seen: { ...everybody(missing), visitor: 'Open a PDF' } },
  of(all.documentView, file, { ada: looking, grace: looking, emmy: refused, visitor: 'This document is no longer in this browser' }),
  of(all.documentUpload, file, { ada: /^New version of/, grace: /^New version of/, emmy: refused }),
  of(all.documentInsights, file, { ada: 'History', grace: 'History', emmy: refused }),
  of(all.documentSharing, file, { ada: 'Sharing', grace: 'Sharing', emmy: refused }),
  { route: all.library, path: () => '/library/template', seen: everybody('Library') },
  of(all.libraryTemplateEditor, library, { ...everybody(looking), ada: tools }),
  of(all.libraryTemplateEditor, template, { ada: tools, grace: missing, emmy: missing }),
  ...([all.libraryTemplate, all.libraryTemplatePhotoCapturing] as const).flatMap((route) => [
    of(route, library, everybody(looking)),
    of(route, template, { ada: looking, grace: missing, emmy: missing }),
  ]),
  ...([all.libraryTransaction, all.libraryTransactionEditor, all.libraryTransactionPhotoCapturing] as const).map((route) => of(route, running, { ada: standing, grace: signing, emmy: accessRequested })),
  // It was sent to Charles.
  { route: all.invite, path: ({ invite }) => invite, seen: everybody('This invitation is for someone else') },
  own(all.organizationNew, 'New organization'),
  own(ownRoutes.invitations, 'Invitations'),
  inOrganization(all.organization, 'Name and logo'),
  inOrganization(all.organizationMembers, /^\d members$/),
  inOrganization(all.organizationTeams, '1 team'),
  inOrganization(ownRoutes.organizationActivity, 'Activity'),
  own(ownRoutes.sendApprovals, 'Waiting for your approval'),
  own(ownRoutes.newEncrypted, 'New end-to-end encrypted request'),
  inOrganization(all.teamNew, 'Members'),
  inOrganization(all.team, 'Members'),
  // Where nothing costs anything there is nothing at these addresses: `billing.test.ts` looks at them where it does.
  { route: all.organizationBilling, path: ({ organization }) => `${organization}/billing`, seen: everybody(missing) },
  own(all.billing, missing),
  own(all.profile, 'Profile'),
  own(all.signatures, 'Signatures'),
  own(all.initials, 'Initials'),
  own(all.photos, 'Photos'),
  own(all.signaturesEditor, 'Create a signature'),
  own(all.initialsEditor, 'Create initials'),
  own(all.photosCapturing, 'Add a photo'),
  own(ownRoutes.contacts, 'Contacts'),
  own(ownRoutes.sessions, 'Sign-ins'),
  own(all.applications, 'Applications'),
  own(all.integrations, 'Integrations'),
  own(all.notifications, 'Notifications'),
  open(ownRoutes.accountChange, 'This link has expired'),
  open(ownRoutes.directLink, 'This link doesn\'t work'),
  open(all.accessDenied, "You don't have access"),
  open(all.invalidLink, 'This link no longer works'),
  open(all.notFound, missing),
  open(all.termsOfUse, 'Terms of use'),
  open(all.trustTerms, 'Terms of use'),
  open(all.privacy, 'Privacy'),
  open(all.trustPrivacy, 'Privacy'),
  open(all.trustGdpr, 'Data protection rights'),
  open(all.trustSubprocessors, 'Other services'),
  of(all.libraryCompleted, completed, { ada: 'Everyone is done', grace: 'Everyone is done', emmy: refused }),
];

/** Ways in and out, which end somewhere else by themselves: followed where people sign in, confirm an address, come from a mail. */
const passages: readonly string[] = [all.authorize, all.verify, all.redirect];

test('every route of the product is tested', () => {
  expect([...new Set(rows.map(({ route }) => route))].sort()).toEqual(Object.values({ ...all, ...ownRoutes }).filter((route) => !passages.includes(route)).sort());
});

describe.each(actors)('%s', (actor) => {
  let seeded: SeededWorld;
  let page: Page;

  beforeAll(async () => {
    seeded = await shared();
    page = await personAgain(seeded, actor, devices.desk, 'en');
    // A visitor stays where they are when they are asked who they are: that it was asked is enough.
    if (actor === 'visitor') await page.route('**/oauth/authorize?*', (route) => route.fulfill({ status: 204 }));
    await page.goto(`${seeded.world.product.url}/trust/compliance/gdpr`);
  });
  beforeEach(() => keepPicturesOfFailure(seeded.world.browser));
  afterAll(() => page?.context().close());

  test('sees permitted pages and is refused others', async () => {
    const wrong: string[] = [];
    for (const { route, path, seen } of rows) {
      const expected = seen[actor] ?? signIn;
      const address = path(seeded.paths);
      const came = await opens(page, address, expected);
      if (!came) wrong.push(`${route} (${address}): not “${JSON.stringify(expected instanceof RegExp ? expected.source : expected)}” but ${await shownIn(page)}`);
    }
    expect(wrong).toEqual([]);
  });
});

let made: Promise<SeededWorld> | undefined;
const shared = (): Promise<SeededWorld> => (made ??= openSeededWorld());
afterAll(async () => (await made)?.world.close());

/** Goes there as links inside of the app do, from a page that is none of those looked for. */
async function opens(page: Page, path: string, expected: Seen): Promise<boolean> {
  await goTo(page, '/trust/compliance/gdpr');
  await page.getByRole('heading', { level: 1, name: 'Data protection rights' }).waitFor();
  const sent = expected === signIn ? page.waitForRequest(/\/oauth\/authorize\?/) : null;
  await goTo(page, path);
  const there = sent ?? whatTells(page, expected).first().waitFor();
  // What is refused says so in the title of its tab, too.
  const titled = (): unknown => expected === refused || expected === accessRequested ? page.waitForFunction((title) => document.title.startsWith(title), expected) : null;
  return there.then(titled).then(
    () => true,
    () => false,
  );
}

function whatTells(page: Page, expected: Seen) {
  if (typeof expected === 'object' && 'css' in expected) return page.locator(expected.css);
  // A guest is asked for a name over it: what lies below is there all the same.
  return page.getByRole('heading', { name: expected, includeHidden: true, ...(typeof expected === 'string' ? { exact: true } : {}) });
}

const goTo = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    window.history.pushState(null, '', to);
    window.dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);

const shownIn = (page: Page): Promise<string> => page.evaluate(() => `${window.location.pathname}: ${[...document.querySelectorAll('h1, h2')].map((each) => (each as HTMLElement).innerText.split('\n')[0]).slice(0, 4).join(' | ')}`);
