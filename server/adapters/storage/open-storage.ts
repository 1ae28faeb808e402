import { join } from 'node:path';
import type { Config } from '#server/app/config.ts';
import { FolderStorage } from './folder-storage.ts';
import { S3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';

/** Where this installation keeps its bodies: S3 where it is set, a folder otherwise. */
export const openStorage = ({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): Storage =>
  s3 === null ? new FolderStorage(join(dataDir, 'bodies')) : new S3Storage(s3, join(dataDir, 'lent'));
