/** Everything the product shows, made once by calls, and the people who look at it. */
import { bytesOf, type Engine } from '@countersign/core/node';
import type { BrowserContextOptions, Page } from 'playwright';
import { newId } from '#server/platform/id.ts';
import { preparedFields } from '#contract/entities/signature-anchor.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { type Client, samplePhoto, samplePng } from '../api/client.ts';
import { deliver, enroll, signedCopy, startForReal, upload } from '../api/real-signing.ts';
import { newPerson } from '../support/chromium.ts';
import { linkIn } from '../support/mailbox.ts';
import { signedIn } from './signed-in.ts';
import { clientIn, fieldFor, makeDraft, recipient } from './requests.ts';
import { openWorld, type World } from './world.ts';
import { openLink } from './people.ts';

export const grace = { name: 'Grace Hopper', email: 'grace@example.com' };
const emmy = { name: 'Emmy Noether', email: 'emmy@example.com' };
export const password = 'open sesame';

/** Somebody with the product in front of them; a visitor has no page yet. */
export type Who = 'visitor' | 'ada' | 'grace' | 'emmy' | 'nameless';

export interface SeededWorld {
  world: World;
  people: Record<Exclude<Who, 'visitor'>, Page>;
  paths: Paths;
}

/** Where things are, from the root. */
export interface Paths {
  draft: string;
  running: string;
  completed: string;
  declined: string;
  locked: string;
  /** Grace is asked for a code before she sees it; Mary is asked at the same time. */
  coded: string;
  /** Grace is asked for files. */
  attaching: string;
  inPerson: string;
  identity: { requested: string; taking: string; waiting: string; phone: string };
  file: string;
  template: string;
  library: string;
  bulk: string;
  organization: string;
  team: string;
  invite: string;
  /** An organization that requires a second factor, which Emmy does not have. */
  guarded: string;
  phone: string;
}

/** Makes everything that the screens show. */
export async function openSeededWorld(): Promise<SeededWorld> {
  const world = await openWorld({
    INTEGRATIONS_HOOK_URL: 'http://127.0.0.1:9',
    CLOUD_SOURCES: JSON.stringify([{ source: 'google_drive', clientId: 'id', clientSecret: 'secret' }, { source: 'dropbox', clientId: 'id', clientSecret: 'secret' }]),
    CONNECTIONS: JSON.stringify([{ id: 'social', type: 'social', name: 'Example', issuer: 'http://127.0.0.1:9', clientId: 'id', clientSecret: 'secret' }]),
  });
  try {
    return await furnish(world, await world.engine());
  } catch (error) {
    await world.close();
    throw error;
  }
}

const pathOf = (kind: 'transaction' | 'template', { id }: { id: string }): string => `/${kind}/${id}`;

/** The fields that Grace fills in. */
const gracesFields = [fieldFor(grace.email, 'text'), fieldFor(grace.email, 'checkmark', 1), fieldFor(grace.email, 'signature', 2)];
const attachments = [{ id: 'licence', label: 'Driving licence', help: 'Both sides', required: true }, { id: 'proof', label: 'Proof of address', help: '', required: false }];
const askGrace = (name: string, fields = gracesFields) => ({ name, recipients: [recipient(grace.name, grace.email)], fields });

async function furnish(world: World, engine: Engine): Promise<SeededWorld> {
  const { browser, mailbox } = world;
  const [ada, guest, empty, nameless] = await Promise.all([
    signedIn(world),
    newPerson(browser),
    signedIn(world, { email: emmy.email, first: 'Emmy', last: 'Noether' }),
    signedIn(world, { email: 'new@example.com', first: '', last: '' }),
  ]);
  const sender = await clientIn(world, ada, 'ada@example.com');
  const start = async (wish: Parameters<typeof makeDraft>[2]): Promise<Transaction> => startForReal(engine, sender, await makeDraft(world, ada, wish));
  const signed = await start(askGrace('Signed agreement.pdf', []));
  await openLink(guest, linkIn(await mailbox.about(grace.email, '/transaction/'), /\/transaction\//));
  await guest.getByRole('region', { name: 'Your fields' }).waitFor();
  const asGrace = await clientIn(world, guest, grace.email);
  // Nothing is left to ask her: a question of the app would come over what is looked at, at another moment each time.
  await asGrace.call('profile.update', { body: { firstName: 'Grace', lastName: 'Hopper' } });
  await asGrace.call('profile.cookieConsent', {});
  await asGrace.call('profile.passkeyPromotion', {});
  await signAs(engine, asGrace, signed);
  const running = await start(askGrace('Running agreement.pdf'));
  // Long enough ago for a reminder.
  await world.product.query("update recipients set invited_at = invited_at - interval '2 hours' where transaction_id = $1", [running.id]);
  const declined = await start(askGrace('Declined agreement.pdf'));
  await asGrace.call('transactions.decline', { params: { id: declined.id }, body: { reason: 'The rent is wrong.' } });
  const draft = await makeDraft(world, ada, askGrace('Draft agreement.pdf'));
  const template = await sender.call('templates.fromTransaction', { params: { id: draft.id }, body: {} });
  const [fileId = ''] = signed.fileIds;
  await sender.call('transactions.share', { params: { id: running.id }, body: { participants: [{ email: 'alan@example.com', firstName: 'Alan', lastName: 'Turing' }] } });
  await sender.call('files.share', { params: { id: fileId }, body: { participants: [{ email: grace.email, firstName: 'Grace', lastName: 'Hopper' }] } });
  await (await clientIn(world, empty)).call('transactions.requestAccess', { params: { id: running.id } });
  return {
    world,
    people: { ada, grace: guest, emmy: empty, nameless },
    paths: {
      draft: pathOf('transaction', draft),
      running: pathOf('transaction', running),
      completed: `${pathOf('transaction', signed)}/completed`,
      declined: pathOf('transaction', declined),
      locked: pathOf('transaction', await locked(world, ada, sender, engine)),
      coded: pathOf('transaction', await coded(world, ada, sender, engine)),
      attaching: pathOf('transaction', await start({ name: 'Attached agreement.pdf', recipients: [recipient(grace.name, grace.email, { attachments })], fields: [fieldFor(grace.email, 'signature')] })),
      inPerson: pathOf('transaction', await handed(engine, sender, start)),
      identity: await identities(world, await clientIn(world, empty), start),
      file: `/file/${fileId}`,
      template: pathOf('template', template),
      library: await library(sender),
      bulk: await bulk(sender, template.id),
      ...(await organization(world, sender)),
      guarded: await guarded(world, sender, await clientIn(world, empty)),
      ...(await belongings(sender)),
    },
  };
}

/** Signs what this person is asked for. */
async function signAs(engine: Engine, person: Client, transaction: Transaction): Promise<Transaction> {
  const key = await enroll(person);
  for (const fileId of transaction.fileIds) {
    const { status, body } = await deliver(person, transaction, fileId, await signedCopy(engine, person, key, transaction, fileId));
    if (status !== 200) throw new Error(`Not signed: ${JSON.stringify(body)}`);
  }
  return person.call('transactions.get', { params: { id: transaction.id } });
}

/** A request whose documents nobody opens without a password. */
async function locked(world: World, ada: Page, sender: Client, engine: Engine): Promise<Transaction> {
  const draft = await makeDraft(world, ada, { ...askGrace('Locked agreement.pdf'), options: { requirePasswordProtection: true } });
  const [fileId = ''] = draft.fileIds;
  const plain = await sender.contentOf(fileId);
  const open = await engine.open(plain);
  const base = Buffer.from(await bytesOf(plain, await open.encrypt({ user: password, owner: password })));
  await open.close();
  const { url } = await sender.call('files.updateUrl', { params: { id: fileId }, body: { mimeType: 'application/pdf' } });
  await sender.put(url, base);
  const { attributes } = await sender.call('files.getMeta', { params: { id: fileId } });
  const document = await engine.open(base, { password });
  const tail = await document.placeFields(preparedFields(attributes.fields, draft.recipients));
  await document.close();
  await upload(sender, draft, fileId, Buffer.concat([base, tail.bytes]));
  return sender.call('transactions.start', { params: { id: draft.id }, body: { password } });
}

/** Asks two at once, with a code for one of them, a private message, a deadline and reminders; it has a folder and a tag. */
async function coded(world: World, ada: Page, sender: Client, engine: Engine): Promise<Transaction> {
  const together = { signingOrder: 1 };
  const recipients = [
    recipient(grace.name, grace.email, { ...together, requireAccessCode: true, privateMessage: 'The rent is what we agreed on.' }),
    recipient('Mary Somerville', 'mary@example.com', together),
  ];
  const { id } = await makeDraft(world, ada, { name: 'Coded agreement.pdf', recipients, fields: gracesFields });
  const at = { params: { id } };
  const draft = await sender.call('transactions.update', { ...at, body: { expiresAt: inTenDays(), message: { reminders: { firstAfterDays: 3, everyDays: 2, most: 4 } } } });
  const [{ id: recipientId } = { id: '' }] = draft.recipients;
  const started = await startForReal(engine, sender, draft, { accessCodes: [{ recipientId, code: password }] });
  const [folder, tag] = await Promise.all([sender.call('labels.create', { body: { kind: 'folder', name: 'Leases' } }), sender.call('labels.create', { body: { kind: 'tag', name: 'Riverside' } })]);
  await sender.call('lists.label', { body: { kind: 'transaction', ids: [id], folderId: folder.id, addTags: [tag.id] } });
  return started;
}

const inTenDays = (): string => new Date(Date.now() + 10 * 24 * 60 * 60 * 1000).toISOString();

type Start = (wish: Parameters<typeof makeDraft>[2]) => Promise<Transaction>;

/** Ada has signed; whoever sits beside her is next. */
async function handed(engine: Engine, sender: Client, start: Start): Promise<Transaction> {
  const recipients = [recipient('Ada Byron', 'ada@example.com'), recipient('Mary Somerville', 'mary@example.com', { inPerson: true })];
  return signAs(engine, sender, await start({ name: 'Handed over.pdf', recipients }));
}

/** Checks of who Emmy is, each at another step. */
async function identities(world: World, checked: Client, start: Start): Promise<Paths['identity']> {
  const recipients = [recipient(emmy.name, emmy.email, { identityRequirements: ['id_card', 'selfie'], identityRequireManualApproval: true })];
  const [requested, taking, waiting] = [await start({ name: 'Identity asked.pdf', recipients }), await start({ name: 'Identity taken.pdf', recipients }), await start({ name: 'Identity shown.pdf', recipients })];
  for (const { id } of [taking, waiting]) await checked.call('identityChecks.begin', { params: { id } });
  // A telephone at hand gives it half an hour instead of five minutes.
  const { link } = await checked.call('identityChecks.ticket', { params: { id: taking.id } });
  for (const kind of ['id_card_front', 'id_card_back', 'selfie'] as const) {
    const { url, imageRef } = await checked.call('identityChecks.uploadUrl', { params: { id: waiting.id }, query: {}, body: { kind, mimeType: 'image/png' } });
    await checked.put(url, samplePhoto(), 'image/png');
    await checked.call('identityChecks.submit', { params: { id: waiting.id }, query: {}, body: { evidence: [{ kind, imageRef }] } });
  }
  return { requested: pathOf('transaction', requested), taking: pathOf('transaction', taking), waiting: pathOf('transaction', waiting), phone: link.slice(world.product.url.length) };
}

async function library(sender: Client): Promise<string> {
  const file = await sender.addFile(await sampleForm(), 'Form for everybody.pdf');
  const { id } = await sender.call('templates.create', { body: { name: 'Form for everybody.pdf', fileIds: [file.id], recipients: [{ role: 'signer' }], public: true } });
  return `/library/template/${id}`;
}

const sampleForm = async (): Promise<Uint8Array> => (await import('../fixtures/own-form.ts')).makeOwnForm();

async function bulk(sender: Client, sourceId: string): Promise<string> {
  const recipients = ['Mary Somerville', 'Sofia Kovalevskaya', 'Hypatia Alexandria'].map((name, index) => ({ email: `bulk${index}@example.com`, firstName: name.split(' ')[0], lastName: name.split(' ')[1] }));
  const { id } = await sender.call('bulks.create', { body: { sourceType: 'template', sourceId, recipients } });
  return `/bulks/${id}`;
}

async function organization(world: World, sender: Client): Promise<Pick<Paths, 'organization' | 'team' | 'invite'>> {
  const { id } = await sender.call('organizations.create', { body: { name: 'Analytical Engines' } });
  await sender.call('organizations.invite', { params: { id }, body: { members: [{ email: emmy.email, firstName: 'Emmy', lastName: 'Noether' }, { email: 'charles@example.com', role: 'admin' }] } });
  const team = await sender.call('teams.create', { params: { orgId: id }, body: { name: 'Calculators', description: 'Who check the tables', memberIds: [sender.userId] } });
  // The link of a mail signs in whom it was sent to; Emmy, who is asked too, is signed in already.
  const invite = new URL(linkIn(await world.mailbox.about('charles@example.com', '/invite/'), /\/invite\//));
  return { organization: `/organization/${id}`, team: `/organization/${id}/team/${team.id}`, invite: invite.pathname };
}

async function guarded({ product }: World, owner: Client, member: Client): Promise<string> {
  const { id } = await owner.call('organizations.create', { body: { name: 'Difference Engines' } });
  await owner.call('organizations.invite', { params: { id }, body: { members: [{ email: emmy.email }] } });
  const { invites } = await member.call('invites.list');
  await member.call('invites.accept', { params: { id: invites.find(({ orgId }) => orgId === id)?.id ?? '' } });
  await product.query('update organizations set require_second_factor = true where id = $1', [id]);
  return `/organization/${id}`;
}

/** Signature, application, and a telephone that makes another signature. */
async function belongings(sender: Client): Promise<Pick<Paths, 'phone'>> {
  for (const type of ['signature', 'initials', 'photo'] as const) {
    const { url, imageRef } = await sender.call('media.uploadUrl', { query: {}, body: { mimeType: 'image/png' } });
    await sender.put(url, samplePng(), 'image/png');
    await sender.call('media.create', { query: {}, body: { id: newId(), type, fillType: 'draw', imageRef } });
  }
  await sender.call('apps.create', { body: { name: 'Ledger' } });
  const { link } = await sender.call('media.captureTicket', { body: { type: 'signature' } });
  const { pathname, search } = new URL(link);
  return { phone: pathname + search };
}

/** What lasts for minutes would be over before the last language: sign-ins that count as recent, checks of identity and their links. */
export async function keepFresh({ world: { product } }: SeededWorld): Promise<void> {
  await product.query("update oidc_records set payload = payload || jsonb_build_object('loginTs', extract(epoch from now())::bigint) where model = 'Session'");
  await product.query("update identity_checks set expires_at = now() + interval '30 minutes' where status = 'capturing'");
  for (const tickets of ['identity_tickets', 'capture_tickets']) await product.query(`update ${tickets} set expires_at = now() + interval '30 minutes'`);
}

/** A person's browser on another device or in another language. */
export async function personAgain({ world, people }: SeededWorld, who: Who, options: BrowserContextOptions, language: string): Promise<Page> {
  const known = who === 'visitor' ? null : people[who];
  const storageState = await known?.context().storageState();
  // The tab's own store too: with it nobody is signed in anew.
  const sessionEntries = (await known?.evaluate(() => Object.entries(sessionStorage).filter(([key]) => key.startsWith('oidc.user:')))) ?? [];
  const page = await newPerson(world.browser, { ...options, ...(storageState ? { storageState } : {}) });
  await page.addInitScript((entries) => {
    for (const [key, value] of entries) if (sessionStorage.getItem(key) === null) sessionStorage.setItem(key, value as string);
  }, sessionEntries);
  await page.addInitScript((chosen) => localStorage.setItem('countersign.language', chosen), language);
  return page;
}
