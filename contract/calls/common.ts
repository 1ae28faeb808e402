/** Schemas shared by several calls. */
import { z } from 'zod';
import { objectId } from '#contract/entities/common.ts';
import { listCursor } from '#contract/entities/list-query.ts';

export const orgQuery = z.object({ orgId: objectId.optional() });

/** The header of every answer with the id under which the server's log tells of the request. */
export const traceHeader = 'x-trace-id';

/** Of lists that have one order by id. */
export const lastKey = objectId.nullable();

/** Lists are paged by 50. `exclusiveFrom` is the `lastKey` of the previous page. */
export const orderedPage = { exclusiveFrom: listCursor.optional() };
export const lastCursor = listCursor.nullable();
