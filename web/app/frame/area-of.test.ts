// @vitest-environment node
import { expect, it } from 'vitest';
import { areaOf } from './area-of.ts';

it.each([
  ['/transactions', 'transactions'], ['/transaction/1/sharing', 'transactions'], ['/bulks/1', 'transactions'],
  ['/template/1/use', 'templates'], ['/library/template', 'templates'], ['/file/1,2', 'files'], ['/document/1', 'files'], ['/upload', 'files'],
  ['/signatures/editor', 'profile'], ['/organization/1/members', 'profile'], ['/', undefined], ['/no/such', undefined],
])('%s is part of %s', (path, area) => expect(areaOf(path)).toBe(area));
