import { join } from 'node:path';
import type { KeyVault } from '#server/adapters/authority/key-vault.ts';
import type { Db } from '#server/platform/database/database.ts';
import type { Config } from '#server/platform/config.ts';
import { createBodyKeys, generationsOf } from './body-keys.ts';
import { EncryptedStorage } from './encrypted-storage.ts';
import { FolderStorage } from './folder-storage.ts';
import { S3Storage } from './s3-storage.ts';
import type { FormStorage, ObjectStorage } from './storage.ts';

/** Opens the configured storage, with objects in their stored form: S3 if configured, else a folder. */
export const openStorage = ({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): FormStorage =>
  s3 === null ? new FolderStorage(join(dataDir, 'bodies')) : new S3Storage(s3, lendingFolder(dataDir));

const lendingFolder = (dataDir: string): string => join(dataDir, 'lent');

/**
 * Opens the storage with objects in plaintext. If none was ever encrypted and none is to be, keys aren't looked up
 * at all.
 */
export async function openObjects(inner: FormStorage, db: Db, vault: KeyVault, { dataDir, encryptDocuments }: Pick<Config, 'dataDir' | 'encryptDocuments'>): Promise<ObjectStorage> {
  if (!encryptDocuments && (await generationsOf(db)).length === 0) return inner;
  return openEncrypted(inner, db, vault, { dataDir, encryptDocuments });
}

export async function openEncrypted(
  inner: FormStorage, db: Db, vault: KeyVault, { dataDir, encryptDocuments }: Pick<Config, 'dataDir' | 'encryptDocuments'>,
): Promise<EncryptedStorage> {
  const keys = createBodyKeys(db, vault);
  if (encryptDocuments) await keys.prepare();
  return new EncryptedStorage({ inner, keys, lendingFolder: lendingFolder(dataDir), encryptNew: encryptDocuments });
}
