import type { App } from '#server/http/app.types.ts';
import { loadConfig, type Config } from '#server/platform/config.ts';
import { explainStartupError } from './startup-errors.ts';
import { startServer } from './start.ts';
import { isLoopbackUrl } from '#server/platform/loopback.ts';

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
  const starting = startServer(config);
  // Registered before the start completes: an embedded database that has just started must be stopped, too.
  stopOnSignals(starting);
  await starting;
  console.log(readiness(config));
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
