import type { ProtectionOptions } from '../engine.ts';
import { EngineError } from '../errors.ts';

const permissions: Record<keyof NonNullable<ProtectionOptions['permissions']>, true> = {
  annots: true, assembleDocument: true, copy: true, fillForms: true, modifyContent: true, printDocument: true, printRepresentation: true,
};
const options: Record<keyof ProtectionOptions, true> = { user: true, owner: true, algorithm: true, encryptMetadata: true, permissions: true };

/** Throws `request_validation_error` for a name that would be ignored: what it was to deny would be allowed. */
export function assertKnownProtection(protection: ProtectionOptions): void {
  if (typeof protection !== 'object' || protection === null) throw new EngineError('request_validation_error', 'Passwords are given as { user, owner }');
  assertKnown('option', protection, options);
  assertKnown('permission', protection.permissions ?? {}, permissions);
}

function assertKnown(what: string, given: object, known: object): void {
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(known, name));
  if (unknown.length > 0) throw new EngineError('request_validation_error', `There is no ${what} ${unknown.join(', ')}; there are ${Object.keys(known).join(', ')}`, { unknown });
}
