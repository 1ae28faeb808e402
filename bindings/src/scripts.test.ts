import { expect, test } from 'vitest';
import type { Field, FieldScript } from './engine.ts';
import { rulesFrom } from './scripts.ts';

const field = (fieldName: string, value: Field['value'] = null): Field => ({ fieldName, value }) as Field;
const script = (name: string, called: string | null, ...args: string[]): FieldScript => ({ field: name, event: 'calculate', function: called, arguments: args });

test.each([
  [['SUM', 'a', 'b'], 'sum([a], [b])'],
  [['PRD', 'a', 'b'], '[a] * [b]'],
  [['AVG', 'a', 'b'], 'sum([a], [b]) / 2'],
  [['MIN', 'a'], 'min([a])'],
  [['MAX', 'group'], 'max([group.one], [group.two])'],
  [['SUM', 'nowhere'], undefined],
  [['ODD', 'a'], undefined],
  [['SUM', 'in [brackets]'], undefined],
])('a calculation %j is the formula %s', (args, formula) => {
  const fields = [field('a', '1'), field('b', true), field('group.one'), field('group.two'), field('in [brackets]'), field('total')];
  const rules = rulesFrom(fields, [script('total', 'AFSimple_Calculate', ...args)]);
  expect(rules.find(({ name }) => name === 'total')?.formula).toBe(formula);
  expect(rules.find(({ name }) => name === 'b')).toEqual({ name: 'b', value: true });
});

test('formats of numbers are those of the form, and programs are left out', () => {
  const [rule] = rulesFrom([field('price')], [script('price', 'AFNumber_Format', '2', '2', '0', '0', '$', 'true'), script('price', null)]);
  expect(rule).toEqual({ name: 'price', value: '', number: { decimals: 2, decimalSign: ',', grouping: '.', prefix: '$', suffix: '' } });
});
