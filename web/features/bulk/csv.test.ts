// @vitest-environment node
import { expect, it } from 'vitest';
import { csvRows, delimiterOf } from './csv.ts';

const cellsOf = (text: string) => [...csvRows(text)].map(({ cells }) => cells);

it.each([
  ['a,b\n1,2', [['a', 'b'], ['1', '2']]],
  ['a;b\r\n1;2\r\n', [['a', 'b'], ['1', '2']]],
  ['a\tb\n1\t2', [['a', 'b'], ['1', '2']]],
  ['\uFEFFa,b', [['a', 'b']]],
  ['"Byron, Ada","say ""yes"""', [['Byron, Ada', 'say "yes"']]],
  ['"two\nlines",b\nc,d', [['two\nlines', 'b'], ['c', 'd']]],
  ['a, b ,\n\n,,\n c', [['a', 'b', ''], ['c']]],
  ['"open', [['open']]],
  ['', []],
])('%j', (text, rows) => expect(cellsOf(text)).toEqual(rows));

it('reports the line of each row', () =>
  expect([...csvRows('a\n\n"b\nc"\nd')].map(({ line }) => line)).toEqual([1, 3, 5]));

it('takes the delimiter of the first line and ignores quoted text', () => {
  expect(delimiterOf('"a,b,c";d;e\n1,2,3,4')).toBe(';');
  expect(delimiterOf('only one')).toBe(',');
});
