/** Two server processes over one database: what one does the other tells, and when one is killed the other goes on. */
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sendMail } from '#server/outbox/send-mail.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { EventStream } from '../support/event-stream.ts';
import { Mailbox } from '../support/mailbox.ts';
import { overNetwork } from '../support/over-network.ts';
import { ServerNode } from '../support/server-node.ts';
import { Client, samplePdf } from './client.ts';

const nats = 'nats://127.0.0.1:4222';
const hasNats = await new Promise<boolean>((resolve) => {
  const socket = connect(4222, '127.0.0.1', () => { socket.destroy(); resolve(true); });
  socket.on('error', () => resolve(false));
});

const ways = [
  { way: 'the database', env: {}, there: true },
  { way: 'NATS', env: { NATS_URL: nats }, there: hasNats },
];

for (const { way, env, there } of ways) {
  describe.skipIf(!there)(`nodes connected by ${way}`, () => {
    let server: TestApp;
    let mailbox: Mailbox;
    let nodes: [ServerNode, ServerNode];

    beforeAll(async () => {
      server = await startTestApp();
      mailbox = await Mailbox.open();
      const { databaseUrl, dataDir } = server.infrastructure.config;
      const start = () => ServerNode.start({ DATABASE_URL: databaseUrl ?? '', DATA_DIR: dataDir, SMTP_URL: mailbox.url, APP_URL: 'http://localhost:3000', ...env });
      nodes = await Promise.all([start(), start()]);
    });
    afterAll(async () => {
      await Promise.all(nodes.map((node) => node.end('SIGTERM')));
      await mailbox.close();
      await server.close();
    });

    const at = async (node: ServerNode, email: string): Promise<Client> => new Client(overNetwork(node.url), email, await server.signIn(email));

    test('an upload on one is announced and served by the other', async () => {
      const [first, second] = nodes;
      const ada = await at(first, 'ada@example.org');
      const bea = await at(second, 'bea@example.org');
      const stream = await EventStream.open(second.url, bea);
      const file = await ada.addFile(samplePdf('from the first'));
      await ada.call('files.share', { params: { id: file.id }, body: { participants: [{ email: bea.email }] } });
      const event = await stream.until(({ type, resourceId }) => type === 'resource_shared' && resourceId === file.id);
      expect(event.actorId).toBe(ada.userId);
      expect((await bea.contentOf(file.id)).toString()).toContain('from the first');
      stream.close();
    });

    test('each event arrives once and in order, from either node', async () => {
      const [first, second] = nodes;
      const ada = await at(first, 'ada@example.org');
      const bea = await at(first, 'order@example.org');
      const streams = await Promise.all(nodes.map((node) => EventStream.open(node.url, bea)));
      const [one, other] = await Promise.all([first, second].map((node) => at(node, ada.email)));
      const files: string[] = [];
      for (const person of [one, other, one, other]) {
        const file = await person!.addFile();
        files.push(file.id);
        await person!.call('files.share', { params: { id: file.id }, body: { participants: [{ email: bea.email }] } });
      }
      for (const stream of streams) {
        await stream.until(({ resourceId }) => resourceId === files.at(-1));
        const shared = stream.seen.filter(({ type }) => type === 'resource_shared');
        expect(shared.map(({ resourceId }) => resourceId)).toEqual(files);
        stream.close();
      }
    });

    test('a caller over the rate limit is rejected by both', async () => {
      const ask = async (node: ServerNode): Promise<number> =>
        (await fetch(`${node.url}/apps/token`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"clientId":"x","clientSecret":"y"}' })).status;
      const statuses: number[] = [];
      for (let index = 0; index < 122; index += 1) statuses.push(await ask(nodes[index % 2]!));
      expect(statuses.slice(0, 120).every((status) => status === 401)).toBe(true);
      expect(statuses.slice(120)).toEqual([429, 429]);
    });

    test('killing one during its work loses nothing, and the other continues', async () => {
      const [first, second] = nodes;
      const bea = await at(second, 'bea@example.org');
      const stream = await EventStream.open(second.url, bea);
      const addresses = Array.from({ length: 60 }, (_, index) => `reader-${index}@example.org`);
      await server.infrastructure.db.transaction().execute(async (tx) => {
        for (const email of addresses) await sendMail(tx, { template: 'one_time_code', to: { email }, data: { code: '123456' } });
      });
      await expect.poll(() => addresses.filter((address) => mailbox.to(address).length > 0).length, { timeout: 20_000, interval: 5 }).toBeGreaterThan(5);
      await first.end('SIGKILL');
      await expect.poll(() => addresses.filter((address) => mailbox.to(address).length === 0), { timeout: 40_000 }).toEqual([]);
      // A mail that was accepted just before the crash may be handed over again: its Message-ID shows that it is the same.
      for (const address of addresses) expect(new Set(mailbox.to(address).map(({ messageId }) => messageId)).size).toBe(1);
      const ada = await at(second, 'ada@example.org');
      const file = await ada.addFile();
      await ada.call('files.share', { params: { id: file.id }, body: { participants: [{ email: bea.email }] } });
      await stream.until(({ resourceId }) => resourceId === file.id);
      stream.close();
      expect((await fetch(`${second.url}/readyz`)).status).toBe(200);
    }, 90_000);
  });
}
