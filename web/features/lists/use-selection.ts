import { useCallback, useMemo, useRef, useState } from 'react';

export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** Adds or takes away one; with `through`, all up to the one that was chosen last. */
  readonly toggle: (id: string, through: boolean) => void;
  readonly all: () => void;
  readonly clear: () => void;
}

/** The ids between two of a list, both included, in either direction. */
export function between(order: readonly string[], one: string, other: string): string[] {
  const [first, last] = [order.indexOf(one), order.indexOf(other)].sort((a, b) => a - b);
  return first === undefined || first < 0 ? [other] : order.slice(first, (last ?? first) + 1);
}

/** Which rows of a list are chosen. What a filter or a search hides is not chosen any more. */
export function useSelection(order: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string | null>(null);
  const latest = useRef(order);
  latest.current = order;
  const ids = useMemo(() => {
    const there = new Set(order);
    return new Set([...chosen].filter((id) => there.has(id)));
  }, [order, chosen]);
  const toggle = useCallback((id: string, through: boolean): void => {
    const start = last.current;
    last.current = id;
    setChosen((old) => {
      const next = new Set(old);
      if (through && start) for (const each of between(latest.current, start, id)) next.add(each);
      else if (!next.delete(id)) next.add(id);
      return next;
    });
  }, []);
  const all = useCallback((): void => setChosen(new Set(latest.current)), []);
  const clear = useCallback((): void => setChosen(new Set()), []);
  return { ids, toggle, all, clear };
}
