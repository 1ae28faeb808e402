/** Direct links: whoever opens one becomes the first recipient of a new request made from the template. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DirectLink, DirectLinkSettings } from '#contract/entities/direct-link.ts';
import { createField, type FieldInput } from '#contract/entities/field.ts';
import type { RecipientInput } from '#contract/entities/recipient.ts';
import type { Template } from '#contract/entities/template.ts';
import { directLinkLimits } from '#contract/limits/links.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { acceptingDocuments } from './accepting-documents.ts';
import { Client, samplePdf } from './client.ts';
import { at, eventsOf, mailsTo, sign } from './transaction-world.ts';

const reader = { fields: async () => [], placeFields: async (_: unknown, people: readonly unknown[]) => people.map(() => Buffer.from('% fields\n')) };

let server: TestApp;
let ada: Client;
let eve: Client;
let number = 0;

beforeAll(async () => {
  server = await startTestApp({ BILLING: 'true' }, { ...acceptingDocuments, reader });
  [ada, eve] = [await owner('ada@example.org', 'Ada'), await owner('eve@example.org', 'Eve')];
});
afterAll(() => server.close());

/** Somebody whose plan has all requests. */
async function owner(email: string, firstName: string): Promise<Client> {
  const who = await Client.signIn(server, email, { firstName, lastName: 'Byron' });
  await server.infrastructure.db.insertInto('subscriptions').values({ holder_id: who.userId, holder_type: 'person', plan: 'h_u', status: 'active' }).execute();
  return who;
}

const visitor = (name = `visitor${number += 1}`): Promise<Client> => Client.signIn(server, `${name}@example.org`, { type: 'guest' });

async function templateOf(recipients: RecipientInput[], more: Record<string, unknown> = {}, who = ada): Promise<Template> {
  const file = await who.addFile(samplePdf(`contract ${number += 1}`), 'Contract.pdf');
  const fields: FieldInput[] = recipients.map(({ role }, index) => createField({ id: `f${index}`, page: 1, rect: { x: 10, y: 10 + 10 * index, width: 20, height: 3 }, ...(role && { recipient: { role } }) }));
  await who.call('files.updateMeta', { ...at(file), body: { attributes: { fields } } });
  return who.call('templates.create', { body: { name: 'Waiver', fileIds: [file.id], recipients, ...more } });
}

const limits: DirectLinkSettings = { enabled: true, maxUses: null, expiresAt: null, oncePerPerson: true };
const tokenOf = (link: DirectLink | null): string => new URL(link!.url).hash.slice(1);
const setLink = (template: { id: string }, more: Partial<DirectLinkSettings> = {}, who = ada) => who.call('templates.setDirectLink', { ...at(template), body: { ...limits, ...more } });
const name = { firstName: 'Bea', lastName: 'Vis' };
const use = (who: Client, token: string) => who.call('directLinks.use', { body: { token, ...name } });
const refusal = (who: Client, token: string, more = {}) => who.refusalBody('directLinks.use', { body: { token, ...name, ...more } });
const read = (token: string) => new Client(server, '', null).call('directLinks.read', { body: { token } });
const tenant: RecipientInput[] = [{ role: 'Tenant' }, { role: 'Landlord', email: 'carl@example.org', firstName: 'Carl' }];

async function linked(more: Partial<DirectLinkSettings> = {}, recipients = tenant) {
  const template = await templateOf(recipients);
  const { link } = await setLink(template, more);
  return { template, link, token: tokenOf(link) };
}

describe('whoever opens the link', () => {
  test('reads what is to be signed, without an account', async () => {
    const { token } = await linked();
    expect(await read(token)).toEqual({ state: 'open', title: 'Waiver', message: { title: '', body: '' }, sender: 'Ada Byron', documents: ['Contract.pdf'], places: 1 });
  });

  test('becomes the first recipient of a request of the owner, and signs at once', async () => {
    const { template, token } = await linked();
    const bea = await visitor();
    const { transactionId: id } = await use(bea, token);
    const made = await ada.call('transactions.get', { params: { id } });
    expect(made).toMatchObject({
      ownerId: ada.userId, status: 'pending', name: 'Waiver', attributes: { relatedToTemplates: [template.id] },
      recipients: [{ email: bea.email, ...name, role: 'Tenant', userId: bea.userId, invitedAt: expect.any(String) }, { email: 'carl@example.org', role: 'Landlord', invitedAt: null }],
    });
    expect((await ada.call('files.getMeta', { params: { id: made.fileIds[0]! } })).attributes.fields.map(({ recipient }) => recipient?.email)).toEqual([bea.email, 'carl@example.org']);
    expect((await sign(bea, await bea.call('transactions.get', { params: { id } }))).recipients[0]).toMatchObject({ completed: true });
    expect((await mailsTo(server, 'carl@example.org')).map(({ template: kind }) => kind)).toEqual(['invitation']);
  });

  test('is named in the history, and gets no mail: they are here. The owner is told', async () => {
    const { token } = await linked();
    const [sent, bea] = [(await mailsTo(server, ada.email)).length, await visitor()];
    const { transactionId: id } = await use(bea, token);
    const { insights } = await ada.call('transactions.insights', { params: { id } });
    expect(insights.map(({ action, actor }) => [action, actor.id])).toEqual([
      ['transaction_created', ada.userId], ['direct_link_used', bea.userId], ['transaction_started', bea.userId], ['recipient_invited', bea.userId],
    ]);
    // The owner was not there.
    expect(insights[0]?.actor.ip ?? '').toBe('');
    expect(await mailsTo(server, bea.email)).toEqual([]);
    expect((await mailsTo(server, ada.email)).slice(sent).map(({ template, subject }) => [template, subject])).toEqual([['direct_link_used', 'Bea Vis began “Waiver” with your direct link']]);
    expect(await eventsOf(server, ada.userId, id)).toContain('transaction_updated');
  });

  test('gives the name to an account that has none, and keeps the one of any other', async () => {
    const { token } = await linked();
    const [bea, dora] = [await visitor(), await Client.signIn(server, 'dora@example.org', { firstName: 'Dora' })];
    for (const each of [bea, dora]) await use(each, token);
    expect(await bea.call('profile.get')).toMatchObject(name);
    expect(await dora.call('profile.get')).toMatchObject({ firstName: 'Dora', lastName: null });
  });

  test('must be signed in, by an address that is proven', async () => {
    const { token } = await linked();
    expect((await refusal(new Client(server, '', null), token)).code).toBe('unauthorized');
    const bea = await visitor();
    await server.infrastructure.db.updateTable('users').set({ email_verified: false }).where('id', '=', bea.userId).execute();
    expect((await refusal(bea, token)).code).toBe('fields_empty');
    expect((await refusal(await visitor(), token, { firstName: 'Bea\u202e' })).code).toBe('request_validation_error');
  });

  test('can\'t be somebody who has another role already', async () => {
    const { token } = await linked();
    expect((await refusal(await Client.signIn(server, 'carl@example.org'), token)).code).toBe('match_recipient');
  });
});

describe('a second time', () => {
  test('what was begun is continued, also from two tabs at once', async () => {
    const { link, template, token } = await linked();
    const bea = await visitor();
    const answers = await Promise.all([1, 2, 3].map(() => use(bea, token)));
    expect(new Set(answers.map(({ transactionId }) => transactionId)).size).toBe(1);
    expect(await use(bea, token)).toEqual(answers[0]);
    expect(link?.uses).toBe(0);
    expect((await ada.call('templates.getDirectLink', at(template))).link?.uses).toBe(1);
  });

  test.each([['signed', true], ['signed', false], ['declined', true], ['declined', false]])('a person who has %s, once per person: %s', async (how, oncePerPerson) => {
    const { token } = await linked({ oncePerPerson });
    const bea = await visitor();
    const first = await bea.call('transactions.get', { params: { id: (await use(bea, token)).transactionId } });
    if (how === 'signed') await sign(bea, first);
    else await bea.call('transactions.decline', { ...at(first), body: { reason: 'No' } });
    if (oncePerPerson) expect((await refusal(bea, token)).code).toBe('direct_link_used');
    else expect((await use(bea, token)).transactionId).not.toBe(first.id);
  });

  test('a request that the owner canceled may be begun anew', async () => {
    const { token } = await linked();
    const bea = await visitor();
    const { transactionId: id } = await use(bea, token);
    await ada.call('transactions.cancel', { params: { id } });
    expect((await use(bea, token)).transactionId).not.toBe(id);
  });
});

describe('a closed link', () => {
  const expectClosed = async (token: string, reason: string) => {
    expect(await read(token)).toEqual({ state: 'closed', reason });
    expect(await refusal(await visitor(), token)).toMatchObject(reason === 'unknown' ? { code: 'invalid_link' } : { code: 'direct_link_closed', details: { reason } });
  };

  test('one that never was, one that was replaced and one of a deleted template are answered alike', async () => {
    await expectClosed('x'.repeat(32), 'unknown');
    const { template, token } = await linked();
    const { link } = await ada.call('templates.renewDirectLink', at(template));
    await expectClosed(token, 'unknown');
    expect((await read(tokenOf(link))).state).toBe('open');
    await ada.call('templates.delete', at(template));
    await expectClosed(tokenOf(link), 'unknown');
  });

  test('is off, over, or used up', async () => {
    const { template, token } = await linked({ enabled: false });
    await expectClosed(token, 'off');
    await setLink(template, { expiresAt: new Date(Date.now() - 1000).toISOString() });
    await expectClosed(token, 'expired');
    await setLink(template, { maxUses: 1 });
    const bea = await visitor();
    const begun = await use(bea, token);
    await expectClosed(token, 'used_up');
    expect(await use(bea, token)).toEqual(begun);
    expect((await ada.call('templates.getDirectLink', at(template))).link).toMatchObject({ uses: 1, closed: 'used_up' });
  });

  test('of two who open the last one at once, one gets in', async () => {
    const { token } = await linked({ maxUses: 1 });
    const people = await Promise.all([visitor(), visitor(), visitor()]);
    const answers = await Promise.all(people.map((each) => each.send('directLinks.use', { body: { token, ...name } })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403, 403]);
  });

  test('takes nobody when the requests of its owner are used up, and says so', async () => {
    const poor = await Client.signIn(server, 'poor@example.org', { firstName: 'Paul' });
    const template = await templateOf([{ role: 'signer' }], {}, poor);
    const token = tokenOf((await setLink(template, {}, poor)).link);
    for (let time = 0; time < 5; time += 1) await use(await visitor(), token);
    expect((await poor.call('profile.get')).featureFlags.transactionsQuota).toBe(0);
    await expectClosed(token, 'quota');
    expect((await poor.call('templates.getDirectLink', at(template))).link?.closed).toBe('quota');
  });

  test('takes nobody while its template is archived or fits no longer', async () => {
    const { template, token } = await linked();
    await ada.call('lists.archive', { body: { kind: 'template', ids: [template.id], archived: true } });
    await expectClosed(token, 'off');
    await ada.call('lists.archive', { body: { kind: 'template', ids: [template.id], archived: false } });
    await ada.call('templates.update', { ...at(template), body: { recipients: [{ role: 'Tenant' }, { role: 'Landlord' }] } });
    await expectClosed(token, 'unfit');
    expect((await ada.call('templates.getDirectLink', at(template))).link?.closed).toBe('unfit');
  });

  test('a new owner decides anew', async () => {
    const { template, token } = await linked();
    await ada.call('templates.share', { ...at(template), body: { participants: [{ email: eve.email }] } });
    await ada.call('templates.changeOwner', { ...at(template), body: { userId: eve.userId } });
    await expectClosed(token, 'off');
    expect(await ada.refusal('templates.getDirectLink', at(template))).toBe('permission_denied');
    await setLink(template, {}, eve);
    expect(await ada.call('directLinks.read', { body: { token } })).toMatchObject({ state: 'open', sender: 'Eve Byron' });
  });
});

describe('the owner', () => {
  test.each([
    ['noOpenRole', [{ role: 'Tenant', email: 'carl@example.org' }], {}],
    ['severalOpenRoles', [{ role: 'Tenant' }, { role: 'Landlord' }], {}],
    ['notFirst', [{ role: 'Landlord', email: 'carl@example.org' }, { role: 'Tenant' }], {}],
    ['inPerson', [{ role: 'Tenant', inPerson: true }], {}],
    ['accessCode', [{ role: 'Tenant', requireAccessCode: true }], {}],
    ['passwordProtection', [{ role: 'Tenant' }], { options: { requirePasswordProtection: true } }],
    ['noDocuments', [{ role: 'Tenant' }], { fileIds: [] }],
  ] as const)('can\'t make a link of a template that could take nobody: %s', async (problem, recipients, more) => {
    const template = await templateOf([...recipients], more);
    expect(await ada.refusalBody('templates.setDirectLink', { ...at(template), body: limits })).toMatchObject({ code: 'not_ready', details: { problem } });
    expect(await ada.call('templates.getDirectLink', at(template))).toEqual({ link: null });
  });

  test('is refused for a template with a web page, into which nothing is placed', async () => {
    const page = await ada.addPage();
    const template = await ada.call('templates.create', { body: { name: 'Page', fileIds: [page.id], recipients: [{ role: 'Tenant' }] } });
    expect(await ada.refusalBody('templates.setDirectLink', { ...at(template), body: limits })).toMatchObject({ code: 'sign_not_pdf', details: { fileId: page.id } });
  });

  test('lists the requests that were made by it, newest first, also those of a link that was replaced', async () => {
    const { template, token } = await linked();
    const [bea, dora] = [await visitor(), await visitor()];
    const first = await use(bea, token);
    const renewed = tokenOf((await ada.call('templates.renewDirectLink', at(template))).link);
    const second = await use(dora, renewed);
    await sign(dora, await dora.call('transactions.get', { params: { id: second.transactionId } }));
    const { requests, lastKey } = await ada.call('templates.directLinkRequests', at(template));
    expect(lastKey).toBeNull();
    const of = (id: string) => requests.find((each) => each.transactionId === id);
    expect(of(second.transactionId)).toMatchObject({ status: 'opened', person: { email: dora.email, ...name }, signedAt: expect.any(String) });
    expect(of(first.transactionId)).toMatchObject({ person: { email: bea.email }, signedAt: null });
    expect(requests.map((each) => each.transactionId)).toEqual(requests.map((each) => each.transactionId).toSorted().toReversed());
  });

  test('keeps what is done with it in the history of the template', async () => {
    const { template } = await linked();
    await setLink(template, { maxUses: 5 });
    await ada.call('templates.renewDirectLink', at(template));
    expect((await ada.call('templates.insights', at(template))).insights.map(({ action }) => action)).toEqual(['template_created', 'direct_link_created', 'direct_link_changed', 'direct_link_renewed']);
  });

  test('alone sees it: neither viewers nor strangers', async () => {
    const { template } = await linked();
    await ada.call('templates.share', { ...at(template), body: { participants: [{ email: eve.email }] } });
    expect(await eve.refusal('templates.getDirectLink', at(template))).toBe('permission_denied');
    expect(await eve.refusal('templates.directLinkRequests', at(template))).toBe('permission_denied');
    expect(await (await visitor()).refusal('templates.setDirectLink', { ...at(template), body: limits })).toBe('permission_denied');
    expect(await ada.refusal('templates.renewDirectLink', at(await templateOf(tenant)))).toBe('not_found');
  });

  test('is stored without the token in clear', async () => {
    const { template, token } = await linked();
    const row = await server.infrastructure.db.selectFrom('direct_links').selectAll().where('template_id', '=', template.id).executeTakeFirstOrThrow();
    expect(JSON.stringify([row.token_hash.toString('latin1'), row.token_sealed.toString('latin1')])).not.toContain(token);
    expect(token).toMatch(/^[\w-]{32}$/);
  });
});

test('one person begins a limited number of requests in an hour', async () => {
  const bea = await visitor();
  const { token } = await linked();
  for (let time = 0; time < directLinkLimits.ofPerson.most; time += 1) await ada.call('transactions.cancel', { params: { id: (await use(bea, token)).transactionId } });
  expect((await refusal(bea, token)).code).toBe('too_many_requests');
});
