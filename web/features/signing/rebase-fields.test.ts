// @vitest-environment node
import { expect, test } from 'vitest';
import { createField, type FieldInput } from '#contract/entities/field.ts';
import { restoredFields } from './rebase-fields.ts';

const [ada, bob] = ['ada@example.org', 'bob@example.org'].map((email) => ({ email })) as [{ email: string }, { email: string }];
const make = (id: string, value: string, recipient: FieldInput['recipient']) => createField({ id, page: 1, rect: { x: 1, y: 1, width: 10, height: 2 }, value, recipient });

test('a stored draft is restored, except into fields that are another\'s now', () => {
  const stored = [make('own', 'Ada', ada), make('shared', 'Ada was here', null), make('gone', 'Ada', ada)];
  const now = [make('own', '', ada), make('shared', 'Bob was here', bob), make('free', 'given', null)];
  expect(restoredFields(now, stored, ada).map(({ id, value }) => [id, value])).toEqual([['own', 'Ada'], ['shared', 'Bob was here'], ['free', 'given']]);
  expect(restoredFields(now, undefined, ada).map(({ value }) => value)).toEqual(['', 'Bob was here', 'given']);
});
