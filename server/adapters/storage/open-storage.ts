import { join } from 'node:path';
import type { KeyVault } from '#server/adapters/authority/key-vault.ts';
import type { Db } from '#server/adapters/database/database.ts';
import type { Config } from '#server/app/config.ts';
import { createBodyKeys, generationsOf } from './body-keys.ts';
import { EncryptedStorage } from './encrypted-storage.ts';
import { FolderStorage } from './folder-storage.ts';
import { S3Storage } from './s3-storage.ts';
import type { FormStorage, Storage } from './storage.ts';

/** Where this installation keeps its bodies, as they lie there: S3 where it is set, a folder otherwise. */
export const openStorage = ({ s3, dataDir }: Pick<Config, 's3' | 'dataDir'>): FormStorage =>
  s3 === null ? new FolderStorage(join(dataDir, 'bodies')) : new S3Storage(s3, lendingFolder(dataDir));

const lendingFolder = (dataDir: string): string => join(dataDir, 'lent');

/** Bodies as they were written. Where none was ever encrypted, and none is to be, nothing asks for keys. */
export async function openBodies(inner: FormStorage, db: Db, vault: KeyVault, { dataDir, encryptDocuments }: Pick<Config, 'dataDir' | 'encryptDocuments'>): Promise<Storage> {
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
