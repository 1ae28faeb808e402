// @vitest-environment node
import { expect, it } from 'vitest';
import type { Team } from '#contract/entities/organization.ts';
import { changesOf } from './team-changes.ts';

const team = (name: string, ...ids: string[]) => ({ name, description: null, members: ids.map((id) => ({ id })) }) as unknown as Team;

it('adds new members and keeps those added by somebody else meanwhile', () => {
  expect(changesOf(team('Sales', 'ada'), { name: 'Sales', description: null, memberIds: ['ada', 'bob'] }, team('Renamed', 'ada', 'eve'))).toEqual({ memberIds: ['ada', 'eve', 'bob'] });
});

it('removes only the removed members and sends no other change', () => {
  expect(changesOf(team('Sales', 'ada', 'bob'), { name: 'Sales', description: null, memberIds: ['ada'] }, team('Sales', 'ada', 'bob', 'eve'))).toEqual({ memberIds: ['ada', 'eve'] });
  expect(changesOf(team('Sales', 'ada'), { name: 'Sales', description: null, memberIds: ['ada'] }, team('Sales', 'ada'))).toEqual({});
});
