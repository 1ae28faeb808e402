/** Finds in the plan of a statement what reads a whole table. */
import type pg from 'pg';
import type { CompiledQuery } from 'kysely';

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Index Name'?: string;
  'Index Cond'?: string;
  Plans?: Node[];
}

const hasNoPlan = (sql: string): boolean => /^(set|lock|savepoint|release) /.test(sql.trim()) || /^insert into "\w+" (\([^)]*\)|default) values/.test(sql.trim());

/** Returns the tables that the statement reads from end to end. `partial`: indexes that hold only the rows that they are read for. */
export async function scansOf(client: pg.ClientBase, { sql, parameters }: CompiledQuery, partial: ReadonlySet<string>): Promise<string[]> {
  if (hasNoPlan(sql)) return [];
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(`explain (format json) ${sql}`, [...parameters]);
  return rows.flatMap((row) => scansIn(row['QUERY PLAN'][0].Plan, partial));
}

/** An index that is read without a condition is read whole, unless only its first rows are wanted. */
function scansIn(node: Node, partial: ReadonlySet<string>, isLimited = false): string[] {
  const type = node['Node Type'];
  const index = node['Index Name'] ?? '';
  const isWholeIndex = /^Index|^Bitmap Index/.test(type) && node['Index Cond'] === undefined && !isLimited && !partial.has(index);
  const own = type === 'Seq Scan' || isWholeIndex ? [node['Relation Name'] ?? index] : [];
  // A sort or an aggregate reads all its rows before its first one.
  const below = type === 'Limit' || (isLimited && !/^(Sort|Hash|Aggregate|Materialize)$/.test(type));
  return [...own, ...(node.Plans ?? []).flatMap((each) => scansIn(each, partial, below))];
}
