import { CircleAlert, CloudCheck, Redo2, RotateCcw, Undo2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { announce } from '#web/ui/announce.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import { selectSaveState, selectUndoSteps } from './editor.selectors.ts';
import { editorActions } from './editor.slice.ts';
import styles from './editor.module.scss';

/** Back, forward, back to what was whole, and whether everything is kept. `local`: nothing is saved anywhere else. */
export function EditorToolbar({ local = false }: { local?: boolean }) {
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
      {broken ? <BrokenSign /> : local ? null : <SaveSign />}
    </div>
  );
}

/** What is kept is what was whole the last time. */
function BrokenSign() {
  const { t } = useTranslation('editor');
  return (
    <span className={styles.save} data-state="failed" role="status">
      <Icon of={CircleAlert} size={16} />
      <span className={styles.saveWords}>{t('save.broken')}</span>
    </span>
  );
}

function SaveSign() {
  const { t } = useTranslation('editor');
  const save = useSelector(selectSaveState);
  const words = { saved: t('save.saved'), waiting: t('save.waiting'), saving: t('save.saving'), failed: t('save.failed') };
  const sign = {
    saved: <Icon of={CloudCheck} size={16} />,
    waiting: <Icon of={CloudCheck} size={16} />,
    saving: <Spinner />,
    failed: <Icon of={CircleAlert} size={16} />,
  };
  return (
    <span className={styles.save} data-state={save} role="status">
      {sign[save]}
      <span className={styles.saveWords}>{words[save]}</span>
    </span>
  );
}
