/** Two windows, two people: what is based on an older state is refused, and of two at once one counts. And who reads which version of a file. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallId } from '#contract/calls/calls.ts';
import { samplePdf, type Client } from './client.ts';
import { at, contact, draft, openTransactionWorld, sign, start, type TransactionWorld } from './transaction-world.ts';

let { server, ada, bea, carl, dora, eve } = {} as TransactionWorld;
beforeAll(async () => {
  ({ server, ada, bea, carl, dora, eve } = await openTransactionWorld());
});
afterAll(() => server.close());

interface Resource {
  make(): Promise<{ id: string }>;
  read(id: string): Promise<{ version: number; state: unknown }>;
  /** The call that writes, with what one of several writers says. */
  update: Extract<CallId, 'files.updateMeta' | 'transactions.update' | 'templates.update'>;
  body(writer: number, version?: number): object;
  /** What is read once this writer has written. */
  written(writer: number): unknown;
}

const field = (id: string) => ({ id, page: 1, rect: { x: 10, y: 10, width: 20, height: 5 } });
const people = (writer: number) => [contact(`signer${writer}@example.org`, { role: 'signer' })];
const emails = (recipients: readonly { email: string | null }[]) => recipients.map(({ email }) => email);

const resources: Record<string, Resource> = {
  'the fields of a file': {
    make: () => ada.addFile(),
    read: async (id) => {
      const { metaVersion, attributes } = await ada.call('files.getMeta', { params: { id } });
      return { version: metaVersion, state: attributes.fields.map((each) => each.id) };
    },
    update: 'files.updateMeta',
    body: (writer, version) => ({ attributes: { fields: [field(`f${writer}`)] }, ...(version === undefined ? {} : { metaVersion: version }) }),
    written: (writer) => [`f${writer}`],
  },
  'the people of a request': {
    make: () => draft(ada, ['bea@example.org']),
    read: async (id) => {
      const { version, recipients } = await ada.call('transactions.get', { params: { id } });
      return { version, state: emails(recipients) };
    },
    update: 'transactions.update',
    body: (writer, version) => ({ recipients: people(writer), ...(version === undefined ? {} : { version }) }),
    written: (writer) => [`signer${writer}@example.org`],
  },
  'the settings of a request': {
    make: () => draft(ada, []),
    read: async (id) => {
      const { version, name, options } = await ada.call('transactions.get', { params: { id } });
      return { version, state: [name, options.allowSignerReassignment] };
    },
    update: 'transactions.update',
    body: (writer, version) => ({ name: `Lease ${writer}`, options: { allowSignerReassignment: writer % 2 === 0 }, ...(version === undefined ? {} : { version }) }),
    written: (writer) => [`Lease ${writer}`, writer % 2 === 0],
  },
  'the documents of a request': {
    make: async () => {
      extra = await Promise.all([1, 2, 3, 4, 5, 6].map(async () => (await ada.addFile()).id));
      return draft(ada, []);
    },
    read: async (id) => {
      const { version, fileIds } = await ada.call('transactions.get', { params: { id } });
      return { version, state: fileIds };
    },
    update: 'transactions.update',
    body: (writer, version) => ({ fileIds: [extra[writer]], ...(version === undefined ? {} : { version }) }),
    written: (writer) => [extra[writer]],
  },
  'the roles of a template': {
    make: async () => ada.call('templates.create', { body: { name: 'Lease', fileIds: [(await ada.addFile()).id] } }),
    read: async (id) => {
      const { version, recipients } = await ada.call('templates.get', { params: { id } });
      return { version, state: emails(recipients) };
    },
    update: 'templates.update',
    body: (writer, version) => ({ recipients: people(writer), ...(version === undefined ? {} : { version }) }),
    written: (writer) => [`signer${writer}@example.org`],
  },
};
let extra: string[] = [];

describe.each(Object.entries(resources))('%s', (_, { make, read, update, body, written }) => {
  const write = (who: Client, id: string, writer: number, version?: number) => who.send(update, { ...at({ id }), body: body(writer, version) } as never);

  test('reject a write on top of an unseen version', async () => {
    const { id } = await make();
    const { version } = await read(id);
    expect((await write(ada, id, 1, version)).status).toBe(200);
    const late = await write(ada, id, 2, version);
    expect(late).toMatchObject({ status: 409, body: { error: { code: 'conflict' } } });
    const now = await read(id);
    expect(now).toEqual({ version: version + 1, state: written(1) });
    expect((await write(ada, id, 2, now.version)).status).toBe(200);
    expect((await read(id)).state).toEqual(written(2));
  });

  test('accept one of several concurrent writes, and report a conflict to the others', async () => {
    const { id } = await make();
    const { version } = await read(id);
    const answers = await Promise.all([0, 1, 2, 3, 4].map((writer) => write(ada, id, writer, version)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    expect(await read(id)).toEqual({ version: version + 1, state: written(answers.findIndex(({ status }) => status === 200)) });
  });
});

describe('older versions of a file', () => {
  const versionsFor = async (person: Client, id: string): Promise<string[]> => {
    const texts: string[] = [];
    for (const version of [1, 2, 3, 4]) {
      const answer = await person.send('files.downloadUrl', { params: { id }, query: { version } });
      texts.push(answer.status === 200 ? 'read' : (answer.body as { error: { code: string } }).error.code);
    }
    return texts;
  };

  test('are for the owner only if never sent: recipients, copies, viewers and the public get the sent and later versions', async () => {
    const { id } = await ada.addFile(samplePdf('INTERNAL: our limit'));
    const { url } = await ada.call('files.updateUrl', { params: { id }, body: { mimeType: 'application/pdf' } });
    await ada.put(url, samplePdf('fair copy'));
    await ada.call('files.share', { params: { id }, body: { participants: [{ email: eve.email }] } });
    await ada.call('files.updateMeta', { params: { id }, body: { public: true } });
    expect(await versionsFor(eve, id)).toEqual(['version_not_found', 'read', 'version_not_found', 'version_not_found']);
    const created = await ada.call('transactions.create', { body: { fileIds: [id] } });
    const made = await ada.call('transactions.update', { ...at(created), body: { recipients: [contact(bea.email)], cc: [contact(carl.email)] } });
    await sign(bea, await start(ada, made));
    for (const person of [bea, carl, eve, dora]) expect([person.email, await versionsFor(person, id)]).toEqual([person.email, ['version_not_found', 'version_not_found', 'read', 'read']]);
    expect(await versionsFor(ada, id)).toEqual(['read', 'read', 'read', 'read']);
  });
});
