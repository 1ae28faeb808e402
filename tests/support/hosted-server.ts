import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { Order, Report } from './server-host.ts';
import type { ServerUnderTest } from './product.ts';
import { root } from './shared.ts';

/** A server in a process that all test files of a worker share. It can't be killed: what is about that has a process of its own. */
export class HostedServer implements ServerUnderTest {
  readonly #id = randomUUID();
  #log = '';

  async start(env: NodeJS.ProcessEnv): Promise<void> {
    for (const stream of [host().stdout, host().stderr]) stream?.on('data', this.#remember);
    await this.#order({ id: this.#id, env });
  }

  async end(): Promise<void> {
    await this.#order({ id: this.#id });
    for (const stream of [host().stdout, host().stderr]) stream?.off('data', this.#remember);
  }

  get log(): string {
    return this.#log;
  }

  readonly #remember = (chunk: Buffer): void => void (this.#log += chunk);

  #order(order: Order): Promise<void> {
    const child = host();
    return new Promise((resolve, reject) => {
      const settle = (problem?: string): void => {
        child.off('message', hear);
        child.off('exit', exited);
        if (problem === undefined) resolve();
        else reject(new Error(`${problem}\n${this.#log}`));
      };
      const hear = ({ id, problem }: Report): void => void (id === order.id && settle(problem));
      const exited = (): void => settle('The process of the servers ended');
      child.on('message', hear);
      child.once('exit', exited);
      child.send(order);
    });
  }
}

let running: ChildProcess | undefined;

/** It ends with the worker. */
function host(): ChildProcess {
  if (running?.connected) return running;
  const options = { cwd: root, execArgv: ['--disable-warning=ExperimentalWarning'], env: { ...process.env, NODE_ENV: 'production' }, stdio: ['ignore', 'pipe', 'pipe', 'ipc'] as ('ignore' | 'pipe' | 'ipc')[] };
  running = fork(join(root, 'tests/support/server-host.ts'), options);
  running.unref();
  running.channel?.unref();
  return running;
}
