// @vitest-environment node
import { expect, it } from 'vitest';
import { createField } from '#contract/entities/field.ts';
import { withoutFieldsOf } from './field-edits.ts';

const of = (email: string) => ({ email, phone: null, role: null });
const field = (id: string, email: string | null, pdfFieldId: string | null = null) =>
  createField({ id, page: 1, rect: { x: 1, y: 1, width: 10, height: 3 }, recipient: email ? of(email) : null, pdfFieldId });

it('removes the fields of one person, but none that the document has itself', () => {
  const fields = [field('a', 'ada@example.org'), field('own', 'ada@example.org', '7 0'), field('b', 'bob@example.org'), field('free', null)];
  expect(withoutFieldsOf(fields, of('ada@example.org')).map(({ id, recipient }) => [id, recipient?.email ?? null])).toEqual([['own', null], ['b', 'bob@example.org'], ['free', null]]);
});
