import { pino } from 'pino';
import { buildApp } from './app.ts';
import type { App } from './app.types.ts';
import { ConfigError, loadConfig, type Config } from './config.ts';
import { layFoundation } from './foundation.ts';

/** Longer than any request should take; a second signal ends at once. */
const stopLimit = 15_000;

try {
  await main();
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const foundation = await layFoundation(config, pino({ level: config.logLevel }));
  const app = await buildApp(foundation).catch(async (error: unknown) => {
    await foundation.close();
    throw error;
  });
  stopOnSignals(app);
  try {
    await app.listen({ port: config.port, host: config.host });
  } catch (error) {
    await app.close();
    throw error;
  }
  console.log(readiness(config));
}

function readiness(config: Config): string {
  const mail = config.smtpUrl === null ? `Mail is not sent; read it at ${config.appUrl}/outbox` : `Mail is sent over ${new URL(config.smtpUrl).hostname}`;
  return `Countersign is ready at ${config.appUrl}\n${mail}`;
}

function stopOnSignals(app: App): void {
  let stopping = false;
  const stop = (signal: NodeJS.Signals): void => {
    if (stopping) process.exit(1);
    stopping = true;
    app.log.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), stopLimit).unref();
    app.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(explain(error));
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}

/** What people can mend is said in a sentence; a defect comes with its stack. */
function explain(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = (error as NodeJS.ErrnoException).code;
  if (code === 'EADDRINUSE') return `The port is taken by another program (${error.message}). Choose another with PORT.`;
  const mendable = error instanceof ConfigError || ['EmbeddedDatabaseError', 'MigrationError', 'KeyVaultError'].includes(error.name);
  return mendable ? error.message : `The server could not start or stop: ${error.stack ?? error.message}`;
}
