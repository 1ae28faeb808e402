/**
 * What `ENCRYPT_DOCUMENTS=true` costs: two installations on this machine, one with it, in turns.
 *
 *     npm run load:encrypted [SECONDS]
 *
 * Downloads of a document of one megabyte a second, whole and a part of it, and 25 signings at once. Prints a table.
 */
import { createNodeEngine } from '@countersign/core/node';
import { Client } from '../../tests/api/client.ts';
import { makeOwnForm } from '../../tests/fixtures/own-form.ts';
import { openServer } from '../../tests/openapi/server.ts';
import { overNetwork } from '../../tests/support/over-network.ts';
import { ServerNode } from '../../tests/support/server-node.ts';
import { signIn } from '../../tests/support/sign-in.ts';
import { readFor, type Measured } from './measure.ts';
import { enrolled, megabyte, signAtOnce, type Signer } from './signings.ts';

const seconds = Number(process.argv[2] ?? 5);
const rounds = 3;
const atOnce = 25;
const connections = 16;

interface Installation {
  ada: Client;
  download: string;
  signers: Signer[];
  close(): Promise<void>;
}

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
const engine = await createNodeEngine();
const document = megabyte(await makeOwnForm());
const installations = [await install('false'), await install('true')];
const kinds: [string, (installation: Installation) => Promise<Measured>][] = [
  ['downloads of 1 MB', ({ download }) => readFor(seconds, connections, [download], {})],
  ['ranges of 1 kB', ({ download }) => readFor(seconds, connections, [download], { range: 'bytes=500000-500999' })],
  [`${atOnce} signings at once`, ({ ada, signers }) => signAtOnce(engine, ada, document, signers)],
];
try {
  console.log('| what | plain a second | encrypted a second | ratio | errors |\n|---|---|---|---|---|');
  for (const [what, measure] of kinds) {
    const found: Measured[][] = [[], []];
    for (let round = 0; round < rounds; round += 1) for (const [index, installation] of installations.entries()) found[index]?.push(await measure(installation));
    const [plain = NaN, encrypted = NaN] = found.map((each) => middle(each.map(({ perSecond }) => perSecond)));
    const errors = found.flat().reduce((sum, each) => sum + each.errors, 0);
    console.log(`| ${what} | ${plain.toFixed(1)} | ${encrypted.toFixed(1)} | ${(encrypted / plain).toFixed(2)} | ${errors} |`);
  }
} finally {
  await engine.close();
  for (const installation of installations) await installation.close();
}

async function install(encrypt: string): Promise<Installation> {
  // This one only makes tokens; the one that is measured is a process of its own.
  const server = await openServer({ RUN_JOBS: 'false', ENCRYPT_DOCUMENTS: encrypt });
  const env = { DATABASE_URL: server.databaseUrl, DATA_DIR: server.dataDir, APP_URL: 'http://localhost:3000', CALLS_PER_MINUTE: '0', CALLS_PER_MINUTE_AND_ADDRESS: '0', ENCRYPT_DOCUMENTS: encrypt };
  const node = await ServerNode.start(env);
  const person = async (email: string): Promise<Client> => new Client(overNetwork(node.url), email, await signIn(server.app, server.foundation, email, { firstName: 'Ada', lastName: 'Byron' }));
  const ada = await person('ada@example.org');
  const { id } = await ada.addFile(document, 'Lease.pdf');
  const { url } = await ada.call('files.downloadUrl', { params: { id } });
  const { pathname, search } = new URL(url);
  return {
    ada, download: `${node.url}${pathname}${search}`, signers: await enrolled(atOnce, person),
    close: async () => {
      await node.end('SIGTERM');
      await server.close();
    },
  };
}
