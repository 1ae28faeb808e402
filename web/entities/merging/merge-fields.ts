import type { Field } from '#contract/entities/field.ts';
import { normaliseField } from '#contract/entities/field-rules.ts';
import type { ListRules, Merged, Side } from './three-way.ts';
import { isSameData, mergeList } from './three-way.ts';

const rounded = (value: number): number => Math.round(value * 10_000) / 10_000;

/** Normalises a field to its stored form, so that a drawn and a fetched field compare equal. */
function stored(field: Field): Field {
  const { rect: { x, y, width, height } } = field;
  return normaliseField({ ...field, mode: 'normal', rect: { x: rounded(x), y: rounded(y), width: rounded(width), height: rounded(height) } });
}

/** Whether both fields have the same stored form. */
export const isSameField = (a: Field | undefined, b: Field): boolean => a === b || (a !== undefined && isSameData(stored(a), stored(b)));

const rules: ListRules<Field> = { keyOf: ({ id }) => id, isEqual: isSameField };

/** Merges the fields of a file that two people edited. */
export const mergeFields = (base: readonly Field[], mine: readonly Field[], theirs: readonly Field[], prefer: Side): Merged<Field[], string> =>
  mergeList(base, mine, theirs, rules, prefer);

/** Whether two lists hold the same fields, in any order. */
export function areSameFields(a: readonly Field[], b: readonly Field[]): boolean {
  if (a === b) return true;
  const known = new Map(b.map((field) => [field.id, field]));
  return a.length === b.length && a.every((field) => {
    const other = known.get(field.id);
    return other !== undefined && isSameField(field, other);
  });
}

/** Counts of changed fields on one page. */
interface PageChanges {
  readonly page: number;
  readonly added: number;
  readonly moved: number;
  readonly changed: number;
  readonly removed: number;
}

/** Returns the differences between two lists of fields, page by page. */
export function fieldChanges(base: readonly Field[], now: readonly Field[]): PageChanges[] {
  const [before, after] = [new Map(base.map((field) => [field.id, field])), new Map(now.map((field) => [field.id, field]))];
  const pages = new Map<number, PageChanges>();
  const count = (page: number, kind: Exclude<keyof PageChanges, 'page'>): void => {
    const known = pages.get(page) ?? { page, added: 0, moved: 0, changed: 0, removed: 0 };
    pages.set(page, { ...known, [kind]: known[kind] + 1 });
  };
  for (const field of now) {
    const old = before.get(field.id);
    if (!old) count(field.page, 'added');
    else if (!isSameField(old, field)) count(field.page, isSameField({ ...old, rect: field.rect, page: field.page }, field) ? 'moved' : 'changed');
  }
  for (const field of base) if (!after.has(field.id)) count(field.page, 'removed');
  return [...pages.values()].sort((a, b) => a.page - b.page);
}
