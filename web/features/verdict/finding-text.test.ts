// @vitest-environment node
import { expect, it } from 'vitest';
import texts from '#contract/locales/en/verdict.json' with { type: 'json' };
import { messageOf } from './finding-text.ts';

it('every message belongs to a finding', () => {
  expect(Object.keys(texts.finding).sort()).toEqual([...new Set(Object.values(messageOf))].sort());
});
