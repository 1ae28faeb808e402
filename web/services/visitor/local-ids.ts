import { newObjectId } from '../object-id.ts';

const LOCAL = 'local-';

/** Ids differ in form from those of the server, so that an address shows where the document is. */
export const newLocalId = (): string => `${LOCAL}${newObjectId()}`;

export const isLocalId = (id: string): boolean => id.startsWith(LOCAL);

/**
 * The id that it gets in the account. It is known beforehand, so that a repeated upload creates nothing twice. Earlier versions
 * used UUIDs, whose first digits are as good.
 */
export const accountIdOf = (localId: string): string => localId.slice(LOCAL.length).replaceAll('-', '').slice(0, 24);
