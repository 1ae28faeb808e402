import { serveEngine } from '@countersign/core/custom-worker';

// The import instantiates the module with a top-level await. A static one would hold up the listener, and the first messages
// would be lost.
serveEngine(() => import('@countersign/core/module'));
