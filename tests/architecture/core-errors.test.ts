import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { errors } from '#contract/errors.ts';

const root = new URL('../..', import.meta.url).pathname;

/** The crates whose errors cross into JavaScript. */
const crates = ['pdf', 'forms', 'detect', 'sign', 'verify'];

const codesOf = (crate: string): string[] => {
  const source = readFileSync(join(root, 'crates', crate, 'src', 'error.rs'), 'utf8');
  const body = /pub fn code\(&self\) -> &'static str \{([\s\S]*?)\n {4}\}\n/.exec(source)?.[1] ?? '';
  return [...body.matchAll(/=> "([a-z_]+)"/g)].flatMap(([, code]) => code ?? []);
};

test.each(crates)('people can read what the crate %s says', (crate) => {
  const codes = codesOf(crate);
  expect(codes.length).toBeGreaterThan(0);
  expect(codes.filter((code) => !Object.hasOwn(errors, code))).toEqual([]);
});
