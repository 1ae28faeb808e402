/** Usage statistics and error reports, passed on to the operator's services. Nothing is stored. */
import { z } from 'zod';
import { defineCall, nothing } from '#contract/calls/define.ts';
import { errorReport, reportLimits, usageEvent } from '#contract/entities/telemetry.ts';
import { callTimeouts } from '#contract/limits/calls.ts';

const shared = { method: 'POST', host: 'api', auth: 'none', permission: 'anyone', response: nothing, errors: ['feature_not_supported'], timeout: callTimeouts.short, ours: true } as const;

export const telemetryCalls = {
  'usage.report': defineCall({ ...shared, id: 'usage.report', path: '/v0/usage', body: z.object({ events: z.array(usageEvent).min(1).max(reportLimits.eventsAtOnce) }) }),
  'errors.report': defineCall({ ...shared, id: 'errors.report', path: '/v0/error_reports', body: z.object({ reports: z.array(errorReport).min(1).max(reportLimits.errorsPerMinute) }) }),
} as const;
