// @vitest-environment node
import type { Field } from '@countersign/core';
import { describe, expect, it, vi } from 'vitest';
import type { LabelsOfPage } from './named-fields.ts';
import { areNamed, nameFields } from './named-fields.ts';

const field = (tooltip: string | null, page = 1, width = 10): Field => ({ type: 'text', page, rect: { x: 0, y: 0, width, height: 2 }, tooltip }) as unknown as Field;

describe('names of the fields of a document', () => {
  it('are those of the document', async () => {
    const fields = [field('First name'), field('Last name'), field('First name', 2)];
    const labelsOf = vi.fn<LabelsOfPage>();
    expect(areNamed(fields)).toBe(true);
    expect(await nameFields(fields, labelsOf)).toEqual(fields);
    expect(labelsOf).not.toHaveBeenCalled();
  });

  it('come from adjacent text for unnamed fields and distinguish duplicate names', async () => {
    const fields = [field(null), field('Phone'), field('Phone'), field('Fax', 2), field(null, 1, 0)];
    expect(areNamed(fields)).toBe(false);
    const named = await nameFields(fields, async (page, here) => here.map((_, index) => ['Name', 'Home', 'Phone (2)'][index] ?? `page ${page}`));
    expect(named.map(({ tooltip }) => tooltip)).toEqual(['Name', 'Phone: Home', 'Phone (2)', 'Fax', null]);
  });

  it('stay unchanged if the page has no text', async () => {
    expect(await nameFields([field(null)], async () => [null])).toEqual([field(null)]);
  });
});
