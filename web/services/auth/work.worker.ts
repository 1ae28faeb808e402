/** Does the work away from the main thread, so that the page stays usable. */
import type { WorkChallenge } from '#contract/entities/proof-of-work.ts';
import { findNonce } from './find-nonce.ts';

self.onmessage = ({ data }: MessageEvent<WorkChallenge>) => self.postMessage(findNonce(data, 0, Number.MAX_SAFE_INTEGER));
