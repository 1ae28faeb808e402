/**
 * Three-way merge. `base` is the last common state; `mine` and `theirs` are the edited versions. A change on one side
 * only is taken. Different changes on both sides are a clash, which `prefer` decides.
 */
export type Side = 'mine' | 'theirs';

export interface Merged<Value, Clash> {
  readonly value: Value;
  /** What both sides changed differently. */
  readonly clashes: readonly Clash[];
}

export interface ListRules<Item> {
  /** Identifies an entry across the lists. */
  keyOf(item: Item): string;
  isEqual(a: Item, b: Item): boolean;
}

/** The clash key for a changed order of a list. */
export const ORDER = 'order';

/** Deep equality of plain data; a missing property equals an undefined one. */
export function isSameData(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [a as Record<string, unknown>, b as Record<string, unknown>];
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].every((key) => isSameData(left[key], right[key]));
}

type Same<Value> = (a: Value, b: Value) => boolean;

/** Merges a value as a whole. */
export function mergeWhole<Value>(base: Value, mine: Value, theirs: Value, prefer: Side, isSame: Same<Value> = isSameData): Merged<Value, true> {
  if (isSame(mine, theirs) || isSame(mine, base)) return { value: theirs, clashes: [] };
  if (isSame(theirs, base)) return { value: mine, clashes: [] };
  return { value: prefer === 'mine' ? mine : theirs, clashes: [true] };
}

/** Merges a list entry by entry. The clashes are the keys of entries, and `ORDER`. */
export function mergeList<Item>(base: readonly Item[], mine: readonly Item[], theirs: readonly Item[], rules: ListRules<Item>, prefer: Side): Merged<Item[], string> {
  const [before, own, other] = [base, mine, theirs].map((list) => new Map(list.map((item) => [rules.keyOf(item), item]))) as [Map<string, Item>, Map<string, Item>, Map<string, Item>];
  const isSame = (a: Item | undefined, b: Item | undefined): boolean => (a === undefined || b === undefined ? a === b : rules.isEqual(a, b));
  const order = mergeOrder([...before.keys()], [...own.keys()], [...other.keys()], prefer);
  const clashes = [...order.clashes];
  const value: Item[] = [];
  for (const key of order.value) {
    const merged = mergeWhole(before.get(key), own.get(key), other.get(key), prefer, isSame);
    if (merged.clashes.length > 0) clashes.push(key);
    if (merged.value !== undefined) value.push(merged.value);
  }
  return { value, clashes };
}

/** Returns the keys of both lists, in the order of the side that changed it; new entries come last. */
function mergeOrder(base: readonly string[], mine: readonly string[], theirs: readonly string[], prefer: Side): Merged<string[], string> {
  const [own, other] = [new Set(mine), new Set(theirs)];
  const common = base.filter((key) => own.has(key) && other.has(key));
  const known = new Set(common);
  const inCommon = (keys: readonly string[]): string[] => keys.filter((key) => known.has(key));
  const { value: order, clashes } = mergeWhole(common, inCommon(mine), inCommon(theirs), prefer);
  const first = isSameData(order, inCommon(theirs)) ? theirs : mine;
  const second = first === theirs ? mine : theirs;
  return { value: [...new Set([...first, ...second])], clashes: clashes.map(() => ORDER) };
}
