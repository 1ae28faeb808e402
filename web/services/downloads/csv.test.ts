// @vitest-environment node
import { expect, test } from 'vitest';
import { toCsv } from './csv.ts';

test('no spreadsheet executes what is exported', () => {
  expect(toCsv([['a,b', 'say "no"'], ['=1+1', 'plain'], ['@SUM(1)', '\tx']])).toBe('"a,b","say ""no"""\r\n\'=1+1,plain\r\n\'@SUM(1),\'\tx');
});
