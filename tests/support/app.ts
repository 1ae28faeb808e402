/**
 * The real server on a database of its own, to be injected into:
 *
 *     const { app, infrastructure, signIn, close } = await startTestApp();
 *     const ada = await signIn('ada@example.org');
 *     await app.inject({ method: 'GET', url: '/profile', headers: ada.headers });
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DestinationStream } from 'pino';
import { inject } from 'vitest';
import type { Documents } from '#server/app/documents.ts';
import { command, createTestDatabase } from './test-database.ts';
import { buildApp } from '#server/app/app.ts';
import type { App } from '#server/http/app.types.ts';
import { loadConfig } from '#server/platform/config.ts';
import { openInfrastructure, type Infrastructure } from '#server/app/infrastructure.ts';
import { createLog } from '#server/platform/logging.ts';
import { appUrl } from './app-url.ts';
import { signIn, type SignedIn, type SigningIn } from './sign-in.ts';

export type { SignedIn } from './sign-in.ts';

export interface TestApp {
  app: App;
  infrastructure: Infrastructure;
  /** A person with a proven address and a valid token; their account is made when there is none. */
  signIn(email: string, person?: SigningIn): Promise<SignedIn>;
  close(): Promise<void>;
}

/** `documents`: what stands in for a part of the document core; `lines`: where the log goes. */
export async function startTestApp(env: NodeJS.ProcessEnv = {}, documents: Partial<Documents> = {}, lines?: DestinationStream): Promise<TestApp> {
  const database = await createTestDatabase(inject('testServer'));
  const dataDir = mkdtempSync(join(tmpdir(), 'countersign-app-'));
  writeFileSync(join(dataDir, 'secret.key'), inject('secretKey'), { mode: 0o600 });
  // Keys that belong into a token are made there, at a first start.
  if (env.HSM_MODULE !== undefined) await command(database.connectionString, 'delete from sealed_keys');
  const config = loadConfig({
    DATABASE_URL: database.connectionString,
    DATA_DIR: dataDir,
    APP_URL: appUrl,
    LOG_LEVEL: 'error',
    RUN_JOBS: 'false',
    // Tests ask faster than people; those about limits set their own.
    CALLS_PER_MINUTE: '0',
    CALLS_PER_MINUTE_AND_ADDRESS: '0',
    PROOF_OF_WORK_BITS: '0',
    ...env,
  });
  const real = await openInfrastructure(config, createLog(config.logLevel, lines));
  const infrastructure = { ...real, documents: { ...real.documents, ...documents } };
  const app = await buildApp(infrastructure);
  await app.ready();
  return {
    app,
    infrastructure,
    signIn: (email, person) => signIn(app, infrastructure, email, person),
    close: async () => {
      await app.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
