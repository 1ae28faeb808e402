import type { Field } from '#contract/entities/field.ts';
import { readCached, writeCached } from '../../storage/database.ts';

/** Undecided proposals of a file, stored in this browser until the editor opens again. */
interface StoredProposals {
  readonly fields: readonly Field[];
}

const VISITOR = 'visitor';
const nameOf = (fileId: string): string => `proposals/${fileId}`;

export const readProposals = async (userId: string | null, fileId: string): Promise<StoredProposals | undefined> =>
  (await readCached(userId ?? VISITOR, nameOf(fileId)))?.value as StoredProposals | undefined;

export const storeProposals = (userId: string | null, fileId: string, fields: readonly Field[]): Promise<void> =>
  writeCached(userId ?? VISITOR, nameOf(fileId), { fields } satisfies StoredProposals);
