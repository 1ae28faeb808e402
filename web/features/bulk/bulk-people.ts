import { canonicalEmail, isEmail, isPersonName } from '#contract/entities/common.ts';
import type { BulkRecipient } from '#contract/entities/bulk.ts';
import type { Field } from '#contract/entities/field.ts';
import type { ListValueProblem, ListValues } from '#contract/entities/list-values.ts';
import { counts } from '#contract/limits/counts.ts';
import { splitName } from '#contract/person-names.ts';
import type { PersonProblem } from '#web/entities/people/person-draft.ts';
import type { CsvRow } from './csv.ts';
import { csvRows } from './csv.ts';
import { cellReader, columnsFor, noColumns, type FilledColumn, type ListColumns } from './list-columns.ts';

/** Why a person in the file is skipped. `too_many`: beyond the limit of one bulk. */
type RowProblem = Extract<PersonProblem, 'fields_empty' | 'email_validation' | 'names_validation' | 'match_recipient'> | 'too_many';

export interface BulkPerson extends BulkRecipient {
  readonly line: number;
  readonly problem: RowProblem | null;
  /** Values that don't fit their fields. */
  readonly wrongValues: readonly { readonly column: string; readonly problem: ListValueProblem }[];
}

/** Whether a request can be sent to the person. */
export const isSendable = ({ problem, wrongValues }: BulkPerson): boolean => problem === null && wrongValues.length === 0;

/** The people of a list, and what becomes of its columns. */
interface PeopleOfList {
  readonly people: readonly BulkPerson[];
  readonly columns: ListColumns;
}

type Column = 'email' | 'firstName' | 'lastName' | 'name';

/** Column headings in the product's languages and as exported by other programs. */
const headings: readonly [Column, RegExp][] = [
  ['email', /^(e-?mail|mail|correo|courriel|sähköposti|e-?posta|ел.*пошта|メール|电子邮件|邮箱|ηλ.*ταχ)/i],
  ['firstName', /^(first|given|fore|vor|nombre|prénom|etunimi|ad$|ad[ıi]$|ім.я|名$|名字|όνομα)/i],
  ['lastName', /^(last|family|sur|nach|familien|apellido|nom de famille|sukunimi|soyad|прізвище|姓|επών)/i],
  ['name', /^(full.?name|name|nom|nimi|氏名|姓名)/i],
];

const columnOf = (heading: string): Column | null => headings.find(([, pattern]) => pattern.test(heading))?.[0] ?? null;

/** Detects the columns: from the headings; without them, the first column with an e-mail address and the names beside it. */
function columnsOf(first: CsvRow | undefined): { columns: Partial<Record<Column, number>>; hasHeadings: boolean } {
  const cells = first?.cells ?? [];
  const at = cells.findIndex((cell) => isEmail(cell));
  if (at >= 0) {
    const others = cells.map((_, index) => index).filter((index) => index !== at);
    const [one, two] = others;
    if (two !== undefined) return { columns: { email: at, firstName: one ?? 0, lastName: two }, hasHeadings: false };
    return { columns: one === undefined ? { email: at } : { email: at, name: one }, hasHeadings: false };
  }
  const columns: Partial<Record<Column, number>> = {};
  for (const [index, cell] of cells.entries()) {
    const column = columnOf(cell);
    if (column && columns[column] === undefined) columns[column] = index;
  }
  return { columns, hasHeadings: Object.keys(columns).length > 0 };
}

const isName = (name: string | null): boolean => name === null || isPersonName(name);

function personOf({ line, cells }: CsvRow, columns: Partial<Record<Column, number>>, seen: Map<string, number>): BulkPerson {
  const cell = (column: Column): string => (columns[column] === undefined ? '' : (cells[columns[column]] ?? ''));
  const whole = splitName(cell('name'));
  const person = { line, email: cell('email'), firstName: cell('firstName') || whole.firstName, lastName: cell('lastName') || whole.lastName };
  return { ...person, problem: problemOf(person, seen), values: {}, wrongValues: [] };
}

function problemOf({ email, firstName, lastName, line }: Pick<BulkPerson, 'email' | 'firstName' | 'lastName' | 'line'>, seen: Map<string, number>): RowProblem | null {
  if (email === '') return 'fields_empty';
  if (!isEmail(email)) return 'email_validation';
  if (!isName(firstName) || !isName(lastName)) return 'names_validation';
  const key = canonicalEmail(email);
  if (seen.has(key)) return 'match_recipient';
  if (seen.size >= counts.bulkRecipients) return 'too_many';
  seen.set(key, line);
  return null;
}

/** Adds what the columns of a row fill in. An empty cell leaves the field as it is. */
function rowFiller(filled: readonly FilledColumn[]): (row: CsvRow, person: BulkPerson) => Promise<BulkPerson> {
  const read = cellReader();
  return async ({ cells }, person) => {
    const values: ListValues = {};
    const wrongValues: BulkPerson['wrongValues'][number][] = [];
    for (const column of filled) {
      const cell = cells[column.at] ?? '';
      const found = cell === '' ? null : await read(column, cell);
      if (found && 'value' in found) values[column.name] = found.value;
      else if (found) wrongValues.push({ column: column.name, problem: found.problem });
    }
    return filled.length === 0 ? person : { ...person, values, wrongValues };
  };
}

/** Rows per slice, small enough to keep the page responsive. */
const SLICE = 400;
const pause = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** Reads all people in a file, in slices. `without` holds the addresses of existing recipients, which count as duplicates. */
export async function readPeople(
  text: string,
  options: { without: readonly string[]; fields: readonly Field[]; signal: AbortSignal; onProgress: (share: number) => void },
): Promise<PeopleOfList> {
  const rows = csvRows(text);
  const first = rows.next();
  const { columns, hasHeadings } = columnsOf(first.value ?? undefined);
  const seen = new Map<string, number>();
  for (const email of options.without) seen.set(canonicalEmail(email), 0);
  const people: BulkPerson[] = [];
  const headings = hasHeadings ? (first.value?.cells ?? []) : [];
  const ofPerson = Object.values(columns);
  const list = options.fields.length === 0 ? noColumns : columnsFor(headings, options.fields, (at) => ofPerson.includes(at));
  const fill = rowFiller(list.filled);
  const lines = Math.max(1, text.length / 40);
  if (first.value && !hasHeadings) people.push(personOf(first.value, columns, seen));
  for (const row of rows) {
    people.push(await fill(row, personOf(row, columns, seen)));
    if (people.length % SLICE !== 0) continue;
    options.onProgress(Math.min(0.99, people.length / lines));
    await pause();
    options.signal.throwIfAborted();
  }
  return { people, columns: list };
}
