/** Drafts and their start, and who reads what. The documents are taken as good here; `signing.test.ts` checks real ones. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '#server/platform/id.ts';
import { verdict } from './accepting-documents.ts';
import { Client, samplePdf } from './client.ts';
import { at, contact, draft, mailsTo, openTransactionWorld, sign, stage, start, type TransactionWorld } from './transaction-world.ts';

let { server, ada, bea, dora, eve } = {} as TransactionWorld;
beforeAll(async () => {
  ({ server, ada, bea, dora, eve } = await openTransactionWorld());
});
beforeEach(() => Object.assign(verdict, { problems: [] }));
afterAll(() => server.close());

describe('a draft', () => {
  test('is created, changed, and has a type that follows from its recipients', async () => {
    const file = await ada.addFile();
    const created = await ada.call('transactions.create', { body: { fileIds: [file.id] } });
    expect(created).toMatchObject({ status: 'created', type: 'just_me', name: file.title, ownerId: ada.userId });
    const types = [
      [['ada@example.org'], 'just_me'],
      [['bea@example.org'], 'just_others'],
      [['bea@example.org', 'ADA@example.org'], 'me_and_others'],
    ] as const;
    for (const [emails, type] of types) {
      const updated = await ada.call('transactions.update', { ...at(created), body: { recipients: emails.map((email) => contact(email)) } });
      expect(updated).toMatchObject({ status: 'draft', type });
    }
    expect((await ada.call('transactions.update', { ...at(created), body: { name: 'New name', recipients: [] } })).recipients).toEqual([]);
  });

  test('lists each recipient once, and never as carbon copy too', async () => {
    const transaction = await draft(ada, ['bea@example.org'], { cc: [contact('carl@example.org'), contact('BEA@example.org')] });
    expect(transaction.cc.map((each) => each.email)).toEqual(['carl@example.org']);
    const moved = await ada.call('transactions.update', { ...at(transaction), body: { recipients: [contact('carl@example.org')] } });
    expect(moved.cc).toEqual([]);
    const twice = { recipients: [contact('bea@example.org'), contact('Bea@example.org')] };
    expect(await ada.refusal('transactions.update', { ...at(transaction), body: twice })).toBe('match_recipient');
  });

  test('accepts names in any script, but no invisible or bidirectional control characters', async () => {
    const transaction = await draft(ada, ['bea@example.org']);
    const named = (firstName: string) => contact('bea@example.org', { firstName });
    for (const name of ['O’Neil, Jr.', '7-Eleven Inc.', 'マリア・ガルシア', 'Bea ']) {
      expect((await ada.call('transactions.update', { ...at(transaction), body: { recipients: [named(name)] } })).recipients[0]?.firstName).toBe(name);
    }
    for (const name of ['Bea\u202Egpj', 'Bea\u200B', 'Bea\nBcc: eve@example.org']) {
      expect(await ada.refusal('transactions.update', { ...at(transaction), body: { recipients: [named(name)] } })).toBe('names_validation');
      expect(await ada.refusal('transactions.update', { ...at(transaction), body: { cc: [named(name)] } })).toBe('names_validation');
    }
  });

  test('uses the owner\'s files, each in one transaction only', async () => {
    const transaction = await draft(ada, ['bea@example.org']);
    const [fileId] = transaction.fileIds;
    const foreign = await eve.addFile();
    expect(await ada.refusal('transactions.create', { body: { fileIds: [fileId!] } })).toBe('resource_in_use');
    expect(await ada.refusal('transactions.create', { body: { fileIds: [foreign.id] } })).toBe('permission_denied');
    expect(await ada.refusal('transactions.create', { body: { fileIds: [newId()] } })).toBe('related_file_deleted');
    expect(await ada.refusal('transactions.create', { body: { fileIds: [fileId!, fileId!] } })).toBe('request_validation_error');
  });

  test('is deleted with its last file', async () => {
    const transaction = await draft(ada, ['bea@example.org'], {}, 2);
    await ada.call('files.delete', { params: { id: transaction.fileIds[0]! } });
    expect((await ada.call('transactions.get', at(transaction))).fileIds).toEqual([transaction.fileIds[1]]);
    await ada.call('files.delete', { params: { id: transaction.fileIds[1]! } });
    expect(await ada.refusal('transactions.get', at(transaction))).toBe('not_found');
  });

  test('detects a concurrent change, and can be created twice', async () => {
    const body = { id: newId(), name: 'Once' };
    const [one, two] = [await ada.call('transactions.create', { body }), await ada.call('transactions.create', { body })];
    expect(one).toEqual(two);
    expect(await eve.refusal('transactions.create', { body })).toBe('conflict');
    const write = (name: string) => ada.send('transactions.update', { ...at(one), body: { name, version: one.version } });
    expect((await Promise.all([write('a'), write('b')])).map((each) => each.status).sort()).toEqual([200, 409]);
  });

  test.each([
    ['an invalid address', { recipients: [contact('bea')] }],
    ['a name that is too long', { name: 'x'.repeat(257) }],
    ['a message that is too long', { message: { body: 'x'.repeat(2001) } }],
    ['too many files', { fileIds: Array.from({ length: 11 }, () => newId()) }],
    ['an invalid id', { fileIds: ['../../x'] }],
  ])('rejects %s', async (_, body) => {
    const transaction = await draft(ada, []);
    expect((await ada.refusalBody('transactions.update', { ...at(transaction), body })).code).toBe('request_validation_error');
  });
});

test('the installation sets the maximum number of files', async () => {
  const strict = await openTransactionWorld({ MAX_FILE_COUNT: '2' });
  const generous = await openTransactionWorld({ MAX_FILE_COUNT: '12' });
  const filesOf = async ({ ada: who }: TransactionWorld, count: number) => Promise.all(Array.from({ length: count }, async (_, index) => (await who.addFile(samplePdf(`${index}`))).id));
  const three = await filesOf(strict, 3);
  for (const call of ['transactions.create', 'templates.create'] as const) expect(await strict.ada.refusalBody(call, { body: { fileIds: three } })).toMatchObject({ code: 'request_validation_error', details: [{ path: 'body/fileIds' }] });
  const created = await strict.ada.call('transactions.create', { body: { fileIds: three.slice(0, 2) } });
  expect(await strict.ada.refusal('transactions.update', { ...at(created), body: { fileIds: three } })).toBe('request_validation_error');
  const template = await strict.ada.call('templates.create', { body: { fileIds: [] } });
  expect(await strict.ada.refusal('templates.update', { ...at(template), body: { fileIds: three } })).toBe('request_validation_error');
  expect((await generous.ada.call('transactions.create', { body: { fileIds: await filesOf(generous, 12) } })).fileIds).toHaveLength(12);
  await Promise.all([strict.server.close(), generous.server.close()]);
});

describe('sending', () => {
  test('invites the first recipient by mail, and only that one', async () => {
    const sent = await start(ada, await draft(ada, ['first1@example.org', 'second1@example.org'], { message: { title: 'Please', body: 'Sign here' } }));
    expect(sent.status).toBe('pending');
    expect(sent.recipients.map((each) => each.invitedAt !== null)).toEqual([true, false]);
    const [mail, ...more] = await mailsTo(server, 'first1@example.org');
    expect([mail?.template, mail?.subject, more.length]).toEqual(['invitation', 'Please', 0]);
    expect(mail?.text).toContain(`/transaction/${sent.id}?code=`);
    expect(mail?.text).toContain('Sign here');
    expect(await mailsTo(server, 'second1@example.org')).toEqual([]);
    const file = await ada.call('files.getMeta', { params: { id: sent.fileIds[0]! } });
    expect(file.version).toBe(2);
    const { insights } = await ada.call('transactions.insights', at(sent));
    expect(insights.map((each) => each.action)).toEqual(['transaction_created', 'transaction_updated', 'transaction_started', 'recipient_invited']);
  });

  test('needs recipients with addresses, prepared files and assigned fields', async () => {
    const empty = await draft(ada, []);
    expect(await ada.refusal('transactions.start', at(empty))).toBe('fields_empty');
    const transaction = await draft(ada, ['bea@example.org']);
    expect(await ada.refusalBody('transactions.start', at(transaction))).toMatchObject({ code: 'pdf_not_ready', details: { fileId: transaction.fileIds[0] } });
    const [id] = transaction.fileIds;
    const field = { id: 'a', page: 1, rect: { x: 1, y: 1, width: 9, height: 9 }, recipient: { email: 'nobody@example.org' } };
    await ada.call('files.updateMeta', { params: { id: id! }, body: { attributes: { fields: [field] } } });
    await stage(ada, transaction, id!);
    expect(await ada.refusalBody('transactions.start', at(transaction))).toMatchObject({ code: 'not_ready', details: { problems: [{ code: 'field_without_recipient' }] } });
    const special = await draft(ada, ['bea@example.org'], { options: { requireSmartCard: true } });
    expect(await ada.refusal('transactions.start', at(special))).toBe('feature_not_supported');
  });

  test('needs an address or phone number for each copy recipient', async () => {
    const transaction = await draft(ada, ['bea@example.org'], { cc: [{ firstName: 'Nobody' }, contact('carl@example.org'), { phone: '+4915100000001' }] });
    await stage(ada, transaction, transaction.fileIds[0]!);
    expect(await ada.refusalBody('transactions.start', at(transaction))).toMatchObject({ code: 'fields_empty', details: { cc: [transaction.cc[0]!.id] } });
    const mended = await ada.call('transactions.update', { ...at(transaction), body: { cc: transaction.cc.slice(1) } });
    expect((await start(ada, mended)).cc).toHaveLength(2);
  });

  test('changes nothing when the prepared file is rejected, and can be retried', async () => {
    const transaction = await draft(ada, ['retry@example.org'], {}, 2);
    verdict.problems = [{ code: 'change_content', message: 'x' }];
    for (const fileId of transaction.fileIds) await stage(ada, transaction, fileId);
    expect(await ada.refusal('transactions.start', at(transaction))).toBe('verification_failed');
    expect((await ada.call('transactions.get', at(transaction))).status).toBe('draft');
    expect((await ada.call('files.getMeta', { params: { id: transaction.fileIds[0]! } })).version).toBe(1);
    expect(await mailsTo(server, 'retry@example.org')).toEqual([]);
    verdict.problems = [];
    expect((await ada.call('transactions.start', at(transaction))).status).toBe('pending');
  });

  test('happens once, also with concurrent requests', async () => {
    const transaction = await draft(ada, ['race@example.org']);
    await stage(ada, transaction, transaction.fileIds[0]!);
    const both = await Promise.all([1, 2].map(() => ada.send('transactions.start', at(transaction))));
    expect(both.map((each) => each.status)).toContain(200);
    expect((await ada.call('transactions.start', at(transaction))).status).toBe('pending');
    expect((await ada.call('files.getMeta', { params: { id: transaction.fileIds[0]! } })).version).toBe(2);
    expect(await mailsTo(server, 'race@example.org')).toHaveLength(1);
  });

  test('rejects a file prepared from an older version', async () => {
    const transaction = await draft(ada, ['bea@example.org']);
    const [id] = transaction.fileIds;
    await stage(ada, transaction, id!);
    const { url } = await ada.call('files.updateUrl', { params: { id: id! }, body: { mimeType: 'application/pdf' } });
    await ada.put(url, samplePdf('newer'));
    expect(await ada.refusal('transactions.start', at(transaction))).toBe('conflict');
  });

  test('never sends a file twice, even if two drafts contain it', async () => {
    const first = await draft(ada, ['bea@example.org']);
    const second = await draft(ada, ['carl@example.org']);
    const { db } = server.infrastructure;
    await db.updateTable('transaction_files').set({ file_id: first.fileIds[0]! }).where('transaction_id', '=', second.id).execute();
    await start(ada, first);
    await stage(ada, second, first.fileIds[0]!);
    expect(await ada.refusal('transactions.start', at(second))).toBe('resource_in_use');
  });

  test('locks the sent transaction', async () => {
    const sent = await start(ada, await draft(ada, ['bea@example.org']));
    const [id] = sent.fileIds;
    expect(await ada.refusal('files.updateMeta', { params: { id: id! }, body: { attributes: { title: 'x' } } })).toBe('resource_in_use');
    expect(await ada.refusal('files.updateUrl', { params: { id: id! }, body: { mimeType: 'application/pdf' } })).toBe('resource_in_use');
    expect(await ada.refusal('files.delete', { params: { id: id! } })).toBe('resource_in_use');
    expect(await ada.refusal('transactions.update', { ...at(sent), body: { name: 'x' } })).toBe('permission_denied');
    expect(await bea.refusal('transactions.start', at(sent))).toBe('permission_denied');
  });
});

test('lets administrators of an organization change, send and reassign what a member created', async () => {
  const olga = await Client.signIn(server, 'olga@example.org', { firstName: 'Olga' });
  const organization = await olga.call('organizations.create', { body: { name: 'Works' } });
  await olga.call('organizations.invite', { ...at(organization), body: { members: [{ email: eve.email }] } });
  const { invites } = await eve.call('invites.list');
  await eve.call('invites.accept', { params: { id: invites[0]!.id } });
  const query = { orgId: organization.id };
  const addFile = async (person: Client) => {
    const { url, bodyRef } = await person.call('files.uploadUrl', { body: { mimeType: 'application/pdf' } });
    await person.put(url, samplePdf());
    return (await person.call('files.createMeta', { query, body: { bodyRef, attributes: { title: 'Lease' } } })).id;
  };
  const [hers, second] = [await addFile(eve), await addFile(eve)];
  const made = await eve.call('transactions.create', { query, body: { fileIds: [hers], recipients: [contact('bea@example.org')] } });
  expect(await olga.refusal('transactions.update', { ...at(made), body: { fileIds: [hers, second] } })).toBe('permission_denied');
  expect(await olga.call('transactions.update', { ...at(made), body: { name: 'Changed', fileIds: [hers] } })).toMatchObject({ name: 'Changed', fileIds: [hers] });
  await stage(olga, made, hers);
  for (const _ of [1, 2]) expect((await olga.call('transactions.start', at(made))).status).toBe('pending');
  const body = { fromUserId: made.recipients[0]!.id, toUser: { email: 'moved@example.org' }, reason: 'Moved' };
  expect((await olga.call('transactions.reassign', { ...at(made), body })).recipients[0]?.email).toBe('moved@example.org');
  const template = await eve.call('templates.create', { query, body: { fileIds: [second], recipients: [{ role: 'Tenant' }] } });
  expect((await olga.call('templates.update', { ...at(template), body: { name: 'Rent', fileIds: [second] } })).name).toBe('Rent');
});

describe('reading', () => {
  test('guests see only what they were asked for', async () => {
    const sent = await start(ada, await draft(ada, ['bea@example.org', 'dora@example.org'], { cc: [contact('reader@example.org')] }));
    const [id] = sent.fileIds;
    expect((await bea.call('transactions.get', at(sent))).id).toBe(sent.id);
    expect((await bea.contentOf(id!)).length).toBeGreaterThan(0);
    for (const person of [dora, eve, await Client.signIn(server, 'reader@example.org')]) {
      expect(await person.refusal('transactions.get', at(sent))).toBe('permission_denied');
      expect(await person.refusal('files.downloadUrl', { params: { id: id! } })).toBe('permission_denied');
    }
    expect((await dora.call('transactions.list')).transactions).toEqual([]);
    await sign(bea, sent);
    expect((await dora.call('transactions.list')).transactions.map((each) => each.id)).toEqual([sent.id]);
    await sign(dora, sent);
    const reader = await Client.signIn(server, 'reader@example.org');
    expect((await reader.call('transactions.get', at(sent))).status).toBe('completed');
    expect(await reader.refusal('transactions.cancel', at(sent))).toBe('permission_denied');
  });

  test('an unverified address gives no access', async () => {
    const sent = await start(ada, await draft(ada, ['unproven@example.org']));
    const person = await Client.signIn(server, 'unproven@example.org');
    expect((await person.call('transactions.get', at(sent))).id).toBe(sent.id);
    await server.infrastructure.db.updateTable('users').set({ email_verified: false }).where('id', '=', person.userId).execute();
    expect(await person.refusal('transactions.get', at(sent))).toBe('permission_denied');
    expect((await person.call('transactions.list')).transactions).toEqual([]);
  });

  test('lists count by state, in pages of 50', async () => {
    const lister = await Client.signIn(server, 'lister@example.org');
    for (let index = 0; index < 51; index++) await lister.call('transactions.create', { body: { name: `T${index}` } });
    const canceled = await start(lister, await draft(lister, ['x@example.org']));
    await lister.call('transactions.cancel', at(canceled));
    await start(lister, await draft(lister, ['x@example.org']));
    await start(ada, await draft(ada, ['lister@example.org']));
    const first = await lister.call('transactions.list');
    expect(first.transactions).toHaveLength(50);
    expect(first.counters).toEqual({ all: 54, draft: 51, pending: 2, canceled: 1, declined: 0, completed: 0, sharedWithMe: 1, archived: 0 });
    const second = await lister.call('transactions.list', { query: { exclusiveFrom: first.lastKey! } });
    expect(second.transactions).toHaveLength(4);
    expect(second.lastKey).toBeNull();
    expect(new Set([...first.transactions, ...second.transactions].map((each) => each.id)).size).toBe(54);
  });
});
