/** What whoever runs the installation asks it: whether it lives, whether it can work, how it is doing. */
import { z } from 'zod';
import { defineCall, nothing } from '#contract/calls/define.ts';
import { callTimeouts } from '#contract/limits.ts';

const asked = { method: 'GET', host: 'api', auth: 'none', permission: 'anyone', timeout: callTimeouts.short, ours: true } as const;

export const operationsCalls = {
  /** The process answers. Says nothing of what it stands on: a database that is away is no reason to start it anew. */
  'operations.health': defineCall({ ...asked, id: 'operations.health', path: '/healthz', response: z.object({ alive: z.literal(true) }) }),
  /** Database and storage answer, and the server is not stopping: it may be sent requests. */
  'operations.ready': defineCall({
    ...asked, id: 'operations.ready', path: '/readyz', response: z.object({ ready: z.literal(true) }), errors: ['service_unavailable'],
  }),
  /** Counters in Prometheus' text format: for this machine, or for whoever bears `METRICS_TOKEN`. */
  'operations.metrics': defineCall({ ...asked, id: 'operations.metrics', path: '/metrics', response: z.string(), errors: ['route_not_found'] }),
  /** What browsers refused because of our policy, as they tell it by themselves (CSP Level 3, Reporting API). */
  'operations.policyReports': defineCall({
    ...asked, id: 'operations.policyReports', method: 'POST', path: '/csp_reports', bytes: { request: 'application/csp-report' }, response: nothing, errors: ['max_size_exceeded'],
  }),
} as const;
