// @vitest-environment node
import { expect, it } from 'vitest';
import { numberFormat } from '#contract/entities/rules.ts';
import { rewrittenNumber } from './number-forms.ts';

const euros = numberFormat.parse({ decimals: 2, decimalSign: ',', grouping: '.', suffix: ' €' });
const dollars = numberFormat.parse({ decimals: 2, grouping: ',', prefix: '$' });
const whole = numberFormat.parse({ grouping: '’' });

it.each([
  ['in another language', '1.234,50 €', euros, dollars, '$1,234.50'],
  ['below zero', '-$1,234.50', dollars, euros, '-1.234,50 €'],
  ['with more decimals', '1’200', whole, { ...whole, decimals: 2 }, '1’200.00'],
  ['without decimals, if they are zeros', '$1,200.00', dollars, whole, '1’200'],
  ['without decimals, but not rounded', '$1,200.50', dollars, whole, ''],
  ['within the range', '$1,200.00', dollars, { ...dollars, min: '1200.00' }, '$1,200.00'],
  ['not if it is too small', '$1,200.00', dollars, { ...dollars, min: '1200.01' }, ''],
  ['not if it is too large', '$1,200.00', dollars, { ...dollars, max: '1000.00' }, ''],
  ['not if it is no number', '1.5', euros, dollars, ''],
  ['not if it is empty', '', euros, dollars, ''],
])('a number is written %s', (_, text, from, to, expected) => expect(rewrittenNumber(text, from, to)).toBe(expected));
