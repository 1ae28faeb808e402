import type { Field } from '#contract/entities/field.ts';
import { columnKey, columnNameOf, isFilledByList, type ListValue, type ListValueProblem } from '#contract/entities/list-values.ts';
import { isoDateOf } from '#contract/entities/dates.ts';
import { formatDate } from '#contract/entities/field-list.ts';
import { writtenNumber } from '#web/services/engine/core/rules.service.ts';
import { checkListValue } from '#web/services/engine/core/list-value.service.ts';

/** A column of a list that fills fields. */
export interface FilledColumn {
  /** The name of the fields. */
  readonly name: string;
  readonly at: number;
  readonly fields: readonly Field[];
}

/** What becomes of the columns of a list. */
export interface ListColumns {
  readonly filled: readonly FilledColumn[];
  /** Headings that no field and no property of a person has. */
  readonly unknown: readonly string[];
  /** Names of fields that no column fills. */
  readonly missing: readonly string[];
}

export const noColumns: ListColumns = { filled: [], unknown: [], missing: [] };

/** The fields that a list can fill, by name. */
export function fillableByName(fields: readonly Field[]): Map<string, Field[]> {
  const found = new Map<string, Field[]>();
  for (const field of fields.filter(isFilledByList)) {
    const key = columnKey(columnNameOf(field));
    found.set(key, [...(found.get(key) ?? []), field]);
  }
  return found;
}

const nameOf = (fields: readonly Field[]): string => (fields[0] ? columnNameOf(fields[0]) : '');

/** Finds the field of each heading. `isOfPerson`: whether a column is a name or an address, which may fill fields too. */
export function columnsFor(headings: readonly string[], fields: readonly Field[], isOfPerson: (at: number) => boolean): ListColumns {
  const fillable = fillableByName(fields);
  const filled = headings.flatMap((heading, at) => {
    const own = fillable.get(columnKey(heading));
    return own ? [{ name: nameOf(own), at, fields: own }] : [];
  });
  const named = new Set(filled.map(({ at }) => at));
  const keys = new Set(filled.map(({ name }) => columnKey(name)));
  return {
    filled,
    unknown: headings.filter((heading, at) => heading !== '' && !named.has(at) && !isOfPerson(at)),
    missing: [...fillable].filter(([key]) => !keys.has(key)).map(([, own]) => nameOf(own)),
  };
}

const ticked = ['1', 'x', '✓', '✔', 'yes', 'true', 'ja', 'sí', 'si', 'oui', 'kyllä', 'ναι', 'はい', 'evet', 'так', '是'];
const unticked = ['0', '-', 'no', 'false', 'nein', 'non', 'ei', 'όχι', 'いいえ', 'hayır', 'ні', '否'];

/** Reads a cell as its field has it: a tick, a day in the format of the field, a number as its format writes it. */
async function valueOf({ type, dateFormat, rules }: Field, cell: string): Promise<ListValue> {
  if (type === 'checkmark') {
    const word = cell.toLowerCase();
    return ticked.includes(word) ? true : unticked.includes(word) ? false : cell;
  }
  if (type === 'date') {
    const iso = isoDateOf(cell, 'YYYY-MM-DD');
    const [year = 0, month = 1, day = 1] = (iso ?? '').split('-').map(Number);
    return iso === null ? cell : formatDate(new Date(year, month - 1, day, 12), dateFormat);
  }
  return rules?.number ? writtenNumber(rules.number, cell) : cell;
}

/** A value that fits all fields of its column, or why it does not. */
type ReadValue = { readonly value: ListValue } | { readonly problem: ListValueProblem };

async function readNew({ fields }: FilledColumn, cell: string): Promise<ReadValue> {
  const [first] = fields;
  const value = first ? await valueOf(first, cell) : cell;
  for (const field of fields) {
    const problem = await checkListValue(field, value);
    if (problem) return { problem };
  }
  return { value };
}

/** Reads the cells of columns. Values repeat in a list: each is read once. */
export function cellReader(): (column: FilledColumn, cell: string) => Promise<ReadValue> {
  const known = new Map<string, Promise<ReadValue>>();
  return (column, cell) => {
    const key = `${column.at}/${cell}`;
    const found = known.get(key) ?? readNew(column, cell);
    known.set(key, found);
    return found;
  };
}
