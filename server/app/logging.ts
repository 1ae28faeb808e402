/**
 * One line of JSON for each thing worth telling, in English, with the id of the request (`traceId`) it belongs to: that of the
 * `traceparent` header where a proxy sent one (W3C Trace Context), else one of our own. Addresses of people are masked in
 * whatever is written, and what a request's address carries (codes, tickets) is not written at all: its route is.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { pino, type DestinationStream } from 'pino';
import type { App } from './app.types.ts';
import type { Metrics } from './metrics.ts';

const address = /([\p{L}\p{N}._%+'-]{1,64})@((?:[\p{L}\p{N}-]{1,63}\.)+[\p{L}\p{N}-]{2,63})/gu;

/** `ada@example.org` as `a***@example.org`: enough to find it again, not enough to write to it. */
export const maskAddresses = (text: string): string => text.replaceAll(address, (_, name: string, domain: string) => `${[...name][0] ?? ''}***@${domain}`);

export const createLog = (level: string, destination?: DestinationStream): FastifyBaseLogger =>
  pino({ level, base: { node: process.pid }, hooks: { streamWrite: maskAddresses } }, ...(destination ? [destination] : []));

const traceParent = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}$/;

/** The id of a request in every line about it. */
export function traceIdOf(request: IncomingMessage): string {
  const [, given] = traceParent.exec(String(request.headers.traceparent ?? '')) ?? [];
  return given === undefined || /^0+$/.test(given) ? randomBytes(16).toString('hex') : given;
}

export const traceHeader = 'x-trace-id';

/** Tells of every answer: its route and not its address, which carries codes. */
export function registerRequestLog(app: App, metrics: Metrics): void {
  app.addHook('onRequest', async (request, reply) => void reply.header(traceHeader, request.id));
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    const { method } = request;
    metrics.answered(route, method, reply.statusCode, reply.elapsedTime / 1000);
    const { userId = null, applicationId = null } = request.actor ?? {};
    request.log.info({ route, method, status: reply.statusCode, milliseconds: Math.round(reply.elapsedTime), userId, applicationId }, 'answered');
  });
}
