import { sql, type RawBuilder } from 'kysely';

/** One of these keys, as one array: the statement is the same however many there are (`prepared-reads.ts`). */
export const anyOf = (keys: readonly string[]): RawBuilder<string> => sql<string>`any(${keys}::text[])`;
