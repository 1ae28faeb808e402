import type { Field } from '#contract/entities/field.ts';
import { readCached, writeCached } from '../../storage/database.ts';

/** Proposals that nobody has decided on yet: they are there again when the editor is opened anew on this device. */
export interface KeptProposals {
  readonly fields: readonly Field[];
}

const VISITOR = 'visitor';
const nameOf = (fileId: string): string => `proposals/${fileId}`;

export const readProposals = async (userId: string | null, fileId: string): Promise<KeptProposals | undefined> =>
  (await readCached(userId ?? VISITOR, nameOf(fileId)))?.value as KeptProposals | undefined;

export const keepProposals = (userId: string | null, fileId: string, fields: readonly Field[]): Promise<void> =>
  writeCached(userId ?? VISITOR, nameOf(fileId), { fields } satisfies KeptProposals);
