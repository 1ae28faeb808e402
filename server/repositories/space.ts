/** What a list is about: somebody's personal things, or an organization's. */
import { sql, type RawBuilder } from 'kysely';

export interface Space {
  userId: string;
  /** `everything`: what all members made, not only one's own and what one was given. */
  organization: { id: string; everything: boolean } | null;
  /** Organizations of which nothing is listed that only a member sees. */
  shutOut: readonly string[];
}

/** One's own things of a space, as a condition on a table with `owner_id` and `org_id`. */
export const ownedIn = ({ userId, organization }: Space, table: string): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  if (!organization) return sql<boolean>`(${column('owner_id')} = ${userId} and ${column('org_id')} is null)`;
  if (organization.everything) return sql<boolean>`(${column('org_id')} = ${organization.id})`;
  return sql<boolean>`(${column('owner_id')} = ${userId} and ${column('org_id')} = ${organization.id})`;
};

/** What is shared counts where it was not made in an organization that shuts the person out. */
export const openIn = ({ shutOut }: Pick<Space, 'shutOut'>, table: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${table}.org_id`)} = any(${shutOut}::text[])) is not true`;

/** What somebody else gave is shown in the personal space wherever it was made, and in an organization if it was made there. */
export const givenIn = ({ organization }: Space, table: string): RawBuilder<boolean> =>
  organization ? sql<boolean>`${sql.ref(`${table}.org_id`)} = ${organization.id}` : sql<boolean>`true`;
