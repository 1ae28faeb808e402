/** Rows for the tables that the fill leaves empty, so that PostgreSQL plans with an index where there is one. */
import type pg from 'pg';

const count = 2000;

interface Column {
  table: string;
  column: string;
  type: string;
  /** What a check lets in, where it names the values. */
  allowed: string | null;
}

const valueOf: Readonly<Record<string, string>> = {
  'text': "'x' || n", 'integer': 'n', 'bigint': 'n', 'smallint': '1', 'numeric': 'n', 'double precision': 'n', 'boolean': 'n % 2 = 0', 'timestamp with time zone': "now() + (n - 20) * interval '1 hour'",
  'jsonb': "jsonb_build_object('files', '[]'::jsonb)", 'bytea': "sha256(convert_to('x' || n, 'utf8'))", 'text[]': "array['x' || n]", 'inet': "'::1'::inet",
};

/** Every value of a column differs, unless a check names the values. Other checks and foreign keys are not followed. */
export async function fillTheRest(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<Column>(`
    select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type,
      (select substring(pg_get_constraintdef(k.oid) from format('\\(\\(%s = ANY \\((ARRAY\\[[^]]+\\])', a.attname)) from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] limit 1) as allowed
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.reltuples < ${count / 2} and c.relname <> 'schema_migrations' and a.attidentity = '' and a.attgenerated = ''
    order by 1, a.attnum`);
  const { rows: checks } = await client.query<{ drop: string }>("select format('alter table %s drop constraint %I', conrelid::regclass, conname) as drop from pg_constraint where contype = 'c' and connamespace = 'public'::regnamespace");
  for (const { drop } of checks) await client.query(drop);
  await client.query('set session_replication_role = replica');
  for (const table of new Set(rows.map((row) => row.table))) {
    const columns = rows.filter((row) => row.table === table);
    const values = columns.map(({ type, allowed }) => (allowed === null ? valueOf[type] : `(${allowed})[1 + n % array_length(${allowed}, 1)]`) ?? `null::${type}`);
    await client.query(`insert into ${table} (${columns.map(({ column }) => `"${column}"`).join(', ')}) select ${values.join(', ')} from generate_series(1, ${count}) n on conflict do nothing`);
  }
  await client.query('reset session_replication_role; analyze');
}
