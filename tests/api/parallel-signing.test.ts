/** Recipients with the same place in the signing order are asked at once and sign in any order. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Transaction } from '#contract/entities/transaction.ts';
import { Client } from './client.ts';
import { deliver, enroll, openSigners, signedCopy, signUntilAccepted, startForReal, type Signers } from './real-signing.ts';
import { at, contact, draft, eventsOf, mailsTo, openTransactionWorld, sign, start, type TransactionWorld } from './transaction-world.ts';

const inOrder = (email: string, signingOrder: number | null) => contact(email, { signingOrder });
const invited = ({ recipients }: Transaction) => recipients.map((each) => each.invitedAt !== null);
const templatesTo = async (world: Pick<TransactionWorld, 'server'>, email: string) => (await mailsTo(world.server, email)).map(({ template }) => template);

describe('who is asked', () => {
  let world: TransactionWorld;
  beforeAll(async () => {
    world = await openTransactionWorld();
  });
  afterAll(() => world.server.close());

  const sent = async (): Promise<Transaction> => {
    const { ada, bea, carl, dora } = world;
    const prepared = await draft(ada, [], { recipients: [inOrder(dora.email, 7), inOrder(bea.email, 1), inOrder(carl.email, 1)] });
    expect(prepared.recipients.map(({ email, signingOrder }) => [email, signingOrder])).toEqual([[bea.email, 1], [carl.email, 1], [dora.email, 2]]);
    return start(ada, prepared);
  };

  test('requests that create the same accounts start at the same time, whatever the order of their lists', async () => {
    for (let round = 0; round < 3; round++) {
      const emails = Array.from({ length: 8 }, (_, index) => `new-${round}-${index}@example.org`);
      const prepared = [emails, emails.toReversed()].map((each) => draft(world.ada, [], { recipients: each.map((email) => inOrder(email, 1)) }));
      const started = await Promise.all((await Promise.all(prepared)).map((each) => start(world.ada, each)));
      expect(started.flatMap(invited)).not.toContain(false);
    }
  });

  test('everybody of a place is asked at once, and the next place when all of them have signed', async () => {
    const { server, bea, carl, dora } = world;
    const transaction = await sent();
    expect(invited(transaction)).toEqual([true, true, false]);
    for (const each of [bea, carl]) {
      expect(await templatesTo(world, each.email)).toEqual(['invitation']);
      expect(await eventsOf(server, each.userId, transaction.id)).toContain('incoming_transaction');
    }
    expect(await dora.refusal('transactions.get', at(transaction))).toBe('permission_denied');
    // The second of the list signs first.
    const first = await sign(carl, transaction);
    expect([first.status, invited(first), await templatesTo(world, dora.email)]).toEqual(['pending', [true, true, false], []]);
    const second = await sign(bea, transaction);
    expect([invited(second), await templatesTo(world, dora.email)]).toEqual([[true, true, true], ['invitation']]);
    expect((await sign(dora, second)).status).toBe('completed');
    expect(await eventsOf(server, dora.userId, transaction.id)).toContain('incoming_transaction');
  });

  test('each of them opens, declines and is reminded in their own right', async () => {
    const { ada, bea, carl } = world;
    const transaction = await sent();
    const opened = await carl.call('transactions.get', at(transaction));
    expect(opened.recipients.map((each) => each.viewedAt !== null)).toEqual([false, true, false]);
    const words = { title: 'Reminder', message: 'Please sign' };
    await bea.call('transactions.get', at(transaction));
    expect(await ada.refusal('transactions.remind', { ...at(transaction), body: { userId: transaction.recipients[2]!.id, ...words } })).toBe('invalid_signer_id');
    await ada.call('transactions.remind', { ...at(transaction), body: { userId: transaction.recipients[1]!.id, ...words } });
    const declined = await carl.call('transactions.decline', { ...at(transaction), body: { reason: 'No' } });
    expect([declined.status, declined.recipients.map((each) => each.declinedAt !== null)]).toEqual(['declined', [false, true, false]]);
    // A repeated call of the same person finds it done; another's does not.
    await carl.call('transactions.decline', { ...at(transaction), body: { reason: 'No' } });
    expect(await bea.refusal('transactions.decline', { ...at(transaction), body: { reason: 'No' } })).toBe('permission_denied');
    // Bea was asked and learns that she need not sign; Carl knows, and Dora was never asked.
    expect([(await templatesTo(world, bea.email)).at(-1), (await templatesTo(world, carl.email)).at(-1), await templatesTo(world, world.dora.email)]).toEqual(['request_declined', 'reminder', expect.not.arrayContaining(['request_declined'])]);
  });

  test('whoever takes over a request is asked at once, without others being asked again', async () => {
    const { ada, bea } = world;
    const before = (await templatesTo(world, bea.email)).length;
    const transaction = await sent();
    const body = { fromUserId: transaction.recipients[1]!.id, toUser: { email: 'erik@example.org', firstName: 'Erik' }, reason: 'Away' };
    const passed = await ada.call('transactions.reassign', { ...at(transaction), body });
    expect([passed.recipients[1]!.email, invited(passed)]).toEqual(['erik@example.org', [true, true, false]]);
    expect([await templatesTo(world, 'erik@example.org'), (await templatesTo(world, bea.email)).length - before]).toEqual([['invitation'], 1]);
  });

  test('a place is a number from 1 to the number of recipients possible', async () => {
    const { ada, bea } = world;
    for (const wrong of [0, 1.5, 101]) expect(await ada.refusal('transactions.create', { body: { recipients: [inOrder(bea.email, wrong)] } })).toBe('request_validation_error');
  });
});

describe('signatures on one version', () => {
  let world: Signers;
  beforeAll(async () => {
    world = await openSigners();
  });
  afterAll(async () => {
    await world.engine.close();
    await world.server.close();
  });

  async function sentTo(emails: readonly string[]): Promise<{ transaction: Transaction; fileId: string }> {
    const { ada, engine, form } = world;
    const file = await ada.addFile(form, 'Lease.pdf');
    const created = await ada.call('transactions.create', { body: { fileIds: [file.id], recipients: emails.map((email) => inOrder(email, 1)) } });
    return { transaction: await startForReal(engine, ada, created), fileId: file.id };
  }

  async function trustedSigners(fileId: string): Promise<string[]> {
    const document = await world.engine.open(await world.ada.contentOf(fileId));
    const reports = await document.verify({ trust: [world.server.infrastructure.authority.rootCertificate()], at: Math.floor(Date.now() / 1000) });
    await document.close();
    return reports.filter(({ kind, intact, trusted, acceptable }) => kind === 'signature' && intact && trusted && acceptable).map(({ signer }) => signer?.email ?? '');
  }

  test('the second of two is refused, and accepted when made again on the new version', async () => {
    const { engine, bea, carl, beasKey, carlsKey } = world;
    const { transaction, fileId } = await sentTo([bea.email, carl.email]);
    const copies = [await signedCopy(engine, bea, beasKey, transaction, fileId), await signedCopy(engine, carl, carlsKey, transaction, fileId)] as const;
    const answers = await Promise.all([deliver(bea, transaction, fileId, copies[0]), deliver(carl, transaction, fileId, copies[1])]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const late = answers[0].status === 409 ? { who: bea, key: beasKey } : { who: carl, key: carlsKey };
    const again = await signedCopy(engine, late.who, late.key, transaction, fileId);
    expect(await deliver(late.who, transaction, fileId, again)).toMatchObject({ status: 200, body: { status: 'completed' } });
    expect((await trustedSigners(fileId)).toSorted()).toEqual([bea.email, carl.email]);
  }, 60_000);

  test('ten people who sign at once all sign', async () => {
    const { server, engine } = world;
    const people = await Promise.all(Array.from({ length: 10 }, async (_, index) => {
      const signer = await Client.signIn(server, `signer-${index}@example.org`, { type: 'guest', firstName: 'Signer' });
      return { signer, key: await enroll(signer) };
    }));
    const { transaction, fileId } = await sentTo(people.map(({ signer }) => signer.email));
    const base = await people[0]!.signer.contentOf(fileId);
    await Promise.all(people.map(({ signer, key }) => signUntilAccepted(engine, signer, key, transaction, fileId, base)));
    const done = await world.ada.call('transactions.get', at(transaction));
    expect([done.status, done.recipients.map((each) => each.completed)]).toEqual(['completed', people.map(() => true)]);
    expect((await trustedSigners(fileId)).toSorted()).toEqual(people.map(({ signer }) => signer.email).toSorted());
    expect((await world.ada.call('transactions.insights', at(transaction))).insights.filter(({ action }) => action === 'transaction_completed')).toHaveLength(1);
  }, 120_000);
});
