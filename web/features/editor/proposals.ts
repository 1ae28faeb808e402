/** Detected fields of a file and their state: accepted, discarded or undecided. */
import { weakMapMemoize } from '@reduxjs/toolkit';
import type { Field, FieldType } from '#contract/entities/field.ts';
import { generateFieldName } from '#contract/entities/field.ts';
import { setType } from '#contract/entities/field-rules.ts';
import { withDayForm } from '#web/entities/field/day-forms.ts';
import type { Content, EditedFile, EditorState } from './edited-file.ts';
import { withContent, withFile } from './edited-file.ts';

const openOf = weakMapMemoize((found: Field[], decided: readonly string[], retyped: Content['retyped']): Field[] => {
  const known = new Set(decided);
  const open = known.size === 0 ? found : found.filter(({ id }) => !known.has(id));
  return Object.keys(retyped).length === 0 ? open : open.map((field) => retyped[field.id] ?? field);
});

/** Returns the undecided proposals of a file. */
export const undecidedIn = ({ found, history }: Pick<EditedFile, 'found' | 'history'>): Field[] => openOf(found, history.present.decided, history.present.retyped);

const haveSameRect = (a: Field, b: Field): boolean =>
  a.page === b.page && a.rect.x === b.rect.x && a.rect.y === b.rect.y && a.rect.width === b.rect.width && a.rect.height === b.rect.height;

/** Adds detection results. Positions that already have a field are skipped; discarded proposals are proposed again. */
export function withFound(state: EditorState, id: string, found: readonly Field[]): EditorState {
  const file = state.files[id];
  if (!file) return state;
  const pages = new Set(found.map(({ page }) => page));
  const there = [...file.history.present.fields, ...undecidedIn(file)].filter(({ page }) => pages.has(page));
  const fresh = found.filter((field) => !there.some((each) => haveSameRect(each, field)));
  if (fresh.length === 0) return state;
  const rest = file.found.filter((each) => !pages.has(each.page) || !fresh.some((field) => haveSameRect(each, field)));
  return withFile(state, id, { found: [...rest, ...fresh] });
}

const decide = (content: Content, proposals: readonly Field[]): readonly string[] => [...content.decided, ...proposals.map(({ id }) => id)];

const chosenOf = (file: EditedFile, ids: readonly string[] | undefined): Field[] =>
  undecidedIn(file).filter(({ id }) => ids === undefined || ids.includes(id));

/** Turns accepted proposals into fields of the current assignee. */
export function accepted(state: EditorState, fileId: string, ids?: readonly string[]): EditorState {
  const file = state.files[fileId];
  const proposals = file ? chosenOf(file, ids) : [];
  if (proposals.length === 0) return state;
  const fields = proposals.map((field) => withDayForm({ ...field, recipient: state.assignee }, state.dayForm));
  return withContent(state, fileId, (content) => ({ ...content, fields: [...content.fields, ...fields], decided: decide(content, proposals) }));
}

export function discarded(state: EditorState, fileId: string, ids?: readonly string[]): EditorState {
  const file = state.files[fileId];
  const proposals = file ? chosenOf(file, ids) : [];
  if (proposals.length === 0) return state;
  return withContent(state, fileId, (content) => ({ ...content, decided: decide(content, proposals) }));
}

/** Changes the type of an undecided proposal. */
export function retyped(state: EditorState, id: string, type: FieldType): EditorState {
  const file = state.active ? state.files[state.active] : undefined;
  const proposal = file && undecidedIn(file).find((field) => field.id === id);
  if (!file || !state.active || !proposal) return state;
  const next = setType(proposal, type, [...file.history.present.fields, ...file.found], state.phoneCapture);
  return withContent(state, state.active, (content) => ({ ...content, retyped: { ...content.retyped, [id]: { ...next, fieldName: generateFieldName(next) } } }));
}
