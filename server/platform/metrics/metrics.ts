/** Prometheus metrics. Each server has its own registry, so that several can run in one process. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { authEventKinds, type AuthEventKind } from '#contract/entities/auth-event.ts';
import type { Database } from '#server/platform/database/database.ts';
import { registerBackupAge } from './backups.ts';
import { registerConnections } from './connections.ts';
import { registerDiskSpace } from './disk-space.ts';
import { registerMessages, registerQueue } from './queues.ts';
import { registerStorage } from './storage.ts';

export type JobOutcome = 'done' | 'failed';

export interface Metrics {
  answered(route: string, method: string, status: number, seconds: number): void;
  authEvent(kind: AuthEventKind): void;
  refusedByPolicy(directive: string): void;
  streamOpened(): void;
  streamClosed(): void;
  /** A live event reached this node so many seconds after it was committed. */
  eventDelivered(seconds: number): void;
  jobEnded(task: string, outcome: JobOutcome, seconds: number): void;
  signed(): void;
  /** Reports when certificates expire; `read` is called for each scrape. */
  watchCertificates(read: () => readonly WatchedCertificate[]): void;
  /** Reports the age of the newest good backup; `read` is called for each scrape, and returns null if there is none. */
  watchBackups(read: () => Promise<Date | null>): void;
  text(): Promise<string>;
}

interface WatchedCertificate {
  name: string;
  notAfter: Date;
}

/** Seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60];

export function createMetrics({ dataDir, ...database }: Pick<Database, 'db' | 'pool' | 'readUse'> & { dataDir: string }): Metrics {
  const { db } = database;
  const registry = new Registry();
  const registers = [registry];
  // Registered first: the queries of the others below would count as connections in use.
  registerConnections(database, registers);
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({ name: 'http_request_duration_seconds', help: 'Answers by route', labelNames: ['route', 'method', 'status'], buckets, registers });
  const streams = new Gauge({ name: 'countersign_event_streams', help: 'Open streams of live events', registers });
  const delay = new Histogram({ name: 'countersign_event_delay_seconds', help: 'Time from the commit of a live event to its delivery by this node', buckets, registers });
  const jobs = new Histogram({ name: 'countersign_job_duration_seconds', help: 'Jobs that ended, by outcome', labelNames: ['task', 'outcome'], buckets, registers });
  const signings = new Counter({ name: 'countersign_signings_total', help: 'Signatures that this node accepted', registers });
  const authEvents = new Counter({ name: 'countersign_auth_events_total', help: 'Sign-ins, failures, and changes of how people sign in', labelNames: ['kind'], registers });
  // Initialised to zero: an alert rule needs a series for kinds that haven't occurred yet.
  for (const kind of authEventKinds) authEvents.inc({ kind }, 0);
  const refusals = new Counter({ name: 'countersign_policy_violations_total', help: 'What browsers refused because of the policy of our pages', labelNames: ['directive'], registers });
  new Counter({ name: 'countersign_starts_total', help: 'This process was started', registers }).inc();
  registerQueue(db, registers);
  registerMessages(db, registers);
  registerStorage(db, registers);
  registerDiskSpace(dataDir, registers);
  return {
    answered: (route, method, status, seconds) => duration.observe({ route, method, status }, seconds),
    authEvent: (kind) => authEvents.inc({ kind }),
    refusedByPolicy: (directive) => refusals.inc({ directive }),
    streamOpened: () => streams.inc(),
    streamClosed: () => streams.dec(),
    eventDelivered: (seconds) => delay.observe(seconds),
    jobEnded: (task, outcome, seconds) => jobs.observe({ task, outcome }, seconds),
    signed: () => signings.inc(),
    watchCertificates: (read) => registerCertificates(read, registers),
    watchBackups: (read) => registerBackupAge(read, registers),
    text: () => registry.metrics(),
  };
}

function registerCertificates(read: () => readonly WatchedCertificate[], registers: Registry[]): void {
  new Gauge({
    name: 'countersign_certificate_expiry_timestamp_seconds', help: 'When a certificate of the installation expires, in Unix time', labelNames: ['certificate'], registers,
    collect() {
      for (const { name, notAfter } of read()) this.set({ certificate: name }, notAfter.getTime() / 1000);
    },
  });
}
