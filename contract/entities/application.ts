/** Applications that act for a user, with client credentials and scopes (document 1 §3). */
import { z } from 'zod';
import { isoTime, objectId } from '#contract/entities/common.ts';
import { defaultScopes, scopes } from '#contract/permissions/scopes.ts';
import { lengths } from '#contract/limits/lengths.ts';

const name = z.string().trim().min(1).max(lengths.fullName);
const scopeList = z.array(z.enum(scopes)).min(1).max(scopes.length).transform((list) => [...new Set(list)]);

export const applicationCreate = z.object({ name, scopes: scopeList.default([...defaultScopes]) });
export type ApplicationCreate = z.output<typeof applicationCreate>;

export const applicationUpdate = z.object({
  name: name.optional(),
  scopes: scopeList.optional(),
  /** Issues a new secret. The old secret and its tokens become invalid at once. */
  renewSecret: z.boolean().default(false),
});
export type ApplicationUpdate = z.output<typeof applicationUpdate>;

export const application = z.object({
  id: objectId,
  name: z.string(),
  ownerId: objectId,
  scopes: z.array(z.enum(scopes)),
  clientId: z.string(),
  /** Only in the response that issued it. */
  clientSecret: z.string().nullable(),
  grantId: z.string(),
  lastUsedAt: isoTime.nullable(),
  createdAt: isoTime,
  updatedAt: isoTime,
});
export type Application = z.output<typeof application>;
