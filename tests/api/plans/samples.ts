/**
 * Arguments for every function of the repositories, by the name of its parameter; several where the statement depends on them. A
 * function with a parameter that has no sample fails the test: it could not be explained.
 */
import type pg from 'pg';
import { wholeList } from '#contract/entities/list-query.ts';
import type { Tx } from '#server/platform/database/database.ts';

export type Samples = Readonly<Record<string, readonly unknown[]>>;

const longAgo = new Date(Date.now() - 100 * 24 * 60 * 60_000);

/** Ids of rows that are there. */
export async function readSamples(client: pg.ClientBase): Promise<Samples> {
  const one = async (sql: string): Promise<string> => (await client.query<{ id: string }>(sql)).rows[0]?.id ?? '';
  const userId = await one("select id from users where email = 'user1@corp.example'");
  const transactionId = await one(`select id from transactions where owner_id = '${userId}' and audit_file_id is null order by created_at desc offset 100 limit 1`);
  const fileId = await one(`select file_id as id from transaction_files where transaction_id = '${transactionId}'`);
  const recipientId = await one(`select id from recipients where transaction_id = '${transactionId}'`);
  const orgId = await one('select id from organizations');
  const bodyRef = await one(`select body_ref as id from file_versions where file_id = '${fileId}'`);
  const spaces = [null, { id: orgId, everything: false }, { id: orgId, everything: true }].map((organization) => ({ userId, organization, closedOrgIds: [] }));
  const row = { id: 'x' };
  const contact = { email: 'guest1@ext.example', phone: null };
  return {
    userId: [userId], userIds: [[userId]], ownerId: [userId], viewerId: [userId], viewer: [{ id: userId, email: 'user1@corp.example', phone: null }], person: [contact],
    transactionId: [transactionId], transactionIds: [[transactionId]], recipientId: [recipientId], fileId: [fileId], fileIds: [[fileId]],
    orgId: [orgId], orgIds: [[orgId]], holder: [{ holder_id: userId }], holderId: [userId], holderIds: [[userId, orgId]],
    templateId: ['x'], templateIds: [['x']], bulkId: ['x'], teamId: ['x'], teamIds: [['x']], applicationId: ['x'], resourceId: [transactionId], resourceIds: [[transactionId]],
    bodyRef: [bodyRef], bodyRefs: [[bodyRef]], refs: [[bodyRef]], ref: [bodyRef], tokenHash: [Buffer.alloc(32)], noticeId: ['x'], abouts: [['x']], reference: ['x'], serial: ['x'], clientId: ['x'], providerId: ['x'], code: ['x'],
    space: spaces, after: [undefined, transactionId], search: [undefined, 'name'], signer: [null, { recipientId, accountId: userId }],
    email: ['user1@corp.example'], phone: ['+491510000001'], reach: [contact, { email: null, phone: '+491510000001' }],
    before: [longAgo], moment: [longAgo], limit: [10], position: [0], version: [1], bytes: [1], seconds: [1], size: [1], hash: ['x'], type: ['signature'], kind: ['transaction'], archived: [true], status: ['used'], flag: ['x'], value: [true], error: ['x'], task: ['x'],
    purpose: ['file'], onlyRunning: [true, false], unproven: [['x']], drift: [[]], key: [{ transaction_id: transactionId, file_id: fileId, recipient_id: recipientId }],
    row: [row], rows: [[]], file: [row], upload: [row], bulk: [row], recipients: [[row]], changes: [{}], more: [{ completed: 1 }], issued: [{}], from: [userId], to: [orgId],
  };
}

const lastMonth = new Date(Date.now() - 30 * 24 * 60 * 60_000).toISOString();

/** A query of a list in each order, with a cursor, and with searches that are frequent, rare, and of one letter. */
const placesInLists = [
  {}, { query: wholeList, after: { id: 'x', key: '1700000000000000' } }, { query: { ...wholeList, sort: 'name' }, after: { id: 'x', key: 'Lease' } },
  ...[{ folder: 'x' }, { tag: 'x', search: 'lease' }, { filter: 'sharedWithMe' }, { filter: 'archived' }, { sort: 'updated_at', order: 'ascent' }, { search: 'lease' }, { search: 'agreement 4711' }, { search: 'ж' },
    { createdFrom: lastMonth }, { sort: 'updated_at', createdFrom: lastMonth, createdBefore: lastMonth }, { sort: 'name', search: 'lease', createdBefore: lastMonth }].map((query) => ({ query: { ...wholeList, ...query } })),
];

/** Where the name of a parameter does not tell what it takes: by function, and there by parameter. */
export const special = (samples: Samples): Readonly<Record<string, Samples>> => {
  const of = (name: string): readonly unknown[] => samples[name] ?? [];
  return {
    eventsAfter: { id: ['1'] }, eventsBetween: { after: ['1'], upTo: ['9'] },
    findTransactionRow: { id: of('transactionId') }, lockTransactionRow: { id: of('transactionId') }, updateTransactions: { ids: of('transactionIds') },
    findTransactionsWithRecipients: { ids: of('transactionIds') }, transferTransactions: { ids: of('transactionIds'), to: of('userId') },
    findVisiblePeople: { ids: of('userIds') }, findReferencablePeople: { ids: of('userIds') }, findPictures: { ids: of('userIds') },
    findLabelsOf: { ids: of('transactionIds') }, addLabels: { ids: of('transactionIds'), labelIds: [['x']] }, removeLabels: { ids: of('transactionIds'), labelIds: [['x']] },
    insertLabel: { row: [{ id: 'new', kind: 'tag', user_id: of('userId')[0], org_id: null, created_by: of('userId')[0], name: 'New' }] }, renameLabel: { name: ['Other'] }, lockLabels: { '{ userId, organization }': of('space') },
    insertSavedFilter: { row: [{ id: 'new', user_id: of('userId')[0], org_id: null, kind: 'file', name: 'New', query: '{}' }] }, renameSavedFilter: { name: ['Other'] }, findUsedTemplateIds: { '{ userId, organization }': of('space') }, findSavedFilters: { orgId: [null, ...of('orgId')] },
    insertInsights: { rows: [[{ id: 'new', resource_id: of('transactionId')[0], resource_type: 'transaction', action: 'transaction_viewed', actor: '{}', attributes: '{}' }]] },
    insertDetachedSignature: { row: [{ signing_id: 'x', cms: Buffer.alloc(1) }] }, findCms: { signingId: ['x'] },
    insertDirectLink: { row: [{ template_id: 'x', token_hash: Buffer.alloc(32), token_sealed: Buffer.alloc(1), enabled: true, once_per_person: true }] }, updateDirectLink: { changes: [{ enabled: false }] },
    addDirectLinkUse: { use: [{ template_id: 'x', transaction_id: of('transactionId')[0], recipient_id: of('recipientId')[0] }] },
    lockEntries: { ids: of('transactionIds') }, setArchived: { ids: of('transactionIds') }, archiveForPerson: { ids: of('transactionIds') }, unarchiveForPerson: { ids: of('transactionIds') },
    findFiles: { ids: of('fileIds') }, lockFiles: { ids: of('fileIds') }, hideFilesFromOwner: { ids: of('fileIds') }, recipientIdsTaken: { ids: [of('recipientId')] },
    insertVersion: { version: [{ file_id: of('fileId')[0], version: 9 }] },
    findUserByAddress: { address: ['user1@corp.example', '+491510000001'] }, findSameContact: { '{ email, phone }': of('reach') }, findUsersByReach: { people: [of('reach')] },
    insertCertificate: { '{ commonName, email }': of('person') },
    findOpenReferences: { of: [{ transactionIds: of('transactionIds')[0] }, { recipientId: of('recipientId')[0] }] },
    insertAttachment: { row: [{ recipient_id: of('recipientId')[0], request_id: 'x', transaction_id: of('transactionId')[0], body_ref: 'new', name: 'x', mime: 'image/png', size: 1, hash: 'x' }] },
    insertDismissals: { dismissals: [[{ transaction_id: of('transactionId')[0], user_id: of('userId')[0] }]] },
    continueBody: { '{ ref, base, size, tail }': [{ ref: 'x', base: of('bodyRef')[0], size: 1, tail: 'y' }] },
    listTransactions: {
      'place = {}': [
        {}, { bulkId: 'x' }, ...placesInLists, { query: { ...wholeList, filter: 'declined' } }, { query: { ...wholeList, search: 'guest4711@' } },
        ...['guest4711@', 'ann', 'ж'].map((person) => ({ query: { ...wholeList, person } })), { query: { ...wholeList, person: 'guest4711@', search: 'lease', sort: 'updated_at', createdFrom: lastMonth, tag: 'x' } },
      ],
    },
    insertNotifications: { wanted: [null, 1], text: [{ code: 'signed', source_kind: 'transaction', source_id: of('transactionId')[0], person_id: null, recipient_id: null }] },
    listNotifications: { before: [undefined, 'f'.repeat(24)] },
    markRead: { '{ ids, about, upTo }': [{ ids: ['x'], about: 'x', upTo: 'x' }] }, moveNotifications: { newUserId: of('userId') },
    putPushSubscription: { row: [{ id: 'new', user_id: of('userId')[0], endpoint: 'https://push.example.org', p256dh: 'x', auth: 'x', session_uid: null }] }, deletePushSubscriptionsOfSession: { sessionUid: ['x'] }, deletePushSubscriptionsBut: { sessionUid: [null, 'x'] }, deletePushSubscriptionOf: { endpoint: ['https://push.example.org'] },
    findNamedSources: { kind: ['file', 'template', 'bulk'] },
    listFiles: { 'place = {}': placesInLists }, listTemplates: { 'place = {}': placesInLists }, listLibrary: { 'place = {}': placesInLists },
    listContacts: { after: [undefined, { id: 'x', key: 'Lovelace Ada' }] }, insertMissingContacts: { people: [[{ email: 'a@ext.example', phone: null, first_name: 'A', last_name: null }, { email: null, phone: '+491510000001', first_name: null, last_name: null }]] },
    findDueReminders: { after: [null, { id: 'x', transactionId: 'x', at: longAgo.toISOString() }] },
    insertTransfer: { from: [null, ...of('userId')], to: [{ ownerId: of('userId')[0], orgId: null }] },
    transferPortion: { transfer: [null, ...of('userId')].map((from) => ({ org_id: 'x5', from_owner: from, to_owner: of('userId')[0], to_org: null, started_at: longAgo })) },
    beginDeletion: { user: [{ id: of('userId')[0], email: null, email_verified: false, phone: null }], '{ ip, userAgent }': [{ ip: '', userAgent: '' }] },
    setSuccessor: { successorId: of('userId') }, addToRemovedCount: { rows: [1] }, deleteResources: { table: ['files', 'transactions', 'templates'], ids: [['x']] },
    deleteMessagesOf: { '{ recipients, until, about }': [{ recipients: ['user1@corp.example'], until: longAgo, about: 'x' }] }, deleteOrganizationsOf: { ownerId: ['x'] },
    deleteReferences: { '{ table, column, stays }': [{ table: 'bulks', column: 'owner_id', stays: false }, { table: 'recipients', column: 'user_id', stays: true }] },
    hasPaidSince: { '{ holder_id: holderId, started_at: begin }': [{ holder_id: 'x', started_at: longAgo }] },
    releaseSupersededUploads: { '{ body_ref: ref, transaction_id: transactionId, file_id: fileId, recipient_id: recipientId }': [{ body_ref: 'x', transaction_id: of('transactionId')[0], file_id: of('fileId')[0], recipient_id: of('recipientId')[0] }] },
    updateBulkRecipient: { changes: [{ status: 'sent' }] }, updateMember: { changes: [{ role: 'admin' }] }, updatePayment: { changes: [{ state: 'failed' }] }, updateRecipient: { changes: [{ locale: 'en' }] },
    consumeQuota: { kind: ['transactions'] }, releaseQuota: { kind: ['transactions'] },
    countOwned: { '{ userId, organization }': of('space') }, recordListCheck: { wrong: [0] },
    markStored: { '{ size, hash, tailSize = null }': [{ size: 1, hash: 'x' }] }, composedBodies: { after: [''] }, withFields: { file: [{ id: of('fileId')[0] }] },
    refuseUpload: { 'from = "receiving"': ['stored'] },
    putSendApproval: { row: [{ transaction_id: of('transactionId')[0], org_id: of('orgId')[0], status: 'waiting', requested_by: of('userId')[0], requested_at: longAgo, digest: 'x', documents: '[]', access_codes: '[]' }] },
    updateSendApproval: { changes: [{ reason: 'x' }] },
    listWaiting: { notOf: of('userId'), after: [null, { at: longAgo, id: of('transactionId')[0] }] },
    insertActivity: { rows: [[{ org_id: of('orgId')[0], kind: 'joined', actor_id: of('userId')[0] }]] },
    insertTransactionActivity: { rows: [[{ kind: 'sent', actorId: null, transactionId: of('transactionId')[0] }]] },
    listActivity: { place: [null, of('userIds')[0]].flatMap((userIds) => [null, 'sent'].flatMap((kind) => [null, '9'].map((after) => ({ orgId: of('orgId')[0], userIds, kind, after })))) },
  };
};

type AnyFunction = (...args: unknown[]) => unknown;

/** The calls of a function with each combination of samples; undefined where it takes no database. */
export function callsWith(name: string, candidate: unknown, samples: Samples): ((tx: Tx) => unknown)[] | undefined {
  if (typeof candidate !== 'function') return undefined;
  const parameters = parametersOf(candidate);
  if (!['db', 'tx'].includes(parameters[0] ?? '')) return undefined;
  const own = special(samples)[name] ?? {};
  const choices = parameters.slice(1).map((parameter) => {
    const all = own[parameter] ?? samples[parameter] ?? (parameter === 'id' ? ['x'] : parameter === 'ids' ? [['x']] : undefined);
    if (all === undefined) throw new Error(`No sample for the parameter “${parameter}” of ${name}`);
    return all;
  });
  const combinations = choices.reduce<unknown[][]>((sofar, all) => sofar.flatMap((each) => all.map((value) => [...each, value])), [[]]);
  return combinations.map((args) => (tx) => withMembers((candidate as AnyFunction)(tx, ...args)));
}

/** Some give functions that ask. */
async function withMembers(answer: unknown): Promise<void> {
  const value = await answer;
  if (typeof value !== 'object' || value === null) return;
  for (const member of Object.values(value)) if (typeof member === 'function') await (member as AnyFunction)('x');
}

/** As they are written, split at the commas outside of braces. */
function parametersOf(written: { toString(): string }): string[] {
  const text = written.toString().replace(/\s+/g, ' ');
  const list = /^(?:async )?(?:function \w+)?\s*\((.*?)\)\s*(?:\{|=>)/.exec(text)?.[1]?.trim() ?? '';
  return list === '' ? [] : list.split(/,\s*(?![^{]*\})/).map((each) => each.trim());
}
