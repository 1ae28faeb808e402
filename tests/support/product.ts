import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { timeoutMs } from './timeout.ts';
import { root } from './shared.ts';

/** The product as people run it: its own process, its own data folder, the embedded database or one that is given. */
export class Product {
  readonly url: string;
  readonly dataDir: string;
  readonly #env: NodeJS.ProcessEnv;
  #process: ChildProcess | undefined;
  #log = '';

  private constructor(port: number, dataDir: string, env: Record<string, string>) {
    this.url = `http://localhost:${port}`;
    this.dataDir = dataDir;
    this.#env = { ...process.env, NODE_ENV: 'production', DATABASE_URL: '', CONVERSION: 'unsandboxed', PROOF_OF_WORK_BITS: '0', ...env, PORT: String(port), APP_URL: this.url, DATA_DIR: dataDir };
  }

  static async start(env: Record<string, string> = {}): Promise<Product> {
    // Whoever must know the address before names its port.
    const product = new Product(env.PORT ? Number(env.PORT) : await freePort(), mkdtempSync(join(tmpdir(), 'countersign-e2e-')), env);
    await product.start();
    return product;
  }

  /** Starts the process and waits until it answers. */
  async start(): Promise<void> {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, 'server/app/main.ts')], { cwd: root, env: this.#env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#process = child;
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (this.#log += chunk));
    const deadline = Date.now() + timeoutMs;
    while (Date.now() < deadline && child.exitCode === null) {
      if (await this.#answers()) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`The product did not start:\n${this.#log}`);
  }

  /** Ends the process: in an orderly way, or as a crash does. */
  async end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    await new Promise((resolve) => {
      child.once('exit', resolve);
      child.kill(signal);
    });
  }

  async stop(): Promise<void> {
    await this.end();
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  /** Asks the product's own database, as its operator could. */
  async query<Row extends pg.QueryResultRow>(sql: string, values: unknown[] = []): Promise<Row[]> {
    const client = new pg.Client(this.#database());
    await client.connect();
    try {
      return (await client.query<Row>(sql, values)).rows;
    } finally {
      await client.end();
    }
  }

  #database(): pg.ClientConfig {
    if (this.#env.DATABASE_URL) return { connectionString: this.#env.DATABASE_URL };
    const [, , , , socketFolder = ''] = readFileSync(join(this.dataDir, 'postgres', 'cluster', 'postmaster.pid'), 'utf8').split('\n');
    return { host: socketFolder, user: 'countersign', database: 'countersign' };
  }

  /** What the process printed. */
  get log(): string {
    return this.#log;
  }

  async #answers(): Promise<boolean> {
    try {
      return (await fetch(`${this.url}/v0/certificates/root`)).ok;
    } catch {
      return false;
    }
  }
}

/** Below the ports that systems give to connections by themselves, and apart for each worker: between the look and the use nobody takes one. */
const FIRST_PORT = 20_000;
const PORTS = 500;
const WORKERS = 20;
let last = Math.floor(Math.random() * PORTS);

/** A port that nobody has, and that stays free until it is used. */
export async function freePort(): Promise<number> {
  const first = FIRST_PORT + (Number(process.env.VITEST_POOL_ID ?? 0) % WORKERS) * PORTS;
  for (let tries = 0; tries < PORTS; tries++) {
    const port = first + (last++ % PORTS);
    if (await isFree(port)) return port;
  }
  throw new Error(`All ports from ${first} on are taken`);
}

const isFree = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, () => probe.close(() => resolve(true)));
  });
