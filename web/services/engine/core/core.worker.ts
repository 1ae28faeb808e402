import { serveEngine } from '@countersign/core/custom-worker';
import { PING, PONG } from './liveness.ts';

// Answered between computations only: silence shows that one does not end.
addEventListener('message', ({ data }) => {
  if (data === PING) postMessage(PONG);
});

// The import instantiates the module with a top-level await. A static one would hold up the listener, and the first messages
// would be lost.
serveEngine(() => import('@countersign/core/module'));
