/** Merges an edited file with another person's save, or with unsaved changes from this browser. */
import type { Field } from '#contract/entities/field.ts';
import { counts } from '#contract/limits/counts.ts';
import { areSameFields, isSameField, mergeFields } from '#web/entities/merging/merge-fields.ts';
import type { Side } from '#web/entities/merging/three-way.ts';
import type { Content, EditedFile, ServerFields } from './edited-file.ts';
import { contentIsValid } from './edited-file.ts';
import type { History } from './history.ts';
import { record } from './history.ts';

/** Rebases every undo step onto the other person's changes, so that undo does not remove them. */
function rebased(history: History<Content>, merge: (fields: Field[]) => Field[]): History<Content> {
  const done = new Map<Content, Content>();
  const once = (content: Content): Content => {
    const known = done.get(content) ?? { ...content, fields: merge(content.fields) };
    done.set(content, known);
    return known;
  };
  return { present: once(history.present), past: history.past.map(once), future: history.future.map(once), valid: once(history.valid) };
}

/**
 * Returns the base of the local changes. An unanswered save that the server now shows counts as part of it, not as
 * another person's change.
 */
function arrivedOf({ base, unanswered }: EditedFile, theirs: readonly Field[]): readonly Field[] {
  const known = base?.fields ?? [];
  if (unanswered.length === 0) return known;
  const sent = unanswered.map((fields) => new Map(fields.map((field) => [field.id, field])));
  const own = theirs.filter((field) => sent.some((fields) => isSameField(fields.get(field.id), field)));
  const there = new Map(theirs.map((field) => [field.id, field]));
  const settled = new Set(own.map(({ id }) => id));
  const stays = ({ id }: Field): boolean => !settled.has(id) && (there.has(id) || sent.every((fields) => fields.has(id)));
  return [...own, ...known.filter(stays)];
}

/** Merges a newer server version. Fields that both changed are a conflict until `prefer` decides it. */
export function mergedFile(file: EditedFile, theirs: ServerFields, prefer?: Side): EditedFile {
  const { base } = file;
  if (!base || (theirs.version <= base.version && !prefer)) return file;
  const from = prefer ? base.fields : arrivedOf(file, theirs.fields);
  const { clashes } = mergeFields(from, file.history.present.fields, theirs.fields, prefer ?? 'mine');
  if (clashes.length > 0 && !prefer) return { ...file, conflict: theirs, save: 'failed' };
  const history = rebased(file.history, (fields) => mergeFields(from, fields, theirs.fields, prefer ?? 'mine').value);
  const save = areSameFields(history.present.fields, theirs.fields) ? 'saved' : 'waiting';
  return { ...file, history, base: theirs, unanswered: [], conflict: null, save, version: file.version + 1 };
}

/** Applies stored changes to the current server version, as one undoable step. */
export function restoredFile(file: EditedFile, storedBase: readonly Field[], mine: readonly Field[]): EditedFile {
  if (!file.base) return file;
  const now = file.history.present.fields;
  const { value, clashes } = mergeFields(storedBase, mine, now, 'mine');
  const fields = clashes.length > 0 ? [...mine] : value;
  if (areSameFields(fields, now)) return file;
  const history = record(file.history, { ...file.history.present, fields }, counts.undoHistory, contentIsValid);
  const restored = { ...file, history, save: 'waiting' as const, version: file.version + 1 };
  if (clashes.length === 0) return restored;
  return { ...restored, save: 'failed', base: { fields: storedBase, version: file.base.version }, conflict: { fields: now, version: file.base.version } };
}
