/** After each change, the state equals what a fresh load finds. */
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import type { Tx } from '#server/platform/database/database.ts';
import { ownDatabase } from '../../../tests/support/own-database.ts';
import {
  addIdentityCheck, addSigning, addWaitingSigning, archiveSignings, changeAttachment, changeCarbonCopies, changeEvidence, changeFiles, changeIdentityCheck, changeParts, changeRecipient, changeTransaction, dismiss,
  removeAttachments, removeEvidence, removeWaitingSigning, supersedeChecks, undismiss,
} from './transaction-changes.ts';
import { lockTransactionForJob, type TransactionState } from './transaction-state.ts';

const database = ownDatabase();

beforeAll(async () => {
  const { db } = database;
  await sql`insert into users (id, email) values ('ada', 'ada@example.org'), ('bea', 'bea@example.org')`.execute(db);
  await sql`insert into transactions (id, owner_id, name, message, options) values ('t', 'ada', 'Lease', '{}', '{"includeFileAudit": true}')`.execute(db);
  const requests = JSON.stringify([{ id: 'q', label: 'Driving licence', help: '', required: true }]);
  await sql`insert into recipients (id, transaction_id, position, email, attachments) values ('r1', 't', 0, 'bea@example.org', ${requests}), ('r2', 't', 1, 'carl@example.org', ${requests})`.execute(db);
  await sql`insert into carbon_copies (id, transaction_id, position, email, type) values ('c1', 't', 0, 'dora@example.org', 'user'), ('c2', 't', 1, 'eve@example.org', 'user')`.execute(db);
  await sql`insert into files (id, owner_id, title) values ('f', 'ada', 'Lease'), ('g', 'ada', 'Loan')`.execute(db);
  await sql`insert into transaction_files (transaction_id, file_id, position) values ('t', 'f', 0)`.execute(db);
  await sql`insert into identity_checks (id, transaction_id, recipient_id, application_id, status, requirements, manual_approval, expires_at) values ('i', 't', 'r1', 'a', 'pending', '{selfie}', false, now() + interval '1 day')`.execute(db);
});

/** Takes the change back. */
async function afterChange(change: (tx: Tx, state: TransactionState) => Promise<unknown>): Promise<[changed: TransactionState, stored: TransactionState | null]> {
  const tx = await database.db.startTransaction().execute();
  try {
    const state = (await lockTransactionForJob(tx, 't'))!;
    await change(tx, state);
    return [state, await lockTransactionForJob(tx, 't')];
  } finally {
    await tx.rollback().execute();
  }
}

test('options are parsed once, with their defaults', async () => {
  const [state] = await afterChange(async () => undefined);
  expect(state.options).toMatchObject({ includeFileAudit: true, requireSmartCard: false });
  expect(state.message).toEqual({ title: '', body: '', attachSignedFiles: true, reminders: null });
});

test.each<[string, (tx: Tx, state: TransactionState) => Promise<unknown>]>([
  ['no column, but a new version', (tx, state) => changeTransaction(tx, state)],
  ['columns, options and message', (tx, state) => changeTransaction(tx, state, {
    status: 'completed', completed_at: new Date(0), shared_with: ['bea'], password_sealed: Buffer.from('sealed'),
    options: { ...state.options, requireSmartCard: true }, message: { title: 'Please', body: 'sign', attachSignedFiles: false, reminders: null },
  })],
  ['an option that is not given stays', (tx, state) => changeTransaction(tx, state, { name: 'Contract', options: undefined })],
  ['a recipient', (tx, { recipients }) => changeRecipient(tx, recipients[0]!, { user_id: 'bea', invited_at: new Date(0), viewed_at: new Date(1) })],
  ['copies, numbered anew', (tx, state) => changeCarbonCopies(tx, state, state.carbonCopies.slice(1))],
  ['identity checks that no longer count', (tx, state) => supersedeChecks(tx, state, { id: 'r1' })],
  ['files of a draft', (tx, state) => changeFiles(tx, state, ['g', 'f'])],
  ['parts of a draft', (tx, state) => changeParts(tx, state, {
    fileIds: ['g'], recipients: [{ id: 'r3', transaction_id: 't', position: 0, email: 'fay@example.org', role: 'signer', type: 'signer', in_person: false, identity_requirements: ['selfie'], identity_require_manual_approval: true }],
    carbonCopies: [{ id: 'c3', transaction_id: 't', position: 0, email: 'dora@example.org', phone: null, first_name: null, last_name: null, type: 'user' }],
  })],
  ['a dismissal', async (tx, state) => {
    await dismiss(tx, [{ state, userId: 'bea' }]);
    await dismiss(tx, [{ state, userId: 'bea' }]);
  }],
  ['no dismissal any more', async (tx, state) => {
    await undismiss(tx, state, 'ada');
    await dismiss(tx, [{ state, userId: 'bea' }]);
    await undismiss(tx, state, 'bea');
  }],
  ['an identity check, with evidence and its outcome', async (tx, state) => {
    await supersedeChecks(tx, state, { id: 'r1' });
    const check = await addIdentityCheck(tx, state, { id: 'j', transaction_id: 't', recipient_id: 'r1', application_id: 'a', user_id: 'bea', status: 'capturing', requirements: ['selfie'], manual_approval: false, expires_at: new Date() });
    await changeEvidence(tx, check, { kind: 'selfie', body_ref: 'first', mime: 'image/png' });
    expect(await changeEvidence(tx, check, { kind: 'selfie', body_ref: 'second', mime: 'image/png' })).toBe('first');
    await changeIdentityCheck(tx, check, { status: 'rejected', reason: 'blurred' });
  }],
  ['no evidence any more', async (tx, state) => {
    await changeEvidence(tx, state.identityChecks[0]!, { kind: 'selfie', body_ref: 'first', mime: 'image/png' });
    expect(await removeEvidence(tx, [state])).toEqual(['first']);
  }],
  ['attachments, one of them replaced, one removed', async (tx, state) => {
    const row = (recipient: string, ref: string) => ({ transaction_id: 't', recipient_id: recipient, request_id: 'q', body_ref: ref, name: 'a.png', mime: 'image/png', size: 1, hash: 'aa' });
    await changeAttachment(tx, state, row('r1', 'first'));
    await changeAttachment(tx, state, row('r2', 'other'));
    expect(await changeAttachment(tx, state, row('r1', 'second'))).toMatchObject({ body_ref: 'first' });
    expect((await removeAttachments(tx, state, (each) => each.recipient_id === 'r2')).map((each) => each.body_ref)).toEqual(['other']);
  }],
  ['a signing that waits, and no longer', async (tx, state) => {
    for (const recipient of ['r1', 'r2']) await addWaitingSigning(tx, state, { transaction_id: 't', file_id: 'f', recipient_id: recipient, body_ref: 'b', base_version: 1, caller: '{}' });
    expect(await removeWaitingSigning(tx, state, { transaction_id: 't', file_id: 'f', recipient_id: 'r1' })).toBe(true);
    expect(await removeWaitingSigning(tx, state, { transaction_id: 't', file_id: 'f', recipient_id: 'r1' })).toBe(false);
  }],
  ['signings with archive time stamps', async (tx, state) => {
    for (const [recipient, field] of [['r1', 'one'], ['r2', 'two']] as const) {
      await addSigning(tx, state, { id: `s-${recipient}`, transaction_id: 't', file_id: 'f', recipient_id: recipient, user_id: 'bea', file_version: 1, hash: 'aa', signature: JSON.stringify({ level: 'B-T', field }) });
    }
    await archiveSignings(tx, state, 'f', ['two']);
    expect(state.signings.map(({ signature }) => (signature as { level: string }).level)).toEqual(['B-LTA', 'B-T']);
  }],
  ['a signing', (tx, state) => addSigning(tx, state, {
    id: 's', transaction_id: 't', file_id: 'f', recipient_id: 'r1', user_id: 'bea', file_version: 1, hash: 'aa', signature: JSON.stringify({ level: 'B-T' }),
  })],
])('%s', async (_what, change) => {
  const [changed, stored] = await afterChange(change);
  expect(changed).toEqual(stored);
});
