import { afterEach, expect, it } from 'vitest';
import type { CallId } from '#contract/calls/calls.ts';
import { calls } from '#contract/calls/calls.ts';
import type { CallDefinition } from '#contract/calls/define.ts';
import { enterSpace, inSpace, storedSpace } from './space.ts';

const orgId = 'a'.repeat(24);
const callOf = (id: CallId): CallDefinition => calls[id];
afterEach(() => enterSpace(null, null));

it('calls start in the personal space', () => expect(inSpace(callOf('files.list'), undefined)).toBeUndefined());

it('adds the organization only to calls that accept it', () => {
  enterSpace('ada', orgId);
  expect(inSpace(callOf('files.list'), { exclusiveFrom: 'x' })).toEqual({ exclusiveFrom: 'x', orgId });
  expect(inSpace(callOf('contacts.list'), { search: 'x' })).toEqual({ search: 'x' });
  expect(inSpace(callOf('profile.get'), undefined)).toBeUndefined();
});

it('a call can override the space', () => {
  enterSpace('ada', orgId);
  expect(inSpace(callOf('billing.subscription'), { orgId: undefined })).toEqual({ orgId: undefined });
});

it('stores the space for the person who chose it', () => {
  enterSpace('ada', orgId);
  expect(storedSpace('ada')).toBe(orgId);
  expect(storedSpace('grace')).toBeNull();
  enterSpace('ada', null);
  expect(storedSpace('ada')).toBeNull();
});
