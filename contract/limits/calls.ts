/** Limits of calls: time, size and shape of bodies, fetching of addresses. Times are in milliseconds. */
import { second } from './time-units.ts';

export const callTimeouts = {
  ordinary: 180 * second,
  bulk: 240 * second,
  short: 30 * second,
} as const;

/** Limits of JSON request bodies. A call that accepts more sets `maxBody`. */
export const requestBodies = {
  /** Bytes. */
  ordinary: 262_144,
  /** For thousands of fields with images among their values. */
  fields: 8_388_608,
  /** For the recipients of a bulk send. */
  people: 8_388_608,
  depth: 32,
  /** Elements of one array or object, and values in total. */
  elements: 10_000,
  values: 500_000,
  /** Bytes of larger-than-ordinary bodies per user and minute. */
  perMinute: 67_108_864,
} as const;

export const fetching = { timeLimit: 30 * second, redirects: 5 } as const;
