// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { createField } from '#contract/entities/field.ts';
import { lookOver } from './problems.ts';

const ada = { email: 'ada@example.org', phone: null, role: 'signer' };
const rect = { x: 1, y: 1, width: 10, height: 3 };
const field = (id: string, email: string | null, fieldName = id) =>
  createField({ id, page: 1, rect, fieldName, recipient: email ? { email } : null });

describe('problems before sending', () => {
  it('lists all problems at once', () => {
    expect(lookOver(' ', [], []).problems.map(({ code }) => code)).toEqual(['no_files', 'no_recipients', 'no_title']);
  });

  it('finds fields of people who are not recipients, and shared field names', () => {
    const fields = [field('a', 'ada@example.org', 'same'), field('b', 'bob@example.org', 'same')];
    const { problems } = lookOver('Lease', [{ id: 'f', title: 'Lease', fields }], [ada]);
    expect(problems).toEqual([
      { code: 'stray_fields', file: 'Lease', fileId: 'f', fieldIds: ['b'] },
      { code: 'shared_names', file: 'Lease', fileId: 'f', names: ['same'] },
    ]);
  });

  it('permits recipients without fields and names them', () => {
    const notes = lookOver('Lease', [{ id: 'f', title: 'Lease', fields: [field('a', null)] }], [ada]);
    expect(notes).toEqual({ problems: [], withoutFields: [ada] });
  });
});
