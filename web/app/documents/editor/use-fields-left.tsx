import type { ReactNode } from 'react';
import { useState } from 'react';
import { useStore } from 'react-redux';
import type { FieldRecipient } from '#contract/entities/field.ts';
import type { FileMeta } from '#contract/entities/file.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { PersonSign } from '#web/features/editor/AssigneeSelect.tsx';
import { selectOpenFiles, type EditorRoot } from '#web/features/editor/editor.selectors.ts';
import { editorActions } from '#web/features/editor/editor.slice.ts';
import { isSameRecipient } from '#web/features/editor/field-edits.ts';
import type { Person } from '#web/features/editor/people.ts';
import { FieldsLeftDialog, type FieldsChoice } from '#web/features/recipients/FieldsLeftDialog.tsx';
import { openUnseenFiles } from './open-unseen-files.ts';

/** Somebody who signs no longer. */
interface Leaver {
  name: string;
  recipient: FieldRecipient;
  /** Those who sign besides, and can get the fields. */
  heirs: readonly Person[];
  /** Makes the change that lets them sign no longer. */
  apply: () => void;
}

interface FieldsLeft {
  /** Makes the change, once it is decided what happens to the fields, if there are any. */
  readonly leave: (leaver: Leaver) => Promise<void>;
  readonly question: ReactNode;
}

const countOf = (root: EditorRoot, of: FieldRecipient): number =>
  Object.values(selectOpenFiles(root)).reduce((sum, { history }) => sum + history.present.fields.filter(({ recipient }) => recipient && isSameRecipient(recipient, of)).length, 0);

/** What happens to the fields of somebody who signs no longer. They are never lost without a question. */
export function useFieldsLeft(files: readonly FileMeta[]): FieldsLeft {
  const dispatch = useAppDispatch();
  const store = useStore<EditorRoot>();
  const [asking, setAsking] = useState<(Leaver & { count: number }) | null>(null);
  const leave = async (leaver: Leaver): Promise<void> => {
    await openUnseenFiles(files, store, dispatch);
    const count = countOf(store.getState(), leaver.recipient);
    if (count === 0) leaver.apply();
    else setAsking({ ...leaver, count });
  };
  const decide = ({ recipient, heirs, apply }: Leaver, choice: FieldsChoice): void => {
    setAsking(null);
    apply();
    if (choice.kind === 'delete') dispatch(editorActions.fieldsOfRecipientDeleted(recipient));
    else dispatch(editorActions.recipientReplaced({ from: recipient, to: choice.kind === 'give' ? (heirs.find(({ key }) => key === choice.to)?.recipient ?? null) : null }));
  };
  const question = asking ? (
    <FieldsLeftDialog
      name={asking.name}
      count={asking.count}
      heirs={asking.heirs.map((person) => ({ key: person.key, name: person.name, sign: <PersonSign person={person} /> }))}
      onChoose={(choice) => decide(asking, choice)}
      onClose={() => setAsking(null)}
    />
  ) : null;
  return { leave, question };
}
