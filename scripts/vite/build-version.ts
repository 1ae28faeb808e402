import { createHash } from 'node:crypto';

/** The version of the app: the names of all its code, which hold their hashes. */
export const versionOf = (bundle: object): string => {
  const names = Object.keys(bundle).filter((name) => /^assets\/.*\.(?:js|css)$/.test(name));
  return createHash('sha256').update(names.toSorted().join('\n')).digest('hex').slice(0, 16);
};
