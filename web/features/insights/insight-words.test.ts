// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { Insight } from '#contract/entities/insight.ts';
import { byDay, deviceOf, nearDay, newestFirst, wordsOf } from './insight-words.ts';

const nobody = { id: null, email: null, phone: null, firstName: null, lastName: null };
const grace = { ...nobody, firstName: 'Grace', lastName: 'Hopper' };
const alan = { ...nobody, email: 'alan@example.org' };
const line = (id: string, createdAt: string, more: Partial<Insight['attributes']> = {}, actor: object = nobody): Insight =>
  ({ id, createdAt, actor: { ...actor, avatar: null, ip: null, userAgent: null, latlng: null }, attributes: { user: null, users: [], newOwner: null, title: null, ...more } }) as Insight;

describe('an entry of the history', () => {
  it('names people by name or address and joins several as in a sentence', () => {
    const words = wordsOf(line('1', '2026-05-03T10:00:00Z', { users: [grace, alan], user: alan }, grace), 'Someone', 'en');
    expect(words).toMatchObject({ actor: 'Grace Hopper', user: 'alan@example.org', users: 'Grace Hopper and alan@example.org', newOwner: 'Someone' });
  });
  it('names the browser and system of a device', () => {
    const chrome = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/125.0.0.0 Safari/537.36';
    const safari = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1';
    expect([deviceOf(chrome), deviceOf(`${chrome} Edg/125.0`)?.browser, deviceOf(safari), deviceOf('curl/8'), deviceOf(null)]).toEqual([
      { browser: 'Chrome', system: 'Windows' }, 'Edge', { browser: 'Safari', system: 'iPhone' }, null, null,
    ]);
  });
});

describe('the history', () => {
  it('starts with the newest and is grouped by day', () => {
    const lines = newestFirst([line('a', '2026-05-03T10:00:00Z'), line('c', '2026-05-04T11:00:00Z'), line('b', '2026-05-04T11:00:00Z')]);
    expect(lines.map(({ id }) => id)).toEqual(['c', 'b', 'a']);
    expect(byDay(lines).map(({ insights }) => insights.map(({ id }) => id))).toEqual([['c', 'b'], ['a']]);
  });
  it('names today and yesterday', () => {
    const now = new Date(2026, 4, 4, 9);
    expect([now, new Date(2026, 4, 3, 23), new Date(2026, 4, 2, 23)].map((day) => nearDay(day.toISOString(), now))).toEqual(['today', 'yesterday', null]);
  });
});
