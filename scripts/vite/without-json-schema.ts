import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** Modules of zod that describe schemas as JSON Schema. Each schema refers to them, so they can't be shaken off. */
const described = /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema|json-schema-generator)\.js$/;

/** A module with the same exports, which do nothing. */
export const emptied = (source: string): string => {
  const names = [...source.matchAll(/^export (?:const|function|class) (\w+)/gm)].map(([, name = '']) => name);
  return `const absent = () => absent;\nexport { ${names.map((name) => `absent as ${name}`).join(', ')} };`;
};

/** Only the server describes the contract as JSON Schema, for OpenAPI. The app checks values. */
export const withoutJsonSchema = (): Plugin => ({
  name: 'countersign:without-json-schema',
  enforce: 'pre',
  apply: 'build',
  load: (id) => (described.test(id) ? emptied(readFileSync(id, 'utf8')) : null),
});
