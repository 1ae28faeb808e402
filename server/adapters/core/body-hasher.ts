import type { BodyHasher, HashedBody } from '#server/adapters/storage/body-states.ts';
import { isEngineError } from './engine-error.ts';
import type { EnginePool } from './engine-pool.ts';

interface Hashed {
  state: Uint8Array;
  length: number;
  sha256: Uint8Array;
}

const asBody = ({ state, length, sha256 }: Hashed): HashedBody => ({ state, length, hash: Buffer.from(sha256).toString('hex') });

/** Hashes bodies in the threads of the document core. */
export function createBodyHasher(pool: EnginePool): BodyHasher {
  return {
    hash: (parts) => pool.use(async (engine) => asBody(await engine.hashState([...parts]))),
    continue: (state, tail) => pool.use(async (engine) => asBody(await engine.continueHash(state, [...tail]))).catch((error: unknown) => {
      if (isEngineError(error) && error.code === 'hash_state') return null;
      throw error;
    }),
  };
}
