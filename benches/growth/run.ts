/**
 * How the time of calls grows with the database:
 *
 *     npm run load -- growth [--keep FOLDER] [--fill] [--only TEXT]… [SIZE…]
 *
 * Each size, 10,000 and 100,000 transactions unless told otherwise, is filled anew (a million take 11 GB and a quarter of an
 * hour) and asked over real HTTP by one caller, one call after the other. Writes `benches/growth.md`.
 *
 * `--keep FOLDER` keeps the filled databases in a cluster in that folder, and the next run with it measures them, or copies of them
 * where it deletes accounts. The table then has the figures of earlier runs for what is not measured again. With `--fill` it only
 * fills them. `--only TEXT` measures only what has the text in its name; without `--keep` it writes no file. Remove the folder at the end.
 */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { counts } from '#contract/limits/counts.ts';
import { Client } from '../../tests/api/client.ts';
import { openServerOn, type RunningServer } from '../../tests/openapi/server.ts';
import { overNetwork } from '../../tests/support/over-network.ts';
import { ServerNode } from '../../tests/support/server-node.ts';
import { signIn, type SigningIn } from '../../tests/support/sign-in.ts';
import { summary, timed } from '../load/measure.ts';
import { callsOf } from './calls.ts';
import { openDatabases } from './databases.ts';
import { addressOf, leavers } from './fill.ts';
import { measureCleanUp, measureDeletion, measureReplay } from './nightly.ts';
import { report, withEarlier, type Figures } from './report.ts';

const { values: { keep, fill, only }, positionals } = parseArgs({
  allowPositionals: true, options: { keep: { type: 'string' }, fill: { type: 'boolean', default: false }, only: { type: 'string', multiple: true } },
});
const sizes = positionals.length > 0 ? positionals.map(Number) : [10_000, 100_000];
/** The same each time: a database that is kept has keys under it. */
const SECRET_KEY = Buffer.alloc(32).toString('base64');
const warmUps = 3;
const repetitions = 40;
const deletion = 'deletion of an account with 400 transactions';
const isWanted = (what: string): boolean => only === undefined || only.some((text) => what.includes(text));

const databases = await openDatabases(keep === undefined ? null : resolve(keep));
const found = new Map<number, Figures>();
try {
  for (const size of sizes) {
    const database = await databases.open(size, isWanted(deletion) && !fill);
    if (!fill) found.set(size, await measure(database.url));
    await database.release();
  }
} finally {
  await databases.close();
}
if (!fill && (keep !== undefined || only === undefined)) writeFileSync(join(import.meta.dirname, '..', 'growth.md'), `${report(keep === undefined ? [...found] : withEarlier(found, keep))}\n`);

async function measure(databaseUrl: string): Promise<Figures> {
  // This one only makes tokens; the one that is measured is a process of its own.
  const server = await openServerOn(databaseUrl, { RUN_JOBS: 'false', SECRET_KEY });
  try {
    const node = await ServerNode.start({ DATABASE_URL: server.databaseUrl, DATA_DIR: server.dataDir, APP_URL: 'http://localhost:3000', SECRET_KEY, CALLS_PER_MINUTE: '0', CALLS_PER_MINUTE_AND_ADDRESS: '0' });
    try {
      return await measureAll(server, node);
    } finally {
      await node.end('SIGTERM');
    }
  } finally {
    await server.close();
  }
}

async function measureAll({ app, infrastructure }: RunningServer, node: ServerNode): Promise<Figures> {
  const figures: Figures = new Map();
  const person = async (email: string, how: SigningIn = {}): Promise<Client> => new Client(overNetwork(node.url), email, await signIn(app, infrastructure, email, how));
  const people = { plain: await person(addressOf(5)), heavy: await person(addressOf(1)), admin: await person(addressOf(2)), guest: await person('guest7@ext.example', { type: 'guest' }), even: await person(addressOf(leavers[0])) };
  const keepIf = async (what: string, times: () => Promise<readonly number[]>): Promise<void> => {
    if (!isWanted(what)) return;
    const { p50, p95 } = summary(await times(), 1, 0);
    figures.set(what, { p50, p95 });
    console.log(`${what}: ${p50.toFixed(1)} / ${p95.toFixed(1)} ms`);
  };
  for (const { what, run } of await callsOf(people, `${node.url}/metrics`)) await keepIf(what, async () => (await repeated(warmUps + repetitions, run)).slice(warmUps));
  for (const who of ['heavy', 'admin'] as const) {
    const replay = (mostMissed: number | null): Promise<readonly number[]> => repeated(5, () => measureReplay(infrastructure, node.url, people[who], mostMissed)).then((times) => times.slice(1));
    await keepIf(`missed events of 14 days, ${who} person`, () => replay(counts.missedEvents));
    await keepIf(`the same, ${who} person, one by one`, () => replay(null));
  }
  await keepIf('nightly removal of orphans', async () => [await measureCleanUp(infrastructure)]);
  await keepIf(deletion, async () => {
    const times: number[] = [];
    for (const leaver of leavers) times.push(await measureDeletion(infrastructure, await person(addressOf(leaver))));
    return times;
  });
  return figures;
}

async function repeated(times: number, run: () => Promise<unknown>): Promise<number[]> {
  const all: number[] = [];
  for (let index = 0; index < times; index += 1) all.push((await timed(run)).milliseconds);
  return all;
}
