// @vitest-environment node
import { expect, it } from 'vitest';
import { areSeats } from './seats.ts';

it.each([['2', 1, true], ['1', 1, false], ['4', 5, false], ['5', 5, true], ['150', 5, true], ['151', 5, false], ['2.5', 1, false], ['', 1, false], ['x', 1, false]])(
  '"%s" for %i people: %s',
  (text, members, fits) => expect(areSeats(text, members)).toBe(fits),
);
