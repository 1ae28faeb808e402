import { describe, expect, it } from 'vitest';
import { isPersonName } from './common.ts';

describe('a name of a person or company', () => {
  it.each(['O’Neil', "O'Brien, Jr.", '7-Eleven Inc.', 'Jean-Luc (CEO)', "d'Or & Co", 'マリア・ガルシア', 'D´Angelo', 'Zoë', 'Zoe\u0308', '李', 'A/S Øl', 'x'.repeat(128)])('may be "%s"', (name) =>
    expect(isPersonName(name)).toBe(true));

  it.each(['', ' ', ' Ada', 'Ada ', 'A\u0007da', 'Ada\nByron', 'Ada\u202Enoryb', 'Ada\u200B', '\uD800', 'x'.repeat(129)])('may not be %j', (name) =>
    expect(isPersonName(name)).toBe(false));
});
