/**
 * A service for usage statistics or error reports with an HTTP API: `POST` of JSON with a bearer token. What it does not take is lost:
 * nobody waits for it, and it is worth no second attempt.
 */
import type { FastifyBaseLogger } from 'fastify';

export interface SinkSettings {
  url: string;
  token: string | null;
}

type Sink = (content: object) => void;

const timeLimit = 10_000;
/** Requests under way; more are dropped, so that a service that hangs takes no memory. */
const mostWaiting = 20;

export function httpSink({ url, token }: SinkSettings, log: Pick<FastifyBaseLogger, 'warn'>): Sink {
  let waiting = 0;
  const post = async (content: object): Promise<void> => {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token !== null && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(content),
      redirect: 'error',
      signal: AbortSignal.timeout(timeLimit),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`answered ${response.status}`);
  };
  return (content) => {
    if (waiting >= mostWaiting) return;
    waiting += 1;
    post(content)
      .catch((error: unknown) => log.warn({ host: new URL(url).host, reason: error instanceof Error ? error.message : String(error) }, 'a service for reports did not take one'))
      .finally(() => {
        waiting -= 1;
      });
  };
}
