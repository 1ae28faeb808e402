/** Numbers that look random and are the same for the same seed, so that a run can be repeated. */
export interface Chance {
  /** From `least` up to `most`. */
  between(least: number, most: number): number;
}

/** Mulberry32. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return { between: (least, most) => least + next() * (most - least) };
}
