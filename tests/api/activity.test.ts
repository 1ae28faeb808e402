/** The activity of an organization and its teams, for its administrators. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ActivityKind } from '#contract/entities/activity.ts';
import type { Organization } from '#contract/entities/organization.ts';
import { counts } from '#contract/limits/counts.ts';
import { finishDeletion } from '#server/services/people/account-deletion.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { acceptingDocuments } from './accepting-documents.ts';
import { Client, samplePdf } from './client.ts';
import { at, contact, sign, stage } from './transaction-world.ts';

let server: TestApp;
let olga: Client;
let adam: Client;
let paul: Client;
let bea: Client;
let works: Organization;

const person = (firstName: string) => Client.signIn(server, `${firstName.toLowerCase()}@example.org`, { firstName, lastName: 'Test' });
const within = () => ({ query: { orgId: works.id } });

async function join(someone: Client, role: 'admin' | 'participant' = 'participant'): Promise<void> {
  await olga.call('organizations.invite', { ...at(works), body: { members: [{ email: someone.email, role }] } });
  await someone.call('invites.accept', { params: { id: (await someone.call('invites.list')).invites.find(({ orgId }) => orgId === works.id)!.id } });
}

async function send(who: Client, name = 'Lease') {
  const file = await who.addFile(samplePdf(`${name} ${Math.random()}`));
  const draft = await who.call('transactions.create', { ...within(), body: { name, fileIds: [file.id], recipients: [contact(bea.email)] } });
  await stage(who, draft, file.id);
  return who.call('transactions.start', at(draft));
}

const activity = async (query: Record<string, string> = {}, who = olga) => (await who.call('organizations.activity', { ...at(works), query })).entries;
const kinds = async (query: Record<string, string> = {}) => (await activity(query)).map(({ kind }) => kind);

beforeAll(async () => {
  server = await startTestApp({}, acceptingDocuments);
  [olga, adam, paul] = await Promise.all([person('Olga'), person('Adam'), person('Paul')]);
  bea = await Client.signIn(server, 'bea@example.org', { type: 'guest' });
  works = await olga.call('organizations.create', { body: { name: 'Works' } });
  await join(adam, 'admin');
  await join(paul);
});
afterAll(() => server.close());

describe('an administrator sees', () => {
  test('who was invited and joined, newest first', async () => {
    expect((await activity()).map(({ kind, actor, member }) => [kind, actor?.id, member?.id ?? null])).toEqual([
      ['joined', paul.userId, null], ['invited', olga.userId, paul.userId], ['joined', adam.userId, null], ['invited', olga.userId, adam.userId],
    ]);
  });

  test('what was sent, and what became of it', async () => {
    const [signed, declined, canceled] = [await send(paul, 'Signed'), await send(paul, 'Declined'), await send(adam, 'Canceled')];
    await sign(bea, signed);
    await bea.call('transactions.decline', { ...at(declined), body: { reason: 'No' } });
    await adam.call('transactions.cancel', at(canceled));
    expect((await activity()).slice(0, 6).map(({ kind, actor, member, transaction }) => [kind, actor?.id, member?.id ?? null, transaction?.title])).toEqual([
      ['canceled', adam.userId, null, 'Canceled'], ['declined', bea.userId, paul.userId, 'Declined'], ['completed', bea.userId, paul.userId, 'Signed'],
      ['sent', adam.userId, null, 'Canceled'], ['sent', paul.userId, null, 'Declined'], ['sent', paul.userId, null, 'Signed'],
    ]);
  });

  test('settings, teams and administrators that were changed, and who left or was removed', async () => {
    await adam.call('organizations.update', { ...at(works), body: { name: 'Works 2' } });
    const team = await olga.call('teams.create', { params: { orgId: works.id }, body: { name: 'Legal', memberIds: [adam.userId] } });
    await olga.call('teams.update', { params: { orgId: works.id, teamId: team.id }, body: { name: 'Law' } });
    await olga.call('teams.delete', { params: { orgId: works.id, teamId: team.id } });
    await olga.call('organizations.makeAdmin', { ...at(works), body: { memberId: paul.userId } });
    await olga.call('organizations.cancelAdmin', { ...at(works), body: { memberId: paul.userId } });
    const [mia, max] = [await person('Mia'), await person('Max')];
    await join(mia);
    await join(max);
    await mia.call('organizations.leave', at(works));
    await olga.call('organizations.deleteMember', { ...at(works), body: { memberId: max.userId } });
    expect((await kinds()).slice(0, 12)).toEqual(['removed', 'left', 'joined', 'invited', 'joined', 'invited', 'admin_canceled', 'admin_made', 'team_deleted', 'team_changed', 'team_created', 'settings_changed']);
    expect((await activity({ kind: 'removed' }))[0]).toMatchObject({ actor: { id: olga.userId }, member: { id: max.userId, firstName: 'Max' } });
  });

  test('requests that were returned or approved', async () => {
    await olga.call('organizations.update', { ...at(works), body: { sendApproval: { required: 'members' } } });
    const held = await send(paul, 'Held');
    await adam.call('sendApprovals.return', { ...at(held), body: { version: held.version, reason: 'Not yet' } });
    await stage(paul, held, held.fileIds[0]!);
    const again = await paul.call('transactions.start', at(held));
    await adam.call('sendApprovals.approve', { ...at(held), body: { version: again.version } });
    expect((await kinds()).slice(0, 5)).toEqual(['sent', 'approved', 'approval_requested', 'returned', 'approval_requested']);
    await olga.call('organizations.update', { ...at(works), body: { sendApproval: { required: 'off' } } });
  });
});

describe('the list', () => {
  test('is filtered by person and by kind', async () => {
    const mine = await activity({ userId: paul.userId });
    expect(mine.length).toBeGreaterThan(5);
    expect(mine.every(({ actor, member }) => actor?.id === paul.userId || member?.id === paul.userId)).toBe(true);
    expect(new Set(mine.map(({ id }) => id)).size).toBe(mine.length);
    expect(new Set(await kinds({ kind: 'sent' }))).toEqual(new Set(['sent']));
    expect((await activity({ userId: adam.userId, kind: 'sent' })).map(({ transaction }) => transaction?.title)).toEqual(['Canceled']);
    expect(await olga.refusal('organizations.activity', { ...at(works), query: { kind: 'x' as ActivityKind } })).toBe('request_validation_error');
  });

  test('is of a team, as it is now', async () => {
    const team = await olga.call('teams.create', { params: { orgId: works.id }, body: { name: 'Sales', memberIds: [paul.userId] } });
    const [ofTeam, ofPaul] = [await activity({ teamId: team.id }), await activity({ userId: paul.userId })];
    expect(ofTeam).toEqual(ofPaul);
    expect(await activity({ teamId: team.id, userId: adam.userId })).toEqual([]);
    expect(await olga.refusal('organizations.activity', { ...at(works), query: { teamId: works.id } })).toBe('not_found');
  });

  test('comes in pages, without gaps and without repetitions', async () => {
    for (let time = 0; time < counts.listPage; time += 1) await olga.call('organizations.update', { ...at(works), body: { name: `Works ${time}` } });
    for (const query of [{}, { userId: olga.userId }]) {
      const first = await olga.call('organizations.activity', { ...at(works), query });
      expect(first.entries).toHaveLength(counts.listPage);
      const ids = first.entries.map(({ id }) => Number(id));
      let last = first.lastKey;
      while (last !== null) {
        const next = await olga.call('organizations.activity', { ...at(works), query: { ...query, exclusiveFrom: last } });
        ids.push(...next.entries.map(({ id }) => Number(id)));
        last = next.lastKey;
      }
      expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => b - a));
      expect(ids.length).toBeGreaterThan(counts.listPage);
    }
  });

  test('is for administrators only', async () => {
    const eve = await person('Eve');
    for (const who of [paul, bea, eve]) expect(await who.refusal('organizations.activity', at(works))).toBe('permission_denied');
    expect((await activity({}, adam)).length).toBeGreaterThan(0);
  });

  test('has nothing of the personal space, nor of another organization', async () => {
    const before = (await activity())[0]?.id;
    const file = await paul.addFile(samplePdf('own'));
    const own = await paul.call('transactions.create', { body: { name: 'Own', fileIds: [file.id], recipients: [contact(bea.email)] } });
    await stage(paul, own, file.id);
    await paul.call('transactions.start', at(own));
    const other = await adam.call('organizations.create', { body: { name: 'Other' } });
    await adam.call('organizations.update', { ...at(other), body: { name: 'Others' } });
    expect((await activity())[0]?.id).toBe(before);
  });
});

test('of somebody who is only invited, there is no name', async () => {
  const una = await person('Una');
  await olga.call('organizations.invite', { ...at(works), body: { members: [{ email: una.email, role: 'participant' }] } });
  const [invited] = await activity();
  expect(invited).toMatchObject({ kind: 'invited', member: { email: una.email, firstName: null, lastName: null } });
  await olga.call('organizations.deleteMember', { ...at(works), body: { memberId: una.userId } });
  expect((await activity())[0]).toMatchObject({ kind: 'removed', member: { email: una.email, firstName: null, lastName: null } });
  await join(una);
  expect((await activity({ kind: 'invited' }))[0]).toMatchObject({ member: { firstName: 'Una', lastName: 'Test' } });
});

test('who deletes their account leaves, and is named by nobody any more', async () => {
  const [lea, ina] = [await person('Lea'), await person('Ina')];
  await join(lea);
  await olga.call('organizations.invite', { ...at(works), body: { members: [{ email: ina.email, role: 'participant' }] } });
  await ina.call('auth.deleteUser');
  await lea.call('auth.deleteUser');
  const [left, last] = await activity();
  expect([left?.kind, last?.kind]).toEqual(['left', 'invited']);
  await finishDeletion(server.infrastructure, lea.userId);
  expect((await activity())[0]).toMatchObject({ kind: 'left', actor: null, actorGone: true, member: null });
});

test('the title of a request that the reader may not open is hidden', async () => {
  const sent = await send(paul, 'Secret');
  expect((await activity())[0]?.transaction).toEqual({ id: sent.id, title: 'Secret' });
  await paul.call('transactions.delete', at(sent));
  expect((await activity({ kind: 'sent' }))[0]?.transaction).toEqual({ id: sent.id, title: null });
  const moved = await send(paul, 'Moved');
  await server.infrastructure.db.updateTable('transactions').set({ org_id: null }).where('id', '=', moved.id).execute();
  expect((await activity({ kind: 'sent' }))[0]?.transaction).toEqual({ id: moved.id, title: null });
});
