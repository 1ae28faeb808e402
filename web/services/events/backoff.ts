import { timing } from '#contract/limits/timing.ts';

/**
 * How long to wait before the next try: 1 s, doubled each time, at most 16 times over, never beyond the
 * bound of document 3 §9; a fifth of chance keeps many browsers from coming back in the same moment.
 */
export const reconnectDelay = (tries: number, random = Math.random()): number => {
  const grown = timing.eventReconnectStart * 2 ** Math.min(tries, timing.eventReconnectGrowth);
  return Math.min(grown, timing.eventReconnectMaximum) * (0.9 + random * 0.2);
};
