/**
 * Migrations of large tables while the product runs: they build or drop indexes, or fill new tables by a procedure that commits
 * portions. They can't be in a database transaction, so each statement must be one that can be done again: an index that is there
 * is kept, and one that a crash left half built is built anew; a procedure writes what is missing. The first line of such a
 * migration states it.
 */
import type pg from 'pg';

const firstLine = /^-- runs outside a transaction\b/;
const form = /^(?:create (?:unique )?index concurrently (?<created>[a-z_]+) on [^;]+|drop index concurrently if exists (?<dropped>[a-z_]+)|call fill_[a-z_]+\((?:'[^']*'(?:, '[^']*')*)?\))$/;
/**
 * A node of a version that waits for the migrations' lock in a statement of its own is what the index waits for; PostgreSQL ends
 * one of the two.
 */
const deadlock = '40P01';
const mostAttempts = 5;

export const isOutsideTransaction = (text: string): boolean => firstLine.test(text);

/** Returns the statements of such a migration. Throws for a statement that can't be done again. */
export function statementsOf(name: string, text: string): string[] {
  const statements = text.replace(/^\s*--.*$/gm, '').split(';').map((each) => each.trim()).filter((each) => each !== '');
  const other = statements.find((each) => !form.test(each));
  if (other !== undefined) throw new Error(`Migration ${name} runs outside a transaction, and may only create or drop indexes concurrently, or call a procedure that fills a table: ${other}`);
  return statements;
}

export async function runStatement(client: pg.ClientBase, statement: string, attempt = 1): Promise<void> {
  const index = form.exec(statement)?.groups?.created;
  if (index !== undefined && (await isBuilt(client, index))) return;
  try {
    await client.query(statement);
  } catch (error) {
    if ((error as { code?: string }).code !== deadlock || attempt === mostAttempts) throw error;
    await runStatement(client, statement, attempt + 1);
  }
}

/** Drops an index that was left half built. */
async function isBuilt(client: pg.ClientBase, index: string): Promise<boolean> {
  const { rows: [row] } = await client.query<{ valid: boolean }>('select indisvalid as valid from pg_index where indexrelid = to_regclass($1)', [index]);
  if (row?.valid === false) await client.query(`drop index concurrently ${index}`);
  return row?.valid === true;
}
