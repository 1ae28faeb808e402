/**
 * Reads tables and sequences from the database's catalog, so that new tables are backed up without being listed
 * here.
 */
import type pg from 'pg';

export interface Table {
  schema: string;
  name: string;
  /** Without generated columns. */
  columns: string[];
}

/** The schemas of the product and of the job queue. */
const schemas = ['public', 'graphile_worker'];
/**
 * Excluded: migration records, which the migrations create, and short-lived data (rate counters, registered
 * workers).
 */
const leftOut = ['schema_migrations', 'rate_counters', 'migrations', 'job_workers'];

/** Returns the tables in order of their foreign keys, so that rows can be inserted in this order. */
export async function tablesOf(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(
    `select c.table_schema as schema, c.table_name as name, array_agg(c.column_name::text order by c.ordinal_position) as columns
     from information_schema.columns c
     join information_schema.tables t on t.table_schema = c.table_schema and t.table_name = c.table_name and t.table_type = 'BASE TABLE'
     where c.table_schema = any($1) and c.table_name <> all($2) and c.is_generated = 'NEVER'
     group by 1, 2 order by 1, 2`, [schemas, leftOut]);
  return inOrder(rows, await referencesOf(client));
}

interface Reference {
  from: string;
  to: string;
}

async function referencesOf(client: pg.ClientBase): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(
    `select n.nspname || '.' || t.relname as "from", fn.nspname || '.' || ft.relname as "to"
     from pg_constraint k join pg_class t on t.oid = k.conrelid join pg_namespace n on n.oid = t.relnamespace
     join pg_class ft on ft.oid = k.confrelid join pg_namespace fn on fn.oid = ft.relnamespace
     where k.contype = 'f' and n.nspname = any($1)`, [schemas]);
  return rows.filter(({ from, to }) => from !== to);
}

export const nameOf = ({ schema, name }: Pick<Table, 'schema' | 'name'>): string => `${schema}.${name}`;

function inOrder(tables: readonly Table[], references: readonly Reference[]): Table[] {
  const placed: Table[] = [];
  const isPlaced = (name: string): boolean => placed.some((table) => nameOf(table) === name);
  const isThere = (name: string): boolean => tables.some((table) => nameOf(table) === name);
  while (placed.length < tables.length) {
    const next = tables.find((table) => !isPlaced(nameOf(table))
      && references.every(({ from, to }) => from !== nameOf(table) || isPlaced(to) || !isThere(to)));
    if (!next) throw new Error('Tables refer to each other in a circle');
    placed.push(next);
  }
  return placed;
}

export interface Sequence {
  schema: string;
  name: string;
  value: string;
}

export async function sequencesOf(client: pg.ClientBase): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `select schemaname as schema, sequencename as name, last_value::text as value from pg_sequences
     where schemaname = any($1) and last_value is not null order by 1, 2`, [schemas]);
  return rows;
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const tableName = ({ schema, name }: Pick<Table, 'schema' | 'name'>): string => `${quoted(schema)}.${quoted(name)}`;
export const columnList = (columns: readonly string[]): string => columns.map(quoted).join(', ');
