/** What a list is about: somebody's personal things, or an organization's. */
import { sql, type RawBuilder } from 'kysely';

export interface Space {
  userId: string;
  /** `everything`: what all members made, not only one's own and what one was given. */
  organization: { id: string; everything: boolean } | null;
}

/** One's own things of a space, as a condition on a table with `owner_id` and `org_id`. */
export const ownedIn = ({ userId, organization }: Space, table: string): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  if (!organization) return sql<boolean>`(${column('owner_id')} = ${userId} and ${column('org_id')} is null)`;
  if (organization.everything) return sql<boolean>`(${column('org_id')} = ${organization.id})`;
  return sql<boolean>`(${column('owner_id')} = ${userId} and ${column('org_id')} = ${organization.id})`;
};

/** What somebody else gave is shown in the personal space wherever it was made, and in an organization if it was made there. */
export const givenIn = ({ organization }: Space, table: string): RawBuilder<boolean> =>
  organization ? sql<boolean>`${sql.ref(`${table}.org_id`)} = ${organization.id}` : sql<boolean>`true`;
