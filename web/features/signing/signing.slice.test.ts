// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { createField } from '#contract/entities/field.ts';
import type { FieldInput } from '#contract/entities/field.ts';
import { filledIn } from './keep-work.ts';
import { selectMissing, selectPlaces, selectProgress } from './signing.selectors.ts';
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
  it('leads through what is theirs, one stop for a group, and fills the date', () => {
    const root = { signing: open() };
    expect(selectPlaces(root).map(({ fieldId }) => fieldId)).toEqual(['name', 'yes', 'sig', 'sig-2']);
    expect(root.signing.files[0]?.fields.find(({ id }) => id === 'date')?.value).toBe('2026-05-03');
    expect(selectProgress(root)).toMatchObject({ total: 4, done: 0, at: 0, complete: false });
  });

  it('copies a signature into the other files and never into another person’s field', () => {
    const state = signingSlice.reducer(
      open(),
      signingActions.pictureChosen({ fileId: 'f', fieldId: 'sig', value: drawn }),
    );
    expect(state.files[1]?.fields[0]?.value).toEqual(drawn);
    expect(state.files[0]?.fields.find(({ id }) => id === 'other')?.value).toBeNull();
  });

  it('is complete when nothing is missing and every text fits', () => {
    let state = signingSlice.reducer(open(), signingActions.pictureChosen({ fileId: 'f', fieldId: 'sig', value: drawn }));
    state = signingSlice.reducer(state, signingActions.textWritten({ fileId: 'f', fieldId: 'name', text: 'Ada' }));
    expect(selectMissing({ signing: state }).map(({ fieldId }) => fieldId)).toEqual(['yes', 'no']);
    state = signingSlice.reducer(state, signingActions.markChanged({ fileId: 'f', fieldId: 'no', on: true }));
    expect(selectProgress({ signing: state }).complete).toBe(true);
    state = signingSlice.reducer(state, signingActions.textChecked({ fileId: 'f', fieldId: 'name', code: 'too_short' }));
    expect(selectProgress({ signing: state }).complete).toBe(false);
  });

  it('keeps only what was filled in', () => {
    const state = signingSlice.reducer(open(), signingActions.textWritten({ fileId: 'f', fieldId: 'name', text: 'Ada' }));
    const [file, other] = state.files;
    expect(file && filledIn(file).map(({ id, value }) => [id, value])).toEqual([['name', 'Ada'], ['date', '2026-05-03']]);
    expect(other && filledIn(other)).toEqual([]);
  });

  it('goes on from the place in focus', () => {
    const state = signingSlice.reducer(open(), signingActions.fieldFocused({ fileId: 'f', fieldId: 'yes' }));
    expect(selectProgress({ signing: state })).toMatchObject({
      at: 2,
      next: { fieldId: 'sig' },
      previous: { fieldId: 'name' },
    });
  });
});
