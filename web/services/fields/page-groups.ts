import type { Field } from '#contract/entities/field.ts';
import { sortFields } from '#contract/entities/field-list.ts';

export type PageGroups = ReadonlyMap<number, readonly Field[]>;

const sameFields = (a: readonly Field[], b: readonly Field[]): boolean => a.length === b.length && a.every((field, at) => field === b[at]);

/**
 * Groups fields by their page. A page on which nothing changed keeps the array it had, so that what shows it has
 * nothing to do: a document may have thousands of fields, of which one moves.
 */
export function pageGrouping(): (fields: readonly Field[]) => PageGroups {
  let known: PageGroups = new Map();
  return (fields) => {
    const groups = new Map<number, Field[]>();
    for (const field of fields) {
      const group = groups.get(field.page);
      if (group) group.push(field);
      else groups.set(field.page, [field]);
    }
    const merged = new Map<number, readonly Field[]>();
    for (const [page, group] of groups) {
      const before = known.get(page);
      merged.set(page, before && sameFields(before, group) ? before : group);
    }
    known = merged;
    return merged;
  };
}

const sorted = new WeakMap<readonly Field[], Field[]>();

/** The fields of a page in reading order, sorted on first use. */
export function inReadingOrder(group: readonly Field[]): Field[] {
  const known = sorted.get(group);
  if (known) return known;
  const fresh = sortFields(group);
  sorted.set(group, fresh);
  return fresh;
}
