import type { FieldRef } from './signing.slice.ts';
import type { Way } from './picture-ways.ts';

/** Navigation between the fields. */
export interface GuideActions {
  /** Shows a field. If it is already the current one, opens its picture dialog. */
  readonly go: (place: FieldRef) => void;
  /** Goes to the next field; after the last one, to signing. */
  readonly next: () => void;
  /** Goes to the first field that must be filled or corrected. */
  readonly openPlace: () => void;
  readonly askPicture: (place: FieldRef, way?: Way) => void;
  /** Leaves the fields and shows the document. */
  readonly close: () => void;
}
