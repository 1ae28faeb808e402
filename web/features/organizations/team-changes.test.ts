// @vitest-environment node
import { expect, it } from 'vitest';
import type { Team } from '#contract/entities/organization.ts';
import { changesOf } from './team-changes.ts';

const team = (name: string, ...ids: string[]) => ({ name, description: null, members: ids.map((id) => ({ id })) }) as unknown as Team;

it('adds to a team what was added here, and takes nobody out whom another added meanwhile', () => {
  expect(changesOf(team('Sales', 'ada'), { name: 'Sales', description: null, memberIds: ['ada', 'bob'] }, team('Renamed', 'ada', 'eve'))).toEqual({ memberIds: ['ada', 'eve', 'bob'] });
});

it('takes out whom this one took out, and writes nothing else', () => {
  expect(changesOf(team('Sales', 'ada', 'bob'), { name: 'Sales', description: null, memberIds: ['ada'] }, team('Sales', 'ada', 'bob', 'eve'))).toEqual({ memberIds: ['ada', 'eve'] });
  expect(changesOf(team('Sales', 'ada'), { name: 'Sales', description: null, memberIds: ['ada'] }, team('Sales', 'ada'))).toEqual({});
});
