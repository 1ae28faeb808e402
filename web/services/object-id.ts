/** A new id of an entity, made by the client so that a repeated request creates nothing twice. */
export const newObjectId = (): string => Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');
