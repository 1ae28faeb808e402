import { createServer, type AddressInfo, type Socket } from 'node:net';
import { expect, inject, test } from 'vitest';
import { openDatabase } from '#server/platform/database/database.ts';
import { createTestDatabase } from '../../tests/support/test-database.ts';
import { createLog } from '#server/platform/logging.ts';
import { NatsAnnouncements } from './nats-announcements.ts';

test('a NATS server that accepts connections but never responds blocks neither start nor stop', async () => {
  const sockets: Socket[] = [];
  const silent = createServer((socket) => void sockets.push(socket.resume()));
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  const stored = await createTestDatabase(inject('testServer'));
  const database = openDatabase(stored.connectionString, () => undefined);
  const url = `nats://127.0.0.1:${(silent.address() as AddressInfo).port}`;
  const announcements = new NatsAnnouncements(database.db, stored.connectionString, { url, installation: 'test' }, createLog('silent'));
  const began = Date.now();
  await announcements.start(() => undefined);
  // The next connection attempt has started.
  await expect.poll(() => sockets.length, { timeout: 20_000 }).toBe(2);
  await announcements.close();
  expect(Date.now() - began).toBeLessThan(12_000);
  for (const socket of sockets) socket.destroy();
  await new Promise((resolve) => silent.close(resolve));
  await database.close();
  await stored.drop();
}, 90_000);
