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
    add: (state, bytes) => pool.use(async (engine) => asBody(await (state === null ? engine.hashState(bytes) : engine.continueHash(state, bytes)))),
    isUsable: (state) => pool.use(async (engine) => engine.continueHash(state, new Uint8Array())).then(() => true, (error: unknown) => {
      if (isEngineError(error) && error.code === 'hash_state') return false;
      throw error;
    }),
  };
}
