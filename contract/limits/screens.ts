/** Measures of rendering and screens. Times are in milliseconds. */
import { second } from './time-units.ts';

export const rendering = {
  thumbnailWidth: 200,
  detectionWidth: 1000,
  timeLimit: 10 * second,
} as const;
export const avatars = { small: 30, medium: 35, large: 40, maximum: 60, colours: 12 } as const;
export const bottomSheet = { closeSwipe: 150, closeShare: 0.7 } as const;
