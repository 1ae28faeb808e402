import { useCallback, useMemo, useRef, useState } from 'react';

export interface Selection {
  readonly ids: ReadonlySet<string>;
  /** Toggles one row; with `through`, selects the range from the last selected one. */
  readonly toggle: (id: string, through: boolean) => void;
  readonly all: () => void;
  readonly clear: () => void;
}

/** Returns the ids between two entries, inclusive, in either direction. */
export function between(order: readonly string[], one: string, other: string): string[] {
  const [first, last] = [order.indexOf(one), order.indexOf(other)].sort((a, b) => a - b);
  return first === undefined || first < 0 ? [other] : order.slice(first, (last ?? first) + 1);
}

/** Selected rows of a list. Rows hidden by a filter or search lose their selection. */
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
