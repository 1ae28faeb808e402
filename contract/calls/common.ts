/** Schemas shared by several calls. */
import { z } from 'zod';
import { objectId } from '#contract/entities/common.ts';

export const orgQuery = z.object({ orgId: objectId.optional() });

/** Lists are paged by 50. `exclusiveFrom` is the `lastKey` of the previous page. */
export const listQuery = orgQuery.extend({ exclusiveFrom: objectId.optional() });
export const lastKey = objectId.nullable();
