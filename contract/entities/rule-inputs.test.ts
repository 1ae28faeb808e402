import { describe, expect, it } from 'vitest';
import { createField, type Field, type FieldInput } from '#contract/entities/field.ts';
import { fieldsWithLateInputs } from '#contract/entities/rule-inputs.ts';
import { noRules, type FieldRules } from '#contract/entities/rules.ts';

const [ada, bob] = ['ada@example.org', 'bob@example.org'];
const field = (dataLabel: string, email: string | null, rules: Partial<FieldRules> | null = null, more: Partial<FieldInput> = {}): Field =>
  createField({ id: dataLabel, page: 1, rect: { x: 0, y: 0, width: 10, height: 5 }, dataLabel, recipient: email === null ? null : { email }, rules: rules && { ...noRules, ...rules }, ...more });
const total = (email: string | null, more: Partial<FieldInput> = {}): Field => field('total', email, { formula: 'a + b' }, { readonly: true, ...more });
const person = (email: string, signingOrder: number | null = null) => ({ email, phone: null, role: 'signer', signingOrder });
const inTurn = [person(ada), person(bob)];
const atOnce = [person(ada, 1), person(bob, 1)];
/** The names in the expressions of this file are single letters. */
const inputsOf = ({ rules }: Field): string[] => [rules?.formula, rules?.shownWhen, rules?.requiredWhen].join(' ').match(/\b[a-z]\b/g) ?? [];
const late = (recipients: Parameters<typeof fieldsWithLateInputs>[1], ...fields: Field[]): string[] =>
  fieldsWithLateInputs(fields, recipients, new Map(fields.map((each) => [each.id, inputsOf(each)]))).map(({ id }) => id);

describe('rules over fields of others', () => {
  it('depend only on people of earlier places', () => {
    const parts = [field('a', ada), field('b', bob)];
    expect(late(inTurn, ...parts, total(bob))).toEqual([]);
    expect(late(inTurn, ...parts, total(ada))).toEqual(['total']);
    expect([late(atOnce, ...parts, total(ada)), late(atOnce, ...parts, total(bob))]).toEqual([['total'], ['total']]);
    expect(late(atOnce, field('a', ada), field('b', ada), total(ada))).toEqual([]);
  });

  it.each(['formula', 'shownWhen', 'requiredWhen'] as const)('%s', (rule) => {
    const own = field('own', ada, { [rule]: 'b > 1' });
    expect([late(inTurn, own, field('b', bob)), late(inTurn, own, field('b', ada))]).toEqual([['own'], []]);
  });

  it('are about everybody if a field is of nobody in particular', () => {
    const parts = [field('a', null), field('b', null)];
    expect(late([person(ada)], ...parts, total(null))).toEqual([]);
    expect([late(inTurn, ...parts, total(null)), late(inTurn, ...parts, total(bob)), late(inTurn, ...parts, total(ada))]).toEqual([['total'], [], ['total']]);
    expect([late(atOnce, field('a', ada), field('b', ada), total(null)), late(inTurn, field('a', ada), field('b', ada), total(null))]).toEqual([['total'], []]);
  });

  it('are not about approvers and viewers, who fill in nothing', () => {
    const reader = { ...person(bob, 1), participation: 'approver' as const };
    expect(late([person(ada, 1), reader], field('a', null), field('b', ada), total(ada))).toEqual([]);
    expect(late([person(ada, 1), { ...reader, participation: 'signer' }], field('a', null), field('b', ada), total(ada))).toEqual(['total']);
  });

  it('may use what nobody fills in, but not what is only calculated from later values', () => {
    expect(late(inTurn, field('a', bob, null, { readonly: true }), field('b', ada), total(ada))).toEqual([]);
    expect(late(inTurn, field('c', bob), field('a', ada), field('b', ada, { formula: 'c' }, { hidden: true }), total(ada))).toEqual(['b']);
    expect(late(inTurn, field('c', bob), field('a', ada), field('b', bob, { formula: 'c' }, { readonly: true }), total(ada))).toEqual(['total']);
  });

  it('ignore who was removed', () => {
    expect(late([person(ada), { ...person(bob), removed: true } as ReturnType<typeof person>], field('a', ada), field('b', null), total(ada))).toEqual([]);
  });
});
