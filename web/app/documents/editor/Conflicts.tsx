import { useTranslation } from 'react-i18next';
import type { DraftConflict } from '#web/entities/drafts/saved-draft.ts';
import type { DraftContent } from '#web/entities/merging/merge-draft.ts';
import type { Side } from '#web/entities/merging/three-way.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { ConflictDialog } from '#web/features/conflicts/ConflictDialog.tsx';
import { draftWords, fieldWords } from '#web/features/conflicts/conflict-words.ts';
import { selectConflict } from '#web/features/editor/editor.selectors.ts';
import { editorActions } from '#web/features/editor/editor.slice.ts';

interface ConflictsProps<Values> {
  draft: { readonly name: string; readonly values: Values; readonly conflict: DraftConflict<Values> | null; readonly resolve: (side: Side) => void };
  files: readonly { id: string; title: string }[];
}

/** Resolves edit conflicts one after the other. */
export function Conflicts<Values extends DraftContent>({ draft, files }: ConflictsProps<Values>) {
  const { t, i18n } = useTranslation('drafts');
  if (draft.conflict) {
    const { parts, theirs } = draft.conflict;
    return (
      <ConflictDialog
        title={draft.name}
        mine={draftWords(parts, draft.values, t, i18n.language)}
        theirs={draftWords(parts, theirs.values, t, i18n.language)}
        onChoose={draft.resolve}
      />
    );
  }
  return <FieldConflicts files={files} />;
}

/** Resolves edit conflicts of the fields of documents. */
export function FieldConflicts({ files }: Pick<ConflictsProps<DraftContent>, 'files'>) {
  const { t, i18n } = useTranslation('drafts');
  const dispatch = useAppDispatch();
  const conflict = useAppSelector(selectConflict);
  if (!conflict?.file.conflict) return null;
  const { id, file } = conflict;
  const base = file.base?.fields ?? [];
  return (
    <ConflictDialog
      title={files.find((each) => each.id === id)?.title ?? ''}
      mine={fieldWords(base, file.history.present.fields, t, i18n.language)}
      theirs={fieldWords(base, conflict.file.conflict.fields, t, i18n.language)}
      onChoose={(side) => dispatch(editorActions.conflictResolved({ id, side }))}
    />
  );
}
