import { expect, test } from 'vitest';
import { matching } from './use-commands.ts';

const commands = ['New request', 'Requests', 'Précédents', 'İstekler'].map((text) => ({ key: text, text, run: () => undefined }));
const found = (query: string, language = 'en') => matching(commands, query, language).map(({ text }) => text);

test('commands are found by their words in any order, whatever the case and the accents', () => {
  expect(found('')).toHaveLength(4);
  expect(found('REQUEST new')).toEqual(['New request']);
  expect(found('precedents')).toEqual(['Précédents']);
  expect(found('istek', 'tr')).toEqual(['İstekler']);
  expect(found('none of them')).toEqual([]);
});
