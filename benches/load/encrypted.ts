/**
 * What `ENCRYPT_DOCUMENTS=true` costs: two installations on this machine, one with it, in turns.
 *
 *     npm run load:encrypted [SECONDS] [ROUNDS]
 *
 * Downloads of a document of one megabyte a second, whole and a part of it, and 25 signings at once. Prints a table. A round measures
 * both, one right after the other; the ratio is the median of the ratios of the rounds, because other work on the machine changes
 * more from round to round than within one. Processor time is that of the server per request.
 */
import { readFileSync } from 'node:fs';
import { createNodeEngine } from '@countersign/core/node';
import { Client } from '../../tests/api/client.ts';
import { makeOwnForm } from '../../tests/fixtures/own-form.ts';
import { openServer } from '../../tests/openapi/server.ts';
import { overNetwork } from '../../tests/support/over-network.ts';
import { ServerNode } from '../../tests/support/server-node.ts';
import { signIn } from '../../tests/support/sign-in.ts';
import { readFor, type Measured } from './measure.ts';
import { databaseOf, enrolled, megabyte, signAtOnce, type Signer, type SigningWorld } from './signings.ts';

const seconds = Number(process.argv[2] ?? 2);
const rounds = Number(process.argv[3] ?? 7);
const atOnce = 25;
const connections = 16;

interface Installation {
  pid: number;
  ada: Client;
  download: string;
  postmaster: number;
  pool: SigningWorld['pool'];
  signers: Signer[];
  close(): Promise<void>;
}

const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? NaN;
const engine = await createNodeEngine();
const document = megabyte(await makeOwnForm());
const installations = [await install('false'), await install('true')] as const;
interface Round extends Measured {
  /** Milliseconds of processor time a request. */
  cpu: number;
}
interface Kind {
  what: string;
  rounds: number;
  measure(installation: Installation): Promise<Measured>;
  requests(measured: Measured): number;
}
const reads = (what: string, headers: Record<string, string>): Kind =>
  ({ what, rounds, measure: ({ download }) => readFor(seconds, connections, [download], headers), requests: ({ perSecond }) => perSecond * seconds });
const kinds: Kind[] = [
  reads('downloads of 1 MB', {}),
  reads('ranges of 1 kB', { range: 'bytes=500000-500999' }),
  // Processor time counts what comes before the signing, too: upload and start.
  { what: `${atOnce} signings at once`, rounds: 3, measure: ({ ada, signers, ...process }) => signAtOnce({ engine, sender: ada, ...process }, document, signers, true), requests: () => atOnce },
];
try {
  console.log('| what | plain a second | encrypted a second | ratio | CPU ms plain | CPU ms encrypted | ratio | errors |\n|---|---|---|---|---|---|---|---|');
  for (const kind of kinds) console.log(row(kind.what, await inTurns(kind)));
} finally {
  await engine.close();
  for (const installation of installations) await installation.close();
}

/** The first round only warms up. */
async function inTurns(kind: Kind): Promise<[plain: Round, encrypted: Round][]> {
  const [plain, encrypted] = installations;
  const found: [Round, Round][] = [];
  for (let round = 0; round <= kind.rounds; round += 1) found.push([await withCpu(plain, kind), await withCpu(encrypted, kind)]);
  return found.slice(1);
}

async function withCpu(installation: Installation, { measure, requests }: Kind): Promise<Round> {
  const before = cpuMilliseconds(installation.pid);
  const measured = await measure(installation);
  return { ...measured, cpu: (cpuMilliseconds(installation.pid) - before) / requests(measured) };
}

/** User and system time of a process, all its threads, of which Linux tells in hundredths of a second. */
function cpuMilliseconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '').split(' ');
  return 10 * (Number(fields[11]) + Number(fields[12]));
}

function row(what: string, found: [plain: Round, encrypted: Round][]): string {
  const of = (value: (round: Round) => number): string[] => {
    const ratio = middle(found.map(([plain, encrypted]) => value(encrypted) / value(plain)));
    return [...[0, 1].map((index) => middle(found.map((pair) => value(pair[index as 0 | 1]))).toFixed(2)), ratio.toFixed(2)];
  };
  const errors = found.flat().reduce((sum, { errors: each }) => sum + each, 0);
  return `| ${[what, ...of(({ perSecond }) => perSecond), ...of(({ cpu }) => cpu), errors].join(' | ')} |`;
}

async function install(encrypt: string): Promise<Installation> {
  // This one only makes tokens; the one that is measured is a process of its own.
  const server = await openServer({ RUN_JOBS: 'false', ENCRYPT_DOCUMENTS: encrypt });
  const env = { DATABASE_URL: server.databaseUrl, DATA_DIR: server.dataDir, APP_URL: 'http://localhost:3000', CALLS_PER_MINUTE: '0', CALLS_PER_MINUTE_AND_ADDRESS: '0', ENCRYPT_DOCUMENTS: encrypt };
  const node = await ServerNode.start(env);
  const person = async (email: string): Promise<Client> => new Client(overNetwork(node.url), email, await signIn(server.app, server.infrastructure, email, { firstName: 'Ada', lastName: 'Byron' }));
  const ada = await person('ada@example.org');
  const { id } = await ada.addFile(document, 'Lease.pdf');
  const { url } = await ada.call('files.downloadUrl', { params: { id } });
  const { pathname, search } = new URL(url);
  return {
    pid: node.pid ?? NaN, postmaster: await databaseOf(server.infrastructure), pool: server.infrastructure.pool, ada, download: `${node.url}${pathname}${search}`, signers: await enrolled(atOnce, person),
    close: async () => {
      await node.end('SIGTERM');
      await server.close();
    },
  };
}
