import { createNodeEngine, createThreadEngine } from '@countersign/core/node';
import { engineSuite } from './engine-suite.ts';

engineSuite('inline engine in Node', createNodeEngine);
engineSuite('engine in a Node worker thread', async () => createThreadEngine({ callTimeLimit: 60_000 }));
