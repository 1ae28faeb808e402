/** How many statements a signing takes: each costs the server and the database more than what most of them read. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Transaction } from '#contract/entities/transaction.ts';
import { openSigners, signedCopy, startForReal, upload, type Signers } from './real-signing.ts';
import { contact, signBody } from './transaction-world.ts';

let { server, engine, form, ada, bea, beasKey } = {} as Signers;
beforeAll(async () => {
  ({ server, engine, form, ada, bea, beasKey } = await openSigners());
});
afterAll(async () => {
  await engine.close();
  await server.close();
});

/** Statements on all connections. Those on the pipelined ones have names. */
async function statementsOf(work: () => Promise<unknown>): Promise<{ text: string; named: boolean }[]> {
  const statements: { text: string; named: boolean }[] = [];
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...args: unknown[]) {
    const [given] = args as [string | { text?: string; name?: string }];
    const { text = '', name } = typeof given === 'string' ? { text: given } : given;
    // The relay of events asks when the database tells it to.
    if (!text.includes('from "events"')) statements.push({ text: text.replaceAll(/\s+/g, ' '), named: name !== undefined });
    return query.apply(this, args);
  } as never);
  await work().finally(() => spy.mockRestore());
  return statements;
}

async function started(): Promise<{ transaction: Transaction; fileId: string; base: Buffer; copy: Buffer }> {
  const { id: fileId } = await ada.addFile(Buffer.from(form), 'Lease.pdf');
  const created = await ada.call('transactions.create', { body: { fileIds: [fileId] } });
  const draft = await ada.call('transactions.update', { params: { id: created.id }, body: { recipients: [contact(bea.email)] } });
  const transaction = await startForReal(engine, ada, draft, { asTails: true });
  return { transaction, fileId, base: await bea.contentOf(fileId), copy: await signedCopy(engine, bea, beasKey, transaction, fileId) };
}

test('the last signature of a document takes few statements, and reads the transaction once before and once under its lock', async () => {
  const { transaction, fileId, base, copy } = await started();
  const uploaded = await statementsOf(() => upload(bea, transaction, fileId, copy, base));
  const signed = await statementsOf(async () => {
    const answer = await bea.send('transactions.sign', { params: { id: transaction.id }, body: signBody(bea, fileId) });
    expect(answer.body).toMatchObject({ status: 'completed' });
  });
  const among = (statements: typeof signed, pattern: RegExp) => statements.filter(({ text }) => pattern.test(text)).length;
  expect(among(signed, /from "transactions" where "id" = (\$1|any)/)).toBe(2);
  expect(among(signed, /from "recipients"/)).toBe(2);
  // Two accounts for the messages, in one statement.
  expect(among(signed, /from "users" where lower\(email\)/)).toBeLessThanOrEqual(1);
  const all = [...uploaded, ...signed];
  // As many as it takes now, most of them writes: what is added here is added to every signing.
  expect(all.length).toBeLessThanOrEqual(109);
  // The others are sent together and planned once.
  expect(all.filter(({ named }) => !named).length).toBeLessThanOrEqual(78);
});
