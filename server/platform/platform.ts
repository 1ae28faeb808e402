import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config.ts';
import type { Database } from './database/database.ts';
import type { Metrics } from './metrics/metrics.ts';
import type { OutageLog } from './outage-log.ts';

/** What every part of the server may use. `app/infrastructure.ts` opens it together with the adapters. */
export interface Platform extends Omit<Database, 'close'> {
  readonly config: Config;
  readonly log: FastifyBaseLogger;
  readonly metrics: Metrics;
  readonly outages: OutageLog;
}
