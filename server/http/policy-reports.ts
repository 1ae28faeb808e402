/**
 * Receives Content Security Policy reports from browsers: a violation is a mistake of ours or an attack. Anybody
 * can send one, so reports are limited in size and number, counted by directive only, and logged without queries,
 * which contain codes and tickets.
 */
import { z } from 'zod';
import { operationsCalls } from '#contract/calls/operations.calls.ts';
import type { App } from './app.types.ts';
import { networkOf } from './caller-network.ts';
import type { Platform } from '#server/platform/platform.ts';

export const policyReportsPath = operationsCalls['operations.policyReports'].path;

const largest = 16 * 1024;
const mostAtOnce = 10;
const text = z.string().max(4096).optional().catch(undefined);
/** The formats of `report-uri` and of `report-to`. */
const older = z.object({ 'csp-report': z.object({ 'effective-directive': text, 'violated-directive': text, 'blocked-uri': text, 'document-uri': text }) })
  .transform(({ 'csp-report': report }) => [{ directive: report['effective-directive'] ?? report['violated-directive'], blocked: report['blocked-uri'], page: report['document-uri'] }]);
const newer = z.array(z.object({ type: z.string(), body: z.object({ effectiveDirective: text, blockedURL: text, documentURL: text }).catch({}) })).max(100)
  .transform((reports) => reports.filter(({ type }) => type === 'csp-violation').map(({ body }) => ({ directive: body.effectiveDirective, blocked: body.blockedURL, page: body.documentURL })));
const reports = z.union([older, newer]);

const directives = [
  'default-src', 'script-src', 'script-src-elem', 'script-src-attr', 'worker-src', 'style-src', 'style-src-elem', 'style-src-attr', 'img-src', 'font-src', 'connect-src',
  'frame-src', 'frame-ancestors', 'form-action', 'object-src', 'base-uri', 'media-src', 'manifest-src', 'child-src',
];

export function registerPolicyReports(app: App, { metrics, log }: Pick<Platform, 'metrics' | 'log'>): void {
  void app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    const types = ['application/csp-report', 'application/reports+json', 'application/json'];
    scope.addContentTypeParser(types, { parseAs: 'string', bodyLimit: largest }, (_request, body, done) => done(null, body));
    const limited = { rateLimit: { max: 30, timeWindow: '1 minute', keyGenerator: ({ ip }: { ip: string }) => networkOf(ip) } };
    scope.post(policyReportsPath, { config: limited }, async (request, reply) => {
      for (const { directive = '', blocked, page } of reportsIn(request.body).slice(0, mostAtOnce)) {
        const [name = ''] = directive.split(' ');
        const known = directives.includes(name) ? name : 'other';
        metrics.refusedByPolicy(known);
        log.warn({ directive: known, blocked: originOf(blocked), page: pathOf(page) }, 'a browser refused something because of the policy of a page');
      }
      return reply.code(204).send();
    });
  });
}

function reportsIn(body: unknown): z.output<typeof reports> {
  try {
    return reports.safeParse(JSON.parse(String(body))).data ?? [];
  } catch {
    return [];
  }
}

/** Returns keywords such as `inline` and `eval` as they are, and URLs reduced to their origin. */
function originOf(blocked = ''): string {
  if (/^[a-z-]{1,20}$/.test(blocked)) return blocked;
  return URL.canParse(blocked) ? (/^https?:/.test(blocked) ? new URL(blocked).origin : new URL(blocked).protocol) : '';
}

/** The path has ids of the product only; the query, which may contain a code, is dropped. */
const pathOf = (page = ''): string => (URL.canParse(page) ? new URL(page).pathname.slice(0, 200) : '');
