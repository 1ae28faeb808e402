import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { calls } from '#contract/calls/calls.ts';
import type { EventsMissed, LiveEvent } from '#contract/events.ts';
import type { App } from '#server/http/app.types.ts';
import { AppError } from '#server/platform/app-error.ts';
import { limitedByAddress } from '#server/http/rate-limits.ts';
import type { Platform } from '#server/platform/platform.ts';
import { actorOf, tokenOf } from '#server/identity/authenticate.ts';
import { endIdleSessions } from '#server/identity/idle-sessions.ts';
import { bearerKey, livingBearers } from '#server/identity/oidc-adapter.ts';
import { consumeEventTicket, issueEventTicket, type Listener } from './event-tickets.ts';
import type { EventHub, LastEvent } from './event-hub.ts';

const heartbeat = 20_000;
/** Milliseconds after which a client must reconnect with a new ticket. */
const longestStream = 60 * 60 * 1000;
/** Milliseconds after which the stream of a signed-out person ends at the latest. */
const pollIntervalMs = 5000;
/**
 * Bytes. A client that reads too slowly is disconnected at this much buffered data; after reconnecting it asks for
 * the missed events.
 */
const mostBuffered = 1024 * 1024;

const eventId = z.string().regex(/^\d{1,18}$/);
const query = z.object({ ticket: z.string().min(1).max(200), lastEventId: eventId.optional(), mostMissed: z.coerce.number().int().min(0).optional() });

export function registerEvents(app: App, { db, events, metrics, config }: Pick<Platform, 'db' | 'metrics' | 'config'> & { events: EventHub }): void {
  const streams: Streams = new Map();

  const getTicket = calls['auth.getEventTicket'];
  app.get(getTicket.path, { onRequest: app.authenticate, schema: { response: { 200: getTicket.response } } }, async (request) => {
    const { ticket, expiresAt } = await issueEventTicket(db, { userId: actorOf(request).userId, bearer: bearerKey(tokenOf(request)) });
    return { ticket, token: ticket, expiresAt: expiresAt.toISOString() };
  });

  app.get('/events', { onRequest: limitedByAddress(app), exposeHeadRoute: false, schema: { querystring: query } }, async (request, reply) => {
    const listener = await consumeEventTicket(db, request.query.ticket);
    if (listener === undefined) throw new AppError('invalid_token');
    const header = eventId.safeParse(request.headers['last-event-id']);
    const id = request.query.lastEventId ?? header.data ?? null;
    await stream(events, { listener, last: id === null ? null : { id, mostMissed: request.query.mostMissed ?? null } }, request, reply, countedIn(streams, listener.bearer, metrics));
  });

  const asking = setInterval(() => {
    endSignedOut(db, streams, config.sessionIdleMinutes).catch((error: unknown) => app.log.warn({ err: error }, 'whose streams have to end is not known now'));
  }, pollIntervalMs);
  app.addHook('preClose', async () => {
    clearInterval(asking);
    for (const response of streams.keys()) response.end();
  });
}

/** Open streams, each with the stored key of its access token. */
type Streams = Map<ServerResponse, string>;

async function endSignedOut(db: Platform['db'], streams: Streams, idleMinutes: number | null): Promise<void> {
  if (streams.size === 0) return;
  await endIdleSessions(db, idleMinutes);
  const opened = [...streams];
  const living = await livingBearers(db, [...new Set(streams.values())]);
  for (const [response, bearer] of opened) if (!living.has(bearer)) response.end();
}

interface OpenStreams {
  add(response: ServerResponse): void;
  delete(response: ServerResponse): void;
}

const countedIn = (streams: Streams, bearer: string, metrics: Platform['metrics']): OpenStreams => ({
  add: (response) => {
    streams.set(response, bearer);
    metrics.streamOpened();
  },
  delete: (response) => {
    if (streams.delete(response)) metrics.streamClosed();
  },
});

async function stream(events: EventHub, { listener, last }: { listener: Listener; last: LastEvent | null }, request: FastifyRequest, reply: FastifyReply, streams: OpenStreams): Promise<void> {
  const response = reply.raw;
  const write = (event: LiveEvent | EventsMissed): boolean => response.write(`id: ${event.id}\ndata: ${JSON.stringify(event)}\n\n`);
  const send = (event: LiveEvent): void => {
    write(event);
    if (response.writableLength > mostBuffered) response.destroy();
  };
  const subscription = await events.subscribe(listener, last, send);
  if (request.raw.destroyed) {
    subscription.close();
    return;
  }
  reply.hijack();
  streams.add(response);
  // A hijacked reply doesn't send Fastify's headers (CORS included), so they are copied.
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) response.setHeader(name, value);
  // The connection ends with the stream: kept alive, it would hold up a node that stops.
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', connection: 'close', 'x-accel-buffering': 'no' });
  response.write(': connected\n\n');
  const beat = setInterval(() => response.write(': beat\n\n'), heartbeat);
  const end = setTimeout(() => response.end(), longestStream);
  response.on('close', () => {
    clearInterval(beat);
    clearTimeout(end);
    subscription.close();
    streams.delete(response);
  });
  await sendReplay(response, subscription.replay, write).catch((error: unknown) => {
    request.log.warn({ err: error }, 'missed live events could not be read');
    // The client connects again and asks for what it misses.
    response.destroy();
  });
}

/** At the pace of the client: many missed events don't mean that it reads slowly. */
async function sendReplay(response: ServerResponse, replay: AsyncIterable<LiveEvent | EventsMissed>, write: (event: LiveEvent | EventsMissed) => boolean): Promise<void> {
  for await (const event of replay) {
    if (response.destroyed || response.writableEnded) return;
    if (!write(event)) await writable(response);
  }
}

function writable(response: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      response.off('drain', done).off('close', done);
      resolve();
    };
    response.on('drain', done).on('close', done);
  });
}
