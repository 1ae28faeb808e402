// @vitest-environment node
import { expect, test } from 'vitest';
import { ReceivedRanges } from './received-ranges.ts';

const range = (begin: number, text: string) => ({ begin, bytes: new Blob([text]) });

function holding(...ranges: [number, string][]): ReceivedRanges {
  const received = new ReceivedRanges();
  for (const [begin, text] of ranges) received.add(range(begin, text));
  return received;
}

test('tells which bytes are missing', () => {
  const received = holding([4, 'efgh'], [10, 'kl']);
  expect(received.missing({ begin: 0, end: 14 })).toEqual([{ begin: 0, end: 4 }, { begin: 8, end: 10 }, { begin: 12, end: 14 }]);
  expect(received.missing({ begin: 5, end: 8 })).toEqual([]);
  expect([received.prefix, received.received]).toEqual([0, 6]);
});

test('joins neighbours, and gives no range with a gap', async () => {
  const received = holding([4, 'efgh'], [0, 'abcd'], [10, 'kl']);
  expect(await received.slice({ begin: 2, end: 7 })?.text()).toBe('cdefg');
  expect(received.slice({ begin: 7, end: 9 })).toBeNull();
  expect(received.prefix).toBe(8);
});

test('bytes stay as they came first', async () => {
  const received = holding([2, 'cd'], [0, 'ABCDEF']);
  expect(await received.slice({ begin: 0, end: 6 })?.text()).toBe('ABcdEF');
  expect(received.received).toBe(6);
});
