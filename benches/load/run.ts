/**
 * How much one machine carries, generator included, everything on loopback:
 *
 *     npm run load
 *
 * Authenticated reads beside a bare Fastify route on the same database, with one node and with two; 50 signings of a document of
 * one megabyte at once; 2,000 open streams of live events; a bulk for 1,000 people. Each also at a part of its load, to show how
 * it grows. Stops by itself; writes `benches/load.md`.
 */
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { createNodeEngine } from '@countersign/core/node';
import { newId } from '#server/app/id.ts';
import { publishEvent } from '#server/events/publish-event.ts';
import { Client } from '../../tests/api/client.ts';
import { makeOwnForm } from '../../tests/fixtures/own-form.ts';
import { openServer } from '../../tests/openapi/server.ts';
import { overNetwork } from '../../tests/support/over-network.ts';
import { freePort } from '../../tests/support/product.ts';
import { ServerNode } from '../../tests/support/server-node.ts';
import { signIn } from '../../tests/support/sign-in.ts';
import { measureBulk } from './bulk.ts';
import { readFor, type Measured } from './measure.ts';
import { enrolled, megabyte, signAtOnce } from './signings.ts';
import { openStreams } from './streams.ts';

const seconds = Number(process.argv[2] ?? 8);
/** The last of each is what is asked for. */
const connections = [8, 128, 32] as const;
const signings = [10, 25, 50] as const;
const streams = [500, 1000, 2000] as const;
const bulk = 1000;

// This one only makes tokens; those that are measured are processes of their own.
const server = await openServer({ RUN_JOBS: 'false' });
const env = { DATABASE_URL: server.databaseUrl, DATA_DIR: server.dataDir, APP_URL: 'http://localhost:3000', CALLS_PER_MINUTE: '0', CALLS_PER_MINUTE_AND_ADDRESS: '0' };
const nodes = [await ServerNode.start(env), await ServerNode.start(env)] as const;
const person = async (email: string): Promise<Client> => new Client(overNetwork(nodes[0].url), email, await signIn(server.app, server.foundation, email, { firstName: 'Ada', lastName: 'Byron' }));
const ada = await person('ada@example.org');
for (let index = 0; index < 5; index += 1) await ada.call('contacts.create', { body: { email: `contact-${index}@example.org` } });
const bare = await startBare();
const lines: string[] = [];
try {
  for (const count of connections) await measureReads(count);
  await measureSignings();
  await measureStreams();
  await measureBulks();
} finally {
  bare.end();
  await Promise.all(nodes.map((node) => node.end('SIGTERM')));
  await server.close();
}
writeFileSync(join(import.meta.dirname, '..', 'load.md'), ['# Load', '', `Made by \`npm run load\`: Node ${process.versions.node}, ${cpus().length} cores, generator included. Take the ratios, not the times.`, '', ...lines, ''].join('\n'));

async function startBare(): Promise<{ url: string; end(): void }> {
  const port = await freePort();
  const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'bare-server.ts'), server.databaseUrl, String(port)], { stdio: ['ignore', 'pipe', 'inherit'] });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  return { url: `http://127.0.0.1:${port}`, end: () => void child.kill() };
}

async function measureReads(count: number): Promise<void> {
  const headers = { ...ada.headers, accept: 'application/json' };
  const addresses: [string, string[]][] = [
    ['a bare route with one query', [`${bare.url}/read/${ada.userId}`]],
    ['contacts, one node', [`${nodes[0].url}/contacts`]],
    ['contacts, two nodes', nodes.map(({ url }) => `${url}/contacts`)],
    ['profile, one node', [`${nodes[0].url}/profile`]],
    ['transactions, one node', [`${nodes[0].url}/transactions`]],
  ];
  for (const [, urls] of addresses) await readFor(2, count, urls, headers);
  const rows: [string, Measured][] = [];
  for (const [name, urls] of addresses) rows.push([name, await readFor(seconds, count, urls, headers)]);
  const base = rows[0]?.[1].perSecond ?? NaN;
  table(`Reads over ${count} connections, ${seconds} s each`, rows, ({ perSecond }) => (perSecond / base).toFixed(2));
}

async function measureSignings(): Promise<void> {
  const [engine, form] = [await createNodeEngine(), await makeOwnForm()];
  const document = megabyte(form);
  const signers = await enrolled(Math.max(...signings), person);
  const rows: [string, Measured][] = [];
  for (const count of signings) rows.push([`${count} at once`, await signAtOnce(engine, ada, document, signers.slice(0, count))]);
  table('Signings of a document of 1 MB at once: upload, check, completion', rows);
  await engine.close();
}

async function measureStreams(): Promise<void> {
  lines.push('', '## Open streams of live events', '', 'Then one event for all of them.', '', '| streams | opened after ms | the last had it after ms | did not have it |', '|---|---|---|---|');
  for (const count of streams) {
    const { opened, close, told } = await openStreams(nodes[0].url, ada, count);
    const resourceId = newId();
    const latencies = await told(resourceId, () =>
      server.foundation.db.transaction().execute((tx) => publishEvent(tx, { type: 'transaction_updated', resourceId, actorId: null, orgId: null, userIds: [ada.userId] })));
    lines.push(`| ${opened.count} | ${Math.round(opened.milliseconds)} | ${Math.round(latencies.last)} | ${latencies.missing} |`);
    console.log(lines.at(-1));
    close();
  }
}

/** On one node, as most people have it. */
async function measureBulks(): Promise<void> {
  await nodes[1].end('SIGTERM');
  const { seconds: whole, sent, failed, others } = await measureBulk(nodes[0].url, ada, await person('reader@example.org'), await makeOwnForm(), bulk);
  table(`A bulk for ${bulk} people, one node: ${Math.round(whole)} s, ${sent} sent, ${failed} failed; meanwhile two others read their lists`, [['their reads', others]]);
}

function table(title: string, rows: [string, Measured][], ratio?: (row: Measured) => string): void {
  const from = lines.length;
  lines.push('', `## ${title}`, '', `| what | a second | p50 ms | p95 ms | p99 ms | errors |${ratio ? ' ratio |' : ''}`, `|---|---|---|---|---|---|${ratio ? '---|' : ''}`);
  for (const [name, row] of rows) {
    lines.push(`| ${name} | ${Math.round(row.perSecond)} | ${row.p50.toFixed(1)} | ${row.p95.toFixed(1)} | ${row.p99.toFixed(1)} | ${row.errors} |${ratio ? ` ${ratio(row)} |` : ''}`);
  }
  console.log(lines.slice(from).join('\n'));
}
