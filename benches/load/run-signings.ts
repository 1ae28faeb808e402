/**
 * How many people can sign a document of one megabyte at once, and what each signing costs server, database and client:
 *
 *     npm run load -- signings [ROUNDS]
 *
 * One node, and rows for tails, as browsers upload them, and for whole documents. Prints the middle of the rounds (5 unless told
 * otherwise) after one that warms up. With `NODE_OPTIONS_OF_SERVER` the server's process gets options of its own, such as `--cpu-prof`.
 */
import { createNodeEngine } from '@countersign/core/node';
import { Client } from '../../tests/api/client.ts';
import { makeOwnForm } from '../../tests/fixtures/own-form.ts';
import { openServer } from '../../tests/openapi/server.ts';
import { overNetwork } from '../../tests/support/over-network.ts';
import { ServerNode } from '../../tests/support/server-node.ts';
import { signIn } from '../../tests/support/sign-in.ts';
import { databaseOf, enrolled, megabyte, rowsOfSignings, signAtOnce, signingColumns, type MeasuredSignings, type SigningWorld } from './signings.ts';

const rounds = Number(process.argv[2] ?? 5);
const people = 50;

// This one only makes tokens; the one that is measured is a process of its own.
const server = await openServer({ RUN_JOBS: 'false' });
const options = process.env.NODE_OPTIONS_OF_SERVER;
const node = await ServerNode.start({
  DATABASE_URL: server.databaseUrl, DATA_DIR: server.dataDir, APP_URL: 'http://localhost:3000', CALLS_PER_MINUTE: '0', CALLS_PER_MINUTE_AND_ADDRESS: '0', ...(options && { NODE_OPTIONS: options }),
});
const engine = await createNodeEngine();
try {
  const person = async (email: string): Promise<Client> => new Client(overNetwork(node.url), email, await signIn(server.app, server.infrastructure, email, { firstName: 'Ada', lastName: 'Byron' }));
  const document = megabyte(await makeOwnForm());
  const world: SigningWorld = { engine, sender: await person('ada@example.org'), pid: node.pid ?? NaN, postmaster: await databaseOf(server.infrastructure), pool: server.infrastructure.pool };
  const signers = await enrolled(people, person);
  console.log(signingColumns.join('\n'));
  for (const asTails of [true, false]) {
    await signAtOnce(world, document, signers, asTails);
    const found: MeasuredSignings[] = [];
    for (let round = 0; round < rounds; round += 1) found.push(await signAtOnce(world, document, signers, asTails));
    const middle = found.toSorted((a, b) => a.perSecond - b.perSecond).slice(Math.floor(rounds / 2)).slice(0, 1);
    console.log(rowsOfSignings(middle.map((each) => [`${people} at once, ${asTails ? 'as tails' : 'whole documents'}`, each])).join('\n'));
  }
} finally {
  await engine.close();
  await node.end('SIGTERM');
  await server.close();
}
