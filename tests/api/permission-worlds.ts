/** For each kind of resource: one of it in each of its states, and a person for each actor of the permission table. */
import type { CallDefinition, Permission } from '#contract/calls/define.ts';
import type { TransactionStatus } from '#contract/entities/transaction.ts';
import { fileActorMay, type FileAction, type FileActor } from '#contract/permissions/file.permissions.ts';
import {
  organizationActorMay, teamActorMay, type OrganizationAction, type OrganizationActor, type TeamAction, type TeamActor,
} from '#contract/permissions/organization.permissions.ts';
import { actorMay, type TransactionAction, type TransactionActor } from '#contract/permissions/transaction.permissions.ts';
import { bulkActorMay, type BulkAction, type BulkActor } from '#contract/permissions/bulk.permissions.ts';
import { templateActorMay, type TemplateAction, type TemplateActor } from '#contract/permissions/template.permissions.ts';
import { globalSettingsDefault } from '#contract/entities/organization.ts';
import { newId } from '#server/platform/id.ts';
import { Authenticator } from '../support/authenticator.ts';
import type { TestApp } from '../support/app.ts';
import { origin } from '../support/browser.ts';
import { Client, samplePng } from './client.ts';
import { contact } from './transaction-world.ts';

export type Resource = Exclude<Permission, string>['resource'];

export interface Case {
  actor: string;
  /** What that makes them in the permission table. */
  parts: readonly string[];
  state: string;
  who: Client;
  params: Record<string, string>;
  /** What the table says. */
  allowed(action: string): boolean;
}

type World = (server: TestApp) => Promise<Case[]>;

let number = 0;
const known = new WeakMap<TestApp, Map<string, Promise<Client>>>();

/** Owners are new in each world, because there is a limit to what one can own; everybody else goes from world to world. */
function person(server: TestApp, name: string): Promise<Client> {
  if (name === 'owner') return Client.signIn(server, `owner${number += 1}@example.org`);
  const here = known.get(server) ?? new Map<string, Promise<Client>>();
  known.set(server, here);
  const found = here.get(name) ?? Client.signIn(server, `${name}@example.org`);
  here.set(name, found);
  return found;
}

/** Everybody an organization can know, with a team in it. */
async function organizationWorld(server: TestApp) {
  const [owner, admin, participant, member, invited, stranger] = await Promise.all(
    ['owner', 'admin', 'participant', 'member', 'invited', 'stranger'].map((name) => person(server, name)),
  );
  const people = { owner: owner!, admin: admin!, participant: participant!, member: member!, invited: invited!, stranger: stranger! };
  const { id } = await people.owner.call('organizations.create', { body: { name: 'Works' } });
  const ask = [{ email: people.admin.email, role: 'admin' as const }, ...[people.participant, people.member, people.invited].map(({ email }) => ({ email }))];
  await people.owner.call('organizations.invite', { params: { id }, body: { members: ask } });
  for (const each of [people.admin, people.participant, people.member]) {
    const [invite] = (await each.call('invites.list')).invites;
    await each.call('invites.accept', { params: { id: invite!.id } });
  }
  const team = await people.owner.call('teams.create', { params: { orgId: id }, body: { name: 'Team', memberIds: [people.member.userId] } });
  return { id, teamId: team.id, people };
}

const view = (actor: OrganizationActor) => ({
  ownerId: 'owner', globalSettings: globalSettingsDefault,
  membership: actor === 'stranger' ? null : {
    role: actor === 'owner' || actor === 'admin' ? 'admin' as const : 'participant' as const,
    status: actor === 'invited' ? 'invited' as const : 'active' as const, permissions: null,
  },
});

const organization: World = async (server) => {
  const { id, people } = await organizationWorld(server);
  return (['owner', 'admin', 'participant', 'invited', 'stranger'] as const).map((actor) => ({
    actor, parts: [actor], state: 'active', who: people[actor], params: { id, orgId: id },
    allowed: (action) => organizationActorMay(actor, action as OrganizationAction, view(actor)),
  }));
};

const team: World = async (server) => {
  const { id, teamId, people } = await organizationWorld(server);
  const actors: [TeamActor, Client, OrganizationActor][] = [
    ['manager', people.admin, 'admin'], ['member', people.member, 'participant'], ['participant', people.participant, 'participant'],
    ['stranger', people.stranger, 'stranger'], ['stranger', people.invited, 'invited'],
  ];
  return actors.map(([actor, who, role]) => ({
    actor: `${actor} (${role})`, parts: [actor], state: 'active', who, params: { orgId: id, teamId },
    allowed: (action) => teamActorMay(actor, action as TeamAction, { organization: view(role), inTeam: actor === 'member' }),
  }));
};

const states: TransactionStatus[] = ['draft', 'pending', 'completed', 'canceled'];

/** An organization, and who stands in some part to what Paul of it sends. */
async function partsWorld(server: TestApp) {
  const { id: orgId, people } = await organizationWorld(server);
  const [locked, done, active, approver, mustView, waiting, cc, viewer] = await Promise.all(['locked', 'done', 'active', 'approver', 'must-view', 'waiting', 'cc', 'viewer'].map((name) => person(server, name)));
  return { orgId, ...people, owner: people.participant, locked: locked!, done: done!, active: active!, approver: approver!, mustView: mustView!, waiting: waiting!, cc: cc!, viewer: viewer! };
}
type Parts = Awaited<ReturnType<typeof partsWorld>>;

/** A transaction put into a state by hand: how it gets there is tested elsewhere. */
async function transactionIn(server: TestApp, status: TransactionStatus, parts: Parts) {
  const { orgId, owner, locked, done, active, approver, mustView, waiting, cc, viewer } = parts;
  const file = await owner.addFile();
  const people = [locked, done, active, approver, mustView, waiting].map((who, index) => ({
    who, signingOrder: Math.min(index + 1, 3) + (who === waiting ? 1 : 0), participation: who === approver ? 'approver' as const : who === mustView ? 'viewer' as const : 'signer' as const,
  }));
  const { id } = await owner.call('transactions.create', { query: { orgId }, body: {
    name: 'Lease', fileIds: [file.id], cc: [contact(cc.email)], recipients: people.map(({ who, ...more }) => contact(who.email, { requireAccessCode: who === locked, ...more })),
  } });
  const sent = status !== 'draft';
  await setState(server, { id, fileId: file.id, orgId, status, parts });
  const table = {
    recipients: people.map(({ who, ...more }, index) => ({
      ...more, email: who.email, phone: null, completed: sent && index < 2, removed: false, invitedAt: sent && index < 5 ? '2026-01-01T00:00:00Z' : null, locked: who === locked,
    })),
    cc: [{ email: cc.email, phone: null }], sharedWith: [viewer.userId], ownerId: owner.userId, status, options: { allowSignerReassignment: false },
  };
  const actors: [string, TransactionActor, Client][] = [
    ['owner', 'owner', owner], ['admin of the organization', 'owner', parts.admin], ['locked', sent ? 'locked' : 'waiting', locked], ['done', sent ? 'done' : 'waiting', done],
    ['active', sent ? 'active' : 'waiting', active], ['approver', sent ? 'activeApprover' : 'waiting', approver], ['who must view', sent ? 'activeViewer' : 'waiting', mustView],
    ['waiting', 'waiting', waiting], ['cc', 'cc', cc], ['viewer', 'viewer', viewer],
    ['member of the organization', 'stranger', parts.member], ['stranger', 'stranger', parts.stranger],
  ];
  return { id, fileId: file.id, table, actors };
}

async function setState(server: TestApp, { id, fileId, orgId, status, parts }: { id: string; fileId: string; orgId: string; status: TransactionStatus; parts: Parts }): Promise<void> {
  const { db } = server.infrastructure;
  const shared_with = [parts.viewer.userId];
  await db.updateTable('transactions').set({ status, shared_with }).where('id', '=', id).execute();
  await db.updateTable('files').set({ shared_with, org_id: orgId }).where('id', '=', fileId).execute();
  if (status === 'draft') return;
  const of = (who: Client) => db.updateTable('recipients').set({ invited_at: new Date(), user_id: who.userId }).where('transaction_id', '=', id).where('email', '=', who.email);
  for (const each of [parts.locked, parts.done]) await of(each).set({ completed_at: new Date() }).execute();
  for (const each of [parts.active, parts.approver, parts.mustView]) await of(each).execute();
}

const transaction: World = async (server) => {
  const parts = await partsWorld(server);
  const cases: Case[] = [];
  for (const [state, isPublic] of [...states.map((each) => [each, false] as const), ['draft', true] as const, ['pending', true] as const, ['completed', true] as const]) {
    const { id, fileId, table, actors } = await transactionIn(server, state, parts);
    if (isPublic) await server.infrastructure.db.updateTable('transactions').set({ public: true }).where('id', '=', id).execute();
    for (const [actor, part, who] of actors) {
      const roles: TransactionActor[] = isPublic ? [...(part === 'stranger' ? [] : [part]), 'public'] : [part];
      cases.push({
        actor, parts: roles, state: isPublic ? `public ${state}` : state, who, params: { id, requestId: newId(), fileId },
        allowed: (action) => roles.some((each) => actorMay(each, action as TransactionAction, table)),
      });
    }
  }
  return [...cases, ...(await held(server, parts))];
};

/** A draft that waits for the approval of a member. */
async function held(server: TestApp, parts: Parts): Promise<Case[]> {
  const { id, fileId, table, actors } = await transactionIn(server, 'draft', parts);
  const { db } = server.infrastructure;
  const { userId } = parts.member;
  await db.updateTable('organizations').set({ send_approval: JSON.stringify({ required: 'members', approvers: 'members', memberIds: [userId] }) }).where('id', '=', parts.orgId).execute();
  await db.insertInto('send_approvals').values({
    transaction_id: id, org_id: parts.orgId, status: 'waiting', requested_by: parts.owner.userId, requested_at: new Date(), digest: 'x', documents: '[]', access_codes: '[]',
  }).execute();
  const seen = { ...table, sendApproval: { status: 'waiting' as const, approvers: [{ id: userId }] } };
  return actors.map(([actor, part, who]) => {
    const role = who === parts.member ? 'sendApprover' : part;
    return { actor, parts: [role], state: 'held', who, params: { id, requestId: newId(), fileId }, allowed: (action) => actorMay(role, action as TransactionAction, seen) };
  });
}

const file: World = async (server) => {
  const parts = await partsWorld(server);
  const cases: Case[] = [];
  for (const [state, isPublic] of [...states.map((each) => [each, false] as const), ['completed', true] as const]) {
    const { fileId, table, actors } = await transactionIn(server, state, parts);
    if (isPublic) await server.infrastructure.db.updateTable('files').set({ public: true }).where('id', '=', fileId).execute();
    for (const [actor, part, who] of actors) {
      const readable = actorMay(part, 'read', table);
      const roles = fileRoles(part, readable, isPublic);
      const seen = { ownerId: table.ownerId, public: isPublic, sharedWith: table.sharedWith, transactions: [{ status: state, readable }] };
      cases.push({
        actor, parts: roles, state: isPublic ? 'public' : state, who, params: { id: fileId, requestId: newId() },
        allowed: (action) => roles.some((each) => fileActorMay(each, action as FileAction, seen)),
      });
    }
  }
  return cases;
};

/** What somebody's part in the transaction of a file makes them to the file. */
function fileRoles(part: TransactionActor, readable: boolean, isPublic: boolean): FileActor[] {
  const own: FileActor[] = part === 'owner' || part === 'viewer' ? [part] : [];
  const roles: FileActor[] = [...own, ...(readable ? ['reader' as const] : []), ...(isPublic ? ['public' as const] : [])];
  return roles.length > 0 ? roles : ['stranger'];
}

/** Things that are somebody's own: the owner may, everybody else may not. */
const own = (make: (owner: Client) => Promise<string>): World => async (server) => {
  const [owner, stranger] = [await person(server, 'owner'), await person(server, 'stranger')];
  const params = { id: await make(owner) };
  return [
    { actor: 'owner', parts: ['owner'], state: 'any', who: owner, params, allowed: () => true },
    { actor: 'stranger', parts: ['stranger'], state: 'any', who: stranger, params, allowed: () => false },
  ];
};

const media = own(async (owner) => {
  const { url, imageRef } = await owner.call('media.uploadUrl', { body: { mimeType: 'image/png' } });
  await owner.put(url, samplePng(), 'image/png');
  return (await owner.call('media.create', { body: { imageRef } })).id;
});

const contactOf = own(async (owner) => (await owner.call('contacts.create', { body: { email: 'friend@example.org' } })).id);
const application = own(async (owner) => (await owner.call('apps.create', { body: { name: 'Robot' } })).id);
const passkey = own(async (owner) => {
  const options = await owner.call('passkeys.regInit', { body: {} });
  return (await owner.call('passkeys.regSubmit', { body: { credential: new Authenticator(origin).create(options) } })).id;
});

// It is there once it was used.
const session = own(async (owner) => (await owner.call('sessions.list')).sessions[0]?.id ?? '');

/** A template of an organization, out of the library and in it. */
const template: World = async (server) => {
  const parts = await partsWorld(server);
  const cases: Case[] = [];
  for (const isPublic of [false, true]) {
    const { id } = await parts.owner.call('templates.create', {
      query: { orgId: parts.orgId }, body: { name: 'Lease', recipients: [{ role: 'signer', email: 'tenant@example.org' }], public: isPublic },
    });
    await server.infrastructure.db.updateTable('templates').set({ shared_with: [parts.viewer.userId] }).where('id', '=', id).execute();
    const seen = { ownerId: parts.owner.userId, public: isPublic, sharedWith: [parts.viewer.userId] };
    const actors: [string, TemplateActor, Client][] = [
      ['owner', 'owner', parts.owner], ['admin of the organization', 'owner', parts.admin], ['viewer', 'viewer', parts.viewer],
      ['member of the organization', 'stranger', parts.member], ['stranger', 'stranger', parts.stranger],
    ];
    for (const [actor, part, who] of actors) {
      const roles: TemplateActor[] = isPublic ? [part, 'public'] : [part];
      cases.push({
        actor, parts: roles, state: isPublic ? 'in the library' : 'private', who, params: { id, requestId: newId() },
        allowed: (action) => roles.some((role) => templateActorMay(role, action as TemplateAction, seen)),
      });
    }
  }
  return cases;
};

/** A bulk send of an organization. What it sends does not matter here. */
const bulk: World = async (server) => {
  const parts = await partsWorld(server);
  const id = newId();
  await server.infrastructure.db.insertInto('bulks').values({
    id, owner_id: parts.owner.userId, org_id: parts.orgId, name: 'Leases', source_type: 'template', source_id: newId(), total: 1,
    job_type: 'bulk_send', job_status: 'resolved', blueprint: JSON.stringify({ requestedFrom: { ip: '', userAgent: '' } }),
  }).execute();
  const actors: [string, BulkActor, Client][] = [
    ['owner', 'owner', parts.owner], ['admin of the organization', 'owner', parts.admin],
    ['member of the organization', 'stranger', parts.member], ['stranger', 'stranger', parts.stranger],
  ];
  return actors.map(([actor, part, who]) => ({
    actor, parts: [part], state: 'sent', who, params: { id }, allowed: (action) => bulkActorMay(part, action as BulkAction, { ownerId: parts.owner.userId }),
  }));
};

export const worlds: Partial<Record<Resource, World>> = { organization, team, transaction, file, template, bulk, media, contact: contactOf, application, passkey, session };

export const resourceOf = (call: CallDefinition): { resource: Resource; action: string } | null =>
  typeof call.permission === 'object' ? call.permission : null;
