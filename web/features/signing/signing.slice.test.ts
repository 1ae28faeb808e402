// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { createField } from '#contract/entities/field.ts';
import type { FieldInput } from '#contract/entities/field.ts';
import { filledIn } from './signing-draft.ts';
import { selectNames } from './place-names.ts';
import { noRules } from '#contract/entities/rules.ts';
import { signedFieldsOf } from './signing.selectors.ts';
import { selectMadeHere, selectOpen, selectOtherSignatures, selectPlaces, selectProgress } from './signing.selectors.ts';
import { signingActions, signingSlice } from './signing.slice.ts';
import type { SigningState } from './signing.slice.ts';

const ada = { email: 'ada@example.org', phone: null, role: null };
const bob = { email: 'bob@example.org', phone: null, role: null };
const make = (id: string, y: number, input: Partial<FieldInput>) =>
  createField({ id, page: 1, rect: { x: 10, y, width: 20, height: 3 }, recipient: ada, ...input });

const first = [
  make('name', 10, { required: true, value: '' }),
  make('date', 12, { type: 'date', autoFill: 'sign_date', readonly: true, dateFormat: 'YYYY-MM-DD' }),
  make('yes', 14, { type: 'radio', group: 'group-1', required: true, value: false }),
  make('no', 16, { type: 'radio', group: 'group-1', required: true, value: false }),
  make('sig', 20, { type: 'signature', required: true, permittedTypes: ['draw'] }),
  make('other', 30, { type: 'signature', required: true, recipient: bob }),
  make('optional', 40, { recipient: null }),
];
const second = [make('sig-2', 20, { type: 'signature', required: true, permittedTypes: ['draw'] })];
const drawn = { reference: null, url: 'data:image/png;base64,AQID', fillType: 'draw' as const };

function open(): SigningState {
  const files = [
    { id: 'f', title: 'F', fields: first, before: first },
    { id: 'g', title: 'G', fields: second, before: second },
  ];
  return signingSlice.reducer(
    undefined,
    signingActions.signingOpened({ subject: 't', signer: ada, files, today: '2026-05-03T12:00:00Z' }),
  );
}

describe('signing', () => {
  it('has a stop for each fillable field or group, and fills the date', () => {
    const root = { signing: open() };
    expect(selectPlaces(root).map(({ fieldId }) => fieldId)).toEqual(['name', 'yes', 'sig', 'optional', 'sig-2']);
    expect(root.signing.files[0]?.fields.find(({ id }) => id === 'date')?.value).toBe('2026-05-03');
    expect(selectProgress(root)).toMatchObject({ total: 5, done: 0, open: 4, at: 0, complete: false });
  });

  it('does not ask for fields that somebody else has filled', () => {
    const filled = first.map((field) => (field.id === 'optional' ? { ...field, value: 'By Bob' } : field));
    const root = { signing: { ...open(), files: [{ id: 'f', title: 'F', fields: filled, before: filled }] } };
    expect(selectPlaces(root).map(({ fieldId }) => fieldId)).not.toContain('optional');
  });

  it('has one stop for several widgets of one text', () => {
    const twice = [make('top', 10, { fieldName: 'name' }), make('bottom', 50, { fieldName: 'name' })];
    const root = { signing: { ...open(), files: [{ id: 'f', title: 'F', fields: twice, before: twice }] } };
    expect(selectPlaces(root).map(({ fieldIds }) => fieldIds)).toEqual([['top', 'bottom']]);
  });

  it('has one stop for places of one name, which get the same value', () => {
    const named = [make('top', 10, { dataLabel: 'name' }), make('bottom', 50, { dataLabel: 'name' }), make('tick', 60, { type: 'checkmark', dataLabel: 'ok' }), make('tick-2', 70, { type: 'checkmark', dataLabel: 'ok' })];
    const files = [{ id: 'f', title: 'F', fields: named, before: named }];
    const actions = [signingActions.textWritten({ fileId: 'f', fieldId: 'bottom', text: 'Ada' }), signingActions.markChanged({ fileId: 'f', fieldId: 'tick', on: true })];
    const signing = actions.reduce(signingSlice.reducer, { ...open(), files });
    expect(selectPlaces({ signing }).map(({ fieldIds }) => fieldIds)).toEqual([['top', 'bottom'], ['tick', 'tick-2']]);
    expect(signing.files[0]?.fields.map(({ value }) => value)).toEqual(['Ada', 'Ada', true, true]);
  });

  it('hides, requires and calculates fields by their rules', () => {
    const rules = { ...noRules, formula: 'a' };
    const ruled = [make('reason', 10, { value: 'typed' }), make('total', 20, { readonly: true, rules }), make('bobs', 30, { readonly: true, rules, recipient: bob })];
    const before = { ...open(), files: [{ id: 'f', title: 'F', fields: ruled, before: ruled }] };
    const apply = (state: SigningState, shown: boolean) =>
      signingSlice.reducer(state, signingActions.rulesApplied({ fileId: 'f', outcomes: [{ id: 'reason', shown, required: shown, result: null }, ...['total', 'bobs'].map((id) => ({ id, shown: true, required: false, result: '3' }))] }));
    const hidden = apply(before, false);
    expect(selectPlaces({ signing: hidden })).toEqual([]);
    expect(hidden.files[0]?.fields.map(({ value }) => value)).toEqual(['typed', '3', null]);
    expect(signedFieldsOf(hidden.files[0]!, ada).map(({ id, value }) => [id, value])).toEqual([['reason', ''], ['total', '3']]);
    const shown = apply(hidden, true);
    expect(selectPlaces({ signing: shown }).map(({ fieldId, required }) => [fieldId, required])).toEqual([['reason', true]]);
    expect(signedFieldsOf(shown.files[0]!, ada)[0]?.value).toBe('typed');
    expect(apply(shown, true)).toBe(shown);
  });

  it('places a signature in its own field, and in others only on request', () => {
    const place = { fileId: 'f', fieldId: 'sig' };
    const state = signingSlice.reducer(open(), signingActions.pictureChosen({ ...place, value: drawn }));
    expect(state.files[1]?.fields[0]?.value).toBeNull();
    expect(selectMadeHere({ signing: state }, 'signature')).toEqual([drawn]);
    expect(selectOtherSignatures({ signing: state }, place)).toBe(1);
    const repeated = signingSlice.reducer(open(), signingActions.pictureRepeated({ ...place, value: drawn }));
    expect(repeated.files[1]?.fields[0]?.value).toEqual(drawn);
    expect(repeated.files[0]?.fields.find(({ id }) => id === 'other')?.value).toBeNull();
  });

  it('is complete when every required field is filled and every text fits', () => {
    let state = signingSlice.reducer(open(), signingActions.pictureRepeated({ fileId: 'f', fieldId: 'sig', value: drawn }));
    state = signingSlice.reducer(state, signingActions.textWritten({ fileId: 'f', fieldId: 'name', text: 'Ada' }));
    expect(selectOpen({ signing: state }).map(({ fieldId }) => fieldId)).toEqual(['yes']);
    state = signingSlice.reducer(state, signingActions.markChanged({ fileId: 'f', fieldId: 'no', on: true }));
    expect(selectProgress({ signing: state })).toMatchObject({ total: 5, done: 4, open: 0, complete: true });
    state = signingSlice.reducer(state, signingActions.textChecked({ fileId: 'f', fieldId: 'name', code: 'too_short' }));
    expect(selectProgress({ signing: state })).toMatchObject({ done: 3, open: 1, complete: false });
  });

  it('treats a date that does not exist as open', () => {
    const dates = [make('on', 10, { type: 'date', dateFormat: 'DD.MM.YYYY', value: '31.02.2026' })];
    const root = { signing: { ...open(), files: [{ id: 'f', title: 'F', fields: dates, before: [] }] } };
    expect(selectProgress(root)).toMatchObject({ done: 0, open: 1, complete: false });
  });

  it('names fields by tooltip, adjacent text, or type and number', () => {
    const fields = [
      make('a', 10, { tooltip: 'Full name' }), make('b', 20, {}), make('c', 30, {}), make('d', 40, { type: 'signature' }),
      make('yes', 50, { type: 'radio', group: 'g', tooltip: 'Yes' }), make('no', 52, { type: 'radio', group: 'g', tooltip: 'No' }),
    ];
    const state = { ...open(), files: [{ id: 'f', title: 'F', fields, before: fields }] };
    const named = signingSlice.reducer(state, signingActions.labelsFound({ 'f/b': 'Street' }));
    const names = selectNames({ signing: named });
    expect(['a', 'b', 'c', 'd', 'yes'].map((id) => names.get(`f/${id}`))).toMatchObject([
      { label: 'Full name' }, { label: 'Street' }, { label: null, number: 3 }, { label: null, number: null }, { type: 'radio', label: null, number: null },
    ]);
  });

  it('returns only filled fields', () => {
    const state = signingSlice.reducer(open(), signingActions.textWritten({ fileId: 'f', fieldId: 'name', text: 'Ada' }));
    const [file, other] = state.files;
    expect(file && filledIn(file).map(({ id, value }) => [id, value])).toEqual([['name', 'Ada'], ['date', '2026-05-03']]);
    expect(other && filledIn(other)).toEqual([]);
  });

  it('continues from the field in focus', () => {
    const state = signingSlice.reducer(open(), signingActions.fieldFocused({ fileId: 'f', fieldId: 'yes' }));
    expect(selectProgress({ signing: state })).toMatchObject({
      at: 2,
      next: { fieldId: 'sig' },
      previous: { fieldId: 'name' },
    });
  });
});
