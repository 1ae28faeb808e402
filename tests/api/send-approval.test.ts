/** Approval before sending: what members send goes out only when somebody of their organization agrees. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { calls } from '#contract/calls/calls.ts';
import { createField } from '#contract/entities/field.ts';
import type { Organization } from '#contract/entities/organization.ts';
import type { SendApprovalSettings } from '#contract/entities/send-approval.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { scopesOf } from '#contract/permissions/scopes.ts';
import { finishDeletion } from '#server/services/people/account-deletion.ts';
import { newId } from '#server/platform/id.ts';
import { findBulk, findBulkRecipients, insertBulk, type BulkRow } from '#server/repositories/bulks.repository.ts';
import { sendTo, type SendingDependencies } from '#server/services/bulks/sending.ts';
import type { Caller } from '#server/services/caller.ts';
import { createSendApprovalsService } from '#server/services/transactions/send-approvals.service.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { acceptingDocuments } from './accepting-documents.ts';
import { Client, samplePdf } from './client.ts';
import { at, contact, eventsOf, mailsTo, sign, stage } from './transaction-world.ts';

const reader = { fields: async () => [], placeFields: async (_: unknown, people: readonly unknown[]) => people.map(() => Buffer.from('% fields\n')) };

let server: TestApp;
let olga: Client;
let adam: Client;
let paul: Client;
let mia: Client;
let bea: Client;
let eve: Client;
let number = 0;

beforeAll(async () => {
  server = await startTestApp({}, { ...acceptingDocuments, reader });
  [adam, paul, mia, eve] = await Promise.all([person('Adam', 'Admin'), person('Paul', 'Part'), person('Mia', 'Member'), person('Eve', 'Else')]);
  bea = await Client.signIn(server, 'bea@example.org', { type: 'guest' });
});
// Nobody owns any number of organizations.
beforeEach(async () => {
  olga = await person('Olga', 'Owner', `olga${number += 1}`);
});
afterAll(() => server.close());

const person = (firstName: string, lastName: string, name = firstName.toLowerCase()) => Client.signIn(server, `${name}@example.org`, { firstName, lastName });

const settings = (more: Partial<SendApprovalSettings> = {}): SendApprovalSettings => ({ required: 'members', approvers: 'administrators', memberIds: [], teamId: null, ...more });
const setApproval = (id: string, more: Partial<SendApprovalSettings> = {}, who = olga) => who.call('organizations.update', { params: { id }, body: { sendApproval: settings(more) } });

async function join(organization: { id: string }, person: Client, role: 'admin' | 'participant' = 'participant'): Promise<void> {
  await olga.call('organizations.invite', { ...at(organization), body: { members: [{ email: person.email, role }] } });
  const { invites } = await person.call('invites.list');
  await person.call('invites.accept', { params: { id: invites.find(({ orgId }) => orgId === organization.id)!.id } });
}

/** Olga's organization, with Adam as admin, and Paul and Mia as members. */
async function works(more: Partial<SendApprovalSettings> | null = {}): Promise<Organization> {
  const organization = await olga.call('organizations.create', { body: { name: `Works ${number += 1}` } });
  await join(organization, adam, 'admin');
  for (const each of [paul, mia]) await join(organization, each);
  return more === null ? organization : setApproval(organization.id, more);
}

const voidAll = ({ id }: { id: string }) => createSendApprovalsService({ ...server.infrastructure, uploads: { download: () => '' } }).voidAll(id);
const within = (organization: { id: string }) => ({ query: { orgId: organization.id } });

async function draftOf(who: Client, organization: { id: string }, more: Record<string, unknown> = {}): Promise<Transaction> {
  const file = await who.addFile(samplePdf(`lease ${number += 1}`));
  return who.call('transactions.create', { ...within(organization), body: { name: 'Lease', fileIds: [file.id], recipients: [contact(bea.email)], ...more } });
}

async function startOf(who: Client, transaction: Transaction, body = {}): Promise<Transaction> {
  for (const fileId of transaction.fileIds) await stage(who, transaction, fileId);
  return who.call('transactions.start', { ...at(transaction), body });
}

const requestBy = async (who: Client, organization: { id: string }, more = {}) => startOf(who, await draftOf(who, organization, more));
const look = (who: Client, transaction: { id: string }) => who.call('transactions.get', at(transaction));
const approve = async (who: Client, transaction: { id: string }) => who.call('sendApprovals.approve', { ...at(transaction), body: { version: (await look(who, transaction)).version } });
const giveBack = async (who: Client, transaction: Transaction, reason = 'Wrong rent') => who.call('sendApprovals.return', { ...at(transaction), body: { version: transaction.version, reason } });
const waitingFor = async (who: Client, organization: { id: string }) => (await who.call('sendApprovals.list', within(organization))).transactions.map(({ id }) => id);
const countFor = async (who: Client, organization: { id: string }) => (await who.call('sendApprovals.count', within(organization))).count;
const isUnsent = async (transaction: Transaction): Promise<void> => {
  expect(await look(olga, transaction)).toMatchObject({ status: 'draft', sendApproval: { status: 'waiting' }, recipients: transaction.recipients.map(() => ({ invitedAt: null })) });
  expect(await bea.refusal('transactions.get', at(transaction))).toBe('permission_denied');
};

describe('what a member sends', () => {
  test('waits, is approved by an administrator, and goes out as it was prepared, in the name of its sender', async () => {
    const organization = await works();
    const [mailed, before] = [(await mailsTo(server, bea.email)).length, (await mailsTo(server, adam.email)).length];
    const held = await requestBy(paul, organization, { message: { title: 'Please sign' } });
    expect(held).toMatchObject({ status: 'draft', sendApproval: { status: 'waiting', requestedBy: { id: paul.userId }, approvers: [{ id: olga.userId }, { id: adam.userId }], reason: null } });
    await isUnsent(held);
    expect((await mailsTo(server, bea.email)).length).toBe(mailed);
    expect((await mailsTo(server, adam.email)).slice(before)).toMatchObject([{ template: 'send_approval_requested', subject: 'Paul Part asks for approval of “Lease”', text: expect.stringContaining(`/transaction/${held.id}`) }]);
    expect(await eventsOf(server, adam.userId, held.id)).toContain('transaction_updated');
    expect([await waitingFor(adam, organization), await countFor(adam, organization)]).toEqual([[held.id], 1]);
    const sent = await approve(adam, held);
    expect(sent).toMatchObject({ status: 'pending', ownerId: paul.userId, owner: { id: paul.userId }, recipients: [{ email: bea.email, invitedAt: expect.any(String) }] });
    expect((await mailsTo(server, bea.email)).slice(mailed)).toMatchObject([{ template: 'invitation', subject: 'Please sign', text: expect.stringContaining('Paul Part') }]);
    expect((await mailsTo(server, paul.email)).at(-1)).toMatchObject({ template: 'send_approval_given', text: expect.stringContaining('Adam Admin') });
    expect([await waitingFor(adam, organization), await countFor(adam, organization)]).toEqual([[], 0]);
    expect((await sign(bea, sent)).status).toBe('completed');
    expect((await paul.call('transactions.insights', at(held))).insights.map(({ action, actor }) => [action, actor.id]).slice(0, 5)).toEqual([
      ['transaction_created', paul.userId], ['send_approval_requested', paul.userId], ['send_approval_given', adam.userId], ['transaction_started', paul.userId], ['recipient_invited', paul.userId],
    ]);
  });

  test('may be an XHTML page, which is sent as it is', async () => {
    const organization = await works();
    const page = await paul.addPage();
    const { version } = await paul.call('files.getMeta', { params: { id: page.id } });
    const draft = await paul.call('transactions.create', { ...within(organization), body: { fileIds: [page.id], recipients: [contact(bea.email)] } });
    const held = await paul.call('transactions.start', at(draft));
    await isUnsent(held);
    expect(await adam.call('files.getMeta', { params: { id: page.id } })).toMatchObject({ version });
    expect(await paul.refusal('files.updateUrl', { params: { id: page.id }, body: { mimeType: 'application/xhtml+xml' } })).not.toBe('');
    expect(await adam.refusal('sendApprovals.document', { params: { id: held.id, fileId: page.id } })).toBe('not_found');
    expect((await approve(adam, held)).status).toBe('pending');
  });

  test('is returned with a reason, corrected, and sent for approval again', async () => {
    const organization = await works();
    const held = await requestBy(paul, organization);
    expect((await adam.refusalBody('sendApprovals.return', { ...at(held), body: { version: held.version, reason: ' ' } })).code).toBe('missing_reason');
    expect((await giveBack(adam, held)).sendApproval?.status).not.toBe('waiting');
    const back = await look(paul, held);
    expect(back).toMatchObject({ status: 'draft', sendApproval: { status: 'returned', reason: 'Wrong rent', decidedBy: { id: adam.userId }, approvers: [] } });
    expect((await mailsTo(server, paul.email)).at(-1)).toMatchObject({ template: 'send_approval_returned', subject: 'Adam Admin returned “Lease”', text: expect.stringContaining('Wrong rent') });
    expect(await waitingFor(adam, organization)).toEqual([]);
    const changed = await paul.call('transactions.update', { ...at(held), body: { name: 'New lease', version: back.version } });
    expect((await startOf(paul, changed)).sendApproval).toMatchObject({ status: 'waiting', reason: null, decidedBy: null });
    expect((await approve(olga, held)).name).toBe('New lease');
  });

  test('is asked for once, however often the call is repeated', async () => {
    const organization = await works();
    const held = await requestBy(paul, organization);
    expect(await paul.call('transactions.start', at(held))).toMatchObject({ version: held.version, sendApproval: { status: 'waiting' } });
  });

  test('bears its password and access codes', async () => {
    const organization = await works();
    const draft = await draftOf(paul, organization, { options: { requirePasswordProtection: true }, recipients: [contact(bea.email, { requireAccessCode: true })] });
    const held = await startOf(paul, draft, { password: 'pass word', accessCodes: [{ recipientId: draft.recipients[0]!.id, code: 'code-4711' }] });
    const row = await server.infrastructure.db.selectFrom('send_approvals').selectAll().where('transaction_id', '=', held.id).executeTakeFirstOrThrow();
    expect(JSON.stringify([row.access_codes, row.password_sealed?.toString('latin1')])).not.toMatch(/4711|pass word/);
    await approve(adam, held);
    expect(await server.infrastructure.db.selectFrom('send_approvals').selectAll().where('transaction_id', '=', held.id).execute()).toEqual([]);
    await bea.call('transactions.enterAccessCode', { ...at(held), body: { code: 'code-4711' } });
    expect((await look(bea, held)).status).toBe('opened');
  });
});

describe('each way of sending is held', () => {
  test.each<[string, (organization: Organization) => Promise<Transaction>]>([
    ['a request to others', (organization) => draftOf(paul, organization)],
    ['one to oneself', (organization) => draftOf(paul, organization, { recipients: [contact(paul.email)] })],
    ['in person', (organization) => draftOf(paul, organization, { recipients: [contact(bea.email, { inPerson: true })] })],
    ['made from a template', async (organization) => {
      const file = await paul.addFile(samplePdf(`template ${number += 1}`));
      const template = await paul.call('templates.create', { ...within(organization), body: { name: 'Lease', fileIds: [file.id], recipients: [{ role: 'Tenant', email: bea.email, firstName: 'Bea' }] } });
      return paul.call('templates.use', { ...at(template), ...within(organization), body: {} });
    }],
    ['a duplicate', async (organization) => paul.call('transactions.duplicate', { ...at(await draftOf(paul, organization)), ...within(organization), body: {} })],
    ['opened from the personal space', (organization) => draftOf(paul, organization)],
  ])('%s', async (_, make) => {
    const organization = await works();
    const held = await startOf(paul, await make(organization));
    expect(held.sendApproval?.status).toBe('waiting');
    await isUnsent(held);
  });

  test('a correction, which is approved anew', async () => {
    const organization = await works();
    const held = await requestBy(paul, organization);
    await approve(adam, held);
    const correction = await paul.call('transactions.correct', { ...at(held), body: {} });
    expect((await startOf(paul, correction)).sendApproval?.status).toBe('waiting');
  });

  test('goes to nobody else once it was approved', async () => {
    const organization = await works();
    const draft = await draftOf(paul, organization, { options: { allowSignerReassignment: true }, recipients: [contact(bea.email, { signingOrder: 1 }), contact(paul.email!, { signingOrder: 2 })] });
    const sent = await approve(adam, await startOf(paul, draft));
    const pass = (who: Client, from: string, email: string) => who.send('transactions.reassign', { ...at(sent), body: { fromUserId: from, toUser: { email }, reason: 'Holiday' } });
    const [ofBea, ofPaul] = sent.recipients.map(({ id }) => id);
    const before = await mailsTo(server, eve.email);
    expect(await paul.refusal('transactions.reassign', { ...at(sent), body: { fromUserId: ofBea!, toUser: { email: eve.email! }, reason: 'Holiday' } })).toBe('send_approval_required');
    expect(await mailsTo(server, eve.email)).toEqual(before);
    // What everybody may do whose place it is was approved with the options; administrators need no approval.
    expect((await pass(paul, ofPaul!, 'cleo@example.org')).status).toBe(200);
    expect((await pass(adam, ofBea!, eve.email!)).status).toBe(200);
    await setApproval(organization.id, { required: 'everybody' });
    expect((await pass(adam, ofBea!, 'dora@example.org')).status).toBe(403);
  });

  test('a bulk send is refused', async () => {
    const organization = await works();
    const draft = await draftOf(paul, organization);
    const bulk = (who: Client) => who.refusal('bulks.create', { ...within(organization), body: { sourceType: 'transaction', sourceId: draft.id, recipients: [{ email: bea.email }] } });
    expect(await bulk(paul)).toBe('send_approval_required');
    expect(await bulk(adam)).not.toBe('send_approval_required');
  });

  test('the rest of a list that was handed in before approval was demanded is not sent', async () => {
    const organization = await works();
    const { db } = server.infrastructure;
    const id = newId();
    const blueprint = { name: 'List', recipients: [{ id: newId(), role: 'Tenant' }], placeholder: 0, cc: [], message: {}, options: {}, files: [], templateId: null, requestedFrom: { ip: '', userAgent: '' } };
    await db.transaction().execute((tx) => insertBulk(tx, {
      id, owner_id: paul.userId, org_id: organization.id, name: 'List', source_type: 'template', source_id: newId(), total: 1, job_type: 'bulk_send', job_status: 'pending', blueprint: JSON.stringify(blueprint),
    }, [{ bulk_id: id, position: 0, email: bea.email!, first_name: 'Bea', last_name: null, values: '{}' }]));
    await sendTo({ db } as unknown as SendingDependencies, (await findBulk(db, id))! as unknown as BulkRow, {} as Caller, await findBulkRecipients(db, id));
    expect(await findBulkRecipients(db, id)).toMatchObject([{ status: 'failed', error: 'send_approval_required' }]);
  });

  test('a direct link takes nobody', async () => {
    const organization = await works(null);
    const file = await paul.addFile(samplePdf(`link ${number += 1}`));
    await paul.call('files.updateMeta', { ...at(file), body: { attributes: { fields: [createField({ id: 'f', page: 1, rect: { x: 1, y: 1, width: 20, height: 3 }, recipient: { role: 'Tenant' } })] } } });
    const template = await paul.call('templates.create', { ...within(organization), body: { name: 'Waiver', fileIds: [file.id], recipients: [{ role: 'Tenant' }] } });
    const { link } = await paul.call('templates.setDirectLink', { ...at(template), body: { enabled: true, maxUses: null, expiresAt: null, oncePerPerson: false } });
    const token = new URL(link!.url).hash.slice(1);
    const read = () => new Client(server, '', null).call('directLinks.read', { body: { token } });
    expect((await read()).state).toBe('open');
    await setApproval(organization.id);
    expect(await read()).toEqual({ state: 'closed', reason: 'approval' });
    expect(await bea.refusalBody('directLinks.use', { body: { token, firstName: 'Bea', lastName: 'Vis' } })).toMatchObject({ code: 'direct_link_closed', details: { reason: 'approval' } });
    expect((await paul.call('templates.getDirectLink', at(template))).link?.closed).toBe('approval');
  });

  test('a program of the member asks too, and approves nothing', async () => {
    const organization = await works();
    const app = await paul.call('apps.create', { body: { name: 'Robot', scopes: ['file:create', 'file:read', 'transaction:create', 'transaction:read', 'transaction:update'] } });
    const { access_token: token } = await new Client(server, '', null).call('apps.token', { body: { clientId: app.clientId, clientSecret: app.clientSecret! } });
    const robot = new Client(server, 'robot', { userId: paul.userId, token, headers: { authorization: `Bearer ${token}` } });
    const held = await startOf(robot, await draftOf(paul, organization));
    expect(held.sendApproval?.status).toBe('waiting');
    await isUnsent(held);
    for (const id of ['sendApprovals.approve', 'sendApprovals.return', 'sendApprovals.withdraw'] as const) expect(scopesOf(calls[id])).toEqual([]);
    expect((await robot.send('sendApprovals.withdraw', at(held))).status).toBe(403);
  });
});

describe('whom it binds', () => {
  test('administrators not, unless everybody is bound', async () => {
    const organization = await works();
    expect((await requestBy(adam, organization)).status).toBe('pending');
    await setApproval(organization.id, { required: 'everybody' });
    const held = await requestBy(adam, organization);
    expect(held.sendApproval).toMatchObject({ status: 'waiting', approvers: [{ id: olga.userId }] });
    expect(await adam.refusal('sendApprovals.approve', { ...at(held), body: { version: held.version } })).toBe('permission_denied');
    expect((await approve(olga, held)).status).toBe('pending');
  });

  test('nobody where it is off, and nobody in their personal space', async () => {
    const organization = await works({ required: 'off' });
    expect((await requestBy(paul, organization)).status).toBe('pending');
    await setApproval(organization.id);
    const file = await paul.addFile(samplePdf('own'));
    const own = await paul.call('transactions.create', { body: { name: 'Own', fileIds: [file.id], recipients: [contact(bea.email)] } });
    expect((await startOf(paul, own)).status).toBe('pending');
  });

  test('whoever sends the draft of another is its sender', async () => {
    const organization = await works({ required: 'everybody' });
    const draft = await draftOf(paul, organization);
    for (const fileId of draft.fileIds) await stage(adam, draft, fileId);
    const held = await adam.call('transactions.start', at(draft));
    expect(held.sendApproval).toMatchObject({ requestedBy: { id: adam.userId }, approvers: [{ id: olga.userId }] });
    expect(await waitingFor(adam, organization)).toEqual([]);
  });

  test('a request that nobody could approve is not asked for', async () => {
    const lonely = await olga.call('organizations.create', { body: { name: 'Alone' } });
    await setApproval(lonely.id, { required: 'everybody' });
    const draft = await draftOf(olga, lonely);
    for (const fileId of draft.fileIds) await stage(olga, draft, fileId);
    expect(await olga.refusal('transactions.start', at(draft))).toBe('no_send_approver');
    expect((await look(olga, draft)).sendApproval).toBeNull();
  });
});

describe('who approves', () => {
  test('named members: they read it as long as it waits, with its documents, and nobody else does', async () => {
    const organization = await works({ approvers: 'members', memberIds: [mia.userId] });
    const held = await requestBy(paul, organization, { recipients: [contact(bea.email, { privateMessage: 'Between us' })] });
    expect(held.sendApproval?.approvers).toMatchObject([{ id: mia.userId, firstName: 'Mia' }]);
    expect(await look(mia, held)).toMatchObject({ sendApproval: { status: 'waiting' }, recipients: [{ email: bea.email, privateMessage: 'Between us' }] });
    expect((await mia.contentOf(held.fileIds[0]!)).length).toBeGreaterThan(0);
    expect(await mia.refusal('transactions.update', { ...at(held), body: { name: 'Mine' } })).toBe('permission_denied');
    expect(await mia.refusal('files.updateMeta', { params: { id: held.fileIds[0]! }, body: { attributes: { title: 'Mine' } } })).toBe('permission_denied');
    expect(await eve.refusal('transactions.get', at(held))).toBe('permission_denied');
    // Administrators read what is in their organization, and don't approve here.
    expect(await adam.refusal('sendApprovals.approve', { ...at(held), body: { version: held.version } })).toBe('permission_denied');
    expect([await countFor(adam, organization), await countFor(mia, organization), await countFor(paul, organization)]).toEqual([null, 1, null]);
    await giveBack(mia, held);
    expect(await mia.refusal('transactions.get', at(held))).toBe('permission_denied');
    expect(await mia.refusal('files.getMeta', { params: { id: held.fileIds[0]! } })).toBe('permission_denied');
  });

  test('a team, as it is when they approve', async () => {
    const organization = await works(null);
    const team = await olga.call('teams.create', { params: { orgId: organization.id }, body: { name: 'Legal', memberIds: [mia.userId] } });
    await setApproval(organization.id, { approvers: 'team', teamId: team.id });
    const held = await requestBy(paul, organization);
    expect(await waitingFor(mia, organization)).toEqual([held.id]);
    await olga.call('teams.update', { params: { orgId: organization.id, teamId: team.id }, body: { memberIds: [adam.userId] } });
    expect(await mia.refusal('sendApprovals.approve', { ...at(held), body: { version: held.version } })).toBe('permission_denied');
    expect(await mia.refusal('transactions.get', at(held))).toBe('permission_denied');
    expect(await waitingFor(mia, organization)).toEqual([]);
    expect((await approve(adam, held)).status).toBe('pending');
  });

  test('administrators, once nobody of those chosen is left', async () => {
    const organization = await works({ approvers: 'members', memberIds: [mia.userId] });
    const held = await requestBy(paul, organization);
    expect(await waitingFor(adam, organization)).toEqual([]);
    await mia.call('organizations.leave', at(organization));
    expect(await mia.refusal('transactions.get', at(held))).toBe('permission_denied');
    expect((await approve(adam, held)).status).toBe('pending');
  });

  test('nobody their own, also if they are chosen', async () => {
    const organization = await works({ approvers: 'members', memberIds: [paul.userId, mia.userId] });
    const held = await requestBy(paul, organization);
    expect(held.sendApproval?.approvers).toMatchObject([{ id: mia.userId }]);
    expect(await paul.refusal('sendApprovals.approve', { ...at(held), body: { version: held.version } })).toBe('permission_denied');
    expect(await waitingFor(paul, organization)).toEqual([]);
    expect(await countFor(paul, organization)).toBe(0);
  });

  test('only members who are there, or a team of the organization, can be chosen', async () => {
    const organization = await works(null);
    const other = await works(null);
    const team = await olga.call('teams.create', { params: { orgId: other.id }, body: { name: 'Theirs' } });
    const refused = (more: Partial<SendApprovalSettings>, who = olga) => who.refusal('organizations.update', { ...at(organization), body: { sendApproval: settings(more) } });
    expect(await refused({ approvers: 'members' })).toBe('request_validation_error');
    expect(await refused({ approvers: 'members', memberIds: [eve.userId] })).toBe('request_validation_error');
    expect(await refused({ approvers: 'team', teamId: team.id })).toBe('request_validation_error');
    expect(await refused({ approvers: 'team' })).toBe('request_validation_error');
    expect(await refused({}, paul)).toBe('permission_denied');
    expect((await setApproval(organization.id, { memberIds: [mia.userId], teamId: team.id }, adam)).sendApproval).toEqual(settings());
  });
});

describe('while it waits', () => {
  test('nothing of it can be changed', async () => {
    const organization = await works();
    const held = await requestBy(paul, organization);
    const [fileId = ''] = held.fileIds;
    for (const who of [paul, adam]) {
      expect(await who.refusal('transactions.update', { ...at(held), body: { name: 'Other' } })).toBe('send_approval_waiting');
      expect(await who.refusal('transactions.updateUrl', { ...at(held), body: { fileId } })).toBe('send_approval_waiting');
    }
    expect(await paul.refusal('files.updateMeta', { params: { id: fileId }, body: { attributes: { fields: [] } } })).toBe('resource_in_use');
    expect(await paul.refusal('files.updateUrl', { params: { id: fileId }, body: { mimeType: 'application/pdf' } })).toBe('resource_in_use');
    expect(await paul.refusal('files.delete', { params: { id: fileId } })).toBe('resource_in_use');
    await paul.call('transactions.share', { ...at(held), body: { participants: [{ email: eve.email }] } });
    expect(await paul.refusal('transactions.changeOwner', { ...at(held), body: { userId: eve.userId } })).toBe('permission_denied');
    expect((await look(eve, held)).sendApproval).toBeNull();
    await approve(adam, held);
  });

  test('a body or fields that came in another way void the approval', async () => {
    const organization = await works();
    const [draft, other] = [await draftOf(paul, organization), await draftOf(paul, organization)];
    const [fileId = ''] = draft.fileIds;
    // Opened before, stored after it was asked for.
    const late = await paul.call('transactions.updateUrl', { ...at(draft), body: { fileId } });
    const change = await paul.call('files.updateUrl', { params: { id: fileId }, body: { mimeType: 'application/pdf' } });
    const held = await startOf(paul, draft);
    expect((await paul.put(change.url, samplePdf('another'))).status).toBe(409);
    await paul.put(late.url, samplePdf('late'));
    await server.infrastructure.db.updateTable('files').set({ meta_version: 77 }).where('id', '=', fileId).execute();
    expect(await adam.refusal('sendApprovals.approve', { ...at(held), body: { version: held.version } })).toBe('conflict');
    await isUnsent(held);
    const second = await startOf(paul, other);
    await server.infrastructure.db.updateTable('transactions').set({ name: 'Changed' }).where('id', '=', second.id).execute();
    expect(await adam.refusal('sendApprovals.approve', { ...at(second), body: { version: second.version } })).toBe('conflict');
    await isUnsent(second);
  });

  test('what is sent is the body that was prepared when it was asked for', async () => {
    const organization = await works();
    const draft = await draftOf(paul, organization);
    const [fileId = ''] = draft.fileIds;
    const late = await paul.call('transactions.updateUrl', { ...at(draft), body: { fileId } });
    await stage(paul, draft, fileId, samplePdf('as approved'));
    const held = await paul.call('transactions.start', at(draft));
    await paul.put(late.url, samplePdf('late'));
    const document = { params: { id: held.id, fileId } };
    for (const who of [adam, paul]) expect((await who.fetch((await who.call('sendApprovals.document', document)).url)).toString()).toContain('as approved');
    expect(await eve.refusal('sendApprovals.document', document)).toBe('permission_denied');
    expect(await adam.refusal('sendApprovals.document', { params: { id: held.id, fileId: held.id } })).toBe('not_found');
    await approve(adam, held);
    expect((await paul.contentOf(fileId)).toString()).toContain('as approved');
  });

  test('its sender withdraws it, changes it, and the version that was seen before is not approved', async () => {
    const organization = await works();
    const held = await requestBy(paul, organization);
    expect(await eve.refusal('sendApprovals.withdraw', at(held))).toBe('permission_denied');
    expect((await paul.call('sendApprovals.withdraw', at(held))).sendApproval).toBeNull();
    expect((await paul.call('sendApprovals.withdraw', at(held))).sendApproval).toBeNull();
    expect(await adam.refusal('sendApprovals.approve', { ...at(held), body: { version: held.version } })).toBe('permission_denied');
    const changed = await paul.call('transactions.update', { ...at(held), body: { name: 'Other' } });
    await startOf(paul, changed);
    expect(await adam.refusal('sendApprovals.approve', { ...at(held), body: { version: held.version } })).toBe('conflict');
    expect(await adam.refusal('sendApprovals.return', { ...at(held), body: { version: held.version, reason: 'Old' } })).toBe('conflict');
  });

  test('its prepared bodies are not swept away', async () => {
    const organization = await works();
    const held = await requestBy(paul, organization);
    const status = async () => (await server.infrastructure.db.selectFrom('uploads').select('status').where('transaction_id', '=', held.id).execute()).map((row) => row.status);
    expect(await status()).toEqual(['waiting']);
    await paul.call('sendApprovals.withdraw', at(held));
    expect(await status()).toEqual(['stored']);
    const again = await requestBy(paul, organization);
    await paul.call('transactions.delete', at(again));
    expect((await server.infrastructure.db.selectFrom('uploads').select('status').where('transaction_id', '=', again.id).execute()).map((row) => row.status)).toEqual(['stored']);
    // Those who approve count one fewer.
    expect(await eventsOf(server, mia.userId, again.id)).not.toContain('transaction_deleted');
    expect(await eventsOf(server, adam.userId, again.id)).toContain('transaction_deleted');
    expect(await waitingFor(adam, organization)).toEqual([]);
  });

  test('of two who approve at once, one sends', async () => {
    const organization = await works();
    const held = await requestBy(paul, organization);
    const answers = await Promise.all([olga, adam].map((who) => who.send('sendApprovals.approve', { ...at(held), body: { version: held.version } })));
    expect(answers.map(({ status }) => status).toSorted()[0]).toBe(200);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const started = (await paul.call('transactions.insights', at(held))).insights.filter(({ action }) => action === 'transaction_started');
    expect(started).toHaveLength(1);
  });

  test('the deadline may pass: then it can only be returned', async () => {
    const organization = await works();
    const held = await requestBy(paul, organization, { expiresAt: new Date(Date.now() + 60_000).toISOString() });
    await server.infrastructure.db.updateTable('transactions').set({ expires_at: new Date(Date.now() - 1000) }).where('id', '=', held.id).execute();
    expect(await adam.refusal('sendApprovals.approve', { ...at(held), body: { version: held.version } })).toBe('request_validation_error');
    await giveBack(adam, held);
  });
});

describe('what ends it from outside', () => {
  test('the account of whoever asked is deleted: its prepared bodies are not held for ever', async () => {
    const organization = await works(null);
    const zoe = await person('Zoe', 'Zone');
    await join(organization, zoe, 'admin');
    const draft = await draftOf(mia, organization);
    await setApproval(organization.id, { required: 'everybody' });
    for (const fileId of draft.fileIds) await stage(zoe, draft, fileId);
    await zoe.call('transactions.start', at(draft));
    await server.infrastructure.db.updateTable('uploads').set({ owner_id: mia.userId }).where('transaction_id', '=', draft.id).execute();
    await zoe.call('auth.deleteUser');
    await finishDeletion(server.infrastructure, zoe.userId);
    expect((await look(mia, draft)).sendApproval).toBeNull();
    expect(await server.infrastructure.db.selectFrom('uploads').select('status').where('transaction_id', '=', draft.id).execute()).toEqual([{ status: 'stored' }]);
  });

  test('the setting is switched off: what waits becomes a draft again, and its sender is told', async () => {
    const organization = await works();
    const held = await requestBy(paul, organization);
    await setApproval(organization.id, { required: 'off' });
    expect(await adam.refusal('sendApprovals.approve', { ...at(held), body: { version: held.version } })).toBe('permission_denied');
    await voidAll(organization);
    expect((await look(paul, held)).sendApproval).toBeNull();
    expect((await mailsTo(server, paul.email)).at(-1)).toMatchObject({ template: 'send_approval_voided' });
    expect((await startOf(paul, held)).status).toBe('pending');
  });

  test('and nothing does if it is switched on again before', async () => {
    const organization = await works();
    const held = await requestBy(paul, organization);
    await setApproval(organization.id, { required: 'off' });
    await setApproval(organization.id);
    await voidAll(organization);
    expect((await look(paul, held)).sendApproval?.status).toBe('waiting');
    await isUnsent(held);
  });

  test('its sender leaves: it is a draft of the owner, which nobody approves', async () => {
    const organization = await works();
    const [held, other] = [await requestBy(paul, organization), await draftOf(mia, organization)];
    await paul.call('organizations.leave', at(organization));
    expect(await look(olga, held)).toMatchObject({ ownerId: olga.userId, status: 'draft', sendApproval: null });
    expect(await waitingFor(adam, organization)).toEqual([]);
    // Somebody who asked for the draft of another, and left.
    await setApproval(organization.id, { required: 'everybody' });
    for (const fileId of other.fileIds) await stage(adam, other, fileId);
    const ofAdam = await adam.call('transactions.start', at(other));
    await adam.call('organizations.leave', at(organization));
    expect(await olga.refusal('sendApprovals.approve', { ...at(ofAdam), body: { version: ofAdam.version } })).toBe('conflict');
    await giveBack(olga, ofAdam);
  });

  test('the organization is deleted: it is a personal draft of its owner', async () => {
    const organization = await works();
    const held = await requestBy(paul, organization);
    await olga.call('organizations.delete', at(organization));
    expect(await look(olga, held)).toMatchObject({ ownerId: olga.userId, orgId: null, status: 'draft', sendApproval: null });
    expect(await adam.refusal('transactions.get', at(held))).toBe('permission_denied');
    expect((await startOf(olga, held)).status).toBe('pending');
  });
});

test('the history shows recipients nothing of it', async () => {
  const organization = await works();
  const held = await requestBy(paul, organization);
  await giveBack(adam, held, 'Not to them');
  await startOf(paul, await look(paul, held));
  const sent = await approve(adam, held);
  expect(JSON.stringify(await bea.call('transactions.insights', at(held)))).not.toMatch(/send_approval|Not to them/);
  // The audit trail, which they get, has the whole history.
  expect(JSON.stringify(await server.infrastructure.db.selectFrom('insights').select('attributes').where('resource_id', '=', held.id).execute())).not.toContain('Not to them');
  expect((await look(bea, sent)).sendApproval).toBeNull();
  expect((await paul.call('transactions.insights', at(held))).insights.filter(({ action }) => action.startsWith('send_approval')).map(({ action }) => action)).toEqual(['send_approval_requested', 'send_approval_returned', 'send_approval_requested', 'send_approval_given']);
});

test('what waits is listed oldest first, by pages', async () => {
  const organization = await works();
  const held = [await requestBy(paul, organization), await requestBy(mia, organization), await requestBy(paul, organization)];
  expect(await waitingFor(olga, organization)).toEqual(held.map(({ id }) => id));
  const place = (each: Transaction) => `${Date.parse(each.sendApproval!.requestedAt)}.${each.id}`;
  const rest = await olga.call('sendApprovals.list', { query: { orgId: organization.id, exclusiveFrom: place(held[0]!) } });
  expect(rest).toMatchObject({ transactions: [{ id: held[1]!.id }, { id: held[2]!.id }], lastKey: null });
  expect(await olga.refusal('sendApprovals.list', { query: { orgId: organization.id, exclusiveFrom: 'x' } })).toBe('request_validation_error');
  expect(await olga.refusal('sendApprovals.list', { query: { orgId: organization.id, exclusiveFrom: `${'9'.repeat(16)}.${held[0]!.id}` } })).toBe('request_validation_error');
  expect((await olga.call('sendApprovals.list', { query: { orgId: organization.id, exclusiveFrom: `${'9'.repeat(14)}.${held[0]!.id}` } })).transactions).toEqual([]);
  expect(await eve.refusal('sendApprovals.list', { query: { orgId: organization.id } })).toBe('permission_denied');
  expect(await olga.call('sendApprovals.count', {})).toEqual({ count: null });
});
