import { timingSafeEqual, createHash } from 'node:crypto';
import { sql } from 'kysely';
import { operationsCalls } from '#contract/calls/operations.calls.ts';
import type { Storage } from '#server/adapters/storage/storage.ts';
import type { App } from './app.types.ts';
import { AppError } from '#server/platform/app-error.ts';
import { freeBytes } from '#server/platform/disk-space.ts';
import type { Platform } from '#server/platform/platform.ts';
import { isLoopbackUrl } from '#server/platform/loopback.ts';
import { localOnly, type Guard } from './local-only.ts';

/** Milliseconds after which a component that doesn't answer counts as failing. */
const timeoutMs = 3000;

export function registerOperations(app: App, platform: Pick<Platform, 'config' | 'db' | 'metrics' | 'outages'> & { storage: Storage }): void {
  const { 'operations.health': health, 'operations.ready': ready, 'operations.metrics': metrics } = operationsCalls;
  let stopping = false;
  app.addHook('preClose', async () => {
    stopping = true;
  });

  app.get(health.path, { schema: { response: { 200: health.response } } }, async () => ({ alive: true }) as const);
  app.get(ready.path, { schema: { response: { 200: ready.response } } }, async () => {
    const failing = stopping ? ['stopping'] : await failingParts(platform);
    if (failing.length > 0) throw new AppError('service_unavailable', { failing });
    return { ready: true } as const;
  });
  const guard = metricsGuard(platform.config);
  if (guard === null) return;
  app.get(metrics.path, { onRequest: guard }, async (_request, reply) =>
    reply.type('text/plain; version=0.0.4; charset=utf-8').send(await platform.metrics.text()));
}

async function failingParts({ config, db, storage, outages }: Pick<Platform, 'config' | 'db' | 'outages'> & { storage: Storage }): Promise<string[]> {
  const parts = { database: () => sql`select 1`.execute(db), storage: () => storage.check(), space: () => assertSpace(config) };
  const found = await Promise.all(Object.entries(parts).map(async ([name, check]) => {
    try {
      await withTimeout(check());
      return [];
    } catch (error) {
      outages.failed(name, error instanceof Error ? error.message : String(error));
      return [name];
    }
  }));
  return found.flat();
}

/** Uploads and the embedded database fail before the disk is completely full. */
async function assertSpace({ dataDir, minFreeSpace }: Pick<Platform['config'], 'dataDir' | 'minFreeSpace'>): Promise<void> {
  if (minFreeSpace === 0) return;
  const free = await freeBytes(dataDir);
  if (free < minFreeSpace) throw new Error(`${free} bytes are free in DATA_DIR`);
}

async function withTimeout(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs);
  });
  try {
    await Promise.race([work, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/**
 * Without a token, metrics are served to this machine only, and only when the installation's address is a loopback
 * address.
 */
function metricsGuard({ metricsToken, appUrl }: Platform['config']): Guard | null {
  if (metricsToken === null) return isLoopbackUrl(appUrl) ? localOnly : null;
  const expected = digest(`Bearer ${metricsToken}`);
  return async ({ headers }) => {
    if (!timingSafeEqual(digest(headers.authorization ?? ''), expected)) throw new AppError('route_not_found');
  };
}
