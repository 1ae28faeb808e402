import { transfer } from 'comlink/dist/esm/comlink.mjs';
import { connectionFailed, type ErrorData } from '../errors.ts';
import type { EngineHost, Outcome } from '../host/host.ts';
import type { LocalHost } from '../host/local-host.ts';

/**
 * Exposes a host over a message channel. Large buffers of results are transferred, not copied. While `local` rejects, every
 * call answers `connection_failed`.
 */
export function exposedHost(local: () => Promise<LocalHost>): EngineHost {
  const ask = async <T>(call: (host: LocalHost) => Promise<Outcome<T>>): Promise<Outcome<T>> => {
    const loaded = await local().catch(notLoaded);
    return 'error' in loaded ? loaded : moved(await call(loaded));
  };
  return {
    open: (input, options) => ask((host) => host.open(input, options)),
    document: (handle, operation, argument) => ask((host) => host.document(handle, operation, argument)),
    core: (operation, argument) => ask((host) => host.core(operation, argument)),
    hash: (input, state) => ask((host) => host.hash(input, state)),
    rewrite: (handle, request) => ask((host) => host.rewrite(handle, request)),
    advance: (job) => ask((host) => host.advance(job)),
    cancel: async (job) => (await local()).cancel(job),
    close: async (handle) => (await local()).close(handle),
  };
}

function notLoaded(reason: unknown): { ok: false; error: ErrorData } {
  const { code, message } = connectionFailed(reason);
  return { ok: false, error: { code, message } };
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
