import { buildApp } from './app.ts';
import type { App } from '#server/http/app.types.ts';
import { loadConfig, type Config } from '#server/platform/config.ts';
import { explainStartupError } from './startup-errors.ts';
import { openInfrastructure } from './infrastructure.ts';
import { isLoopbackUrl } from '#server/platform/loopback.ts';
import { createLog } from '#server/platform/logging.ts';

/** Milliseconds; longer than any request should take. A second signal exits at once. */
const stopLimit = 15_000;
/**
 * Milliseconds. One Ctrl+C arrives from the terminal and from each parent process; signals within this time count
 * as one.
 */
const signalDebounceMs = 1_000;

try {
  await main();
} catch (error) {
  console.error(explainStartupError(error));
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const starting = start(config);
  // Registered before the start completes: an embedded database that has just started must be stopped, too.
  stopOnSignals(starting);
  await starting;
  console.log(readiness(config));
}

async function start(config: Config): Promise<App> {
  const infrastructure = await openInfrastructure(config, createLog(config.logLevel));
  let close = (): Promise<unknown> => infrastructure.close();
  try {
    const app = await buildApp(infrastructure);
    close = () => app.close();
    await app.listen({ port: config.port, host: config.host });
    return app;
  } catch (error) {
    await close();
    throw error;
  }
}

function readiness(config: Config): string {
  return `Countersign is ready at ${config.appUrl}\n${mailReadiness(config)}`;
}

function mailReadiness({ smtpUrl, outbox, appUrl, port }: Config): string {
  if (smtpUrl !== null) return `Mail is sent over ${new URL(smtpUrl).hostname}`;
  if (!outbox) return 'Mail is neither sent nor shown: set SMTP_URL, or OUTBOX=true to read it at this machine';
  const shownAt = isLoopbackUrl(appUrl) ? appUrl : `http://localhost:${port}`;
  return `Mail is not sent; read it at ${shownAt}/outbox`;
}

function stopOnSignals(starting: Promise<App>): void {
  let began: number | undefined;
  const stop = (): void => {
    if (began !== undefined && performance.now() - began < signalDebounceMs) return;
    if (began !== undefined) process.exit(1);
    began = performance.now();
    setTimeout(() => process.exit(1), stopLimit).unref();
    starting.then((app) => app.close()).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
