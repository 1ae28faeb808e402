/** Cursors of lists, as calls take and answer them. */
import type { ListSort } from '#contract/entities/list-query.ts';
import { counts } from '#contract/limits/counts.ts';
import { AppError } from '#server/platform/app-error.ts';
import type { Cursor, ListedRow } from '#server/repositories/list-order.ts';

/** Parses a cursor. One of another order is refused. */
export function readCursor(text: string | undefined, sort: ListSort): Cursor | undefined {
  if (text === undefined) return undefined;
  const [id = '', encoded = ''] = text.split('.');
  const key = Buffer.from(encoded, 'base64url').toString('utf8');
  const isValid = sort === 'name' ? !key.includes('\0') : /^\d{1,16}$/.test(key);
  if (!isValid) throw new AppError('request_validation_error', [{ path: 'query/exclusiveFrom', message: 'Not a page of a list in this order' }]);
  return { id, key };
}

const writeCursor = ({ id, key }: Cursor): string => `${id}.${Buffer.from(key, 'utf8').toString('base64url')}`;

/** Splits the rows that were read into a page and the cursor of the next one. */
export function pageOfRows(rows: readonly ListedRow[]): { ids: string[]; lastKey: string | null } {
  const page = rows.slice(0, counts.listPage);
  const last = page.at(-1);
  return { ids: page.map(({ id }) => id), lastKey: last && rows.length > page.length ? writeCursor(last) : null };
}
