// @vitest-environment node
import { expect, test } from 'vitest';
import { createField, type FieldInput } from '#contract/entities/field.ts';
import { noRules } from '#contract/entities/rules.ts';
import { mergeValues } from '#web/entities/field/merge-values.ts';
import { withoutOutcomes } from '#web/features/signing/field-outcome.ts';
import { selectPlaces, writtenFields } from '#web/features/signing/signing.selectors.ts';
import { signingActions, signingSlice, type SigningState } from '#web/features/signing/signing.slice.ts';
import { shownBefore } from '#web/features/visitor/shown-before.ts';

const make = (id: string, input: Partial<FieldInput>) => createField({ id, fieldName: id, page: 1, rect: { x: 1, y: 1, width: 20, height: 5 }, ...input });
const inFile = [make('own', { pdfFieldId: '12 0', value: 'kept' })];
// The field of the document was made required in the editor; the reason was placed, with a condition.
const placed = [make('own', { pdfFieldId: '12 0', value: 'kept', required: true, rules: noRules }), make('reason', { value: 'typed', rules: { ...noRules, shownWhen: 'x', requiredWhen: 'x' } })];

const open = (): SigningState =>
  signingSlice.reducer(undefined, signingActions.signingOpened({ subject: 'f', signer: {}, files: [{ id: 'f', title: 'F', fields: placed, before: shownBefore(placed, inFile) }], today: '2026-05-03T12:00:00Z' }));
const apply = (state: SigningState, shown: boolean): SigningState =>
  signingSlice.reducer(state, signingActions.rulesApplied({ fileId: 'f', outcomes: [{ id: 'own', shown: true, required: false, result: null }, { id: 'reason', shown, required: shown, result: null }] }));
const writtenIn = ({ files: [file] }: SigningState) => mergeValues(writtenFields(file!), file!.before, null);
const visiblePlaces = (signing: SigningState) => selectPlaces({ signing }).map(({ fieldId, required }) => [fieldId, required]);

test('what a visitor placed is shown, hidden and required as often as its condition says', () => {
  const hidden = apply(open(), false);
  expect(visiblePlaces(hidden)).toEqual([['own', true]]);
  const shown = apply(hidden, true);
  expect(visiblePlaces(shown)).toEqual([['own', true], ['reason', true]]);
  expect(visiblePlaces(apply(apply(shown, false), true))).toEqual(visiblePlaces(shown));
});

test('what a condition hides is not written', () => {
  expect([writtenIn(apply(open(), false)), writtenIn(apply(open(), true))]).toEqual([{}, { reason: 'typed' }]);
});

test('the editor gets the values back, not what conditions made of the fields', () => {
  const filled = signingSlice.reducer(apply(open(), true), signingActions.textWritten({ fileId: 'f', fieldId: 'own', text: 'new' }));
  for (const state of [filled, apply(filled, false)]) {
    expect(withoutOutcomes(state.files[0]!).map(({ value, hidden, required }) => [value, hidden, required])).toEqual([['new', false, true], ['typed', false, false]]);
  }
});
