/** Every call on something that can belong to an organization that requires a second factor, by each of its members, with one and without. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { calls, type CallId } from '#contract/calls/calls.ts';
import type { CallDefinition } from '#contract/calls/define.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { fileActorMay, type FileAction, type FileView } from '#contract/permissions/file.permissions.ts';
import { actorMay, type TransactionAction } from '#contract/permissions/transaction.permissions.ts';
import { templateActorMay, type TemplateAction, type TemplateView } from '#contract/permissions/template.permissions.ts';
import { newId } from '#server/platform/id.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { giveFactor, takeFactor } from '../support/factor.ts';
import { bodies } from './bodies.ts';
import { resourceOf, worlds, type Case, type Resource } from './permission-worlds.ts';

let server: TestApp;
beforeAll(async () => {
  server = await startTestApp();
});
afterAll(() => server.close());

const all = Object.entries(calls) as [CallId, CallDefinition][];
const belonging: readonly Resource[] = ['organization', 'team', 'transaction', 'file', 'template', 'bulk'];
const guarded = all.flatMap(([id, call]) => {
  const needs = resourceOf(call);
  return needs && belonging.includes(needs.resource) ? [{ id, ...needs }] : [];
});

/** Nobody is kept in an organization. */
const free: readonly CallId[] = ['organizations.leave'];

async function membersIn(cases: readonly Case[]): Promise<Case[]> {
  const rows = await server.infrastructure.db.selectFrom('members').select('user_id').where('status', '=', 'active').execute();
  const members = new Set(rows.map((row) => row.user_id));
  return cases.filter(({ who }) => members.has(who.userId));
}

const unfinished: Pick<FileView, 'transactions'> = { transactions: [] };
const anything = { ownerId: '', public: true, sharedWith: [] };
/** What everybody may do with what is public, members may, too. */
function isOpenToAll(resource: Resource, action: string, { parts, state }: Case): boolean {
  if (!parts.includes('public')) return false;
  if (resource === 'transaction') return actorMay('public', action as TransactionAction, { ...anything, status: state === 'public draft' ? 'draft' : 'completed', recipients: [], cc: [], options: { allowSignerReassignment: false } });
  return resource === 'file' ? fileActorMay('public', action as FileAction, { ...anything, ...unfinished }) : templateActorMay('public', action as TemplateAction, anything satisfies TemplateView);
}

const requireFactor = () => server.infrastructure.db.updateTable('organizations').set({ require_second_factor: true }).execute();

async function makeWorld(resource: Resource): Promise<Case[]> {
  const cases = await worlds[resource]!(server);
  await requireFactor();
  const members = await membersIn(cases);
  for (const { who } of members) await takeFactor(server, who);
  return members;
}

async function codeOf(id: CallId, { who, params }: Case): Promise<string> {
  const { status, body } = await who.send(id, { params: { requestId: newId(), ...params }, body: bodies[id]?.() });
  return status >= 400 ? (body as ErrorBody).error.code : 'done';
}

/** Who is refused changes nothing: one world serves all calls until one succeeds. */
const shut = new Map<Resource, Promise<Case[]>>();
function shutWorld(resource: Resource): Promise<Case[]> {
  const known = shut.get(resource) ?? makeWorld(resource);
  shut.set(resource, known);
  return known;
}

test('covers every kind of resource of an organization', () => {
  expect(new Set(guarded.map(({ resource }) => resource))).toEqual(new Set(belonging));
});

test.each(guarded.filter(({ id }) => !free.includes(id)))('$id is closed to members without a second factor', async ({ id, resource, action }) => {
  const members = await shutWorld(resource);
  for (const { who } of members) await takeFactor(server, who);
  const codes: string[] = [];
  for (const each of members) codes.push(isOpenToAll(resource, action, each) ? 'second_factor_required' : await codeOf(id, each));
  expect(codes.length).toBeGreaterThan(0);
  expect(codes).toEqual(codes.map(() => 'second_factor_required'));
}, 120_000);

test.each(guarded)('$id is open to members with a second factor', async ({ id, resource }) => {
  const isRead = calls[id].method === 'GET' && !free.includes(id);
  const members = await shutWorld(resource);
  for (const { who } of members) await giveFactor(server, who);
  const wrong: string[] = [];
  for (const each of members) {
    const code = await codeOf(id, each);
    if (code === 'second_factor_required') wrong.push(each.actor);
    // Whoever was allowed may have changed or deleted it.
    if (code === 'done' && !isRead) {
      shut.delete(resource);
      break;
    }
  }
  expect(wrong).toEqual([]);
}, 120_000);

const inOrganizations = all.filter(([, call]) => call.auth === 'bearer' && !call.path.includes('{') && call.query !== undefined && 'orgId' in call.query.shape).map(([id]) => id);

test.each(inOrganizations)('%s is closed in the organization that a call names, too', async (id) => {
  const [member] = await shutWorld('organization');
  const { who, params } = member!;
  await takeFactor(server, who);
  const ask = async (): Promise<string> => {
    const { status, body } = await who.send(id, { query: { orgId: params.id }, body: wellFormed[id] ?? bodies[id]?.() });
    return status >= 400 ? (body as ErrorBody).error.code : 'done';
  };
  expect(await ask()).toBe('second_factor_required');
  await giveFactor(server, who);
  expect(await ask()).not.toBe('second_factor_required');
});

/** Well formed, so that only the organization can be in the way. */
const wellFormed: Partial<Record<CallId, unknown>> = {
  'files.uploadUrl': { mimeType: 'application/pdf' },
  'files.createMeta': { bodyRef: 'none', attributes: { title: 'x' } },
  'transactions.create': {},
  'templates.create': {},
  'files.importUrl': { url: 'https://example.org/a.pdf' },
  'cloud.import': { source: 'dropbox', entry: 'x' },
  'billing.setPaymentMethod': { token: 'tok_visa' },
  'billing.start': { plan: 'h_b_m' },
  'billing.update': { plan: 'h_b_m' },
  'billing.promoCodePreview': { plan: 'h_b_m', promoCode: 'x' },
  'bulks.create': { sourceType: 'template', sourceId: newId(), recipients: [{ email: 'a@example.org' }] },
};
