import type { LiveEvent } from '#contract/events.ts';
import { liveEvent, shownToTheirActor } from '#contract/events.ts';
import { timing } from '#contract/limits/timing.ts';
import { call } from '../api/call.ts';
import { toAppError } from '../app-error.ts';
import { hostUrl } from '../config.ts';
import { reconnectDelay } from './backoff.ts';
import { createStreamParser } from './event-stream.ts';

export type EventsState = 'connecting' | 'open' | 'closed';

interface LiveEventsOptions {
  userId: string;
  onEvent(event: LiveEvent): void;
  onState(state: EventsState): void;
  /** The stream is connected, and events may have been missed before. */
  onGap(): void;
}

export interface LiveEvents {
  close(): void;
}

/** Ignores events that this person caused, except those that concern other devices too. */
export const concerns = (event: LiveEvent, userId: string): boolean =>
  event.actorId !== userId || shownToTheirActor.includes(event.type);

const readEvent = (data: string): LiveEvent | null => {
  const parsed = liveEvent.safeParse(JSON.parse(data));
  if (!parsed.success) console.warn('Unreadable live event', parsed.error.issues);
  return parsed.success ? parsed.data : null;
};

interface Connection {
  ticket: string;
  lastEventId: string | null;
  signal: AbortSignal;
  onOpen(): void;
  onMessage(data: string, id: string | null): void;
}

/** One connection. 45 s without data count as broken. */
const listen = async ({ ticket, lastEventId, signal, onOpen, onMessage }: Connection): Promise<void> => {
  const address = new URL(`${hostUrl('api')}/events`);
  address.searchParams.set('ticket', ticket);
  if (lastEventId) address.searchParams.set('lastEventId', lastEventId);
  const silence = new AbortController();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const heard = () => {
    clearTimeout(timer);
    timer = setTimeout(() => silence.abort(), timing.eventHeartbeatTimeout);
  };
  heard();
  try {
    const response = await fetch(address, {
      headers: { accept: 'text/event-stream' },
      cache: 'no-store',
      signal: AbortSignal.any([signal, silence.signal]),
    });
    if (response.status !== 200 || !response.headers.get('content-type')?.startsWith('text/event-stream') || !response.body) {
      throw new Error(`The event stream answered ${response.status}`);
    }
    onOpen();
    const parse = createStreamParser(({ data, id }) => onMessage(data, id));
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      heard();
      parse(part.value);
    }
  } finally {
    clearTimeout(timer);
  }
};

const pause = (duration: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, duration);
    signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
  });

/** Keeps an event stream open for the signed-in person: a new ticket per connection, with back-off between them. */
export const openLiveEvents = ({ userId, onEvent, onState, onGap }: LiveEventsOptions): LiveEvents => {
  const closing = new AbortController();
  const { signal } = closing;
  let lastEventId: string | null = null;
  let tries = 0;

  const receive = (data: string, id: string | null) => {
    const event = readEvent(data);
    lastEventId = id ?? event?.id ?? lastEventId;
    if (event && concerns(event, userId)) onEvent(event);
  };
  const connect = async () => {
    onState('connecting');
    const { ticket } = await call('auth.getEventTicket', {}, { signal });
    const onOpen = () => {
      tries = 0;
      onState('open');
      if (lastEventId === null) onGap();
    };
    await listen({ ticket, lastEventId, signal, onOpen, onMessage: receive });
  };
  const run = async () => {
    while (!signal.aborted) {
      try {
        await connect();
      } catch (error) {
        if (!signal.aborted) console.debug('Live events interrupted:', toAppError(error).message);
      }
      if (signal.aborted) break;
      onState('closed');
      await pause(reconnectDelay(tries++), signal);
    }
  };
  void run();
  return { close: () => closing.abort() };
};
