/**
 * Each type of live event, caused by the act it tells of: it comes over the streams of those whom it concerns, and over nobody else's.
 * One row a type, and no type without a row.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Transaction } from '#contract/entities/transaction.ts';
import { eventTypes, type EventType } from '#contract/events.ts';
import { newId } from '#server/platform/id.ts';
import { publishEvent } from '#server/events/publish-event.ts';
import { makeOwnForm } from '../fixtures/own-form.ts';
import { EventStream } from '../support/event-stream.ts';
import { overNetwork } from '../support/over-network.ts';
import { Client, samplePhoto, samplePng } from './client.ts';
import { at, contact, draft, openTransactionWorld, sign, start, type TransactionWorld } from './transaction-world.ts';

type Name = 'ada' | 'bea' | 'carl' | 'dora' | 'eve';
const names: readonly Name[] = ['ada', 'bea', 'carl', 'dora', 'eve'];

let server: TransactionWorld['server'];
let people: Record<Name, Client>;
let streams: Record<Name, EventStream>;

/** Ada sends to Bea, then to Carl, who is not asked before Bea has signed; Dora may look at it; Eve has no part in anything. */
beforeAll(async () => {
  const { server: own, ...world } = await openTransactionWorld({ RUN_JOBS: 'true' });
  server = own;
  const url = await server.app.listen({ port: 0, host: '127.0.0.1' });
  people = world;
  const open = async (name: Name) => [name, await EventStream.open(url, new Client(overNetwork(url), world[name].email, signedIn(world[name])))] as const;
  streams = Object.fromEntries(await Promise.all(names.map(open))) as Record<Name, EventStream>;
});
afterAll(async () => {
  for (const name of names) streams[name].close();
  await server.close();
});

const signedIn = ({ userId, headers }: Client) => ({ userId, token: '', headers: headers as { authorization: string } });

/** What was done to which thing, and who must hear of it. */
interface Audience {
  id: string;
  who: readonly Name[];
}

const reaches = ({ id }: { id: string }, ...who: Name[]): Audience => ({ id, who });

async function shared(): Promise<Transaction> {
  const { ada, bea, carl, dora } = people;
  const made = await draft(ada, [bea.email, carl.email]);
  await ada.call('transactions.share', { ...at(made), body: { participants: [{ email: dora.email }] } });
  return made;
}

const sent = async (): Promise<Transaction> => start(people.ada, await shared());

async function sharedFile(): Promise<{ id: string }> {
  const { ada, dora } = people;
  const file = await ada.addFile();
  await ada.call('files.share', { ...at(file), body: { participants: [{ email: dora.email }] } });
  return file;
}

/** Dora asks to see a file of Ada's. */
async function accessRequest(): Promise<{ id: string; requestId: string }> {
  const { ada, dora } = people;
  const { id } = await ada.addFile();
  const request = await dora.call('files.requestAccess', { params: { id } });
  return { id, requestId: request.id };
}

/** Bea has shown her face, and Ada decides. */
async function shown(): Promise<Transaction> {
  const { ada, bea } = people;
  const request = await start(ada, await draft(ada, [], { recipients: [contact(bea.email, { identityRequirements: ['selfie'], identityRequireManualApproval: true })] }));
  await bea.call('identityChecks.begin', at(request));
  const { url, imageRef } = await bea.call('identityChecks.uploadUrl', { ...at(request), body: { kind: 'selfie', mimeType: 'image/png' } });
  await bea.put(url, samplePhoto(), 'image/png');
  await bea.call('identityChecks.submit', { ...at(request), body: { evidence: [{ kind: 'selfie', imageRef }] } });
  return request;
}

async function sentToMany(): Promise<{ id: string; transactionId: string }> {
  const { ada, bea } = people;
  const file = await ada.addFile(await makeOwnForm());
  const field = { id: 'sign', type: 'signature', page: 1, rect: { x: 40, y: 80, width: 40, height: 3 }, recipient: { role: 'Tenant' } };
  await ada.send('files.updateMeta', { ...at(file), body: { attributes: { fields: [field] } } });
  const source = await ada.call('templates.create', { body: { name: 'Lease', fileIds: [file.id], recipients: [{ role: 'Tenant' }] } });
  const { id } = await ada.call('bulks.create', { body: { sourceType: 'template', sourceId: source.id, recipients: [{ email: bea.email, firstName: 'Bea' }] } });
  await streams.ada.until(({ type, resourceId }) => type === 'bulk_job_end' && resourceId === id);
  const [recipient] = (await ada.call('bulks.get', { params: { id } })).recipients;
  return { id, transactionId: recipient?.transactionId ?? '' };
}

const acts: Record<EventType, () => Promise<Audience>> = {
  incoming_transaction: async () => reaches(await sent(), 'bea'),
  transaction_updated: async () => {
    const made = await shared();
    await people.ada.call('transactions.update', { ...at(made), body: { name: 'Another name' } });
    return reaches(made, 'ada', 'dora');
  },
  transaction_signed_by_recipient: async () => reaches(await sign(people.bea, await sent()), 'ada', 'bea', 'dora'),
  transaction_completed: async () => {
    const request = await sent();
    await sign(people.bea, request);
    return reaches(await sign(people.carl, request), 'ada', 'bea', 'carl', 'dora');
  },
  transaction_declined_by_recipient: async () => {
    const request = await sent();
    await people.bea.call('transactions.decline', { ...at(request), body: { reason: 'No' } });
    return reaches(request, 'ada', 'bea', 'dora');
  },
  transaction_canceled: async () => {
    const request = await sent();
    await people.ada.call('transactions.cancel', at(request));
    return reaches(request, 'ada', 'bea', 'dora');
  },
  transaction_deleted: async () => {
    const request = await sent();
    await people.ada.call('transactions.cancel', at(request));
    await people.ada.call('transactions.delete', at(request));
    return reaches(request, 'ada', 'bea', 'dora');
  },
  transaction_reassigned: async () => {
    const request = await start(people.ada, await draft(people.ada, [people.bea.email]));
    const toUser = { email: people.carl.email, firstName: 'Carl' };
    await people.ada.call('transactions.reassign', { ...at(request), body: { fromUserId: request.recipients[0]?.id ?? '', toUser, reason: 'Away' } });
    return reaches(request, 'ada', 'bea', 'carl');
  },
  generate_audit: async () => {
    const request = await sign(people.bea, await start(people.ada, await draft(people.ada, [people.bea.email])));
    await people.ada.call('transactions.generateAudit', at(request));
    return reaches(request, 'ada', 'bea');
  },
  resource_shared: async () => reaches(await sharedFile(), 'dora'),
  resource_sharing_stopped: async () => {
    const file = await sharedFile();
    await people.ada.call('files.stopSharing', { ...at(file), body: { participants: [people.dora.userId] } });
    return reaches(file, 'ada', 'dora');
  },
  access_requested: async () => reaches(await accessRequest(), 'ada'),
  access_request_accepted: async () => {
    const { id, requestId } = await accessRequest();
    await people.ada.call('files.acceptAccess', { params: { id, requestId } });
    return reaches({ id }, 'dora');
  },
  access_request_rejected: async () => {
    const { id, requestId } = await accessRequest();
    await people.ada.call('files.rejectAccess', { params: { id, requestId } });
    return reaches({ id }, 'dora');
  },
  if_validation_approved: async () => {
    const request = await shown();
    await people.ada.call('identityChecks.approve', { ...at(request), body: { recipientId: request.recipients[0]?.id ?? '' } });
    return reaches(request, 'ada', 'bea');
  },
  if_validation_rejected: async () => {
    const request = await shown();
    await people.ada.call('identityChecks.reject', { ...at(request), body: { recipientId: request.recipients[0]?.id ?? '', reason: 'Blurred' } });
    return reaches(request, 'ada', 'bea');
  },
  bulk_sending_started: async () => reaches(await sentToMany(), 'ada'),
  bulk_job_end: async () => reaches(await sentToMany(), 'ada'),
  bulk_counter_changed: async () => {
    const { id, transactionId } = await sentToMany();
    await people.bea.call('transactions.decline', { params: { id: transactionId }, body: { reason: 'No' } });
    return reaches({ id }, 'ada');
  },
  convert_to_pdf: async () => {
    const { ada } = people;
    const { url, bodyRef } = await ada.call('files.uploadUrl', { body: { mimeType: 'image/png' } });
    await ada.put(url, samplePng(), 'image/png');
    const file = await ada.call('files.createMeta', { body: { bodyRef, attributes: { title: 'Dot.png' } } });
    await ada.call('files.convertToPdf', at(file));
    return reaches(file, 'ada');
  },
  invite_to_org: async () => {
    const { ada, dora } = people;
    const organization = await ada.call('organizations.create', { body: { name: 'Works' } });
    await ada.call('organizations.invite', { ...at(organization), body: { members: [{ email: dora.email }] } });
    return reaches(organization, 'dora');
  },
};

/** Something that everybody hears, after all that was told before it. */
async function everybodyIsCalled(): Promise<void> {
  const resourceId = newId();
  const userIds = names.map((name) => people[name].userId);
  await server.infrastructure.db.transaction().execute((tx) => publishEvent(tx, { type: 'transaction_updated', resourceId, actorId: null, orgId: null, userIds }));
  await Promise.all(names.map((name) => streams[name].until((event) => event.resourceId === resourceId)));
}

test.each(eventTypes)('%s reaches the people it concerns, and nobody else', async (type) => {
  const { id, who } = await acts[type]();
  await Promise.all(who.map((name) => streams[name].until((event) => event.type === type && event.resourceId === id)));
  await everybodyIsCalled();
  const heard = names.filter((name) => streams[name].seen.some((event) => event.type === type && event.resourceId === id));
  expect(heard).toEqual(names.filter((name) => who.includes(name)));
}, 60_000);
