/** The scope of a list: a person's own resources, or an organization's. */
import { sql, type RawBuilder } from 'kysely';

export interface Space {
  userId: string;
  /** `everything`: the resources of all members, not only the person's own and those shared with them. */
  organization: { id: string; everything: boolean } | null;
  /** Organizations whose members-only resources are hidden from this person. */
  closedOrgIds: readonly string[];
}

/** SQL condition for the resources that a space owns, on a table with `owner_id` and `org_id`. */
export const ownedIn = ({ userId, organization }: Space, table: string): RawBuilder<boolean> => {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  if (!organization) return sql<boolean>`(${column('owner_id')} = ${userId} and ${column('org_id')} is null)`;
  if (organization.everything) return sql<boolean>`(${column('org_id')} = ${organization.id})`;
  return sql<boolean>`(${column('owner_id')} = ${userId} and ${column('org_id')} = ${organization.id})`;
};

/** SQL condition that excludes shared resources of organizations that are closed to the person. */
export const notClosedIn = ({ closedOrgIds }: Pick<Space, 'closedOrgIds'>, table: string): RawBuilder<boolean> =>
  sql<boolean>`(${sql.ref(`${table}.org_id`)} = any(${closedOrgIds}::text[])) is not true`;

/** SQL condition for shared resources: the personal space lists them all, an organization those made in it. */
export const sharedIn = ({ organization }: Space, table: string): RawBuilder<boolean> =>
  organization ? sql<boolean>`${sql.ref(`${table}.org_id`)} = ${organization.id}` : sql<boolean>`true`;
