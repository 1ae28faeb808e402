/**
 * A process for the servers of many test files, one after another or at once. Reading the server's modules takes a process longer
 * than most journeys take it to serve.
 */
import { startServer } from '#server/app/start.ts';
import { explainStartupError } from '#server/app/startup-errors.ts';
import type { App } from '#server/http/app.types.ts';
import { loadConfig } from '#server/platform/config.ts';

/** Starts a server with these settings, or stops it where there are none. */
export interface Order {
  id: string;
  env?: NodeJS.ProcessEnv;
}

/** `problem`: why it did not start or stop. */
export interface Report {
  id: string;
  problem?: string;
}

const servers = new Map<string, Promise<App>>();

process.on('message', ({ id, env }: Order) => void obey(id, env).then(() => report({ id }), (error: unknown) => report({ id, problem: explainStartupError(error) })));
// The worker that started it has ended.
process.on('disconnect', () => process.exit());

async function obey(id: string, env: NodeJS.ProcessEnv | undefined): Promise<void> {
  if (env) {
    servers.set(id, startServer(loadConfig(env)));
    await servers.get(id);
    return;
  }
  const server = servers.get(id);
  servers.delete(id);
  await (await server)?.close();
}

const report = (message: Report): void => void process.send?.(message);
