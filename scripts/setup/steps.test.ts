import { join } from 'node:path';
import { expect, test } from 'vitest';

interface Step {
  title: string;
  needs?: Step[];
}

const { productSteps, testSteps } = (await import(join(import.meta.dirname, 'steps.mjs'))) as { productSteps: Step[]; testSteps: Step[] };
const steps = [...productSteps, ...testSteps];

test.each(steps.map((step, at) => [step.title, step.needs ?? [], steps.slice(0, at)] as const))('%s comes after the steps it needs', (_, needs, before) => {
  expect(needs.filter((need) => !before.includes(need)).map(({ title }) => title)).toEqual([]);
});

test('on Debian, packages are installed one at a time', () => {
  const [first, ...others] = steps.filter(({ title }) => /Chromium|PDF judges|PKCS|Converters|PDF\/A judge/.test(title));
  expect(first?.needs).toHaveLength(1);
  for (const [at, step] of others.entries()) expect(step.needs).toContain([first, ...others][at]);
});
