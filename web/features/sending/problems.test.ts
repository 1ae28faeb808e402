// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { createField } from '#contract/entities/field.ts';
import { noRules } from '#contract/entities/rules.ts';
import { reviewDraft } from './problems.ts';

const ada = { email: 'ada@example.org', phone: null, role: 'signer' };
const rect = { x: 1, y: 1, width: 10, height: 3 };
const field = (id: string, email: string | null, fieldName = id) =>
  createField({ id, page: 1, rect, fieldName, recipient: email ? { email } : null });

describe('problems before sending', () => {
  it('lists all problems at once', () => {
    expect(reviewDraft(' ', [], []).problems.map(({ code }) => code)).toEqual(['no_files', 'no_recipients', 'no_title']);
  });

  it('finds fields of people who are not recipients, and shared field names', () => {
    const fields = [field('a', 'ada@example.org', 'same'), field('b', 'bob@example.org', 'same')];
    const { problems } = reviewDraft('Lease', [{ id: 'f', title: 'Lease', fields, ruleInputs: new Map() }], [ada]);
    expect(problems).toEqual([
      { code: 'stray_fields', file: 'Lease', fileId: 'f', fieldIds: ['b'] },
      { code: 'shared_names', file: 'Lease', fileId: 'f', names: ['same'] },
    ]);
  });

  it('finds formulas over what others fill in at the same time or later', () => {
    const bob = { email: 'bob@example.org', phone: null, role: 'signer' };
    const total = { ...field('total', ada.email), dataLabel: 'Total', rules: { ...noRules, formula: 'price * 2' } };
    const files = [{ id: 'f', title: 'Lease', fields: [{ ...field('price', bob.email), dataLabel: 'price' }, total], ruleInputs: new Map([['total', ['price']]]) }];
    expect(reviewDraft('Lease', files, [ada, bob]).problems).toEqual([{ code: 'late_inputs', file: 'Lease', fileId: 'f', fieldIds: ['total'], names: ['Total'] }]);
    expect(reviewDraft('Lease', files, [bob, ada]).problems).toEqual([]);
    expect(reviewDraft('Lease', files, [bob, ada].map((each) => ({ ...each, signingOrder: 1 }))).problems).toHaveLength(1);
  });

  it('asks for a signer, and finds fields of people who don\'t sign', () => {
    const files = [{ id: 'f', title: 'Lease', fields: [field('a', ada.email)], ruleInputs: new Map() }];
    const approver = { ...ada, participation: 'approver' as const };
    const signer = { email: 'bob@example.org', phone: null, role: 'signer' };
    expect(reviewDraft('Lease', files, [approver]).problems.map(({ code }) => code)).toEqual(['no_signers', 'stray_fields']);
    expect(reviewDraft('Lease', files, [approver, signer])).toMatchObject({ problems: [{ code: 'stray_fields', fieldIds: ['a'] }], withoutFields: [signer] });
  });

  it('permits recipients without fields and names them', () => {
    const notes = reviewDraft('Lease', [{ id: 'f', title: 'Lease', fields: [field('a', null)], ruleInputs: new Map() }], [ada]);
    expect(notes).toEqual({ problems: [], withoutFields: [ada] });
  });
});
