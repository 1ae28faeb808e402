import { ScanSearch, SlidersHorizontal } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Size } from '#web/entities/field/geometry.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { AssigneeSelect } from '#web/features/editor/AssigneeSelect.tsx';
import { selectAssignee, selectSelection } from '#web/features/editor/editor.selectors.ts';
import { editorActions } from '#web/features/editor/editor.slice.ts';
import { Palette } from '#web/features/editor/Palette.tsx';
import { Shortcuts } from '#web/features/editor/Shortcuts.tsx';
import { PropertiesPanel } from '#web/features/editor/PropertiesPanel.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Locked } from '#web/ui/Locked.tsx';
import { Tabs } from '#web/ui/Tabs.tsx';
import { useSettledDevice } from './use-settled-device.ts';
import styles from '../shared/documents.module.scss';

/** A panel of the editor: `text` on its tab or button, `title` as a longer heading. */
export interface SidePanel {
  key: string;
  text: string;
  title?: string;
  content: ReactNode;
}

interface EditorSideProps {
  panels: readonly SidePanel[];
  startPanel: string | undefined;
  /** The panel that the guided flow opens. A new object opens it again. */
  requestedPanel?: { readonly panel: string } | undefined;
  currentPage: () => number;
  paperOf: (page: number) => Size;
  canDetect: boolean;
  onDetect: () => void;
  /** Why the fields can't be changed: neither palette nor properties are shown. */
  fieldsLock: string | null;
}

export const FIELDS = 'fields';

/** Panels of the editor: tabs beside the page on a desktop, a bar with sheets on smaller screens. */
export function EditorSide(props: EditorSideProps) {
  const device = useSettledDevice();
  return device === 'desk' ? <DeskSide {...props} /> : <BottomSide {...props} />;
}

function Assignee() {
  const { t } = useTranslation('editor');
  const dispatch = useAppDispatch();
  const assignee = useAppSelector(selectAssignee);
  return (
    <AssigneeSelect
      label={t('assignTo')}
      value={assignee}
      onChange={(recipient) => dispatch(editorActions.assigneeChosen(recipient))}
    />
  );
}

function FindFields({ canDetect, onDetect }: Pick<EditorSideProps, 'canDetect' | 'onDetect'>) {
  const { t } = useTranslation('editor');
  return (
    <Button look="quiet" icon={<Icon of={ScanSearch} />} isDisabled={!canDetect} onPress={onDetect}>
      {t('lookForFields')}
    </Button>
  );
}

function DeskSide({ panels, startPanel, requestedPanel, currentPage, paperOf, canDetect, onDetect, fieldsLock }: EditorSideProps) {
  const { t } = useTranslation('editor');
  const [shown, setShown] = useState(startPanel ?? FIELDS);
  const selected = useAppSelector(selectSelection).length > 0;
  useEffect(() => {
    if (selected) setShown(FIELDS);
  }, [selected]);
  useEffect(() => {
    if (requestedPanel) setShown(requestedPanel.panel);
  }, [requestedPanel]);
  // Visible with every panel.
  const palette = fieldsLock === null ? (
    <div className={styles.sideTools}>
      <Assignee />
      <Palette currentPage={currentPage} paperOf={paperOf} />
    </div>
  ) : null;
  const fields = fieldsLock === null ? (
    <div className={styles.sideInner}>
      <PropertiesPanel />
      {selected ? null : <FindFields canDetect={canDetect} onDetect={onDetect} />}
      <Shortcuts />
    </div>
  ) : <div className={styles.sideInner}><Locked reason={fieldsLock}>{null}</Locked></div>;
  if (panels.length === 0) return <>{palette}{fields}</>;
  const tabs = [
    ...panels.map(({ key, text, content }) => ({ key, text, content: <div className={styles.sideInner}>{content}</div> })),
    { key: FIELDS, text: t('fields'), content: fields },
  ];
  return (
    <>
      {palette}
      <Tabs label={t('tools')} tabs={tabs} value={shown} onChange={setShown} />
    </>
  );
}

function BottomSide({ panels, requestedPanel, currentPage, paperOf, canDetect, onDetect, fieldsLock }: EditorSideProps) {
  const { t } = useTranslation('editor');
  const [open, setOpen] = useState<string | null>(null);
  const selection = useAppSelector(selectSelection);
  useEffect(() => {
    // The sheet closes, because fields are placed on the page.
    if (requestedPanel) setOpen(requestedPanel.panel === FIELDS ? null : requestedPanel.panel);
  }, [requestedPanel]);
  const panel = panels.find(({ key }) => key === open);
  return (
    <div className={styles.bottom}>
      {fieldsLock === null ? <Palette currentPage={currentPage} paperOf={paperOf} /> : <Locked reason={fieldsLock}>{null}</Locked>}
      <div className={styles.bottomActions}>
        {panels.map(({ key, text }) => (
          <Button key={key} onPress={() => setOpen(key)}>
            {text}
          </Button>
        ))}
        <Button icon={<Icon of={SlidersHorizontal} />} onPress={() => setOpen(FIELDS)}>
          {selection.length > 0 ? t('properties') : t('fields')}
        </Button>
      </div>
      {open === null ? null : (
        <Dialog isOpen title={panel?.title ?? panel?.text ?? t('properties')} closeLabel={t('done')} onClose={() => setOpen(null)}>
          {panel ? (
            <div className={styles.sheet}>{panel.content}</div>
          ) : fieldsLock === null ? (
            <>
              <Assignee />
              <PropertiesPanel />
              {selection.length > 0 ? null : (
                <FindFields
                  canDetect={canDetect}
                  onDetect={() => {
                    setOpen(null);
                    onDetect();
                  }}
                />
              )}
            </>
          ) : <Locked reason={fieldsLock}>{null}</Locked>}
        </Dialog>
      )}
    </div>
  );
}
