/**
 * One line of JSON for each thing worth telling, in English, with the id of the request (`traceId`) it belongs to: that of the
 * `traceparent` header where a proxy sent one (W3C Trace Context), else one of our own; it stands in the lines of the jobs that the
 * request queued, too, and of those that they queue. Addresses of people are masked in whatever is written, and what a request's
 * address carries (codes, tickets) is not written at all: its route is.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { pino, type DestinationStream } from 'pino';
import { currentAct, during } from './acts.ts';
import type { App } from './app.types.ts';
import type { Metrics } from './metrics.ts';

/** Whatever the contract lets stand before the @. */
const address = /([^\s@"(),:;<>[\]\\]{1,64})(@|%40)((?:[\p{L}\p{N}-]{1,63}\.)+[\p{L}\p{N}-]{2,63})/gu;
/** As people write numbers and as they are kept (E.164): a time zone has fewer digits. */
const telephone = /(?<![\d.e])\+\d(?:[ ()./-]{0,2}\d){5,12}(\d{2})(?!\d)/gi;

/** `ada@example.org` as `a***@example.org`, `+491510000077` as `+***77`: enough to find it again, not enough to write to it. */
export const maskAddresses = (text: string): string =>
  text
    .replaceAll(address, (_, name: string, at: string, domain: string) => `${[...name][0] ?? ''}***${at}${domain}`)
    .replaceAll(telephone, '+***$1');

/** A database names the rows that an error is about, and what they hold. */
const rowsOfErrors = ['detail', 'where', 'internalQuery', 'parameters', 'query'] as const;

const withoutRows = (error: Error): object => {
  const told: Record<string, unknown> = { ...pino.stdSerializers.err(error) };
  for (const name of rowsOfErrors) delete told[name];
  return told;
};

export function createLog(level: string, destination?: DestinationStream): FastifyBaseLogger {
  // The loggers of requests name their trace by themselves.
  const mixin = (_line: object, _level: number, logger: object): object => (logger === log ? { ...currentAct() } : {});
  const log = pino({ level, base: { node: process.pid }, mixin, serializers: { err: withoutRows }, hooks: { streamWrite: maskAddresses } }, ...(destination ? [destination] : []));
  return log;
}

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
  const within = (request: { id: string }, done: () => void): void => during({ traceId: request.id }, done);
  app.addHook('onRequest', (request, _reply, done) => within(request, done));
  // What comes after a body was read goes on from the connection, which knows of no request.
  app.addHook('preValidation', (request, _reply, done) => within(request, done));
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    const { method } = request;
    metrics.answered(route, method, reply.statusCode, reply.elapsedTime / 1000);
    const { userId = null, applicationId = null } = request.actor ?? {};
    request.log.info({ route, method, status: reply.statusCode, milliseconds: Math.round(reply.elapsedTime), userId, applicationId }, 'answered');
  });
}
