import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { S3Config } from '#server/platform/config.ts';
import { freePort } from './product.ts';

const keys = { accessKeyId: 'the-access-key', secretAccessKey: 'the-secret-key' };
const timeoutMs = 20_000;

/** A server that speaks S3 on this machine and believes no signature that is not right: `s3s-fs`, which `npm run check:s3` builds. */
export class StrictS3 {
  readonly settings: S3Config;
  readonly #process: ChildProcess;
  readonly #folder: string;

  private constructor(settings: S3Config, child: ChildProcess, folder: string) {
    this.settings = settings;
    this.#process = child;
    this.#folder = folder;
  }

  static async open(program: string): Promise<StrictS3> {
    const folder = mkdtempSync(join(tmpdir(), 'strict-s3-'));
    mkdirSync(join(folder, 'bodies'));
    const port = await freePort();
    const child = spawn(program, ['--host', '127.0.0.1', '--port', String(port), '--access-key', keys.accessKeyId, '--secret-key', keys.secretAccessKey, folder], { stdio: 'ignore' });
    await untilItListens(port, child);
    return new StrictS3({
      bucket: 'bodies', region: 'us-east-1', endpoint: `http://127.0.0.1:${port}`, publicUrl: null,
      credentials: keys, prefix: 'bodies/', pathStyle: true, directDownloads: true, timeLimit: 30_000,
    }, child, folder);
  }

  /** What makes the product keep its bodies here, and send people here for them. */
  get env(): Record<string, string> {
    const { bucket, endpoint, prefix } = this.settings;
    return {
      S3_BUCKET: bucket, S3_ENDPOINT: endpoint ?? '', S3_PREFIX: prefix, S3_ACCESS_KEY_ID: keys.accessKeyId, S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
      S3_DIRECT_DOWNLOADS: 'true',
    };
  }

  async close(): Promise<void> {
    await new Promise((resolve) => {
      this.#process.once('exit', resolve);
      this.#process.kill();
    });
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

async function untilItListens(port: number, child: ChildProcess): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline && child.exitCode === null) {
    if (await listens(port)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('s3s-fs did not start');
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => { socket.destroy(); resolve(true); });
    socket.on('error', () => resolve(false));
  });
}
