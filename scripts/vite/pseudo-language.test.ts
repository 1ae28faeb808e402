import { expect, test } from 'vitest';
import { pseudo } from './pseudo-language.ts';

test.each([
  ['Send', '⟦Šéñd öñ⟧'],
  ['Send {{name}}', '⟦Šéñd {{name}} öñ⟧'],
  ['Read <terms>the terms</terms>, please', '⟦Réád ⟧<terms>⟦thé térmš⟧</terms>⟦, pléášé öñé twö t⟧'],
])('%s → %s', (text, expected) => expect(pseudo(text)).toBe(expected));

test('a text is at least two fifths longer', () => {
  const text = 'The request was sent to everybody.';
  expect(pseudo(text).length).toBeGreaterThanOrEqual(text.length * 1.4);
});
