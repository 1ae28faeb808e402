/** An installation of which every part can be made to fail: the server in a process of its own, all else reached over what can be cut. */
import { connect } from 'node:net';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '#server/platform/database/embedded-postgres.ts';
import { createTestDatabase, prepareTemplate } from '../support/test-database.ts';
import { buildApp } from '#server/app/app.ts';
import { loadConfig } from '#server/platform/config.ts';
import { openInfrastructure, type Infrastructure } from '#server/app/infrastructure.ts';
import { createLog } from '#server/platform/logging.ts';
import { Client } from '../api/client.ts';
import { Mailbox } from '../support/mailbox.ts';
import { overNetwork } from '../support/over-network.ts';
import { S3Bucket } from '../support/s3-bucket.ts';
import { ServerNode } from '../support/server-node.ts';
import { SeverableLink } from '../support/severable-link.ts';
import { signIn } from '../support/sign-in.ts';
import type { Surroundings } from './faults.ts';
import { Listener } from './listener.ts';

const natsAddress = 'nats://127.0.0.1:4222';

export interface Installation {
  around: Surroundings;
  /** The same database and storage, looked at from outside. */
  infrastructure: Infrastructure;
  mailbox: Mailbox;
  /** Somebody with an account, whose app is open from now on. */
  person(name: string): Promise<Client>;
  /** What everybody heard so far. */
  listeners: readonly Listener[];
  close(): Promise<void>;
}

/** `settings` beside those that every check has. `inS3`: the documents are in a bucket. */
export async function openInstallation(folder: string, settings: NodeJS.ProcessEnv = {}, inS3 = false): Promise<Installation> {
  // Durable, as people have it: what is killed here is what is killed there.
  let postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres') });
  const template = await prepareTemplate(postgres.connectionString('postgres'));
  const database = await createTestDatabase({ url: postgres.connectionString('postgres'), template: template.name });
  const mailbox = await Mailbox.open();
  const mail = await SeverableLink.to(mailbox.url);
  const nats = (await answers(natsAddress)) ? await SeverableLink.to(natsAddress) : null;
  const bucket = inS3 ? await S3Bucket.open() : null;
  const s3 = bucket && (await SeverableLink.to(bucket.settings.endpoint ?? ''));
  const env = {
    DATABASE_URL: database.connectionString, DATA_DIR: join(folder, 'data'), SMTP_URL: `smtp://${mail.host}`, APP_URL: 'http://localhost:3000',
    BILLING: 'true', CALLS_PER_MINUTE: '0', CALLS_PER_MINUTE_AND_ADDRESS: '0', LOG_LEVEL: 'fatal', ...settings, ...bucket?.env,
  };
  const infrastructure = await openInfrastructure(loadConfig({ ...env, RUN_JOBS: 'false' }), createLog('fatal'));
  // Makes tokens, and answers nobody.
  const issuer = await buildApp({ ...infrastructure, close: async () => undefined });
  await issuer.ready();
  const clockError = join(folder, 'clock-error');
  const clock = { NODE_OPTIONS: `--import ${join(import.meta.dirname, 'clock.ts')}`, CLOCK_ERROR: clockError };
  const node = await ServerNode.start({ ...env, ...clock, ...(s3 && { S3_ENDPOINT: `http://${s3.host}` }), ...(nats && { NATS_URL: `nats://${nats.host}` }) });
  const listeners: Listener[] = [];
  return {
    around: {
      node, mail, nats, s3, clockError,
      restartDatabase: async (pause) => {
        await postgres.stop();
        await pause();
        postgres = await startEmbeddedPostgres({ folder: join(folder, 'postgres') });
      },
    },
    infrastructure, mailbox,
    person: async (name) => {
      const email = `${name}@example.org`;
      const person = new Client(overNetwork(node.url), email, await signIn(issuer, infrastructure, email, { firstName: 'Ada', lastName: 'Byron' }));
      listeners.push(new Listener(node.url, person));
      return person;
    },
    listeners,
    close: async () => {
      await Promise.all(listeners.map((listener) => listener.stop()));
      await node.end('SIGTERM');
      await issuer.close();
      await infrastructure.close();
      await mail.cut();
      await nats?.cut();
      await s3?.cut();
      await bucket?.close();
      await mailbox.close();
      await postgres.stop();
    },
  };
}

function answers(address: string): Promise<boolean> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => { socket.destroy(); resolve(true); });
    socket.on('error', () => resolve(false));
  });
}
