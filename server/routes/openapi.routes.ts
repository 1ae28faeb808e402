import { readFileSync } from 'node:fs';
import { calls } from '#contract/calls/calls.ts';
import { openApi } from '#contract/openapi.ts';
import type { App } from '#server/http/app.types.ts';
import type { Config } from '#server/platform/config.ts';

const openApiPath = '/openapi.json';

/** Serves the OpenAPI document. It is built at the first request and kept, because the contract is fixed while the server runs. */
export function registerOpenApi(app: App, config: Pick<Config, 'appUrl'>): void {
  let document: string | undefined;
  app.get(openApiPath, async (_request, reply) =>
    reply.type('application/json').header('cache-control', 'public, max-age=300').send((document ??= documentFor(config.appUrl))));
}

function documentFor(url: string): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string };
  return JSON.stringify(openApi(calls, { version, url }));
}
