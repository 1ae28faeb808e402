/** Sharing and access requests. The mechanism is one; what differs between the kinds of resources is tested for each. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Participant } from '#contract/entities/sharing.ts';
import { newId } from '#server/platform/id.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { acceptingDocuments, verdict } from './accepting-documents.ts';
import { Client, samplePng } from './client.ts';
import { draft, eventsOf, mailsTo, sign, stage, start } from './transaction-world.ts';

let server: TestApp;
let ada: Client;
let bea: Client;
let eve: Client;

beforeAll(async () => {
  server = await startTestApp({}, acceptingDocuments);
  ada = await Client.signIn(server, 'ada@example.org', { firstName: 'Ada', lastName: 'Byron' });
  bea = await Client.signIn(server, 'bea@example.org', { firstName: 'Bea' });
  eve = await Client.signIn(server, 'eve@example.org');
  for (const email of ['bea@example.org', 'eve@example.org']) await ada.call('contacts.create', { body: { email } });
});
beforeEach(() => Object.assign(verdict, { problems: [] }));
afterAll(() => server.close());

type Kind = 'files' | 'transactions';
/** Whatever one of the calls answers. */
interface Body {
  id: string;
  status: string;
  participants: Participant[];
  requests: { requestId: string }[];
  error: { code: string };
}

/** The same call for a file or a transaction. */
const call = async (person: Client, kind: Kind, action: string, id: string, body?: unknown, requestId = '') => {
  const answer = await person.send(`${kind}.${action}` as 'files.share', { params: { id, requestId }, body });
  return answer as { status: number; body: Body };
};
const codeOf = (answer: { body: { error: { code: string } } }) => answer.body.error.code;

async function resourceOf(kind: Kind): Promise<string> {
  return kind === 'files' ? (await ada.addFile()).id : (await draft(ada, ['sig@example.org'])).id;
}
const readable = (person: Client, kind: Kind, id: string) =>
  kind === 'files' ? person.send('files.getMeta', { params: { id } }) : person.send('transactions.get', { params: { id } });
const actionsOf = async (kind: Kind, id: string) =>
  (await ada.call(`${kind}.insights`, { params: { id } })).insights.map((each) => each.action);

describe('a participant', () => {
  const share = async (owner: Client, participants: object[]) => {
    const { id } = await owner.addFile();
    const { body } = await owner.send('files.share', { params: { id }, body: { participants } });
    const { insights } = await owner.call('files.insights', { params: { id } });
    return { id, body: body as Body, noted: insights.find((each) => each.action === 'resource_shared')?.attributes.users };
  };

  test('is shown with the account\'s picture after revealing themselves, not before', async () => {
    const [gil, hal] = [await Client.signIn(server, 'gil@example.org', { firstName: 'Gil' }), await Client.signIn(server, 'hal@example.org')];
    for (const person of [gil, hal]) {
      const { fileId, uploadUrl } = await person.call('auth.avatarUploadUrl');
      await person.put(uploadUrl, samplePng(), 'image/png');
      await person.call('profile.update', { body: { avatar: fileId } });
    }
    const share = async (from: Client, to: Client) => {
      const { id } = await from.addFile();
      return { id, ...(await from.call('files.share', { params: { id }, body: { participants: [{ email: to.email }] } })) };
    };
    const pictured = ({ participants }: { participants: Participant[] }) => participants.map((each) => each.avatar !== null);
    const { id, ...given } = await share(gil, hal);
    expect(pictured(given)).toEqual([true, false]);
    const seen = await hal.call('files.getShare', { params: { id } });
    expect(pictured(seen)).toEqual([true, true]);
    expect(await hal.fetch(seen.participants[0]!.avatar!)).toEqual(Buffer.from(samplePng()));
    await share(hal, gil);
    expect(pictured(await gil.call('files.getShare', { params: { id } }))).toEqual([true, true]);
  });

  test('is shown under the given name only until revealing themselves', async () => {
    const nosy = await Client.signIn(server, 'nosy@example.org');
    const vera = await Client.signIn(server, 'vera@example.org', { firstName: 'Vera', lastName: 'Private' });
    await vera.call('profile.update', { body: { phone: '+49 151 0000077' } });
    const { id, body, noted } = await share(nosy, [{ email: 'vera@example.org' }, { email: 'nowhere@example.org', firstName: 'Nobody' }]);
    const seen = (each: Pick<Participant, 'email' | 'phone' | 'firstName' | 'lastName'>) => [each.email, each.phone, each.firstName, each.lastName];
    const expected = [['vera@example.org', null, null, null], ['nowhere@example.org', null, 'Nobody', null]];
    expect(body.participants.slice(1).map(seen)).toEqual(expected);
    expect(noted?.map((each) => seen(each as Participant))).toEqual(expected);
    expect((await nosy.call('files.getShare', { params: { id } })).participants.slice(1).map(seen)).toEqual(expected);
    // Vera sees who shares it, and from now on shows herself.
    const own = await vera.addFile();
    await vera.call('files.share', { params: { id: own.id }, body: { participants: [{ email: 'nosy@example.org' }] } });
    expect((await nosy.call('files.getShare', { params: { id } })).participants.slice(1).map(seen)[0]).toEqual(['vera@example.org', null, 'Vera', 'Private']);
  });

  test('cannot be looked up by an id found elsewhere', async () => {
    const nosy = await Client.signIn(server, 'nosy@example.org');
    const author = await Client.signIn(server, 'author@example.org', { firstName: 'Anna' });
    const file = await author.addFile();
    await author.call('files.updateMeta', { params: { id: file.id }, body: { public: true } });
    const { ownerId } = await nosy.call('files.getMeta', { params: { id: file.id } });
    expect(codeOf(await share(nosy, [{ id: ownerId }]))).toBe('not_found');
    expect((await share(nosy, [{ email: 'author@example.org' }])).body.participants[1]!.id).toBe(ownerId);
    expect((await share(nosy, [{ id: ownerId }])).body.participants[1]!.email).toBe('author@example.org');
  });
});

describe.each(['files', 'transactions'] as const)('%s', (kind) => {
  test('are shared, read and unshared, each with history, event and mail', async () => {
    const id = await resourceOf(kind);
    expect((await readable(bea, kind, id)).status).toBe(403);
    const shared = await call(ada, kind, 'share', id, { participants: [{ id: bea.userId }], message: 'Please have a look' });
    expect(shared.body.participants.map((each: Participant) => [each.email, each.role, each.isOwner])).toEqual([
      ['ada@example.org', 'owner', true], ['bea@example.org', 'viewer', false],
    ]);
    expect((await readable(bea, kind, id)).status).toBe(200);
    const mail = (await mailsTo(server, 'bea@example.org')).at(-1)!;
    expect(mail.template).toBe('resource_shared');
    expect(mail.text).toContain('Please have a look');
    expect(mail.text).toContain(id);
    expect(mail.text).not.toContain('code=');
    expect(await eventsOf(server, bea.userId, id)).toContain('resource_shared');

    const again = (await mailsTo(server, 'bea@example.org')).length;
    expect((await call(ada, kind, 'share', id, { participants: [{ email: 'BEA@example.org' }] })).status).toBe(200);
    expect((await mailsTo(server, 'bea@example.org')).length).toBe(again);

    const stopped = await call(ada, kind, 'stopSharing', id, { participants: [bea.userId] });
    expect(stopped.body.participants).toHaveLength(1);
    expect((await readable(bea, kind, id)).status).toBe(403);
    expect((await eventsOf(server, bea.userId, id)).at(-1)).toBe('resource_sharing_stopped');
    expect(await actionsOf(kind, id)).toEqual(expect.arrayContaining(['resource_shared', 'resource_sharing_stopped']));
  });

  test('reach a person without an account by a link that signs them in, until sharing stops', async () => {
    const id = await resourceOf(kind);
    const email = `new-${kind}@example.org`;
    const { body } = await call(ada, kind, 'share', id, { participants: [{ email, locale: 'de' }] });
    const [mail] = await mailsTo(server, email);
    expect(mail?.text).toContain('für Sie freigegeben');
    expect(mail?.text).toMatch(/code=/);
    const guest = body.participants[1]!;
    const usable = () => server.infrastructure.db.selectFrom('magic_codes').selectAll().where('user_id', '=', guest.id).where('revoked_at', 'is', null).execute();
    expect(await usable()).toHaveLength(1);
    await call(ada, kind, 'stopSharing', id, { participants: [guest.id] });
    expect(await usable()).toHaveLength(0);
  });

  test('are read-only for viewers, who may read and leave', async () => {
    const id = await resourceOf(kind);
    await call(ada, kind, 'share', id, { participants: [{ id: bea.userId }, { id: eve.userId }] });
    expect((await call(bea, kind, 'getShare', id)).body.participants).toHaveLength(3);
    for (const [action, body] of [['share', { participants: [{ id: bea.userId }] }], ['changeOwner', { userId: bea.userId }], ['stopSharing', { participants: [eve.userId] }]] as const) {
      expect(codeOf(await call(bea, kind, action, id, body))).toBe('permission_denied');
    }
    const update = kind === 'files' ? bea.send('files.updateMeta', { params: { id }, body: { attributes: { title: 'x' } } }) : bea.send('transactions.update', { params: { id }, body: { name: 'x' } });
    expect((await update).status).toBe(403);
    expect((await call(bea, kind, 'stopSharing', id, { participants: [bea.userId] })).body).toEqual({ participants: [] });
    expect((await readable(bea, kind, id)).status).toBe(403);
    expect((await readable(eve, kind, id)).status).toBe(200);
    expect((await eve.send(`${kind}.delete`, { params: { id } })).status).toBe(204);
    expect((await readable(eve, kind, id)).status).toBe(403);
    expect((await readable(ada, kind, id)).status).toBe(200);
  });

  test('cannot be shared by strangers, with nobody, with the owner, or with too many people', async () => {
    const id = await resourceOf(kind);
    for (const action of ['getShare', 'share', 'stopSharing', 'changeOwner']) {
      const body = { getShare: undefined, share: { participants: [{ id: eve.userId }] }, stopSharing: { participants: [eve.userId] }, changeOwner: { userId: eve.userId } }[action];
      expect(codeOf(await call(eve, kind, action, id, body))).toBe('permission_denied');
    }
    expect(codeOf(await call(ada, kind, 'share', id, { participants: [] }))).toBe('request_validation_error');
    expect(codeOf(await call(ada, kind, 'share', id, { participants: [{ firstName: 'Nobody' }] }))).toBe('fields_empty');
    expect(codeOf(await call(ada, kind, 'share', id, { participants: [{ email: 'nowhere' }] }))).toBe('request_validation_error');
    expect(codeOf(await call(ada, kind, 'share', id, { participants: [{ email: ada.email }] }))).toBe('match_user');
    expect(codeOf(await call(ada, kind, 'share', id, { participants: [{ id: newId() }] }))).toBe('not_found');
    const many = Array.from({ length: 50 }, (_, index) => ({ email: `many${index}@example.org` }));
    expect((await call(ada, kind, 'share', id, { participants: many })).status).toBe(200);
    expect(codeOf(await call(ada, kind, 'share', id, { participants: [{ email: 'more@example.org' }] }))).toBe('limit_exceeded');
    expect((await call(ada, kind, 'getShare', id)).body.participants).toHaveLength(51);
  });

  test('can be given to a participant as the new owner; the old owner stays as viewer', async () => {
    const id = await resourceOf(kind);
    expect(codeOf(await call(ada, kind, 'changeOwner', id, { userId: bea.userId }))).toBe('request_validation_error');
    expect(codeOf(await call(ada, kind, 'changeOwner', id, { userId: ada.userId }))).toBe('match_user');
    const { body } = await call(ada, kind, 'share', id, { participants: [{ id: bea.userId }, { email: `guest-${kind}@example.org` }] });
    expect(codeOf(await call(ada, kind, 'changeOwner', id, { userId: body.participants[2]!.id }))).toBe('permission_denied');
    expect(codeOf(await call(ada, kind, 'changeOwner', id, { userId: bea.userId, reason: 'x'.repeat(257) }))).toBe('reason_too_large');
    const changed = await call(ada, kind, 'changeOwner', id, { userId: bea.userId, reason: 'Holiday' });
    expect(changed.body.participants.map((each: Participant) => [each.id, each.role])).toEqual([
      [bea.userId, 'owner'], [ada.userId, 'viewer'], [body.participants[2]!.id, 'viewer'],
    ]);
    expect((await mailsTo(server, 'bea@example.org')).at(-1)).toMatchObject({ template: 'owner_changed' });
    expect(await actionsOf(kind, id)).toContain('owner_changed');
    expect(codeOf(await call(ada, kind, 'share', id, { participants: [{ id: eve.userId }] }))).toBe('permission_denied');
    expect((await bea.send(`${kind}.delete`, { params: { id } })).status).toBe(204);
  });

  test('can be requested by one open request at a time, which the owner answers', async () => {
    const id = await resourceOf(kind);
    expect((await call(eve, kind, 'accessRequests', id)).body).toEqual({ requests: [], status: 'none' });
    const request = await call(eve, kind, 'requestAccess', id);
    expect(request.body).toMatchObject({ status: 'pending', title: '', actor: { email: 'eve@example.org' } });
    expect(codeOf(await call(eve, kind, 'requestAccess', id, {}))).toBe('conflict');
    expect((await call(eve, kind, 'accessRequests', id)).body).toMatchObject({ status: 'pending', requests: [{ title: '' }] });
    expect((await call(ada, kind, 'accessRequests', id)).body.requests).toMatchObject([{ requestId: request.body.id, status: 'pending' }]);
    expect((await mailsTo(server, 'ada@example.org')).at(-1)).toMatchObject({ template: 'access_requested' });
    expect((await eventsOf(server, ada.userId, id)).at(-1)).toBe('access_requested');
    expect(codeOf(await call(eve, kind, 'acceptAccess', id, undefined, request.body.id))).toBe('permission_denied');
    expect(codeOf(await call(ada, kind, 'acceptAccess', id, undefined, newId()))).toBe('not_found');

    for (let time = 0; time < 2; time += 1) {
      expect((await call(ada, kind, 'acceptAccess', id, undefined, request.body.id)).body.status).toBe('accepted');
    }
    expect((await mailsTo(server, 'eve@example.org')).filter((each) => each.text.includes(id) && each.template === 'access_request_accepted')).toHaveLength(1);
    expect(codeOf(await call(ada, kind, 'rejectAccess', id, undefined, request.body.id))).toBe('conflict');
    expect((await readable(eve, kind, id)).status).toBe(200);
    expect(codeOf(await call(eve, kind, 'requestAccess', id))).toBe('conflict');
  });

  test('do not reveal other participants and access requests to readers', async () => {
    const id = await resourceOf(kind);
    const [gil, hal] = [await Client.signIn(server, `gil.${kind}@example.org`), await Client.signIn(server, `hal.${kind}@example.org`)];
    for (const [person, action] of [[gil, 'rejectAccess'], [hal, 'acceptAccess']] as const) {
      const request = await call(person, kind, 'requestAccess', id);
      await call(ada, kind, action, id, undefined, request.body.id);
    }
    await call(ada, kind, 'share', id, { participants: [{ id: bea.userId }, { id: eve.userId }] });
    const historyOf = async (person: Client) => (await person.call(`${kind}.insights`, { params: { id } })).insights;
    const history = JSON.stringify(await historyOf(bea));
    for (const person of [gil, hal, eve]) expect(history).not.toContain(person.userId);
    expect((await historyOf(bea)).find(({ action }) => action === 'resource_shared')?.attributes.users).toMatchObject([{ id: bea.userId }]);
    expect((await historyOf(hal)).map(({ action }) => action)).toEqual(expect.arrayContaining(['access_requested', 'access_request_accepted']));
    expect((await historyOf(ada)).filter(({ action }) => action === 'access_requested')).toHaveLength(2);
  });

  test('stay closed after a refusal, which limits further requests and reveals no name', async () => {
    const id = await resourceOf(kind);
    for (let time = 0; time < 3; time += 1) {
      const request = await call(eve, kind, 'requestAccess', id);
      expect((await call(ada, kind, 'rejectAccess', id, undefined, request.body.id)).body.status).toBe('rejected');
    }
    expect(codeOf(await call(eve, kind, 'requestAccess', id))).toBe('too_many_requests');
    expect((await readable(eve, kind, id)).status).toBe(403);
    const mail = (await mailsTo(server, 'eve@example.org')).at(-1)!;
    expect(mail.template).toBe('access_request_rejected');
    expect(mail.text).not.toMatch(/Lease|Agreement/);
    const { data } = await server.infrastructure.db.selectFrom('events').selectAll().where('resource_id', '=', id).where('type', '=', 'access_request_rejected').executeTakeFirstOrThrow();
    expect(data).toMatchObject({ title: '' });
  });

  test('accept one of several concurrent requests', async () => {
    const id = await resourceOf(kind);
    const both = await Promise.all([1, 2, 3].map(() => call(eve, kind, 'requestAccess', id)));
    expect(both.map((each) => each.status).toSorted()).toEqual([200, 409, 409]);
  });
});

describe('a shared transaction', () => {
  test('gives access to its files and appears in lists and counters until it is deleted with them', async () => {
    const sent = await start(ada, await draft(ada, ['sig@example.org']));
    const [fileId] = sent.fileIds;
    const counters = async (person: Client) => (await person.call('transactions.list')).counters.sharedWithMe;
    const before = await counters(bea);
    expect((await bea.send('files.getMeta', { params: { id: fileId! } })).status).toBe(403);
    await call(ada, 'transactions', 'share', sent.id, { participants: [{ id: bea.userId }] });
    expect(await counters(bea)).toBe(before + 1);
    expect((await bea.contentOf(fileId!)).length).toBeGreaterThan(0);
    expect(await bea.refusal('files.delete', { params: { id: fileId! } })).toBe('permission_denied');
    expect(codeOf(await call(ada, 'files', 'changeOwner', fileId!, { userId: bea.userId }))).toBe('permission_denied');
    await call(ada, 'transactions', 'changeOwner', sent.id, { userId: bea.userId });
    expect((await bea.call('files.getMeta', { params: { id: fileId! } })).ownerId).toBe(bea.userId);
    expect((await bea.call('transactions.cancel', { params: { id: sent.id } })).status).toBe('canceled');
  });

  test('accepts no access request from a signer, who can read it anyway', async () => {
    const sig = await Client.signIn(server, 'sig@example.org', { type: 'guest' });
    const sent = await start(ada, await draft(ada, ['sig@example.org']));
    expect(codeOf(await call(sig, 'transactions', 'requestAccess', sent.id))).toBe('conflict');
    expect(codeOf(await call(sig, 'transactions', 'getShare', sent.id))).toBe('permission_denied');
    await sign(sig, sent);
  });
});

describe('teams', () => {
  async function teamOf(owner: Client, members: Client[]): Promise<string> {
    const { id: orgId } = await owner.call('organizations.create', { body: { name: 'Works' } });
    await owner.call('organizations.invite', { params: { id: orgId }, body: { members: members.map(({ email }) => ({ email })) } });
    for (const each of members) {
      const invite = (await each.call('invites.list')).invites.at(-1)!;
      await each.call('invites.accept', { params: { id: invite.id } });
    }
    return (await owner.call('teams.create', { params: { orgId }, body: { name: 'Team', memberIds: members.map((each) => each.userId) } })).id;
  }

  test('give their members what is shared with the team, and copies of completed documents', async () => {
    const [mia, max] = await Promise.all([Client.signIn(server, 'mia@example.org'), Client.signIn(server, 'max@example.org')]);
    const teamId = await teamOf(ada, [mia, max]);
    const file = await ada.addFile();
    const shared = await call(ada, 'files', 'share', file.id, { participants: [{ id: teamId, type: 'team' }] });
    expect(shared.body.participants.map((each) => each.email).toSorted()).toEqual(['ada@example.org', 'max@example.org', 'mia@example.org']);
    expect((await readable(mia, 'files', file.id)).status).toBe(200);
    for (const participants of [[{ id: newId(), type: 'team' }], [{ id: teamId, type: 'team' }]]) {
      const own = await eve.addFile();
      expect(codeOf(await call(eve, 'files', 'share', own.id, { participants }))).toBe('not_found');
    }

    const sig = await Client.signIn(server, 'sig@example.org', { type: 'guest' });
    const sent = await start(ada, await draft(ada, ['sig@example.org'], { cc: [{ type: 'team', id: teamId, firstName: 'Team' }] }));
    expect((await readable(max, 'transactions', sent.id)).status).toBe(403);
    // One that is gone by then takes no copy from the others.
    const gone = await teamOf(ada, [max]);
    const both = await start(ada, await draft(ada, ['sig@example.org'], { cc: [gone, teamId].map((id) => ({ type: 'team', id, firstName: 'Team' })) }));
    await server.infrastructure.db.deleteFrom('teams').where('id', '=', gone).execute();
    await sign(sig, both);
    expect((await readable(max, 'transactions', both.id)).status).toBe(200);
    // What is made of a template has the team still.
    const { id: fileId } = await ada.addFile();
    const template = await ada.call('templates.create', { body: { name: 'Lease', fileIds: [fileId], recipients: [{ role: 'Tenant' }], cc: [{ type: 'team', id: teamId, firstName: 'Team' }] } });
    const used = await ada.call('templates.use', { params: { id: template.id }, body: { templateRolesData: [{ role: 'Tenant', email: 'sig@example.org' }] } });
    expect(used.cc).toMatchObject([{ type: 'team', id: teamId }]);
    await sign(sig, sent);
    expect((await readable(max, 'transactions', sent.id)).status).toBe(200);
    expect((await mailsTo(server, 'max@example.org')).at(-1)).toMatchObject({ template: 'completed' });
    // A stranger's team gets nothing, and its sender is told so.
    const strange = await draft(eve, ['sig@example.org'], { cc: [{ type: 'team', id: teamId, firstName: 'Team' }] });
    await stage(eve, strange, strange.fileIds[0]!);
    expect(await eve.refusal('transactions.start', { params: { id: strange.id } })).toBe('not_found');
  });
});
