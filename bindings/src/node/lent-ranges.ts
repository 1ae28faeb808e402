import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { RangeReader, SourceInput } from '../sources/source.ts';
import { blockSize, content, header, lengthPlace, sharedBytes, status, statusPlace, type RangeRequest, type RemoteRange } from './range-channel.ts';

/** Replaces the `RangeReader`s of an input by what a worker thread can read from, and the ports that must be transferred to it. */
export function lendRanges(input: SourceInput): { shared: SourceInput; ports: MessagePort[] } {
  const ports: MessagePort[] = [];
  const lend = (each: SourceInput): SourceInput => {
    if (Array.isArray(each)) return (each as readonly SourceInput[]).map(lend);
    if (!isReader(each)) return each;
    const remote = serve(each);
    ports.push(remote.port);
    return remote as unknown as SourceInput;
  };
  return { shared: lend(input), ports };
}

const isReader = (input: SourceInput): input is RangeReader => typeof input === 'object' && 'readRange' in input;

/** Answers the requests of one source until its port closes. */
function serve(reader: RangeReader): RemoteRange {
  const { port1, port2 } = new MessageChannel();
  const shared = new SharedArrayBuffer(sharedBytes);
  port1.on('message', (request: RangeRequest) => void answer(reader, shared, request));
  // A source that was never closed must not keep a finished program alive.
  port1.unref();
  return { length: reader.length, port: port2, shared };
}

/** Whatever the reader does, the thread that sleeps gets an answer. */
async function answer(reader: RangeReader, shared: SharedArrayBuffer, { start, end }: RangeRequest): Promise<void> {
  const [outcome, bytes] = await readFrom(reader, start, end).then((read) => [status.answered, read] as const, failure);
  const sent = bytes.subarray(0, blockSize);
  content(shared, sent.length).set(sent);
  const head = header(shared);
  Atomics.store(head, lengthPlace, bytes.length);
  Atomics.store(head, statusPlace, outcome);
  Atomics.notify(head, statusPlace);
}

async function readFrom(reader: RangeReader, start: number, end: number): Promise<Uint8Array> {
  const read: unknown = await reader.readRange(start, end);
  if (read instanceof Uint8Array) return read;
  throw new TypeError('readRange must return a Uint8Array');
}

const failure = (reason: unknown): readonly [number, Uint8Array] =>
  [status.failed, new TextEncoder().encode(reason instanceof Error ? reason.message : String(reason)).slice(0, blockSize)];
