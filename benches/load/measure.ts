import { Agent, request } from 'node:http';

export interface Measured {
  perSecond: number;
  p50: number;
  p95: number;
  p99: number;
  errors: number;
}

export function summary(times: readonly number[], seconds: number, errors: number): Measured {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
  return { perSecond: times.length / seconds, p50: at(0.5), p95: at(0.95), p99: at(0.99), errors };
}

/** Asks one address after the other over so many connections that stay open, for so long. */
export function readFor(seconds: number, connections: number, urls: readonly string[], headers: Record<string, string>): Promise<Measured> {
  const until = performance.now() + seconds * 1000;
  return readWhile(() => performance.now() < until, connections, urls, headers);
}

export async function readWhile(wanted: () => boolean, connections: number, urls: readonly string[], headers: Record<string, string>): Promise<Measured> {
  const agent = new Agent({ keepAlive: true, maxSockets: Math.ceil(connections / urls.length) });
  const times: number[] = [];
  let errors = 0;
  const worker = async (first: number): Promise<void> => {
    for (let turn = first; wanted(); turn += 1) {
      const began = performance.now();
      const status = await get(agent, urls[turn % urls.length] ?? '', headers).catch(() => 0);
      if (status === 200 || status === 206) times.push(performance.now() - began);
      else errors += 1;
    }
  };
  const { milliseconds } = await timed(() => Promise.all(Array.from({ length: connections }, (_, index) => worker(index))));
  agent.destroy();
  return summary(times, milliseconds / 1000, errors);
}

function get(agent: Agent, url: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers }, (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode ?? 0));
      response.on('error', reject);
    }).on('error', reject).end();
  });
}

export async function timed<Result>(work: () => Promise<Result>): Promise<{ milliseconds: number; result: Result }> {
  const began = performance.now();
  const result = await work();
  return { milliseconds: performance.now() - began, result };
}
