import { sql, type RawBuilder } from 'kysely';

/**
 * SQL condition for one of these keys, passed as a single array, so that the statement's text doesn't depend on
 * their number (`prepared-reads.ts`).
 */
export const anyOf = (keys: readonly string[]): RawBuilder<string> => sql<string>`any(${keys}::text[])`;
