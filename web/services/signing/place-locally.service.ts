import type { Tail } from '@countersign/core';
import type { PlaceField } from '#contract/entities/signature-anchor.ts';
import { withDocument } from '../engine/core/engine.service.ts';

/** Places fields as widgets; returns the bytes of the appended revision. Sends nothing. */
export function placeFields(file: Blob, fields: readonly PlaceField[], password?: string): Promise<Tail> {
  return withDocument(file, (document) => document.placeFields(fields), password);
}
