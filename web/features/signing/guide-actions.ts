import type { FieldRef } from './signing.slice.ts';
import type { Way } from './picture-ways.ts';

/** What leads through the places. */
export interface GuideActions {
  /** Shows a place; where one is at it already, what makes its picture. */
  readonly go: (place: FieldRef) => void;
  /** To the next place; past the last one, to signing. */
  readonly next: () => void;
  /** To the first place that must still be filled in or put right. */
  readonly openPlace: () => void;
  readonly askPicture: (place: FieldRef, way?: Way) => void;
  /** Leaves the places for the document. */
  readonly close: () => void;
}
