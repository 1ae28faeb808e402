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
  return hasNoPlan(sql) ? [] : scansInPlan(client, `explain (format json) ${sql}`, [...parameters], partial);
}

/** The same of the plan for any parameters, which named statements may get (`named-statements.ts`). */
export async function scansForAny(client: pg.ClientBase, { sql }: CompiledQuery, partial: ReadonlySet<string>): Promise<string[]> {
  return hasNoPlan(sql) ? [] : scansInPlan(client, `explain (format json, generic_plan) ${sql}`, undefined, partial);
}

async function scansInPlan(client: pg.ClientBase, explain: string, parameters: unknown[] | undefined, partial: ReadonlySet<string>): Promise<string[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(explain, parameters);
  return rows.flatMap((row) => scansIn(row['QUERY PLAN'][0].Plan, partial));
}

/** Returns the indexes whose matches the statement collects, all of them, before it sorts the first rows. */
export async function collectedIndexesOf(client: pg.ClientBase, { sql, parameters }: CompiledQuery): Promise<string[]> {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(`explain (format json) ${sql}`, [...parameters]);
  return rows.flatMap((row) => collectedIn(row['QUERY PLAN'][0].Plan));
}

function collectedIn(node: Node, isSorted = false): string[] {
  const type = node['Node Type'];
  const isWhole = type === 'Bitmap Index Scan' || (isSorted && type.startsWith('Index'));
  // Below a limit only its first rows are sorted.
  const below = type !== 'Limit' && (isSorted || type.endsWith('Sort'));
  return [...(isWhole ? [node['Index Name'] ?? ''] : []), ...(node.Plans ?? []).flatMap((each) => collectedIn(each, below))];
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
