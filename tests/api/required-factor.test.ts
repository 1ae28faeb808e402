/** An organization that requires a second factor: who may switch it on, who is shut out of what, and what stays open. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Organization } from '#contract/entities/organization.ts';
import type { LiveEvent } from '#contract/events.ts';
import { newestEventId } from '#server/events/events.repository.ts';
import { EventStream } from '../support/event-stream.ts';
import { beginSessions, giveFactor, givePasskey, takeFactor } from '../support/factor.ts';
import { overNetwork } from '../support/over-network.ts';
import { earlierTotp, totp } from '../support/totp.ts';
import { Client } from './client.ts';
import { at, contact, draft, mailsTo, openTransactionWorld, sign, start, type TransactionWorld } from './transaction-world.ts';

let server: TransactionWorld['server'];
/** Owns the organization. */
let ada: Client;
/** Member of it. */
let paul: Client;
let url: string;
let number = 0;

beforeAll(async () => {
  ({ server, ada } = await openTransactionWorld());
  url = await server.app.listen({ port: 0, host: '127.0.0.1' });
  await giveFactor(server, ada);
});
afterAll(() => server.close());
beforeEach(async () => {
  paul = await Client.signIn(server, `paul${(number += 1)}@example.org`, { firstName: 'Paul', lastName: 'Part' });
});

const inside = (organization: Organization) => ({ query: { orgId: organization.id } });
const update = (who: Client, { id }: Organization, requireSecondFactor: boolean) => who.call('organizations.update', { params: { id }, body: { requireSecondFactor } });

async function join(organization: Organization, who: Client, role: 'admin' | 'participant' = 'participant'): Promise<Organization> {
  await ada.call('organizations.invite', { params: { id: organization.id }, body: { members: [{ email: who.email, role }] } });
  const { invites } = await who.call('invites.list');
  return who.call('invites.accept', { params: { id: invites.find((each) => each.orgId === organization.id)!.id } });
}

async function staffed(): Promise<Organization> {
  await server.infrastructure.db.updateTable('organizations').set({ deleted_at: new Date() }).execute();
  const organization = await ada.call('organizations.create', { body: { name: 'Works' } });
  await join(organization, paul);
  return organization;
}

describe('requiring a second factor', () => {
  test('is for owners and administrators, not for participants', async () => {
    const organization = await staffed();
    const adam = await Client.signIn(server, `adam${number}@example.org`);
    await join(organization, adam, 'admin');
    for (const each of [paul, adam]) await giveFactor(server, each);
    expect(await paul.refusal('organizations.update', { params: { id: organization.id }, body: { requireSecondFactor: true } })).toBe('permission_denied');
    expect((await update(adam, organization, true)).requireSecondFactor).toBe(true);
    expect((await update(ada, organization, false)).requireSecondFactor).toBe(false);
  });

  test('is only for somebody who has signed in with one', async () => {
    const organization = await staffed();
    const turnOn = { params: { id: organization.id }, body: { requireSecondFactor: true } };
    for (const prepare of [takeFactor, givePasskey]) {
      await prepare(server, ada);
      expect(await ada.refusal('organizations.update', turnOn)).toBe('second_factor_required');
    }
    expect((await ada.call('organizations.get', { params: { id: organization.id } })).requireSecondFactor).toBe(false);
    await giveFactor(server, ada);
    expect((await ada.call('organizations.update', turnOn)).requireSecondFactor).toBe(true);
  });

  test('lists the members without one to owner and administrators, and notifies them by mail', async () => {
    const organization = await staffed();
    const mia = await Client.signIn(server, `mia${number}@example.org`);
    await join(organization, mia);
    await giveFactor(server, mia);
    const having = ({ members }: Organization) => Object.fromEntries(members.map((each) => [each.email, each.hasSecondFactor]));
    expect(having(await update(ada, organization, true))).toEqual({ [ada.email]: true, [paul.email]: false, [mia.email]: true });
    expect(having(await mia.call('organizations.get', { params: { id: organization.id } }))).toEqual({ [ada.email]: null, [paul.email]: null, [mia.email]: null });
    const letters = async (who: Client) => (await mailsTo(server, who.email)).filter(({ template }) => template === 'second_factor_required');
    expect((await letters(paul)).map(({ text }) => text.includes(`/organization/${organization.id}`))).toEqual([true]);
    expect([await letters(mia), await letters(ada)]).toEqual([[], []]);
  });
});

describe('a second factor', () => {
  const reach = async (organization: Organization) => (await paul.send('teams.list', { params: { orgId: organization.id } })).status;

  test.each([
    ['is proven by a passkey sign-in', ['hwk'], 200], ['is proven by a second step', ['otp', 'mfa'], 200], ['is not proven by a first factor alone', ['otp'], 403], ['is not proven by an external provider alone', ['fed'], 403],
  ] as const)('%s', async (_, amr, status) => {
    const organization = await staffed();
    await update(ada, organization, true);
    await givePasskey(server, paul);
    await beginSessions(server, paul, amr);
    expect(await reach(organization)).toBe(status);
  });

  test('of an external provider counts, and no session after the factor was removed', async () => {
    const organization = await staffed();
    await update(ada, organization, true);
    await beginSessions(server, paul, ['fed', 'mfa']);
    expect(await reach(organization)).toBe(200);
    await beginSessions(server, paul, ['hwk']);
    expect(await reach(organization)).toBe(403);
    await beginSessions(server, paul, ['otp', 'mfa']);
    expect(await reach(organization)).toBe(403);
  });

  test('counts from setup until it is turned off', async () => {
    const organization = await staffed();
    await update(ada, organization, true);
    await beginSessions(server, paul, ['fed']);
    const shown = async () => (await paul.call('organizations.list')).organizations[0]?.missingFactor;
    expect(await shown()).toBe('setUp');
    const { secret } = await paul.call('secondFactor.begin');
    expect(await shown()).toBe('setUp');
    await paul.call('secondFactor.confirm', { body: { code: await earlierTotp(secret) } });
    expect([await shown(), await reach(organization)]).toEqual([null, 200]);
    await paul.call('secondFactor.remove', { body: { code: totp(secret) } });
    expect([await shown(), await reach(organization)]).toEqual(['setUp', 403]);
  });

  test('of an application is that of its owner\'s account', async () => {
    const organization = await staffed();
    const { clientId, clientSecret } = await paul.call('apps.create', { body: { name: 'Robot', scopes: ['file:read'] } }) as unknown as { clientId: string; clientSecret: string };
    await update(ada, organization, true);
    const answer = await server.app.inject({ method: 'POST', url: '/oauth/token', headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }).toString() });
    const robot = new Client(server, '', { userId: '', token: '', headers: { authorization: `Bearer ${answer.json().access_token}` } });
    expect(await robot.refusal('files.list', inside(organization))).toBe('second_factor_required');
    await givePasskey(server, paul);
    expect((await robot.send('files.list', inside(organization))).status).toBe(200);
  });
});

describe('a member without one', () => {
  test('sees that the organization exists, but none of its contents', async () => {
    const organization = await staffed();
    await ada.call('teams.create', { params: { orgId: organization.id }, body: { name: 'Readers', memberIds: [ada.userId] } });
    await update(ada, organization, true);
    const { organizations: [shown] } = await paul.call('organizations.list');
    expect(shown).toMatchObject({ id: organization.id, name: 'Works', requireSecondFactor: true, missingFactor: 'setUp', teams: [], subscription: null });
    expect(shown!.members.map(({ id }) => id)).toEqual([paul.userId]);
    await givePasskey(server, paul);
    expect((await paul.call('organizations.list')).organizations[0]?.missingFactor).toBe('signIn');
    await paul.call('organizations.leave', { params: { id: organization.id } });
    expect((await paul.call('organizations.list')).organizations).toEqual([]);
  });

  test('sees no more after joining', async () => {
    const organization = await staffed();
    await update(ada, organization, true);
    const newcomer = await Client.signIn(server, `new${number}@example.org`);
    const shown = await join(organization, newcomer);
    expect([shown.missingFactor, shown.members.map(({ id }) => id)]).toEqual(['setUp', [newcomer.userId]]);
  });

  test('keeps personal contents, and cannot move the organization\'s there', async () => {
    const organization = await staffed();
    const mine = await paul.addFile();
    const theirs = await paul.addFile();
    await server.infrastructure.db.updateTable('files').set({ org_id: organization.id }).where('id', '=', theirs.id).execute();
    const template = await paul.call('templates.create', { ...inside(organization), body: { name: 'Lease', recipients: [{ role: 'signer' }] } });
    const team = await ada.call('teams.create', { params: { orgId: organization.id }, body: { name: 'Readers', memberIds: [ada.userId] } });
    await update(ada, organization, true);
    expect((await paul.call('files.list')).files.map(({ id }) => id)).toEqual([mine.id]);
    expect((await paul.call('transactions.create', { body: { fileIds: [mine.id] } })).fileIds).toEqual([mine.id]);
    const taking = [
      paul.refusal('transactions.create', { body: { fileIds: [theirs.id] } }),
      paul.refusal('templates.create', { body: { fileIds: [theirs.id] } }),
      paul.refusal('templates.use', { ...at(template), body: {} }),
      paul.refusal('bulks.create', { body: { sourceType: 'template', sourceId: template.id, recipients: [{ email: 'a@example.org' }] } }),
      paul.refusal('files.share', { ...at(mine), body: { participants: [{ type: 'team', id: team.id }] } }),
    ];
    expect(await Promise.all(taking)).toEqual(taking.map(() => 'second_factor_required'));
  });

  test('cannot read what the organization shared with them', async () => {
    const organization = await staffed();
    const file = await ada.addFile();
    await server.infrastructure.db.updateTable('files').set({ org_id: organization.id }).where('id', '=', file.id).execute();
    const sent = await ada.call('transactions.create', { ...inside(organization), body: { name: 'Lease' } });
    const template = await ada.call('templates.create', { ...inside(organization), body: { name: 'Lease' } });
    const outsider = await Client.signIn(server, `out${number}@example.org`);
    const participants = [paul, outsider].map(({ email }) => ({ email }));
    await ada.call('files.share', { ...at(file), body: { participants } });
    await ada.call('transactions.share', { ...at(sent), body: { participants } });
    await ada.call('templates.share', { ...at(template), body: { participants } });
    await update(ada, organization, true);
    const listed = async (who: Client) => [
      (await who.call('files.list')).files.length, (await who.call('transactions.list')).transactions.length, (await who.call('templates.list')).templates.length,
      (await who.call('files.list')).counters.all, (await who.call('transactions.list')).counters.all, (await who.call('templates.list')).counters.all,
    ];
    expect([await listed(paul), await listed(outsider)]).toEqual([[0, 0, 0, 0, 0, 0], [1, 1, 1, 1, 1, 1]]);
    expect(await paul.refusal('files.downloadUrl', at(file))).toBe('second_factor_required');
    expect((await outsider.send('files.downloadUrl', at(file))).status).toBe(200);
  });

  test('can sign as a recipient', async () => {
    const organization = await staffed();
    const made = await draft(ada, [paul.email]);
    await server.infrastructure.db.updateTable('transactions').set({ org_id: organization.id }).where('id', '=', made.id).execute();
    const sent = await start(ada, made);
    await update(ada, organization, true);
    expect((await paul.call('transactions.list')).transactions.map(({ id }) => id)).toEqual([sent.id]);
    expect((await sign(paul, sent)).status).toBe('completed');
    expect(await paul.refusal('transactions.share', { ...at(sent), body: { participants: [{ email: 'a@example.org' }] } })).toBe('second_factor_required');
  });

  test('cannot use an upload URL issued earlier', async () => {
    const organization = await staffed();
    const file = await paul.addFile();
    await server.infrastructure.db.updateTable('files').set({ org_id: organization.id }).where('id', '=', file.id).execute();
    const { url: address } = await paul.call('files.updateUrl', { ...at(file), body: { mimeType: 'application/pdf' } });
    await update(ada, organization, true);
    expect((await paul.put(address, Buffer.from('%PDF-1.7\n%%EOF\n'))).status).toBe(403);
  });
});

describe('live events', () => {
  const signedIn = (who: Client) => new Client(overNetwork(url), who.email, { userId: who.userId, token: '', headers: who.headers as { authorization: string } });
  const open = (who: Client, after?: string) => EventStream.open(url, signedIn(who), after);
  const about = (id: string) => ({ resourceId }: LiveEvent): boolean => resourceId === id;

  test('of the organization are neither sent nor replayed to a member without one, but those for a recipient are', async () => {
    const organization = await staffed();
    const theirs = await ada.call('transactions.create', { ...inside(organization), body: { name: 'Lease' } });
    await ada.call('transactions.share', { ...at(theirs), body: { participants: [{ email: paul.email }] } });
    const before = await newestEventId(server.infrastructure.db);
    const stream = await open(paul);
    await ada.call('transactions.update', { ...at(theirs), body: { name: 'Before' } });
    await stream.until(about(theirs.id));
    const seen = stream.seen.length;
    await update(ada, organization, true);
    await ada.call('transactions.update', { ...at(theirs), body: { name: 'After' } });
    const sent = await draft(ada, [paul.email]);
    await server.infrastructure.db.updateTable('transactions').set({ org_id: organization.id }).where('id', '=', sent.id).execute();
    await start(ada, sent);
    await stream.until(about(sent.id));
    expect(stream.seen.slice(seen).map(({ resourceId }) => resourceId)).not.toContain(theirs.id);
    const again = await open(paul, before);
    await again.until(about(sent.id));
    expect(again.seen.map(({ resourceId }) => resourceId)).not.toContain(theirs.id);
    await giveFactor(server, paul);
    const withOne = await open(paul, before);
    await withOne.until(about(sent.id));
    expect(withOne.seen.filter(about(theirs.id))).toHaveLength(2);
    for (const each of [stream, again, withOne]) each.close();
  });
});

test('a document sent to an outside person is signed without one', async () => {
  const organization = await staffed();
  const guest = await Client.signIn(server, `guest${number}@example.org`, { type: 'guest' });
  const made = await draft(ada, [guest.email], { cc: [contact('copy@example.org')] });
  await server.infrastructure.db.updateTable('transactions').set({ org_id: organization.id }).where('id', '=', made.id).execute();
  await update(ada, organization, true);
  expect((await sign(guest, await start(ada, made))).status).toBe('completed');
});
