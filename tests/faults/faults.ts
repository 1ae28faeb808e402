/** What goes wrong around a server that works on: each for a few seconds, while people go on using it. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import type { SeverableLink } from '../support/severable-link.ts';
import type { ServerNode } from '../support/server-node.ts';

export interface Surroundings {
  node: ServerNode;
  mail: SeverableLink;
  /** Null: the machine has none. */
  nats: SeverableLink | null;
  /** Null: documents are in a folder. */
  s3: SeverableLink | null;
  /** Where the server's clock finds by how much it is wrong (`clock.ts`). */
  clockError: string;
  restartDatabase(pause: () => Promise<void>): Promise<void>;
}

export type Fault = (around: Surroundings) => Promise<void>;

/** Of each message between the server and S3, in milliseconds. */
const lateness = 700;
const shortest = 500;
const longest = 4000;
const aWhile = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, shortest + Math.random() * (longest - shortest)));

async function without(link: SeverableLink | null): Promise<void> {
  if (link === null) return;
  await link.cut();
  await aWhile();
  await link.mend();
}

/** No byte more can be written to a file by this process (prlimit(1)): what a disk does that is full. */
const mostWritten = (node: ServerNode, bytes: '0' | 'unlimited'): void => {
  execFileSync('prlimit', ['--pid', String(node.pid), `--fsize=${bytes}:`]);
};

/** As long as no token and no address ends by it. */
const clockJump = 10 * 60_000;

async function atWrongTime({ node, clockError }: Surroundings, wrongBy: number): Promise<void> {
  writeFileSync(clockError, String(wrongBy));
  process.kill(node.pid ?? 0, 'SIGUSR2');
  await aWhile();
}

export const faults: Readonly<Record<string, Fault>> = {
  'the database restarts': ({ restartDatabase }) => restartDatabase(aWhile),
  'mail is away': ({ mail }) => without(mail),
  'NATS is away': ({ nats }) => without(nats),
  'S3 is away': ({ s3 }) => without(s3),
  'S3 is late': async ({ s3 }) => {
    s3?.slowDown(lateness);
    await aWhile();
    s3?.slowDown(0);
  },
  'the storage is full': async ({ node }) => {
    mostWritten(node, '0');
    await aWhile();
    mostWritten(node, 'unlimited');
  },
  'the clock jumps': async (around) => {
    for (const wrongBy of [clockJump, -clockJump, 0]) await atWrongTime(around, wrongBy);
  },
  'the server is killed while the database is away': async ({ node, restartDatabase }) => {
    await restartDatabase(async () => {
      await node.end('SIGKILL');
      await aWhile();
    });
    await node.start();
  },
};
