import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { timeoutMs } from './timeout.ts';
import { freePort } from './product.ts';
import { root } from './shared.ts';

/** One server process of several on one database. */
export class ServerNode {
  readonly url: string;
  readonly #env: NodeJS.ProcessEnv;
  #process: ChildProcess | undefined;
  #log = '';

  private constructor(port: number, env: NodeJS.ProcessEnv) {
    this.url = `http://127.0.0.1:${port}`;
    this.#env = { PATH: process.env.PATH, NODE_ENV: 'production', LOG_LEVEL: 'warn', PROOF_OF_WORK_BITS: '0', ...env, HOST: '127.0.0.1', PORT: String(port) };
  }

  static async start(env: NodeJS.ProcessEnv): Promise<ServerNode> {
    const node = new ServerNode(await freePort(), env);
    await node.start();
    return node;
  }

  async start(): Promise<void> {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, 'server/app/main.ts')], { cwd: root, env: this.#env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#process = child;
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (this.#log += chunk));
    const deadline = Date.now() + timeoutMs;
    while (Date.now() < deadline && this.isRunning) {
      if (await this.isAlive()) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`The node did not start:\n${this.#log}`);
  }

  /** Ends the process: in an orderly way, or as a crash does. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.#process;
    if (!child || !this.isRunning) return;
    await new Promise((resolve) => {
      child.once('exit', resolve);
      child.kill(signal);
    });
  }

  get isRunning(): boolean {
    return this.#process !== undefined && this.#process.exitCode === null && this.#process.signalCode === null;
  }

  /** What the process printed. */
  get log(): string {
    return this.#log;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  async isAlive(): Promise<boolean> {
    return fetch(`${this.url}/healthz`).then(({ ok }) => ok, () => false);
  }
}
