/** The services of the installation, each made of the few parts it needs. */
import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { createDocumentChecker } from '#server/adapters/core/core-document-checker.ts';
import { createEnginePool } from '#server/adapters/core/engine-pool.ts';
import { createAddresses } from '#server/adapters/storage/addresses.ts';
import { FolderStorage } from '#server/adapters/storage/folder-storage.ts';
import type { Foundation } from '#server/app/foundation.ts';
import { createFilesService, onFileUpdateStored } from '#server/services/files.service.ts';
import { createLifecycleService } from '#server/services/lifecycle.service.ts';
import { createMediaService, onMediaUpdateStored } from '#server/services/media.service.ts';
import { createProfileService } from '#server/services/profile.service.ts';
import { createSigningService } from '#server/services/signing.service.ts';
import { createStartingService } from '#server/services/starting.service.ts';
import { createTransactionsService } from '#server/services/transactions.service.ts';
import { createUploadsService } from '#server/services/uploads.service.ts';

/** Two checks at once leave room for everything else a small machine does. */
const checks = { size: 2, callTimeLimit: 60_000, memoryMegabytes: 512 };

export type Services = Awaited<ReturnType<typeof createServices>>;

export async function createServices({ db, config, vault, authority }: Foundation) {
  const storage = new FolderStorage(join(config.dataDir, 'bodies'));
  const addresses = createAddresses(config.appUrl, await vault.findOrCreate('storage_addresses', async () => randomBytes(32)));
  const checker = createDocumentChecker(createEnginePool(checks));
  const onStored = { file_update: onFileUpdateStored, media_update: onMediaUpdateStored };
  const uploads = createUploadsService({ db, storage, addresses, config, onStored });
  return {
    uploads,
    files: createFilesService({ db, uploads }),
    transactions: createTransactionsService({ db }),
    starting: createStartingService({ db, storage, checker, config }),
    signing: createSigningService({ db, storage, checker, uploads, config, root: authority.rootCertificate() }),
    lifecycle: createLifecycleService({ db, config }),
    media: createMediaService({ db, uploads, config }),
    profile: createProfileService({ db, uploads }),
    close: () => checker.close(),
  };
}
