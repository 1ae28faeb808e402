/** Pieces that several calls share. */
import { z } from 'zod';
import { objectId } from '#contract/entities/common.ts';

export const orgQuery = z.object({ orgId: objectId.optional() });

/** Lists come in pages of 50; `exclusiveFrom` is the `lastKey` of the page before. */
export const listQuery = orgQuery.extend({ exclusiveFrom: objectId.optional() });
export const lastKey = objectId.nullable();
