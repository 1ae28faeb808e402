/**
 * Engines of the document core in worker threads: a malicious document can stop or exhaust a thread, but not the
 * server. At most `size` calls run at once; the others wait in order.
 */
import type { Engine } from '@countersign/core/node';
import { AppError } from '#server/platform/app-error.ts';
import { StorageError } from '#server/adapters/storage/storage.ts';
import { isEngineError } from './engine-error.ts';

interface EnginePoolOptions {
  size: number;
  /** Time limit of a call to the core, in milliseconds. */
  callTimeLimit: number;
  memoryMegabytes: number;
}

export interface EnginePool {
  /**
   * Lends an engine. After any error other than an ordinary one of the core the engine is discarded. Throws
   * `service_unavailable` once the pool is closed.
   */
  use<T>(work: (engine: Engine) => Promise<T>): Promise<T>;
  close(): Promise<void>;
}

/** Errors that leave the thread usable. */
const ordinary = (error: unknown): boolean =>
  error instanceof AppError ||
  (isEngineError(error) && !['unknown_parsing_error', 'request_timeout_error', 'unable_to_access'].includes(error.code));

/** A read error in the core is a fault of the storage, never of the client. */
const asOutage = (error: unknown): unknown =>
  isEngineError(error) && error.code === 'unable_to_access' ? new StorageError('unavailable', 'The document core can\'t read a body now', { cause: error }) : error;

export function createEnginePool(options: EnginePoolOptions): EnginePool {
  const idle: Engine[] = [];
  const waiting: (() => void)[] = [];
  let running = 0;
  let closed = false;

  // Loaded on first use, so that the server's start doesn't wait for the core.
  const make = async (): Promise<Engine> => {
    const { createThreadEngine } = await import('@countersign/core/node');
    return createThreadEngine({ callTimeLimit: options.callTimeLimit, resourceLimits: { maxOldGenerationSizeMb: options.memoryMegabytes } });
  };

  async function use<T>(work: (engine: Engine) => Promise<T>): Promise<T> {
    if (closed) throw new AppError('service_unavailable');
    if (running >= options.size) await new Promise<void>((resolve) => waiting.push(resolve));
    else running += 1;
    try {
      return await lend(work);
    } finally {
      const next = waiting.shift();
      // Passes the slot on directly, so that no later caller can take it.
      if (next) next();
      else running -= 1;
    }
  }

  async function lend<T>(work: (engine: Engine) => Promise<T>): Promise<T> {
    const engine = idle.pop() ?? (await make());
    let reusable = true;
    try {
      return await work(engine);
    } catch (error) {
      reusable = ordinary(error);
      throw asOutage(error);
    } finally {
      if (reusable && !closed) idle.push(engine);
      else await engine.close();
    }
  }

  return {
    use,
    close: async () => {
      closed = true;
      await Promise.all(idle.splice(0).map((engine) => engine.close()));
    },
  };
}
