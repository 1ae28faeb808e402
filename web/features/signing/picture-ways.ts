import type { FillType } from '#contract/entities/field.ts';

/** A finished picture, and how it was made. */
export interface MadePicture {
  readonly url: string;
  readonly fillType: FillType;
}

export const ways = ['draw', 'typeIn', 'upload', 'capture', 'smartphone'] as const satisfies readonly FillType[];
export type Way = (typeof ways)[number];
