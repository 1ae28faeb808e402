/** Work that the server asks for before a further try: it is done here, and the try sent again. */
import { workChallenge } from '#contract/entities/proof-of-work.ts';
import type { WorkChallenge, WorkSolution } from '#contract/entities/proof-of-work.ts';
import { toAppError } from '../app-error.ts';

/** Numbers that are tried in a row where there is no worker: some milliseconds on an old phone. */
const SLICE = 200;
/** A challenge may end while it is being solved. */
const TRIES = 3;

function inWorker(challenge: WorkChallenge): Promise<number> {
  const worker = new Worker(new URL('./work.worker.ts', import.meta.url), { type: 'module', name: 'countersign-work' });
  const found = new Promise<number>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<number>) => resolve(data);
    worker.onerror = () => reject(new Error('The worker can\'t be loaded'));
  });
  worker.postMessage(challenge);
  return found.finally(() => worker.terminate());
}

/** In slices, between which the page does everything else. */
async function inSlices(challenge: WorkChallenge): Promise<number> {
  const { findNonce } = await import('./find-nonce.ts');
  for (let from = 0; ; from += SLICE) {
    const nonce = findNonce(challenge, from, SLICE);
    if (nonce !== null) return nonce;
    await new Promise((resolve) => setTimeout(resolve));
  }
}

async function solved(challenge: WorkChallenge): Promise<WorkSolution> {
  const find = typeof Worker === 'undefined' ? inSlices(challenge) : inWorker(challenge).catch(() => inSlices(challenge));
  return { challenge: challenge.challenge, nonce: await find };
}

/** Asks, and where the server wants work to be done first, asks again with it. `onWork` hears when it begins and ends. */
export async function withWork<T>(ask: (work?: WorkSolution) => Promise<T>, onWork: (isWorking: boolean) => void): Promise<T> {
  let work: WorkSolution | undefined;
  for (let left = TRIES; ; left -= 1) {
    try {
      return await ask(work);
    } catch (error) {
      const { code, details } = toAppError(error);
      const parsed = workChallenge.safeParse(details);
      if (code !== 'work_required' || !parsed.success || left === 0) throw error;
      onWork(true);
      work = await solved(parsed.data).finally(() => onWork(false));
    }
  }
}
