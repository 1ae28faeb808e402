/** Every call on a thing, by everybody who can stand in some relation to it, in each of its states: the table decides. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls, type CallId } from '#contract/calls/calls.ts';
import type { CallDefinition } from '#contract/calls/define.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { bulkActors } from '#contract/permissions/bulk.permissions.ts';
import { fileActors } from '#contract/permissions/file.permissions.ts';
import { organizationActors, teamActors } from '#contract/permissions/organization.permissions.ts';
import { templateActors } from '#contract/permissions/template.permissions.ts';
import { transactionActors } from '#contract/permissions/transaction.permissions.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { bodies } from './bodies.ts';
import { Client } from './client.ts';
import { resourceOf, worlds, type Case, type Resource } from './permission-worlds.ts';

let server: TestApp;

beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

const guarded = (Object.entries(calls) as [CallId, CallDefinition][]).flatMap(([id, call]) => {
  const needs = resourceOf(call);
  return needs ? [{ id, ...needs }] : [];
});

/** These ask for more than the table's act: whose turn it is, or whether one may prepare. */
const stricter: readonly CallId[] = ['transactions.updateUrl', 'transactions.sign', 'transactions.view', 'transactions.approve', 'transactions.sendPresenceCode', 'transactions.provePresence', 'transactions.reassign', 'transactions.delete',
  'attachments.begin', 'attachments.attach', 'attachments.detach', 'attachments.download',
  'identityChecks.begin', 'identityChecks.uploadUrl', 'identityChecks.submit', 'identityChecks.ticket', 'identityChecks.sendSms', 'identityChecks.cancel',
];
/** For whoever is not the owner deleting is leaving: this act of theirs says that they may. */
const leaving: Partial<Record<CallId, string>> = { 'files.delete': 'stopSharing', 'transactions.delete': 'read', 'templates.delete': 'stopSharing' };
/** Sent again by whoever may do it, where it is done already, it succeeds again without an effect. */
const repeatable: Partial<Record<CallId, readonly string[]>> = { 'transactions.start': ['pending', 'public pending', 'held'], 'sendApprovals.withdraw': ['draft', 'pending', 'completed', 'canceled', 'public draft', 'public pending', 'public completed'], 'transactions.cancel': ['canceled'] };
/** Kinds that have no world yet; to be emptied, never to grow. */
const withoutWorld: readonly Resource[] = [];

const own = ['owner', 'stranger'];
/** Everybody the tables know. */
const actors: Readonly<Record<Resource, readonly string[]>> = {
  organization: organizationActors, team: teamActors, transaction: transactionActors, file: fileActors, template: templateActors, bulk: bulkActors,
  media: own, contact: own, application: own, passkey: own, session: own,
};

const refusals = ['permission_denied', 'access_code_required', 'create_file_permission_denied', 'resource_in_use', 'send_approval_waiting'];

test('covers every kind of resource', () => {
  const missing = [...new Set(guarded.map(({ resource }) => resource))].filter((resource) => worlds[resource] === undefined);
  expect(missing.filter((resource) => !withoutWorld.includes(resource))).toEqual([]);
});

/** Making a world takes as long as many calls: it serves until a call has changed it. */
const current = new Map<Resource, Promise<Case[]>>();
const isChange = (id: CallId): boolean => calls[id].method !== 'GET' || /leave$|accept$|reject$/.test(calls[id].path);

function makeWorld(resource: Resource): Promise<Case[]> {
  const make = worlds[resource];
  if (!make) throw new Error(`There is no world for ${resource}`);
  return make(server);
}

function unchanged(resource: Resource): Promise<Case[]> {
  const known = current.get(resource) ?? makeWorld(resource);
  current.set(resource, known);
  return known;
}

test.each(Object.entries(actors) as [Resource, readonly string[]][])('covers every actor in the table of %s', async (resource, known) => {
  const walking = new Set((await unchanged(resource)).flatMap(({ parts }) => parts));
  expect(known.filter((actor) => !walking.has(actor))).toEqual([]);
});

test.each(guarded.filter(({ resource }) => worlds[resource] !== undefined))('$id: $resource, $action', async ({ id, resource, action }) => {
  const wrong: string[] = [];
  const changed = new Set<string>();
  let refused = 0;
  const leave = leaving[id];
  const may = (each: Case): boolean => each.allowed(action) || (leave !== undefined && !each.allowed('share') && each.allowed(leave));
  // Who is refused comes first: the first who is allowed may change or delete it.
  const cases = (await unchanged(resource)).toSorted((a, b) => Number(may(a)) - Number(may(b)));
  for (const each of cases) {
    const { status, body } = await each.who.send(id, { params: each.params, body: bodies[id]?.() });
    const code = status >= 400 ? (body as ErrorBody).error.code : 'done';
    const place = `${each.actor}, ${each.state}: ${status} ${code}`;
    if (status >= 500) wrong.push(place);
    if (!may(each)) {
      refused += 1;
      if (!refusals.includes(code) && !(each.parts.includes('owner') && repeatable[id]?.includes(each.state))) wrong.push(`${place}, but may not`);
    } else if (refusals.includes(code) && !stricter.includes(id) && !changed.has(each.state)) wrong.push(`${place}, but may`);
    if (status < 300) changed.add(each.state);
  }
  if (changed.size > 0 && isChange(id)) current.delete(resource);
  expect(wrong).toEqual([]);
  expect(refused).toBeGreaterThan(0);
}, 120_000);

const ownLists = (Object.entries(calls) as [CallId, CallDefinition][]).filter(([, { method, path, permission }]) => method === 'GET' && permission === 'self' && !path.includes('{')).map(([id]) => id);

test.each(ownLists)('%s reveals nothing of other accounts to a new account', async (id) => {
  const made = (await Promise.all((Object.keys(actors) as Resource[]).map(unchanged))).flat();
  const others = new Set(made.flatMap(({ who, params }) => [who.userId, who.email, ...Object.values(params)]));
  const fresh = await Client.signIn(server, `fresh-${id}@example.org`);
  const shown = JSON.stringify((await fresh.send(id)).body ?? null);
  expect([...others].filter((each) => shown.includes(each))).toEqual([]);
});
