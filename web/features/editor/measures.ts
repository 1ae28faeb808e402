/** Positions and sizes in millimetres for input fields. */
import type { Rect, Size } from '#web/entities/field/geometry.ts';
import { keepOnPage } from '#web/entities/field/geometry.ts';

const POINTS_PER_MILLIMETRE = 72 / 25.4;
/** Minimum size in millimetres, so that the field can still be found. */
const SMALLEST = 1;

export type Side = keyof Rect;

const lengthOf = (side: Side, paper: Size): number => (side === 'x' || side === 'width' ? paper.width : paper.height) / POINTS_PER_MILLIMETRE;

export const millimetresOf = (rect: Rect, side: Side, paper: Size): number => (rect[side] / 100) * lengthOf(side, paper);

/** Sets one side of a rectangle in millimetres and keeps it on the page. */
export function withMillimetres(rect: Rect, side: Side, millimetres: number, paper: Size): Rect {
  const least = side === 'width' || side === 'height' ? SMALLEST : 0;
  return keepOnPage({ ...rect, [side]: (Math.max(millimetres, least) / lengthOf(side, paper)) * 100 });
}

/** Parses a number in any language's notation; null if it is none. */
export function readNumber(text: string): number | null {
  const plain = text.normalize('NFKC').replace(/[\s'’]/gu, '').replace(/mm$|мм$|毫米$/iu, '').replace(',', '.');
  return /^-?\d*\.?\d+$/.test(plain) || /^-?\d+\.$/.test(plain) ? Number(plain) : null;
}
