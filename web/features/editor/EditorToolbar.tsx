import { CircleAlert, CloudCheck, HardDrive, Redo2, RotateCcw, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { useTasks } from '#web/entities/tasks/use-tasks.ts';
import { announce } from '#web/ui/announce.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import type { SaveState } from './edited-file.ts';
import { selectIsStoredLocally, selectOpenFiles, selectSaveState, selectUndoSteps } from './editor.selectors.ts';
import { editorActions } from './editor.slice.ts';
import styles from './editor.module.scss';

interface EditorToolbarProps {
  /** Whether the document is stored in this browser only. */
  local?: boolean | undefined;
  /** Save state of everything except the fields: people, message, options. */
  beside?: SaveState | undefined;
}

/** Undo, redo, and the save state. */
export function EditorToolbar({ local = false, beside = 'saved' }: EditorToolbarProps) {
  const { t } = useTranslation('editor');
  const dispatch = useDispatch();
  const { canUndo, canRedo, broken } = useSelector(selectUndoSteps);
  return (
    <div className={styles.history}>
      <IconButton
        label={t('undo')}
        icon={<Icon of={Undo2} />}
        isDisabled={!canUndo}
        onPress={() => {
          dispatch(editorActions.undone());
          announce(t('said.undone'));
        }}
      />
      <IconButton
        label={t('redo')}
        icon={<Icon of={Redo2} />}
        isDisabled={!canRedo}
        onPress={() => {
          dispatch(editorActions.redone());
          announce(t('said.redone'));
        }}
      />
      {broken ? (
        <IconButton
          label={t('rollback')}
          icon={<Icon of={RotateCcw} />}
          onPress={() => {
            dispatch(editorActions.rolledBack());
            announce(t('rollback'));
          }}
        />
      ) : null}
      {broken ? <BrokenSign /> : local ? null : <SaveSign beside={beside} />}
    </div>
  );
}

/** Shown for invalid content; the last valid content is what is saved. */
function BrokenSign() {
  const { t } = useTranslation('editor');
  return (
    <span className={styles.save} data-state="failed" role="status">
      <Icon of={CircleAlert} size={16} />
      <span className={styles.saveWords}>{t('save.broken')}</span>
    </span>
  );
}

const order: readonly SaveState[] = ['saved', 'saving', 'waiting', 'failed'];

/** Save state; “saved” only when the server has everything. */
function SaveSign({ beside }: { beside: SaveState }) {
  const { t } = useTranslation('editor');
  const { t: drafts } = useTranslation('drafts');
  const fields = useSelector(selectSaveState);
  const isStored = useSelector(selectIsStoredLocally);
  const open = useSelector(selectOpenFiles);
  const isHere = useTasks().some(({ resourceId, needs }) => [resourceId, ...needs].some((id) => Object.hasOwn(open, id)));
  const saved = order.indexOf(beside) > order.indexOf(fields) ? beside : fields;
  // What was done without the server is saved here, and not there.
  const save = isHere && saved === 'saved' ? 'waiting' : saved;
  const here = isStored ? drafts('onDevice') : t('save.failed');
  const words = { saved: t('save.saved'), waiting: here, saving: t('save.saving'), failed: here };
  const sign = {
    saved: <Icon of={CloudCheck} size={16} />,
    waiting: <Icon of={HardDrive} size={16} />,
    saving: <Spinner />,
    failed: <Icon of={isStored ? HardDrive : CircleAlert} size={16} />,
  };
  return (
    <span className={styles.save} data-state={isStored && save === 'failed' ? 'waiting' : save} role="status">
      {sign[save]}
      <span className={styles.saveWords}>{words[save]}</span>
    </span>
  );
}
