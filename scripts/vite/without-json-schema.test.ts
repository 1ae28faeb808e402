import { expect, test } from 'vitest';
import { emptied } from './without-json-schema.ts';

test('keeps the exports of a module, without what they do', () => {
  const module = emptied('import { a } from "./a.js";\nexport const all = {};\nexport function create(x) { return a(x); }\nexport class Generator {}\nconst own = 1;\n');
  expect(module).toBe('const absent = () => absent;\nexport { absent as all, absent as create, absent as Generator };');
});
