import { calls } from '#contract/calls/calls.ts';
import { httpSink, type SinkSettings } from '#server/adapters/telemetry/http-sink.ts';
import type { App } from '#server/http/app.types.ts';
import { networkOf } from '#server/http/caller-network.ts';
import { refuseUnknownFields } from '#server/http/unknown-fields.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Config } from '#server/platform/config.ts';

/** People of one network may share it. */
const limited = { rateLimit: { max: 60, timeWindow: '1 minute', keyGenerator: ({ ip }: { ip: string }) => networkOf(ip) } };

/** Passes reports on, without what would name their sender: neither address nor browser. */
export function registerTelemetry(app: App, { analytics, errorReports }: Pick<Config, 'analytics' | 'errorReports'>): void {
  const { 'usage.report': usage, 'errors.report': errors } = calls;
  const sinkOf = (settings: SinkSettings | null) => settings && httpSink(settings, app.log);
  const [toAnalytics, toErrors] = [sinkOf(analytics), sinkOf(errorReports)];
  app.post(usage.path, { config: limited, preValidation: refuseUnknownFields(usage), schema: { body: usage.body } }, async ({ body }, reply) => {
    if (!toAnalytics) throw new AppError('feature_not_supported');
    toAnalytics({ at: new Date().toISOString(), events: body.events });
    return reply.status(204).send();
  });
  app.post(errors.path, { config: limited, preValidation: refuseUnknownFields(errors), schema: { body: errors.body } }, async ({ body }, reply) => {
    if (!toErrors) throw new AppError('feature_not_supported');
    toErrors({ at: new Date().toISOString(), reports: body.reports });
    return reply.status(204).send();
  });
}
