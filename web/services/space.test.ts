import { afterEach, expect, it } from 'vitest';
import type { CallId } from '#contract/calls/calls.ts';
import { calls } from '#contract/calls/calls.ts';
import type { CallDefinition } from '#contract/calls/define.ts';
import { enterSpace, inSpace, storedSpace } from './space.ts';

const orgId = 'a'.repeat(24);
const callOf = (id: CallId): CallDefinition => calls[id];
afterEach(() => enterSpace(null, null));

it('calls are the person\'s own to begin with', () => expect(inSpace(callOf('files.list'), undefined)).toBeUndefined());

it('an organization is named in calls that know it, and only there', () => {
  enterSpace('ada', orgId);
  expect(inSpace(callOf('files.list'), { exclusiveFrom: 'x' })).toEqual({ exclusiveFrom: 'x', orgId });
  expect(inSpace(callOf('contacts.list'), { search: 'x' })).toEqual({ search: 'x' });
  expect(inSpace(callOf('profile.get'), undefined)).toBeUndefined();
});

it('a call may say otherwise', () => {
  enterSpace('ada', orgId);
  expect(inSpace(callOf('billing.subscription'), { orgId: undefined })).toEqual({ orgId: undefined });
});

it('the space is kept for whoever chose it', () => {
  enterSpace('ada', orgId);
  expect(storedSpace('ada')).toBe(orgId);
  expect(storedSpace('grace')).toBeNull();
  enterSpace('ada', null);
  expect(storedSpace('ada')).toBeNull();
});
