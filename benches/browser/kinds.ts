import type { Passed } from './slow-network.ts';

/** Kinds of what comes over the network, by the type that the server names. */
const types = {
  page: /html/,
  script: /javascript/,
  style: /css/,
  wasm: /wasm/,
  font: /font/,
  call: /json/,
  document: /pdf|octet-stream/,
} as const;

export type Kind = keyof typeof types | 'other';
export const kinds: readonly Kind[] = [...(Object.keys(types) as (keyof typeof types)[]), 'other'];

export const kindOf = ({ type }: Pick<Passed, 'path' | 'type'>): Kind => kinds.find((kind) => kind !== 'other' && types[kind].test(type)) ?? 'other';

export interface Tally {
  readonly requests: number;
  readonly kilobytes: number;
  readonly of: Readonly<Record<Kind, number>>;
}

/** How much came, of each kind, with the heads of the answers. */
export function tally(came: readonly Pick<Passed, 'path' | 'type' | 'bytes'>[]): Tally {
  const of = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<Kind, number>;
  for (const each of came) of[kindOf(each)] += each.bytes / 1000;
  return { requests: came.length, kilobytes: Object.values(of).reduce((sum, each) => sum + each, 0), of };
}
