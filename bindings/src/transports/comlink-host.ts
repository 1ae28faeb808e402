import { transfer } from 'comlink/dist/esm/comlink.mjs';
import type { EngineHost } from '../host/host.ts';
import type { LocalHost } from '../host/local-host.ts';

/** Exposes a host over a message channel. Large buffers of results are transferred, not copied. */
export function exposedHost(local: () => Promise<LocalHost>): EngineHost {
  return {
    open: async (input, options) => (await local()).open(input, options),
    document: async (handle, operation, argument) => moved(await (await local()).document(handle, operation, argument)),
    core: async (operation, argument) => moved(await (await local()).core(operation, argument)),
    rewrite: async (handle, request) => moved(await (await local()).rewrite(handle, request)),
    advance: async (job) => moved(await (await local()).advance(job)),
    cancel: async (job) => (await local()).cancel(job),
    close: async (handle) => (await local()).close(handle),
  };
}

function moved<T extends object>(result: T): T {
  // Several views may share a buffer, which can be transferred only once.
  return transfer(result, [...new Set(buffersOf(result, 3))]);
}

/** Yields the buffers in a result, to a small depth, since results are flat. */
function* buffersOf(value: unknown, depth: number): Generator<ArrayBuffer> {
  if (value instanceof Uint8Array) {
    if (value.buffer instanceof ArrayBuffer) yield value.buffer;
  } else if (depth > 0 && typeof value === 'object' && value !== null && !isList(value)) {
    for (const part of Object.values(value)) yield* buffersOf(part, depth - 1);
  }
}

/** Whether a value is a list of anything but bytes; such lists are not searched. */
function isList(value: object): boolean {
  return Array.isArray(value) && !(value[0] instanceof Uint8Array);
}
