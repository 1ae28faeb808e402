/**
 * Scans uploads before anything uses them: a ClamAV daemon (`clamd://host:3310`) or an HTTP service (POST of the
 * bytes; 200 with `{"clean": true}` or `{"clean": false, "found": "…"}`). If the scanner doesn't answer, the upload
 * is refused.
 */
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { z } from 'zod';

export interface Verdict {
  clean: boolean;
  /** Name of the finding, as the scanner reports it. */
  found: string | null;
}

export interface Scanner {
  scan(body: AsyncIterable<Uint8Array>): Promise<Verdict>;
}

const timeLimit = 60_000;
const clamdPort = 3310;

export function openScanner(url: string): Scanner {
  const { protocol, hostname, port } = new URL(url);
  return protocol === 'clamd:' ? { scan: (body) => scanWithClamd(hostname, Number(port || clamdPort), body) } : { scan: (body) => scanOverHttp(url, body) };
}

const answer = z.object({ clean: z.boolean(), found: z.string().max(200).nullish() });

async function scanOverHttp(url: string, body: AsyncIterable<Uint8Array>): Promise<Verdict> {
  const response = await fetch(url, {
    method: 'POST', headers: { 'content-type': 'application/octet-stream' }, body: Readable.toWeb(Readable.from(body)) as ReadableStream<Uint8Array>,
    duplex: 'half', redirect: 'error', signal: AbortSignal.timeout(timeLimit),
  } as RequestInit);
  if (!response.ok) throw new Error(`the scanner answered ${response.status}`);
  const { clean, found } = answer.parse(await response.json());
  return { clean, found: found ?? null };
}

/** clamd's INSTREAM: length-prefixed chunks, ended by an empty one (clamd(8)). */
async function scanWithClamd(host: string, port: number, body: AsyncIterable<Uint8Array>): Promise<Verdict> {
  const socket = connect({ host, port, timeout: timeLimit });
  socket.on('timeout', () => socket.destroy(new Error('the scanner did not answer in time')));
  try {
    // clamd may answer and close before everything is sent; then the answer counts, not the closed connection. Both
    // sides are awaited from the start, since the reading side is the first to report an unreachable scanner.
    const sent = Readable.from(framed(body)).forEach((part: Buffer) => writeTo(socket, part)).catch(() => void socket.end());
    const [said] = await Promise.all([textOf(socket), sent]);
    return verdictOf(said);
  } finally {
    socket.destroy();
  }
}

async function* framed(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  yield Buffer.from('zINSTREAM\0');
  for await (const chunk of body) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(chunk.byteLength);
    yield Buffer.concat([length, chunk]);
  }
  yield Buffer.alloc(4);
}

const writeTo = (socket: ReturnType<typeof connect>, part: Buffer): Promise<void> =>
  new Promise((resolve, reject) => void socket.write(part, (error) => (error ? reject(error) : resolve())));

async function textOf(stream: AsyncIterable<Buffer>): Promise<string> {
  let text = '';
  for await (const chunk of stream) text += chunk.toString('latin1');
  return text.replaceAll('\0', '').trim();
}

function verdictOf(said: string): Verdict {
  if (said.endsWith('OK')) return { clean: true, found: null };
  const [, found] = /^stream: (.+) FOUND$/.exec(said) ?? [];
  if (found === undefined) throw new Error(`the scanner answered: ${said.slice(0, 200)}`);
  return { clean: false, found };
}
