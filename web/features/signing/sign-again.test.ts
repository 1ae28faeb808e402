// @vitest-environment node
import { beforeEach, expect, test, vi } from 'vitest';
import { createField, type Field } from '#contract/entities/field.ts';
import { recipient as recipientShape } from '#contract/entities/recipient.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { call } from '#web/services/api/call.ts';
import { AppError } from '#web/services/app-error.ts';
import { signingChanges } from '#web/services/signing/appended-changes.service.ts';
import type { SigningKey } from '#web/services/signing/signing-key.ts';
import { noRules } from '#contract/entities/rules.ts';
import { applyRules } from '#web/services/engine/core/rules.service.ts';
import { signUntilAccepted } from './sign-again.ts';
import { signOne, type FileSignOptions } from './sign-one.ts';

vi.mock('#contract/limits/timing.ts', async (original) => {
  const limits = await original<typeof import('#contract/limits/timing.ts')>();
  return { ...limits, timing: { ...limits.timing, signAgainSpread: 0 } };
});
vi.mock('#web/services/api/call.ts', () => ({ call: vi.fn<() => Promise<unknown>>() }));
vi.mock('#web/services/api/bodies.ts', () => ({ downloadOf: async (_: string, { version }: { version: number }) => ({ version }) }));
vi.mock('#web/services/documents/verified-document.ts', () => ({ continueVerified: async () => undefined, verifiedDocument: async ({ version }: { version: number }) => ({ version }) }));
vi.mock('#web/services/documents/document-password.ts', () => ({ knownPassword: () => undefined }));
vi.mock('#web/services/signing/appended-changes.service.ts', () => ({ signingChanges: vi.fn<() => Promise<unknown>>() }));
vi.mock('#web/services/engine/core/rules.service.ts', () => ({ applyRules: vi.fn<() => Promise<unknown>>() }));
vi.mock('./sign-one.ts', () => ({ signOne: vi.fn<() => Promise<unknown>>(), anchorNameOf: () => 'signature-ada' }));

const [ada, bob] = ['a', 'b'].map((letter, index) =>
  recipientShape.parse({ id: letter.repeat(24), email: ['ada@example.org', 'bob@example.org'][index], signingOrder: 1 })) as [ReturnType<typeof recipientShape.parse>, ReturnType<typeof recipientShape.parse>];
const field = (id: string, value: Field['value'], email: string | null) =>
  createField({ id, type: 'text', page: 1, rect: { x: 1, y: 1, width: 10, height: 2 }, fieldName: id, value, recipient: email === null ? null : { email } });
const transaction = { id: 't', recipients: [ada, bob], options: {} } as unknown as Transaction;
const before = [field('mine', '', ada.email), field('shared', '', null), field('theirs', '', bob.email)];
const filled = (shared: string) => [field('mine', 'Ada', ada.email), field('shared', shared, null), field('theirs', '', bob.email)];
const later = (shared: string) => [field('mine', '', ada.email), field('shared', shared, shared ? bob.email : null), field('theirs', 'Bob', bob.email)];
const changes = (filledFields: string[]) => ({ changes: [], acceptable: true, filledFields, signedFields: ['signature-bob'], addedFields: [] });

const agree = vi.fn<() => Promise<void>>();
const outdated = vi.fn<() => void>();
const options = (shared = '', key: SigningKey | null = null) => ({
  transaction, recipient: ada, key, file: { id: 'f', ext: 'pdf', version: 2, title: 'f', before, fields: filled(shared) },
  onTransaction: () => undefined, onOutdated: outdated, onSignAgain: agree, at: () => undefined,
}) as unknown as FileSignOptions;
const base = { version: 2 } as never;
const conflict = (reason?: string) => new AppError('conflict', { details: { fileId: 'f', ...(reason ? { reason } : {}) } });

/** The server after Bob has signed; `shared`: what he wrote into the field of anybody. */
function answer(shared = '', version = 3, now: unknown = transaction): void {
  vi.mocked(call as (id: string) => Promise<unknown>).mockImplementation(async (id) => (id === 'transactions.get' ? now : { version, attributes: { fields: later(shared) } }));
}
const attempts = () => vi.mocked(signOne).mock.calls.map(([{ file }, on]) => [file.version, (on as unknown as { version: number }).version, file.fields.map(({ value }) => value)]);

beforeEach(() => {
  vi.resetAllMocks();
  answer();
  vi.mocked(signingChanges).mockResolvedValue(changes(['theirs']) as never);
});

test('whoever was too late signs again on the new version, with what they filled in', async () => {
  vi.mocked(signOne).mockRejectedValueOnce(conflict()).mockResolvedValueOnce(transaction);
  await expect(signUntilAccepted(options(), base)).resolves.toBe(transaction);
  expect(attempts()).toEqual([[2, 2, ['Ada', '', '']], [3, 3, ['Ada', '', 'Bob']]]);
  expect(agree).not.toHaveBeenCalled();
});

test.each([
  ['a field of the signer was changed', '', '', ['mine']],
  ['the signature field of the signer was filled', '', '', ['signature-ada']],
  ['both filled the field of anybody', 'Ada was here', 'Bob was here', ['shared', 'theirs']],
  ['more has changed than fields', '', '', null],
])('nothing is signed again if %s', async (_, mine, theirs, names) => {
  answer(theirs);
  vi.mocked(signOne).mockRejectedValueOnce(conflict());
  vi.mocked(signingChanges).mockResolvedValue(names && (changes(names) as never));
  await expect(signUntilAccepted(options(mine), base)).rejects.toMatchObject({ code: 'conflict' });
  expect(attempts()).toHaveLength(1);
});

test('a field of anybody that the other filled is theirs now', async () => {
  answer('Bob was here');
  vi.mocked(signOne).mockRejectedValueOnce(conflict()).mockResolvedValueOnce(transaction);
  vi.mocked(signingChanges).mockResolvedValue(changes(['shared', 'theirs']) as never);
  await signUntilAccepted(options(), base);
  expect(attempts()[1]).toEqual([3, 3, ['Ada', 'Bob was here', 'Bob']]);
});

test.each([['server', 'server'], ['helper:1', 'local']] as const)('a key that needs the person asks before it signs again: %s', async (id, signatureType) => {
  const key = { id, signatureType } as SigningKey;
  vi.mocked(signOne).mockRejectedValueOnce(conflict());
  agree.mockRejectedValueOnce(new AppError('process_canceled'));
  await expect(signUntilAccepted(options('', key), base)).rejects.toMatchObject({ code: 'process_canceled' });
  expect(attempts()).toHaveLength(1);
  vi.mocked(signOne).mockReset().mockRejectedValueOnce(conflict()).mockResolvedValueOnce(transaction);
  await signUntilAccepted(options('', key), base);
  expect([attempts().length, agree.mock.calls.length]).toEqual([2, 2]);
});

test('what the server has counts as signed, and another turn as lost', async () => {
  const signed = { ...transaction, recipients: [{ ...ada, signedFileIds: ['f'] }, bob] };
  answer('', 3, signed);
  vi.mocked(signOne).mockRejectedValueOnce(conflict());
  await expect(signUntilAccepted(options(), base)).resolves.toBe(signed);
  answer('', 3, { ...transaction, recipients: [bob] });
  vi.mocked(signOne).mockRejectedValueOnce(conflict());
  await expect(signUntilAccepted(options(), base)).rejects.toMatchObject({ code: 'conflict' });
});

test('the tries are bounded, and a signature that waits for its time stamp is not raced', async () => {
  vi.mocked(signOne).mockImplementation(async () => {
    throw conflict();
  });
  await expect(signUntilAccepted(options(), base)).rejects.toMatchObject({ code: 'conflict' });
  expect(attempts()).toHaveLength(6);
  vi.mocked(signOne).mockReset().mockRejectedValue(conflict('waiting'));
  await expect(signUntilAccepted(options(), base)).rejects.toMatchObject({ code: 'conflict' });
  expect(attempts()).toHaveLength(1);
});

/** Signs again from one set of fields to another; returns the fields of the last attempt. */
async function signAgainOn(read: Field[], filledBy: Field[], newer: Field[], names = ['theirs']): Promise<Field[]> {
  vi.mocked(call as (id: string) => Promise<unknown>).mockImplementation(async (id) => (id === 'transactions.get' ? transaction : { version: 3, attributes: { fields: newer } }));
  vi.mocked(signOne).mockRejectedValueOnce(conflict()).mockResolvedValueOnce(transaction);
  vi.mocked(signingChanges).mockResolvedValue(changes(names) as never);
  await signUntilAccepted({ ...options(), file: { id: 'f', ext: 'pdf', version: 2, title: 'f', before: read, fields: filledBy } }, base);
  return vi.mocked(signOne).mock.lastCall![0].file.fields;
}

/** The core with one condition, on what Bob writes, and one formula, of his value. */
const evaluate = (fields: readonly Field[]) => {
  const theirs = String(fields.find(({ id }) => id === 'theirs')?.value ?? '');
  return fields.map(({ rules }) => ({ text: rules?.formula ? theirs : '', shown: rules?.shownWhen ? theirs === 'show' : true, required: rules?.requiredWhen ? theirs === 'require' : false, problems: [], inputs: [] }));
};

test('dates and results that fill themselves, and the same words, may be written by both', async () => {
  const of = (date: string | null, sum: string | null, town: string) => [
    createField({ ...field('date', date, null), type: 'date', autoFill: 'sign_date' }), { ...field('sum', sum, null), readonly: true, rules: { ...noRules, formula: 'theirs' } }, field('town', town, null),
  ];
  vi.mocked(applyRules).mockResolvedValue([]);
  const signed = await signAgainOn(of(null, null, ''), of('2026-05-03', '1', 'Rome'), of('2026-05-02', '2', 'Rome'), ['date', 'sum', 'town']);
  expect(signed.map(({ value }) => value)).toEqual(['2026-05-02', '2', 'Rome']);
});

test('the rules are applied to the new version: results follow, and what is hidden stays hidden', async () => {
  vi.mocked(applyRules).mockImplementation(async (fields) => evaluate(fields) as never);
  const ruled = (theirs: string, own: Partial<Field> = {}) => [
    field('theirs', theirs, bob.email), { ...field('if', '', ada.email), rules: { ...noRules, shownWhen: 'theirs' }, ...own }, { ...field('sum', null, ada.email), readonly: true, rules: { ...noRules, formula: 'theirs' } },
  ];
  const signed = await signAgainOn(ruled(''), ruled('', { value: 'typed', hidden: true }), ruled('2'));
  expect(signed.map(({ value, hidden }) => [value, hidden])).toEqual([['2', false], ['typed', true], ['2', false]]);
});

test.each([
  ['shows a field', 'show', 'shownWhen', { hidden: true }],
  ['hides a field', 'hide', 'shownWhen', { value: 'typed' }],
  ['requires an empty field', 'require', 'requiredWhen', {}],
] as const)('nothing is signed again if what others wrote %s', async (_, theirs, rule, own) => {
  vi.mocked(applyRules).mockImplementation(async (fields) => evaluate(fields) as never);
  const ruled = (value: string, more: Partial<Field> = {}) => [field('theirs', value, bob.email), { ...field('if', '', ada.email), rules: { ...noRules, [rule]: 'theirs' }, ...more }];
  await expect(signAgainOn(ruled(''), ruled('', own), ruled(theirs))).rejects.toMatchObject({ code: 'conflict', details: { reason: 'fields' } });
  expect([attempts().length, outdated.mock.calls.length]).toEqual([1, 1]);
});
