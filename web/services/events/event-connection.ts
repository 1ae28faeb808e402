import { counts } from '#contract/limits/counts.ts';
import { timing } from '#contract/limits/timing.ts';
import type { Host } from '../config.ts';
import { hostUrl } from '../config.ts';
import { createStreamParser } from './event-stream.ts';

/** The answer was no event stream: an expired ticket, or something between here and the server. */
export class StreamRefusedError extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`The event stream answered ${status}`);
    this.name = 'StreamRefusedError';
    this.status = status;
  }
}

/** Milliseconds between looks at the clock. Timers stand still while a computer sleeps, the clock does not. */
const LOOK_EVERY = 5000;

interface Connection {
  readonly host: Host;
  readonly ticket: string;
  readonly lastEventId: string | null;
  readonly signal: AbortSignal;
  onOpen(): void;
  onMessage(data: string, id: string | null): void;
}

const addressOf = ({ host, ticket, lastEventId }: Connection): URL => {
  const address = new URL(`${hostUrl(host)}/events`);
  address.searchParams.set('ticket', ticket);
  if (lastEventId) {
    address.searchParams.set('lastEventId', lastEventId);
    address.searchParams.set('mostMissed', String(counts.missedEvents));
  }
  return address;
};

/** Aborts when nothing was heard for 45 s, also while the computer slept. */
function watchSilence() {
  const silence = new AbortController();
  let heardAt = Date.now();
  const look = (): void => {
    if (Date.now() - heardAt >= timing.eventHeartbeatTimeout) silence.abort();
  };
  const timer = setInterval(look, LOOK_EVERY);
  // A page that is shown again looks at once.
  if (typeof document !== 'undefined') document.addEventListener('visibilitychange', look, { signal: silence.signal });
  return {
    signal: silence.signal,
    heard: () => {
      heardAt = Date.now();
    },
    end: () => {
      clearInterval(timer);
      silence.abort();
    },
  };
}

/** One connection, until it ends. Fails with `StreamRefusedError` on a status other than 200 or another content type. */
export const listen = async (connection: Connection): Promise<void> => {
  const silence = watchSilence();
  try {
    const response = await fetch(addressOf(connection), {
      headers: { accept: 'text/event-stream' },
      cache: 'no-store',
      signal: AbortSignal.any([connection.signal, silence.signal]),
    });
    if (response.status !== 200 || !response.headers.get('content-type')?.startsWith('text/event-stream') || !response.body) {
      await response.body?.cancel();
      throw new StreamRefusedError(response.status);
    }
    connection.onOpen();
    const parse = createStreamParser(({ data, id }) => connection.onMessage(data, id));
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      silence.heard();
      parse(part.value);
    }
  } finally {
    silence.end();
  }
};
