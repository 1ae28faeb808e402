import { describe, expect, it } from 'vitest';
import { createField, dataLabel, type FieldInput } from '#contract/entities/field.ts';
import { fillableBy, isSamePlace, setDataLabel, shareByLabel, shareInGroup } from '#contract/entities/field-list.ts';
import { setOptions, setReadonly, setRequired, setRules, setType } from '#contract/entities/field-rules.ts';
import { fieldRules, noRules, numberFormat, rangeProblem, resolveDay, withRules } from '#contract/entities/rules.ts';
import { toRuleField } from '#contract/entities/rule-fields.ts';
import { sharedNames } from '#contract/entities/signature-anchor.ts';

const make = (input: Partial<FieldInput> = {}) => createField({ id: 'f', page: 1, rect: { x: 0, y: 0, width: 10, height: 5 }, ...input });
const ada = { email: 'ada@example.org', phone: null, role: null };
const bob = { email: 'bob@example.org', phone: null, role: null };

describe('the range of a date field', () => {
  it.each([
    ['2026-02-27', 'today+1', '2026-02-28'], ['2026-02-28', 'today+1', '2026-03-01'], ['2024-01-01', 'today-1', '2023-12-31'], ['2026-01-01', 'today', '2026-01-01'], ['2026-01-01', '2020-05-05', '2020-05-05'],
  ])('on %s, %s is %s', (today, bound, day) => expect(resolveDay(bound, today)).toBe(day));

  it('includes its bounds, and tolerates other time zones only for relative days', () => {
    const problem = (iso: string, tolerance = 0) => rangeProblem(iso, { min: 'today', max: '2026-05-31' }, '2026-05-03', tolerance);
    expect([problem('2026-05-03'), problem('2026-05-31'), problem('2026-05-02'), problem('2026-06-01')]).toEqual([null, null, 'too_early', 'too_late']);
    expect([problem('2026-05-02', 1), problem('2026-05-01', 1), problem('2026-06-01', 1)]).toEqual([null, 'too_early', 'too_late']);
  });
});

describe('rules of a field', () => {
  it('are null if there are none', () => {
    expect(withRules(null, { formula: 'a' })).toEqual({ ...noRules, formula: 'a' });
    expect(withRules({ ...noRules, formula: 'a' }, { formula: null })).toBeNull();
  });

  it('make a calculated field read-only, and an editable one not calculated', () => {
    const calculated = setRules(make({ required: true, value: 'x', options: ['x'] }), { formula: 'a + 1' });
    expect(calculated).toMatchObject({ readonly: true, required: false, value: '', options: null });
    expect(setReadonly(calculated, false).rules).toBeNull();
    expect(setRequired(calculated, true).rules).toBeNull();
    expect(setRules(calculated, { formula: null })).toMatchObject({ readonly: false, rules: null });
    expect([fillableBy(calculated, ada), fillableBy(make({ readonly: true }), ada)]).toEqual([true, false]);
  });

  it('are not for signatures', () => {
    expect(setRules(make({ type: 'signature', required: true }), { shownWhen: 'a' })).toMatchObject({ rules: null, required: true });
  });

  it('end with the type that they are for', () => {
    const number = setRules(make(), { number: numberFormat.parse({}), shownWhen: 'a' });
    expect(setType(number, 'date', []).rules).toEqual({ ...noRules, shownWhen: 'a' });
    expect(setOptions(number, ['a']).rules).toEqual({ ...noRules, shownWhen: 'a' });
  });

  it('keep the chosen option while it is offered', () => {
    expect(setOptions(make({ value: 'b' }), ['a', 'b']).value).toBe('b');
    expect(setOptions(make({ value: 'c' }), ['a', 'b']).value).toBe('');
  });

  it.each([
    [{ number: { min: '1e5' } }], [{ number: { decimals: 7 } }], [{ number: { prefix: '1' } }], [{ number: { grouping: 'x' } }], [{ dates: { min: 'tomorrow' } }], [{ dates: { max: '2026-13-45' } }], [{ dates: { min: '2026-02-30' } }], [{ formula: '' }], [{ formula: 'a'.repeat(1001) }],
  ])('%j is none', (rules) => expect(fieldRules.safeParse(rules).success).toBe(false));
});

describe('fields of one name', () => {
  const [one, two] = [make({ id: 'one', dataLabel: 'name', value: 'Ada', recipient: ada }), make({ id: 'two', dataLabel: 'name', value: '', recipient: bob })];

  it('have the same value, person and rules', () => {
    const [, changed] = shareByLabel([one, two], { ...one, required: true });
    expect(changed).toMatchObject({ id: 'two', value: 'Ada', recipient: ada, required: true });
    expect(setDataLabel(make({ id: 'three' }), 'name', [one])).toMatchObject({ id: 'three', dataLabel: 'name', value: 'Ada', recipient: ada });
  });

  it('are of one type, and no radio buttons, which have a group', () => {
    expect([isSamePlace(one, two), isSamePlace(one, { ...two, type: 'date' })]).toEqual([true, false]);
    expect(isSamePlace(make({ id: 'a', type: 'radio', dataLabel: 'r' }), make({ id: 'b', type: 'radio', dataLabel: 'r' }))).toBe(false);
    const [, other] = shareInGroup([], make()).concat(shareInGroup([make({ id: 'a', type: 'radio', group: 'g' }), make({ id: 'b', type: 'radio', group: 'g' })], make({ id: 'a', type: 'radio', group: 'g', dataLabel: 'r' })));
    expect(other?.dataLabel).toBe('r');
  });

  it('can not belong to several people', () => {
    expect(sharedNames([one, two])).toEqual(['name']);
    expect(sharedNames([one, { ...two, recipient: ada }])).toEqual([]);
    expect(sharedNames([one, { ...two, recipient: ada, type: 'checkmark' }])).toEqual(['name']);
  });

  it.each(['[a]', ' a', 'a"b', '', 'a\nb', 'x'.repeat(65)])('%j is no name', (name) => expect(dataLabel.safeParse(name).success).toBe(false));
});

it('the core gets days in one form, options of radio buttons, and no pictures', () => {
  expect(toRuleField(make({ type: 'date', dateFormat: 'DD.MM.YYYY', dataLabel: 'day' }), '31.05.2026')).toEqual({ name: 'day', value: '2026-05-31' });
  expect(toRuleField(make({ type: 'radio', exportValue: 'Yes' }), true)).toEqual({ name: '', value: true, option: 'Yes' });
  expect(toRuleField(make({ type: 'image' }), 'data:image/png;base64,')).toEqual({ name: '' });
});
