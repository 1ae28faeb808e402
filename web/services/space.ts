/**
 * In whose name calls are made: the person's own (null), or an organization's. Calls that know `orgId` get it by
 * themselves; a query that names `orgId` has the last word, also with `undefined`.
 */
import type { CallDefinition } from '#contract/calls/define.ts';

const STORAGE_KEY = 'countersign.space';

let space: string | null = null;

export const currentSpace = (): string | null => space;

interface StoredSpace {
  userId: string;
  orgId: string;
}

const parse = (text: string | null): Partial<StoredSpace> => {
  try {
    return text ? (JSON.parse(text) as Partial<StoredSpace>) : {};
  } catch {
    return {};
  }
};

/** The space this person used last in this browser. */
export const storedSpace = (userId: string): string | null => {
  const stored = parse(localStorage.getItem(STORAGE_KEY));
  return stored.userId === userId ? (stored.orgId ?? null) : null;
};

export const enterSpace = (userId: string | null, orgId: string | null): void => {
  space = orgId;
  if (userId && orgId) localStorage.setItem(STORAGE_KEY, JSON.stringify({ userId, orgId } satisfies StoredSpace));
  else localStorage.removeItem(STORAGE_KEY);
};

/** The query of a call, with `orgId` of the current space. */
export const inSpace = (definition: Pick<CallDefinition, 'query'>, query: object | undefined): object | undefined => {
  const takesSpace = definition.query !== undefined && 'orgId' in definition.query.shape;
  if (space === null || !takesSpace || (query && 'orgId' in query)) return query;
  return { ...query, orgId: space };
};
