import { expect, test } from 'vitest';
import { locationText } from './location-text.ts';

test('a position is written in the language of the reader, with its precision', () => {
  expect(locationText('48.86,-2.3', 'en')).toBe('48.86°, -2.30° (±1 km)');
  expect(locationText('48.86,2.35', 'fr')).toMatch(/^48,86°, 2,35° \(±1\skm\)$/);
});
