/**
 * Trusted lists configured by the operator: downloaded at start and again before they expire, cached on disk,
 * separately on each node. A list that can't be renewed stays in use; the log reports its age. Once it has expired,
 * the core reports "indeterminate".
 */
import { X509Certificate } from 'node:crypto';
import { join } from 'node:path';
import type { TrustService } from '@countersign/core/node';
import type { ListState, TrustedLists } from '@countersign/core/trusted-lists';
import type { FastifyBaseLogger } from 'fastify';
import { serviceKeyOf } from '#contract/entities/trust-service.ts';
import type { Config } from '#server/platform/config.ts';
import { fetchList } from './fetch-list.ts';
import { nextLook } from './next-look.ts';

export interface KeptLists {
  /** Returns all trust services; null when no lists are configured. Empty until the first list has been read. */
  services(): TrustService[] | null;
  /** Returns the trust services under these keys of `serviceKeyOf`. */
  servicesBy(keys: readonly string[]): TrustService[];
  states(): readonly ListState[];
  /** Checks for newer lists now, or waits for the check in progress. */
  refresh(): Promise<void>;
  close(): Promise<void>;
}

const none: KeptLists = { services: () => null, servicesBy: () => [], states: () => [], refresh: async () => {}, close: async () => {} };

/** Starts with the cached lists and keeps them up to date. */
export function openTrustedLists({ trustedLists: settings, dataDir }: Pick<Config, 'trustedLists' | 'dataDir'>, log: FastifyBaseLogger): KeptLists {
  if (settings === null) return none;
  let found: TrustedLists = { services: [], lists: [] };
  let byKey = new Map<string, Set<TrustService>>();
  let failures = 0;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let closed = false;

  const gather = async (): Promise<void> => {
    const core = await import('@countersign/core/trusted-lists');
    const sources = settings.locations.map((location) => ({ location, certificates: settings.certificates }));
    const gathered = await core.gatherLists(sources, {
      fetch: (location) => fetchList(location, settings.locations.includes(location)),
      store: core.listFolder(join(dataDir, 'trusted-lists')), parse: core.readListInThread, now: Math.floor(Date.now() / 1000),
    });
    byKey = await indexed(gathered.services);
    found = gathered;
    tell(log, gathered.lists);
    failures = gathered.lists.some(({ problem }) => problem !== null) ? failures + 1 : 0;
  };
  const look = async (): Promise<void> => {
    clearTimeout(timer);
    await gather().catch((error: unknown) => {
      failures += 1;
      log.error({ err: error }, 'the trusted lists could not be gathered');
    });
    if (closed) return;
    timer = setTimeout(() => void refresh(), nextLook(found.lists, failures, Date.now()));
    timer.unref();
  };
  const refresh = (): Promise<void> => (running ??= look().finally(() => (running = undefined)));
  void refresh();
  return {
    services: () => found.services,
    servicesBy: (keys) => [...new Set(keys.flatMap((key) => [...(byKey.get(key) ?? [])]))],
    states: () => found.lists,
    refresh,
    close: async () => {
      closed = true;
      clearTimeout(timer);
      await running;
    },
  };
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

function tell(log: FastifyBaseLogger, lists: readonly ListState[]): void {
  for (const { location, territory, sequence, issued, nextUpdate, problem } of lists) {
    if (problem === null) continue;
    const day = (seconds: number | null): string | null => (seconds ? new Date(seconds * 1000).toISOString() : null);
    log.warn({ list: location, territory, problem: problem.code, reason: problem.message, used: sequence, issued: day(issued), until: day(nextUpdate) }, 'a trusted list was not renewed');
  }
}
