/** What the server asks of the document core, all of it in the same few threads. */
import type { Config } from '#server/app/config.ts';
import { createDocumentChecker } from './core-document-checker.ts';
import type { DocumentChecker } from './document-checker.ts';
import { createDocumentReader, type DocumentReader } from './document-reader.ts';
import { createEnginePool, type EnginePool } from './engine-pool.ts';

/** Two checks at once leave room for everything else a small machine does. */
const checks = { size: 2, memoryMegabytes: 512 };

export interface Documents {
  readonly checker: DocumentChecker;
  readonly reader: DocumentReader;
  readonly engines: EnginePool;
}

export function openDocuments({ limits }: Pick<Config, 'limits'>): Documents {
  const engines = createEnginePool({ ...checks, callTimeLimit: limits.checkTime });
  return { checker: createDocumentChecker(engines), reader: createDocumentReader(engines), engines };
}
