import { connect, createServer, type AddressInfo, type LookupFunction } from 'node:net';
import pg from 'pg';
import { expect, test } from 'vitest';
import { isDatabaseUnavailable } from './connection-errors.ts';

/** Returns a port on which nothing listens. */
const closedPort = (): Promise<number> => new Promise((resolve) => {
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const { port } = probe.address() as AddressInfo;
    probe.close(() => resolve(port));
  });
});

const failureOf = (connecting: Promise<unknown>): Promise<unknown> => connecting.then(() => undefined, (error: unknown) => error);

test('a database at an unresolvable name is unavailable: a stopped container loses its name', async () => {
  const client = new pg.Client({ connectionString: 'postgres://somebody@database.invalid/x' });
  expect(isDatabaseUnavailable(await failureOf(client.connect()))).toBe(true);
});

test('a database that refuses connections at all addresses of its name is unavailable', async () => {
  const port = await closedPort();
  const lookup: LookupFunction = (_host, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }, { address: '127.0.0.2', family: 4 }]);
  const failure = await failureOf(new Promise((resolve, reject) => void connect({ host: 'both', port, lookup }, () => resolve(null)).on('error', reject)));
  expect(failure).toBeInstanceOf(AggregateError);
  expect(isDatabaseUnavailable(failure)).toBe(true);
});

test('an error from the database is not mistaken for unavailability', () => {
  expect(isDatabaseUnavailable(Object.assign(new Error('duplicate key'), { severity: 'ERROR', code: '23505' }))).toBe(false);
  expect(isDatabaseUnavailable(new AggregateError([], ''))).toBe(false);
});
