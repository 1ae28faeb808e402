// @vitest-environment node
import { beforeEach, expect, it, vi } from 'vitest';
import { createField, type Field } from '#contract/entities/field.ts';
import { recipient as recipientShape } from '#contract/entities/recipient.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { call } from '#web/services/api/call.ts';
import type { AgreedSigning } from '#web/services/signing/signing-draft.service.ts';
import { agreedSignings, deleteSigningDraft, storeSigningDraft } from '#web/services/signing/signing-draft.service.ts';
import { agreedContent } from './agreement.ts';
import { signAgreed, takeBackAgreed, withAgreedValues } from './agreed-signings.ts';
import { workSubject } from './sign-one.ts';
import { signAll } from './sign-run.ts';

vi.mock('#web/services/api/call.ts', () => ({ call: vi.fn<() => Promise<unknown>>() }));
vi.mock('#web/services/api/file-events.ts', () => ({ reportFileEvent: () => undefined }));
vi.mock('./sign-run.ts', () => ({ signAll: vi.fn<() => Promise<unknown>>() }));
vi.mock('./sign-one.ts', async () => ({ workSubject: ({ id }: { id: string }, signer: { id: string; inPerson: boolean }) => (signer.inPerson ? `${id}/${signer.id}` : id) }));

const host = { id: 'u', email: 'ada@example.org', phone: null, name: 'Ada Byron' };
const [ada, grace] = [recipientShape.parse({ id: 'a'.repeat(24), email: host.email }), recipientShape.parse({ id: 'b'.repeat(24), firstName: 'Grace', role: 'Guest', inPerson: true })];
const field = (id: string, recipient: Field['recipient'], value: Field['value'] = null) => createField({ id, type: 'text', page: 1, rect: { x: 1, y: 1, width: 10, height: 2 }, recipient, value });
const whose = { email: null, phone: null, role: null };
const guest = { ...whose, role: 'Guest' };
const fields = [field('hers', { ...whose, email: host.email }), field('guest', guest)];
const request = (done: readonly string[] = []) => ({ id: 't', recipients: [ada, grace].map((each) => ({ ...each, completed: done.includes(each.id) })) }) as unknown as Transaction;

const agree = async (signer: typeof ada, at: number, before: Field[], id: string, value: string): Promise<void> => {
  const filled = before.map((each) => (each.id === id ? { ...each, value } : each));
  const file = { id: 'f', title: 'Lease', ext: 'pdf' as const, version: 3, before };
  const agreed = { at, transactionId: 't', title: 'Lease', signerId: signer.id, inPerson: signer.inPerson, content: await agreedContent([{ ...file, fields: filled }], signer), read: [file] };
  await storeSigningDraft(workSubject({ id: 't' }, signer), host.id, { agreed, fields: { f: filled.filter((each, index) => each.value !== before[index]?.value) } });
};
const run = (signings: readonly AgreedSigning[]) =>
  signAgreed({ transactionId: 't', signings, host, reasonFor: ({ firstName }) => `${firstName} in person`, signal: new AbortController().signal, onProgress: () => undefined, onSigned: () => undefined });
const signed = () => vi.mocked(signAll).mock.calls.map(([{ signerId, reason, files }]) => [signerId, reason, files.map(({ version, fields: written }) => [version, written.map(({ value }) => value)])]);

/** The server: the request, and what its document says. */
const answer = (transaction: Transaction, said = 'Ada'): void => {
  const now = fields.map((each) => (each.id === 'hers' ? { ...each, value: said } : each));
  vi.mocked(call as (id: string) => Promise<unknown>).mockImplementation(async (id) => (id === 'files.getMeta' ? { attributes: { fields: now } } : transaction));
};

beforeEach(async () => {
  vi.resetAllMocks();
  answer(request());
  vi.mocked(signAll).mockImplementation(async ({ signerId }) => request([ada.id, ...(signerId === grace.id ? [grace.id] : [])]));
  await agree(ada, Date.now() - 2000, fields, 'hers', 'Ada');
  const [first] = await agreedSignings('t', host.id);
  const [shown] = withAgreedValues([{ id: 'f', attributes: { fields } }], first ? [first] : []);
  await agree(grace, Date.now() - 1000, shown?.attributes.fields ?? [], 'guest', 'Grace');
});

it('signs for each in the order in which they agreed, with what they filled in and read', async () => {
  await run(await agreedSignings('t', host.id));
  expect(signed()).toEqual([[ada.id, undefined, [[3, ['Ada', null]]]], [grace.id, 'Grace in person', [[3, ['Ada', 'Grace']]]]]);
  expect(await agreedSignings('t', host.id)).toEqual([]);
});

it('goes on with the next after a failure, and signs nobody twice', async () => {
  vi.mocked(signAll).mockResolvedValueOnce(request([ada.id])).mockRejectedValueOnce(new Error('away'));
  await expect(run(await agreedSignings('t', host.id))).rejects.toThrow('away');
  const left = await agreedSignings('t', host.id);
  expect(left.map(({ agreed }) => agreed.signerId)).toEqual([grace.id]);
  answer(request([ada.id]));
  await run(left);
  expect(signed().map(([id]) => id)).toEqual([ada.id, grace.id, grace.id]);
});

it('signs nothing that somebody changed after they had agreed', async () => {
  await storeSigningDraft(workSubject({ id: 't' }, grace), host.id, { fields: { f: [field('guest', guest, 'Somebody else wrote this')] } });
  await expect(run(await agreedSignings('t', host.id))).rejects.toMatchObject({ code: 'conflict' });
  expect(signed().map(([id]) => id)).toEqual([ada.id]);
});

it('belongs to the host, and ends after seven days', async () => {
  expect(await agreedSignings('t', 'somebody else')).toEqual([]);
  await agree(grace, Date.now() - 8 * 24 * 3600_000, fields, 'guest', 'Grace');
  expect((await agreedSignings('t', host.id)).map(({ agreed }) => agreed.signerId)).toEqual([ada.id]);
});

it('signs for nobody who has taken it back, although another tab has begun', async () => {
  const known = await agreedSignings('t', host.id);
  await takeBackAgreed('t', known, host.id);
  await expect(run(known)).rejects.toMatchObject({ code: 'sign_conditions_not_accepted' });
  expect(signed()).toEqual([]);
});

it('signs nothing that says of others what its signer has not read', async () => {
  await deleteSigningDraft(workSubject({ id: 't' }, ada), host.id);
  answer(request([ada.id]), 'Ada signed elsewhere, with other words');
  await expect(run(await agreedSignings('t', host.id))).rejects.toMatchObject({ code: 'conflict' });
  expect(signed()).toEqual([]);
});
