import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export interface NetworkConditions {
  readonly bitsPerSecond: number;
  /** Milliseconds there and back. */
  readonly latency: number;
}

/** One request, in milliseconds since the network was there. */
export interface Passed {
  readonly path: string;
  readonly asked: number;
  readonly answered: number;
  readonly ended: number;
  readonly bytes: number;
}

/** A proxy that is as slow as a network: what workers fetch goes through it too, which the browser's own emulation leaves out. */
export interface SlowNetwork {
  readonly address: string;
  /** Bytes that came so far, by their type. */
  readonly received: ReadonlyMap<string, number>;
  /** What was asked for and has come, in the order of its coming. */
  readonly passed: readonly Passed[];
  close(): void;
}

export async function slowNetwork({ bitsPerSecond, latency }: NetworkConditions): Promise<SlowNetwork> {
  const received = new Map<string, number>();
  const passed: Passed[] = [];
  const began = performance.now();
  const bytesPerMillisecond = bitsPerSecond / 8 / 1000;
  let free = 0;
  /** One line for everything: a chunk waits until those before it are through. */
  const passes = async (bytes: number): Promise<void> => {
    const now = performance.now();
    free = Math.max(free, now) + bytes / bytesPerMillisecond;
    await pause(free - now);
  };
  const since = (): number => performance.now() - began;
  const answer = async (from: IncomingMessage, to: ServerResponse, note: Pick<Passed, 'path' | 'asked'>): Promise<void> => {
    const answered = since();
    let bytes = 0;
    const type = String(from.headers['content-type'] ?? '').split(';')[0] ?? '';
    to.writeHead(from.statusCode ?? 502, from.headers);
    for await (const chunk of from as AsyncIterable<Buffer>) {
      await passes(chunk.length);
      bytes += chunk.length;
      received.set(type, (received.get(type) ?? 0) + chunk.length);
      to.write(chunk);
    }
    to.end();
    passed.push({ ...note, answered, ended: since(), bytes });
  };
  const server = createServer((asked, reply) => {
    const url = new URL(asked.url ?? '/');
    const note = { path: nameOf(asked), asked: since() };
    const forward = async (): Promise<void> => {
      await pause(latency);
      const onward = request(url, { method: asked.method ?? 'GET', headers: asked.headers }, (response) => void answer(response, reply, note).catch(() => reply.destroy()));
      onward.on('error', () => reply.destroy());
      reply.on('close', () => onward.destroy());
      asked.pipe(onward);
    };
    void forward();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    passed,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const nameOf = ({ method, url, headers }: IncomingMessage): string => [method, new URL(url ?? '/').pathname, headers.range].filter(Boolean).join(' ');
