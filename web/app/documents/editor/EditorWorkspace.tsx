import { useEffect, useMemo, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'react-redux';
import { isRecipientSet } from '#contract/entities/field-list.ts';
import type { FileMeta } from '#contract/entities/file.ts';
import type { PlanFlags } from '#contract/permissions/plan.permissions.ts';
import { useDeployment } from '#web/entities/deployment/use-deployment.ts';
import { dayFormOf } from '#web/entities/field/day-forms.ts';
import { isSignedField, joinFieldsInSlices } from '#web/entities/field/file-fields.ts';
import { selectIsForm } from '#web/entities/files/files.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { EditorLayer } from '#web/features/editor/EditorLayer.tsx';
import type { SaveState } from '#web/features/editor/edited-file.ts';
import type { EditorRoot } from '#web/features/editor/editor.selectors.ts';
import { selectFile, selectHasUnassigned, selectPhoneCapture } from '#web/features/editor/editor.selectors.ts';
import { editorActions } from '#web/features/editor/editor.slice.ts';
import type { Person } from '#web/features/editor/people.ts';
import { PagesContext } from '#web/features/editor/pages-under.ts';
import { PeopleContext } from '#web/features/editor/people.ts';
import { PlanContext, useIncludes } from '#web/features/editor/plan.ts';
import { ProposalsBar } from '#web/features/editor/ProposalsBar.tsx';
import { useEditorShortcuts } from '#web/features/editor/use-editor-shortcuts.ts';
import type { SavePage, UnsavedPage } from '#web/features/viewer/XhtmlViewer.tsx';
import type { ViewerHandle } from '#web/features/viewer/use-viewer-handle.ts';
import { formatLocale } from '#web/services/i18n/languages.ts';
import { PageTools } from './EditorTools.tsx';
import type { SidePanel } from './EditorSide.tsx';
import { EditorSide } from './EditorSide.tsx';
import { FileTabs } from '../shared/FileTabs.tsx';
import type { PaperLayer } from '../shared/OpenedDocument.tsx';
import { OpenedDocument } from '../shared/OpenedDocument.tsx';
import { SensitiveNotice } from './SensitiveNotice.tsx';
import { SignedNotice } from './SignedNotice.tsx';
import type { Detection } from './use-detection.ts';
import { useDetection } from './use-detection.ts';
import { useStoredFields, useOthersChanges } from './use-file-versions.ts';
import { useIsUnplaced } from './unplaced.ts';
import { useInSight } from './use-in-sight.ts';
import { useStoredProposals } from './use-stored-proposals.ts';
import { useCoreFields } from '../shared/use-open-document.ts';
import type { DocumentState } from '../shared/use-open-document.ts';
import { useSettledDevice } from './use-settled-device.ts';
import styles from '../shared/documents.module.scss';

/** A document in the editor, from the server or from this browser. */
export interface EditedDocument {
  readonly id: string;
  readonly title: string;
  /** The stored fields; null if they were never edited. */
  readonly fields: FileMeta['attributes']['fields'] | null;
  /** Version of the meta at the server. Absent for a document in this browser. */
  readonly version?: number;
  /** Whether the fields must not reach the server. */
  readonly isNeverSaved?: boolean;
}

interface EditorWorkspaceProps {
  document: EditedDocument;
  documents: readonly { id: string; title: string }[];
  onDocument: (id: string) => void;
  opened: DocumentState;
  people: readonly Person[];
  /** Plan features for the document; null until they are known. */
  plan?: PlanFlags | null;
  /** Additional panels, such as people and message. */
  panels?: readonly SidePanel[];
  startPanel?: string;
  /** The panel that the guided flow opens. */
  requestedPanel?: { readonly panel: string } | undefined;
  /** Whether the fields stay in this browser. */
  local?: boolean;
  /** Save state of everything except the fields. */
  beside?: SaveState;
  /** A notice above the pages. */
  notice?: ReactNode;
  /** Why the fields can't be changed. */
  fieldsLock?: string | null;
  /** Saves what was entered into an XHTML page. */
  onSavePage?: SavePage | undefined;
  unsavedPage?: UnsavedPage | undefined;
}

const nobody: readonly Person[] = [];
const nowhere = { width: 612, height: 792 };

/** Shows the fields only. */
const lockedLayer: PaperLayer = (page, size, paper) => <div inert><EditorLayer page={page} size={size} paper={paper} /></div>;

const editorLayer: PaperLayer = (page, size, paper) => <EditorLayer page={page} size={size} paper={paper} />;

/** The editor: pages with panels beside them, or below them on phones. */
export function EditorWorkspace(props: EditorWorkspaceProps) {
  const { document: edited, documents, onDocument, opened, people, plan = null, panels = [], startPanel, requestedPanel, local = false, beside, notice, onSavePage, unsavedPage } = props;
  const { t } = useTranslation('editor');
  // A page has its own controls, for whoever sends it.
  const fieldsLock = props.fieldsLock ?? (opened.status === 'page' ? t('page.filledBefore') : null);
  const isLocked = fieldsLock !== null;
  const viewer = useRef<ViewerHandle>(null);
  usePhoneCapture(local);
  useDayForm();
  const inEditor = useOpenInEditor(edited, opened, isLocked);
  const proposedBefore = useStoredProposals(edited.id, inEditor.known);
  // Before an unplaced signature the document was looked through already.
  const isNew = !useIsUnplaced() && inEditor.empty && proposedBefore === false && !isLocked;
  const detection = useDetection(edited.id, opened, isNew, useIncludes(plan));
  const isTried = useDeployment(!local)?.unstableFeatures ?? false;
  const isForm = useAppSelector((state) => selectIsForm(state, edited.id)) ?? false;
  useAssignee(people);
  useSoleRecipient(isLocked ? nobody : people);
  useInSight(viewer, opened.status === 'open');
  useEditorShortcuts(opened.status === 'open' && !isLocked, plan);
  return (
    <Surroundings people={people} plan={plan} opened={opened}>
      <FileTabs files={documents} current={edited.id} onChoose={onDocument} />
      <p id="editor-field-help" className="visually-hidden">
        {t('fieldHelp')}
      </p>
      <div className={styles.body}>
        <div className={styles.middle}>
          {inEditor.signed && !local ? <SignedNotice title={edited.title} opened={opened} /> : null}
          {notice}
          {isTried && opened.status === 'open' ? <SensitiveNotice set={opened.set} /> : null}
          <ProposalsBar
            running={detection.running}
            progress={detection.progress}
            isForm={isForm}
            onStop={detection.stop}
          />
          <OpenedDocument opened={opened} title={edited.title} viewerRef={viewer} layer={isLocked ? lockedLayer : editorLayer} links={false} onSavePage={onSavePage} unsavedPage={unsavedPage} {...(local ? {} : { fileId: edited.id })} />
          {opened.status === 'open' ? <PageTools local={local} {...(beside ? { beside } : {})} /> : null}
        </div>
        <Side fieldsLock={fieldsLock} opened={opened} viewer={viewer} detection={detection} canDetect={opened.status === 'open' && inEditor.known && !detection.running} panels={panels} startPanel={startPanel} requestedPanel={requestedPanel} />
      </div>
    </Surroundings>
  );
}

/** Syncs people, plan features and visible pages into the editor state. */
function Surroundings({ people, plan, opened, children }: Pick<EditorWorkspaceProps, 'people' | 'opened'> & { plan: PlanFlags | null; children: ReactNode }) {
  return (
    <PeopleContext.Provider value={people}>
      <PlanContext.Provider value={plan}>
        <PagesContext.Provider value={opened.status === 'open' ? opened.set : null}>{children}</PagesContext.Provider>
      </PlanContext.Provider>
    </PeopleContext.Provider>
  );
}

interface SideProps extends Required<Pick<EditorWorkspaceProps, 'opened' | 'panels'>> {
  viewer: RefObject<ViewerHandle | null>;
  detection: Detection;
  canDetect: boolean;
  fieldsLock: string | null;
  startPanel: string | undefined;
  requestedPanel: { readonly panel: string } | undefined;
}

/** Panels beside the page on a desktop, below it elsewhere. */
function Side({ fieldsLock, opened, viewer, detection, canDetect, panels, startPanel, requestedPanel }: SideProps) {
  const device = useSettledDevice();
  const set = opened.status === 'open' ? opened.set : null;
  const side = (
    <EditorSide
      fieldsLock={fieldsLock}
      panels={panels}
      startPanel={startPanel}
      requestedPanel={requestedPanel}
      currentPage={() => viewer.current?.page ?? 1}
      paperOf={(page) => set?.pages[page - 1] ?? nowhere}
      canDetect={canDetect}
      onDetect={detection.start}
    />
  );
  return device === 'desk' ? <aside className={styles.side}>{side}</aside> : side;
}

interface InEditor {
  /** Detection waits for the file in the editor, since proposals belong to it. */
  readonly known: boolean;
  /** Whether there are neither placed fields nor fields of the file. */
  readonly empty: boolean;
  /** Whether the document has signatures. */
  readonly signed: boolean;
}

/** Opens the document in the editor once its fields are known. Where they are locked, none of the file are added. */
function useOpenInEditor(edited: EditedDocument, opened: DocumentState, isLocked: boolean): InEditor {
  const dispatch = useAppDispatch();
  const store = useStore<EditorRoot>();
  const inFile = useCoreFields(opened, { named: true });
  const latestFields = useRef(edited.fields);
  latestFields.current = edited.fields;
  const basedOn = useRef(edited.version);
  basedOn.current = edited.version;
  const { id, isNeverSaved = false } = edited;
  useEffect(() => {
    dispatch(editorActions.fileShown(id));
  }, [dispatch, id]);
  useEffect(() => {
    if (inFile === null) return undefined;
    const before = latestFields.current ?? [];
    const left = new AbortController();
    const base = basedOn.current === undefined ? {} : { base: { fields: before, version: basedOn.current } };
    void joinFieldsInSlices(before, isLocked ? [] : inFile, left.signal, selectPhoneCapture(store.getState())).then((fields) => {
      if (fields && !left.signal.aborted) dispatch(editorActions.fileOpened({ id, fields, ...base, fresh: fields.length > before.length, isNeverSaved }));
    });
    return () => left.abort();
  }, [dispatch, store, id, inFile, isLocked, isNeverSaved]);
  const known = useAppSelector((state) => selectFile(state, id) !== undefined);
  useStoredFields(edited, known);
  useOthersChanges(edited);
  const first = edited.fields === null || edited.fields.length === 0;
  return { known, empty: known && first && inFile?.length === 0, signed: inFile?.some(isSignedField) ?? false };
}

/** Whether pictures can be taken with a phone. Visitors do not ask the server. */
function usePhoneCapture(local: boolean): void {
  const dispatch = useAppDispatch();
  const allowed = useDeployment(!local)?.allowPhoneCapture ?? true;
  useEffect(() => {
    dispatch(editorActions.phoneCaptureKnown(allowed));
  }, [dispatch, allowed]);
}

/** New date fields use the date format of the person. */
function useDayForm(): void {
  const dispatch = useAppDispatch();
  const { i18n } = useTranslation();
  const dayForm = dayFormOf(formatLocale(i18n.language));
  useEffect(() => {
    dispatch(editorActions.dayFormKnown(dayForm));
  }, [dispatch, dayForm]);
}

/** If the sender is the only signer, unassigned fields are assigned to them, whenever they are added. */
function useSoleRecipient(people: readonly Person[]): void {
  const dispatch = useAppDispatch();
  const [only] = people.length === 1 ? people : [];
  const to = useMemo(() => (only && isRecipientSet(only.recipient) ? only.recipient : null), [only]);
  const unassigned = useAppSelector((state) => to !== null && selectHasUnassigned(state));
  useEffect(() => {
    if (to && unassigned) dispatch(editorActions.unassignedGiven({ to, silent: true }));
  }, [dispatch, to, unassigned]);
}

/** New fields are assigned to the first recipient until another is selected. */
function useAssignee(people: readonly Person[]): void {
  const dispatch = useAppDispatch();
  const first = people[0]?.recipient ?? null;
  const key = first ? `${first.email ?? ''}/${first.phone ?? ''}` : '';
  const latest = useRef(first);
  latest.current = first;
  useEffect(() => {
    dispatch(editorActions.assigneeChosen(latest.current));
  }, [dispatch, key]);
}
