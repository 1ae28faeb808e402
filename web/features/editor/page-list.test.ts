// @vitest-environment node
import { expect, it } from 'vitest';
import { readPageList } from './page-list.ts';

it.each([
  ['2', [2]],
  ['2-5, 8', [2, 3, 4, 5, 8]],
  ['8, 2 – 3,3,', [2, 3, 8]],
  ['3、5，7', [3, 5, 7]],
  ['', null],
  ['0', null],
  ['2-11', null],
  ['5-2', null],
  ['1; last', null],
])('“%s” of ten pages: %j', (text, pages) => expect(readPageList(text, 10)).toEqual(pages));
