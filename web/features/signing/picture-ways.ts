import type { FillType } from '#contract/entities/field.ts';

/** What somebody made, and in which way. */
export interface MadePicture {
  readonly url: string;
  readonly fillType: FillType;
}

export const ways = ['draw', 'typeIn', 'upload', 'capture', 'smartphone'] as const satisfies readonly FillType[];
export type Way = (typeof ways)[number];
