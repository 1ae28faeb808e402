/** What reaches one recipient only: a private message, and a link that the sender hands over. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Transaction } from '#contract/entities/transaction.ts';
import type { Client } from './client.ts';
import { at, contact, draft, mailsTo, openTransactionWorld, sign, start, type TransactionWorld } from './transaction-world.ts';

let { server, ada, bea, carl, eve } = {} as TransactionWorld;
beforeAll(async () => {
  ({ server, ada, bea, carl, eve } = await openTransactionWorld());
});
afterAll(() => server.close());

describe('a private message', () => {
  const recipients = [contact('bea@example.org', { privateMessage: 'Only for Bea' }), contact('carl@example.org', { privateMessage: 'Only for Carl' })];
  const written = (options = {}): Promise<Transaction> => draft(ada, [], { recipients, message: { body: 'For all' }, ...options });
  const messagesFor = async (who: Client, sent: Transaction) => (await who.call('transactions.get', at(sent))).recipients.map((each) => each.privateMessage);
  const listedFor = async (who: Client, sent: Transaction) =>
    (await who.call('transactions.list')).transactions.find(({ id }) => id === sent.id)?.recipients.map((each) => each.privateMessage);

  test('is in the mail of its recipient, below the message to all, and in no other', async () => {
    const sent = await start(ada, await written());
    await sign(bea, sent);
    for (const [email, own, other] of [['bea@example.org', 'Bea', 'Carl'], ['carl@example.org', 'Carl', 'Bea']] as const) {
      const text = (await mailsTo(server, email)).findLast(({ template }) => template === 'invitation')!.text;
      expect(text).toMatch(new RegExp(`For all[^]*Only for ${own}`));
      expect(text).not.toContain(`Only for ${other}`);
    }
  });

  test('is read by its recipient and its sender only', async () => {
    const sent = await start(ada, await written());
    expect(sent.recipients.map((each) => each.privateMessage)).toEqual(['Only for Bea', 'Only for Carl']);
    expect(await messagesFor(ada, sent)).toEqual(['Only for Bea', 'Only for Carl']);
    expect([await messagesFor(bea, sent), await listedFor(bea, sent)]).toEqual([['Only for Bea', ''], ['Only for Bea', '']]);
    const signed = await sign(bea, sent);
    expect(signed.recipients.map((each) => each.privateMessage)).toEqual(['Only for Bea', '']);
    expect(await messagesFor(carl, sent)).toEqual(['', 'Only for Carl']);
    await ada.call('transactions.share', { ...at(sent), body: { participants: [{ email: eve.email }] } });
    expect(await messagesFor(eve, sent)).toEqual(['', '']);
  });

  test('is read in a draft by whoever prepares it, and does not go to a template', async () => {
    const made = await written();
    await ada.call('transactions.share', { ...at(made), body: { participants: [{ email: eve.email }] } });
    expect([await messagesFor(ada, made), await messagesFor(eve, made)]).toEqual([['Only for Bea', 'Only for Carl'], ['', '']]);
    const template = await ada.call('templates.fromTransaction', { ...at(made), body: {} });
    expect(template.recipients.map((each) => each.privateMessage)).toEqual(['', '']);
  });

  test('does not go to the person who takes the place', async () => {
    const sent = await start(ada, await written({ recipients: [recipients[0]] }));
    await ada.call('transactions.reassign', { ...at(sent), body: { fromUserId: sent.recipients[0]!.id, toUser: { email: 'private2@example.org' }, reason: 'Away' } });
    expect((await mailsTo(server, 'private2@example.org')).at(-1)?.text).toContain('For all');
    expect((await mailsTo(server, 'private2@example.org')).at(-1)?.text).not.toContain('Only for Bea');
    expect(await messagesFor(ada, sent)).toEqual(['']);
  });
});

describe('a signing link that the sender copies', () => {
  const linkFor = (sent: Transaction, index = 0, who: Client = ada) => who.call('transactions.signingLink', { ...at(sent), body: { recipientId: sent.recipients[index]!.id } });
  const codeOf = (url: string): string => new URL(url).searchParams.get('code')!;
  const attempt = 'page-of-the-sender';

  test('asks every device for a code that goes to the recipient, the first one too', async () => {
    const sent = await start(ada, await draft(ada, ['linked@example.org']));
    const code = codeOf((await linkFor(sent)).url);
    expect(await eve.call('magicLinks.read', { body: { code } })).toMatchObject({ state: 'open', title: 'Lease', isReader: false });
    expect(await ada.call('magicLinks.open', { body: { code, attempt } })).toMatchObject({ signInCode: null, sentTo: 'l…@example.org' });
    const { template, text } = (await mailsTo(server, 'linked@example.org')).at(-1)!;
    expect(template).toBe('link_code');
    expect(await ada.refusal('magicLinks.confirm', { body: { code, attempt, digits: '000000' } })).toBe('invalid_code');
    const digits = /\b\d{6}\b/.exec(text)![0];
    expect((await ada.call('magicLinks.confirm', { body: { code, attempt, digits } })).signInCode).toBeTruthy();
    const { insights } = await ada.call('transactions.insights', at(sent));
    expect(insights.filter(({ action }) => action === 'signing_link_copied')).toMatchObject([{ actor: { id: ada.userId }, attributes: { user: { email: 'linked@example.org' } } }]);
  });

  test('shows nothing of the documents, and ends with the next one', async () => {
    const sent = await start(ada, await draft(ada, ['again@example.org'], { message: { body: 'In confidence' } }));
    const read = async (code: string) => eve.call('magicLinks.read', { body: { code } });
    const first = codeOf((await linkFor(sent)).url);
    expect(await read(first)).toMatchObject({ state: 'open', title: 'Lease', documents: [], message: { body: '' } });
    const second = codeOf((await linkFor(sent)).url);
    const mailed = codeOf(/https?:\S+code=\S+/.exec((await mailsTo(server, 'again@example.org')).at(-1)!.text)![0]);
    expect([await read(first), await read(second), await read(mailed)]).toMatchObject([{ state: 'ended' }, { state: 'open' }, { state: 'open' }]);
  });

  test('does not open after the end, and the link in the mail still needs no code', async () => {
    const sent = await start(ada, await draft(ada, ['both@example.org']));
    const copied = codeOf((await linkFor(sent)).url);
    const mailed = codeOf(/https?:\S+code=\S+/.exec((await mailsTo(server, 'both@example.org')).at(-1)!.text)![0]);
    expect((await ada.call('magicLinks.open', { body: { code: mailed, attempt } })).signInCode).not.toBeNull();
    await ada.call('transactions.cancel', at(sent));
    expect(await ada.call('magicLinks.read', { body: { code: copied } })).toMatchObject({ state: 'ended', reason: 'canceled' });
  });

  test('exists only for a recipient who was invited, and for the sender only', async () => {
    const sent = await start(ada, await draft(ada, ['bea@example.org', 'carl@example.org']));
    for (const person of [bea, eve]) expect(await person.refusal('transactions.signingLink', { ...at(sent), body: { recipientId: sent.recipients[0]!.id } })).toBe('permission_denied');
    expect(await ada.refusal('transactions.signingLink', { ...at(sent), body: { recipientId: sent.recipients[1]!.id } })).toBe('invalid_signer_id');
    await sign(bea, sent);
    expect(await ada.refusal('transactions.signingLink', { ...at(sent), body: { recipientId: sent.recipients[0]!.id } })).toBe('invalid_signer_id');
    const alone = await start(ada, await draft(ada, ['ada@example.org']));
    expect(await ada.refusal('transactions.signingLink', { ...at(alone), body: { recipientId: alone.recipients[0]!.id } })).toBe('invalid_signer_id');
  });
});
