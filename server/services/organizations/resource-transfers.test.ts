/** Transfers of more resources than a call waits for. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Client } from '../../../tests/api/client.ts';
import { startTestApp, type TestApp } from '../../../tests/support/app.ts';
import { closedOrgsOfBearers } from '#server/identity/second-factor-enforcement.ts';
import { continueTransfer, restartTransfers } from './resource-transfers.ts';

let server: TestApp;
let olga: Client;

beforeAll(async () => {
  server = await startTestApp();
  olga = await Client.signIn(server, 'olga@example.org');
});
afterAll(() => server.close());

const rows = async <Row>(query: string, values: readonly unknown[] = []): Promise<Row[]> => (await server.infrastructure.pool.query(query, [...values])).rows as Row[];
const jobs = (id: string): Promise<{ payload: unknown }[]> => rows('select j.payload from graphile_worker._private_jobs j where key = $1', [`transfer_resources:${id}`]);
const transfers = (): Promise<{ id: string }[]> => rows('select id from resource_transfers');
const transfersOf = (orgId: string): Promise<{ id: string }[]> => rows('select id from resource_transfers where org_id = $1', [orgId]);
const ownedBy = async (orgId: string | null): Promise<number> =>
  (await rows<{ count: number }>("select count(*)::int as count from transactions where owner_id = $1 and org_id is not distinct from $2 and name = 'Ours'", [olga.userId, orgId]))[0]!.count;

/** An organization whose member owns this many requests. */
async function withRequests(count: number, prefix: string): Promise<{ orgId: string; paul: Client }> {
  const { id: orgId } = await olga.call('organizations.create', { body: { name: 'Works' } });
  const paul = await Client.signIn(server, `paul-${prefix}@example.org`);
  await olga.call('organizations.invite', { params: { id: orgId }, body: { members: [{ email: paul.email }] } });
  await paul.call('invites.accept', { params: { id: (await paul.call('invites.list')).invites[0]!.id } });
  await rows(`insert into transactions (id, owner_id, org_id, name, status) select lpad(n::text, 24, $4), $1, $2, 'Ours', 'draft' from generate_series(1, $3::int) n`, [paul.userId, orgId, count, prefix]);
  return { orgId, paul };
}

test('a call transfers 2,500 resources, and a job the others', async () => {
  const { orgId, paul } = await withRequests(2600, 'a');
  await paul.call('organizations.leave', { params: { id: orgId } });
  expect(await ownedBy(orgId)).toBe(2500);
  const [transfer, ...others] = await transfers();
  expect([others, await jobs(transfer!.id)]).toEqual([[], [{ payload: expect.objectContaining({ transferId: transfer!.id }) }]]);
  // Nobody who left reaches what is not transferred yet.
  const [left] = await rows<{ id: string }>('select id from transactions where owner_id = $1', [paul.userId]);
  expect(await paul.refusal('transactions.get', { params: { id: left!.id } })).toBe('permission_denied');
  await continueTransfer(server.infrastructure.db, transfer!.id);
  expect([await ownedBy(orgId), await transfers()]).toEqual([2600, []]);
});

test('a job queues the next one after 10,000 resources', async () => {
  const { orgId } = await withRequests(12_600, 'b');
  await olga.call('organizations.delete', { params: { id: orgId } });
  const [transfer] = await transfers();
  await rows('delete from graphile_worker._private_jobs where key is not null');
  await continueTransfer(server.infrastructure.db, transfer!.id);
  expect([await ownedBy(null), await jobs(transfer!.id)]).toEqual([12_500, [expect.anything()]]);
  await continueTransfer(server.infrastructure.db, transfer!.id);
  expect([await ownedBy(null), await transfers()]).toEqual([12_600, []]);
});

test('a transfer whose job failed for good is started again after an hour', async () => {
  const { orgId } = await withRequests(2600, 'c');
  await olga.call('organizations.delete', { params: { id: orgId } });
  const [transfer] = await transfers();
  await rows('delete from graphile_worker._private_jobs where key is not null');
  await restartTransfers(server.infrastructure.db, Date.now() + 59 * 60_000);
  expect(await jobs(transfer!.id)).toEqual([]);
  await restartTransfers(server.infrastructure.db, Date.now() + 61 * 60_000);
  expect(await jobs(transfer!.id)).toHaveLength(1);
});

const withheldFrom = async ({ userId }: Client, orgId: string): Promise<boolean> => {
  const bearers = (await rows<{ id: string }>("select id from oidc_records where model = 'AccessToken' and payload ->> 'accountId' = $1", [userId])).map(({ id }) => id);
  const found = await closedOrgsOfBearers(server.infrastructure.db, bearers, [orgId]);
  return bearers.length > 0 && bearers.every((bearer) => found.has(`${bearer}/${orgId}`));
};

test('no member of an organization that was dissolved reaches what is not transferred yet; whom it is shared with does', async () => {
  const { orgId, paul } = await withRequests(2600, 'd');
  const eve = await Client.signIn(server, 'eve@example.org');
  await olga.call('organizations.delete', { params: { id: orgId } });
  const [left] = await rows<{ id: string }>('update transactions set shared_with = array[$2] where id = (select min(id) from transactions where owner_id = $1) returning id', [paul.userId, eve.userId]);
  const at = { params: { id: left!.id } };
  expect([await paul.refusal('transactions.get', at), await paul.refusal('transactions.update', { ...at, body: { name: 'Mine' } })]).toEqual(['permission_denied', 'permission_denied']);
  expect(await eve.call('transactions.get', at)).toMatchObject({ ownerId: paul.userId });
  // Nor live events about it.
  expect([await withheldFrom(paul, orgId), await withheldFrom(eve, orgId), await withheldFrom(olga, orgId)]).toEqual([true, false, false]);
  const [transfer] = await transfersOf(orgId);
  await continueTransfer(server.infrastructure.db, transfer!.id);
  expect(await olga.call('transactions.get', at)).toMatchObject({ ownerId: olga.userId, orgId: null });
  expect(await eve.call('transactions.get', at)).toMatchObject({ ownerId: olga.userId });
  expect(await paul.refusal('transactions.get', at)).toBe('permission_denied');
});

test('who joins again has a member\'s rights before the transfer ends', async () => {
  const { orgId, paul } = await withRequests(2600, 'e');
  await paul.call('organizations.leave', { params: { id: orgId } });
  await olga.call('organizations.invite', { params: { id: orgId }, body: { members: [{ email: paul.email }] } });
  await paul.call('invites.accept', { params: { id: (await paul.call('invites.list')).invites[0]!.id } });
  const made = await paul.call('transactions.create', { query: { orgId }, body: { name: 'New' } });
  expect(await paul.call('transactions.get', { params: { id: made.id } })).toMatchObject({ ownerId: paul.userId });
  const [transfer] = await transfersOf(orgId);
  await continueTransfer(server.infrastructure.db, transfer!.id);
});

test('of two jobs for one transfer, the second ends at once, and the first goes on', async () => {
  const { orgId } = await withRequests(2600, 'f');
  await olga.call('organizations.delete', { params: { id: orgId } });
  const [transfer] = await transfersOf(orgId);
  await rows('delete from graphile_worker._private_jobs where key is not null');
  const first = await server.infrastructure.pool.connect();
  await first.query('begin');
  await first.query('select from resource_transfers where id = $1 for update', [transfer!.id]);
  await continueTransfer(server.infrastructure.db, transfer!.id);
  expect([await transfersOf(orgId), await jobs(transfer!.id)]).toEqual([[transfer], []]);
  await first.query('rollback');
  first.release();
  await continueTransfer(server.infrastructure.db, transfer!.id);
  expect(await transfersOf(orgId)).toEqual([]);
}, 20_000);
