/**
 * How long ten people need who sign one document of 20 MB at the same moment:
 *
 *     npm run load -- parallel
 *
 * Each signs the version that all were shown. Whoever is refused because another was first fetches what was appended, signs again on
 * top and tries again, as the web app does. The signers run in one process on the same machine as the server. At the end other
 * programs judge the document. Writes `benches/parallel.md`.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { createNodeEngine } from '@countersign/core/node';
import { Client } from '../../tests/api/client.ts';
import { signUntilAccepted, startForReal } from '../../tests/api/real-signing.ts';
import { contact } from '../../tests/api/transaction-world.ts';
import { openServer } from '../../tests/openapi/server.ts';
import { asFile, judgeSignatures, qpdfProblems } from '../../tests/support/judges.ts';
import { overNetwork } from '../../tests/support/over-network.ts';
import { ServerNode } from '../../tests/support/server-node.ts';
import { signIn } from '../../tests/support/sign-in.ts';
import { timed } from './measure.ts';
import { pagedDocument } from './paged-document.ts';
import { enrolled } from './signings.ts';

const [people, size, rounds] = [10, 20_000_000, 3];

const server = await openServer({ RUN_JOBS: 'false' });
const env = { DATABASE_URL: server.databaseUrl, DATA_DIR: server.dataDir, APP_URL: 'http://localhost:3000', CALLS_PER_MINUTE: '0', CALLS_PER_MINUTE_AND_ADDRESS: '0' };
const node = await ServerNode.start(env);
const engine = await createNodeEngine();
const folder = mkdtempSync(join(tmpdir(), 'countersign-parallel-'));
try {
  const person = async (email: string): Promise<Client> => new Client(overNetwork(node.url), email, await signIn(server.app, server.infrastructure, email, { firstName: 'Ada', lastName: 'Byron' }));
  const sender = await person('ada@example.org');
  const signers = await enrolled(people, person);
  const lines = [`# ${people} people sign ${size / 1e6} MB at once`, '', `${cpus().length} processors (${cpus()[0]?.model.trim()}), Node ${process.version}. Signers and server on one machine.`, '',
    '| round | seconds until completed | attempts | signatures that pass with pyHanko | problems that qpdf finds |', '|---|---|---|---|---|'];
  for (let round = 1; round <= rounds; round += 1) lines.push(`| ${round} | ${(await signTogether()).join(' | ')} |`);
  console.log(lines.join('\n'));
  writeFileSync(join(import.meta.dirname, '..', 'parallel.md'), [...lines, ''].join('\n'));

  async function signTogether(): Promise<(string | number)[]> {
    const file = await sender.addFile(pagedDocument(size), 'Lease.pdf');
    const draft = await sender.call('transactions.create', { body: { fileIds: [file.id], recipients: signers.map(({ signer }) => contact(signer.email, { signingOrder: 1 })) } });
    const transaction = await startForReal(engine, sender, draft, { asTails: true });
    const base = await sender.contentOf(file.id);
    const { result, milliseconds } = await timed(() => Promise.all(signers.map(({ signer, key }) => signUntilAccepted(engine, signer, key, transaction, file.id, base))));
    const { status } = await sender.call('transactions.get', { params: { id: transaction.id } });
    if (status !== 'completed') throw new Error(`The request is ${status}`);
    const path = asFile(folder, `${file.id}.pdf`, await sender.contentOf(file.id));
    const root = asFile(folder, 'root.pem', server.infrastructure.authority.rootPem());
    const passed = judgeSignatures(path, root, 'B-LTA').verdict.signatures.filter(({ ades_offline: outcome }) => outcome === 'PASSED/OK').length;
    // The judges block this process: the server has closed its idle connections meanwhile, which must be noticed before the next call.
    await setTimeout(1000);
    return [(milliseconds / 1000).toFixed(1), result.reduce((sum, each) => sum + each, 0), passed, qpdfProblems(path) || 'none'];
  }
} finally {
  rmSync(folder, { recursive: true });
  await engine.close();
  await node.end('SIGTERM');
  await server.close();
}
