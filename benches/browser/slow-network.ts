import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Answers share the line in pieces of so many bytes: a short one does not wait for all of a long one. */
const PACKET = 4096;

export interface NetworkConditions {
  readonly bitsPerSecond: number;
  /** Upwards; not limited by default. */
  readonly bitsPerSecondUp?: number;
  /** Milliseconds there and back. */
  readonly latency: number;
}

/** One request, in milliseconds since the network was there; what has not happened yet is no number. */
export interface Passed {
  readonly path: string;
  readonly requested: number;
  /** What the server says it is; nothing until it answers. */
  readonly type: string;
  readonly answered: number;
  readonly ended: number;
  /** What came so far, with the head of the answer. */
  readonly bytes: number;
  /** What went up: the body of the request. */
  readonly sent: number;
}

/** A proxy that is as slow as a network: what workers fetch goes through it too, which the browser's own emulation leaves out. */
export interface SlowNetwork {
  readonly address: string;
  /** Bytes that came so far, by their type. */
  readonly received: ReadonlyMap<string, number>;
  /** What was asked for and has come, in the order of its coming. */
  readonly passed: readonly Passed[];
  /** Everything that was asked for, also what is still on its way. */
  begun(): readonly Passed[];
  /** Milliseconds since the network was there. */
  now(): number;
  close(): void;
}

type Note = { -readonly [Key in keyof Passed]: Passed[Key] };

/** One line for everything: a chunk waits until those before it are through. */
function line(bitsPerSecond: number): (bytes: number) => Promise<void> {
  const bytesPerMillisecond = bitsPerSecond / 8 / 1000;
  let free = 0;
  return async (bytes) => {
    const now = performance.now();
    free = Math.max(free, now) + bytes / bytesPerMillisecond;
    await pause(free - now);
  };
}

export async function slowNetwork({ bitsPerSecond, bitsPerSecondUp = Infinity, latency }: NetworkConditions): Promise<SlowNetwork> {
  const received = new Map<string, number>();
  const passed: Passed[] = [];
  const notes: Note[] = [];
  const began = performance.now();
  const down = line(bitsPerSecond);
  const up = line(bitsPerSecondUp);
  const since = (): number => performance.now() - began;
  const answer = async (from: IncomingMessage, to: ServerResponse, note: Note): Promise<void> => {
    const type = String(from.headers['content-type'] ?? '').split(';')[0] ?? '';
    Object.assign(note, { type, answered: since(), bytes: headOf(from) });
    to.writeHead(from.statusCode ?? 502, from.headers);
    for await (const chunk of from as AsyncIterable<Buffer>) {
      for (let at = 0; at < chunk.length; at += PACKET) {
        const packet = chunk.subarray(at, at + PACKET);
        await down(packet.length);
        note.bytes += packet.length;
        received.set(type, (received.get(type) ?? 0) + packet.length);
        to.write(packet);
      }
    }
    to.end();
    note.ended = since();
    passed.push(note);
  };
  const server = createServer((incoming, reply) => {
    const url = new URL(incoming.url ?? '/');
    const note: Note = { path: nameOf(incoming), requested: since(), type: '', answered: Number.NaN, ended: Number.NaN, bytes: 0, sent: 0 };
    notes.push(note);
    const forward = async (): Promise<void> => {
      await pause(latency);
      const onward = request(url, { method: incoming.method ?? 'GET', headers: incoming.headers }, (response) => void answer(response, reply, note).catch(() => reply.destroy()));
      onward.on('error', () => reply.destroy());
      reply.on('close', () => onward.destroy());
      for await (const chunk of incoming as AsyncIterable<Buffer>) {
        await up(chunk.length);
        note.sent += chunk.length;
        onward.write(chunk);
      }
      onward.end();
    };
    forward().catch(() => reply.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    passed,
    now: since,
    begun: () => notes.map((note) => ({ ...note })),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const nameOf = ({ method, url, headers }: IncomingMessage): string => [method, new URL(url ?? '/').pathname, headers.range].filter(Boolean).join(' ');

/** The bytes of the lines before the body. */
const headOf = ({ rawHeaders }: IncomingMessage): number => rawHeaders.reduce((sum, each) => sum + Buffer.byteLength(each) + 2, 'HTTP/1.1 200 OK\r\n\r\n'.length);
