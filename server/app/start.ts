import { buildApp } from './app.ts';
import { openInfrastructure } from './infrastructure.ts';
import type { App } from '#server/http/app.types.ts';
import type { Config } from '#server/platform/config.ts';
import { createLog } from '#server/platform/logging.ts';

/** Opens everything and listens; what was opened is closed again when that fails. */
export async function startServer(config: Config): Promise<App> {
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
