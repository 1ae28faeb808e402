import type { Tail } from '@countersign/core';
import type { PlaceField } from '#contract/entities/signature-anchor.ts';
import { withDocument } from '../engine/core/engine.service.ts';

/** The fields as widgets, in bytes to append; nothing is sent anywhere. */
export function placeFields(file: Blob, fields: readonly PlaceField[], password?: string): Promise<Tail> {
  return withDocument(file, (document) => document.placeFields(fields), password);
}
