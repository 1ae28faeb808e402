// @vitest-environment node
import { expect, test } from 'vitest';
import { coveredBy } from './keyboard-inset.ts';

test.each([
  ['nothing while there is no keyboard', 800, { height: 800, offsetTop: 0, scale: 1 }, 0],
  ['what the keyboard takes', 800, { height: 500, offsetTop: 0, scale: 1 }, 300],
  ['less where the page was pushed up', 800, { height: 500, offsetTop: 120, scale: 1 }, 180],
  ['nothing where the page is enlarged', 800, { height: 400, offsetTop: 100, scale: 2 }, 0],
])('%s', (_, inner, seen, covered) => expect(coveredBy(inner, seen)).toBe(covered));
