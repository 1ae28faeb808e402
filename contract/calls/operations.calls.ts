/** Calls for the operators of the installation: liveness, readiness and metrics. */
import { z } from 'zod';
import { defineCall, nothing } from '#contract/calls/define.ts';
import { callTimeouts } from '#contract/limits/calls.ts';

const unauthenticatedGet = { method: 'GET', host: 'api', auth: 'none', permission: 'anyone', timeout: callTimeouts.short, ours: true } as const;

export const operationsCalls = {
  /** Liveness: the process responds. Does not check dependencies, because an unavailable database is no reason to restart. */
  'operations.health': defineCall({ ...unauthenticatedGet, id: 'operations.health', path: '/healthz', response: z.object({ alive: z.literal(true) }) }),
  /** Readiness: database and storage respond, there is free space, and the server is not shutting down. */
  'operations.ready': defineCall({
    ...unauthenticatedGet, id: 'operations.ready', path: '/readyz', response: z.object({ ready: z.literal(true) }), errors: ['service_unavailable'],
  }),
  /**
   * Metrics in the Prometheus text format. Requires the bearer token `METRICS_TOKEN`; without one configured, only local requests
   * to a local installation are answered.
   */
  'operations.metrics': defineCall({ ...unauthenticatedGet, id: 'operations.metrics', path: '/metrics', response: z.string(), errors: ['route_not_found'] }),
  /** Receives the browsers' reports of violations of the content security policy (CSP Level 3, Reporting API). */
  'operations.policyReports': defineCall({
    ...unauthenticatedGet, id: 'operations.policyReports', method: 'POST', path: '/csp_reports', bytes: { request: 'application/csp-report' }, response: nothing, errors: ['max_size_exceeded'],
  }),
} as const;
