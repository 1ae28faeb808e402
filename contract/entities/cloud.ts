/** Cloud sources to import documents from (document 1 §1: a cloud drive and two file-sharing sources). */
import { z } from 'zod';
import { isoTime } from '#contract/entities/common.ts';

export const cloudSources = ['google_drive', 'dropbox', 'onedrive'] as const;
export type CloudSourceId = (typeof cloudSources)[number];

export const cloudEntry = z.object({
  id: z.string(),
  name: z.string(),
  isFolder: z.boolean(),
  size: z.number().int().nullable(),
  modifiedAt: isoTime.nullable(),
});
export type CloudEntry = z.output<typeof cloudEntry>;
