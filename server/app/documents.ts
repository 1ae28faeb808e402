/** Access to the document core, with one pool of worker threads for everything. */
import type { Config } from '#server/platform/config.ts';
import { createDocumentChecker } from '#server/services/documents/core-document-checker.ts';
import type { DocumentChecker } from '#server/services/documents/document-checker.ts';
import { createDocumentReader, type DocumentReader } from '#server/adapters/core/document-reader.ts';
import { createEnginePool, type EnginePool } from '#server/adapters/core/engine-pool.ts';

/** Two concurrent checks leave enough of a small machine for other work. */
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
