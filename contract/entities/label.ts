/** Folders and tags of a space: of a person, or of an organization. The same ones serve all of its lists. */
import { z } from 'zod';
import { isoTime, objectId } from '#contract/entities/common.ts';
import { lengths } from '#contract/limits/lengths.ts';

export const labelKinds = ['folder', 'tag'] as const;
export type LabelKind = (typeof labelKinds)[number];

export const labelName = z.string().trim().min(1).max(lengths.label);
export const label = z.object({
  id: objectId,
  kind: z.enum(labelKinds),
  name: z.string(),
  /** Whether the caller may rename and delete it. */
  isEditable: z.boolean(),
  createdAt: isoTime,
});
export type Label = z.output<typeof label>;

/** The labels of an entry in the caller's list. Only lists name them. */
export const labelsOfEntry = { folderId: objectId.nullable().optional(), tagIds: z.array(objectId).optional() };
