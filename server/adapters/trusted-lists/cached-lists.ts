/**
 * Trusted lists configured by the operator: downloaded at start and again before they expire, cached on disk,
 * separately on each node. A list that can't be renewed stays in use; the log reports its age. Once it has expired,
 * the core counts nothing under it as qualified ("indeterminate").
 */
import { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TrustService } from '@countersign/core/node';
import type { GatherOptions, ListState, TrustedLists } from '@countersign/core/trusted-lists';
import type { FastifyBaseLogger } from 'fastify';
import { serviceKeyOf, serviceKeysFor, type NamesAuthorities } from '#contract/entities/trust-service.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Config } from '#server/platform/config.ts';
import { fetchList } from './fetch-list.ts';
import { nextRefresh } from './next-refresh.ts';

export interface CachedLists {
  /** Returns all trust services; null when no lists are configured. Empty until the first list has been read. */
  services(): TrustService[] | null;
  /** Returns the trust services under these keys of `serviceKeyOf`. */
  servicesBy(keys: readonly string[]): TrustService[];
  /**
   * Returns the trust services that may have issued the certificates of these signatures; undefined when no lists are
   * configured. Waits for the first lists, and throws `service_unavailable` if they take too long.
   */
  servicesAbove(reports: readonly NamesAuthorities[]): Promise<TrustService[] | undefined>;
  states(): readonly ListState[];
  /** Checks for newer lists now, or waits for the check in progress. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds that an upload waits for the first lists. */
const firstListsLimit = 15_000;

/** For an installation without trusted lists. */
export const noTrustedLists: CachedLists = {
  services: () => null, servicesBy: () => [], servicesAbove: async () => undefined, states: () => [], refresh: async () => {}, close: async () => {},
};

/** Starts with the cached lists and keeps them up to date. */
export function openTrustedLists(config: Pick<Config, 'trustedLists' | 'dataDir'>, log: FastifyBaseLogger, timeoutMs = firstListsLimit): CachedLists {
  const { trustedLists: settings } = config;
  if (settings === null) return noTrustedLists;
  let found: TrustedLists = { services: [], lists: [] };
  let byKey = new Map<string, Set<TrustService>>();
  let failures = 0;
  let hasLooked = false;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let closed = false;

  const gather = async (fetch: GatherOptions['fetch']): Promise<void> => {
    const gathered = await gatherFrom(settings, config.dataDir, fetch);
    byKey = await indexed(gathered.services);
    found = gathered;
  };
  const fail = (error: unknown): void => {
    failures += 1;
    log.error({ err: error }, 'the trusted lists could not be gathered');
  };
  const download = async (): Promise<void> => {
    await gather((location) => fetchList(location, settings.locations.includes(location)));
    logProblems(log, found.lists);
    failures = found.lists.some(({ problem }) => problem !== null) ? failures + 1 : 0;
  };
  const cached = gather(async (location) => {
    throw new Error(`${location} has not been looked for yet`);
  }).catch(fail);
  const look = async (): Promise<void> => {
    clearTimeout(timer);
    await cached;
    await download().catch(fail);
    hasLooked = true;
    if (closed) return;
    timer = setTimeout(() => void refresh(), nextRefresh(found.lists, failures, Date.now()));
    timer.unref();
  };
  const refresh = (): Promise<void> => (running ??= look().finally(() => (running = undefined)));
  void refresh();

  const hasLists = (): boolean => hasLooked || found.lists.some(({ sequence }) => sequence !== null);
  const firstLists = async (): Promise<void> => {
    await cached;
    if (!hasLists()) await Promise.race([running, sleep(timeoutMs, undefined, { ref: false })]);
    if (!hasLists()) throw new AppError('service_unavailable');
  };
  const servicesBy = (keys: readonly string[]): TrustService[] => [...new Set(keys.flatMap((key) => [...(byKey.get(key) ?? [])]))];
  return {
    services: () => found.services,
    servicesBy,
    servicesAbove: async (reports) => {
      await firstLists();
      return servicesBy(await serviceKeysFor(reports));
    },
    states: () => found.lists,
    refresh,
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await running;
    },
  };
}

async function gatherFrom({ locations, certificates }: NonNullable<Config['trustedLists']>, dataDir: string, fetch: GatherOptions['fetch']): Promise<TrustedLists> {
  const core = await import('@countersign/core/trusted-lists');
  const store = core.listFolder(join(dataDir, 'trusted-lists'));
  return core.gatherLists(locations.map((location) => ({ location, certificates })), { fetch, store, parse: core.readListInThread, now: Math.floor(Date.now() / 1000) });
}

/** A service is indexed under the common name of each of its certificates. */
async function indexed(services: readonly TrustService[]): Promise<Map<string, Set<TrustService>>> {
  const index = new Map<string, Set<TrustService>>();
  for (const service of services) {
    for (const certificate of service.certificates) {
      const key = await serviceKeyOf(commonNameIn(certificate));
      index.set(key, (index.get(key) ?? new Set()).add(service));
    }
  }
  return index;
}

function commonNameIn(base64: string): string | null {
  try {
    const { CN: name } = new X509Certificate(Buffer.from(base64, 'base64')).toLegacyObject().subject as { CN?: string | string[] };
    return (Array.isArray(name) ? name[0] : name) ?? null;
  } catch {
    // The core can't parse this certificate either.
    return null;
  }
}

function logProblems(log: FastifyBaseLogger, lists: readonly ListState[]): void {
  for (const { location, territory, sequence, issued, nextUpdate, problem } of lists) {
    if (problem === null) continue;
    const day = (seconds: number | null): string | null => (seconds ? new Date(seconds * 1000).toISOString() : null);
    log.warn({ list: location, territory, problem: problem.code, reason: problem.message, used: sequence, issued: day(issued), until: day(nextUpdate) }, 'a trusted list was not renewed');
  }
}
