/** Organizations, their members, teams and invitations, and what is made in them. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Organization } from '#contract/entities/organization.ts';
import { newId } from '#server/platform/id.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { Client, samplePdf, samplePng } from './client.ts';
import { eventsOf, mailsTo } from './transaction-world.ts';

let server: TestApp;
let olga: Client;
let adam: Client;
let paul: Client;
let eve: Client;

beforeAll(async () => {
  server = await startTestApp();
  olga = await Client.signIn(server, 'olga@example.org', { firstName: 'Olga', lastName: 'Owner' });
  adam = await Client.signIn(server, 'adam@example.org', { firstName: 'Adam', lastName: 'Admin' });
  paul = await Client.signIn(server, 'paul@example.org', { firstName: 'Paul', lastName: 'Part' });
  eve = await Client.signIn(server, 'eve@example.org');
});
afterAll(() => server.close());

const found = (owner: Client, name = 'Works') => owner.call('organizations.create', { body: { name } });

async function join(owner: Client, organization: Organization, person: Client, more: Record<string, unknown> = {}): Promise<void> {
  await owner.call('organizations.invite', { params: { id: organization.id }, body: { members: [{ email: person.email, ...more }] } });
  const { invites } = await person.call('invites.list');
  const own = invites.find((each) => each.orgId === organization.id);
  await person.call('invites.accept', { params: { id: own!.id } });
}

/** An organization of Olga's with Adam as admin and Paul as participant. */
async function staffed(): Promise<Organization> {
  const organization = await found(olga);
  await join(olga, organization, adam, { role: 'admin' });
  await join(olga, organization, paul);
  return olga.call('organizations.get', { params: { id: organization.id } });
}

const memberOf = (organization: Organization, person: Client) => organization.members.find((each) => each.id === person.userId);

describe('an organization', () => {
  test('belongs to its creator, and is created once however often the call is repeated', async () => {
    const id = newId();
    const [first, again] = await Promise.all([
      olga.call('organizations.create', { body: { id, name: '  ' } }),
      olga.call('organizations.create', { body: { id, name: '  ' } }),
    ]);
    expect(first).toMatchObject({ id, name: 'Unnamed', ownerId: olga.userId, globalSettings: { createFiles: true, createBulks: true } });
    expect(again.id).toBe(id);
    expect(first.members).toMatchObject([{ id: olga.userId, role: 'admin', status: 'active', email: 'olga@example.org' }]);
    expect(first.resources).toMatchObject({ member: 1, file: 0 });
    expect((await olga.call('organizations.list')).organizations.filter((each) => each.id === id)).toHaveLength(1);
    expect(await eve.refusal('organizations.create', { body: { id, name: 'Mine' } })).toBe('conflict');
  });

  test('is not created by guests, nor with invalid settings', async () => {
    const guest = await Client.signIn(server, 'guest@example.org', { type: 'guest' });
    expect(await guest.refusal('organizations.create', { body: {} })).toBe('permission_denied');
    expect((await olga.send('organizations.create', { body: { globalSettings: { createFiles: 'yes' } } })).status).toBe(400);
    expect((await olga.send('organizations.create', { body: { name: 'x'.repeat(129) } })).status).toBe(400);
  });

  test('has a name, a logo, settings and permissions per member', async () => {
    const { id } = await staffed();
    const { fileId, uploadUrl } = await adam.call('auth.avatarUploadUrl');
    await adam.put(uploadUrl, samplePng(), 'image/png');
    const changed = await adam.call('organizations.update', {
      params: { id }, body: {
        name: 'Engines', logo: fileId, globalSettings: { createBulks: false },
        members: [{ id: paul.userId, permissions: { createFiles: true, createTransactions: false, createTemplates: false, createBulks: false } }],
      },
    });
    expect(changed).toMatchObject({ name: 'Engines', globalSettings: { createFiles: true, createBulks: false } });
    expect(memberOf(changed, paul)?.permissions).toMatchObject({ createTransactions: false });
    expect(await olga.fetch(changed.logo!)).toEqual(Buffer.from(samplePng()));
    expect(await olga.refusal('organizations.update', { params: { id }, body: { logo: newId() } })).toBe('request_validation_error');
    expect(await olga.refusal('organizations.update', { params: { id }, body: { members: [{ id: eve.userId, permissions: null }] } })).toBe('not_found');
    expect(await paul.refusal('organizations.update', { params: { id }, body: { name: 'Mine' } })).toBe('permission_denied');
  });
});

describe('members', () => {
  test('become admins and participants, but the owner stays the owner', async () => {
    const { id } = await staffed();
    const admin = await adam.call('organizations.makeAdmin', { params: { id }, body: { memberId: paul.userId } });
    expect(memberOf(admin, paul)?.role).toBe('admin');
    const again = await paul.call('organizations.cancelAdmin', { params: { id }, body: { memberId: adam.userId } });
    expect(memberOf(again, adam)?.role).toBe('participant');
    for (const call of ['organizations.cancelAdmin', 'organizations.deleteMember'] as const) {
      expect(await paul.refusal(call, { params: { id }, body: { memberId: olga.userId } })).toBe('permission_denied');
      expect(await paul.refusal(call, { params: { id }, body: { memberId: eve.userId } })).toBe('not_found');
    }
  });

  test('leave, and the owner keeps what they made', async () => {
    const { id } = await staffed();
    const query = { orgId: id };
    const { url, bodyRef } = await paul.call('files.uploadUrl', { body: { mimeType: 'application/pdf' } });
    await paul.put(url, samplePdf());
    const file = await paul.call('files.createMeta', { query, body: { bodyRef, attributes: { title: 'Ours' } } });
    const transaction = await paul.call('transactions.create', { query, body: { name: 'Ours', fileIds: [file.id] } });
    expect(await olga.refusal('organizations.leave', { params: { id } })).toBe('permission_denied');
    await paul.call('organizations.leave', { params: { id } });
    expect(await paul.refusal('transactions.get', { params: { id: transaction.id } })).toBe('permission_denied');
    expect(await paul.refusal('files.getMeta', { params: { id: file.id } })).toBe('permission_denied');
    expect(await olga.call('transactions.get', { params: { id: transaction.id } })).toMatchObject({ ownerId: olga.userId, orgId: id });
    expect(await paul.refusal('organizations.get', { params: { id } })).toBe('permission_denied');
    expect(await paul.refusal('organizations.leave', { params: { id } })).toBe('permission_denied');
  });

  test('do not leave by a HEAD request', async () => {
    const { id } = await staffed();
    const response = await server.app.inject({ method: 'HEAD', url: `/organizations/${id}/leave`, headers: paul.headers });
    expect(response.statusCode).toBe(404);
    expect((await paul.call('organizations.get', { params: { id } })).id).toBe(id);
  });

  test('leave when the organization is deleted, and the owner keeps its contents', async () => {
    const { id } = await staffed();
    const transaction = await paul.call('transactions.create', { query: { orgId: id }, body: { name: 'Ours' } });
    expect(await adam.refusal('organizations.delete', { params: { id } })).toBe('permission_denied');
    await olga.call('organizations.delete', { params: { id } });
    for (const person of [olga, adam, paul]) expect(await person.refusal('organizations.get', { params: { id } })).toBe('not_found');
    expect(await olga.call('transactions.get', { params: { id: transaction.id } })).toMatchObject({ ownerId: olga.userId, orgId: null });
    expect(await olga.refusal('files.list', { query: { orgId: id } })).toBe('not_found');
  });
});

describe('an invitation', () => {
  test('arrives by mail, live and in the list, and reveals nothing of the invitee before acceptance', async () => {
    const { id } = await found(olga, 'Makers');
    const after = await olga.call('organizations.invite', { params: { id }, body: { members: [{ email: 'paul@example.org' }] } });
    await olga.call('organizations.invite', { params: { id }, body: { members: [{ email: 'Paul@example.org' }] } });
    expect(memberOf(after, paul)).toMatchObject({ status: 'invited', role: 'participant', firstName: null, avatar: null, phone: null });
    expect(await eventsOf(server, paul.userId, id)).toEqual(['invite_to_org']);
    const { invites } = await paul.call('invites.list');
    const invite = invites.find((each) => each.orgId === id)!;
    expect(invite.name).toBe('Makers');
    // Asked twice within moments, told once.
    const mails = (await mailsTo(server, 'paul@example.org')).filter((each) => each.text.includes('Makers'));
    expect(mails).toHaveLength(1);
    const mail = mails[0]!;
    expect(mail.template).toBe('organization_invite');
    const link = new URL(/http\S+\/invite\/\S+/.exec(mail.text)![0]);
    expect(link.pathname).toBe(`/invite/${invite.id}`);
    const ticket = link.searchParams.get('ticket')!;
    expect(await paul.call('invites.get', { params: { id: invite.id }, query: { ticket } })).toEqual(invite);
    expect(await paul.refusal('invites.get', { params: { id: invite.id }, query: { ticket: 'wrong' } })).toBe('not_found');
    expect(await paul.refusal('files.list', { query: { orgId: id } })).toBe('permission_denied');
  });

  test('does not reveal by its id whether the invitee had an account', async () => {
    const { id } = await found(olga);
    const known = await Client.signIn(server, 'known-before@example.org');
    const { members } = await olga.call('organizations.invite', { params: { id }, body: { members: [{ email: 'unknown-before@example.org' }] } });
    const fresh = members.find((each) => each.status === 'invited')!.id;
    // An id that began with the time would begin like this organization's.
    expect([fresh.slice(0, 6), known.userId.slice(0, 6)]).not.toContain(id.slice(0, 6));
  });

  test('is valid for its account only', async () => {
    const { id } = await found(olga);
    await olga.call('organizations.invite', { params: { id }, body: { members: [{ email: 'paul@example.org' }] } });
    const invite = (await paul.call('invites.list')).invites.find((each) => each.orgId === id)!;
    for (const call of ['invites.get', 'invites.accept', 'invites.reject'] as const) {
      expect(await eve.refusalBody(call, { params: { id: invite.id } })).toMatchObject({ code: 'conflict', message: 'ticket_not_equal_to_current_user' });
    }
  });

  test('is answered once, also concurrently; repeating the answer returns the current state', async () => {
    const { id } = await found(olga);
    await olga.call('organizations.invite', { params: { id }, body: { members: [{ email: 'paul@example.org' }] } });
    const invite = (await paul.call('invites.list')).invites.find((each) => each.orgId === id)!;
    const answers = await Promise.all([
      paul.send('invites.accept', { params: { id: invite.id } }), paul.send('invites.accept', { params: { id: invite.id } }),
      paul.send('invites.reject', { params: { id: invite.id } }),
    ]);
    expect([[200, 200, 404], [404, 404, 204]]).toContainEqual(answers.map((each) => each.status));
    const { members } = await olga.call('organizations.get', { params: { id } });
    const active = members.filter((each) => each.id === paul.userId && each.status === 'active');
    expect(active).toHaveLength(answers[0]!.status === 200 ? 1 : 0);
  });

  test('stays accepted however often that is repeated, until the membership ends', async () => {
    const { id } = await found(olga);
    await olga.call('organizations.invite', { params: { id }, body: { members: [{ email: 'paul@example.org' }] } });
    const invite = (await paul.call('invites.list')).invites.find((each) => each.orgId === id)!;
    const accept = { params: { id: invite.id } };
    await paul.call('invites.accept', accept);
    expect(await paul.call('invites.accept', accept)).toMatchObject({ id, members: [{ id: olga.userId }, { id: paul.userId, status: 'active' }] });
    expect((await paul.call('invites.list')).invites.filter((each) => each.id === invite.id)).toEqual([]);
    expect(await paul.refusal('invites.get', accept)).toBe('not_found');
    expect(await paul.refusal('invites.reject', accept)).toBe('not_found');
    expect(await eve.refusal('invites.accept', accept)).toBe('not_found');
    await olga.call('organizations.deleteMember', { params: { id }, body: { memberId: paul.userId } });
    expect(await paul.refusal('invites.accept', accept)).toBe('not_found');
  });

  test('is declined, expires, and is withdrawn', async () => {
    const { id } = await found(olga);
    const ask = async () => {
      await olga.call('organizations.invite', { params: { id }, body: { members: [{ email: 'paul@example.org' }] } });
      return (await paul.call('invites.list')).invites.find((each) => each.orgId === id)!;
    };
    const declined = await ask();
    await paul.call('invites.reject', { params: { id: declined.id } });
    expect(memberOf(await olga.call('organizations.get', { params: { id } }), paul)).toBeUndefined();
    expect(await paul.refusal('invites.accept', { params: { id: declined.id } })).toBe('not_found');

    const late = await ask();
    await server.infrastructure.db.updateTable('invites').set({ expires_at: new Date(Date.now() - 1) }).where('id', '=', late.id).execute();
    expect(await paul.refusal('invites.get', { params: { id: late.id } })).toBe('not_found');
    expect((await ask()).id).toBe(late.id);

    await olga.call('organizations.deleteMember', { params: { id }, body: { memberId: paul.userId } });
    expect(await paul.refusal('invites.accept', { params: { id: late.id } })).toBe('not_found');
  });

  test('turns a guest into a user who works in the organization', async () => {
    const { id } = await found(olga);
    await olga.call('organizations.invite', { params: { id }, body: { members: [{ email: 'new@example.org' }] } });
    const guest = await Client.signIn(server, 'new@example.org', { type: 'guest' });
    const invite = (await guest.call('invites.list')).invites[0]!;
    await guest.call('invites.accept', { params: { id: invite.id } });
    expect((await guest.call('profile.get')).type).toBe('user');
    expect((await guest.call('transactions.create', { query: { orgId: id }, body: { name: 'First' } })).orgId).toBe(id);
  });

  test('cannot go to oneself, nor beyond the maximum number of members', async () => {
    const { id } = await found(olga);
    expect(await olga.refusal('organizations.invite', { params: { id }, body: { members: [{ email: 'olga@example.org' }] } })).toBe('match_user');
    expect((await olga.send('organizations.invite', { params: { id }, body: { members: [] } })).status).toBe(400);
    const people = (start: number) => Array.from({ length: 50 }, (_, index) => ({ email: `many${start + index}@example.org` }));
    for (const start of [0, 50]) await olga.call('organizations.invite', { params: { id }, body: { members: people(start) } });
    expect(await olga.refusal('organizations.invite', { params: { id }, body: { members: people(100) } })).toBe('limit_exceeded');
    expect((await olga.call('organizations.get', { params: { id } })).members).toHaveLength(101);
  });
});

describe('teams', () => {
  test('are created, changed, left and deleted', async () => {
    const { id: orgId } = await staffed();
    const team = await adam.call('teams.create', { params: { orgId }, body: { name: 'Sales', description: 'Sell', memberIds: [paul.userId, adam.userId] } });
    expect(team).toMatchObject({ orgId, name: 'Sales', description: 'Sell' });
    expect(team.members.map((each) => each.id).sort()).toEqual([paul.userId, adam.userId].sort());
    const place = { orgId, teamId: team.id };
    expect(await paul.call('teams.get', { params: place })).toEqual(team);
    await paul.call('teams.leave', { params: place });
    expect(await paul.refusal('teams.leave', { params: place })).toBe('permission_denied');
    expect((await olga.call('teams.update', { params: place, body: { name: 'Care', memberIds: [paul.userId] } })).members.map((each) => each.id)).toEqual([paul.userId]);
    expect((await olga.call('teams.deleteMember', { params: place, body: { memberId: paul.userId } })).members).toEqual([]);
    expect(await olga.refusal('teams.deleteMember', { params: place, body: { memberId: paul.userId } })).toBe('not_found');
    expect((await paul.call('teams.list', { params: { orgId } })).teams).toMatchObject([{ name: 'Care' }]);
    await olga.call('teams.delete', { params: place });
    expect(await olga.refusalBody('teams.get', { params: place })).toMatchObject({ code: 'not_found', message: 'Team is not found' });
  });

  test('accept members of the organization only, and lose them with it', async () => {
    const { id: orgId } = await staffed();
    expect(await olga.refusal('teams.create', { params: { orgId }, body: { name: 'X', memberIds: [eve.userId] } })).toBe('request_validation_error');
    const team = await olga.call('teams.create', { params: { orgId }, body: { name: 'X', memberIds: [paul.userId] } });
    await olga.call('organizations.deleteMember', { params: { id: orgId }, body: { memberId: paul.userId } });
    expect((await olga.call('teams.get', { params: { orgId, teamId: team.id } })).members).toEqual([]);
  });

  test('are visible in their own organization only', async () => {
    const [one, other] = [await staffed(), await found(eve)];
    const team = await olga.call('teams.create', { params: { orgId: one.id }, body: { name: 'X' } });
    expect(await eve.refusal('teams.get', { params: { orgId: other.id, teamId: team.id } })).toBe('not_found');
    expect(await eve.refusal('teams.get', { params: { orgId: one.id, teamId: team.id } })).toBe('permission_denied');
    expect(await eve.refusal('teams.delete', { params: { orgId: other.id, teamId: team.id } })).toBe('not_found');
  });

  test('are joined by invitation', async () => {
    const organization = await found(olga);
    const team = await olga.call('teams.create', { params: { orgId: organization.id }, body: { name: 'X' } });
    await olga.call('organizations.invite', { params: { id: organization.id }, body: { members: [{ email: 'paul@example.org' }], teamId: team.id } });
    expect((await olga.call('teams.get', { params: { orgId: organization.id, teamId: team.id } })).members).toMatchObject([{ id: paul.userId, status: 'invited' }]);
    expect(await olga.refusal('organizations.invite', { params: { id: organization.id }, body: { members: [{ email: 'x@example.org' }], teamId: newId() } })).toBe('not_found');
  });
});

describe('working in an organization', () => {
  test('shows its contents apart from personal ones: everything to admins, their own to participants', async () => {
    const { id } = await staffed();
    const query = { orgId: id };
    const names = async (person: Client, inIt: boolean) => (await person.call('transactions.list', inIt ? { query } : {})).transactions.map((each) => each.name);
    const ours = await paul.call('transactions.create', { query, body: { name: 'Paul works' } });
    await adam.call('transactions.create', { query, body: { name: 'Adam works' } });
    const mine = await paul.call('transactions.create', { body: { name: 'Paul alone' } });
    expect(ours.orgId).toBe(id);
    expect(await names(paul, true)).toEqual(['Paul works']);
    expect((await names(adam, true)).sort()).toEqual(['Adam works', 'Paul works']);
    expect((await names(olga, true)).sort()).toEqual(['Adam works', 'Paul works']);
    expect(await names(paul, false)).toContain('Paul alone');
    expect(await names(paul, false)).not.toContain('Paul works');
    expect(await names(olga, false)).not.toContain('Paul works');
    expect((await adam.call('transactions.list', { query })).counters.all).toBe(2);
    expect(await adam.call('transactions.update', { params: { id: ours.id }, body: { name: 'Renamed' } })).toMatchObject({ name: 'Renamed', ownerId: paul.userId });
    expect(await adam.refusal('transactions.get', { params: { id: mine.id } })).toBe('permission_denied');
    expect(await eve.refusal('transactions.list', { query })).toBe('permission_denied');
    expect(await eve.refusal('transactions.create', { query, body: {} })).toBe('permission_denied');
    await olga.call('transactions.delete', { params: { id: ours.id } });
    expect(await names(paul, true)).toEqual([]);
  });

  test('is permitted by the settings or by a member\'s own permissions', async () => {
    const { id } = await staffed();
    const query = { orgId: id };
    const file = async (person: Client) => {
      const { url, bodyRef } = await person.call('files.uploadUrl', { body: { mimeType: 'application/pdf' } });
      await person.put(url, samplePdf());
      return { query, body: { bodyRef, attributes: { title: 'A file' } } };
    };
    await olga.call('organizations.update', { params: { id }, body: { globalSettings: { createFiles: false } } });
    expect(await paul.refusal('files.createMeta', await file(paul))).toBe('create_file_permission_denied');
    // A transaction needs both rights.
    expect(await paul.refusal('transactions.create', { query, body: {} })).toBe('permission_denied');
    expect((await adam.call('files.createMeta', await file(adam))).orgId).toBe(id);
    const permissions = { createFiles: true, createTransactions: false, createTemplates: false, createBulks: false };
    await olga.call('organizations.update', { params: { id }, body: { members: [{ id: paul.userId, permissions }] } });
    const own = await paul.call('files.createMeta', await file(paul));
    expect(await paul.refusal('transactions.create', { query, body: {} })).toBe('permission_denied');
    expect((await adam.call('files.list', { query })).files.map((each) => each.id)).toContain(own.id);
    expect((await paul.call('files.list', { query })).files.map((each) => each.id)).toEqual([own.id]);
    expect(await adam.call('files.updateMeta', { params: { id: own.id }, body: { attributes: { title: 'Better' } } })).toMatchObject({ title: 'Better' });
    expect(await eve.refusal('files.getMeta', { params: { id: own.id } })).toBe('permission_denied');
  });
});

test('L7: the link of a withdrawn invitation signs nobody in', async () => {
  const organization = await found(olga, 'Withdrawn');
  await olga.call('organizations.invite', { params: { id: organization.id }, body: { members: [{ email: 'withdrawn@example.org' }] } });
  const { text } = (await mailsTo(server, 'withdrawn@example.org')).at(-1)!;
  const code = new URL(/http\S+/.exec(text)![0]).searchParams.get('code')!;
  const nobody = new Client(server, '', null);
  expect(await nobody.call('magicLinks.read', { body: { code } })).toMatchObject({ state: 'open', kind: 'invite' });
  const { members } = await olga.call('organizations.get', { params: { id: organization.id } });
  await olga.call('organizations.deleteMember', { params: { id: organization.id }, body: { memberId: members.find(({ email }) => email === 'withdrawn@example.org')!.id } });
  expect(await nobody.refusal('magicLinks.open', { body: { code, attempt: 'a-device-of-somebody' } })).toBe('invalid_link');
});
