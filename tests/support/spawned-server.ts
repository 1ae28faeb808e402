import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import type { ServerUnderTest } from './product.ts';
import { root } from './shared.ts';
import { timeoutMs } from './timeout.ts';

/** A server as people run it: a process of its own. */
export class SpawnedServer implements ServerUnderTest {
  #process: ChildProcess | undefined;
  #log = '';

  async start(env: NodeJS.ProcessEnv): Promise<void> {
    const child = spawn(process.execPath, ['--disable-warning=ExperimentalWarning', join(root, 'server/app/main.ts')], { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#process = child;
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (this.#log += chunk));
    const deadline = Date.now() + timeoutMs;
    while (Date.now() < deadline && child.exitCode === null) {
      if (await answers(env.APP_URL)) return;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    throw new Error(`The product did not start:\n${this.#log}`);
  }

  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
    const child = this.#process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    await new Promise((resolve) => {
      child.once('exit', resolve);
      child.kill(signal);
    });
  }

  get log(): string {
    return this.#log;
  }
}

async function answers(url: string | undefined): Promise<boolean> {
  try {
    return (await fetch(`${url}/v0/certificates/root`)).ok;
  } catch {
    return false;
  }
}
