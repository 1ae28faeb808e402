/**
 * Structured log: one line of JSON in English per event, with the trace id (`traceId`) of its request. The id comes
 * from the `traceparent` header of a proxy (W3C Trace Context) or is generated; jobs that the request queues, and
 * jobs that those queue, log it as well. E-mail addresses and phone numbers are masked in every line. URLs carry
 * codes and tickets, so the route pattern is logged instead.
 */
import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import { pino, type DestinationStream } from 'pino';
import { currentContext } from './request-context.ts';

/** The local part accepts every character that the contract allows before the @. */
const address = /([^\s@"(),:;<>[\]\\]{1,64})(@|%40)((?:[\p{L}\p{N}-]{1,63}\.)+[\p{L}\p{N}-]{2,63})/gu;
/** Phone numbers as people write them and as they are stored (E.164). The minimum length excludes UTC offsets. */
const telephone = /(?<![\d.e])\+\d(?:[ ()./-]{0,2}\d){5,12}(\d{2})(?!\d)/gi;

/**
 * Masks `ada@example.org` as `a***@example.org` and `+491510000077` as `+***77`: recognisable, but not usable as an
 * address.
 */
export const maskAddresses = (text: string): string =>
  text
    .replaceAll(address, (_, name: string, at: string, domain: string) => `${[...name][0] ?? ''}***${at}${domain}`)
    .replaceAll(telephone, '+***$1');

/** Fields in which PostgreSQL errors quote rows and their values. */
const rowsOfErrors = ['detail', 'where', 'internalQuery', 'parameters', 'query'] as const;

const withoutRows = (error: Error): object => {
  const serialized: Record<string, unknown> = { ...pino.stdSerializers.err(error) };
  for (const name of rowsOfErrors) delete serialized[name];
  return serialized;
};

export function createLog(level: string, destination?: DestinationStream): FastifyBaseLogger {
  // Child loggers of requests already have their trace id.
  const mixin = (_line: object, _level: number, logger: object): object => (logger === log ? { ...currentContext() } : {});
  const log = pino({ level, base: { node: process.pid }, mixin, serializers: { err: withoutRows }, hooks: { streamWrite: maskAddresses } }, ...(destination ? [destination] : []));
  return log;
}

const traceParent = /^[\da-f]{2}-([\da-f]{32})-[\da-f]{16}-[\da-f]{2}$/;

/** Returns the trace id of a request: from `traceparent` if valid, else 16 random bytes in hexadecimal. */
export function traceIdOf(request: IncomingMessage): string {
  const [, given] = traceParent.exec(String(request.headers.traceparent ?? '')) ?? [];
  return given === undefined || /^0+$/.test(given) ? randomBytes(16).toString('hex') : given;
}
