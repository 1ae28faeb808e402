import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { SpawnedServer } from './spawned-server.ts';

/** What runs a product: a process of its own, or one that it shares. */
export interface ServerUnderTest {
  /** Resolves when it listens, or fails. */
  start(env: NodeJS.ProcessEnv): Promise<void>;
  /** In an orderly way, or as a crash does. */
  end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  readonly log: string;
}

/** The product with its own data folder, and the embedded database or one that is given. */
export class Product {
  readonly url: string;
  readonly dataDir: string;
  readonly #env: NodeJS.ProcessEnv;
  readonly #server: ServerUnderTest;

  private constructor(port: number, dataDir: string, env: Record<string, string>, server: ServerUnderTest) {
    // Another address where something is between the server and those who use it.
    this.url = env.APP_URL ?? `http://localhost:${port}`;
    this.dataDir = dataDir;
    this.#server = server;
    this.#env = { ...process.env, NODE_ENV: 'production', DATABASE_URL: '', CONVERSION: 'unsandboxed', PROOF_OF_WORK_BITS: '0', ...env, PORT: String(port), APP_URL: this.url, DATA_DIR: dataDir };
  }

  /** As people run it, if nothing else is said: its own process. */
  static async start(env: Record<string, string> = {}, server: ServerUnderTest = new SpawnedServer()): Promise<Product> {
    // Whoever must know the address before names its port.
    const product = new Product(env.PORT ? Number(env.PORT) : await freePort(), mkdtempSync(join(tmpdir(), 'countersign-e2e-')), env, server);
    await product.start();
    return product;
  }

  /** Starts the server and waits until it answers. */
  start(): Promise<void> {
    return this.#server.start(this.#env);
  }

  /** Ends the server: in an orderly way, or as a crash does. */
  end(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    return this.#server.end(signal);
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

  /** What the server printed. */
  get log(): string {
    return this.#server.log;
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
