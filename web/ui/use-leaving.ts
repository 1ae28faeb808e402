import { useEffect, useState } from 'react';
import { timing } from '#contract/limits/timing.ts';

/** When more go at once, another list is shown. */
const MOST = 3;

const none: ReadonlySet<string> = new Set();

interface Shown<Item> {
  readonly items: readonly Item[];
  /** The items, and among them those that have just gone. */
  readonly shown: readonly Item[];
  readonly leaving: ReadonlySet<string>;
}

const mayMove = (): boolean => !window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** The keys that have gone, if that is all that changed. */
function goneFrom(before: readonly string[], after: readonly string[]): ReadonlySet<string> {
  const left = new Set(after);
  const gone = before.filter((key) => !left.has(key));
  return gone.length > 0 && gone.length <= MOST && before.length - gone.length === after.length ? new Set(gone) : none;
}

function nextShown<Item>(state: Shown<Item>, items: readonly Item[], keyOf: (item: Item) => string): Shown<Item> {
  const gone = mayMove() ? goneFrom(state.shown.map(keyOf), items.map(keyOf)) : none;
  if (gone.size === 0) return { items, shown: items, leaving: none };
  const current = new Map(items.map((item) => [keyOf(item), item]));
  const isSame = gone.size === state.leaving.size && [...gone].every((key) => state.leaving.has(key));
  return { items, shown: state.shown.map((item) => current.get(keyOf(item)) ?? item), leaving: isSame ? state.leaving : gone };
}

/** Items that are removed from a list stay for a moment, in which they fade (document 3 §9). Not for people who want no motion. */
export function useLeaving<Item>(items: readonly Item[], keyOf: (item: Item) => string): Pick<Shown<Item>, 'shown' | 'leaving'> {
  const [state, setState] = useState<Shown<Item>>({ items, shown: items, leaving: none });
  const next = state.items === items ? state : nextShown(state, items, keyOf);
  if (next !== state) setState(next);
  useEffect(() => {
    if (next.leaving.size === 0) return undefined;
    const timer = setTimeout(() => setState((now) => ({ ...now, shown: now.items, leaving: none })), timing.itemAnimationDelay);
    return () => clearTimeout(timer);
  }, [next.leaving]);
  return next;
}
